//! A standing jump with both arms: the body follows a planned centre of mass.
//!
//! From take-off to touch-down the centre of mass is in free fall. Before and after, its height is four quintics
//! that meet standing, the lowest points and the flight in position, velocity and acceleration. The shape (an
//! unweighted dip of 28 cm, a push of 0.3 s, arms that lead) is that of the counter-movement jumps measured by
//! Bobbert and van Ingen Schenau, J. Biomech. 21, 1988.

use super::about::{about_x, about_y};
use super::body::{BodySide, SIDES, STATURE};
use super::clip::Recording;
use super::ease::{Keyframes, hermite, quintic};
use super::figure::{Arm, Bend, Posture};
use super::foot::{Foot, Print};
use super::pose::BodyPose;
use glam::DVec3;
use std::f64::consts::TAU;

const RATE: f64 = 100.0;
const END: f64 = 3.8;
const GRAVITY: f64 = 981.0;
/// Take-off speed: the body rises by v^2 / 2g = 41 cm.
const SPEED: f64 = 285.0;

const DIP: f64 = 0.55;
const LOW: f64 = 1.13;
pub const TAKE_OFF: f64 = 1.42;
/// (v + w) / g after take-off, at speed w: a little lower, with bent knees.
pub const TOUCH_DOWN: f64 = TAKE_OFF + (SPEED + IMPACT) / GRAVITY;
const IMPACT: f64 = 320.0;
const ABSORBED: f64 = TOUCH_DOWN + 0.23;
const UP: f64 = TOUCH_DOWN + 1.15;

/// Heights of the centre of mass against standing.
const DROP: f64 = -28.0;
const RELEASE: f64 = 8.0;
const LANDED: f64 = -33.0;

/// For so long after take-off and before touch-down the feet blend to and from the ground.
const LEAVE: f64 = 0.12;
const MEET: f64 = 0.11;

const HALF_STANCE: f64 = 11.0;
const TOE_OUT: f64 = 8.0;

pub fn recording() -> Recording {
    let frames = (END * RATE).round() as usize;
    let jump = Jump::new();
    let poses = (0..=frames).map(|f| jump.pose(f as f64 / RATE)).collect();
    Recording { name: "jump", rate: RATE, poses }
}

pub struct Jump {
    /// Pelvis forward, trunk forward, gaze down.
    trunk: Keyframes<3>,
    /// Shoulder forward, out, elbow, shrug.
    arms: Keyframes<4>,
    /// Pitch and toe peel on the ground.
    roll: Keyframes<2>,
    /// The foot in flight: below and before the centre of mass, pitch, toes.
    air: Keyframes<4>,
    standing: DVec3,
}

/// The height of the centre of mass against standing.
pub fn height(t: f64) -> f64 {
    let (still, fall) = ([0.0; 3], -GRAVITY);
    let (low, landed) = ([DROP, 0.0, 1150.0], [LANDED, 0.0, 430.0]);
    let piece = |from: f64, to: f64, a, b| quintic((t - from) / (to - from), to - from, a, b);
    match t {
        t if t < DIP => 0.0,
        t if t < LOW => piece(DIP, LOW, still, low),
        t if t < TAKE_OFF => piece(LOW, TAKE_OFF, low, [RELEASE, SPEED, fall]),
        t if t < TOUCH_DOWN => fallen(t),
        t if t < ABSORBED => piece(TOUCH_DOWN, ABSORBED, [fallen(TOUCH_DOWN), -IMPACT, fall], landed),
        t if t < UP => piece(ABSORBED, UP, landed, still),
        _ => 0.0,
    }
}

fn fallen(t: f64) -> f64 {
    RELEASE + (t - TAKE_OFF) * (SPEED - GRAVITY / 2.0 * (t - TAKE_OFF))
}

