//! Values of a track: rotations and points, each with the way from one to another as a vector.

use glam::{DQuat, DVec3};

use marey::compact::maths::{angle_of, turn};

/// A rotation or a point at one frame. Ways between rotations are rotation vectors in the space of the first (radians).
pub(super) trait FrameValue: Copy + Default + PartialEq {
    /// Whether it is a rotation.
    const IS_TURN: bool;

    /// The way to another value, the short way round.
    fn way_to(self, other: Self) -> DVec3;

    /// The value at the end of a way.
    fn moved(self, way: DVec3) -> Self;

    /// How fast the way from a fixed value grows, where the value at its end moves at `rate`, seen from itself.
    fn growth(way: DVec3, rate: DVec3) -> DVec3;
}

impl FrameValue for DVec3 {
    const IS_TURN: bool = false;

    fn way_to(self, other: Self) -> DVec3 {
        other - self
    }

    fn moved(self, way: DVec3) -> Self {
        self + way
    }

    fn growth(_: DVec3, rate: DVec3) -> DVec3 {
        rate
    }
}

impl FrameValue for DQuat {
    const IS_TURN: bool = true;

    #[inline]
    fn way_to(self, other: Self) -> DVec3 {
        log(self.conjugate() * other)
    }

    fn moved(self, way: DVec3) -> Self {
        self * exp(way)
    }

    /// The inverse of the right Jacobian of rotations, times `rate` (Chirikjian, Stochastic Models, Information Theory, and Lie Groups 2, 10.86).
    fn growth(way: DVec3, rate: DVec3) -> DVec3 {
        let angle = way.length();
        let across = way.cross(rate);
        let share = if angle < 1e-4 {
            1.0 / 12.0
        } else {
            // (1 + cos) / sin of the angle is 1 / tan of its half, which has no limit at half a turn.
            let half = exp(DVec3::X * angle);
            (1.0 - 0.5 * angle * half.w / half.x.max(1e-6)) / (angle * angle)
        };
        rate + 0.5 * across + share * way.cross(across)
    }
}

/// The rotation vector of a unit quaternion, the short way round.
#[inline]
pub(super) fn log(q: DQuat) -> DVec3 {
    let q = if q.w < 0.0 { -q } else { q };
    let axis = DVec3::new(q.x, q.y, q.z);
    let square = axis.length_squared();
    if square < 0.09 {
        // The series of the arc sine; what is left out is below 1e-8 of the result.
        let series = [945.0 / 42_240.0, 105.0 / 3456.0, 15.0 / 336.0, 3.0 / 40.0, 1.0 / 6.0, 1.0];
        return axis * (2.0 * series.into_iter().fold(0.0, |sum, next| sum * square + next));
    }
    let sine = square.sqrt();
    axis * (2.0 * angle_of(sine.min(1.0), q.w) / sine)
}

/// The rotation of a rotation vector.
pub(super) fn exp(way: DVec3) -> DQuat {
    let angle = way.length();
    if angle < 1e-12 { DQuat::IDENTITY } else { turn(way / angle, angle) }
}

/// Gives each rotation the sign that is nearer to the one before: both signs are the same rotation.
pub(super) fn one_hemisphere(turns: &mut [DQuat]) {
    let mut before = turns.first().copied().unwrap_or_default();
    for turn in turns {
        if before.dot(*turn) < 0.0 {
            *turn = -*turn;
        }
        before = *turn;
    }
}

/// The shortest rotation from one direction to another.
pub(super) fn arc(from: DVec3, to: DVec3) -> DQuat {
    match (from.try_normalize(), to.try_normalize()) {
        (Some(from), Some(to)) => DQuat::from_rotation_arc(from, to),
        _ => DQuat::IDENTITY,
    }
}

/// The basis of cubic Hermite curves: the shares of the first value, the first rate, the last value and the last rate at 0 to 1.
pub(super) fn hermite(s: f64) -> [f64; 4] {
    let (s2, s3) = (s * s, s * s * s);
    [2.0 * s3 - 3.0 * s2 + 1.0, s3 - 2.0 * s2 + s, 3.0 * s2 - 2.0 * s3, s3 - s2]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_way_leads_from_one_rotation_to_the_other() {
        for step in 0..=310 {
            let way = DVec3::new(0.36, -0.48, 0.8) * f64::from(step) * 0.01;
            let from = exp(DVec3::new(1.0, 0.2, -0.4));
            assert!(from.way_to(from.moved(way)).distance(way) < 1e-7, "{way}");
            assert!(from.way_to(-from.moved(way)).distance(way) < 1e-7, "the sign means nothing");
        }
    }

    #[test]
    fn the_growth_of_a_way_is_its_derivative() {
        for way in [DVec3::new(1e-5, 0.0, 0.0), DVec3::new(0.4, -1.1, 0.3), DVec3::new(1.2, 2.0, -1.4)] {
            let rate = DVec3::new(0.3, 0.7, -0.2);
            let (step, turned) = (1e-5, exp(way));
            let found = (log(turned.moved(rate * step)) - log(turned.moved(rate * -step))) / (2.0 * step);
            assert!(found.distance(DQuat::growth(way, rate)) < 1e-4, "{way}: {found}");
        }
    }
}
