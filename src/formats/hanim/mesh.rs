//! Shapes of segments as triangles.
//!
//! Boxes, spheres, cylinders, cones, IndexedFaceSet and IndexedTriangleSet; materials and textures are left to the
//! player. Polygons are taken as convex: each becomes a fan.

use glam::DVec3;

use super::report::Report;
use super::tree::{Node, NodeId, Tree, Value};

/// Corners around a round shape, and rings from pole to pole.
const AROUND: u32 = 16;
const RINGS: u32 = 8;
/// An angle between faces, in radians, from which on they look round rather than flat (`creaseAngle`).
const ROUND: f64 = 0.5;

/// A corner of triangles.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Corner {
    /// Which of the coordinates it is, for what goes by their numbers: weights of skins, displacers.
    pub(super) point: u32,
    /// The shape's space.
    pub(super) position: DVec3,
    /// Unit length.
    pub(super) normal: DVec3,
    /// sRGB; alpha 0 where the file gives none.
    pub(super) colour: [u8; 4],
    /// Where it is on the picture.
    pub(super) texture: [f32; 2],
}

/// A Shape's triangles.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Mesh {
    pub(super) corners: Vec<Corner>,
    /// Counter-clockwise seen from outside.
    pub(super) triangles: Vec<[u32; 3]>,
    /// The Coordinate node that its points come from.
    pub(super) coordinate: Option<NodeId>,
    /// The file of the picture that it wears.
    pub(super) picture: Option<String>,
}

/// The triangles of a Shape; `None` for geometry without any.
pub(super) fn read(tree: &Tree, shape: &Node, report: &mut Report<'_>) -> Option<Mesh> {
    // In XML the field is hardly ever written, so the geometry is told by its type.
    let mut nodes = shape.fields.iter().filter_map(|field| match &field.value {
        Value::Nodes(nodes) => Some(nodes),
        Value::Text { .. } => None,
    });
    let mut meshes = nodes.by_ref().flatten().filter_map(|id| geometry(tree, tree.resolve(*id)?.1, report));
    meshes.next().filter(|mesh| !mesh.triangles.is_empty())
}

fn geometry(tree: &Tree, node: &Node, report: &mut Report<'_>) -> Option<Mesh> {
    match &*node.type_name {
        "Box" => Some(cuboid(DVec3::from(tree.vector(node, "size", [2.0; 3], report)) * 0.5)),
        "Sphere" => Some(sphere(tree.scalar(node, "radius", 1.0, report))),
        "Cylinder" => {
            let radius = tree.scalar(node, "radius", 1.0, report);
            Some(turned(radius, radius, tree.scalar(node, "height", 2.0, report)))
        }
        "Cone" => {
            let radius = tree.scalar(node, "bottomRadius", 1.0, report);
            Some(turned(radius, 0.0, tree.scalar(node, "height", 2.0, report)))
        }
        "IndexedFaceSet" => Some(indexed(tree, node, "coordIndex", report)),
        "IndexedTriangleSet" => Some(indexed(tree, node, "index", report)),
        _ => None,
    }
}

/// Normals as the mean of the faces around each point, larger faces counting more.
fn rounded(points: Vec<DVec3>, triangles: Vec<[u32; 3]>) -> Mesh {
    let mut normals = vec![DVec3::ZERO; points.len()];
    let point = |index: u32| points.get(index as usize).copied().unwrap_or(DVec3::ZERO);
    for triangle in &triangles {
        let [a, b, c] = triangle.map(point);
        for corner in triangle {
            if let Some(normal) = normals.get_mut(*corner as usize) {
                *normal += (b - a).cross(c - a);
            }
        }
    }
    let normals = normals.into_iter().map(|normal: DVec3| normal.try_normalize().unwrap_or(DVec3::Y));
    let corner = |((point, position), normal)| Corner { point, position, normal, ..Corner::default() };
    let corners = (0..).zip(points).zip(normals).map(corner).collect();
    Mesh { corners, triangles, ..Mesh::default() }
}

/// Every face with corners of its own, so that its edges show.
fn flat(points: &[DVec3], triangles: &[[u32; 3]]) -> Mesh {
    let corners = triangles.as_flattened().iter().filter_map(|index| points.get(*index as usize)).copied().collect();
    let own = (0..triangles.len() as u32).map(|face| [3 * face, 3 * face + 1, 3 * face + 2]).collect();
    let mut mesh = rounded(corners, own);
    for (corner, point) in mesh.corners.iter_mut().zip(triangles.as_flattened()) {
        corner.point = *point;
    }
    mesh
}

fn cuboid(half: DVec3) -> Mesh {
    let corner = |bits: u32| half * DVec3::new(sign(bits & 1), sign(bits & 2), sign(bits & 4));
    let points: Vec<DVec3> = (0..8).map(corner).collect();
    let faces = [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];
    let triangles: Vec<[u32; 3]> = faces.iter().flat_map(|[a, b, c, d]| [[*a, *b, *c], [*a, *c, *d]]).collect();
    flat(&points, &triangles)
}

fn sign(bit: u32) -> f64 {
    if bit == 0 { -1.0 } else { 1.0 }
}

/// A point on a circle around y.
fn around(step: u32, radius: f64, y: f64) -> DVec3 {
    let angle = std::f64::consts::TAU * f64::from(step) / f64::from(AROUND);
    DVec3::new(radius * angle.sin(), y, radius * angle.cos())
}

