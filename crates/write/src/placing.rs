//! Decomposes transforms into the fields of a node: translation, rotation, scale and scale axes.

use glam::{DAffine3, DMat3, DQuat, DVec3};

/// The transform `T(translation) R(rotation) A S(scale) inverse(A)`, where `A` is the rotation `axes` (column vectors).
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct PlacedClip {
    pub(super) translation: DVec3,
    pub(super) rotation: DQuat,
    pub(super) scale: DVec3,
    pub(super) axes: DQuat,
}

/// Relative difference below which scales count as equal.
const SAME: f64 = 1e-7;

impl PlacedClip {
    /// Polar decomposition of a transform: a rotation, and a scale along three perpendicular axes. `None` if it is singular.
    pub(super) fn of(matrix: &DAffine3) -> Option<Self> {
        let linear = matrix.matrix3;
        let (squares, axes) = eigen(linear.transpose() * linear);
        let mut scale = squares.map(|square| square.max(0.0).sqrt());
        if linear.determinant() < 0.0 {
            scale = -scale;
        }
        if !scale.is_finite() || scale.abs().min_element() < 1e-12 {
            return None;
        }
        if near(scale, DVec3::splat(scale.x)) {
            let rotation = DQuat::from_mat3(&(linear * scale.x.recip())).normalize();
            return Some(Self { translation: matrix.translation, rotation, scale, axes: DQuat::IDENTITY });
        }
        let stretch = axes * DMat3::from_diagonal(scale) * axes.transpose();
        let rotation = DQuat::from_mat3(&(linear * stretch.inverse())).normalize();
        Some(Self { translation: matrix.translation, rotation, scale, axes: DQuat::from_mat3(&axes).normalize() })
    }

    /// Decomposes into translation, rotation and scale only. `None` if the transform is singular or sheared.
    pub(super) fn without_axes(matrix: &DAffine3) -> Option<Self> {
        let columns = [matrix.matrix3.x_axis, matrix.matrix3.y_axis, matrix.matrix3.z_axis];
        let mut scale = DVec3::from_array(columns.map(|column| column.length()));
        if matrix.matrix3.determinant() < 0.0 {
            scale.x = -scale.x;
        }
        if !scale.is_finite() || scale.abs().min_element() < 1e-12 {
            return None;
        }
        let turned = matrix.matrix3 * DMat3::from_diagonal(scale.recip());
        let upright = turned.transpose() * turned;
        let same = upright.abs_diff_eq(DMat3::IDENTITY, 1e-5);
        let rotation = DQuat::from_mat3(&turned).normalize();
        same.then_some(Self { translation: matrix.translation, rotation, scale, axes: DQuat::IDENTITY })
    }
}

fn near(a: DVec3, b: DVec3) -> bool {
    (a - b).abs().max_element() <= SAME * b.abs().max_element()
}

/// Eigenvalues and eigenvectors (right-handed columns) of a symmetric matrix, by Jacobi rotations.
fn eigen(mut matrix: DMat3) -> (DVec3, DMat3) {
    let mut vectors = DMat3::IDENTITY;
    // Convergence is quadratic: each sweep squares the off-diagonal entries.
    for _ in 0..12 {
        for (p, q, axis) in [(0, 1, 2), (0, 2, 1), (1, 2, 0)] {
            let off_diagonal = matrix.col(q)[p];
            if off_diagonal == 0.0 {
                continue;
            }
            let angle = 0.5 * (2.0 * off_diagonal).atan2(matrix.col(q)[q] - matrix.col(p)[p]);
            let turn = match axis {
                2 => DMat3::from_rotation_z(angle),
                // A positive rotation about Y turns Z towards X.
                1 => DMat3::from_rotation_y(-angle),
                _ => DMat3::from_rotation_x(angle),
            };
            let turn = turn.transpose();
            matrix = turn.transpose() * matrix * turn;
            vectors *= turn;
        }
    }
    (DVec3::new(matrix.x_axis.x, matrix.y_axis.y, matrix.z_axis.z), vectors)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matrix(placed: &PlacedClip) -> DAffine3 {
        let axes = DMat3::from_quat(placed.axes);
        let linear = DMat3::from_quat(placed.rotation) * axes * DMat3::from_diagonal(placed.scale) * axes.transpose();
        DAffine3 { matrix3: linear, translation: placed.translation }
    }

    #[test]
    fn any_transform_is_split_into_rotation_and_scale() {
        let turn = |x: f64, y: f64, z: f64| DMat3::from_euler(glam::EulerRot::XYZ, x, y, z);
        let sheared = turn(0.3, 1.0, -2.0) * DMat3::from_diagonal(DVec3::new(2.0, 0.5, 1.0)) * turn(1.0, 0.2, 0.4);
        for linear in [
            DMat3::IDENTITY,
            turn(0.1, 0.2, 0.3) * 0.0225,
            turn(0.1, 0.2, 0.3) * -2.0,
            DMat3::from_diagonal(DVec3::new(1.0, 3.0, 1.0)),
            sheared,
            sheared * DMat3::from_diagonal(DVec3::new(1.0, 1.0, -1.0)),
        ] {
            let wanted = DAffine3 { matrix3: linear, translation: DVec3::new(1.0, 2.0, 3.0) };
            let found = matrix(&PlacedClip::of(&wanted).unwrap());
            assert!(found.abs_diff_eq(wanted, 1e-9), "{found} is not {wanted}");
        }
        assert_eq!(PlacedClip::of(&DAffine3::from_scale(DVec3::new(1.0, 0.0, 1.0))), None);
        let bent = DAffine3::from_mat3(sheared);
        assert_eq!(PlacedClip::without_axes(&bent), None);
        let scaled = DAffine3::from_mat3(turn(0.1, 0.2, 0.3) * DMat3::from_diagonal(DVec3::new(1.0, -2.0, 3.0)));
        assert!(matrix(&PlacedClip::without_axes(&scaled).unwrap()).abs_diff_eq(scaled, 1e-9));
    }
}
