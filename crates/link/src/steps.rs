//! Quantisation steps of the channels. A step of any channel moves the figure's points about equally far, so channels with
//! large effect get fine steps. Steps follow from the packed skeleton in its mean pose, so the stream does not hold them.
//!
//! With `J` the Jacobian of all points by a channel (and of joint directions, at a lever arm of 30 mm), a channel's weight
//! is `(J'J)^0.8` times `D^0.2`, where `D` is what remains of `J'J` after later channels of the subtree compensate as well
//! as they can. `J'J` follows from spatial inertias of rigid bodies, `D` from those of articulated bodies (Featherstone).

use glam::Vec3;

use super::block::{Channel, DELTA_STEPS, LaneKind, Predictor, WEIGHT_STEPS};
use super::damage::Damage;
use super::rig::{LinkRig, unscaled};
use marey::compact::maths::{exp2, log2};

/// Lever arm that converts direction errors to distances: metres.
pub(super) const LEVER: f32 = 0.03;
const ALPHA: f32 = 0.2;
const MIN_WEIGHT: f32 = 2e-4;
const EPSILON: f64 = 1e-5;
/// Largest factor by which predictions pass a channel's value on to another channel.
const MAX_MIX: f32 = 1e5;

/// Angular and linear velocity about the origin: `[ω, v]`.
type Twist = [f64; 6];
type Inertia = [[f64; 6]; 6];

#[derive(Debug, Clone)]
pub(super) struct ChannelSteps {
    /// The step of each channel's prediction residual.
    pub(super) steps: Vec<f32>,
    /// Each channel's predictors with their weights, in channel values.
    pub(super) weights: Vec<Vec<(usize, f32)>>,
    /// The effect of each channel's residual on channel values, itself (1) included, ascending.
    pub(super) mix: Vec<Vec<(usize, f32)>>,
}

/// The Jacobian of the mean pose, from which steps are computed.
pub(super) struct PoseJacobian {
    joints: Vec<usize>,
    twists: Vec<Twist>,
    /// Points relative to the first joint, whether their direction counts, and their parents.
    points: Vec<(Vec3, bool, Option<usize>)>,
    /// `J'J` of each channel, and the part that its subtree cannot compensate.
    rigid: Vec<f32>,
    left: Vec<f32>,
}

impl PoseJacobian {
    pub(super) fn new(rig: &LinkRig, channels: &[Channel]) -> Self {
        let world = rig.mean_world();
        let origin = world.first().map_or(Vec3::ZERO, |root| root.translation);
        let points: Vec<_> = rig
            .joints
            .iter()
            .zip(&world)
            .map(|(joint, world)| (world.translation - origin, joint.has_direction, joint.parent))
            .collect();
        let twist = |channel: &Channel| {
            let joint = &rig.joints[channel.joint];
            let at = points[channel.joint].0;
            let (turn, shift) = match channel.kind {
                LaneKind::Translation => {
                    let above = joint.parent.map_or(glam::Mat3::IDENTITY, |parent| world[parent].matrix3);
                    let above = joint.frame.map_or(above, |(frame, _)| above * frame.matrix3);
                    (Vec3::ZERO, above.col(channel.axis))
                }
                LaneKind::Rotation | LaneKind::Scale => {
                    let axis = (unscaled(world[channel.joint].matrix3) * joint.axes).col(channel.axis);
                    (axis, at.cross(axis))
                }
            };
            [turn.x, turn.y, turn.z, shift.x, shift.y, shift.z].map(f64::from)
        };
        let twists: Vec<Twist> = channels.iter().map(twist).collect();
        let own: Vec<Inertia> = points.iter().map(|(at, turns, _)| inertia(*at, *turns)).collect();
        let (mut whole, mut loose) = (own.clone(), own);
        let mut rigid = vec![0.0; channels.len()];
        let mut left = vec![0.0; channels.len()];
        let mut last = channels.len();
        for joint in (0..points.len()).rev() {
            let end = last;
            while last > 0 && channels[last - 1].joint == joint {
                last -= 1;
            }
            for channel in (last..end).rev() {
                let twist = &twists[channel];
                rigid[channel] = dot(twist, &times(&whole[joint], twist)).max(EPSILON) as f32;
                if channels[channel].kind == LaneKind::Scale {
                    left[channel] = rigid[channel];
                    continue;
                }
                let force = times(&loose[joint], twist);
                let size = dot(twist, &force).max(EPSILON);
                left[channel] = size as f32;
                for (row, a) in loose[joint].iter_mut().zip(force) {
                    row.iter_mut().zip(force).for_each(|(entry, b)| *entry -= a * b / (size + EPSILON));
                }
            }
            if let Some(parent) = points[joint].2 {
                let (own_whole, own_loose) = (whole[joint], loose[joint]);
                add(&mut whole[parent], &own_whole);
                add(&mut loose[parent], &own_loose);
            }
        }
        Self { joints: channels.iter().map(|channel| channel.joint).collect(), twists, points, rigid, left }
    }

