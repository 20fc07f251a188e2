//! Poses of a motion that the guesses are made from.

use glam::{Affine3A, Vec3};

use crate::checked::Checked;
use crate::model::{Bounds, JointKind, Motion, Skeleton};
use crate::pose::{Interpolation, Pose, sample, sample_frame, world_matrices};

/// Number of frames, spread evenly.
const SAMPLED_FRAMES: usize = 33;

/// Whether each joint is off the body, and so may be far from it: frames that carry no joint (balls, cameras), and everything
/// on them. Such frames come after all joints.
pub fn off_body(skeleton: &Skeleton) -> Vec<bool> {
    let joints = skeleton.kinds().iter().rposition(|kind| *kind == JointKind::Joint);
    let is_frame = |joint: usize| skeleton.kinds().get(joint) == Some(&JointKind::Frame);
    skeleton.down_the_tree(|joint, above| above == Some(true) || is_frame(joint) && Some(joint) > joints)
}

/// Positions of all joints `later` seconds after some evenly spread frames from `first` on: see [`poses`](super::poses()).
pub(super) fn poses_from(first: usize, skeleton: &Skeleton, motion: &Motion, later: f64) -> Vec<Vec<Vec3>> {
    let moment = |frame: usize| {
        let start = motion.frame_start(frame);
        if start + later > motion.duration() { (start - later).max(motion.frame_start(first)) } else { start + later }
    };
    let moments: Vec<f64> = sampled_frames(first, motion).map(moment).collect();
    poses_at(skeleton, motion, &moments)
}

/// As [`poses_from`], at the frames themselves.
pub(super) fn frame_poses_from(first: usize, skeleton: &Skeleton, motion: &Motion) -> Vec<Vec<Vec3>> {
    poses_of_frames(skeleton, motion, &sampled_frames(first, motion).collect::<Vec<usize>>())
}

/// Positions of all joints in these frames, or in the last one behind the end.
pub(super) fn poses_of_frames(skeleton: &Skeleton, motion: &Motion, frames: &[usize]) -> Vec<Vec<Vec3>> {
    sampled_poses(skeleton, frames.len(), &mut |index, pose| {
        sample_frame(motion, frames.at(index), pose);
    })
}

/// Frames spread evenly over a motion from `first` on, at least one.
fn sampled_frames(first: usize, motion: &Motion) -> impl Iterator<Item = usize> {
    let last = motion.frame_count().saturating_sub(1 + first);
    let steps = last.clamp(1, SAMPLED_FRAMES - 1);
    (0..=last.min(steps)).map(move |step| first + step * last / steps)
}

/// Positions of all joints at these moments (seconds), file space: a pose a moment. Nodes off the body are put at the first joint.
pub fn poses_at(skeleton: &Skeleton, motion: &Motion, moments: &[f64]) -> Vec<Vec<Vec3>> {
    sampled_poses(skeleton, moments.len(), &mut |index, pose| {
        sample(motion, moments.at(index), Interpolation::Linear, pose);
    })
}

/// Not generic, so that it is compiled once.
fn sampled_poses(skeleton: &Skeleton, count: usize, sample: &mut dyn FnMut(usize, &mut Pose)) -> Vec<Vec<Vec3>> {
    let mut pose = Pose::rest(skeleton);
    let off_body = off_body(skeleton);
    let poses = (0..count).map(|index| {
        sample(index, &mut pose);
        world_matrices(skeleton, Affine3A::IDENTITY, &mut pose);
        let first = pose.world.at(0);
        let places = pose.world.iter().zip(&off_body).map(|(world, is_off)| if *is_off { first } else { *world });
        places.map(|place| place.translation.into()).collect()
    });
    poses.collect()
}

/// The way of each of these joints through these moments (seconds), file space.
pub(crate) fn paths_at(skeleton: &Skeleton, motion: &Motion, moments: &[f64], joints: &[usize]) -> Vec<Vec<Vec3>> {
    let mut pose = Pose::rest(skeleton);
    let mut paths = vec![Vec::with_capacity(moments.len()); joints.len()];
    for moment in moments {
        sample(motion, *moment, Interpolation::Linear, &mut pose);
        world_matrices(skeleton, Affine3A::IDENTITY, &mut pose);
        for (path, joint) in paths.iter_mut().zip(joints) {
            path.push(pose.place(*joint));
        }
    }
    paths
}

/// The bounding box of each pose.
pub fn boxes(poses: &[Vec<Vec3>]) -> Vec<Bounds> {
    let bounds = |points: &Vec<Vec3>| {
        let mut bounds = Bounds::EMPTY;
        points.iter().for_each(|&point| bounds.include(point));
        bounds
    };
    poses.iter().map(bounds).collect()
}

/// The value at index `rank` of the sorted values; 0 if there is none. Counts instead of sorting a few dozen values.
pub fn ranked(values: &[f32], rank: usize) -> f32 {
    let has_rank = |v: &f32| {
        // How many values come before it, and with its equals.
        let count = |(before, with): (usize, usize), other: &f32| {
            (before + usize::from(other < v), with + usize::from(other <= v))
        };
        let (before, with) = values.iter().fold((0, 0), count);
        (before..with).contains(&rank)
    };
    values.iter().copied().find(has_rank).unwrap_or(0.0)
}
