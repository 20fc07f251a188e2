//! Finds values that jump away for one to five frames and come back.

use glam::DVec3;

use super::noise::step;
use super::sample::FrameValue;
use crate::runs::quantile;
use marey::checked::Checked;

/// The longest spike, frames.
const LONGEST: usize = 5;
/// The frames around a spike that tell how much is usual, seconds.
const AROUND: f64 = 0.35;
/// The frames right before and right after a spike, in which the value moves evenly.
const BESIDE: usize = 2;
/// The share of a spike's size that the jumps beside it may have. Where a limb whips around, or a recording is wrong for longer than a spike, jump follows jump, and
/// the values beside do not tell what was there. Chosen on half of the clean clips of the corpus: 15 finds became 5, and on the other half 1 became none; of 459
/// spikes that were made there, 458 were found before and after.
const EVEN: f64 = 0.45;

/// A spike, as found.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Spike {
    pub(super) first: usize,
    pub(super) last: usize,
    /// The smaller one of its two jumps: radians, or the unit of the points.
    pub(super) size: f64,
}

/// The spikes of a track whose jumps are at least `least`, in their order.
pub(super) fn spikes<S: FrameValue>(values: &[S], rate: f64, least: f64) -> Vec<Spike> {
    let frames = values.len();
    if frames < 12 {
        return Vec::new();
    }
    let jumps = jumps(values);
    let sizes: Vec<f64> = jumps.iter().map(|jump| jump.length()).collect();
    let near = ((AROUND * rate) as usize).max(10);
    let mut hits: Vec<(f64, Spike)> = Vec::new();
    for length in 1..=LONGEST {
        for before in 0..frames.saturating_sub(1 + length) {
            let (away, back) = (sizes.at(before), sizes.at(before + length));
            let size = away.min(back);
            if size <= least {
                continue;
            }
            let (first, last) = (before + 1, before + length);
            let opposed =
                jumps.at(before).dot(jumps.at(before + length)) < -0.5 * away * back || S::IS_TURN && size > 2.6;
            let around = sizes.get(before.saturating_sub(near)..before.saturating_sub(1)).unwrap_or_default().iter();
            let behind = sizes.get((last + 2).min(sizes.len())..(last + near).min(sizes.len())).unwrap_or_default();
            let mut usual: Vec<f64> = around.chain(behind).copied().collect();
            let rest = values.at(before).way_to(values.at(last + 1)).length();
            let returns = rest < 0.6 * size + quantile(&mut usual, 0.5) * length as f64;
            let is_even = |steps: Option<&[f64]>| steps.unwrap_or_default().iter().all(|step| *step < EVEN * size);
            let beside = sizes.get(last + 1..(last + 1 + BESIDE).min(sizes.len()));
            let even = is_even(sizes.get(before.saturating_sub(BESIDE)..before)) && is_even(beside);
            if opposed && returns && even && size > 3.0 * quantile(&mut usual, 0.8) {
                let score = size / away.max(back) * (1.0 - 0.02 * length as f64);
                hits.push((score, Spike { first, last, size }));
            }
        }
    }
    hits.sort_by(|(a, x), (b, y)| b.total_cmp(a).then(y.size.total_cmp(&x.size)));
    let mut taken: Vec<Spike> = Vec::new();
    for (_, spike) in hits {
        // Spikes have at least a good frame between them.
        if taken.iter().all(|other| spike.first > other.last + 1 || other.first > spike.last + 1) {
            taken.push(spike);
        }
    }
    taken.sort_by_key(|spike| spike.first);
    taken
}

/// Each step without the median of the three before it and the three after it: a jump stays, speed goes.
fn jumps<S: FrameValue>(values: &[S]) -> Vec<DVec3> {
    let steps: Vec<DVec3> = values.windows(2).map(|pair| step(pair)).collect();
    let last = steps.len() - 1;
    // Beyond the ends steps are mirrored.
    let at = |index: isize| {
        let inside = if index < 0 { -index } else { index } as usize;
        steps.at(if inside > last { (2 * last).saturating_sub(inside) } else { inside })
    };
    let usual = |index: usize| median([-3, -2, -1, 1, 2, 3].map(|apart: isize| at(index.cast_signed() + apart)));
    steps.iter().enumerate().map(|(index, step)| *step - usual(index)).collect()
}

/// The median of six vectors, component by component: the mean of the third and the fourth.
fn median([a, b, c, d, e, f]: [DVec3; 6]) -> DVec3 {
    let sorted = |a: DVec3, b: DVec3, c: DVec3| {
        let (low, high) = (a.min(b), a.max(b));
        [low.min(c), low.max(high.min(c)), high.max(c)]
    };
    // Of two sorted halves, three values are at or below the first of these, and three at or above the second.
    let ([a, b, c], [d, e, f]) = (sorted(a, b, c), sorted(d, e, f));
    (c.min(f).min(b.max(d)).min(e.max(a)) + a.max(d).max(c.min(e)).max(b.min(f))) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_jump_out_and_back_is_a_spike_and_a_step_is_none() {
        let mut values: Vec<DVec3> = (0..60).map(|frame| DVec3::X * 0.01 * f64::from(frame)).collect();
        values.iter_mut().skip(20).take(3).for_each(|value| value.y += 1.0);
        values.iter_mut().skip(40).for_each(|value| value.z += 1.0);
        let found = spikes(&values, 60.0, 0.2);
        assert_eq!(found.iter().map(|spike| (spike.first, spike.last)).collect::<Vec<_>>(), [(20, 22)]);
        assert!((found[0].size - 1.0).abs() < 0.05);
    }

    #[test]
    fn one_of_many_jumps_in_a_row_is_no_spike() {
        let still: Vec<DVec3> = (0..60).map(|frame| DVec3::X * 0.01 * f64::from(frame)).collect();
        let jumps = |places: &[(usize, f64)]| {
            let mut values = still.clone();
            places.iter().for_each(|(frame, way)| values.change(*frame, |value| value.y += way));
            spikes(&values, 120.0, 0.2).len()
        };
        assert_eq!(jumps(&[(30, 1.0)]), 1);
        assert_eq!(jumps(&[(26, 0.5), (27, -0.7), (28, 0.6), (30, 1.0), (32, -0.8)]), 0);
        assert_eq!(jumps(&[(15, 0.5), (30, 1.0), (45, -0.8)]), 3);
    }
}
