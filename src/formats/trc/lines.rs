//! Lines and cells.

use crate::formats::reading::text::trim_blanks;

/// A line and the offset of its first byte.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct TextLine<'a> {
    pub(super) at: usize,
    pub(super) text: &'a [u8],
}

/// The lines of a text, which end with CR, LF or both. Blank ones are left out.
pub(super) fn lines(text: &[u8]) -> impl Iterator<Item = TextLine<'_>> {
    let mut at = 0;
    let each = text.split_inclusive(|byte| matches!(byte, b'\n' | b'\r')).map(move |line| {
        let start = at;
        at += line.len();
        TextLine { at: start, text: line.strip_suffix(b"\n").or(line.strip_suffix(b"\r")).unwrap_or(line) }
    });
    each.filter(|line| !trim_blanks(line.text).is_empty())
}

impl<'a> TextLine<'a> {
    /// The cells without the blanks around them: between tabs; in a line without a tab, between blanks.
    pub(super) fn cells(self) -> impl Iterator<Item = &'a [u8]> {
        let has_tabs = self.text.contains(&b'\t');
        let ends = move |byte: &u8| if has_tabs { *byte == b'\t' } else { *byte <= b' ' };
        self.text.split(ends).map(trim_blanks).filter(move |cell| has_tabs || !cell.is_empty())
    }

    /// The first cell.
    pub(super) fn first(self) -> &'a [u8] {
        self.cells().next().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_have_any_ends_and_blank_ones_are_left_out() {
        let found: Vec<(usize, &[u8])> = lines(b"a\r\n\n \t\nb\rc").map(|line| (line.at, line.text)).collect();
        assert_eq!(found, [(0, &b"a"[..]), (7, b"b"), (9, b"c")]);
    }

    #[test]
    fn cells_stand_between_tabs_or_else_between_blanks() {
        let cells = |text: &'static [u8]| {
            TextLine { at: 0, text }.cells().map(|cell| String::from_utf8_lossy(cell).into_owned()).collect::<Vec<_>>()
        };
        assert_eq!(cells(b"1\t 0.5\t\tR Hip\t"), ["1", "0.5", "", "R Hip", ""]);
        assert_eq!(cells(b" 1  0.5 x"), ["1", "0.5", "x"]);
    }
}
