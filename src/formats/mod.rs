//! Files in, clips out.
//!
//! # A whole file
//!
//! [`read_file`] reads a file from the disk, [`read_file_with`] also those that it needs, and [`parse`] one that is in
//! memory:
//!
//! ```
//! let text = b"HIERARCHY ROOT hips { OFFSET 0 0 0 CHANNELS 3 Zrotation Xrotation Yrotation }
//!     MOTION Frames: 1 Frame Time: 0.1
//!     0 90 0";
//! let clip = marey::formats::parse("wave.bvh", text, marey::Limits::default())?;
//! assert_eq!((clip.name.as_str(), clip.behaviours[0].motion.frame_count()), ("wave", 1));
//! # Ok::<(), marey::ParseError>(())
//! ```
//!
//! # A file that arrives piece by piece
//!
//! A [`Parser`] is fed with the bytes of a file as they come, in pieces of any size. Every cutting gives the same clip, the
//! same warnings and the same refusal. If the clip is wanted only when it is complete, [`push`](Parser::push) and
//! [`finish`](Parser::finish) are all that is needed.
//!
//! BVH and AMC can be played before their end. Once their frames have begun,
//! - [`preview`](Parser::preview) shows the clip without frames: name, skeleton, which joints move, rate;
//! - [`take_frames`](Parser::take_frames) hands over the frames that were read since the last call, to be
//!   [appended](crate::model::Motion::append) to the motion of the preview;
//! - [`estimated_frames`](Parser::estimated_frames) tells how many frames there are likely to be in all;
//! - `finish` gives the clip with the frames that were not taken: the last ones, possibly none. Its warnings and its
//!   [position mode](crate::model::Source::position_mode) are final, those of the preview are not.
//!
//! The other formats are read at the end: until then there is no preview and there are no frames to take, and `finish`
//! gives the whole clip. The same code serves both:
//!
//! ```
//! use marey::{Limits, formats::Parser};
//!
//! let header = "HIERARCHY ROOT hips { OFFSET 0 0 0 CHANNELS 1 Xrotation } MOTION Frames: 2000 Frame Time: 0.01\n";
//! let file = header.to_owned() + &"90\n".repeat(2000);
//!
//! let mut parser = Parser::new("wave.bvh", Some(file.len() as u64), Limits::default());
//! let mut playing = None;
//! for piece in file.as_bytes().chunks(1500) {
//!     parser.push(piece)?;
//!     if let Some(frames) = parser.take_frames()
//!         && let Some(clip) = parser.preview()
//!     {
//!         let motion = playing.get_or_insert_with(|| clip.behaviours[0].motion.clone());
//!         motion.append(frames.frames(0..frames.frame_count()))?;
//!     }
//! }
//! let mut clip = parser.finish()?;
//! if let Some(mut motion) = playing {
//!     let rest = &clip.behaviours[0].motion;
//!     motion.append(rest.frames(0..rest.frame_count()))?;
//!     if let Some(mode) = clip.source.position_mode {
//!         motion.set_position_mode(&clip.skeleton, mode);
//!     }
//!     clip.behaviours[0].motion = motion;
//! }
//! assert_eq!(clip.behaviours[0].motion.frame_count(), 2000);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Files that need others
//!
//! The skeleton of an AMC or an ANIM is in another file. A parser is given such files as [`Companions`] before its first
//! bytes. [`parse_set`] reads files that were given together and finds out which belong to which.

#[cfg(feature = "acclaim")]
mod acclaim;
#[cfg(feature = "bvh")]
mod bvh;
mod companions;
mod euler;
mod files;
#[cfg(feature = "kinds")]
mod foreign;
mod format_reader;
mod frame_stream;
#[cfg(feature = "gzip")]
mod gzip;
#[cfg(feature = "hanim")]
mod hanim;
#[cfg(any(feature = "acclaim", feature = "hanim", feature = "skel"))]
mod marks;
mod numbers;
#[cfg(feature = "link")]
mod packed;
mod readers;
mod set;
#[cfg(feature = "skel")]
mod skel;
mod sniff;
#[cfg(any(feature = "acclaim", feature = "hanim", feature = "skel"))]
mod sorting;
mod text;
#[cfg(any(feature = "acclaim", feature = "hanim"))]
mod vertex_triangles;
mod warning_log;
#[cfg(any(feature = "acclaim", feature = "hanim", feature = "skel"))]
mod wording;

pub use companions::Companions;
pub use files::{ReadError, read_file, read_file_with};
pub use readers::reads;
pub use set::parse_set;
pub use sniff::{Kind, Role, is_plain_bvh, sniff};

use std::fmt;

use self::format_reader::FormatReader;
use self::frame_stream::FrameStream;
use self::readers::reader_for;
use self::text::{Decoder, Encoding, Ruler};
use crate::error::{ErrorKind, Limits, Location, ParseError};
use crate::model::{Clip, Motion};

