//! A dance phrase of 14 beats at 100 a minute: a plié, a step to the left, a full turn to the right on the ball of
//! the left foot with the right leg in passé, a step back, a reverence. It ends as it began.
//!
//! Everything is keyed in beats. The pelvis moves so that the centre of mass stays over the support; its height is keyed.

use super::about::about_y;
use super::body::{BodySide, SIDES};
use super::clip::Recording;
use super::ease::Keyframes;
use super::figure::{Arm, Bend, Posture};
use super::foot::{Foot, Print};
use super::pose::BodyPose;
use glam::DVec3;
use std::f64::consts::TAU;

const RATE: f64 = 30.0;
const BEAT: f64 = 0.6;
const BEATS: f64 = 14.0;

const PIVOT: DVec3 = DVec3::new(36.1, 0.0, 13.8);

pub fn recording() -> Recording {
    let frames = (BEATS * BEAT * RATE).round() as usize;
    let dance = Dance::new();
    let poses = (0..=frames).map(|f| dance.pose(f as f64 / RATE / BEAT)).collect();
    Recording { name: "dance", rate: RATE, poses }
}

/// A wrist relative to its shoulder (away from the body, up, forward, distance), and the elbow's direction.
type Port = [f64; 7];

const LOW: Port = [-1.0, -50.0, 17.0, 53.0, 1.0, 0.1, -0.3];
const FRONT: Port = [-2.0, -14.0, 44.0, 50.0, 1.0, -0.5, 0.0];
const SIDE: Port = [51.0, -9.0, 18.0, 55.5, 0.0, -0.55, -1.0];
const HALF_SIDE: Port = [40.0, -32.0, 20.0, 55.0, 0.3, -0.2, -1.0];
const HIGH: Port = [-1.0, 50.0, 13.0, 52.0, 1.0, 0.0, -0.3];
const HALF_HIGH: Port = [38.0, 34.0, 16.0, 54.0, 0.5, -0.3, -0.8];

pub struct Dance {
    /// Ball x, z, heading, lift, pitch, toe peel.
    feet: [Keyframes<6>; 2],
    arms: [Keyframes<7>; 2],
    /// The turn of the whole body; `twist` has pelvis and chest against it.
    turn: Keyframes<1>,
    twist: Keyframes<2>,
    /// Centre of mass x, z, and the height of the pelvis.
    weight: Keyframes<3>,
    /// Trunk forward, left; gaze down, left.
    trunk: Keyframes<2>,
    gaze: Keyframes<2>,
}

