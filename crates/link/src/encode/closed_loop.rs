//! The closed loop of the encoder chooses coefficients by their effect on the positions of all joints. Children compensate
//! their parent's error in the same pass. A change is made if it lowers `sum of squared distances + lambda * bits`.

use glam::{Mat3, Vec3, Vec4};

use super::super::block::{Block, LaneKind, related_channels};
use super::super::bones::LinkBones;
use super::super::coefficients::{Coefficients, RelatedChannels};
use super::super::curves::Curves;
use super::super::damage::Damage;
use super::super::grid::Grid;
use super::super::lanes::{LANES, Matrices, Transforms, Vectors, load, right_jacobians, store};
use super::super::rig::LinkRig;
use super::super::steps::{ChannelSteps, LEVER, PoseJacobian, delta_of};
use super::analysis::Analysis;
use super::basis::Basis;
use super::bodies::{Bodies, BodyPoints, Motions, Planes};
use super::contacts::{HeldFoot, Slides};
use super::one_channel::{DEAD_ZONE, MAX_COEFFICIENT, OneChannel};
use super::rates::Rates;

/// The weight of rate against distortion: a bit costs as much as this squared error, in steps of the quantization.
const KAPPA: f32 = 0.3;
/// Channel motions are recomputed every this many sweeps, since they change little.
const MOTION_INTERVAL: usize = 2;
/// The first sweep (from 0) that holds contacts: earlier the figure must find its place.
const FIRST_HOLD: usize = 3;
/// Extra weight of a contact's slide: 3 at a mean error of 5 mm, else proportional to the squared error, at most
/// [`MAX_HOLD`]. A figure with small errors slides little anyway.
const HOLD: f32 = 3.0 / (5.0 * 5.0);
const MAX_HOLD: f32 = 8.0;
/// The first planes of residuals and directions in [`ClosedLoop::points`].
const RESIDUAL: usize = 3;
const DIRECTION: usize = 6;

/// Position error of the decoded figure: millimetres.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct LoopErrors {
    pub(super) mean: f32,
    pub(super) p99: f32,
    pub(super) max: f32,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Sweep {
    /// Whether to drop whole bands where that lowers the cost.
    pub(super) prune: bool,
    /// Weight large errors by this power of their distance; 0: all errors alike.
    pub(super) far: f32,
}

pub(super) struct ClosedLoop<'a> {
    analysis: &'a Analysis,
    grid: &'a Grid,
    basis: &'a Basis,
    rig: LinkRig,
    jacobian: PoseJacobian,
    related: Vec<RelatedChannels>,
    pub(super) block: Block,
    pub(super) steps: ChannelSteps,
    bodies: Bodies,
    motions: Motions,
    /// Weights of squared errors, `[joint][frame]`; empty: 1.
    masses: Vec<f32>,
    /// All points as of the last evaluation: place, residual and direction, as in [`BodyPoints`].
    points: Planes<9>,
    /// Their errors in metres, `[joint][frame]`.
    distances: Vec<f32>,
    world: Vec<Transforms>,
    /// Number of sweeps since the restart.
    evaluations: usize,
    /// The best coefficients before rounding, `[channel][column]`.
    fitted: &'a [Vec<f32>],
}

