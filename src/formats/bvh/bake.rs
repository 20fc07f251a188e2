//! From a row of numbers to rotations and translations.
//!
//! A joint's local transform is `T * R1 * R2 * R3`: the translation first whatever the column order, then the
//! rotations in the order listed, about the axes as turned so far (column vectors). Any list is taken: one or two
//! axes, repeated axes (`Z X Z`), rotations before positions. Checked against three.js and pybvh for all six orders.

use glam::{Quat, Vec3, Vec4};

use super::decide::Offsets;
use super::header::Hierarchy;
use super::trig::{LARGE_ANGLE, half_angle, sin_cos};
use crate::error::Limits;
use crate::model::{BuildError, Motion, MotionBuilder, PositionMode, Rows};

/// How one rotated joint turns.
#[derive(Debug, Clone, Copy)]
struct Turn {
    /// Columns of the three angles, in the order listed.
    columns: [u32; 3],
    /// Its three different axes; `None` when it is a [`General`].
    order: Option<Order>,
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
    turns: Vec<Turn>,
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
        let (mut rotated, mut turns, mut generals) = (Vec::new(), Vec::new(), Vec::new());
        for (joint, list) in (0u16..).zip(rotations).filter(|(_, list)| !list.is_empty()) {
            let mut turn = Turn { columns: [0; 3], order: None };
            if let [a, b, c] = list.as_slice() {
                turn.order = Order::of([a.1, b.1, c.1]);
                turn.columns = [a.0 as u32, b.0 as u32, c.0 as u32];
            }
            if turn.order.is_none() {
                generals.push(General { slot: rotated.len(), list });
            }
            rotated.push(joint);
            turns.push(turn);
        }
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
        Ok(Self { turns, generals, moves, offsets, builder })
    }

    /// Appends the frame of one row: finite numbers, one a channel, angles in degrees.
    #[inline]
    pub(super) fn row(&mut self, row: &[f64]) -> Result<(), BuildError> {
        let Self { turns, generals, moves, offsets, builder } = self;
        builder.push_row(|rotations, translations| {
            for (turn, rotation) in turns.iter().zip(rotations.iter_mut()) {
                if let Some(order) = turn.order {
                    *rotation = three(row, turn.columns, order);
                }
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

#[inline(always)]
fn value(row: &[f64], column: usize) -> f64 {
    row.get(column).copied().unwrap_or(0.0)
}

#[inline(always)]
fn half(row: &[f64], column: u32) -> f32 {
    let degrees = value(row, column as usize);
    if degrees.abs() > LARGE_ANGLE { half_angle(degrees % 360.0) } else { half_angle(degrees) }
}

/// The product of three turns about three different axes.
#[inline(always)]
fn three(row: &[f64], [a, b, c]: [u32; 3], order: Order) -> Quat {
    let (sine, cosine) = sin_cos(Vec4::new(half(row, a), half(row, b), half(row, c), 0.0));
    let ([s1, s2, s3, _], [c1, c2, c3, _]) = (sine.to_array(), cosine.to_array());
    // With e1 e2 = ±e3 (+ for the even orders) the product of (c + s e) terms is:
    let sign = if matches!(order, Order::Xyz | Order::Yzx | Order::Zxy) { 1.0 } else { -1.0 };
    let q1 = s1 * c2 * c3 + sign * (c1 * s2 * s3);
    let q2 = c1 * s2 * c3 - sign * (s1 * c2 * s3);
    let q3 = c1 * c2 * s3 + sign * (s1 * s2 * c3);
    let w = c1 * c2 * c3 - sign * (s1 * s2 * s3);
    match order {
        Order::Xyz => Quat::from_xyzw(q1, q2, q3, w),
        Order::Xzy => Quat::from_xyzw(q1, q3, q2, w),
        Order::Yxz => Quat::from_xyzw(q2, q1, q3, w),
        Order::Yzx => Quat::from_xyzw(q3, q1, q2, w),
        Order::Zxy => Quat::from_xyzw(q2, q3, q1, w),
        Order::Zyx => Quat::from_xyzw(q3, q2, q1, w),
    }
}

/// The product of any turns.
fn any(row: &[f64], list: &[(usize, u8)]) -> Quat {
    list.iter().fold(Quat::IDENTITY, |product, &(column, axis)| {
        let (sine, cosine) = sin_cos(Vec4::splat(half(row, column as u32)));
        let mut turn = [0.0, 0.0, 0.0, cosine.x];
        if let Some(component) = turn.get_mut(usize::from(axis)) {
            *component = sine.x;
        }
        product * Quat::from_array(turn)
    })
}
