//! Hands: a palm with fingers where the figure has some, else a mitten with a thumb.

use glam::Vec3;

use super::builder::{BodySide, Builder, HandAxes};
use super::cage::{EIGHT, OF_EIGHT, squared};
use super::fingers::{Chain, chains};
use super::sole::about;
use super::weights::Weights;
use crate::checked::Checked;
use crate::within::Within;

/// Half height and half width of the palm near the wrist and at the knuckles, metres of a person of 1.75 m; and their shares of the way.
const NEAR_WRIST: [f32; 2] = [0.0185, 0.034];
const AT_KNUCKLES: [f32; 2] = [0.0145, 0.0425];
const SHARES: [f32; 2] = [0.28, 0.95];
/// The palm with fingers: its half height, and how much wider it is than its knuckles.
const FLAT: f32 = 0.0135;
const BESIDE_KNUCKLES: f32 = 0.0115;
/// A mitten's length, and its bounds where the figure shows one.
const MITTEN: f32 = 0.18;
const MITTENS: [f32; 2] = [0.165, 0.2];
/// Its two rings of fingers: steps in lengths of the palm, half height and half width; each bends by 12 degrees more.
const FINGERS: [[f32; 3]; 2] = [[0.48, 0.0125, 0.037], [0.50, 0.0070, 0.021]];
const BEND: f32 = 0.209_44;
/// Its thumb: lengths from the palm and radii.
const THUMB: [[f32; 2]; 2] = [[0.030, 0.0140], [0.066, 0.0085]];
/// Corners of rings: the power of sine and cosine.
const SQUARE: f32 = 0.85;

