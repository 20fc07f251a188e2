//! Warnings about a skeleton file, with places.

use std::fmt::{self, Arguments, Display};

use nom::Offset;

use super::grammar::separates;
use crate::error::{ErrorKind, ParseError};
use crate::formats::reading::WarningLog;
use crate::formats::reading::text::{Quoted, Ruler, TextPlaces, line_text, too_early};

/// Collects the warnings of one file. Words are slices of the file's text, so their offsets are known.
pub(super) struct AsfLog<'a, 'n> {
    text: &'a [u8],
    places: TextPlaces<'a>,
    notes: &'n mut WarningLog,
}

impl<'a, 'n> AsfLog<'a, 'n> {
    pub(super) fn new(text: &'a [u8], ruler: Ruler, notes: &'n mut WarningLog) -> Self {
        Self { text, places: TextPlaces::new(text, ruler), notes }
    }

    pub(super) fn offset(&self, slice: &[u8]) -> usize {
        self.text.offset(slice)
    }

    /// Offset of the end of the text, without trailing blanks.
    pub(super) fn end(&self) -> usize {
        self.text.trim_ascii_end().len()
    }

    #[inline(never)]
    pub(super) fn warn(&mut self, code: &'static str, at: usize, message: Arguments<'_>) {
        if self.notes.wants(code) {
            let place = self.places.locate(at);
            self.notes.keep(code, place, message);
        }
    }

    pub(super) fn warn_of(&mut self, code: &'static str, word: &[u8], message: Arguments<'_>) {
        self.warn(code, self.offset(word), message);
    }

    #[inline(never)]
    pub(super) fn refusal(&mut self, kind: ErrorKind, code: &'static str, message: &str, at: usize) -> ParseError {
        ParseError::new(kind, code, message).at(self.places.locate(at)).with_excerpt(&line_text(self.text, at))
    }
}

/// A message with the expected thing and the first word of `text` (or that the file ended).
pub(super) fn expected(what: &str, text: &[u8]) -> String {
    if text.is_empty() { too_early(what) } else { format!("expected {what}, found {}", FoundWord(text)) }
}

/// The first word of a text, quoted for a message.
pub(super) struct FoundWord<'a>(pub(super) &'a [u8]);

impl Display for FoundWord<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let end = self.0.iter().position(|byte| separates(*byte)).unwrap_or(self.0.len());
        match self.0.get(..end) {
            None | Some([]) => f.write_str("the end of the file"),
            Some(word) => write!(f, "`{}`", Quoted(word)),
        }
    }
}
