//! Numbers in two stages, with vectors of sixteen bytes.
//!
//! The first stage looks at 64 bytes and marks those that are no digits. The second takes sign, point and end of one number
//! after the other from these marks, so that no number waits until the one before is worked out, and spells its digits side by
//! side.

use core::arch::wasm32::{
    i8x16, i8x16_add, i8x16_le, i8x16_splat, i8x16_sub, i8x16_swizzle, i16x8, i16x8_add, i16x8_mul, i16x8_narrow_i32x4,
    i16x8_splat, i32x4_dot_i16x8, i32x4_extract_lane, u8x16_bitmask, u8x16_gt, u8x16_le, u8x16_lt, u8x16_splat,
    u8x16_sub, u16x8_shr, v128, v128_and,
};

/// Bytes that the first stage looks at.
const BLOCK: usize = 64;
/// Those, and more than enough for a number that begins on the last of them.
const WITH_NUMBER: usize = 2 * BLOCK;

/// 10^places, and 16 further on -10^places: dividing by it gives the sign, that of -0.0 included.
const DIVISORS: [f64; 32] = {
    let mut table = [1.0; 32];
    let (mut places, mut power) = (0, 1_i64);
    while places < 16 {
        table[places] = power as f64;
        table[places + 16] = -(power as f64);
        places += 1;
        power *= 10;
    }
    table
};

/// As [`read_plain`](super::read_plain): numbers of up to 16 characters, 12 of them before the point.
#[inline(always)]
pub(super) fn read_blocks<const LONG: bool>(text: &[u8], mut at: usize, slots: &mut [f64]) -> (usize, usize) {
    let mut count = 0;
    while let Some(block) = text.get(at..).and_then(|rest| rest.first_chunk()) {
        let (stops, mut ends) = marks_of::<LONG>(block);
        let mut start = 0;
        while ends != 0 {
            let end = ends.trailing_zeros() as usize % BLOCK;
            ends &= ends - 1;
            if end > start {
                let Some(slot) = slots.get_mut(count) else { return (at + start, count) };
                let Some(value) = number(block, start, end - start, stops >> start) else { return (at + start, count) };
                *slot = value;
                count += 1;
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

/// A bit for each of the first 64 bytes that is no digit, and one for each that ends a number.
#[inline(always)]
fn marks_of<const LONG: bool>(block: &[u8; WITH_NUMBER]) -> (u64, u64) {
    let sixteen = |at: usize| {
        let text = load(&block[at..at + 16]);
        let digits = u8x16_sub(text, u8x16_splat(b'0'));
        let stops = u8x16_bitmask(u8x16_gt(digits, u8x16_splat(9)));
        let ends = u8x16_bitmask(u8x16_le(text, u8x16_splat(b' ')));
        (u64::from(stops) << at, u64::from(ends) << at)
    };
    let (a, b) = (sixteen(0), sixteen(16));
    let (stops, ends) = (a.0 | b.0, a.1 | b.1);
    if LONG {
        let (c, d) = (sixteen(32), sixteen(48));
        (stops | c.0 | d.0, ends | c.1 | d.1)
    } else {
        (stops, ends)
    }
}

#[inline(always)]
fn load(sixteen: &[u8]) -> v128 {
    bytemuck::pod_read_unaligned(sixteen)
}

/// The number in the `length` characters from `block[start]` on. `stops` has a bit for each of them that is no digit, and one
/// for what ends it.
#[inline(always)]
fn number(block: &[u8; WITH_NUMBER], start: usize, length: usize, stops: u64) -> Option<f64> {
    let start = start % BLOCK;
    let negative = usize::from(block[start] == b'-');
    let stops = stops & !(negative as u64);
    let point = stops.trailing_zeros() as usize;
    let behind = (stops & stops.wrapping_sub(1)).trailing_zeros() as usize;
    // Nearly always all of this holds: branches are guessed right.
    if behind != length || length > 16 || point <= negative || point > 12 || point + 1 == length {
        return None;
    }
    if block[start + point % 32] != b'.' {
        return None;
    }
    let places = length - 1 - point;
    let mantissa = spell(load(&block[start..start + 16]), length, point);
    // At most 15 digits over at most 10^14: both exact, so the one division rounds once, to the nearest.
    Some(mantissa as f64 / DIVISORS[(places | negative << 4) % 32])
}

/// The digits in the first `length` characters as one number; the character at `point` is left out, and a sign counts
/// as 0.
#[inline(always)]
fn spell(text: v128, length: usize, point: usize) -> i64 {
    let digits = u8x16_sub(text, u8x16_splat(b'0'));
    let digits = v128_and(digits, u8x16_lt(digits, u8x16_splat(10)));
    // To the right, those before the point one further. What comes from before the text is 0.
    let from = i8x16_sub(i8x16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15), i8x16_splat(16 - length as i8));
    let from = i8x16_add(from, i8x16_le(from, i8x16_splat(point as i8)));
    let digits = i8x16_swizzle(digits, from);
    let ones = u16x8_shr(digits, 8);
    let pairs = i16x8_add(i16x8_mul(v128_and(digits, i16x8_splat(0xFF)), i16x8_splat(10)), ones);
    let fours = i32x4_dot_i16x8(pairs, i16x8(100, 1, 100, 1, 100, 1, 100, 1));
    let fours = i16x8_narrow_i32x4(fours, fours);
    let eights = i32x4_dot_i16x8(fours, i16x8(10_000, 1, 10_000, 1, 10_000, 1, 10_000, 1));
    i64::from(i32x4_extract_lane::<0>(eights)) * 100_000_000 + i64::from(i32x4_extract_lane::<1>(eights))
}
