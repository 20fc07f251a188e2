//! Writes behaviours as animations.

use std::fmt::Write;

use glam::DQuat;

use super::buffer::{Buffer, BufferUse};
use super::json::quoted;
use super::nodes::Nodes;
use crate::Sampling;
use crate::figure::FullPose;
use marey::model::{Clip, Motion};

/// Animated properties of a node.
const PATHS: [&str; 3] = ["translation", "rotation", "scale"];
const WIDTHS: [usize; 3] = [3, 4, 3];

/// All animations, as JSON objects.
#[derive(Debug, Default)]
pub(super) struct Animations(Vec<String>);

/// The values of a joint over all frames of a behaviour, `[frame][x, y, z(, w)]`. Empty if all are those of the rest pose.
#[derive(Debug, Default, Clone)]
struct JointValues {
    values: [Vec<f32>; 3],
    /// The last rotation. The next takes the sign that makes linear interpolation go the shorter way.
    last: DQuat,
}

impl Animations {
    /// `resting`: the rest pose of the nodes.
    pub(super) fn new(clip: &Clip, nodes: &Nodes, resting: &FullPose, buffer: &mut Buffer) -> Self {
        let rest = rest(clip, nodes, resting);
        let behaviours: Vec<Vec<JointValues>> =
            (0..clip.behaviours.len()).map(|behaviour| keys(clip, behaviour, nodes, &rest)).collect();
        // Every behaviour writes each property that any changes: otherwise players would keep the value of the behaviour before.
        let mut needed = vec![[false; 3]; clip.skeleton.len()];
        for keys in &behaviours {
            for (needed, keys) in needed.iter_mut().zip(keys) {
                for (needed, values) in needed.iter_mut().zip(&keys.values) {
                    *needed |= !values.is_empty();
                }
            }
        }
        let mut made = Self::default();
        let mut start = None;
        for (behaviour, keys) in clip.behaviours.iter().zip(behaviours) {
            let times = times(&behaviour.motion);
            let mut all = None;
            let (mut channels, mut samplers): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
            for (((keys, needed), node), rest) in keys.into_iter().zip(&needed).zip(&nodes.joints).zip(&rest) {
                let Some(node) = node else { continue };
                let paths = PATHS.into_iter().zip(WIDTHS).zip(keys.values).zip(needed).zip(rest);
                for ((((path, width), values), _), rest) in paths.filter(|(((..), needed), _)| **needed) {
                    let still = values.chunks_exact(width).all(|value| Some(value) == values.get(..width));
                    let (input, values) = if still {
                        let input = *start.get_or_insert_with(|| buffer.floats(BufferUse::Keys, 1, &[0.0], true));
                        (input, values.get(..width).unwrap_or(rest).to_vec())
                    } else {
                        (*all.get_or_insert_with(|| buffer.floats(BufferUse::Keys, 1, &times, true)), values)
                    };
                    let output = buffer.floats(BufferUse::Keys, width, &values, false);
                    let sampler = samplers.len();
                    samplers.push(format!("{{\"input\":{input},\"output\":{output}}}"));
                    channels.push(format!(
                        "{{\"sampler\":{sampler},\"target\":{{\"node\":{},\"path\":\"{path}\"}}}}",
                        node.node
                    ));
                }
            }
            if !channels.is_empty() {
                let (name, channels, samplers) = (quoted(&behaviour.name), channels.join(","), samplers.join(","));
                made.0.push(format!("{{\"name\":{name},\"channels\":[{channels}],\"samplers\":[{samplers}]}}"));
            }
        }
        made
    }

    pub(super) fn write(&self, out: &mut String) {
        if !self.0.is_empty() {
            let _ = write!(out, "\"animations\":[{}],", self.0.join(","));
        }
    }
}

/// Frame times as `f32`, strictly increasing. Of frames at the same moment, which are a jump, the last keeps its time, so that
/// the new pose shows there.
pub(super) fn times(motion: &Motion) -> Vec<f32> {
    let mut times: Vec<f32> = (0..motion.frame_count()).map(|frame| motion.frame_start(frame) as f32).collect();
    let mut next = f32::INFINITY;
    for time in times.iter_mut().rev() {
        *time = time.min(next.next_down());
        next = *time;
    }
    // No time is below 0.
    let mut least = 0.0_f32;
    for time in &mut times {
        *time = time.max(least);
        least = time.next_up();
    }
    times
}

