//! Converts a block of frames to channels: mean poses, principal axes of each joint's rotation, and curves.

use std::ops::Range;

use glam::{DQuat, Mat3, Vec3};

use super::super::block::{AXES_STEP, Base, Channel, LaneKind, SCALE_STEP, SHIFT_STEP, TURN_STEP, channels};
use super::super::bones::{LinkBones, OFFSET_STEP};
use super::super::maths::{rotation, turn_matrix, vector};
use super::super::rig::{rest_rotation, vector_of};
use super::contacts::HeldFeet;
use super::source::{Local, PackSource, steps};
use marey::compact::maths::log2;

/// Bits that turning the axes must save.
const MIN_GAIN: f32 = 18.0;
/// Lower bound of a variance: radians squared.
const MIN_VARIANCE: f32 = 1.6e-5;
/// A cut: points move farther than this in one frame (mean, metres), and this many times the median of the frames around.
const CUT: (f32, f32) = (0.03, 6.0);

pub(super) struct Analysis {
    pub(super) frames: usize,
    pub(super) cuts: Vec<usize>,
    pub(super) bases: Vec<Base>,
    pub(super) channels: Vec<Channel>,
    /// `[channel][frame]`.
    pub(super) curves: Vec<Vec<f32>>,
    /// World positions (metres) and orientations of the original, `[joint][frame]`.
    pub(super) places: Vec<Vec<Vec3>>,
    pub(super) turns: Vec<Vec<Mat3>>,
    pub(super) contacts: HeldFeet,
}

impl Analysis {
    pub(super) fn new(
        source: &mut PackSource<'_>,
        bones: &LinkBones,
        moves: &[[bool; 3]],
        range: Range<usize>,
    ) -> Self {
        let frames = range.len();
        let count = bones.len();
        let mut locals: Vec<Vec<Local>> = vec![Vec::with_capacity(frames); count];
        let mut places: Vec<Vec<Vec3>> = vec![Vec::with_capacity(frames); count];
        let mut turns: Vec<Vec<Mat3>> = vec![Vec::with_capacity(frames); count];
        for frame in range {
            source.seek(frame);
            for joint in 0..count {
                locals[joint].push(source.joint(joint));
                let (place, turn) = source.world(joint);
                places[joint].push(place);
                turns[joint].push(turn);
            }
        }
        let mut bases = Vec::with_capacity(count);
        let mut curves = Vec::new();
        for (joint, locals) in locals.iter().enumerate() {
            let bone = &bones.bones[joint];
            let mut base = Base { moves: moves[joint], ..Base::default() };
            if base.moves[0] {
                let rest = vector_of(bone.offset, OFFSET_STEP);
                base.shift = steps(mean(locals.iter().map(|local| local.place - rest)), SHIFT_STEP);
                let base = rest + vector_of(base.shift, SHIFT_STEP);
                push(&mut curves, locals.iter().map(|local| local.place - base));
            }
            if base.moves[1] {
                let rest = rest_rotation(bone.rest);
                base.turn = steps(vector(rest.inverse() * mean_turn(locals)), TURN_STEP);
                let mean = rest * rotation(vector_of(base.turn, TURN_STEP));
                let vectors = unwound(locals, mean);
                base.axes = axes(&vectors);
                let back = turn_matrix(vector_of(base.axes, AXES_STEP)).transpose();
                push(&mut curves, vectors.iter().map(|vector| back * *vector));
            }
            if base.moves[2] {
                let rest = bones.scaling.as_ref().map_or(Vec3::ONE, |scaling| scaling.rest_scales[joint]);
                base.scale = steps(mean(locals.iter().map(|local| local.scale - rest)), SCALE_STEP);
                let base = rest + vector_of(base.scale, SCALE_STEP);
                push(&mut curves, locals.iter().map(|local| local.scale - base));
            }
            bases.push(base);
        }
        let channels = channels(&bases);
        let cuts = cuts(&places, frames);
        let contacts = HeldFeet::new(&places, source.frame_time(), source.up());
        Self { frames, cuts, bases, channels, curves, places, turns, contacts }
    }

    /// Whether a channel is a scale. The closed loop does not optimise scales.
    pub(super) fn is_scale(&self, channel: usize) -> bool {
        self.channels[channel].kind == LaneKind::Scale
    }
}

fn push(curves: &mut Vec<Vec<f32>>, vectors: impl Iterator<Item = Vec3>) {
    let mut three = [Vec::new(), Vec::new(), Vec::new()];
    for vector in vectors {
        three.iter_mut().zip(vector.to_array()).for_each(|(curve, value)| curve.push(value));
    }
    curves.extend(three);
}

fn mean(vectors: impl ExactSizeIterator<Item = Vec3>) -> Vec3 {
    let count = vectors.len().max(1);
    vectors.map(|vector| vector.as_dvec3()).sum::<glam::DVec3>().as_vec3() / count as f32
}

/// The normalised sum of all quaternions in one hemisphere: close enough to their mean.
fn mean_turn(locals: &[Local]) -> DQuat {
    let first = locals.first().map_or(DQuat::IDENTITY, |local| local.turn);
    let sum = locals
        .iter()
        .fold(first * 1e-9, |sum, local| if sum.dot(local.turn) < 0.0 { sum - local.turn } else { sum + local.turn });
    if sum.length_squared() > 1e-12 { sum.normalize() } else { first }
}

