//! Normal level walking, one gait cycle from heel strike to heel strike.
//!
//! Sagittal angles at every 5 % of the stride, in degrees; hip and knee flexion and ankle dorsiflexion are positive.
//! They approximate the means at natural cadence of Winter, The Biomechanics and Motor Control of Human Gait, 1991.
//! The events agree with Perry and Burnfield, Gait Analysis, 2010: the knee's loading peak near 15 %, the hip's
//! extension peak near 53 %, toe-off near 62 % with the ankle at about -20, the knee's swing peak near 72 %.

use super::ease::Cycle;
use std::f64::consts::TAU;

/// The share of the cycle at which the toes leave the ground.
pub const TOE_OFF: f64 = 0.62;

const HIP: [f64; 20] = [
    19.3, 18.4, 16.6, 13.3, 9.4, 5.4, 1.5, -2.2, -5.7, -8.7, -10.9, -11.2, -7.9, -1.0, 6.3, 12.6, 17.6, 20.7, 21.4,
    20.6,
];
const KNEE: [f64; 20] =
    [4.0, 11.2, 18.0, 20.4, 17.8, 13.5, 9.7, 6.6, 5.2, 6.5, 11.6, 21.0, 36.5, 53.5, 63.8, 63.2, 52.5, 34.5, 16.2, 4.0];
const ANKLE: [f64; 20] =
    [0.0, -4.6, -2.4, 1.4, 4.0, 5.8, 7.2, 8.5, 9.4, 9.4, 6.4, -1.0, -13.0, -19.6, -15.5, -7.2, -1.6, 0.0, -0.6, -0.4];

pub struct Gait {
    pub hip: Cycle,
    pub knee: Cycle,
    pub ankle: Cycle,
}

impl Gait {
    pub fn new() -> Self {
        Self { hip: Cycle::new(&HIP, 7), knee: Cycle::new(&KNEE, 7), ankle: Cycle::new(&ANKLE, 7) }
    }
}

/// The pelvis in degrees, at the left leg's `phase`: Kadaba and others, J. Orthop. Res. 8, 1990, and Perry. The stepping side leads; the
/// bearing side is high just after the other's toe-off; the tilt swings a little twice a stride.
pub fn pelvis(phase: f64) -> super::figure::Bend {
    let turn = -4.5 * (TAU * phase).cos();
    let left_up = 3.8 * (TAU * (phase - 0.17)).cos();
    let tilt = 2.0 + 1.2 * (2.0 * TAU * (phase - 0.46)).cos();
    super::figure::Bend::new(tilt, -left_up, turn)
}

/// The shoulder's swing about hanging, forward positive, and the elbow's bend, of the arm beside the leg at `phase`.
/// Murray, Sepic and Barnard, Phys. Ther. 47, 1967: about 30 degrees in all, more of it behind than before; the
/// elbow from about 15 behind to 38 before, a little later than the shoulder.
pub fn arm(phase: f64) -> (f64, f64) {
    let swing = -(TAU * (phase - 0.02)).cos();
    let bend = -(TAU * (phase - 0.07)).cos();
    (-5.0 + 16.5 * swing, 25.0 + 10.0 * bend + 2.0 * (2.0 * TAU * (phase - 0.07)).cos())
}
