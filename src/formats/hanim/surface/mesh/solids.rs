//! Boxes, spheres, cylinders and cones.

use glam::DVec3;

use super::ShapeMesh;
use super::attributes::MeshAttributes;
use super::build::mesh;
use super::faces::Faces;

/// Corners around a round shape, and rings from pole to pole.
const AROUND: u32 = 16;
const RINGS: u32 = 8;

/// A mesh of few triangles. `crease`: radians.
fn build(faces: Faces, crease: f64) -> ShapeMesh {
    mesh(faces, &MeshAttributes::plain(crease), usize::MAX).unwrap_or_default()
}

/// A box. `half` is half its size.
pub(crate) fn cuboid(half: DVec3) -> ShapeMesh {
    let corner = |bits: u32| half * DVec3::new(sign(bits & 1), sign(bits & 2), sign(bits & 4));
    let mut faces = Faces::new((0..8).map(corner).collect());
    let sides = [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];
    sides.iter().for_each(|side| faces.add_points(side));
    build(faces, 0.0)
}

fn sign(bit: u32) -> f64 {
    if bit == 0 { -1.0 } else { 1.0 }
}

/// A point on a circle around y.
fn around(step: u32, radius: f64, y: f64) -> DVec3 {
    let angle = std::f64::consts::TAU * f64::from(step) / f64::from(AROUND);
    DVec3::new(radius * angle.sin(), y, radius * angle.cos())
}

pub(crate) fn sphere(radius: f64) -> ShapeMesh {
    let ring = |ring: u32| {
        let angle = std::f64::consts::PI * f64::from(ring) / f64::from(RINGS);
        (0..AROUND).map(move |step| around(step, radius * angle.sin(), -radius * angle.cos()))
    };
    let mut faces = Faces::new((0..=RINGS).flat_map(ring).collect());
    (0..RINGS).for_each(|lower| band(&mut faces, lower * AROUND, (lower + 1) * AROUND));
    build(faces, std::f64::consts::PI)
}

/// Adds two triangles for each step around, between a ring and the one above it.
fn band(faces: &mut Faces, lower: u32, upper: u32) {
    for step in 0..AROUND {
        let next = (step + 1) % AROUND;
        faces.add_points(&[lower + step, lower + next, upper + next]);
        faces.add_points(&[lower + step, upper + next, upper + step]);
    }
}

/// A cylinder, or with the upper radius 0 a cone: its side, and a lid at each end whose radius is not 0.
pub(crate) fn turned(lower: f64, upper: f64, height: f64) -> ShapeMesh {
    let ends = [(lower, -height / 2.0), (upper, height / 2.0)];
    // The lids have points of their own, so that their edges show.
    let rings = ends.iter().chain(&ends);
    let points = rings.flat_map(|(radius, y)| (0..AROUND).map(|step| around(step, *radius, *y)));
    let mut faces = Faces::new(points.collect());
    band(&mut faces, 0, AROUND);
    if lower > 0.0 {
        faces.add_points(&(2 * AROUND..3 * AROUND).rev().collect::<Vec<u32>>());
    }
    if upper > 0.0 {
        faces.add_points(&(3 * AROUND..4 * AROUND).collect::<Vec<u32>>());
    }
    build(faces, std::f64::consts::PI)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The volume inside: the sum of the signed volumes under the triangles. Positive where they face outwards.
    fn volume(mesh: &ShapeMesh) -> f64 {
        let point = |index: u32| mesh.position(&mesh.corners[index as usize]);
        let parts = mesh.triangles.iter().map(|[a, b, c]| point(*a).dot(point(*b).cross(point(*c))));
        parts.sum::<f64>() / 6.0
    }

    #[test]
    fn hanim_shapes_are_closed_and_look_outwards() {
        assert!((volume(&cuboid(DVec3::new(1.0, 2.0, 3.0))) - 48.0).abs() < 1e-9);
        // The circle is a polygon of sixteen corners, whose area is 8 sin(pi / 8) instead of pi.
        let circle = 8.0 * (std::f64::consts::PI / 8.0).sin();
        assert!((volume(&turned(2.0, 2.0, 5.0)) - circle * 4.0 * 5.0).abs() < 1e-9);
        assert!((volume(&turned(2.0, 0.0, 3.0)) - circle * 4.0).abs() < 1e-9);
        let ball = volume(&sphere(1.0));
        assert!((3.7..4.19).contains(&ball), "{ball}");
        for mesh in [cuboid(DVec3::ONE), turned(1.0, 0.0, 2.0), turned(1.0, 1.0, 2.0), sphere(1.0)] {
            assert!(mesh.corners.iter().all(|corner| (corner.normal.length() - 1.0).abs() < 1e-9));
        }
    }

    #[test]
    fn hanim_edges_of_a_box_show() {
        let mesh = cuboid(DVec3::ONE);
        assert_eq!((mesh.corners.len(), mesh.triangles.len()), (24, 12));
        assert!(mesh.corners.iter().all(|corner| corner.normal.abs().max_element() > 1.0 - 1e-12));
    }
}
