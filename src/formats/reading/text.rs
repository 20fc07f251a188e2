//! Text encodings, and places in a text that is read in chunks.
//!
//! Readers get UTF-8 whatever the file's encoding. UTF-8 is passed on unchecked: numbers and keywords are ASCII, and invalid
//! bytes in names become U+FFFD. UTF-16 is converted chunk by chunk.

use std::fmt::{self, Display};

use crate::error::Location;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Encoding {
    /// UTF-8, ASCII, or any 8-bit code with ASCII as its lower half (Latin-1, Shift-JIS).
    Utf8,
    /// Two bytes a unit, low byte first.
    Utf16Le,
    /// Two bytes a unit, high byte first.
    Utf16Be,
}

impl Encoding {
    /// The encoding by a file's first bytes, and the length of its byte order mark. In UTF-16 without a mark every other byte is zero.
    pub(crate) fn detect(head: &[u8]) -> (Self, usize) {
        match head {
            [0xEF, 0xBB, 0xBF, ..] => return (Self::Utf8, 3),
            [0xFF, 0xFE, ..] => return (Self::Utf16Le, 2),
            [0xFE, 0xFF, ..] => return (Self::Utf16Be, 2),
            _ => {}
        }
        let pairs = head.chunks_exact(2).take(16);
        let (mut low, mut high, mut count) = (0, 0, 0);
        for pair in pairs {
            if let [a, b] = pair {
                low += usize::from(*a != 0 && *b == 0);
                high += usize::from(*a == 0 && *b != 0);
                count += 1;
            }
        }
        match count {
            2.. if low == count => (Self::Utf16Le, 0),
            2.. if high == count => (Self::Utf16Be, 0),
            _ => (Self::Utf8, 0),
        }
    }
}

/// Converts a file to UTF-8, chunk by chunk.
#[derive(Debug, Clone)]
pub(crate) struct Decoder {
    encoding: Encoding,
    /// Bytes of the byte order mark still to skip.
    mark: usize,
    odd_byte: Option<u8>,
    high_surrogate: Option<u16>,
    out: Vec<u8>,
}

impl Decoder {
    pub(crate) fn new(encoding: Encoding, mark: usize) -> Self {
        Self { encoding, mark, odd_byte: None, high_surrogate: None, out: Vec::new() }
    }

    /// The next bytes as UTF-8. UTF-8 input is returned without a copy.
    pub(crate) fn decode<'a>(&'a mut self, bytes: &'a [u8]) -> &'a [u8] {
        let dropped = self.mark.min(bytes.len());
        self.mark -= dropped;
        let bytes = bytes.get(dropped..).unwrap_or_default();
        if self.encoding == Encoding::Utf8 {
            return bytes;
        }
        self.out.clear();
        for &byte in bytes {
            let Some(first) = self.odd_byte.take() else {
                self.odd_byte = Some(byte);
                continue;
            };
            let unit = match self.encoding {
                Encoding::Utf16Be => u16::from_be_bytes([first, byte]),
                _ => u16::from_le_bytes([first, byte]),
            };
            self.unit(unit);
        }
        &self.out
    }

    /// The rest at the end of the file: half a character becomes U+FFFD.
    pub(crate) fn finish(&mut self) -> &[u8] {
        self.out.clear();
        if self.high_surrogate.take().is_some() || self.odd_byte.take().is_some() {
            self.put(char::REPLACEMENT_CHARACTER);
        }
        &self.out
    }

    fn unit(&mut self, unit: u16) {
        let high = self.high_surrogate.take();
        match (high, unit) {
            (Some(high), 0xDC00..=0xDFFF) => {
                let code = 0x1_0000 + (u32::from(high - 0xD800) << 10) + u32::from(unit - 0xDC00);
                self.put(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
                return;
            }
            (Some(_), _) => self.put(char::REPLACEMENT_CHARACTER),
            (None, _) => {}
        }
        match unit {
            0xD800..=0xDBFF => self.high_surrogate = Some(unit),
            _ => self.put(char::from_u32(u32::from(unit)).unwrap_or(char::REPLACEMENT_CHARACTER)),
        }
    }

    fn put(&mut self, character: char) {
        self.out.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
    }
}

/// Length of a text in the units that byte offsets and columns need.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    /// UTF-8 bytes.
    pub(crate) bytes: u64,
    /// UTF-8 continuation bytes among them.
    continuing: u64,
    /// Characters outside the basic plane, which are two units in UTF-16.
    astral: u64,
}

