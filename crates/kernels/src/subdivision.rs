//! One step of Catmull-Clark subdivision (E. Catmull and J. Clark, 1978), of points and weights alike.

use glam::Vec3;

/// The most binds of a point of the result, and the least weight.
const MOST_BINDS: usize = 4;
const LEAST: f32 = 0.01;

/// Lists of different lengths, one after the other.
#[derive(Debug, Clone, Copy)]
pub struct Lists<'a, T> {
    /// All items.
    pub items: &'a [T],
    /// The end of each list among the items.
    pub ends: &'a [u32],
}

impl<'a, T> Lists<'a, T> {
    #[inline(always)]
    fn list(&self, index: usize) -> &'a [T] {
        let end = |index: usize| self.ends.get(index).map_or(0, |end| *end as usize);
        let start = if index == 0 { 0 } else { end(index - 1) };
        self.items.get(start..end(index)).unwrap_or_default()
    }

    #[inline(always)]
    fn each(self) -> impl Iterator<Item = &'a [T]> {
        (0..self.ends.len()).map(move |index| self.list(index))
    }
}

/// Points, the binds that move each of them, and faces of three corners or more, counter-clockwise seen from outside. The surface is closed.
#[derive(Debug, Clone, Copy)]
pub struct CoarseSurface<'a> {
    /// At most 65,535.
    pub points: &'a [Vec3],
    /// Binds and weights, a list a point.
    pub weights: Lists<'a, (u16, f32)>,
    /// Indices of points, a list a face; at most 65,535 faces.
    pub faces: Lists<'a, u16>,
}

/// A smooth surface.
#[derive(Debug, Clone, PartialEq)]
pub struct SmoothSurface {
    /// The points of the coarse surface come first, then those of its edges, then those of its faces.
    pub points: Vec<Vec3>,
    /// The heaviest binds of each point, the heaviest first; their weights add up to 1. A weight of 0 is none.
    pub weights: Vec<[(u16, f32); MOST_BINDS]>,
    /// Indices of points, counter-clockwise seen from outside.
    pub triangles: Vec<[u32; 3]>,
}

/// Subdivides a surface once. `binds`: how many there are; others do not count.
#[inline(never)]
pub fn subdivided(coarse: CoarseSurface<'_>, binds: usize) -> SmoothSurface {
    let CoarseSurface { points, faces, .. } = coarse;
    let corners = FaceCorners::of(faces);
    let (edges, sides) = corners.edges(points.len());
    let all = points.len() + edges.len() + faces.ends.len();
    let mut sum = Sum { at: Vec3::ZERO, weights: vec![0.0; binds], used: Vec::with_capacity(binds) };
    let mut smooth = SmoothSurface {
        points: Vec::with_capacity(all),
        weights: Vec::with_capacity(all),
        triangles: triangles([points.len(), edges.len()], faces, &sides),
    };
    let add_point = |sum: &mut Sum, point: u16, share: f32| {
        let at = points.get(usize::from(point)).copied().unwrap_or_default();
        sum.add(at, coarse.weights.list(usize::from(point)), share);
    };

    let mut middles = Vec::with_capacity(faces.ends.len());
    let (mut items, mut ends) = (Vec::with_capacity(8 * faces.ends.len()), Vec::with_capacity(faces.ends.len()));
    for face in faces.each() {
        let share = (face.len() as f32).recip();
        face.iter().for_each(|point| add_point(&mut sum, *point, share));
        middles.push(sum.take(|bind, weight| items.push((bind, weight))));
        ends.push(items.len() as u32);
    }
    let of_middles = Lists { items: &items, ends: &ends };
    let add_face = |sum: &mut Sum, face: u16, share: f32| {
        let at = middles.get(usize::from(face)).copied().unwrap_or_default();
        sum.add(at, of_middles.list(usize::from(face)), share);
    };

    let of_points = grouped(points.len(), faces.items);
    let ends: Vec<u16> = edges.iter().flat_map(|edge| edge.ends).collect();
    let edges_of_points = grouped(points.len(), &ends);
    for index in 0..points.len() {
        let (point, corner_list) = (index as u16, of_points.lists().list(index));
        let own_edges = edges_of_points.lists().list(index);
        let valence = corner_list.len().max(1) as f32;
        corner_list.iter().for_each(|corner| add_face(&mut sum, corners.face(*corner), 1.0 / (valence * valence)));
        // Each edge's middle is half of this point and half of the other one.
        let share = 1.0 / (valence * own_edges.len().max(1) as f32);
        for end in own_edges {
            // Both ends of an edge are beside each other.
            add_point(&mut sum, ends.get((end ^ 1) as usize).copied().unwrap_or(point), share);
        }
        add_point(&mut sum, point, (valence - 2.0) / valence);
        smooth.add(&mut sum);
    }
    for Edge { ends, faces } in &edges {
        ends.iter().for_each(|point| add_point(&mut sum, *point, 0.25));
        faces.iter().for_each(|face| add_face(&mut sum, *face, 0.25));
        smooth.add(&mut sum);
    }
    for face in 0..middles.len() {
        add_face(&mut sum, face as u16, 1.0);
        smooth.add(&mut sum);
    }
    smooth
}

