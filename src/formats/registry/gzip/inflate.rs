//! Unpacks gzip files (RFC 1952). They have one or more members, each with a checksum and a length.

use crc::{CRC_32_ISO_HDLC, Crc, Table};
use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF as WHOLE_OUTPUT;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress};

use crate::error::{ErrorKind, Limits, Location, ParseError};

/// Most bytes a file may unpack to.
const MOST: usize = 256 << 20;
/// The first bytes of a file and of each member.
const MAGIC: &[u8] = b"\x1F\x8B";

/// Initial size of the output buffer.
const PIECE: usize = 64 << 10;
static CRC: Crc<u32, Table<1>> = Crc::<u32, Table<1>>::new(&CRC_32_ISO_HDLC);

/// Unpacks all members to at most `most` bytes in total. Stops at a member that cannot be unpacked or has a wrong checksum or
/// length, and returns what comes before, with the reason why it may be incomplete or wrong. Zeros after the last member are padding.
pub(super) fn unpack(bytes: &[u8], most: u64) -> Result<(Vec<u8>, Option<ParseError>), ParseError> {
    let most = most.min(Limits::justified_by(bytes.len() as u64));
    let most = MOST.min(usize::try_from(most).unwrap_or(usize::MAX));
    let mut out = Vec::new();
    let mut filled = 0;
    let damage = members(bytes, most, &mut out, &mut filled).err();
    if let Some(refusal) = damage.as_ref().filter(|refusal| refusal.kind() == ErrorKind::Limit) {
        return Err(refusal.clone());
    }
    out.truncate(filled);
    // Some files unpack to themselves forever.
    if out.starts_with(MAGIC) {
        return Err(ParseError::new(ErrorKind::Unsupported, "gzip.twice", "the file is packed twice").at(byte(0)));
    }
    Ok((out, damage))
}

/// Unpacks into the first `filled` bytes of `out`.
fn members(bytes: &[u8], most: usize, out: &mut Vec<u8>, filled: &mut usize) -> Result<(), ParseError> {
    let too_early = || {
        let message = "the file ends too early: it is packed with gzip, and the rest of that is missing";
        ParseError::new(ErrorKind::Syntax, "gzip.damaged", message).at(byte(bytes.len()))
    };
    let mut inflater = Box::<DecompressorOxide>::default();
    let mut at = 0;
    loop {
        at += header_length(bytes.get(at..).unwrap_or_default()).ok_or_else(too_early)?;
        let start = *filled;
        inflater.init();
        loop {
            let packed = bytes.get(at..).unwrap_or_default();
            let member = out.get_mut(start..).unwrap_or_default();
            let (status, read, written) = decompress(&mut inflater, packed, member, *filled - start, WHOLE_OUTPUT);
            (at, *filled) = (at + read, *filled + written);
            match status {
                TINFLStatus::Done => break,
                TINFLStatus::HasMoreOutput if out.len() < most => grow(out, most, at)?,
                TINFLStatus::HasMoreOutput => {
                    let message = format!("the file unpacks to more than {most} bytes");
                    return Err(ParseError::new(ErrorKind::Limit, "gzip.too-long", message).at(byte(at)));
                }
                TINFLStatus::FailedCannotMakeProgress | TINFLStatus::NeedsMoreInput => return Err(too_early()),
                _ => return Err(damaged("it cannot be unpacked further", at)),
            }
        }
        let member = out.get(start..*filled).unwrap_or_default();
        let trailer = bytes.get(at..).and_then(|behind| behind.first_chunk::<8>()).ok_or_else(too_early)?;
        // The stored length is modulo 2^32.
        let expected = [CRC.checksum(member), member.len() as u32].map(u32::to_le_bytes);
        if trailer != expected.as_flattened() {
            return Err(damaged("its checksum or length does not fit", at));
        }
        at += trailer.len();
        let behind = bytes.get(at..).unwrap_or_default();
        if behind.iter().all(|byte| *byte == 0) {
            return Ok(());
        }
        if !behind.starts_with(MAGIC) {
            return Err(damaged("something else follows", at));
        }
    }
}

/// Doubles the buffer, up to `most` bytes. `at` is the current offset.
fn grow(out: &mut Vec<u8>, most: usize, at: usize) -> Result<(), ParseError> {
    let length = out.len().saturating_mul(2).max(PIECE).min(most);
    out.try_reserve_exact(length - out.len()).map_err(|_| {
        let message = "the machine has no memory left for what the file unpacks to";
        ParseError::new(ErrorKind::Limit, "gzip.out-of-memory", message).at(byte(at))
    })?;
    out.resize(length, 0);
    Ok(())
}

fn damaged(what: &str, at: usize) -> ParseError {
    let message = format!("the file is packed with gzip and damaged: {what}");
    ParseError::new(ErrorKind::Syntax, "gzip.damaged", message).at(byte(at))
}

fn byte(at: usize) -> Location {
    Location { byte: at as u64, ..Location::default() }
}

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

    /// `HIERARCHY`, stored uncompressed, with a name in the header.
    const PACKED: &[u8] = b"\x1F\x8B\x08\x08\0\0\0\0\0\x03a.bvh\0\x01\x09\0\xF6\xFFHIERARCHY\x41\x36\xB8\xBE\x09\0\0\0";

    fn whole(packed: &[u8], most: u64) -> Vec<u8> {
        let (bytes, damage) = unpack(packed, most).unwrap();
        assert_eq!(damage, None);
        bytes
    }

    fn damage(packed: &[u8]) -> (&'static str, u64) {
        let refusal = unpack(packed, 100).unwrap().1.unwrap();
        (refusal.code(), refusal.location().unwrap().byte)
    }

    #[test]
    fn files_unpack_and_damage_has_a_place() {
        assert_eq!(whole(PACKED, 100), b"HIERARCHY");
        assert_eq!(whole(PACKED, 9), b"HIERARCHY");
        assert_eq!(unpack(PACKED, 8).unwrap_err().code(), "gzip.too-long");
        for cut in 2..PACKED.len() {
            assert_eq!(damage(&PACKED[..cut]), ("gzip.damaged", cut as u64));
        }
    }

    #[test]
    fn truncated_files_give_their_intact_part() {
        let (bytes, damage) = unpack(&PACKED[..PACKED.len() - 12], 100).unwrap();
        assert_eq!(bytes, b"HIERA");
        assert!(damage.unwrap().message().starts_with("the file ends too early"));
    }

    #[test]
    fn files_match_their_checksum_and_length() {
        for at in PACKED.len() - 17..PACKED.len() {
            let mut changed = PACKED.to_vec();
            changed[at] ^= 1;
            assert_eq!(damage(&changed).0, "gzip.damaged", "byte {at}");
        }
    }

    #[test]
    fn files_may_have_several_members_and_trailing_zeros() {
        let three = [PACKED, PACKED, PACKED].concat();
        assert_eq!(whole(&three, 100), b"HIERARCHYHIERARCHYHIERARCHY");
        assert_eq!(whole(&three, 27).len(), 27);
        assert_eq!(unpack(&three, 26).unwrap_err().code(), "gzip.too-long");
        assert_eq!(whole(&[PACKED, &[0; 100]].concat(), 100), b"HIERARCHY");
        for behind in [b"more".as_slice(), MAGIC, &PACKED[..20], b"\0\0x"] {
            let (code, at) = damage(&[PACKED, behind].concat());
            assert_eq!(code, "gzip.damaged", "{behind:?}");
            assert!(at >= PACKED.len() as u64, "{at}");
        }
    }
}
