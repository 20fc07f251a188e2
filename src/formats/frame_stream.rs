//! The frames of a file that may be played before all of it is there.

use super::warning_log::WarningLog;
use crate::model::{Behaviour, BuildError, Clip, Confidence, Motion, MotionBuilder, PositionMode, RowMut};

/// Once so many bytes of frames are held and nobody takes them away, room is made for all that the file's size lets
/// expect.
const RESERVE_FROM: usize = 4 << 20;

/// A clip whose frames are still being read: what is known of the clip, the frames that were not taken yet, and the
/// warnings so far.
#[derive(Debug)]
pub(super) struct FrameStream {
    /// Without frames and without the warnings of its file.
    outline: Clip,
    builder: MotionBuilder,
    /// Warnings of the file.
    pub(super) warnings: WarningLog,
    /// Frames are being taken, or room was made for all of them: no more room is made in advance.
    room_made: bool,
}

impl FrameStream {
    /// No frames yet. The outline's behaviours are replaced by one with the motion of `builder`; its warnings are those of
    /// other files, `warnings` those of this file.
    pub(super) fn new(mut outline: Clip, builder: MotionBuilder, warnings: WarningLog) -> Self {
        outline.behaviours = vec![Behaviour { name: outline.name.clone(), motion: builder.so_far().outline() }];
        Self { outline, builder, warnings, room_made: false }
    }

    /// Appends one frame: see [`MotionBuilder::push_row`].
    #[inline(always)]
    pub(super) fn push_row(&mut self, write: impl FnOnce(&mut RowMut<'_>)) -> Result<(), BuildError> {
        self.builder.push_row(write)
    }

    /// Frames so far, those taken included.
    pub(super) fn frame_count(&self) -> usize {
        self.builder.frame_count()
    }

    /// How position channels are taken, as far as the frames so far tell, and how sure that is. `None`: both ways give the
    /// same.
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

    /// The file is likely to have so many frames in all. A hint for memory; nothing else depends on it.
    pub(super) fn expect_frames(&mut self, frames: usize) {
        let held = self.builder.so_far();
        if !self.room_made && held.frame_count().saturating_mul(held.row_bytes()) >= RESERVE_FROM {
            self.room_made = true;
            self.builder.reserve(frames.saturating_sub(self.frame_count()));
        }
    }

    /// The frames that were read since the last call, if there are any.
    pub(super) fn take_frames(&mut self) -> Option<Motion> {
        self.room_made = true;
        let frames = self.builder.take_frames();
        // As many are likely to come until the next call.
        self.builder.reserve(frames.frame_count());
        Some(frames).filter(|frames| frames.frame_count() > 0)
    }

    /// The clip without its frames and without the warnings of its file.
    pub(super) fn outline(&self) -> &Clip {
        &self.outline
    }

    /// The clip with the frames that were not taken; without a single frame it is at rest. The warnings of its file come
    /// behind those of others.
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
