//! Positions of joints in double precision.

use glam::{Affine3A, DAffine3, DQuat, DVec3};

use crate::compare::Subject;
use marey::pose::{Interpolation, Pose, sample, world_matrices, world_transforms};

/// Poses a motion again and again without allocating. Positions are multiplied down the tree in double precision, because speeds and
/// accelerations divide their rounding by the frame time; those of skeletons with scales are in single precision.
pub(super) struct Places<'a> {
    subject: &'a Subject<'a>,
    pose: Pose,
    world: Vec<DAffine3>,
}

impl<'a> Places<'a> {
    pub(super) fn new(subject: &'a Subject<'a>) -> Self {
        Self { subject, pose: Pose::rest(subject.skeleton()), world: Vec::new() }
    }

    /// The positions of all joints at a moment (seconds): metres, +Y up. Replaces what `points` holds.
    pub(super) fn at(&mut self, seconds: f64, points: &mut Vec<DVec3>) {
        let Self { subject, pose, world } = self;
        let skeleton = subject.skeleton();
        sample(subject.motion(), seconds, Interpolation::Linear, pose);
        points.clear();
        if skeleton.scaling().is_some() {
            world_matrices(skeleton, Affine3A::IDENTITY, pose);
            points.extend(pose.world.iter().map(|world| subject.upright(world.translation.as_dvec3())));
            return;
        }
        let joints = pose.rotations.iter().zip(&pose.translations);
        let locals = joints
            .map(|(turn, place)| DAffine3::from_rotation_translation(turn.as_dquat().normalize(), place.as_dvec3()));
        world_transforms(skeleton.parent_of_each(), locals, world);
        points.extend(world.iter().map(|world| subject.upright(world.translation)));
    }

    /// How a joint is turned relative to its parent at the moment of the last [`at`](Self::at).
    pub(super) fn turn(&self, joint: usize) -> DQuat {
        self.pose.rotations.get(joint).map_or(DQuat::IDENTITY, |turn| turn.as_dquat())
    }
}