/// Rotation vectors from the mean, unwrapped: each takes the branch nearest to the previous one, so spins continue.
fn unwound(locals: &[Local], mean: DQuat) -> Vec<Vec3> {
    let back = mean.inverse();
    let mut vectors: Vec<Vec3> = Vec::with_capacity(locals.len());
    for local in locals {
        let shortest = vector(back * local.turn);
        let mut best = shortest;
        if let Some(before) = vectors.last()
            && shortest.length() > 1e-6
        {
            let length = shortest.length();
            let turns = (before.dot(shortest) / length - length) / std::f32::consts::TAU;
            for whole in [turns.floor(), turns.ceil()] {
                let other = shortest * ((length + std::f32::consts::TAU * whole) / length);
                if other.distance_squared(*before) < best.distance_squared(*before) {
                    best = other;
                }
            }
        }
        vectors.push(best);
    }
    vectors
}

/// The rotation towards the principal axes, if it saves enough bits.
fn axes(vectors: &[Vec3]) -> [i32; 3] {
    let middle = mean(vectors.iter().copied());
    let mut spread = [[0.0f64; 3]; 3];
    for vector in vectors {
        let off = (*vector - middle).as_dvec3().to_array();
        for row in 0..3 {
            for column in 0..3 {
                spread[row][column] += off[row] * off[column];
            }
        }
    }
    let count = vectors.len().max(1) as f64;
    if spread[0][0] + spread[1][1] + spread[2][2] < 1e-9 * count {
        return [0; 3];
    }
    let own = eigenvectors(spread);
    let turned = steps(vector(DQuat::from_mat3(&nearest(own).as_dmat3())), AXES_STEP);
    if turned == [0; 3] {
        return turned;
    }
    let matrix = turn_matrix(vector_of(turned, AXES_STEP));
    let variance = |axis: Vec3| {
        let sum: f32 = vectors.iter().map(|vector| (*vector - middle).dot(axis)).map(|along| along * along).sum();
        (sum / count as f32).max(MIN_VARIANCE)
    };
    let gain: f32 = (0..3).map(|axis| log2(variance(Mat3::IDENTITY.col(axis)) / variance(matrix.col(axis)))).sum();
    if (count as f32 / 8.0).min(30.0) * 0.5 * gain > MIN_GAIN { turned } else { [0; 3] }
}

/// By Jacobi rotations.
fn eigenvectors(mut matrix: [[f64; 3]; 3]) -> Mat3 {
    let mut own = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    for _ in 0..12 {
        for (p, q) in [(0, 1), (0, 2), (1, 2)] {
            if matrix[p][q].abs() < 1e-18 {
                continue;
            }
            let theta = (matrix[q][q] - matrix[p][p]) / (2.0 * matrix[p][q]);
            let t = theta.signum() / (theta.abs() + (theta * theta + 1.0).sqrt());
            let c = 1.0 / (t * t + 1.0).sqrt();
            let s = t * c;
            for row in &mut matrix {
                let (a, b) = (row[p], row[q]);
                (row[p], row[q]) = (c * a - s * b, s * a + c * b);
            }
            for k in 0..3 {
                let (a, b) = (matrix[p][k], matrix[q][k]);
                (matrix[p][k], matrix[q][k]) = (c * a - s * b, s * a + c * b);
                let (a, b) = (own[k][p], own[k][q]);
                (own[k][p], own[k][q]) = (c * a - s * b, s * a + c * b);
            }
        }
    }
    let column = |at: usize| Vec3::new(own[0][at] as f32, own[1][at] as f32, own[2][at] as f32);
    Mat3::from_cols(column(0), column(1), column(2))
}

/// The axes, permuted and with signs flipped, as the rotation nearest to the identity.
fn nearest(own: Mat3) -> Mat3 {
    let mut best = (f32::MIN, Mat3::IDENTITY);
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        for signs in 0..8 {
            let sign = |place: usize| if signs >> place & 1 == 1 { -1.0 } else { 1.0 };
            let turned =
                Mat3::from_cols(own.col(order[0]) * sign(0), own.col(order[1]) * sign(1), own.col(order[2]) * sign(2));
            let trace = turned.x_axis.x + turned.y_axis.y + turned.z_axis.z;
            if turned.determinant() > 0.0 && trace > best.0 {
                best = (trace, turned);
            }
        }
    }
    best.1
}

/// First frames after jumps of the figure.
fn cuts(places: &[Vec<Vec3>], frames: usize) -> Vec<usize> {
    let count = places.len().max(1) as f32;
    let step = |frame: usize| places.iter().map(|place| place[frame].distance(place[frame - 1])).sum::<f32>() / count;
    let steps: Vec<f32> = (1..frames).map(step).collect();
    let mut cuts = Vec::new();
    for (index, &step) in steps.iter().enumerate() {
        if step <= CUT.0 {
            continue;
        }
        let from = index.saturating_sub(8);
        let mut around: Vec<f32> = steps.iter().skip(from).take(17).copied().collect();
        around.sort_by(f32::total_cmp);
        if step > CUT.1 * around[around.len() / 2] {
            cuts.push(index + 1);
        }
    }
    cuts
}
