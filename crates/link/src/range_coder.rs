//! A binary range coder with carry propagation, as in LZMA (32-bit range, 16-bit odds).

use super::bits::{Bit, Coder};
use super::damage::Damage;

/// Below this range the coder shifts by a byte.
const NARROW: u32 = 1 << 24;
/// Bytes a reader may go past the end: it reads four bytes ahead, and the writer drops zeros at the end.
const PAST_END: usize = 8;
const ZEROS: usize = 4;

#[derive(Debug)]
pub(super) struct Writer {
    low: u64,
    range: u32,
    /// The last byte, which a carry may still change, and the number of 0xFF bytes after it.
    held: u8,
    held_full: usize,
    begun: bool,
    out: Vec<u8>,
}

impl Writer {
    pub(super) fn new() -> Self {
        Self { low: 0, range: u32::MAX, held: 0, held_full: 0, begun: false, out: Vec::new() }
    }

    fn encode(&mut self, one: u16, bit: bool) {
        let bound = (self.range >> 16) * u32::from(one);
        if bit {
            self.range = bound;
        } else {
            self.low += u64::from(bound);
            self.range -= bound;
        }
        while self.range < NARROW {
            self.range <<= 8;
            self.shift();
        }
    }

    fn shift(&mut self) {
        if self.low < 0xFF00_0000 || self.low > u64::from(u32::MAX) {
            let carry = (self.low >> 32) as u8;
            // The first byte is always 0 and is not written.
            if self.begun {
                self.out.push(self.held.wrapping_add(carry));
            }
            self.begun = true;
            for _ in 0..std::mem::take(&mut self.held_full) {
                self.out.push(0xFF_u8.wrapping_add(carry));
            }
            self.held = (self.low >> 24) as u8;
        } else {
            self.held_full += 1;
        }
        self.low = (self.low & 0x00FF_FFFF) << 8;
    }

    pub(super) fn finish(mut self) -> Vec<u8> {
        // Choose the number within the range that ends in most zeros.
        let high = self.low + u64::from(self.range) - 1;
        for places in (8..32).rev() {
            let round = high >> places << places;
            if round >= self.low {
                self.low = round;
                break;
            }
        }
        for _ in 0..5 {
            self.shift();
        }
        for _ in 0..ZEROS {
            if self.out.last() == Some(&0) {
                self.out.pop();
            }
        }
        self.out
    }

    /// The approximate number of bytes so far.
    pub(super) fn len(&self) -> usize {
        self.out.len() + self.held_full
    }
}

impl Coder for Writer {
    fn bit(&mut self, odds: &mut Bit, bit: bool) -> Result<bool, Damage> {
        self.encode(odds.one, bit);
        odds.learn(bit);
        Ok(bit)
    }

    fn even(&mut self, bit: bool) -> Result<bool, Damage> {
        self.encode(1 << 15, bit);
        Ok(bit)
    }
}

#[derive(Debug)]
pub(super) struct Reader<'a> {
    bytes: &'a [u8],
    next: usize,
    range: u32,
    code: u32,
}

impl<'a> Reader<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        let mut reader = Self { bytes, next: 0, range: u32::MAX, code: 0 };
        for _ in 0..4 {
            reader.code = reader.code << 8 | reader.byte();
        }
        reader
    }

    fn byte(&mut self) -> u32 {
        let byte = self.bytes.get(self.next).copied().unwrap_or(0);
        self.next += 1;
        u32::from(byte)
    }

    #[inline]
    fn decode(&mut self, one: u16) -> Result<bool, Damage> {
        let bound = (self.range >> 16) * u32::from(one);
        let bit = self.code < bound;
        if bit {
            self.range = bound;
        } else {
            self.code -= bound;
            self.range -= bound;
        }
        while self.range < NARROW {
            self.range <<= 8;
            self.code = self.code << 8 | self.byte();
            if self.next > self.bytes.len() + PAST_END {
                return Err(Damage::Inconsistent);
            }
        }
        Ok(bit)
    }
}

impl Coder for Reader<'_> {
    #[inline]
    fn bit(&mut self, odds: &mut Bit, _: bool) -> Result<bool, Damage> {
        let bit = self.decode(odds.one)?;
        odds.learn(bit);
        Ok(bit)
    }

    fn even(&mut self, _: bool) -> Result<bool, Damage> {
        self.decode(1 << 15)
    }
}

#[cfg(test)]
mod tests {
    use super::super::bits::{NumberModel, Signed};
    use super::*;

    fn numbers(count: usize) -> impl Iterator<Item = i32> {
        let mut state = 1u32;
        (0..count).map(move |_| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let shift = state >> 27;
            (state.cast_signed() >> shift) / 3
        })
    }

    #[test]
    fn written_values_are_read_back() {
        let mut writer = Writer::new();
        let (mut signed, mut unsigned, mut odds) = (Signed::NEW, NumberModel::NEW, Bit::EVEN);
        for number in numbers(5000) {
            writer.signed(&mut signed, number).unwrap();
            writer.unsigned(&mut unsigned, number.unsigned_abs()).unwrap();
            writer.plain(5, u64::from(number.unsigned_abs() & 31)).unwrap();
            writer.bit(&mut odds, number % 17 == 0).unwrap();
        }
        let bytes = writer.finish();
        let mut reader = Reader::new(&bytes);
        let (mut signed, mut unsigned, mut odds) = (Signed::NEW, NumberModel::NEW, Bit::EVEN);
        for number in numbers(5000) {
            assert_eq!(reader.signed(&mut signed, 0), Ok(number));
            assert_eq!(reader.unsigned(&mut unsigned, 0), Ok(number.unsigned_abs()));
            assert_eq!(reader.plain(5, 0), Ok(u64::from(number.unsigned_abs() & 31)));
            assert_eq!(reader.bit(&mut odds, false), Ok(number % 17 == 0));
        }
    }

    #[test]
    fn a_carry_propagates_through_all_pending_bytes() {
        // Extreme odds give long runs of 0xFF, some of which a carry turns to 0.
        for seed in 0..200u32 {
            let bits = |index: u32| (index.wrapping_mul(2_654_435_761) ^ seed).count_ones() != 9;
            let mut writer = Writer::new();
            for index in 0..400 {
                writer.encode(65_000, bits(index));
            }
            let bytes = writer.finish();
            let mut reader = Reader::new(&bytes);
            for index in 0..400 {
                assert_eq!(reader.decode(65_000), Ok(bits(index)), "{seed}");
            }
        }
    }

    #[test]
    fn nothing_is_read_far_past_the_end() {
        let mut reader = Reader::new(&[0x55]);
        let past = (0..1000).find_map(|_| reader.even(false).err());
        assert_eq!(past, Some(Damage::Inconsistent));
    }
}
