//! Packets of frames with their bounding boxes.

use std::ops::Range;

use marey::model::{Clip, Motion, Skeleton};
use marey::pose::{FRAMES_A_BOX, boxes_of};

use super::rows;

/// The packet of some frames of a motion, which is the behaviour of this index, with their bounding boxes. It costs as much as posing
/// these frames.
pub fn frames(skeleton: &Skeleton, behaviour: usize, motion: &Motion, range: Range<usize>) -> Vec<u8> {
    let boxes = boxes_of(skeleton, motion, range.clone());
    rows(behaviour, motion.frames(range), &boxes)
}

/// Packs the frames of a clip part by part, so that they are never all in memory twice.
#[derive(Debug, Clone, Default)]
pub struct FramePacker {
    behaviour: usize,
    frame: usize,
}

impl FramePacker {
    /// The packets of the next frames: about so many bytes. `None` after the last frame. `clip` is the same in each call.
    pub fn next(&mut self, clip: &Clip, bytes: usize) -> Option<Vec<u8>> {
        let mut out = Vec::new();
        while let Some(motion) = clip.behaviours.get(self.behaviour).map(|behaviour| &behaviour.motion) {
            let count = frames_of(bytes.saturating_sub(out.len()), motion.row_bytes());
            let range = self.frame..motion.frame_count().min(self.frame + count);
            self.frame = range.end;
            if !range.is_empty() {
                out.append(&mut frames(&clip.skeleton, self.behaviour, motion, range));
            }
            if self.frame == motion.frame_count() {
                (self.behaviour, self.frame) = (self.behaviour + 1, 0);
            }
            if out.len() >= bytes {
                break;
            }
        }
        Some(out).filter(|out| !out.is_empty())
    }

    /// Appends the packets of all frames to come. Packs some kilobytes at a time, so that hardly more is allocated than the packets.
    pub fn append_all(mut self, clip: &Clip, out: &mut Vec<u8>) {
        let motions = || clip.behaviours.iter().map(|behaviour| &behaviour.motion);
        let size = motions().map(|motion| motion.frame_count().saturating_mul(motion.row_bytes() + FRAME_OVERHEAD));
        // If this fails, the buffer grows on demand.
        out.try_reserve_exact(size.fold(0, usize::saturating_add)).ok();
        while let Some(mut packets) = self.next(clip, BYTES_AT_A_TIME) {
            out.append(&mut packets);
        }
    }
}

/// Bytes packed at a time where all packets become one buffer.
const BYTES_AT_A_TIME: usize = 64 << 10;
/// Overhead of packed frames in bytes per frame: bounding boxes and headers.
const FRAME_OVERHEAD: usize = 2;

/// The frames of so many bytes, with whole bounding boxes; at least one box.
pub fn frames_of(bytes: usize, row_bytes: usize) -> usize {
    (bytes / row_bytes.max(1)).max(FRAMES_A_BOX) / FRAMES_A_BOX * FRAMES_A_BOX
}
