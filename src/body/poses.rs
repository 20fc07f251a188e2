//! The frames of a motion that guesses look at.

use glam::{Affine3A, Vec3};

use crate::model::{Bounds, JointKind, Motion, Skeleton};
use crate::pose::{Interpolation, Pose, sample, world_matrices};

/// How many frames are looked at, spread evenly.
const LOOKED_AT: usize = 33;

/// For each joint, whether it is a frame that carries no joint, as that of a ball or of a camera, or stands on such a frame. It may be
/// far from the body. Such frames stand behind all joints.
pub(crate) fn off_body(skeleton: &Skeleton) -> Vec<bool> {
    let joints = skeleton.kinds().iter().rposition(|kind| *kind == JointKind::Joint);
    let mut off: Vec<bool> = Vec::with_capacity(skeleton.len());
    for (joint, kind) in skeleton.kinds().iter().enumerate() {
        let is_on_such = skeleton.parent(joint).is_some_and(|parent| off.get(parent) == Some(&true));
        off.push(is_on_such || *kind == JointKind::Frame && Some(joint) > joints);
    }
    off
}

/// The positions of all joints, file space, in some frames spread evenly, `later` seconds after each (before it where the
/// motion ends earlier). At least one pose. A ball, and all else that is off the body, is put where the first joint is.
pub fn poses(skeleton: &Skeleton, motion: &Motion, later: f64) -> Vec<Vec<Vec3>> {
    let last = motion.frame_count().saturating_sub(1);
    let steps = last.clamp(1, LOOKED_AT - 1);
    let moment = |frame: usize| {
        let start = motion.frame_start(frame);
        if start + later > motion.duration() { start - later } else { start + later }
    };
    let moments: Vec<f64> = (0..=last.min(steps)).map(|step| moment(step * last / steps)).collect();
    poses_at(skeleton, motion, &moments)
}

/// The positions of all joints at these moments (seconds), file space: a pose a moment. What is off the body is put where the
/// first joint is.
pub fn poses_at(skeleton: &Skeleton, motion: &Motion, moments: &[f64]) -> Vec<Vec<Vec3>> {
    let mut pose = Pose::rest(skeleton);
    let off_body = off_body(skeleton);
    let poses = moments.iter().map(|&moment| {
        sample(motion, moment, Interpolation::Linear, &mut pose);
        world_matrices(skeleton, Affine3A::IDENTITY, &mut pose);
        let first = pose.world.first().copied().unwrap_or_default();
        let places = pose.world.iter().zip(&off_body).map(|(world, is_off)| if *is_off { first } else { *world });
        places.map(|place| place.translation.into()).collect()
    });
    poses.collect()
}

/// The box of each pose.
pub fn boxes(poses: &[Vec<Vec3>]) -> Vec<Bounds> {
    let bounds = |points: &Vec<Vec3>| {
        let mut bounds = Bounds::EMPTY;
        points.iter().for_each(|&point| bounds.include(point));
        bounds
    };
    poses.iter().map(bounds).collect()
}

/// The value that so many of the others are below; 0 of none. Counts instead of sorting: they are a few dozen.
pub fn ranked(values: &[f32], rank: usize) -> f32 {
    let below = |v: f32| values.iter().filter(|&&other| other < v).count();
    let same = |v: f32| values.iter().filter(|&&other| other == v).count();
    values.iter().copied().find(|&v| (below(v)..below(v) + same(v)).contains(&rank)).unwrap_or(0.0)
}
