//! Vectors and matrices of four frames at once, a lane each. Each lane has the bits that glam's types give for its frame alone.

use std::array;
use std::ops::{Add, Mul, Sub};

use glam::{Affine3, Mat3, Vec3, Vec4};

use marey::compact::maths::sin_cos_of_four;
use marey::pose::Transform;

/// The number of lanes.
pub(super) const LANES: usize = 4;

/// The values of a curve from `frame` on. The lanes beyond its end repeat the last value.
#[inline]
pub(super) fn load(curve: &[f32], frame: usize) -> Vec4 {
    match curve.get(frame..frame + LANES) {
        Some(four) => Vec4::from_slice(four),
        None => Vec4::from_array(array::from_fn(|lane| curve[(frame + lane).min(curve.len() - 1)])),
    }
}

/// Writes the lanes up to the curve's end.
#[inline]
pub(super) fn store(curve: &mut [f32], frame: usize, values: Vec4) {
    match curve.get_mut(frame..frame + LANES) {
        Some(four) => values.write_to_slice(four),
        None => curve[frame..].iter_mut().zip(values.to_array()).for_each(|(slot, value)| *slot = value),
    }
}

/// Four [`Vec3`].
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Vectors {
    pub(super) x: Vec4,
    pub(super) y: Vec4,
    pub(super) z: Vec4,
}

impl Vectors {
    #[inline]
    pub(super) fn new(x: Vec4, y: Vec4, z: Vec4) -> Self {
        Self { x, y, z }
    }

    /// The same vector in all lanes.
    #[inline]
    pub(super) fn splat(vector: Vec3) -> Self {
        Self::new(Vec4::splat(vector.x), Vec4::splat(vector.y), Vec4::splat(vector.z))
    }

    #[inline]
    pub(super) fn from_fn(vector: impl FnMut(usize) -> Vec3) -> Self {
        let [a, b, c, d]: [Vec3; LANES] = array::from_fn(vector);
        Self::new(Vec4::new(a.x, b.x, c.x, d.x), Vec4::new(a.y, b.y, c.y, d.y), Vec4::new(a.z, b.z, c.z, d.z))
    }

    #[inline]
    pub(super) fn lane(&self, lane: usize) -> Vec3 {
        Vec3::new(self.x[lane], self.y[lane], self.z[lane])
    }

    #[inline]
    pub(super) fn length_squared(self) -> Vec4 {
        self.x * self.x + self.y * self.y + self.z * self.z
    }

    #[inline]
    pub(super) fn cross(self, other: Self) -> Self {
        Self::new(
            self.y * other.z - other.y * self.z,
            self.z * other.x - other.z * self.x,
            self.x * other.y - other.x * self.y,
        )
    }
}

impl Add for Vectors {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        Self::new(self.x + other.x, self.y + other.y, self.z + other.z)
    }
}

impl Sub for Vectors {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        Self::new(self.x - other.x, self.y - other.y, self.z - other.z)
    }
}

impl Mul<Vec4> for Vectors {
    type Output = Self;

    #[inline]
    fn mul(self, factor: Vec4) -> Self {
        Self::new(self.x * factor, self.y * factor, self.z * factor)
    }
}

/// Four [`Mat3`].
#[derive(Debug, Clone, Copy)]
pub(super) struct Matrices {
    pub(super) columns: [Vectors; 3],
}

impl Matrices {
    /// The same matrix in all lanes.
    #[inline]
    pub(super) fn splat(matrix: Mat3) -> Self {
        Self { columns: [matrix.x_axis, matrix.y_axis, matrix.z_axis].map(Vectors::splat) }
    }

    #[inline]
    pub(super) fn from_fn(mut matrix: impl FnMut(usize) -> Mat3) -> Self {
        let four: [Mat3; LANES] = array::from_fn(&mut matrix);
        Self { columns: array::from_fn(|column| Vectors::from_fn(|lane| four[lane].col(column))) }
    }

