//! The packed skeleton in metres, and its pose from channel values.

use glam::{Affine3, DQuat, Mat3, Vec3, Vec4};

use super::block::{AXES_STEP, Base, Channel, LaneKind, SCALE_STEP, SHIFT_STEP, TURN_STEP};
use super::bones::{LinkBones, OFFSET_STEP, REST_STEP};
use super::lanes::{Matrices, Transforms, Vectors, turn_matrices};
use super::maths::{matrix, rotation, turn_matrix};
use marey::checked::Checked;
use marey::model::JointKind;
use marey::pose::{Transform, world_transforms};

pub(super) fn vector_of(steps: [i32; 3], step: f32) -> Vec3 {
    Vec3::from_array(steps.map(|number| number as f32 * step))
}

#[derive(Debug, Clone)]
pub(super) struct LinkJoint {
    pub(super) parent: Option<usize>,
    /// Whether the joint's orientation counts: it is not an end site or site.
    pub(super) has_direction: bool,
    /// The mean position: metres, parent space.
    pub(super) place: Vec3,
    /// The mean rotation, as a quaternion and as a matrix.
    pub(super) turn: DQuat,
    pub(super) turn_matrix: Mat3,
    /// The axes along which the rotation channels are measured.
    pub(super) axes: Mat3,
    pub(super) scale: Vec3,
    /// In scaled skeletons: the static transform before the joint, and the scale's axes.
    pub(super) frame: Option<(Affine3, Mat3)>,
    /// The first channel of the joint's translation, rotation and scale.
    pub(super) channels: [Option<usize>; 3],
}

#[derive(Debug, Clone)]
pub(super) struct LinkRig {
    pub(super) joints: Vec<LinkJoint>,
    scaled: bool,
}

pub(super) fn rest_rotation(steps: [i32; 3]) -> DQuat {
    rotation(vector_of(steps, REST_STEP))
}

impl LinkRig {
    pub(super) fn new(bones: &LinkBones, bases: &[Base], channels: &[Channel]) -> Self {
        let mut firsts = vec![[None; 3]; bones.len()];
        for (index, channel) in channels.iter().enumerate() {
            if channel.axis == 0 {
                firsts[channel.joint][channel.kind as usize] = Some(index);
            }
        }
        let joints = bones.bones.iter().zip(bases).zip(firsts).enumerate();
        let joint = |(index, ((bone, base), channels)): (usize, ((_, &Base), _))| {
            let bone: &super::bones::LinkBone = bone;
            let turn = rest_rotation(bone.rest) * rotation(vector_of(base.turn, TURN_STEP));
            let scaling = bones.scaling.as_ref();
            let frame = scaling.map(|scaling| {
                let frame = scaling.frames.at(index);
                let frame = Affine3 { matrix3: frame.matrix3.into(), translation: frame.translation.into() };
                (frame, matrix(super::maths::double(scaling.axes.at(index))))
            });
            let rest_scale = scaling.map_or(Vec3::ONE, |scaling| scaling.rest_scales.at(index));
            LinkJoint {
                parent: bone.parent,
                has_direction: matches!(bone.kind, JointKind::Joint | JointKind::Frame),
                place: vector_of(bone.offset, OFFSET_STEP) + vector_of(base.shift, SHIFT_STEP),
                turn,
                turn_matrix: matrix(turn),
                axes: turn_matrix(vector_of(base.axes, AXES_STEP)),
                scale: rest_scale + vector_of(base.scale, SCALE_STEP),
                frame,
                channels,
            }
        };
        Self { joints: joints.map(joint).collect(), scaled: bones.scaling.is_some() }
    }

    /// The matrix without its scale, if the skeleton has scales.
    #[inline]
    pub(super) fn unscaled(&self, turns: Matrices) -> Matrices {
        if self.scaled { Matrices::from_fn(|lane| unscaled(turns.lane(lane))) } else { turns }
    }

    /// The world matrices of the mean pose, in metres.
    pub(super) fn mean_world(&self) -> Vec<Affine3> {
        let locals = self.joints.iter().map(|joint| {
            let turned = Affine3 { matrix3: joint.turn_matrix, translation: joint.place };
            joint.frame.map_or(turned, |(frame, axes)| (frame * turned).stretched(axes, joint.scale))
        });
        let mut world = Vec::new();
        world_transforms(self.joints.iter().map(|joint| joint.parent), locals, &mut world);
        world
    }

    /// Computes the world matrices of four frames, in metres; `values` returns each channel's values.
    pub(super) fn world(&self, values: impl Fn(usize) -> Vec4, world: &mut Vec<Transforms>) {
        let locals = self.joints.iter().map(|joint| {
            let three = |kind: LaneKind| {
                joint.channels[kind as usize]
                    .map(|first| Vectors::new(values(first), values(first + 1), values(first + 2)))
            };
            let translation = Vectors::splat(joint.place) + three(LaneKind::Translation).unwrap_or_default();
            let mean = Matrices::splat(joint.turn_matrix);
            let matrix3 = match three(LaneKind::Rotation) {
                Some(x) => mean * turn_matrices(Matrices::splat(joint.axes) * x),
                None => mean,
            };
            let turned = Transforms { matrix3, translation };
            let Some((frame, axes)) = joint.frame else { return turned };
            let scale = Vectors::splat(joint.scale) + three(LaneKind::Scale).unwrap_or_default();
            (Transforms::splat(frame) * turned).stretched(Matrices::splat(axes), scale)
        });
        world_transforms(self.joints.iter().map(|joint| joint.parent), locals, world);
    }
}

/// The matrix with normalised columns (zero columns stay zero): the orientation of a scaled joint.
pub(super) fn unscaled(turn: Mat3) -> Mat3 {
    Mat3::from_cols(turn.x_axis.normalize_or_zero(), turn.y_axis.normalize_or_zero(), turn.z_axis.normalize_or_zero())
}
