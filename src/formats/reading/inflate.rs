//! Unpacks what deflate packed (RFC 1951), with or without zlib's frame (RFC 1950).

use std::collections::TryReserveError;

use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::inflate_flags::{
    TINFL_FLAG_COMPUTE_ADLER32, TINFL_FLAG_PARSE_ZLIB_HEADER, TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF,
};
use miniz_oxide::inflate::core::{DecompressorOxide, decompress};

/// Plain deflate.
pub(crate) const DEFLATE: u32 = TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
/// In a frame of zlib, with its checksum.
pub(crate) const ZLIB: u32 = DEFLATE | TINFL_FLAG_PARSE_ZLIB_HEADER | TINFL_FLAG_COMPUTE_ADLER32;
/// Initial size of the output buffer.
const PIECE: usize = 16 << 10;

/// Unpacks to at most `most` bytes. The buffer grows with what was unpacked. `None` for damaged bytes.
pub(crate) fn inflate(packed: &[u8], most: usize, frame: u32) -> Result<Option<Vec<u8>>, TryReserveError> {
    let mut inflater = Box::<DecompressorOxide>::default();
    let (mut out, mut read, mut filled) = (Vec::new(), 0, 0);
    loop {
        let packed = packed.get(read..).unwrap_or_default();
        let (status, taken, written) = decompress(&mut inflater, packed, &mut out, filled, frame);
        (read, filled) = (read + taken, filled + written);
        match status {
            TINFLStatus::Done => {
                out.truncate(filled);
                return Ok(Some(out));
            }
            TINFLStatus::HasMoreOutput if out.len() < most => {
                let length = out.len().saturating_mul(2).max(PIECE).min(most);
                out.try_reserve_exact(length - out.len())?;
                out.resize(length, 0);
            }
            _ => return Ok(None),
        }
    }
}