    #[inline]
    pub(super) fn lane(&self, lane: usize) -> Mat3 {
        let [x, y, z] = self.columns.map(|column| column.lane(lane));
        Mat3::from_cols(x, y, z)
    }

    fn transpose(self) -> Self {
        let [a, b, c] = self.columns;
        Self { columns: [Vectors::new(a.x, b.x, c.x), Vectors::new(a.y, b.y, c.y), Vectors::new(a.z, b.z, c.z)] }
    }
}

impl Add for Matrices {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        Self { columns: array::from_fn(|column| self.columns[column] + other.columns[column]) }
    }
}

impl Sub for Matrices {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        Self { columns: array::from_fn(|column| self.columns[column] - other.columns[column]) }
    }
}

impl Mul<Vec4> for Matrices {
    type Output = Self;

    #[inline]
    fn mul(self, factor: Vec4) -> Self {
        Self { columns: self.columns.map(|column| column * factor) }
    }
}

impl Mul<Vectors> for Matrices {
    type Output = Vectors;

    #[inline]
    fn mul(self, vectors: Vectors) -> Vectors {
        let [x, y, z] = self.columns;
        x * vectors.x + y * vectors.y + z * vectors.z
    }
}

impl Mul for Matrices {
    type Output = Self;

    #[inline]
    fn mul(self, other: Self) -> Self {
        Self { columns: other.columns.map(|column| self * column) }
    }
}

/// Four [`Affine3`].
#[derive(Debug, Clone, Copy)]
pub(super) struct Transforms {
    pub(super) matrix3: Matrices,
    pub(super) translation: Vectors,
}

impl Transforms {
    /// The same transform in all lanes.
    #[inline]
    pub(super) fn splat(transform: Affine3) -> Self {
        Self { matrix3: Matrices::splat(transform.matrix3), translation: Vectors::splat(transform.translation) }
    }
}

impl Mul for Transforms {
    type Output = Self;

    #[inline]
    fn mul(self, other: Self) -> Self {
        Self { matrix3: self.matrix3 * other.matrix3, translation: self.matrix3 * other.translation + self.translation }
    }
}

impl Transform for Transforms {
    type Matrix = Matrices;
    type Scale = Vectors;

    fn stretched(self, axes: Matrices, scale: Vectors) -> Self {
        let zero = Vec4::ZERO;
        let diagonal = Matrices {
            columns: [
                Vectors::new(scale.x, zero, zero),
                Vectors::new(zero, scale.y, zero),
                Vectors::new(zero, zero, scale.z),
            ],
        };
        let stretch = axes * diagonal * axes.transpose();
        Self { matrix3: self.matrix3 * stretch, ..self }
    }
}

/// The matrices of the rotations about `vectors` by their lengths.
#[inline]
pub(super) fn turn_matrices(vectors: Vectors) -> Matrices {
    let square = vectors.length_squared();
    let small = square.cmplt(Vec4::splat(1e-6));
    let angle = square.sqrt();
    let (sine, cosine) = sin_cos_of_four(0.5 * angle);
    let first = Vec4::select(small, 1.0 - square / 6.0, 2.0 * sine * cosine / angle);
    let second = Vec4::select(small, 0.5 - square / 24.0, 2.0 * sine * sine / square);
    let Vectors { x, y, z } = vectors;
    let (xx, yy, zz) = (second * x * x, second * y * y, second * z * z);
    let (xy, xz, yz) = (second * x * y, second * x * z, second * y * z);
    let (wx, wy, wz) = (first * x, first * y, first * z);
    Matrices {
        columns: [
            Vectors::new(1.0 - yy - zz, xy + wz, xz - wy),
            Vectors::new(xy - wz, 1.0 - xx - zz, yz + wx),
            Vectors::new(xz + wy, yz - wx, 1.0 - xx - yy),
        ],
    }
}

