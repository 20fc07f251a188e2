//! Reconstructs the values of every channel at every frame from the coefficients.

use super::block::Block;
use super::damage::Damage;
use super::grid::Grid;
use super::steps::ChannelSteps;

/// `[channel][frame]`: radians, metres, factors.
#[derive(Debug, Clone, Default)]
pub(super) struct Curves {
    pub(super) frames: usize,
    pub(super) values: Vec<f32>,
}

impl Curves {
    pub(super) fn new(block: &Block, grid: &Grid, steps: &ChannelSteps) -> Result<Self, Damage> {
        let frames = block.frames;
        let channels = steps.steps.len();
        let mut values: Vec<f32> = Vec::new();
        values.try_reserve_exact(channels * frames).map_err(|_| Damage::OutOfMemory)?;
        values.resize(channels * frames, 0.0);
        // A channel never has more columns than frames, so its coefficients fit where its values go.
        for channel in 0..channels {
            let (before, own) = values.split_at_mut(channel * frames);
            let own = &mut own[..frames];
            for (column, slot) in own.iter_mut().enumerate().take(grid.columns_below(block.bands[channel])) {
                *slot = block.coefficients.get(column, channel) as f32 * steps.steps[channel];
            }
            for (other, weight) in &steps.weights[channel] {
                let other = &before[other * frames..(other + 1) * frames];
                own.iter_mut().zip(other).for_each(|(own, other)| *own += weight * other);
            }
        }
        let (mut work, mut spare, mut coefficients) = (Vec::new(), Vec::new(), Vec::new());
        for own in values.chunks_exact_mut(frames.max(1)) {
            if own.iter().all(|value| *value == 0.0) {
                continue;
            }
            coefficients.clear();
            coefficients.extend_from_slice(own);
            grid.curve(|column| coefficients[column], &mut work, &mut spare, own);
        }
        Ok(Self { frames, values })
    }

    /// A channel's values.
    #[inline]
    pub(super) fn of(&self, channel: usize) -> &[f32] {
        &self.values[channel * self.frames..(channel + 1) * self.frames]
    }

    #[inline]
    pub(super) fn at(&self, channel: usize, frame: usize) -> f32 {
        self.values[channel * self.frames + frame]
    }
}