    pub(super) fn plain(&self, delta: f32) -> Vec<f32> {
        self.rigid.iter().zip(&self.left).map(|(rigid, left)| step(*rigid, *left, delta)).collect()
    }

    /// Steps with predictions. `delta` comes from [`delta_of`].
    pub(super) fn steps(&self, predictors: &[Vec<Predictor>], delta: f32) -> Result<ChannelSteps, Damage> {
        let mut steps = self.plain(delta);
        let count = steps.len();
        let weight = |channel: usize, (other, weight): Predictor| {
            (other, weight as f32 / WEIGHT_STEPS * steps[channel] / steps[other])
        };
        let weights: Vec<Vec<(usize, f32)>> = predictors
            .iter()
            .enumerate()
            .map(|(channel, list)| list.iter().map(|one| weight(channel, *one)).collect())
            .collect();
        let mut mix: Vec<Vec<(usize, f32)>> = (0..count).map(|channel| vec![(channel, 1.0)]).collect();
        if weights.iter().all(Vec::is_empty) {
            return Ok(ChannelSteps { steps, weights, mix });
        }
        // Row of a channel: the weights of all residuals in its value.
        let mut rows: Vec<Vec<f32>> = Vec::with_capacity(count);
        for (channel, list) in weights.iter().enumerate() {
            let mut row = vec![0.0; count];
            row[channel] = 1.0;
            for (other, weight) in list {
                for (sum, value) in row.iter_mut().zip(&rows[*other]) {
                    *sum += weight * value;
                }
            }
            if !row.iter().all(|value| value.abs() <= MAX_MIX) {
                return Err(Damage::Inconsistent);
            }
            for (own, value) in row.iter().enumerate().take(channel) {
                if value.abs() > 1e-6 {
                    mix[own].push((channel, *value));
                }
            }
            rows.push(row);
        }
        let mut twists = vec![[0.0; 6]; self.points.len()];
        for (channel, list) in mix.iter().enumerate() {
            if list.len() > 1 {
                let rigid = self.moved(list, &mut twists).max(EPSILON) as f32;
                steps[channel] = step(rigid, self.left[channel], delta);
            }
        }
        Ok(ChannelSteps { steps, weights, mix })
    }

    /// Squared distances by which weighted channels together move all points, summed.
    fn moved(&self, mix: &[(usize, f32)], twists: &mut [Twist]) -> f64 {
        twists.fill([0.0; 6]);
        for (channel, weight) in mix {
            let at = &mut twists[self.joints[*channel]];
            at.iter_mut().zip(&self.twists[*channel]).for_each(|(sum, part)| *sum += f64::from(*weight) * part);
        }
        let lever = f64::from(LEVER * LEVER);
        let mut sum = 0.0;
        for (joint, (at, turns, parent)) in self.points.iter().enumerate() {
            if let Some(parent) = parent {
                let above = twists[*parent];
                twists[joint].iter_mut().zip(above).for_each(|(own, above)| *own += above);
            }
            let [a, b, c, x, y, z] = twists[joint];
            let (turn, shift) = (glam::DVec3::new(a, b, c), glam::DVec3::new(x, y, z));
            sum += (shift + turn.cross(at.as_dvec3())).length_squared();
            if *turns {
                sum += lever * turn.length_squared();
            }
        }
        sum
    }
}

/// The block's common step: metres. `log` is its logarithm in 64ths.
pub(super) fn delta_of(log: i32) -> f32 {
    exp2(log as f32 / DELTA_STEPS)
}

fn step(rigid: f32, left: f32, delta: f32) -> f32 {
    let weight = exp2((1.0 - ALPHA) * log2(rigid) + ALPHA * log2(left)).max(MIN_WEIGHT);
    delta / weight.sqrt()
}

fn inertia(at: Vec3, turns: bool) -> Inertia {
    let at = at.as_dvec3();
    let mut inertia = [[0.0; 6]; 6];
    let square = at.length_squared() + if turns { f64::from(LEVER * LEVER) } else { 0.0 };
    let p = at.to_array();
    for row in 0..3 {
        for column in 0..3 {
            inertia[row][column] = if row == column { square } else { 0.0 } - p[row] * p[column];
        }
        inertia[row + 3][row + 3] = 1.0;
    }
    // at × v
    for (row, column, value) in [(0, 1, -p[2]), (0, 2, p[1]), (1, 0, p[2]), (1, 2, -p[0]), (2, 0, -p[1]), (2, 1, p[0])]
    {
        inertia[row][column + 3] = value;
        inertia[column + 3][row] = value;
    }
    inertia
}

fn add(sum: &mut Inertia, part: &Inertia) {
    sum.iter_mut().flatten().zip(part.iter().flatten()).for_each(|(sum, part)| *sum += part);
}

fn times(inertia: &Inertia, twist: &Twist) -> Twist {
    std::array::from_fn(|row| dot(&inertia[row], twist))
}

fn dot(a: &Twist, b: &Twist) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
