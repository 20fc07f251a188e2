//! Reads files of packed motion (`.marey`): see [`crate::link`].

use super::format_reader::FormatReader;
use crate::error::{ErrorKind, Limits, Location, ParseError};
use crate::link::decode_file;
use crate::model::Clip;

/// More than hours of motion.
const MOST_BYTES: usize = 256 << 20;

/// Collects a whole file, then reads it.
pub(super) struct PackedReader {
    limits: Limits,
    bytes: Vec<u8>,
}

impl PackedReader {
    pub(super) fn new(limits: Limits) -> Self {
        Self { limits, bytes: Vec::new() }
    }
}

impl FormatReader for PackedReader {
    fn push(&mut self, piece: &[u8]) -> Result<(), ParseError> {
        if self.bytes.len() + piece.len() > MOST_BYTES || self.bytes.try_reserve(piece.len()).is_err() {
            let message = format!("expected no more than {} MiB", MOST_BYTES >> 20);
            return Err(ParseError::new(ErrorKind::Limit, "marey.too-large", message).at(Location::default()));
        }
        self.bytes.extend_from_slice(piece);
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<Clip, ParseError> {
        decode_file(&self.bytes, &self.limits)
    }
}
