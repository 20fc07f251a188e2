//! Angles, and rates of change by differences of frames.

use glam::{DQuat, DVec3};

/// Between two directions, degrees; NaN for a direction without length. By the arc tangent, which is exact for small angles, too.
pub(crate) fn angle(a: DVec3, b: DVec3) -> f64 {
    if a == DVec3::ZERO || b == DVec3::ZERO {
        return f64::NAN;
    }
    a.cross(b).length().atan2(a.dot(b)).to_degrees()
}

/// The frames before and after each frame, with the seconds between them; at both ends the frame itself takes the place of the one
/// that is missing.
fn around<T: Copy>(all: &[T], times: &[f64]) -> impl Iterator<Item = (T, T, f64)> {
    let last = all.len().saturating_sub(1);
    (0..all.len()).filter_map(move |frame| {
        let (before, after) = (frame.saturating_sub(1), (frame + 1).min(last));
        Some((*all.get(before)?, *all.get(after)?, times.get(after)? - times.get(before)?))
    })
}

/// Speeds by central differences, `|p[i+1] - p[i-1]| / (t[i+1] - t[i-1])`.
pub(super) fn speeds(way: &[DVec3], times: &[f64]) -> Vec<f64> {
    around(way, times).map(|(a, b, seconds)| if seconds > 0.0 { a.distance(b) / seconds } else { 0.0 }).collect()
}

/// Lengths of the accelerations: the second divided difference, `2 |(p[i+1] - p[i]) / (t[i+1] - t[i]) - (p[i] - p[i-1]) /
/// (t[i] - t[i-1])| / (t[i+1] - t[i-1])`. NaN at both ends.
pub(super) fn accelerations(way: &[DVec3], times: &[f64]) -> Vec<f64> {
    let at = |frame: usize| way.get(frame).copied().zip(times.get(frame).copied());
    let one = |frame: usize| {
        let ((a, from), (b, now), (c, to)) = (at(frame.checked_sub(1)?)?, at(frame)?, at(frame + 1)?);
        (now > from && to > now).then(|| 2.0 * ((c - b) / (to - now) - (b - a) / (now - from)).length() / (to - from))
    };
    (0..way.len()).map(|frame| one(frame).unwrap_or(f64::NAN)).collect()
}

/// The angle of the rotation from the frame before to the frame after, degrees a second. By the arc tangent of the quaternion's
/// parts, which is exact for small angles, too.
pub(super) fn angular_speeds(turns: &[DQuat], times: &[f64]) -> Vec<f64> {
    let angle = |a: DQuat, b: DQuat| {
        let between = a.conjugate() * b;
        2.0 * between.xyz().length().atan2(between.w.abs()).to_degrees()
    };
    around(turns, times).map(|(a, b, seconds)| if seconds > 0.0 { angle(a, b) / seconds } else { 0.0 }).collect()
}

/// The least horizontal speed of several ways, millimetres a second.
pub(super) fn slides(ways: &[Vec<DVec3>], times: &[f64]) -> Vec<f64> {
    let level = |way: &Vec<DVec3>| way.iter().map(|point| DVec3::new(point.x, 0.0, point.z)).collect::<Vec<_>>();
    let all: Vec<Vec<f64>> = ways.iter().map(|way| speeds(&level(way), times)).collect();
    let at = |frame: usize| all.iter().filter_map(|speeds| speeds.get(frame)).copied().fold(f64::INFINITY, f64::min);
    (0..times.len())
        .map(|frame| at(frame) * 1000.0)
        .map(|slide| if slide.is_finite() { slide } else { f64::NAN })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Frames at uneven moments.
    const TIMES: [f64; 6] = [0.0, 0.1, 0.2, 0.35, 0.5, 0.6];

    #[test]
    fn a_throw_has_the_acceleration_of_gravity_and_a_circle_its_speed() {
        let throw: Vec<DVec3> = TIMES.iter().map(|t| DVec3::new(3.0 * t, 2.0 * t - 0.5 * 9.81 * t * t, 1.0)).collect();
        let found = accelerations(&throw, &TIMES);
        assert!(found[0].is_nan() && found[5].is_nan());
        assert!(found[1..5].iter().all(|one| (one - 9.81).abs() < 1e-9), "{found:?}");
        let circle: Vec<DVec3> =
            (0..200).map(|i| f64::from(i) * 0.01).map(|t| DVec3::new(t.cos(), 0.0, t.sin())).collect();
        let times: Vec<f64> = (0..200).map(|i| f64::from(i) * 0.01).collect();
        assert!(speeds(&circle, &times).iter().all(|one| (one - 1.0).abs() < 1e-4));
        assert!(accelerations(&circle, &times)[1..199].iter().all(|one| (one - 1.0).abs() < 1e-4));
    }

    #[test]
    fn a_joint_that_turns_evenly_has_one_angular_speed_whatever_the_signs() {
        let turn = |t: f64| DQuat::from_axis_angle(DVec3::new(0.6, 0.0, 0.8), t * 1.5);
        let turns: Vec<DQuat> =
            TIMES.iter().enumerate().map(|(i, t)| if i % 2 == 1 { -turn(*t) } else { turn(*t) }).collect();
        let expected = 1.5_f64.to_degrees();
        assert!(angular_speeds(&turns, &TIMES).iter().all(|one| (one - expected).abs() < 1e-9));
        assert_eq!(angular_speeds(&[DQuat::IDENTITY], &[0.0]), [0.0]);
    }

    #[test]
    fn a_foot_slides_as_fast_as_its_slowest_joint_does_on_the_floor() {
        let heel: Vec<DVec3> = TIMES.iter().map(|t| DVec3::new(0.5 * t, 3.0 * t, 0.0)).collect();
        let toes: Vec<DVec3> = TIMES.iter().map(|t| DVec3::new(0.0, 0.0, 0.02 * t)).collect();
        assert!(slides(&[heel, toes], &TIMES).iter().all(|one| (one - 20.0).abs() < 1e-9));
        assert!(slides(&[], &TIMES).iter().all(|one| one.is_nan()));
    }
}
