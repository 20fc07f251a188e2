//! Coding of the coefficients: the magnitudes of neighbours that are already coded predict each magnitude. The contexts use
//! integers only, so that every machine decodes the same.

use super::bits::{Bit, Coder, NumberModel};
use super::damage::Damage;
use super::grid::{Grid, GridColumn, NONE};

/// Classes of expected magnitude, 2.5 per doubling.
pub(super) const CLASSES: usize = 36;
/// Most unary ones with adaptive odds; the excess follows as a number.
pub(super) const MAX_ONES: usize = 18;
/// Largest magnitude of a coefficient.
const LARGEST: u32 = 1 << 24;

/// Lower bounds of classes 1 and up, in 65,536ths: `2^((class - 11) / 2.5)`; class 0 begins at 0.
const THRESHOLDS: [u64; CLASSES - 1] = [
    4_096, 5_405, 7_132, 9_410, 12_417, 16_384, 21_619, 28_526, 37_641, 49_667, 65_536, 86_475, 114_105, 150_562,
    198_668, 262_144, 345_901, 456_419, 602_249, 794_672, 1_048_576, 1_383_604, 1_825_677, 2_408_995, 3_178_688,
    4_194_304, 5_534_417, 7_302_707, 9_635_980, 12_714_752, 16_777_216, 22_137_669, 29_210_830, 38_543_921, 50_859_008,
];
/// How many thresholds are at most each power of two.
const AT_MOST: [u8; 64] = {
    let mut counts = [0u8; 64];
    let mut power = 0;
    while power < 64 {
        while (counts[power] as usize) < CLASSES - 1 && THRESHOLDS[counts[power] as usize] <= 1 << power {
            counts[power] += 1;
        }
        power += 1;
    }
    counts
};
/// Number of low bits with even odds, by class.
pub(super) const PLAIN_BITS: [u8; CLASSES] =
    [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 2, 2, 2, 3, 3, 4, 4, 4, 5, 5, 6, 6, 6];
/// Initial odds of another unary one, in 65,536ths.
const FIRST_ODDS: [u16; CLASSES] = [
    3_382, 4_390, 5_671, 7_282, 9_279, 11_714, 14_621, 18_009, 21_845, 26_051, 30_500, 35_036, 39_485, 43_691, 47_527,
    50_915, 53_822, 56_257, 58_254, 59_865, 61_146, 59_104, 60_543, 58_254, 59_865, 61_146, 59_104, 60_543, 58_254,
    59_865, 61_146, 59_104, 60_543, 58_254, 59_865, 61_146,
];
/// The initial odds weigh as much as this many observed bits.
const FIRST_SEEN: u8 = 6;
/// The assumed mean magnitude of the previous column for the first column.
const NO_COLUMN: u64 = 10;

/// The channels whose coefficients predict the magnitudes of a channel's.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct RelatedChannels {
    /// The first of the three channels of the same joint and kind.
    pub(super) first: usize,
    /// The first such channel of the parent joint and of the mirror joint; both have a lower index.
    pub(super) parent: Option<usize>,
    pub(super) mirror: Option<usize>,
}

#[derive(Debug, Clone)]
pub(super) struct CoefficientOdds {
    ones: Vec<Bit>,
    beyond: NumberModel,
}

impl CoefficientOdds {
    pub(super) fn new() -> Self {
        let ones = FIRST_ODDS.iter().flat_map(|&odds| [Bit::known(odds, FIRST_SEEN); MAX_ONES]).collect();
        Self { ones, beyond: NumberModel::NEW }
    }

    /// The initial odds of a unary one in a class, in 65,536ths.
    pub(super) fn first(class: usize) -> u16 {
        FIRST_ODDS[class]
    }

    pub(super) fn code<C: Coder>(&mut self, coder: &mut C, class: usize, value: i32) -> Result<i32, Damage> {
        let size = value.unsigned_abs();
        let plain = u32::from(PLAIN_BITS[class]);
        let high = size >> plain;
        let mut read = 0;
        for odds in &mut self.ones[class * MAX_ONES..(class + 1) * MAX_ONES] {
            if !coder.bit(odds, high > read)? {
                break;
            }
            read += 1;
        }
        if read as usize == MAX_ONES {
            read += coder.unsigned(&mut self.beyond, high.saturating_sub(read))?;
        }
        if read > LARGEST >> plain {
            return Err(Damage::Inconsistent);
        }
        let size = read << plain | coder.plain(plain, u64::from(size))? as u32;
        if size == 0 {
            return Ok(0);
        }
        let negative = coder.even(value < 0)?;
        Ok(if negative { -size.cast_signed() } else { size.cast_signed() })
    }
}

/// The coefficients of a block, `[column][channel]`.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Coefficients {
    pub(super) channels: usize,
    pub(super) values: Vec<i32>,
    /// The sum of magnitudes of each column.
    pub(super) sums: Vec<u64>,
}

