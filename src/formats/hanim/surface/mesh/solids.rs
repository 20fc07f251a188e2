//! Boxes, spheres, cylinders and cones, with their texture coordinates (ISO/IEC 19775-1, 13.3.1 to 13.3.3 and 13.3.7):
//! the picture goes counter-clockwise around round shapes seen from above, with the seam at the back. Each side of a
//! box has all of it, a lid has the circle in its middle.

use std::f64::consts::{PI, TAU};

use glam::{DVec2, DVec3};

use super::ShapeMesh;
use super::attributes::MeshAttributes;
use super::build::mesh;
use super::faces::Faces;
use crate::checked::Checked;
use crate::compact::maths::sin_cos_exact;
use crate::formats::hanim::surface::textures::{Picture, TextureMapping};

/// Corners around a round shape, and rings from pole to pole. The seam is at one of the corners.
const AROUND: u32 = 16;
const RINGS: u32 = 8;

pub(crate) struct MeshSolid {
    faces: Faces,
    /// The texture coordinates of each corner of a face, in their order.
    places: Vec<DVec2>,
    /// Crease angle in radians.
    crease: f64,
}

impl MeshSolid {
    fn new(points: Vec<DVec3>, crease: f64) -> Self {
        Self { faces: Faces::new(points), places: Vec::new(), crease }
    }

    /// Adds a face: points with their texture coordinates.
    fn add(&mut self, corners: &[(u32, DVec2)]) {
        let points: Vec<u32> = corners.iter().map(|(point, _)| *point).collect();
        self.faces.add_points(&points);
        self.places.extend(corners.iter().map(|(_, place)| *place));
    }

    pub(crate) fn mesh(self, picture: Option<&Picture>) -> ShapeMesh {
        let mapping = picture.map(|picture| TextureMapping::of_corners(&self.places, picture));
        let made = mesh(self.faces, &MeshAttributes::plain(self.crease, mapping), usize::MAX).unwrap_or_default();
        ShapeMesh { picture: picture.map(|picture| picture.source.clone()), ..made }
    }

    /// Adds two triangles for each step around, between a ring and the one above it. `heights`: those of the rings on
    /// the picture. At a ring that is a single point, each triangle has the middle of its step.
    fn band(&mut self, [lower, upper]: [u32; 2], heights: [f64; 2], is_point: [bool; 2]) {
        for step in 0..AROUND {
            let next = (step + 1) % AROUND;
            let turned = f64::from((step + AROUND / 2) % AROUND);
            let at = |ring: usize, more: f64| {
                let more = if is_point.get(ring) == Some(&true) { 0.5 } else { more };
                DVec2::new((turned + more) / f64::from(AROUND), heights.at(ring))
            };
            if !is_point[0] {
                self.add(&[(lower + step, at(0, 0.0)), (lower + next, at(0, 1.0)), (upper + next, at(1, 1.0))]);
            }
            if !is_point[1] {
                self.add(&[(lower + step, at(0, 0.0)), (upper + next, at(1, 1.0)), (upper + step, at(1, 0.0))]);
            }
        }
    }

    /// Adds a lid on the ring that begins at point `first`. The picture is upright on the upper lid when that is tilted
    /// to the front, on the lower lid when that is tilted to the back.
    fn lid(&mut self, first: u32, is_upper: bool) {
        let corner = |step: u32| {
            let [x, _, z] = around(step, 0.5, 0.0).to_array();
            (first + step, DVec2::new(0.5 + x, 0.5 + if is_upper { -z } else { z }))
        };
        let mut corners: Vec<(u32, DVec2)> = (0..AROUND).map(corner).collect();
        if !is_upper {
            corners.reverse();
        }
        self.add(&corners);
    }
}

/// A box. `half` is half its size.
pub(crate) fn cuboid(half: DVec3) -> MeshSolid {
    let corner = |bits: u32| DVec3::new(sign(bits & 1), sign(bits & 2), sign(bits & 4));
    let mut solid = MeshSolid::new((0..8).map(|bits| half * corner(bits)).collect(), 0.0);
    // The corners of each side, and its right and up directions as a viewer sees it: the lid from above with the back
    // up, the bottom from below with the front up.
    let sides = [
        ([0, 4, 6, 2], DVec3::Z, DVec3::Y),
        ([1, 3, 7, 5], DVec3::NEG_Z, DVec3::Y),
        ([0, 1, 5, 4], DVec3::X, DVec3::Z),
        ([2, 6, 7, 3], DVec3::X, DVec3::NEG_Z),
        ([0, 2, 3, 1], DVec3::NEG_X, DVec3::Y),
        ([4, 5, 7, 6], DVec3::X, DVec3::Y),
    ];
    for (points, right, up) in sides {
        let place = |bits: u32| (DVec2::new(corner(bits).dot(right), corner(bits).dot(up)) + 1.0) / 2.0;
        solid.add(&points.map(|bits| (bits, place(bits))));
    }
    solid
}

