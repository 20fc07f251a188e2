//! Classes of sixteen bytes of text, as bit masks.

use wide::u8x16;

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
        let text = u8x16::new(text);
        let at_most = |bytes: u8x16, most: u8| bytes.min(u8x16::splat(most)).simd_eq(bytes);
        let bits = |bytes: u8x16| u64::from(bytes.to_bitmask());
        Self {
            non_digits: bits(at_most(text - u8x16::splat(b'0'), 9)) ^ 0xFFFF,
            signs: bits(text.simd_eq(u8x16::splat(b'-'))),
            ends: bits(at_most(text, b' ')),
        }
    }
}
