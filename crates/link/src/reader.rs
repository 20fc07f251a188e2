//! Packed files (`.marey`) as a family of formats.

use marey::formats::{Family, FormatReader, ReaderStart};
use marey::model::Clip;
use marey::{ErrorKind, Limits, Location, ParseError};

use crate::decode::decode_file;

/// More than hours of motion.
const MOST_BYTES: usize = 256 << 20;

#[derive(Debug)]
struct Packed;

/// Files of packed motion, for [`Formats::with`](marey::formats::Formats::with).
///
/// ```
/// use marey::formats::Formats;
///
/// let formats = Formats::default().with(marey_link::family);
/// assert!(formats.reads("walk.marey", b"Marey\x1A\r\n"));
/// ```
pub fn family() -> Box<dyn Family> {
    Box::new(Packed)
}

impl Family for Packed {
    fn name(&self) -> &'static str {
        "marey"
    }

    fn reader(&self, start: ReaderStart) -> Result<Box<dyn FormatReader>, ParseError> {
        Ok(Box::new(PackedReader { limits: start.limits, bytes: Vec::new() }))
    }

    fn boxed_clone(&self) -> Box<dyn Family> {
        Box::new(Self)
    }
}

/// Collects a whole file, then reads it.
struct PackedReader {
    limits: Limits,
    bytes: Vec<u8>,
}

impl FormatReader for PackedReader {
    fn push(&mut self, piece: &[u8]) -> Result<(), ParseError> {
        let refused = |code, message| Err(ParseError::new(ErrorKind::Limit, code, message).at(Location::default()));
        if self.bytes.len() + piece.len() > MOST_BYTES {
            return refused("marey.too-large", format!("expected no more than {} MiB", MOST_BYTES >> 20));
        }
        if self.bytes.try_reserve(piece.len()).is_err() {
            return refused("marey.out-of-memory", "the machine has no memory left for the file".to_owned());
        }
        self.bytes.extend_from_slice(piece);
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<Clip, ParseError> {
        decode_file(&self.bytes, &self.limits)
    }
}
