//! The arrays in the bytes of a file of any kind.

use super::array::Array;
use super::keys::Keys;
use super::npy::{self, Npy};
use super::refusal::refuse;
use super::shared_bytes::SharedBytes;
use super::stacked::stacked;
use super::{npz, pickle};
use crate::error::{ErrorKind, Limits, Location, ParseError};
use crate::formats::reading::{Kind, WarningLog};

/// Reads all arrays of a file. Members of an archive that cannot be read are left out, unless there are no others.
pub(super) fn arrays(
    kind: Kind,
    bytes: &SharedBytes,
    limits: &Limits,
    warnings: &mut WarningLog,
) -> Result<Keys, ParseError> {
    let keys = match kind {
        Kind::Npz => archive(bytes, limits, warnings),
        Kind::Pickle => pickle::arrays(bytes, 0, "").map(Keys),
        _ => member_arrays("", bytes, 0, warnings).map(Keys),
    };
    keys.map(stacked)
}

/// The array of a `.npy` file, or those of the objects in it. `base` is the byte at which it begins.
fn member_arrays(
    name: &str,
    bytes: &SharedBytes,
    base: usize,
    warnings: &mut WarningLog,
) -> Result<Vec<Array>, ParseError> {
    match npy::read(name, bytes, base)? {
        Npy::Array { array, missing_rows } => {
            warn_of_missing(&array, missing_rows, base + bytes.len(), warnings);
            Ok(vec![array])
        }
        Npy::Objects { start } => pickle::arrays(&bytes.behind(start), base + start, name),
    }
}

fn archive(bytes: &SharedBytes, limits: &Limits, warnings: &mut WarningLog) -> Result<Keys, ParseError> {
    let mut found: Vec<Array> = Vec::new();
    let mut refusals: Vec<ParseError> = Vec::new();
    for member in npz::members(bytes, limits)? {
        let npz::NpzMember { name, start, bytes: content, is_stored, is_damaged } = member;
        if is_damaged {
            warning!(warnings.each => "npz.damaged", byte(start), "`{name}` is damaged: its checksum does not fit");
        }
        // NumPy's default names (`arr_0`) say nothing: they are dropped.
        let name = if is_unnamed(&name) && found.is_empty() { String::new() } else { name };
        let read = member_arrays(&name, &content, start, warnings);
        // The places in what was unpacked are none in the file.
        let read = read.map_err(|refusal| if is_stored { refusal } else { refusal.at(byte(start)) });
        match read {
            Ok(mut arrays) => found.append(&mut arrays),
            Err(refusal) => refusals.push(refusal),
        }
    }
    if found.is_empty() {
        let none =
            || refuse(ErrorKind::Unsupported, "npz.nothing", 0, "expected arrays (.npy) in this archive, found none");
        return Err(refusals.into_iter().next().unwrap_or_else(none));
    }
    for refusal in refusals {
        warning!(warnings.each => "npz.left-out", refusal.location(), "left out: {}", refusal.message());
    }
    Ok(Keys(found))
}

/// Whether it is the name of an array that was saved without one: `arr_0`.
fn is_unnamed(name: &str) -> bool {
    name.strip_prefix("arr_").is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
}

fn warn_of_missing(array: &Array, rows: usize, at: usize, warnings: &mut WarningLog) {
    if rows > 0 {
        let found = array.length(0);
        warning!(warnings.each => "npy.cut", byte(at),
            "the file ends after {found} of {} rows of the array: the rest is missing", found + rows);
    }
}

fn byte(at: usize) -> Location {
    Location { byte: at as u64, ..Location::default() }
}
