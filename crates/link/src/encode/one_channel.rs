//! Chooses the coefficients of one channel by their bits and their effect on the figure.

use super::super::block::Block;
use super::super::coefficients::RelatedChannels;
use super::super::grid::Grid;
use super::basis::{Basis, dot, square_dot};
use super::rates::Rates;

/// A zero stays zero while the best value is nearer to it than this (in steps).
pub(super) const DEAD_ZONE: f32 = 0.35;

/// Largest magnitude of a coefficient that is searched: a little below the largest that the format takes.
pub(super) const MAX_COEFFICIENT: f32 = 16_000_000.0;

/// The channel being optimised. `slope` is half the decrease of the squared error per unit, `strength` the squared
/// displacement of all points per unit, both frame by frame.
pub(super) struct OneChannel<'a> {
    pub(super) channel: usize,
    pub(super) step: f32,
    pub(super) lambda: f32,
    pub(super) slope: &'a mut [f32],
    pub(super) strength: &'a [f32],
    pub(super) change: &'a mut [f32],
    pub(super) changed: bool,
}

impl OneChannel<'_> {
    /// Adds `by` steps of a column to the change.
    fn add(&mut self, basis: &Basis, column: usize, by: i32) {
        let (start, values) = basis.column(column);
        let end = start + values.len();
        let by = by as f32 * self.step;
        let lists = self.slope[start..end].iter_mut().zip(&self.strength[start..end]).zip(&mut self.change[start..end]);
        for (((slope, strength), change), value) in lists.zip(values) {
            let by = by * value;
            *change += by;
            *slope -= by * strength;
        }
        self.changed = true;
    }

    /// Drops the finest bands if that lowers the cost.
    pub(super) fn prune(
        &mut self,
        block: &mut Block,
        grid: &Grid,
        basis: &Basis,
        related: &[RelatedChannels],
        rates: &Rates,
    ) {
        let channel = self.channel;
        let band = block.bands[channel];
        let mut without = vec![0.0f32; self.slope.len()];
        let (mut best, mut best_band, mut saved) = (0.0f32, band, 0.0f32);
        for lower in (0..band).rev() {
            for column in grid.columns_below(lower)..grid.columns_below(lower + 1) {
                let value = block.coefficients.get(column, channel);
                let class = block.class(grid, column, channel, &related[channel]);
                saved += rates.of(class, value);
                if value != 0 {
                    let (start, values) = basis.column(column);
                    let by = value as f32 * self.step;
                    without[start..start + values.len()].iter_mut().zip(values).for_each(|(sum, own)| *sum -= by * own);
                }
            }
            let worse = square_dot(&without, self.strength) - 2.0 * dot(&without, self.slope);
            let gain = worse - self.lambda * saved;
            if gain < best {
                (best, best_band) = (gain, lower);
            }
            // Dropping more bands would only cost more.
            if worse > self.lambda * saved * 8.0 + 64.0 * self.lambda {
                break;
            }
        }
        if best_band < band {
            for column in grid.columns_below(best_band)..grid.columns_below(band) {
                let value = block.coefficients.get(column, channel);
                if value != 0 {
                    self.add(basis, column, -value);
                    block.coefficients.set(column, channel, 0);
                }
            }
            block.bands[channel] = best_band;
        }
    }

    /// Optimises every coefficient.
    pub(super) fn choose(
        &mut self,
        block: &mut Block,
        grid: &Grid,
        basis: &Basis,
        related: &[RelatedChannels],
        rates: &Rates,
    ) {
        let channel = self.channel;
        for column in 0..grid.columns_below(block.bands[channel]) {
            let (start, values) = basis.column(column);
            let end = start + values.len();
            let slope = dot(values, &self.slope[start..end]) * self.step;
            let strength = square_dot(values, &self.strength[start..end]).max(1e-12) * self.step * self.step;
            let best = slope / strength;
            let old = block.coefficients.get(column, channel);
            if old == 0 && best.abs() < DEAD_ZONE {
                continue;
            }
            let class = block.class(grid, column, channel, &related[channel]);
            let old_bits = rates.of(class, old);
            let low = (old as f32 + best).floor().clamp(-MAX_COEFFICIENT, MAX_COEFFICIENT) as i32;
            let (mut chosen, mut least) = (old, 0.0f32);
            for value in [low, low + 1, 0, old - old.signum()] {
                if value == old {
                    continue;
                }
                let by = (value - old) as f32;
                let worse = by * (by * strength - 2.0 * slope);
                let cost = worse + self.lambda * (rates.of(class, value) - old_bits);
                if cost < least {
                    (chosen, least) = (value, cost);
                }
            }
            if chosen != old {
                block.coefficients.set(column, channel, chosen);
                self.add(basis, column, chosen - old);
            }
        }
    }
}
