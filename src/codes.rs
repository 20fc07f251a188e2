//! Codes by which a text holds bytes, or other texts: base64, and the references of XML.

use crate::checked::Checked;

/// Appends bytes in base64, with padding (RFC 4648, section 4).
pub fn base64(bytes: &[u8], out: &mut String) {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    // If that fails, the string grows as needed.
    out.try_reserve_exact(bytes.len().div_ceil(3).saturating_mul(4)).ok();
    for three in bytes.chunks(3) {
        let byte = |at: usize| three.get(at).map_or(0, |byte| u32::from(*byte));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for at in 0..4 {
            let letter = LETTERS.at((bits >> (18 - 6 * at) & 63) as usize);
            out.push(if at > three.len() { '=' } else { char::from(letter) });
        }
    }
}

/// The bytes of a text in base64. Other characters are ignored.
pub fn from_base64(text: &str) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len() / 4 * 3);
    add_from_base64(text, &mut out);
    out
}

/// As [`from_base64`], into a list in which a caller may have reserved room: three bytes for four letters.
pub(crate) fn add_from_base64(text: &str, out: &mut Vec<u8>) {
    let (mut bits, mut count) = (0_u32, 0);
    for letter in text.bytes() {
        let value = match letter {
            b'A'..=b'Z' => letter - b'A',
            b'a'..=b'z' => letter - b'a' + 26,
            b'0'..=b'9' => letter - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => continue,
        };
        (bits, count) = (bits << 6 | u32::from(value), count + 6);
        if count >= 8 {
            count -= 8;
            out.push((bits >> count) as u8);
        }
    }
}

/// A text as the content of an element of XML or HTML, or as the value of a quoted attribute. Characters that XML cannot represent become
/// `instead`.
pub fn escaped(text: &str, instead: char) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        let has_none = character.is_control() || matches!(character, '\u{fffe}' | '\u{ffff}');
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\n' => out.push_str("&#10;"),
            '\r' => out.push_str("&#13;"),
            '\t' => out.push_str("&#9;"),
            _ => out.push(if has_none { instead } else { character }),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_that_of_the_rfc() {
        for (text, code) in [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg==")] {
            let mut out = String::new();
            base64(text.as_bytes(), &mut out);
            assert_eq!((out.as_str(), from_base64(code)), (code, text.as_bytes().to_vec()));
        }
        let mut out = String::new();
        base64(&[0xFB, 0xFF, 0xFE], &mut out);
        assert_eq!((out.as_str(), from_base64("+// +")), ("+//+", vec![0xFB, 0xFF, 0xFE]));
    }

    #[test]
    fn a_text_may_hold_anything() {
        assert_eq!(
            escaped("<a b=\"1\" c='2'>&\n\u{1}\u{fffe}", '_'),
            "&lt;a b=&quot;1&quot; c=&#39;2&#39;&gt;&amp;&#10;__"
        );
    }
}
