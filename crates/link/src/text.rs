//! Text of a link: base64url (RFC 4648, section 5) without padding.

use super::damage::Damage;

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
/// Far more than any link has.
const MAX_CHARACTERS: usize = 1 << 20;

/// Encodes bytes as base64url, four characters for every three bytes.
pub fn to_text(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let word = three.iter().fold(0u32, |word, byte| word << 8 | u32::from(*byte)) << (8 * (3 - three.len()));
        for place in 0..=three.len() {
            let index = word >> (18 - 6 * place) & 63;
            text.push(char::from(ALPHABET[index as usize]));
        }
    }
    text
}

/// Decodes base64url. Undoes what happens to links on their way where it stays unambiguous: white space and zero-width
/// characters anywhere, percent codes, the standard base64 alphabet, padding, and foreign characters before or after the
/// text (brackets, quotes, full stops).
pub(super) fn from_text(text: &str) -> Result<Vec<u8>, Damage> {
    if text.len() > MAX_CHARACTERS {
        return Err(Damage::TooLarge("characters", MAX_CHARACTERS as u64));
    }
    let plain = without_percent_codes(text);
    let text = plain.trim_matches(|c| value(c).is_none());
    let (mut word, mut bits) = (0u32, 0);
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(text.len() / 4 * 3 + 3).map_err(|_| Damage::OutOfMemory)?;
    for c in text.chars() {
        if c.is_whitespace() || is_unseen(c) {
            continue;
        }
        word = word << 6 | value(c).ok_or(Damage::Checksum)?;
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            bytes.push((word >> bits) as u8);
        }
    }
    Ok(bytes)
}

fn value(c: char) -> Option<u32> {
    let c = match c {
        '+' => '-',
        '/' => '_',
        other => other,
    };
    ALPHABET.iter().position(|&known| char::from(known) == c).map(|index| index as u32)
}

/// Invisible characters: soft hyphens, zero-width spaces and joiners, byte order marks.
fn is_unseen(c: char) -> bool {
    matches!(c, '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{2060}' | '\u{FEFF}')
}

/// Decodes ASCII percent codes (`%2D` as `-`). Other percent signs stay.
fn without_percent_codes(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once('%') {
        out.push_str(before);
        let code = behind.get(..2).and_then(|code| u8::from_str_radix(code, 16).ok()).filter(u8::is_ascii);
        match code {
            Some(code) => {
                out.push(char::from(code));
                rest = behind.get(2..).unwrap_or_default();
            }
            None => {
                out.push('%');
                rest = behind;
            }
        }
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_bytes_round_trip() {
        for length in 0..70u8 {
            let bytes: Vec<u8> = (0..length).map(|byte| byte.wrapping_mul(201) ^ length).collect();
            let text = to_text(&bytes);
            assert_eq!(text.len(), (bytes.len() * 4).div_ceil(3));
            assert_eq!(from_text(&text), Ok(bytes));
        }
    }

    #[test]
    fn changes_by_chat_programs_are_undone() {
        let bytes = [0xFB, 0xEF, 0xBE, 0xFF, 0xFF, 1];
        let text = to_text(&bytes);
        assert_eq!(text, "----__8B");
        for changed in [
            "----__8B.",
            " ----__8B\n",
            "<----__8B>",
            "--\r\n--__8B",
            "++++//8B==",
            "%2D---__8B%3D",
            "--\u{AD}--__\u{200B}8B)",
            "\u{201C}----__8B\u{201D}",
        ] {
            assert_eq!(from_text(changed), Ok(bytes.to_vec()), "{changed}");
        }
        for lost in ["--*-__8B", "--%zz--__8B", "----\u{2026}8B"] {
            assert_eq!(from_text(lost), Err(Damage::Checksum), "{lost}");
        }
        assert_eq!(from_text("?!"), Ok(Vec::new()));
    }
}
