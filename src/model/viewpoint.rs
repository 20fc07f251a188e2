//! Cameras of a file.

use glam::{Affine3A, Mat3A, Quat, Vec3};

use super::is_placeable;

/// A camera that rides on a joint or stands still. It looks along its own -Z; +Y is up in its picture.
#[derive(Debug, Clone, PartialEq)]
pub struct Viewpoint {
    /// For people and for links; unique within the clip.
    pub name: String,
    /// The joint it rides on; `None`: fixed in the file's space.
    pub joint: Option<u16>,
    /// In the joint's space, or the file's.
    pub position: Vec3,
    /// Rotation from the camera's axes to that space: a unit quaternion.
    pub orientation: Quat,
    /// The angle of view along the shorter side of the picture: radians, more than 0 and less than π.
    pub field_of_view: f32,
}

impl Viewpoint {
    /// The most viewpoints of a clip.
    pub const MOST: usize = 256;

    /// Whether its numbers are valid for a skeleton of `joints` joints.
    pub fn is_sound(&self, joints: usize) -> bool {
        self.joint.is_none_or(|joint| usize::from(joint) < joints)
            && is_placeable(self.position)
            && self.orientation.is_normalized()
            && self.field_of_view > 0.0
            && self.field_of_view < std::f32::consts::PI
    }

    /// The camera's axes (of length 1, right-handed) and position in the file's space, for the pose with these world matrices.
    /// `None` where joint scales collapse its axes.
    pub fn in_pose(&self, world: &[Affine3A]) -> Option<Affine3A> {
        let frame = match self.joint {
            Some(joint) => *world.get(usize::from(joint))?,
            None => Affine3A::IDENTITY,
        };
        let matrix3 = Self::axes(&(frame.matrix3 * Mat3A::from_quat(self.orientation)))?;
        Some(Affine3A { matrix3, translation: frame.transform_point3a(self.position.into()) })
    }

    /// The axes of a camera under a matrix that scales, shears or mirrors: keeps the view direction and which way is up, and never
    /// mirrors the picture. `None` if either direction degenerates.
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
    fn a_camera_follows_its_joint_without_scale_or_mirroring() {
        let camera = Viewpoint {
            name: "eyes".into(),
            joint: Some(1),
            position: Vec3::X,
            orientation: Quat::from_rotation_y(FRAC_PI_2),
            field_of_view: 0.7,
        };
        // Scaled by 2 along x, mirrored, turned a quarter about y.
        let matrix = Mat3A::from_rotation_y(FRAC_PI_2) * Mat3A::from_diagonal(Vec3::new(-2.0, 1.0, 1.0));
        let world = [Affine3A::IDENTITY, Affine3A { matrix3: matrix, translation: Vec3A::Y }];
        let seen = camera.in_pose(&world).unwrap();
        assert!(seen.translation.distance(Vec3A::new(0.0, 1.0, 2.0)) < 1e-6, "{seen}");
        // On the joint it looks along -x; mirrored, along +x; after the quarter turn along -z, like the file's axes.
        assert!(seen.matrix3.abs_diff_eq(Mat3A::IDENTITY, 1e-6), "{seen}");
        let flat = [Affine3A::IDENTITY, Affine3A::from_scale(Vec3::ZERO)];
        assert_eq!(camera.in_pose(&flat), None);
        assert_eq!(camera.in_pose(&[]), None);
    }
}
