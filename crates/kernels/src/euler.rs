//! From Euler angles to quaternions, four joints at once.
//!
//! A joint's axis rotations are multiplied in the listed order: the first is the leftmost factor.

use glam::{Quat, Vec4};

use crate::angles::sin_cos_four;
use crate::lanes::columns_of;

/// Four joints with the same order of axes, one in each SIMD lane. If there are fewer, the last one fills the other lanes.
#[derive(Debug, Clone, Copy)]
pub struct FourJoints {
    /// The order of the axes.
    pub order: RotationOrder,
    /// Columns in a row of angles: of the four first, the four second and the four third angles.
    pub columns: [[u32; 4]; 3],
    /// The joints' indices among the rotated joints.
    pub slots: [u32; 4],
}

/// Four joints that rotate in axes of their own: by C·M·C⁻¹, where C rotates to these axes and M is the motion. C rotates the
/// vector part of the quaternion M.
#[derive(Debug, Clone, Copy)]
pub struct FourInAxes {
    /// M.
    pub joints: FourJoints,
    /// The four matrices C, column by column; each entry holds the four joints' values.
    pub axes: [[Vec4; 3]; 3],
    /// Index of the only angle that may differ from 0, if there is one.
    pub hinge: Option<usize>,
}

/// The order of the factors of a rotation, from left to right. `Zxy` is `Rz * Rx * Ry` (column vectors), written
/// `Zrotation Xrotation Yrotation` in a BVH.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[expect(missing_docs, reason = "the names say it")]
pub enum RotationOrder {
    Xyz,
    Xzy,
    Yxz,
    Yzx,
    /// The order of most BVH files.
    #[default]
    Zxy,
    Zyx,
}

impl RotationOrder {
    /// Every order.
    pub const ALL: [Self; 6] = [Self::Xyz, Self::Xzy, Self::Yxz, Self::Yzx, Self::Zxy, Self::Zyx];

    /// The axes from left to right: 0, 1, 2 for X, Y, Z.
    pub const fn axes(self) -> [usize; 3] {
        match self {
            Self::Xyz => [0, 1, 2],
            Self::Xzy => [0, 2, 1],
            Self::Yxz => [1, 0, 2],
            Self::Yzx => [1, 2, 0],
            Self::Zxy => [2, 0, 1],
            Self::Zyx => [2, 1, 0],
        }
    }

    /// The order with these axes. `None` if an axis repeats.
    pub fn of(axes: [usize; 3]) -> Option<Self> {
        Self::ALL.into_iter().find(|order| order.axes() == axes)
    }
}

/// Writes the rotations of all `fours`. `halves` is a row of [half angles](crate::angles::half_angles); missing columns are 0, and
/// slots past the end of `rotations` are skipped.
#[inline(never)]
pub fn turn(fours: &[FourJoints], halves: &[f32], rotations: &mut [Quat]) {
    for four in fours {
        four.store(four.quaternions(halves), rotations);
    }
}

/// As [`turn`], for joints in axes of their own. `all_angles`: ignore `hinge`.
#[inline(never)]
pub fn turn_in_axes(fours: &[FourInAxes], all_angles: bool, halves: &[f32], rotations: &mut [Quat]) {
    for FourInAxes { joints, axes, hinge } in fours {
        let turned = match hinge {
            Some(hinge) if !all_angles => {
                let (sines, cosines, axis) = joints.about_one_axis(halves, *hinge);
                let [x, y, z] = axes.get(axis).copied().unwrap_or_default();
                [x * sines, y * sines, z * sines, cosines]
            }
            _ => {
                let [x, y, z, w] = joints.quaternions(halves);
                let [a, b, c] = axes;
                let turned = |row: usize| a[row] * x + b[row] * y + c[row] * z;
                [turned(0), turned(1), turned(2), w]
            }
        };
        joints.store(turned, rotations);
    }
}

impl FourJoints {
    /// The four quaternions as all x, all y, all z and all w.
    #[inline(always)]
    fn quaternions(&self, halves: &[f32]) -> [Vec4; 4] {
        let [a, b, c] = &self.columns;
        let ((s1, c1), (s2, c2), (s3, c3)) = (angles(halves, a), angles(halves, b), angles(halves, c));
        // Each factor is a quaternion c + s e, where e is i, j or k. Since e1 e2 = e3 for the even orders of axes (xyz, yzx, zxy) and
        // -e3 for the odd ones, the product of three is:
        let (cc, ss, cs, sc) = (c2 * c3, s2 * s3, c2 * s3, s2 * c3);
        let even = matches!(self.order, RotationOrder::Xyz | RotationOrder::Yzx | RotationOrder::Zxy);
        let s1 = if even { s1 } else { -s1 };
        let (first, third) = (s1 * cc + c1 * ss, c1 * cs + s1 * sc);
        let (second, w) = (c1 * sc - s1 * cs, c1 * cc - s1 * ss);
        let first = if even { first } else { -first };
        let (x, y, z) = match self.order {
            RotationOrder::Xyz => (first, second, third),
            RotationOrder::Xzy => (first, third, second),
            RotationOrder::Yxz => (second, first, third),
            RotationOrder::Yzx => (third, first, second),
            RotationOrder::Zxy => (second, third, first),
            RotationOrder::Zyx => (third, second, first),
        };
        [x, y, z, w]
    }

    /// Sines and cosines of one of the three half angles, and its axis.
    #[inline(always)]
    fn about_one_axis(&self, halves: &[f32], index: usize) -> (Vec4, Vec4, usize) {
        let [first, ..] = &self.columns;
        let (sines, cosines) = angles(halves, self.columns.get(index).unwrap_or(first));
        (sines, cosines, self.order.axes().get(index).copied().unwrap_or(0))
    }

    /// Stores four quaternions, in the layout of [`quaternions`](Self::quaternions), in the joints' slots.
    #[inline(always)]
    fn store(&self, [x, y, z, w]: [Vec4; 4], rotations: &mut [Quat]) {
        let lanes = columns_of([x, y, z, w]);
        for (slot, lane) in self.slots.iter().zip(&lanes) {
            if let Some(rotation) = rotations.get_mut(*slot as usize) {
                *rotation = Quat::from_vec4(*lane);
            }
        }
    }
}

/// Sines and cosines of the half angles in four columns.
#[inline(always)]
fn angles(halves: &[f32], columns: &[u32; 4]) -> (Vec4, Vec4) {
    let half = |column: u32| halves.get(column as usize).copied().unwrap_or(0.0);
    let [a, b, c, d] = *columns;
    sin_cos_four(Vec4::new(half(a), half(b), half(c), half(d)))
}
