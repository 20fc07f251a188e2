//! Rotations as vectors and matrices, computed to the same bits on every machine.

use glam::{DQuat, DVec3, Mat3, Quat, Vec3};

use marey::compact::maths::{sin_cos, yaw};

/// The rotation about `vector` by its length in radians, which may exceed a turn.
pub(super) fn rotation(vector: Vec3) -> DQuat {
    let angle = vector.length();
    if angle < 1e-4 {
        let half = vector.as_dvec3() * 0.5;
        return DQuat::from_xyzw(half.x, half.y, half.z, 1.0 - 0.5 * half.length_squared()).normalize();
    }
    let (sine, cosine) = sin_cos(0.5 * angle);
    let part = vector.as_dvec3() * f64::from(sine / angle);
    DQuat::from_xyzw(part.x, part.y, part.z, f64::from(cosine)).normalize()
}

/// The rotation vector, at most half a turn long.
pub(super) fn vector(rotation: DQuat) -> Vec3 {
    let rotation = if rotation.w < 0.0 { -rotation } else { rotation };
    let part = DVec3::new(rotation.x, rotation.y, rotation.z);
    let sine = part.length();
    if sine < 1e-6 {
        return (part * 2.0).as_vec3();
    }
    (part * (2.0 * f64::from(yaw(sine as f32, rotation.w as f32)) / sine)).as_vec3()
}

pub(super) fn matrix(rotation: DQuat) -> Mat3 {
    glam::DMat3::from_quat(rotation).as_mat3()
}

/// The matrix of the rotation about `vector` by its length, in single precision.
#[inline]
pub(super) fn turn_matrix(vector: Vec3) -> Mat3 {
    let square = vector.length_squared();
    let (first, second) = if square < 1e-6 {
        (1.0 - square / 6.0, 0.5 - square / 24.0)
    } else {
        let angle = square.sqrt();
        let (sine, cosine) = sin_cos(0.5 * angle);
        (2.0 * sine * cosine / angle, 2.0 * sine * sine / square)
    };
    let Vec3 { x, y, z } = vector;
    let (xx, yy, zz) = (second * x * x, second * y * y, second * z * z);
    let (xy, xz, yz) = (second * x * y, second * x * z, second * y * z);
    let (wx, wy, wz) = (first * x, first * y, first * z);
    Mat3::from_cols(
        Vec3::new(1.0 - yy - zz, xy + wz, xz - wy),
        Vec3::new(xy - wz, 1.0 - xx - zz, yz + wx),
        Vec3::new(xz + wy, yz - wx, 1.0 - xx - yy),
    )
}

pub(super) fn single(rotation: DQuat) -> Quat {
    Quat::from_xyzw(rotation.x as f32, rotation.y as f32, rotation.z as f32, rotation.w as f32)
}

pub(super) fn double(rotation: Quat) -> DQuat {
    let [x, y, z, w] = rotation.to_array().map(f64::from);
    DQuat::from_xyzw(x, y, z, w).normalize()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vectors_round_trip() {
        for vector_in in [Vec3::ZERO, Vec3::new(1e-5, 0.0, -2e-5), Vec3::new(0.3, -0.2, 0.9), Vec3::new(0.0, 3.1, 0.0)]
        {
            assert!(vector(rotation(vector_in)).distance(vector_in) < 1e-5, "{vector_in}");
        }
        let full = rotation(Vec3::X * (4.0 * std::f32::consts::PI + 0.5));
        assert!(vector(full).distance(Vec3::X * 0.5) < 1e-5);
    }

    #[test]
    fn both_matrices_are_the_same() {
        for vector in [Vec3::new(1e-4, 0.0, 2e-4), Vec3::new(0.3, -0.2, 0.9), Vec3::new(3.0, 4.1, -7.0)] {
            assert!(turn_matrix(vector).abs_diff_eq(matrix(rotation(vector)), 3e-6), "{vector}");
        }
    }
}
