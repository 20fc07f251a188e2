//! Refusals of files of arrays.

use crate::error::{ErrorKind, Location, ParseError};

/// A refusal at a byte of the file.
pub(super) fn refuse(kind: ErrorKind, code: &'static str, at: usize, message: impl Into<String>) -> ParseError {
    ParseError::new(kind, code, message).at(Location { byte: at as u64, ..Location::default() })
}
