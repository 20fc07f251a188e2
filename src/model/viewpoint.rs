//! Cameras that a file has.

use glam::{Affine3A, Mat3A, Quat, Vec3};

use super::is_placeable;

/// A camera that rides on a joint, or stands still. It looks along its own -Z, +Y is up in its picture.
#[derive(Debug, Clone, PartialEq)]
pub struct Viewpoint {
    /// For people and for links; no other viewpoint of the clip has it.
    pub name: String,
    /// The joint that it rides on; `None`: it stands in the file's space.
    pub joint: Option<u16>,
    /// Where it is: the joint's space, or the file's.
    pub position: Vec3,
    /// From the camera's own axes to that space: a unit quaternion.
    pub orientation: Quat,
    /// The angle of view along the shorter side of the picture: radians, more than 0 and less than π.
    pub field_of_view: f32,
}

impl Viewpoint {
    /// The most that a clip has.
    pub const MOST: usize = 256;

    /// Whether its numbers can be used, with a skeleton of so many joints.
    pub fn is_sound(&self, joints: usize) -> bool {
        self.joint.is_none_or(|joint| usize::from(joint) < joints)
            && is_placeable(self.position)
            && self.orientation.is_normalized()
            && self.field_of_view > 0.0
            && self.field_of_view < std::f32::consts::PI
    }

    /// From the camera's axes (of length 1, right-handed) to the file's space, in the pose with these world matrices. `None` where
    /// the scales of joints leave no direction to look in.
    pub fn in_pose(&self, world: &[Affine3A]) -> Option<Affine3A> {
        let frame = match self.joint {
            Some(joint) => *world.get(usize::from(joint))?,
            None => Affine3A::IDENTITY,
        };
        let matrix3 = Self::axes(&(frame.matrix3 * Mat3A::from_quat(self.orientation)))?;
        Some(Affine3A { matrix3, translation: frame.transform_point3a(self.position.into()) })
    }

    /// The axes of a camera that a matrix has scaled, sheared or mirrored: it looks the same way, up stays up, and its picture is
    /// not mirrored. `None` where nothing is left of one of both.
    pub(crate) fn axes(matrix: &Mat3A) -> Option<Mat3A> {
        let back = matrix.z_axis.try_normalize()?;
        let right = matrix.y_axis.try_normalize()?.cross(back).try_normalize()?;
        Some(Mat3A::from_cols(right, back.cross(right), back))
    }
}

#[cfg(test)]
mod tests {
    use std::f32::consts::FRAC_PI_2;

    use glam::Vec3A;

    use super::*;

    #[test]
    fn a_camera_rides_on_its_joint_and_is_neither_scaled_nor_mirrored() {
        let camera = Viewpoint {
            name: "eyes".into(),
            joint: Some(1),
            position: Vec3::X,
            orientation: Quat::from_rotation_y(FRAC_PI_2),
            field_of_view: 0.7,
        };
        // Twice as large along x, mirrored, turned a quarter about y.
        let matrix = Mat3A::from_rotation_y(FRAC_PI_2) * Mat3A::from_diagonal(Vec3::new(-2.0, 1.0, 1.0));
        let world = [Affine3A::IDENTITY, Affine3A { matrix3: matrix, translation: Vec3A::Y }];
        let seen = camera.in_pose(&world).unwrap();
        assert!(seen.translation.distance(Vec3A::new(0.0, 1.0, 2.0)) < 1e-6, "{seen}");
        // On the joint it looks along -x; mirrored along +x, which the quarter turns to -z: as the axes of the file.
        assert!(seen.matrix3.abs_diff_eq(Mat3A::IDENTITY, 1e-6), "{seen}");
        let flat = [Affine3A::IDENTITY, Affine3A::from_scale(Vec3::ZERO)];
        assert_eq!(camera.in_pose(&flat), None);
        assert_eq!(camera.in_pose(&[]), None);
    }
}
