//! Reads files into clips.
//!
//! # A whole file
//!
//! [`read_file`] reads a file from disk, [`read_file_with`] one with its companions, and [`parse`] one in memory:
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
//! # A file that arrives in chunks
//!
//! Feed a [`Parser`] with a file's bytes as they come, in chunks of any size: clip, warnings and errors do not depend on the
//! chunks. For a complete clip, [`push`](Parser::push) and [`finish`](Parser::finish) are all that is needed.
//!
//! BVH and AMC can be played before they are complete. Once their frames have begun,
//! - [`preview`](Parser::preview) shows the clip without frames: name, skeleton, which joints move, rate;
//! - [`take_frames`](Parser::take_frames) returns the frames since the last call, to be
//!   [appended](crate::model::Motion::append) to the preview's motion;
//! - [`estimated_frames`](Parser::estimated_frames) estimates the total number of frames;
//! - `finish` returns the clip with the frames not taken, possibly none. Its warnings and
//!   [position mode](crate::model::Source::position_mode) are final, those of the preview are not.
//!
//! Other formats are read at the end: until then there is no preview and there are no frames, and `finish` returns the whole
//! clip. The same code serves both:
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
//! The skeleton of an AMC or ANIM is in another file: give such files to the parser as [`Companions`] before its first bytes.
//! [`parse_set`] reads several files and finds out which belong together.

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

/// Bytes that decide the kind of a file; all of a shorter file.
const SNIFFED: usize = 1024;
/// Chunk size, to stay in the processor's cache.
const PIECE: usize = 64 << 10;
/// Chunk size before the first frame: small, so that the start of the frames is known well enough to estimate their number.
const PIECE_BEFORE_FRAMES: usize = 1 << 10;

/// Reads one file of any format as its bytes arrive; see the [module](self).
///
/// After an error every further call returns the same error, and there are no previews or frames.
pub struct Parser {
    name: String,
    size_hint: Option<u64>,
    limits: Limits,
    companions: Companions,
    state: ParserState,
    /// Bytes pushed, in total and before the first frame.
    pushed: u64,
    before_frames: u64,
}

enum ParserState {
    /// Too few bytes to tell the kind of the file.
    Sniffing(Vec<u8>),
    Reading(Decoder, Box<dyn FormatReader>),
    /// Packed by gzip; unpacked and parsed at the end.
    #[cfg(feature = "gzip")]
    Gzip(Vec<u8>),
    Refused(ParseError),
}

impl Parser {
    /// A parser for a file with this name. The clip gets its name from it, and the extension helps where the bytes do not tell the
    /// format. `size_hint` is the file's size in bytes, used only to estimate the number of frames; it may be wrong.
    pub fn new(name: &str, size_hint: Option<u64>, limits: Limits) -> Self {
        let state = ParserState::Sniffing(Vec::new());
        let companions = Companions::default();
        Self { name: name.to_owned(), size_hint, limits, companions, state, pushed: 0, before_frames: 0 }
    }

    /// Adds files that this file may need. Call it before [pushing](Self::push) bytes.
    #[must_use]
    pub fn with_companions(self, companions: Companions) -> Self {
        Self { companions, ..self }
    }

    /// Reads the next bytes. Returns an error as soon as it is certain that the file cannot be shown.
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

    /// The clip before the file is complete, without frames and without the file's warnings. Its motion has the tracks of
    /// [`take_frames`](Self::take_frames). The [position mode](crate::model::Source::position_mode) follows from the frames so far
    /// and may change. `None` until frames have begun, and always in formats that are read at the end.
    pub fn preview(&self) -> Option<&Clip> {
        self.stream().map(FrameStream::outline)
    }

    /// The frames since the last call, if any. They are final, and [`finish`](Self::finish) does not return them again.
    pub fn take_frames(&mut self) -> Option<Motion> {
        if let ParserState::Reading(_, reader) = &mut self.state { reader.stream_mut()?.take_frames() } else { None }
    }

    /// Estimated number of frames in the whole file, from the size given to [`new`](Self::new), the bytes read and the frames in them.
    /// `None` without a size, and before the first frame.
    pub fn estimated_frames(&self) -> Option<usize> {
        let frames = self.stream()?.frame_count();
        let read = self.pushed.saturating_sub(self.before_frames);
        let size = self.size_hint?.max(self.pushed).saturating_sub(self.before_frames);
        if frames == 0 || read == 0 {
            return None;
        }
        Some((frames as f64 * (size as f64 / read as f64)).ceil() as usize)
    }

    /// Ends the file and returns the clip with the frames that were not [taken](Self::take_frames), possibly none.
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
                // Show what is intact. If nothing is, report the damage.
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
                // A fixed number of bytes decides, so that the kind does not depend on the chunks.
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

    /// Determines the kind of the file once there are enough bytes (or, with `end`, all) and starts reading.
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

/// Reads a whole file. For `name` see [`Parser::new`].
pub fn parse(name: &str, bytes: &[u8], limits: Limits) -> Result<Clip, ParseError> {
    parse_with(name, bytes, limits, Companions::default())
}

fn parse_with(name: &str, bytes: &[u8], limits: Limits, companions: Companions) -> Result<Clip, ParseError> {
    let mut parser = Parser::new(name, Some(bytes.len() as u64), limits).with_companions(companions);
    parser.push(bytes)?;
    parser.finish()
}

/// The kind of a whole file, as in [`Parser`].
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
