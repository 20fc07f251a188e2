//! Directions to look from that have names, and where they are for a figure.

use std::f32::consts::{FRAC_PI_2, PI};

use glam::Vec3;

use super::Camera;
use super::orbit::{STEEPEST, nearest_turn};
use marey::fast_maths::yaw;

/// How far the view across a way is turned towards the face, radians.
const TOWARDS_FACE: f32 = 0.3;

/// Named directions to look from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum View {
    /// The figure's face.
    Front,
    /// Its back.
    Back,
    /// Its left side.
    Left,
    /// Its right side.
    Right,
    /// From above.
    Top,
    /// Where a clip starts: from the front, a little to the side and above; across the way of a figure that goes about.
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

    /// Yaw against the figure's facing, and pitch.
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
    /// Which way the figure faces (stage space); `None` is +Z.
    pub fn set_facing(&mut self, facing: Option<Vec3>) {
        self.facing_yaw = facing.map_or(0.0, |direction| yaw(direction.x, direction.z));
    }

    /// In which direction the figure goes about, as a yaw, forwards or backwards; `None`: nowhere, or all about.
    pub fn set_way(&mut self, yaw: Option<f32>) {
        self.way_yaw = yaw;
    }

    /// Where a view looks from: its yaw on the stage, and its pitch.
    pub(super) fn angles(&self, view: View) -> (f32, f32) {
        let (turn, pitch) = view.angles();
        let yaw = self.facing_yaw + turn;
        let Some(way) = self.way_yaw.filter(|_| view == View::Home) else { return (yaw, pitch) };
        // Of the two sides the one that shows more of the face, and a little towards it. Along its way a figure only
        // grows and shrinks.
        let sides = [way + FRAC_PI_2, way - FRAC_PI_2].map(|side| nearest_turn(side, yaw));
        let [side, other] = sides;
        let side = if (side - yaw).abs() <= (other - yaw).abs() { side } else { other };
        (side + (yaw - side).clamp(-TOWARDS_FACE, TOWARDS_FACE), pitch)
    }
}
