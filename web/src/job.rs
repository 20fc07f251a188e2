//! One file from bytes to packets: what a worker does. Knows nothing of JavaScript.

use marey::formats::{Companions, Parser};
use marey::model::{Clip, Motion, PositionMode};
use marey::pose::boxes;
use marey::scene::{Side, Survey, Unit, sides, survey, unit_of};
use marey::{Limits, ParseError, pack};

/// After the first packet, which leaves as soon as there is a frame, one leaves for every so many bytes of the file:
/// few enough to be cheap, small enough that taking one in is no pause.
const BYTES_PER_PACKET: usize = 2 << 20;
/// Frames kept to survey the figure on.
const MOST_KEPT: usize = 1024;

/// A file that is being read.
pub struct Job {
    parser: Option<Parser>,
    companions: Companions,
    excerpt: Option<Excerpt>,
    /// Bytes pushed since the last packet.
    waiting: usize,
}

/// What stays of the clip when its frames have left.
struct Excerpt {
    clip: Clip,
    complete: bool,
    /// Frames that have left.
    frame_count: usize,
    /// Some of them, spread evenly: one of every `stride`.
    kept: Motion,
    stride: usize,
}

/// What there is to tell about the clip.
pub struct Facts<'a> {
    /// The clip; not all its frames.
    pub clip: &'a Clip,
    /// Frames so far.
    pub frame_count: usize,
    /// Whether all of it has been read.
    pub complete: bool,
    /// What was measured on the frames so far.
    pub survey: Survey,
    /// The file's, or the guess.
    pub unit: Unit,
    /// The side of each joint.
    pub sides: Vec<Side>,
}

impl Job {
    /// `size` is the file's in bytes, where it is known.
    pub fn new(name: &str, size: Option<u64>) -> Self {
        let parser = Some(Parser::new(name, size, Limits::default()));
        Self { parser, companions: Companions::default(), excerpt: None, waiting: 0 }
    }

    /// Another file, whole, that may belong to this one. Before the first [`push`](Self::push).
    pub fn add_companion(&mut self, name: &str, bytes: &[u8]) {
        self.companions.add(name, bytes, &Limits::default());
        self.parser = self.parser.take().map(|parser| parser.with_companions(self.companions.clone()));
    }

    /// Reads the next bytes. Now and then there is a packet to hand over.
    pub fn push(&mut self, bytes: &[u8]) -> Result<Option<Vec<u8>>, ParseError> {
        let Some(parser) = &mut self.parser else { return Ok(None) };
        parser.push(bytes)?;
        self.waiting = self.waiting.saturating_add(bytes.len());
        if self.excerpt.is_some() && self.waiting < BYTES_PER_PACKET {
            return Ok(None);
        }
        let Some(clip) = parser.preview() else { return Ok(None) };
        let Some(mut frames) = parser.take_frames().filter(|frames| frames.frame_count() > 0) else { return Ok(None) };
        self.waiting = 0;
        let mut out = Vec::new();
        let excerpt = match &mut self.excerpt {
            Some(excerpt) => excerpt,
            none => {
                out = pack::head(&clip, &[parser.estimated_frames().unwrap_or(0)]);
                append_skin(&mut out, &clip);
                none.insert(Excerpt::new(clip))
            }
        };
        // Without a mode both readings are the same.
        let mode = excerpt.clip.source.position_mode.unwrap_or(PositionMode::Add);
        frames.set_position_mode(&excerpt.clip.skeleton, mode);
        out.append(&mut packet(&excerpt.clip, 0, &frames));
        excerpt.keep(&frames);
        Ok(Some(out))
    }

