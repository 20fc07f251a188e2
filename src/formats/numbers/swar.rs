//! Digits, eight at a time: text in a 64-bit register, worked on as eight bytes side by side.

/// 10^places for 1 to 8 places; 16 long so that a masked index needs no check.
const SCALES: [i64; 16] = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1, 1, 1, 1, 1, 1, 1];
/// 10^places, and 16 further on -10^places: dividing by it gives the sign, that of -0.0 included.
const DIVISORS: [f64; 32] = {
    let mut table = [1.0; 32];
    let mut places = 0;
    while places < 16 {
        table[places] = SCALES[places] as f64;
        table[places + 16] = -(SCALES[places] as f64);
        places += 1;
    }
    table
};

pub(super) const ZEROS: u64 = 0x3030_3030_3030_3030;

#[inline(always)]
pub(super) fn eight(bytes: &[u8], at: usize) -> Option<u64> {
    bytes.get(at..)?.first_chunk::<8>().map(|chunk| u64::from_le_bytes(*chunk))
}

/// The high bit of every byte that is not 0 to 9, where `digits` is text with [`ZEROS`] taken off by xor.
#[inline(always)]
pub(super) fn not_digits(digits: u64) -> u64 {
    const LOW: u64 = 0x7F7F_7F7F_7F7F_7F7F;
    (((digits & LOW) + 0x7676_7676_7676_7676) | digits) & !LOW
}

/// The number that eight digit values (0 to 9 each, the first in the lowest byte) spell.
#[inline(always)]
pub(super) fn spell(digits: u64) -> i64 {
    const MASK: u64 = 0x0000_00FF_0000_00FF;
    let pairs = digits.wrapping_mul(10).wrapping_add(digits >> 8);
    let left = (pairs & MASK).wrapping_mul(100 + (1_000_000 << 32));
    let right = ((pairs >> 16) & MASK).wrapping_mul(1 + (10_000 << 32));
    (left.wrapping_add(right) >> 32) as i64
}

/// Reads `-12.345` at `bytes[at]` when a blank ends it, and tells where: up to 7 characters before the point and 8
/// digits behind it, at least one each. `None`: the number has to be read another way; also when fewer than 16 bytes
/// follow, so that the numbers at the very end go the slower way.
///
/// The place of the next number hangs on this one's end alone, and that on one look at sixteen bytes: neither the
/// sign, nor the digits, nor a branch that may be guessed wrong stand in between.
#[inline(always)]
pub(in crate::formats) fn fixed(bytes: &[u8], at: usize) -> Option<(f64, usize)> {
    let text = bytes.get(at..)?.first_chunk::<16>()?;
    let (head, tail) = text.split_at(8);
    let low = u64::from_le_bytes(*head.first_chunk::<8>()?) ^ ZEROS;
    let high = u64::from_le_bytes(*tail.first_chunk::<8>()?) ^ ZEROS;
    let negative = u64::from(low as u8 == b'-' ^ b'0');
    let low = low & !(negative * 0xFF);
    let stops = not_digits(low);
    let point = stops.trailing_zeros() as usize / 8;
    let behind_point = stops & stops.wrapping_sub(1);
    let end = if behind_point != 0 {
        behind_point.trailing_zeros() as usize / 8
    } else {
        8 + not_digits(high).trailing_zeros() as usize / 8
    };
    let places = end.wrapping_sub(point + 1);
    let is_point = stops != 0 && (low >> ((8 * point) & 63)) as u8 == b'.' ^ b'0';
    let ends = bytes.get(at + end).is_some_and(|stop| *stop <= b' ');
    // At least one digit before the point, 1 to 8 behind it.
    if point <= negative as usize || places.wrapping_sub(1) >= 8 || !is_point || !ends {
        return None;
    }
    let integer = spell(low << (64 - 8 * point));
    let part = eight(bytes, at + point + 1)? ^ ZEROS;
    let digits = integer * SCALES[places & 15] + spell(part << (64 - 8 * places));
    // At most 15 digits over at most 10^8: both exact, so the one division rounds once, to the nearest.
    Some((digits as f64 / DIVISORS[(places & 15) | (negative as usize) << 4], at + end))
}
