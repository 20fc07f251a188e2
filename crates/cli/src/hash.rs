//! Hashes of contents.

use std::io;

use sha2::{Digest, Sha256};

use super::opened::Opened;

/// SHA-256 of bytes, in hexadecimal.
pub(super) fn hex(bytes: &[u8]) -> String {
    digits(&Sha256::digest(bytes))
}

/// SHA-256 of a file, as `sha256sum` prints it, and its length in bytes.
pub(super) fn of_file(opened: &Opened) -> io::Result<(String, u64)> {
    let mut file = opened.open()?;
    let (mut hash, mut buffer, mut bytes) = (Sha256::new(), vec![0; 1 << 16], 0);
    loop {
        let count = file.read(&mut buffer)?;
        let Some(read) = buffer.get(..count).filter(|read| !read.is_empty()) else {
            return Ok((digits(&hash.finalize()), bytes));
        };
        bytes += read.len() as u64;
        hash.update(read);
    }
}

/// Bytes in hexadecimal.
pub(super) fn digits(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
