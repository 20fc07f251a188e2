//! Selects the moments of a motion that become the frames of an excerpt.

use super::Moments;
use crate::WriteError;
use marey::Limits;
use marey::model::{BuildError, Motion, Span, Time};

/// Moments closer than this fraction of a frame are equal. Files round the frame time (0.0333333 for 30 frames a second), so
/// a user's half second is off by as much.
const SAME: f64 = 1e-3;

/// The selected moments of a motion.
pub(super) struct Cut {
    /// Number of frames, at least 1.
    pub(super) count: usize,
    /// Times of the frames; the first is 0.
    pub(super) time: Time,
    /// Whether the selection is all of the motion's own frames.
    pub(super) is_whole: bool,
    /// The first selected frame of the motion, and its moment in seconds.
    first: usize,
    start: f64,
    sampled: Sampled,
}

/// Which moments become frames.
enum Sampled {
    /// Every so many of the motion's own frames, at least 1.
    Frames(usize),
    /// So many moments a second.
    Rate(f64),
}

/// A rate within this share of the motion's own, or of a whole part of it, takes the motion's frames as they are: files round the frame time,
/// to 0.033333 for 30 frames a second, and interpolation would lose one of 3,000 frames.
pub const SAME_RATE: f64 = 2e-4;

impl Cut {
    pub(super) fn new(motion: &Motion, moments: &Moments, rate: Option<f64>) -> Result<Self, WriteError> {
        let last = motion.frame_count().saturating_sub(1);
        let step = motion.frame_time();
        // Frame numbers become seconds with the accuracy of the frame time.
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
        let Some(rate) = rate else { return Self::of_frames(motion, from, to, 1) };
        if !(rate.is_finite() && rate > 0.0) {
            return Err(WriteError::BadRate { rate });
        }
        if let Some(stride) = stride(motion, from, rate) {
            let mut cut = Self::of_frames(motion, from, to, stride)?;
            cut.time = Time::Uniform { frame_time: 1.0 / rate };
            return Ok(cut);
        }
        let steps = ((to - from) * rate + SAME).floor();
        if steps >= Limits::default().frames as f64 {
            return Err(BuildError::TooManyFrames.into());
        }
        let (count, time) = (steps as usize + 1, Time::Uniform { frame_time: 1.0 / rate });
        Ok(Self { count, time, is_whole: false, first: 0, start: from, sampled: Sampled::Rate(rate) })
    }

    /// Selects the motion's own frames between two moments, each `stride`-th of them.
    fn of_frames(motion: &Motion, from: f64, to: f64, stride: usize) -> Result<Self, WriteError> {
        let early = SAME * motion.frame_time();
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
        let is_whole = first == 0 && last + 1 == motion.frame_count() && stride == 1;
        let count = (last - first) / stride + 1;
        Ok(Self { count, time, is_whole, first, start, sampled: Sampled::Frames(stride) })
    }

    /// The position of the `index`-th frame in the motion.
    pub(super) fn span(&self, motion: &Motion, index: usize) -> Span {
        match self.sampled {
            Sampled::Rate(rate) => motion.locate(self.start + index as f64 / rate),
            Sampled::Frames(stride) => {
                let frame = self.first + index * stride;
                Span { from: frame, to: frame, fraction: 0.0 }
            }
        }
    }

    /// Converts a frame number of the motion to one of the excerpt: a fraction between two frames, out of range outside.
    pub(super) fn frame(&self, motion: &Motion, frame: usize) -> f64 {
        match self.sampled {
            Sampled::Rate(rate) => (motion.frame_start(frame) - self.start) * rate,
            Sampled::Frames(stride) => (frame as f64 - self.first as f64) / stride as f64,
        }
    }
}

/// The number of the motion's frames to one of the rate, where all frames of the rate are the motion's own.
fn stride(motion: &Motion, from: f64, rate: f64) -> Option<usize> {
    let Time::Uniform { frame_time } = motion.time() else { return None };
    let (frames, start) = (1.0 / (frame_time * rate), from / frame_time);
    let whole = frames.round();
    let is_same = whole >= 1.0 && (frames / whole - 1.0).abs() <= SAME_RATE && (start - start.round()).abs() <= SAME;
    // A stride past the limit of frames leaves the first one.
    is_same.then_some(whole.min(f64::from(u32::MAX)) as usize)
}
