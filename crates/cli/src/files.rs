//! Detects and reads a single file.

use std::fs::File;
use std::io::{self, Read};

use marey::formats::{Companions, Kind, Parser, sniff};
use marey::model::Clip;
use marey::{Limits, ParseError};

use super::wording::folded;
use super::{Stop, links};

/// Bytes needed to detect a file's kind.
const HEAD: usize = 1024;

pub(super) enum ReadFailure {
    Io(io::Error),
    Refused(ParseError),
}

impl ReadFailure {
    /// `FILE:LINE:COLUMN: code: message`, or `FILE: reason`.
    pub(super) fn message(&self, path: &str) -> String {
        match self {
            Self::Io(error) => format!("{path}: {error}"),
            Self::Refused(error) => {
                let file = if error.file().is_empty() { path } else { error.file() };
                format!("{file}:{error}")
            }
        }
    }

    pub(super) fn code(&self) -> &str {
        match self {
            Self::Io(_) => "file.unreadable",
            Self::Refused(refusal) => refusal.code(),
        }
    }
}

/// Reads a clip chunk by chunk, as from a download. A file may also contain the text of a link.
pub(super) fn read(path: &str, companions: &Companions) -> Result<Clip, ReadFailure> {
    let (mut source, size): (Box<dyn Read>, Option<u64>) = if path == "-" {
        (Box::new(io::stdin().lock()), None)
    } else {
        let file = File::open(path).map_err(ReadFailure::Io)?;
        let size = file.metadata().ok().map(|metadata| metadata.len());
        (Box::new(file), size)
    };
    let mut chunk = Vec::new();
    source.by_ref().take(links::MOST_BYTES as u64).read_to_end(&mut chunk).map_err(ReadFailure::Io)?;
    if sniff(path, chunk.get(..HEAD).unwrap_or(&chunk)).is_err()
        && let Some(linked) = std::str::from_utf8(&chunk).ok().and_then(links::clip_in)
    {
        return linked.map_err(ReadFailure::Refused);
    }
    let mut parser = Parser::new(path, size, Limits::default()).with_companions(companions.clone());
    parser.push(&chunk).map_err(ReadFailure::Refused)?;
    chunk.resize(1 << 20, 0);
    loop {
        match source.read(&mut chunk) {
            Ok(0) => return parser.finish().map_err(ReadFailure::Refused),
            Ok(length) => parser.push(chunk.get(..length).unwrap_or_default()).map_err(ReadFailure::Refused)?,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(ReadFailure::Io(error)),
        }
    }
}

/// The kind of a file by its first bytes and its name, `None` if unknown.
pub(super) fn kind(path: &str) -> io::Result<Option<Kind>> {
    let mut head = Vec::new();
    File::open(path)?.take(HEAD as u64).read_to_end(&mut head)?;
    Ok(sniff(path, &head).ok())
}

/// The index of the behaviour with this name, or of the first without a name.
pub(super) fn choose(clip: &Clip, name: Option<&str>) -> Result<usize, Stop> {
    let Some(name) = name else { return Ok(0) };
    clip.behaviours.iter().position(|behaviour| behaviour.name == name).ok_or_else(|| {
        let names: Vec<&str> = clip.behaviours.iter().map(|behaviour| behaviour.name.as_str()).collect();
        Stop::Usage(format!("there is no motion `{name}`; the file has {}", folded(&names)))
    })
}
