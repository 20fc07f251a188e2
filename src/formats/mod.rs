//! Files in, clips out.
//!
//! [`Parser`] is fed with the bytes of a file as they arrive, in any pieces: every cutting gives the same clip.
//! [`parse`] does it in one call. Some files need others: a parser is given those as [`Companions`]; [`parse_set`] takes
//! files that were given together.
//!
//! ```
//! let text = b"HIERARCHY ROOT hips { OFFSET 0 0 0 CHANNELS 3 Zrotation Xrotation Yrotation }
//!     MOTION Frames: 1 Frame Time: 0.1
//!     0 90 0";
//! let clip = marey::formats::parse("wave.bvh", text, marey::Limits::default())?;
//! assert_eq!((clip.name.as_str(), clip.behaviours[0].motion.frame_count()), ("wave", 1));
//! # Ok::<(), marey::ParseError>(())
//! ```

#[cfg(feature = "acclaim")]
mod acclaim;
#[cfg(any(feature = "acclaim", feature = "hanim"))]
mod around;
mod bvh;
mod companions;
mod euler;
mod files;
mod format_reader;
mod frame_stream;
#[cfg(feature = "hanim")]
mod gzip;
#[cfg(feature = "hanim")]
mod hanim;
mod notes;
mod numbers;
mod readers;
mod set;
#[cfg(feature = "skel")]
mod skel;
mod sniff;
mod text;

pub use companions::Companions;
pub use files::{ReadError, read_file, read_file_with};
pub use set::parse_set;
pub use sniff::{Kind, Role, is_plain_bvh, sniff};

use std::fmt;

use self::format_reader::FormatReader;
use self::frame_stream::FrameStream;
use self::readers::reader_for;
use self::text::{Decoder, Encoding, Ruler};
use crate::error::{ErrorKind, Limits, Location, ParseError};
use crate::model::{Clip, Motion};

/// The format is told from so many bytes, or from all of a shorter file.
const SNIFFED: usize = 1024;
/// Chunks are worked off in pieces of this size, which stay in the processor's cache.
const PIECE: usize = 64 << 10;
/// Before the rows pieces are small, so that it is known well where the rows begin: the forecast of how many there will
/// be hangs on it.
const PIECE_BEFORE_ROWS: usize = 1 << 10;

/// Reads one file, whatever its format, as its bytes arrive.
///
/// Rows are parsed as they come and can be taken away while the rest of the file is still on its way. After a refusal
/// every further call gives the same refusal.
pub struct Parser {
    name: String,
    size_hint: Option<u64>,
    limits: Limits,
    companions: Companions,
    stage: Stage,
    /// Bytes pushed, and how many of them before the rows began.
    pushed: u64,
    before_rows: u64,
}

enum Stage {
    /// Too few bytes to tell the format.
    Sniffing(Vec<u8>),
    Reading(Decoder, Box<dyn FormatReader>),
    /// Packed by gzip: unpacked, and only then told what it is, when all of it is there.
    #[cfg(feature = "hanim")]
    Gzip(Vec<u8>),
    Refused(ParseError),
}

impl Parser {
    /// A parser for a file of that name. `size_hint` is the file's size in bytes: it is only used to foretell the
    /// number of frames and may be wrong.
    pub fn new(name: &str, size_hint: Option<u64>, limits: Limits) -> Self {
        let stage = Stage::Sniffing(Vec::new());
        let companions = Companions::default();
        Self { name: name.to_owned(), size_hint, limits, companions, stage, pushed: 0, before_rows: 0 }
    }

    /// The same parser, with the files among which those are that its own file needs. To be called before any bytes are
    /// [pushed](Self::push).
    #[must_use]
    pub fn with_companions(self, companions: Companions) -> Self {
        Self { companions, ..self }
    }

