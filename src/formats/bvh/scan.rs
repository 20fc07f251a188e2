//! Finds where the header block ends while the bytes still arrive.
//!
//! The grammar needs the whole hierarchy in memory; this scanner collects it up to the word `MOTION` (or `Frames`,
//! where that word is missing) and no further, however the file is cut into pieces. It also blanks comment lines, so
//! that the grammar need not know them: a line is a comment when its first characters are `#` or `//`. Anywhere else
//! they are part of a name (real files have `TORSO#...`).

use super::super::text::is_blank;

/// What the current line is, as far as it has been read.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Line {
    /// Nothing but blanks.
    Blank,
    /// A `/` came first.
    Slash,
    Comment,
    Text,
}

/// The header block so far.
#[derive(Debug, Clone)]
pub(super) struct Collector {
    block: Vec<u8>,
    line: Line,
    /// Where the word that is being read starts, when it stands where `MOTION` may stand.
    word: Option<usize>,
    /// The last byte that is not blank; 0 at the start of a line.
    previous: u8,
    in_word: bool,
}

impl Collector {
    pub(super) fn new() -> Self {
        Self { block: Vec::new(), line: Line::Blank, word: None, previous: 0, in_word: false }
    }

    /// Takes bytes up to the end of the header. Tells how many it took and, once the end is known, where in the
    /// block the word `MOTION` starts.
    pub(super) fn take(&mut self, bytes: &[u8]) -> (usize, Option<usize>) {
        for (index, &byte) in bytes.iter().enumerate() {
            if let Some(end) = self.byte(byte) {
                return (index + 1, Some(end));
            }
        }
        (bytes.len(), None)
    }

    /// At the end of the file: the last word may still be it.
    pub(super) fn end(&self) -> Option<usize> {
        self.word.filter(|_| self.in_word).filter(|&start| self.is_end_word(start))
    }

    pub(super) fn block(&self) -> &[u8] {
        &self.block
    }

    /// Adds what follows the header (the motion's own first lines), without looking at it.
    pub(super) fn extend(&mut self, bytes: &[u8]) {
        self.block.extend_from_slice(bytes);
    }

    fn byte(&mut self, byte: u8) -> Option<usize> {
        let at = self.block.len();
        if is_blank(byte) || matches!(byte, b'{' | b'}' | b':') {
            let found = self.end();
            (self.in_word, self.word) = (false, None);
            if matches!(byte, b'\n' | b'\r') {
                (self.line, self.previous) = (Line::Blank, 0);
            } else if !is_blank(byte) {
                self.previous = byte;
                self.line = if self.line == Line::Comment { Line::Comment } else { Line::Text };
            }
            let hidden = self.line == Line::Comment;
            self.block.push(if hidden { b' ' } else { byte });
            return found;
        }
        match (self.line, byte) {
            (Line::Blank, b'#') => self.line = Line::Comment,
            (Line::Blank, b'/') => self.line = Line::Slash,
            (Line::Slash, b'/') if self.in_word => {
                self.line = Line::Comment;
                if let Some(slash) = self.block.last_mut() {
                    *slash = b' ';
                }
            }
            (Line::Comment, _) => {}
            (before, _) => {
                if !self.in_word {
                    self.word = (before == Line::Blank || self.previous == b'}').then_some(at);
                }
                self.line = Line::Text;
            }
        }
        let hidden = self.line == Line::Comment;
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
        let mut collector = Collector::new();
        let whole = collector.take(text.as_bytes()).1.or_else(|| collector.end());
        let mut collector = Collector::new();
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
        let mut collector = Collector::new();
        collector.take(b"# one\n  // two {\nROOT a#b // c\n");
        assert_eq!(collector.block(), b"     \n          \nROOT a#b // c\n");
    }
}
