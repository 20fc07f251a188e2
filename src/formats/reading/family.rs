//! The interface of a family of formats.

use super::format_reader::FormatReader;
use super::kind::Kind;
use super::options::ReadOptions;
use super::text::Ruler;
use crate::error::{Limits, ParseError};

/// A family of formats: makes the readers of its kinds, and keeps the files that they may need beside the one they read.
///
/// This crate's own are in [`families`](crate::formats::families). Other crates may add theirs to [`Formats`](crate::formats::Formats).
pub trait Family: Send + Sync {
    /// The family's name, as in [`KindInfo::family`](crate::formats::KindInfo::family).
    fn name(&self) -> &'static str;

    /// The reader for a file of one of its kinds.
    ///
    /// # Errors
    /// When such a file cannot be read alone.
    fn reader(&self, start: ReaderStart) -> Result<Box<dyn FormatReader>, ParseError>;

    /// Adds a file of one of its kinds that others may need; see [`Companions::add`](crate::formats::Companions::add).
    fn add(&mut self, _kind: Kind, _name: &str, _bytes: &[u8], _limits: &Limits) {}

    /// Names of the files, without folders, that a file of one of its kinds names and cannot be read without; see
    /// [`Companions::named_files`](crate::formats::Companions::named_files).
    fn named_files(&self, _kind: Kind, _bytes: &[u8]) -> Vec<String> {
        Vec::new()
    }

    /// A copy that shares what was parsed.
    fn boxed_clone(&self) -> Box<dyn Family>;
}

/// The start of a reader: the kind of its file, the clip's name and the limits.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct ReaderStart {
    /// The kind of the file.
    pub kind: Kind,
    /// The name for the clip: the file's name without folders and extension.
    pub name: String,
    /// The limits of the result.
    pub limits: Limits,
    /// The file's size in bytes, if it is known. It may be wrong.
    pub size: Option<u64>,
    /// Converts positions in decoded text to places in the file.
    pub(crate) ruler: Ruler,
    /// Decisions of a person in place of guesses.
    pub options: ReadOptions,
}