/// The kind of a file is told by so many bytes, or by all of a shorter file.
const SNIFFED: usize = 1024;
/// Bytes are read in pieces of this size, which stay in the processor's cache.
const PIECE: usize = 64 << 10;
/// The same before the first frame: small, so that it is known well where the frames begin. The estimate of how many there
/// will be depends on it.
const PIECE_BEFORE_FRAMES: usize = 1 << 10;

/// Reads one file of any format as its bytes arrive. The [module](self) tells how to use it.
///
/// After a refusal every further call gives the same refusal, and there is nothing to preview or to take.
pub struct Parser {
    name: String,
    size_hint: Option<u64>,
    limits: Limits,
    companions: Companions,
    state: ParserState,
    /// Bytes pushed, and how many of them before the first frame.
    pushed: u64,
    before_frames: u64,
}

enum ParserState {
    /// There are too few bytes to tell the kind of the file.
    Sniffing(Vec<u8>),
    Reading(Decoder, Box<dyn FormatReader>),
    /// Packed by gzip. When all of it is there it is unpacked, and its contents are read as a file of their own.
    #[cfg(feature = "gzip")]
    Gzip(Vec<u8>),
    Refused(ParseError),
}

impl Parser {
    /// A parser for a file of that name. The name becomes that of the clip, and its extension helps where the bytes do not
    /// tell the format. `size_hint` is the file's size in bytes: it is only used to estimate the number of frames, and may
    /// be wrong.
    pub fn new(name: &str, size_hint: Option<u64>, limits: Limits) -> Self {
        let state = ParserState::Sniffing(Vec::new());
        let companions = Companions::default();
        Self { name: name.to_owned(), size_hint, limits, companions, state, pushed: 0, before_frames: 0 }
    }

    /// The same parser with files that its own file may need. To be called before any bytes are [pushed](Self::push).
    #[must_use]
    pub fn with_companions(self, companions: Companions) -> Self {
        Self { companions, ..self }
    }

