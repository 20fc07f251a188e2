//! Triangles whose corners follow joints, as primitives of a mesh.

use glam::{DAffine3, DVec3};

use super::buffer::{Buffer, Component, View};

/// Weights are in so many parts, and sum to all of them.
pub(super) const WHOLE: u16 = u16::MAX;

/// How joints move a corner: their numbers in the skin, and their weights in parts of [`WHOLE`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Pull {
    pub(super) joints: [u16; 4],
    pub(super) weights: [u16; 4],
}

impl Pull {
    /// One joint alone.
    pub(super) fn rigid(joint: u16) -> Self {
        Self { joints: [joint, 0, 0, 0], weights: [WHOLE, 0, 0, 0] }
    }
}

/// The corners and triangles of one primitive. Lists of what corners need not have are empty, or as long as the others.
#[derive(Debug, Default)]
pub(super) struct Corners {
    positions: Vec<f32>,
    normals: Vec<f32>,
    pulls: Vec<Pull>,
    /// Linear red, green, blue and alpha, in parts of 65535.
    pub(super) colours: Vec<[u16; 4]>,
    /// From 0, 0 at the upper left.
    pub(super) places: Vec<f32>,
    pub(super) indices: Vec<u32>,
}

impl Corners {
    pub(super) fn len(&self) -> u32 {
        self.pulls.len() as u32
    }

    /// Adds a corner, and returns its index. `normal`: of any length.
    pub(super) fn push(&mut self, position: DVec3, normal: DVec3, pull: Pull) -> u32 {
        let index = self.len();
        self.positions.extend(position.to_array().map(|value| value as f32));
        self.normals.extend(normal.normalize_or(DVec3::Y).to_array().map(|value| value as f32));
        self.pulls.push(pull);
        index
    }

    /// The primitive as a JSON object. `joints`: how many the skin has.
    pub(super) fn write(&self, material: usize, joints: usize, buffer: &mut Buffer) -> String {
        let count = self.pulls.len();
        let positions = buffer.floats(View::Vertices, 3, &self.positions, true);
        let normals = buffer.floats(View::Vertices, 3, &self.normals, false);
        let numbers = self.pulls.iter().flat_map(|pull| pull.joints);
        let numbers = if joints <= 256 {
            buffer.push(View::Vertices, Component::U8, "VEC4", count, numbers.map(|joint| joint as u8), "")
        } else {
            buffer.push(View::Vertices, Component::U16, "VEC4", count, numbers.flat_map(u16::to_le_bytes), "")
        };
        let mut shares = |values: &mut dyn Iterator<Item = u16>| {
            let bytes = values.flat_map(u16::to_le_bytes);
            buffer.push(View::Vertices, Component::U16, "VEC4", count, bytes, ",\"normalized\":true")
        };
        let weights = shares(&mut self.pulls.iter().flat_map(|pull| pull.weights));
        let mut more = String::new();
        if !self.colours.is_empty() {
            more += &format!(",\"COLOR_0\":{}", shares(&mut self.colours.iter().flatten().copied()));
        }
        if !self.places.is_empty() {
            more += &format!(",\"TEXCOORD_0\":{}", buffer.floats(View::Vertices, 2, &self.places, false));
        }
        let (all, length) = (self.indices.iter(), self.indices.len());
        let indices = if count < usize::from(u16::MAX) {
            let bytes = all.flat_map(|index| (*index as u16).to_le_bytes());
            buffer.push(View::Indices, Component::U16, "SCALAR", length, bytes, "")
        } else {
            buffer.push(View::Indices, Component::U32, "SCALAR", length, all.flat_map(|index| index.to_le_bytes()), "")
        };
        format!(
            "{{\"attributes\":{{\"POSITION\":{positions},\"NORMAL\":{normals},\"JOINTS_0\":{numbers},\
             \"WEIGHTS_0\":{weights}{more}}},\"indices\":{indices},\"material\":{material}}}"
        )
    }
}

/// Turns normals as a matrix turns surfaces.
pub(super) fn turn_normal(matrix: &DAffine3, normal: DVec3) -> DVec3 {
    let turned = matrix.matrix3.inverse().transpose() * normal;
    if turned.is_finite() { turned } else { normal }
}
