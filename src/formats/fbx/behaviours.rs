//! Stacks as behaviours: frames at the rate of the file.
//!
//! Curves are evaluated as Euler angles and then converted, so that frames are those of the programs that write such files. A stack in which
//! nothing moves, as many programs leave one behind, is no behaviour.

use glam::{DQuat, Quat, Vec3};

use super::density::split;
use super::figure::FbxFigure;
use super::models::{LocalTransform, Model, Models};
use super::problem::Problem;
use super::settings::Settings;
use super::stacks::{Stack, Stacks};
use crate::compact::sorting::{sort_by, sort_by_key};
use crate::decimal;
use crate::error::{Limits, Location};
use crate::formats::reading::scenes::{ROUNDING, behaviour_name, make_names_unique};
use crate::formats::reading::{WarningLog, growth};
use crate::model::{Behaviour, Channels, Motion, MotionBuilder, PositionMode, Take, Time};

/// A share of a frame by which a motion may end beside one.
const BESIDE: f64 = 0.02;
/// Up to this share of a frame, the frames keep their rate; else they are moved together or apart.
const ROUNDED: f64 = 1e-4;
/// A step of keys as a share of a frame below which the keys, and not the rate of the file, tell the frames.
const DENSER: f64 = 0.75;
/// Shortest step of frames, in seconds.
const SHORTEST: f64 = 1e-4;
/// Most frames of a stack that are looked at to tell how dense frames have to be, and most joints of them in the whole file.
const LOOKS: usize = 1_000;
const WORK: usize = 2_000_000;
/// Bytes of a joint's parts in a frame.
const JOINT_BYTES: u64 = 40;

/// The motions of a file.
pub(super) struct Source<'s, 'a> {
    pub(super) models: &'s Models<'a>,
    pub(super) stacks: &'s Stacks,
    pub(super) figure: &'s FbxFigure,
    pub(super) settings: &'s Settings,
}

/// The motions of a figure, one for each stack that moves it, or one of the rest pose if there are none; and the takes of the file.
pub(super) fn read(
    clip: &str,
    source: &Source<'_, '_>,
    limits: &Limits,
    file_bytes: usize,
    warnings: &mut WarningLog,
) -> Result<(Vec<Behaviour>, Vec<Take>), Problem> {
    let (mut behaviours, mut takes) = (Vec::new(), Vec::new());
    let mut left = limits.motion_bytes.min(Limits::justified_by(file_bytes as u64));
    let mut looks = WORK / source.figure.models.len().max(1);
    let count = source.stacks.list.len();
    for (index, stack) in source.stacks.list.iter().enumerate() {
        let name = behaviour_name(&stack.name, index, count, clip, limits);
        let mut take = Take { name: name.clone(), begin: stack.span.map_or(0.0, |[begin, _]| begin), behaviour: None };
        let sampler = Sampler::new(source, stack, looks.min(LOOKS));
        if !sampler.moves() {
            takes.push(take);
            continue;
        }
        looks -= looks.min(LOOKS);
        let limits = Limits { motion_bytes: left, ..*limits };
        match sampler.motion(&limits) {
            Ok((begin, motion)) => {
                left -= (motion.bytes() as u64).min(left);
                (take.begin, take.behaviour) = (begin, Some(behaviours.len()));
                takes.push(take);
                behaviours.push(Behaviour { name, motion });
            }
            Err(problem) if problem.code == "fbx.out-of-memory" => return Err(problem),
            Err(problem) => {
                let place = Location { byte: stack.at as u64, ..Location::default() };
                let message = format_args!("an animation is left out: {problem}");
                warnings.each(problem.code, place, message);
            }
        }
    }
    if behaviours.is_empty() {
        behaviours.push(Behaviour { name: clip.to_owned(), motion: Motion::rest() });
    }
    make_names_unique(&mut behaviours);
    for take in &mut takes {
        if let Some(behaviour) = take.behaviour.and_then(|index| behaviours.get(index)) {
            take.name.clone_from(&behaviour.name);
        }
    }
    Ok((behaviours, takes))
}

/// The frames of one stack.
struct Sampler<'s, 'a> {
    source: &'s Source<'s, 'a>,
    stack: &'s Stack,
    /// The joints that the stack moves.
    moved: Vec<usize>,
    /// How many frames may be looked at to tell how dense they have to be.
    looks: usize,
}

/// The moments of frames: seconds of the file at the first one, and the times of all from there.
struct FrameTimes {
    begin: f64,
    count: usize,
    time: Time,
}

