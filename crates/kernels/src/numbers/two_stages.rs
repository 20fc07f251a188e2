//! Numbers in two stages.
//!
//! The first stage looks at 64 bytes with vectors and marks points and ends. The second takes sign, point and end of one
//! number after the other from these marks, so that no number waits until the one before is worked out.

use super::marks::Marks;
use super::{DIVISORS, SCALES};
use crate::digits::{ZEROS, spell};

/// Bytes that the first stage looks at.
const BLOCK: usize = 64;
/// Those, and what is read behind a number that begins on the last of them.
const WITH_NUMBER: usize = BLOCK + 16;

/// The next 64 bytes of a text, and a bit for each of their marks. What was read has no bits any more.
pub(crate) struct Window<'a> {
    pub(crate) block: &'a [u8; WITH_NUMBER],
    /// What is neither a digit, nor a minus at the start of a number, nor the end of one: points, where all is plain.
    points: u64,
    /// What ends a number: blanks, tabs, line ends and other control characters.
    ends: u64,
}

impl<'a> Window<'a> {
    /// The text from `at` on. `None`: its end is near.
    #[inline(always)]
    pub(crate) fn new(text: &'a [u8], at: usize) -> Option<Self> {
        let block: &[u8; WITH_NUMBER] = text.get(at..)?.first_chunk()?;
        let (mut stops, mut signs, mut ends) = (0, 0, 0);
        let (sixteens, _) = block.as_chunks::<16>();
        // Written out: a loop stays a loop where the compiler saves space.
        let mut mark = |index: usize| {
            let marks = Marks::of(sixteens[index]);
            stops |= marks.stops << (16 * index);
            signs |= marks.signs << (16 * index);
            ends |= marks.ends << (16 * index);
        };
        mark(0);
        mark(1);
        mark(2);
        mark(3);
        let starts = ends << 1 | 1;
        Some(Self { block, points: stops & !ends & !(signs & starts), ends })
    }

    /// What is before `start` is not looked at any more. `None`: these 64 bytes end before it.
    #[inline(always)]
    pub(crate) fn forget_before(&mut self, start: usize) -> Option<()> {
        if start >= BLOCK {
            return None;
        }
        let behind = !0 << start;
        self.points &= behind;
        self.ends &= behind;
        Some(())
    }

    /// Where the next number ends. `None`: not in these 64 bytes.
    #[inline(always)]
    pub(crate) fn next_end(&mut self) -> Option<usize> {
        if self.ends == 0 {
            return None;
        }
        let end = self.ends.trailing_zeros() as usize % BLOCK;
        self.ends &= self.ends - 1;
        Some(end)
    }

    /// The number from `start` up to the end that was told last. `None`: it has to be read another way.
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

/// The number with a point from `block[start]` up to `block[end]`, in which the byte at `point` is the only one that is neither a digit
/// nor a minus at the start. `None`: it has to be read another way.
#[inline(always)]
fn number(block: &[u8; WITH_NUMBER], start: usize, point: usize, end: usize) -> Option<f64> {
    let start = start % BLOCK;
    let negative = usize::from(block[start] == b'-');
    let first = start + negative;
    let before = point.wrapping_sub(first);
    let places = end.wrapping_sub(point + 1);
    // Nearly always all of this holds: branches are guessed right.
    if before.wrapping_sub(1) >= 7 || places.wrapping_sub(1) >= 8 || block[point % BLOCK] != b'.' {
        return None;
    }
    let digits = if before + places <= 8 {
        // The digits before the point, and those behind it one place nearer. What follows is pushed out on the left.
        let whole = !0 << (8 * before);
        let digits = (eight(block, first) & !whole) | (eight(block, first + 1) & whole);
        spell((digits ^ ZEROS) << (64 - 8 * (before + places)))
    } else {
        let integer = spell((eight(block, first) ^ ZEROS) << (64 - 8 * before));
        let part = spell((eight(block, point % BLOCK + 1) ^ ZEROS) << (64 - 8 * places));
        integer * SCALES[places % 16] + part
    };
    // At most 15 digits over at most 10^8: both exact, so the one division rounds once, to the nearest.
    Some(digits as f64 / DIVISORS[(places | negative << 4) % 32])
}

/// The digits from `block[start]` up to `block[end]`, perhaps with a minus before them. `None`: it has to be read another way.
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

/// Eight bytes of text, the first one lowest.
#[inline(always)]
fn eight(block: &[u8; WITH_NUMBER], at: usize) -> u64 {
    crate::digits::eight(block, at).unwrap_or(0)
}
