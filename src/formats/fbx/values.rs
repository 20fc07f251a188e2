//! The values of a record in both encodings: whole numbers, numbers, texts and arrays.

use crate::decimal;
use crate::formats::reading::text::is_blank;

/// How a file stores its records.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Encoding {
    Binary,
    Ascii,
}

/// One value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum PropertyValue<'a> {
    /// A whole number. A word of one letter without quotes is its code, as binary files store it.
    Integer(i64),
    Number(f64),
    Text(&'a [u8]),
    Array(Array<'a>),
}

/// An array that is still as the file has it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Array<'a> {
    pub(super) form: ArrayForm,
    pub(super) bytes: &'a [u8],
    /// Offset in the file.
    pub(super) at: usize,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum ArrayForm {
    /// Numbers in a text, separated by commas.
    Ascii,
    /// So many numbers of a type (`f`, `d`, `i`, `l`, `b`, `c`), perhaps packed.
    Binary { letter: u8, count: u32, is_packed: bool },
}

impl<'a> PropertyValue<'a> {
    pub(super) fn integer(self) -> Option<i64> {
        match self {
            Self::Integer(number) => Some(number),
            Self::Number(number) if number.abs() < 9e18 => Some(number as i64),
            _ => None,
        }
    }

    pub(super) fn number(self) -> Option<f64> {
        match self {
            Self::Integer(number) => Some(number as f64),
            Self::Number(number) => Some(number),
            _ => None,
        }
    }

    pub(super) fn text(self) -> Option<&'a [u8]> {
        if let Self::Text(text) = self { Some(text) } else { None }
    }
}

/// The values of a record, until one cannot be read.
#[derive(Debug, Clone)]
pub(super) struct Values<'a> {
    encoding: Encoding,
    rest: &'a [u8],
    /// Offset of the rest in the file.
    pub(super) at: usize,
}

impl<'a> Values<'a> {
    pub(super) fn new(encoding: Encoding, bytes: &'a [u8], at: usize) -> Self {
        Self { encoding, rest: bytes, at }
    }

    /// Whether all was read.
    pub(super) fn is_at_end(&self) -> bool {
        self.rest.is_empty()
    }

    fn cut(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.rest.split_at_checked(count)?;
        (self.rest, self.at) = (rest, self.at + count);
        Some(taken)
    }

    fn number<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.cut(N)?.first_chunk().copied()
    }

    fn binary(&mut self) -> Option<PropertyValue<'a>> {
        let at = self.at;
        let [letter] = self.number()?;
        Some(match letter {
            b'Y' => PropertyValue::Integer(i16::from_le_bytes(self.number()?).into()),
            b'C' | b'B' => PropertyValue::Integer(u8::from_le_bytes(self.number()?).into()),
            b'I' => PropertyValue::Integer(i32::from_le_bytes(self.number()?).into()),
            b'L' => PropertyValue::Integer(i64::from_le_bytes(self.number()?)),
            b'F' => PropertyValue::Number(f32::from_le_bytes(self.number()?).into()),
            b'D' => PropertyValue::Number(f64::from_le_bytes(self.number()?)),
            b'S' | b'R' => {
                let length = u32::from_le_bytes(self.number()?);
                PropertyValue::Text(self.cut(length as usize)?)
            }
            b'f' | b'd' | b'i' | b'l' | b'b' | b'c' => {
                let [count, encoding, length] =
                    [self.number()?, self.number()?, self.number()?].map(u32::from_le_bytes);
                let form = ArrayForm::Binary { letter, count, is_packed: encoding != 0 };
                PropertyValue::Array(Array { form, bytes: self.cut(length as usize)?, at })
            }
            _ => return None,
        })
    }

    fn ascii(&mut self) -> Option<PropertyValue<'a>> {
        let before = blanks(self.rest) + usize::from(self.rest.get(blanks(self.rest)) == Some(&b','));
        self.cut(before)?;
        self.cut(blanks(self.rest))?;
        let at = self.at;
        match self.rest.first()? {
            b'"' => {
                let text = self.rest.get(1..)?;
                let end = text.iter().position(|byte| *byte == b'"')?;
                self.cut(end + 2)?;
                Some(PropertyValue::Text(text.get(..end)?))
            }
            b'*' => {
                let start = self.rest.iter().position(|byte| *byte == b'{')?;
                let end = self.rest.iter().position(|byte| *byte == b'}')?;
                let bytes = self.rest.get(start + 1..end)?;
                self.cut(end + 1)?;
                Some(PropertyValue::Array(Array { form: ArrayForm::Ascii, bytes, at }))
            }
            _ => {
                let length = word(self.rest);
                bare(self.cut(length.max(1))?)
            }
        }
    }
}

