//! The parts of a body that are drawn as a whole, cut from its surface along smooth lines.

use std::collections::HashMap;

use marey::body::{BodyMap, Side, SideMap};
use marey::checked::Checked;
use marey::model::{Skeleton, Skin};

/// Trunk and head, then six parts of each side.
pub(super) const PARTS: usize = 14;
const HEAD: usize = 1;
const OF_A_SIDE: usize = 6;
/// A limb begins where it moves the surface as much as the trunk does.
const HALF: f32 = 0.5;
/// Cuts nearer to a corner than this share of an edge go through the corner.
const AT_CORNER: f32 = 0.02;

/// No triangle.
pub(super) const NONE: u32 = u32::MAX;

/// A point between two corners of the skin.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct CutPoint {
    pub(super) from: u32,
    pub(super) to: u32,
    /// The share of the way.
    pub(super) share: f32,
}

/// The surface, with edges along the lines between limbs and trunk.
#[derive(Debug)]
pub(super) struct Pieces {
    /// The skin's corners, then the points of cuts.
    pub(super) points: Vec<CutPoint>,
    pub(super) triangles: Vec<[u32; 3]>,
    /// The triangle on the other side of each of its edges, from the first corner to the second and so on; [`NONE`] at a border.
    pub(super) beside: Vec<[u32; 3]>,
    pub(super) list: Vec<Piece>,
}

/// A part of the body.
#[derive(Debug, Default)]
pub(super) struct Piece {
    /// Its triangles.
    pub(super) own: Vec<u32>,
    /// The triangles beside it, with the parts that they belong to.
    pub(super) rim: Vec<(u32, usize)>,
}

pub(super) fn side_of(part: usize) -> Side {
    match part.checked_sub(2).map(|part| part / OF_A_SIDE) {
        None => Side::Middle,
        Some(0) => Side::Left,
        Some(_) => Side::Right,
    }
}

/// The limb of a part: an arm or a leg of a side; 0 for trunk and head.
fn limb_of(part: usize) -> usize {
    part.checked_sub(2).map_or(0, |part| 1 + part / 3)
}

impl Pieces {
    /// `groups`: the part of each joint.
    pub(super) fn new(skin: &Skin, groups: &[u8]) -> Self {
        let part_of_bind = |bind: f32| {
            let bind = skin.binds().get(bind as usize);
            bind.and_then(|bind| groups.get(usize::from(bind.joint)))
                .map_or(0, |part| usize::from(*part).min(PARTS - 1))
        };
        let corners: Vec<CornerParts> = skin
            .corners()
            .iter()
            .map(|corner| {
                let mut own = CornerParts::default();
                for [weight, .., bind] in skin.influences_of(corner).0 {
                    own.0.change(part_of_bind(*bind), |sum| *sum += weight);
                }
                own
            })
            .collect();
        let all = 0..skin.corners().len() as u32;
        let points = all.map(|corner| CutPoint { from: corner, to: corner, share: 0.0 }).collect();
        let mut cutter = Cutter { corners, points, cuts: HashMap::new() };
        let (mut triangles, mut parts) = (Vec::new(), Vec::new());
        for triangle in skin.triangles() {
            // A triangle is at one limb only.
            let limb = triangle.iter().map(|corner| cutter.limb(*corner)).max().unwrap_or(0);
            for (is_limb, made) in cutter.cut(*triangle, limb) {
                parts.push(cutter.part(triangle, if is_limb { limb } else { 0 }));
                triangles.push(made);
            }
        }
        let mut list: Vec<Piece> = (0..PARTS).map(|_| Piece::default()).collect();
        let mut at_point: Vec<Vec<usize>> = vec![Vec::new(); cutter.points.len()];
        for (triangle, part) in triangles.iter().zip(&parts) {
            for corner in triangle {
                at_point.change(*corner as usize, |own| {
                    if !own.contains(part) {
                        own.push(*part);
                    }
                });
            }
        }
        for (index, (triangle, part)) in (0..).zip(triangles.iter().zip(&parts)) {
            list.change(*part, |piece| piece.own.push(index));
            let mut near: Vec<usize> =
                triangle.iter().filter_map(|corner| at_point.get(*corner as usize)).flatten().copied().collect();
            near.sort_unstable();
            near.dedup();
            for other in near.into_iter().filter(|other| other != part) {
                list.change(other, |piece| piece.rim.push((index, *part)));
            }
        }
        Self { points: cutter.points, beside: beside(&triangles), triangles, list }
    }
}

