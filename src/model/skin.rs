//! A surface that moves with the joints.

use bytemuck::{Pod, Zeroable};
use glam::Vec3;

use super::{BuildError, Skeleton};

/// A corner of a surface: 28 bytes, as a packet carries it and as the GPU takes it.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default, Pod, Zeroable)]
pub struct SkinCorner {
    /// In the rest pose: world space of the file, file units (as the skeleton's rest pose gives them).
    pub position: Vec3,
    /// Outward, unit length, in the same space.
    pub normal: Vec3,
    /// The joint that it follows.
    pub joint: u32,
}

/// Triangles, each corner of which follows one joint rigidly.
///
/// Made by [`Skin::new`] alone: every joint is in the skeleton, every triangle's corners are in the list, every number is
/// finite.
#[derive(Debug, Clone, PartialEq)]
pub struct Skin {
    name: String,
    corners: Vec<SkinCorner>,
    triangles: Vec<[u32; 3]>,
}

impl Skin {
    /// Triangles that a surface may have: with corners of their own they still fit in one buffer of a GPU.
    pub const MOST_TRIANGLES: usize = 2 << 20;

    /// A surface for `skeleton`, of one triangle at least.
    pub fn new(
        name: &str,
        corners: Vec<SkinCorner>,
        triangles: Vec<[u32; 3]>,
        skeleton: &Skeleton,
    ) -> Result<Self, BuildError> {
        if triangles.len() > Self::MOST_TRIANGLES {
            return Err(BuildError::TooManyTriangles);
        }
        if triangles.is_empty() || triangles.as_flattened().iter().any(|&corner| corner as usize >= corners.len()) {
            return Err(BuildError::WrongLength);
        }
        for corner in &corners {
            if !corner.position.is_finite() || !corner.normal.is_normalized() {
                return Err(BuildError::NotFinite);
            }
            if corner.joint as usize >= skeleton.len() {
                return Err(BuildError::UnknownParent);
            }
        }
        Ok(Self { name: name.to_owned(), corners, triangles })
    }

    /// For people: usually the file's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The corners of the triangles; what is the same at several is there once.
    pub fn corners(&self) -> &[SkinCorner] {
        &self.corners
    }

    /// Corners of each triangle, counter-clockwise seen from outside.
    pub fn triangles(&self) -> &[[u32; 3]] {
        &self.triangles
    }
}

#[cfg(test)]
mod tests {
    use glam::Quat;

    use super::*;
    use crate::error::Limits;
    use crate::model::{JointKind, SkeletonBuilder};

    #[test]
    fn corners_and_triangles_are_checked_once() {
        let mut skeleton = SkeletonBuilder::new(&Limits::default());
        skeleton.add("root", None, JointKind::Joint, Vec3::ZERO, Quat::IDENTITY).unwrap();
        let skeleton = skeleton.finish().unwrap();
        let good = SkinCorner { position: Vec3::X, normal: Vec3::Z, joint: 0 };
        let made = |corner: SkinCorner, triangles: &[[u32; 3]]| {
            Skin::new("box", vec![good, corner, good], triangles.to_vec(), &skeleton)
        };
        let all = [[0, 1, 2]];
        assert_eq!(made(SkinCorner { position: Vec3::NAN, ..good }, &all), Err(BuildError::NotFinite));
        for normal in [Vec3::INFINITY, Vec3::NAN, Vec3::ZERO, Vec3::ONE] {
            assert_eq!(made(SkinCorner { normal, ..good }, &all), Err(BuildError::NotFinite));
        }
        assert_eq!(made(SkinCorner { joint: 1, ..good }, &all), Err(BuildError::UnknownParent));
        assert_eq!(made(good, &[]), Err(BuildError::WrongLength));
        assert_eq!(made(good, &[[0, 1, 3]]), Err(BuildError::WrongLength));
        let many = vec![[0, 1, 2]; Skin::MOST_TRIANGLES + 1];
        assert_eq!(made(good, &many), Err(BuildError::TooManyTriangles));
        assert_eq!(made(good, &all).unwrap().corners(), [good; 3]);
    }
}
