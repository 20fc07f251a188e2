//! Zip archives: PKWARE's APPNOTE 6.3, by their directories.

use std::collections::HashSet;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};

use flate2::Crc;
use flate2::read::DeflateDecoder;
use zip::{CompressionMethod, ZipArchive};

use super::names::{member, shown};
use super::zip_cut;
use super::{AGAIN, Listing, MOST_BYTES, MOST_MEMBERS, Place, too_large, too_many};
use crate::wording::counted;

/// Signature of the header before a member's bytes, and the bytes of its fixed part.
pub(super) const LOCAL: &[u8] = b"PK\x03\x04";
pub(super) const LOCAL_BYTES: usize = 30;
/// The same of an entry of the directory.
const CENTRAL: &[u8] = b"PK\x01\x02";
const CENTRAL_BYTES: usize = 46;
/// A larger member that unpacks to so many times its packed bytes holds no motion.
const PLAIN_BYTES: u64 = 16_000_000;
const MOST_RATIO: u64 = 200;

/// What the directory says of a member.
#[derive(Debug)]
pub(super) struct ZipMember {
    /// The byte of the member's own header.
    pub(super) header: u64,
    pub(super) packed: u64,
    pub(super) bytes: u64,
    pub(super) checksum: u32,
    pub(super) is_deflated: bool,
}

/// The files in an archive. Of one without its directory, those that are there as a whole.
pub(super) fn members(file: &File, is_wanted: impl Fn(&str) -> bool) -> Result<Listing, String> {
    let length = file.metadata().map_err(|error| error.to_string())?.len();
    let Ok(archive) = ZipArchive::new(file) else { return zip_cut::members(file, length) };
    if archive.len() > MOST_MEMBERS {
        return Err(too_many());
    }
    let mut listing = Listing::default();
    if archive.has_duplicate_names() {
        listing.hidden = hidden(file, archive.central_directory_start()).unwrap_or_default();
    }
    // Members that share bytes would be unpacked again and again.
    let mut left = length;
    let mut unread = 0;
    for index in 0..archive.len() {
        let Ok(entry) = archive.by_index_data(index) else {
            unread += 1;
            continue;
        };
        if entry.is_dir() {
            continue;
        }
        let name = entry
            .name()
            .map_or_else(|_| String::from_utf8_lossy(entry.name_raw()).into_owned(), std::borrow::Cow::into_owned);
        let shares = left < entry.compressed_size();
        left = left.saturating_sub(entry.compressed_size());
        let zipped = ZipMember {
            header: entry.header_start(),
            packed: entry.compressed_size(),
            bytes: entry.size(),
            checksum: entry.crc32(),
            is_deflated: entry.compression() == CompressionMethod::Deflated,
        };
        let is_known = matches!(entry.compression(), CompressionMethod::Stored | CompressionMethod::Deflated);
        let refusal = if entry.is_symlink() {
            if !is_wanted(&name.to_lowercase()) {
                listing.special.extend(shown(&name));
                continue;
            }
            Some("a link in an archive is not followed".to_owned())
        } else if shares {
            Some("the archive is damaged: its files are longer together than the archive".to_owned())
        } else {
            refusal(&zipped, entry.encrypted(), is_known)
        };
        listing.members.extend(member(&name, refusal.map_or(Place::Zip(zipped), Place::Refused)));
    }
    if unread > 0 {
        let files = counted(unread, "file");
        listing.damage = Some(format!("the zip archive is damaged: {files} cannot be found in it; {AGAIN}"));
    }
    Ok(listing)
}

/// Why a member is not read.
pub(super) fn refusal(zipped: &ZipMember, is_encrypted: bool, is_known: bool) -> Option<String> {
    if is_encrypted {
        Some("it is encrypted: unpack the archive with its password".to_owned())
    } else if !is_known {
        Some("it is packed by a method other than deflate: unpack the archive".to_owned())
    } else if zipped.bytes > MOST_BYTES {
        Some(too_large())
    } else if zipped.bytes > PLAIN_BYTES && zipped.bytes / MOST_RATIO > zipped.packed {
        Some(format!("it would unpack to {} times its bytes, as no motion does", zipped.bytes / zipped.packed.max(1)))
    } else {
        None
    }
}

/// The names in the directory of an archive that begins here which stand there once more. The library lists one of each name.
fn hidden(mut file: &File, start: u64) -> io::Result<Vec<String>> {
    file.seek(SeekFrom::Start(start))?;
    let mut source = io::BufReader::new(file);
    let (mut known, mut hidden) = (HashSet::new(), Vec::new());
    for _ in 0..MOST_MEMBERS {
        let mut header = [0; CENTRAL_BYTES];
        if source.read_exact(&mut header).is_err() || !header.starts_with(CENTRAL) {
            break;
        }
        let length =
            |at: usize| header.get(at..at + 2).map_or(0, |bytes| u64::from(bytes[0]) | u64::from(bytes[1]) << 8);
        let mut name = Vec::new();
        source.by_ref().take(length(28)).read_to_end(&mut name)?;
        source.seek_relative(i64::try_from(length(30) + length(32)).unwrap_or(0))?;
        if !known.insert(name.clone()) {
            hidden.extend(shown(&String::from_utf8_lossy(&name)));
        }
    }
    Ok(hidden)
}

impl ZipMember {
    /// The member's bytes. A wrong length or checksum is an error at the end.
    pub(super) fn open(&self, mut file: File) -> io::Result<Box<dyn Read>> {
        let mut header = [0; LOCAL_BYTES];
        file.seek(SeekFrom::Start(self.header))?;
        file.read_exact(&mut header).map_err(|_| damaged("its header is missing"))?;
        let [.., a, b, c, d] = header;
        if !header.starts_with(LOCAL) {
            return Err(damaged("its header is missing"));
        }
        let before = i64::from(u16::from_le_bytes([a, b])) + i64::from(u16::from_le_bytes([c, d]));
        file.seek(SeekFrom::Current(before))?;
        let packed = file.take(self.packed);
        let source: Box<dyn Read> =
            if self.is_deflated { Box::new(DeflateDecoder::new(io::BufReader::new(packed))) } else { Box::new(packed) };
        Ok(Box::new(Checked { source, left: self.bytes, checksum: self.checksum, crc: Crc::new(), is_done: false }))
    }
}

fn damaged(what: &str) -> io::Error {
    io::Error::other(format!("it is damaged in the archive: {what}"))
}

/// Unpacked bytes, which are counted and checked as they come.
struct Checked {
    source: Box<dyn Read>,
    left: u64,
    checksum: u32,
    crc: Crc,
    is_done: bool,
}

impl Read for Checked {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.is_done || buffer.is_empty() {
            return Ok(0);
        }
        let read = self.source.read(buffer).map_err(|_| damaged("it cannot be unpacked further"))?;
        let Some(bytes) = buffer.get(..read).filter(|bytes| !bytes.is_empty()) else {
            self.is_done = true;
            return match (self.left, self.crc.sum() == self.checksum) {
                (0, true) => Ok(0),
                (0, false) => Err(damaged("its checksum does not fit")),
                _ => Err(damaged("it is shorter than the archive states")),
            };
        };
        // More bytes than stated: a bomb, or damage.
        self.left =
            self.left.checked_sub(read as u64).ok_or_else(|| damaged("it is longer than the archive states"))?;
        self.crc.update(bytes);
        Ok(read)
    }
}
