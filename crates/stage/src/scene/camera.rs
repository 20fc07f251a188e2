//! The orbit camera of a stage: position, easing and screen coordinates.
//!
//! Stage space is in metres, Y up. Angles are radians: yaw 0 looks from +Z, yaw 90° from +X; pitch is the elevation above the
//! horizon. Screen coordinates are CSS pixels from the top left.

mod fitting;
mod orbit;
mod projection;
mod shot;
mod text;
mod view;

pub use orbit::Orbit;
pub use shot::Shot;
pub use view::View;

use std::f32::consts::LOG2_E;

use glam::{Vec2, Vec3};

use self::orbit::{STEEPEST, without_turns};
use marey::compact::maths::{exp2, log2};

/// Time constant of easing: seconds in which a move covers 63 % of the rest.
const EASE: f32 = 0.09;
/// Lowest pitch: just below the ground.
const LOWEST: f32 = -0.35;
/// Smallest and largest distance, in sizes of the framed object.
const NEAREST: f32 = 0.05;
const FARTHEST: f32 = 500.0;
/// Field of view along the shorter side of the free area, about that of a 50 mm lens.
const FIELD_OF_VIEW: f32 = 0.61;
/// Rest of a transition that counts as finished.
const ARRIVED: f32 = 1e-3;

/// The camera of one stage.
#[derive(Debug, Clone, PartialEq)]
pub struct Camera {
    now: Orbit,
    goal: Orbit,
    smooth: bool,
    /// The viewpoint's shot, if one replaces the orbit.
    viewpoint_shot: Option<Shot>,
    /// The shot where a transition began, and its remaining share: more than 0, at most 1.
    transition: Option<(Shot, f32)>,
    viewport: Vec2,
    /// top, right, bottom, left
    insets: [f32; 4],
    facing_yaw: f32,
    /// The figure's main direction of travel, without sign.
    way_yaw: Option<f32>,
    /// Size of the framed object, metres: limits zooming.
    scale: f32,
}

impl Default for Camera {
    fn default() -> Self {
        let target = Vec3::new(0.0, 0.85, 0.0);
        let orbit = Orbit { yaw: 0.6, pitch: 0.2, distance: 4.5, target, orthographic: false };
        Self {
            now: orbit,
            goal: orbit,
            smooth: true,
            viewpoint_shot: None,
            transition: None,
            viewport: Vec2::new(1280.0, 720.0),
            insets: [0.0; 4],
            facing_yaw: 0.0,
            way_yaw: None,
            scale: 1.7,
        }
    }
}

impl Camera {
    /// Sets the picture's size in CSS pixels. Ignores sizes that are not finite or below 1.
    pub fn set_viewport(&mut self, width: f32, height: f32) {
        if width.is_finite() && height.is_finite() && width >= 1.0 && height >= 1.0 {
            self.viewport = Vec2::new(width, height);
        }
    }

    /// Sets the CSS pixels covered by controls at top, right, bottom and left: the target is centred in the rest.
    pub fn set_insets(&mut self, insets: [f32; 4]) {
        if insets.iter().all(|inset| inset.is_finite() && *inset >= 0.0) {
            self.insets = insets;
        }
    }

    /// Sets whether moves ease or jump.
    pub fn set_smooth(&mut self, smooth: bool) {
        self.smooth = smooth;
        if !smooth {
            self.jump();
        }
    }

    /// The orbit at the end of the move.
    pub fn goal(&self) -> Orbit {
        self.goal
    }

    /// The current orbit.
    pub fn now(&self) -> Orbit {
        self.now
    }

    /// Moves to an orbit, clamped. Ignores values that are not finite.
    pub fn set_goal(&mut self, mut goal: Orbit) {
        goal.pitch = goal.pitch.clamp(LOWEST, STEEPEST);
        goal.distance = goal.distance.max(self.scale * NEAREST).min(self.scale * FARTHEST);
        if !goal.is_finite() {
            return;
        }
        self.goal = goal;
        if !self.smooth {
            self.jump();
        }
    }

    /// Ends the move at once.
    pub fn jump(&mut self) {
        // Drop whole turns, which would cost precision.
        self.goal.yaw = without_turns(self.goal.yaw);
        self.now = self.goal;
        self.transition = None;
    }

    /// Rotates about the target: radians to the right and up.
    pub fn orbit(&mut self, yaw: f32, pitch: f32) {
        let goal = self.goal;
        self.set_goal(Orbit { yaw: goal.yaw + yaw, pitch: goal.pitch + pitch, ..goal });
    }

    /// Drags the scene by CSS pixels: points at the target's depth stay under the pointer.
    pub fn pan(&mut self, dx: f32, dy: f32) {
        let goal = self.goal;
        let (right, up) = goal.plane();
        let metres = self.metres_per_pixel(&goal);
        self.set_goal(Orbit { target: goal.target + (up * dy - right * dx) * metres, ..goal });
    }

    /// Moves `factor` times nearer (below 1: farther) while the point under (x, y) stays there.
    pub fn zoom(&mut self, factor: f32, x: f32, y: f32) {
        if !(factor.is_finite() && factor > 0.0 && x.is_finite() && y.is_finite()) {
            return;
        }
        let before = self.goal;
        self.set_goal(Orbit { distance: before.distance / factor, ..before });
        let after = self.goal;
        let (left, top, width, height) = self.free();
        let offset = Vec2::new(x - left - width / 2.0, top + height / 2.0 - y);
        let (right, up) = before.plane();
        let slip = self.metres_per_pixel(&before) - self.metres_per_pixel(&after);
        self.set_goal(Orbit { target: after.target + (right * offset.x + up * offset.y) * slip, ..after });
    }

    /// Moves the target without rotating or easing, to follow a figure.
    pub fn carry(&mut self, by: Vec3) {
        if by.is_finite() {
            self.now.target += by;
            self.goal.target += by;
        }
    }

    /// Advances the easing by `seconds`. Returns whether the camera moved.
    pub fn advance(&mut self, seconds: f32) -> bool {
        if !self.is_moving() {
            return false;
        }
        let share = if self.smooth { 1.0 - exp2(-seconds.max(0.0) / EASE * LOG2_E) } else { 1.0 };
        let left = |(from, left): (Shot, f32)| (from, left * (1.0 - share));
        self.transition = self.transition.map(left).filter(|(_, left)| *left > ARRIVED);
        let (now, goal) = (self.now, self.goal);
        self.now = Orbit {
            yaw: now.yaw + (goal.yaw - now.yaw) * share,
            pitch: now.pitch + (goal.pitch - now.pitch) * share,
            // Interpolate the logarithm: its even steps look even.
            distance: now.distance * exp2(log2(goal.distance / now.distance) * share),
            target: now.target.lerp(goal.target, share),
            orthographic: goal.orthographic,
        };
        // At large distances a step may be below the precision of the numbers.
        if self.now.is_near(&goal) || self.now == now {
            let transition = self.transition;
            self.jump();
            self.transition = transition;
        }
        true
    }

    /// Whether a move or transition is in progress.
    pub fn is_moving(&self) -> bool {
        self.now != self.goal || self.transition.is_some()
    }

    /// The eye's position, stage space.
    pub fn eye(&self) -> Vec3 {
        self.shot().eye
    }

    /// Unit vector to the right of the picture, stage space.
    pub fn right(&self) -> Vec3 {
        self.shot().axes()[0]
    }
}

#[cfg(test)]
mod tests;
