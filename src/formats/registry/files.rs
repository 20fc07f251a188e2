//! Reads files from disk.

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::companions::Companions;
use super::parser::Parser;
use crate::error::{Limits, ParseError};
use crate::model::Clip;

/// Bytes read at a time: few enough to stay in the processor's cache.
const CHUNK: usize = 64 << 10;

/// Why a file could not be read.
#[derive(Debug)]
#[non_exhaustive]
pub enum ReadError {
    /// The file or a companion cannot be read from disk.
    Io(PathBuf, io::Error),
    /// The file was refused.
    Parse(ParseError),
}

impl fmt::Display for ReadError {
    /// `PATH: reason`, or `LINE:COLUMN: code: message`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(path, error) => write!(f, "{}: {error}", path.display()),
            Self::Parse(refusal) => refusal.fmt(f),
        }
    }
}

impl std::error::Error for ReadError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Io(_, error) => Some(error),
            Self::Parse(refusal) => Some(refusal),
        }
    }
}

impl From<ParseError> for ReadError {
    fn from(refusal: ParseError) -> Self {
        Self::Parse(refusal)
    }
}

/// Reads one file of any format, chunk by chunk, within the default [`Limits`].
///
/// ```no_run
/// let clip = marey::read_file("walk.bvh")?;
/// println!("{}: {} joints", clip.name, clip.skeleton.len());
/// # Ok::<(), marey::ReadError>(())
/// ```
pub fn read_file(path: impl AsRef<Path>) -> Result<Clip, ReadError> {
    read_file_with(path, &[""; 0])
}

/// Reads one file with its companions: an AMC with its skeleton and perhaps its skin, an ANIM with its SKEL. Contents and names
/// decide which companions are used.
///
/// ```no_run
/// let clip = marey::read_file_with("07_01.amc", &["07.asf"])?;
/// # Ok::<(), marey::ReadError>(())
/// ```
pub fn read_file_with(path: impl AsRef<Path>, companions: &[impl AsRef<Path>]) -> Result<Clip, ReadError> {
    let limits = Limits::default();
    let mut known = Companions::default();
    for companion in companions {
        let companion = companion.as_ref();
        let bytes = std::fs::read(companion).map_err(|error| ReadError::Io(companion.to_owned(), error))?;
        known.add(&companion.to_string_lossy(), &bytes, &limits);
    }
    let path = path.as_ref();
    let file = File::open(path).map_err(|error| ReadError::Io(path.to_owned(), error))?;
    let size = file.metadata().ok().map(|metadata| metadata.len());
    read_stream(Parser::new(&path.to_string_lossy(), size, limits).with_companions(known), file, path)
}

/// Reads a stream to its end with a parser. `path` names it in errors of the stream.
pub fn read_stream(mut parser: Parser, mut stream: impl Read, path: &Path) -> Result<Clip, ReadError> {
    let mut chunk = Vec::new();
    if chunk.try_reserve_exact(CHUNK).is_err() {
        return Err(ReadError::Io(path.to_owned(), io::ErrorKind::OutOfMemory.into()));
    }
    chunk.resize(CHUNK, 0);
    loop {
        match stream.read(&mut chunk) {
            Ok(0) => return Ok(parser.finish()?),
            Ok(length) => parser.push(chunk.get(..length).unwrap_or_default())?,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(ReadError::Io(path.to_owned(), error)),
        }
    }
}
