//! Digits, eight at a time: text in a 64-bit register, handled as eight bytes.

/// Eight characters `0`; xor with them turns digits into their values.
pub const ZEROS: u64 = 0x3030_3030_3030_3030;

/// Eight bytes of text, the first one lowest; `None` past the end.
#[inline(always)]
pub fn eight(bytes: &[u8], at: usize) -> Option<u64> {
    bytes.get(at..)?.first_chunk::<8>().map(|chunk| u64::from_le_bytes(*chunk))
}

/// The high bit of every byte that is no digit. `digits` is text after xor with [`ZEROS`].
#[inline(always)]
pub fn not_digits(digits: u64) -> u64 {
    const LOW: u64 = 0x7F7F_7F7F_7F7F_7F7F;
    (((digits & LOW) + 0x7676_7676_7676_7676) | digits) & !LOW
}

/// The number that eight digit values spell (0 to 9 each, the first in the lowest byte).
#[inline(always)]
pub fn spell(digits: u64) -> i64 {
    const MASK: u64 = 0x0000_00FF_0000_00FF;
    let pairs = digits.wrapping_mul(10).wrapping_add(digits >> 8);
    let left = (pairs & MASK).wrapping_mul(100 + (1_000_000 << 32));
    let right = ((pairs >> 16) & MASK).wrapping_mul(1 + (10_000 << 32));
    (left.wrapping_add(right) >> 32) as i64
}
