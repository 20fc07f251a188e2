//! The world matrices of some joints alone.

use glam::{Affine3A, Quat, Vec3};

use super::{Pose, world_matrices};
use crate::checked::Checked;
use crate::model::Skeleton;

/// Some joints of a skeleton and all above them. Their world matrices take a fraction of the time of those of a whole body with its fingers.
pub(crate) struct Branches<'a> {
    skeleton: &'a Skeleton,
    /// In the skeleton's order: parents come first.
    joints: Vec<usize>,
    /// The place of each joint's parent among them.
    parents: Vec<u16>,
    translations: Vec<Vec3>,
    rotations: Vec<Quat>,
    world: Vec<Affine3A>,
}

impl<'a> Branches<'a> {
    /// The ways from the roots to these joints.
    pub(crate) fn to(skeleton: &'a Skeleton, tips: impl IntoIterator<Item = usize>) -> Self {
        let mut is_needed = vec![false; skeleton.len()];
        for joint in tips.into_iter().flat_map(|tip| skeleton.up_from(tip)) {
            is_needed.put(joint, true);
        }
        let joints: Vec<usize> = (0..skeleton.len()).filter(|joint| is_needed.at(*joint)).collect();
        let place = |joint: usize| joints.iter().position(|own| *own == joint);
        let parents =
            joints.iter().map(|joint| skeleton.parent(*joint).and_then(place).map_or(u16::MAX, |at| at as u16));
        let parents: Vec<u16> = parents.collect();
        let count = joints.len();
        let (translations, rotations) = (vec![Vec3::ZERO; count], vec![Quat::IDENTITY; count]);
        Self { skeleton, joints, parents, translations, rotations, world: vec![Affine3A::IDENTITY; count] }
    }

    /// Does for these joints what [`world_matrices`] does for all, with the same bits. The matrices of other joints may stay as they are.
    pub(crate) fn world_matrices(&mut self, root: Affine3A, pose: &mut Pose) {
        if self.skeleton.scaling().is_some() {
            return world_matrices(self.skeleton, root, pose);
        }
        let Self { joints, parents, translations, rotations, world, .. } = self;
        for ((joint, translation), rotation) in joints.iter().zip(translations.iter_mut()).zip(rotations.iter_mut()) {
            (*translation, *rotation) = (pose.translations.at(*joint), pose.rotations.at(*joint));
        }
        marey_kernels::world::world_matrices(parents, root, translations, rotations, world);
        for (joint, matrix) in joints.iter().zip(world) {
            pose.world.put(*joint, *matrix);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Limits;
    use crate::model::{JointKind, Scaling, SkeletonBuilder};

    /// A root, two branches of three joints each, and another root, all turned.
    fn skeleton(is_scaled: bool) -> (Skeleton, Pose) {
        let mut builder = SkeletonBuilder::new(&Limits::default());
        for parent in [None, Some(0), Some(1), Some(2), Some(0), Some(4), Some(5), None] {
            builder.add("joint", parent, JointKind::Joint, Vec3::new(0.3, -1.7, 0.4), Quat::IDENTITY).unwrap();
        }
        if is_scaled {
            let rest_scales = vec![Vec3::new(1.0, 2.0, 1.5); 8];
            let (frames, axes) = (vec![Affine3A::IDENTITY; 8], vec![Quat::IDENTITY; 8]);
            builder.set_scaling(Scaling { frames, axes, rest_scales }).unwrap();
        }
        let skeleton = builder.finish().unwrap();
        let mut pose = Pose::rest(&skeleton);
        for (turn, angle) in pose.rotations.iter_mut().zip(1_u8..) {
            *turn = Quat::from_rotation_y(f32::from(angle)) * Quat::from_rotation_x(0.7);
        }
        (skeleton, pose)
    }

    #[test]
    fn matrices_of_some_joints_are_those_of_all() {
        let root = Affine3A::from_rotation_translation(Quat::from_rotation_z(0.3), Vec3::X)
            * Affine3A::from_scale(Vec3::splat(0.01));
        for is_scaled in [false, true] {
            let (skeleton, rest) = skeleton(is_scaled);
            let (mut all, mut some) = (rest.clone(), rest.clone());
            world_matrices(&skeleton, root, &mut all);
            Branches::to(&skeleton, [6, 7, 5]).world_matrices(root, &mut some);
            for joint in [0, 4, 5, 6, 7] {
                assert_eq!(all.world[joint], some.world[joint], "{joint}");
            }
            assert_eq!(some.world[3] == rest.world[3], !is_scaled, "the other branch is not needed");
        }
    }
}
