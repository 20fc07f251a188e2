//! Rotations between directions, and medians.

use marey::body::percentile;
use marey::compact::maths::angle_of;
pub(super) use marey::pose::{arc, frame, rotation_of as rotation};

/// The angle with this sine, which may be a little beyond 1.
pub(super) fn asin(sine: f32) -> f64 {
    let sine = f64::from(sine).clamp(-1.0, 1.0);
    angle_of(sine.abs(), (1.0 - sine * sine).sqrt()).copysign(sine)
}

pub(super) fn median(values: &[f32]) -> f32 {
    percentile(values, 0.5)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_arc_sine_is_that_of_the_standard_library() {
        for sine in [-1.5, -1.0, -0.7, -0.01, 0.0, 0.3, 0.999, 1.0_f32] {
            assert!((asin(sine) - f64::from(sine.clamp(-1.0, 1.0)).asin()).abs() < 1e-12, "{sine}");
        }
    }
}
