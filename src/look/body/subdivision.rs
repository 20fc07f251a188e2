//! One step of Catmull-Clark subdivision (E. Catmull and J. Clark, 1978), of points and weights alike.

use glam::Vec3;

use super::cage::Cage;
use crate::checked::Checked;

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

/// Lists of different lengths, one after the other.
struct Lists<T> {
    items: Vec<T>,
    ends: Vec<usize>,
}

impl<T> Lists<T> {
    fn list(&self, index: usize) -> &[T] {
        let start = index.checked_sub(1).map_or(0, |before| self.ends.at(before));
        self.items.get(start..self.ends.at(index)).unwrap_or_default()
    }
}

/// For each of some points the indices of those `groups` that hold it, in ascending order.
fn around<'a>(points: usize, groups: impl Iterator<Item = &'a [u16]> + Clone) -> Lists<u16> {
    // Where the next index of each point comes; it ends at the end of the point's own list.
    let mut ends = vec![0; points];
    groups.clone().flatten().for_each(|point| ends.change(usize::from(*point), |count| *count += 1));
    let mut sum = 0;
    for end in &mut ends {
        (*end, sum) = (sum, sum + *end);
    }
    let mut items = vec![0; sum];
    for (index, group) in (0..).zip(groups) {
        for point in group {
            items.put(ends.at(usize::from(*point)), index);
            ends.change(usize::from(*point), |end| *end += 1);
        }
    }
    Lists { items, ends }
}

/// A sum of points and of their weights.
struct Sum {
    at: Vec3,
    /// The weight of each bind, and the binds that have one.
    weights: Vec<f32>,
    used: Vec<u16>,
}

impl Sum {
    fn add(&mut self, at: Vec3, weights: &[(u16, f32)], share: f32) {
        self.at += share * at;
        for (bind, weight) in weights {
            let used = &mut self.used;
            self.weights.change(usize::from(*bind), |sum| {
                if *sum == 0.0 {
                    used.push(*bind);
                }
                *sum += share * weight;
            });
        }
    }

    /// Empties the sum.
    fn take(&mut self, mut see: impl FnMut(u16, f32)) -> Vec3 {
        for bind in self.used.drain(..) {
            self.weights.change(usize::from(bind), |weight| see(bind, std::mem::take(weight)));
        }
        std::mem::take(&mut self.at)
    }
}

impl Surface {
    pub(super) fn of(cage: &Cage, binds: usize) -> Self {
        let faces: Vec<&[u16]> = cage.faces().collect();
        let (edges, sides) = edges(&faces);
        let count = cage.points.len();
        let all = count + edges.len() + faces.len();
        let mut sum = Sum { at: Vec3::ZERO, weights: vec![0.0; binds], used: Vec::with_capacity(binds) };
        let mut middles = Vec::with_capacity(faces.len());
        let mut of_middles =
            Lists { items: Vec::with_capacity(8 * faces.len()), ends: Vec::with_capacity(faces.len()) };
        for face in &faces {
            let share = (face.len() as f32).recip();
            face.iter().for_each(|point| sum.add(cage.point(*point), cage.weights(*point), share));
            middles.push(sum.take(|bind, weight| of_middles.items.push((bind, weight))));
            of_middles.ends.push(of_middles.items.len());
        }
        let mut surface =
            Self { points: Vec::with_capacity(all), weights: Vec::with_capacity(all), triangles: Vec::new() };
        let add_face = |sum: &mut Sum, face: u16, share: f32| {
            sum.add(middles.at(usize::from(face)), of_middles.list(usize::from(face)), share);
        };
        let faces_around = around(count, faces.iter().copied());
        let edges_around = around(count, edges.iter().map(|edge| edge.ends.as_slice()));
        for index in 0..count {
            let (point, own_faces, own_edges) = (index as u16, faces_around.list(index), edges_around.list(index));
            let valence = own_faces.len().max(1) as f32;
            own_faces.iter().for_each(|face| add_face(&mut sum, *face, 1.0 / (valence * valence)));
            // Each edge's middle is half of this point and half of the other one.
            let share = 1.0 / (valence * own_edges.len().max(1) as f32);
            for edge in own_edges {
                let [a, b] = edges.at(usize::from(*edge)).ends;
                let other = if a == point { b } else { a };
                sum.add(cage.point(other), cage.weights(other), share);
            }
            sum.add(cage.point(point), cage.weights(point), (valence - 2.0) / valence);
            surface.add(&mut sum);
        }
        for Edge { ends, faces } in &edges {
            ends.iter().for_each(|point| sum.add(cage.point(*point), cage.weights(*point), 0.25));
            faces.iter().for_each(|face| add_face(&mut sum, *face, 0.25));
            surface.add(&mut sum);
        }
        for face in 0..faces.len() {
            add_face(&mut sum, face as u16, 1.0);
            surface.add(&mut sum);
        }
        surface.triangles = triangles(count, edges.len(), &faces, &sides);
        surface
    }

