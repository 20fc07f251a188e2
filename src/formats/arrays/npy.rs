//! Reads `.npy` files: NumPy's format 1.0 to 3.0, <https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html>.

use super::array::{Array, MOST_DIMENSIONS, items, shape_text};
use super::dtype::{Dtype, ItemKind};
use super::refusal::refuse;
use super::shared_bytes::SharedBytes;
use crate::body::names::find;
use crate::error::{ErrorKind, ParseError};

pub(super) const MAGIC: &[u8] = b"\x93NUMPY";
/// NumPy itself refuses longer headers.
const LONGEST_HEADER: usize = 10_000;

/// The contents of a `.npy` file.
pub(super) enum Npy {
    Array {
        array: Array,
        /// Number of rows of the first axis that are missing at the file's end.
        missing_rows: usize,
    },
    /// A pickle, which begins at this byte.
    Objects { start: usize },
}

/// Reads a file or an archive's member with this name. `base` is the file's byte at which `bytes` begins, for errors.
pub(super) fn read(name: &str, bytes: &SharedBytes, base: usize) -> Result<Npy, ParseError> {
    let fail = |code, at: usize, message: String| refuse(ErrorKind::Syntax, code, base + at, message);
    let too_early = || fail("npy.cut", bytes.len(), "the file ends within the array's header".into());
    if !bytes.starts_with(MAGIC) {
        return Err(fail("npy.header", 0, format!("{}expected an array of NumPy, found other bytes", of(name))));
    }
    let wide = *bytes.get(6).ok_or_else(too_early)? >= 2;
    let length = bytes.get(8..).and_then(|rest| {
        if wide {
            rest.first_chunk().map(|length| u32::from_le_bytes(*length) as usize)
        } else {
            rest.first_chunk().map(|length| usize::from(u16::from_le_bytes(*length)))
        }
    });
    let (length, start) = (length.ok_or_else(too_early)?, if wide { 12 } else { 10 });
    if length > LONGEST_HEADER {
        let message = format!("{}expected a header of at most {LONGEST_HEADER} bytes, found {length}", of(name));
        return Err(fail("npy.header", 8, message));
    }
    let text = bytes.get(start..start + length).ok_or_else(too_early)?;
    let header = header(text).map_err(|what| fail("npy.header", start, format!("{}{what}", of(name))))?;
    let dtype = Dtype::of_name(&header.descr).ok_or_else(|| {
        let found = if header.descr.is_empty() { "records".to_owned() } else { format!("`{}`", header.descr) };
        let message =
            format!("{}expected plain numbers, found items of type {found}: save the array as float32", of(name));
        refuse(ErrorKind::Unsupported, "npy.type", base + start, message)
    })?;
    let start = start + length;
    if dtype.kind == ItemKind::Object {
        return Ok(Npy::Objects { start });
    }
    let rest = bytes.behind(start);
    let mut shape = header.shape;
    let size = items(&shape).and_then(|count| count.checked_mul(dtype.width));
    let mut missing_rows = 0;
    if size.is_none_or(|size| size > rest.len()) {
        let row = shape.get(1..).and_then(items).and_then(|count| count.checked_mul(dtype.width));
        let whole =
            row.filter(|row| *row > 0 && shape.len() > 1 && !header.is_fortran).map_or(0, |row| rest.len() / row);
        if whole == 0 {
            let message = format!(
                "{}expected the items of {}, found {} bytes: the file is cut, fetch it again",
                of(name),
                shape_text(&shape),
                rest.len()
            );
            return Err(fail("npy.cut", start + rest.len(), message));
        }
        if let Some(rows) = shape.first_mut() {
            missing_rows = *rows - whole;
            *rows = whole;
        }
    }
    let array = Array::new(name.to_owned(), dtype, shape, header.is_fortran, rest.clone());
    let array = array.ok_or_else(|| fail("npy.shape", start, format!("{}the shape is too large", of(name))))?;
    Ok(Npy::Array { array, missing_rows })
}

/// The start of a message about an archive's member.
fn of(name: &str) -> String {
    if name.is_empty() { String::new() } else { format!("`{name}`: ") }
}

struct Header {
    /// Empty for records, whose type is a list.
    descr: String,
    is_fortran: bool,
    shape: Vec<usize>,
}

