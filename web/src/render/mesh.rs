//! The two meshes, bone and ball, as profiles turned around an axis.
//!
//! A profile point is not a place but a recipe: shares of the bone's length and of its two radii. The vertex shader
//! adds them up, so that one mesh serves bones of all proportions and its normals are exact for each.

use std::f32::consts::{FRAC_PI_2, PI, TAU};

use bytemuck::{Pod, Zeroable};
use marey::fast_maths::sin_cos;

/// A point of a profile or the slope there.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
struct Recipe {
    /// Shares of the length along the axis.
    length: f32,
    /// Start and end radii along the axis.
    along: [f32; 2],
    /// Start and end radii away from the axis.
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

/// What the vertex shader reads, see `shaders/figure.wgsl`.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Pod, Zeroable)]
pub struct Vertex {
    /// Cosine and sine around the axis, share of the length, its slope.
    pub ring: [f32; 4],
    /// Along the axis in start and end radii, away from it in start and end radii.
    pub profile: [f32; 4],
    /// The slope of `profile`.
    pub slope: [f32; 4],
}

/// Vertices of a simple bone.
pub const SIMPLE: usize = 6;
/// So many simple bones are one draw.
pub const TOGETHER: usize = 128;

/// Bone and ball in one pair of buffers. Index values count from the start of the vertices, so that a draw needs no
/// base vertex (WebGL2 has none).
pub struct Meshes {
    /// Vertices of both.
    pub vertices: Vec<Vertex>,
    /// Triangles of both, counter-clockwise seen from outside.
    pub indices: Vec<u16>,
    /// Which of the indices make the bone.
    pub bone: std::ops::Range<u32>,
    /// Which of the indices make the ball.
    pub ball: std::ops::Range<u32>,
    /// Which of the indices make [`TOGETHER`] simple bones, of eight triangles each. What there is of each bone is read at each
    /// vertex: a software adapter takes every instance for a draw of its own, which costs it more than many triangles.
    pub simple: std::ops::Range<u32>,
}

impl Meshes {
    /// Fine enough to look round at the height of a screen, coarse enough for a crowd.
    pub fn new() -> Self {
        let mut meshes = Self { vertices: Vec::new(), indices: Vec::new(), bone: 0..0, ball: 0..0, simple: 0..0 };
        // First: what is beside its vertices is found by the same numbers.
        meshes.simple = meshes.repeat_simple();
        meshes.bone = meshes.turn(&bone_profile(), 24);
        meshes.ball = meshes.turn(&ball_profile(12), 24);
        meshes
    }

    /// A bone from its start over four corners of the bulge to its end, again and again.
    fn repeat_simple(&mut self) -> std::ops::Range<u32> {
        let first_index = self.indices.len() as u32;
        let profile = bone_profile();
        let ring = [(0, 0), (5, 0), (5, 1), (5, 2), (5, 3), (13, 0)];
        let one = ring.map(|(at, side)| vertex(profile.get(at).copied().unwrap_or_default(), side, 4));
        for _ in 0..TOGETHER {
            let first = self.vertices.len() as u16;
            self.vertices.extend_from_slice(&one);
            for corner in [0, 2, 1, 0, 3, 2, 0, 4, 3, 0, 1, 4, 1, 2, 5, 2, 3, 5, 3, 4, 5, 4, 1, 5] {
                self.indices.push(first + corner);
            }
        }
        first_index..self.indices.len() as u32
    }

    /// Turns a profile, from the start's pole to the end's, around the axis.
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
                // At a pole all corners of the ring are one point: one of the two triangles is enough.
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

/// A point and slope of a quadratic Bézier curve.
fn bezier(a: Recipe, b: Recipe, c: Recipe, t: f32) -> (Recipe, Recipe) {
    let s = 1.0 - t;
    (
        Recipe::sum(&[(s * s, a), (2.0 * s * t, b), (t * t, c)]),
        Recipe::sum(&[(-2.0 * s, a), (2.0 * (s - t), b), (2.0 * t, c)]),
    )
}

/// From a neck inside the first joint out to the bulge, and from there straight to the second joint.
fn bone_profile() -> Vec<(Recipe, Recipe)> {
    let at_start = |along: f32, away: f32| Recipe { length: 0.0, along: [along, 0.0], away: [away, 0.0] };
    // The long cone: at 0 the bulge's imagined tip, at 1 the end.
    let cone = |t: f32| Recipe { length: t, along: [1.7 * (1.0 - t), 0.0], away: [1.06 * (1.0 - t), t] };
    let neck = at_start(0.10, 0.40);
    let under_bulge = at_start(1.2, 0.88);
    let mut profile = Vec::new();
    profile.extend([0.0, 0.4, 0.75].map(|t| bezier(at_start(-0.35, 0.0), at_start(-0.3, 0.34), neck, t)));
    profile.push(bezier(neck, Recipe::sum(&[(0.5, neck), (0.5, under_bulge)]), under_bulge, 0.0));
    profile.extend([0.0, 0.25, 0.5, 0.75, 1.0].map(|t| bezier(under_bulge, cone(0.0), cone(0.16), t)));
    let slope = Recipe::sum(&[(1.0, cone(1.0)), (-1.0, cone(0.0))]);
    profile.push((cone(0.97), slope));
    // The end is half a ball of the end's radius.
    profile.extend([0.12, 0.45, 0.75, 1.0].map(|t| {
        let (sin, cos) = sin_cos(t * FRAC_PI_2);
        (
            Recipe { length: 1.0, along: [0.0, sin], away: [0.0, cos] },
            Recipe { length: 0.0, along: [0.0, cos], away: [0.0, -sin] },
        )
    }));
    profile
}

/// An ellipsoid, which reaches by its radius beyond start and end. Where these are the same, it is a ball.
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

    /// What the vertex shader makes of a vertex for a bone along Z.
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
    fn triangles_face_the_way_their_normals_do() {
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
    fn simple_bones_face_the_way_their_normals_do() {
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
        assert_eq!(meshes.simple.len(), TOGETHER * 8 * 3);
        for (n, corner) in triangles(&meshes, meshes.simple.clone()).flatten().enumerate() {
            assert_eq!(corner / SIMPLE, n / 24, "each is made of vertices of its own, counted from the start");
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
