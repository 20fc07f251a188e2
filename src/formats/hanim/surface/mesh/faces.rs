//! Polygons over shared points, and the triangles that they become.

use glam::DVec3;

use super::look::Look;
use super::{Corner, Mesh, normals, polygon};

/// Corners of one point that are compared with a new one; behind them it is taken for new.
const MOST_COMPARED: u32 = 64;

/// Where a face has a corner.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Place {
    /// Index of the point.
    pub(crate) point: u32,
    /// Its place in the file's list of indices; for a list without indices, the point's own.
    pub(crate) entry: u32,
}

#[derive(Debug, Clone, Copy)]
struct Face {
    /// Where its places end; they start where those of the face before end.
    end: usize,
    /// Its number in the file, where faces that are left out count too.
    number: u32,
}

/// A triangle of a face: indices of places and of the face.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Triangle {
    places: [u32; 3],
    face: u32,
}

/// Polygons, counter-clockwise seen from outside.
#[derive(Debug, Default)]
pub(crate) struct Faces {
    pub(crate) points: Vec<DVec3>,
    places: Vec<Place>,
    faces: Vec<Face>,
}

impl Faces {
    pub(crate) fn new(points: Vec<DVec3>) -> Self {
        Self { points, ..Self::default() }
    }

    /// Adds a face; one of fewer than three corners is none.
    pub(crate) fn add(&mut self, number: u32, places: &[Place]) {
        if places.len() >= 3 {
            self.places.extend_from_slice(places);
            self.faces.push(Face { end: self.places.len(), number });
        }
    }

    /// Adds a face that is in no file.
    pub(crate) fn add_points(&mut self, points: &[u32]) {
        let places: Vec<Place> = points.iter().map(|point| Place { point: *point, entry: *point }).collect();
        self.add(self.faces.len() as u32, &places);
    }

    fn place(&self, place: u32) -> Place {
        self.places.get(place as usize).copied().unwrap_or(Place { point: 0, entry: 0 })
    }

    fn position(&self, point: u32) -> DVec3 {
        self.points.get(point as usize).copied().unwrap_or(DVec3::ZERO)
    }

    /// The points of a triangle's corners.
    pub(crate) fn corners(&self, triangle: &Triangle) -> [u32; 3] {
        triangle.places.map(|place| self.place(place).point)
    }

    /// The positions of a triangle's corners.
    pub(crate) fn positions(&self, triangle: &Triangle) -> [DVec3; 3] {
        self.corners(triangle).map(|point| self.position(point))
    }

    /// All faces' triangles, and the normal of each one's face.
    fn triangles(&self) -> (Vec<Triangle>, Vec<DVec3>) {
        let (mut triangles, mut flat) = (Vec::new(), Vec::new());
        let mut start = 0;
        for (number, face) in (0..).zip(&self.faces) {
            let places = self.places.get(start..face.end).unwrap_or_default();
            let corners: Vec<DVec3> = places.iter().map(|place| self.position(place.point)).collect();
            let normal = polygon::normal(&corners).try_normalize().unwrap_or(DVec3::Y);
            polygon::triangles(&corners, |corners| {
                triangles.push(Triangle { places: corners.map(|corner| (start + corner) as u32), face: number });
                flat.push(normal);
            });
            start = face.end;
        }
        (triangles, flat)
    }

    /// The triangles, with a corner for whatever differs at a point.
    pub(crate) fn mesh(&self, look: &Look) -> Mesh {
        let (triangles, flat) = self.triangles();
        let normals = normals::normals(self, &triangles, &flat, look.crease);
        let mut mesh = Mesh::default();
        // By point, from 1: its latest corner; by corner: the one of the same point before it.
        let mut latest = vec![0_u32; self.points.len()];
        let mut before: Vec<u32> = Vec::new();
        for (triangle, normals) in triangles.iter().zip(normals) {
            let face = self.faces.get(triangle.face as usize).map_or(0, |face| face.number);
            let mut numbers = [0; 3];
            for ((number, place), normal) in numbers.iter_mut().zip(triangle.places).zip(normals) {
                let place = self.place(place);
                let corner = Corner {
                    point: place.point,
                    position: self.position(place.point),
                    normal: look.normal(place, face).unwrap_or(normal),
                    colour: look.colour(place, face),
                    texture: look.texture(place),
                };
                let Some(newest) = latest.get_mut(place.point as usize) else { continue };
                let mut known = *newest;
                for _ in 0..MOST_COMPARED {
                    let Some(at) = known.checked_sub(1).map(|at| at as usize) else { break };
                    if mesh.corners.get(at) == Some(&corner) {
                        break;
                    }
                    known = before.get(at).copied().unwrap_or(0);
                }
                let found = known.checked_sub(1).filter(|at| mesh.corners.get(*at as usize) == Some(&corner));
                *number = found.unwrap_or_else(|| {
                    mesh.corners.push(corner);
                    before.push(*newest);
                    *newest = mesh.corners.len() as u32;
                    *newest - 1
                });
            }
            mesh.triangles.push(numbers);
        }
        mesh
    }
}
