//! Polygons over shared points, and their triangles.

use glam::DVec3;

use super::polygon;
use crate::checked::Checked;

#[derive(Debug, Clone, Copy, Default)]
pub(super) struct FaceCorner {
    pub(super) point: u32,
    /// Index in the file's list of indices; without such a list, the point; in a solid, the index among all corners.
    pub(super) entry: u32,
}

#[derive(Debug, Clone, Copy)]
struct Face {
    /// Where its corners end; they start at the end of the previous face's.
    end: u32,
    /// Its number in the file, where faces that are left out count, too.
    number: u32,
}

/// A triangle of a face: indices of corners and of the face.
#[derive(Debug, Clone, Copy)]
pub(super) struct FaceTriangle {
    pub(super) corners: [u32; 3],
    pub(super) face: u32,
}

/// Polygons, counter-clockwise seen from outside.
#[derive(Debug, Default)]
pub(super) struct Faces {
    pub(super) points: Vec<DVec3>,
    corners: Vec<FaceCorner>,
    faces: Vec<Face>,
}

impl Faces {
    pub(super) fn new(points: Vec<DVec3>) -> Self {
        Self { points, ..Self::default() }
    }

    pub(super) fn reserve(&mut self, faces: usize, corners: usize) {
        // If that fails, the lists grow as needed.
        self.faces.try_reserve_exact(faces).ok();
        self.corners.try_reserve_exact(corners).ok();
    }

    /// Adds a face; ignores one of fewer than three corners.
    pub(super) fn add(&mut self, number: u32, corners: &[FaceCorner]) {
        if corners.len() >= 3 {
            self.corners.extend_from_slice(corners);
            self.faces.push(Face { end: self.corners.len() as u32, number });
        }
    }

    /// Adds a face of a solid, which no file lists.
    pub(super) fn add_points(&mut self, points: &[u32]) {
        let entries = self.corners.len() as u32..;
        let corners: Vec<FaceCorner> =
            points.iter().zip(entries).map(|(point, entry)| FaceCorner { point: *point, entry }).collect();
        self.add(self.faces.len() as u32, &corners);
    }

    pub(super) fn corner(&self, corner: u32) -> FaceCorner {
        self.corners.at(corner as usize)
    }

    pub(super) fn number(&self, face: u32) -> u32 {
        self.faces.get(face as usize).map_or(0, |face| face.number)
    }

    fn position(&self, point: u32) -> DVec3 {
        self.points.at(point as usize)
    }

    pub(super) fn points_of(&self, triangle: &FaceTriangle) -> [u32; 3] {
        triangle.corners.map(|corner| self.corner(corner).point)
    }

    pub(super) fn positions(&self, triangle: &FaceTriangle) -> [DVec3; 3] {
        self.points_of(triangle).map(|point| self.position(point))
    }

    /// The triangles of all faces, and the normal of each face.
    pub(super) fn triangles(&self) -> (Vec<FaceTriangle>, Vec<DVec3>) {
        let count = self.corners.len().saturating_sub(2 * self.faces.len());
        let (mut triangles, mut normals) = (Vec::with_capacity(count), Vec::with_capacity(self.faces.len()));
        let mut positions: Vec<DVec3> = Vec::new();
        let mut start = 0;
        for (index, face) in (0..).zip(&self.faces) {
            let corners = self.corners.get(start as usize..face.end as usize).unwrap_or_default();
            positions.clear();
            positions.extend(corners.iter().map(|corner| self.position(corner.point)));
            normals.push(polygon::normal(&positions).try_normalize().unwrap_or(DVec3::Y));
            polygon::triangles(&positions, |corners| {
                triangles.push(FaceTriangle { corners: corners.map(|corner| start + corner as u32), face: index });
            });
            start = face.end;
        }
        (triangles, normals)
    }
}
