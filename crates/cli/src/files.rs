//! Detects and reads a single file.

use std::io::{self, Read};
use std::path::{Path, PathBuf};

use flate2::read::GzDecoder;
use marey::Limits;
use marey::formats::{Companions, Formats, Kind, Parser, ReadError, read_stream, sniff};
use marey::model::Clip;

use super::opened::Opened;
use super::wording::folded;
use super::{Stop, links};

/// Bytes needed to detect a file's kind.
const HEAD: usize = 1024;

/// All formats of the core, and packed motion.
pub(super) fn formats() -> Formats {
    Formats::default().with(marey_link::family)
}

/// `FILE:LINE:COLUMN: code: message`, or `FILE: reason`.
pub(super) fn message(failure: &ReadError, path: &str) -> String {
    match failure {
        ReadError::Parse(error) => {
            let file = if error.file().is_empty() { path } else { error.file() };
            format!("{file}:{error}")
        }
        other => other.to_string(),
    }
}

pub(super) fn code(failure: &ReadError) -> &str {
    if let ReadError::Parse(refusal) = failure { refusal.code() } else { "file.unreadable" }
}

/// Reads a clip from the file `opened`, which messages call `path`, or from standard input if the path is `-`. A file may also contain the
/// text of a link.
pub(super) fn read(path: &str, opened: &Opened, companions: &Companions) -> Result<Clip, ReadError> {
    let failed = |error| ReadError::Io(PathBuf::from(path), error);
    let (mut source, size): (Box<dyn Read>, Option<u64>) = if path == "-" {
        (Box::new(io::stdin().lock()), None)
    } else {
        (opened.open().map_err(failed)?, opened.length())
    };
    let mut start = Vec::new();
    source.by_ref().take(links::MOST_BYTES as u64).read_to_end(&mut start).map_err(failed)?;
    if sniff(path, start.get(..HEAD).unwrap_or(&start)).is_err()
        && let Some(linked) = std::str::from_utf8(&start).ok().and_then(marey_link::clip_in)
    {
        return Ok(linked?);
    }
    if path == "-" && is_archive(&start) {
        let what =
            "an archive on standard input is not read: save it as a file, and name that (`marey info motions.zip`)";
        return Err(failed(io::Error::other(what)));
    }
    let mut companions = companions.clone();
    if path != "-" && sniff(path, start.get(..HEAD).unwrap_or(&start)).is_ok_and(|kind| kind.info().names_files) {
        add_named_files(path, opened, &mut companions);
    }
    let parser = Parser::new(path, size, Limits::default()).with_companions(companions);
    read_stream(parser, io::Cursor::new(start).chain(source), Path::new(path))
}

/// Whether bytes are the first ones of a zip or tar archive, or of a tar archive that gzip packs.
fn is_archive(start: &[u8]) -> bool {
    let is_tar = |start: &[u8]| start.get(257..262) == Some(b"ustar");
    let unpacked = || {
        let mut head = Vec::new();
        // Of a cut file, the first bytes are enough.
        GzDecoder::new(start).take(HEAD as u64).read_to_end(&mut head).ok();
        head
    };
    start.starts_with(b"PK\x03\x04") || is_tar(start) || start.starts_with(&[0x1f, 0x8b]) && is_tar(&unpacked())
}

/// Adds the files in the folder of `opened` that it names and cannot be read without. Follows no links: they may lead out of a folder that
/// is published.
fn add_named_files(path: &str, opened: &Opened, companions: &mut Companions) {
    let Ok(bytes) = opened.bytes() else { return };
    for name in companions.named_files(path, &bytes) {
        if let Some(Ok(bytes)) = opened.beside(&name).map(|beside| beside.bytes()) {
            companions.add(&name, &bytes, &Limits::default());
        }
    }
}

/// The kind of the file `opened` by its first bytes and the name `path`, `None` if unknown.
pub(super) fn kind(path: &str, opened: &Opened) -> io::Result<Option<Kind>> {
    let mut head = Vec::new();
    opened.open()?.take(HEAD as u64).read_to_end(&mut head)?;
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