impl Dance {
    pub fn new() -> Self {
        let home = |side: BodySide| [12.1 * side.sign(), 10.9, 25.0 * side.sign()];
        let key = |[x, z, heading]: [f64; 3], lift: f64, pitch: f64, peel: f64| [x, z, heading, lift, pitch, peel];
        let (left, right) = (home(BodySide::Left), home(BodySide::Right));
        let stand = [PIVOT.x, PIVOT.z, 10.0];
        let left_foot = [
            (2.45, key(left, 0.0, 0.0, 0.0)),
            (2.85, key(left, 0.0, -26.0, 0.0)),
            (3.05, key(left, 1.0, -44.0, -26.0)),
            (3.45, key([25.0, 13.5, 18.0], 3.0, -50.0, -42.0)),
            (3.85, key(stand, 0.8, -38.0, -20.0)),
            (4.00, key(stand, 0.0, -24.0, 0.0)),
            (4.30, key(stand, 0.0, 0.0, 0.0)),
            (5.85, key(stand, 0.0, 0.0, 0.0)),
            (6.35, key(stand, 0.0, -46.0, 0.0)),
            (9.00, key(stand, 0.0, -46.0, 0.0)),
            (9.55, key(stand, 0.0, 0.0, 0.0)),
            (10.05, key(stand, 0.0, 0.0, 0.0)),
            (10.45, key(stand, 0.0, -28.0, 0.0)),
            (10.65, key(stand, 0.8, -44.0, -24.0)),
            (11.10, key([23.0, 14.0, 20.0], 2.0, -46.0, -36.0)),
            (11.55, key(left, 0.6, -34.0, -16.0)),
            (11.70, key(left, 0.0, -20.0, 0.0)),
            (12.00, key(left, 0.0, 0.0, 0.0)),
        ];
        let behind = [15.0, -16.0, -30.0];
        let passe = [PIVOT.x - 2.5, 11.0, -62.0];
        let right_foot = [
            (4.05, key(right, 0.0, 0.0, 0.0)),
            (4.35, key(right, 0.0, -26.0, 0.0)),
            (4.55, key(right, 1.0, -44.0, -24.0)),
            (4.85, key([4.0, -4.0, -28.0], 3.0, -46.0, -38.0)),
            (5.15, key(behind, 0.6, -34.0, -14.0)),
            (5.27, key(behind, 0.0, -24.0, 0.0)),
            (5.55, key(behind, 0.0, -8.0, 0.0)),
            (5.75, key(behind, 0.0, -16.0, 0.0)),
            (5.98, key(behind, 0.0, -46.0, -20.0)),
            (6.14, key([19.0, -8.0, -38.0], 12.0, -60.0, -58.0)),
            (6.50, key(passe, 42.0, -72.0, -78.0)),
            (7.00, key(passe, 45.0, -72.0, -78.0)),
            (8.90, key(passe, 45.0, -72.0, -78.0)),
            (9.30, key([8.0, 14.0, -48.0], 22.0, -62.0, -66.0)),
            (9.70, key(right, 1.0, -42.0, -24.0)),
            (9.84, key(right, 0.0, -26.0, 0.0)),
            (10.15, key(right, 0.0, 0.0, 0.0)),
        ];
        let left_arm = [
            (0.6, LOW),
            (2.0, FRONT),
            (3.6, SIDE),
            (5.0, SIDE),
            (5.7, SIDE),
            (6.5, FRONT),
            (7.4, FRONT),
            (8.5, HIGH),
            (9.3, HIGH),
            (10.1, HALF_HIGH),
            (10.9, SIDE),
            (11.6, HALF_SIDE),
            (12.5, LOW),
        ];
        let right_arm = [
            (0.6, LOW),
            (2.0, FRONT),
            (3.6, SIDE),
            (4.5, SIDE),
            (5.5, FRONT),
            (5.9, FRONT),
            (6.15, [20.0, -14.0, 42.0, 52.0, 0.8, -0.5, -0.3]),
            (6.55, FRONT),
            (7.4, FRONT),
            (8.5, HIGH),
            (9.1, HIGH),
            (9.9, HALF_HIGH),
            (10.7, SIDE),
            (11.6, HALF_SIDE),
            (12.5, LOW),
        ];
        let turn = [(6.0, [0.0]), (6.35, [-42.0]), (6.95, [-190.0]), (7.55, [-305.0]), (8.35, [-360.0])];
        let twist =
            [(4.6, [0.0, 0.0]), (5.65, [10.0, 20.0]), (6.1, [-16.0, -16.0]), (6.9, [-4.0, 4.0]), (8.2, [0.0, 0.0])];
        let weight = [
            (0.8, [0.0, 5.2, 96.1]),
            (1.8, [-1.5, 5.2, 88.0]),
            (2.65, [-9.6, 5.6, 95.8]),
            (3.1, [-8.0, 5.8, 95.0]),
            (3.9, [14.0, 7.0, 91.5]),
            (4.5, [34.3, 7.6, 94.6]),
            (5.1, [30.5, 2.5, 91.5]),
            (5.6, [29.0, 1.5, 86.0]),
            (6.05, [34.0, 10.5, 95.5]),
            (6.45, [36.1, 13.6, 102.5]),
            (8.9, [36.1, 13.6, 102.5]),
            (9.35, [35.0, 9.5, 96.0]),
            (9.9, [20.0, 7.0, 90.0]),
            (10.35, [-2.0, 6.2, 91.6]),
            (10.75, [-8.6, 5.6, 94.6]),
            (11.35, [-9.0, 5.6, 95.9]),
            (12.3, [0.0, 5.2, 88.0]),
            (13.4, [0.0, 5.2, 96.1]),
        ];
        let trunk = [
            (0.6, [1.0, 0.0]),
            (1.8, [2.0, 0.0]),
            (3.3, [-1.0, -4.0]),
            (4.5, [-2.0, 4.0]),
            (5.6, [4.0, 0.0]),
            (6.5, [-2.0, 0.0]),
            (8.7, [-7.0, 0.0]),
            (9.9, [-1.0, 7.0]),
            (10.7, [-2.0, -5.0]),
            (12.3, [17.0, 0.0]),
            (13.5, [1.0, 0.0]),
        ];
        let gaze = [
            (0.6, [2.0, 0.0]),
            (1.8, [8.0, 0.0]),
            (3.4, [-2.0, 28.0]),
            (4.6, [-4.0, 12.0]),
            (5.5, [-2.0, 0.0]),
            (7.6, [-3.0, 0.0]),
            (8.7, [-18.0, 0.0]),
            (9.7, [-6.0, -6.0]),
            (10.6, [-2.0, -30.0]),
            (12.3, [26.0, 0.0]),
            (13.6, [2.0, 0.0]),
        ];
        Self {
            feet: [Keyframes::new(&left_foot).soft(0.12), Keyframes::new(&right_foot).soft(0.12)],
            arms: [Keyframes::new(&left_arm).soft(0.5), Keyframes::new(&right_arm).soft(0.4)],
            turn: Keyframes::new(&turn).soft(0.2),
            twist: Keyframes::new(&twist).soft(0.3),
            weight: Keyframes::new(&weight).soft(0.3),
            trunk: Keyframes::new(&trunk).soft(0.4),
            gaze: Keyframes::new(&gaze).soft(0.4),
        }
    }

