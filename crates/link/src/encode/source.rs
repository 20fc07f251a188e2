//! The motion to pack, in metres of a figure 1.8 m tall: local values of each joint and world positions.

use glam::{Affine3A, DQuat, Mat3, Quat, Vec3};

use super::super::bones::{BoneScaling, LinkBone, LinkBones, OFFSET_STEP, REST_STEP};
use super::super::maths::{double, vector};
use super::super::rig::unscaled;
use marey::model::{Axis, Clip, Motion};
use marey::pose::{Pose, sample_frame, world_matrices};

/// Assumed stature: metres.
const STATURE: f32 = 1.8;
/// Largest deviation from the rest pose of a joint that counts as still: metres, radians, factor.
const STILL: (f32, f32, f32) = (0.0003, 1e-4, 1e-4);

/// A clip's skeleton and one of its behaviours, posed at one frame.
pub(super) struct PackSource<'a> {
    clip: &'a Clip,
    motion: &'a Motion,
    metres: f32,
    /// Whether static transforms and scales are packed; otherwise offsets and rotations include the static transforms.
    scaled: bool,
    pose: Pose,
}

/// A joint's transform relative to its parent.
#[derive(Debug, Clone, Copy)]
pub(super) struct Local {
    pub(super) place: Vec3,
    pub(super) turn: DQuat,
    pub(super) scale: Vec3,
}

/// Clip units per metre of a figure 1.8 m tall. Stature is the largest extent of a tree of joints at rest.
pub(super) fn units_per_metre(clip: &Clip) -> f32 {
    let skeleton = &clip.skeleton;
    let pose = Pose::rest(skeleton);
    let mut boxes: Vec<(Vec3, Vec3)> = Vec::new();
    let mut box_of: Vec<usize> = Vec::new();
    for (joint, world) in pose.world.iter().enumerate() {
        let at = Vec3::from(world.translation);
        let own = match skeleton.parent(joint) {
            Some(parent) => box_of[parent],
            None => {
                boxes.push((at, at));
                boxes.len() - 1
            }
        };
        boxes[own] = (boxes[own].0.min(at), boxes[own].1.max(at));
        box_of.push(own);
    }
    let extent = boxes.iter().map(|(low, high)| (*high - *low).max_element()).fold(0.0, f32::max);
    if extent > 1e-9 {
        return (extent / STATURE).clamp(1e-9, 1e9);
    }
    // A figure without bones: use the extent of its translations.
    let places = clip.behaviours.iter().flat_map(|one| one.motion.translations().values());
    let (low, high) =
        places.fold((Vec3::INFINITY, Vec3::NEG_INFINITY), |(low, high), at| (low.min(*at), high.max(*at)));
    let span = (high - low).max_element();
    if span.is_finite() && span > 1e-9 { (span / STATURE).clamp(1e-9, 1e9) } else { 1.0 }
}

/// Whether these behaviours need scales or non-rigid static transforms.
pub(super) fn needs_scales(clip: &Clip, behaviours: impl IntoIterator<Item = usize>) -> bool {
    let Some(scaling) = clip.skeleton.scaling() else { return false };
    let is_one = |scale: &Vec3| (*scale - Vec3::ONE).abs().max_element() < STILL.2;
    let rigid = |frame: &Affine3A| {
        let product = frame.matrix3 * frame.matrix3.transpose();
        product.abs_diff_eq(glam::Mat3A::IDENTITY, 1e-4) && frame.matrix3.determinant() > 0.0
    };
    !scaling.rest_scales.iter().all(is_one)
        || !scaling.frames.iter().all(rigid)
        || behaviours
            .into_iter()
            .filter_map(|index| clip.behaviours.get(index))
            .any(|one| !one.motion.scales().values().iter().all(is_one))
}

impl<'a> PackSource<'a> {
    pub(super) fn new(clip: &'a Clip, motion: &'a Motion, units: f32, scaled: bool) -> Self {
        let pose = Pose::rest(&clip.skeleton);
        Self { clip, motion, metres: 1.0 / units, scaled, pose }
    }

