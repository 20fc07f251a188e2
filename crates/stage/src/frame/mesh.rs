//! The meshes of bone and ball: profiles revolved around an axis.
//!
//! A profile point has no fixed position. It is a weighted sum of the bone's length and its two radii, which the vertex
//! shader evaluates. So one mesh serves bones of all proportions, with exact normals.

use std::f32::consts::{FRAC_PI_2, PI, TAU};

use bytemuck::{Pod, Zeroable};
use marey::checked::Checked;
use marey::compact::maths::sin_cos;

/// The weights of a profile point, or of the slope there.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
struct Recipe {
    /// Weight of the length, along the axis.
    length: f32,
    /// Weights of the start and end radius, along the axis.
    along: [f32; 2],
    /// Weights of the start and end radius, away from the axis.
    away: [f32; 2],
}

impl Recipe {
    fn sum(terms: &[(f32, Self)]) -> Self {
        let mut out = Self::default();
        for (weight, term) in terms {
            out.length += weight * term.length;
            for i in 0..2 {
                out.along[i] += weight * term.along[i];
                out.away[i] += weight * term.away[i];
            }
        }
        out
    }
}

/// The vertex format of `figure.wgsl` in `crates/gpu`.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Pod, Zeroable)]
pub struct Vertex {
    /// Cosine and sine of the angle around the axis, weight of the length, its slope.
    pub ring: [f32; 4],
    /// Weights of the start and end radius along the axis, then away from it.
    pub profile: [f32; 4],
    /// Slope of `profile`.
    pub slope: [f32; 4],
}

/// Number of vertices of a simple bone.
pub const SIMPLE_VERTICES: usize = 6;
/// Number of indices of a simple bone.
pub const SIMPLE_INDICES: usize = 24;
/// Number of simple bones in one draw call.
pub const SIMPLE_PER_DRAW: usize = 128;

/// All meshes in one pair of buffers. Indices count from the first vertex, because WebGL2 has no base vertex.
pub struct Meshes {
    /// Vertices of all meshes.
    pub vertices: Vec<Vertex>,
    /// Triangles of all meshes, counter-clockwise seen from outside.
    pub indices: Vec<u16>,
    /// The bone's range of indices.
    pub bone: std::ops::Range<u32>,
    /// The ball's range of indices.
    pub ball: std::ops::Range<u32>,
    /// The index range of [`SIMPLE_PER_DRAW`] simple bones of eight triangles each. Bone attributes are repeated for every
    /// vertex, because a software adapter treats each instance as a draw of its own, which costs more than many triangles.
    pub simple: std::ops::Range<u32>,
}

impl Meshes {
    /// Makes meshes that look round at full screen height but are cheap enough for a crowd.
    pub fn new() -> Self {
        let mut meshes = Self { vertices: Vec::new(), indices: Vec::new(), bone: 0..0, ball: 0..0, simple: 0..0 };
        // Simple bones come first, so that vertex indices also index their attributes.
        meshes.simple = meshes.repeat_simple();
        meshes.bone = meshes.turn(&bone_profile(), 24);
        meshes.ball = meshes.turn(&ball_profile(12), 24);
        meshes
    }

    /// Adds many copies of a bone with six corners: its start, four around the bulge, its end.
    fn repeat_simple(&mut self) -> std::ops::Range<u32> {
        let first_index = self.indices.len() as u32;
        let profile = bone_profile();
        let ring = [(0, 0), (5, 0), (5, 1), (5, 2), (5, 3), (13, 0)];
        let one = ring.map(|(at, side)| vertex(profile.at(at), side, 4));
        for _ in 0..SIMPLE_PER_DRAW {
            let first = self.vertices.len() as u16;
            self.vertices.extend_from_slice(&one);
            for corner in [0, 2, 1, 0, 3, 2, 0, 4, 3, 0, 1, 4, 1, 2, 5, 2, 3, 5, 3, 4, 5, 4, 1, 5] {
                self.indices.push(first + corner);
            }
        }
        first_index..self.indices.len() as u32
    }

