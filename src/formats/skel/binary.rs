//! Fields of a binary file. Errors name the field where the bytes end; counts are checked against the remaining bytes.

use super::fields::{Fields, Surplus, no_memory};
use super::windows_1252::windows_1252;
use crate::error::{ErrorKind, Location, ParseError};
use crate::formats::reading::text::too_early;

/// Error codes for one kind of file.
#[derive(Debug, Clone, Copy)]
pub(super) struct RefusalCodes {
    /// The bytes end too early.
    pub(super) cut: &'static str,
    /// A count needs more bytes than remain.
    pub(super) count: &'static str,
}

/// Byte order of integers. Floats are little-endian in all of these files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ByteOrder {
    Big,
    Little,
}

#[derive(Debug, Clone)]
pub(super) struct BinaryFields<'a> {
    length: usize,
    rest: &'a [u8],
    order: ByteOrder,
    codes: RefusalCodes,
}

impl<'a> BinaryFields<'a> {
    pub(super) fn new(bytes: &'a [u8], order: ByteOrder, codes: RefusalCodes) -> Self {
        Self { length: bytes.len(), rest: bytes, order, codes }
    }

    /// The bytes not read yet.
    pub(super) fn rest(&self) -> &'a [u8] {
        self.rest
    }

    /// The bytes not read yet, after the file's regular end.
    pub(super) fn surplus(&self) -> Option<Surplus> {
        let count = self.rest().len();
        (count > 0).then(|| Surplus { count, at: self.place() })
    }

    /// The next `N` bytes; `what` names the field where the file ends too early.
    fn array<const N: usize>(&mut self, what: &str) -> Result<[u8; N], ParseError> {
        let (field, rest) = self.rest.split_first_chunk().ok_or_else(|| self.cut(what))?;
        self.rest = rest;
        Ok(*field)
    }

    fn cut(&self, what: &str) -> ParseError {
        ParseError::new(ErrorKind::Syntax, self.codes.cut, too_early(what)).at(place(self.length))
    }

    /// Four bytes in big-endian order.
    fn four(&mut self, what: &str) -> Result<[u8; 4], ParseError> {
        let mut four = self.array(what)?;
        if self.order == ByteOrder::Little {
            four.reverse();
        }
        Ok(four)
    }

    pub(super) fn u8(&mut self, what: &str) -> Result<u8, ParseError> {
        self.array(what).map(u8::from_le_bytes)
    }

    pub(super) fn u16_be(&mut self, what: &str) -> Result<u16, ParseError> {
        self.array(what).map(u16::from_be_bytes)
    }

    pub(super) fn u32(&mut self, what: &str) -> Result<u32, ParseError> {
        self.four(what).map(u32::from_be_bytes)
    }

    pub(super) fn text_of(&mut self, length: usize, what: &str) -> Result<String, ParseError> {
        let at = self.place();
        let (text, rest) = self.rest.split_at_checked(length).ok_or_else(|| self.cut(what))?;
        self.rest = rest;
        windows_1252(text).map_err(|_| no_memory(at))
    }

    /// Checks that `count` items of at least `least` bytes each fit into the remaining bytes. The count was read at `at`.
    pub(super) fn check(&self, count: u32, at: Location, least: usize, what: &str) -> Result<usize, ParseError> {
        let left = self.rest().len();
        let fit = left / least.max(1);
        match usize::try_from(count) {
            Ok(count) if count <= fit => Ok(count),
            _ => {
                let message =
                    format!("the file ends too early: {count} {what} should follow, and only {left} bytes do");
                Err(ParseError::new(ErrorKind::Inconsistent, self.codes.count, message).at(at))
            }
        }
    }
}

impl Fields for BinaryFields<'_> {
    fn place(&self) -> Location {
        place(self.length - self.rest().len())
    }

    fn text(&mut self, what: &str) -> Result<String, ParseError> {
        let length = self.u8(what)?;
        self.text_of(usize::from(length), what)
    }

    fn int(&mut self, what: &str) -> Result<i32, ParseError> {
        self.four(what).map(i32::from_be_bytes)
    }

    fn float(&mut self, what: &str) -> Result<f32, ParseError> {
        self.array(what).map(f32::from_le_bytes)
    }

    fn count(&mut self, least: usize, what: &str) -> Result<usize, ParseError> {
        let at = self.place();
        let count = self.u32(what)?;
        self.check(count, at, least, what)
    }

    fn floats<const N: usize>(&mut self, what: &str) -> Result<[f32; N], ParseError> {
        let mut values = [0.0; N];
        for value in &mut values {
            *value = self.float(what)?;
        }
        Ok(values)
    }
}

pub(super) fn place(byte: usize) -> Location {
    Location { byte: byte as u64, line: 0, column: 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CODES: RefusalCodes = RefusalCodes { cut: "x.cut", count: "x.count" };

    #[test]
    fn integers_follow_their_order_and_floats_are_little_endian() {
        let bytes = [0, 0, 0, 2, 2, 0, 0, 0, 0, 0, 0x80, 0x3F];
        let mut big = BinaryFields::new(&bytes, ByteOrder::Big, CODES);
        assert_eq!((big.int("a").unwrap(), big.u32("b").unwrap()), (2, 0x0200_0000));
        assert_eq!(big.float("c").unwrap(), 1.0);
        let mut little = BinaryFields::new(&bytes, ByteOrder::Little, CODES);
        assert_eq!((little.u32("a").unwrap(), little.int("b").unwrap()), (0x0200_0000, 2));
    }

    #[test]
    fn a_missing_part_is_named_at_the_end_of_the_file() {
        let mut bytes = BinaryFields::new(&[5, b'a'], ByteOrder::Big, CODES);
        let refusal = bytes.text("a bone's name").unwrap_err();
        assert_eq!(refusal.to_string(), "byte 2: x.cut: the file ends too early: expected a bone's name");
    }

    #[test]
    fn a_false_count_is_refused_at_its_place() {
        let mut bytes = BinaryFields::new(&[9, 0, 0, 1, 0, 1, 2, 3], ByteOrder::Big, CODES);
        bytes.u8("x").unwrap();
        let refusal = bytes.count(2, "bones").unwrap_err();
        assert_eq!(
            refusal.to_string(),
            "byte 1: x.count: the file ends too early: 256 bones should follow, and only 3 bytes do"
        );
    }
}
