//! The chunks of a `.glb` (glTF 2.0, 4).

use super::problem::Problem;
use crate::error::{ErrorKind, Location};
use crate::formats::reading::WarningLog;
use crate::formats::reading::wording::Count;

/// The header: magic, version, length.
const HEADER: usize = 12;
const JSON: u32 = 0x4E4F_534A;
const BIN: u32 = 0x004E_4942;

/// The parts of a file.
#[derive(Debug, PartialEq)]
pub(super) struct GltfContainer<'a> {
    pub(super) json: &'a [u8],
    /// Offset of the JSON in the file.
    pub(super) json_at: usize,
    /// The buffer inside the file.
    pub(super) bin: Option<&'a [u8]>,
}

fn place(byte: usize) -> Location {
    Location { byte: byte as u64, line: 0, column: 0 }
}

fn word(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..)?.first_chunk().map(|word| u32::from_le_bytes(*word))
}

/// Finds the chunks. The place of an error is an offset.
pub(super) fn read<'a>(file: &'a [u8], warnings: &mut WarningLog) -> Result<GltfContainer<'a>, (Problem, usize)> {
    let cut = |at: usize| (Problem::new(ErrorKind::Syntax, "gltf.cut", "the file ends within its head"), at);
    let (Some(version), Some(length)) = (word(file, 4), word(file, 8)) else { return Err(cut(file.len())) };
    if version != 2 {
        return Err((other_version(&version.to_string()), 4));
    }
    let length = length as usize;
    let end = length.min(file.len());
    if file.len() > length {
        let more = Count(file.len() - length, "byte");
        warning!(warnings.each => "gltf.surplus", place(length), "what follows the end was ignored ({more})");
    }
    let (mut json, mut bin, mut at) = (None, None, HEADER);
    while at + 8 <= end {
        let (Some(size), Some(kind)) = (word(file, at), word(file, at + 4)) else { break };
        let (start, size) = (at + 8, size as usize);
        let chunk = file.get(start..end.min(start.saturating_add(size))).unwrap_or_default();
        let is_cut = chunk.len() < size;
        match kind {
            JSON if json.is_none() => {
                if is_cut {
                    let message = format!(
                        "the file ends too early: expected {} of JSON, found {}",
                        Count(size, "byte"),
                        chunk.len()
                    );
                    return Err((Problem::new(ErrorKind::Syntax, "gltf.cut", message), at));
                }
                json = Some((chunk, start));
            }
            BIN if json.is_some() && bin.is_none() => {
                bin = Some(chunk);
                if is_cut {
                    warning!(warnings.each => "gltf.cut", place(at),
                        "the file ends too early: expected {} of numbers, found {}", Count(size, "byte"), chunk.len());
                }
            }
            _ => warning!(warnings.each => "gltf.chunk", place(at),
                "a chunk of an unknown kind was ignored ({})", Count(size, "byte")),
        }
        // Chunks begin at multiples of four.
        at = start.saturating_add(size).checked_next_multiple_of(4).unwrap_or(usize::MAX);
        if at >= end {
            break;
        }
    }
    let (json, json_at) = json.ok_or_else(|| {
        let message = "expected a chunk of JSON, found none";
        (Problem::new(ErrorKind::Syntax, "gltf.no-json", message), HEADER.min(file.len()))
    })?;
    // The standard pads with blanks, and some programs with zeros.
    let padded = json.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
    Ok(GltfContainer { json: json.get(..padded).unwrap_or(json), json_at, bin })
}

/// The refusal of another version.
pub(super) fn other_version(found: &str) -> Problem {
    let message =
        format!("expected glTF 2.0, found version {found}: open it in the program that wrote it and export glTF 2.0");
    Problem::new(ErrorKind::Unsupported, "gltf.version", message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Limits;

    fn glb(chunks: &[(&[u8; 4], &[u8])], more: usize) -> Vec<u8> {
        let mut body = Vec::new();
        for (kind, bytes) in chunks {
            body.extend((bytes.len() as u32).to_le_bytes());
            body.extend(*kind);
            body.extend(*bytes);
        }
        let mut file = b"glTF\x02\0\0\0".to_vec();
        file.extend((body.len() as u32 + 12).to_le_bytes());
        file.extend(body);
        file.extend(vec![9; more]);
        file
    }

    fn codes(file: &[u8]) -> (Result<GltfContainer<'_>, &'static str>, Vec<String>) {
        let mut warnings = WarningLog::new(&Limits::default());
        let found = read(file, &mut warnings).map_err(|(problem, _)| problem.code);
        (found, warnings.into_list().0.into_iter().map(|one| one.code.into_owned()).collect())
    }

    #[test]
    fn chunks_are_found_and_others_ignored() {
        let file = glb(&[(b"JSON", b"{} \0"), (b"BIN\0", b"1234"), (b"XYZ ", b"abcd")], 3);
        let whole = GltfContainer { json: b"{} ", json_at: 20, bin: Some(b"1234") };
        assert_eq!(codes(&file), (Ok(whole), vec!["gltf.chunk".to_owned(), "gltf.surplus".to_owned()]));
    }

    #[test]
    fn what_is_cut_or_of_another_version_is_told() {
        assert_eq!(codes(b"glTF\x02\0\0\0").0, Err("gltf.cut"));
        assert_eq!(codes(b"glTF\x01\0\0\0\x0c\0\0\0").0, Err("gltf.version"));
        assert_eq!(codes(&glb(&[], 0)).0, Err("gltf.no-json"));
        let file = glb(&[(b"JSON", b"{}  "), (b"BIN\0", b"12345678")], 0);
        assert_eq!(codes(&file[..25]).0.map(|found| found.json.len()), Ok(4));
        assert_eq!(codes(&file[..22]).0, Err("gltf.cut"));
        assert_eq!(codes(&file[..36]).1, ["gltf.cut"]);
    }
}
