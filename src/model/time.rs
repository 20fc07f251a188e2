//! The times of a motion's frames, and the frames around a moment.

use super::BuildError;

/// The longest step, and the last key: seconds, 30,000 years. So the end of every motion is finite.
const LONGEST: f64 = 1e12;

/// Whether a number is a time between frames: above 0 and not past [`LONGEST`].
pub(super) fn is_step(seconds: f64) -> bool {
    seconds > 0.0 && seconds <= LONGEST
}

/// The time of each frame.
#[derive(Debug, Clone, PartialEq)]
pub enum Time {
    /// Frame `n` is at `n * frame_time` seconds. Always greater than 0, and 1e12 at most.
    Uniform {
        /// Seconds from one frame to the next.
        frame_time: f64,
    },
    /// Frame `n` is at `keys[n]` seconds: sorted, the first is 0, the last 1e12 at most.
    Keys(Vec<f64>),
}

impl Time {
    /// Start of a frame in seconds; for keys, 0 past the last one.
    pub fn start_of(&self, frame: usize) -> f64 {
        match self {
            Self::Uniform { frame_time } => frame as f64 * frame_time,
            Self::Keys(keys) => keys.get(frame).copied().unwrap_or(0.0),
        }
    }

    /// Seconds between frames; the mean for keys.
    pub fn step(&self) -> f64 {
        match self {
            Self::Uniform { frame_time } => *frame_time,
            Self::Keys(keys) => {
                let steps = keys.len().saturating_sub(1).max(1);
                keys.last().copied().filter(|&end| end > 0.0).unwrap_or(1.0) / steps as f64
            }
        }
    }

    /// Whether these are times of `frame_count` frames: keys match that number, are sorted and start at 0; a uniform step is above 0; none is
    /// past [`LONGEST`].
    pub(super) fn check(&self, frame_count: usize) -> Result<(), BuildError> {
        match self {
            Self::Uniform { frame_time } if is_step(*frame_time) => Ok(()),
            Self::Keys(keys) if keys.len() != frame_count => Err(BuildError::WrongLength),
            Self::Keys(keys)
                if keys.first() == Some(&0.0) && keys.is_sorted() && keys.iter().all(|key| *key <= LONGEST) =>
            {
                Ok(())
            }
            _ => Err(BuildError::NotFinite),
        }
    }

    /// See [`Motion::locate`](super::Motion::locate).
    pub(super) fn locate(&self, frame_count: usize, seconds: f64) -> Span {
        let last = frame_count.saturating_sub(1);
        // `max` returns 0 for NaN.
        let seconds = seconds.max(0.0);
        let (from, fraction) = match self {
            Self::Uniform { frame_time } => {
                let position = (seconds / frame_time).min(last as f64);
                // Rounding may put a frame's own time just below its number.
                let nearest = position.round();
                if (position - nearest).abs() < 1e-9 * (nearest + 1.0) {
                    (nearest as usize, 0.0)
                } else {
                    (position as usize, position.fract())
                }
            }
            Self::Keys(keys) => {
                let next = keys.partition_point(|&key| key <= seconds);
                let from = next.saturating_sub(1).min(last);
                match (keys.get(from), keys.get(from + 1)) {
                    (Some(&a), Some(&b)) if b > a => (from, ((seconds - a) / (b - a)).clamp(0.0, 1.0)),
                    _ => (from, 0.0),
                }
            }
        };
        Span { from, to: (from + 1).min(last), fraction: fraction as f32 }
    }
}

/// Two neighbouring frames and a position between them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Span {
    /// The frame at or before the moment.
    pub from: usize,
    /// The frame after it; the same as `from` on the last frame.
    pub to: usize,
    /// 0 at `from`, towards 1 at `to`.
    pub fraction: f32,
}

#[cfg(test)]
mod tests {
    use glam::{Quat, Vec3};

    use super::*;
    use crate::error::Limits;
    use crate::model::{Channels, JointKind, Motion, MotionBuilder, PositionMode, SkeletonBuilder};

