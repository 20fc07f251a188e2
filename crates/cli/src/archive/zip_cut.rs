//! Zip archives without their directories, as a download that stopped leaves them: the members by their own headers, one after the other.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};

use flate2::read::DeflateDecoder;

use super::names::member;
use super::zip_member::{LOCAL, LOCAL_BYTES, ZipMember, refusal};
use super::{AGAIN, Listing, MOST_MEMBERS, MOST_WORK, Member, MemberPlace, ends_within};

/// A member's flags: it is encrypted, and its lengths stand behind its bytes.
const ENCRYPTED: u16 = 1;
const LENGTHS_BEHIND: u16 = 8;
/// Signature before the lengths behind a member's bytes. It may be left out.
const BEHIND: &[u8] = b"PK\x07\x08";
/// A length that stands in the extra field, as it needs more than 32 bits.
const LONG: u64 = 0xFFFF_FFFF;

/// The files in an archive of so many bytes, and that its directory is missing.
///
/// # Errors
/// There is no whole file in it.
pub(super) fn members(mut file: &File, length: u64) -> Result<Listing, String> {
    let (mut members, mut at, mut left) = (Vec::new(), 0, MOST_WORK);
    // The names alone would be many.
    for _ in 0..MOST_MEMBERS {
        match next(&mut file, at, length, &mut left) {
            Ok(Some((member, end))) => {
                members.extend(member);
                at = end;
            }
            Ok(None) | Err(_) => break,
        }
    }
    let what = "the zip archive is cut or damaged: it has no directory at its end";
    if !members.iter().any(|member| matches!(member.place, MemberPlace::Zip(_))) {
        return Err(format!("{what}; {AGAIN}"));
    }
    let damage = Some(format!("{what}, so that files may be missing; {AGAIN}"));
    Ok(Listing { members, damage, ..Listing::default() })
}

/// The member whose header is at this byte, unless it is hidden, and the byte behind it; `None` if there is no header. `left`: bytes that may
/// be unpacked to find where members end.
fn next(file: &mut &File, at: u64, length: u64, left: &mut u64) -> io::Result<Option<(Option<Member>, u64)>> {
    let mut header = [0; LOCAL_BYTES];
    file.seek(SeekFrom::Start(at))?;
    if file.read_exact(&mut header).is_err() || !header.starts_with(LOCAL) {
        return Ok(None);
    }
    let number = |at: usize, bytes: usize| little(header.get(at..at + bytes).unwrap_or_default());
    let (flags, method) = (number(6, 2) as u16, number(8, 2));
    let (mut name, mut extra) = (Vec::new(), Vec::new());
    file.take(number(26, 2)).read_to_end(&mut name)?;
    file.take(number(28, 2)).read_to_end(&mut extra)?;
    let start = at + LOCAL_BYTES as u64 + number(26, 2) + number(28, 2);
    let mut zipped = ZipMember {
        header: at,
        packed: number(18, 4),
        bytes: number(22, 4),
        checksum: u32::try_from(number(14, 4)).unwrap_or_default(),
        is_deflated: method == 8,
    };
    if zipped.bytes == LONG || zipped.packed == LONG {
        (zipped.bytes, zipped.packed) = long_lengths(&extra).unwrap_or((LONG, LONG));
    }
    let name = String::from_utf8_lossy(&name).into_owned();
    let mut end = start.saturating_add(zipped.packed);
    if flags & LENGTHS_BEHIND != 0 && zipped.packed == 0 {
        if !zipped.is_deflated || flags & ENCRYPTED != 0 {
            // A stored member without its length can end at any byte.
            return Ok(None);
        }
        let Some(found) = measure(file, start, length, &mut zipped, left)? else {
            return Ok(Some((member(&name, MemberPlace::Refused(ends_within())), length)));
        };
        end = found;
    }
    if name.ends_with('/') {
        return Ok(Some((None, end)));
    }
    let refusal = if end > length {
        Some(ends_within())
    } else {
        refusal(&zipped, flags & ENCRYPTED != 0, matches!(method, 0 | 8))
    };
    Ok(Some((member(&name, refusal.map_or(MemberPlace::Zip(zipped), MemberPlace::Refused)), end)))
}

/// Unpacks a member whose lengths are not known, and returns the byte behind it and them; `None` if the archive ends before.
fn measure(
    file: &mut &File,
    start: u64,
    length: u64,
    zipped: &mut ZipMember,
    left: &mut u64,
) -> io::Result<Option<u64>> {
    file.seek(SeekFrom::Start(start))?;
    let packed = BufReader::new(file.take(length.saturating_sub(start)));
    let mut unpacked = DeflateDecoder::new(packed);
    let read = io::copy(&mut unpacked.by_ref().take(*left), &mut io::sink());
    (zipped.packed, zipped.bytes) = (unpacked.total_in(), unpacked.total_out());
    *left = left.saturating_sub(zipped.bytes);
    if read.is_err() || *left == 0 {
        return Ok(None);
    }
    let end = start + zipped.packed;
    let mut behind = Vec::new();
    file.seek(SeekFrom::Start(end))?;
    file.take(24).read_to_end(&mut behind)?;
    let (signed, rest) = behind.strip_prefix(BEHIND).map_or((0, behind.as_slice()), |rest| (4, rest));
    let Some(checksum) = rest.first_chunk::<4>() else { return Ok(None) };
    zipped.checksum = u32::from_le_bytes(*checksum);
    // Lengths have 4 bytes each, or 8.
    let is_long = rest.get(4..12).is_some_and(|bytes| little(bytes) == zipped.packed)
        && rest.get(12..20).is_none_or(|bytes| little(bytes) == zipped.bytes);
    Ok(Some(end + signed + if is_long { 20 } else { 12 }))
}

/// The unpacked and the packed length in an extra field of PKWARE's number 1.
fn long_lengths(mut extra: &[u8]) -> Option<(u64, u64)> {
    loop {
        let (kind, length) = (little(extra.get(..2)?), little(extra.get(2..4)?) as usize);
        let field = extra.get(4..4 + length)?;
        if kind == 1 {
            return Some((little(field.get(..8)?), little(field.get(8..16)?)));
        }
        extra = extra.get(4 + length..)?;
    }
}

/// A number whose least byte is the first.
fn little(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte))
}
