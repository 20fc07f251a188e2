//! Where the words of a skeleton's file are, and what is said about them.

use std::fmt::{self, Arguments, Display};

use nom::Offset;

use super::grammar::separates;
use crate::error::{ErrorKind, ParseError};
use crate::formats::text::{Excerpt, Places, Ruler, line_text, too_early};
use crate::formats::warning_log::WarningLog;

/// Takes the warnings of one file, with their places. Words are slices of the file's text, so that they tell where they
/// stand.
pub(super) struct AsfLog<'a, 'n> {
    text: &'a [u8],
    places: Places<'a>,
    notes: &'n mut WarningLog,
}

impl<'a, 'n> AsfLog<'a, 'n> {
    pub(super) fn new(text: &'a [u8], ruler: Ruler, notes: &'n mut WarningLog) -> Self {
        Self { text, places: Places::new(text, ruler), notes }
    }

    /// Where in the text a slice of it starts.
    pub(super) fn offset(&self, slice: &[u8]) -> usize {
        self.text.offset(slice)
    }

    /// Where the text ends, but for blanks.
    pub(super) fn end(&self) -> usize {
        self.text.trim_ascii_end().len()
    }

    /// A warning about what stands at an offset.
    #[inline(never)]
    pub(super) fn warn(&mut self, code: &'static str, at: usize, message: Arguments<'_>) {
        if self.notes.wants(code) {
            let place = self.places.locate(at);
            self.notes.keep(code, place, message);
        }
    }

    /// A warning about a word.
    pub(super) fn warn_of(&mut self, code: &'static str, word: &[u8], message: Arguments<'_>) {
        self.warn(code, self.offset(word), message);
    }

    #[inline(never)]
    pub(super) fn refusal(&mut self, kind: ErrorKind, code: &'static str, message: &str, at: usize) -> ParseError {
        ParseError::new(kind, code, message).at(self.places.locate(at)).with_excerpt(&line_text(self.text, at))
    }
}

/// What was expected, and the word that was found: the first one of `text`, which may be over.
pub(super) fn expected(what: &str, text: &[u8]) -> String {
    if text.is_empty() { too_early(what) } else { format!("expected {what}, found {}", FoundWord(text)) }
}

/// The word that a text starts with, quoted for a message.
pub(super) struct FoundWord<'a>(pub(super) &'a [u8]);

impl Display for FoundWord<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let end = self.0.iter().position(|byte| separates(*byte)).unwrap_or(self.0.len());
        match self.0.get(..end) {
            None | Some([]) => f.write_str("the end of the file"),
            Some(word) => write!(f, "`{}`", Excerpt(word)),
        }
    }
}
