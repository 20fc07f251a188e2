//! Warnings and refusals, with their locations in the file.

use std::fmt::Arguments;

use crate::error::{ErrorKind, Location, ParseError};
use crate::formats::reading::WarningLog;
use crate::formats::reading::text::{Ruler, line_text, too_early};

/// Adds locations to warnings and refusals. Lines are counted only for warnings that are kept.
#[derive(Debug)]
pub(crate) struct SceneReport<'a> {
    text: &'a [u8],
    ruler: Ruler,
    log: &'a mut WarningLog,
}

impl<'a> SceneReport<'a> {
    /// `ruler`: maps offsets in `text` to locations in the file.
    pub(crate) fn new(text: &'a [u8], ruler: Ruler, log: &'a mut WarningLog) -> Self {
        Self { text, ruler, log }
    }

    pub(crate) fn location(&self, offset: usize) -> Location {
        self.ruler.location_in(self.text, offset.min(self.text.len()))
    }

    /// False in Inline files, which are appended to the text: they get their warnings when they are opened themselves.
    fn is_here(&self, offset: usize) -> bool {
        offset <= self.text.len()
    }

    /// Adds one warning per place.
    pub(crate) fn warn(&mut self, code: &'static str, offset: usize, message: Arguments<'_>) {
        if self.is_here(offset) && self.log.wants(code) {
            let place = self.location(offset);
            self.log.keep(code, place, message);
        }
    }

    /// Like `warn`, but builds the message only if it is kept: other places in it need their lines counted.
    pub(crate) fn warn_with(&mut self, code: &'static str, offset: usize, message: impl FnOnce(&Self) -> String) {
        if self.is_here(offset) && self.log.wants(code) {
            let (place, message) = (self.location(offset), message(self));
            self.log.keep(code, place, format_args!("{message}"));
        }
    }

    /// Adds one warning per file, at the first place.
    pub(crate) fn warn_once(&mut self, code: &'static str, offset: usize, message: Arguments<'_>) {
        if self.is_here(offset) && self.log.wants_once(code) {
            let place = self.location(offset);
            self.log.keep(code, place, message);
        }
    }

    /// Warns that there was no memory left for a part of the file, which is left out.
    pub(crate) fn no_memory(&mut self, offset: usize) {
        warning!(self.warn_once => "hanim.memory", offset,
            "the machine has no memory left for all of this; the rest is left out");
    }

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
    /// Syntax error. The nodes before it are shown.
    pub(crate) fn syntax(place: usize, message: impl Into<String>) -> Self {
        Self { kind: ErrorKind::Syntax, code: "hanim.syntax", message: message.into(), place }
    }

    /// Unexpected end of the text.
    pub(crate) fn cut(place: usize, expected: &str) -> Self {
        Self::syntax(place, too_early(expected))
    }

    /// Limit exceeded; fatal.
    pub(crate) fn limit(code: &'static str, place: usize, message: impl Into<String>) -> Self {
        Self { kind: ErrorKind::Limit, code, message: message.into(), place }
    }
}