    /// The skeleton, rounded to the steps of the format.
    pub(super) fn bones(&self, name_bytes: usize) -> LinkBones {
        let skeleton = &self.clip.skeleton;
        let rest = Pose::rest(skeleton);
        let mut bones = Vec::with_capacity(skeleton.len());
        for joint in 0..skeleton.len() {
            let local = self.local(&rest, joint);
            let name = skeleton.names().get(joint).map_or("", |name| &**name);
            bones.push(LinkBone {
                name: truncate(name, name_bytes),
                parent: skeleton.parent(joint),
                kind: skeleton.kinds()[joint],
                offset: steps(local.place, OFFSET_STEP),
                rest: steps(vector(local.turn), REST_STEP),
            });
        }
        let scaling = skeleton.scaling().filter(|_| self.scaled).map(|scaling| {
            let mut frames = scaling.frames.clone();
            frames.iter_mut().for_each(|frame| frame.translation *= self.metres);
            BoneScaling { frames, axes: scaling.axes.clone(), rest_scales: scaling.rest_scales.clone() }
        });
        LinkBones::new(bones, scaling)
    }

    pub(super) fn frame_time(&self) -> f64 {
        self.motion.frame_time()
    }

    pub(super) fn up(&self) -> Option<Axis> {
        self.clip.source.up
    }

    /// Poses the figure at a frame.
    pub(super) fn seek(&mut self, frame: usize) {
        self.pose.reset(&self.clip.skeleton);
        sample_frame(self.motion, frame, &mut self.pose);
        world_matrices(&self.clip.skeleton, Affine3A::IDENTITY, &mut self.pose);
    }

    /// A joint's local transform in the pose set by [`seek`](Self::seek).
    pub(super) fn joint(&self, joint: usize) -> Local {
        self.local(&self.pose, joint)
    }

    /// A joint's world position (metres) and orientation.
    pub(super) fn world(&self, joint: usize) -> (Vec3, Mat3) {
        let world = self.pose.world[joint];
        let [x, y, z] = [world.matrix3.x_axis, world.matrix3.y_axis, world.matrix3.z_axis].map(Vec3::from);
        (Vec3::from(world.translation) * self.metres, unscaled(Mat3::from_cols(x, y, z)))
    }

    fn local(&self, pose: &Pose, joint: usize) -> Local {
        let (mut place, mut turn) = (pose.translations[joint], double(pose.rotations[joint]));
        if let Some(scaling) = self.clip.skeleton.scaling()
            && !self.scaled
        {
            let frame = scaling.frames[joint];
            place = frame.transform_point3(place);
            turn = double(Quat::from_mat3a(&frame.matrix3)) * turn;
        }
        let scale = if self.scaled { pose.scales[joint] } else { Vec3::ONE };
        Local { place: place * self.metres, turn, scale }
    }

    /// Which joints translate, rotate and scale in these frames.
    pub(super) fn moves(&mut self, frames: std::ops::Range<usize>) -> Vec<[bool; 3]> {
        let rest = Pose::rest(&self.clip.skeleton);
        let count = self.clip.skeleton.len();
        let rests: Vec<Local> = (0..count).map(|joint| self.local(&rest, joint)).collect();
        let mut moves = vec![[false; 3]; count];
        for frame in frames {
            self.pose.reset(&self.clip.skeleton);
            sample_frame(self.motion, frame, &mut self.pose);
            for (joint, (moves, rest)) in moves.iter_mut().zip(&rests).enumerate() {
                let local = self.local(&self.pose, joint);
                moves[0] |= (local.place - rest.place).abs().max_element() > STILL.0;
                moves[1] |= vector(rest.turn.inverse() * local.turn).length() > STILL.1;
                moves[2] |= self.scaled && (local.scale - rest.scale).abs().max_element() > STILL.2;
            }
        }
        moves
    }
}

pub(super) fn steps(vector: Vec3, step: f32) -> [i32; 3] {
    vector.to_array().map(|number| (number / step).round() as i32)
}

/// Truncates a name at a character boundary and removes zeros, which end texts in the format.
pub(super) fn truncate(name: &str, bytes: usize) -> String {
    let mut end = name.len().min(bytes);
    while !name.is_char_boundary(end) {
        end -= 1;
    }
    name.get(..end).unwrap_or_default().replace('\0', "")
}