    /// Reads the next bytes of the file. Refuses the file as soon as it is certain that it cannot be shown.
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), ParseError> {
        let mut rest = bytes;
        while !rest.is_empty() {
            let size = if self.stream().is_some() { PIECE } else { PIECE_BEFORE_FRAMES };
            let (piece, behind) = rest.split_at(size.min(rest.len()));
            rest = behind;
            self.pushed += piece.len() as u64;
            let done = if self.pushed > self.limits.input_bytes {
                Err(too_long(&self.limits))
            } else {
                self.push_piece(piece)
            };
            if let Err(refusal) = done {
                self.state = ParserState::Refused(refusal);
            }
        }
        if let ParserState::Refused(refusal) = &self.state { Err(refusal.clone()) } else { Ok(()) }
    }

    /// What is known of the clip before the file is complete: all but the frames and the warnings of the file. Its motion has
    /// no frames yet; its tracks are those of the frames that [`take_frames`](Self::take_frames) gives. The
    /// [position mode](crate::model::Source::position_mode) is that of the frames so far, and may still change. `None` until
    /// frames have begun, and always in formats that are read at the end.
    pub fn preview(&self) -> Option<&Clip> {
        self.stream().map(FrameStream::outline)
    }

    /// The frames that were read since the last call; `None` if there are none. They are final, and
    /// [`finish`](Self::finish) does not give them again.
    pub fn take_frames(&mut self) -> Option<Motion> {
        if let ParserState::Reading(_, reader) = &mut self.state { reader.stream_mut()?.take_frames() } else { None }
    }

    /// How many frames the whole file is likely to have: an estimate from the size given to [`new`](Self::new), the bytes
    /// read and the frames in them. `None` where the size is not known, and before the first frame. It may be too high or
    /// too low.
    pub fn estimated_frames(&self) -> Option<usize> {
        let frames = self.stream()?.frame_count();
        let read = self.pushed.saturating_sub(self.before_frames);
        let size = self.size_hint?.max(self.pushed).saturating_sub(self.before_frames);
        if frames == 0 || read == 0 {
            return None;
        }
        Some((frames as f64 * (size as f64 / read as f64)).ceil() as usize)
    }

    /// The end of the file: the clip with the frames that were not [taken](Self::take_frames). If all were taken, its motion
    /// has none.
    pub fn finish(mut self) -> Result<Clip, ParseError> {
        self.start(true)?;
        match self.state {
            ParserState::Reading(mut decoder, mut reader) => {
                reader.push(decoder.finish())?;
                reader.finish()
            }
            #[cfg(feature = "gzip")]
            ParserState::Gzip(bytes) => {
                let gzip::Unpacked { bytes, damage } = gzip::unpack(&bytes, self.limits.input_bytes)?;
                let clip = parse_with(&gzip::inner_name(&self.name), &bytes, self.limits, self.companions);
                // What is whole is shown. If nothing is, that is the damage's fault.
                let Some(damage) = damage else { return clip };
                let mut clip = clip.map_err(|_| damage.clone())?;
                clip.warnings.push(damage.into_warning("; what comes before that is shown"));
                Ok(clip)
            }
            ParserState::Refused(refusal) => Err(refusal),
            ParserState::Sniffing(_) => Err(ParseError::new(ErrorKind::Syntax, "file.empty", "the file is empty")),
        }
    }

    fn stream(&self) -> Option<&FrameStream> {
        if let ParserState::Reading(_, reader) = &self.state { reader.stream() } else { None }
    }

    fn push_piece(&mut self, piece: &[u8]) -> Result<(), ParseError> {
        match &mut self.state {
            ParserState::Sniffing(head) => {
                // The kind is told by a fixed number of bytes, so that it is the same for every cutting of the file.
                let room = SNIFFED.saturating_sub(head.len()).min(piece.len());
                let (head_part, behind) = piece.split_at(room);
                head.extend_from_slice(head_part);
                self.start(false)?;
                if behind.is_empty() { Ok(()) } else { self.push_piece(behind) }
            }
            ParserState::Reading(decoder, reader) => {
                let begun = reader.stream().is_some();
                reader.push(decoder.decode(piece))?;
                if !begun {
                    self.before_frames = self.pushed - piece.len() as u64;
                }
                if let Some(expected) = self.estimated_frames()
                    && let ParserState::Reading(_, reader) = &mut self.state
                    && let Some(stream) = reader.stream_mut()
                {
                    stream.expect_frames(expected);
                }
                Ok(())
            }
            #[cfg(feature = "gzip")]
            ParserState::Gzip(bytes) => {
                bytes.extend_from_slice(piece);
                Ok(())
            }
            ParserState::Refused(refusal) => Err(refusal.clone()),
        }
    }

    /// Tells the kind of the file once there are enough bytes or, with `end`, all, and starts to read it.
    fn start(&mut self, end: bool) -> Result<(), ParseError> {
        let ParserState::Sniffing(head) = &mut self.state else { return Ok(()) };
        if head.len() < SNIFFED && !end {
            return Ok(());
        }
        let head = std::mem::take(head);
        let kind = sniff(&self.name, &head)?;
        #[cfg(feature = "gzip")]
        if kind == Kind::Gzip {
            self.state = ParserState::Gzip(head);
            return Ok(());
        }
        let (encoding, mark) = if kind.is_text() { Encoding::detect(&head) } else { (Encoding::Utf8, 0) };
        let mut decoder = Decoder::new(encoding, mark);
        let ruler = Ruler::new(encoding, mark);
        let companions = std::mem::take(&mut self.companions);
        let mut reader = reader_for(kind, clip_name(&self.name), self.limits, ruler, companions)?;
        reader.push(decoder.decode(&head))?;
        self.state = ParserState::Reading(decoder, reader);
        Ok(())
    }
}

impl fmt::Debug for Parser {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Parser").field("name", &self.name).field("pushed", &self.pushed).finish_non_exhaustive()
    }
}

/// Reads a whole file. `name` is the file's: see [`Parser::new`].
pub fn parse(name: &str, bytes: &[u8], limits: Limits) -> Result<Clip, ParseError> {
    parse_with(name, bytes, limits, Companions::default())
}

fn parse_with(name: &str, bytes: &[u8], limits: Limits, companions: Companions) -> Result<Clip, ParseError> {
    let mut parser = Parser::new(name, Some(bytes.len() as u64), limits).with_companions(companions);
    parser.push(bytes)?;
    parser.finish()
}

/// The kind of a whole file, as a [`Parser`] tells it.
fn kind_of(name: &str, bytes: &[u8]) -> Option<Kind> {
    sniff(name, bytes.get(..SNIFFED).unwrap_or(bytes)).ok()
}

/// The file's name without folders and extension.
fn clip_name(file: &str) -> String {
    let base = file.rsplit(['/', '\\']).next().unwrap_or(file);
    match base.rsplit_once('.') {
        Some((stem, _)) if !stem.is_empty() => stem.to_owned(),
        _ => base.to_owned(),
    }
}

fn too_long(limits: &Limits) -> ParseError {
    let message = format!("more than {} bytes", limits.input_bytes);
    ParseError::new(ErrorKind::Limit, "file.too-long", message).at(Location {
        byte: limits.input_bytes,
        line: 0,
        column: 0,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parser_may_move_to_another_thread() {
        fn moves<T: Send + Sync>(_: &T) {}
        moves(&Parser::new("walk.bvh", None, Limits::default()));
    }
}
