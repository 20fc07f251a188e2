//! World positions in double precision, for files.

use glam::{Quat, Vec3};

/// A joint's rotation (x y z w) and position in the world.
pub type Place = ([f64; 4], [f64; 3]);

/// Writes the world position of each joint, its translation, and its rotation, normalized. A joint whose parent does not precede it is
/// a root. `worlds` is scratch space, with a place for each joint. Stops at the end of the shortest list.
#[inline(never)]
pub fn world_places(
    parents: &[u16],
    translations: &[Vec3],
    rotations: &[Quat],
    worlds: &mut [Place],
    positions: &mut [[f32; 3]],
    offsets: &mut [[f32; 3]],
    turns: &mut [[f32; 4]],
) {
    let locals = translations.iter().zip(rotations);
    let outputs = positions.iter_mut().zip(offsets).zip(turns);
    for (joint, ((parent, (translation, rotation)), ((position, shift), turn))) in
        parents.iter().zip(locals).zip(outputs).enumerate()
    {
        let local = unit(rotation.to_array().map(f64::from));
        let offset = translation.to_array().map(f64::from);
        let (before, rest) = worlds.split_at_mut(joint.min(worlds.len()));
        let Some(slot) = rest.first_mut() else { return };
        *slot = match before.get(usize::from(*parent)) {
            Some((around, [x, y, z])) => {
                let [dx, dy, dz] = turned(around, offset);
                (product(around, &local), [x + dx, y + dy, z + dz])
            }
            None => (local, offset),
        };
        // Adding zero turns -0 into 0.
        *position = slot.1.map(|value| value as f32 + 0.0);
        *shift = translation.to_array().map(|value| value + 0.0);
        *turn = local.map(|value| value as f32 + 0.0);
    }
}

#[inline(always)]
fn unit([x, y, z, w]: [f64; 4]) -> [f64; 4] {
    let square = x * x + y * y + z * z + w * w;
    // Near 1 these two terms of the series are exact to 1e-10, far below the `f32` that come out.
    let scale = if (square - 1.0).abs() < 1e-5 { 1.5 - 0.5 * square } else { 1.0 / square.sqrt() };
    [x * scale, y * scale, z * scale, w * scale]
}

/// The rotation `a` after `b`.
#[inline(always)]
fn product([ax, ay, az, aw]: &[f64; 4], [bx, by, bz, bw]: &[f64; 4]) -> [f64; 4] {
    [
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
        aw * bw - ax * bx - ay * by - az * bz,
    ]
}

/// A vector, turned: `v + 2 q x (q x v + w v)`.
#[inline(always)]
fn turned([x, y, z, w]: &[f64; 4], [vx, vy, vz]: [f64; 3]) -> [f64; 3] {
    let a = y * vz - z * vy + w * vx;
    let b = z * vx - x * vz + w * vy;
    let c = x * vy - y * vx + w * vz;
    [vx + 2.0 * (y * c - z * b), vy + 2.0 * (z * a - x * c), vz + 2.0 * (x * b - y * a)]
}

#[cfg(test)]
mod tests {
    use glam::Affine3A;

    use super::*;
    use crate::random::Random;
    use crate::world::world_matrices;

    #[test]
    fn places_are_those_of_the_matrices() {
        let mut random = Random(5);
        let parents = [u16::MAX, 0, 1, 2, 1, u16::MAX, 5];
        let translations: Vec<Vec3> = parents.iter().map(|_| random.vector()).collect();
        let rotations: Vec<Quat> = parents.iter().map(|_| random.rotation()).collect();
        let mut expected = [Affine3A::IDENTITY; 7];
        world_matrices(&parents, Affine3A::IDENTITY, &translations, &rotations, &mut expected);
        let (mut positions, mut offsets, mut turns) = ([[0.0; 3]; 7], [[0.0; 3]; 7], [[0.0; 4]; 7]);
        let mut worlds = [([0.0; 4], [0.0; 3]); 7];
        let (at, by) = (&mut positions, &mut offsets);
        world_places(&parents, &translations, &rotations, &mut worlds, at, by, &mut turns);
        assert_eq!(offsets.map(Vec3::from_array), *translations);
        for ((position, matrix), (turn, rotation)) in positions.iter().zip(expected).zip(turns.iter().zip(rotations)) {
            assert!(Vec3::from_array(*position).distance(matrix.translation.into()) < 1e-5, "{position:?} {matrix:?}");
            assert!(Quat::from_array(*turn).abs_diff_eq(rotation, 1e-6), "{turn:?} {rotation:?}");
        }
    }
}
