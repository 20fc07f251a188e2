//! Files that gzip has packed (RFC 1952).

use miniz_oxide::inflate::{TINFLStatus, decompress_to_vec_with_limit};

use crate::error::{ErrorKind, Location, ParseError};

/// Bytes that a file may unpack to.
const MOST: usize = 256 << 20;
/// How packed files start.
const MAGIC: &[u8] = b"\x1F\x8B";

/// Endings of packed files, and of what is in them.
const ENDINGS: &[(&str, &str)] = &[(".gz", ""), (".x3dz", ".x3d"), (".x3dvz", ".x3dv"), (".wrz", ".wrl")];

/// The name of what is in a packed file of that name.
pub(super) fn inner_name(name: &str) -> String {
    let ending = |(packed, inner): &(&str, &str)| {
        let stem = name.get(..name.len().checked_sub(packed.len())?)?;
        let same = name.get(stem.len()..)?.eq_ignore_ascii_case(packed);
        same.then(|| format!("{stem}{inner}"))
    };
    ENDINGS.iter().find_map(ending).unwrap_or_else(|| name.to_owned())
}

/// Unpacks the file's first part, which is nearly always its only one. What does not unpack is refused with the byte
/// where that shows.
pub(super) fn unpack(bytes: &[u8], most: u64) -> Result<Vec<u8>, ParseError> {
    let most = MOST.min(usize::try_from(most).unwrap_or(usize::MAX));
    let start = header_length(bytes).ok_or_else(|| damaged("the header is not whole", bytes.len()))?;
    let packed = bytes.get(start..).unwrap_or_default();
    let unpacked = decompress_to_vec_with_limit(packed, most).map_err(|error| match error.status {
        TINFLStatus::HasMoreOutput => {
            let message = format!("the file unpacks to more than {most} bytes");
            ParseError::new(ErrorKind::Limit, "gzip.too-long", message).at(byte(start))
        }
        TINFLStatus::FailedCannotMakeProgress | TINFLStatus::NeedsMoreInput => {
            damaged("it ends too early", bytes.len())
        }
        _ => damaged("it cannot be unpacked", start),
    })?;
    // A file may unpack to itself, for ever.
    if unpacked.starts_with(MAGIC) {
        return Err(ParseError::new(ErrorKind::Unsupported, "gzip.twice", "the file is packed twice").at(byte(start)));
    }
    Ok(unpacked)
}

fn damaged(what: &str, at: usize) -> ParseError {
    let message = format!("the file is packed with gzip and damaged: {what}");
    ParseError::new(ErrorKind::Syntax, "gzip.damaged", message).at(byte(at))
}

fn byte(at: usize) -> Location {
    Location { byte: at as u64, ..Location::default() }
}

/// Where the packed bytes start.
fn header_length(bytes: &[u8]) -> Option<usize> {
    const CHECKED: u8 = 2;
    const EXTRA: u8 = 4;
    const NAMED: u8 = 8;
    const COMMENTED: u8 = 16;
    let flags = *bytes.get(3)?;
    let mut at = 10;
    if flags & EXTRA != 0 {
        let length = u16::from_le_bytes([*bytes.get(at)?, *bytes.get(at + 1)?]);
        at += 2 + usize::from(length);
    }
    for flag in [NAMED, COMMENTED] {
        if flags & flag != 0 {
            at += bytes.get(at..)?.iter().position(|byte| *byte == 0)? + 1;
        }
    }
    if flags & CHECKED != 0 {
        at += 2;
    }
    (bytes.len() >= at).then_some(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `HIERARCHY`, stored as it is, with a name in the header.
    const PACKED: &[u8] = b"\x1F\x8B\x08\x08\0\0\0\0\0\x03a.bvh\0\x01\x09\0\xF6\xFFHIERARCHY\0\0\0\0\x09\0\0\0";

    #[test]
    fn hanim_files_unpack_and_damage_has_a_place() {
        assert_eq!(unpack(PACKED, 100).unwrap(), b"HIERARCHY");
        assert_eq!(unpack(PACKED, 8).unwrap_err().code(), "gzip.too-long");
        for cut in 2..30 {
            let refusal = unpack(&PACKED[..cut], 100).unwrap_err();
            assert_eq!((refusal.code(), refusal.location().unwrap().byte), ("gzip.damaged", cut as u64));
        }
    }

    #[test]
    fn hanim_packed_names_tell_what_is_inside() {
        assert_eq!(inner_name("a/Walk.BVH.gz"), "a/Walk.BVH");
        assert_eq!(inner_name("a.x3dvz"), "a.x3dv");
        assert_eq!(inner_name("a.WRZ"), "a.wrl");
        assert_eq!(inner_name("gz"), "gz");
    }
}
