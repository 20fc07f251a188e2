//! A march on the spot, two steps a second, with knees as high as the hips; once the right knee comes too high.
//!
//! A foot is on the ground for half a stride. In the air the ankle moves to where a raised thigh and a bent knee hold it, and back.

use super::about::{about_x, about_y};
use super::body::{ANKLE_HEIGHT, BodySide, HALF_HIPS, HIP_HEIGHT, SHANK, SIDES, THIGH};
use super::clip::Recording;
use super::figure::{Arm, Bend, Posture};
use super::foot::{Foot, Print};
use super::pose::BodyPose;
use glam::DVec3;
use std::f64::consts::TAU;

/// Readers assume this rate where a format states none.
const RATE: f64 = 120.0;
const STRIDE: f64 = 1.0;
const STRIDES: f64 = 4.0;
/// Degrees of thigh and knee in a usual step, and in the one that is too high.
const USUAL: (f64, f64) = (72.0, 88.0);
const HIGH: (f64, f64) = (94.0, 122.0);
const HIGH_STRIDE: f64 = 2.0;
const TOE_OUT: f64 = 7.0;
/// Standing legs are not quite straight.
const SUNK: f64 = 1.0;

pub fn recording() -> Recording {
    let frames = (STRIDES * STRIDE * RATE).round() as usize;
    Recording { name: "march", rate: RATE, poses: (0..=frames).map(|frame| pose(frame as f64 / RATE)).collect() }
}

fn pose(t: f64) -> BodyPose {
    let phase = t / STRIDE;
    let wave = |cycles: f64, lead: f64| (TAU * cycles * (phase - lead)).cos();
    // The left foot is up first, with the body over the right one.
    let pelvis = Bend::new(1.0, 2.0 * wave(1.0, 0.25), -3.0 * wave(1.0, 0.25));
    let up = HIP_HEIGHT + 4.0 - SUNK + 0.4 * (1.0 - wave(2.0, 0.0)) / 2.0;
    let root = DVec3::new(-2.2 * wave(1.0, 0.25), up, -0.5);
    let spine = Bend::new(0.5 + 0.8 * wave(2.0, 0.1), -2.0 * wave(1.0, 0.25), 7.0 * wave(1.0, 0.25));
    Posture {
        root,
        pelvis: pelvis.rotation(),
        spine,
        gaze: Bend::new(-1.0 + 0.6 * wave(2.0, 0.15), 0.0, 0.8 * wave(1.0, 0.3)).rotation(),
        arms: SIDES.map(|side| arm(phase, side)),
        feet: SIDES.map(|side| foot(phase, side)),
    }
    .pose()
}

/// An arm swings with the opposite leg, straight to the front, a little bent behind.
fn arm(phase: f64, side: BodySide) -> Arm {
    let swing = -side.sign() * (TAU * (phase - 0.27)).cos();
    let forward = 8.0 + 30.0 * swing;
    Arm { shrug: 0.8 * swing, ..Arm::hanging(side, forward, 5.0, 8.0, 16.0 - 6.0 * swing) }
}

fn foot(phase: f64, side: BodySide) -> Foot {
    let s = side.sign();
    let own = phase - if side == BodySide::Left { 0.0 } else { 0.5 };
    let (stride, part) = (own.floor(), own.rem_euclid(1.0));
    let print = Print::new(s * HALF_HIPS, 0.0, s * TOE_OUT).roll(0.0, 0.0);
    if part >= 0.5 {
        return print;
    }
    // Level and without acceleration at both ends.
    let lifted = (TAU * part).sin().powi(3);
    let (thigh, knee) = if side == BodySide::Right && stride == HIGH_STRIDE { HIGH } else { USUAL };
    let (thigh, shank) = (f64::to_radians(thigh), f64::to_radians(thigh - knee));
    let forward = THIGH * thigh.sin() + SHANK * shank.sin();
    let height = HIP_HEIGHT - THIGH * thigh.cos() - SHANK * shank.cos();
    let raised = about_y(s * TOE_OUT) * DVec3::new(0.0, height - ANKLE_HEIGHT, forward);
    Foot {
        ankle: print.ankle + lifted * raised,
        turn: about_y(s * TOE_OUT) * about_x(28.0 * lifted),
        toes: -6.0 * lifted,
        knee: s * TOE_OUT,
    }
}
