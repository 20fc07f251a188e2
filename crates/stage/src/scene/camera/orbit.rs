//! Where a camera stands.

use std::f32::consts::{FRAC_PI_2, PI, TAU};

use glam::Vec3;

use marey::fast_maths::sin_cos;

/// Straight down, a hair short of it so that "right" stays defined.
pub(super) const STEEPEST: f32 = FRAC_PI_2 - 1e-3;

/// Where the camera stands: it looks at `target` from `distance` metres.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Orbit {
    /// Radians about Y; 0 is on +Z, growing towards +X.
    pub yaw: f32,
    /// Radians above the horizon.
    pub pitch: f32,
    /// Metres.
    pub distance: f32,
    /// What is in the middle of the free area, stage space.
    pub target: Vec3,
    /// Without a vanishing point: what is far is as large as what is near. At the target nothing changes its size.
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

    /// Right and up of the picture, unit vectors.
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

/// `yaw` plus as many whole turns as bring it nearest to `reference`: the short way round.
pub(super) fn nearest_turn(yaw: f32, reference: f32) -> f32 {
    yaw + ((reference - yaw) / TAU).round_ties_even() * TAU
}

/// `yaw` within ±π. So far out that the next number is turns away, any direction is as good as another.
pub(super) fn without_turns(yaw: f32) -> f32 {
    nearest_turn(yaw, 0.0).clamp(-PI, PI)
}
