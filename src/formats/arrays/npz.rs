//! Reads the members of `.npz` files: zip archives (PKWARE's APPNOTE 6.3) of `.npy` files, stored or deflated.

use crc::{CRC_32_ISO_HDLC, Crc, Table};

use super::refusal::refuse;
use super::shared_bytes::SharedBytes;
use crate::error::{ErrorKind, Limits, ParseError};
use crate::formats::reading::inflate::{DEFLATE, inflate};

static CRC: Crc<u32, Table<1>> = Crc::<u32, Table<1>>::new(&CRC_32_ISO_HDLC);

/// Signature of an entry of the central directory.
const ENTRY: &[u8] = b"PK\x01\x02";
/// Signature of the record at the archive's end.
const END: &[u8] = b"PK\x05\x06";
const END_LENGTH: usize = 22;
const STORED: usize = 0;
const DEFLATED: usize = 8;
/// Bytes that any archive may unpack to, and bytes for each of its own. An array of bytes takes several times as much once it is read.
const BASE_BYTES: u64 = 16 << 20;
const BYTES_A_BYTE: u64 = 40;

/// A file in the archive.
pub(super) struct NpzMember {
    /// Its name without `.npy`.
    pub(super) name: String,
    /// The archive's byte at which it begins.
    pub(super) start: usize,
    pub(super) bytes: SharedBytes,
    /// Whether its bytes are those of the archive.
    pub(super) is_stored: bool,
    /// Whether its checksum differs from the directory's.
    pub(super) is_damaged: bool,
}

/// Unpacks all members whose names end in `.npy`. Sizes and offsets are those of the central directory: the members' own
/// headers lack them in archives that were written as a stream, and NumPy marks them as unknown.
pub(super) fn members(bytes: &SharedBytes, limits: &Limits) -> Result<Vec<NpzMember>, ParseError> {
    let justified = BASE_BYTES.saturating_add((bytes.len() as u64).saturating_mul(BYTES_A_BYTE));
    let mut room = justified.min(limits.unpacked_bytes);
    // Members that share bytes would be unpacked again and again.
    let mut left = bytes.len() as u64;
    let mut members = Vec::new();
    for entry in directory(bytes, limits)? {
        let Some(name) = entry.name.strip_suffix(".npy") else { continue };
        left = left.checked_sub(entry.packed).ok_or_else(|| {
            let message = "the archive's files are longer together than the archive: it is damaged, fetch it again";
            refuse(ErrorKind::Inconsistent, "npz.damaged", entry.start.min(bytes.len()), message)
        })?;
        let member = entry.unpack(name, bytes, room)?;
        room = room.saturating_sub(member.bytes.len() as u64);
        members.push(member);
    }
    Ok(members)
}

/// An entry of the central directory.
struct ZipEntry {
    name: String,
    method: usize,
    checksum: u32,
    packed: u64,
    unpacked: u64,
    /// The byte of the member's own header.
    start: usize,
}

fn number<const BYTES: usize>(bytes: &[u8], at: usize) -> Option<u64> {
    let number = bytes.get(at..)?.first_chunk::<BYTES>()?;
    Some(number.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte)))
}

fn directory(bytes: &[u8], limits: &Limits) -> Result<Vec<ZipEntry>, ParseError> {
    let cut = || {
        let message = "the archive has no directory at its end: the file is cut, fetch it again";
        refuse(ErrorKind::Syntax, "npz.cut", bytes.len(), message)
    };
    // A comment of up to 65,535 bytes may follow the record.
    let first = bytes.len().saturating_sub(END_LENGTH + 0xFFFF);
    let tail = bytes.get(first..).unwrap_or_default();
    let end = tail.windows(END.len()).rposition(|here| here == END).map(|at| first + at).ok_or_else(cut)?;
    let mut at = number::<4>(bytes, end + 16).ok_or_else(cut)?;
    if at == u64::from(u32::MAX) {
        // Zip64: the locator before this record has the offset of a larger record.
        let larger = end.checked_sub(20).and_then(|locator| number::<8>(bytes, locator + 8)).ok_or_else(cut)?;
        at = usize::try_from(larger)
            .ok()
            .and_then(|larger| number::<8>(bytes, larger.checked_add(48)?))
            .ok_or_else(cut)?;
    }
    let mut at = usize::try_from(at).map_err(|_| cut())?;
    let mut entries = Vec::new();
    while bytes.get(at..).is_some_and(|rest| rest.starts_with(ENTRY)) {
        if entries.len() >= limits.archive_files {
            let message = format!("expected no more than {} files in an archive", limits.archive_files);
            return Err(refuse(ErrorKind::Limit, "npz.limit", at, message));
        }
        let (entry, behind) = entry(bytes, at).ok_or_else(cut)?;
        entries.push(entry);
        at = behind;
    }
    if entries.is_empty() { Err(cut()) } else { Ok(entries) }
}

