//! Directions, frames of axes and their angles. Frames have the columns x (forwards), y (up along the segment) and z (to the right).

use glam::{DMat3, DVec3};
use marey::checked::Checked;
use marey::compact::sorting::sort_by;

/// The frame of a segment at each moment.
pub(super) type SegmentFrames = Vec<DMat3>;

/// A frame that keeps y; z is made square to it.
pub(super) fn frame_along(y: DVec3, z: DVec3) -> DMat3 {
    let y = y.normalize_or_zero();
    let z = (z - y * z.dot(y)).normalize_or_zero();
    DMat3::from_cols(y.cross(z), y, z)
}

/// A frame that keeps z; y is made square to it.
pub(super) fn frame_across(z: DVec3, y: DVec3) -> DMat3 {
    let z = z.normalize_or_zero();
    let y = (y - z * y.dot(z)).normalize_or_zero();
    DMat3::from_cols(y.cross(z), y, z)
}

/// The angles a, b, c of `Rz(a) Rx(b) Ry(c)`, radians: flexion, adduction and rotation of a limb (E. S. Grood and W. J. Suntay, "A joint
/// coordinate system for the clinical description of three-dimensional motions", Journal of Biomechanical Engineering 105, 1983).
pub(super) fn of_limb(turn: &DMat3) -> [f64; 3] {
    let DMat3 { x_axis: x, y_axis: y, z_axis: z } = *turn;
    [(-y.x).atan2(y.y), y.z.clamp(-1.0, 1.0).asin(), (-x.z).atan2(z.z)]
}

/// The angles a, b, c of `Ry(c) Rx(b) Rz(a)`, radians: tilt, obliquity and rotation of a segment in the room (R. Baker, "Pelvic angles: a
/// mathematically rigorous definition which is consistent with a conventional clinical understanding of the terms", Gait and Posture 13, 2001).
pub(super) fn of_room(turn: &DMat3) -> [f64; 3] {
    let DMat3 { x_axis: x, y_axis: y, z_axis: z } = *turn;
    [x.y.atan2(y.y), (-z.y).clamp(-1.0, 1.0).asin(), z.x.atan2(z.z)]
}

/// Takes the jumps of 360 degrees out of an angle, in place. NaN is left as it is.
pub(super) fn unwrap(degrees: &mut [f64]) {
    let mut before: Option<f64> = None;
    for value in degrees.iter_mut().filter(|value| value.is_finite()) {
        if let Some(before) = before {
            *value -= 360.0 * ((*value - before) / 360.0).round();
        }
        before = Some(*value);
    }
}

/// The middle one of sorted values.
pub(super) fn median(mut values: Vec<f64>) -> Option<f64> {
    sort_by(&mut values, f64::total_cmp);
    let middle = values.len() / 2;
    let above = *values.get(middle)?;
    Some(if values.len() % 2 == 1 { above } else { (above + values.at(middle - 1)) / 2.0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn angles_are_those_of_the_turns_they_name() {
        let [a, b, c] = [0.7, -0.3, 1.1];
        let limb = DMat3::from_rotation_z(a) * DMat3::from_rotation_x(b) * DMat3::from_rotation_y(c);
        let room = DMat3::from_rotation_y(c) * DMat3::from_rotation_x(b) * DMat3::from_rotation_z(a);
        for found in [of_limb(&limb), of_room(&room)] {
            for (found, expected) in found.into_iter().zip([a, b, c]) {
                assert!((found - expected).abs() < 1e-12, "{found} {expected}");
            }
        }
    }

    #[test]
    fn an_angle_goes_on_past_half_a_turn() {
        let mut degrees = [170.0, f64::NAN, -175.0, -90.0, 0.0, 5.0];
        unwrap(&mut degrees);
        assert_eq!([degrees[0], degrees[2], degrees[3], degrees[4], degrees[5]], [170.0, 185.0, 270.0, 360.0, 365.0]);
        assert!(degrees[1].is_nan());
        assert_eq!([median(vec![3.0, 1.0, 2.0]), median(vec![1.0, 2.0]), median(vec![])], [Some(2.0), Some(1.5), None]);
    }
}
