//! The coarse cage of the body, which is subdivided once.

use glam::Vec3;

use marey_kernels::subdivision::{CoarseSurface, Lists, SmoothSurface, subdivided};

use super::weights::Weights;
use crate::checked::Checked;
use crate::compact::maths::{exp2, log2};

/// The step of subdivision draws a ring of 8 or of 12 points together: the cage's radii for radii of the result.
pub(super) const OF_EIGHT: f32 = 1.0 / 0.927;
pub(super) const OF_TWELVE: f32 = 1.0 / 0.966;

/// Sine and cosine of the columns of a ring of 12 and of 8: from the front to the left.
pub(super) const TWELVE: [(f32, f32); 12] = [
    (0.0, 1.0),
    (0.5, H),
    (H, 0.5),
    (1.0, 0.0),
    (H, -0.5),
    (0.5, -H),
    (0.0, -1.0),
    (-0.5, -H),
    (-H, -0.5),
    (-1.0, 0.0),
    (-H, 0.5),
    (-0.5, H),
];
pub(super) const EIGHT: [(f32, f32); 8] =
    [(0.0, 1.0), (Q, Q), (1.0, 0.0), (Q, -Q), (0.0, -1.0), (-Q, -Q), (-1.0, 0.0), (-Q, Q)];
const H: f32 = 0.866_025_4;
const Q: f32 = std::f32::consts::FRAC_1_SQRT_2;

/// Points with their weights, and faces of three corners or more, counter-clockwise seen from outside.
#[derive(Default)]
pub(super) struct Cage {
    pub(super) points: Vec<Vec3>,
    /// The binds of all points with their weights, and the end of each point's own.
    weights: Vec<(u16, f32)>,
    weight_ends: Vec<u32>,
    /// The corners of all faces, and the end of each face.
    corners: Vec<u16>,
    face_ends: Vec<u32>,
}

impl Cage {
    pub(super) fn add(&mut self, at: Vec3, weights: Weights) -> u16 {
        self.points.push(at);
        self.weights.extend_from_slice(weights.list());
        self.weight_ends.push(self.weights.len() as u32);
        (self.points.len() - 1) as u16
    }

    pub(super) fn point(&self, index: u16) -> Vec3 {
        self.points.at(usize::from(index))
    }

    /// Adds a face. `flip`: the corners are clockwise.
    pub(super) fn face(&mut self, corners: &[u16], flip: bool) {
        let start = self.corners.len();
        self.corners.extend(corners);
        if flip {
            self.corners.get_mut(start..).unwrap_or_default().reverse();
        }
        self.face_ends.push(self.corners.len() as u32);
    }

    /// Adds a ring of faces between two rings of points.
    pub(super) fn strip(&mut self, from: &[u16], to: &[u16], flip: bool) {
        for (index, (a, d)) in from.iter().zip(to).enumerate() {
            let next = (index + 1) % from.len();
            self.face(&[*a, from.at(next), to.at(next), *d], flip);
        }
    }

    /// The smooth surface: its points and weights are those of the cage, subdivided once. `binds`: how many there are.
    pub(super) fn smooth(&self, binds: usize) -> SmoothSurface {
        let weights = Lists { items: &self.weights, ends: &self.weight_ends };
        let faces = Lists { items: &self.corners, ends: &self.face_ends };
        subdivided(CoarseSurface { points: &self.points, weights, faces }, binds)
    }
}

/// A power of the value's size, with its sign: it makes circles a little square.
pub(super) fn squared(value: f32, power: f32) -> f32 {
    if value == 0.0 || value.abs() == 1.0 { value } else { exp2(power * log2(value.abs())).copysign(value) }
}
