//! Trigonometry and logarithms without a maths library: the same bits on every machine.

use std::f32::consts::{FRAC_PI_2, FRAC_PI_4, LN_2};

use glam::{DQuat, DVec3, Vec4};
use marey_kernels::angles::{half_angle, sin_cos_four};

/// Sine and cosine of any angle in radians, within 6e-7 (tested) plus the effect of the angle's own rounding.
pub fn sin_cos(angle: f32) -> (f32, f32) {
    let (sine, cosine) = sin_cos_four(Vec4::splat(half_angle(f64::from(angle).to_degrees())));
    (2.0 * sine.x * cosine.x, 1.0 - 2.0 * sine.x * sine.x)
}

/// [`sin_cos`] of four angles.
#[inline]
pub fn sin_cos_of_four(angles: Vec4) -> (Vec4, Vec4) {
    let halves = angles.to_array().map(|angle| half_angle(f64::from(angle).to_degrees()));
    let (sine, cosine) = sin_cos_four(Vec4::from_array(halves));
    (2.0 * sine * cosine, 1.0 - 2.0 * sine * sine)
}

/// Sine and cosine of any angle in radians, within 2e-16 (tested) up to 100,000; larger, less exact angles are wrapped first.
pub fn sin_cos_exact(angle: f64) -> (f64, f64) {
    /// Adding and taking off 1.5 * 2^52 rounds to the nearest integer.
    const ROUND: f64 = 6_755_399_441_055_744.0;
    /// The first 33 bits of a quarter turn, and the remainder.
    const QUARTER: [f64; 2] = [1.570_796_326_734_125_6, 6.077_100_506_506_192e-11];
    let angle = if angle.abs() < 1e5 { angle } else { wrap(angle, std::f64::consts::TAU) };
    let quarters = (angle * std::f64::consts::FRAC_2_PI + ROUND) - ROUND;
    let rest = (angle - quarters * QUARTER[0]) - quarters * QUARTER[1];
    let square = rest * rest;
    let sum = |coefficients: [f64; 6]| coefficients.into_iter().fold(0.0, |sum, next| sum * square + next);
    // The polynomials of fdlibm's __kernel_sin and __kernel_cos.
    let sine = rest
        + rest
            * square
            * sum([
                1.589_690_995_211_55e-10,
                -2.505_076_025_340_686_4e-8,
                2.755_731_370_707_006_8e-6,
                -1.984_126_982_985_795e-4,
                8.333_333_333_322_49e-3,
                -1.666_666_666_666_663_2e-1,
            ]);
    let cosine = 1.0
        - (0.5 * square
            - square
                * square
                * sum([
                    -1.135_964_755_778_819_5e-11,
                    2.087_572_321_298_175e-9,
                    -2.755_731_435_139_066_3e-7,
                    2.480_158_728_947_673e-5,
                    -1.388_888_888_887_411e-3,
                    4.166_666_666_666_66e-2,
                ]));
    match quarters as i64 & 3 {
        0 => (sine, cosine),
        1 => (cosine, -sine),
        2 => (-sine, -cosine),
        _ => (-cosine, sine),
    }
}

/// The rotation by an angle in radians about an axis of unit length.
pub fn turn(axis: DVec3, angle: f64) -> DQuat {
    let (sine, cosine) = sin_cos_exact(0.5 * angle);
    let axis = axis * sine;
    DQuat::from_xyzw(axis.x, axis.y, axis.z, cosine)
}

/// The angle from 0 to π/2 with this sine and cosine.
pub fn angle_of(sine: f64, cosine: f64) -> f64 {
    let mut angle = if sine < cosine { sine } else { std::f64::consts::FRAC_PI_2 - cosine };
    // Each step leaves a sixth of the error's third power: from 0.08 three steps are enough.
    for _ in 0..3 {
        let (by_sine, by_cosine) = sin_cos_exact(angle);
        angle += sine * by_cosine - cosine * by_sine;
    }
    angle
}

/// The angle between two directions of unit length, in radians.
pub fn angle_between(a: DVec3, b: DVec3) -> f64 {
    2.0 * angle_of(0.5 * (a - b).length(), 0.5 * (a + b).length())
}

