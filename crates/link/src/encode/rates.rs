//! Estimates the bits of a coefficient from the statistics of the current coefficients.

use super::super::coefficients::{CLASSES, CoefficientOdds, Coefficients, MAX_ONES, PLAIN_BITS, RelatedChannels};
use super::super::grid::Grid;
use marey::compact::maths::log2;

/// The initial odds weigh as much as this many coefficients.
const FIRST_COUNTS: f32 = 20.0;

/// Bits of each unary part, by class.
pub(super) struct Rates {
    bits: Vec<f32>,
}

impl Rates {
    /// Counts the coefficients; `limits` has the number of columns of each channel.
    pub(super) fn new(coefficients: &Coefficients, grid: &Grid, related: &[RelatedChannels], limits: &[usize]) -> Self {
        let width = MAX_ONES + 1;
        let mut counts = vec![0.0f32; CLASSES * width];
        for (column, at) in grid.columns.iter().enumerate() {
            let background = coefficients.background(at);
            for (channel, (related, &limit)) in related.iter().zip(limits).enumerate() {
                if column < limit {
                    let class = coefficients.class(at, background, column, channel, related);
                    let high = coefficients.get(column, channel).unsigned_abs() >> PLAIN_BITS[class];
                    counts[class * width + (high as usize).min(MAX_ONES)] += 1.0;
                }
            }
        }
        let mut bits = vec![0.0; CLASSES * width];
        for class in 0..CLASSES {
            let own = &counts[class * width..(class + 1) * width];
            let first = f32::from(CoefficientOdds::first(class)) / 65_536.0;
            let mut left: f32 = own.iter().sum();
            let mut ones = 0.0;
            for (high, count) in own.iter().enumerate().take(MAX_ONES) {
                let more = left - count;
                let odds = (more + FIRST_COUNTS * first) / (left + FIRST_COUNTS);
                bits[class * width + high] = ones - log2(1.0 - odds);
                ones -= log2(odds);
                left = more;
            }
            bits[class * width + MAX_ONES] = ones;
        }
        Self { bits }
    }

    #[inline]
    pub(super) fn of(&self, class: usize, value: i32) -> f32 {
        let size = value.unsigned_abs();
        let plain = PLAIN_BITS[class];
        let high = (size >> plain) as usize;
        let mut bits = self.bits[class * (MAX_ONES + 1) + high.min(MAX_ONES)] + f32::from(plain);
        if size > 0 {
            bits += 1.0;
        }
        if high >= MAX_ONES {
            bits += 2.0 * ((high - MAX_ONES + 1).ilog2() as f32) + 1.0;
        }
        bits
    }
}