impl<'a> Iterator for Values<'a> {
    type Item = PropertyValue<'a>;

    fn next(&mut self) -> Option<Self::Item> {
        match self.encoding {
            Encoding::Binary => self.binary(),
            Encoding::Ascii => self.ascii(),
        }
    }
}

/// Length of the blanks and comments at the start of a text.
pub(super) fn blanks(text: &[u8]) -> usize {
    let mut at = 0;
    loop {
        match text.get(at) {
            Some(b';') => {
                let rest = text.get(at..).unwrap_or_default();
                at += rest.iter().position(|byte| matches!(byte, b'\n' | b'\r')).unwrap_or(rest.len());
            }
            Some(byte) if is_blank(*byte) => at += 1,
            _ => return at,
        }
    }
}

/// Length of the word without quotes at the start of a text.
pub(super) fn word(text: &[u8]) -> usize {
    let ends = |byte: &u8| is_blank(*byte) || matches!(byte, b',' | b'{' | b'}' | b'"' | b';' | b':');
    text.iter().position(ends).unwrap_or(text.len())
}

/// The value of a word without quotes.
fn bare(word: &[u8]) -> Option<PropertyValue<'_>> {
    let (digits, is_negative) = word.strip_prefix(b"-").map_or((word, false), |digits| (digits, true));
    // Identities are 64 bits, of which a float has 53.
    if !digits.is_empty() && digits.len() < 19 && digits.iter().all(u8::is_ascii_digit) {
        let number = digits.iter().fold(0, |number, digit| number * 10 + i64::from(digit - b'0'));
        return Some(PropertyValue::Integer(if is_negative { -number } else { number }));
    }
    if let Some(number) = integer(digits) {
        return Some(PropertyValue::Integer(if is_negative { number.wrapping_neg() } else { number }));
    }
    Some(match (decimal::whole(word), word) {
        (Some(number), _) => PropertyValue::Number(number),
        (None, [letter]) => PropertyValue::Integer((*letter).into()),
        (None, _) => PropertyValue::Text(word),
    })
}

/// A whole number of up to 20 digits, modulo 2^64: some programs write identities without a sign.
fn integer(digits: &[u8]) -> Option<i64> {
    let mut number = 0_u64;
    for digit in digits {
        let digit = digit.is_ascii_digit().then(|| u64::from(digit - b'0'))?;
        number = number.checked_mul(10)?.checked_add(digit)?;
    }
    (!digits.is_empty()).then_some(number as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ascii(text: &str) -> Vec<PropertyValue<'_>> {
        Values::new(Encoding::Ascii, text.as_bytes(), 0).collect()
    }

    #[test]
    fn words_are_numbers_texts_and_letters() {
        let all = ascii("12, -5,\n 1.5e1 ;a remark, with a comma\n, \"a, b\", T, Yes, 18446744073709551615");
        let wanted = [
            PropertyValue::Integer(12),
            PropertyValue::Integer(-5),
            PropertyValue::Number(15.0),
            PropertyValue::Text(b"a, b"),
            PropertyValue::Integer(i64::from(b'T')),
            PropertyValue::Text(b"Yes"),
            PropertyValue::Integer(-1),
        ];
        assert_eq!(all, wanted);
    }

    #[test]
    fn binary_values_end_where_their_bytes_end() {
        let bytes = b"Y\xFE\xFFC\x01I\x05\0\0\0L\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFFF\0\0\x80?S\x02\0\0\0abi\x01\0\0\0\0\0\0\0\x04\0\0\0\x07\0\0\0";
        let mut values = Values::new(Encoding::Binary, bytes, 10);
        let first: Vec<_> = values.by_ref().take(6).collect();
        let whole = [-2, 1, 5, -1].map(PropertyValue::Integer);
        assert_eq!(first, [&whole[..], &[PropertyValue::Number(1.0), PropertyValue::Text(b"ab")]].concat());
        assert!(matches!(values.next(), Some(PropertyValue::Array(array)) if array.bytes == b"\x07\0\0\0"));
        assert!(values.is_at_end());
        let mut cut = Values::new(Encoding::Binary, &bytes[..bytes.len() - 1], 0);
        assert_eq!((cut.by_ref().count(), cut.is_at_end()), (6, false));
    }
}
