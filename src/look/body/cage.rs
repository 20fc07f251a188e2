//! The coarse cage of the body, which is subdivided once.

use glam::Vec3;

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
    weights: Vec<Weights>,
    /// The corners of all faces, and the end of each face.
    corners: Vec<u16>,
    ends: Vec<usize>,
}

impl Cage {
    pub(super) fn add(&mut self, at: Vec3, weights: Weights) -> u16 {
        self.points.push(at);
        self.weights.push(weights);
        (self.points.len() - 1) as u16
    }

    pub(super) fn point(&self, index: u16) -> Vec3 {
        self.points.at(usize::from(index))
    }

    /// The binds that move a point.
    pub(super) fn weights(&self, index: u16) -> &[(u16, f32)] {
        self.weights.get(usize::from(index)).map_or(&[], Weights::list)
    }

    /// Adds a face. `flip`: the corners are clockwise.
    pub(super) fn face(&mut self, corners: &[u16], flip: bool) {
        let start = self.corners.len();
        self.corners.extend(corners);
        if flip {
            self.corners.get_mut(start..).unwrap_or_default().reverse();
        }
        self.ends.push(self.corners.len());
    }

    /// Adds a ring of faces between two rings of points.
    pub(super) fn strip(&mut self, from: &[u16], to: &[u16], flip: bool) {
        for (index, (a, d)) in from.iter().zip(to).enumerate() {
            let next = (index + 1) % from.len();
            self.face(&[*a, from.at(next), to.at(next), *d], flip);
        }
    }

    pub(super) fn faces(&self) -> impl Iterator<Item = &[u16]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, end)| self.corners.get(start..*end).unwrap_or_default())
    }
}

/// A power of the value's size, with its sign: it makes circles a little square.
pub(super) fn squared(value: f32, power: f32) -> f32 {
    if value == 0.0 || value.abs() == 1.0 { value } else { exp2(power * log2(value.abs())).copysign(value) }
}
