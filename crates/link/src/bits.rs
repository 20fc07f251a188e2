//! Bits with adaptive odds, and numbers made of them. One trait writes and reads, so that encoder and decoder share one
//! description of the layout.

use super::damage::Damage;

/// The adaptive odds of a bit in one context.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bit {
    /// The probability of a one, in 65,536ths.
    pub(super) one: u16,
    /// How many bits were seen, up to [`MAX_SEEN`].
    seen: u8,
}

/// After this many bits the adaptation rate stays constant.
const MAX_SEEN: u8 = 120;
/// The smallest probability of either value, in 65,536ths.
const MIN_ODDS: u16 = 40;

impl Bit {
    pub(super) const EVEN: Self = Self { one: 1 << 15, seen: 0 };

    /// Initial odds that weigh as much as `seen` observed bits.
    pub(super) const fn known(one: u16, seen: u8) -> Self {
        Self { one, seen }
    }

    /// Adapts to one more bit: moves the probability towards it by 1 / (seen + 1.6).
    #[inline]
    pub(super) fn learn(&mut self, bit: bool) {
        let rate = 655_360 / (u32::from(self.seen) * 10 + 16);
        if self.seen < MAX_SEEN {
            self.seen += 1;
        }
        let one = u32::from(self.one);
        let next = if bit { one + (((65_536 - one) * rate) >> 16) } else { one - ((one * rate) >> 16) };
        self.one = next.clamp(u32::from(MIN_ODDS), 65_536 - u32::from(MIN_ODDS)) as u16;
    }
}

/// Writes bits, reads them, or only trains the odds. A writer encodes the value it is passed; a reader ignores it. Both
/// return the value written or read.
pub(super) trait Coder {
    fn bit(&mut self, odds: &mut Bit, bit: bool) -> Result<bool, Damage>;

    fn even(&mut self, bit: bool) -> Result<bool, Damage>;

    /// The lowest `count` bits of a number with even odds, highest first.
    fn plain(&mut self, count: u32, value: u64) -> Result<u64, Damage> {
        let mut read = 0;
        for place in (0..count).rev() {
            read = read << 1 | u64::from(self.even(value >> place & 1 == 1)?);
        }
        Ok(read)
    }

    /// A number from 0 to 2^31 - 2.
    fn unsigned(&mut self, odds: &mut NumberModel, value: u32) -> Result<u32, Damage> {
        let value = value.min(UNSIGNED_END - 1) + 1;
        let length = value.ilog2() as usize;
        let mut read_length = 0;
        for (place, odds) in odds.length.iter_mut().enumerate() {
            if !self.bit(odds, length > place)? {
                break;
            }
            read_length += 1;
        }
        let mut read = 1u32;
        for place in (0..read_length).rev() {
            let bit = value >> place & 1 == 1;
            // Only the two bits below the leading one have adaptive odds.
            let bit = match odds.high.get_mut(place * 2 + (read_length - 1 - place)) {
                Some(odds) if read_length - place <= 2 => self.bit(odds, bit)?,
                _ => self.even(bit)?,
            };
            read = read << 1 | u32::from(bit);
        }
        Ok(read - 1)
    }

    /// A number of magnitude 2^31 - 2 at most.
    fn signed(&mut self, odds: &mut Signed, value: i32) -> Result<i32, Damage> {
        if !self.bit(&mut odds.nonzero, value != 0)? {
            return Ok(0);
        }
        let negative = self.bit(&mut odds.negative, value < 0)?;
        let size = self.unsigned(&mut odds.size, value.unsigned_abs().saturating_sub(1))?;
        let size = i32::try_from(size).map_err(|_| Damage::Inconsistent)? + 1;
        Ok(if negative { -size } else { size })
    }

    /// One of `count` symbols in unary: low symbols are short. `odds` has an entry for each symbol but the last.
    fn symbol(&mut self, odds: &mut [Bit], count: usize, value: usize) -> Result<usize, Damage> {
        let mut read = 0;
        for odds in odds.iter_mut().take(count.saturating_sub(1)) {
            if !self.bit(odds, value > read)? {
                break;
            }
            read += 1;
        }
        Ok(read)
    }
}

/// One more than the largest unsigned number.
const UNSIGNED_END: u32 = (1 << 31) - 1;

/// The odds of a number's length and highest bits (an Exp-Golomb code with adaptive bits).
#[derive(Debug, Clone)]
pub(super) struct NumberModel {
    length: [Bit; 30],
    high: [Bit; 60],
}

impl NumberModel {
    pub(super) const NEW: Self = Self { length: [Bit::EVEN; 30], high: [Bit::EVEN; 60] };
}

#[derive(Debug, Clone)]
pub(super) struct Signed {
    nonzero: Bit,
    negative: Bit,
    size: NumberModel,
}

impl Signed {
    pub(super) const NEW: Self = Self { nonzero: Bit::EVEN, negative: Bit::EVEN, size: NumberModel::NEW };
}
