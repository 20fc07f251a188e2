//! Hashes of contents.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use sha2::{Digest, Sha256};

/// SHA-256 of bytes, in hexadecimal.
pub(super) fn hex(bytes: &[u8]) -> String {
    digits(&Sha256::digest(bytes))
}

/// SHA-256 of a file, as `sha256sum` prints it.
pub(super) fn of_file(path: &Path) -> io::Result<String> {
    let mut file = File::open(path)?;
    let (mut hash, mut buffer) = (Sha256::new(), vec![0; 1 << 16]);
    loop {
        let count = file.read(&mut buffer)?;
        let Some(read) = buffer.get(..count).filter(|read| !read.is_empty()) else {
            return Ok(digits(&hash.finalize()));
        };
        hash.update(read);
    }
}

fn digits(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