/// The entry at a byte, and the byte behind it.
fn entry(bytes: &[u8], at: usize) -> Option<(ZipEntry, usize)> {
    let field = |offset: usize| number::<2>(bytes, at + offset).map(|number| number as usize);
    let [names, extras, comments] = [field(28)?, field(30)?, field(32)?];
    let name = bytes.get(at + 46..at + 46 + names)?;
    let extra = bytes.get(at + 46 + names..at + 46 + names + extras)?;
    let mut sizes = [number::<4>(bytes, at + 24)?, number::<4>(bytes, at + 20)?, number::<4>(bytes, at + 42)?];
    // The extra field of zip64 has those of the three numbers that do not fit 32 bits, in this order.
    if let Some(mut wide) = extra_field(extra, 1) {
        for size in sizes.iter_mut().filter(|size| **size == u64::from(u32::MAX)) {
            *size = number::<8>(wide, 0)?;
            wide = wide.get(8..).unwrap_or_default();
        }
    }
    let [unpacked, packed, start] = sizes;
    let entry = ZipEntry {
        name: String::from_utf8_lossy(name).into_owned(),
        method: field(10)?,
        checksum: number::<4>(bytes, at + 16)? as u32,
        packed,
        unpacked,
        start: usize::try_from(start).ok()?,
    };
    Some((entry, at + 46 + names + extras + comments))
}

/// The extra field of this number.
fn extra_field(mut extra: &[u8], wanted: u64) -> Option<&[u8]> {
    loop {
        let (id, length) = (number::<2>(extra, 0)?, number::<2>(extra, 2)? as usize);
        let data = extra.get(4..4 + length)?;
        if id == wanted {
            return Some(data);
        }
        extra = extra.get(4 + length..)?;
    }
}

impl ZipEntry {
    fn unpack(&self, name: &str, archive: &SharedBytes, room: u64) -> Result<NpzMember, ParseError> {
        let bytes: &[u8] = archive;
        // A damaged directory may name a place after the file's end.
        let place = self.start.min(bytes.len());
        let fail = |kind, code, what: String| refuse(kind, code, place, format!("`{name}`: {what}"));
        let cut =
            || fail(ErrorKind::Syntax, "npz.cut", "the archive does not hold all of it: fetch the file again".into());
        let own = |offset: usize| number::<2>(bytes, self.start.checked_add(offset)?).map(|number| number as usize);
        let data = own(26).zip(own(28)).map(|(name, extra)| self.start + 30 + name + extra).ok_or_else(cut)?;
        let packed = usize::try_from(self.packed).ok().and_then(|size| bytes.get(data..data.checked_add(size)?));
        let packed = packed.ok_or_else(cut)?;
        if self.unpacked > room {
            let message = format!(
                "expected no more than {room} bytes that are left to unpack for an archive of this size, found {}",
                self.unpacked
            );
            return Err(fail(ErrorKind::Limit, "npz.limit", message));
        }
        let bytes = match self.method {
            STORED => archive.part(data..data + packed.len()),
            DEFLATED => {
                SharedBytes::from(inflate(packed, self.unpacked as usize, DEFLATE).ok().flatten().ok_or_else(|| {
                    fail(ErrorKind::Syntax, "npz.damaged", "it cannot be unpacked: fetch the file again".into())
                })?)
            }
            other => {
                let message =
                    format!("expected stored or deflated bytes, found compression {other}: save it with numpy.savez");
                return Err(fail(ErrorKind::Unsupported, "npz.method", message));
            }
        };
        let is_damaged = CRC.checksum(&bytes) != self.checksum;
        Ok(NpzMember { name: name.to_owned(), start: data, bytes, is_stored: self.method == STORED, is_damaged })
    }
}
