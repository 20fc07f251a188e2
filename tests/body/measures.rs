//! What surfaces are measured by.

use std::collections::HashMap;

use glam::Vec3;

/// Edges that are not between exactly two triangles, one in each direction.
pub fn open_edges(triangles: &[[u32; 3]]) -> usize {
    let mut edges: HashMap<[u32; 2], i32> = HashMap::new();
    for [a, b, c] in triangles {
        for edge in [[a, b], [b, c], [c, a]] {
            *edges.entry(edge.map(|end| *end)).or_default() += 1;
        }
    }
    edges.iter().filter(|([a, b], count)| **count != 1 || edges.get(&[*b, *a]) != Some(&1)).count()
}

/// The volume of a surface. The edges of its holes are joined to their middle.
pub fn volume(points: &[Vec3], triangles: &[[u32; 3]]) -> f32 {
    let at = |index: u32| points[index as usize].as_dvec3();
    let origin = triangles.first().map_or(glam::DVec3::ZERO, |[a, ..]| at(*a));
    let part = |[a, b, c]: [glam::DVec3; 3]| (a - origin).dot((b - origin).cross(c - origin)) / 6.0;
    let mut sum: f64 = triangles.iter().map(|triangle| part(triangle.map(at))).sum();
    for ring in holes(triangles) {
        let middle = ring.iter().map(|point| at(*point)).sum::<glam::DVec3>() / ring.len() as f64;
        let edges = ring.iter().zip(ring.iter().cycle().skip(1));
        sum += edges.map(|(a, b)| part([at(*b), at(*a), middle])).sum::<f64>();
    }
    sum as f32
}

/// The edges of the holes of a surface, as rings of points in the direction of the triangles at them.
fn holes(triangles: &[[u32; 3]]) -> Vec<Vec<u32>> {
    let mut open: HashMap<u32, u32> = HashMap::new();
    let all: std::collections::HashSet<[u32; 2]> =
        triangles.iter().flat_map(|[a, b, c]| [[*a, *b], [*b, *c], [*c, *a]]).collect();
    for [a, b] in all.iter().filter(|[a, b]| !all.contains(&[*b, *a])) {
        open.insert(*a, *b);
    }
    let mut rings = Vec::new();
    while let Some(start) = open.keys().min().copied() {
        let (mut ring, mut at) = (Vec::new(), start);
        while let Some(next) = open.remove(&at) {
            ring.push(at);
            at = next;
        }
        rings.push(ring);
    }
    rings
}

/// Whether a point is inside a surface: the solid angle of the triangles around it is that of a sphere (A. van Oosterom and J. Strackee,
/// 1983).
pub fn is_inside(point: Vec3, points: &[Vec3], triangles: &[[u32; 3]]) -> bool {
    let angle = |[a, b, c]: [u32; 3]| {
        let [a, b, c] = [a, b, c].map(|index| (points[index as usize] - point).as_dvec3());
        let (x, y, z) = (a.length(), b.length(), c.length());
        let below = x * y * z + a.dot(b) * z + b.dot(c) * x + c.dot(a) * y;
        2.0 * a.dot(b.cross(c)).atan2(below)
    };
    triangles.iter().map(|triangle| angle(*triangle)).sum::<f64>() > std::f64::consts::TAU
}
