//! A mesh of bones, bound to the joints.

use std::fmt::Write;

use glam::{DAffine3, DMat4, DVec3};

use super::buffer::{Buffer, Component, View};
use super::json::list;
use super::nodes::Nodes;

/// The widest place of a bone, in its lengths, and in the figure's size at most; and where along the bone it is.
const WIDTH: f64 = 0.1;
const WIDEST: f64 = 0.02;
const SHOULDER: f64 = 0.15;
/// The size of a joint without a bone, in the figure's.
const POINT: f64 = 0.01;
/// Shorter bones, in the figure's size, are none.
const SHORTEST: f64 = 1e-4;
/// The size, in metres, of a figure that has none.
const NO_SIZE: f64 = 1.0;

/// The mesh and its skin, in the buffer.
#[derive(Debug)]
pub(super) struct Bones {
    /// Nodes.
    joints: Vec<usize>,
    binds: usize,
    positions: usize,
    normals: usize,
    bones: usize,
    weights: usize,
    indices: usize,
}

/// Corners with a normal and a bone each; three make a triangle.
#[derive(Debug, Default)]
struct Corners {
    positions: Vec<f32>,
    normals: Vec<f32>,
    bones: Vec<u16>,
}

impl Bones {
    pub(super) fn new(nodes: &Nodes, buffer: &mut Buffer) -> Self {
        let world = nodes.world();
        let bones: Vec<_> = nodes.joints.iter().map(|joint| joint.filter(|joint| joint.is_bone)).collect();
        let at = |joint: usize| {
            let node = nodes.joints.get(joint).copied().flatten()?;
            Some((node, world.get(node.node)?.translation))
        };
        let size = size(&world);
        let mut corners = Corners::default();
        for (number, joint) in bones.iter().enumerate().filter(|(_, bone)| bone.is_some()).map(|(at, _)| at).enumerate()
        {
            let Some((node, start)) = at(joint) else { continue };
            let number = u16::try_from(number).unwrap_or_default();
            let mut is_drawn = !node.is_body;
            for (below, end) in nodes.tree.children(joint).iter().filter_map(|child| at(*child)) {
                if node.is_body && below.is_body && start.distance(end) > SHORTEST * size {
                    corners.bone(start, end, (WIDTH * start.distance(end)).min(WIDEST * size), number);
                    is_drawn = true;
                }
            }
            if !is_drawn {
                let half = DVec3::Y * POINT * size;
                corners.bone(start - half, start + half, POINT * size, number);
            }
        }
        let joints: Vec<usize> = bones.iter().flatten().map(|joint| joint.node).collect();
        if corners.bones.is_empty() {
            // A figure of frames alone: a mesh needs a triangle.
            corners.bone(DVec3::ZERO, DVec3::Y * POINT * size, POINT * size, 0);
        }
        let binds: Vec<f32> = joints.iter().flat_map(|node| bind(world.get(*node))).collect();
        let count = corners.bones.len();
        let binds = buffer.floats(View::Binds, 16, &binds, false);
        let positions = buffer.floats(View::Vertices, 3, &corners.positions, true);
        let normals = buffer.floats(View::Vertices, 3, &corners.normals, false);
        let four = |bone: &u16| [*bone, 0, 0, 0];
        let bones = if joints.len() <= 256 {
            let bytes = corners.bones.iter().flat_map(four).map(|bone| bone as u8);
            buffer.push(View::Vertices, Component::U8, "VEC4", count, bytes, "")
        } else {
            let bytes = corners.bones.iter().flat_map(four).flat_map(u16::to_le_bytes);
            buffer.push(View::Vertices, Component::U16, "VEC4", count, bytes, "")
        };
        let weights = (0..count).flat_map(|_| [255, 0, 0, 0]);
        let weights = buffer.push(View::Vertices, Component::U8, "VEC4", count, weights, ",\"normalized\":true");
        let all = 0..u32::try_from(count).unwrap_or_default();
        let indices = if count < usize::from(u16::MAX) {
            let bytes = all.flat_map(|index| (index as u16).to_le_bytes());
            buffer.push(View::Indices, Component::U16, "SCALAR", count, bytes, "")
        } else {
            buffer.push(View::Indices, Component::U32, "SCALAR", count, all.flat_map(u32::to_le_bytes), "")
        };
        Self { joints, binds, positions, normals, bones, weights, indices }
    }

    /// Writes the mesh, its material and its skin, whose joints hang below the node `top`.
    pub(super) fn write(&self, out: &mut String, top: usize) {
        let Self { joints, binds, positions, normals, bones, weights, indices } = self;
        // Writing to a String cannot fail.
        let _ = write!(
            out,
            "\"meshes\":[{{\"name\":\"bones\",\"primitives\":[{{\"attributes\":{{\"POSITION\":{positions},\
             \"NORMAL\":{normals},\"JOINTS_0\":{bones},\"WEIGHTS_0\":{weights}}},\"indices\":{indices},\"material\":0}}]}}],\
             \"materials\":[{{\"name\":\"bones\",\"pbrMetallicRoughness\":{{\"baseColorFactor\":[0.62,0.66,0.7,1],\
             \"metallicFactor\":0,\"roughnessFactor\":0.7}}}}],\
             \"skins\":[{{\"inverseBindMatrices\":{binds},\"skeleton\":{top},\"joints\":{}}}],",
            list(joints)
        );
    }
}

impl Corners {
    /// Two pyramids on one square, from the joint to where the bone ends.
    fn bone(&mut self, start: DVec3, end: DVec3, width: f64, bone: u16) {
        let along = end - start;
        let (x, y) = along.normalize_or(DVec3::Y).any_orthonormal_pair();
        let middle = start + along * SHOULDER;
        let square = [x + y, y - x, -x - y, x - y].map(|side| middle + side * (0.5 * width));
        for (at, a) in square.iter().enumerate() {
            let b = square.get((at + 1) % 4).unwrap_or(a);
            self.triangle([end, *a, *b], bone);
            self.triangle([start, *b, *a], bone);
        }
    }

    fn triangle(&mut self, [a, b, c]: [DVec3; 3], bone: u16) {
        let normal = (b - a).cross(c - a).normalize_or(DVec3::Y);
        for corner in [a, b, c] {
            self.positions.extend(corner.to_array().map(|value| value as f32));
            self.normals.extend(normal.to_array().map(|value| value as f32));
            self.bones.push(bone);
        }
    }
}

/// The largest extent of the figure at rest.
fn size(world: &[DAffine3]) -> f64 {
    let (mut least, mut most) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
    for node in world {
        (least, most) = (least.min(node.translation), most.max(node.translation));
    }
    let size = (most - least).max_element();
    if size.is_finite() && size > 0.0 { size } else { NO_SIZE }
}

/// From the mesh to a joint; column by column.
fn bind(world: Option<&DAffine3>) -> [f32; 16] {
    let world = world.copied().unwrap_or_default();
    let inverse = world.inverse();
    // What is flat at rest shows nothing, then or later: any matrix will do.
    let inverse = if inverse.is_finite() { inverse } else { DAffine3::from_translation(-world.translation) };
    DMat4::from(inverse).to_cols_array().map(|value| value as f32)
}
