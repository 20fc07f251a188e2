//! Angles over the gait cycle.

use marey::body::Side;

use super::statistic::Statistic;
use super::walk::Walk;
use super::{Angle, AngleSeries, JointAngles};

/// Points of a cycle: 0 to 100 percent.
pub const POINTS: usize = 101;

/// An angle over the cycles of a side.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct AngleCurve {
    /// The angle.
    pub angle: Angle,
    /// Left or right. Central angles have a curve for each side, with its signs.
    pub side: Side,
    /// The cycles by their indices in [`Walk::cycles`], each with [`POINTS`] values, degrees. Those that turn are left out.
    pub cycles: Vec<(usize, Vec<f64>)>,
    /// The mean of the cycles, [`POINTS`] values.
    pub mean: Vec<f64>,
    /// The standard deviation (n - 1) at each point. `None` with fewer than two cycles.
    pub sd: Option<Vec<f64>>,
    /// The mean lift-off of these cycles, percent.
    pub lift_off: f64,
}

/// All angles over the cycles of each side, in the order of [`JointAngles::series`]; none for a side without cycles.
pub fn curves(angles: &JointAngles, walk: &Walk) -> Vec<AngleCurve> {
    let mut all = Vec::new();
    for series in &angles.series {
        for side in [Side::Left, Side::Right] {
            if series.side == side || series.side == Side::Middle {
                all.extend(curve(series, &angles.times, walk, side));
            }
        }
    }
    all
}

fn curve(series: &AngleSeries, times: &[f64], walk: &Walk, side: Side) -> Option<AngleCurve> {
    let sign = if side == Side::Left && series.angle.turns_with_side() { -1.0 } else { 1.0 };
    let own = || walk.cycles.iter().enumerate().filter(|(_, cycle)| cycle.side == side && !cycle.is_turning());
    let cycles: Vec<(usize, Vec<f64>)> = own()
        .map(|(index, cycle)| {
            let moment = |point: usize| cycle.from + cycle.seconds() * point as f64 / (POINTS - 1) as f64;
            let values = (0..POINTS).map(|point| sign * value_at(&series.degrees, times, moment(point)));
            (index, whole_turns_off(values.collect()))
        })
        .collect();
    let at =
        |point: usize| -> Vec<f64> { cycles.iter().filter_map(|(_, values)| values.get(point)).copied().collect() };
    let statistics: Vec<Statistic> = (0..POINTS).map(|point| Statistic::new(&at(point))).collect();
    let mean = statistics.iter().map(|one| one.mean).collect::<Option<Vec<f64>>>()?;
    let sd = statistics.iter().map(|one| one.sd).collect();
    let lift_off = Statistic::new(&own().map(|(_, cycle)| cycle.stance()).collect::<Vec<_>>()).mean?;
    Some(AngleCurve { angle: series.angle, side, cycles, mean, sd, lift_off })
}

/// A value between two moments, on a straight line. Moments are evenly spaced.
pub(super) fn value_at(values: &[f64], times: &[f64], seconds: f64) -> f64 {
    let after = times.partition_point(|time| *time <= seconds).clamp(1, times.len().saturating_sub(1).max(1));
    let ends = [after - 1, after].map(|at| times.get(at).copied().zip(values.get(at).copied()));
    let [Some((from, a)), Some((to, b))] = ends else { return f64::NAN };
    a + (b - a) * ((seconds - from) / (to - from)).clamp(0.0, 1.0)
}

/// Takes whole turns off, so that the mean is within half a turn.
fn whole_turns_off(mut degrees: Vec<f64>) -> Vec<f64> {
    let known: Vec<f64> = degrees.iter().copied().filter(|value| value.is_finite()).collect();
    let turns = Statistic::new(&known).mean.map_or(0.0, |mean| (mean / 360.0).round());
    degrees.iter_mut().for_each(|value| *value -= 360.0 * turns);
    degrees
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_between_moments_lie_on_a_straight_line() {
        let (times, values) = ([0.0, 0.5, 1.0], [0.0, 10.0, 30.0]);
        for (seconds, expected) in [(-1.0, 0.0), (0.25, 5.0), (0.5, 10.0), (0.75, 20.0), (1.0, 30.0), (9.0, 30.0)] {
            assert_eq!(value_at(&values, &times, seconds), expected, "{seconds}");
        }
        assert!(value_at(&[], &[], 0.0).is_nan());
        assert_eq!(whole_turns_off(vec![350.0, 370.0, f64::NAN])[..2], [-10.0, 10.0]);
    }
}