    /// Revolves a profile, which runs from the pole at the start to the pole at the end.
    fn turn(&mut self, profile: &[(Recipe, Recipe)], sides: u16) -> std::ops::Range<u32> {
        let first_index = self.indices.len() as u32;
        let first = self.vertices.len() as u16;
        for point in profile {
            self.vertices.extend((0..sides).map(|side| vertex(*point, side, sides)));
        }
        for ring in 1..profile.len() as u16 {
            for side in 0..sides {
                let next = (side + 1) % sides;
                let (low, high) = (first + (ring - 1) * sides, first + ring * sides);
                let [a, b, c, d] = [low + side, low + next, high + next, high + side];
                // At a pole all corners of the ring coincide, so one triangle is enough.
                if ring > 1 {
                    self.indices.extend([a, b, c]);
                }
                if ring + 1 < profile.len() as u16 {
                    self.indices.extend([a, c, d]);
                }
            }
        }
        first_index..self.indices.len() as u32
    }
}

fn vertex((point, slope): (Recipe, Recipe), side: u16, sides: u16) -> Vertex {
    let (sin, cos) = sin_cos(TAU * f32::from(side) / f32::from(sides));
    Vertex {
        ring: [cos, sin, point.length, slope.length],
        profile: [point.along[0], point.along[1], point.away[0], point.away[1]],
        slope: [slope.along[0], slope.along[1], slope.away[0], slope.away[1]],
    }
}

impl Default for Meshes {
    fn default() -> Self {
        Self::new()
    }
}

/// The point and slope of a quadratic Bézier curve at `t`.
fn bezier(a: Recipe, b: Recipe, c: Recipe, t: f32) -> (Recipe, Recipe) {
    let s = 1.0 - t;
    (
        Recipe::sum(&[(s * s, a), (2.0 * s * t, b), (t * t, c)]),
        Recipe::sum(&[(-2.0 * s, a), (2.0 * (s - t), b), (2.0 * t, c)]),
    )
}

/// From a neck inside the first joint out to the bulge, then straight to the second joint.
fn bone_profile() -> Vec<(Recipe, Recipe)> {
    let at_start = |along: f32, away: f32| Recipe { length: 0.0, along: [along, 0.0], away: [away, 0.0] };
    // The long cone, from the bulge's virtual tip (0) to the end (1).
    let cone = |t: f32| Recipe { length: t, along: [1.7 * (1.0 - t), 0.0], away: [1.06 * (1.0 - t), t] };
    let neck = at_start(0.10, 0.40);
    let under_bulge = at_start(1.2, 0.88);
    let mut profile = Vec::new();
    profile.extend([0.0, 0.4, 0.75].map(|t| bezier(at_start(-0.35, 0.0), at_start(-0.3, 0.34), neck, t)));
    profile.push(bezier(neck, Recipe::sum(&[(0.5, neck), (0.5, under_bulge)]), under_bulge, 0.0));
    profile.extend([0.0, 0.25, 0.5, 0.75, 1.0].map(|t| bezier(under_bulge, cone(0.0), cone(0.16), t)));
    let slope = Recipe::sum(&[(1.0, cone(1.0)), (-1.0, cone(0.0))]);
    profile.push((cone(0.97), slope));
    // The end is a hemisphere with the end's radius.
    profile.extend([0.12, 0.45, 0.75, 1.0].map(|t| {
        let (sin, cos) = sin_cos(t * FRAC_PI_2);
        (
            Recipe { length: 1.0, along: [0.0, sin], away: [0.0, cos] },
            Recipe { length: 0.0, along: [0.0, cos], away: [0.0, -sin] },
        )
    }));
    profile
}