impl Tally {
    pub(crate) fn plus_ascii(self, bytes: usize) -> Self {
        Self { bytes: self.bytes + bytes as u64, ..self }
    }

    pub(crate) fn plus(self, text: &[u8]) -> Self {
        let mut sum = self.plus_ascii(text.len());
        for &byte in text.iter().filter(|byte| **byte >= 0x80) {
            sum.continuing += u64::from(byte & 0xC0 == 0x80);
            sum.astral += u64::from(byte >= 0xF0);
        }
        sum
    }

    pub(crate) fn plus_tally(self, more: Self) -> Self {
        Self {
            bytes: self.bytes + more.bytes,
            continuing: self.continuing + more.continuing,
            astral: self.astral + more.astral,
        }
    }

    fn characters(self) -> u64 {
        self.bytes - self.continuing
    }
}

/// Converts tallies into [`Location`]s of the stored file.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ruler {
    /// Length of the byte order mark.
    mark: u64,
    wide: bool,
}

impl Ruler {
    pub(crate) fn new(encoding: Encoding, mark: usize) -> Self {
        Self { mark: mark as u64, wide: encoding != Encoding::Utf8 }
    }

    /// The place `at` on line `line` (from 1), which starts at `line_start`.
    pub(crate) fn location(self, at: Tally, line: u64, line_start: Tally) -> Location {
        let byte = if self.wide { 2 * (at.characters() + at.astral) } else { at.bytes };
        Location {
            byte: self.mark + byte,
            line: u32::try_from(line).unwrap_or(u32::MAX),
            column: u32::try_from(at.characters().saturating_sub(line_start.characters()) + 1).unwrap_or(u32::MAX),
        }
    }

    /// The place of `block[offset]`, where `block` is the start of the text. Reads the block up to there.
    pub(crate) fn location_in(self, block: &[u8], offset: usize) -> Location {
        let (line, start) = line_of(block, offset);
        let before = block.get(..start).unwrap_or(block);
        let within = block.get(start..offset).unwrap_or_default();
        let line_start = Tally::default().plus(before);
        self.location(line_start.plus(within), line, line_start)
    }
}

/// Locates offsets in a text. Reads the text only once if the offsets ascend.
#[derive(Debug, Clone)]
pub(crate) struct TextPlaces<'a> {
    text: &'a [u8],
    ruler: Ruler,
    /// Offset read so far, and its line number.
    at: usize,
    line: u64,
    /// The text before this offset, and before its line.
    tally: [Tally; 2],
}

impl<'a> TextPlaces<'a> {
    pub(crate) fn new(text: &'a [u8], ruler: Ruler) -> Self {
        Self { text, ruler, at: 0, line: 1, tally: [Tally::default(); 2] }
    }

    pub(crate) fn locate(&mut self, offset: usize) -> Location {
        if offset < self.at {
            *self = Self::new(self.text, self.ruler);
        }
        let part = self.text.get(self.at..offset).unwrap_or_default();
        let (line, start) = line_of(part, part.len());
        let [before, line_start] = &mut self.tally;
        if line > 1 {
            *line_start = before.plus(part.get(..start).unwrap_or_default());
        }
        *before = before.plus(part);
        self.line += line - 1;
        self.at = offset;
        self.ruler.location(*before, self.line, *line_start)
    }
}

/// The line number (from 1) of `text[offset]`, and the start of that line. Lines end with CR, LF or CRLF.
pub(crate) fn line_of(text: &[u8], offset: usize) -> (u64, usize) {
    let (mut line, mut start) = (1, 0);
    let mut previous = 0;
    for (index, &byte) in text.iter().take(offset).enumerate() {
        match byte {
            b'\n' if previous == b'\r' => start = index + 1,
            b'\n' | b'\r' => (line, start) = (line + 1, index + 1),
            _ => {}
        }
        previous = byte;
    }
    (line, start)
}

/// The line with `text[offset]`, for an error's excerpt.
pub(crate) fn line_text(text: &[u8], offset: usize) -> String {
    let (_, start) = line_of(text, offset.min(text.len()));
    let rest = text.get(start..).unwrap_or_default();
    // Excerpts have at most 120 characters, so a line of a megabyte is not decoded whole.
    let end = rest.iter().take(1024).position(|byte| matches!(byte, b'\n' | b'\r')).unwrap_or(rest.len().min(1024));
    String::from_utf8_lossy(rest.get(..end).unwrap_or_default()).into_owned()
}

