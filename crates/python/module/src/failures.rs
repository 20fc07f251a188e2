//! Failures become exceptions of Python.

use std::io;
use std::path::PathBuf;

use marey::{ParseError, ReadError};
use marey_link::LinkError;
use marey_write::WriteError;
use pyo3::PyErr;
use pyo3::create_exception;
use pyo3::exceptions::{PyException, PyOSError, PyValueError};

create_exception!(
    marey_read._marey,
    Refusal,
    PyException,
    "A file was refused. The package raises its ReadError from the arguments: message, file, line, column, code, excerpt."
);

/// Why a file cannot be read or written.
pub(crate) enum Failure {
    /// A file cannot be opened or read.
    Io(PathBuf, io::Error),
    /// A file is refused.
    Parse(ParseError),
    /// A format cannot hold the motion.
    Write(WriteError),
    /// The motion cannot be packed.
    Link(LinkError),
    /// A text is no link.
    NoLink,
    /// An argument has no meaning for this file.
    Argument(String),
}

impl Failure {
    /// The exception; `name` is the file that was read.
    pub(crate) fn raised(self, name: &str) -> PyErr {
        match self {
            // Python chooses the subclass by the number: FileNotFoundError, ..
            Self::Io(path, error) => {
                let path = path.to_string_lossy().into_owned();
                // The system's own words, as in all of Python; Rust puts the number behind them.
                let text = error.to_string();
                let words = text.split(" (os error ").next().unwrap_or_default().to_owned();
                PyOSError::new_err((error.raw_os_error(), words, path))
            }
            Self::Parse(refusal) => {
                let file = if refusal.file().is_empty() { name } else { refusal.file() };
                let place = refusal.location().filter(|place| place.line > 0);
                // Binary files have no lines: the message says where.
                let byte = refusal.location().filter(|place| place.line == 0 && place.byte > 0);
                let byte = byte.map_or_else(String::new, |place| format!(" (byte {})", place.byte));
                Refusal::new_err((
                    format!("{}{byte}", refusal.message()),
                    file.to_owned(),
                    place.map(|place| place.line),
                    place.map(|place| place.column),
                    refusal.code(),
                    refusal.excerpt().to_owned(),
                ))
            }
            Self::Write(error) => PyValueError::new_err(error.to_string()),
            Self::Link(error) => PyValueError::new_err(error.to_string()),
            Self::NoLink => PyValueError::new_err("expected a link with `clip=`, or the packed text of one"),
            Self::Argument(message) => PyValueError::new_err(message),
        }
    }
}

impl From<ParseError> for Failure {
    fn from(refusal: ParseError) -> Self {
        Self::Parse(refusal)
    }
}

impl From<ReadError> for Failure {
    fn from(error: ReadError) -> Self {
        match error {
            ReadError::Io(path, error) => Self::Io(path, error),
            ReadError::Parse(refusal) => Self::Parse(refusal),
            other => Self::Argument(other.to_string()),
        }
    }
}

impl From<WriteError> for Failure {
    fn from(error: WriteError) -> Self {
        Self::Write(error)
    }
}

impl From<LinkError> for Failure {
    fn from(error: LinkError) -> Self {
        Self::Link(error)
    }
}
