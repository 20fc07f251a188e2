//! The camera as text, for links.

use glam::Vec3;

use super::orbit::{nearest_turn, without_turns};
use super::{Camera, Orbit};
use marey::decimal;

impl Camera {
    /// The camera as `yaw,pitch,distance,x,y,z` in degrees and metres, followed by `,ortho` if orthographic.
    pub fn to_text(&self) -> String {
        let Orbit { yaw, pitch, distance, target, orthographic } = self.goal;
        let yaw = without_turns(yaw).to_degrees();
        let [x, y, z] = target.to_array();
        let mut out = String::new();
        let numbers = [(yaw, 1), (pitch.to_degrees(), 1), (distance, 3), (x, 3), (y, 3), (z, 3)];
        for (index, (value, places)) in numbers.into_iter().enumerate() {
            if index > 0 {
                out.push(',');
            }
            decimal::write(&mut out, f64::from(value), places);
        }
        if orthographic {
            out.push_str(",ortho");
        }
        out
    }

    /// Splits off the projection (`ortho` or `perspective`) at the end of a camera's text or a view's name. Returns the rest, and
    /// whether it is orthographic, or `None` if not stated.
    pub fn projection(text: &str) -> (&str, Option<bool>) {
        let (before, last) = text.rsplit_once(',').unwrap_or(("", text));
        match last {
            "ortho" => (before, Some(true)),
            "perspective" => (before, Some(false)),
            _ => (text, None),
        }
    }

    /// Reads the format of [`to_text`](Self::to_text). Returns false, without a change, if it does not match.
    pub fn set_text(&mut self, text: &str) -> bool {
        let (text, orthographic) = Self::projection(text);
        let mut numbers = text.split(',').map(decimal::read);
        let mut next = || numbers.next().flatten();
        let (Some(yaw), Some(pitch), Some(distance)) = (next(), next(), next()) else {
            return false;
        };
        let target = match (next(), next(), next()) {
            (Some(x), Some(y), Some(z)) => Vec3::new(x, y, z),
            _ => self.goal.target,
        };
        if distance <= 0.0 {
            return false;
        }
        self.set_goal(Orbit {
            yaw: nearest_turn(yaw.to_radians(), self.goal.yaw),
            pitch: pitch.to_radians(),
            distance,
            target,
            orthographic: orthographic == Some(true),
        });
        true
    }
}