fn sign(bit: u32) -> f64 {
    if bit == 0 { -1.0 } else { 1.0 }
}

/// A point on a circle around y, counter-clockwise seen from above; the first is at the front.
fn around(step: u32, radius: f64, y: f64) -> DVec3 {
    let angle = TAU * f64::from(step) / f64::from(AROUND);
    let (sine, cosine) = sin_cos_exact(angle);
    DVec3::new(radius * sine, y, radius * cosine)
}

pub(crate) fn sphere(radius: f64) -> MeshSolid {
    let ring = |ring: u32| {
        let angle = PI * f64::from(ring) / f64::from(RINGS);
        let (sine, cosine) = sin_cos_exact(angle);
        (0..AROUND).map(move |step| around(step, radius * sine, -radius * cosine))
    };
    let mut solid = MeshSolid::new((0..=RINGS).flat_map(ring).collect(), PI);
    for lower in 0..RINGS {
        let heights = [lower, lower + 1].map(|ring| f64::from(ring) / f64::from(RINGS));
        solid.band([lower * AROUND, (lower + 1) * AROUND], heights, [lower == 0, lower + 1 == RINGS]);
    }
    solid
}

/// A cylinder, or a cone if the upper radius is 0, with the parts that it has: the side, the lower lid, the upper lid.
pub(crate) fn turned(lower: f64, upper: f64, height: f64, [side, bottom, top]: [bool; 3]) -> MeshSolid {
    let ends = [(lower, -height / 2.0), (upper, height / 2.0)];
    // The lids have points of their own, so that their edges show.
    let rings = ends.iter().chain(&ends);
    let points = rings.flat_map(|(radius, y)| (0..AROUND).map(|step| around(step, *radius, *y)));
    let mut solid = MeshSolid::new(points.collect(), PI);
    if side {
        solid.band([0, AROUND], [0.0, 1.0], [false, upper == 0.0]);
    }
    if bottom && lower > 0.0 {
        solid.lid(2 * AROUND, false);
    }
    if top && upper > 0.0 {
        solid.lid(3 * AROUND, true);
    }
    solid
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The volume: the sum of the signed volumes under the triangles. Positive if they face outwards.
    fn volume(mesh: &ShapeMesh) -> f64 {
        let point = |index: u32| mesh.position(&mesh.corners[index as usize]);
        let parts = mesh.triangles.iter().map(|[a, b, c]| point(*a).dot(point(*b).cross(point(*c))));
        parts.sum::<f64>() / 6.0
    }

    #[test]
    fn hanim_solids_are_closed_and_face_outwards() {
        const ALL: [bool; 3] = [true; 3];
        let volume = |solid: MeshSolid| volume(&solid.mesh(None));
        assert!((volume(cuboid(DVec3::new(1.0, 2.0, 3.0))) - 48.0).abs() < 1e-9);
        // The circle is a polygon of sixteen corners, whose area is 8 sin(pi / 8) instead of pi.
        let circle = 8.0 * (PI / 8.0).sin();
        assert!((volume(turned(2.0, 2.0, 5.0, ALL)) - circle * 4.0 * 5.0).abs() < 1e-9);
        assert!((volume(turned(2.0, 0.0, 3.0, ALL)) - circle * 4.0).abs() < 1e-9);
        let ball = volume(sphere(1.0));
        assert!((3.7..4.19).contains(&ball), "{ball}");
        for solid in [cuboid(DVec3::ONE), turned(1.0, 0.0, 2.0, ALL), turned(1.0, 1.0, 2.0, ALL), sphere(1.0)] {
            let mesh = solid.mesh(None);
            assert!(mesh.corners.iter().all(|corner| (corner.normal.length() - 1.0).abs() < 1e-9));
        }
    }

    #[test]
    fn hanim_edges_of_a_box_show() {
        let mesh = cuboid(DVec3::ONE).mesh(None);
        assert_eq!((mesh.corners.len(), mesh.triangles.len()), (24, 12));
        assert!(mesh.corners.iter().all(|corner| corner.normal.abs().max_element() > 1.0 - 1e-12));
    }
}
