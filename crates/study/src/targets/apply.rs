//! Gives a motion the rig: by new names where the figure has it already, else by playing the motion on the rig's figure.

use std::fmt;
use std::sync::Arc;

use marey::Limits;
use marey::body::{NoMap, own_names};
use marey::checked::Checked;
use marey::glam::Vec3;
use marey::model::{Axis, BuildError, Clip, JointKind, Skeleton, SkeletonBuilder};

use super::figure::channels;
use super::same::same_joints;
use super::table::TargetRig;
use super::tree::TargetJoint;
use crate::retarget::{Note, Options, Retarget, RetargetError};

/// A motion with a rig, and what was done for it.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Applied {
    /// The motion, with the frames and the times that it had.
    pub clip: Clip,
    /// Whether the figure has the rig already: then it keeps its bones and its motion.
    pub keeps_figure: bool,
    /// Old and new names of a figure that has the rig already.
    pub renamed: Vec<(String, String)>,
    /// The rig's joints that the motion's figure has not; they stay as in the rig's rest pose. Joints without a bone, such as Mixamo's ends, are
    /// not listed.
    pub at_rest: Vec<String>,
    /// Joints with position channels, by their indices.
    pub positions: Vec<u16>,
    /// Remarks of retargeting.
    pub notes: Vec<Note>,
}

/// Why a motion is not given a rig.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ApplyError {
    /// The figure of the motion is no person, or cannot be understood.
    Figure(NoMap),
    /// The motion is too large.
    Build(BuildError),
}

