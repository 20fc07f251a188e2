//! Frames of a file that can be played before it is complete.

use super::missing::MissingValues;
use super::warning_log::WarningLog;
use crate::error::{Limits, Location};
use crate::model::{Behaviour, BuildError, Clip, Confidence, Motion, MotionBuilder, PositionMode, RowMut, Skeleton};

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
    pub(crate) warnings: WarningLog,
    /// Values that the file lacks.
    pub(crate) missing: MissingValues,
    /// Frames are being taken, or room for all was reserved: reserve no more in advance.
    reserved: bool,
    /// Bytes that a frame counts as, where the bytes of the file limit the frames.
    frame_bytes: Option<u64>,
    reference: Option<ReferenceCheck>,
    /// Frames at the start that were left out.
    left_out: usize,
}

/// Frames that tell whether the first one is a reference pose.
const REFERENCE_FRAMES: usize = 3;

/// How to tell whether the first frame is a reference pose, and what then follows.
#[derive(Debug)]
pub(crate) struct ReferenceCheck {
    /// Whether a motion begins with one. A function pointer keeps its code out of readers whose files never do.
    pub(crate) is_reference: fn(&Skeleton, &Motion) -> bool,
    /// Where the first frame is in the file.
    pub(crate) place: Location,
    /// It is left out.
    pub(crate) skips: bool,
}

impl ReferenceCheck {
    /// Warns of a reference pose and leaves it out, if that was asked. `motion` begins with the first frames. Returns the number of frames left out.
    fn settle(&self, skeleton: &Skeleton, motion: &mut Motion, warnings: &mut WarningLog) -> usize {
        // The meaning of positions may not be decided yet. A T pose in the wrong one is still a T pose, or no body.
        let mut first = motion.outline();
        let found = first.append(motion.frames(0..REFERENCE_FRAMES)).is_ok()
            && [PositionMode::Replace, PositionMode::Add].into_iter().any(|mode| {
                first.set_position_mode(skeleton, mode);
                (self.is_reference)(skeleton, &first)
            });
        if !found {
            return 0;
        }
        let what = if self.skips {
            "was a T-pose for reference and is left out"
        } else {
            "is a T-pose for reference; the motion starts at the second"
        };
        warning!(warnings.each => "bvh.reference-frame", self.place, "the first frame {what}");
        if self.skips {
            motion.remove_first_frame();
        }
        usize::from(self.skips)
    }
}

impl FrameStream {
    /// No frames yet. Replaces the outline's behaviours by the motion of `builder`. Only `warnings` are this file's, not the outline's.
    pub(crate) fn new(mut outline: Clip, builder: MotionBuilder, warnings: WarningLog) -> Self {
        outline.behaviours = vec![Behaviour { name: outline.name.clone(), motion: builder.so_far().outline() }];
        let missing = MissingValues::default();
        Self { outline, builder, warnings, missing, reserved: false, frame_bytes: None, reference: None, left_out: 0 }
    }

    /// Limits the frames to those that the bytes of the file justify. A row of the file may lack most of its `numbers`, and most joints may
    /// have none, but each row is a whole frame.
    pub(crate) fn limited_by_input(mut self, numbers: usize) -> Self {
        let row_bytes = self.builder.so_far().row_bytes() as u64;
        let joints = JOINT_BYTES * self.outline.skeleton.len() as u64;
        self.frame_bytes = Some((NUMBER_BYTES * numbers as u64).max(row_bytes).max(joints));
        self.justify(0);
        self
    }

    /// Looks for a reference pose at the start.
    pub(crate) fn look_for(&mut self, check: ReferenceCheck) {
        self.reference = Some(check);
    }

    /// Tells how many bytes of the file were read.
    pub(crate) fn justify(&mut self, bytes: u64) {
        if let Some(frame_bytes) = self.frame_bytes {
            let frames = Limits::justified_by(bytes) / frame_bytes.max(1);
            self.builder.justify(usize::try_from(frames).unwrap_or(usize::MAX));
        }
    }

    /// Appends a frame: see [`MotionBuilder::push_row`].
    #[inline(always)]
    pub(crate) fn push_row(&mut self, write: impl FnOnce(&mut RowMut<'_>)) -> Result<(), BuildError> {
        self.builder.push_row(write)
    }

    /// Number of frames so far, taken ones included.
    pub(crate) fn frame_count(&self) -> usize {
        self.builder.frame_count()
    }

    /// Sets how position channels are read, from the frames so far, and the confidence. `None`: both readings are equal.
    pub(crate) fn set_position_mode(&mut self, mode: Option<PositionMode>, confidence: Confidence) {
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
    pub(crate) fn expect_frames(&mut self, frames: usize) {
        let held = self.builder.so_far();
        if !self.reserved && held.frame_count().saturating_mul(held.row_bytes()) >= RESERVE_FROM {
            self.reserved = true;
            self.builder.reserve(frames.saturating_sub(self.frame_count()));
        }
    }

    /// The frames since the last call, if any. Where a reference pose is looked for, not before there are enough to tell.
    pub(crate) fn take_frames(&mut self) -> Option<Motion> {
        if self.reference.is_some() && self.frame_count() < REFERENCE_FRAMES {
            return None;
        }
        self.reserved = true;
        let mut frames = self.builder.take_frames();
        if let Some(check) = self.reference.take() {
            self.left_out = check.settle(&self.outline.skeleton, &mut frames, &mut self.warnings);
        }
        // The next call will probably need as many.
        self.builder.reserve(frames.frame_count());
        Some(frames).filter(|frames| frames.frame_count() > 0)
    }

    /// The clip without frames and without this file's warnings.
    pub(crate) fn outline(&self) -> &Clip {
        &self.outline
    }

    /// The clip with the frames not taken, or at rest if there never was a frame. This file's warnings follow those of others.
    pub(crate) fn finish(self) -> Clip {
        let Self { outline: mut clip, builder, mut warnings, missing, reference, mut left_out, .. } = self;
        let mut motion = builder.finish_remaining();
        if let Some(check) = reference {
            left_out = check.settle(&clip.skeleton, &mut motion, &mut warnings);
        }
        (clip.about.marks, clip.about.marks_dropped) = missing.finish(left_out);
        let (mut warnings, dropped) = warnings.into_list();
        clip.warnings.append(&mut warnings);
        clip.warnings_dropped += dropped;
        if let Some(behaviour) = clip.behaviours.first_mut() {
            behaviour.motion = motion;
        }
        clip
    }
}
