//! A rotation in 8 bytes instead of 16.

use std::f32::consts::SQRT_2;

use crate::checked::Checked;
use glam::Quat;

/// A unit quaternion without its largest component, which follows from the other three. Those lie within `1 / sqrt(2)` of 0
/// and are quantised to [`LEVELS`], the most that fit into 64 bits. Error below 3e-6 radians.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PackedRotation(u64);

/// Odd, so that one level is 0. Four times the third power is just below 2^64.
const LEVELS: u64 = 1_664_509;
/// The level of 0.
const ZERO: i32 = (LEVELS / 2) as i32;
/// Levels from 0 to 1.
const STEPS: f32 = ZERO as f32 * SQRT_2;

impl PackedRotation {
    pub(super) fn new(rotation: Quat) -> Self {
        let parts = rotation.normalize().to_array();
        let (mut missing, mut largest) = (0, 0.0_f32);
        for (index, part) in parts.into_iter().enumerate() {
            if part.abs() > largest.abs() {
                (missing, largest) = (index, part);
            }
        }
        // The opposite quaternion is the same rotation: make the missing component positive.
        let steps = STEPS.copysign(largest);
        let mut code = missing as u64;
        for (index, part) in parts.into_iter().enumerate() {
            if index != missing {
                let level = (part * steps).round() as i32 + ZERO;
                code = code * LEVELS + level.clamp(0, 2 * ZERO) as u64;
            }
        }
        Self(code)
    }

    pub(super) fn unpack(self) -> Quat {
        let missing = (self.0 / (LEVELS * LEVELS * LEVELS)) as usize;
        let mut parts = [0.0; 4];
        let (mut left, mut square) = (self.0, 0.0);
        for (index, part) in parts.iter_mut().enumerate().rev() {
            if index != missing {
                *part = ((left % LEVELS) as i32 - ZERO) as f32 / STEPS;
                square += *part * *part;
                left /= LEVELS;
            }
        }
        parts.put(missing, (1.0 - square).max(0.0).sqrt());
        Quat::from_array(parts)
    }
}

#[cfg(test)]
mod tests {
    use glam::Vec3;

    use super::*;

    #[test]
    fn rotations_round_trip_within_a_few_millionths() {
        let mut worst = 0.0_f32;
        for turn in 0..20_000 {
            let axis = Vec3::new((turn as f32).sin(), (turn as f32 * 1.7).cos(), (turn as f32 * 0.3).sin()).normalize();
            let rotation = Quat::from_axis_angle(axis, turn as f32 * 0.013 - 130.0);
            let back = PackedRotation::new(rotation).unpack();
            assert!((back.length() - 1.0).abs() < 1e-6, "{back}");
            for arm in [Vec3::X, Vec3::Y, Vec3::Z] {
                worst = worst.max((rotation * arm).distance(back * arm));
            }
        }
        assert!(worst < 3e-6, "{worst} of an arm's length");
    }

    #[test]
    fn rest_and_quarter_turns_are_exact() {
        for rotation in
            [Quat::IDENTITY, -Quat::IDENTITY, Quat::from_xyzw(1.0, 0.0, 0.0, 0.0), Quat::from_xyzw(0.0, 0.0, -1.0, 0.0)]
        {
            let back = PackedRotation::new(rotation).unpack();
            assert!(back == rotation || back == -rotation, "{rotation} is {back}");
        }
    }
}
