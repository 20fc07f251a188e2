//! Sines and cosines of angles: the same bits on every machine.

use std::f32::consts::FRAC_PI_2;

use glam::Vec4;

/// Half of the angle `degrees` in radians, within ±π/2. Removing whole turns changes at most a quaternion's sign, and `q` and `-q`
/// are the same rotation. Computed in `f64`, so that 36000.5° is as good as 0.5°. Past some 10^16 degrees, where the file
/// cannot tell directions apart, the result may leave that range.
#[inline(always)]
pub fn half_angle(degrees: f64) -> f32 {
    /// Adding and subtracting 1.5 * 2^52 rounds to the nearest integer.
    const ROUND: f64 = 6_755_399_441_055_744.0;
    let turns = (degrees * (1.0 / 360.0) + ROUND) - ROUND;
    ((degrees - 360.0 * turns) * (std::f64::consts::PI / 360.0)) as f32
}

/// Sines and cosines of four angles within ±π/2 (others are clamped), within 1.5e-7 (tested). Polynomials fitted over the whole
/// range (Chebyshev nodes in the square of the angle), so there are no branches.
#[inline(always)]
pub fn sin_cos_four(angles: Vec4) -> (Vec4, Vec4) {
    let most = Vec4::splat(FRAC_PI_2);
    let angles = angles.max(-most).min(most);
    let square = angles * angles;
    // Unrolled by hand: the compiler keeps loops when it optimises for size.
    let sine = Vec4::splat(2.605_107_6e-6) * square + Vec4::splat(-1.980_901_7e-4);
    let sine = (sine * square + Vec4::splat(8.333_051e-3)) * square + Vec4::splat(-0.166_666_58);
    let cosine = Vec4::splat(-2.605_065_7e-7) * square + Vec4::splat(2.476_011e-5);
    let cosine = (cosine * square + Vec4::splat(-1.388_836e-3)) * square + Vec4::splat(4.166_663_6e-2);
    let cosine = cosine * square + Vec4::splat(-0.5);
    (angles + angles * square * sine, Vec4::ONE + square * cosine)
}

/// [`half_angle`] of each angle of `row`, up to the shorter list's end.
#[inline(never)]
pub fn half_angles(row: &[f64], halves: &mut [f32]) {
    for (half, degrees) in halves.iter_mut().zip(row) {
        *half = half_angle(*degrees);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sines_and_cosines_are_exact_to_seven_digits() {
        let (mut worst, steps) = (0.0f64, 1_000_000);
        for step in 0..=steps {
            let degrees = -180.0 + 360.0 * f64::from(step) / f64::from(steps);
            let half = half_angle(degrees);
            let (sine, cosine) = sin_cos_four(Vec4::splat(half));
            let exact = f64::from(half);
            worst = worst.max((f64::from(sine.x) - exact.sin()).abs()).max((f64::from(cosine.x) - exact.cos()).abs());
        }
        assert!(worst < 1.5e-7, "{worst}");
    }

    #[test]
    fn whole_turns_change_only_the_sign() {
        for degrees in [0.0, 1e-9, 179.999, -180.0, 0.123_456_789] {
            for turns in [-1_000_000.0, -3.0, -2.0, 1.0, 2.0, 7.0, 12_345.0] {
                let (a, b) = (half_angle(degrees), half_angle(degrees + 360.0 * turns));
                let apart = (a - b).abs().min((a.abs() + b.abs() - std::f32::consts::PI).abs());
                assert!(apart < 1e-7, "{degrees} + {turns} turns: {a} {b}");
            }
        }
    }
}