impl SmoothSurface {
    /// Adds a point, and empties the sum that it is.
    #[inline(never)]
    fn add(&mut self, sum: &mut Sum) {
        let mut weights = [(0, 0.0); MOST_BINDS];
        self.points.push(sum.take(|bind, weight| keep_heaviest(&mut weights, (bind, weight))));
        let total: f32 = weights.iter().map(|(_, weight)| weight).sum();
        self.weights.push(weights.map(|(bind, weight)| (bind, weight / total)));
    }
}

/// A sum of points and of their weights.
struct Sum {
    at: Vec3,
    /// The weight of each bind, and the binds that have one.
    weights: Vec<f32>,
    used: Vec<u16>,
}

impl Sum {
    #[inline(never)]
    fn add(&mut self, at: Vec3, weights: &[(u16, f32)], share: f32) {
        self.at += share * at;
        for (bind, weight) in weights {
            if let Some(sum) = self.weights.get_mut(usize::from(*bind)) {
                if *sum == 0.0 {
                    self.used.push(*bind);
                }
                *sum += share * weight;
            }
        }
    }

    /// Empties the sum.
    #[inline(always)]
    fn take(&mut self, mut see: impl FnMut(u16, f32)) -> Vec3 {
        for bind in self.used.drain(..) {
            if let Some(weight) = self.weights.get_mut(usize::from(bind)) {
                see(bind, std::mem::take(weight));
            }
        }
        std::mem::take(&mut self.at)
    }
}

/// Puts a bind and its weight in their place among the heaviest, the heaviest first, if they are among them.
#[inline(always)]
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

/// An edge of a surface.
#[derive(Clone, Copy)]
struct Edge {
    ends: [u16; 2],
    faces: [u16; 2],
}

/// The corners of all faces.
struct FaceCorners {
    /// The face of each corner.
    faces: Vec<u16>,
    /// The ends of the edge from each corner to the next one, the lower index first.
    ends: [Vec<u16>; 2],
}

impl FaceCorners {
    fn of(faces: Lists<'_, u16>) -> Self {
        let list = || Vec::with_capacity(faces.items.len());
        let (mut of_face, mut low, mut high) = (list(), list(), list());
        for (index, face) in (0..).zip(faces.each()) {
            for (at, point) in face.iter().enumerate() {
                let next = face.get(at + 1).or(face.first()).unwrap_or(point);
                of_face.push(index);
                low.push(*point.min(next));
                high.push(*point.max(next));
            }
        }
        Self { faces: of_face, ends: [low, high] }
    }