impl Coefficients {
    /// All zero. Errors: [`Damage::OutOfMemory`].
    pub(super) fn zero(columns: usize, channels: usize) -> Result<Self, Damage> {
        let count = columns.checked_mul(channels).ok_or(Damage::OutOfMemory)?;
        let mut values = Vec::new();
        values.try_reserve_exact(count).map_err(|_| Damage::OutOfMemory)?;
        values.resize(count, 0);
        Ok(Self { channels, values, sums: vec![0; columns] })
    }

    #[inline]
    pub(super) fn get(&self, column: usize, channel: usize) -> i32 {
        self.values[column * self.channels + channel]
    }

    #[inline]
    pub(super) fn set(&mut self, column: usize, channel: usize, value: i32) {
        let slot = &mut self.values[column * self.channels + channel];
        self.sums[column] = self.sums[column] - u64::from(slot.unsigned_abs()) + u64::from(value.unsigned_abs());
        *slot = value;
    }

    #[inline]
    fn size(&self, column: u32, channel: usize) -> u64 {
        if column == NONE { 0 } else { u64::from(self.get(column as usize, channel).unsigned_abs()) }
    }

    fn sizes(&self, column: u32, channels: std::ops::Range<usize>) -> u64 {
        if column == NONE {
            return 0;
        }
        let start = column as usize * self.channels;
        self.values[start + channels.start..start + channels.end]
            .iter()
            .map(|value| u64::from(value.unsigned_abs()))
            .sum()
    }

    /// The share of the previous column of the same level in the expected magnitudes of a column's coefficients.
    pub(super) fn background(&self, at: &GridColumn) -> u64 {
        let [previous, _] = at.previous;
        if previous == NONE {
            22 * 1024 * NO_COLUMN
        } else {
            // A block in which nothing moves has no channels.
            22 * 1024 * self.sums[previous as usize] / self.channels.max(1) as u64
        }
    }

    /// The context in which a coefficient is coded: its neighbours that are coded already choose it. `background` is that of the column.
    #[inline]
    pub(super) fn class(
        &self,
        at: &GridColumn,
        background: u64,
        column: usize,
        channel: usize,
        related: &RelatedChannels,
    ) -> usize {
        let here = column as u32;
        let [previous, second] = at.previous;
        let three = |first: Option<usize>| first.map_or(0, |first| self.sizes(here, first..first + 3));
        let near = 18 * self.size(previous, channel)
            + 8 * self.size(second, channel)
            + 4 * self.size(at.coarser[0], channel)
            + self.size(at.coarser[1], channel)
            + 6 * self.sizes(here, related.first..channel)
            + self.sizes(previous, channel + 1..related.first + 3)
            + 2 * three(related.parent)
            + 2 * three(related.mirror);
        class_of(1024 * near + background + 66)
    }

    /// Writes or reads all coefficients, column by column. `limits` has the number of columns of each channel. After each
    /// coefficient `each` is called with the coder, column, channel, class and value.
    pub(super) fn code<C: Coder>(
        &mut self,
        coder: &mut C,
        odds: &mut CoefficientOdds,
        grid: &Grid,
        related: &[RelatedChannels],
        limits: &[usize],
        mut each: impl FnMut(&C, usize, usize, usize, i32),
    ) -> Result<(), Damage> {
        for (column, at) in grid.columns.iter().enumerate() {
            let background = self.background(at);
            for (channel, (related, &limit)) in related.iter().zip(limits).enumerate() {
                if column >= limit {
                    continue;
                }
                let class = self.class(at, background, column, channel, related);
                let value = odds.code(coder, class, self.get(column, channel))?;
                self.set(column, channel, value);
                each(coder, column, channel, class, value);
            }
        }
        Ok(())
    }
}

/// The class of an expected magnitude, which is not 0, in 65,536ths.
#[inline]
fn class_of(likely: u64) -> usize {
    let at_most = usize::from(AT_MOST[likely.ilog2() as usize]);
    // At most two thresholds lie between two powers of two.
    at_most + THRESHOLDS[at_most..].iter().take(2).filter(|threshold| **threshold <= likely).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_class_begins_at_its_threshold() {
        let near = THRESHOLDS.iter().flat_map(|threshold| [threshold - 1, *threshold, threshold + 1]);
        for likely in near.chain((0..63).flat_map(|power| [1 << power, 3 << power])) {
            assert_eq!(class_of(likely), THRESHOLDS.partition_point(|threshold| *threshold <= likely), "{likely}");
        }
    }

    #[test]
    fn a_block_without_channels_has_nothing_in_the_background() {
        let grid = Grid::new(4, &[], 256);
        let none = Coefficients::zero(grid.columns.len(), 0).unwrap();
        assert!(grid.columns.iter().skip(1).all(|column| none.background(column) == 0));
    }
}