/// Translation, rotation and scale of each joint's node at rest, as stored.
fn rest(clip: &Clip, nodes: &Nodes, pose: &FullPose) -> Vec<[Vec<f32>; 3]> {
    let owned = |(stored, _): (Stored, DQuat)| stored.values().map(<[f32]>::to_vec);
    let of = |joint: usize| stored(nodes, pose, joint, DQuat::IDENTITY).map_or_else(Default::default, owned);
    (0..clip.skeleton.len()).map(of).collect()
}

/// Translation, rotation and scale of a node as stored, without memory of their own: there are some in each frame.
struct Stored([f32; 3], [f32; 4], [f32; 3]);

impl Stored {
    fn values(&self) -> [&[f32]; 3] {
        [&self.0, &self.1, &self.2]
    }
}

/// The stored values of a joint in a pose, and its rotation. `None` if the joint is not written.
fn stored(nodes: &Nodes, pose: &FullPose, joint: usize, before: DQuat) -> Option<(Stored, DQuat)> {
    let node = nodes.joints.get(joint).copied().flatten()?;
    let (at, rotation, scale) = node.local(pose, joint);
    let rotation = if rotation.dot(before) < 0.0 { -rotation } else { rotation };
    let narrow = |value: f64| value as f32 + 0.0;
    let at = at * nodes.factor;
    let stored = Stored(at.to_array().map(narrow), rotation.to_array().map(narrow), scale.to_array().map(narrow));
    Some((stored, rotation))
}

fn keys(clip: &Clip, behaviour: usize, nodes: &Nodes, rest: &[[Vec<f32>; 3]]) -> Vec<JointValues> {
    let mut all = vec![JointValues::default(); clip.skeleton.len()];
    let Some(behaviour) = clip.behaviours.get(behaviour) else { return all };
    let mut pose = FullPose::rest(&clip.skeleton);
    for frame in 0..behaviour.motion.frame_count() {
        pose.sample(&behaviour.motion, Sampling::Frames, frame);
        for (joint, (keys, rest)) in all.iter_mut().zip(rest).enumerate() {
            let Some((now, rotation)) = stored(nodes, &pose, joint, keys.last) else { continue };
            keys.last = rotation;
            for ((values, now), rest) in keys.values.iter_mut().zip(now.values()).zip(rest) {
                if values.is_empty() && now != rest.as_slice() {
                    // The frames before were at rest.
                    (0..frame).for_each(|_| values.extend(rest));
                    values.extend(now);
                } else if !values.is_empty() {
                    values.extend(now);
                }
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use marey::model::Time;

    #[test]
    fn times_increase_strictly() {
        let of = |keys: &[f64]| {
            let limits = marey::Limits::default();
            let mut skeleton = marey::model::SkeletonBuilder::new(&limits);
            let joint = marey::model::JointKind::Joint;
            skeleton.add("a", None, joint, glam::Vec3::ZERO, glam::Quat::IDENTITY).unwrap();
            let (channels, mode) = (marey::model::Channels::default(), marey::model::PositionMode::Add);
            let skeleton = skeleton.finish().unwrap();
            let mut motion = marey::model::MotionBuilder::new(&skeleton, channels, mode, &limits).unwrap();
            keys.iter().for_each(|_| motion.push_row(|_| {}).unwrap());
            let mut motion = motion.finish().unwrap();
            motion.set_time(Time::Keys(keys.to_vec())).unwrap();
            times(&motion)
        };
        assert_eq!(of(&[0.0, 0.5, 0.5, 1.0]), [0.0, 0.5_f32.next_down(), 0.5, 1.0]);
        assert_eq!(of(&[0.0, 0.0, 0.0]), [0.0, 0.0_f32.next_up(), 0.0_f32.next_up().next_up()]);
        assert_eq!(of(&[0.0, 1e-9, 1.0]), [0.0, 1e-9, 1.0]);
    }
}
