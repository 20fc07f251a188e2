//! Classes of sixteen bytes of text, as bit masks.

/// The lowest bit is the first byte.
pub(super) struct Marks {
    /// Bytes that are no digits.
    pub(super) non_digits: u64,
    pub(super) signs: u64,
    /// Blanks, tabs, line ends and other control characters.
    pub(super) ends: u64,
}

impl Marks {
    #[inline(always)]
    pub(super) fn of(text: [u8; 16]) -> Self {
        let [non_digits, signs, ends] = classes(text);
        Self { non_digits: non_digits ^ 0xFFFF, signs, ends }
    }
}

/// Which bytes are digits, minus signs, and at most a blank.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn classes(text: [u8; 16]) -> [u64; 3] {
    use safe_arch::{cmp_eq_mask_i8_m128i, m128i, min_u8_m128i, move_mask_i8_m128i, set_splat_i8_m128i, sub_i8_m128i};
    let text = m128i::from(text);
    let all = |byte: u8| set_splat_i8_m128i(byte.cast_signed());
    let at_most = |bytes, most| cmp_eq_mask_i8_m128i(min_u8_m128i(bytes, all(most)), bytes);
    let bits = |bytes| u64::from(move_mask_i8_m128i(bytes).cast_unsigned());
    [
        bits(at_most(sub_i8_m128i(text, all(b'0')), 9)),
        bits(cmp_eq_mask_i8_m128i(text, all(b'-'))),
        bits(at_most(text, b' ')),
    ]
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
#[inline(always)]
fn classes(text: [u8; 16]) -> [u64; 3] {
    use std::arch::wasm32::{i64x2, u8x16_bitmask, u8x16_eq, u8x16_le, u8x16_splat, u8x16_sub};
    let [low, high]: [i64; 2] = bytemuck::cast(text);
    let text = i64x2(low, high);
    let bits = |bytes| u64::from(u8x16_bitmask(bytes));
    [
        bits(u8x16_le(u8x16_sub(text, u8x16_splat(b'0')), u8x16_splat(9))),
        bits(u8x16_eq(text, u8x16_splat(b'-'))),
        bits(u8x16_le(text, u8x16_splat(b' '))),
    ]
}

/// Other processors: LLVM finds vectors where they have some.
#[cfg(not(any(target_arch = "x86_64", all(target_arch = "wasm32", target_feature = "simd128"))))]
#[inline(always)]
fn classes(text: [u8; 16]) -> [u64; 3] {
    let bits = |is: fn(u8) -> bool| (0..16).fold(0, |bits, at| bits | u64::from(is(text[at])) << at);
    [bits(|byte| byte.is_ascii_digit()), bits(|byte| byte == b'-'), bits(|byte| byte <= b' ')]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_is_in_its_classes() {
        for first in (0..=255_u8).step_by(16) {
            let text: [u8; 16] = std::array::from_fn(|at| first + at as u8);
            let marks = Marks::of(text);
            for (at, byte) in text.into_iter().enumerate() {
                let has = |bits: u64| bits >> at & 1 == 1;
                assert_eq!(has(marks.non_digits), !byte.is_ascii_digit(), "{byte}");
                assert_eq!(has(marks.signs), byte == b'-', "{byte}");
                assert_eq!(has(marks.ends), byte <= b' ', "{byte}");
            }
        }
    }
}