    /// Adds a point, and empties the sum that it is.
    fn add(&mut self, sum: &mut Sum) {
        let mut weights = [(0, 0.0); MOST_BINDS];
        self.points.push(sum.take(|bind, weight| keep_heaviest(&mut weights, (bind, weight))));
        let total: f32 = weights.iter().map(|(_, weight)| weight).sum();
        self.weights.push(weights.map(|(bind, weight)| (bind, weight / total)));
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
        for ends @ [from, to] in self.edges() {
            let way = (self.points.at(to) - self.points.at(from)).normalize_or_zero();
            rises.change(from, |sum| *sum += normals.at(from).dot(way));
            rises.change(to, |sum| *sum -= normals.at(to).dot(way));
            ends.into_iter().for_each(|end| counts.change(end, |count| *count += 1.0));
        }
        let depths: Vec<f32> = rises.iter().zip(&counts).map(|(sum, count)| sum / count.max(1.0)).collect();
        // Neighbours share their depths, so that folds have soft ends.
        let mut soft = depths.clone();
        for [from, to] in self.edges() {
            soft.change(from, |sum| *sum += depths.at(to));
            soft.change(to, |sum| *sum += depths.at(from));
        }
        let mean = |(sum, count): (&f32, &f32)| (DARKENING * sum / (count + 1.0)).clamp(0.0, DARKEST);
        soft.iter().zip(&counts).map(mean).collect()
    }

    /// Both ends of each edge: on a closed surface each lies in two triangles, which name its ends the other way round.
    fn edges(&self) -> impl Iterator<Item = [usize; 2]> {
        let of = |triangle: &[u32; 3]| {
            let [a, b, c] = triangle.map(|corner| corner as usize);
            [[a, b], [b, c], [c, a]]
        };
        self.triangles.iter().flat_map(of).filter(|[from, to]| from < to)
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

/// The triangles of all faces. The points of the cage come first, then those of its edges, then those of its faces.
fn triangles(points: usize, edges: usize, faces: &[&[u16]], mut sides: &[u16]) -> Vec<[u32; 3]> {
    let mut triangles = Vec::with_capacity(4 * edges);
    for (index, face) in faces.iter().enumerate() {
        let middle = (points + edges + index) as u32;
        let (own, rest) = sides.split_at(face.len());
        sides = rest;
        let edge = |at: usize| (points + usize::from(own.at(at))) as u32;
        for (at, point) in face.iter().enumerate() {
            let (next, before) = (edge(at), edge((at + face.len() - 1) % face.len()));
            triangles.extend([[u32::from(*point), next, middle], [u32::from(*point), middle, before]]);
        }
    }
    triangles
}

/// Puts a bind and its weight in their place among the heaviest, the heaviest first, if they are among them.
fn keep_heaviest(heaviest: &mut [(u16, f32); MOST_BINDS], mut own: (u16, f32)) {
    if own.1 <= LEAST {
        return;
    }
    for slot in heaviest {
        if own.1 > slot.1 || own.1 == slot.1 && own.0 < slot.0 {
            std::mem::swap(slot, &mut own);
        }
    }
}
