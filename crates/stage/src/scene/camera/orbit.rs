//! Orbits: camera positions around a target.

use std::f32::consts::{FRAC_PI_2, PI, TAU};

use glam::Vec3;

use marey::compact::maths::sin_cos;

/// Steepest pitch: slightly less than straight down, so that "right" stays defined.
pub(super) const STEEPEST: f32 = FRAC_PI_2 - 1e-3;

/// A camera that looks at `target` from `distance` metres.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Orbit {
    /// Radians about Y: 0 is on +Z, positive towards +X.
    pub yaw: f32,
    /// Radians above the horizon.
    pub pitch: f32,
    /// Metres.
    pub distance: f32,
    /// The point in the middle of the free area, stage space.
    pub target: Vec3,
    /// Orthographic instead of perspective projection. At the target both show the same size.
    pub orthographic: bool,
}

impl Orbit {
    /// Unit vector from the target to the eye.
    pub(super) fn backwards(&self) -> Vec3 {
        let (sin_yaw, cos_yaw) = sin_cos(self.yaw);
        let (sin_pitch, cos_pitch) = sin_cos(self.pitch);
        Vec3::new(sin_yaw * cos_pitch, sin_pitch, cos_yaw * cos_pitch)
    }

    pub(in crate::scene) fn eye(&self) -> Vec3 {
        self.target + self.backwards() * self.distance
    }

    /// Unit vectors to the right and up in the picture.
    pub(super) fn plane(&self) -> (Vec3, Vec3) {
        let (sine, cosine) = sin_cos(self.yaw);
        let right = Vec3::new(cosine, 0.0, -sine);
        (right, self.backwards().cross(right))
    }

    pub(super) fn is_finite(&self) -> bool {
        self.yaw.is_finite() && self.pitch.is_finite() && self.distance.is_finite() && self.target.is_finite()
    }

    pub(super) fn is_near(&self, other: &Self) -> bool {
        let tolerance = 1e-4 * other.distance;
        (self.yaw - other.yaw).abs() < 1e-4
            && (self.pitch - other.pitch).abs() < 1e-4
            && (self.distance - other.distance).abs() < tolerance
            && self.target.distance(other.target) < tolerance
    }
}

/// `yaw` plus the whole turns that bring it nearest to `reference`.
pub(super) fn nearest_turn(yaw: f32, reference: f32) -> f32 {
    yaw + ((reference - yaw) / TAU).round_ties_even() * TAU
}

/// `yaw` within ±π. Huge values, whose precision is whole turns, give an arbitrary direction.
pub(super) fn without_turns(yaw: f32) -> f32 {
    nearest_turn(yaw, 0.0).clamp(-PI, PI)
}
