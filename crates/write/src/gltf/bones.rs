//! Meshes of bones, joints, heads and hands with the player's shapes, each bound to one joint.

use glam::{Affine3A, DVec3, Mat3, Quat, Vec3};

use super::buffer::Buffer;
use super::materials::Materials;
use super::mesh::{Corners, JointWeights, turn_normal};
use super::nodes::Nodes;
use super::rig::GltfRig;
use super::standing::Standing;
use marey::checked::Checked;
use marey::compact::maths::sin_cos_exact;
use marey::look::{Body, BoneInstance, FigureLook, Instances, Palette, ROUND};
use marey::model::Skeleton;

/// Sides of shapes around their axis.
const SIDES: u32 = 8;
const SIDES_OF_SOLIDS: u32 = 14;
/// Rings from pole to pole.
const STEPS: u32 = 4;
const STEPS_OF_SOLIDS: u32 = 8;

/// Names of the materials, in the order of [`colours`].
const NAMES: [&str; 3] = ["left", "right", "middle"];

fn colours(palette: &Palette) -> [[u8; 3]; 3] {
    [palette.left, palette.right, palette.middle]
}

/// The primitives of the mesh, one for each side of the body that has shapes.
pub(super) fn primitives(
    skeleton: &Skeleton,
    standing: &Standing,
    nodes: &Nodes,
    rig: &GltfRig,
    look: &FigureLook,
    materials: &mut Materials,
    buffer: &mut Buffer,
) -> Vec<String> {
    let metres = nodes.factor as f32;
    let body = Body::new(skeleton, &standing.world, &standing.survey, metres);
    let turn = Quat::from_array(nodes.turn.to_array().map(|part| part as f32));
    let place = Affine3A::from_mat3_translation(Mat3::from_quat(turn) * metres, Vec3::Y * nodes.lift as f32);
    let mut drawn = Instances::default();
    body.write(&standing.world, &place, look, &mut drawn);
    // Sticks come last. A bone is rigid and cannot follow two joints that move by themselves.
    drawn.bones.truncate(drawn.bones.len().saturating_sub(skeleton.links().len()));
    let mut sides = [const { None::<Corners> }; 3];
    let shapes = drawn.joints.iter().map(|shape| (shape, SIDES)).chain(drawn.bones.iter().map(|shape| (shape, SIDES)));
    for (shape, round) in shapes.chain(drawn.solids.iter().map(|shape| (shape, SIDES_OF_SOLIDS))) {
        let side = colours(&look.palette).iter().position(|[r, g, b]| shape.colour == [*r, *g, *b, 255]);
        let number = bone_of(skeleton, shape.joint, rig);
        if let (Some(slot), Some(number)) = (side.and_then(|side| sides.get_mut(side)), number)
            && shape.end_radius > 0.0
        {
            solid(shape, round, number, rig, slot.get_or_insert_default());
        }
    }
    let mut made = Vec::new();
    for ((corners, name), colour) in sides.iter().zip(NAMES).zip(colours(&look.palette)) {
        if let Some(corners) = corners {
            let material = materials.plain(name, colour);
            made.push(corners.write(material, rig.len(), buffer));
        }
    }
    made
}

/// The number of the joint in the skin, or of the nearest ancestor that is in it: end sites are not.
fn bone_of(skeleton: &Skeleton, joint: u32, rig: &GltfRig) -> Option<u16> {
    let mut joint = joint as usize;
    loop {
        let number = u16::try_from(joint).ok().and_then(|joint| rig.number(joint));
        if number.is_some() {
            return number;
        }
        joint = skeleton.parent(joint)?;
    }
}

/// Adds a bone, a ball or an ellipsoid by rotating a profile around its axis.
fn solid(shape: &BoneInstance, sides: u32, number: u16, rig: &GltfRig, out: &mut Corners) {
    let [start, end] = [shape.start, shape.end].map(|at| Vec3::from(at).as_dvec3());
    let (radius, length) = (f64::from(shape.end_radius), start.distance(end));
    let axis = (end - start).normalize_or(DVec3::Y);
    let (x, y) = axis.any_orthonormal_pair();
    let profile = if shape.style & ROUND == 0 {
        bone(f64::from(shape.start_radius), radius, length)
    } else {
        ellipsoid(radius, length, if sides > SIDES { STEPS_OF_SOLIDS } else { STEPS })
    };
    let [px, py, pz, _] = shape.press;
    let press = DVec3::from([px, py, pz].map(f64::from)) / f64::from(i8::MAX);
    let to_mesh = rig.rest_to_mesh(number);
    let mut push = |along: f64, off: DVec3, normal: DVec3| {
        // Flattens the shape as the player's shader does.
        let at = start + axis * along + off - press * press.dot(off);
        let normal = normal + press * (press.dot(normal) / (1.0 - press.length_squared()));
        out.push(to_mesh.transform_point3(at), turn_normal(&to_mesh, normal), JointWeights::rigid(number))
    };
    let around: Vec<DVec3> = (0..sides)
        .map(|side| {
            let (sin, cos) = sin_cos_exact(std::f64::consts::TAU * f64::from(side) / f64::from(sides));
            x * cos + y * sin
        })
        .collect();
    let mut triangles = Vec::new();
    let mut before: Option<Vec<u32>> = None;
    for (at, [along, away]) in profile.iter().copied().enumerate() {
        let neighbour = |at: usize| profile.get(at).copied().unwrap_or([along, away]);
        let ([from, low], [to, high]) = (neighbour(at.saturating_sub(1)), neighbour(at + 1));
        // A pole is a single corner.
        let ring: Vec<u32> = if away > 0.0 {
            around.iter().map(|side| push(along, *side * away, *side * (to - from) - axis * (high - low))).collect()
        } else {
            vec![push(along, DVec3::ZERO, if at == 0 { -axis } else { axis })]
        };
        if let Some(before) = before {
            for side in 0..sides as usize {
                let corner = |ring: &[u32], side: usize| ring.at(side % ring.len().max(1));
                let (low, high) = (
                    [side, side + 1].map(|side| corner(&before, side)),
                    [side, side + 1].map(|side| corner(&ring, side)),
                );
                let ([a, b], [d, c]) = (low, high);
                triangles.extend([[a, b, c], [a, c, d]].into_iter().filter(|[a, b, c]| a != b && b != c && c != a));
            }
        }
        before = Some(ring);
    }
    out.indices.extend(triangles.as_flattened());
}

/// A bone's profile, as distances along the axis and from it: a neck inside the first joint, a bulge after it, and a straight
/// line to the second joint. The player's bone with fewer steps.
fn bone(start: f64, end: f64, length: f64) -> Vec<[f64; 2]> {
    vec![
        [-0.35 * start, 0.0],
        [0.1 * start, 0.4 * start],
        [1.5 * start, 0.93 * start],
        [length, end],
        [length + end, 0.0],
    ]
}

/// The profile of an ellipsoid that extends by its radius beyond both ends, or of a ball if the ends coincide.
fn ellipsoid(radius: f64, length: f64, steps: u32) -> Vec<[f64; 2]> {
    let at = |step: u32| {
        let (sin, cos) = sin_cos_exact(std::f64::consts::PI * f64::from(step) / f64::from(steps));
        let away = if step == 0 || step == steps { 0.0 } else { radius * sin };
        [length * (0.5 - 0.5 * cos) - radius * cos, away]
    };
    (0..=steps).map(at).collect()
}
