//! World positions in double precision, for files.

use std::array::from_fn;
use std::ops::{Add, Mul, Sub};

use glam::{Quat, Vec3};

/// A number of each of some frames, which processors calculate side by side.
#[derive(Debug, Clone, Copy)]
struct Lanes<const FRAMES: usize>([f64; FRAMES]);

impl<const FRAMES: usize> Default for Lanes<FRAMES> {
    fn default() -> Self {
        Self([0.0; FRAMES])
    }
}

impl<const FRAMES: usize> Lanes<FRAMES> {
    #[inline(always)]
    fn with(self, other: Self, mix: impl Fn(f64, f64) -> f64) -> Self {
        Self(from_fn(|frame| mix(self.0[frame], other.0[frame])))
    }
}

impl<const FRAMES: usize> Add for Lanes<FRAMES> {
    type Output = Self;

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self.with(other, |a, b| a + b)
    }
}

impl<const FRAMES: usize> Sub for Lanes<FRAMES> {
    type Output = Self;

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self.with(other, |a, b| a - b)
    }
}

impl<const FRAMES: usize> Mul for Lanes<FRAMES> {
    type Output = Self;

    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        self.with(other, |a, b| a * b)
    }
}

/// A joint's rotation (x y z w) and position in the world, in each of some frames.
type LanePlace<const FRAMES: usize> = ([Lanes<FRAMES>; 4], [Lanes<FRAMES>; 3]);

/// One frame of a motion: what [`world_places`] reads and writes, with an item for each joint.
#[derive(Debug)]
pub struct PlacedFrame<'a> {
    /// Relative to the parent.
    pub translations: &'a [Vec3],
    /// Relative to the parent.
    pub rotations: &'a [Quat],
    /// Gets the positions in the world.
    pub positions: &'a mut [[f32; 3]],
    /// Gets the translations.
    pub offsets: &'a mut [[f32; 3]],
    /// Gets the rotations, normalized.
    pub turns: &'a mut [[f32; 4]],
}

/// Memory for [`world_places`], to be used again.
#[derive(Debug, Default)]
pub struct PlaceScratch {
    one: Vec<LanePlace<1>>,
    two: Vec<LanePlace<2>>,
}

