//! Rotations between directions.

use glam::{Affine3A, Mat3, Mat3A, Quat, Vec3, Vec3A};

/// The shortest rotation from the direction of `from` to that of `to`; vectors of any length. The identity where one has none.
pub fn arc(from: Vec3, to: Vec3) -> Quat {
    let (Some(a), Some(b)) = (from.try_normalize(), to.try_normalize()) else { return Quat::IDENTITY };
    let dot = a.dot(b);
    if dot < -0.999_99 {
        let across = if a.x.abs() < 0.6 { Vec3::X } else { Vec3::Y };
        return Quat::from_vec4(a.cross(across).normalize().extend(0.0));
    }
    let axis = a.cross(b);
    Quat::from_xyzw(axis.x, axis.y, axis.z, 1.0 + dot).normalize()
}

/// The rotation of a world matrix, whatever its scale. The identity for a matrix that flattens.
pub fn rotation_of(world: &Affine3A) -> Quat {
    let column = |axis: Vec3A| axis.normalize_or_zero();
    let m = &world.matrix3;
    let quat = Quat::from_mat3a(&Mat3A::from_cols(column(m.x_axis), column(m.y_axis), column(m.z_axis)));
    if quat.length_squared() > 0.0 { quat.normalize() } else { Quat::IDENTITY }
}

/// A rotation whose Y axis is `up` and whose X axis is `left`, made square to it.
pub fn frame(up: Vec3, left: Vec3) -> Quat {
    let y = up.try_normalize().unwrap_or(Vec3::Y);
    let x = (left - y * left.dot(y)).try_normalize().unwrap_or_else(|| y.any_orthonormal_vector());
    Quat::from_mat3(&Mat3::from_cols(x, y, x.cross(y))).normalize()
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
}
