//! The figure of a rig: a person of 1.75 m with the rig's joints, in a T-pose.

use std::sync::Arc;

use marey::Limits;
use marey::checked::Checked;
use marey::glam::{Mat3, Quat, Vec3};
use marey::model::{
    Axis, Behaviour, BuildError, Channels, Clip, Format, JointKind, MotionBuilder, PositionMode, SkeletonBuilder,
    Source,
};

use super::table::TargetRig;
use super::tree::TargetJoint;

/// Metres in a centimetre.
const CENTIMETRE: f64 = 0.01;
/// A motion of one frame would be a figure without motion.
const FRAMES: usize = 2;

impl TargetRig {
    /// A person of 1.75 m with the rig's names, tree, rest pose and rotation orders, in the rig's unit, with +Y up. Its motion is a T-pose, which
    /// the rest pose of some rigs is not: all bones of LAFAN1's are along x.
    ///
    /// # Errors
    /// None with the rigs of the table.
    pub fn figure(&self) -> Result<Clip, BuildError> {
        let joints = self.joints();
        let limits = Limits::default();
        let scale = (CENTIMETRE / self.unit.metres()) as f32;
        let mut skeleton = SkeletonBuilder::new(&limits);
        let mut turns = Vec::new();
        for joint in &joints {
            let above = joint.parent.map_or(Mat3::IDENTITY, |parent| axes_at(&joints, parent));
            let offset =
                above.transpose() * (joint.at - joint.parent.map_or(Vec3::ZERO, |parent| place_at(&joints, parent)));
            let is_left_out = joint.parent.is_none() && !self.keeps_root_offset;
            let offset = if is_left_out { Vec3::ZERO } else { clean(offset * scale) };
            let parent = joint.parent.and_then(|parent| u16::try_from(parent).ok());
            skeleton.add(&self.full_name(&joint.name), parent, JointKind::Joint, offset, Quat::IDENTITY)?;
            turns.push(Quat::from_mat3(&(above.transpose() * joint.axes)).normalize());
        }
        let mut channels: Vec<Box<str>> = joints.iter().map(|joint| channels(joint.order, joint.moves)).collect();
        for (joint, index) in joints.iter().zip(0_u16..) {
            if let Some(end) = joint.end {
                let offset = joint.axes.transpose() * (end - joint.at);
                skeleton.add("End Site", Some(index), JointKind::EndSite, clean(offset * scale), Quat::IDENTITY)?;
                channels.push(Box::default());
            }
        }
        let skeleton = skeleton.finish()?;
        // The last of the joints with positions carries the figure: SOMA's root stays at the origin.
        let carrier = joints.iter().rposition(|joint| joint.moves).unwrap_or(0);
        let tracks = Channels {
            rotated: (0_u16..).take(joints.len()).collect(),
            translated: u16::try_from(carrier).into_iter().collect(),
            ..Channels::default()
        };
        let mut motion = MotionBuilder::new(&skeleton, tracks, PositionMode::Replace, &limits)?;
        let at = place_at(&joints, carrier) * scale;
        for _ in 0..FRAMES {
            motion.push_row(|row| {
                row.translations.iter_mut().for_each(|slot| *slot = at);
                row.rotations.iter_mut().zip(&turns).for_each(|(slot, turn)| *slot = *turn);
            })?;
        }
        motion.set_frame_time(1.0 / self.rate);
        let mut source = Source::new(Format::Bvh);
        source.metres_per_unit = Some(self.unit.metres());
        source.unit_stated = true;
        source.up = Some(Axis::Y);
        source.channels = channels;
        let behaviours = vec![Behaviour { name: self.id.to_owned(), motion: motion.finish()? }];
        Ok(Clip::new(self.id.to_owned(), Arc::new(skeleton), behaviours, source))
    }

    /// A joint's name with the rig's prefix.
    pub(super) fn full_name(&self, name: &str) -> String {
        format!("{}{name}", self.prefix)
    }
}

/// The channels of a joint: `Xposition Yposition Zposition Zrotation Yrotation Xrotation`.
pub(super) fn channels(order: &str, moves: bool) -> Box<str> {
    let positions = ["Xposition", "Yposition", "Zposition"].into_iter().filter(|_| moves).map(str::to_owned);
    let rotations = order.chars().map(|axis| format!("{axis}rotation"));
    positions.chain(rotations).collect::<Vec<_>>().join(" ").into_boxed_str()
}

fn axes_at(joints: &[TargetJoint], index: usize) -> Mat3 {
    joints.get(index).map_or(Mat3::IDENTITY, |joint| joint.axes)
}

fn place_at(joints: &[TargetJoint], index: usize) -> Vec3 {
    joints.get(index).map_or(Vec3::ZERO, |joint| joint.at)
}

/// A vector without what rounding left of zeros.
fn clean(vector: Vec3) -> Vec3 {
    const ROUNDING: f32 = 1e-6;
    let mut parts = vector.to_array();
    for axis in 0..3 {
        if parts.at(axis).abs() < ROUNDING * vector.length() {
            parts.put(axis, 0.0);
        }
    }
    Vec3::from_array(parts)
}
