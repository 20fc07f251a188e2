//! From Euler angles to quaternions, four joints at once.
//!
//! Angles about the axes of a joint are columns of a row, in degrees. The rotations are multiplied in the order in which
//! they are listed: the first is the leftmost factor.

use glam::{Mat4, Quat, Vec4};

use crate::fast_maths::{half_angle, sin_cos_four};

/// The angles of one joint in the order of their product: the column in the row, and the axis (0, 1, 2 for x, y, z).
pub(super) type EulerColumns = Vec<(usize, u8)>;

/// Four joints that turn about x, y and z in the same order. Their rotations are computed at once, each in one lane of
/// SIMD vectors. Where there are fewer than four, the last one fills the other lanes.
#[derive(Debug, Clone, Copy)]
pub(super) struct FourJoints {
    order: EulerOrder,
    /// The columns of all first angles, all second and all third ones.
    columns: [[u32; 4]; 3],
    /// The joints' indices among the rotated joints.
    pub(super) slots: [u32; 4],
}

/// The order of three different axes.
#[derive(Debug, Clone, Copy, PartialEq)]
enum EulerOrder {
    Xyz,
    Xzy,
    Yxz,
    Yzx,
    Zxy,
    Zyx,
}

impl EulerOrder {
    const ALL: [Self; 6] = [Self::Xyz, Self::Xzy, Self::Yxz, Self::Yzx, Self::Zxy, Self::Zyx];

    fn axes(self) -> [u8; 3] {
        match self {
            Self::Xyz => [0, 1, 2],
            Self::Xzy => [0, 2, 1],
            Self::Yxz => [1, 0, 2],
            Self::Yzx => [1, 2, 0],
            Self::Zxy => [2, 0, 1],
            Self::Zyx => [2, 1, 0],
        }
    }

    fn of(angles: &[(usize, u8)]) -> Option<Self> {
        let &[a, b, c] = angles else { return None };
        Self::ALL.into_iter().find(|order| order.axes() == [a.1, b.1, c.1])
    }
}

/// Whether these are angles about three different axes, as [`FourJoints`] takes them.
pub(super) fn about_all_axes(angles: &[(usize, u8)]) -> bool {
    EulerOrder::of(angles).is_some()
}

/// Those of the joints that turn about three different axes, four by four. Of each joint: its index among the rotated
/// joints, and its angles.
pub(super) fn four_by_four(joints: &[(usize, EulerColumns)]) -> Vec<FourJoints> {
    let mut fours = Vec::new();
    for order in EulerOrder::ALL {
        let mut of_order = Vec::new();
        for (slot, angles) in joints {
            if let &[a, b, c] = angles.as_slice()
                && EulerOrder::of(angles) == Some(order)
            {
                of_order.push((*slot as u32, [a.0 as u32, b.0 as u32, c.0 as u32]));
            }
        }
        for four in of_order.chunks(4) {
            let Some(last) = four.last() else { continue };
            let lanes = [0, 1, 2, 3].map(|lane| four.get(lane).unwrap_or(last));
            let columns = [0, 1, 2].map(|angle| lanes.map(|(_, columns)| columns[angle]));
            fours.push(FourJoints { order, columns, slots: lanes.map(|(slot, _)| *slot) });
        }
    }
    fours
}

impl FourJoints {
    /// The four quaternions of a row: all x, all y, all z and all w.
    #[inline(always)]
    pub(super) fn quaternions(&self, row: &[f64]) -> [Vec4; 4] {
        let [a, b, c] = &self.columns;
        let ((s1, c1), (s2, c2), (s3, c3)) = (angles(row, a), angles(row, b), angles(row, c));
        // Each factor is a quaternion c + s e, with e one of the units i, j, k. Since e1 e2 = e3 for the even orders of
        // axes (xyz, yzx, zxy) and -e3 for the odd ones, the product of three is:
        let (cc, ss, cs, sc) = (c2 * c3, s2 * s3, c2 * s3, s2 * c3);
        let even = matches!(self.order, EulerOrder::Xyz | EulerOrder::Yzx | EulerOrder::Zxy);
        let s1 = if even { s1 } else { -s1 };
        let (first, third) = (s1 * cc + c1 * ss, c1 * cs + s1 * sc);
        let (second, w) = (c1 * sc - s1 * cs, c1 * cc - s1 * ss);
        let first = if even { first } else { -first };
        let (x, y, z) = match self.order {
            EulerOrder::Xyz => (first, second, third),
            EulerOrder::Xzy => (first, third, second),
            EulerOrder::Yxz => (second, first, third),
            EulerOrder::Yzx => (third, first, second),
            EulerOrder::Zxy => (second, third, first),
            EulerOrder::Zyx => (third, second, first),
        };
        [x, y, z, w]
    }

    /// The sines and cosines of half of one of the three angles, and the axis that it is about.
    #[cfg(feature = "acclaim")]
    #[inline(always)]
    pub(super) fn half_angles(&self, row: &[f64], index: usize) -> (Vec4, Vec4, usize) {
        let [first, ..] = &self.columns;
        let (sines, cosines) = angles(row, self.columns.get(index).unwrap_or(first));
        (sines, cosines, self.order.axes().get(index).copied().unwrap_or(0).into())
    }

    /// Stores four quaternions, as [`quaternions`](Self::quaternions) gives them, at the joints' places.
    #[inline(always)]
    pub(super) fn store(&self, [x, y, z, w]: [Vec4; 4], rotations: &mut [Quat]) {
        let lanes = Mat4::from_cols(x, y, z, w).transpose();
        let lanes = [lanes.x_axis, lanes.y_axis, lanes.z_axis, lanes.w_axis];
        for (slot, lane) in self.slots.iter().zip(&lanes) {
            if let Some(rotation) = rotations.get_mut(*slot as usize) {
                *rotation = Quat::from_vec4(*lane);
            }
        }
    }
}

/// Sines and cosines of half the angles in four columns.
#[inline(always)]
fn angles(row: &[f64], [a, b, c, d]: &[u32; 4]) -> (Vec4, Vec4) {
    let (a, b, c, d) = (half(row, *a as usize), half(row, *b as usize), half(row, *c as usize), half(row, *d as usize));
    sin_cos_four(Vec4::new(a, b, c, d))
}

#[inline(always)]
fn half(row: &[f64], column: usize) -> f32 {
    half_angle(row.get(column).copied().unwrap_or(0.0))
}

/// The rotation of one joint, for any list of angles.
pub(super) fn rotation_of(row: &[f64], angles: &[(usize, u8)]) -> Quat {
    angles.iter().fold(Quat::IDENTITY, |product, &(column, axis)| {
        let (sine, cosine) = sin_cos_four(Vec4::splat(half(row, column)));
        let mut factor = [0.0, 0.0, 0.0, cosine.x];
        if let Some(component) = factor.get_mut(usize::from(axis)) {
            *component = sine.x;
        }
        product * Quat::from_array(factor)
    })
}
