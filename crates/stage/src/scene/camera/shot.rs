//! A camera that stands anywhere and is turned in any way: what an orbit cannot say. Through it a viewpoint is seen, and by it the
//! camera gets there and back.

use glam::{Affine3A, Vec2, Vec3};

use super::orbit::{STEEPEST, nearest_turn};
use super::{Camera, FARTHEST, FIELD_OF_VIEW, LOWEST, NEAREST, Orbit};
use marey::fast_maths::{exp2, log2, sin_cos, yaw};

/// Where a picture is taken from, and how. Angles are an [`Orbit`]'s, of any size.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Shot {
    /// Stage space.
    pub eye: Vec3,
    /// Radians about Y: 0 looks from +Z.
    pub yaw: f32,
    /// Radians above the horizon.
    pub pitch: f32,
    /// Radians that the camera is rolled: what is right in the picture goes up.
    pub roll: f32,
    /// Tangent of half the angle of view along the shorter side of the free area.
    pub tangent: f32,
    /// What is nearer is not seen, metres.
    pub near: f32,
}

impl Shot {
    /// An orbit as a shot.
    pub(super) fn of(orbit: &Orbit) -> Self {
        let Orbit { yaw, pitch, distance, .. } = *orbit;
        let (sine, cosine) = sin_cos(FIELD_OF_VIEW / 2.0);
        Self { eye: orbit.eye(), yaw, pitch, roll: 0.0, tangent: sine / cosine, near: (distance * 0.02).max(1e-4) }
    }

    /// What a camera sees: `camera` brings its axes, of length 1 (it looks along -Z, +Y is up), to the stage.
    pub fn through(camera: &Affine3A, field_of_view: f32, near: f32) -> Self {
        let [right, up, back] = [camera.matrix3.x_axis, camera.matrix3.y_axis, camera.matrix3.z_axis].map(Vec3::from);
        let level = Vec2::new(back.x, back.z).length();
        let (sine, cosine) = sin_cos(field_of_view * 0.5);
        // Straight up or down only what is up in the picture tells how it is turned.
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

    /// The orbit with this eye that looks the same way, as far as orbits can, at what is `distance` metres away.
    fn orbit(&self, distance: f32, before: f32) -> Orbit {
        let (yaw, pitch) = (nearest_turn(self.yaw, before), self.pitch.clamp(LOWEST, STEEPEST));
        let orbit = Orbit { yaw, pitch, distance, target: Vec3::ZERO, orthographic: false };
        Orbit { target: self.eye - orbit.eye(), ..orbit }
    }

    /// To the right, up and backwards in the picture: unit vectors.
    pub(in crate::scene) fn axes(&self) -> [Vec3; 3] {
        let orbit = Orbit { yaw: self.yaw, pitch: self.pitch, distance: 1.0, target: Vec3::ZERO, orthographic: false };
        let ((right, up), (sine, cosine)) = (orbit.plane(), sin_cos(self.roll));
        [right * cosine + up * sine, up * cosine - right * sine, orbit.backwards()]
    }

    /// A part of the way to another shot. The horizon stays as level as it is in both.
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
    /// What the picture shows now.
    #[inline(never)]
    pub fn shot(&self) -> Shot {
        let to = self.ridden.unwrap_or_else(|| Shot::of(&self.now));
        self.parting.map_or(to, |(from, left)| to.towards(&from, left))
    }

    /// Sees through a shot until [`leave`](Self::leave), and the orbit goes along; again and again where it moves. `distance`: to
    /// what is seen, metres.
    pub fn ride(&mut self, shot: Shot, distance: f32) {
        self.ridden = Some(shot);
        let distance = distance.clamp(self.scale * NEAREST, self.scale * FARTHEST);
        self.set_goal(shot.orbit(distance, self.goal.yaw));
    }

    /// Whatever is seen next, the camera eases there from what is seen now.
    pub(in crate::scene) fn part(&mut self) {
        self.parting = self.smooth.then(|| (self.shot(), 1.0));
    }

    /// Goes back to an orbit: that with the eye where it is and the same direction, as far as orbits can.
    pub fn leave(&mut self) {
        if self.ridden.is_some() {
            let shot = self.shot();
            self.part();
            self.ridden = None;
            self.set_goal(shot.orbit(self.goal.distance, self.goal.yaw));
            self.now = self.goal;
        }
    }
}
