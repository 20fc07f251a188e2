//! The fast way to read a line.
//!
//! In nearly all files each frame has the bones of the frame before, in the same order and with as many values. So the
//! first bytes of a line are compared with those of the same line in the frame before, and its numbers go into the row.

use super::lines::behind_end;
use super::row_layout::BoneColumns;
use crate::formats::numbers::{looks_numeric, run_of_few};

/// How the line of one bone looked in the last frame.
#[derive(Debug)]
pub(super) struct BoneTemplate {
    pub(super) part: usize,
    /// The first eight bytes of the name and the blank behind it, and a mask of the bytes that count.
    head: [u64; 2],
    /// The other bytes of the name, eight at a time.
    tail: Box<[[u64; 2]]>,
    /// The length of the name and the blank.
    length: usize,
    /// The bone's first column.
    start: usize,
    /// How many values; 0 if the line has to be read word by word.
    count: usize,
}

impl BoneTemplate {
    /// `name` is the name as the file spells it and the byte that separates it from `count` values.
    pub(super) fn new(part: usize, name: &[u8], columns: BoneColumns, count: usize) -> Self {
        let usable = count == columns.dofs || count == columns.whole;
        // The characters of other names have to be counted, for the columns of warnings. A name that is a number may be the
        // number of a frame.
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

    /// Whether a line with this name and so many values looks like this one.
    pub(super) fn fits(&self, name: &[u8], count: usize) -> bool {
        self.count == count && self.length == name.len() && self.has_name(name, 0)
    }

    /// Reads the line at `text[at]` into the row, if it looks like this one: the name, as many finite numbers, a line end.
    /// Returns where the next line starts. `None`: the line has to be read word by word; some of its numbers may be in the
    /// row already.
    #[inline(always)]
    pub(super) fn read(&self, text: &[u8], at: usize, row: &mut [f64]) -> Option<usize> {
        if !self.has_name(text, at) {
            return None;
        }
        let slots = row.get_mut(self.start..self.start + self.count)?;
        let (end, count) = run_of_few(text, behind_blanks(text, at + self.length), slots);
        // A line without a count has to be read word by word.
        if count < self.count.max(1) {
            return None;
        }
        behind_end(text, end).or_else(|| behind_end(text, behind_blanks(text, end)))
    }

    /// Whether `text[at..]` starts with the name.
    #[inline(always)]
    fn has_name(&self, text: &[u8], at: usize) -> bool {
        let [name, mask] = self.head;
        (eight(text, at) ^ name) & mask == 0 && (self.tail.is_empty() || self.has_tail(text, at + 8))
    }

    fn has_tail(&self, text: &[u8], at: usize) -> bool {
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

/// The same near the end of the text: zeros stand for bytes that are not there.
#[cold]
fn short(text: &[u8], at: usize) -> u64 {
    let mut word = [0; 8];
    word.iter_mut().zip(text.iter().skip(at)).for_each(|(slot, byte)| *slot = *byte);
    u64::from_le_bytes(word)
}

#[inline(always)]
fn behind_blanks(text: &[u8], mut at: usize) -> usize {
    while matches!(text.get(at), Some(b' ' | b'\t')) {
        at += 1;
    }
    at
}

/// If the line at `text[at]` holds nothing but a whole number of up to nine digits: that number, and where the next line
/// starts.
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
