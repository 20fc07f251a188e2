//! How a skin moves with its figure, and what shadow it throws.

use glam::{Affine3A, Vec3};

use super::instances::{BoneInstance, FigureLook, HIGHLIGHTED, LEFT_PATTERN, RIGHT_PATTERN};
use super::sides::Side;
use crate::model::{Skeleton, Skin};
use crate::pose::Pose;

/// What a joint does to the corners of the skin that follow it, as the GPU takes it: 64 bytes, four texels of a texture of
/// floats.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default, bytemuck::Pod, bytemuck::Zeroable)]
pub struct SkinJoint {
    /// The three rows of the matrix that takes the rest pose in file space to the stage.
    pub rows: [[f32; 4]; 3],
    /// sRGB, from 0 to 1.
    pub colour: [f32; 3],
    /// The bits of [`BoneInstance::style`], [`WORN`] and [`TRANSLUCENT`], as a number.
    pub style: f32,
}

impl SkinJoint {
    /// The GPU takes so many at a time: one row of a texture.
    pub const ROW: usize = 256;
}

/// Marks a skin, whose patterns go by place.
pub const WORN: u32 = 16;
/// The bones inside show through.
pub const TRANSLUCENT: u32 = 32;

/// What is measured once about a skin on its skeleton.
#[derive(Debug, Clone, Default)]
pub struct Worn {
    inverse_rest: Vec<Affine3A>,
    /// How thick the skin lies around each joint's bone on average, file units; 0 where it has none.
    girths: Vec<f32>,
}

impl Worn {
    /// Measures the rest pose.
    pub fn new(skin: &Skin, skeleton: &Skeleton) -> Self {
        let rest = Pose::rest(skeleton).world;
        let place = |joint: usize| rest.get(joint).map_or(Vec3::ZERO, |world| world.translation.into());
        let mut directions = vec![Vec3::ZERO; skeleton.len()];
        for joint in 0..skeleton.len() {
            if let Some(parent) = skeleton.parent(joint)
                && let Some(direction) = directions.get_mut(parent)
            {
                *direction = (place(joint) - place(parent)).normalize_or_zero();
            }
        }
        let mut sums = vec![(0.0_f32, 0.0_f32); skeleton.len()];
        for corner in skin.corners() {
            let joint = corner.joint as usize;
            if let (Some(direction), Some((sum, count))) = (directions.get(joint), sums.get_mut(joint)) {
                let offset = corner.position - place(joint);
                *sum += (offset - direction * offset.dot(*direction)).length();
                *count += 1.0;
            }
        }
        Self {
            inverse_rest: rest.iter().map(undone).collect(),
            girths: sums.into_iter().map(|(sum, count)| sum / count.max(1.0)).collect(),
        }
    }

    /// Writes the joints of a pose, and fills up the last row. `place` takes file space to stage space.
    pub fn write(&self, pose: &Pose, place: &Affine3A, sides: &[Side], look: &FigureLook, out: &mut Vec<SkinJoint>) {
        out.clear();
        for (joint, (world, inverse_rest)) in pose.world.iter().zip(&self.inverse_rest).enumerate() {
            let Affine3A { matrix3, translation } = *place * *world * *inverse_rest;
            let rows = matrix3.transpose();
            let row = |axis: glam::Vec3A, at: f32| [axis.x, axis.y, axis.z, at];
            let [left, right, middle] = look.palette.skin;
            let (colour, pattern) = match sides.get(joint).copied().unwrap_or_default() {
                Side::Left => (left, LEFT_PATTERN),
                Side::Right => (right, RIGHT_PATTERN),
                Side::Middle => (middle, 0),
            };
            let style = WORN
                | if look.patterns { pattern } else { 0 }
                | if look.highlighted == Some(joint) { HIGHLIGHTED } else { 0 }
                | if look.bones { TRANSLUCENT } else { 0 };
            out.push(SkinJoint {
                rows: [
                    row(rows.x_axis, translation.x),
                    row(rows.y_axis, translation.y),
                    row(rows.z_axis, translation.z),
                ],
                colour,
                style: style as f32,
            });
        }
        out.resize(out.len().next_multiple_of(SkinJoint::ROW), SkinJoint::default());
    }

    /// Writes what throws the shadow: each bone as thick as the skin around it. `metres`: in one file unit.
    pub fn write_shadows(
        &self,
        skeleton: &Skeleton,
        joints: &[BoneInstance],
        metres: f32,
        out: &mut Vec<BoneInstance>,
    ) {
        out.clear();
        for (joint, end) in joints.iter().enumerate() {
            if let Some(parent) = skeleton.parent(joint)
                && let (Some(&girth), Some(start)) = (self.girths.get(parent), joints.get(parent))
                && girth > 0.0
            {
                let radius = girth * metres;
                out.push(BoneInstance { start: start.start, start_radius: radius, end_radius: radius, ..*end });
            }
        }
    }
}

/// The way back. A world matrix of a rest pose turns and moves, no more.
fn undone(world: &Affine3A) -> Affine3A {
    let matrix3 = world.matrix3.transpose();
    Affine3A { matrix3, translation: -(matrix3 * world.translation) }
}
