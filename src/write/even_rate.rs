//! The rate for resampling uneven keys.

use super::Sampling;
use crate::model::{Format, Motion, Time};

/// Lowest rate: slower motion does not look smooth.
const LEAST: f64 = 30.0;
/// Highest rate: that of fast motion capture. Keys closer than this are a jump, or come from two curves.
const MOST: f64 = 240.0;

/// The frame rate for resampling a motion with uneven keys: that of its densest keys, rounded to a whole number of frames a
/// second, from 30 to 240. `None` if its frames are even already.
///
/// For formats with a single frame time, see [`WriteError::UnevenFrames`](super::WriteError::UnevenFrames).
pub fn even_rate(motion: &Motion) -> Option<f64> {
    let Time::Keys(keys) = motion.time() else { return None };
    // The format only appears in the error.
    if Sampling::Frames.frame_time(motion, Format::Bvh).is_ok() {
        return None;
    }
    let steps = keys.iter().zip(keys.iter().skip(1)).map(|(from, to)| to - from);
    let densest = steps.filter(|step| step * MOST > 1.0 - 1e-3).fold(f64::INFINITY, f64::min);
    Some((1.0 / densest).round().clamp(LEAST, MOST))
}

#[cfg(test)]
mod tests {
    use glam::{Quat, Vec3};

    use super::*;
    use crate::error::Limits;
    use crate::model::{Channels, JointKind, MotionBuilder, PositionMode, SkeletonBuilder};

    fn rate(keys: &[f64]) -> Option<f64> {
        let limits = Limits::default();
        let mut skeleton = SkeletonBuilder::new(&limits);
        skeleton.add("a", None, JointKind::Joint, Vec3::ZERO, Quat::IDENTITY).unwrap();
        let skeleton = skeleton.finish().unwrap();
        let mut frames = MotionBuilder::new(&skeleton, Channels::default(), PositionMode::Replace, &limits).unwrap();
        keys.iter().for_each(|_| frames.push_row(|_| {}).unwrap());
        let mut motion = frames.finish().unwrap();
        motion.set_time(Time::Keys(keys.to_vec())).unwrap();
        even_rate(&motion)
    }

    #[test]
    fn the_densest_keys_decide_the_rate() {
        assert_eq!(rate(&[0.0, 0.1, 0.2]), None);
        assert_eq!(rate(&[0.0, 1.0, 5.0]), Some(30.0));
        assert_eq!(rate(&[0.0, 1.0 / 60.0, 5.0]), Some(60.0));
        assert_eq!(rate(&[0.0, 1.001 / 120.0, 1.0, 5.0]), Some(120.0));
        // A jump.
        assert_eq!(rate(&[0.0, 0.5, 0.500001, 1.0]), Some(30.0));
    }
}