    fn of_frames(n: usize) -> Motion {
        let mut b = SkeletonBuilder::new(&Limits::default());
        b.add("root", None, JointKind::Joint, Vec3::ZERO, Quat::IDENTITY).unwrap();
        let channels = Channels { translated: vec![0], ..Channels::default() };
        let skeleton = b.finish().unwrap();
        let mut b = MotionBuilder::new(&skeleton, channels, PositionMode::Replace, &Limits::default()).unwrap();
        for i in 0..n {
            b.push_row(|row| row.translations[0] = Vec3::splat(i as f32)).unwrap();
        }
        b.set_frame_time(0.1);
        b.finish().unwrap()
    }

    #[test]
    fn duration_counts_steps_not_frames() {
        assert!((of_frames(11).duration() - 1.0).abs() < 1e-12);
        assert_eq!(of_frames(1).duration(), 0.0);
    }

    #[test]
    fn steps_and_keys_that_would_never_end_are_refused() {
        for endless in [1.1e12, 1e300, f64::MAX, f64::INFINITY, f64::NAN, 0.0, -1.0] {
            let mut motion = of_frames(11);
            motion.set_frame_time(endless);
            assert_eq!(motion.frame_time(), 0.1, "{endless}");
            assert_eq!(motion.set_time(Time::Uniform { frame_time: endless }), Err(BuildError::NotFinite));
            let mut keys = vec![0.0; 10];
            keys.push(endless);
            if endless != 0.0 {
                assert_eq!(motion.set_time(Time::Keys(keys)), Err(BuildError::NotFinite), "{endless}");
            }
        }
    }

    #[test]
    fn moments_are_located_and_clamped() {
        let motion = of_frames(3);
        let at = |s| motion.locate(s);
        assert_eq!(at(-1.0), Span { from: 0, to: 1, fraction: 0.0 });
        assert_eq!(at(0.1), Span { from: 1, to: 2, fraction: 0.0 });
        assert!((at(0.15).fraction - 0.5).abs() < 1e-6);
        assert_eq!(at(9.0), Span { from: 2, to: 2, fraction: 0.0 });
    }

    #[test]
    fn moments_that_are_no_numbers_are_clamped_too() {
        let (even, mut keyed, mut still) = (of_frames(3), of_frames(3), of_frames(1));
        keyed.set_time(Time::Keys(vec![0.0, 1.0, 5.0])).unwrap();
        still.set_time(Time::Keys(vec![0.0])).unwrap();
        for (motion, last) in [(even, 2), (keyed, 2), (still, 0), (of_frames(1), 0)] {
            let first = Span { from: 0, to: last.min(1), fraction: 0.0 };
            assert_eq!(motion.locate(f64::NAN), first);
            assert_eq!(motion.locate(f64::NEG_INFINITY), first);
            assert_eq!(motion.locate(f64::INFINITY), Span { from: last, to: last, fraction: 0.0 });
        }
    }

    #[test]
    fn every_frame_is_found_at_its_own_time() {
        let mut motion = of_frames(1000);
        for frame_time in [1.0 / 30.0, 1.0 / 120.0, 0.0083333, 0.033333, 0.0417083750417] {
            motion.set_frame_time(frame_time);
            for frame in 0..1000 {
                assert_eq!(motion.locate(motion.frame_start(frame)).from, frame, "at {frame_time}");
            }
        }
    }

    #[test]
    fn keyed_motion_is_located_between_its_keys() {
        let mut motion = of_frames(3);
        motion.set_time(Time::Keys(vec![0.0, 1.0, 5.0])).unwrap();
        assert_eq!(motion.locate(3.0), Span { from: 1, to: 2, fraction: 0.5 });
        assert_eq!(motion.locate(7.0), Span { from: 2, to: 2, fraction: 0.0 });
        assert_eq!(motion.duration(), 5.0);
    }
}
