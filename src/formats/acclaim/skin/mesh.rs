//! Splits polygons into triangles and computes missing normals.

use std::collections::HashMap;

use glam::Vec3;

use crate::checked::Checked;
use crate::formats::reading::VertexTriangles;
use crate::model::{BuildError, Skin, SkinCorner};

/// Cosine of 50°. Faces with closer normals are smoothed together: the sides of an eight-sided limb, but not of a box.
const CREASE: f32 = 0.643;
/// Normals are not averaged where more triangles meet: smooth surfaces have no such points.
const MAX_SMOOTH_TRIANGLES: usize = 64;
/// Polygons with more corners are assumed to be convex.
const MAX_CONCAVE_CORNERS: usize = 64;

/// The file's contents. Unreadable points and normals are not finite.
#[derive(Default)]
pub(super) struct ObjMesh {
    pub(super) points: Vec<Vec3>,
    pub(super) normals: Vec<Vec3>,
    pub(super) triangles: Vec<ObjTriangle>,
}

pub(super) struct ObjTriangle {
    pub(super) points: [u32; 3],
    pub(super) joint: u16,
    /// The file's normals, if it gives one for each corner of the face.
    normals: Option<[u32; 3]>,
    /// The face's normal, unit length.
    flat: Vec3,
}

impl ObjMesh {
    /// Adds a polygon as triangles; skips parts without area. The indices are valid.
    pub(super) fn polygon(&mut self, points: &[u32], normals: Option<&[u32]>, joint: u16) -> Result<(), BuildError> {
        let count = points.len();
        let at = |corner: usize| self.points.at(points.at(corner % count) as usize);
        // Twice the area vector of the triangle from one corner to two consecutive ones.
        let area = |from: usize, second: usize| (at(second) - at(from)).cross(at(second + 1) - at(from));
        let whole: Vec3 = (1..count - 1).map(|second| area(0, second)).sum();
        let Some(flat) = whole.try_normalize() else { return Ok(()) };

        // A corner that sees all others; in a convex polygon any corner does.
        let sees_all = |from: usize| (1..count - 1).all(|step| area(from, from + step).dot(flat) >= 0.0);
        let convex = count == 3 || count > MAX_CONCAVE_CORNERS;
        let from = if convex { 0 } else { (0..count).find(|&from| sees_all(from)).unwrap_or(0) };

        let normal_of = |index: u32| self.normals.at(index as usize);
        let normals = normals.filter(|all| all.iter().all(|&normal| normal_of(normal).try_normalize().is_some()));
        // The normals show which side is outside.
        let inside_out =
            normals.is_some_and(|all| all.iter().map(|&index| normal_of(index)).sum::<Vec3>().dot(flat) < 0.0);
        for step in 1..count - 1 {
            if area(from, from + step).try_normalize().is_none() {
                continue;
            }
            let mut corners = [from, from + step, from + step + 1].map(|corner| corner % count);
            if inside_out {
                corners.swap(1, 2);
            }
            let pick = |all: &[u32]| corners.map(|corner| all.at(corner));
            let flat = if inside_out { -flat } else { flat };
            let triangle = ObjTriangle { points: pick(points), joint, normals: normals.map(pick), flat };
            if self.triangles.len() >= Skin::MOST_TRIANGLES {
                return Err(BuildError::TooManyTriangles);
            }
            push(&mut self.triangles, triangle)?;
        }
        Ok(())
    }

    /// Corners and triangles. Triangles share corners with equal point, joint and normal.
    pub(super) fn build(&self) -> Result<(Vec<SkinCorner>, Vec<[u32; 3]>), BuildError> {
        let points = self.triangles.iter().map(|one| one.points);
        let around = VertexTriangles::new(self.points.len(), points).ok_or(BuildError::OutOfMemory)?;
        let (mut all, mut triangles) = (Vec::new(), Vec::new());
        let mut known: HashMap<(u32, u16, [u32; 3]), u32> = HashMap::new();
        for triangle in &self.triangles {
            let mut corners = [0; 3];
            for (corner, slot) in corners.iter_mut().enumerate() {
                let point = triangle.points.at(corner);
                let normal = match triangle.normals.and_then(|all| all.get(corner).copied()) {
                    Some(index) => self.normals.get(index as usize).map_or(Vec3::Y, |normal| normal.normalize()),
                    None => self.smooth_normal(triangle, point, &around),
                };
                let key = (point, triangle.joint, normal.to_array().map(f32::to_bits));
                known.try_reserve(1).map_err(|_| BuildError::OutOfMemory)?;
                *slot = match known.get(&key) {
                    Some(&index) => index,
                    None => {
                        let position = self.points.at(point as usize);
                        let index = all.len() as u32;
                        push(&mut all, SkinCorner::rigid(position, normal, u32::from(triangle.joint)))?;
                        known.insert(key, index);
                        index
                    }
                };
            }
            push(&mut triangles, corners)?;
        }
        Ok((all, triangles))
    }

    /// The normal at a triangle's corner: the mean of the smoothly adjoining faces at that point, weighted by their angles there.
    fn smooth_normal(&self, triangle: &ObjTriangle, point: u32, around: &VertexTriangles) -> Vec3 {
        let ring = around.of(point);
        if ring.len() > MAX_SMOOTH_TRIANGLES {
            return triangle.flat;
        }
        let weighted_normal = |&index: &u32| {
            let one = self.triangles.get(index as usize)?;
            let corner = one.points.iter().position(|&at| at == point)?;
            let at =
                |turn: usize| one.points.get((corner + turn) % 3).and_then(|&point| self.points.get(point as usize));
            let (here, next, last) = (at(0)?, at(1)?, at(2)?);
            let same = one.flat.dot(triangle.flat) > CREASE;
            same.then(|| one.flat * (*next - *here).angle_between(*last - *here))
        };
        let sum: Vec3 = ring.iter().filter_map(weighted_normal).sum();
        sum.try_normalize().unwrap_or(triangle.flat)
    }
}

/// Pushes, failing without memory.
pub(super) fn push<T>(list: &mut Vec<T>, item: T) -> Result<(), BuildError> {
    list.try_reserve(1).map_err(|_| BuildError::OutOfMemory)?;
    list.push(item);
    Ok(())
}
