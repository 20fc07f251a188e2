//! Range of numbers that can be placed: the stage adds, subtracts and squares positions, which must stay finite.

use std::ops::RangeInclusive;

use glam::{Affine3A, Vec3};

/// The largest coordinate, scale or weight, in the file's own units, that a skeleton, a motion or a skin may hold.
///
/// Two thousand joints in a row, each that far from its parent along all three axes, end 3.5e15 from the origin; the squared
/// distance between two such points is 5e31, and `f32` reaches 3.4e38. A person measured in nanometres is 2e9 units tall.
pub const FARTHEST: f32 = 1e12;

/// Allowed range of a file's length factor ([`Source::length_factor`](super::Source::length_factor)) and of the metres in its
/// unit. The stage divides one by the other.
pub const FACTORS: RangeInclusive<f64> = 1e-6..=1e6;

/// Whether a number, stored as `f32`, is finite and not past [`FARTHEST`].
#[inline(always)]
pub(crate) fn in_range(number: f64) -> bool {
    (number as f32).abs() <= FARTHEST
}

/// Whether every coordinate of a vector is finite and not past [`FARTHEST`].
#[inline(always)]
pub fn is_placeable(vector: Vec3) -> bool {
    vector.abs().cmple(Vec3::splat(FARTHEST)).all()
}

/// Whether every entry of a matrix is finite and not past [`FARTHEST`].
pub(crate) fn is_placeable_matrix(matrix: &Affine3A) -> bool {
    matrix.to_cols_array().iter().all(|entry| entry.abs() <= FARTHEST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nan_and_far_values_cannot_be_placed() {
        for (number, placed) in
            [(0.0, true), (-1e12, true), (1.1e12, false), (f32::NEG_INFINITY, false), (f32::NAN, false)]
        {
            assert_eq!((in_range(f64::from(number)), is_placeable(Vec3::new(1.0, number, 0.0))), (placed, placed));
        }
    }
}
