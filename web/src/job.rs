//! Turns one file's bytes into packets, in a worker. Independent of JavaScript and of the stage.

#[cfg(feature = "arrays")]
use marey::formats::ArrayOptions;
use marey::formats::{Formats, Parser};
use marey::model::{Clip, Format, Motion, PositionMode};
use marey::{Limits, ParseError};
use marey_stage::pack::{self, FramePacker};

/// File bytes per packet: enough to make packets cheap, few enough for the page to read one without a pause. The first packet is
/// sent as soon as there is a frame.
const BYTES_PER_PACKET: usize = 2 << 20;
/// A file that is being parsed.
pub struct Job {
    parser: Option<Parser>,
    /// Position mode of the packets sent so far (inner `None`: both modes give the same positions); `None` before the first.
    sent_mode: Option<Option<PositionMode>>,
    /// Bytes pushed since the last packet.
    pending_bytes: usize,
    /// Frames sent so far.
    frames_sent: usize,
    /// A clip that was read at once, with what packs the rest of it.
    #[cfg(feature = "arrays")]
    left: Option<(Clip, FramePacker)>,
    summary: Option<Summary>,
}

/// The row that a list of clips shows for a clip that is not on the stage.
#[derive(Debug, Clone, PartialEq)]
pub struct Summary {
    /// The file's format.
    pub format: Format,
    /// Frames of the first behaviour.
    pub frame_count: usize,
    /// Seconds of the first behaviour.
    pub duration: f64,
    /// The file of the skeleton; empty if the motion's own file contains it.
    pub skeleton_file: String,
    /// Names of the image files that the skin uses.
    pub pictures: Vec<String>,
    /// Joints of the skeleton.
    pub joint_count: usize,
    /// Warnings, with those whose causes were too many to list.
    pub warning_count: usize,
}

impl Job {
    /// `size` is the file's size in bytes, if known.
    pub fn new(formats: &Formats, name: &str, size: Option<u64>) -> Self {
        let parser = Some(Parser::for_formats(formats, name, size, Limits::default()));
        Self {
            parser,
            sent_mode: None,
            pending_bytes: 0,
            frames_sent: 0,
            #[cfg(feature = "arrays")]
            left: None,
            summary: None,
        }
    }

    /// Adds another, whole file that may belong to this one. Call it before the first [`push`](Self::push).
    #[cfg(any(test, feature = "companions"))]
    pub fn add_companion(&mut self, name: &str, bytes: &[u8]) {
        if let Some(parser) = &mut self.parser {
            parser.companions_mut().add(name, bytes, &Limits::default());
        }
    }

    /// Chooses one of several fitting skins. Call it before the first [`push`](Self::push).
    #[cfg(feature = "mocap")]
    pub fn choose_skin(&mut self, name: &str) {
        if let Some(parser) = &mut self.parser {
            parser.companions_mut().options.skin = Some(name.to_owned());
        }
    }

    /// Leaves out a first frame that is a reference pose. Call it before the first [`push`](Self::push).
    #[cfg(any(feature = "stage", feature = "mocap"))]
    pub fn skip_reference(&mut self) {
        if let Some(parser) = &mut self.parser {
            parser.companions_mut().options.skip_reference = true;
        }
    }

    /// Overrules guesses about arrays; unknown words leave them. Call it before the first [`push`](Self::push).
    #[cfg(feature = "arrays")]
    pub fn read_arrays_as(&mut self, joints: &str, axes: &str, holds: &str) {
        let options = ArrayOptions::default();
        let options = options.clone().with_joints(joints).unwrap_or(options);
        let options = options.clone().with_axes(axes).unwrap_or(options);
        let options = options.clone().with_holds(holds).unwrap_or(options);
        if let Some(parser) = &mut self.parser {
            parser.companions_mut().options.arrays = options;
        }
    }

