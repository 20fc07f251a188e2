//! Builds a mesh from faces, their normals and their colours.

use super::attributes::MeshAttributes;
use super::faces::Faces;
use super::normals::CornerNormals;
use super::{MeshCorner, MeshTooLarge, ShapeMesh};
use crate::checked::Checked;
use crate::formats::reading::growth::push;

/// A new corner is compared with at most so many corners of its point. If it differs from all, it is added.
const MOST_COMPARED: u32 = 64;

/// The triangles of all faces. A point has several corners where normals, colours or texture coordinates differ.
pub(super) fn mesh(faces: Faces, attributes: &MeshAttributes, most_corners: usize) -> Result<ShapeMesh, MeshTooLarge> {
    let (triangles, flat) = faces.triangles();
    let normals = CornerNormals::new(&faces, &triangles, flat, attributes.crease);
    let mut mesh = ShapeMesh { triangles: Vec::with_capacity(triangles.len()), ..ShapeMesh::default() };
    // For each point, its latest corner, counted from 1. For each corner, the previous corner of its point.
    let mut latest = vec![0_u32; faces.points.len()];
    let mut before: Vec<u32> = Vec::new();
    for (index, triangle) in triangles.iter().enumerate() {
        let face = faces.number(triangle.face);
        let mut numbers = [0; 3];
        for (at, (number, corner)) in numbers.iter_mut().zip(triangle.corners).enumerate() {
            let place = faces.corner(corner);
            let corner = MeshCorner {
                point: place.point,
                normal: attributes.normal(place, face).unwrap_or_else(|| normals.at(&faces, &triangles, index, at)),
                colour: attributes.colour(place, face),
                texture: attributes.texture(place),
            };
            let Some(newest) = latest.get_mut(place.point as usize) else { continue };
            let mut known = *newest;
            for _ in 0..MOST_COMPARED {
                let Some(at) = known.checked_sub(1).map(|at| at as usize) else { break };
                if mesh.corners.get(at) == Some(&corner) {
                    break;
                }
                known = before.at(at);
            }
            let found = known.checked_sub(1).filter(|at| mesh.corners.get(*at as usize) == Some(&corner));
            *number = match found {
                Some(found) => found,
                None if mesh.corners.len() >= most_corners => return Err(MeshTooLarge),
                None => {
                    push(&mut mesh.corners, corner).map_err(|_| MeshTooLarge)?;
                    push(&mut before, *newest).map_err(|_| MeshTooLarge)?;
                    *newest = mesh.corners.len() as u32;
                    *newest - 1
                }
            };
        }
        mesh.triangles.push(numbers);
    }
    mesh.points = faces.points;
    Ok(mesh)
}

#[cfg(test)]
mod tests {
    use glam::DVec3;

    use super::*;

    /// The normals of the left and the right quad at the near end of the ridge where they meet at that angle.
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
        let mesh = mesh(faces, &MeshAttributes::plain(crease, None), usize::MAX).unwrap();
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
        // Both quads have a right angle there, so that the mean is halfway.
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
        for (crease, up) in [(1.0, 0.5_f64.sqrt()), (3.2, 1.0)] {
            let mut faces = Faces::new([DVec3::Y].into_iter().chain((0..count).map(rim)).collect());
            (0..count).for_each(|step| faces.add_points(&[0, 1 + step, 1 + (step + 1) % count]));
            let mesh = mesh(faces, &MeshAttributes::plain(crease, None), usize::MAX).unwrap();
            assert_eq!(mesh.triangles.len(), count as usize);
            let tip = mesh.corners.iter().find(|corner| corner.point == 0).unwrap();
            assert!((tip.normal.y - up).abs() < 1e-6, "{}", tip.normal);
        }
    }

    #[test]
    fn hanim_meshes_of_too_many_corners_are_not_made() {
        let quad = || {
            let mut faces = Faces::new(vec![DVec3::ZERO, DVec3::X, DVec3::ONE, DVec3::Y]);
            faces.add_points(&[0, 1, 2, 3]);
            faces
        };
        let attributes = MeshAttributes::plain(0.0, None);
        assert!(mesh(quad(), &attributes, 4).is_ok() && mesh(quad(), &attributes, 3).is_err());
    }
}
