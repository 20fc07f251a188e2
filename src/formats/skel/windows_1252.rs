use crate::checked::Checked;
use std::collections::TryReserveError;

/// Decodes Windows code page 1252, the games' encoding; its five undefined bytes become U+FFFD.
pub(super) fn windows_1252(bytes: &[u8]) -> Result<String, TryReserveError> {
    const HIGH: [char; 32] = [
        '€', '\u{FFFD}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{FFFD}', 'Ž', '\u{FFFD}',
        '\u{FFFD}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{FFFD}', 'ž', 'Ÿ',
    ];
    let decode = |&byte: &u8| match byte {
        0x80..=0x9F => HIGH.at(usize::from(byte - 0x80)),
        _ => char::from(byte),
    };
    let mut text = String::new();
    text.try_reserve_exact(bytes.iter().map(|byte| decode(byte).len_utf8()).sum())?;
    text.extend(bytes.iter().map(decode));
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn high_bytes_are_the_code_pages_own() {
        assert_eq!(windows_1252(b"L\xE9\x80\x81").unwrap(), "Lé€\u{FFFD}");
    }
}
