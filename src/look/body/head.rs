//! Neck and head: rings of 12 points.

use glam::Vec3;

use super::builder::{BodySide, Builder};
use super::cage::{OF_TWELVE, TWELVE, squared};
use super::trunk::Trunk;
use super::weights::Weights;
use crate::checked::Checked;

/// A ring of the head, metres of a person of 1.75 m: height and depth in front, height, half width and depth at the side, height and
/// depth behind.
struct HeadRing {
    front: [f32; 2],
    side: [f32; 3],
    back: [f32; 2],
}

const fn ring(front: [f32; 2], side: [f32; 3], back: [f32; 2]) -> HeadRing {
    HeadRing { front, side, back }
}

const RINGS: [HeadRing; 7] = [
    ring([1.546, 0.058], [1.566, 0.0525, 0.000], [1.586, -0.066]),
    ring([1.554, 0.087], [1.588, 0.064, 0.006], [1.616, -0.086]),
    ring([1.598, 0.095], [1.622, 0.071, 0.006], [1.648, -0.100]),
    ring([1.640, 0.094], [1.655, 0.0765, 0.002], [1.678, -0.106]),
    ring([1.680, 0.092], [1.692, 0.0755, -0.004], [1.708, -0.101]),
    ring([1.722, 0.073], [1.728, 0.062, -0.008], [1.734, -0.080]),
    ring([1.749, 0.036], [1.751, 0.034, -0.010], [1.751, -0.050]),
];
/// The crown of that head, and its height.
const CROWN: f32 = 1.752;
const HEAD: f32 = 0.222;
/// The neck's foot over the shoulder joints, its depth, and its half width, front and back.
const FOOT: [f32; 2] = [0.052, -0.030];
const FOOT_RADII: [f32; 3] = [0.086, 0.056, 0.062];
/// Two rings of the neck: the share of the way to the head, half width and half depth.
const NECK: [[f32; 3]; 2] = [[0.30, 0.0585, 0.056], [0.72, 0.0555, 0.055]];
/// The neck's top in the head's own metres.
const NECK_TOP: [f32; 2] = [1.572, -0.012];

/// Where the head is.
struct HeadPlace {
    top: f32,
    /// Across and in depth.
    at: [f32; 2],
    /// Its size in that of the table's head.
    k: f32,
}

impl HeadPlace {
    fn new(builder: &Builder<'_>) -> Self {
        let (person, bind, measures) = (builder.person, builder.bind, builder.measures);
        let (k, shoulders) = (measures.k, measures.shoulders.y);
        let joint = bind.place(person.map.head);
        let mut height = measures.head;
        let tip = person.children(person.map.head).map(|end| bind.place(end).y).fold(f32::NEG_INFINITY, f32::max);
        let over = tip - joint.y;
        let is_crown = over > 0.07 * k && over > 0.5 * height && over < 1.15 * height && tip - shoulders > 0.22 * k;
        let is_centre = joint.y - shoulders > 0.235 * k;
        let mut top = match (is_crown, is_centre) {
            (true, _) => tip,
            (_, true) => joint.y + 0.5 * height,
            _ => joint.y + 0.6 * height,
        };
        top = top.max(shoulders + 0.055 * k + height);
        // A head that is high over the shoulders is a little longer, and so is its neck.
        let excess = top - (shoulders + 0.105 * k + height);
        height *= 1.0 + (excess / height).clamp(0.0, 0.10);
        top = top.min(shoulders + 0.120 * k + height);
        let own = height / HEAD;
        let forward = if is_crown || is_centre { 0.0 } else { 0.006 * own };
        Self { top, at: [joint.x * 0.5, joint.z + forward], k: own }
    }

    fn height(&self, height: f32) -> f32 {
        self.top - (CROWN - height) * self.k
    }

    fn deep(&self, depth: f32) -> f32 {
        self.at.at(1) + depth * self.k
    }
}

