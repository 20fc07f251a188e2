//! Memory limits of a clip's frames.

use crate::pack::{Unpacked, pack_error, unpack_with};
use marey::model::{Behaviour, Clip, Frames};
use marey::{ErrorKind, ParseError};

/// Memory limits of a clip's frames.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Room {
    /// Bytes of frames stored unpacked. Later frames are [packed](marey::model::Motion::append_packed).
    pub whole: usize,
    /// Bytes of all frames. More are refused with the code `pack.too-long`.
    pub most: usize,
}

impl Default for Room {
    /// No limits.
    fn default() -> Self {
        Self { whole: usize::MAX, most: usize::MAX }
    }
}

impl Room {
    /// Starts a clip from its first packets. Refuses a clip whose estimated frame count is far beyond the limit; if the estimate is
    /// only slightly too high, the frames themselves will tell.
    pub(super) fn unpack(self, bytes: &[u8]) -> Result<Unpacked, ParseError> {
        let mut held = 0;
        let mut append =
            |clip: &mut Clip, behaviour, frames: Frames<'_>| self.append(clip, behaviour, frames, 0, &mut held);
        let unpacked = unpack_with(bytes, &mut append)?;
        // Behaviours of a clip move the same figure, so their frames take about the same.
        let row = unpacked.clip.behaviours.first().map_or(0, |one| one.motion.packed_row_bytes());
        self.check(row.saturating_mul(unpacked.expected_frames) / 5 * 4)?;
        Ok(unpacked)
    }

    pub(super) fn push(self, unpacked: &mut Unpacked, bytes: &[u8]) -> Result<(), ParseError> {
        let expected = unpacked.expected_frames;
        // Counted once: packets may be as many as behaviours.
        let mut held = unpacked.clip.behaviours.iter().map(|one| one.motion.bytes()).sum();
        unpacked
            .push_with(bytes, &mut |clip, behaviour, frames| self.append(clip, behaviour, frames, expected, &mut held))
    }

    /// Appends frames to a behaviour, packed once `whole` bytes are used. `expected`: its likely frame count; `held`: the bytes of all
    /// frames.
    fn append(
        self,
        clip: &mut Clip,
        behaviour: usize,
        frames: Frames<'_>,
        expected: usize,
        held: &mut usize,
    ) -> Result<(), ParseError> {
        self.check(*held)?;
        let Some(Behaviour { motion, .. }) = clip.behaviours.get_mut(behaviour) else { return Ok(()) };
        let before = motion.bytes();
        if *held < self.whole {
            motion.append(frames).map_err(pack_error)?;
        } else {
            let count = motion.frame_count();
            if motion.whole_frames() == count {
                // A list grown step by step exists twice while it is copied and fragments memory: half of it would be lost.
                let most = self.most / motion.packed_row_bytes().max(1);
                motion.reserve_packed((expected.saturating_add(expected / 32)).min(most).saturating_sub(count));
            }
            motion.append_packed(frames).map_err(pack_error)?;
        }
        *held += motion.bytes() - before;
        Ok(())
    }

    fn check(self, bytes: usize) -> Result<(), ParseError> {
        if bytes < self.most {
            return Ok(());
        }
        let most = self.most / 1_000_000;
        let message = format!(
            "this motion takes more than {most} MB of memory, the most for one on this device; cut the file into shorter ones"
        );
        Err(ParseError::new(ErrorKind::Limit, "pack.too-long", message))
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::walker;
    use super::*;
    use crate::pack;
    use marey::Limits;
    use marey::model::{Channels, MotionBuilder, PositionMode};

    /// The head of a walk of `expected` frames, a packet of one frame, and that frame's bytes, unpacked and packed.
    fn walk(expected: usize) -> (Vec<u8>, Vec<u8>, [usize; 2]) {
        let mut clip = walker().clip;
        let channels = Channels { rotated: vec![0], ..Channels::default() };
        let mut builder =
            MotionBuilder::new(&clip.skeleton, channels, PositionMode::Replace, &Limits::default()).unwrap();
        builder.push_row(|_| ()).unwrap();
        clip.behaviours[0].motion = builder.finish().unwrap();
        let motion = &clip.behaviours[0].motion;
        let bytes = [motion.row_bytes(), motion.packed_row_bytes()];
        (pack::head(&clip, &[expected]), pack::rows(0, motion.frames(0..1), &[]), bytes)
    }

    #[test]
    fn frames_beyond_the_memory_are_packed_and_those_beyond_that_refused() {
        let (head, frame, [whole, packed]) = walk(5);
        let room = Room { whole: 2 * whole, most: 2 * whole + 3 * packed };
        let mut unpacked = room.unpack(&head).unwrap();
        for _ in 0..5 {
            room.push(&mut unpacked, &frame).unwrap();
        }
        let kept = &unpacked.clip.behaviours[0].motion;
        assert_eq!((kept.frame_count(), kept.whole_frames(), kept.bytes()), (5, 2, room.most));
        let held = unpacked.clip.clone();
        assert_eq!(room.push(&mut unpacked, &frame).unwrap_err().code(), "pack.too-long");
        assert_eq!(unpacked.clip, held, "what came before stays");
    }

    #[test]
    fn a_clip_that_is_far_too_long_is_refused_before_its_first_frame() {
        let (_, _, [_, packed]) = walk(0);
        let room = Room { whole: 0, most: 80 * packed };
        for (expected, fits) in [(0, true), (80, true), (98, true), (102, false), (usize::MAX, false)] {
            let (head, ..) = walk(expected);
            assert_eq!(room.unpack(&head).is_ok(), fits, "{expected} frames");
            assert!(Room::default().unpack(&head).is_ok());
        }
    }
}
