//! Rotations as Euler angles.

use glam::{DMat3, DQuat};

/// The order of the factors of a rotation, from left to right. `Zxy` is `Rz * Rx * Ry` (column vectors), written
/// `Zrotation Xrotation Yrotation` in a BVH.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[expect(missing_docs, reason = "the names say it")]
pub enum RotationOrder {
    Xyz,
    Xzy,
    Yxz,
    Yzx,
    /// The order of most BVH files.
    #[default]
    Zxy,
    Zyx,
}

impl RotationOrder {
    /// Every order.
    pub const ALL: [Self; 6] = [Self::Xyz, Self::Xzy, Self::Yxz, Self::Yzx, Self::Zxy, Self::Zyx];

    /// The axes from left to right: 0, 1, 2 for X, Y, Z.
    pub fn axes(self) -> [usize; 3] {
        match self {
            Self::Xyz => [0, 1, 2],
            Self::Xzy => [0, 2, 1],
            Self::Yxz => [1, 0, 2],
            Self::Yzx => [1, 2, 0],
            Self::Zxy => [2, 0, 1],
            Self::Zyx => [2, 1, 0],
        }
    }

    /// The order with these axes. `None` if an axis repeats.
    pub(super) fn of(axes: [usize; 3]) -> Option<Self> {
        Self::ALL.into_iter().find(|order| order.axes() == axes)
    }

    /// Angles of `rotation` (a unit quaternion), in degrees and in this order. Of the equivalent solutions it returns the one
    /// nearest to `last`, so that curves do not jump.
    pub(super) fn angles(self, rotation: DQuat, last: [f64; 3]) -> [f64; 3] {
        let [i, j, k] = self.axes();
        let even = (i + 1) % 3 == j;
        let sign = if even { 1.0 } else { -1.0 };
        let entry = |matrix: &DMat3, row: usize, column: usize| matrix.col(column)[row];
        let matrix = DMat3::from_quat(rotation);
        let (toward, across) = (entry(&matrix, i, i), -sign * entry(&matrix, i, j));
        // In gimbal lock the first and third angles turn about the same axis: keep the third.
        let third = if toward.hypot(across) < LOCKED { last[2].to_radians() } else { across.atan2(toward) };
        // The remainder is a product of the first two rotations, whatever the third angle is, so accuracy holds near the lock.
        let rest = matrix * about(k, -third);
        let second = (sign * entry(&rest, i, k)).atan2(entry(&rest, i, i));
        let first = (sign * entry(&rest, k, j)).atan2(entry(&rest, j, j));
        let found = [first, second, third].map(f64::to_degrees);
        // The second solution for the same rotation.
        let other = [found[0] + 180.0, 180.0 - found[1], found[2] + 180.0];
        let near = |angles: [f64; 3]| -> [f64; 3] {
            std::array::from_fn(|at| angles[at] - 360.0 * ((angles[at] - last[at]) / 360.0).round())
        };
        let far = |angles: &[f64; 3]| -> f64 { angles.iter().zip(last).map(|(a, b)| (a - b).abs()).sum() };
        let (found, other) = (near(found), near(other));
        if far(&found) <= far(&other) { found } else { other }
    }
}

/// Gimbal lock: the cosine of the middle angle below which the other two angles cannot be separated.
const LOCKED: f64 = 1e-9;

fn about(axis: usize, angle: f64) -> DMat3 {
    match axis {
        0 => DMat3::from_rotation_x(angle),
        1 => DMat3::from_rotation_y(angle),
        _ => DMat3::from_rotation_z(angle),
    }
}

/// The product of rotations about axes (0, 1, 2 for X, Y, Z) by degrees, from left to right.
pub(super) fn product(turns: impl IntoIterator<Item = (usize, f64)>) -> DQuat {
    turns.into_iter().fold(DQuat::IDENTITY, |turned, (axis, degrees)| {
        let angle = degrees.to_radians();
        turned
            * match axis {
                0 => DQuat::from_rotation_x(angle),
                1 => DQuat::from_rotation_y(angle),
                _ => DQuat::from_rotation_z(angle),
            }
    })
}

#[cfg(test)]
mod tests {
    use glam::DVec3;

    use super::*;

    /// The angle between two rotations, in radians. glam's uses the arc cosine, which is inexact for small angles.
    fn angle_between(a: DQuat, b: DQuat) -> f64 {
        let turn = a.conjugate() * b;
        2.0 * turn.xyz().length().atan2(turn.w.abs())
    }

    /// Angles over the full circle, with right angles and values close to them.
    fn degrees() -> impl Iterator<Item = f64> {
        (-6..=6).map(|step| f64::from(step) * 30.0).chain([-90.0 - 1e-7, 90.0 - 1e-10, 90.0 + 1e-5, 12.5, 179.9999])
    }

    #[test]
    fn angles_give_the_rotation_in_every_order_and_at_gimbal_lock() {
        for order in RotationOrder::ALL {
            for (a, b) in degrees().flat_map(|a| degrees().map(move |b| (a, b))) {
                for c in degrees() {
                    let [i, j, k] = order.axes();
                    let rotation = product([(i, a), (j, b), (k, c)]);
                    let [x, y, z] = order.angles(rotation, [10.0, -20.0, 30.0]);
                    let again = product([(i, x), (j, y), (k, z)]);
                    assert!(angle_between(rotation, again) < 1e-9, "{order:?} {a} {b} {c}");
                }
            }
        }
    }

    #[test]
    fn curves_do_not_jump() {
        for order in RotationOrder::ALL {
            let mut last = [0.0; 3];
            // Two full turns about a tilted axis, so that the first angle passes 180 degrees.
            for step in 0..=720 {
                let axis = DVec3::AXES[order.axes()[0]] + DVec3::new(0.02, 0.03, 0.01);
                let turn = DQuat::from_axis_angle(axis.normalize(), f64::from(step).to_radians());
                let next = order.angles(turn, last);
                let jump = next.iter().zip(last).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
                assert!(jump < 2.0, "{order:?} {step}: {last:?} to {next:?}");
                last = next;
            }
            assert!((last[0] - 720.0).abs() < 1.0, "{last:?}");
        }
    }

    #[test]
    fn gimbal_lock_keeps_the_third_angle() {
        let [x, y, z] = RotationOrder::Zxy.angles(product([(2, 10.0), (0, 90.0), (1, 30.0)]), [25.0, 80.0, 15.0]);
        assert!((x - 25.0).abs() < 1e-6 && (y - 90.0).abs() < 1e-6 && (z - 15.0).abs() < 1e-6, "{x} {y} {z}");
    }
}