impl Builder<'_> {
    pub(super) fn add_head(&mut self, trunk: &Trunk, sides: [BodySide<'_>; 2]) {
        let place = HeadPlace::new(self);
        let (measures, chest, half, head) = (self.measures, self.binds.chest, self.binds.half_neck, self.binds.head);
        let k = measures.k;
        let [over, depth] = FOOT;
        let foot = Vec3::new(0.0, measures.shoulders.y + over * k, measures.deep(depth, 1.43));
        let top = Vec3::new(place.at.at(0), place.height(NECK_TOP.at(0)), place.deep(NECK_TOP.at(1)));
        let [wide, front, back] = FOOT_RADII;
        let mut ring = [0; 12];
        for (column, (sine, cosine)) in TWELVE.into_iter().enumerate() {
            let deep = if cosine > 0.0 { front } else { back };
            let away = Vec3::new(sine * wide * OF_TWELVE, -0.014 - 0.012 * cosine, cosine * deep * OF_TWELVE);
            let clavicle = sides[usize::from(column >= 6)].binds.clavicle;
            let weights = match column {
                0 | 6 => Weights::parts([(0.85, chest), (0.15, half)]),
                _ => Weights::parts([(0.78, chest), (0.1, half), (0.12, clavicle)]),
            };
            let point = self.cage.add(foot + away * k, weights);
            ring.put(column, point);
        }
        self.cage.strip(&trunk.above_arm, &ring, false);
        let weights = [Weights::parts([(0.35, chest), (0.65, half)]), Weights::parts([(0.65, half), (0.35, head)])];
        for ([share, wide, deep], weights) in NECK.into_iter().zip(weights) {
            let middle = foot.lerp(top, share);
            let own = TWELVE.map(|(sine, cosine)| {
                let away = Vec3::new(sine * wide * OF_TWELVE, -0.010 * cosine, cosine * deep * OF_TWELVE);
                self.cage.add(middle + away * k, weights)
            });
            self.cage.strip(&ring, &own, false);
            ring = own;
        }
        for (index, head_ring) in RINGS.iter().enumerate() {
            let own = self.head_ring(index, head_ring, &place);
            self.cage.strip(&ring, &own, false);
            ring = own;
        }
        self.cage.face(&ring, false);
    }

    fn head_ring(&mut self, index: usize, ring: &HeadRing, place: &HeadPlace) -> [u16; 12] {
        let mut points = [0; 12];
        for (column, (sine, cosine)) in TWELVE.into_iter().enumerate() {
            let [side_height, half_width, side_depth] = ring.side;
            let [height, depth] = if cosine >= 0.0 { ring.front } else { ring.back };
            let (up, out) = (squared(cosine.abs(), 1.1), squared(cosine.abs(), 0.92));
            let mut at = Vec3::new(
                half_width * squared(sine, 0.92),
                side_height + (height - side_height) * up,
                side_depth + (depth - side_depth) * out,
            );
            // Chin, nose, eyes and brow are single points.
            match (index, column) {
                (0 | 1, 11 | 0 | 1) => at.x *= 0.90,
                (2, 0) => at += Vec3::new(0.0, -0.004, 0.020),
                (2, 1 | 11) => at.z -= 0.004,
                (3, 1 | 11) => at.z -= 0.005,
                (4, 0) => at.z += 0.003,
                _ => {}
            }
            if (index, column) == (1, 0) {
                at.z += 0.006;
            }
            let (half, head) = (self.binds.half_neck, self.binds.head);
            let is_under = index == 0 && cosine < 0.3;
            let weights = if is_under { Weights::parts([(0.75, head), (0.25, half)]) } else { Weights::of(head) };
            let at =
                Vec3::new(place.at.at(0) + at.x * place.k * OF_TWELVE, place.height(at.y), place.deep(at.z * 1.03));
            let point = self.cage.add(at, weights);
            points.put(column, point);
        }
        points
    }
}
