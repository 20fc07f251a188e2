//! Rotations as Euler angles, and back.

use glam::{DMat3, DQuat, DVec3, Quat, Vec4};
use marey_kernels::angles::{half_angle, sin_cos_four};
use marey_kernels::euler::FourJoints;
pub use marey_kernels::euler::RotationOrder;

use crate::checked::Checked;
use crate::compact::maths::turn;

/// Angles of `rotation` (a unit quaternion), in degrees and in `order`. Of the equivalent solutions it returns the one
/// nearest to `last`, so that curves do not jump.
pub fn angles(order: RotationOrder, rotation: DQuat, last: [f64; 3]) -> [f64; 3] {
    let [i, j, k] = order.axes();
    let even = (i + 1) % 3 == j;
    let sign = if even { 1.0 } else { -1.0 };
    let entry = |matrix: &DMat3, row: usize, column: usize| matrix.col(column)[row];
    let matrix = DMat3::from_quat(rotation);
    let (toward, across) = (entry(&matrix, i, i), -sign * entry(&matrix, i, j));
    // In gimbal lock the first and third angles turn about the same axis: keep the third.
    let third = if toward.hypot(across) < LOCKED { last[2].to_radians() } else { across.atan2(toward) };
    // The remainder is a product of the first two rotations, whatever the third angle is, so accuracy holds near the lock.
    let rest = matrix * DMat3::from_quat(product([(k, -third)]));
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

/// Gimbal lock: the cosine of the middle angle below which the other two angles cannot be separated.
const LOCKED: f64 = 1e-9;

/// The product of rotations about axes (0, 1, 2 for X, Y, Z) by radians, from left to right.
pub fn product(turns: impl IntoIterator<Item = (usize, f64)>) -> DQuat {
    turns.into_iter().map(|(axis, angle)| turn(DVec3::AXES.at(axis), angle)).product()
}

/// A joint's angles in the order of their product: the column in a row of degrees, and the axis (0, 1, 2 for X, Y, Z).
pub(crate) type EulerColumns = Vec<(usize, usize)>;

fn order_of(angles: &[(usize, usize)]) -> Option<RotationOrder> {
    let &[a, b, c] = angles else { return None };
    RotationOrder::of([a.1, b.1, c.1])
}

/// Whether these are angles about three different axes, as in [`FourJoints`].
pub(crate) fn about_all_axes(angles: &[(usize, usize)]) -> bool {
    order_of(angles).is_some()
}

/// Groups the joints that rotate about three different axes by four. Each joint: its index among the rotated joints, its angles.
pub(crate) fn four_by_four(joints: &[(usize, EulerColumns)]) -> Vec<FourJoints> {
    let mut fours = Vec::new();
    for order in RotationOrder::ALL {
        let mut of_order = Vec::new();
        for (slot, angles) in joints {
            if let &[a, b, c] = angles.as_slice()
                && order_of(angles) == Some(order)
            {
                of_order.push((*slot as u32, [a.0 as u32, b.0 as u32, c.0 as u32]));
            }
        }
        for four in of_order.chunks(4) {
            let Some(last) = four.last() else { continue };
            let lanes = [0, 1, 2, 3].map(|lane| four.get(lane).unwrap_or(last));
            let columns = [0, 1, 2].map(|angle| lanes.map(|(_, columns)| columns[angle]));
            fours.push(FourJoints { order, columns, slots: lanes.map(|(slot, _)| *slot) });
        }
    }
    fours
}

/// As [`product`], of columns of a row and as exact as the kernels: for any number of angles.
pub(crate) fn rotation_of(row: &[f64], angles: &[(usize, usize)]) -> Quat {
    angles.iter().fold(Quat::IDENTITY, |product, &(column, axis)| {
        let (sine, cosine) = sin_cos_four(Vec4::splat(half_angle(row.at(column))));
        let mut factor = [0.0, 0.0, 0.0, cosine.x];
        factor.put(axis, sine.x);
        product * Quat::from_array(factor)
    })
}

#[cfg(test)]
mod tests {
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
            let by_degrees = |degrees: [f64; 3]| product(order.axes().into_iter().zip(degrees.map(f64::to_radians)));
            for (a, b) in degrees().flat_map(|a| degrees().map(move |b| (a, b))) {
                for c in degrees() {
                    let rotation = by_degrees([a, b, c]);
                    let again = by_degrees(angles(order, rotation, [10.0, -20.0, 30.0]));
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
                let next = angles(order, turn, last);
                let jump = next.iter().zip(last).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
                assert!(jump < 2.0, "{order:?} {step}: {last:?} to {next:?}");
                last = next;
            }
            assert!((last[0] - 720.0).abs() < 1.0, "{last:?}");
        }
    }

    #[test]
    fn gimbal_lock_keeps_the_third_angle() {
        let locked =
            product([(2, 10.0), (0, 90.0), (1, 30.0)].map(|(axis, angle): (_, f64)| (axis, angle.to_radians())));
        let [x, y, z] = angles(RotationOrder::Zxy, locked, [25.0, 80.0, 15.0]);
        assert!((x - 25.0).abs() < 1e-6 && (y - 90.0).abs() < 1e-6 && (z - 15.0).abs() < 1e-6, "{x} {y} {z}");
    }
}