/// A joint in a frame.
#[derive(Debug, Clone, Copy, PartialEq)]
struct TransformParts {
    translation: Vec3,
    rotation: Quat,
    scale: Vec3,
}

impl TransformParts {
    fn of(at: &LocalTransform) -> Self {
        let rotation = if at.rotation.is_finite() { at.rotation } else { DQuat::IDENTITY };
        let rotation = rotation.as_quat().normalize();
        Self { translation: at.translation.as_vec3(), rotation, scale: at.scale.as_vec3() }
    }
}

impl<'s, 'a> Sampler<'s, 'a> {
    fn new(source: &'s Source<'s, 'a>, stack: &'s Stack, looks: usize) -> Self {
        let joint = |model: usize| source.figure.joints.get(model).copied().flatten();
        let mut moved: Vec<usize> = stack.models().into_iter().filter_map(joint).collect();
        sort_by_key(&mut moved, |joint| *joint);
        Self { source, stack, moved, looks }
    }

    /// Whether the stack has something for the figure: curves, or values of its own.
    fn moves(&self) -> bool {
        let Source { stacks, figure, models, .. } = self.source;
        self.moved.iter().filter_map(|joint| figure.models.get(*joint)).any(|index| {
            let leaves_rest = |model: &Model<'_>| self.stack.leaves_rest(stacks, *index, model);
            stacks.has_curves(self.stack, *index) || models.list.get(*index).is_some_and(leaves_rest)
        })
    }

    /// Seconds of the file at the first frame, and the motion.
    fn motion(&self, limits: &Limits) -> Result<(f64, Motion), Problem> {
        let figure = self.source.figure;
        let width = if figure.drops_scales { figure.models.len() } else { self.moved.len() };
        let joints: Vec<usize> = if figure.drops_scales { (0..width).collect() } else { self.moved.clone() };
        let row = (width as u64 * JOINT_BYTES).max(8);
        let most = usize::try_from(limits.motion_bytes / row).unwrap_or(usize::MAX).min(limits.frames);
        let moments = self.moments(most)?;
        let mut frames: Vec<TransformParts> = Vec::new();
        let no_memory = |_| Problem::no_memory(self.stack.at);
        frames.try_reserve_exact(moments.count * width).map_err(no_memory)?;
        let mut pose = figure.own_rest.clone();
        for frame in 0..moments.count {
            self.pose(moments.begin + moments.time.start_of(frame), &mut pose);
            frames.extend(joints.iter().filter_map(|joint| pose.get(*joint)).map(TransformParts::of));
        }
        let mut motion = self.build(&joints, &frames, moments.count, limits)?;
        if motion.frame_count() == moments.count && moments.count > 1 {
            motion.set_time(moments.time).map_err(|error| Problem::of_build(self.stack.at, error))?;
        }
        Ok((moments.begin, motion))
    }

    /// Poses all joints that move.
    fn pose(&self, seconds: f64, pose: &mut [LocalTransform]) {
        let Source { models, stacks, figure, .. } = self.source;
        if figure.drops_scales {
            pose.copy_from_slice(&figure.own_rest);
        }
        for joint in &self.moved {
            let model = figure.models.get(*joint).and_then(|index| Some((*index, models.list.get(*index)?)));
            if let (Some((index, model)), Some(slot)) = (model, pose.get_mut(*joint)) {
                *slot = model.transform(&self.stack.at(stacks, index, model, seconds));
            }
        }
        figure.settle(pose);
    }

