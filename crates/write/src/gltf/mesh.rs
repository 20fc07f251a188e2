//! Primitives of meshes that follow joints.

use glam::{DAffine3, DVec3};

use super::buffer::{Buffer, BufferUse, Component};

/// Sum of the weights of a corner, as stored.
pub(super) const FULL_WEIGHT: u16 = u16::MAX;

/// The joints that move a corner, as numbers in the skin, and their weights, which sum to [`FULL_WEIGHT`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct JointWeights {
    pub(super) joints: [u16; 4],
    pub(super) weights: [u16; 4],
}

impl JointWeights {
    pub(super) fn rigid(joint: u16) -> Self {
        Self { joints: [joint, 0, 0, 0], weights: [FULL_WEIGHT, 0, 0, 0] }
    }
}

/// Corners and triangles of a primitive. The lists of optional attributes are empty or as long as the others.
#[derive(Debug, Default)]
pub(super) struct Corners {
    positions: Vec<f32>,
    normals: Vec<f32>,
    joint_weights: Vec<JointWeights>,
    /// Linear red, green, blue and alpha, from 0 to 65535.
    pub(super) colours: Vec<[u16; 4]>,
    /// Texture coordinates, with 0, 0 at the upper left.
    pub(super) texture_coordinates: Vec<f32>,
    pub(super) indices: Vec<u32>,
}

impl Corners {
    pub(super) fn len(&self) -> u32 {
        self.joint_weights.len() as u32
    }

    /// Adds a corner and returns its index. `normal` may have any length.
    pub(super) fn push(&mut self, position: DVec3, normal: DVec3, joint_weights: JointWeights) -> u32 {
        let index = self.len();
        self.positions.extend(position.to_array().map(|value| value as f32));
        self.normals.extend(normal.normalize_or(DVec3::Y).to_array().map(|value| value as f32));
        self.joint_weights.push(joint_weights);
        index
    }

    /// Writes the primitive as a JSON object. `joints`: how many the skin has.
    pub(super) fn write(&self, material: usize, joints: usize, buffer: &mut Buffer) -> String {
        let count = self.joint_weights.len();
        let positions = buffer.floats(BufferUse::Vertices, 3, &self.positions, true);
        let normals = buffer.floats(BufferUse::Vertices, 3, &self.normals, false);
        let numbers = self.joint_weights.iter().flat_map(|joint_weights| joint_weights.joints);
        let numbers = if joints <= 256 {
            buffer.push(BufferUse::Vertices, Component::U8, "VEC4", count, numbers.map(|joint| joint as u8), "")
        } else {
            buffer.push(BufferUse::Vertices, Component::U16, "VEC4", count, numbers.flat_map(u16::to_le_bytes), "")
        };
        let mut shares = |values: &mut dyn Iterator<Item = u16>| {
            let bytes = values.flat_map(u16::to_le_bytes);
            buffer.push(BufferUse::Vertices, Component::U16, "VEC4", count, bytes, ",\"normalized\":true")
        };
        let weights = shares(&mut self.joint_weights.iter().flat_map(|joint_weights| joint_weights.weights));
        let mut more = String::new();
        if !self.colours.is_empty() {
            more += &format!(",\"COLOR_0\":{}", shares(&mut self.colours.iter().flatten().copied()));
        }
        if !self.texture_coordinates.is_empty() {
            more +=
                &format!(",\"TEXCOORD_0\":{}", buffer.floats(BufferUse::Vertices, 2, &self.texture_coordinates, false));
        }
        let (all, length) = (self.indices.iter(), self.indices.len());
        let indices = if count < usize::from(u16::MAX) {
            let bytes = all.flat_map(|index| (*index as u16).to_le_bytes());
            buffer.push(BufferUse::Indices, Component::U16, "SCALAR", length, bytes, "")
        } else {
            buffer.push(
                BufferUse::Indices,
                Component::U32,
                "SCALAR",
                length,
                all.flat_map(|index| index.to_le_bytes()),
                "",
            )
        };
        format!(
            "{{\"attributes\":{{\"POSITION\":{positions},\"NORMAL\":{normals},\"JOINTS_0\":{numbers},\
             \"WEIGHTS_0\":{weights}{more}}},\"indices\":{indices},\"material\":{material}}}"
        )
    }
}

/// Transforms a normal; unchanged if the matrix is singular.
pub(super) fn turn_normal(matrix: &DAffine3, normal: DVec3) -> DVec3 {
    let turned = matrix.matrix3.inverse().transpose() * normal;
    if turned.is_finite() { turned } else { normal }
}