impl<'a> ClosedLoop<'a> {
    pub(super) fn new(
        analysis: &'a Analysis,
        bones: &LinkBones,
        grid: &'a Grid,
        basis: &'a Basis,
        fitted: &'a [Vec<f32>],
        ratio: u32,
        delta: i32,
    ) -> Result<Self, Damage> {
        let channels = &analysis.channels;
        let count = channels.len();
        let rig = LinkRig::new(bones, &analysis.bases, channels);
        let jacobian = PoseJacobian::new(&rig, channels);
        let predictors = vec![Vec::new(); count];
        let steps = jacobian.steps(&predictors, delta_of(delta))?;
        let block = Block {
            frames: analysis.frames,
            cuts: analysis.cuts.clone(),
            ratio,
            delta,
            bases: analysis.bases.clone(),
            bands: vec![grid.groups.len(); count],
            predictors,
            coefficients: Coefficients::zero(grid.columns.len(), count)?,
        };
        let parents = rig.joints.iter().map(|joint| joint.parent).collect();
        let mut own = Self {
            analysis,
            grid,
            basis,
            jacobian,
            related: related_channels(bones, channels),
            block,
            steps,
            bodies: Bodies::new(parents, analysis.frames),
            motions: Motions::new(count, analysis.frames),
            masses: Vec::new(),
            points: Planes::new(rig.joints.len(), analysis.frames),
            distances: vec![0.0; rig.joints.len() * analysis.frames],
            world: Vec::new(),
            evaluations: 0,
            rig,
            fitted,
        };
        own.round();
        Ok(own)
    }

    /// Sets step and predictors, and restarts from the rounded best fit.
    pub(super) fn restart(&mut self, delta: i32, predictors: Option<Vec<Vec<(usize, i32)>>>) -> Result<(), Damage> {
        if let Some(predictors) = predictors {
            self.block.predictors = predictors;
        }
        self.block.delta = delta;
        self.steps = self.jacobian.steps(&self.block.predictors, delta_of(delta))?;
        self.masses.clear();
        self.evaluations = 0;
        self.round();
        Ok(())
    }

    /// Changes the step and rescales coefficients to keep their values.
    pub(super) fn rescale(&mut self, delta: i32) -> Result<(), Damage> {
        let old = self.steps.steps.clone();
        self.block.delta = delta;
        self.steps = self.jacobian.steps(&self.block.predictors, delta_of(delta))?;
        for (channel, old) in old.into_iter().enumerate() {
            let ratio = old / self.steps.steps[channel];
            let limit = self.grid.columns_below(self.block.bands[channel]);
            for column in 0..limit {
                let value = self.block.coefficients.get(column, channel);
                if value != 0 {
                    let value = (value as f32 * ratio).round().clamp(-MAX_COEFFICIENT, MAX_COEFFICIENT) as i32;
                    self.block.coefficients.set(column, channel, value);
                }
            }
            self.block.bands[channel] = if self.is_alive(channel) { self.grid.groups.len() } else { 0 };
        }
        Ok(())
    }

    fn is_alive(&self, channel: usize) -> bool {
        let curve = &self.analysis.curves[channel];
        curve.iter().any(|value| value.abs() > 1e-5)
    }

    /// Rounds the best fit with a dead zone around zero.
    fn round(&mut self) {
        let columns = self.grid.columns.len();
        for channel in 0..self.related.len() {
            let alive = self.is_alive(channel);
            self.block.bands[channel] = if alive { self.grid.groups.len() } else { 0 };
            let step = self.steps.steps[channel];
            for column in 0..columns {
                let mut value = self.fitted[channel][column];
                for (other, weight) in &self.steps.weights[channel] {
                    value -= weight * self.fitted[*other][column];
                }
                let size = (value.abs() / step + DEAD_ZONE).floor().min(MAX_COEFFICIENT);
                let rounded = if alive { (size * value.signum()) as i32 } else { 0 };
                self.block.coefficients.set(column, channel, rounded);
            }
        }
    }

    /// The steps without predictions, by which predictors are chosen.
    pub(super) fn plain_steps(&self) -> Vec<f32> {
        self.jacobian.plain(delta_of(self.block.delta))
    }

