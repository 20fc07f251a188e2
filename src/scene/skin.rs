//! How a skin moves with its figure.

use glam::{Affine3A, Vec3A};

use super::instances::{FigureLook, HIGHLIGHTED, LEFT_PATTERN, RIGHT_PATTERN};
use super::sides::Side;
use crate::model::{JointKind, Skeleton, Skin};
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
    /// The bits of [`super::BoneInstance::style`], [`WORN`] and [`TRANSLUCENT`], as a number.
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
#[derive(Debug, Clone)]
pub struct Worn {
    /// The way back from the rest pose: world matrices, turned round.
    inverse_rest: Vec<Affine3A>,
    /// At least every second joint has some of it: it is the body, not a hat.
    pub whole: bool,
}

impl Worn {
    /// Poses the skeleton at rest.
    pub fn new(skin: &Skin, skeleton: &Skeleton) -> Self {
        let mut bare: Vec<bool> = skeleton.kinds().iter().map(|&kind| kind == JointKind::Joint).collect();
        let count = |joints: &[bool]| joints.iter().filter(|&&is| is).count();
        let all = count(&bare);
        for corner in skin.corners() {
            if let Some(bare) = bare.get_mut(corner.joint as usize) {
                *bare = false;
            }
        }
        // These matrices turn and move, no more, unless the skeleton has scales. What is scaled to nothing has no way back.
        let scaled = skeleton.scaling().is_some();
        let undone = |world: &Affine3A| {
            if scaled {
                let inverse = world.inverse();
                return if inverse.is_finite() { inverse } else { Affine3A::IDENTITY };
            }
            let matrix3 = world.matrix3.transpose();
            Affine3A { matrix3, translation: -(matrix3 * world.translation) }
        };
        let inverse_rest = Pose::rest(skeleton).world.iter().map(undone).collect();
        Self { inverse_rest, whole: 2 * count(&bare) <= all }
    }

    /// Writes the joints of a pose, and fills up the last row. `place` takes file space to stage space.
    pub fn write(&self, pose: &Pose, place: &Affine3A, sides: &[Side], look: &FigureLook, out: &mut Vec<SkinJoint>) {
        out.clear();
        for (joint, (world, inverse_rest)) in pose.world.iter().zip(&self.inverse_rest).enumerate() {
            let Affine3A { matrix3, translation } = *place * *world * *inverse_rest;
            let rows = matrix3.transpose();
            let row = |axis: Vec3A, at: f32| [axis.x, axis.y, axis.z, at];
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
}

#[cfg(test)]
mod tests {
    use glam::{Quat, Vec3};

    use super::super::instances::Palette;
    use super::*;
    use crate::error::Limits;
    use crate::model::{Scaling, SkeletonBuilder, SkinCorner};

    #[test]
    fn a_skin_on_scaled_joints_stays_where_it_is_at_rest() {
        let mut b = SkeletonBuilder::new(&Limits::default());
        b.add("root", None, JointKind::Joint, Vec3::Y, Quat::from_rotation_z(0.5)).unwrap();
        let scaling = Scaling {
            frames: vec![Affine3A::from_scale(Vec3::splat(0.02))],
            axes: vec![Quat::from_rotation_x(0.3)],
            rest_scales: vec![Vec3::new(1.0, 2.0, 1.0)],
        };
        b.set_scaling(scaling).unwrap();
        let skeleton = b.finish().unwrap();
        let corner = SkinCorner { position: Vec3::X, normal: Vec3::Z, joint: 0 };
        let skin = Skin::new("a", vec![corner], vec![[0, 0, 0]], &skeleton).unwrap();
        let palette = Palette { left: [0; 3], right: [0; 3], middle: [0; 3], skin: [[0.5; 3]; 3] };
        let look = FigureLook { palette, patterns: false, highlighted: None, skin: true, bones: false };
        let mut out = Vec::new();
        let pose = Pose::rest(&skeleton);
        Worn::new(&skin, &skeleton).write(&pose, &Affine3A::IDENTITY, &[Side::Middle], &look, &mut out);
        let expected = [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]];
        let off = out[0].rows.as_flattened().iter().zip(expected.as_flattened());
        assert!(off.clone().all(|(a, b): (&f32, &f32)| (a - b).abs() < 1e-5), "{:?}", out[0].rows);
    }
}
