//! The rate for resampling uneven keys.

use super::{Motion, Time};

/// Lowest rate: slower motion does not look smooth.
const LEAST: f64 = 30.0;
/// Highest rate: that of fast motion capture. Keys closer than this are a jump, or come from two curves.
const MOST: f64 = 240.0;

/// Uneven frames count as even if each is within this fraction of a step of its even moment.
const EVEN_ENOUGH: f64 = 1e-6;

impl Motion {
    /// Seconds from one frame to the next. `None` if the frames are uneven.
    pub fn even_frame_time(&self) -> Option<f64> {
        match self.time() {
            Time::Uniform { frame_time } => Some(*frame_time),
            Time::Keys(keys) => {
                let step = self.frame_time();
                let even = |(index, key): (usize, &f64)| (key - index as f64 * step).abs() <= EVEN_ENOUGH * step;
                keys.iter().enumerate().all(even).then_some(step)
            }
        }
    }

    /// The frame rate for resampling a motion with uneven keys: that of its densest keys, rounded to a whole number of frames a
    /// second, from 30 to 240. `None` if its frames are even already.
    pub fn even_rate(&self) -> Option<f64> {
        let Time::Keys(keys) = self.time() else { return None };
        if self.even_frame_time().is_some() {
            return None;
        }
        let steps = keys.iter().zip(keys.iter().skip(1)).map(|(from, to)| to - from);
        let densest = steps.filter(|step| step * MOST > 1.0 - 1e-3).fold(f64::INFINITY, f64::min);
        Some((1.0 / densest).round().clamp(LEAST, MOST))
    }
}

#[cfg(test)]
mod tests {
    use glam::{Quat, Vec3};

    use super::*;
    use marey::error::Limits;
    use marey::model::{Channels, JointKind, MotionBuilder, PositionMode, SkeletonBuilder};

    fn rate(keys: &[f64]) -> Option<f64> {
        let limits = Limits::default();
        let mut skeleton = SkeletonBuilder::new(&limits);
        skeleton.add("a", None, JointKind::Joint, Vec3::ZERO, Quat::IDENTITY).unwrap();
        let skeleton = skeleton.finish().unwrap();
        let mut frames = MotionBuilder::new(&skeleton, Channels::default(), PositionMode::Replace, &limits).unwrap();
        keys.iter().for_each(|_| frames.push_row(|_| {}).unwrap());
        let mut motion = frames.finish().unwrap();
        motion.set_time(Time::Keys(keys.to_vec())).unwrap();
        motion.even_rate()
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