    /// Measures the posed figure. With `moves` also updates the subtree sums, and in every second sweep the motions.
    fn evaluate(&mut self, curves: &Curves, moves: bool) -> LoopErrors {
        let frames = self.analysis.frames;
        self.bodies.clear();
        for frame in (0..frames).step_by(LANES) {
            self.rig.world(|channel| load(curves.of(channel), frame), &mut self.world);
            let origin = self.world.first().map_or(Vectors::default(), |root| root.translation);
            let at_lane = |lane: usize| (frame + lane).min(frames - 1);
            for (joint, own) in self.rig.joints.iter().enumerate() {
                let at = self.world[joint].translation;
                let places = &self.analysis.places[joint];
                let residual = Vectors::from_fn(|lane| places[at_lane(lane)]) - at;
                let all = joint * frames..(joint + 1) * frames;
                store(&mut self.distances[all.clone()], frame, residual.length_squared().sqrt());
                self.points.set(joint, RESIDUAL, frame..frames, [residual.x, residual.y, residual.z]);
                if !moves {
                    continue;
                }
                let mass = self.masses.get(all).map_or(Vec4::ONE, |masses| load(masses, frame));
                let mut points =
                    BodyPoints { at: at - origin, residual, direction: Vectors::default(), mass, lever: 0.0 };
                if own.has_direction {
                    let turns = &self.analysis.turns[joint];
                    let to = Matrices::from_fn(|lane| turns[at_lane(lane)]);
                    points.lever = LEVER * LEVER;
                    points.direction = difference(to, self.rig.unscaled(self.world[joint].matrix3));
                    points.direction = points.direction * Vec4::splat(points.lever);
                }
                let BodyPoints { at, direction, .. } = points;
                self.points.set(joint, 0, frame..frames, [at.x, at.y, at.z]);
                self.points.set(joint, DIRECTION, frame..frames, [direction.x, direction.y, direction.z]);
                self.bodies.set_points(joint, frame..frames, &points);
            }
            if moves && self.evaluations.is_multiple_of(MOTION_INTERVAL) {
                self.update_motions(curves, frame, origin);
            }
        }
        let errors = self.errors();
        if moves {
            if self.evaluations >= FIRST_HOLD {
                self.hold_contacts((HOLD * errors.mean * errors.mean).min(MAX_HOLD));
            }
            self.bodies.add_up();
            self.evaluations += 1;
        }
        errors
    }

    /// Holds contacts: also weights each residual's deviation from its contact's mean residual with `weight`. The mean is that
    /// of the last evaluation and converges over the sweeps.
    fn hold_contacts(&mut self, weight: f32) {
        let frames = self.analysis.frames;
        for HeldFoot { joint, frames: range } in &self.analysis.contacts.list {
            let [x, y, z, residual_x, residual_y, residual_z, direction_x, direction_y, direction_z] =
                self.points.of(*joint);
            let residual = |frame: usize| Vec3::new(residual_x[frame], residual_y[frame], residual_z[frame]);
            let sum: Vec3 = range.clone().map(residual).sum();
            let mean = Vectors::splat(sum / range.len() as f32);
            for frame in range.clone().step_by(LANES) {
                let vectors = |x, y, z| Vectors::new(load(x, frame), load(y, frame), load(z, frame));
                let masses = self.masses.get(joint * frames..(joint + 1) * frames);
                // One force for both terms: the residual by its mass, and its deviation from the mean by `weight`.
                let mass = masses.map_or(Vec4::ONE, |masses| load(masses, frame)) + weight;
                let points = BodyPoints {
                    at: vectors(x, y, z),
                    residual: vectors(residual_x, residual_y, residual_z) - mean * (weight / mass),
                    direction: vectors(direction_x, direction_y, direction_z),
                    mass,
                    lever: if self.rig.joints[*joint].has_direction { LEVER * LEVER } else { 0.0 },
                };
                self.bodies.set_points(*joint, frame..range.end, &points);
            }
        }
    }

    pub(super) fn slides(&self) -> Slides {
        let analysis = self.analysis;
        let residual = |joint: usize, frame: usize| {
            let [_, _, _, x, y, z, ..] = self.points.of(joint);
            Vec3::new(x[frame], y[frame], z[frame])
        };
        analysis.contacts.slides(&analysis.places, residual)
    }

    fn curves(&self) -> Result<Curves, Damage> {
        Curves::new(&self.block, self.grid, &self.steps)
    }