    /// Parses the next bytes. Returns a packet now and then or, called without bytes, whenever there are new frames.
    pub fn push(&mut self, bytes: &[u8]) -> Result<Option<Vec<u8>>, ParseError> {
        let Some(parser) = &mut self.parser else { return Ok(None) };
        parser.push(bytes)?;
        self.pending_bytes = self.pending_bytes.saturating_add(bytes.len());
        if self.sent_mode.is_some() && self.pending_bytes < BYTES_PER_PACKET && !bytes.is_empty() {
            return Ok(None);
        }
        let Some(mut frames) = parser.take_frames() else { return Ok(None) };
        let Some(clip) = parser.preview() else { return Ok(None) };
        self.pending_bytes = 0;
        self.frames_sent += frames.frame_count();
        let mut out = Vec::new();
        let mode = *self.sent_mode.get_or_insert_with(|| {
            out = head(clip, &[parser.estimated_frames().unwrap_or(0)]);
            clip.source.position_mode
        });
        if let Some(mode) = mode {
            frames.set_position_mode(&clip.skeleton, mode);
        }
        out.append(&mut pack::frames(&clip.skeleton, 0, &frames, 0..frames.frame_count()));
        Ok(Some(out))
    }

    /// Ends the file and returns the last packets; empty if called again.
    pub fn finish(&mut self) -> Result<Vec<u8>, ParseError> {
        #[cfg(feature = "arrays")]
        if let Some(parser) = &mut self.parser
            && let Some(frames) = parser.end()?
        {
            let mut out = parser.preview().map(|clip| head(clip, &[frames])).unwrap_or_default();
            self.sent_mode = Some(None);
            out.append(&mut self.more()?);
            return Ok(out);
        }
        let Some(parser) = self.parser.take() else { return Ok(Vec::new()) };
        let clip = parser.finish()?;
        #[cfg(feature = "arrays")]
        if clip.source.format == Format::Arrays {
            self.summary = Some(summary_of(&clip, 0));
            let mut out = head(&clip, &frame_counts(&clip));
            self.left = Some((clip, FramePacker::default()));
            out.append(&mut self.more()?);
            return Ok(out);
        }
        Ok(self.last_packets(&clip))
    }

    /// The next packets of a clip that was read at once, some megabytes at a time, so that it is not in memory twice, and plays before
    /// all of it has arrived. Empty after the last packet. Call it after [`finish`](Self::finish).
    ///
    /// # Errors
    /// When the frames to come cannot be read.
    #[cfg(feature = "arrays")]
    pub fn more(&mut self) -> Result<Vec<u8>, ParseError> {
        let mut out = Vec::new();
        if let Some(parser) = &mut self.parser {
            let row = parser.preview().and_then(|clip| clip.behaviours.first()).map_or(1, |one| one.motion.row_bytes());
            parser.advance(pack::frames_of(BYTES_PER_PACKET, row))?;
            if let (Some(frames), Some(clip)) = (parser.take_frames(), parser.preview()) {
                self.frames_sent += frames.frame_count();
                return Ok(pack::frames(&clip.skeleton, 0, &frames, 0..frames.frame_count()));
            }
            let Some(parser) = self.parser.take() else { return Ok(out) };
            return Ok(self.last_packets(&parser.finish()?));
        }
        let Some((clip, packer)) = &mut self.left else { return Ok(out) };
        match packer.next(clip, BYTES_PER_PACKET) {
            Some(packets) => out = packets,
            None => {
                out = pack::tail(clip);
                self.left = None;
            }
        }
        Ok(out)
    }

    /// Packs what the earlier packets did not contain.
    fn last_packets(&mut self, clip: &Clip) -> Vec<u8> {
        let mut out = if self.sent_mode.is_none() { head(clip, &frame_counts(clip)) } else { Vec::new() };
        put_rest(clip, &mut out);
        self.summary = Some(summary_of(clip, self.frames_sent));
        out
    }

    /// Packs a clip that is already decoded, and summarizes it.
    pub fn whole(clip: &Clip) -> (Vec<u8>, Summary) {
        let mut out = head(clip, &frame_counts(clip));
        put_rest(clip, &mut out);
        (out, summary_of(clip, 0))
    }

    /// The summary of the clip; `None` before [`finish`](Self::finish).
    pub fn summary(&self) -> Option<&Summary> {
        self.summary.as_ref()
    }
}

