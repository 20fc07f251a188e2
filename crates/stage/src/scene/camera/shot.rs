//! Shots: cameras with any position and rotation, which orbits cannot express. They show viewpoints and the transitions to and
//! from them.

use glam::{Affine3A, Vec2, Vec3};

use super::orbit::{STEEPEST, nearest_turn};
use super::{Camera, FARTHEST, FIELD_OF_VIEW, LOWEST, NEAREST, Orbit};
use marey::compact::maths::{exp2, log2, sin_cos, yaw};
use marey::within::Within;

/// A camera with position, rotation and field of view. Angles are those of an [`Orbit`], unbounded.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Shot {
    /// Position, stage space.
    pub eye: Vec3,
    /// Radians about Y: 0 looks from +Z.
    pub yaw: f32,
    /// Radians above the horizon.
    pub pitch: f32,
    /// Roll in radians: positive lifts the right of the picture.
    pub roll: f32,
    /// Tangent of half the field of view along the shorter side of the free area.
    pub tangent: f32,
    /// Near plane, metres.
    pub near: f32,
}

impl Shot {
    pub(super) fn of(orbit: &Orbit) -> Self {
        let Orbit { yaw, pitch, distance, .. } = *orbit;
        let (sine, cosine) = sin_cos(FIELD_OF_VIEW / 2.0);
        Self { eye: orbit.eye(), yaw, pitch, roll: 0.0, tangent: sine / cosine, near: distance * 0.02 }
    }

    /// The shot of a camera. `camera`: transform of its unit axes (it looks along -Z, +Y is up) to stage space.
    pub fn through(camera: &Affine3A, field_of_view: f32, near: f32) -> Self {
        let [right, up, back] = [camera.matrix3.x_axis, camera.matrix3.y_axis, camera.matrix3.z_axis].map(Vec3::from);
        let level = Vec2::new(back.x, back.z).length();
        let (sine, cosine) = sin_cos(field_of_view * 0.5);
        // If it looks straight up or down, only its up axis gives the yaw.
        let away = if level > 1e-3 { back } else { up * -back.y.signum() };
        let mut shot = Self {
            eye: camera.translation.into(),
            yaw: yaw(away.x, away.z),
            pitch: yaw(back.y, level),
            roll: 0.0,
            tangent: sine / cosine,
            near,
        };
        let [level_right, level_up, _] = shot.axes();
        shot.roll = yaw(right.dot(level_up), right.dot(level_right));
        shot
    }

    /// The orbit with this eye and, as far as orbits can, direction, with the target `distance` metres away.
    fn orbit(&self, distance: f32, before: f32) -> Orbit {
        let (yaw, pitch) = (nearest_turn(self.yaw, before), self.pitch.clamp(LOWEST, STEEPEST));
        let orbit = Orbit { yaw, pitch, distance, target: Vec3::ZERO, orthographic: false };
        Orbit { target: self.eye - orbit.eye(), ..orbit }
    }

    /// Unit vectors to the right, up and backwards in the picture.
    pub(in crate::scene) fn axes(&self) -> [Vec3; 3] {
        let orbit = Orbit { yaw: self.yaw, pitch: self.pitch, distance: 1.0, target: Vec3::ZERO, orthographic: false };
        let ((right, up), (sine, cosine)) = (orbit.plane(), sin_cos(self.roll));
        [right * cosine + up * sine, up * cosine - right * sine, orbit.backwards()]
    }

    /// Interpolates to another shot. The horizon stays as level as it is in both.
    fn towards(&self, other: &Self, share: f32) -> Self {
        let between = |a: f32, b: f32| a + (b - a) * share;
        let factor = |a: f32, b: f32| a * exp2(log2(b / a) * share);
        Self {
            eye: self.eye.lerp(other.eye, share),
            yaw: between(self.yaw, nearest_turn(other.yaw, self.yaw)),
            pitch: between(self.pitch, other.pitch),
            roll: between(self.roll, nearest_turn(other.roll, self.roll)),
            tangent: factor(self.tangent, other.tangent),
            near: factor(self.near, other.near),
        }
    }
}

impl Camera {
    /// The current shot.
    #[inline(never)]
    pub fn shot(&self) -> Shot {
        let to = self.viewpoint_shot.unwrap_or_else(|| Shot::of(&self.now));
        self.transition.map_or(to, |(from, left)| to.towards(&from, left))
    }

    /// Sees through a shot until [`leave`](Self::leave); call it again when the shot moves. The orbit follows. `distance`: to the
    /// viewed object, metres.
    pub fn ride(&mut self, shot: Shot, distance: f32) {
        self.viewpoint_shot = Some(shot);
        let distance = distance.within(self.scale * NEAREST, self.scale * FARTHEST);
        self.set_goal(shot.orbit(distance, self.goal.yaw));
    }

    /// Starts a transition from the current shot to the next one.
    pub(in crate::scene) fn start_transition(&mut self) {
        self.transition = self.smooth.then(|| (self.shot(), 1.0));
    }

    /// Returns to an orbit with the same eye and, as far as orbits can, the same direction.
    pub fn leave(&mut self) {
        if self.viewpoint_shot.is_some() {
            let shot = self.shot();
            self.start_transition();
            self.viewpoint_shot = None;
            self.set_goal(shot.orbit(self.goal.distance, self.goal.yaw));
            self.now = self.goal;
        }
    }
}
