//! Frames of a file that can be played before it is complete.

use super::warning_log::WarningLog;
use crate::error::Limits;
use crate::model::{Behaviour, BuildError, Clip, Confidence, Motion, MotionBuilder, PositionMode, RowMut};

/// Bytes of frames held from which on room for all expected frames is reserved, if nobody takes frames.
const RESERVE_FROM: usize = 4 << 20;

/// Bytes that a number of a row counts as, and a joint that does not move.
const NUMBER_BYTES: u64 = 8;
const JOINT_BYTES: u64 = 2;

/// A clip whose frames are still being read: its outline, the frames not taken yet, and the warnings so far.
#[derive(Debug)]
pub struct FrameStream {
    /// The clip without frames and without this file's warnings.
    outline: Clip,
    builder: MotionBuilder,
    pub(super) warnings: WarningLog,
    /// Frames are being taken, or room for all was reserved: reserve no more in advance.
    reserved: bool,
    /// Bytes that a frame counts as, where the bytes of the file limit the frames.
    frame_bytes: Option<u64>,
}

impl FrameStream {
    /// No frames yet. Replaces the outline's behaviours by the motion of `builder`. Only `warnings` are this file's, not the outline's.
    pub(super) fn new(mut outline: Clip, builder: MotionBuilder, warnings: WarningLog) -> Self {
        outline.behaviours = vec![Behaviour { name: outline.name.clone(), motion: builder.so_far().outline() }];
        Self { outline, builder, warnings, reserved: false, frame_bytes: None }
    }

    /// Limits the frames to those that the bytes of the file justify. A row of the file may lack most of its `numbers`, and most joints may
    /// have none, but each row is a whole frame.
    pub(super) fn limited_by_input(mut self, numbers: usize) -> Self {
        let row_bytes = self.builder.so_far().row_bytes() as u64;
        let joints = JOINT_BYTES * self.outline.skeleton.len() as u64;
        self.frame_bytes = Some((NUMBER_BYTES * numbers as u64).max(row_bytes).max(joints));
        self.justify(0);
        self
    }

    /// Tells how many bytes of the file were read.
    pub(super) fn justify(&mut self, bytes: u64) {
        if let Some(frame_bytes) = self.frame_bytes {
            let frames = Limits::justified_by(bytes) / frame_bytes.max(1);
            self.builder.justify(usize::try_from(frames).unwrap_or(usize::MAX));
        }
    }

    /// Appends a frame: see [`MotionBuilder::push_row`].
    #[inline(always)]
    pub(super) fn push_row(&mut self, write: impl FnOnce(&mut RowMut<'_>)) -> Result<(), BuildError> {
        self.builder.push_row(write)
    }

    /// Number of frames so far, taken ones included.
    pub(super) fn frame_count(&self) -> usize {
        self.builder.frame_count()
    }

    /// Sets how position channels are read, from the frames so far, and the confidence. `None`: both readings are equal.
    pub(super) fn set_position_mode(&mut self, mode: Option<PositionMode>, confidence: Confidence) {
        let Self { outline, builder, .. } = self;
        outline.source.position_confidence = confidence;
        if outline.source.position_mode != mode {
            outline.source.position_mode = mode;
            let mode = mode.unwrap_or(PositionMode::Replace);
            builder.set_position_mode(&outline.skeleton, mode);
            for behaviour in &mut outline.behaviours {
                behaviour.motion.set_position_mode(&outline.skeleton, mode);
            }
        }
    }

    /// Hints at the total number of frames, to reserve memory.
    pub(super) fn expect_frames(&mut self, frames: usize) {
        let held = self.builder.so_far();
        if !self.reserved && held.frame_count().saturating_mul(held.row_bytes()) >= RESERVE_FROM {
            self.reserved = true;
            self.builder.reserve(frames.saturating_sub(self.frame_count()));
        }
    }

    /// The frames since the last call, if any.
    pub(super) fn take_frames(&mut self) -> Option<Motion> {
        self.reserved = true;
        let frames = self.builder.take_frames();
        // The next call will probably need as many.
        self.builder.reserve(frames.frame_count());
        Some(frames).filter(|frames| frames.frame_count() > 0)
    }

    /// The clip without frames and without this file's warnings.
    pub(super) fn outline(&self) -> &Clip {
        &self.outline
    }

    /// The clip with the frames not taken, or at rest if there never was a frame. This file's warnings follow those of others.
    pub(super) fn finish(self) -> Clip {
        let Self { outline: mut clip, builder, warnings, .. } = self;
        let (mut warnings, dropped) = warnings.into_list();
        clip.warnings.append(&mut warnings);
        clip.warnings_dropped += dropped;
        if let Some(behaviour) = clip.behaviours.first_mut() {
            behaviour.motion = builder.finish_remaining();
        }
        clip
    }
}
