//! Angles and logarithms without a maths library: the same bits on every machine, and in WebAssembly both faster and a
//! twentieth of the download smaller than the functions that Rust brings along there.

use std::f32::consts::{FRAC_PI_2, FRAC_PI_4, LN_2};

use glam::Vec4;

/// Half the angle `degrees` in radians, within ±π/2. The whole turns that are taken off change a quaternion's sign at
/// most, and `q` and `-q` are the same rotation. Worked out in `f64`, so that 36000.5° is as good as 0.5°. Past some
/// 10^16 degrees, where the file itself cannot tell one direction from the next, the result may leave that range.
#[inline(always)]
pub(crate) fn half_angle(degrees: f64) -> f32 {
    /// Adding and taking off 1.5 * 2^52 rounds to the nearest integer.
    const ROUND: f64 = 6_755_399_441_055_744.0;
    let turns = (degrees * (1.0 / 360.0) + ROUND) - ROUND;
    ((degrees - 360.0 * turns) * (std::f64::consts::PI / 360.0)) as f32
}

/// Sine and cosine of four angles within ±π/2 (others are taken to the nearer end), within 1.5e-7 (tested).
/// Polynomials fitted over the whole range (Chebyshev nodes in the angle's square), so that no case is told apart.
#[inline(always)]
pub(crate) fn sin_cos_four(angles: Vec4) -> (Vec4, Vec4) {
    let most = Vec4::splat(FRAC_PI_2);
    let angles = angles.max(-most).min(most);
    let square = angles * angles;
    // Written out: a loop stays a loop where the compiler saves space.
    let sine = Vec4::splat(2.605_107_6e-6) * square + Vec4::splat(-1.980_901_7e-4);
    let sine = (sine * square + Vec4::splat(8.333_051e-3)) * square + Vec4::splat(-0.166_666_58);
    let cosine = Vec4::splat(-2.605_065_7e-7) * square + Vec4::splat(2.476_011e-5);
    let cosine = (cosine * square + Vec4::splat(-1.388_836e-3)) * square + Vec4::splat(4.166_663_6e-2);
    let cosine = cosine * square + Vec4::splat(-0.5);
    (angles + angles * square * sine, Vec4::ONE + square * cosine)
}

/// Sine and cosine of any angle in radians, within 6e-7 (tested) and what the angle itself is rounded by.
pub fn sin_cos(angle: f32) -> (f32, f32) {
    let (sine, cosine) = sin_cos_four(Vec4::splat(half_angle(f64::from(angle).to_degrees())));
    (2.0 * sine.x * cosine.x, 1.0 - 2.0 * sine.x * sine.x)
}

/// The angle of the direction (`x`, `z`) from +Z towards +X, within ±π and 2e-6 (tested); 0 of no direction.
pub(crate) fn yaw(x: f32, z: f32) -> f32 {
    let (small, large) = (x.abs().min(z.abs()), x.abs().max(z.abs()));
    if large == 0.0 {
        return 0.0;
    }
    let share = small / large;
    let square = share * share;
    // Abramowitz and Stegun, 4.4.49.
    let mut sum = 0.002_866_225_7;
    for coefficient in
        [-0.016_165_737, 0.042_909_614, -0.075_289_64, 0.106_562_64, -0.142_089, 0.199_935_5, -0.333_331_45, 1.0]
    {
        sum = sum * square + coefficient;
    }
    let within = sum * share;
    let from_axis = if x.abs() > z.abs() { FRAC_PI_2 - within } else { within };
    let from_front = if z < 0.0 { 4.0 * FRAC_PI_4 - from_axis } else { from_axis };
    if x < 0.0 { -from_front } else { from_front }
}

/// The logarithm to base 2 of a positive number, within 3e-7 of it and of 1 (tested).
pub(crate) fn log2(x: f32) -> f32 {
    /// The bits of √½.
    const HALF: u32 = 0x3F35_04F3;
    let bits = x.max(f32::MIN_POSITIVE).to_bits();
    let exponent = bits.wrapping_sub(HALF).cast_signed() >> 23;
    let mantissa = f32::from_bits(bits.wrapping_sub(exponent.cast_unsigned() << 23));
    let s = (mantissa - 1.0) / (mantissa + 1.0);
    let square = s * s;
    exponent as f32 + 2.0 / LN_2 * s * (1.0 + square * (1.0 / 3.0 + square * (0.2 + square / 7.0)))
}

/// 2 to the power of `x`, within 3e-7 of it (tested); numbers past the range are taken to its ends.
pub(crate) fn exp2(x: f32) -> f32 {
    let x = x.clamp(-126.0, 127.0);
    let whole = x.round_ties_even();
    let part = (x - whole) * LN_2;
    let mut sum = 1.0 / 5040.0;
    for coefficient in [1.0 / 720.0, 1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 0.5, 1.0, 1.0] {
        sum = sum * part + coefficient;
    }
    sum * f32::from_bits(((whole as i32 + 127) << 23).cast_unsigned())
}

/// `x` less as many whole `span`s as bring it into `0..span`. (`%` would take a kilobyte.)
pub(crate) fn wrap(x: f64, span: f64) -> f64 {
    (x - span * (x / span).floor()).max(0.0).min(span)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sines_and_cosines_are_good_to_seven_digits() {
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
    fn whole_turns_change_the_sign_at_most() {
        for degrees in [0.0, 1e-9, 179.999, -180.0, 0.123_456_789] {
            for turns in [-1_000_000.0, -3.0, -2.0, 1.0, 2.0, 7.0, 12_345.0] {
                let (a, b) = (half_angle(degrees), half_angle(degrees + 360.0 * turns));
                let apart = (a - b).abs().min((a.abs() + b.abs() - std::f32::consts::PI).abs());
                assert!(apart < 1e-7, "{degrees} + {turns} turns: {a} {b}");
            }
        }
    }

    #[test]
    fn any_angle_will_do() {
        for step in -100_000..=100_000 {
            let angle = step as f32 * 1e-3;
            let ((sine, cosine), exact) = (sin_cos(angle), f64::from(angle));
            assert!((f64::from(sine) - exact.sin()).abs() < 6e-7, "{angle}");
            assert!((f64::from(cosine) - exact.cos()).abs() < 6e-7, "{angle}");
            let back = yaw(sine * 7.0, cosine * 7.0);
            let apart = (f64::from(back) - exact.sin().atan2(exact.cos())).abs();
            assert!(apart < 2e-6 || (apart - std::f64::consts::TAU).abs() < 2e-6, "{angle}: {back}");
        }
        assert_eq!(yaw(0.0, 0.0), 0.0);
    }

    #[test]
    fn logarithms_and_powers_are_good_to_single_precision() {
        for step in -2500..=2500 {
            let x = step as f32 * 0.05;
            let (power, exact) = (f64::from(exp2(x)), f64::from(x).exp2());
            assert!((power / exact - 1.0).abs() < 3e-7, "{x}: {power}");
            let logarithm = f64::from(log2(power as f32));
            assert!((logarithm - power.log2()).abs() < 3e-7 * power.log2().abs().max(1.0), "{power}: {logarithm}");
        }
        assert_eq!((exp2(0.0), log2(1.0), exp2(-1e9) > 0.0, log2(0.0)), (1.0, 0.0, true, -126.0));
    }

    #[test]
    fn wrapping_keeps_within_the_span() {
        for (x, span, expected) in [(7.5, 2.0, 1.5), (-0.5, 2.0, 1.5), (4.0, 2.0, 0.0), (-1e-30, 2.0, 2.0)] {
            assert_eq!(wrap(x, span), expected, "{x}");
        }
    }
}
