//! What Marey's own readers take by default: more is not written.

use super::WriteError;
use crate::error::Limits;
use crate::model::{BuildError, Format, Skeleton};

/// Whether a skeleton of so many joints, nested so deep, can be read. Points count as joints, but nest no deeper than the
/// joint that they are on.
pub(super) fn check_skeleton(format: Format, joints: usize, depth: usize) -> Result<(), WriteError> {
    let limits = Limits::default();
    if joints > limits.joints {
        Err(WriteError::TooManyJoints { format, most: limits.joints })
    } else if depth > limits.depth {
        Err(WriteError::TooDeep { format, most: limits.depth })
    } else {
        Ok(())
    }
}

/// How many joints hang on each other at most, of those that count.
pub(super) fn deepest(skeleton: &Skeleton, counts: &dyn Fn(usize) -> bool) -> usize {
    let mut depths: Vec<usize> = Vec::with_capacity(skeleton.len());
    for joint in 0..skeleton.len() {
        let above = skeleton.parent(joint).and_then(|parent| depths.get(parent)).copied();
        depths.push(above.unwrap_or(0) + usize::from(counts(joint)));
    }
    depths.into_iter().max().unwrap_or(0)
}

/// Whether so many frames can be read, of which each turns and moves so many joints.
pub(super) fn check_frames(frames: usize, turned: usize, moved: usize) -> Result<(), WriteError> {
    let limits = Limits::default();
    // A quaternion and a vector of `f32`.
    let bytes = (16 * turned as u64 + 12 * moved as u64).saturating_mul(frames as u64);
    if frames > limits.frames || bytes > limits.motion_bytes {
        return Err(BuildError::TooManyFrames.into());
    }
    Ok(())
}
