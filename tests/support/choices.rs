//! Decisions read from bytes, so that a fuzzer that changes bytes changes decisions.

use super::Random;

pub struct Choices<'a> {
    bytes: &'a [u8],
    /// What comes after the bytes; without it zeros do, which are the simplest decisions.
    rest: Option<Random>,
}

/// Numbers at which arithmetic has ends: small, large, and what a skeleton may just hold.
const NUMBERS: [f32; 24] = [
    0.0, 1.0, -1.0, 0.5, -0.25, 10.0, -42.0, 100.0, 1e3, -1e4, 1e6, -1e7, 1e9, -1e10, 1e12, -1e12, 1e-3, -1e-6, 1e-9,
    1e-12, -1e-20, 1e-30, 1e-38, -1e-45,
];

impl<'a> Choices<'a> {
    pub fn of_bytes(bytes: &'a [u8]) -> Self {
        Self { bytes, rest: None }
    }

    pub fn at_random(seed: u64) -> Self {
        Self { bytes: &[], rest: Some(Random(seed | 1)) }
    }

    pub fn byte(&mut self) -> u8 {
        match (self.bytes.split_first(), &mut self.rest) {
            (Some((first, others)), _) => {
                self.bytes = others;
                *first
            }
            (None, Some(random)) => random.below(256) as u8,
            (None, None) => 0,
        }
    }

    /// A number below `count`, of one byte.
    pub fn below(&mut self, count: usize) -> usize {
        usize::from(self.byte()) % count
    }

    /// True once in `many` times.
    pub fn once_in(&mut self, many: usize) -> bool {
        self.below(many) + 1 == many
    }

    pub fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }

    /// Any finite number up to the farthest coordinate, often one of [`NUMBERS`].
    pub fn number(&mut self) -> f32 {
        if self.once_in(4) {
            let bits = u32::from_le_bytes([0; 4].map(|_: u8| self.byte()));
            let number = f32::from_bits(bits);
            return if number.is_finite() { number.clamp(-1e12, 1e12) } else { 0.0 };
        }
        self.pick(&NUMBERS)
    }

    /// From -1 to 1.
    pub fn share(&mut self) -> f32 {
        f32::from(self.byte()) / 127.5 - 1.0
    }
}