    /// The edges in the order of their ends, and the edge from each corner to the next one.
    fn edges(&self, points: usize) -> (Vec<Edge>, Vec<u16>) {
        let [low, high] = &self.ends;
        let mut by_low = grouped(points, low);
        let mut edges: Vec<Edge> = Vec::with_capacity(low.len() / 2);
        let mut sides = vec![0; low.len()];
        let mut start = 0;
        for (point, end) in (0..).zip(&by_low.ends) {
            let own = by_low.items.get_mut(start..*end as usize).unwrap_or_default();
            start = *end as usize;
            let other = |corner: u32| high.get(corner as usize).copied().unwrap_or_default();
            sort_few(own, other);
            for corner in own {
                let ends = [point, other(*corner)];
                let face = self.face(*corner);
                match edges.last_mut().filter(|edge| edge.ends == ends) {
                    Some(edge) => edge.faces[1] = face,
                    None => edges.push(Edge { ends, faces: [face; 2] }),
                }
                if let Some(side) = sides.get_mut(*corner as usize) {
                    *side = (edges.len() - 1) as u16;
                }
            }
        }
        (edges, sides)
    }

    #[inline(always)]
    fn face(&self, corner: u32) -> u16 {
        self.faces.get(corner as usize).copied().unwrap_or_default()
    }
}

/// Sorts a few items; those with equal keys stay in their order.
#[inline(always)]
fn sort_few(items: &mut [u32], key: impl Fn(u32) -> u16) {
    for end in 1..items.len() {
        let mut at = end;
        while let Some([before, own]) = at.checked_sub(1).and_then(|from| items.get_mut(from..=at)) {
            if key(*before) <= key(*own) {
                break;
            }
            std::mem::swap(before, own);
            at -= 1;
        }
    }
}

/// Indices in groups.
struct Groups {
    items: Vec<u32>,
    ends: Vec<u32>,
}

impl Groups {
    fn lists(&self) -> Lists<'_, u32> {
        Lists { items: &self.items, ends: &self.ends }
    }
}

/// The places of each of the values 0 to `count` in a list, in ascending order.
#[inline(never)]
fn grouped(count: usize, values: &[u16]) -> Groups {
    // The index at which the next place of each value is put: in the end that of the end of its group.
    let mut ends = vec![0; count];
    for value in values {
        if let Some(end) = ends.get_mut(usize::from(*value)) {
            *end += 1;
        }
    }
    let mut sum = 0;
    for end in &mut ends {
        (*end, sum) = (sum, sum + *end);
    }
    let mut items = vec![0; values.len()];
    for (place, value) in (0..).zip(values) {
        if let Some(end) = ends.get_mut(usize::from(*value)) {
            if let Some(item) = items.get_mut(*end as usize) {
                *item = place;
            }
            *end += 1;
        }
    }
    Groups { items, ends }
}