    /// Computes the motions of four frames.
    fn update_motions(&mut self, curves: &Curves, frame: usize, origin: Vectors) {
        let channels = &self.analysis.channels;
        let frames = frame..self.analysis.frames;
        let mut index = 0;
        while index < channels.len() {
            let channel = channels[index];
            let own = &self.rig.joints[channel.joint];
            match channel.kind {
                LaneKind::Translation => {
                    let above = own.parent.map(|parent| self.world[parent].matrix3);
                    let above = above.unwrap_or(Matrices::splat(Mat3::IDENTITY));
                    let above = own.frame.map_or(above, |(frame, _)| above * Matrices::splat(frame.matrix3));
                    for (axis, Vectors { x, y, z }) in above.columns.into_iter().enumerate() {
                        let zero = Vec4::ZERO;
                        self.motions.set(index + axis, 0, frames.clone(), [zero, zero, zero, x, y, z]);
                    }
                }
                LaneKind::Rotation => {
                    let value = |axis: usize| load(curves.of(index + axis), frame);
                    let x = Vectors::new(value(0), value(1), value(2));
                    let turn = self.rig.unscaled(self.world[channel.joint].matrix3);
                    let own_axes = Matrices::splat(own.axes);
                    let axes = turn * (right_jacobians(own_axes * x) * own_axes);
                    let at = self.world[channel.joint].translation - origin;
                    for (axis, turn) in axes.columns.into_iter().enumerate() {
                        let shift = at.cross(turn);
                        let values = [turn.x, turn.y, turn.z, shift.x, shift.y, shift.z];
                        self.motions.set(index + axis, 0, frames.clone(), values);
                    }
                }
                LaneKind::Scale => {}
            }
            index += 3;
        }
    }

    fn errors(&self) -> LoopErrors {
        let count = self.distances.len().max(1);
        let sum: f64 = self.distances.iter().map(|distance| f64::from(*distance)).sum();
        let max = self.distances.iter().copied().fold(0.0, f32::max);
        let mut sorted = self.distances.clone();
        let at = (count * 99 / 100).min(count - 1);
        let p99 = if sorted.is_empty() { 0.0 } else { *sorted.select_nth_unstable_by(at, f32::total_cmp).1 };
        LoopErrors { mean: (sum / count as f64) as f32 * 1000.0, p99: p99 * 1000.0, max: max * 1000.0 }
    }

    pub(super) fn measure(&mut self) -> Result<LoopErrors, Damage> {
        let curves = self.curves()?;
        Ok(self.evaluate(&curves, false))
    }

    /// The error of the unrounded best fit, which the grid alone causes.
    pub(super) fn measure_grid(&mut self) -> LoopErrors {
        let frames = self.analysis.frames;
        let mut values = vec![0.0; self.fitted.len() * frames];
        let (mut work, mut spare) = (Vec::new(), Vec::new());
        for (fitted, own) in self.fitted.iter().zip(values.chunks_exact_mut(frames)) {
            self.grid.curve(|column| fitted[column], &mut work, &mut spare, own);
        }
        self.evaluate(&Curves { frames, values }, false)
    }