    /// The end of the file, and the last packets. The second time there are none.
    pub fn finish(&mut self) -> Result<Vec<u8>, ParseError> {
        let Some(parser) = self.parser.take() else { return Ok(Vec::new()) };
        let clip = parser.finish()?;
        let mut out = Vec::new();
        if self.excerpt.is_none() {
            out = pack::head(&clip, &frame_counts(&clip));
            append_skin(&mut out, &clip);
        }
        for (index, behaviour) in clip.behaviours.iter().enumerate() {
            if behaviour.motion.frame_count() > 0 {
                out.append(&mut packet(&clip, index, &behaviour.motion));
            }
        }
        out.append(&mut pack::tail(&clip));
        let mut excerpt = self.excerpt.take().unwrap_or_else(|| Excerpt::new(clip.clone()));
        if let Some(last) = clip.behaviours.first() {
            excerpt.keep(&last.motion);
        }
        self.excerpt = Some(Excerpt { clip, complete: true, ..excerpt });
        Ok(out)
    }

    /// What is known so far: nothing before the first packet.
    pub fn facts(&self) -> Option<Facts<'_>> {
        let Excerpt { clip, complete, frame_count, kept, .. } = self.excerpt.as_ref()?;
        let survey = survey(&clip.skeleton, kept, clip.source.up);
        Some(Facts {
            clip,
            frame_count: *frame_count,
            complete: *complete,
            unit: unit_of(&clip.source, survey.height),
            survey,
            sides: sides(&clip.skeleton),
        })
    }
}

impl Excerpt {
    fn new(clip: Clip) -> Self {
        let kept = clip.behaviours.first().map_or(Motion::rest(), |first| first.motion.outline());
        Self { clip, complete: false, frame_count: 0, kept, stride: 1 }
    }

    /// Notes the frames of `motion` as left, and keeps some of them.
    fn keep(&mut self, motion: &Motion) {
        let skipped = self.frame_count.next_multiple_of(self.stride) - self.frame_count;
        extend(&mut self.kept, motion, (skipped..motion.frame_count()).step_by(self.stride));
        self.frame_count += motion.frame_count();
        while self.kept.frame_count() > MOST_KEPT {
            let outline = self.kept.outline();
            let all = std::mem::replace(&mut self.kept, outline);
            extend(&mut self.kept, &all, (0..all.frame_count()).step_by(2));
            self.stride *= 2;
        }
    }
}

/// Frames of `motion` to the end of `kept`.
fn extend(kept: &mut Motion, motion: &Motion, frames: impl Iterator<Item = usize>) {
    for frame in frames {
        kept.append(motion.frames(frame..frame + 1)).unwrap_or_default();
    }
}

fn frame_counts(clip: &Clip) -> Vec<usize> {
    clip.behaviours.iter().map(|behaviour| behaviour.motion.frame_count()).collect()
}

/// Readers know the skin before the first frame. A BVH has none: where only that is read, nothing has to know how.
fn append_skin(out: &mut Vec<u8>, clip: &Clip) {
    if cfg!(feature = "formats")
        && let Some(skin) = &clip.skin
    {
        out.append(&mut pack::skin(skin));
    }
}

fn packet(clip: &Clip, behaviour: usize, motion: &Motion) -> Vec<u8> {
    let boxes = boxes(&clip.skeleton, motion);
    pack::rows(behaviour, motion.frames(0..motion.frame_count()), &boxes)
}

#[cfg(test)]
mod tests {
    use marey::model::Bounds;

    use super::*;

