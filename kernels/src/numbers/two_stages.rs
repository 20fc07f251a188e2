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

/// As [`read_plain`](super::read_plain). Not `LONG`: the first stage looks at half as many bytes.
#[inline(always)]
pub(super) fn read<const LONG: bool>(text: &[u8], mut at: usize, slots: &mut [f64]) -> (usize, usize) {
    let mut count = 0;
    while let Some(block) = text.get(at..).and_then(|rest| rest.first_chunk()) {
        let (mut points, mut ends) = points_and_ends::<LONG>(block);
        let mut start = 0;
        let mut point = points.trailing_zeros() as usize;
        while ends != 0 {
            let end = ends.trailing_zeros() as usize % BLOCK;
            ends &= ends - 1;
            if end > start {
                points &= points.wrapping_sub(1);
                let next_point = points.trailing_zeros() as usize;
                let Some(slot) = slots.get_mut(count) else { return (at + start, count) };
                let value = if next_point > end { number(block, start, point, end) } else { None };
                let Some(value) = value else { return (at + start, count) };
                *slot = value;
                count += 1;
                point = next_point;
            }
            if !matches!(block[end], b' ' | b'\t') {
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

/// Of the first 64 bytes: a bit for each that numbers do not have (digits, and a minus at the start, are what they have: the rest
/// should be their points), and one for each that ends a number.
#[inline(always)]
fn points_and_ends<const LONG: bool>(block: &[u8; WITH_NUMBER]) -> (u64, u64) {
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
    if LONG {
        mark(2);
        mark(3);
    }
    let starts = ends << 1 | 1;
    (stops & !ends & !(signs & starts), ends)
}

/// The number from `block[start]` up to `block[end]`, which has at most one character that is neither a digit nor a minus at
/// its start: the one at `point`, if it is in there. `None`: it has to be read another way.
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

/// Eight bytes of text, the first one lowest.
#[inline(always)]
fn eight(block: &[u8; WITH_NUMBER], at: usize) -> u64 {
    crate::digits::eight(block, at).unwrap_or(0)
}