/// An ellipsoid that extends beyond start and end by its radius; a ball if they coincide.
fn ball_profile(rings: u16) -> Vec<(Recipe, Recipe)> {
    (0..=rings)
        .map(|ring| {
            let (sin, cos) = sin_cos(PI * f32::from(ring) / f32::from(rings));
            (
                Recipe { length: 0.5 - 0.5 * cos, along: [0.0, -cos], away: [0.0, sin] },
                Recipe { length: 0.5 * sin, along: [0.0, sin], away: [0.0, cos] },
            )
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use glam::Vec3;

    use super::*;

    /// Position and normal that the vertex shader computes for a bone along Z.
    fn placed(vertex: &Vertex, length: f32, radii: [f32; 2]) -> (Vec3, Vec3) {
        let dot = |a: f32, b: f32| a * radii[0] + b * radii[1];
        let [cos, sin, share, share_slope] = vertex.ring;
        let along = share * length + dot(vertex.profile[0], vertex.profile[1]);
        let away = dot(vertex.profile[2], vertex.profile[3]);
        let along_slope = share_slope * length + dot(vertex.slope[0], vertex.slope[1]);
        let away_slope = dot(vertex.slope[2], vertex.slope[3]);
        let outwards = Vec3::new(cos, sin, 0.0);
        (outwards * away + Vec3::Z * along, outwards * along_slope - Vec3::Z * away_slope)
    }

    fn triangles(meshes: &Meshes, range: std::ops::Range<u32>) -> impl Iterator<Item = [usize; 3]> {
        meshes.indices[range.start as usize..range.end as usize].chunks_exact(3).map(|t| [0, 1, 2].map(|i| t[i].into()))
    }

    const SHAPES: [(f32, [f32; 2]); 4] =
        [(1.0, [0.05, 0.03]), (0.2, [0.05, 0.05]), (3.0, [0.02, 0.01]), (0.1, [0.03, 0.02])];

    #[test]
    fn meshes_are_closed() {
        let meshes = Meshes::new();
        for range in [meshes.bone.clone(), meshes.ball.clone(), meshes.simple.clone()] {
            let mut edges: HashMap<[[i64; 3]; 2], i32> = HashMap::new();
            for triangle in triangles(&meshes, range) {
                let corners = triangle.map(|i| placed(&meshes.vertices[i], 1.0, [0.05, 0.03]).0);
                let keys = corners.map(|p| (p * 1e5).round().to_array().map(|x| x as i64));
                for i in 0..3 {
                    *edges.entry([keys[i], keys[(i + 1) % 3]]).or_default() += 1;
                    *edges.entry([keys[(i + 1) % 3], keys[i]]).or_default() -= 1;
                }
            }
            assert!(edges.values().all(|&n| n == 0), "an edge without its neighbour");
        }
    }

    #[test]
    fn triangles_face_along_their_normals() {
        let meshes = Meshes::new();
        for (length, radii) in SHAPES {
            for triangle in triangles(&meshes, meshes.bone.clone()) {
                let [(a, na), (b, nb), (c, nc)] = triangle.map(|i| placed(&meshes.vertices[i], length, radii));
                let face = (b - a).cross(c - a).normalize();
                for normal in [na, nb, nc] {
                    assert!(normal.is_finite() && normal.length() > 1e-6, "{normal}");
                    assert!(face.dot(normal.normalize()) > 0.3, "{length} {radii:?}: {face} against {normal}");
                }
            }
        }
    }

    #[test]
    fn simple_bones_face_along_their_normals() {
        let meshes = Meshes::new();
        for (length, radii) in SHAPES {
            for triangle in triangles(&meshes, meshes.simple.clone()) {
                let [(a, na), (b, nb), (c, nc)] = triangle.map(|i| placed(&meshes.vertices[i], length, radii));
                let normal = na.normalize() + nb.normalize() + nc.normalize();
                assert!((b - a).cross(c - a).normalize().dot(normal.normalize()) > 0.5, "{length} {radii:?}");
            }
        }
    }

    #[test]
    fn simple_bones_are_many_in_one_draw_and_have_few_triangles() {
        let meshes = Meshes::new();
        assert_eq!(meshes.simple.len(), SIMPLE_PER_DRAW * SIMPLE_INDICES);
        for (n, corner) in triangles(&meshes, meshes.simple.clone()).flatten().enumerate() {
            assert_eq!(corner / SIMPLE_VERTICES, n / 24, "each is made of vertices of its own, counted from the start");
        }
    }

    #[test]
    fn a_ball_is_round_and_its_normals_point_from_its_middle() {
        let meshes = Meshes::new();
        for triangle in triangles(&meshes, meshes.ball.clone()) {
            for i in triangle {
                let (point, normal) = placed(&meshes.vertices[i], 0.0, [0.3, 0.3]);
                assert!((point.length() - 0.3).abs() < 1e-6);
                assert!(normal.normalize().dot(point / 0.3) > 0.9999);
            }
        }
    }

    #[test]
    fn a_bone_reaches_from_its_start_to_its_end() {
        let meshes = Meshes::new();
        for (length, radii) in SHAPES {
            let along = |i: usize| placed(&meshes.vertices[i], length, radii).0.z;
            for mesh in [&meshes.bone, &meshes.simple] {
                let all = || triangles(&meshes, mesh.clone()).flatten().map(along);
                let (low, high) = (all().fold(f32::MAX, f32::min), all().fold(f32::MIN, f32::max));
                assert!(low <= 0.0 && low > -radii[0], "{low}");
                assert!((high - length - radii[1]).abs() < 1e-6, "{high}");
            }
        }
    }
}
