//! World matrices, down the tree.

use glam::{Affine3A, Mat3A, Quat, Vec3, Vec3A, Vec4};

use crate::lanes::{columns_of, lanes_of};

/// Writes `world[joint] = world[parent] * T * R` of each joint, `T` its translation and `R` its rotation. A joint whose parent
/// does not come before it hangs on `root`. Lists of different lengths are read as far as all of them go.
///
/// The result is, bit for bit, that of a loop which makes each local matrix for itself.
#[inline(never)]
pub fn world_matrices(
    parents: &[u16],
    root: Affine3A,
    translations: &[Vec3],
    rotations: &[Quat],
    world: &mut [Affine3A],
) {
    let count = parents.len().min(translations.len()).min(rotations.len()).min(world.len());
    let (parent_fours, parents) = first(parents, count).as_chunks();
    let (translation_fours, translations) = first(translations, count).as_chunks();
    let (rotation_fours, rotations) = first(rotations, count).as_chunks();
    let mut joint = 0;
    for ((parents, translations), rotations) in parent_fours.iter().zip(translation_fours).zip(rotation_fours) {
        // The nine entries of four matrices side by side, then each matrix for itself: the way down the tree is one by one.
        let [x, y, z] = matrices_of(lanes_of(rotations)).map(|[x, y, z]| columns_of([x, y, z, Vec4::ZERO]));
        let local = |lane: usize| {
            Mat3A::from_cols(Vec3A::from_vec4(x[lane]), Vec3A::from_vec4(y[lane]), Vec3A::from_vec4(z[lane]))
        };
        // Written out: as a loop it is a twentieth slower.
        let ([pa, pb, pc, pd], [ta, tb, tc, td]) = (*parents, *translations);
        hang(joint, pa, &root, ta, local(0), world);
        hang(joint + 1, pb, &root, tb, local(1), world);
        hang(joint + 2, pc, &root, tc, local(2), world);
        hang(joint + 3, pd, &root, td, local(3), world);
        joint += 4;
    }
    for ((parent, translation), rotation) in parents.iter().zip(translations).zip(rotations) {
        hang(joint, *parent, &root, *translation, Mat3A::from_quat(*rotation), world);
        joint += 1;
    }
}

fn first<T>(list: &[T], count: usize) -> &[T] {
    list.get(..count).unwrap_or_default()
}

/// Hangs a joint, turned by `rotation`, on its parent.
#[inline(always)]
fn hang(joint: usize, parent: u16, root: &Affine3A, translation: Vec3, rotation: Mat3A, world: &mut [Affine3A]) {
    let Some((above, [slot, ..])) = world.split_at_mut_checked(joint) else { return };
    let above = above.get(usize::from(parent)).unwrap_or(root);
    let translation = above.matrix3 * Vec3A::from(translation) + above.translation;
    *slot = Affine3A { matrix3: above.matrix3 * rotation, translation };
}

/// The nine entries of four rotations' matrices, `[column][row]`. The formula of [`Mat3A::from_quat`], in its order.
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
    fn four_side_by_side_are_the_same_as_one_by_one() {
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
    fn lists_of_different_lengths_are_read_as_far_as_all_go() {
        let mut world = [Affine3A::ZERO; 6];
        let rotations = [Quat::IDENTITY; 7];
        world_matrices(&[u16::MAX, 0, 1, 2, 3], Affine3A::IDENTITY, &[Vec3::Y; 7], &rotations, &mut world);
        assert_eq!(world[4].translation, Vec3A::Y * 5.0);
        assert_eq!(world[5], Affine3A::ZERO);
        world_matrices(&[u16::MAX; 9], Affine3A::IDENTITY, &[Vec3::Y; 9], &[Quat::IDENTITY; 9], &mut world);
        assert_eq!(world[5].translation, Vec3A::Y);
    }
}
