//! A member of a zip archive: where its bytes are, whether they are read, and reading them.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};

use flate2::Crc;
use flate2::read::DeflateDecoder;

use super::{MOST_BYTES, too_large};

/// Signature of the header before a member's bytes, and the bytes of its fixed part.
pub(super) const LOCAL: &[u8] = b"PK\x03\x04";
pub(super) const LOCAL_BYTES: usize = 30;
/// A larger member that unpacks to so many times its packed bytes holds no motion.
const PLAIN_BYTES: u64 = 16_000_000;
const MOST_RATIO: u64 = 200;

/// A member as the directory, or its own header, describes it.
#[derive(Debug)]
pub(super) struct ZipMember {
    /// The byte of the member's own header.
    pub(super) header: u64,
    pub(super) packed: u64,
    pub(super) bytes: u64,
    pub(super) checksum: u32,
    pub(super) is_deflated: bool,
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
        Ok(Box::new(CrcReader { source, left: self.bytes, checksum: self.checksum, crc: Crc::new(), is_done: false }))
    }
}

fn damaged(what: &str) -> io::Error {
    io::Error::other(format!("it is damaged in the archive: {what}"))
}

/// Unpacked bytes, which are counted and checked as they come.
struct CrcReader {
    source: Box<dyn Read>,
    left: u64,
    checksum: u32,
    crc: Crc,
    is_done: bool,
}

impl Read for CrcReader {
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
