//! Closed surfaces around bones.

use glam::DVec3;
use std::f64::consts::TAU;

pub struct Mesh {
    pub points: Vec<DVec3>,
    /// Corners, counter-clockwise seen from outside.
    pub faces: Vec<Vec<usize>>,
}

/// An oval cross-section: its centre and two half axes.
#[derive(Clone, Copy)]
pub struct Ring {
    pub at: DVec3,
    pub wide: DVec3,
    pub deep: DVec3,
}

/// Skin between rings, with a blunt end at both.
pub fn tube(rings: &[Ring], sides: usize) -> Mesh {
    let end = |ring: &Ring, next: &Ring| {
        let out = (ring.at - next.at).normalize();
        ring.at + out * 0.45 * ring.wide.length().min(ring.deep.length())
    };
    let mut mesh = Mesh { points: Vec::new(), faces: Vec::new() };
    if let ([first, second, ..], [.., before, last]) = (rings, rings) {
        for ring in rings {
            mesh.points.extend((0..sides).map(|side| {
                let (sine, cosine) = (TAU * side as f64 / sides as f64).sin_cos();
                ring.at + ring.wide * cosine + ring.deep * sine
            }));
        }
        mesh.points.extend([end(first, second), end(last, before)]);
        let (top, count) = (mesh.points.len() - 2, rings.len());
        for side in 0..sides {
            let next = (side + 1) % sides;
            mesh.faces.push(vec![top, next, side]);
            for ring in (0..count - 1).map(|ring| ring * sides) {
                mesh.faces.push(vec![ring + side, ring + next, ring + sides + next, ring + sides + side]);
            }
            let ring = (count - 1) * sides;
            mesh.faces.push(vec![top + 1, ring + side, ring + next]);
        }
    }
    // The rings may have either winding.
    if mesh.volume() < 0.0 {
        mesh.faces.iter_mut().for_each(|face| face.reverse());
    }
    mesh
}

impl Mesh {
    /// Positive if its faces look outwards.
    pub fn volume(&self) -> f64 {
        let fans =
            self.faces.iter().flat_map(|face| face.windows(2).skip(1).map(move |pair| [face[0], pair[0], pair[1]]));
        fans.map(|[a, b, c]| self.points[a].dot(self.points[b].cross(self.points[c])) / 6.0).sum()
    }

    /// With left and right exchanged.
    pub fn mirrored(&self) -> Self {
        let points = self.points.iter().map(|point| *point * DVec3::new(-1.0, 1.0, 1.0)).collect();
        let faces = self.faces.iter().map(|face| face.iter().rev().copied().collect()).collect();
        Self { points, faces }
    }
}
