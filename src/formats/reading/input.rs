//! The clip's name and the limit of bytes, for files of any kind.

use crate::error::{ErrorKind, Limits, Location, ParseError};

/// The file's name without folders and extension.
pub(crate) fn clip_name(file: &str) -> String {
    let base = file.rsplit(['/', '\\']).next().unwrap_or(file);
    match base.rsplit_once('.') {
        Some((stem, _)) if !stem.is_empty() => stem.to_owned(),
        _ => base.to_owned(),
    }
}

/// The error of a file with more bytes than the limit.
pub(crate) fn too_long(limits: &Limits) -> ParseError {
    let message = format!("more than {} bytes", limits.input_bytes);
    ParseError::new(ErrorKind::Limit, "file.too-long", message).at(Location {
        byte: limits.input_bytes,
        line: 0,
        column: 0,
    })
}
