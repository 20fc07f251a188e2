//! The way of a foot: how fast its slowest joint is, and how high its lowest one.

use std::ops::Range;

use glam::Vec3;

use crate::checked::Checked;

/// The way of one foot at evenly spaced moments. Lengths are statures.
pub(super) struct FootPath {
    /// The velocities of each joint relative to the room, statures a second.
    velocities: Vec<Vec<Vec3>>,
    /// The place of the ball of the foot, or of the ankle where the foot has none.
    pub(super) ball: Vec<Vec3>,
    /// The lowest joint's height.
    pub(super) heights: Vec<f32>,
    /// Whether the foot has a joint that is called heel.
    pub(super) has_heel: bool,
}

/// Velocities are slopes of parabolas over so many seconds to either side.
const REACH: f64 = 0.03;

impl FootPath {
    /// `paths`: the ways of the foot's joints in statures, the ball's last. `between`: seconds from a moment to the next.
    pub(super) fn new(paths: &[Vec<Vec3>], has_heel: bool, up: Vec3, between: f64) -> Self {
        let count = paths.first().map_or(0, Vec::len);
        let height = |moment: usize| {
            let heights = paths.iter().filter_map(|path| path.get(moment)).map(|place| place.dot(up));
            heights.fold(f32::INFINITY, f32::min)
        };
        Self {
            velocities: paths.iter().map(|path| slopes(path, REACH, between)).collect(),
            ball: paths.last().cloned().unwrap_or_default(),
            heights: (0..count).map(height).collect(),
            has_heel,
        }
    }

    /// The speed of the slowest joint relative to a ground that moves like this, at each moment.
    pub(super) fn speeds(&self, ground: Vec3) -> Vec<f32> {
        let speed = |moment: usize| {
            let each = self.velocities.iter().filter_map(|joint| joint.get(moment));
            each.map(|velocity| velocity.distance(ground)).fold(f32::INFINITY, f32::min)
        };
        (0..self.heights.len()).map(speed).collect()
    }
}

/// The slope of the parabola that fits best over `reach` seconds to either side, and at least from the moment before to the one after.
/// Beyond the ends a way goes on as it came, so that it bends nowhere (A. Savitzky and M. J. E. Golay, 1964).
pub fn slopes(path: &[Vec3], reach: f64, between: f64) -> Vec<Vec3> {
    let reach = ((reach / between) as isize).max(1);
    let last = path.len() as isize - 1;
    let at = |moment: isize| path.at(moment.clamp(0, last.max(0)) as usize);
    let beyond = |moment: isize| match moment {
        _ if last <= reach => at(moment),
        _ if moment < 0 => at(0) * 2.0 - at(-moment),
        _ if moment > last => at(last) * 2.0 - at(2 * last - moment),
        _ => at(moment),
    };
    let weight: f32 = (1..=reach).map(|step| 2.0 * (step * step) as f32).sum();
    let slope = |moment: isize| {
        let sum: Vec3 = (1..=reach).map(|step| (beyond(moment + step) - beyond(moment - step)) * step as f32).sum();
        sum / (weight * between as f32)
    };
    (0..=last).map(slope).collect()
}

/// The value below which this share of the values lies, between two values on a straight line.
pub fn percentile(values: &[f32], share: f32) -> f32 {
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(f32::total_cmp);
    let place = share * sorted.len().saturating_sub(1) as f32;
    let at = |index: usize| sorted.get(index).copied().unwrap_or(0.0);
    let below = place as usize;
    let above = (below + 1).min(sorted.len().saturating_sub(1));
    at(below) + (at(above) - at(below)) * place.fract()
}

/// The ranges in which a list is true.
pub fn runs(list: &[bool]) -> impl Iterator<Item = Range<usize>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + list.get(at..)?.iter().position(|on| *on)?;
        let length = list.get(start..)?.iter().position(|on| !*on);
        at = length.map_or(list.len(), |length| start + length);
        Some(start..at)
    })
}

/// The first and the last index of each of the [`runs`].
pub fn ends_of_runs(list: &[bool]) -> impl Iterator<Item = (usize, usize)> {
    runs(list).map(|run| (run.start, run.end - 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slopes_are_those_of_lines_and_parabolas() {
        let line: Vec<Vec3> = (0..20).map(|moment| Vec3::new(moment as f32, 2.0, -0.5 * moment as f32)).collect();
        for slope in slopes(&line, 0.03, 0.01) {
            assert!(slope.distance(Vec3::new(100.0, 0.0, -50.0)) < 1e-3, "{slope}");
        }
        let parabola: Vec<Vec3> = (0..20).map(|moment| Vec3::X * (moment * moment) as f32).collect();
        assert!((slopes(&parabola, 0.03, 1.0)[7].x - 14.0).abs() < 1e-4);
        assert!(slopes(&[], 0.03, 0.01).is_empty());
        assert_eq!(slopes(&[Vec3::ONE], 0.03, 0.01), [Vec3::ZERO]);
    }

    #[test]
    fn runs_have_both_ends() {
        let list = [false, true, true, false, true];
        assert_eq!(runs(&list).collect::<Vec<_>>(), [1..3, 4..5]);
        assert_eq!(ends_of_runs(&list).collect::<Vec<_>>(), [(1, 2), (4, 4)]);
        assert_eq!(runs(&[]).count(), 0);
    }

    #[test]
    fn percentiles_lie_between_values() {
        assert_eq!(percentile(&[4.0, 1.0, 3.0, 2.0, 5.0], 0.1), 1.4);
        assert_eq!(percentile(&[7.0], 0.95), 7.0);
        assert_eq!(percentile(&[], 0.5), 0.0);
    }
}
