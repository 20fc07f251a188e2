//! Why a file, or a part of it, cannot be read. The reader adds the place and makes a refusal or a warning of it.

use std::fmt;

use crate::error::{ErrorKind, Location, ParseError};
use crate::formats::reading::wording::damaged;
use crate::model::BuildError;

/// The reason, with its stable code. Messages name parts of the file by JSON pointers: `/accessors/3`.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Problem {
    pub(super) kind: ErrorKind,
    pub(super) code: &'static str,
    pub(super) message: String,
}

impl Problem {
    pub(super) fn new(kind: ErrorKind, code: &'static str, message: impl Into<String>) -> Self {
        Self { kind, code, message: message.into() }
    }

    /// A part of the file contradicts another one, or is not what the standard asks for.
    pub(super) fn wrong(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Inconsistent, code, message)
    }

    pub(super) fn no_memory() -> Self {
        Self::new(ErrorKind::Limit, "gltf.out-of-memory", "there is no memory left for the file")
    }

    pub(super) fn of_build(error: BuildError) -> Self {
        Self::new(ErrorKind::Limit, "gltf.limit", error.to_string())
    }

    /// The refusal of a binary file at an offset.
    pub(super) fn at_byte(self, byte: usize) -> ParseError {
        let message = if self.kind == ErrorKind::Syntax { damaged(&self.message) } else { self.message };
        ParseError::new(self.kind, self.code, message).at(Location { byte: byte as u64, line: 0, column: 0 })
    }

    /// The refusal of the file at a place.
    pub(super) fn at(self, place: Location) -> ParseError {
        ParseError::new(self.kind, self.code, self.message).at(place)
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}
