//! Fingers: closed tubes of four sides that begin inside the palm.

use glam::Vec3;

use super::builder::{BodySide, Builder, HandAxes};
use super::weights::Weights;
use crate::checked::Checked;

/// Half the thickness of fingers and of a thumb, and how far inside the palm fingers begin: metres of a person of 1.75 m.
const THICK: [f32; 2] = [0.0100, 0.0122];
const INSIDE: f32 = 0.030;
/// A square of this size becomes a circle of size 1.
const OF_FOUR: f32 = 1.18;
/// The length of a last bone whose end is not known.
const LAST: f32 = 0.022;

/// A finger in the bind pose.
pub(super) struct Chain {
    pub(super) is_thumb: bool,
    /// Its joints' binds, and their places, with the tip.
    pub(super) binds: Vec<u16>,
    pub(super) points: Vec<Vec3>,
}

/// The fingers of a hand, the thumb first; none if there are fewer than four.
pub(super) fn chains(builder: &Builder<'_>, side: BodySide<'_>) -> Vec<Chain> {
    let bind = builder.bind;
    let all = side.map.fingers.iter().zip(&side.binds.fingers).enumerate();
    let chains = all.filter(|(_, (joints, _))| !joints.is_empty()).map(|(finger, (joints, binds))| {
        // Bones inside the palm come first, and a tip may be a joint.
        let mut own: Vec<(usize, u16)> = joints.iter().copied().zip(binds.iter().copied()).collect();
        let mut tip = own.last().and_then(|(last, _)| builder.person.children(*last).next());
        let has_length = |tip: &usize| own.last().is_some_and(|(last, _)| bind.way(*last, *tip).length() > 1e-4);
        tip = tip.filter(has_length);
        if own.len() > 3 && tip.is_none() {
            tip = own.pop().map(|(joint, _)| joint);
        }
        own.drain(..own.len().saturating_sub(3));
        let mut points: Vec<Vec3> = own.iter().map(|(joint, _)| bind.place(*joint)).collect();
        let last = points.last().copied().unwrap_or_default();
        let k = builder.measures.k;
        let tip = tip.map(|tip| bind.place(tip)).filter(|tip| tip.distance(last) > 0.006 * k);
        points.push(tip.unwrap_or_else(|| {
            let before = points.len().checked_sub(2).and_then(|index| points.get(index)).copied();
            let from = before.unwrap_or_else(|| bind.place(side.map.hand));
            last + (last - from).normalize_or(Vec3::NEG_Y) * LAST * k
        }));
        Chain { is_thumb: finger == 0, binds: own.into_iter().map(|(_, bind)| bind).collect(), points }
    });
    let chains: Vec<Chain> = chains.collect();
    if chains.len() >= 4 { chains } else { Vec::new() }
}

/// A ring of a finger.
struct FingerRing {
    at: Vec3,
    weights: Weights,
    thick: f32,
    way: Vec3,
}

impl Builder<'_> {
    pub(super) fn add_finger(&mut self, chain: &Chain, wrist: Vec3, axes: HandAxes, side: BodySide<'_>) {
        let k = self.measures.k;
        let thick = THICK.at(usize::from(chain.is_thumb)) * k;
        let mut before: Option<[u16; 4]> = None;
        for ring in self.rings(chain, wrist, side) {
            let FingerRing { at, weights, thick: share, way } = ring;
            let across = axes.side - way * axes.side.dot(way);
            // Mirrored on the other side, as the rest of the hand is.
            let square = way.cross(axes.back) * side.sign;
            let x = if across.length() > 0.3 { across.normalize() } else { square.normalize_or(Vec3::Z) };
            let y = x.cross(way);
            let y = if y.dot(axes.back) > 0.0 { y } else { -y };
            let corner = |up: f32, aside: f32| (y * up + x * aside) * std::f32::consts::FRAC_1_SQRT_2;
            let corners = [corner(1.0, 1.0), corner(-1.0, 1.0), corner(-1.0, -1.0), corner(1.0, -1.0)];
            let own = corners.map(|out| self.cage.add(at + out * thick * share * OF_FOUR, weights));
            match before {
                Some(before) => self.cage.strip(&before, &own, side.flips()),
                None => self.cage.face(&own, !side.flips()),
            }
            before = Some(own);
        }
        if let Some(end) = before {
            self.cage.face(&end, side.flips());
        }
    }

    fn rings(&self, chain: &Chain, wrist: Vec3, side: BodySide<'_>) -> Vec<FingerRing> {
        let (k, points, hand) = (self.measures.k, &chain.points, side.binds.hand);
        let point = |index: usize| points.at(index);
        let way = |index: usize| (point(index + 1) - point(index)).normalize_or(Vec3::NEG_Y);
        let first = chain.binds.at(0);
        let start = match chain.is_thumb {
            true if point(0).distance(wrist) > 0.03 * k => wrist.lerp(point(0), 0.65),
            true => point(0),
            false => point(0) - way(0) * INSIDE * k,
        };
        let mut rings = vec![FingerRing {
            at: start,
            weights: Weights::parts([(0.7, hand), (0.3, first)]),
            thick: 1.0,
            way: way(0),
        }];
        for (index, own) in chain.binds.iter().enumerate() {
            if index > 0 {
                rings.push(FingerRing {
                    at: point(index),
                    weights: Weights::parts([(0.5, chain.binds.at(index - 1)), (0.5, *own)]),
                    thick: 1.0 - 0.1 * index as f32,
                    way: (way(index) + way(index - 1)).normalize_or(way(index)),
                });
            } else if chain.binds.len() == 1 {
                let middle = point(0).midpoint(point(1));
                rings.push(FingerRing { at: middle, weights: Weights::of(*own), thick: 0.95, way: way(0) });
            }
        }
        let last = chain.binds.len().saturating_sub(1);
        let tip = Weights::of(chain.binds.at(last));
        let way = way(last);
        rings.push(FingerRing { at: point(last + 1) - way * 0.004 * k, weights: tip, thick: 0.66, way });
        rings
    }
}