fn sphere(radius: f64) -> Mesh {
    let ring = |ring: u32| {
        let angle = std::f64::consts::PI * f64::from(ring) / f64::from(RINGS);
        (0..AROUND).map(move |step| around(step, radius * angle.sin(), -radius * angle.cos()))
    };
    let points: Vec<DVec3> = (0..=RINGS).flat_map(ring).collect();
    let triangles = (0..RINGS).flat_map(|lower| band(lower * AROUND, (lower + 1) * AROUND)).collect();
    rounded(points, triangles)
}

/// Two triangles for each step between a ring and the one above it.
fn band(lower: u32, upper: u32) -> impl Iterator<Item = [u32; 3]> {
    (0..AROUND).flat_map(move |step| {
        let next = (step + 1) % AROUND;
        [[lower + step, lower + next, upper + next], [lower + step, upper + next, upper + step]]
    })
}

/// A cylinder, or a cone where the upper radius is 0: its side, and a lid at each end that has a radius.
fn turned(lower: f64, upper: f64, height: f64) -> Mesh {
    let (bottom, top) = (-height / 2.0, height / 2.0);
    let mut points: Vec<DVec3> = Vec::new();
    let mut triangles: Vec<[u32; 3]> = Vec::new();
    for (radius, y) in [(lower, bottom), (upper, top)] {
        points.extend((0..AROUND).map(|step| around(step, radius, y)));
    }
    triangles.extend(band(0, AROUND));
    for (radius, y, up) in [(lower, bottom, false), (upper, top, true)] {
        if radius > 0.0 {
            let first = points.len() as u32;
            points.extend((0..AROUND).map(|step| around(step, radius, y)));
            let fan = (1..AROUND - 1).map(|step| [first, first + step, first + step + 1]);
            triangles.extend(fan.map(|[a, b, c]| if up { [a, b, c] } else { [a, c, b] }));
        }
    }
    rounded(points, triangles)
}

/// Points and lists of their indices. In a face set -1 ends a face. Faces with an index out of range are left out.
fn indexed(tree: &Tree, node: &Node, field: &str, report: &mut Report<'_>) -> Mesh {
    let mut children = node.fields.iter().filter_map(|field| match &field.value {
        Value::Nodes(nodes) => Some(nodes),
        Value::Text { .. } => None,
    });
    let coordinate = |(_, node): &(_, &Node)| node.type_name.starts_with("Coordinate");
    let found = children.by_ref().flatten().filter_map(|id| tree.resolve(*id)).find(coordinate);
    let Some((id, coordinate)) = found else { return Mesh::default() };
    let numbers = tree.numbers(coordinate, "point", report);
    let points: Vec<DVec3> = numbers.as_chunks().0.iter().map(|point| DVec3::from_array(*point)).collect();
    let indices = tree.numbers(node, field, report);
    let is_set = field == "index";
    let mut triangles: Vec<[u32; 3]> = Vec::new();
    let mut outside = 0_usize;
    let mut face = |corners: &[f64]| {
        if corners.iter().any(|index| !(0.0..points.len() as f64).contains(index)) {
            outside += 1;
        } else if let [first, rest @ ..] = corners {
            triangles.extend(rest.windows(2).filter_map(|pair| match pair {
                [b, c] => Some([*first as u32, *b as u32, *c as u32]),
                _ => None,
            }));
        }
    };
    if is_set {
        indices.as_chunks::<3>().0.iter().for_each(|corners| face(corners));
    } else {
        indices.split(|index| *index < 0.0).for_each(&mut face);
    }
    if outside > 0 {
        let count = points.len();
        report.warn(
            "hanim.face-index",
            node.place,
            format_args!("{outside} faces use points that are not among the {count}; left out"),
        );
    }
    if tree.tokens(node, "ccw").next().is_some_and(|(_, token)| token.eq_ignore_ascii_case(b"false")) {
        triangles.iter_mut().for_each(|[_, b, c]| std::mem::swap(b, c));
    }
    // A triangle set shares its corners unless it says otherwise; a face set has edges unless it says otherwise.
    let shared = if is_set {
        tree.tokens(node, "normalPerVertex").next().is_none_or(|(_, token)| !token.eq_ignore_ascii_case(b"false"))
    } else {
        tree.scalar(node, "creaseAngle", 0.0, report) >= ROUND
    };
    let mesh = if shared { rounded(points, triangles) } else { flat(&points, &triangles) };
    Mesh { coordinate: Some(id), ..mesh }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Six times the volume inside: the sum of the triangles' signed ones. Positive where they look outwards.
    fn volume(mesh: &Mesh) -> f64 {
        let point = |index: u32| mesh.corners[index as usize].position;
        let parts = mesh.triangles.iter().map(|[a, b, c]| point(*a).dot(point(*b).cross(point(*c))));
        parts.sum::<f64>() / 6.0
    }

    #[test]
    fn hanim_shapes_are_closed_and_look_outwards() {
        assert!((volume(&cuboid(DVec3::new(1.0, 2.0, 3.0))) - 48.0).abs() < 1e-9);
        // A polygon of sixteen corners stands for the circle: 8 sin(pi / 8) for pi.
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
        assert_eq!((mesh.corners.len(), mesh.triangles.len()), (36, 12));
        assert!(mesh.corners.iter().all(|corner| corner.normal.abs().max_element() > 1.0 - 1e-12));
    }
}
