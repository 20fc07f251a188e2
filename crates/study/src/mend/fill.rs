//! Fills frames with a curve that continues the motion on both sides.

use glam::DVec3;

use super::sample::{FrameValue, hermite};
use marey::checked::Checked;

/// The good frames around a gap from which its rates are taken, seconds.
const AROUND: f64 = 0.05;
/// In a gap that is longer than this, seconds, nobody knows how the motion goes on, and rates count less.
const RATES_COUNT: f64 = 0.36;

/// Frames to fill in one track.
#[derive(Debug, Clone, Copy)]
pub(super) struct Hole {
    /// Index of the track.
    pub(super) slot: usize,
    pub(super) first: usize,
    pub(super) last: usize,
}

/// Fills the frames from `first` to `last` by a cubic curve in the tangent space of the last good frame. `good` are the frames that rates may be taken from.
/// A gap at an end holds the value next to it.
pub(super) fn fill<S: FrameValue>(values: &mut [S], first: usize, last: usize, good: &[bool], rate: f64) {
    let before = first.checked_sub(1).and_then(|frame| values.get(frame)).copied();
    let after = values.get(last + 1).copied();
    let count = last + 1 - first;
    match (before, after) {
        (Some(start), Some(end)) => {
            let length = (count + 1) as f64;
            let share = (RATES_COUNT * rate / length).min(1.0);
            let way = start.way_to(end);
            let leaving = rate_at(values, first - 1, GapSide::Before, good, rate) * length * share;
            let arriving = S::growth(way, rate_at(values, last + 1, GapSide::After, good, rate)) * length * share;
            for (index, value) in values.iter_mut().skip(first).take(count).enumerate() {
                let [_, leave, arrive, slow] = hermite((index + 1) as f64 / length);
                *value = start.moved(leaving * leave + way * arrive + arriving * slow);
            }
        }
        (None, Some(held)) | (Some(held), None) => {
            values.iter_mut().skip(first).take(count).for_each(|value| *value = held)
        }
        (None, None) => {}
    }
}

/// Which side of a gap a good frame is on.
#[derive(Clone, Copy, PartialEq)]
enum GapSide {
    Before,
    After,
}

/// The rate per frame at a good frame beside a gap: of a parabola through this frame that fits the good ones beyond it, seen from itself.
fn rate_at<S: FrameValue>(values: &[S], at: usize, side: GapSide, good: &[bool], rate: f64) -> DVec3 {
    let wanted = ((AROUND * rate).round() as usize + 1).max(3);
    let here = values.at(at);
    // Sums of k^2, k^3 and k^4, and of the ways times k and k^2.
    let (mut k2, mut k3, mut k4) = (0.0, 0.0, 0.0);
    let (mut first, mut second) = (DVec3::ZERO, DVec3::ZERO);
    let mut used = 1;
    for apart in 1..wanted {
        let (frame, k) = match side {
            GapSide::Before => (at.checked_sub(apart), -(apart as f64)),
            GapSide::After => (Some(at + apart), apart as f64),
        };
        let Some(frame) = frame.filter(|frame| good.get(*frame) == Some(&true)) else { break };
        let Some(value) = values.get(frame) else { break };
        let way = here.way_to(*value);
        (k2, k3, k4) = (k2 + k * k, k3 + k * k * k, k4 + k * k * k * k);
        (first, second) = (first + way * k, second + way * k * k);
        used += 1;
    }
    let determinant = k2 * k4 - k3 * k3;
    match used {
        1 => DVec3::ZERO,
        2 => first / k2,
        _ => (first * k4 - second * k3) / determinant,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cubic_way_is_found_again() {
        let at = |frame: usize| {
            let t = frame as f64 / 10.0;
            DVec3::new(t * t, 1.0 - t, 0.5)
        };
        let mut values: Vec<DVec3> = (0..40).map(at).collect();
        let good: Vec<bool> = (0..40).map(|frame| !(15..=22).contains(&frame)).collect();
        values.iter_mut().skip(15).take(8).for_each(|value| *value = DVec3::NAN);
        fill(&mut values, 15, 22, &good, 60.0);
        assert!(values.iter().enumerate().all(|(frame, value)| value.distance(at(frame)) < 1e-9), "{values:?}");
    }

    #[test]
    fn a_gap_at_an_end_holds_its_neighbour() {
        let mut values = vec![DVec3::ZERO, DVec3::ZERO, DVec3::ONE, DVec3::ZERO];
        fill(&mut values, 0, 1, &[false, false, true, true], 60.0);
        fill(&mut values, 3, 3, &[true, true, true, false], 60.0);
        assert_eq!(values, [DVec3::ONE; 4]);
    }
}
