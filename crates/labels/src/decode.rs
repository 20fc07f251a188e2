//! Bytes to text: UTF-8, UTF-16 with a byte order mark, and Windows-1252 for lines that are neither.

use crate::label::{Refusal, Remark};

/// How many lines in another encoding are named; the others are counted.
const NAMED: usize = 5;

/// A text, and what is to be said about its encoding.
pub struct Decoded {
    pub text: String,
    pub remarks: Vec<Remark>,
}

/// Decodes a file.
///
/// # Errors
/// For bytes that are no text.
pub fn decode(bytes: &[u8]) -> Result<Decoded, Refusal> {
    let utf16 = |read: fn([u8; 2]) -> u16, rest: &[u8]| {
        let units = rest.chunks_exact(2).map(|pair| read([pair[0], pair[1]]));
        let mut remarks = Vec::new();
        let mut text = String::with_capacity(rest.len() / 2);
        for unit in char::decode_utf16(units) {
            text.push(unit.unwrap_or(char::REPLACEMENT_CHARACTER));
        }
        if text.contains(char::REPLACEMENT_CHARACTER) || rest.len() % 2 == 1 {
            let damaged = "some characters are damaged: the file is not clean UTF-16".to_owned();
            remarks.push(Remark { line: 0, text: damaged });
        }
        Decoded { text, remarks }
    };
    let decoded = match bytes {
        [0xff, 0xfe, rest @ ..] => utf16(u16::from_le_bytes, rest),
        [0xfe, 0xff, rest @ ..] => utf16(u16::from_be_bytes, rest),
        [0xef, 0xbb, 0xbf, rest @ ..] => decode_lines(rest),
        _ => decode_lines(bytes),
    };
    if decoded.text.contains('\0') {
        return Err(Refusal::new(0, "this is no text: expected a table, JSON or lines of text"));
    }
    Ok(decoded)
}

/// A line that is not UTF-8 is read as Windows-1252: programs mix both.
fn decode_lines(bytes: &[u8]) -> Decoded {
    if let Ok(text) = std::str::from_utf8(bytes) {
        return Decoded { text: text.to_owned(), remarks: Vec::new() };
    }
    let (mut text, mut remarks, mut further) = (String::with_capacity(bytes.len()), Vec::new(), 0);
    for (index, line) in bytes.split_inclusive(|&byte| byte == b'\n').enumerate() {
        if let Ok(good) = std::str::from_utf8(line) {
            text.push_str(good);
            continue;
        }
        text.extend(line.iter().map(|&byte| windows_1252(byte)));
        if remarks.len() < NAMED {
            remarks.push(Remark { line: index + 1, text: "is not UTF-8: read as Windows-1252".to_owned() });
        } else {
            further += 1;
        }
    }
    if further > 0 {
        let text = format!("{further} more lines are not UTF-8: read as Windows-1252");
        remarks.push(Remark { line: 0, text });
    }
    Decoded { text, remarks }
}

/// The characters of 0x80 to 0x9f; those that Windows-1252 leaves open stay control characters.
const HIGH: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}', '‘', '’',
    '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

fn windows_1252(byte: u8) -> char {
    let high = byte.checked_sub(0x80).and_then(|index| HIGH.get(usize::from(index)));
    high.copied().unwrap_or(char::from(byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8]) -> (String, Vec<String>) {
        let decoded = decode(bytes).unwrap();
        (decoded.text, decoded.remarks.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn byte_order_marks_are_no_text() {
        assert_eq!(lines(b"\xef\xbb\xbfpath"), ("path".to_owned(), vec![]));
        assert_eq!(lines(b"\xff\xfep\0\xe9\0"), ("pé".to_owned(), vec![]));
        assert_eq!(lines(b"\xfe\xff\0p\0\xe9"), ("pé".to_owned(), vec![]));
    }

    #[test]
    fn a_line_in_another_encoding_is_told() {
        let (text, remarks) = lines(b"a\nd\xe9j\xe0 \x93vu\x94\n\xc3\xa9\n");
        assert_eq!(text, "a\ndéjà “vu”\né\n");
        assert_eq!(remarks, ["line 2: is not UTF-8: read as Windows-1252"]);
    }

    #[test]
    fn many_lines_in_another_encoding_are_counted() {
        let (_, remarks) = lines(&b"\xe9\n".repeat(9));
        assert_eq!(remarks.len(), NAMED + 1);
        assert_eq!(remarks[NAMED], "4 more lines are not UTF-8: read as Windows-1252");
    }

    #[test]
    fn half_a_character_of_utf_16_is_told() {
        assert_eq!(lines(b"\xff\xfea\0b").1.len(), 1);
        assert_eq!(lines(b"\xff\xfe\0\xd8a\0").0, "\u{fffd}a");
    }

    #[test]
    fn bytes_are_no_text() {
        assert!(decode(b"PAR1\0\x01").is_err());
    }
}
