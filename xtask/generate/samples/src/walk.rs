//! A walk at 1.25 m/s around a circle, so that the last frame meets the first.
//!
//! The swing leg follows the published curves of [`gait`]. The standing foot is fixed on the ground, and the path of the pelvis was fitted
//! so that the standing leg's angles follow the same curves.

use super::about::{about_x, about_y};
use super::body::{ANKLE_HEIGHT, BodySide, HALF_HIPS, SHANK, SIDES, THIGH};
use super::clip::Recording;
use super::ease::{Keyframes, hermite};
use super::figure::{Arm, Bend, Posture};
use super::foot::{Foot, Print};
use super::gait::{self, Gait, TOE_OFF};
use super::pose::BodyPose;
use glam::DVec3;
use std::f64::consts::TAU;

const RATE: f64 = 60.0;
/// A cycle of 64 frames: 112 steps a minute.
const CYCLE: f64 = 64.0 / RATE;
const STRIDES: f64 = 6.0;
const SPEED: f64 = 125.0;
const RADIUS: f64 = SPEED * CYCLE * STRIDES / TAU;
/// A body on a circle leans in by atan(v^2 / rg).
const LEAN: f64 = 7.0;
/// How far the pelvis is inside the feet's circle; the trunk leans the rest of the way.
const INSIDE: f64 = 6.0;
const HALF_STEP: f64 = 4.5;
/// How far before the pelvis the left and the right foot land: the outer leg goes farther.
const STEP_AHEAD: [f64; 2] = [29.4, 30.3];
/// Added to the swinging foot half way, up and toes up: it clears the ground by 1 to 2 cm (Winter 1992).
const CLEARANCE: Footfall = [0.0, 4.3, 0.0, 4.0, 0.0, 0.0];
const TOE_OUT: f64 = 6.0;

pub fn recording() -> Recording {
    let frames = (STRIDES * CYCLE * RATE).round() as usize;
    let walk = Walk::new();
    let poses = (0..=frames).map(|f| walk.pose(f as f64 / RATE)).collect();
    Recording { name: "walk", rate: RATE, poses }
}

/// A foot as numbers to blend: left, up and forward of the path, pitch, heading, toes.
type Footfall = [f64; 6];

pub struct Walk {
    gait: Gait,
    /// Pitch and toe peel of the standing foot by phase.
    roll: Keyframes<2>,
}

/// The heading of the path in degrees.
fn heading(t: f64) -> f64 {
    (SPEED * t / RADIUS).to_degrees()
}

fn onto_path(t: f64, v: DVec3) -> DVec3 {
    about_y(heading(t)) * (v - DVec3::X * RADIUS)
}

fn off_path(t: f64, v: DVec3) -> DVec3 {
    about_y(-heading(t)) * v + DVec3::X * RADIUS
}

/// Cycles of a leg since the clip began; a whole number is a heel strike.
pub fn phase(t: f64, side: BodySide) -> f64 {
    t / CYCLE + 0.1 + if side == BodySide::Left { 0.0 } else { 0.5 }
}

impl Walk {
    pub fn new() -> Self {
        let roll = [
            (-0.02, [18.0, 0.0]),
            (0.0, [15.0, 0.0]),
            (0.08, [0.0, 0.0]),
            (0.30, [0.0, 0.0]),
            (0.38, [-4.9, 0.0]),
            (0.44, [-11.9, 0.0]),
            (0.50, [-23.0, 0.0]),
            (0.54, [-34.8, 0.0]),
            (0.58, [-48.7, -8.0]),
            (0.62, [-64.5, -31.0]),
            (0.66, [-76.5, -45.0]),
        ];
        Self { gait: Gait::new(), roll: Keyframes::new(&roll).soft(0.03) }
    }

    pub fn pose(&self, t: f64) -> BodyPose {
        let (root, pelvis) = (self.root(t), self.pelvis(t));
        let ahead = about_y(heading(t));
        let left = phase(t, BodySide::Left);
        let wave = |cycles: f64, lead: f64| (TAU * cycles * (left - lead)).cos();
        let breath = (TAU * 2.0 * t / (STRIDES * CYCLE)).sin();
        // The chest turns against the pelvis and stays level while the pelvis lists; it leans into the turn.
        let spine = Bend::new(
            1.0 + 0.8 * wave(2.0, 0.05) + 0.4 * breath,
            LEAN + 0.6 - pelvis_bend(t).left + 1.2 * wave(1.0, 0.25),
            -pelvis_bend(t).turn + 4.0 * wave(1.0, 0.0),
        );
        // The gaze leads the turn, nearly level: Grasso and others, Neurosci. Lett. 253, 1998.
        let gaze = ahead * Bend::new(3.0 - 0.8 * wave(2.0, 0.05), 0.35 * LEAN, 9.0).rotation();
        Posture {
            root: onto_path(t, root),
            pelvis: ahead * pelvis,
            spine,
            gaze,
            arms: SIDES.map(|side| arm(side, phase(t, side), breath)),
            feet: SIDES.map(|side| self.foot(t, side)),
        }
        .pose()
    }

