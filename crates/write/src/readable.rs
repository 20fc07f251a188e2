//! Checks that Marey's readers will accept a file under their default limits.

use super::WriteError;
use marey::Limits;
use marey::model::{BuildError, Format, Skeleton};

/// Checks the number of joints and their nesting depth. End sites and sites count as joints but add no depth.
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

/// The longest chain of joints, counting only those for which `counts` is true.
pub(super) fn deepest(skeleton: &Skeleton, counts: &dyn Fn(usize) -> bool) -> usize {
    let mut depths: Vec<usize> = Vec::with_capacity(skeleton.len());
    for joint in 0..skeleton.len() {
        let above = skeleton.parent(joint).and_then(|parent| depths.get(parent)).copied();
        depths.push(above.unwrap_or(0) + usize::from(counts(joint)));
    }
    depths.into_iter().max().unwrap_or(0)
}

/// Checks the number of frames, and their size in memory for this many rotated and translated joints.
pub(super) fn check_frames(frames: usize, turned: usize, moved: usize) -> Result<(), WriteError> {
    let limits = Limits::default();
    // A quaternion and a vector of `f32`.
    let bytes = (16 * turned as u64 + 12 * moved as u64).saturating_mul(frames as u64);
    if frames > limits.frames || bytes > limits.motion_bytes {
        return Err(BuildError::TooManyFrames.into());
    }
    Ok(())
}