    /// Makes tracks of the parts that leave the rest pose.
    fn build(
        &self,
        joints: &[usize],
        frames: &[TransformParts],
        count: usize,
        limits: &Limits,
    ) -> Result<Motion, Problem> {
        let figure = self.source.figure;
        let rest: Vec<TransformParts> =
            joints.iter().filter_map(|joint| figure.rest.get(*joint)).map(TransformParts::of).collect();
        let width = joints.len();
        let mut channels = Channels::default();
        // For each track the columns of its joints.
        let mut columns = [Vec::new(), Vec::new(), Vec::new()];
        let has_scales = figure.skeleton.scaling().is_some();
        for (column, (joint, rest)) in joints.iter().zip(&rest).enumerate() {
            let own = || frames.iter().skip(column).step_by(width.max(1));
            let near = |a: Vec3, b: Vec3| (a - b).abs().max_element() <= ROUNDING as f32 * b.abs().max_element();
            let turns = |parts: &TransformParts| {
                let rest = if parts.rotation.dot(rest.rotation) < 0.0 { -rest.rotation } else { rest.rotation };
                (parts.rotation - rest).length() > 2e-7
            };
            let Ok(joint) = u16::try_from(*joint) else { continue };
            let [translated, rotated, scaled] = &mut columns;
            if own().any(|parts| !near(parts.translation, rest.translation)) {
                translated.push(column);
                channels.translated.push(joint);
            }
            if own().any(turns) {
                rotated.push(column);
                channels.rotated.push(joint);
            }
            if has_scales && own().any(|parts| !near(parts.scale, rest.scale)) {
                scaled.push(column);
                channels.scaled.push(joint);
            }
        }
        let problem = |error| Problem::of_build(self.stack.at, error);
        let mut builder =
            MotionBuilder::new(&figure.skeleton, channels, PositionMode::Replace, limits).map_err(problem)?;
        builder.reserve(count);
        let [translated, rotated, scaled] = &columns;
        for frame in 0..count {
            let part = |column: &usize| frames.get(frame * width + column);
            let pushed = builder.push_row(|row| {
                for (slot, parts) in row.translations.iter_mut().zip(translated.iter().filter_map(part)) {
                    *slot = parts.translation;
                }
                for (slot, parts) in row.rotations.iter_mut().zip(rotated.iter().filter_map(part)) {
                    *slot = parts.rotation;
                }
                for (slot, parts) in row.scales.iter_mut().zip(scaled.iter().filter_map(part)) {
                    *slot = parts.scale;
                }
            });
            pushed.map_err(problem)?;
        }
        Ok(builder.finish_remaining())
    }

    /// The moments of the frames, at most so many.
    fn moments(&self, most: usize) -> Result<FrameTimes, Problem> {
        let keys = self.source.stacks.keys(self.stack);
        let [begin, end] = self.stack.span.or(keys).unwrap_or_default();
        let step = self.step(begin, end)?;
        let frames = |begin: f64, end: f64| (end - begin) / step;
        let mut span = [begin, end];
        if frames(begin, end) >= most as f64 {
            // A span that says much about little: the keys alone.
            span = keys.map_or(span, |[first, last]| [begin.max(first.min(end)), end.min(last.max(begin))]);
        }
        let [begin, end] = span;
        let whole = frames(begin, end).min(most as f64) as usize;
        let parents = &self.source.figure.parents;
        let pose = |seconds: f64| {
            let mut pose = self.source.figure.own_rest.clone();
            self.pose(seconds, &mut pose);
            pose
        };
        let split = split(begin, step, whole, self.looks, parents, pose);
        let step = if (whole * split) < most { step / split as f64 } else { step };
        let length = (end - begin) / step;
        if length.is_nan() || length >= most as f64 {
            let message =
                format!("it lasts {} frames, too many for a file of this size", decimal::text(length.min(1e15), 0));
            return Err(Problem::limit("fbx.too-many-frames", self.stack.at, message));
        }
        let whole = length.round();
        if whole >= 1.0 && (length - whole).abs() <= BESIDE {
            let is_rounded = (length - whole).abs() <= ROUNDED;
            let frame_time = if is_rounded { step } else { (end - begin) / whole };
            return Ok(FrameTimes { begin, count: whole as usize + 1, time: Time::Uniform { frame_time } });
        }
        // The end is between two frames.
        let whole = length.floor() as usize + 1;
        let even = (0..whole).map(|frame| frame as f64 * step);
        let times = growth::list(even.chain((end > begin).then_some(end - begin)));
        let times = times.map_err(|_| Problem::no_memory(self.stack.at))?;
        Ok(FrameTimes { begin, count: times.len(), time: Time::Keys(times) })
    }

    /// Seconds from one frame to the next: by the file's rate, or by the keys of a motion that was captured at a higher one.
    fn step(&self, begin: f64, end: f64) -> Result<f64, Problem> {
        let step = 1.0 / self.source.settings.frames_a_second;
        let Some(curve) = self.source.stacks.densest(self.stack) else { return Ok(step) };
        let times =
            || curve.keys.iter().map(|key| key.time).filter(|time| *time >= begin - step && *time <= end + step);
        let steps = growth::list(times().zip(times().skip(1)).map(|(from, to)| to - from));
        let mut steps = steps.map_err(|_| Problem::no_memory(self.stack.at))?;
        sort_by(&mut steps, f64::total_cmp);
        let Some(middle) = steps.get(steps.len() / 2).copied().filter(|_| steps.len() > 2) else { return Ok(step) };
        if !(SHORTEST..step * DENSER).contains(&middle) {
            return Ok(step);
        }
        let rate = (1.0 / middle).round();
        Ok(if (rate * middle - 1.0).abs() < 1e-3 { 1.0 / rate } else { middle })
    }
}