/// Reads the header's text, a dictionary of Python: `{'descr': '<f4', 'fortran_order': False, 'shape': (30, 22, 3), }`.
fn header(text: &[u8]) -> Result<Header, String> {
    let text = String::from_utf8_lossy(text);
    let value = |key: &str| {
        let quoted = |quote: &str| find(text.as_bytes(), format!("{quote}{key}{quote}").as_bytes());
        let behind = quoted("'").or_else(|| quoted("\"")).and_then(|at| text.get(at + key.len() + 2..));
        let value = behind.and_then(|rest| rest.trim_start().strip_prefix(':')).map(str::trim_start);
        value.ok_or_else(|| format!("the header names no `{key}`"))
    };
    let descr = value("descr")?;
    let descr = match descr.chars().next() {
        Some(quote @ ('\'' | '"')) => {
            descr.get(1..).and_then(|rest| rest.split_once(quote)).map_or("", |(name, _)| name)
        }
        _ => "",
    };
    let is_fortran = value("fortran_order")?.starts_with("True");
    let shape = value("shape")?.strip_prefix('(').and_then(|rest| rest.split_once(')'));
    let (shape, _) = shape.ok_or("the header's shape is no list of lengths")?;
    let lengths = shape.split(',').map(str::trim).filter(|length| !length.is_empty());
    // Python 2 wrote long integers with an L.
    let lengths: Result<Vec<usize>, _> = lengths.map(|length| length.trim_end_matches('L').parse()).collect();
    match lengths {
        Ok(shape) if shape.len() <= MOST_DIMENSIONS => Ok(Header { descr: descr.to_owned(), is_fortran, shape }),
        _ => Err(format!("the header's shape is no list of lengths: ({})", shape.chars().take(40).collect::<String>())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(version: u8, dict: &str, items: &[u8]) -> Vec<u8> {
        let mut bytes = [MAGIC, &[version, 0]].concat();
        match version {
            1 => bytes.extend((dict.len() as u16).to_le_bytes()),
            _ => bytes.extend((dict.len() as u32).to_le_bytes()),
        }
        bytes.extend(dict.as_bytes());
        bytes.extend(items);
        bytes
    }

    fn outcome(bytes: &[u8]) -> String {
        match read("", &bytes.to_vec().into(), 0) {
            Ok(Npy::Array { array, missing_rows: 0 }) => array.describe(),
            Ok(Npy::Array { array, missing_rows }) => format!("{} without {missing_rows}", array.describe()),
            Ok(Npy::Objects { start }) => format!("objects at {start}"),
            Err(refusal) => refusal.code().to_owned(),
        }
    }

    fn dict(descr: &str, shape: &str) -> String {
        format!("{{'descr': {descr}, 'fortran_order': False, 'shape': {shape}, }}   \n")
    }

    #[test]
    fn every_version_and_shape_is_read() {
        for version in [1, 2, 3] {
            assert_eq!(outcome(&file(version, &dict("'<f4'", "(2, 1)"), &[0; 8])), "float32 (2, 1)");
        }
        assert_eq!(outcome(&file(1, &dict("'<f8'", "()"), &[0; 8])), "float64 ()");
        assert_eq!(outcome(&file(1, &dict("'<f8'", "(1L,)"), &[0; 8])), "float64 (1,)");
        assert_eq!(outcome(&file(1, &dict("'|O'", "()"), b"\x80\x04")), "objects at 68");
    }

    #[test]
    fn whole_rows_of_a_cut_file_are_read() {
        assert_eq!(outcome(&file(1, &dict("'<f4'", "(4, 2)"), &[0; 17])), "float32 (2, 2) without 2");
        for (shape, bytes) in [("(4, 2)", 7), ("(4,)", 15), ("(4294967295, 4294967295, 3)", 100), ("()", 3)] {
            assert_eq!(outcome(&file(1, &dict("'<f4'", shape), &vec![0; bytes])), "npy.cut", "{shape}");
        }
    }

    #[test]
    fn other_headers_are_refused() {
        for (dict, code) in [
            (dict("'<f16'", "(1,)"), "npy.type"),
            (dict("[('x', '<f4')]", "(1,)"), "npy.type"),
            (dict("'<f4'", "(-1,)"), "npy.header"),
            (dict("'<f4'", "1"), "npy.header"),
            ("{}".into(), "npy.header"),
            (dict("'<f4'", &format!("({})", "1,".repeat(40))), "npy.header"),
        ] {
            assert_eq!(outcome(&file(1, &dict, &[0; 64])), code, "{dict}");
        }
        let whole = file(1, &dict("'<f4'", "(2, 1)"), &[0; 8]);
        for cut in 6..70 {
            assert_eq!(outcome(&whole[..cut]), "npy.cut", "{cut}");
        }
    }
}
