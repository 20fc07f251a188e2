//! Receives a clip packet by packet.

use super::Scene;
use crate::pack::Unpacked;
use marey::ParseError;

/// Result of pushed packets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pushed {
    /// The new clip has no frame yet; the previous clip stays.
    Waiting,
    /// A new clip is shown from its start.
    NewClip,
    /// The shown clip has more frames, or is complete.
    MoreFrames,
}

/// The clip that the next packet belongs to.
#[derive(Debug, Default)]
pub(super) enum Incoming {
    #[default]
    New,
    /// Has no frame yet.
    Begun(Box<Unpacked>),
    Shown,
}

impl Scene {
    /// The next packet starts a new clip. The shown clip stays until the new one has a frame.
    pub fn expect_clip(&mut self) {
        self.incoming = Incoming::New;
    }

    /// Adds packets of a clip, in order. After an error (invalid or missing packets) the shown clip stays, and packets are refused
    /// until a new clip begins.
    pub fn push_packets(&mut self, bytes: &[u8]) -> Result<Pushed, ParseError> {
        // An error leaves `New`.
        let unpacked = match std::mem::take(&mut self.incoming) {
            Incoming::Shown => {
                self.extend(bytes)?;
                self.incoming = Incoming::Shown;
                return Ok(Pushed::MoreFrames);
            }
            Incoming::New => Box::new(self.room.unpack(bytes)?),
            Incoming::Begun(mut unpacked) => {
                self.room.push(&mut unpacked, bytes)?;
                unpacked
            }
        };
        if !unpacked.is_playable() {
            self.incoming = Incoming::Begun(unpacked);
            return Ok(Pushed::Waiting);
        }
        self.show(*unpacked);
        Ok(Pushed::NewClip)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::walker;
    use super::*;
    use crate::pack;

    /// The packets of a clip: head, first half of its frames, second half, tail.
    fn packets(name: &str) -> [Vec<u8>; 4] {
        let mut clip = walker().clip;
        clip.name = name.into();
        let motion = &clip.behaviours[0].motion;
        let half = motion.frame_count() / 2;
        let rows = |range| pack::rows(0, motion.frames(range), &[]);
        [pack::head(&clip, &[]), rows(0..half), rows(half..motion.frame_count()), pack::tail(&clip)]
    }

    fn shown(scene: &Scene) -> (&str, usize, bool) {
        scene.figure().map_or(("", 0, false), |figure| {
            (figure.clip().name.as_str(), figure.motion().frame_count(), figure.is_complete())
        })
    }

    #[test]
    fn a_clip_is_shown_from_its_first_frame_on() {
        let mut scene = Scene::new();
        let [head, first, second, tail] = packets("walk");
        let frames = walker().clip.behaviours[0].motion.frame_count();
        assert_eq!(scene.push_packets(&head), Ok(Pushed::Waiting));
        assert_eq!(shown(&scene).0, "");
        assert_eq!(scene.push_packets(&first), Ok(Pushed::NewClip));
        assert_eq!(shown(&scene), ("walk", frames / 2, false));
        assert_eq!(scene.push_packets(&[second, tail].concat()), Ok(Pushed::MoreFrames));
        assert_eq!(shown(&scene), ("walk", frames, true));
        scene.expect_clip();
        assert_eq!(scene.push_packets(&packets("run").concat()), Ok(Pushed::NewClip));
        assert_eq!(shown(&scene), ("run", frames, true));
    }

    #[test]
    fn packets_after_a_refusal_extend_no_other_clip() {
        let [head, first, second, tail] = packets("run");
        let damaged = &first[..first.len() - 1];
        for before in [&[][..], &[head.as_slice()], &[head.as_slice(), first.as_slice()]] {
            let mut scene = Scene::new();
            scene.push_packets(&packets("walk").concat()).unwrap();
            scene.expect_clip();
            for packet in before {
                scene.push_packets(packet).unwrap();
            }
            let was = shown(&scene);
            let was = (was.0.to_owned(), was.1, was.2);
            assert!(scene.push_packets(damaged).is_err());
            for packet in [&second, &tail] {
                assert!(scene.push_packets(packet).is_err(), "after {} packets", before.len());
            }
            assert_eq!(shown(&scene), (was.0.as_str(), was.1, was.2));
            assert_eq!(scene.push_packets(&head), Ok(Pushed::Waiting), "another clip may begin");
        }
    }
}
