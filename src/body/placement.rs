//! Placement of a clip on the stage: unit, up axis and ground.
//!
//! The data keep the file's axes and units; [`Placement`] holds the transform. Values that the file does not state are guessed
//! from the figure, marked as guesses, and can be overridden.
//!
//! Stage space: metres, Y up, the ground at y = 0, right-handed. What the player shows and pictures of a motion are in it.

use glam::{Affine3A, Mat3, Vec3};

use super::{Survey, Unit};
use crate::model::Axis;

/// The transform from file space to stage space, and the values it was made from.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Placement {
    /// The unit of the file's lengths in force.
    pub unit: Unit,
    /// Metres per unit of the clip's positions.
    pub scale: f32,
    /// The up axis in force.
    pub up: Axis,
    /// File axes and units to stage space.
    pub transform: Affine3A,
}

impl Placement {
    /// Rotates `survey.up` to the stage's Y, scales to metres and moves the floor to 0. `floor`: its height along `survey.up`, file
    /// units. `length_factor`: see [`Source`](crate::model::Source).
    pub fn new(survey: &Survey, floor: f32, unit: Unit, length_factor: f64) -> Self {
        let scale = (unit.metres() / length_factor) as f32;
        let rows = turn_up(survey.up);
        let transform = Affine3A::from_mat3_translation(rows * scale, Vec3::new(0.0, -floor * scale, 0.0));
        Self { unit, scale, up: survey.up, transform }
    }
}

/// The rotation of `up` to +Y and, for Z up, of the file's -Y to the stage's +Z (the common conversion from Z-up to Y-up).
pub fn turn_up(up: Axis) -> Mat3 {
    use Vec3 as V;
    let [x, y, z] = match up {
        Axis::Y => [V::X, V::Y, V::Z],
        Axis::NegY => [V::X, V::NEG_Y, V::NEG_Z],
        Axis::Z => [V::X, V::NEG_Z, V::Y],
        Axis::NegZ => [V::X, V::Z, V::NEG_Y],
        Axis::X => [V::Y, V::NEG_X, V::Z],
        Axis::NegX => [V::NEG_Y, V::X, V::Z],
    };
    Mat3::from_cols(x, y, z)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::body::person::person;
    use crate::body::survey;
    use crate::model::Motion;

    #[test]
    fn a_person_stands_on_the_stage_whatever_the_files_axes() {
        for (axis, left) in [
            (Axis::Y, Vec3::X),
            (Axis::Z, Vec3::X),
            (Axis::X, Vec3::Y),
            (Axis::NegX, Vec3::Y),
            (Axis::NegY, Vec3::X),
            (Axis::NegZ, Vec3::X),
        ] {
            let up = axis.vector();
            let survey = survey(&person(up, left, 90.0), &Motion::rest(), None);
            assert_eq!(survey.up, axis);
            assert!((survey.height - 165.0).abs() < 1e-3);
            let facing = survey.facing.unwrap();
            assert!(facing.distance(left.cross(up)) < 1e-5);
            let placement = Placement::new(&survey, survey.ground, Unit::Centimetre, 1.0);
            let head = placement.transform.transform_point3(up * 165.0);
            assert!((head.y - 1.65).abs() < 1e-5, "{axis:?}: {head}");
            assert!((placement.transform.matrix3.determinant() - 1e-6).abs() < 1e-9, "no mirror");
        }
    }

    #[test]
    fn a_unit_is_one_of_the_lengths_as_written() {
        let survey = survey(&person(Vec3::Y, Vec3::X, 90.0), &Motion::rest(), None);
        let placement = Placement::new(&survey, survey.ground, Unit::Centimetre, 0.5);
        assert!((placement.scale - 0.02).abs() < 1e-9);
        assert!((placement.transform.transform_point3(Vec3::Y * 165.0).y - 3.3).abs() < 1e-5);
    }
}