impl fmt::Display for ApplyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Figure(reason) => reason.fmt(f),
            Self::Build(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ApplyError {}

impl From<BuildError> for ApplyError {
    fn from(error: BuildError) -> Self {
        Self::Build(error)
    }
}

/// A name of letters, digits and `_`, at which no reader cuts.
fn word(name: &str) -> String {
    name.chars().map(|letter| if letter.is_alphanumeric() { letter } else { '_' }).collect()
}

impl TargetRig {
    /// Whether a clip states the space of this rig: its unit, and +Y up.
    fn is_space_of(&self, clip: &Clip) -> bool {
        let metres = clip.source.metres_per_unit.map(|metres| metres * clip.source.length_factor);
        let is_unit = metres.is_some_and(|metres| (metres / self.unit.metres() - 1.0).abs() < 1e-6);
        is_unit && clip.source.up == Some(Axis::Y)
    }

    /// A behaviour of a clip as a clip of this rig. A figure that has the rig's joints and rest pose keeps its bones if the clip
    /// [states](marey::model::Source) the rig's unit and +Y up, in which its numbers then are; the joints get the rig's names. The motion of any
    /// other person is played on the rig's [figure](Self::figure).
    ///
    /// # Errors
    /// [`ApplyError::Figure`] for a figure that is no person, [`ApplyError::Build`] for a motion that becomes larger than the limits allow.
    pub fn apply(&self, clip: &Clip, behaviour: usize) -> Result<Applied, ApplyError> {
        let chosen = clip.behaviours.get(behaviour).ok_or(ApplyError::Figure(NoMap::NoMotion))?;
        let joints = self.joints();
        let same = if self.is_space_of(clip) { same_joints(self, &joints, clip, &chosen.motion) } else { None };
        if let Some(found) = same {
            return Ok(self.renamed(clip, behaviour, &joints, &found)?);
        }
        let figure = self.figure()?;
        let mut retarget =
            Retarget::new(clip, behaviour, &figure, &Options::default()).map_err(|error| match error {
                RetargetError::Source(reason) | RetargetError::Target(reason) => ApplyError::Figure(reason),
            })?;
        let played = retarget.clip()?;
        let is_told = |joint: &TargetJoint| joint.end != Some(joint.at) && joint.place != "hips";
        let at_rest = retarget.alone().into_iter().filter_map(|joint| joints.get(usize::from(joint)));
        Ok(Applied {
            clip: played,
            keeps_figure: false,
            renamed: Vec::new(),
            at_rest: at_rest.filter(|joint| is_told(joint)).map(|joint| self.full_name(&joint.name)).collect(),
            positions: joints.iter().zip(0_u16..).filter(|(joint, _)| joint.moves).map(|(_, index)| index).collect(),
            notes: retarget.notes(),
        })
    }

    /// The clip with the rig's names, rotation orders and root's offset. `found` has its joint for each joint of the rig.
    fn renamed(
        &self,
        clip: &Clip,
        behaviour: usize,
        joints: &[TargetJoint],
        found: &[usize],
    ) -> Result<Applied, BuildError> {
        let skeleton = &*clip.skeleton;
        let own = own_names(skeleton);
        let mut builder = SkeletonBuilder::new(&Limits::default().joints(usize::MAX).depth(usize::MAX));
        let mut orders: Vec<Box<str>> = vec![Box::default(); skeleton.len()];
        let (mut renamed, mut positions) = (Vec::new(), Vec::new());
        let root = found.first().copied();
        let chosen = clip.behaviours.get(behaviour);
        let placed = chosen.map_or(&[][..], |chosen| chosen.motion.translations().joints());
        let is_placed = placed.iter().any(|joint| Some(usize::from(*joint)) == root);
        for index in 0..skeleton.len() {
            let of_rig = found.iter().zip(joints).find(|(own, _)| **own == index).map(|(_, joint)| joint);
            let written = skeleton.name(index);
            let name = match (of_rig, own.get(index)) {
                (Some(joint), _) => self.full_name(&joint.name),
                (None, Some(Some(own))) => self.full_name(&word(own)),
                _ => written.to_owned(),
            };
            if name != written {
                renamed.push((written.to_owned(), name.clone()));
            }
            if skeleton.is_joint(index) {
                let moves = of_rig.is_some_and(|joint| joint.moves);
                orders.put(index, channels(of_rig.map_or(self.order, |joint| joint.order), moves));
                positions.extend(u16::try_from(index).ok().filter(|_| moves));
            }
            let mut offset = skeleton.rest_translations().at(index);
            if Some(index) == root && is_placed {
                offset = self.root_offset(skeleton, offset);
            }
            let parent = skeleton.parent(index).and_then(|parent| u16::try_from(parent).ok());
            let kind = skeleton.kinds().get(index).copied().unwrap_or(JointKind::Joint);
            let rotation = skeleton.rest_rotations().at(index);
            builder.add(&name, parent, kind, offset, rotation)?;
        }
        let mut made = clip.with_behaviours(chosen.cloned().into_iter().collect());
        made.about.marks.retain(|mark| mark.behaviour == behaviour);
        made.about.marks.iter_mut().for_each(|mark| mark.behaviour = 0);
        made.skeleton = Arc::new(builder.finish()?);
        made.source.channels = orders;
        // What is drawn on the figure is of no use to the rig's programs.
        (made.skin, made.viewpoints, made.visibility) = (None, Vec::new(), Vec::new());
        Ok(Applied { clip: made, keeps_figure: true, renamed, at_rest: Vec::new(), positions, notes: Vec::new() })
    }

    /// The rest offset of a root with positions: its height above the lowest point at rest where programs expect that, and the file has none.
    fn root_offset(&self, skeleton: &Skeleton, own: Vec3) -> Vec3 {
        const NONE: f32 = 0.1;
        if !self.keeps_root_offset {
            return own;
        }
        let places = skeleton.rest_positions();
        let lowest = places.iter().map(|at| at.y).fold(f32::INFINITY, f32::min);
        let height = own.y - lowest;
        // The root of SOMA stays on the ground.
        let is_ground = height < NONE * (places.iter().map(|at| at.y).fold(f32::NEG_INFINITY, f32::max) - lowest);
        if is_ground || own.y > NONE * height { own } else { Vec3::new(0.0, height, 0.0) }
    }
}