    /// One pass over all channels. Returns the error before the pass.
    pub(super) fn sweep(&mut self, how: Sweep) -> Result<LoopErrors, Damage> {
        let curves = self.curves()?;
        let errors = self.evaluate(&curves, true);
        if how.far > 0.0 {
            self.weight_errors(how.far);
        }
        let limits: Vec<usize> = self.block.bands.iter().map(|band| self.grid.columns_below(*band)).collect();
        let rates = Rates::new(&self.block.coefficients, self.grid, &self.related, &limits);
        let delta = delta_of(self.block.delta);
        let lambda = KAPPA * delta * delta;
        let frames = self.analysis.frames;
        let mut slope = vec![0.0; frames];
        let mut strength = vec![0.0; frames];
        let mut change = vec![0.0; frames];
        let mut work = vec![0.0; 6 * frames];
        let mut entered = None;
        for channel in 0..self.related.len() {
            let joint = self.analysis.channels[channel].joint;
            let next = entered.map_or(0, |last: usize| last + 1);
            for between in next..=joint {
                self.bodies.enter(between);
            }
            entered = Some(entered.map_or(joint, |last| last.max(joint)));
            if self.block.bands[channel] == 0 || self.analysis.is_scale(channel) {
                continue;
            }
            slope.fill(0.0);
            strength.fill(0.0);
            let mix = &self.steps.mix[channel];
            for (index, (a, weight)) in mix.iter().enumerate() {
                let a_joint = self.analysis.channels[*a].joint;
                let motion = self.motions.of(*a);
                self.bodies.add_slope(a_joint, joint, motion, *weight, &mut slope, &mut work);
                for (b, other) in mix.iter().take(index + 1) {
                    let b_joint = self.analysis.channels[*b].joint;
                    // Channel `b` comes first: its joint is an ancestor, or moves other points.
                    if self.bodies.is_above(b_joint, a_joint) {
                        let twice = if a == b { 1.0 } else { 2.0 };
                        let together = twice * weight * other;
                        self.bodies.add_strength(a_joint, motion, self.motions.of(*b), together, &mut strength);
                    }
                }
            }
            change.fill(0.0);
            let step = self.steps.steps[channel];
            let mut own = OneChannel {
                channel,
                step,
                lambda,
                slope: &mut slope,
                strength: &strength,
                change: &mut change,
                changed: false,
            };
            if how.prune {
                own.prune(&mut self.block, self.grid, self.basis, &self.related, &rates);
            }
            own.choose(&mut self.block, self.grid, self.basis, &self.related, &rates);
            if own.changed {
                for (other, weight) in &self.steps.mix[channel] {
                    let other_joint = self.analysis.channels[*other].joint;
                    self.bodies.change(other_joint, joint, self.motions.of(*other), *weight, &change);
                }
            }
        }
        Ok(errors)
    }

    /// Weights errors by `|e|^far`, averaged geometrically with the previous weight.
    fn weight_errors(&mut self, far: f32) {
        const NEAR: f32 = 0.0015;
        let fresh = self.masses.is_empty();
        self.masses.resize(self.distances.len(), 1.0);
        for (mass, distance) in self.masses.iter_mut().zip(&self.distances) {
            let ratio = (distance / NEAR).max(0.1);
            let own = marey::compact::maths::exp2(far * marey::compact::maths::log2(ratio));
            *mass = if fresh { own } else { (*mass * own).sqrt() };
        }
    }

    /// Drops bands of zero coefficients, and predictors without bands. A predicted channel keeps a band: channels without bands
    /// are not written.
    pub(super) fn shrink(&mut self) {
        for channel in 0..self.related.len() {
            let bands = &self.block.bands;
            self.block.predictors[channel].retain(|(other, _)| bands[*other] > 0);
            let least = usize::from(!self.block.predictors[channel].is_empty());
            self.block.bands[channel] = self.block.bands[channel].max(least);
            while self.block.bands[channel] > least {
                let band = self.block.bands[channel];
                let (from, to) = (self.grid.columns_below(band - 1), self.grid.columns_below(band));
                if (from..to).any(|column| self.block.coefficients.get(column, channel) != 0) {
                    break;
                }
                self.block.bands[channel] = band - 1;
            }
        }
    }

    pub(super) fn related(&self) -> &[RelatedChannels] {
        &self.related
    }
}

/// The vectors of small rotations from `from` to `to`.
#[inline]
fn difference(to: Matrices, from: Matrices) -> Vectors {
    let ([x, y, z], [to_x, to_y, to_z]) = (from.columns, to.columns);
    (x.cross(to_x) + y.cross(to_y) + z.cross(to_z)) * Vec4::splat(0.5)
}
