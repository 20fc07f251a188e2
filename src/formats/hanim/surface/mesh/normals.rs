//! Computes normals that a file does not give.

use glam::DVec3;

use super::faces::{FaceTriangle, Faces};
use crate::checked::Checked;
use crate::compact::maths::{angle_between, sin_cos_exact};
use crate::formats::reading::VertexTriangles;

/// A point where more triangles meet is not smooth, unless the whole mesh is.
const MOST_AROUND: usize = 64;
/// From this crease angle on (radians) the whole mesh is smooth: a bit below pi, of which files write few digits.
const EVERYTHING: f64 = 3.13;

/// The normals at the corners of triangles. Each is the mean of the normals of those faces at its point that meet its
/// own face at no more than the crease angle, weighted by their angles at that point.
pub(super) struct CornerNormals {
    /// The normal of each face.
    flat: Vec<DVec3>,
    rounding: Rounding,
}

enum Rounding {
    /// Every corner has the normal of its face.
    None,
    /// For each point, the weighted sum over all its faces.
    Everything(Vec<DVec3>),
    Crease {
        around: VertexTriangles,
        angles: Vec<[f32; 3]>,
        /// The cosine of the crease angle.
        least: f64,
    },
}

impl CornerNormals {
    /// `flat`: the normal of each face. `crease`: radians.
    pub(super) fn new(faces: &Faces, triangles: &[FaceTriangle], flat: Vec<DVec3>, crease: f64) -> Self {
        if crease <= 0.0 {
            return Self { flat, rounding: Rounding::None };
        }
        if crease >= EVERYTHING {
            let mut sums = vec![DVec3::ZERO; faces.points.len()];
            for triangle in triangles {
                let normal = flat.at(triangle.face as usize);
                for (point, angle) in faces.points_of(triangle).into_iter().zip(angles(faces.positions(triangle))) {
                    sums.change(point as usize, |sum| *sum += normal * angle);
                }
            }
            return Self { flat, rounding: Rounding::Everything(sums) };
        }
        let points = triangles.iter().map(|triangle| faces.points_of(triangle));
        let Some(around) = VertexTriangles::new(faces.points.len(), points) else {
            return Self { flat, rounding: Rounding::None };
        };
        let angles = triangles.iter().map(|triangle| angles(faces.positions(triangle)).map(|angle| angle as f32));
        // Faces that meet at exactly the crease angle are smooth.
        let least = sin_cos_exact(crease).1 - 1e-9;
        let rounding = Rounding::Crease { around, angles: angles.collect(), least };
        Self { flat, rounding }
    }

    /// The normal at a corner (0, 1 or 2) of a triangle.
    pub(super) fn at(&self, faces: &Faces, triangles: &[FaceTriangle], triangle: usize, corner: usize) -> DVec3 {
        let flat = |triangle: usize| self.flat.get(triangles.get(triangle)?.face as usize).copied();
        let own = flat(triangle).unwrap_or(DVec3::Y);
        let points = |triangle: usize| triangles.get(triangle).map(|triangle| faces.points_of(triangle));
        let Some(point) = points(triangle).and_then(|points| points.get(corner).copied()) else { return own };
        match &self.rounding {
            Rounding::None => own,
            Rounding::Everything(sums) => sums.get(point as usize).and_then(|sum| sum.try_normalize()).unwrap_or(own),
            Rounding::Crease { around, angles, least } => {
                let ring = around.of(point);
                if ring.len() > MOST_AROUND {
                    return own;
                }
                let share = |triangle: &u32| {
                    let at = *triangle as usize;
                    let corner = points(at)?.iter().position(|known| *known == point)?;
                    let normal = flat(at).filter(|normal| normal.dot(own) >= *least)?;
                    Some(normal * f64::from(*angles.get(at)?.get(corner)?))
                };
                ring.iter().filter_map(share).sum::<DVec3>().try_normalize().unwrap_or(own)
            }
        }
    }
}

/// The angles at the corners of a triangle, in radians.
fn angles([a, b, c]: [DVec3; 3]) -> [f64; 3] {
    [(a, b, c), (b, c, a), (c, a, b)].map(|(here, next, last)| {
        let sides = (next - here).try_normalize().zip((last - here).try_normalize());
        sides.map_or(0.0, |(next, last)| angle_between(next, last))
    })
}
