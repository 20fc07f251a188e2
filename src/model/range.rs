//! Which numbers can be placed: on the stage positions are added up, subtracted and squared, and must stay finite.

use std::ops::RangeInclusive;

use glam::{Affine3A, Vec3};

/// The largest coordinate, scale or weight, in the file's own units, that a skeleton, a motion or a skin may hold.
///
/// It leaves room for everything that is worked out from it. Two thousand joints in a row, each that far from the one
/// above it along all three axes, end 3.5e15 from the origin; the square of the distance between two such points is
/// 5e31, and an `f32` goes to 3.4e38. A person measured in nanometres is 2e9 units tall.
pub const FARTHEST: f32 = 1e12;

/// What a file may ask to multiply its lengths by ([`Source::length_factor`](super::Source::length_factor)), and how many
/// metres one of its units may have. Both factors meet on the way to the stage, where one divides by the other.
pub const FACTORS: RangeInclusive<f64> = 1e-6..=1e6;

/// Whether a number, stored as `f32`, is finite and not past [`FARTHEST`].
#[inline(always)]
pub(crate) fn in_range(number: f64) -> bool {
    (number as f32).abs() <= FARTHEST
}

/// The same for every coordinate of a vector.
#[inline(always)]
pub fn is_placeable(vector: Vec3) -> bool {
    vector.abs().cmple(Vec3::splat(FARTHEST)).all()
}

/// The same for every entry of a matrix.
pub(crate) fn is_placeable_matrix(matrix: &Affine3A) -> bool {
    matrix.to_cols_array().iter().all(|entry| entry.abs() <= FARTHEST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_number_or_too_far_cannot_be_placed() {
        for (number, placed) in
            [(0.0, true), (-1e12, true), (1.1e12, false), (f32::NEG_INFINITY, false), (f32::NAN, false)]
        {
            assert_eq!((in_range(f64::from(number)), is_placeable(Vec3::new(1.0, number, 0.0))), (placed, placed));
        }
    }
}
