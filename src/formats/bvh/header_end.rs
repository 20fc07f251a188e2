//! Collects the header and finds its end as the bytes arrive.
//!
//! The grammar needs the whole hierarchy in memory. It ends before the word `MOTION`, or `Frames` if that is missing. Comment lines
//! (starting with `#` or `//`) are blanked, so the grammar need not know them. Elsewhere these characters are part of a name: real
//! files have `TORSO#...`.

use crate::formats::reading::text::is_blank;

#[derive(Debug, Clone, Copy, PartialEq)]
enum HeaderLine {
    Blank,
    /// Starts with `/`, and may become a comment.
    Slash,
    Comment,
    Text,
}

#[derive(Debug)]
pub(super) struct HeaderCollector {
    block: Vec<u8>,
    line: HeaderLine,
    /// Start of the current word, if `MOTION` could stand here.
    word: Option<usize>,
    /// The line's last byte that is not blank, or 0.
    previous: u8,
    in_word: bool,
}

impl HeaderCollector {
    pub(super) fn new() -> Self {
        Self { block: Vec::new(), line: HeaderLine::Blank, word: None, previous: 0, in_word: false }
    }

    /// Takes bytes up to the end of the header. Returns their number, and where the word `MOTION` starts in the block once found.
    pub(super) fn take(&mut self, bytes: &[u8]) -> (usize, Option<usize>) {
        for (index, &byte) in bytes.iter().enumerate() {
            if let Some(end) = self.byte(byte) {
                return (index + 1, Some(end));
            }
        }
        (bytes.len(), None)
    }

    /// The start of `MOTION`, if the file ends with that word.
    pub(super) fn end(&self) -> Option<usize> {
        self.word.filter(|_| self.in_word).filter(|&start| self.is_end_word(start))
    }

    pub(super) fn block(&self) -> &[u8] {
        &self.block
    }

    /// Adds bytes after the header: the motion's header.
    pub(super) fn extend(&mut self, bytes: &[u8]) {
        self.block.extend_from_slice(bytes);
    }

    fn byte(&mut self, byte: u8) -> Option<usize> {
        let at = self.block.len();
        if is_blank(byte) || matches!(byte, b'{' | b'}' | b':') {
            let found = self.end();
            (self.in_word, self.word) = (false, None);
            if matches!(byte, b'\n' | b'\r') {
                (self.line, self.previous) = (HeaderLine::Blank, 0);
            } else if !is_blank(byte) {
                self.previous = byte;
                self.line = if self.line == HeaderLine::Comment { HeaderLine::Comment } else { HeaderLine::Text };
            }
            let hidden = self.line == HeaderLine::Comment;
            self.block.push(if hidden { b' ' } else { byte });
            return found;
        }
        match (self.line, byte) {
            (HeaderLine::Blank, b'#') => self.line = HeaderLine::Comment,
            (HeaderLine::Blank, b'/') => self.line = HeaderLine::Slash,
            (HeaderLine::Slash, b'/') if self.in_word => {
                self.line = HeaderLine::Comment;
                if let Some(slash) = self.block.last_mut() {
                    *slash = b' ';
                }
            }
            (HeaderLine::Comment, _) => {}
            (before, _) => {
                if !self.in_word {
                    self.word = (before == HeaderLine::Blank || self.previous == b'}').then_some(at);
                }
                self.line = HeaderLine::Text;
            }
        }
        let hidden = self.line == HeaderLine::Comment;
        self.block.push(if hidden { b' ' } else { byte });
        self.in_word = true;
        self.previous = byte;
        None
    }

    fn is_end_word(&self, start: usize) -> bool {
        let word = self.block.get(start..).unwrap_or_default();
        word.eq_ignore_ascii_case(b"MOTION") || word.eq_ignore_ascii_case(b"FRAMES")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn end(text: &str) -> Option<&str> {
        let mut collector = HeaderCollector::new();
        let whole = collector.take(text.as_bytes()).1.or_else(|| collector.end());
        let mut collector = HeaderCollector::new();
        let piecewise = text.as_bytes().chunks(1).find_map(|b| collector.take(b).1).or_else(|| collector.end());
        assert_eq!(whole, piecewise);
        whole.map(|at| &text[at..])
    }

    #[test]
    fn the_header_ends_where_motion_starts_a_line_or_follows_a_brace() {
        assert_eq!(end("ROOT a\n{\n}\nMOTION\nFrames: 1"), Some("MOTION\nFrames: 1"));
        assert_eq!(end("ROOT a { } } motion Frames: 1"), Some("motion Frames: 1"));
        assert_eq!(end("ROOT a {}MOTION"), Some("MOTION"));
        assert_eq!(end("ROOT a {}\r\tframes: 3"), Some("frames: 3"));
    }

    #[test]
    fn names_and_comments_do_not_end_it() {
        assert_eq!(end("ROOT MOTION\n{\nJOINT left motion\n"), None);
        assert_eq!(end("# MOTION\n// } MOTION\n MOTIONS\n"), None);
        assert_eq!(end("a } # MOTION"), None);
    }

    #[test]
    fn comment_lines_are_blanked_in_place() {
        let mut collector = HeaderCollector::new();
        collector.take(b"# one\n  // two {\nROOT a#b // c\n");
        assert_eq!(collector.block(), b"     \n          \nROOT a#b // c\n");
    }
}
