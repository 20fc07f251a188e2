//! A foot on the ground that rolls over the heel, the ball and the tip of the toes, without slipping.

use super::about::{about_x, about_y};
use super::body::{ANKLE_HEIGHT, BALL, HEEL, TIP};
use glam::{DQuat, DVec3};

#[derive(Clone, Copy)]
pub struct Foot {
    pub ankle: DVec3,
    pub turn: DQuat,
    /// The toes bent up, in degrees.
    pub toes: f64,
    /// The heading of the knee, in degrees.
    pub knee: f64,
}

/// Where a foot stands: the ground below the ankle when flat, and the heading in degrees.
#[derive(Clone, Copy)]
pub struct Print {
    pub at: DVec3,
    pub heading: f64,
}

impl Print {
    pub fn new(x: f64, z: f64, heading: f64) -> Self {
        Self { at: DVec3::new(x, 0.0, z), heading }
    }

    /// The print whose ball is at `x`, `z`, the pivot of its heading.
    pub fn about_ball(x: f64, z: f64, heading: f64) -> Self {
        let at = DVec3::new(x, 0.0, z) - about_y(heading) * DVec3::Z * BALL.z;
        Self { at, heading }
    }

    /// The foot, pitched toes up about its heel (positive) or heel up about its ball (negative). `peel` is the pitch of the toes about
    /// their tip, zero or negative.
    pub fn roll(self, pitch: f64, peel: f64) -> Foot {
        let heading = about_y(self.heading);
        let turn = heading * about_x(-pitch);
        let flat = self.at + DVec3::Y * ANKLE_HEIGHT;
        let (ankle, toes) = if pitch >= 0.0 {
            (flat + heading * HEEL - turn * HEEL, 0.3 * pitch)
        } else {
            let tip = flat + heading * (BALL + TIP);
            let ball = tip - heading * about_x(-peel) * TIP;
            (ball - turn * BALL, peel - pitch)
        };
        Foot { ankle, turn, toes, knee: self.heading }
    }
}