impl Builder<'_> {
    /// Adds a hand to the ring at the wrist.
    pub(super) fn add_hand(&mut self, wrist_ring: [u16; 8], side: BodySide<'_>) {
        let (k, map) = (self.measures.k, side.map);
        let wrist = self.bind.place(map.hand);
        let along = self.bind.way(map.fore, map.hand).normalize_or(side.outwards());
        let chains = chains(self, side);
        let knuckles: Vec<Vec3> =
            chains.iter().filter(|chain| !chain.is_thumb).filter_map(|chain| chain.points.first().copied()).collect();
        let middle = knuckles.iter().sum::<Vec3>() / knuckles.len().max(1) as f32;
        let palm = middle.distance(wrist);
        let has_fingers = knuckles.len() >= 3 && (0.04 * k..0.14 * k).contains(&palm);
        let (way, palm) =
            if has_fingers { ((middle - wrist).normalize_or(along), palm) } else { self.mitten(side, wrist, along) };
        let axes = self.hand_axes(side, way, &chains, has_fingers);
        let near = Weights::parts([(0.35, side.binds.half_wrist), (0.65, side.binds.hand)]);
        let [share, far_share] = SHARES;
        let first = self.palm_ring(wrist + way * palm * share, axes, NEAR_WRIST, near, [0.001, 0.002]);
        self.cage.strip(&wrist_ring, &first, side.flips());
        let across = knuckles.iter().map(|knuckle| (*knuckle - middle).dot(axes.side) / k);
        let (low, high) = across.fold((f32::INFINITY, f32::NEG_INFINITY), |(a, b), x| (a.min(x), b.max(x)));
        let (radii, shift) = if has_fingers {
            ([FLAT, ((high - low) / 2.0 + BESIDE_KNUCKLES).clamp(0.03, 0.05)], (high + low) / 2.0)
        } else {
            (AT_KNUCKLES, 0.0)
        };
        let hand = Weights::of(side.binds.hand);
        let second = self.palm_ring(wrist + way * palm * far_share, axes, radii, hand, [0.0, shift]);
        let welds_thumb = !(has_fingers && chains.iter().any(|chain| chain.is_thumb));
        for column in 0..8 {
            let next = (column + 1) % 8;
            // A thumb begins at two faces of the palm's side.
            if !welds_thumb || !(1..=2).contains(&column) {
                let face = [first.at(column), first.at(next), second.at(next), second.at(column)];
                self.cage.face(&face, side.flips());
            }
        }
        if welds_thumb {
            self.add_thumb([first, second], axes, side);
        }
        if !has_fingers {
            return self.add_mitten(second, (wrist + way * palm * far_share, palm), axes, side);
        }
        let radii = [0.0085, radii.at(1) * 0.86];
        let end = self.palm_ring(wrist + way * (palm + 0.016 * k), axes, radii, hand, [0.0, shift]);
        self.cage.strip(&second, &end, side.flips());
        self.cage.face(&end, side.flips());
        for chain in &chains {
            self.add_finger(chain, wrist, axes, side);
        }
    }

    /// The direction and the palm's length of a mitten.
    fn mitten(&self, side: BodySide<'_>, wrist: Vec3, along: Vec3) -> (Vec3, f32) {
        let k = self.measures.k;
        let tips: Vec<Vec3> = self.person.below(side.map.hand).map(|joint| self.bind.place(joint) - wrist).collect();
        let reach = tips.iter().map(|way| way.dot(along)).fold(0.0, f32::max);
        let farthest = tips.iter().copied().max_by(|a, b| a.length().total_cmp(&b.length()));
        let way = farthest.filter(|way| way.length() > 0.05 * k).and_then(Vec3::try_normalize);
        let way = way.filter(|way| way.dot(along) > 0.7).unwrap_or(along);
        let [least, most] = MITTENS;
        let length = if reach > 0.12 * k { reach.within(least * k, most * k) } else { MITTEN * k };
        (way, length * 0.5)
    }

    fn hand_axes(&self, side: BodySide<'_>, way: Vec3, chains: &[Chain], has_fingers: bool) -> HandAxes {
        let (k, wrist) = (self.measures.k, self.bind.place(side.map.hand));
        let thumb = self.person.thumbs.at(side.index).map(|thumb| self.bind.place(thumb) - wrist);
        let mut towards = thumb.unwrap_or(Vec3::Z);
        let mut fingers = chains.iter().filter(|chain| !chain.is_thumb).filter_map(|chain| chain.points.first());
        if let (true, Some(first), Some(last)) = (has_fingers, fingers.next(), fingers.next_back()) {
            let across = *first - *last;
            towards = if across.length() > 0.02 * k { across } else { towards };
            let own = chains.iter().find(|chain| chain.is_thumb).and_then(|chain| chain.points.first());
            if own.is_some_and(|thumb| (*thumb - wrist).dot(across) < 0.0) {
                towards = -across;
            }
        }
        let thumb_side = (towards - way * towards.dot(way)).normalize_or(Vec3::Z);
        let back = thumb_side.cross(way).normalize_or(Vec3::Y) * side.sign;
        HandAxes { way, side: thumb_side, back }
    }

    fn palm_ring(&mut self, at: Vec3, axes: HandAxes, radii: [f32; 2], weights: Weights, off: [f32; 2]) -> [u16; 8] {
        let (k, [high, wide], [up, aside]) = (self.measures.k, radii, off);
        EIGHT.map(|(sine, cosine)| {
            let up = squared(cosine, SQUARE) * high * OF_EIGHT + up;
            let aside = squared(sine, SQUARE) * wide * OF_EIGHT + aside;
            self.cage.add(at + (axes.back * up + axes.side * aside) * k, weights)
        })
    }

    fn add_mitten(&mut self, ring: [u16; 8], (mut at, palm): (Vec3, f32), axes: HandAxes, side: BodySide<'_>) {
        let (mut ring, mut way) = (ring, axes.way);
        let hand = Weights::of(side.binds.hand);
        for (index, [step, high, wide]) in FINGERS.into_iter().enumerate() {
            way = (about(axes.side * side.sign, -BEND) * way).normalize_or(way);
            at += way * palm * step;
            let own = self.palm_ring(at, axes, [high, wide], hand, [0.0, -0.002 * index as f32]);
            self.cage.strip(&ring, &own, side.flips());
            ring = own;
        }
        self.cage.face(&ring, side.flips());
    }

    fn add_thumb(&mut self, [first, second]: [[u16; 8]; 2], axes: HandAxes, side: BodySide<'_>) {
        let k = self.measures.k;
        let rim = [first.at(1), first.at(2), first.at(3), second.at(3), second.at(2), second.at(1)];
        let base = rim.iter().map(|point| self.cage.point(*point)).sum::<Vec3>() / 6.0;
        let way = (axes.way * 0.80 + axes.side * 0.62 - axes.back * 0.25).normalize_or(axes.way);
        let x = way.cross(axes.back).normalize_or(axes.side);
        let y = x.cross(way);
        let hand = Weights::of(side.binds.hand);
        let mut ring = rim;
        for [along, radius] in THUMB {
            let own = rim.map(|point| {
                // Each point of the rim goes on in its own direction from the thumb's middle.
                let from_base = self.cage.point(point) - base;
                let out = (x * from_base.dot(x) + y * from_base.dot(y)).normalize_or(x);
                self.cage.add(base + (way * along + out * radius * 1.1) * k, hand)
            });
            self.cage.strip(&ring, &own, side.flips());
            ring = own;
        }
        self.cage.face(&ring, side.flips());
    }
}
