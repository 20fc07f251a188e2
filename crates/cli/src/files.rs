//! One file: what it is, and the clip in it.

use std::fs::File;
use std::io::{self, Read};

use marey::formats::{Companions, Kind, Parser, sniff};
use marey::model::Clip;
use marey::{Limits, ParseError};

use super::wording::folded;
use super::{Stop, links};

/// A file's kind is told from so many bytes.
const HEAD: usize = 1024;

/// Why a file gave no clip.
pub(super) enum ReadFailure {
    /// It cannot be read.
    Io(io::Error),
    /// It was read and refused.
    Refused(ParseError),
}

impl ReadFailure {
    /// `FILE:LINE:COLUMN: code: message`, or `FILE: reason`.
    pub(super) fn told(&self, path: &str) -> String {
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

/// Reads a clip the way a download arrives: chunk by chunk. A text that is a link is read as one.
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

/// What a file is, where its start tells.
pub(super) fn kind(path: &str) -> io::Result<Option<Kind>> {
    let mut head = Vec::new();
    File::open(path)?.take(HEAD as u64).read_to_end(&mut head)?;
    Ok(sniff(path, &head).ok())
}

/// The behaviour of that name; the first where none is asked for.
pub(super) fn choose(clip: &Clip, name: Option<&str>) -> Result<usize, Stop> {
    let Some(name) = name else { return Ok(0) };
    clip.behaviours.iter().position(|one| one.name == name).ok_or_else(|| {
        let names: Vec<&str> = clip.behaviours.iter().map(|one| one.name.as_str()).collect();
        Stop::Usage(format!("there is no motion `{name}`; the file has {}", folded(&names)))
    })
}
