//! `native-packets LIST`: reads files as the page's worker does, and prints the packets.
//!
//! Each line of the list is one reading: the bytes of a chunk, and the files, with tabs between them. The last file is read with the others
//! beside it. The answer is `P` or `R`, the length as four bytes, and the packets or the refusal.

#[path = "../../../web/src/job.rs"]
#[allow(dead_code, reason = "clips from other readers do not come here")]
mod job;

use std::error::Error;
use std::io::{self, Write};
use std::path::Path;

use job::Job;
use marey::ParseError;
use marey::formats::Formats;

type File = (String, Vec<u8>);

fn main() -> Result<(), Box<dyn Error>> {
    let list = std::env::args().nth(1).ok_or("which list?")?;
    let mut out = io::stdout().lock();
    for line in std::fs::read_to_string(list)?.lines() {
        let (piece, paths) = line.split_once('\t').ok_or("a line without files")?;
        let files = paths.split('\t').map(file).collect::<Result<Vec<File>, _>>()?;
        let (tag, bytes) = match packets(piece.parse()?, &files) {
            Ok(packets) => (b'P', packets),
            Err(refusal) => (b'R', describe(&refusal).into_bytes()),
        };
        out.write_all(&[tag])?;
        out.write_all(&u32::try_from(bytes.len())?.to_le_bytes())?;
        out.write_all(&bytes)?;
    }
    Ok(())
}

fn file(path: &str) -> Result<File, Box<dyn Error>> {
    let name = Path::new(path).file_name().ok_or("a folder")?.to_string_lossy().into_owned();
    Ok((name, std::fs::read(path).map_err(|error| format!("{path}: {error}"))?))
}

fn packets(piece: usize, files: &[File]) -> Result<Vec<u8>, ParseError> {
    let Some(((name, bytes), beside)) = files.split_last() else { return Ok(Vec::new()) };
    let mut job = Job::new(&Formats::default(), name, Some(bytes.len() as u64));
    for (name, bytes) in beside {
        job.add_companion(name, bytes);
    }
    let mut packets = Vec::new();
    for piece in bytes.chunks(piece) {
        packets.extend(job.push(piece)?.unwrap_or_default());
    }
    packets.extend(job.finish()?);
    loop {
        let more = job.more()?;
        if more.is_empty() {
            break;
        }
        packets.extend(more);
    }
    Ok(packets)
}

fn describe(refusal: &ParseError) -> String {
    let at = refusal.location().map(|at| (at.byte, at.line, at.column));
    format!("{} {} {at:?}", refusal.code(), refusal.message())
}