/// The right Jacobians of the exponential map: the change of the rotation, in its own axes, per change of its vector.
#[inline]
pub(super) fn right_jacobians(vectors: Vectors) -> Matrices {
    let square = vectors.length_squared();
    let small = square.cmplt(Vec4::splat(1e-4));
    let angle = square.sqrt();
    let (sine, cosine) = sin_cos_of_four(angle);
    let first = Vec4::select(small, 0.5 - square / 24.0, (1.0 - cosine) / square);
    let second = Vec4::select(small, 1.0 / 6.0 - square / 120.0, (angle - sine) / (square * angle));
    let (Vectors { x, y, z }, zero) = (vectors, Vec4::ZERO);
    let cross = Matrices { columns: [Vectors::new(zero, z, -y), Vectors::new(-z, zero, x), Vectors::new(y, -x, zero)] };
    Matrices::splat(Mat3::IDENTITY) - cross * first + cross * cross * second
}

#[cfg(test)]
mod tests {
    use super::super::maths::{rotation, turn_matrix, vector};
    use super::*;

    fn lane(all: Transforms, lane: usize) -> Affine3 {
        Affine3 { matrix3: all.matrix3.lane(lane), translation: all.translation.lane(lane) }
    }

    fn transform(seed: usize) -> Affine3 {
        let value = |at: usize| ((seed * 31 + at * 17) % 23) as f32 * 0.173 - 1.9;
        Affine3 {
            matrix3: Mat3::from_cols_array(&array::from_fn(value)),
            translation: Vec3::new(value(9), value(10), value(11)),
        }
    }

    #[test]
    fn each_lane_has_the_bits_of_the_single_types() {
        let of = |first: usize| Transforms {
            matrix3: Matrices::from_fn(|lane| transform(first + lane).matrix3),
            translation: Vectors::from_fn(|lane| transform(first + lane).translation),
        };
        let (a, b) = (of(0), of(LANES));
        for at in 0..LANES {
            let (one, other) = (transform(at), transform(LANES + at));
            assert_eq!(lane(a * b, at), one * other);
            let (axes, scale) = (other.matrix3, other.translation);
            assert_eq!(lane(a.stretched(b.matrix3, b.translation), at), one.stretched(axes, scale));
            assert_eq!((a.matrix3 - b.matrix3 + b.matrix3).lane(at), one.matrix3 - axes + axes);
            assert_eq!(a.translation.cross(b.translation).lane(at), one.translation.cross(scale));
            assert_eq!(a.translation.length_squared()[at], one.translation.length_squared());
        }
        assert_eq!(lane(Transforms::splat(transform(3)), 2), transform(3));
    }

    #[test]
    fn the_lanes_beyond_a_curves_end_repeat_its_last_value_and_are_not_stored() {
        let mut curve = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
        assert_eq!(load(&curve, 1), Vec4::new(2.0, 3.0, 4.0, 5.0));
        assert_eq!(load(&curve, 4), Vec4::new(5.0, 6.0, 6.0, 6.0));
        store(&mut curve, 4, Vec4::new(7.0, 8.0, 9.0, 10.0));
        assert_eq!(curve, [1.0, 2.0, 3.0, 4.0, 7.0, 8.0]);
    }

    #[test]
    fn rotations_have_the_bits_of_single_ones() {
        let of =
            |lane: usize| [Vec3::ZERO, Vec3::splat(1e-4), Vec3::new(0.3, -0.2, 0.9), Vec3::new(3.0, 4.1, -7.0)][lane];
        let turns = turn_matrices(Vectors::from_fn(of));
        assert!((0..LANES).all(|lane| turns.lane(lane) == turn_matrix(of(lane))));
    }

    #[test]
    fn the_jacobian_is_the_change_of_the_rotation() {
        let (at, step) = (Vec3::new(0.7, -0.4, 1.1), Vec3::new(1e-3, 2e-3, -1e-3));
        let change = vector(rotation(at).inverse() * rotation(at + step));
        let jacobian = right_jacobians(Vectors::splat(at)).lane(0);
        assert!(change.distance(jacobian * step) < 3e-6);
    }
}
