//! Errors and warnings of reading a file, and limits of what a file may ask for.
//!
//! A reader either fails (`ParseError`: nothing can be shown) or continues and reports the repair (`Warning`). Both have a
//! stable code and, if they concern a place in the file, a [`Location`].

use std::borrow::Cow;
use std::fmt;

use crate::setters;

/// A place in a file. Lines and columns count from 1; columns count characters, not bytes. In binary formats `line` and
/// `column` are 0, and `byte` is the place.
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

/// The kind of a [`ParseError`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The bytes do not follow the format's grammar.
    Syntax,
    /// The grammar is right, but parts of the file contradict each other.
    Inconsistent,
    /// A well-formed file that Marey does not play.
    Unsupported,
    /// The file asks for more than [`Limits`] allow.
    Limit,
}

/// Why a file was refused: what was expected, what was found, and where.
///
/// One pointer wide, to keep `Result`s cheap.
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
    /// An error. `code` is stable and starts with the format (`bvh.expected-brace`); `message` is one sentence that says what was
    /// expected and what was found.
    pub fn new(kind: ErrorKind, code: &'static str, message: impl Into<String>) -> Self {
        let message = message.into();
        Self(Box::new(ErrorParts { kind, code, message, location: None, excerpt: String::new(), file: String::new() }))
    }

    /// Sets the place.
    #[must_use]
    pub fn at(mut self, location: Location) -> Self {
        self.0.location = Some(location);
        self
    }

    /// Adds the text of the offending line (cut to 120 characters).
    #[must_use]
    pub fn with_excerpt(mut self, line: &str) -> Self {
        self.0.excerpt = line.trim_end().chars().take(120).collect();
        self
    }

    /// Sets the file of the place, where it is not the file that was read but its skeleton.
    #[must_use]
    pub fn in_file(mut self, name: &str) -> Self {
        name.clone_into(&mut self.0.file);
        self
    }

    /// Turns the error into a warning, for files that can be shown in part; appends `and`, which says what is shown.
    pub(crate) fn into_warning(self, and: &str) -> Warning {
        let ErrorParts { code, mut message, location, file, .. } = *self.0;
        message.push_str(and);
        Warning {
            code: Cow::Borrowed(code),
            message,
            location,
            count: 1,
            noun: Cow::Borrowed(""),
            more: Vec::new(),
            file,
        }
    }

    /// The kind of the error.
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// Stable identifier: `format.what`.
    pub fn code(&self) -> &'static str {
        self.0.code
    }

    /// One sentence for people.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// The place, if known.
    pub fn location(&self) -> Option<Location> {
        self.0.location
    }

    /// The name of the place's file; empty for the file that was read.
    pub fn file(&self) -> &str {
        &self.0.file
    }

    /// The offending line's text; may be empty.
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

/// Something the reader repaired or assumed; the clip plays. Places with the same cause share one warning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Warning {
    /// Stable identifier: `format.what`. Owned if it came in a packet.
    pub code: Cow<'static, str>,
    /// What was found and what was done about it: a sentence about the first place or, with a [`noun`](Self::noun), the rest of a
    /// sentence that begins with the count and the noun.
    pub message: String,
    /// The first place, if a place is to blame.
    pub location: Option<Location>,
    /// Number of places; at least 1.
    pub count: u64,
    /// Plural of what was counted (`rows`). Empty for a single place, and where there is no word for it.
    pub noun: Cow<'static, str>,
    /// The next few places, in file order.
    pub more: Vec<Occurrence>,
    /// The name of the places' file; empty for the file that was read.
    pub file: String,
}

/// A further place of a [`Warning`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Occurrence {
    /// The place.
    pub location: Option<Location>,
    /// What was found there; empty if the same as in the first place.
    pub message: String,
}

/// The codes and stored places of warnings, in file order.
#[cfg(test)]
pub(crate) fn each_place(warnings: &[Warning]) -> Vec<(&str, Option<Location>)> {
    let mut all = Vec::new();
    for warning in warnings {
        let places = std::iter::once(warning.location).chain(warning.more.iter().map(|one| one.location));
        all.extend(places.map(|place| (&*warning.code, place)));
    }
    all.sort_by_key(|(_, place)| *place);
    all
}

impl fmt::Display for Warning {
    /// A sentence about all places: `525 rows from here on have 102 numbers instead of 54`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { count, noun, message, .. } = self;
        match (count, noun.as_ref()) {
            (0 | 1, _) => f.write_str(message),
            (_, "") => write!(f, "{message} (in {count} places)"),
            _ => write!(f, "{count} {noun} from here on {message}"),
        }
    }
}

/// What one file may ask for. Checked before anything is allocated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// Bytes of input.
    pub input_bytes: u64,
    /// Joints, end sites included; never more than 65,535, since indices are `u16`.
    pub joints: usize,
    /// Nesting depth of joints; end sites and sites do not count.
    pub depth: usize,
    /// Frames of one motion.
    pub frames: usize,
    /// Bytes that the finished clip's frames may take. For what a file says in few bytes about many frames, such as rows that lack most of
    /// their numbers, it is 64 MB and 40 for each byte of the file if that is less.
    pub motion_bytes: u64,
    /// Bytes that an archive (`.npz`) or a file packed with gzip may unpack to: 16 MB, or with gzip 64 MB, and 40 for each byte of the file
    /// if that is less.
    pub unpacked_bytes: u64,
    /// Files that an archive may list.
    pub archive_files: usize,
    /// Bytes of one name; longer ones are cut with a warning.
    pub name_bytes: usize,
    /// Places of warnings that keep their text; further ones are only counted.
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
            unpacked_bytes: 3 << 30,
            archive_files: 10_000,
            name_bytes: 1_000,
            warnings: 100,
        }
    }
}

setters!(Limits {
    input_bytes: u64,
    joints: usize,
    depth: usize,
    frames: usize,
    motion_bytes: u64,
    unpacked_bytes: u64,
    archive_files: usize,
    name_bytes: usize,
    warnings: usize,
});

impl Limits {
    /// Bytes that any file may become in memory, and bytes for each byte of it.
    const BASE_BYTES: u64 = 64 << 20;
    const BYTES_A_BYTE: u64 = 40;

    /// How many bytes in memory a file of so many bytes justifies.
    pub(crate) fn justified_by(file_bytes: u64) -> u64 {
        Self::BASE_BYTES.saturating_add(file_bytes.saturating_mul(Self::BYTES_A_BYTE))
    }
}

/// Limits of an X3D scene, which has more nodes than joints.
#[doc(hidden)]
pub struct SceneLimits;

impl SceneLimits {
    /// Nodes of one file. The largest figure with a surface has some thousands.
    pub const NODES: usize = 300_000;
    pub const ROUTES: usize = 200_000;
    pub const DEPTH: usize = 4_000;
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
}