impl Pieces {
    /// The edges of triangles to triangles that are `wanted`, and where `borders` says so those with no triangle beside them.
    pub(super) fn edges_to(&self, of: &[u32], wanted: impl Fn(u32) -> bool, borders: bool) -> Vec<[u32; 2]> {
        let mut found = Vec::new();
        for one in of {
            let (triangle, beside) = (self.triangles.at(*one as usize), self.beside.at(*one as usize));
            for (edge, beside) in edges(triangle).into_iter().zip(beside) {
                if if beside == NONE { borders } else { wanted(beside) } {
                    found.push(edge);
                }
            }
        }
        found
    }
}

/// The edges of a triangle.
fn edges([a, b, c]: [u32; 3]) -> [[u32; 2]; 3] {
    [[a, b], [b, c], [c, a]]
}

fn beside(triangles: &[[u32; 3]]) -> Vec<[u32; 3]> {
    let mut with: HashMap<[u32; 2], u32> = HashMap::with_capacity(3 * triangles.len());
    for (index, triangle) in (0..).zip(triangles) {
        with.extend(edges(*triangle).map(|edge| (edge, index)));
    }
    let other = |[a, b]: [u32; 2]| with.get(&[b, a]).copied().unwrap_or(NONE);
    triangles.iter().map(|triangle| edges(*triangle).map(other)).collect()
}

/// How much each part moves a corner.
#[derive(Debug, Clone, Copy, Default)]
struct CornerParts([f32; PARTS]);

struct Cutter {
    corners: Vec<CornerParts>,
    points: Vec<CutPoint>,
    /// The point of the cut through each edge.
    cuts: HashMap<[u32; 2], u32>,
}

impl Cutter {
    /// How much a limb moves a corner.
    fn share(&self, corner: u32, limb: usize) -> f32 {
        let own = self.corners.at(corner as usize);
        own.0.iter().enumerate().filter(|(part, _)| limb_of(*part) == limb).map(|(_, weight)| weight).sum()
    }

    /// The limb that moves a corner most; 0 if none moves it by half.
    fn limb(&self, corner: u32) -> usize {
        (1..=4).find(|limb| self.share(corner, *limb) > HALF).unwrap_or(0)
    }

    /// The part of a triangle within a limb, or within trunk and head.
    fn part(&self, triangle: &[u32; 3], limb: usize) -> usize {
        let weight =
            |part: usize| triangle.iter().map(|corner| self.corners.at(*corner as usize).0.at(part)).sum::<f32>();
        let own = (0..PARTS).filter(|part| limb_of(*part) == limb);
        own.max_by(|a, b| weight(*a).total_cmp(&weight(*b))).unwrap_or(0)
    }

    /// The pieces of a triangle, and whether each belongs to the limb.
    fn cut(&mut self, triangle: [u32; 3], limb: usize) -> Vec<(bool, [u32; 3])> {
        if limb == 0 {
            return vec![(false, triangle)];
        }
        let inside = triangle.map(|corner| self.share(corner, limb) > HALF);
        let alone = match inside {
            [true, true, true] => return vec![(true, triangle)],
            [a, b, c] if a != b && a != c => 0,
            [a, b, c] if b != a && b != c => 1,
            _ => 2,
        };
        let [a, b, c] = [0, 1, 2].map(|step| triangle.at((alone + step) % 3));
        let (first, second) = (self.between(a, b, limb), self.between(a, c, limb));
        let is_limb = inside.at(alone);
        vec![(is_limb, [a, first, second]), (!is_limb, [first, b, c]), (!is_limb, [first, c, second])]
    }

    /// The point at which the limb begins on an edge.
    fn between(&mut self, a: u32, b: u32, limb: usize) -> u32 {
        let [from, to] = [a.min(b), a.max(b)];
        let [low, high] = [from, to].map(|corner| self.share(corner, limb));
        if let Some(known) = self.cuts.get(&[from, to]) {
            return *known;
        }
        let share = ((HALF - low) / (high - low)).clamp(AT_CORNER, 1.0 - AT_CORNER);
        self.points.push(CutPoint { from, to, share });
        let made = (self.points.len() - 1) as u32;
        self.cuts.insert([from, to], made);
        made
    }
}

/// The part of a body that each joint moves, for [`Figure::wear`](super::Figure::wear): that of the nearest joint above it that begins one.
pub fn parts_of_joints(skeleton: &Skeleton, map: &BodyMap) -> Vec<u8> {
    let own = |side: &SideMap| [side.arm, side.fore, side.hand, side.thigh, side.shin, side.foot];
    let limbs: Vec<usize> = map.sides.iter().flat_map(own).collect();
    let parts = skeleton.down_the_tree(|joint, above| {
        let limb = limbs.iter().position(|limb| *limb == joint).map(|limb| 2 + limb);
        let head = (joint == map.head).then_some(HEAD);
        limb.or(head).or(above).unwrap_or(0)
    });
    parts.into_iter().map(|part: usize| part as u8).collect()
}
