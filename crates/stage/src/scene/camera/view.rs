//! Named view directions, relative to the figure.

use std::f32::consts::{FRAC_PI_2, PI};

use glam::Vec3;

use super::Camera;
use super::orbit::{STEEPEST, nearest_turn};
use marey::compact::maths::yaw;

/// Rotation of a view across the path towards the face, radians.
const TOWARDS_FACE: f32 = 0.3;

/// A named view direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum View {
    /// From the front.
    Front,
    /// From behind.
    Back,
    /// From the figure's left.
    Left,
    /// From the figure's right.
    Right,
    /// From above.
    Top,
    /// Initial view: from the front, a little to the side and above; across the path of a travelling figure.
    Home,
}

impl View {
    /// The view of that name (`front`, `back`, `left`, `right`, `side`, `top`, `home`).
    pub fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "front" => Self::Front,
            "back" => Self::Back,
            "left" | "side" => Self::Left,
            "right" => Self::Right,
            "top" => Self::Top,
            "home" => Self::Home,
            _ => return None,
        })
    }

    /// Yaw relative to the figure's facing, and pitch.
    fn angles(self) -> (f32, f32) {
        match self {
            Self::Front => (0.0, 0.0),
            Self::Back => (PI, 0.0),
            Self::Left => (FRAC_PI_2, 0.0),
            Self::Right => (-FRAC_PI_2, 0.0),
            Self::Top => (0.0, STEEPEST),
            Self::Home => (0.6, 0.2),
        }
    }
}

impl Camera {
    /// Sets the figure's facing direction (stage space); `None` is +Z.
    pub fn set_facing(&mut self, facing: Option<Vec3>) {
        self.facing_yaw = facing.map_or(0.0, |direction| yaw(direction.x, direction.z));
    }

    /// Sets the figure's direction of travel as a yaw, without sign; `None` if it has none.
    pub fn set_way(&mut self, yaw: Option<f32>) {
        self.way_yaw = yaw;
    }

    /// A view's yaw on the stage, and its pitch.
    pub(in crate::scene) fn angles(&self, view: View) -> (f32, f32) {
        let (turn, pitch) = view.angles();
        let yaw = self.facing_yaw + turn;
        let Some(way) = self.way_yaw.filter(|_| view == View::Home) else { return (yaw, pitch) };
        // Use the side that shows more of the face, turned a little towards it: seen along its path a figure only grows and shrinks.
        let sides = [way + FRAC_PI_2, way - FRAC_PI_2].map(|side| nearest_turn(side, yaw));
        let [side, other] = sides;
        let side = if (side - yaw).abs() <= (other - yaw).abs() { side } else { other };
        (side + (yaw - side).clamp(-TOWARDS_FACE, TOWARDS_FACE), pitch)
    }
}
