//! From angles to rotations: products of turns about the axes, four joints side by side.

use glam::{Mat4, Quat, Vec4};

use crate::fast_maths::{half_angle, sin_cos_four};

/// The turns of one joint in the order of their product (the first one is the leftmost): column of the row, and axis.
pub(super) type Turns = Vec<(usize, u8)>;

/// Four joints that turn about the same three different axes in the same order: worked out side by side, one joint
/// a lane. Where there are fewer, the last one fills the other lanes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Four {
    order: Order,
    /// Columns of the first, second and third angle, of each joint.
    columns: [[u32; 4]; 3],
    /// Their indices among the rotated joints.
    pub(super) slots: [u32; 4],
}

/// An order of three different axes.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Order {
    Xyz,
    Xzy,
    Yxz,
    Yzx,
    Zxy,
    Zyx,
}

impl Order {
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

    fn of(turns: &[(usize, u8)]) -> Option<Self> {
        let &[a, b, c] = turns else { return None };
        Self::ALL.into_iter().find(|order| order.axes() == [a.1, b.1, c.1])
    }
}

/// Whether these are turns about three different axes, as a [`Four`] takes them.
pub(super) fn about_all_axes(turns: &[(usize, u8)]) -> bool {
    Order::of(turns).is_some()
}

/// The joints that turn about three different axes, four by four. `joints` are indices among the rotated joints, and
/// turns.
pub(super) fn fours(joints: &[(usize, Turns)]) -> Vec<Four> {
    Order::ALL.into_iter().flat_map(|order| of_order(order, joints)).collect()
}

fn of_order(order: Order, joints: &[(usize, Turns)]) -> Vec<Four> {
    let of_order = joints.iter().filter_map(|(slot, turns)| match turns.as_slice() {
        &[a, b, c] if Order::of(turns) == Some(order) => Some((*slot as u32, [a.0, b.0, c.0].map(|c| c as u32))),
        _ => None,
    });
    let of_order: Vec<(u32, [u32; 3])> = of_order.collect();
    let chunks = of_order.chunks(4).filter_map(|chunk| {
        let last = chunk.last()?;
        let lane = |index: usize| chunk.get(index).unwrap_or(last);
        let lanes = [lane(0), lane(1), lane(2), lane(3)];
        let columns = [lanes.map(|lane| lane.1[0]), lanes.map(|lane| lane.1[1]), lanes.map(|lane| lane.1[2])];
        Some(Four { order, columns, slots: lanes.map(|lane| lane.0) })
    });
    chunks.collect()
}

impl Four {
    /// The x, y, z and w of the four products. The row holds degrees.
    #[inline(always)]
    pub(super) fn lanes(&self, row: &[f64]) -> [Vec4; 4] {
        let [a, b, c] = &self.columns;
        let ((s1, c1), (s2, c2), (s3, c3)) = (angles(row, a), angles(row, b), angles(row, c));
        // With e1 e2 = ±e3 (+ for the even orders) the product of the three (c + s e) is:
        let (cc, ss, cs, sc) = (c2 * c3, s2 * s3, c2 * s3, s2 * c3);
        let even = matches!(self.order, Order::Xyz | Order::Yzx | Order::Zxy);
        let s1 = if even { s1 } else { -s1 };
        let (first, third) = (s1 * cc + c1 * ss, c1 * cs + s1 * sc);
        let (second, w) = (c1 * sc - s1 * cs, c1 * cc - s1 * ss);
        let first = if even { first } else { -first };
        let (x, y, z) = match self.order {
            Order::Xyz => (first, second, third),
            Order::Xzy => (first, third, second),
            Order::Yxz => (second, first, third),
            Order::Yzx => (third, first, second),
            Order::Zxy => (second, third, first),
            Order::Zyx => (third, second, first),
        };
        [x, y, z, w]
    }

    /// The sines and cosines of half the angles of one turn of the three, and the axis that all four turn about by them.
    #[cfg(feature = "acclaim")]
    #[inline(always)]
    pub(super) fn one(&self, row: &[f64], turn: usize) -> (Vec4, Vec4, usize) {
        let [first, ..] = &self.columns;
        let (sines, cosines) = angles(row, self.columns.get(turn).unwrap_or(first));
        (sines, cosines, self.order.axes().get(turn).copied().unwrap_or(0).into())
    }

    /// Puts what [`lanes`](Self::lanes) gave where it belongs.
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

/// The product of any turns.
pub(super) fn any(row: &[f64], turns: &[(usize, u8)]) -> Quat {
    turns.iter().fold(Quat::IDENTITY, |product, &(column, axis)| {
        let (sine, cosine) = sin_cos_four(Vec4::splat(half(row, column)));
        let mut turn = [0.0, 0.0, 0.0, cosine.x];
        if let Some(component) = turn.get_mut(usize::from(axis)) {
            *component = sine.x;
        }
        product * Quat::from_array(turn)
    })
}
