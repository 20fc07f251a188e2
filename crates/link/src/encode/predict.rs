//! Chooses up to three predictors for each channel: earlier channels whose weighted sum leaves a smaller residual.

use super::super::block::{Channel, MAX_PREDICTORS, Predictor, WEIGHT_STEPS, may_predict};
use super::super::bones::LinkBones;
use super::super::coefficients::RelatedChannels;
use super::super::grid::Grid;
use marey::compact::maths::log2;

/// Bits per predictor.
const COST: f32 = 14.0;
const MAX_WEIGHT: f32 = 8.0;

pub(super) struct PredictorSearch<'a> {
    pub(super) bones: &'a LinkBones,
    pub(super) channels: &'a [Channel],
    pub(super) related: &'a [RelatedChannels],
    pub(super) grid: &'a Grid,
    /// Unrounded coefficients, `[channel][column]`, and the step of each channel.
    pub(super) fitted: &'a [Vec<f32>],
    pub(super) steps: &'a [f32],
    pub(super) bands: &'a [usize],
}

impl PredictorSearch<'_> {
    pub(super) fn choose(&self) -> Vec<Vec<Predictor>> {
        let count = self.channels.len();
        let mut chosen = vec![Vec::new(); count];
        if !may_predict(count, self.bones.len()) {
            return chosen;
        }
        let values: Vec<Vec<f32>> = self
            .fitted
            .iter()
            .zip(self.steps)
            .map(|(fitted, step)| fitted.iter().map(|value| value / step).collect())
            .collect();
        let mut of_joint: Vec<Vec<usize>> = vec![Vec::new(); self.bones.len()];
        for (index, channel) in self.channels.iter().enumerate() {
            of_joint[channel.joint].push(index);
        }
        for (channel, chosen) in chosen.iter_mut().enumerate() {
            if self.bands[channel] > 0 {
                *chosen = self.choose_for(channel, &values, &of_joint);
            }
        }
        chosen
    }

    /// Candidates: earlier channels of the joint, its parent, grandparent, siblings and mirror joint, and of the root.
    fn candidates(&self, channel: usize, of_joint: &[Vec<usize>]) -> Vec<usize> {
        let joint = self.channels[channel].joint;
        let parent_of = |joint: usize| self.bones.bones[joint].parent;
        let mut joints = vec![joint, self.channels[0].joint];
        if let Some(parent) = parent_of(joint) {
            joints.push(parent);
            joints.extend(parent_of(parent));
            joints.extend((0..joint).filter(|other| parent_of(*other) == Some(parent)));
        }
        joints.extend(self.related[channel].mirror.map(|mirror| self.channels[mirror].joint));
        joints.sort_unstable();
        joints.dedup();
        let all = joints.iter().flat_map(|joint| &of_joint[*joint]).copied();
        all.filter(|other| *other < channel && self.bands[*other] > 0).collect()
    }

    fn choose_for(&self, channel: usize, values: &[Vec<f32>], of_joint: &[Vec<usize>]) -> Vec<Predictor> {
        let candidates = self.candidates(channel, of_joint);
        let own = &values[channel];
        let columns = self.grid.columns_below(self.bands[channel]);
        // The first coefficients are mostly the mean, which predicts nothing.
        let from = self.grid.segments.len().min(own.len());
        let mut best = self.bits(own, channel);
        let mut chosen: Vec<usize> = Vec::new();
        let mut weights: Vec<i32> = Vec::new();
        let mut rest = vec![0.0; own.len()];
        for _ in 0..MAX_PREDICTORS {
            let mut pick = None;
            for &candidate in candidates.iter().filter(|candidate| !chosen.contains(candidate)) {
                let mut set = chosen.clone();
                set.push(candidate);
                let Some(solved) = least_squares(&set, values, own, from) else { continue };
                let rounded: Vec<i32> = solved.iter().map(|weight| (weight * WEIGHT_STEPS).round() as i32).collect();
                let too_large = |weight: &i32| weight.unsigned_abs() as f32 > MAX_WEIGHT * WEIGHT_STEPS;
                if rounded.contains(&0) || rounded.iter().any(too_large) {
                    continue;
                }
                rest[..columns].copy_from_slice(&own[..columns]);
                for (other, weight) in set.iter().zip(&rounded) {
                    let weight = *weight as f32 / WEIGHT_STEPS;
                    let other = values[*other][..columns].iter();
                    rest[..columns].iter_mut().zip(other).for_each(|(rest, other)| *rest -= weight * other);
                }
                let bits = self.bits(&rest, channel) + COST * set.len() as f32;
                if bits < best - 1.0 {
                    best = bits;
                    pick = Some((set, rounded));
                }
            }
            match pick {
                Some((set, rounded)) => (chosen, weights) = (set, rounded),
                None => break,
            }
        }
        chosen.into_iter().zip(weights).collect()
    }

    /// Approximate bits of the values: those of a geometric distribution with their mean magnitude, group by group.
    fn bits(&self, values: &[f32], channel: usize) -> f32 {
        (0..self.bands[channel])
            .map(|group| {
                let (from, to) = (self.grid.columns_below(group), self.grid.columns_below(group + 1));
                let count = (to - from).max(1) as f32;
                let mean = (values[from..to].iter().map(|value| value.abs()).sum::<f32>() / count).max(1e-6);
                count * ((1.0 + mean) * log2(1.0 + mean) - mean * log2(mean) + mean / (1.0 + mean))
            })
            .sum()
    }
}

/// The weights of the channels in `set` whose sum is nearest to `own`, from column `from` on.
fn least_squares(set: &[usize], values: &[Vec<f32>], own: &[f32], from: usize) -> Option<Vec<f32>> {
    let count = set.len();
    let product = |a: &[f32], b: &[f32]| f64::from(super::basis::dot(&a[from..], &b[from..]));
    let mut rows = vec![vec![0.0; count + 1]; count];
    for (row, &a) in rows.iter_mut().zip(set) {
        for (slot, &b) in row.iter_mut().zip(set) {
            *slot = product(&values[a], &values[b]);
        }
        row[count] = product(&values[a], own);
    }
    for pivot in 0..count {
        let diagonal = rows[pivot][pivot];
        if diagonal < 1e-6 {
            return None;
        }
        let own = rows[pivot].clone();
        for (_, row) in rows.iter_mut().enumerate().filter(|(other, _)| *other != pivot) {
            let factor = row[pivot] / diagonal;
            row.iter_mut().zip(&own).for_each(|(entry, own)| *entry -= factor * own);
        }
    }
    Some((0..count).map(|row| (rows[row][count] / rows[row][row]) as f32).collect())
}
