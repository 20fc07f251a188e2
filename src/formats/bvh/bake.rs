//! From a row of numbers to rotations and translations.
//!
//! A joint's local transform is `T * R1 * R2 * R3`: the translation first whatever the column order, then the
//! rotations in the order listed, about the axes as turned so far (column vectors). Any list is taken: one or two
//! axes, repeated axes (`Z X Z`), rotations before positions. Checked against three.js and pybvh for all six orders.

use glam::{Mat4, Quat, Vec3, Vec4};

use super::decide::Offsets;
use super::header::Hierarchy;
use crate::error::Limits;
use crate::maths::{half_angle, sin_cos_four};
use crate::model::{BuildError, Motion, MotionBuilder, PositionMode, Rows};

/// Four joints that turn about the same three different axes in the same order: worked out side by side, one joint
/// a lane. Where there are fewer, the last one fills the other lanes.
#[derive(Debug, Clone, Copy)]
struct Four {
    order: Order,
    /// Columns of the first, second and third angle, of each joint.
    columns: [[u32; 4]; 3],
    /// Their indices among the rotated joints.
    slots: [u32; 4],
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

    fn of(axes: [u8; 3]) -> Option<Self> {
        Some(match axes {
            [0, 1, 2] => Self::Xyz,
            [0, 2, 1] => Self::Xzy,
            [1, 0, 2] => Self::Yxz,
            [1, 2, 0] => Self::Yzx,
            [2, 0, 1] => Self::Zxy,
            [2, 1, 0] => Self::Zyx,
            _ => return None,
        })
    }
}

/// A joint with another list of rotations than three different axes.
#[derive(Debug, Clone)]
struct General {
    /// Its index among the rotated joints.
    slot: usize,
    /// Column and axis of each rotation.
    list: Vec<(usize, u8)>,
}

/// One position channel.
#[derive(Debug, Clone, Copy)]
struct Move {
    column: usize,
    /// Index among the translated joints.
    slot: usize,
    axis: usize,
}

/// Turns rows into frames, as the header lays them out.
#[derive(Debug, Clone)]
pub(super) struct Baker {
    fours: Vec<Four>,
    generals: Vec<General>,
    moves: Vec<Move>,
    offsets: Offsets,
    builder: MotionBuilder,
}

impl Baker {
    pub(super) fn new(hierarchy: &Hierarchy, limits: &Limits) -> Result<Self, BuildError> {
        let skeleton = &hierarchy.skeleton;
        let mut rotations: Vec<Vec<(usize, u8)>> = vec![Vec::new(); skeleton.len()];
        let mut masks = vec![Vec3::ZERO; skeleton.len()];
        for (column, channel) in hierarchy.channels.iter().enumerate() {
            let joint = usize::from(channel.joint);
            if let (true, Some(list)) = (channel.kind.rotation, rotations.get_mut(joint)) {
                list.push((column, channel.kind.axis));
            }
            if let (false, Some(mask)) = (channel.kind.rotation, masks.get_mut(joint)) {
                mask[usize::from(channel.kind.axis).min(2)] = 1.0;
            }
        }
        let (mut rotated, mut ordered, mut generals) = (Vec::new(), Vec::new(), Vec::new());
        for (joint, list) in (0u16..).zip(rotations).filter(|(_, list)| !list.is_empty()) {
            let slot = rotated.len();
            rotated.push(joint);
            match list.as_slice() {
                [a, b, c] if Order::of([a.1, b.1, c.1]).is_some() => ordered.push((slot, list)),
                _ => generals.push(General { slot, list }),
            }
        }
        let fours = Order::ALL.into_iter().flat_map(|order| fours(order, &ordered)).collect();
        let mut slots = vec![0; skeleton.len()];
        let (mut translated, mut translated_masks) = (Vec::new(), Vec::new());
        for ((joint, mask), slot) in (0u16..).zip(masks).zip(&mut slots).filter(|((_, mask), _)| *mask != Vec3::ZERO) {
            *slot = translated.len();
            translated.push(joint);
            translated_masks.push(mask);
        }
        let channels = hierarchy.channels.iter().enumerate().filter(|(_, channel)| !channel.kind.rotation);
        let moves = channels.map(|(column, channel)| Move {
            column,
            slot: slots.get(usize::from(channel.joint)).copied().unwrap_or(0),
            axis: usize::from(channel.kind.axis).min(2),
        });
        let moves = moves.collect();
        let offsets = Offsets::new(skeleton, &translated, &translated_masks);
        let mode = PositionMode::Replace;
        let builder = MotionBuilder::new(skeleton, rotated, translated, translated_masks, mode, limits)?;
        Ok(Self { fours, generals, moves, offsets, builder })
    }

    /// Appends the frame of one row: finite numbers, one a channel, angles in degrees.
    #[inline]
    pub(super) fn row(&mut self, row: &[f64]) -> Result<(), BuildError> {
        let Self { fours, generals, moves, offsets, builder } = self;
        builder.push_row(|rotations, translations| {
            for four in fours.iter() {
                four.turn(row, rotations);
            }
            for general in generals.iter() {
                if let Some(rotation) = rotations.get_mut(general.slot) {
                    *rotation = any(row, &general.list);
                }
            }
            for channel in moves.iter() {
                if let Some(translation) = translations.get_mut(channel.slot) {
                    translation[channel.axis] = value(row, channel.column) as f32;
                }
            }
            offsets.see(translations);
        })
    }

    pub(super) fn offsets(&self) -> &Offsets {
        &self.offsets
    }

    pub(super) fn frame_count(&self) -> usize {
        self.builder.frame_count()
    }

    pub(super) fn so_far(&self) -> &Motion {
        self.builder.so_far()
    }

    /// Bytes of the frames held now.
    pub(super) fn held_bytes(&self) -> usize {
        self.builder.held_frames().saturating_mul(self.builder.row_bytes())
    }

    pub(super) fn reserve(&mut self, frames: usize) {
        self.builder.reserve(frames);
    }

    pub(super) fn take_rows(&mut self) -> Rows {
        self.builder.take_rows()
    }

    pub(super) fn into_builder(self) -> MotionBuilder {
        self.builder
    }
}

/// The joints of `order` among those with three different axes, four by four.
fn fours(order: Order, joints: &[(usize, Vec<(usize, u8)>)]) -> Vec<Four> {
    let of_order = joints.iter().filter_map(|(slot, list)| match list.as_slice() {
        [a, b, c] if Order::of([a.1, b.1, c.1]) == Some(order) => {
            Some((*slot as u32, [a.0, b.0, c.0].map(|c| c as u32)))
        }
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
    #[inline(always)]
    fn turn(&self, row: &[f64], rotations: &mut [Quat]) {
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
    half_angle(value(row, column))
}

#[inline(always)]
fn value(row: &[f64], column: usize) -> f64 {
    row.get(column).copied().unwrap_or(0.0)
}

/// The product of any turns.
fn any(row: &[f64], list: &[(usize, u8)]) -> Quat {
    list.iter().fold(Quat::IDENTITY, |product, &(column, axis)| {
        let (sine, cosine) = sin_cos_four(Vec4::splat(half(row, column)));
        let mut turn = [0.0, 0.0, 0.0, cosine.x];
        if let Some(component) = turn.get_mut(usize::from(axis)) {
            *component = sine.x;
        }
        product * Quat::from_array(turn)
    })
}
