//! Normals where a file gives none.

use glam::DVec3;

use super::faces::{Faces, Triangle};
use crate::formats::vertex_triangles::VertexTriangles;

/// A point where more triangles meet is no part of a surface; it is not made round, unless everything is.
const MOST_AROUND: usize = 64;
/// From this angle on all faces at a point are one surface: files write half a turn with few digits.
const EVERYTHING: f64 = 3.13;

/// The normals of the corners of all triangles: at each, the mean of the faces around its point that lie within
/// `crease` radians of its own, weighed by the angles that they have there. `flat`: the normal of each triangle's face.
pub(crate) fn normals(faces: &Faces, triangles: &[Triangle], flat: &[DVec3], crease: f64) -> Vec<[DVec3; 3]> {
    let edged = || flat.iter().map(|normal| [*normal; 3]).collect();
    if crease <= 0.0 {
        return edged();
    }
    let shares: Vec<[DVec3; 3]> =
        triangles.iter().zip(flat).map(|(triangle, flat)| shares(faces.positions(triangle), *flat)).collect();
    let corners: Vec<[u32; 3]> = triangles.iter().map(|triangle| faces.corners(triangle)).collect();
    if crease >= EVERYTHING {
        let mut sums = vec![DVec3::ZERO; faces.points.len()];
        for (point, share) in corners.as_flattened().iter().zip(shares.as_flattened()) {
            if let Some(sum) = sums.get_mut(*point as usize) {
                *sum += *share;
            }
        }
        let sum = |point: u32| sums.get(point as usize).and_then(|sum| sum.try_normalize());
        let round = |(points, flat): (&[u32; 3], &DVec3)| points.map(|point| sum(point).unwrap_or(*flat));
        return corners.iter().zip(flat).map(round).collect();
    }
    let Some(around) = VertexTriangles::new(faces.points.len(), corners.iter().copied()) else { return edged() };
    // What is on the edge of the angle is within it.
    let least = crease.cos() - 1e-9;
    let round = |own: DVec3, point: u32| {
        let ring = around.of(point);
        if ring.len() > MOST_AROUND {
            return own;
        }
        let share = |triangle: &u32| {
            let at = *triangle as usize;
            let corner = corners.get(at)?.iter().position(|corner| *corner == point)?;
            let share = shares.get(at)?.get(corner)?;
            (flat.get(at)?.dot(own) >= least).then_some(*share)
        };
        ring.iter().filter_map(share).sum::<DVec3>().try_normalize().unwrap_or(own)
    };
    corners.iter().zip(flat).map(|(points, flat)| points.map(|point| round(*flat, point))).collect()
}

/// What a triangle adds to the normals at its corners.
fn shares([a, b, c]: [DVec3; 3], flat: DVec3) -> [DVec3; 3] {
    [(a, b, c), (b, c, a), (c, a, b)].map(|(here, next, last)| {
        let sides = (next - here).try_normalize().zip((last - here).try_normalize());
        flat * sides.map_or(0.0, |(next, last)| next.dot(last).clamp(-1.0, 1.0).acos())
    })
}

#[cfg(test)]
mod tests {
    use super::super::look::Look;
    use super::*;

    /// The normals at the near end of the ridge where two quads meet at that angle: of the left one, of the right one.
    fn ridge(angle: f64, crease: f64) -> [DVec3; 2] {
        let (sin, cos) = angle.sin_cos();
        let points = [
            [-1.0, 0.0, 0.0],
            [0.0, 0.0, 0.0],
            [0.0, 0.0, -1.0],
            [-1.0, 0.0, -1.0],
            [cos, -sin, 0.0],
            [cos, -sin, -1.0],
        ];
        let mut faces = Faces::new(points.map(DVec3::from).to_vec());
        faces.add_points(&[0, 1, 2, 3]);
        faces.add_points(&[1, 4, 5, 2]);
        let mesh = faces.mesh(&Look::plain(crease));
        let normal = |triangle: usize| {
            let corner = |index: &&u32| mesh.corners[**index as usize].point == 1;
            let index = mesh.triangles[triangle].iter().find(corner).unwrap();
            mesh.corners[*index as usize].normal
        };
        [normal(0), normal(2)]
    }

    #[test]
    fn hanim_faces_within_the_crease_angle_are_round() {
        let [left, right] = ridge(0.5, 0.4);
        assert!(
            left.distance(DVec3::Y) < 1e-12 && right.distance(DVec3::new(0.5_f64.sin(), 0.5_f64.cos(), 0.0)) < 1e-12
        );
        // Both quads have a right angle there, so that the mean is half way.
        let half = DVec3::new(0.25_f64.sin(), 0.25_f64.cos(), 0.0);
        for crease in [0.5, 0.6, 3.0, 3.135] {
            for normal in ridge(0.5, crease) {
                assert!(normal.distance(half) < 1e-12, "{crease} {normal}");
            }
        }
    }

    #[test]
    fn hanim_points_of_very_many_faces_are_read_in_time() {
        let count = 30_000;
        let rim = |step: u32| {
            let (sin, cos) = (f64::from(step) / f64::from(count) * std::f64::consts::TAU).sin_cos();
            DVec3::new(sin, 0.0, cos)
        };
        let mut faces = Faces::new([DVec3::Y].into_iter().chain((0..count).map(rim)).collect());
        (0..count).for_each(|step| faces.add_points(&[0, 1 + step, 1 + (step + 1) % count]));
        for (crease, up) in [(1.0, 0.5_f64.sqrt()), (3.2, 1.0)] {
            let mesh = faces.mesh(&Look::plain(crease));
            assert_eq!(mesh.triangles.len(), count as usize);
            let tip = mesh.corners.iter().find(|corner| corner.point == 0).unwrap();
            assert!((tip.normal.y - up).abs() < 1e-6, "{}", tip.normal);
        }
    }
}