    pub fn pose(&self, beat: f64) -> BodyPose {
        let [turn] = self.turn.at(beat);
        let [pelvis, chest] = self.twist.at(beat);
        let [x, z, up] = self.weight.at(beat);
        let [forward, left] = self.trunk.at(beat);
        let [down, aside] = self.gaze.at(beat);
        let breath = (TAU * beat * 2.0 / BEATS).sin();
        let sway = 0.3 * (TAU * beat * 3.0 / BEATS).sin();
        let feet = SIDES.map(|side| self.foot(beat, side));
        let figure = Posture {
            root: DVec3::new(x, up, z),
            pelvis: about_y(turn + pelvis) * Bend::new(2.0 + 0.3 * forward, 0.3 * left, 0.0).rotation(),
            spine: Bend::new(forward + 0.7 * breath, left + sway, chest),
            gaze: about_y(spot(turn)) * Bend::new(down + 0.5 * breath, 0.0, aside).rotation(),
            arms: SIDES.map(|side| self.arm(beat, side, breath)),
            feet,
        };
        figure.balanced(DVec3::new(x + sway, 0.0, z), DVec3::new(1.0, 0.0, 1.0))
    }

    fn foot(&self, beat: f64, side: BodySide) -> Foot {
        let [turn] = self.turn.at(beat);
        let [x, z, heading, lift, pitch, peel] = self.feet[side as usize].at(beat);
        let ball = PIVOT + about_y(turn) * (DVec3::new(x, 0.0, z) - PIVOT);
        let mut foot = Print::about_ball(ball.x, ball.z, heading + turn).roll(pitch, peel);
        foot.ankle.y += lift;
        foot
    }

    fn arm(&self, beat: f64, side: BodySide, breath: f64) -> Arm {
        let [out, up, forward, distance, elbow @ ..] = self.arms[side as usize].at(beat);
        let wrist = DVec3::new(out, up, forward).normalize() * distance;
        let raised = wrist.y / distance;
        Arm {
            shrug: 0.8 * breath + 7.0 * (raised + 0.9).max(0.0),
            ..Arm::rounded(side, wrist + DVec3::Y * 0.5 * breath, DVec3::from_array(elbow))
        }
    }
}

/// Dancers spot: the head stays with the room, then whips around before the body arrives.
fn spot(turn: f64) -> f64 {
    -360.0 * super::ease::ramp(-turn, 15.0, 345.0)
}