/// `frames_sent`: frames of the first behaviour in earlier packets.
fn summary_of(clip: &Clip, frames_sent: usize) -> Summary {
    let first = clip.behaviours.first().map(|first| &first.motion);
    let frame_count = frames_sent + first.map_or(0, Motion::frame_count);
    Summary {
        format: clip.source.format,
        frame_count,
        duration: first.map_or(0.0, |motion| motion.time().start_of(frame_count.saturating_sub(1))),
        skeleton_file: clip.about.skeleton_file.clone(),
        pictures: clip.skin.iter().flat_map(|skin| skin.pictures()).cloned().collect(),
        joint_count: clip.skeleton.len(),
        warning_count: clip.warnings.len() + clip.warnings_dropped as usize,
    }
}

/// The first packets: the skeleton and, before any frame, the skin. The modules of formats without skins
/// contain no code to pack them.
fn head(clip: &Clip, expected_frames: &[usize]) -> Vec<u8> {
    let mut out = pack::head(clip, expected_frames);
    if cfg!(feature = "skins")
        && let Some(skin) = &clip.skin
    {
        out.append(&mut pack::skin(skin));
    }
    out
}

fn frame_counts(clip: &Clip) -> Vec<usize> {
    clip.behaviours.iter().map(|behaviour| behaviour.motion.frame_count()).collect()
}

/// Appends the packets of a clip behind its head.
fn put_rest(clip: &Clip, out: &mut Vec<u8>) {
    FramePacker::default().append_all(clip, out);
    out.append(&mut pack::tail(clip));
}

#[cfg(test)]
mod tests {
    use marey::model::Bounds;
    use marey::pose::boxes;

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

