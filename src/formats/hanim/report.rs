//! Warnings and refusals, with their places in the text.

use std::fmt::Arguments;

use crate::error::{ErrorKind, Location, ParseError};
use crate::formats::text::{Ruler, line_text, too_early};
use crate::formats::warning_log::WarningLog;

/// Gives warnings and refusals their places. Lines are counted only for warnings that are kept.
#[derive(Debug)]
pub(crate) struct Report<'a> {
    text: &'a [u8],
    ruler: Ruler,
    log: &'a mut WarningLog,
}

impl<'a> Report<'a> {
    /// `ruler` tells places in the file from places in `text`.
    pub(crate) fn new(text: &'a [u8], ruler: Ruler, log: &'a mut WarningLog) -> Self {
        Self { text, ruler, log }
    }

    /// The place of `text[offset]`.
    pub(crate) fn location(&self, offset: usize) -> Location {
        self.ruler.location_in(self.text, offset.min(self.text.len()))
    }

    /// Whether it is a place of this file. Warnings about others that are read with it come when they are opened.
    fn is_here(&self, offset: usize) -> bool {
        offset <= self.text.len()
    }

    /// One warning for each place.
    pub(crate) fn warn(&mut self, code: &'static str, offset: usize, message: Arguments<'_>) {
        if self.is_here(offset) && self.log.wants(code) {
            let place = self.location(offset);
            self.log.keep(code, place, message);
        }
    }

    /// The same with a text that is put together only if it is kept: it may name other places, for which lines are counted.
    pub(crate) fn warn_with(&mut self, code: &'static str, offset: usize, message: impl FnOnce(&Self) -> String) {
        if self.is_here(offset) && self.log.wants(code) {
            let (place, message) = (self.location(offset), message(self));
            self.log.keep(code, place, format_args!("{message}"));
        }
    }

    /// One warning for the whole file, at the first place.
    pub(crate) fn warn_once(&mut self, code: &'static str, offset: usize, message: Arguments<'_>) {
        if self.is_here(offset) && self.log.wants_once(code) {
            let place = self.location(offset);
            self.log.keep(code, place, message);
        }
    }

    /// A refusal with its place and the text of its line.
    pub(crate) fn refusal(&self, stop: &HanimStop) -> ParseError {
        let offset = stop.place.min(self.text.len());
        ParseError::new(stop.kind, stop.code, stop.message.clone())
            .at(self.location(offset))
            .with_excerpt(&line_text(self.text, offset))
    }
}

/// Why reading ended before the end of the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct HanimStop {
    pub(crate) kind: ErrorKind,
    pub(crate) code: &'static str,
    pub(crate) message: String,
    /// Offset in the text.
    pub(crate) place: usize,
}

impl HanimStop {
    /// The text breaks the encoding's grammar. What stands before that place is shown.
    pub(crate) fn syntax(place: usize, message: impl Into<String>) -> Self {
        Self { kind: ErrorKind::Syntax, code: "hanim.syntax", message: message.into(), place }
    }

    /// The text ends before its grammar does.
    pub(crate) fn cut(place: usize, expected: &str) -> Self {
        Self::syntax(place, too_early(expected))
    }

    /// The file asks for more than it may. Nothing is shown.
    pub(crate) fn limit(code: &'static str, place: usize, message: impl Into<String>) -> Self {
        Self { kind: ErrorKind::Limit, code, message: message.into(), place }
    }
}
