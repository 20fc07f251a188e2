//! A bounded walk over the bytes of a binary file: every read says what it expected where the bytes run out, and every
//! count is held against the bytes that are left.

use nom::bytes::complete::take;
use nom::number::complete::{be_i32, be_u16, be_u32, le_f32, le_i32, le_u32, u8 as one_byte};
use nom::{IResult, Parser};

use super::fields::Fields;
use crate::error::{ErrorKind, Location, ParseError};

/// Refusals of one kind of file.
#[derive(Debug, Clone, Copy)]
pub(super) struct Codes {
    /// The bytes end too early.
    pub(super) cut: &'static str,
    /// A count asks for more than the bytes that are left can hold.
    pub(super) count: &'static str,
}

/// Which end of an integer comes first. Floats are little-endian in all of these files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    Big,
    Little,
}

/// The bytes of a file and how far they have been read.
#[derive(Debug, Clone)]
pub(super) struct Bytes<'a> {
    whole: usize,
    rest: &'a [u8],
    order: Order,
    codes: Codes,
}

impl<'a> Bytes<'a> {
    pub(super) fn new(bytes: &'a [u8], order: Order, codes: Codes) -> Self {
        Self { whole: bytes.len(), rest: bytes, order, codes }
    }

    /// What has not been read yet.
    pub(super) fn rest(&self) -> &'a [u8] {
        self.rest
    }

    fn read<T>(
        &mut self,
        mut parser: impl Parser<&'a [u8], Output = T, Error = ()>,
        what: &str,
    ) -> Result<T, ParseError> {
        let result: IResult<&'a [u8], T, ()> = parser.parse(self.rest);
        match result {
            Ok((rest, value)) => {
                self.rest = rest;
                Ok(value)
            }
            Err(_) => {
                let message = format!("expected {what}, found the end of the file");
                Err(ParseError::new(ErrorKind::Syntax, self.codes.cut, message).at(place(self.whole)))
            }
        }
    }

    pub(super) fn u8(&mut self, what: &str) -> Result<u8, ParseError> {
        self.read(one_byte, what)
    }

    pub(super) fn u16_be(&mut self, what: &str) -> Result<u16, ParseError> {
        self.read(be_u16, what)
    }

    pub(super) fn u32(&mut self, what: &str) -> Result<u32, ParseError> {
        match self.order {
            Order::Big => self.read(be_u32, what),
            Order::Little => self.read(le_u32, what),
        }
    }

    /// A text of so many bytes.
    pub(super) fn text_of(&mut self, length: usize, what: &str) -> Result<String, ParseError> {
        Ok(windows_1252(self.read(take(length), what)?))
    }

    /// Refuses a count of items of at least `least` bytes each, which was read just now, if they cannot all be there.
    pub(super) fn check(&self, count: u32, at: Location, least: usize, what: &str) -> Result<usize, ParseError> {
        let fit = self.rest.len() / least.max(1);
        match usize::try_from(count) {
            Ok(count) if count <= fit => Ok(count),
            _ => {
                let message =
                    format!("expected no more {what} than the {} bytes left can hold, found {count}", self.rest.len());
                Err(ParseError::new(ErrorKind::Inconsistent, self.codes.count, message).at(at))
            }
        }
    }
}

impl Fields for Bytes<'_> {
    fn place(&self) -> Location {
        place(self.whole - self.rest.len())
    }

    fn text(&mut self, what: &str) -> Result<String, ParseError> {
        let length = self.u8(what)?;
        self.text_of(usize::from(length), what)
    }

    fn int(&mut self, what: &str) -> Result<i32, ParseError> {
        match self.order {
            Order::Big => self.read(be_i32, what),
            Order::Little => self.read(le_i32, what),
        }
    }

    fn float(&mut self, what: &str) -> Result<f32, ParseError> {
        self.read(le_f32, what)
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

/// A place in a binary file.
pub(super) fn place(byte: usize) -> Location {
    Location { byte: byte as u64, line: 0, column: 0 }
}

/// The characters of Windows code page 1252; the five bytes it leaves open become U+FFFD.
pub(super) fn windows_1252(bytes: &[u8]) -> String {
    const HIGH: [char; 32] = [
        '€', '\u{FFFD}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{FFFD}', 'Ž', '\u{FFFD}',
        '\u{FFFD}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{FFFD}', 'ž', 'Ÿ',
    ];
    let decode = |&byte: &u8| match byte {
        0x80..=0x9F => HIGH.get(usize::from(byte - 0x80)).copied().unwrap_or(char::REPLACEMENT_CHARACTER),
        _ => char::from(byte),
    };
    bytes.iter().map(decode).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const CODES: Codes = Codes { cut: "x.cut", count: "x.count" };

    #[test]
    fn integers_follow_their_order_and_floats_are_little_endian() {
        let bytes = [0, 0, 0, 2, 2, 0, 0, 0, 0, 0, 0x80, 0x3F];
        let mut big = Bytes::new(&bytes, Order::Big, CODES);
        assert_eq!((big.int("a").unwrap(), big.u32("b").unwrap()), (2, 0x0200_0000));
        assert_eq!(big.float("c").unwrap(), 1.0);
        let mut little = Bytes::new(&bytes, Order::Little, CODES);
        assert_eq!((little.u32("a").unwrap(), little.int("b").unwrap()), (0x0200_0000, 2));
    }

    #[test]
    fn what_is_missing_is_named_and_placed_where_the_file_ends() {
        let mut bytes = Bytes::new(&[5, b'a'], Order::Big, CODES);
        let refusal = bytes.text("a bone's name").unwrap_err();
        assert_eq!(refusal.to_string(), "byte 2: x.cut: expected a bone's name, found the end of the file");
    }

    #[test]
    fn a_count_that_lies_is_refused_where_it_stands() {
        let mut bytes = Bytes::new(&[9, 0, 0, 1, 0, 1, 2, 3], Order::Big, CODES);
        bytes.u8("x").unwrap();
        let refusal = bytes.count(2, "bones").unwrap_err();
        assert_eq!(
            refusal.to_string(),
            "byte 1: x.count: expected no more bones than the 3 bytes left can hold, found 256"
        );
    }

    #[test]
    fn texts_are_windows_1252() {
        assert_eq!(windows_1252(b"L\xE9\x80\x81"), "Lé€\u{FFFD}");
    }
}