/// At most 40 characters of a text.
pub(crate) struct Quoted<'a>(pub(crate) &'a [u8]);

impl Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = String::from_utf8_lossy(self.0.get(..200).unwrap_or(self.0));
        match text.char_indices().nth(40) {
            None => f.write_str(&text),
            Some((end, _)) => {
                f.write_str(text.get(..end).unwrap_or_default())?;
                f.write_str("…")
            }
        }
    }
}

/// Spaces and all control characters are blanks, including what editors and old systems leave at the end of files (NUL, Ctrl-Z).
pub(crate) fn is_blank(byte: u8) -> bool {
    byte <= b' '
}

/// The text without leading and trailing blanks.
pub(crate) fn trim_blanks(text: &[u8]) -> &[u8] {
    let start = text.iter().position(|byte| !is_blank(*byte)).unwrap_or(text.len());
    let end = text.iter().rposition(|byte| !is_blank(*byte)).map_or(start, |last| last + 1);
    text.get(start..end).unwrap_or_default()
}

/// The message for a truncated file: names what is missing, never the rest of a word at the cut.
pub(crate) fn too_early(expected: &str) -> String {
    format!("the file ends too early: expected {expected}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recode(bytes: &[u8], piece: usize) -> String {
        let (encoding, mark) = Encoding::detect(bytes);
        let mut decoder = Decoder::new(encoding, mark);
        let mut out = Vec::new();
        for chunk in bytes.chunks(piece) {
            out.extend_from_slice(decoder.decode(chunk));
        }
        out.extend_from_slice(decoder.finish());
        String::from_utf8(out).unwrap()
    }

    fn utf16(text: &str, mark: bool, big: bool) -> Vec<u8> {
        let units = mark.then_some(0xFEFF).into_iter().chain(text.encode_utf16());
        units.flat_map(|unit| if big { unit.to_be_bytes() } else { unit.to_le_bytes() }).collect()
    }

    #[test]
    fn every_encoding_gives_the_same_text_in_any_pieces() {
        let text = "HIERARCHY\nROOT J\u{f6}\u{30dc}\u{1F9CD} {";
        for piece in [1, 2, 3, 7, 1000] {
            for (mark, big) in [(true, true), (true, false)] {
                assert_eq!(recode(&utf16(text, mark, big), piece), text);
            }
            assert_eq!(recode(text.as_bytes(), piece), text);
            assert_eq!(recode(&[b"\xEF\xBB\xBF", text.as_bytes()].concat(), piece), text);
            // Without a mark the first 16 characters decide.
            let ascii = "HIERARCHY\nROOT Hips";
            assert_eq!(recode(&utf16(ascii, false, true), piece), ascii);
            assert_eq!(recode(&utf16(ascii, false, false), piece), ascii);
        }
    }

    #[test]
    fn halves_of_characters_become_the_replacement_character() {
        assert_eq!(recode(b"\xFF\xFEa\0\x00\xD8b\0c", 1), "a\u{FFFD}b\u{FFFD}");
    }

    #[test]
    fn places_are_those_of_the_stored_file() {
        let text = "a\r\nb\u{1F9CD}\u{f6}x";
        let offset = text.len() - 1;
        let at = |ruler: Ruler| ruler.location_in(text.as_bytes(), offset);
        assert_eq!(at(Ruler::new(Encoding::Utf8, 3)), Location { byte: 3 + 10, line: 2, column: 4 });
        assert_eq!(at(Ruler::new(Encoding::Utf16Le, 2)), Location { byte: 2 + 14, line: 2, column: 4 });
    }

    #[test]
    fn places_are_the_same_in_any_order() {
        let text = "ab\r\n\u{1F9CD}c\rd\n\ne f".as_bytes();
        let ruler = Ruler::new(Encoding::Utf8, 3);
        let mut places = TextPlaces::new(text, ruler);
        for offset in [0, 1, 4, 8, 10, 13, 15, 1, 13, 4] {
            assert_eq!(places.locate(offset), ruler.location_in(text, offset), "{offset}");
        }
    }

    #[test]
    fn every_line_end_counts_once() {
        assert_eq!(line_of(b"a\nb\rc\r\nd", 7), (4, 7));
        assert_eq!(line_text(b"a\rbcd\ne", 3), "bcd");
    }
}