/// The triangles of all faces of a surface with so many points and edges. `sides`: the edge from each corner to the next one.
fn triangles([points, edges]: [usize; 2], faces: Lists<'_, u16>, mut sides: &[u16]) -> Vec<[u32; 3]> {
    let mut triangles = Vec::with_capacity(2 * faces.items.len());
    for (face, middle) in faces.each().zip((points + edges) as u32..) {
        let Some((own, rest)) = sides.split_at_checked(face.len()) else { break };
        sides = rest;
        let mut before = own.last().copied().unwrap_or_default();
        for (point, next) in face.iter().zip(own) {
            let edge = |side: u16| points as u32 + u32::from(side);
            let point = u32::from(*point);
            triangles.extend([[point, edge(*next), middle], [point, middle, edge(before)]]);
            before = *next;
        }
    }
    triangles
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The corners of a cube from -1 to 1, each moved by a bind of its own, and its faces.
    const CUBE: [[f32; 3]; 8] = [
        [-1.0, -1.0, -1.0],
        [1.0, -1.0, -1.0],
        [1.0, 1.0, -1.0],
        [-1.0, 1.0, -1.0],
        [-1.0, -1.0, 1.0],
        [1.0, -1.0, 1.0],
        [1.0, 1.0, 1.0],
        [-1.0, 1.0, 1.0],
    ];
    const FACES: [u16; 24] = [0, 3, 2, 1, 4, 5, 6, 7, 0, 1, 5, 4, 2, 3, 7, 6, 1, 2, 6, 5, 0, 4, 7, 3];

    fn smooth(weights: &[(u16, f32)], ends: &[u32]) -> SmoothSurface {
        let points = CUBE.map(Vec3::from);
        let faces = Lists { items: &FACES, ends: &[4, 8, 12, 16, 20, 24] };
        subdivided(CoarseSurface { points: &points, weights: Lists { items: weights, ends }, faces }, 8)
    }

    #[test]
    fn a_cube_becomes_round() {
        let weights: Vec<(u16, f32)> = (0..8).map(|bind| (bind, 1.0)).collect();
        let smooth = smooth(&weights, &[1, 2, 3, 4, 5, 6, 7, 8]);
        assert_eq!((smooth.points.len(), smooth.triangles.len()), (8 + 12 + 6, 48));
        // Corners, edges and faces: 5/9, 3/4 and 1 of the way from the middle along each of their axes.
        for (point, from) in smooth.points.iter().zip(CUBE) {
            assert!(point.distance(Vec3::from(from) * 5.0 / 9.0) < 1e-6, "{point}");
        }
        // The edges come in the order of their ends.
        assert!(smooth.points[8].distance(Vec3::new(0.0, -0.75, -0.75)) < 1e-6, "{}", smooth.points[8]);
        assert!(smooth.points[9].distance(Vec3::new(-0.75, 0.0, -0.75)) < 1e-6, "{}", smooth.points[9]);
        assert!(smooth.points[20].distance(Vec3::NEG_Z) < 1e-6, "{}", smooth.points[20]);
        let volume: f32 = smooth
            .triangles
            .iter()
            .map(|corners| {
                let [a, b, c] = corners.map(|corner| smooth.points[corner as usize]);
                a.dot(b.cross(c)) / 6.0
            })
            .sum();
        assert!(volume > 1.0 && volume < 8.0, "all triangles face outwards: {volume}");
    }

    #[test]
    fn weights_spread_as_points_do_and_four_of_them_are_left() {
        let weights: Vec<(u16, f32)> = (0..8).map(|bind| (bind, 1.0)).collect();
        let smooth = smooth(&weights, &[1, 2, 3, 4, 5, 6, 7, 8]);
        for list in &smooth.weights {
            assert!((list.iter().map(|(_, weight)| weight).sum::<f32>() - 1.0).abs() < 1e-6, "{list:?}");
            assert!(list.is_sorted_by(|a, b| a.1 >= b.1), "{list:?}");
        }
        // A corner has 7/18 of its own weight and 1/9 of each neighbour's, and of these the first ones are kept.
        let [own, rest @ ..] = smooth.weights[0];
        assert_eq!((own.0, rest.map(|(bind, _)| bind)), (0, [1, 3, 4]));
        // The edge from 0 to 1 lies in two faces, whose other corners count as much as each other.
        assert_eq!(smooth.weights[8].map(|(bind, _)| bind), [0, 1, 2, 3]);
    }

    #[test]
    fn what_one_bind_moves_alone_stays_so() {
        let weights = [(5, 1.0); 8];
        let smooth = smooth(&weights, &[1, 2, 3, 4, 5, 6, 7, 8]);
        assert!(smooth.weights.iter().all(|list| list[0] == (5, 1.0) && list[1..] == [(0, 0.0); 3]));
    }

    #[test]
    fn wrong_indices_and_lists_do_not_count() {
        let smooth = smooth(&[(99, 1.0)], &[1, 9, 9, 9, 9, 9, 9, 9]);
        assert_eq!(smooth.points.len(), 26);
        let points = [Vec3::X; 2];
        let faces = Lists { items: &[0, 7, 9, 1][..], ends: &[3, 99] };
        let weights = Lists { items: &[], ends: &[] };
        let odd = subdivided(CoarseSurface { points: &points, weights, faces }, 0);
        assert!(odd.points.len() >= 2);
    }
}