/// Writes the world position of each joint, its translation, and its rotation, normalized. A joint whose parent does not precede it is
/// a root. Two frames take little longer than one, and get the same numbers. Joints that one of a frame's lists lacks are left out.
#[inline(never)]
pub fn world_places(parents: &[u16], frames: &mut [PlacedFrame<'_>], scratch: &mut PlaceScratch) {
    // Not generic: a generic function would be compiled with the caller, for size.
    let (pairs, rest) = frames.as_chunks_mut::<2>();
    for pair in pairs {
        place(parents, pair, &mut scratch.two);
    }
    for frame in rest.as_chunks_mut::<1>().0 {
        place(parents, frame, &mut scratch.one);
    }
}

#[inline(always)]
fn place<const FRAMES: usize>(
    parents: &[u16],
    frames: &mut [PlacedFrame<'_>; FRAMES],
    worlds: &mut Vec<LanePlace<FRAMES>>,
) {
    worlds.resize(parents.len(), Default::default());
    let joints = frames.iter().map(PlacedFrame::len).fold(parents.len(), usize::min);
    for (joint, parent) in parents.iter().enumerate().take(joints) {
        let rotations = from_fn::<_, FRAMES, _>(|frame| frames[frame].rotations[joint].to_array().map(f64::from));
        let local = unit(lanes(&rotations));
        let offset = lanes(&from_fn(|frame| frames[frame].translations[joint].to_array().map(f64::from)));
        let (before, rest) = worlds.split_at_mut(joint);
        let Some(slot) = rest.first_mut() else { return };
        *slot = match before.get(usize::from(*parent)) {
            Some((around, [x, y, z])) => {
                let [dx, dy, dz] = turned(around, offset);
                (product(around, &local), [*x + dx, *y + dy, *z + dz])
            }
            None => (local, offset),
        };
        for (lane, frame) in frames.iter_mut().enumerate() {
            // Adding zero turns -0 into 0.
            frame.positions[joint] = slot.1.map(|value| value.0[lane] as f32 + 0.0);
            frame.offsets[joint] = frame.translations[joint].to_array().map(|value| value + 0.0);
            frame.turns[joint] = local.map(|value| value.0[lane] as f32 + 0.0);
        }
    }
}

impl PlacedFrame<'_> {
    /// The length of the shortest list.
    fn len(&self) -> usize {
        let given = self.translations.len().min(self.rotations.len());
        given.min(self.positions.len()).min(self.offsets.len()).min(self.turns.len())
    }
}

/// Vectors of frames as lanes.
#[inline(always)]
fn lanes<const FRAMES: usize, const LENGTH: usize>(vectors: &[[f64; LENGTH]; FRAMES]) -> [Lanes<FRAMES>; LENGTH] {
    from_fn(|part| Lanes(from_fn(|frame| vectors[frame][part])))
}

#[inline(always)]
fn unit<const FRAMES: usize>([x, y, z, w]: [Lanes<FRAMES>; 4]) -> [Lanes<FRAMES>; 4] {
    let square = x * x + y * y + z * z + w * w;
    let scale = Lanes(square.0.map(|square| {
        // Near 1 these two terms of the series are exact to 1e-10, far below the `f32` that come out.
        if (square - 1.0).abs() < 1e-5 { 1.5 - 0.5 * square } else { 1.0 / square.sqrt() }
    }));
    [x * scale, y * scale, z * scale, w * scale]
}

/// The rotation `a` after `b`.
#[inline(always)]
fn product<const FRAMES: usize>(
    [ax, ay, az, aw]: &[Lanes<FRAMES>; 4],
    [bx, by, bz, bw]: &[Lanes<FRAMES>; 4],
) -> [Lanes<FRAMES>; 4] {
    let (ax, ay, az, aw, bx, by, bz, bw) = (*ax, *ay, *az, *aw, *bx, *by, *bz, *bw);
    [
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
        aw * bw - ax * bx - ay * by - az * bz,
    ]
}

/// A vector, turned: `v + 2 q x (q x v + w v)`.
#[inline(always)]
fn turned<const FRAMES: usize>(
    [x, y, z, w]: &[Lanes<FRAMES>; 4],
    [vx, vy, vz]: [Lanes<FRAMES>; 3],
) -> [Lanes<FRAMES>; 3] {
    let (x, y, z, w, two) = (*x, *y, *z, *w, Lanes([2.0; FRAMES]));
    let a = y * vz - z * vy + w * vx;
    let b = z * vx - x * vz + w * vy;
    let c = x * vy - y * vx + w * vz;
    [vx + two * (y * c - z * b), vy + two * (z * a - x * c), vz + two * (x * b - y * a)]
}

#[cfg(test)]
mod tests {
    use glam::Affine3A;

    use super::*;
    use crate::random::Random;
    use crate::world::world_matrices;

    /// Positions, offsets and rotations.
    type Output = (Vec<[f32; 3]>, Vec<[f32; 3]>, Vec<[f32; 4]>);

    fn placed<const FRAMES: usize>(parents: &[u16], given: [&(Vec<Vec3>, Vec<Quat>); FRAMES]) -> [Output; FRAMES] {
        let joints = parents.len();
        let mut out = given.map(|_| (vec![[0.0; 3]; joints], vec![[0.0; 3]; joints], vec![[0.0; 4]; joints]));
        let mut outs = out.iter_mut();
        let mut frames = given.map(|(translations, rotations)| {
            let (positions, offsets, turns) = outs.next().unwrap();
            PlacedFrame { translations, rotations, positions, offsets, turns }
        });
        world_places(parents, &mut frames, &mut PlaceScratch::default());
        out
    }

    const PARENTS: [u16; 7] = [u16::MAX, 0, 1, 2, 1, u16::MAX, 5];

    fn frame(random: &mut Random) -> (Vec<Vec3>, Vec<Quat>) {
        let translations = PARENTS.iter().map(|_| random.vector()).collect();
        (translations, PARENTS.iter().map(|_| random.rotation()).collect())
    }

    #[test]
    fn places_are_those_of_the_matrices() {
        let given = frame(&mut Random(5));
        let (translations, rotations) = &given;
        let mut expected = [Affine3A::IDENTITY; 7];
        world_matrices(&PARENTS, Affine3A::IDENTITY, translations, rotations, &mut expected);
        let [(positions, offsets, turns)] = placed(&PARENTS, [&given]);
        assert_eq!(offsets.iter().copied().map(Vec3::from_array).collect::<Vec<_>>(), *translations);
        for ((position, matrix), (turn, rotation)) in positions.iter().zip(expected).zip(turns.iter().zip(rotations)) {
            assert!(Vec3::from_array(*position).distance(matrix.translation.into()) < 1e-5, "{position:?} {matrix:?}");
            assert!(Quat::from_array(*turn).abs_diff_eq(*rotation, 1e-6), "{turn:?} {rotation:?}");
        }
    }

    #[test]
    fn frames_side_by_side_get_the_same_numbers() {
        let mut random = Random(7);
        let (one, mut other, last) = (frame(&mut random), frame(&mut random), frame(&mut random));
        // Far from a unit quaternion: normalized by another formula than its neighbour.
        other.1[2] *= 1.01;
        let alone = [&one, &other, &last].map(|frame| placed(&PARENTS, [frame]));
        assert_eq!(placed(&PARENTS, [&one, &other, &last]).map(|frame| [frame]), alone);
    }

    #[test]
    fn joints_without_room_are_left_out() {
        let given = frame(&mut Random(3));
        let [(all, ..)] = placed(&PARENTS, [&given]);
        let [(some, ..)] = placed(&PARENTS[..3], [&given]);
        assert_eq!(some, all[..3]);
    }
}