impl Jump {
    pub fn new() -> Self {
        let trunk = [
            (0.50, [2.0, 1.0, 3.0]),
            (0.85, [20.0, 12.0, 14.0]),
            (1.12, [38.0, 16.0, 6.0]),
            (1.30, [20.0, 4.0, -6.0]),
            (1.46, [0.0, -5.0, -16.0]),
            (1.68, [2.0, -2.0, -6.0]),
            (1.95, [14.0, 8.0, 16.0]),
            (2.26, [32.0, 16.0, 16.0]),
            (2.75, [10.0, 6.0, 6.0]),
            (3.20, [2.0, 1.0, 3.0]),
        ];
        let arms = [
            (0.40, [2.0, 8.0, 14.0, 0.0]),
            (0.62, [12.0, 9.0, 18.0, 1.0]),
            (1.02, [-42.0, 14.0, 12.0, 2.0]),
            (1.10, [-40.0, 14.0, 14.0, 2.0]),
            (1.42, [128.0, 18.0, 26.0, 10.0]),
            (1.58, [158.0, 20.0, 18.0, 16.0]),
            (1.80, [120.0, 30.0, 22.0, 10.0]),
            (2.06, [64.0, 34.0, 34.0, 3.0]),
            (2.28, [36.0, 26.0, 46.0, 0.0]),
            (2.70, [-14.0, 12.0, 18.0, 0.0]),
            (3.05, [6.0, 9.0, 16.0, 0.0]),
            (3.40, [2.0, 8.0, 14.0, 0.0]),
        ];
        let roll = [
            (1.20, [0.0, 0.0]),
            (1.30, [-9.0, 0.0]),
            (TAKE_OFF, [-44.0, -6.0]),
            (TAKE_OFF + 0.02, [-51.0, -9.0]),
            (TOUCH_DOWN - 0.02, [-34.0, 0.0]),
            (TOUCH_DOWN, [-29.0, 0.0]),
            (TOUCH_DOWN + 0.10, [0.0, 0.0]),
        ];
        let air = [
            (TAKE_OFF + 0.05, [-94.0, -6.0, -62.0, 8.0]),
            (TAKE_OFF + 0.27, [-92.0, -9.0, -54.0, 4.0]),
            (TOUCH_DOWN - 0.12, [-87.5, -3.0, -34.0, 8.0]),
            (TOUCH_DOWN - 0.02, [-81.0, 0.0, -28.0, 10.0]),
        ];
        let mut jump = Self {
            trunk: Keyframes::new(&trunk).soft(0.12),
            arms: Keyframes::new(&arms).soft(0.12),
            roll: Keyframes::new(&roll).soft(0.04),
            air: Keyframes::new(&air).soft(0.06),
            standing: DVec3::ZERO,
        };
        // Standing straight, but not stiff, with the weight over the middle of the feet.
        let mut figure = jump.figure(0.0);
        figure.root.y = 0.53 * STATURE + 3.7;
        jump.standing = figure.pose().world().centre_of_mass();
        jump.standing.z = 4.5;
        jump
    }

    pub fn centre(&self, t: f64) -> DVec3 {
        let breath = 0.12 * (TAU * t / END * 1.0).sin();
        self.standing + DVec3::new(0.25 * breath, height(t), 0.0)
    }

    pub fn pose(&self, t: f64) -> BodyPose {
        self.figure(t).balanced(self.centre(t), DVec3::ONE)
    }

    fn figure(&self, t: f64) -> Posture {
        let breath = (TAU * t / END).sin();
        let [pelvis, trunk, down] = self.trunk.at(t);
        let [forward, out, elbow, shrug] = self.arms.at(t);
        Posture {
            root: DVec3::new(0.0, 0.53 * STATURE, 0.0),
            pelvis: about_x(pelvis),
            spine: Bend::new(trunk + 0.6 * breath, 0.0, 0.3 * breath),
            gaze: Bend::new(down, 0.0, 0.8 * breath).rotation(),
            arms: SIDES.map(|side| Arm {
                shrug: shrug + 0.7 * breath,
                reach: 0.06 * forward,
                ..Arm::hanging(side, forward, out + 0.4 * breath, 10.0, elbow)
            }),
            feet: SIDES.map(|side| self.foot(t, side)),
        }
    }

    fn foot(&self, t: f64, side: BodySide) -> Foot {
        if !(TAKE_OFF..TOUCH_DOWN).contains(&t) {
            return self.standing(t, side);
        }
        let s = side.sign();
        let (start, slope_start) = self.gap(TAKE_OFF, -1e-4, side);
        let (end, slope_end) = self.gap(TOUCH_DOWN, 1e-4, side);
        let free = self.free(t, side);
        let step: [f64; 5] = std::array::from_fn(|i| {
            let (leaving, meeting) = (((t - TAKE_OFF) / LEAVE).min(1.0), ((t - TOUCH_DOWN) / MEET + 1.0).max(0.0));
            free[i]
                + hermite(leaving, LEAVE, (start[i], slope_start[i]), (0.0, 0.0))
                + hermite(meeting, MEET, (0.0, 0.0), (end[i], slope_end[i]))
        });
        Foot {
            ankle: self.centre(t) + DVec3::new(step[0], step[1], step[2]),
            turn: about_y(s * TOE_OUT) * about_x(-step[3]),
            toes: step[4],
            knee: s * TOE_OUT,
        }
    }

    fn standing(&self, t: f64, side: BodySide) -> Foot {
        let s = side.sign();
        let [pitch, peel] = self.roll.at(t);
        Print::new(s * HALF_STANCE, 0.0, s * TOE_OUT).roll(pitch, peel)
    }

    /// The foot in flight relative to the centre of mass, its pitch and its toes.
    fn free(&self, t: f64, side: BodySide) -> [f64; 5] {
        let [down, forward, pitch, toes] = self.air.at(t);
        [side.sign() * HALF_STANCE, down, forward, pitch, toes]
    }

    /// The difference of the foot on the ground to the one in flight at `t`, and its slope on the ground.
    fn gap(&self, t: f64, aside: f64, side: BodySide) -> ([f64; 5], [f64; 5]) {
        let at = |t: f64| -> [f64; 5] {
            let foot = self.standing(t, side);
            let ankle = foot.ankle - self.centre(t);
            let [pitch, _] = self.roll.at(t);
            let free = self.free(t, side);
            let stood = [ankle.x, ankle.y, ankle.z, pitch, foot.toes];
            std::array::from_fn(|i| stood[i] - free[i])
        };
        let (here, there) = (at(t), at(t + aside));
        (here, std::array::from_fn(|i| (there[i] - here[i]) / aside))
    }
}