/// The rotation at fraction `t` of the shortest arc from `a` to `b` (unit quaternions), at constant speed. Pictures are drawn with
/// `marey_kernels::mixing`, which is as exact as `f32` and works on several joints at once.
pub fn slerp(a: DQuat, b: DQuat, t: f64) -> DQuat {
    let b = if a.dot(b) < 0.0 { -b } else { b };
    let angle = 2.0 * angle_of(0.5 * (a - b).length(), 0.5 * (a + b).length());
    let whole = sin_cos_exact(angle).0;
    if whole < 1e-12 {
        return a;
    }
    let share = |t: f64| sin_cos_exact(angle * t).0 / whole;
    (a * share(1.0 - t) + b * share(t)).normalize()
}

/// The angle of the direction (`x`, `z`) from +Z towards +X, within ±π, error 2e-6 (tested); 0 for the zero vector.
pub fn yaw(x: f32, z: f32) -> f32 {
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

/// The logarithm to base 2 of a positive number. Error at most 3e-7, relative where the result is beyond ±1 (tested).
pub fn log2(x: f32) -> f32 {
    /// The bits of √½.
    const HALF: u32 = 0x3F35_04F3;
    let bits = x.max(f32::MIN_POSITIVE).to_bits();
    let exponent = bits.wrapping_sub(HALF).cast_signed() >> 23;
    let mantissa = f32::from_bits(bits.wrapping_sub(exponent.cast_unsigned() << 23));
    let s = (mantissa - 1.0) / (mantissa + 1.0);
    let square = s * s;
    exponent as f32 + 2.0 / LN_2 * s * (1.0 + square * (1.0 / 3.0 + square * (0.2 + square / 7.0)))
}

/// 2 to the power of `x`, relative error 3e-7 (tested); clamps `x` to -126..127.
pub fn exp2(x: f32) -> f32 {
    let x = x.clamp(-126.0, 127.0);
    let whole = x.round_ties_even();
    let part = (x - whole) * LN_2;
    let mut sum = 1.0 / 5040.0;
    for coefficient in [1.0 / 720.0, 1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 0.5, 1.0, 1.0] {
        sum = sum * part + coefficient;
    }
    sum * f32::from_bits(((whole as i32 + 127) << 23).cast_unsigned())
}

/// `x` modulo `span`, in 0 to `span`. (`%` would take a kilobyte.)
pub fn wrap(x: f64, span: f64) -> f64 {
    (x - span * (x / span).floor()).max(0.0).min(span)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn angles_are_as_exact_as_the_standard_librarys() {
        for step in -200_000..=200_000 {
            let angle = f64::from(step) * 1.234_567_8e-4 * (1.0 + f64::from(step % 3) * 900.0);
            let (sine, cosine) = sin_cos_exact(angle);
            let off = (sine - angle.sin()).abs().max((cosine - angle.cos()).abs());
            assert!(off < 2.0 * f64::EPSILON, "{angle}: {off}");
            let turned = turn(DVec3::Y, angle);
            assert!((turned - DQuat::from_rotation_y(angle)).length() < 4.0 * f64::EPSILON, "{angle}: {turned}");
        }
        for angle in [1e5, 1e9, 1e300, -1e300, f64::MAX] {
            let (sine, cosine) = sin_cos_exact(angle);
            assert!((sine * sine + cosine * cosine - 1.0).abs() < 1e-15, "{angle}");
        }
    }

    #[test]
    fn angles_between_directions_are_exact() {
        for step in 0..=4000 {
            let angle = f64::from(step) / 4000.0 * std::f64::consts::PI;
            let found = angle_between(DVec3::Z, DVec3::new(0.0, angle.sin(), angle.cos()));
            assert!((found - angle).abs() < 1e-15 * 4.0, "{found} is not {angle}");
        }
    }

    #[test]
    fn an_arc_is_interpolated_at_constant_speed() {
        let from = turn(DVec3::Z, 0.3);
        for step in 0..=2000 {
            let angle = f64::from(step) / 1000.0 * std::f64::consts::PI;
            for t in [0.0, 1e-9, 0.25, 0.5, 0.9, 1.0] {
                // Past half a turn the other direction is shorter.
                let shortest = if step <= 1000 { angle } else { angle - std::f64::consts::TAU };
                let there = slerp(from, turn(DVec3::X, angle) * from, t);
                let expected = turn(DVec3::X, shortest * t) * from;
                assert!((there - expected).length() < 1e-14, "{t} of {angle}: {there} is not {expected}");
            }
        }
    }

    #[test]
    fn any_angle_is_accepted() {
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
    fn logarithms_and_powers_are_exact_to_single_precision() {
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
