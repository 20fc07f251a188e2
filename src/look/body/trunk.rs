//! The trunk, from the crotch to the shoulders: rings of 12 points from the front to the left and around.

use glam::Vec3;

use super::builder::{BodySide, Builder};
use super::cage::{OF_TWELVE, TWELVE, squared};
use super::measures::{HIP, SHOULDER_DEPTH, SHOULDER_HEIGHT};
use super::weights::Weights;
use crate::checked::Checked;

/// A ring of the trunk: metres of a person of 1.75 m.
struct TrunkRing {
    height: f32,
    half_width: f32,
    front: f32,
    back: f32,
    /// The depth of its middle.
    middle: f32,
}

const fn ring(height: f32, half_width: f32, front: f32, back: f32, middle: f32) -> TrunkRing {
    TrunkRing { height, half_width, front, back, middle }
}

const RINGS: [TrunkRing; 6] = [
    ring(0.930, 0.170, 0.093, 0.126, -0.004),
    ring(0.985, 0.157, 0.096, 0.112, -0.004),
    ring(1.065, 0.128, 0.094, 0.080, -0.002),
    ring(1.150, 0.130, 0.102, 0.082, -0.002),
    ring(1.240, 0.152, 0.116, 0.100, -0.006),
    ring(1.325, 0.160, 0.120, 0.118, -0.012),
];
/// Rings are a little square: the power of sine and cosine.
const SQUARE: f32 = 0.9;
/// How much the lowest ring is higher in front, and lower behind.
const BELLY: f32 = 0.010;
const SEAT: f32 = 0.012;

/// The ring of the crotch, from the front over the left to the back: across, height, depth. And its lowest point.
const CROTCH: [[f32; 3]; 7] = [
    [0.0, 0.838, 0.050],
    [0.058, 0.862, 0.088],
    [0.126, 0.880, 0.078],
    [0.179, 0.886, -0.006],
    [0.144, 0.862, -0.094],
    [0.072, 0.838, -0.116],
    [0.0, 0.832, -0.070],
];
const CROTCH_LOWEST: [f32; 2] = [0.806, -0.010];
/// How much of the hip joints' distance from the usual place moves the crotch's ring.
const HIPS_MOVE: f32 = 0.6;

/// Where a point of the shoulders is across: from the middle, or from the shoulder joint.
#[derive(Clone, Copy)]
enum Across {
    Middle(f32),
    Joint(f32),
}
use Across::{Joint, Middle};

/// The rings around and over the opening of the arm: across, height, depth, for the columns of the left side. The lower ring has none
/// at the arm.
const SHOULDER_LOW: [Option<(Across, f32, f32)>; 7] = [
    Some((Middle(0.0), 1.392, 0.108)),
    Some((Middle(0.080), 1.394, 0.108)),
    Some((Joint(-0.048), 1.398, 0.056)),
    None,
    Some((Joint(-0.052), 1.402, -0.106)),
    Some((Middle(0.080), 1.402, -0.128)),
    Some((Middle(0.0), 1.402, -0.116)),
];
const SHOULDER_TOP: [Option<(Across, f32, f32)>; 7] = [
    Some((Middle(0.0), 1.446, 0.064)),
    Some((Middle(0.080), 1.452, 0.055)),
    Some((Joint(-0.050), 1.458, 0.022)),
    Some((Joint(-0.044), 1.475, -0.036)),
    Some((Joint(-0.054), 1.464, -0.088)),
    Some((Middle(0.082), 1.478, -0.102)),
    Some((Middle(0.0), 1.474, -0.102)),
];
/// The height at which the shoulders' widths and depths are counted.
const SHOULDER_LEVEL: f32 = 1.43;
/// The column of the armpit.
const ARMPIT: usize = 3;

/// The openings that limbs and neck begin at.
pub(super) struct Trunk {
    /// The ring around both legs, and the point between them.
    pub(super) crotch: [u16; 12],
    pub(super) between_legs: u16,
    /// Three rings around the opening of each arm, of which the middle one has none at the arm.
    pub(super) below_arm: [u16; 12],
    pub(super) beside_arm: [u16; 12],
    pub(super) above_arm: [u16; 12],
}

