//! Which moments of a motion become the frames of an excerpt.

use super::Moments;
use crate::error::Limits;
use crate::model::{BuildError, Motion, Span, Time};
use crate::write::WriteError;

/// Moments that are nearer than this share of a frame are the same: files round the time from frame to frame (0.0333333 for
/// 30 frames a second), so that what somebody calls half a second is that much off.
const SAME: f64 = 1e-3;

/// The moments that are taken out of a motion.
pub(super) struct Cut {
    /// How many frames; at least 1.
    pub(super) count: usize,
    /// When they are; the first is at 0.
    pub(super) time: Time,
    /// Whether they are the motion's own frames, all of them.
    pub(super) is_whole: bool,
    /// The first of the motion's frames, and its moment.
    first: usize,
    start: f64,
    rate: Option<f64>,
}

impl Cut {
    pub(super) fn new(motion: &Motion, moments: &Moments, rate: Option<f64>) -> Result<Self, WriteError> {
        let last = motion.frame_count().saturating_sub(1);
        let step = motion.frame_time();
        // Moments as numbers of frames are exact to what a frame's time can say.
        let (from, to) = match moments {
            Moments::All => (0.0, motion.duration()),
            Moments::Frames(range) => {
                if range.is_empty() || *range.start() > last {
                    return Err(WriteError::NoFrames);
                }
                (motion.frame_start(*range.start()), motion.frame_start((*range.end()).min(last)))
            }
            Moments::Seconds(range) => {
                let (from, to) = (range.start().max(0.0), range.end().min(motion.duration()));
                if range.start().is_nan() || range.end().is_nan() || from > to + SAME * step {
                    return Err(WriteError::NoFrames);
                }
                (from.min(to), to)
            }
        };
        let Some(rate) = rate else { return Self::of_frames(motion, from, to, step) };
        let steps = ((to - from) * rate + SAME).floor();
        if !(rate.is_finite() && rate > 0.0) {
            return Err(WriteError::BadRate { rate });
        }
        if steps >= Limits::default().frames as f64 {
            return Err(BuildError::TooManyFrames.into());
        }
        let (count, time) = (steps as usize + 1, Time::Uniform { frame_time: 1.0 / rate });
        Ok(Self { count, time, is_whole: false, first: 0, start: from, rate: Some(rate) })
    }

    /// The motion's own frames from one moment to another.
    fn of_frames(motion: &Motion, from: f64, to: f64, step: f64) -> Result<Self, WriteError> {
        let early = SAME * step;
        let (first, last) = match motion.time() {
            Time::Uniform { frame_time } => {
                (((from - early) / frame_time).ceil().max(0.0) as usize, ((to + early) / frame_time).floor() as usize)
            }
            Time::Keys(keys) => (
                keys.partition_point(|key| *key < from - early),
                keys.partition_point(|key| *key <= to + early).saturating_sub(1),
            ),
        };
        let last = last.min(motion.frame_count().saturating_sub(1));
        if first > last {
            return Err(WriteError::NoFrames);
        }
        let start = motion.frame_start(first);
        let time = match motion.time() {
            Time::Uniform { .. } => motion.time().clone(),
            Time::Keys(keys) => {
                Time::Keys(keys.get(first..=last).unwrap_or_default().iter().map(|key| key - start).collect())
            }
        };
        let is_whole = first == 0 && last + 1 == motion.frame_count();
        Ok(Self { count: last - first + 1, time, is_whole, first, start, rate: None })
    }

    /// Where the `index`-th frame is in the motion.
    pub(super) fn span(&self, motion: &Motion, index: usize) -> Span {
        match self.rate {
            Some(rate) => motion.locate(self.start + index as f64 / rate),
            None => Span { from: self.first + index, to: self.first + index, fraction: 0.0 },
        }
    }

    /// Which frame of the excerpt a frame of the motion is; between two, or outside, where it is none.
    pub(super) fn frame(&self, motion: &Motion, frame: usize) -> f64 {
        match self.rate {
            Some(rate) => (motion.frame_start(frame) - self.start) * rate,
            None => frame as f64 - self.first as f64,
        }
    }
}
