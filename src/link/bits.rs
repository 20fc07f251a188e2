//! Bits whose odds are learned, and numbers made of them. One trait writes and reads, so that a layout is told once and both
//! sides keep to it.

use super::damage::Damage;

/// The odds of a bit, learned from those that came before in the same context.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bit {
    /// How likely a one is, of 65,536.
    pub(super) one: u16,
    /// How many bits were seen; above [`MOST_SEEN`] it does not count.
    seen: u8,
}

/// From here on odds follow at a steady pace.
const MOST_SEEN: u8 = 120;
/// Odds stay this far from certain, of 65,536.
const LEAST: u16 = 40;

impl Bit {
    /// Nothing is known yet.
    pub(super) const EVEN: Self = Self { one: 1 << 15, seen: 0 };

    /// Odds that are known beforehand, as if `seen` bits had told them.
    pub(super) const fn known(one: u16, seen: u8) -> Self {
        Self { one, seen }
    }

    /// Learns from one more bit: moves towards it by 1 / (seen + 1.6).
    #[inline]
    pub(super) fn learn(&mut self, bit: bool) {
        let rate = 655_360 / (u32::from(self.seen) * 10 + 16);
        if self.seen < MOST_SEEN {
            self.seen += 1;
        }
        let one = u32::from(self.one);
        let next = if bit { one + (((65_536 - one) * rate) >> 16) } else { one - ((one * rate) >> 16) };
        self.one = next.clamp(u32::from(LEAST), 65_536 - u32::from(LEAST)) as u16;
    }
}

/// Writes bits, reads them, or only counts them. What is given is written; what comes back is what was written or read. A
/// reader ignores what it is given.
pub(super) trait Coder {
    /// One bit with learned odds.
    fn bit(&mut self, odds: &mut Bit, bit: bool) -> Result<bool, Damage>;

    /// One bit that is as often one as zero.
    fn even(&mut self, bit: bool) -> Result<bool, Damage>;

    /// The lowest `count` bits of a number, the highest first, each as often one as zero.
    fn plain(&mut self, count: u32, value: u64) -> Result<u64, Damage> {
        let mut read = 0;
        for place in (0..count).rev() {
            read = read << 1 | u64::from(self.even(value >> place & 1 == 1)?);
        }
        Ok(read)
    }

    /// A number from 0 to 2^31 - 2.
    fn unsigned(&mut self, odds: &mut Number, value: u32) -> Result<u32, Damage> {
        let value = value.min(MOST - 1) + 1;
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
            // The two highest bits behind the first one are learned.
            let bit = match odds.high.get_mut(place * 2 + (read_length - 1 - place)) {
                Some(odds) if read_length - place <= 2 => self.bit(odds, bit)?,
                _ => self.even(bit)?,
            };
            read = read << 1 | u32::from(bit);
        }
        Ok(read - 1)
    }

    /// A number whose size is at most 2^31 - 2.
    fn signed(&mut self, odds: &mut Signed, value: i32) -> Result<i32, Damage> {
        if !self.bit(&mut odds.some, value != 0)? {
            return Ok(0);
        }
        let negative = self.bit(&mut odds.negative, value < 0)?;
        let size = self.unsigned(&mut odds.size, value.unsigned_abs().saturating_sub(1))?;
        let size = i32::try_from(size).map_err(|_| Damage::Nonsense)? + 1;
        Ok(if negative { -size } else { size })
    }

    /// One of `count` symbols, the lower the shorter. `odds` has an entry for each but the last.
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

/// One more than the largest number that is written.
const MOST: u32 = (1 << 31) - 1;

/// The odds of a number: how long it is, and its highest bits (an Exp-Golomb code with learned bits).
#[derive(Debug, Clone)]
pub(super) struct Number {
    length: [Bit; 30],
    high: [Bit; 60],
}

impl Number {
    pub(super) const NEW: Self = Self { length: [Bit::EVEN; 30], high: [Bit::EVEN; 60] };
}

/// The odds of a number with a sign.
#[derive(Debug, Clone)]
pub(super) struct Signed {
    some: Bit,
    negative: Bit,
    size: Number,
}

impl Signed {
    pub(super) const NEW: Self = Self { some: Bit::EVEN, negative: Bit::EVEN, size: Number::NEW };
}
