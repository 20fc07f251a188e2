//! World matrices.

use glam::{Affine3A, Mat3A, Quat, Vec3, Vec3A, Vec4};

use crate::lanes::{columns_of, lanes_of};

/// Writes `world[joint] = world[parent] * T * R` for each joint, `T` its translation and `R` its rotation. A joint whose parent
/// does not precede it is a child of `root`. Stops at the end of the shortest list.
///
/// Bit for bit the result of a loop that computes each local matrix by itself.
#[inline(never)]
pub fn world_matrices(
    parents: &[u16],
    root: Affine3A,
    translations: &[Vec3],
    rotations: &[Quat],
    world: &mut [Affine3A],
) {
    let (fours, last) = rotations.as_chunks();
    let mut joints = TreeJoints { parents, root, translations, world, next: 0 };
    for four in fours {
        // Four matrices at once, then each by itself: the tree is sequential.
        let [x, y, z] = matrices_of(lanes_of(four)).map(|[x, y, z]| columns_of([x, y, z, Vec4::ZERO]));
        let ([xa, xb, xc, xd], [ya, yb, yc, yd], [za, zb, zc, zd]) = (x, y, z);
        for local in [[xa, ya, za], [xb, yb, zb], [xc, yc, zc], [xd, yd, zd]] {
            let [x, y, z] = local.map(Vec3A::from_vec4);
            joints.write_next(Mat3A::from_cols(x, y, z));
        }
    }
    for rotation in last {
        joints.write_next(Mat3A::from_quat(*rotation));
    }
}

/// The matrices of four rotations, `[column][row]`, by the formula of [`Mat3A::from_quat`] in its order of operations.
#[inline(always)]
fn matrices_of([x, y, z, w]: [Vec4; 4]) -> [[Vec4; 3]; 3] {
    let (x2, y2, z2) = (x + x, y + y, z + z);
    let (xx, xy, xz) = (x * x2, x * y2, x * z2);
    let (yy, yz, zz) = (y * y2, y * z2, z * z2);
    let (wx, wy, wz) = (w * x2, w * y2, w * z2);
    [
        [Vec4::ONE - (yy + zz), xy + wz, xz - wy],
        [xy - wz, Vec4::ONE - (xx + zz), yz + wx],
        [xz + wy, yz - wx, Vec4::ONE - (xx + yy)],
    ]
}

struct TreeJoints<'a> {
    parents: &'a [u16],
    root: Affine3A,
    translations: &'a [Vec3],
    world: &'a mut [Affine3A],
    next: usize,
}

impl TreeJoints<'_> {
    #[inline(always)]
    fn write_next(&mut self, rotation: Mat3A) {
        let joint = self.next;
        self.next += 1;
        let (Some(&parent), Some(&translation)) = (self.parents.get(joint), self.translations.get(joint)) else {
            return;
        };
        let Some((above, [slot, ..])) = self.world.split_at_mut_checked(joint) else { return };
        let above = above.get(usize::from(parent)).unwrap_or(&self.root);
        let translation = above.matrix3 * Vec3A::from(translation) + above.translation;
        *slot = Affine3A { matrix3: above.matrix3 * rotation, translation };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    fn one_by_one(parents: &[u16], root: Affine3A, translations: &[Vec3], rotations: &[Quat]) -> Vec<Affine3A> {
        let mut world: Vec<Affine3A> = Vec::new();
        for ((&parent, &translation), &rotation) in parents.iter().zip(translations).zip(rotations) {
            let above = world.get(usize::from(parent)).copied().unwrap_or(root);
            world.push(above * Affine3A::from_rotation_translation(rotation, translation));
        }
        world
    }

    #[test]
    fn four_at_once_are_the_same_as_one_by_one() {
        let mut random = Random(0x7EA5_E11E);
        for round in 0..5_000 {
            let count = round % 23;
            let parent = |random: &mut Random, joint: u64| match random.below(joint + 2) {
                0 => u16::MAX,
                next => (next - 1).min(joint) as u16,
            };
            let parents: Vec<u16> = (0..count).map(|joint| parent(&mut random, joint)).collect();
            let translations: Vec<Vec3> = parents.iter().map(|_| random.vector() * 30.0).collect();
            let rotations: Vec<Quat> = parents.iter().map(|_| random.rotation()).collect();
            let root = Affine3A::from_rotation_translation(random.rotation(), random.vector());
            let mut world = vec![Affine3A::ZERO; parents.len()];
            world_matrices(&parents, root, &translations, &rotations, &mut world);
            assert_eq!(world, one_by_one(&parents, root, &translations, &rotations));
        }
    }

    #[test]
    fn lists_are_read_to_the_end_of_the_shortest() {
        let mut world = [Affine3A::ZERO; 6];
        let rotations = [Quat::IDENTITY; 7];
        world_matrices(&[u16::MAX, 0, 1, 2, 3], Affine3A::IDENTITY, &[Vec3::Y; 7], &rotations, &mut world);
        assert_eq!(world[4].translation, Vec3A::Y * 5.0);
        assert_eq!(world[5], Affine3A::ZERO);
        world_matrices(&[u16::MAX; 9], Affine3A::IDENTITY, &[Vec3::Y; 9], &[Quat::IDENTITY; 9], &mut world);
        assert_eq!(world[5].translation, Vec3A::Y);
    }
}