    /// Reads the next bytes of the file.
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), ParseError> {
        let mut rest = bytes;
        while !rest.is_empty() {
            let size = if self.stream().is_some() { PIECE } else { PIECE_BEFORE_ROWS };
            let (piece, behind) = rest.split_at(size.min(rest.len()));
            rest = behind;
            self.pushed += piece.len() as u64;
            let done = if self.pushed > self.limits.input_bytes {
                Err(too_long(&self.limits))
            } else {
                self.push_piece(piece)
            };
            if let Err(refusal) = done {
                self.stage = Stage::Refused(refusal);
            }
        }
        if let Stage::Refused(refusal) = &self.stage { Err(refusal.clone()) } else { Ok(()) }
    }

    /// A look at the clip before the file is complete: everything but the frames and the warnings of the file. `None` until
    /// the rows have begun. How position channels are taken may still change.
    pub fn preview(&self) -> Option<&Clip> {
        self.stream().map(FrameStream::outline)
    }

    /// The frames that were read since the last call. They are final, and [`finish`](Self::finish) will not have
    /// them again.
    pub fn take_frames(&mut self) -> Option<Motion> {
        if let Stage::Reading(_, reader) = &mut self.stage { reader.stream_mut()?.take_frames() } else { None }
    }

    /// How many frames the whole file will have, as the size given to [`new`](Self::new) and the rows so far let
    /// expect.
    pub fn estimated_frames(&self) -> Option<usize> {
        let frames = self.stream()?.frame_count();
        let read = self.pushed.saturating_sub(self.before_rows);
        let size = self.size_hint?.max(self.pushed).saturating_sub(self.before_rows);
        if frames == 0 || read == 0 {
            return None;
        }
        Some((frames as f64 * (size as f64 / read as f64)).ceil() as usize)
    }

    /// The end of the file: the clip, with the frames that were not taken.
    pub fn finish(mut self) -> Result<Clip, ParseError> {
        self.start(true)?;
        match self.stage {
            Stage::Reading(mut decoder, mut reader) => {
                reader.push(decoder.finish())?;
                reader.finish()
            }
            #[cfg(feature = "hanim")]
            Stage::Gzip(bytes) => {
                let inner = gzip::unpack(&bytes, self.limits.input_bytes)?;
                parse_with(&gzip::inner_name(&self.name), &inner, self.limits, self.companions)
            }
            Stage::Refused(refusal) => Err(refusal),
            Stage::Sniffing(_) => Err(ParseError::new(ErrorKind::Syntax, "file.empty", "the file is empty")),
        }
    }

    fn stream(&self) -> Option<&FrameStream> {
        if let Stage::Reading(_, reader) = &self.stage { reader.stream() } else { None }
    }

    fn push_piece(&mut self, piece: &[u8]) -> Result<(), ParseError> {
        match &mut self.stage {
            Stage::Sniffing(head) => {
                // The head is cut at a fixed length, so that every cutting of the file is told the same way.
                let room = SNIFFED.saturating_sub(head.len()).min(piece.len());
                let (head_part, behind) = piece.split_at(room);
                head.extend_from_slice(head_part);
                self.start(false)?;
                if behind.is_empty() { Ok(()) } else { self.push_piece(behind) }
            }
            Stage::Reading(decoder, reader) => {
                let begun = reader.stream().is_some();
                reader.push(decoder.decode(piece))?;
                if !begun {
                    self.before_rows = self.pushed - piece.len() as u64;
                }
                if let Some(expected) = self.estimated_frames()
                    && let Stage::Reading(_, reader) = &mut self.stage
                    && let Some(stream) = reader.stream_mut()
                {
                    stream.expect_frames(expected);
                }
                Ok(())
            }
            #[cfg(feature = "hanim")]
            Stage::Gzip(bytes) => {
                bytes.extend_from_slice(piece);
                Ok(())
            }
            Stage::Refused(refusal) => Err(refusal.clone()),
        }
    }

    /// Tells the format once enough bytes (or, at the `end`, all) are there, and reads them.
    fn start(&mut self, end: bool) -> Result<(), ParseError> {
        let Stage::Sniffing(head) = &mut self.stage else { return Ok(()) };
        if head.len() < SNIFFED && !end {
            return Ok(());
        }
        let head = std::mem::take(head);
        let kind = sniff(&self.name, &head)?;
        #[cfg(feature = "hanim")]
        if kind == Kind::Gzip {
            self.stage = Stage::Gzip(head);
            return Ok(());
        }
        let (encoding, mark) = if kind.is_text() { Encoding::detect(&head) } else { (Encoding::Utf8, 0) };
        let mut decoder = Decoder::new(encoding, mark);
        let ruler = Ruler::new(encoding, mark);
        let companions = std::mem::take(&mut self.companions);
        let mut reader = reader_for(kind, clip_name(&self.name), self.limits, ruler, companions)?;
        reader.push(decoder.decode(&head))?;
        self.stage = Stage::Reading(decoder, reader);
        Ok(())
    }
}

impl fmt::Debug for Parser {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Parser").field("name", &self.name).field("pushed", &self.pushed).finish_non_exhaustive()
    }
}

/// Reads a whole file.
pub fn parse(name: &str, bytes: &[u8], limits: Limits) -> Result<Clip, ParseError> {
    parse_with(name, bytes, limits, Companions::default())
}

fn parse_with(name: &str, bytes: &[u8], limits: Limits, companions: Companions) -> Result<Clip, ParseError> {
    let mut parser = Parser::new(name, Some(bytes.len() as u64), limits).with_companions(companions);
    parser.push(bytes)?;
    parser.finish()
}

/// What a whole file is, told as a [`Parser`] tells it.
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
