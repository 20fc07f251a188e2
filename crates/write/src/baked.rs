//! Bakes a generated body for formats whose skins follow joints alone.

use std::borrow::Cow;
use std::sync::Arc;

use glam::{Affine3A, Quat, Vec3};

use super::WriteError;
use marey::Limits;
use marey::checked::Checked;
use marey::look::{BodyTurns, SkinPose};
use marey::model::{
    Behaviour, Bind, Channels, Clip, JointKind, Motion, MotionBuilder, PositionMode, Skeleton, SkeletonBuilder, Skin,
    SkinParts,
};
use marey::pose::{Pose, rotation_of, sample_frame, world_matrices};

/// Word in the names of the joints that are added, which tells readers that they are no part of the body.
const HELPER: &str = "twist";

/// A clip whose skin follows joints alone. Each [turn](marey::model::Turn) of a generated body becomes a joint of its own, below the joint at whose place
/// it is, with a rotation in every frame. Other clips stay the same.
///
/// # Errors
/// [`WriteError::Skin`] for a generated body on a skeleton with scales, and [`WriteError::TooManyJoints`] and the like of the builders.
pub(super) fn baked(clip: &Clip) -> Result<Cow<'_, Clip>, WriteError> {
    let Some(skin) = clip.skin.as_deref().filter(|skin| skin.generated().is_some()) else {
        return Ok(Cow::Borrowed(clip));
    };
    let skeleton = &*clip.skeleton;
    if skeleton.scaling().is_some() {
        return Err(WriteError::Skin { joint: String::new() });
    }
    let plain = skin.binds().len() - skin.turns().len();
    let helpers = Helpers {
        pose: SkinPose::new(skin, skeleton),
        turns: BodyTurns::new(skin),
        binds: skin.binds().get(plain..).unwrap_or_default(),
        plain,
    };
    let longer = Arc::new(helpers.skeleton(skeleton)?);
    let mut behaviours = Vec::with_capacity(clip.behaviours.len());
    for Behaviour { name, motion } in &clip.behaviours {
        let motion = helpers.motion(skeleton, &longer, motion)?;
        behaviours.push(Behaviour { name: name.clone(), motion });
    }
    let mut out = clip.with_behaviours(behaviours);
    out.source.channels.resize(longer.len(), Box::default());
    out.visibility = Vec::new();
    out.skin = Some(Arc::new(helpers.skin(skin, skeleton.len(), &longer)?));
    out.skeleton = longer;
    Ok(Cow::Owned(out))
}

/// The binds that become joints.
struct Helpers<'a> {
    pose: SkinPose,
    turns: BodyTurns,
    binds: &'a [Bind],
    /// Number of the binds that are joints already.
    plain: usize,
}

impl Helpers<'_> {
    /// The rotation of each helper in its joint's frame.
    fn turns(&self, pose: &Pose) -> Vec<Quat> {
        let mut matrices = self.pose.matrices(pose);
        self.turns.turn(&mut matrices);
        let own = matrices.iter().skip(self.plain).zip(self.binds);
        let turn = |(matrix, bind): (&Affine3A, &Bind)| {
            let above = pose.world.get(usize::from(bind.joint)).map_or(Quat::IDENTITY, rotation_of);
            (above.inverse() * rotation_of(matrix)).normalize()
        };
        own.map(turn).collect()
    }

    fn skeleton(&self, old: &Skeleton) -> Result<Skeleton, WriteError> {
        let limits = Limits::default().joints(usize::MAX).depth(usize::MAX - 1);
        let mut builder = SkeletonBuilder::new(&limits);
        let rest = old.rest_translations().iter().zip(old.rest_rotations());
        for (joint, (offset, rotation)) in rest.enumerate() {
            let parent = old.parent(joint).map(|parent| parent as u16);
            builder.add(
                old.name(joint),
                parent,
                old.kinds().get(joint).copied().unwrap_or(JointKind::Joint),
                *offset,
                *rotation,
            )?;
        }
        let mut pose = Pose::rest(old);
        world_matrices(old, Affine3A::IDENTITY, &mut pose);
        let mut count = vec![0; old.len()];
        for (bind, rotation) in self.binds.iter().zip(self.turns(&pose)) {
            let joint = usize::from(bind.joint);
            count.change(joint, |count| *count += 1);
            let name = format!("{}_{HELPER}{}", old.name(joint), count.at(joint));
            builder.add(&name, Some(bind.joint), JointKind::Joint, Vec3::ZERO, rotation)?;
        }
        builder.set_weights(old.weights().to_vec())?;
        old.links().iter().try_for_each(|link| builder.link(*link))?;
        Ok(builder.finish()?)
    }

    /// The motion with the helpers' rotations after its own.
    fn motion(&self, old: &Skeleton, skeleton: &Skeleton, motion: &Motion) -> Result<Motion, WriteError> {
        let added = old.len()..skeleton.len();
        let rotated = motion.rotations().joints();
        let channels = Channels {
            rotated: rotated.iter().copied().chain(added.map(|joint| joint as u16)).collect(),
            translated: motion.translations().joints().to_vec(),
            masks: Vec::new(),
            scaled: Vec::new(),
            weighted: motion.weights().joints().to_vec(),
        };
        let limits = Limits::default().joints(usize::MAX).depth(usize::MAX);
        let mut frames = MotionBuilder::new(skeleton, channels, PositionMode::Replace, &limits)?;
        frames.reserve(motion.frame_count());
        let mut pose = Pose::rest(old);
        for frame in 0..motion.frame_count() {
            sample_frame(motion, frame, &mut pose);
            world_matrices(old, Affine3A::IDENTITY, &mut pose);
            let turns = self.turns(&pose);
            frames.push_row(|row| {
                let own = rotated.iter().map(|joint| pose.rotations.at(usize::from(*joint)));
                for (slot, turn) in row.rotations.iter_mut().zip(own.chain(turns)) {
                    *slot = turn;
                }
                for (slot, joint) in row.translations.iter_mut().zip(motion.translations().joints()) {
                    *slot = pose.translations.at(usize::from(*joint));
                }
                for (slot, weight) in row.weights.iter_mut().zip(motion.weights().joints()) {
                    *slot = pose.weights.at(usize::from(*weight));
                }
            })?;
        }
        let mut made = frames.finish()?;
        made.set_time(motion.time().clone())?;
        Ok(made)
    }

    /// The skin on the helpers' joints, of which `first` is the first one.
    fn skin(&self, old: &Skin, first: usize, skeleton: &Skeleton) -> Result<Skin, WriteError> {
        let mut binds = old.binds().to_vec();
        for (index, bind) in binds.iter_mut().skip(self.plain).enumerate() {
            bind.joint = (first + index) as u16;
        }
        let parts = SkinParts {
            binds,
            influences: old.influences().to_vec(),
            corners: old.corners().to_vec(),
            triangles: old.triangles().to_vec(),
            ..SkinParts::default()
        };
        Ok(Skin::new(old.name(), parts, skeleton)?)
    }
}
