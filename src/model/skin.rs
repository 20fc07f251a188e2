//! A surface that moves with the joints.

use glam::Vec3;

use super::{BuildError, Skeleton};

/// Triangles, each corner of which follows one joint rigidly.
///
/// Made by [`SkinBuilder`] alone: every list of corners has the same length, every joint is in the skeleton, every
/// triangle's corners are in the lists, every number is finite.
#[derive(Debug, Clone, PartialEq)]
pub struct Skin {
    name: String,
    positions: Vec<Vec3>,
    normals: Vec<Vec3>,
    joints: Vec<u16>,
    triangles: Vec<[u32; 3]>,
}

impl Skin {
    /// For people: usually the file's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Corners in the rest pose: world space of the file, file units (as the skeleton's rest pose gives them).
    pub fn positions(&self) -> &[Vec3] {
        &self.positions
    }

    /// Outward, unit length, one a corner, in the same space.
    pub fn normals(&self) -> &[Vec3] {
        &self.normals
    }

    /// The joint that each corner follows.
    pub fn joints(&self) -> &[u16] {
        &self.joints
    }

    /// Corners of each triangle, counter-clockwise seen from outside.
    pub fn triangles(&self) -> &[[u32; 3]] {
        &self.triangles
    }
}

/// The only door to a [`Skin`].
#[derive(Debug, Clone)]
pub struct SkinBuilder {
    skin: Skin,
    joint_count: usize,
}

impl SkinBuilder {
    /// Triangles that a surface may have: with corners of their own they still fit in one buffer of a GPU.
    pub const MOST_TRIANGLES: usize = 2 << 20;

    /// An empty surface for `skeleton`.
    pub fn new(name: &str, skeleton: &Skeleton) -> Self {
        let skin = Skin {
            name: name.to_owned(),
            positions: Vec::new(),
            normals: Vec::new(),
            joints: Vec::new(),
            triangles: Vec::new(),
        };
        Self { skin, joint_count: skeleton.len() }
    }

    /// Adds a corner and returns its index. `normal` need not be of unit length; zero becomes +Y.
    pub fn corner(&mut self, position: Vec3, normal: Vec3, joint: u16) -> Result<u32, BuildError> {
        if !position.is_finite() || !normal.is_finite() {
            return Err(BuildError::NotFinite);
        }
        if usize::from(joint) >= self.joint_count {
            return Err(BuildError::UnknownParent);
        }
        let index = u32::try_from(self.skin.positions.len()).map_err(|_| BuildError::WrongLength)?;
        let skin = &mut self.skin;
        let full = skin.positions.try_reserve(1).is_err() || skin.normals.try_reserve(1).is_err();
        if full || skin.joints.try_reserve(1).is_err() {
            return Err(BuildError::OutOfMemory);
        }
        skin.positions.push(position);
        // What is of unit length keeps its last digit.
        skin.normals.push(if normal.is_normalized() { normal } else { normal.try_normalize().unwrap_or(Vec3::Y) });
        skin.joints.push(joint);
        Ok(index)
    }

    /// Adds a triangle of corners that were added before.
    pub fn triangle(&mut self, corners: [u32; 3]) -> Result<(), BuildError> {
        if corners.iter().any(|&corner| corner as usize >= self.skin.positions.len()) {
            return Err(BuildError::WrongLength);
        }
        if self.skin.triangles.len() >= Self::MOST_TRIANGLES {
            return Err(BuildError::TooManyTriangles);
        }
        self.skin.triangles.try_reserve(1).map_err(|_| BuildError::OutOfMemory)?;
        self.skin.triangles.push(corners);
        Ok(())
    }

    /// The finished surface; `None` without a triangle.
    pub fn finish(self) -> Option<Skin> {
        Some(self.skin).filter(|skin| !skin.triangles.is_empty())
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
        let mut skin = SkinBuilder::new("box", &skeleton);
        assert_eq!(skin.corner(Vec3::NAN, Vec3::Y, 0), Err(BuildError::NotFinite));
        assert_eq!(skin.corner(Vec3::ZERO, Vec3::Y, 1), Err(BuildError::UnknownParent));
        assert!(skin.clone().finish().is_none());
        for corner in 0..3 {
            assert_eq!(skin.corner(Vec3::ZERO, Vec3::ZERO, 0), Ok(corner));
        }
        assert_eq!(skin.triangle([0, 1, 3]), Err(BuildError::WrongLength));
        skin.triangle([0, 1, 2]).unwrap();
        assert_eq!(skin.finish().unwrap().normals(), [Vec3::Y; 3]);
    }
}
