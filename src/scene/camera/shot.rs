//! A camera that stands anywhere and is turned in any way: what an orbit cannot say. Through it a viewpoint is seen, and by it the
//! camera gets there and back.

use glam::{Mat3A, Quat, Vec2, Vec3};

use super::orbit::{STEEPEST, nearest_turn};
use super::{Camera, FARTHEST, FIELD_OF_VIEW, LOWEST, NEAREST, Orbit};
use crate::fast_maths::{exp2, log2, yaw};

/// Where a picture is taken from, and how.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Shot {
    /// Stage space.
    pub eye: Vec3,
    /// From the camera's axes to the stage's: it looks along -Z, +Y is up in the picture.
    pub turn: Quat,
    /// Tangent of half the angle of view along the shorter side of the free area.
    pub tangent: f32,
    /// What is nearer is not seen, metres.
    pub near: f32,
}

impl Shot {
    /// An orbit as a shot.
    pub(super) fn of(orbit: &Orbit) -> Self {
        let (right, up) = orbit.plane();
        let axes = Mat3A::from_cols(right.into(), up.into(), orbit.backwards().into());
        Self {
            eye: orbit.eye(),
            turn: Quat::from_mat3a(&axes),
            tangent: (FIELD_OF_VIEW / 2.0).tan(),
            near: (orbit.distance * 0.02).max(1e-4),
        }
    }

    /// To the right, up and backwards in the picture: unit vectors.
    pub(super) fn axes(&self) -> [Vec3; 3] {
        [self.turn * Vec3::X, self.turn * Vec3::Y, self.turn * Vec3::Z]
    }

    /// Where it looks: a unit vector.
    pub fn ahead(&self) -> Vec3 {
        self.turn * Vec3::NEG_Z
    }

    /// A part of the way to another shot.
    fn towards(&self, other: &Self, share: f32) -> Self {
        let between = |a: f32, b: f32| a * exp2(log2(b / a) * share);
        Self {
            eye: self.eye.lerp(other.eye, share),
            turn: self.turn.lerp(other.turn, share),
            tangent: between(self.tangent, other.tangent),
            near: between(self.near, other.near),
        }
    }

    /// The orbit with this eye that looks the same way, as far as orbits can, at what is `distance` metres away.
    fn orbit(&self, distance: f32, before: &Orbit) -> Orbit {
        let back = self.turn * Vec3::Z;
        let level = Vec2::new(back.x, back.z).length();
        let facing = if level > 1e-3 { nearest_turn(yaw(back.x, back.z), before.yaw) } else { before.yaw };
        let pitch = yaw(back.y, level).clamp(LOWEST, STEEPEST);
        let orbit = Orbit { yaw: facing, pitch, distance, target: Vec3::ZERO, orthographic: false };
        Orbit { target: self.eye - orbit.backwards() * distance, ..orbit }
    }
}

impl Camera {
    /// What the picture shows now.
    pub fn shot(&self) -> Shot {
        let to = self.ridden.unwrap_or_else(|| Shot::of(&self.now));
        self.parting.map_or(to, |(from, left)| to.towards(&from, left))
    }

    /// Sees through a shot until [`leave`](Self::leave), and the orbit goes along; again and again where it moves. `distance`: to
    /// what is seen, metres.
    pub fn ride(&mut self, shot: Shot, distance: f32) {
        self.ridden = Some(shot);
        let distance = distance.clamp(self.scale * NEAREST, self.scale * FARTHEST);
        self.set_goal(shot.orbit(distance, &self.goal));
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
            self.set_goal(shot.orbit(self.goal.distance, &self.goal));
            self.now = self.goal;
        }
    }
}
