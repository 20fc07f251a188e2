//! The parts that every glTF file has around its content: the field `asset`, and the chunks of a binary one.

use std::fmt::Write;

use super::json::quoted;
use crate::WriteError;
use marey::model::Clip;

/// Largest buffer: glTF binary stores its length in 32 bits.
pub(super) const MOST_BYTES: usize = 0xF000_0000;

/// The field `asset`: the program that wrote the file, and what was mended.
pub(super) fn asset(clip: &Clip) -> String {
    format!(
        "{{\"version\":\"2.0\",\"generator\":{}{}}}",
        quoted(concat!("Marey ", env!("CARGO_PKG_VERSION"))),
        crate::mended::mended(clip)
            .map_or_else(String::new, |done| format!(",\"extras\":{{\"mended\":{}}}", quoted(&done)))
    )
}

/// A `.glb` of the JSON up to the field `buffers`, and the buffer.
pub(super) fn container(mut json: String, buffer: &[u8]) -> Result<Vec<u8>, WriteError> {
    if buffer.len() > MOST_BYTES {
        return Err(WriteError::TooLarge);
    }
    let _ = write!(json, "\"buffers\":[{{\"byteLength\":{}}}]}}", buffer.len());
    // Chunks are padded to multiples of four: JSON with blanks, and the buffer with zeros, which it has already.
    while !json.len().is_multiple_of(4) {
        json.push(' ');
    }
    let length = |bytes: usize| u32::try_from(bytes).map_err(|_| WriteError::TooLarge);
    let mut out = Vec::with_capacity(28 + json.len() + buffer.len());
    out.extend(b"glTF\x02\0\0\0");
    out.extend(length(28 + json.len() + buffer.len())?.to_le_bytes());
    out.extend(length(json.len())?.to_le_bytes());
    out.extend(b"JSON");
    out.extend(json.as_bytes());
    out.extend(length(buffer.len())?.to_le_bytes());
    out.extend(b"BIN\0");
    out.extend(buffer);
    Ok(out)
}