    /// The pelvis relative to the path: two rises a stride, one sway, and a small rise over the outer leg, which stands farther from it. The
    /// numbers are a rounded least-squares fit of the standing legs' angles to the published curves.
    fn root(&self, t: f64) -> DVec3 {
        let angle = TAU * phase(t, BodySide::Left);
        let twice = 2.0 * angle;
        let sway = 2.0 * (angle - TAU * 0.30).cos();
        let up = 90.2 - 0.88 * twice.cos() - 0.4 * twice.sin() - 0.4 * angle.sin();
        let on = 1.6 * twice.cos() - 0.8 * twice.sin();
        DVec3::new(INSIDE + sway, up + 4.0, on)
    }

    fn pelvis(&self, t: f64) -> glam::DQuat {
        let list = pelvis_bend(t);
        Bend { left: list.left - 0.6, turn: list.turn + 1.5, ..list }.rotation()
    }

    fn foot(&self, t: f64, side: BodySide) -> Foot {
        let cycles = phase(t, side);
        let (stride, part) = (cycles.floor(), cycles.fract());
        if part <= TOE_OFF {
            return self.standing(stride, part, side);
        }
        let step = self.swinging(t, side, stride, part);
        let turn = heading(t) + step[4];
        Foot {
            ankle: onto_path(t, DVec3::new(step[0], step[1], step[2])),
            turn: about_y(turn) * about_x(-step[3]),
            toes: step[5],
            knee: turn,
        }
    }

    fn standing(&self, stride: f64, part: f64, side: BodySide) -> Foot {
        // The time at which the path passes the print.
        let strike = (stride - phase(0.0, side)) * CYCLE;
        let over = strike + STEP_AHEAD[side as usize] / SPEED;
        let s = side.sign();
        let print = Print { at: onto_path(over, DVec3::X * s * HALF_STEP), heading: heading(over) + s * TOE_OUT };
        let [pitch, peel] = self.roll.at(part);
        print.roll(pitch, peel)
    }

    /// The standing foot as a step, at `part` of cycle `stride`.
    fn stood(&self, stride: f64, part: f64, side: BodySide) -> Footfall {
        let t = (stride + part - phase(0.0, side)) * CYCLE;
        let foot = self.standing(stride, part, side);
        let at = off_path(t, foot.ankle);
        let [pitch, _] = self.roll.at(part);
        [at.x, at.y, at.z, pitch, foot.knee - heading(t), foot.toes]
    }

    /// The foot at the published angles from the hip.
    fn hung(&self, t: f64, side: BodySide) -> Footfall {
        let cycles = phase(t, side);
        let s = side.sign();
        let hip = self.root(t) + self.pelvis(t) * DVec3::new(s * HALF_HIPS, -4.0, 0.0);
        let thigh = self.gait.hip.at(cycles);
        let shank = thigh - self.gait.knee.at(cycles);
        let pitch = shank + self.gait.ankle.at(cycles);
        let (thigh, shank) = (thigh.to_radians(), shank.to_radians());
        let y = hip.y - THIGH * thigh.cos() - SHANK * shank.cos();
        let z = hip.z + THIGH * thigh.sin() + SHANK * shank.sin();
        [hip.x - s * 2.0, y.max(ANKLE_HEIGHT), z, pitch, s * TOE_OUT, 4.0]
    }

    /// From toe-off to heel strike: the published path, blended with the ground at both ends.
    fn swinging(&self, t: f64, side: BodySide, stride: f64, part: f64) -> Footfall {
        const H: f64 = 1e-4;
        let at = |part: f64| (stride + part - phase(0.0, side)) * CYCLE;
        let gap = |stride: f64, part: f64| -> Footfall {
            let t = (stride + part - phase(0.0, side)) * CYCLE;
            let (stood, hung) = (self.stood(stride, part, side), self.hung(t, side));
            std::array::from_fn(|i| stood[i] - hung[i])
        };
        let (leave, before) = (gap(stride, TOE_OFF), gap(stride, TOE_OFF - H));
        let (meet, after) = (gap(stride + 1.0, 0.0), gap(stride + 1.0, H));
        let (hung, u) = (self.hung(t, side), (part - TOE_OFF) / (1.0 - TOE_OFF));
        let span = at(1.0) - at(TOE_OFF);
        std::array::from_fn(|i| {
            let from = (leave[i], (leave[i] - before[i]) / (H * CYCLE));
            let to = (meet[i], (after[i] - meet[i]) / (H * CYCLE));
            let lift = CLEARANCE[i] * 16.0 * (u * (1.0 - u)).powi(2);
            hung[i] + lift + hermite(u, span, from, to)
        })
    }
}

fn pelvis_bend(t: f64) -> Bend {
    gait::pelvis(phase(t, BodySide::Left))
}

fn arm(side: BodySide, phase: f64, breath: f64) -> Arm {
    let (swing, elbow) = gait::arm(phase);
    // The trunk leans into the turn and the arms hang straight, the inner one farther from the body.
    let out = 6.0 + 0.7 * side.sign() * LEAN;
    Arm { shrug: 0.6 * breath, reach: 0.12 * swing, ..Arm::hanging(side, swing, out, 6.0 + 0.3 * swing, elbow) }
}
