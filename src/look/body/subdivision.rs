//! One step of Catmull-Clark subdivision (E. Catmull and J. Clark, 1978), of points and weights alike.

use glam::Vec3;

use super::cage::Cage;
use super::weights::Weights;
use crate::checked::Checked;
use crate::compact::sorting::sort_by;

/// The most binds of a point, and the least weight.
const MOST_BINDS: usize = 4;
const LEAST: f32 = 0.01;

/// The smooth surface of a cage.
pub(super) struct Surface {
    pub(super) points: Vec<Vec3>,
    /// The heaviest binds of each point; their weights add up to 1.
    pub(super) weights: Vec<[(u16, f32); MOST_BINDS]>,
    pub(super) triangles: Vec<[u32; 3]>,
}

/// An edge of the cage.
#[derive(Clone, Copy, Default)]
struct Edge {
    ends: [u16; 2],
    faces: [u16; 2],
}

/// The neighbours of a point: the sum of its faces' middles and of its edges' middles, as sums over the cage's points.
struct Stencils {
    /// Points of the cage and their shares, one after the other, and the end of each new point.
    entries: Vec<(u16, f32)>,
    ends: Vec<usize>,
    /// The shares of one point, and which of them are set.
    shares: Vec<f32>,
    set: Vec<u16>,
}

impl Stencils {
    fn add(&mut self, point: u16, share: f32) {
        if let Some(own) = self.shares.get_mut(usize::from(point)) {
            if *own == 0.0 {
                self.set.push(point);
            }
            *own += share;
        }
    }

    fn add_all(&mut self, points: &[u16], share: f32) {
        let each = share / points.len().max(1) as f32;
        points.iter().for_each(|point| self.add(*point, each));
    }

    fn finish_point(&mut self) {
        for point in self.set.drain(..) {
            let share = self.shares.get_mut(usize::from(point)).map(std::mem::take).unwrap_or_default();
            self.entries.push((point, share));
        }
        self.ends.push(self.entries.len());
    }
}

impl Surface {
    pub(super) fn of(cage: &Cage, binds: usize) -> Self {
        let faces: Vec<&[u16]> = cage.faces().collect();
        let (edges, sides) = edges(&faces);
        let count = cage.points.len();
        let mut stencils = Stencils {
            entries: Vec::with_capacity(16 * count + 64),
            ends: Vec::with_capacity(4 * count),
            shares: vec![0.0; count],
            set: Vec::new(),
        };
        // The faces and edges around each point.
        let mut around: Vec<(Vec<u16>, Vec<u16>)> = vec![Default::default(); count];
        for (index, face) in (0..).zip(&faces) {
            face.iter().for_each(|point| around.change(usize::from(*point), |own| own.0.push(index)));
        }
        for (index, edge) in (0..).zip(&edges) {
            edge.ends.iter().for_each(|point| around.change(usize::from(*point), |own| own.1.push(index)));
        }
        for (point, (own_faces, own_edges)) in (0..).zip(&around) {
            let valence = own_faces.len().max(1) as f32;
            for face in own_faces {
                stencils.add_all(faces.at(usize::from(*face)), 1.0 / (valence * valence));
            }
            for edge in own_edges {
                stencils.add_all(&edges.at(usize::from(*edge)).ends, 2.0 / (valence * own_edges.len() as f32));
            }
            stencils.add(point, (valence - 3.0) / valence);
            stencils.finish_point();
        }
        for Edge { ends, faces: [a, b] } in &edges {
            stencils.add_all(ends, 0.5);
            stencils.add_all(faces.at(usize::from(*a)), 0.25);
            stencils.add_all(faces.at(usize::from(*b)), 0.25);
            stencils.finish_point();
        }
        for face in &faces {
            stencils.add_all(face, 1.0);
            stencils.finish_point();
        }
        let mut triangles = Vec::with_capacity(4 * edges.len());
        let mut sides = sides.as_slice();
        for (index, face) in faces.iter().enumerate() {
            let middle = (count + edges.len() + index) as u32;
            let (own, rest) = sides.split_at(face.len());
            sides = rest;
            let edge = |at: usize| (count + usize::from(own.at(at))) as u32;
            for (at, point) in face.iter().enumerate() {
                let (next, before) = (edge(at), edge((at + face.len() - 1) % face.len()));
                triangles.extend([[u32::from(*point), next, middle], [u32::from(*point), middle, before]]);
            }
        }
        let (points, weights) = apply(&stencils, cage, binds);
        Self { points, weights, triangles }
    }

    /// The direction outwards at each point: the mean of its triangles' directions by their areas.
    pub(super) fn normals(&self) -> Vec<Vec3> {
        let mut normals = vec![Vec3::ZERO; self.points.len()];
        for triangle in &self.triangles {
            let [a, b, c] = triangle.map(|corner| self.points.at(corner as usize));
            let normal = (b - a).cross(c - a);
            triangle.iter().for_each(|corner| normals.change(*corner as usize, |own| *own += normal));
        }
        normals.into_iter().map(|normal| normal.normalize_or(Vec3::Y)).collect()
    }
}

