//! Positions from the vectors that HumanML3D describes a frame with: 263 numbers for its 22 joints, 251 for the 21 of KIT-ML.
//!
//! | columns | |
//! |---|---|
//! | 0 | half of the turn about the vertical to the next frame, in radians |
//! | 1, 2 | velocity of the root along x and z, in the body's frame, which faces +z |
//! | 3 | height of the root |
//! | 4 .. | positions of the other joints in the body's frame, as heights over the floor |
//! | the rest | rotations in six numbers, velocities, four contacts of feet |
//!
//! The recovery is that of `recover_from_ric` in the code of HumanML3D, but in `f64`.

use glam::DVec3;

use super::array::Array;
use super::points::Points;
use crate::checked::Checked;
use crate::compact::maths::sin_cos_exact;

/// Numbers of a frame with so many joints: 4, then 12 a joint without positions and rotations of the root, then 4 contacts.
const fn width(joints: usize) -> usize {
    4 + 3 * (joints - 1) + 6 * (joints - 1) + 3 * joints + 4
}

/// The joints of a vector of this width.
pub(super) fn joints_of(numbers: usize) -> Option<usize> {
    [22, 21].into_iter().find(|joints| width(*joints) == numbers)
}

/// Factors and summands that turn numbers back into what they were before a model's input was normalized.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Scaled {
    pub(super) mean: Vec<f64>,
    pub(super) deviation: Vec<f64>,
}

/// Rows of vectors: an array's frames at a start, with a stride, and their normalization.
pub(super) struct VectorFile<'a> {
    pub(super) array: &'a Array,
    pub(super) start: usize,
    pub(super) frames: usize,
    pub(super) strides: [usize; 2],
    pub(super) joints: usize,
    pub(super) scaled: Option<&'a Scaled>,
}

impl VectorFile<'_> {
    fn number(&self, frame: usize, column: usize) -> f64 {
        let number = self.array.number(self.start + frame * self.strides[0] + column * self.strides[1]);
        let Some(scaled) = self.scaled else { return number };
        number * scaled.deviation.at(column) + scaled.mean.at(column)
    }

    /// Whether the numbers are normalized: the contacts of feet are neither 0 nor 1.
    pub(super) fn are_normalized(&self) -> bool {
        let last = width(self.joints);
        let is_contact = |number: f64| number.abs() < 1e-3 || (number - 1.0).abs() < 1e-3;
        let contacts = (0..self.frames.min(64)).flat_map(|frame| (last - 4..last).map(move |column| (frame, column)));
        let (mut right, mut all) = (0, 0);
        for (frame, column) in contacts {
            all += 1;
            right += usize::from(is_contact(self.number(frame, column)));
        }
        2 * right < all
    }

    /// The positions of all frames. `None` if there is no memory for them.
    pub(super) fn points(&self) -> Option<Points> {
        let mut places = Vec::new();
        places.try_reserve_exact(self.frames.checked_mul(self.joints)?).ok()?;
        let (mut turn, mut root) = (0.0, DVec3::ZERO);
        for frame in 0..self.frames {
            // The turn and the step to this frame are in the row of the one before.
            if let Some(before) = frame.checked_sub(1) {
                turn += self.number(before, 0);
            }
            let (sine, cosine) = sin_cos_exact(-2.0 * turn);
            let turned = |v: DVec3| DVec3::new(v.x * cosine + v.z * sine, v.y, v.z * cosine - v.x * sine);
            if let Some(before) = frame.checked_sub(1) {
                root += turned(DVec3::new(self.number(before, 1), 0.0, self.number(before, 2)));
            }
            root.y = self.number(frame, 3);
            places.push(root.as_vec3());
            for joint in 1..self.joints {
                let at = |axis: usize| self.number(frame, 4 + 3 * (joint - 1) + axis);
                let place = turned(DVec3::new(at(0), at(1), at(2))) + DVec3::new(root.x, 0.0, root.z);
                places.push(place.as_vec3());
            }
        }
        Some(Points::new(self.joints, places))
    }
}

#[cfg(test)]
mod tests {
    use std::f64::consts::FRAC_PI_4;

    use glam::Vec3;

    use super::*;
    use crate::formats::arrays::dtype::Dtype;

    fn array(rows: &[[f64; 263]]) -> Array {
        let bytes = rows.as_flattened().iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<u8>>();
        let dtype = Dtype::of_name("<f8").unwrap();
        Array::new(String::new(), dtype, vec![rows.len(), 263], false, bytes.into()).unwrap()
    }

    fn vectors<'a>(array: &'a Array, scaled: Option<&'a Scaled>) -> VectorFile<'a> {
        VectorFile { array, start: 0, frames: array.length(0), strides: [263, 1], joints: 22, scaled }
    }

    #[test]
    fn widths_tell_the_joints() {
        assert_eq!([263, 251, 264].map(joints_of), [Some(22), Some(21), None]);
    }

    #[test]
    fn turns_are_halved_and_steps_are_in_the_bodys_frame() {
        // A quarter turn and a step forward in each frame; the first joint after the root is a metre ahead.
        let mut row = [0.0; 263];
        (row[0], row[2], row[3], row[6]) = (FRAC_PI_4, 1.0, 0.9, 1.0);
        let array = array(&[row; 3]);
        let vectors = vectors(&array, None);
        let points = vectors.points().unwrap();
        let seen = |frame: usize, joint: usize| {
            let mut row = Vec::new();
            points.read_row(frame, &mut row);
            row[joint]
        };
        let near = |a: Vec3, b: [f32; 3]| assert!(a.distance(Vec3::from(b)) < 1e-6, "{a} {b:?}");
        near(seen(0, 0), [0.0, 0.9, 0.0]);
        near(seen(0, 1), [0.0, 0.0, 1.0]);
        near(seen(1, 0), [-1.0, 0.9, 0.0]);
        near(seen(1, 1), [-2.0, 0.0, 0.0]);
        near(seen(2, 0), [-1.0, 0.9, -1.0]);
    }

    #[test]
    fn normalized_numbers_are_noticed_and_turned_back() {
        let mut row = [0.5; 263];
        row[3] = 2.0;
        let array = array(&[row; 2]);
        assert!(vectors(&array, None).are_normalized());
        let scaled = Scaled { mean: vec![-1.0; 263], deviation: vec![2.0; 263] };
        let back = vectors(&array, Some(&scaled));
        assert!(!back.are_normalized());
        assert_eq!(back.points().unwrap().sampled()[0][0].y, 3.0);
    }
}
