//! Lines with a known name and a known count of plain numbers.

use crate::digits::eight;
use crate::numbers::Window;

/// Expected layout of a line: a name, a blank, `count` numbers with a blank between them, a line end.
#[derive(Debug)]
pub struct NamedLine {
    /// The caller's identifier.
    pub id: usize,
    /// The first eight bytes of the name and its blank, and a mask of the bytes that count.
    head: [u64; 2],
    /// The rest of the name and blank, eight bytes at a time, each with a mask.
    tail: Box<[[u64; 2]]>,
    /// The length of the name and the blank.
    length: usize,
    /// The column of the first number.
    start: usize,
    count: usize,
}

impl NamedLine {
    /// `name` includes its blank. The numbers go into `count` columns from `start` on. A line without numbers never matches.
    pub fn new(id: usize, name: &[u8], start: usize, count: usize) -> Self {
        let mut words = name.chunks(8).map(|chunk| {
            let mut pair = [[0; 8]; 2];
            let [text, mask] = &mut pair;
            for ((text, mask), byte) in text.iter_mut().zip(mask).zip(chunk) {
                (*text, *mask) = (*byte, 0xFF);
            }
            pair.map(u64::from_le_bytes)
        });
        let head = words.next().unwrap_or_default();
        Self { id, head, tail: words.collect(), length: name.len(), start, count }
    }

    /// Where the numbers start if `text[at..]` starts with the name and its blank.
    #[inline(always)]
    pub fn behind_name(&self, text: &[u8], at: usize) -> Option<usize> {
        let [name, mask] = self.head;
        let found = (word(text, at) ^ name) & mask == 0 && (self.tail.is_empty() || self.has_tail(text, at + 8));
        found.then_some(at + self.length)
    }

    /// The columns of the line's numbers; `None` if `row` is too short.
    #[inline(always)]
    pub fn slots<'a>(&self, row: &'a mut [f64]) -> Option<&'a mut [f64]> {
        row.get_mut(self.start..self.start + self.count)
    }

    /// Whether the line has this name (with its blank) and count of numbers.
    pub fn fits(&self, name: &[u8], count: usize) -> bool {
        self.count == count && self.length == name.len() && self.behind_name(name, 0).is_some()
    }

    fn has_tail(&self, text: &[u8], at: usize) -> bool {
        let words = self.tail.iter().zip((at..).step_by(8));
        words.fold(true, |same, ([name, mask], at)| same & ((word(text, at) ^ name) & mask == 0))
    }
}

/// The eight bytes at `text[at]`, padded with zeros past the end.
#[inline(always)]
fn word(text: &[u8], at: usize) -> u64 {
    match eight(text, at) {
        Some(word) => word,
        None => padded_word(text, at),
    }
}

#[cold]
fn padded_word(text: &[u8], at: usize) -> u64 {
    let mut word = [0; 8];
    word.iter_mut().zip(text.iter().skip(at)).for_each(|(slot, byte)| *slot = *byte);
    u64::from_le_bytes(word)
}

/// Reads `lines` in this order from `text[at]` on into `row`. Returns where the first line starts that differs or is near the end
/// of the text, and the number of lines read. Some numbers of that line may be in the row already.
#[inline(never)]
pub fn read_lines(text: &[u8], mut at: usize, lines: &[NamedLine], row: &mut [f64]) -> (usize, usize) {
    let mut count = 0;
    let Some(mut reader) = LineReader::new(text, at) else { return (at, count) };
    for line in lines {
        let Some(behind) = reader.line(line, at, row) else { break };
        at = behind;
        count += 1;
    }
    (at, count)
}

struct LineReader<'a> {
    text: &'a [u8],
    window: Window<'a>,
    /// Start of the window in `text`.
    from: usize,
}

impl<'a> LineReader<'a> {
    #[inline(always)]
    fn new(text: &'a [u8], from: usize) -> Option<Self> {
        Some(Self { text, window: Window::new(text, from)?, from })
    }