/// How much darker the deepest fold is, and how fast the surface darkens with its depth: the mean sine by which its neighbours rise above it.
const DARKEST: f32 = 0.55;
const DARKENING: f32 = 2.2;

impl Surface {
    /// How much less light reaches each point, from 0 to 1: points in folds, below the chin, in the armpits and between the legs, see less of
    /// the sky than others.
    pub(super) fn folds(&self, normals: &[Vec3]) -> Vec<f32> {
        let mut rises = vec![0.0_f32; self.points.len()];
        let mut counts = vec![0.0_f32; self.points.len()];
        let edges = |triangle: &[u32; 3]| {
            let [a, b, c] = triangle.map(|corner| corner as usize);
            [[a, b], [b, c], [c, a]]
        };
        for [from, to] in self.triangles.iter().flat_map(edges) {
            let way = (self.points.at(to) - self.points.at(from)).normalize_or_zero();
            rises.change(from, |sum| *sum += normals.at(from).dot(way));
            counts.change(from, |count| *count += 1.0);
        }
        let depths: Vec<f32> = rises.iter().zip(&counts).map(|(sum, count)| sum / count.max(1.0)).collect();
        // Neighbours share their depths, so that folds have soft ends.
        let mut soft = depths.clone();
        for [from, to] in self.triangles.iter().flat_map(edges) {
            soft.change(from, |sum| *sum += depths.at(to));
        }
        for count in &mut counts {
            *count += 1.0;
        }
        soft.iter().zip(&counts).map(|(sum, count)| (DARKENING * sum / count.max(1.0)).clamp(0.0, DARKEST)).collect()
    }
}

/// The edges of all faces, and the edge from each corner of each face to the next.
fn edges(faces: &[&[u16]]) -> (Vec<Edge>, Vec<u16>) {
    // Both ends, the face, and the number of the corner in one number, which is sorted fast.
    let mut halves: Vec<u64> = Vec::with_capacity(4 * faces.len());
    for (index, face) in (0_u64..).zip(faces) {
        for (at, point) in face.iter().enumerate() {
            let next = face.at((at + 1) % face.len());
            let [low, high] = [*point.min(&next), *point.max(&next)].map(u64::from);
            halves.push(low << 48 | high << 32 | index << 16 | halves.len() as u64);
        }
    }
    halves.sort_unstable();
    let mut sides = vec![0; halves.len()];
    let mut edges: Vec<Edge> = Vec::with_capacity(halves.len() / 2);
    for half in halves {
        let [low, high, face, corner] = [48, 32, 16, 0].map(|shift| (half >> shift) as u16);
        match edges.last_mut().filter(|edge| edge.ends == [low, high]) {
            Some(edge) => edge.faces[1] = face,
            None => edges.push(Edge { ends: [low, high], faces: [face; 2] }),
        }
        sides.put(usize::from(corner), (edges.len() - 1) as u16);
    }
    (edges, sides)
}

fn apply(stencils: &Stencils, cage: &Cage, binds: usize) -> (Vec<Vec3>, Vec<[(u16, f32); MOST_BINDS]>) {
    let (mut points, mut weights) = (Vec::with_capacity(stencils.ends.len()), Vec::with_capacity(stencils.ends.len()));
    let mut sums = vec![0.0_f32; binds];
    let (mut used, mut all): (Vec<u16>, Vec<(u16, f32)>) = (Vec::new(), Vec::new());
    let mut start = 0;
    for end in &stencils.ends {
        let mut at = Vec3::ZERO;
        for (point, share) in stencils.entries.get(start..*end).unwrap_or_default() {
            at += *share * cage.point(*point);
            let own: Option<&Weights> = cage.weights.get(usize::from(*point));
            for (bind, weight) in own.into_iter().flat_map(Weights::iter) {
                sums.change(usize::from(bind), |sum| {
                    if *sum == 0.0 {
                        used.push(bind);
                    }
                    *sum += share * weight;
                });
            }
        }
        start = *end;
        points.push(at);
        all.clear();
        for bind in used.drain(..) {
            all.push((bind, sums.at(usize::from(bind))));
            sums.put(usize::from(bind), 0.0);
        }
        weights.push(heaviest(&mut all));
    }
    (points, weights)
}

/// The heaviest binds, with weights that add up to 1.
fn heaviest(all: &mut [(u16, f32)]) -> [(u16, f32); MOST_BINDS] {
    sort_by(all, |a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    let mut out = [(0, 0.0); MOST_BINDS];
    for (slot, own) in out.iter_mut().zip(all.iter().filter(|(_, weight)| *weight > LEAST)) {
        *slot = *own;
    }
    let sum: f32 = out.iter().map(|(_, weight)| weight).sum();
    out.map(|(bind, weight)| (bind, weight / sum))
}