impl Builder<'_> {
    pub(super) fn add_trunk(&mut self, sides: [BodySide<'_>; 2]) -> Trunk {
        let crotch = self.crotch(sides);
        let (hips, measures) = (self.hips(), self.measures);
        let [left, right] = sides.map(|side| side.binds.half_hip);
        let [height, depth] = CROTCH_LOWEST;
        let lowest = Vec3::new(0.0, measures.height(height), measures.deep(depth, 0.8));
        let between_legs = self.cage.add(lowest, Weights::parts([(0.6, hips), (0.2, left), (0.2, right)]));
        let spine = SpineWeights::new(self);
        let mut below = crotch;
        for (index, ring) in RINGS.iter().enumerate() {
            let own = self.ring(index, ring, sides, &spine);
            self.cage.strip(&below, &own, false);
            below = own;
        }
        let below_arm = below;
        let beside_arm = self.shoulder_ring(&SHOULDER_LOW, sides, false);
        let above_arm = self.shoulder_ring(&SHOULDER_TOP, sides, true);
        for (low, high) in [(&below_arm, &beside_arm), (&beside_arm, &above_arm)] {
            for column in 0..12 {
                let next = (column + 1) % 12;
                // The arms begin on both sides of these columns.
                if ![column, next].iter().any(|column| [ARMPIT, 12 - ARMPIT].contains(column)) {
                    self.cage.face(&[low.at(column), low.at(next), high.at(next), high.at(column)], false);
                }
            }
        }
        Trunk { crotch, between_legs, below_arm, beside_arm, above_arm }
    }

    fn hips(&self) -> u16 {
        self.binds.spine.first().copied().unwrap_or_default()
    }

    fn crotch(&mut self, sides: [BodySide<'_>; 2]) -> [u16; 12] {
        let (hips, measures) = (self.hips(), self.measures);
        let halves = sides.map(|side| side.binds.half_hip);
        let mut ring = [0; 12];
        for side in sides {
            for (column, [across, height, depth]) in CROTCH.into_iter().enumerate() {
                let is_middle = across == 0.0;
                if is_middle && side.index > 0 {
                    continue;
                }
                let weights = if is_middle {
                    Weights::parts([(0.7, hips), (0.15, halves.at(0)), (0.15, halves.at(1))])
                } else {
                    Weights::parts([(0.45, hips), (0.55, side.binds.half_hip)])
                };
                let joint = self.bind.place(side.map.thigh).x;
                let moved = if is_middle { 0.0 } else { HIPS_MOVE * (joint - side.sign * HIP * measures.hip_width) };
                let at = Vec3::new(
                    side.sign * across * measures.hip_width * OF_TWELVE + moved,
                    measures.height(height),
                    measures.deep(depth * OF_TWELVE, height),
                );
                let point = self.cage.add(at, weights);
                ring.put(side.column(column), point);
            }
        }
        ring
    }

    fn ring(&mut self, index: usize, ring: &TrunkRing, sides: [BodySide<'_>; 2], spine: &SpineWeights) -> [u16; 12] {
        let (hips, measures, chest) = (self.hips(), self.measures, self.binds.chest);
        let mut points = [0; 12];
        for (column, (sine, cosine)) in TWELVE.into_iter().enumerate() {
            let side = sides[usize::from(column >= 6)].binds;
            let is_middle = column == 0 || column == 6;
            let from_front = column.min(12 - column);
            let half_depth = if cosine > 0.0 { ring.front } else { ring.back };
            let across = squared(sine, SQUARE) * ring.half_width;
            let deep = squared(cosine, SQUARE) * half_depth;
            let mut height = ring.height;
            if index == 0 {
                height += if cosine < 0.0 { -SEAT * cosine } else { BELLY * cosine };
            }
            let by_spine = spine.at(measures.height(height));
            let beside = |share: f32| {
                if is_middle {
                    Weights::of(hips)
                } else {
                    Weights::parts([(1.0 - share, hips), (share, side.half_hip)])
                }
            };
            let weights = match (index, from_front) {
                (0, _) => beside(0.18),
                (1, _) => Weights::mixed([(0.5, beside(0.04)), (0.5, by_spine)]),
                (5, ARMPIT) => Weights::parts([(0.72, chest), (0.28, side.half_shoulder)]),
                (5, 2 | 4) => Weights::parts([(0.80, chest), (0.05, side.clavicle), (0.15, side.half_shoulder)]),
                _ => by_spine,
            };
            let at = Vec3::new(
                measures.across(across * OF_TWELVE, ring.height),
                measures.height(height),
                measures.deep(ring.middle + deep * OF_TWELVE, ring.height),
            );
            let point = self.cage.add(at, weights);
            points.put(column, point);
        }
        points
    }

    fn shoulder_ring(
        &mut self,
        ring: &[Option<(Across, f32, f32)>; 7],
        sides: [BodySide<'_>; 2],
        is_top: bool,
    ) -> [u16; 12] {
        let (measures, chest) = (self.measures, self.binds.chest);
        let mut points = [0; 12];
        for side in sides {
            for (column, place) in ring.iter().enumerate() {
                let is_middle = column == 0 || column == 6;
                let Some((across, height, depth)) = place.filter(|_| !is_middle || side.index == 0) else { continue };
                let at = match across {
                    Middle(across) => Vec3::new(
                        side.sign * measures.across(across, SHOULDER_LEVEL),
                        measures.height(height),
                        measures.deep(depth, SHOULDER_LEVEL),
                    ),
                    Joint(across) => {
                        let away = Vec3::new(
                            side.sign * across * OF_TWELVE,
                            height - SHOULDER_HEIGHT,
                            (depth - SHOULDER_DEPTH) * 1.02,
                        );
                        self.bind.place(side.map.arm) + away * measures.k
                    }
                };
                let (clavicle, shoulder) = (side.binds.clavicle, side.binds.half_shoulder);
                let weights = match (column, is_top) {
                    (0 | 6, _) => Weights::of(chest),
                    (1 | 5, false) => Weights::parts([(0.85, chest), (0.15, clavicle)]),
                    (1 | 5, true) => Weights::parts([(0.65, chest), (0.35, clavicle)]),
                    (_, false) => Weights::parts([(0.42, chest), (0.23, clavicle), (0.35, shoulder)]),
                    (_, true) => Weights::parts([(0.12, chest), (0.5, clavicle), (0.38, shoulder)]),
                };
                let point = self.cage.add(at, weights);
                points.put(side.column(column), point);
            }
        }
        points
    }
}

/// Which joints of the spine move a height: half-way between two joints the lower one alone, at a joint both half and half.
struct SpineWeights {
    /// Heights with the bind that alone moves them, rising.
    middles: Vec<(f32, u16)>,
}

impl SpineWeights {
    fn new(builder: &Builder<'_>) -> Self {
        let (person, bind, k) = (builder.person, builder.bind, builder.measures.k);
        let height = |joint: usize| bind.place(joint).y;
        let shoulders = builder.measures.shoulders.y;
        let top = person.map.neck().map_or(shoulders + 0.06 * k, height);
        // Joints at the height of the one before have no part of the trunk.
        let mut kept: Vec<(f32, u16)> = Vec::new();
        for (joint, own) in person.spine.iter().zip(&builder.binds.spine) {
            if kept.last().is_none_or(|(below, _)| height(*joint) > below + 0.01 * k) {
                kept.push((height(*joint), *own));
            }
        }
        let last = kept.last().map_or(0.0, |(height, _)| *height);
        let above = kept.iter().skip(1).map(|(height, _)| *height).chain([top.max(last + 0.02 * k)]);
        // Nothing near the hips follows the spine.
        let mut least = builder.measures.hips.y + 0.05 * k;
        let middles = kept.iter().zip(above).map(|((from, own), to)| {
            let middle = ((from + to) / 2.0).max(least);
            least = middle + 0.01 * k;
            (middle, *own)
        });
        Self { middles: middles.collect() }
    }

    fn at(&self, height: f32) -> Weights {
        let mut below: Option<(f32, u16)> = None;
        for (middle, own) in &self.middles {
            if height <= *middle {
                return below.map_or(Weights::of(*own), |(from, under)| {
                    let share = (height - from) / (middle - from);
                    Weights::parts([(1.0 - share, under), (share, *own)])
                });
            }
            below = Some((*middle, *own));
        }
        Weights::of(below.map_or(0, |(_, own)| own))
    }
}
