//! Reads numbers in two stages. The first finds points and ends in 64 bytes with vectors; the second reads sign, point and end
//! of each number from these bit masks, so that no number waits for the one before.

use super::marks::Marks;
use super::{DIVISORS, SCALES};
use crate::digits::{ZEROS, spell};

/// Bytes of the first stage.
const BLOCK: usize = 64;
/// The block with 16 bytes behind it, for a number that begins on the block's last byte.
const WITH_NUMBER: usize = BLOCK + 16;

/// The next 64 bytes of a text and their bit masks. Bits of consumed bytes are cleared.
pub(crate) struct Window<'a> {
    pub(crate) block: &'a [u8; WITH_NUMBER],
    /// Bytes that are neither digit, leading minus nor end of a number: in plain numbers, the points.
    points: u64,
    /// What ends a number: blanks, tabs, line ends and other control characters.
    ends: u64,
}

impl<'a> Window<'a> {
    /// The window at `at`; `None` near the end of the text.
    #[inline(always)]
    pub(crate) fn new(text: &'a [u8], at: usize) -> Option<Self> {
        let block: &[u8; WITH_NUMBER] = text.get(at..)?.first_chunk()?;
        let (mut non_digits, mut signs, mut ends) = (0, 0, 0);
        let (sixteens, _) = block.as_chunks::<16>();
        // Unrolled by hand: the compiler keeps loops when it optimises for size.
        let mut mark = |index: usize| {
            let marks = Marks::of(sixteens[index]);
            non_digits |= marks.non_digits << (16 * index);
            signs |= marks.signs << (16 * index);
            ends |= marks.ends << (16 * index);
        };
        mark(0);
        mark(1);
        mark(2);
        mark(3);
        let starts = ends << 1 | 1;
        Some(Self { block, points: non_digits & !ends & !(signs & starts), ends })
    }

    /// Clears the bits before `start`. `None`: that is past these 64 bytes.
    #[inline(always)]
    pub(crate) fn skip_to(&mut self, start: usize) -> Option<()> {
        if start >= BLOCK {
            return None;
        }
        let behind = !0 << start;
        self.points &= behind;
        self.ends &= behind;
        Some(())
    }

    /// Takes the next end of a number; `None` if there is none in these 64 bytes.
    #[inline(always)]
    pub(crate) fn next_end(&mut self) -> Option<usize> {
        if self.ends == 0 {
            return None;
        }
        let end = self.ends.trailing_zeros() as usize % BLOCK;
        self.ends &= self.ends - 1;
        Some(end)
    }

    /// The number from `start` to `end`, the last result of `next_end`. `None` if it is not plain.
    #[inline(always)]
    pub(crate) fn number(&mut self, start: usize, end: usize) -> Option<f64> {
        let point = self.points.trailing_zeros() as usize;
        if point > end {
            return whole_number(self.block, start, end);
        }
        self.points &= self.points.wrapping_sub(1);
        let next_point = self.points.trailing_zeros() as usize;
        if next_point > end { number(self.block, start, point, end) } else { None }
    }
}

/// As [`read_plain`](super::read_plain).
#[inline(always)]
pub(super) fn read(text: &[u8], mut at: usize, slots: &mut [f64]) -> (usize, usize) {
    let mut count = 0;
    while let Some(mut window) = Window::new(text, at) {
        let mut start = 0;
        while let Some(end) = window.next_end() {
            if end > start {
                let Some(slot) = slots.get_mut(count) else { return (at + start, count) };
                let Some(value) = window.number(start, end) else { return (at + start, count) };
                *slot = value;
                count += 1;
            }
            if !matches!(window.block[end], b' ' | b'\t') {
                return (at + end, count);
            }
            start = end + 1;
        }
        if start == 0 {
            return (at, count);
        }
        at += start;
    }
    (at, count)
}

/// A number whose `point` is the only byte that is neither digit nor leading minus. `None` if it is not plain.
#[inline(always)]
fn number(block: &[u8; WITH_NUMBER], start: usize, point: usize, end: usize) -> Option<f64> {
    let start = start % BLOCK;
    let negative = usize::from(block[start] == b'-');
    let first = start + negative;
    let before = point.wrapping_sub(first);
    let places = end.wrapping_sub(point + 1);
    // This almost never fails: branches are predicted well.
    if before.wrapping_sub(1) >= 7 || places.wrapping_sub(1) >= 8 || block[point % BLOCK] != b'.' {
        return None;
    }
    let digits = if before + places <= 8 {
        // The digits before the point, and those after it moved one byte down. The shift drops what follows them.
        let whole = !0 << (8 * before);
        let digits = (eight(block, first) & !whole) | (eight(block, first + 1) & whole);
        spell((digits ^ ZEROS) << (64 - 8 * (before + places)))
    } else {
        let integer = spell((eight(block, first) ^ ZEROS) << (64 - 8 * before));
        let part = spell((eight(block, point % BLOCK + 1) ^ ZEROS) << (64 - 8 * places));
        integer * SCALES[places % 16] + part
    };
    // At most 15 digits divided by at most 10^8: both are exact, so the only rounding is the division's, to the nearest.
    Some(digits as f64 / DIVISORS[(places | negative << 4) % 32])
}

/// The whole number from `block[start]` to `block[end]`, with an optional minus. `None` if it is not plain.
#[inline(never)]
fn whole_number(block: &[u8; WITH_NUMBER], start: usize, end: usize) -> Option<f64> {
    let start = start % BLOCK;
    let negative = usize::from(block[start] == b'-');
    let first = start + negative;
    let count = end.wrapping_sub(first);
    if count.wrapping_sub(1) >= 8 {
        return None;
    }
    let digits = spell((eight(block, first) ^ ZEROS) << (64 - 8 * count));
    Some(digits as f64 / DIVISORS[(negative << 4) % 32])
}

#[inline(always)]
fn eight(block: &[u8; WITH_NUMBER], at: usize) -> u64 {
    crate::digits::eight(block, at).unwrap_or(0)
}
