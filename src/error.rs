//! What can go wrong while reading a file, and how much a file may ask for.
//!
//! A reader either refuses (`ParseError`: nothing can be shown) or goes on and says what it repaired (`Warning`).
//! Both carry a stable code and, where a place in the file is to blame, a [`Location`].

use std::borrow::Cow;
use std::fmt;

/// A place in a file. Lines and columns count from 1; columns count characters, not bytes.
/// Binary formats have no lines: there `line` and `column` are 0 and `byte` tells the place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Location {
    /// Offset from the start of the file, in bytes, from 0.
    pub byte: u64,
    /// Line, from 1; 0 in binary formats.
    pub line: u32,
    /// Column in characters, from 1; 0 in binary formats.
    pub column: u32,
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line == 0 { write!(f, "byte {}", self.byte) } else { write!(f, "{}:{}", self.line, self.column) }
    }
}

/// Who is to blame for a refusal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The bytes do not follow the format's grammar.
    Syntax,
    /// The grammar is right but the parts contradict each other.
    Inconsistent,
    /// A well-formed file of a kind that Marey does not play.
    Unsupported,
    /// The file asks for more than [`Limits`] allow.
    Limit,
}

/// Why a file was refused: what was expected, what was found, and where.
///
/// One pointer wide, so that `Result`s stay cheap.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseError(Box<ErrorParts>);

#[derive(Debug, Clone, PartialEq, Eq)]
struct ErrorParts {
    kind: ErrorKind,
    code: &'static str,
    message: String,
    location: Option<Location>,
    excerpt: String,
    file: String,
}

impl ParseError {
    /// A refusal. `code` is stable and starts with the format (`bvh.expected-brace`); `message` is one sentence
    /// that says what was expected and what was found.
    pub(crate) fn new(kind: ErrorKind, code: &'static str, message: impl Into<String>) -> Self {
        let message = message.into();
        Self(Box::new(ErrorParts { kind, code, message, location: None, excerpt: String::new(), file: String::new() }))
    }

    /// The same refusal with its place.
    #[must_use]
    pub(crate) fn at(mut self, location: Location) -> Self {
        self.0.location = Some(location);
        self
    }

    /// The same refusal with the text of the offending line (cut to 120 characters).
    #[must_use]
    pub(crate) fn with_excerpt(mut self, line: &str) -> Self {
        self.0.excerpt = line.trim_end().chars().take(120).collect();
        self
    }

    /// The same refusal, whose place is in another file than the one that was read: in its skeleton.
    #[must_use]
    pub(crate) fn in_file(mut self, name: &str) -> Self {
        name.clone_into(&mut self.0.file);
        self
    }

    /// Who is to blame.
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// Stable identifier, `format.what`.
    pub fn code(&self) -> &'static str {
        self.0.code
    }

    /// One sentence for people.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// The place, where one is known.
    pub fn location(&self) -> Option<Location> {
        self.0.location
    }

    /// The name of the file that the place is in; empty when it is the one that was read.
    pub fn file(&self) -> &str {
        &self.0.file
    }

    /// The offending line's text; empty when there is none.
    pub fn excerpt(&self) -> &str {
        &self.0.excerpt
    }
}

impl fmt::Display for ParseError {
    /// `LINE:COLUMN: code: message`, or `byte N: code: message` for binary files.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}: {}: {}",
            self.0.location.unwrap_or(Location { byte: 0, line: 1, column: 1 }),
            self.0.code,
            self.0.message
        )
    }
}

impl std::error::Error for ParseError {}

/// Something the reader repaired or assumed. The clip plays; the user is told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Warning {
    /// Stable identifier, `format.what`. Borrowed from the program, owned when it came in packed.
    pub code: Cow<'static, str>,
    /// One sentence: what was found and what was done about it.
    pub message: String,
    /// The place, where one is to blame.
    pub location: Option<Location>,
    /// The name of the file that the place is in; empty when it is the one that was read.
    pub file: String,
}

/// Collects warnings up to [`Limits::warnings`] and counts the rest, so that a file with a million
/// odd rows costs neither time nor memory.
#[derive(Debug, Clone, Default)]
pub struct Warnings {
    kept: Vec<Warning>,
    dropped: u64,
    limit: usize,
}

impl Warnings {
    /// An empty list that keeps at most `limits.warnings`.
    pub(crate) fn new(limits: &Limits) -> Self {
        Self { kept: Vec::new(), dropped: 0, limit: limits.warnings }
    }

    /// Adds one. The message is only built when it will be kept.
    pub(crate) fn add(&mut self, code: &'static str, location: Option<Location>, message: impl FnOnce() -> String) {
        if self.kept.len() < self.limit {
            let message = message();
            self.kept.push(Warning { code: Cow::Borrowed(code), message, location, file: String::new() });
        } else {
            self.dropped += 1;
        }
    }

    /// Warnings in the order they were found.
    pub fn kept(&self) -> &[Warning] {
        &self.kept
    }

    /// How many more there were.
    pub fn dropped(&self) -> u64 {
        self.dropped
    }
}

/// How much one file may ask for. Charged before anything is allocated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of input.
    pub input_bytes: u64,
    /// Joints, end sites included; never more than 65,535 since indices are `u16`.
    pub joints: usize,
    /// Nesting of joints; end sites and other points do not count.
    pub depth: usize,
    /// Frames of one motion.
    pub frames: usize,
    /// Bytes that the finished clip's frames may take.
    pub motion_bytes: u64,
    /// Length of one name in bytes; longer ones are cut with a warning.
    pub name_bytes: usize,
    /// Warnings kept with their text; further ones are only counted.
    pub warnings: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            input_bytes: 4 << 30,
            joints: 20_000,
            depth: 2_000,
            frames: 50_000_000,
            motion_bytes: 3 << 30,
            name_bytes: 1_000,
            warnings: 100,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_prints_its_place_code_and_message() {
        let error = ParseError::new(ErrorKind::Syntax, "bvh.expected-brace", "expected `{`, found `}`").at(Location {
            byte: 40,
            line: 3,
            column: 7,
        });
        assert_eq!(error.to_string(), "3:7: bvh.expected-brace: expected `{`, found `}`");
    }

    #[test]
    fn a_binary_place_is_a_byte_offset() {
        let error = ParseError::new(ErrorKind::Syntax, "skel.version", "expected version 1, found 7")
            .at(Location { byte: 3, ..Location::default() });
        assert_eq!(error.to_string(), "byte 3: skel.version: expected version 1, found 7");
    }

    #[test]
    fn warnings_past_the_limit_are_counted_and_their_text_is_never_built() {
        let mut warnings = Warnings::new(&Limits { warnings: 2, ..Limits::default() });
        for _ in 0..2 {
            warnings.add("x.y", None, || "kept".into());
        }
        warnings.add("x.y", None, || unreachable!("built a message that is dropped"));
        assert_eq!((warnings.kept().len(), warnings.dropped()), (2, 1));
    }
}
