//! The fast road: in each frame the bones come as in the frame before, with as many values, so that a line is told by
//! comparing its first bytes with those that are expected, and its numbers go straight into the row.

use super::layout::Columns;
use super::lines::behind_end;
use crate::formats::numbers::{fixed, looks_numeric, plain};

/// A bone as it was written in the last frame.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    pub(super) part: usize,
    /// The first eight bytes of the name and the blank behind it, with the mask of those that count.
    head: [u64; 2],
    /// The others, eight by eight.
    tail: Box<[[u64; 2]]>,
    /// Of name and blank.
    length: usize,
    start: usize,
    /// How many values; 0 when the line has to be read word by word.
    count: usize,
}

impl Entry {
    /// `name` as the file spells it, with what separates it from `count` values.
    pub(super) fn new(part: usize, name: &[u8], columns: Columns, count: usize) -> Self {
        let usable = count == columns.dofs || count == columns.whole;
        // What is no ASCII has to be counted for the columns of places; numbers may be frames.
        let plain = name.is_ascii() && !looks_numeric(name) && matches!(name.last(), Some(b' ' | b'\t'));
        let mut words = name.chunks(8).map(|chunk| {
            let mut pair = [[0; 8]; 2];
            let [text, mask] = &mut pair;
            for ((text, mask), byte) in text.iter_mut().zip(mask).zip(chunk) {
                (*text, *mask) = (*byte, 0xFF);
            }
            pair.map(u64::from_le_bytes)
        });
        let head = words.next().unwrap_or_default();
        let count = if usable && plain { count } else { 0 };
        Self { part, head, tail: words.collect(), length: name.len(), start: columns.start, count }
    }

    /// Whether lines like this one, with so many values, are what the entry stands for.
    pub(super) fn stands_for(&self, name: &[u8], count: usize) -> bool {
        self.count == count && self.length == name.len() && self.named(name, 0)
    }

    /// Reads the line at `text[at]`, when it is this bone's: its name, as many finite numbers as there are columns, and
    /// a line end. Tells where the next line starts. `None` means nothing but "read it word by word"; the columns may
    /// hold some of the line's values by then.
    #[inline(always)]
    pub(super) fn read(&self, text: &[u8], at: usize, row: &mut [f64]) -> Option<usize> {
        if !self.named(text, at) {
            return None;
        }
        let mut at = at + self.length;
        let mut slots = row.get_mut(self.start..self.start + self.count)?.iter_mut();
        let mut slot = slots.next()?;
        loop {
            // Nearly always one blank, then digits around a point.
            let (value, end) = fixed(text, at).or_else(|| number(text, at))?;
            *slot = value;
            match slots.next() {
                Some(next) => slot = next,
                None => return behind_end(text, end).or_else(|| behind_end(text, behind_blanks(text, end))),
            }
            if !matches!(text.get(end)?, b' ' | b'\t') {
                return None;
            }
            at = end + 1;
        }
    }

    /// Whether `text[at..]` starts with the name.
    #[inline(always)]
    fn named(&self, text: &[u8], at: usize) -> bool {
        let [name, mask] = self.head;
        (eight(text, at) ^ name) & mask == 0 && (self.tail.is_empty() || self.goes_on(text, at + 8))
    }

    fn goes_on(&self, text: &[u8], at: usize) -> bool {
        let mut at = at;
        self.tail.iter().all(|[name, mask]| {
            at += 8;
            (eight(text, at - 8) ^ name) & mask == 0
        })
    }
}

/// The eight bytes at `text[at]`.
#[inline(always)]
fn eight(text: &[u8], at: usize) -> u64 {
    match text.get(at..).and_then(|rest| rest.first_chunk::<8>()) {
        Some(chunk) => u64::from_le_bytes(*chunk),
        None => short(text, at),
    }
}

/// The last bytes of a text that has fewer than eight, zeros behind them.
#[cold]
fn short(text: &[u8], at: usize) -> u64 {
    let mut word = [0; 8];
    word.iter_mut().zip(text.iter().skip(at)).for_each(|(slot, byte)| *slot = *byte);
    u64::from_le_bytes(word)
}

/// Any finite number behind any blanks.
#[inline(never)]
fn number(text: &[u8], at: usize) -> Option<(f64, usize)> {
    let start = behind_blanks(text, at);
    if start > at { fixed(text, start).or_else(|| plain(text, start)) } else { plain(text, at) }
}

#[inline(always)]
fn behind_blanks(text: &[u8], mut at: usize) -> usize {
    while matches!(text.get(at), Some(b' ' | b'\t')) {
        at += 1;
    }
    at
}

/// Reads a line that holds nothing but a number of up to nine digits. Tells it, and where the next line starts.
#[inline(always)]
pub(super) fn number_line(text: &[u8], at: usize) -> Option<(i64, usize)> {
    let mut number = 0_i64;
    let mut behind = at;
    while let Some(digit) = text.get(behind).map(|byte| byte.wrapping_sub(b'0')).filter(|digit| *digit < 10) {
        number = number * 10 + i64::from(digit);
        behind += 1;
        if behind - at > 9 {
            return None;
        }
    }
    if behind == at {
        return None;
    }
    Some((number, behind_end(text, behind_blanks(text, behind))?))
}
