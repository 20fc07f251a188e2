//! The one forward kinematics, in any precision. For skeletons without scales in `f32`, which are posed at every picture,
//! `marey-kernels` has the same loop for several joints at once.

use std::ops::Mul;

use glam::{Affine3, Affine3A, DAffine3, DMat3, DVec3, Mat3, Mat3A, Vec3};

/// A joint's transform, in `f32` or `f64`.
pub trait Transform: Copy + Mul<Output = Self> {
    /// A linear transform.
    type Matrix;
    /// A scale along three axes.
    type Scale;

    /// `self * axes * S * inverse(axes)`: scaled along the directions of `axes` (a rotation) before all else.
    fn stretched(self, axes: Self::Matrix, scale: Self::Scale) -> Self;
}

macro_rules! transform {
    ($affine:ty, $matrix:ty, $scale:ty) => {
        impl Transform for $affine {
            type Matrix = $matrix;
            type Scale = $scale;

            #[inline]
            fn stretched(self, axes: $matrix, scale: $scale) -> Self {
                let stretch = axes * <$matrix>::from_diagonal(scale) * axes.transpose();
                Self { matrix3: self.matrix3 * stretch, ..self }
            }
        }
    };
}

transform!(Affine3, Mat3, Vec3);
transform!(Affine3A, Mat3A, Vec3);
transform!(DAffine3, DMat3, DVec3);

/// Fills `world` down a tree: `place(above, local)` for each joint, where `above` is what its parent got, `None` for a root.
/// Parents come before their children. Stops at the end of the shorter list.
#[inline]
pub fn down_the_tree<L, T: Copy>(
    parents: impl IntoIterator<Item = Option<usize>>,
    locals: impl IntoIterator<Item = L>,
    world: &mut Vec<T>,
    mut place: impl FnMut(Option<T>, L) -> T,
) {
    world.clear();
    for (parent, local) in parents.into_iter().zip(locals) {
        let above = parent.and_then(|parent| world.get(parent)).copied();
        world.push(place(above, local));
    }
}

/// Fills `world` with `world[parent] * local`; a root's is its local transform.
#[inline]
pub fn world_transforms<T: Transform>(
    parents: impl IntoIterator<Item = Option<usize>>,
    locals: impl IntoIterator<Item = T>,
    world: &mut Vec<T>,
) {
    down_the_tree(parents, locals, world, |above, local| above.map_or(local, |above| above * local));
}

#[cfg(test)]
mod tests {
    use glam::{DQuat, Quat};

    use super::*;

    #[test]
    fn every_precision_gives_the_places_that_the_kernels_give() {
        let parents = [None, Some(0), Some(1), Some(1), None, Some(4)];
        let rotations =
            [0.0, 0.3, -0.7, 1.1, 2.0, 0.4].map(|angle| Quat::from_rotation_y(angle) * Quat::from_rotation_x(0.5));
        let offsets = [Vec3::Y, Vec3::X, Vec3::new(0.3, -2.0, 0.1), Vec3::Z, Vec3::NEG_X, Vec3::splat(0.7)];
        let joints = || rotations.iter().zip(&offsets);

        let mut world = Vec::new();
        let locals = joints().map(|(turn, offset)| Affine3A::from_rotation_translation(*turn, *offset));
        world_transforms(parents, locals, &mut world);
        let indices = parents.map(|parent| parent.map_or(u16::MAX, |parent| parent as u16));
        let mut fast = [Affine3A::ZERO; 6];
        marey_kernels::world::world_matrices(&indices, Affine3A::IDENTITY, &offsets, &rotations, &mut fast);
        assert_eq!(world, fast);

        let mut exact = Vec::new();
        let locals = joints()
            .map(|(turn, offset)| DAffine3::from_rotation_translation(turn.as_dquat().normalize(), offset.as_dvec3()));
        world_transforms(parents, locals, &mut exact);
        for (exact, world) in exact.iter().zip(&world) {
            assert!(exact.abs_diff_eq(world.as_daffine3(), 3e-6), "{exact} is not {world}");
        }
    }

    #[test]
    fn scales_stretch_along_their_axes_before_the_joint_turns() {
        let diagonal = DMat3::from_rotation_z(std::f64::consts::FRAC_PI_4);
        let joint = DAffine3::from_rotation_translation(DQuat::from_rotation_x(std::f64::consts::FRAC_PI_2), DVec3::Y);
        let stretched = joint.stretched(diagonal, DVec3::new(2.0, 1.0, 1.0));
        // (1, 1, 0) becomes (2, 2, 0), which turns to (2, 0, 2).
        let found = stretched.transform_point3(DVec3::new(1.0, 1.0, 0.0));
        assert!(found.distance(DVec3::new(2.0, 1.0, 2.0)) < 1e-12, "{found}");
    }
}
