//! Why a file, or a part of it, cannot be read. The reader makes a refusal of it, with a place in the file.

use std::fmt;

use crate::error::ErrorKind;
use crate::model::BuildError;

/// The reason, with its stable code and the offset in the file of what is to blame.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Problem {
    pub(super) kind: ErrorKind,
    pub(super) code: &'static str,
    pub(super) message: String,
    pub(super) at: usize,
}

impl Problem {
    pub(super) fn new(kind: ErrorKind, code: &'static str, at: usize, message: impl Into<String>) -> Self {
        Self { kind, code, message: message.into(), at }
    }

    /// The bytes are not those of a record.
    pub(super) fn syntax(code: &'static str, at: usize, message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Syntax, code, at, message)
    }

    pub(super) fn limit(code: &'static str, at: usize, message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Limit, code, at, message)
    }

    pub(super) fn no_memory(at: usize) -> Self {
        Self::limit("fbx.out-of-memory", at, "there is no memory left for the file")
    }

    pub(super) fn of_build(at: usize, error: BuildError) -> Self {
        Self::limit("fbx.limit", at, error.to_string())
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}
