//! Formats vectors and rotations.

use glam::{DQuat, DVec3};

use crate::number::{self, Decimals};

/// Default decimals of axes and of angles in radians.
const ROTATION_DECIMALS: usize = 8;

/// The decimals of a document.
#[derive(Debug, Clone, Copy)]
pub(super) struct DistinctNumbers {
    pub(super) decimals: Decimals,
    rotation_decimals: usize,
}

impl DistinctNumbers {
    pub(super) fn new(decimals: Decimals, rotation_decimals: Option<usize>) -> Self {
        Self { decimals, rotation_decimals: rotation_decimals.unwrap_or(ROTATION_DECIMALS) }
    }

    pub(super) fn vector(&self, out: &mut String, vector: DVec3) {
        self.decimals.vector(out, vector);
    }

    /// Appends axis and angle.
    pub(super) fn rotation(&self, out: &mut String, rotation: DQuat) {
        // Takes the rotation of at most half a turn.
        let rotation = if rotation.w < 0.0 { -rotation } else { rotation };
        let (sine, axis) = (rotation.xyz().length(), rotation.xyz().try_normalize());
        let angle = if axis.is_some() { 2.0 * sine.atan2(rotation.w) } else { 0.0 };
        for value in axis.unwrap_or(DVec3::Z).to_array() {
            number::push(out, value, self.rotation_decimals);
            out.push(' ');
        }
        number::push(out, angle, self.rotation_decimals);
    }
}
