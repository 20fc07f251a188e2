//! Rotations between directions, and medians.

use marey::compact::maths::angle_of;
pub(super) use marey::pose::{arc, frame, rotation_of as rotation};

/// The angle with this sine, which may be a little beyond 1.
pub(super) fn asin(sine: f32) -> f64 {
    let sine = f64::from(sine).clamp(-1.0, 1.0);
    angle_of(sine.abs(), (1.0 - sine * sine).sqrt()).copysign(sine)
}

/// The value below which a share of the values lies, between two neighbours by a straight line. Reorders the values. 0 if there is none.
pub(super) fn quantile(values: &mut [f32], share: f32) -> f32 {
    if values.is_empty() {
        return 0.0;
    }
    let at = share.clamp(0.0, 1.0) * (values.len() - 1) as f32;
    let (_, low, above) = values.select_nth_unstable_by(at as usize, f32::total_cmp);
    let high = above.iter().copied().min_by(f32::total_cmp).unwrap_or(*low);
    *low + (high - *low) * at.fract()
}

pub(super) fn median(mut values: Vec<f32>) -> f32 {
    quantile(&mut values, 0.5)
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

    #[test]
    fn quantiles_lie_between_values() {
        assert_eq!(quantile(&mut [3.0, 1.0, 2.0], 0.5), 2.0);
        assert_eq!(quantile(&mut [0.0, 10.0], 0.3), 3.0);
        assert_eq!((quantile(&mut [], 0.5), median(vec![4.0])), (0.0, 4.0));
    }
}
