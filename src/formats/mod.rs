//! Files in, clips out.
//!
//! [`Parser`] is fed with the bytes of a file as they arrive, in any pieces: every cutting gives the same clip.
//! [`parse`] does it in one call.
//!
//! ```
//! let text = b"HIERARCHY ROOT hips { OFFSET 0 0 0 CHANNELS 3 Zrotation Xrotation Yrotation }
//!     MOTION Frames: 1 Frame Time: 0.1
//!     0 90 0";
//! let clip = marey::formats::parse("wave.bvh", text, marey::Limits::default())?;
//! assert_eq!((clip.name.as_str(), clip.behaviours[0].motion.frame_count()), ("wave", 1));
//! # Ok::<(), marey::ParseError>(())
//! ```

mod bvh;
#[cfg(feature = "hanim")]
mod gzip;
#[cfg(feature = "hanim")]
mod hanim;
mod notes;
mod numbers;
mod sniff;
mod text;

pub use sniff::{Kind, sniff};

use self::text::{Decoder, Encoding, Ruler};
use crate::error::{ErrorKind, Limits, Location, ParseError};
use crate::model::{Clip, Rows};

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
#[derive(Debug, Clone)]
pub struct Parser {
    name: String,
    size_hint: Option<u64>,
    limits: Limits,
    stage: Stage,
    /// Bytes pushed, and how many of them before the rows began.
    pushed: u64,
    before_rows: u64,
}

#[derive(Debug, Clone)]
enum Stage {
    /// Too few bytes to tell the format.
    Sniffing(Vec<u8>),
    Bvh(Decoder, Box<bvh::Reader>),
    #[cfg(feature = "hanim")]
    Hanim(Decoder, Box<hanim::Reader>),
    /// Packed by gzip: to be unpacked and told when all of it is there.
    #[cfg(feature = "hanim")]
    Gzip(Vec<u8>),
    Refused(ParseError),
}

impl Parser {
    /// A parser for a file of that name. `size_hint` is the file's size in bytes: it is only used to foretell the
    /// number of frames and may be wrong.
    pub fn new(name: &str, size_hint: Option<u64>, limits: Limits) -> Self {
        let stage = Stage::Sniffing(Vec::new());
        Self { name: name.to_owned(), size_hint, limits, stage, pushed: 0, before_rows: 0 }
    }

    /// Reads the next bytes of the file.
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), ParseError> {
        let mut rest = bytes;
        while !rest.is_empty() {
            let begun = matches!(&self.stage, Stage::Bvh(_, reader) if reader.frame_count().is_some());
            let size = if begun { PIECE } else { PIECE_BEFORE_ROWS };
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

    /// A look at the clip before the file is complete: everything but the frames. `None` until the rows have begun.
    /// How position channels are taken and the warnings may still change.
    pub fn preview(&self) -> Option<Clip> {
        if let Stage::Bvh(_, reader) = &self.stage { reader.preview() } else { None }
    }

    /// The frames that were read since the last call. They are final, and [`finish`](Self::finish) will not have
    /// them again.
    pub fn take_rows(&mut self) -> Option<Rows> {
        if let Stage::Bvh(_, reader) = &mut self.stage { reader.take_rows() } else { None }
    }

    /// How many frames the whole file will have, as the size given to [`new`](Self::new) and the rows so far let
    /// expect.
    pub fn estimated_frames(&self) -> Option<usize> {
        let Stage::Bvh(_, reader) = &self.stage else { return None };
        let frames = reader.frame_count()?;
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
            Stage::Bvh(mut decoder, mut reader) => {
                reader.push(decoder.finish())?;
                reader.finish()
            }
            #[cfg(feature = "hanim")]
            Stage::Hanim(mut decoder, mut reader) => {
                reader.push(decoder.finish())?;
                reader.finish()
            }
            #[cfg(feature = "hanim")]
            Stage::Gzip(bytes) => {
                let inner = gzip::unpack(&bytes, self.limits.input_bytes)?;
                parse(&gzip::inner_name(&self.name), &inner, self.limits)
            }
            Stage::Refused(refusal) => Err(refusal),
            Stage::Sniffing(_) => Err(ParseError::new(ErrorKind::Syntax, "file.empty", "the file is empty")),
        }
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
            Stage::Bvh(decoder, reader) => {
                let begun = reader.frame_count().is_some();
                reader.push(decoder.decode(piece))?;
                if !begun {
                    self.before_rows = self.pushed - piece.len() as u64;
                }
                let expected = self.estimated_frames();
                if let (Some(expected), Stage::Bvh(_, reader)) = (expected, &mut self.stage) {
                    reader.expect_frames(expected);
                }
                Ok(())
            }
            #[cfg(feature = "hanim")]
            Stage::Hanim(decoder, reader) => reader.push(decoder.decode(piece)),
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
        let (encoding, mark) = Encoding::detect(&head);
        let mut decoder = Decoder::new(encoding, mark);
        #[cfg(feature = "hanim")]
        if kind == Kind::Gzip {
            self.stage = Stage::Gzip(head);
            return Ok(());
        }
        #[cfg(feature = "hanim")]
        if let Some(scene) = hanim::Encoding::of(kind) {
            let ruler = Ruler::new(encoding, mark);
            let mut reader = hanim::Reader::new(clip_name(&self.name), scene, self.limits, ruler);
            reader.push(decoder.decode(&head))?;
            self.stage = Stage::Hanim(decoder, Box::new(reader));
            return Ok(());
        }
        if kind != Kind::Bvh {
            let message = format!("there is no reader for .{} files in this build", kind.name());
            return Err(ParseError::new(ErrorKind::Unsupported, "file.no-reader", message).at(Location {
                byte: 0,
                line: 1,
                column: 1,
            }));
        }
        let mut reader = bvh::Reader::new(clip_name(&self.name), self.limits, Ruler::new(encoding, mark));
        reader.push(decoder.decode(&head))?;
        self.stage = Stage::Bvh(decoder, Box::new(reader));
        Ok(())
    }
}

/// Reads a whole file.
pub fn parse(name: &str, bytes: &[u8], limits: Limits) -> Result<Clip, ParseError> {
    let mut parser = Parser::new(name, Some(bytes.len() as u64), limits);
    parser.push(bytes)?;
    parser.finish()
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