    fn bvh(frames: usize) -> String {
        let mut text = String::from(
            "HIERARCHY ROOT Hips { OFFSET 0 90 0 CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
             JOINT Head { OFFSET 0 155 0 CHANNELS 3 Zrotation Xrotation Yrotation End Site { OFFSET 0 10 0 } } }
             MOTION\nFrames: ",
        );
        text += &format!("{frames}\nFrame Time: 0.01\n");
        for frame in 0..frames {
            text += &format!("{frame}.5 90.0 0.0 0 0 {} 1 2 3\n", frame % 360);
        }
        text
    }

    /// Reads a file in pieces; the packets, how many there were before the end, and the job.
    fn read(text: &str, piece: usize) -> (Vec<u8>, usize, Job) {
        let mut job = Job::new("walk.bvh", Some(text.len() as u64));
        let (mut packets, mut early) = (Vec::new(), 0);
        for piece in text.as_bytes().chunks(piece) {
            if let Some(packet) = job.push(piece).unwrap() {
                packets.extend(packet);
                early += 1;
            }
        }
        packets.extend(job.finish().unwrap());
        (packets, early, job)
    }

    #[test]
    fn packets_are_the_clip_however_the_file_is_cut() {
        let text = bvh(20_000);
        let whole = marey::formats::parse("walk.bvh", text.as_bytes(), Limits::default()).unwrap();
        for piece in [1000, 65_536, usize::MAX] {
            let (packets, early, mut job) = read(&text, piece);
            assert!(early >= 1, "nothing to show before the end in pieces of {piece}");
            let unpacked = pack::unpack(&packets).unwrap();
            assert!(unpacked.complete);
            assert_eq!(unpacked.clip, whole);
            let all = |boxes: &[Bounds]| boxes.iter().fold(Bounds::EMPTY, |all, one| all.union(*one));
            let expected = boxes(&whole.skeleton, &whole.behaviours[0].motion);
            assert_eq!(all(&unpacked.boxes[0]), all(&expected));
            assert!(job.finish().unwrap().is_empty());
        }
    }

    #[test]
    fn facts_are_those_of_the_whole_clip() {
        let text = bvh(5000);
        let (_, _, job) = read(&text, 4096);
        let facts = job.facts().unwrap();
        assert!(facts.complete);
        assert_eq!((facts.frame_count, facts.clip.name.as_str(), facts.unit), (5000, "walk", Unit::Centimetre));
        assert!((facts.survey.height - 165.0).abs() < 0.1, "{}", facts.survey.height);
        let excerpt = job.excerpt.as_ref().unwrap();
        assert_eq!((excerpt.stride, excerpt.kept.frame_count()), (8, 625));
        assert_eq!(excerpt.kept.translations().row(624)[0].x, 4992.5);
    }

    #[test]
    fn a_file_without_motion_is_one_frame_of_rest() {
        let (packets, early, job) = read("HIERARCHY ROOT Hips { OFFSET 0 90 0 End Site { OFFSET 0 75 0 } }", 10);
        assert_eq!((early, job.facts().unwrap().frame_count), (0, 1));
        assert!(pack::unpack(&packets).unwrap().is_playable());
    }

    #[test]
    fn a_motion_finds_its_skeleton_among_the_companions() {
        let skeleton = b":version 1.10\n:name arm\n:units\n mass 1.0\n length 1.0\n angle deg\n:root\n order TX TY TZ RX RY RZ\n axis XYZ
 position 0 0 0\n orientation 0 0 0\n:bonedata\n begin\n id 1\n name arm\n direction 0 1 0\n length 2\n axis 0 0 0 XYZ\n dof rx
 limits (-90 90)\n end\n:hierarchy\n begin\n root arm\n end\n";
        let motion = b":FULLY-SPECIFIED\n:DEGREES\n1\nroot 0 0 0 0 0 0\narm 10\n2\nroot 0 0 0 0 0 0\narm 20\n";
        let mut orphan = Job::new("wave.amc", None);
        let refusal = orphan.push(motion).and_then(|_| orphan.finish()).unwrap_err();
        assert_eq!(refusal.code(), "amc.needs-skeleton");

        let mut job = Job::new("wave.amc", None);
        job.add_companion("arm.asf", skeleton);
        let mut packets = job.push(motion).unwrap().unwrap_or_default();
        packets.extend(job.finish().unwrap());
        let facts = job.facts().unwrap();
        assert_eq!((facts.frame_count, facts.clip.about.skeleton_file.as_str()), (2, "arm.asf"));
        assert_eq!(pack::unpack(&packets).unwrap().clip.skeleton, facts.clip.skeleton);
    }

    #[test]
    fn a_refusal_is_handed_on_and_nothing_is_known() {
        let mut job = Job::new("x.bvh", None);
        assert!(job.push(&[b'?'; 2000]).is_err() || job.finish().is_err());
        assert!(job.facts().is_none());
    }
}