    /// Reads the line at `text[at]` and returns where the next one starts.
    #[inline(always)]
    fn line(&mut self, line: &NamedLine, at: usize, row: &mut [f64]) -> Option<usize> {
        let mut start = line.behind_name(self.text, at)?;
        if self.window.skip_to(start - self.from).is_none() {
            *self = Self::new(self.text, start)?;
        }
        let (last, others) = line.slots(row)?.split_last_mut()?;
        for slot in others {
            let (value, end) = self.number(start)?;
            if !matches!(self.window.block[end], b' ' | b'\t') {
                return None;
            }
            *slot = value;
            start = self.from + end + 1;
        }
        let (value, end) = self.number(start)?;
        *last = value;
        let behind = self.from + end + 1;
        match (self.window.block[end], self.window.block[end + 1]) {
            (b'\n', _) => Some(behind),
            (b'\r', b'\n') => Some(behind + 1),
            (b'\r', _) => Some(behind),
            _ => None,
        }
    }

    /// The number at `text[start]`, and its end within the window.
    #[inline(always)]
    fn number(&mut self, start: usize) -> Option<(f64, usize)> {
        let end = match self.window.next_end() {
            Some(end) => end,
            None => {
                *self = Self::new(self.text, start)?;
                self.window.next_end()?
            }
        };
        Some((self.window.number(start - self.from, end)?, end))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Text after the lines, so that they are not near the end.
    const MORE: &str =
        "2\nroot 0.0 0.0 0.0 0.0 0.0 0.0\nhead 0.0 0.0 0.0\nLeftShoulderBlade 0.0 0.0\nneck 0.0 0.0 0.0 0.0 0.0 0.0\n";

    fn lines() -> [NamedLine; 3] {
        [("root ", 0, 2), ("LeftShoulderBlade ", 4, 3), ("head\t", 2, 1)]
            .map(|(name, start, count)| NamedLine::new(count, name.as_bytes(), start, count))
    }

    #[test]
    fn expected_lines_are_read_into_their_columns() {
        for end in ["\n", "\r\n", "\r"] {
            for far in [0, 10, 40, 63, 100] {
                let before = "x".repeat(far);
                let frame = ["root 1.5 -2", "LeftShoulderBlade 3.25\t4.5 12345678", "head\t-0.5", ""].join(end);
                let mut row = [9.0; 8];
                let text = format!("{before}{frame}{MORE}");
                let read = read_lines(text.as_bytes(), far, &lines(), &mut row);
                assert_eq!((read, row), ((far + frame.len(), 3), [1.5, -2.0, -0.5, 9.0, 3.25, 4.5, 12_345_678.0, 9.0]));
            }
        }
    }

    #[test]
    fn reading_stops_at_the_start_of_an_unexpected_line() {
        for odd in [
            "leftShoulderBlade 1.5 2.5 3.5\n",
            "LeftShoulderBlades 1.5 2.5 3.5\n",
            "LeftShoulderBlade\t1.5 2.5 3.5\n",
            "LeftShoulderBlade  1.5 2.5 3.5\n",
            "LeftShoulderBlade 1.5 2.5\n",
            "LeftShoulderBlade 1.5 2.5 3.5 4.5\n",
            "LeftShoulderBlade 1.5 2.5 3.5 \n",
            "LeftShoulderBlade 1.5 2.5 3.5e1\n",
            "LeftShoulderBlade 1.5 2,5 3.5\n",
            "LeftShoulderBlade 1.5 2.5.1 3.5\n",
            "",
        ] {
            let text = format!("root 1.5 2.5\n{odd}{MORE}");
            assert_eq!(read_lines(text.as_bytes(), 0, &lines(), &mut [0.0; 8]), (13, 1), "{odd}");
        }
        let near = "root 1.5 2.5\nLeftShoulderBlade 1.5 2.5 3.5\n";
        assert_eq!(read_lines(near.as_bytes(), 0, &lines(), &mut [0.0; 8]), (0, 0), "near the end of the text");
        let text = format!("root 1.5 2.5\n{MORE}");
        assert_eq!(read_lines(text.as_bytes(), 0, &lines(), &mut [0.0; 1]), (0, 0), "too few columns");
        let none = [NamedLine::new(0, b"root ", 0, 0)];
        assert_eq!(read_lines(format!("root\n{MORE}").as_bytes(), 0, &none, &mut [0.0; 1]), (0, 0), "no numbers");
    }
}