    /// Parses a file in pieces. Returns the packets, how many came before the end, and the job.
    fn read(text: &str, piece: usize) -> (Vec<u8>, usize, Job) {
        let mut job = Job::new(&Formats::default(), "walk.bvh", Some(text.len() as u64));
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
    fn packets_do_not_depend_on_how_the_file_is_split() {
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
    fn an_empty_push_flushes_the_packets() {
        let text = bvh(1000);
        let (first, second) = text.as_bytes().split_at(text.len() / 2);
        let mut job = Job::new(&Formats::default(), "walk.bvh", None);
        let mut packets = job.push(first).unwrap().unwrap();
        assert_eq!(job.push(&second[..1000]).unwrap(), None, "a packet for so few bytes");
        packets.extend(job.push(&[]).unwrap().unwrap());
        assert_eq!(job.push(&[]).unwrap(), None, "nothing has come since");
        packets.extend(job.push(&second[1000..]).unwrap().unwrap_or_default());
        packets.extend(job.finish().unwrap());
        let whole = marey::formats::parse("walk.bvh", text.as_bytes(), Limits::default()).unwrap();
        assert_eq!(pack::unpack(&packets).unwrap().clip, whole);
    }

    #[test]
    fn the_summary_counts_frames_already_sent() {
        let text = bvh(5000);
        for piece in [4096, usize::MAX] {
            let (_, _, job) = read(&text, piece);
            let summary = job.summary().unwrap();
            assert_eq!((summary.format, summary.frame_count), (Format::Bvh, 5000));
            assert!((summary.duration - 49.99).abs() < 1e-9, "{}", summary.duration);
        }
    }

    #[test]
    fn a_file_without_motion_is_one_frame_of_rest() {
        let (packets, early, job) = read("HIERARCHY ROOT Hips { OFFSET 0 90 0 End Site { OFFSET 0 75 0 } }", 10);
        assert_eq!((early, job.summary().unwrap().frame_count), (0, 1));
        assert!(pack::unpack(&packets).unwrap().is_playable());
    }

    #[cfg(feature = "arrays")]
    #[test]
    fn positions_are_packed_in_parts() {
        let (frames, joints) = (30_000, 22);
        let header = format!("{{'descr': '<f4', 'fortran_order': False, 'shape': ({frames}, {joints}, 3), }}\n");
        let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
        bytes.extend((header.len() as u16).to_le_bytes());
        bytes.extend(header.bytes());
        for number in 0..frames * joints * 3 {
            let at = (number % 66) as f32 * 0.02 + (number / 66) as f32 * 1e-4;
            // A joint that is not seen at the end: the tail says so.
            let is_unseen = number / 66 >= frames - 10 && number % 66 < 6 && number % 66 >= 3;
            bytes.extend(if is_unseen { f32::NAN } else { at }.to_le_bytes());
        }
        let whole = marey::formats::parse("walk.npy", &bytes, Limits::default()).unwrap();
        let mut job = Job::new(&Formats::default(), "walk.npy", Some(bytes.len() as u64));
        assert_eq!(job.push(&bytes).unwrap(), None);
        let mut packets = job.finish().unwrap();
        let first = packets.len();
        assert!(first < bytes.len() / 3, "{first} bytes before the first frame");
        loop {
            let more = job.more().unwrap();
            if more.is_empty() {
                break;
            }
            packets.extend(more);
        }
        assert_eq!(pack::unpack(&packets).unwrap().clip, whole);
        assert_eq!(job.summary().map(|summary| summary.frame_count), Some(frames));
    }

    #[test]
    fn a_motion_finds_its_skeleton_among_the_companions() {
        let skeleton = b":version 1.10\n:name arm\n:units\n mass 1.0\n length 1.0\n angle deg\n:root\n order TX TY TZ RX RY RZ\n axis XYZ
 position 0 0 0\n orientation 0 0 0\n:bonedata\n begin\n id 1\n name arm\n direction 0 1 0\n length 2\n axis 0 0 0 XYZ\n dof rx
 limits (-90 90)\n end\n:hierarchy\n begin\n root arm\n end\n";
        let motion = b":FULLY-SPECIFIED\n:DEGREES\n1\nroot 0 0 0 0 0 0\narm 10\n2\nroot 0 0 0 0 0 0\narm 20\n";
        let mut orphan = Job::new(&Formats::default(), "wave.amc", None);
        let refusal = orphan.push(motion).and_then(|_| orphan.finish()).unwrap_err();
        assert_eq!(refusal.code(), "amc.needs-skeleton");

        let mut job = Job::new(&Formats::default(), "wave.amc", None);
        job.add_companion("arm.asf", skeleton);
        let mut packets = job.push(motion).unwrap().unwrap_or_default();
        packets.extend(job.finish().unwrap());
        let summary = job.summary().unwrap();
        assert_eq!((summary.frame_count, summary.skeleton_file.as_str()), (2, "arm.asf"));
        assert_eq!((summary.joint_count, summary.warning_count), (3, 0));
        let clip = pack::unpack(&packets).unwrap().clip;
        assert_eq!((clip.skeleton.len(), clip.about.skeleton_file.as_str()), (3, "arm.asf"));
    }

    #[test]
    fn boxes_of_early_packets_contain_a_root_with_its_own_position() {
        let skeleton = b":version 1.10\n:root\n order TX TY TZ RX RY RZ\n axis XYZ\n position 0 17 0\n orientation 0 0 0\n:bonedata
 begin\n id 1\n name arm\n direction 0 1 0\n length 2\n axis 0 0 0 XYZ\n end\n:hierarchy\n begin\n root arm\n end\n";
        let mut job = Job::new(&Formats::default(), "wave.amc", None);
        job.add_companion("arm.asf", skeleton);
        let rows = (1..400).map(|frame| format!("{frame}\nroot {frame} 0 0 0 0 0\n"));
        let motion = format!(":FULLY-SPECIFIED\n:DEGREES\n{}", rows.collect::<String>());
        let packets = job.push(motion.as_bytes()).unwrap().expect("frames leave before the end");
        let unpacked = pack::unpack(&packets).unwrap();
        let expected = boxes(&unpacked.clip.skeleton, &unpacked.clip.behaviours[0].motion);
        assert_eq!(unpacked.boxes[0], expected);
        assert_eq!(expected[0].max.y, 19.0);
    }

    #[test]
    fn a_refusal_is_passed_on_without_a_summary() {
        let mut job = Job::new(&Formats::default(), "x.bvh", None);
        assert!(job.push(&[b'?'; 2000]).is_err() || job.finish().is_err());
        assert!(job.summary().is_none());
    }
}
