//! Rotations between directions, and medians.

use glam::{Affine3A, Mat3A, Quat, Vec3, Vec3A};

use marey::compact::maths::angle_of;

/// The shortest rotation from the direction of `from` to that of `to`; vectors of any length. The identity where one has none.
pub(super) fn arc(from: Vec3, to: Vec3) -> Quat {
    let (Some(a), Some(b)) = (from.try_normalize(), to.try_normalize()) else { return Quat::IDENTITY };
    let dot = a.dot(b);
    if dot < -0.999_99 {
        let across = if a.x.abs() < 0.6 { Vec3::X } else { Vec3::Y };
        return Quat::from_vec4(a.cross(across).normalize().extend(0.0));
    }
    let axis = a.cross(b);
    Quat::from_xyzw(axis.x, axis.y, axis.z, 1.0 + dot).normalize()
}

/// The angle with this sine, which may be a little beyond 1.
pub(super) fn asin(sine: f32) -> f64 {
    let sine = f64::from(sine).clamp(-1.0, 1.0);
    angle_of(sine.abs(), (1.0 - sine * sine).sqrt()).copysign(sine)
}

/// The rotation of a world matrix, whatever its scale.
pub(super) fn rotation(world: &Affine3A) -> Quat {
    let column = |axis: Vec3A| axis.normalize_or_zero();
    let m = &world.matrix3;
    let quat = Quat::from_mat3a(&Mat3A::from_cols(column(m.x_axis), column(m.y_axis), column(m.z_axis)));
    if quat.length_squared() > 0.0 { quat.normalize() } else { Quat::IDENTITY }
}

/// A rotation whose Y axis is `up` and whose X axis is `left`, made square to it.
pub(super) fn frame(up: Vec3, left: Vec3) -> Quat {
    let y = up.try_normalize().unwrap_or(Vec3::Y);
    let x = (left - y * left.dot(y)).try_normalize().unwrap_or_else(|| y.any_orthonormal_vector());
    Quat::from_mat3(&glam::Mat3::from_cols(x, y, x.cross(y))).normalize()
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
    fn an_arc_turns_one_direction_into_the_other() {
        for (a, b) in [
            (Vec3::X, Vec3::Y),
            (Vec3::X, Vec3::NEG_X),
            (Vec3::Y * 3.0, Vec3::NEG_Y),
            (Vec3::new(1.0, 1e-4, 0.0), Vec3::X),
            (Vec3::Z, Vec3::Z),
        ] {
            let turned = arc(a, b) * a.normalize();
            assert!(turned.distance(b.normalize()) < 1e-6, "{a} {b}: {turned}");
        }
        assert_eq!(arc(Vec3::ZERO, Vec3::X), Quat::IDENTITY);
    }

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
