//! Lines of a text that arrives in chunks, and their words.

use crate::decimal::looks_numeric;
use crate::error::Location;
use crate::formats::reading::text::{Ruler, Tally, is_blank};

/// Bytes of a line that are read: bones have a few values, not thousands.
pub(super) const LONGEST_LINE: usize = 1 << 16;

#[derive(Debug, Clone, Copy)]
pub(super) struct LineStart {
    pub(super) ruler: Ruler,
    pub(super) start: Tally,
    /// From 1.
    pub(super) number: u64,
}

impl LineStart {
    pub(super) fn first(ruler: Ruler) -> Self {
        Self { ruler, start: Tally::default(), number: 1 }
    }

    pub(super) fn place(&self) -> Location {
        self.ruler.location(self.start, self.number, self.start)
    }

    /// The place of `line[offset]`, where `line` is the text of the line.
    pub(super) fn place_in(&self, line: &[u8], offset: usize) -> Location {
        self.place_at(self.start.plus(line.get(..offset).unwrap_or(line)))
    }

    /// The place in this line before which there is this much text.
    pub(super) fn place_at(&self, before: Tally) -> Location {
        self.ruler.location(before, self.number, self.start)
    }

    /// The start of the next line; `text` is this line with its end.
    pub(super) fn next(&self, text: &[u8]) -> Self {
        Self { start: self.start.plus(text), number: self.number + 1, ..*self }
    }
}

/// End of the line that starts at `text[at]`, and start of the next one. Lines end with CR, LF or CRLF. `None` if the line does
/// not end in `text`, or ends in its last byte with a CR, which may be half of a CRLF.
pub(super) fn line_end(text: &[u8], at: usize) -> Option<(usize, usize)> {
    let length = text.get(at..)?.iter().position(|byte| matches!(byte, b'\n' | b'\r'))?;
    Some((at + length, after_line_end(text, at + length)?))
}

/// Start of the next line if a line ends at `text[at]`. `None` also for a CR that may be half of a CRLF.
#[inline(always)]
pub(super) fn after_line_end(text: &[u8], at: usize) -> Option<usize> {
    match text.get(at)? {
        b'\n' => Some(at + 1),
        b'\r' => Some(at + 1 + usize::from(*text.get(at + 1)? == b'\n')),
        _ => None,
    }
}

/// The words of a line with their offsets. "Commas and parentheses are used as whitespace." `#` ends a number, but not a name.
pub(super) fn words(line: &[u8]) -> impl Iterator<Item = (usize, &[u8])> + Clone {
    let separates = |byte: u8| is_blank(byte) || matches!(byte, b',' | b'(' | b')');
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + line.get(at..)?.iter().position(|byte| !separates(*byte))?;
        let length = line.get(start..)?.iter().position(|byte| separates(*byte));
        at = length.map_or(line.len(), |length| start + length);
        let word = line.get(start..at)?;
        // Some programs write `1.#IND` for a value that is not a number.
        let special = word.windows(2).any(|pair| pair == b".#");
        let hash = word.iter().position(|byte| *byte == b'#').filter(|_| !special && looks_numeric(word));
        at = hash.map_or(at, |hash| start + hash);
        Some((start, line.get(start..at)?))
    })
}

pub(super) fn whole_number(word: &[u8]) -> Option<i64> {
    let digits = word.strip_prefix(b"-").unwrap_or(word);
    if digits.is_empty() || digits.len() > 15 || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let size = digits.iter().fold(0_i64, |size, byte| size * 10 + i64::from(byte - b'0'));
    Some(if digits.len() < word.len() { -size } else { size })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_with_cr_lf_or_both() {
        assert_eq!(line_end(b"ab\ncd", 0), Some((2, 3)));
        assert_eq!(line_end(b"ab\rcd", 0), Some((2, 3)));
        assert_eq!(line_end(b"ab\r\ncd", 1), Some((2, 4)));
        assert_eq!(line_end(b"ab\r", 0), None);
        assert_eq!(line_end(b"ab\r\n", 0), Some((2, 4)));
        assert_eq!(line_end(b"ab", 0), None);
    }

    #[test]
    fn commas_and_parentheses_are_blanks() {
        let list: Vec<_> = words(b"\troot (1,2, -3) \x1A").collect();
        assert_eq!(list, [(1, &b"root"[..]), (7, b"1"), (9, b"2"), (12, b"-3")]);
        let list: Vec<_> = words(b"a#1 2#3 #").collect();
        assert_eq!(list, [(0, &b"a#1"[..]), (4, b"2"), (5, b"#3"), (8, b"#")]);
        let list: Vec<_> = words(b"-1.#IND 2").collect();
        assert_eq!(list, [(0, &b"-1.#IND"[..]), (8, b"2")]);
    }

    #[test]
    fn frames_have_whole_numbers() {
        for (word, number) in
            [("1", Some(1)), ("-7", Some(-7)), ("007", Some(7)), ("1.0", None), ("-", None), ("", None)]
        {
            assert_eq!(whole_number(word.as_bytes()), number, "{word}");
        }
        assert_eq!(whole_number(b"1234567890123456"), None);
    }
}
