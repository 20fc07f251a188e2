//! Arms: rings of 8 points that begin at the opening of the trunk.

use glam::Vec3;

use super::builder::{BodySide, Builder};
use super::cage::{EIGHT, OF_EIGHT};
use super::leg::{LimbRing, ring};
use super::trunk::Trunk;
use super::weights::Weights;
use crate::checked::Checked;

/// Half widths are across the arm, in the plane of trunk and arm.
const RINGS: [LimbRing; 8] = [
    ring(false, 0.14, [0.0515, 0.0565], [0.001, 0.001]),
    ring(false, 0.45, [0.048, 0.051], [0.003, 0.001]),
    ring(false, 0.88, [0.039, 0.0395], [0.0, 0.0]),
    ring(true, 0.0, [0.0375, 0.0395], [-0.001, 0.0]),
    ring(true, 0.13, [0.0415, 0.0425], [0.001, 0.0]),
    ring(true, 0.32, [0.042, 0.041], [0.002, 0.0]),
    ring(true, 0.68, [0.0315, 0.031], [0.0, 0.0]),
    ring(true, 0.95, [0.0215, 0.0275], [0.0, 0.0]),
];

impl Builder<'_> {
    pub(super) fn add_arm(&mut self, trunk: &Trunk, side: BodySide<'_>) {
        let (k, map, binds) = (self.measures.k, side.map, side.binds);
        let at = |ring: &[u16; 12], column: usize| ring.at(side.column(column));
        // Around the opening: from the top to the front and under the arm.
        let (low, beside, high) = (&trunk.below_arm, &trunk.beside_arm, &trunk.above_arm);
        let mut before =
            [at(high, 3), at(high, 2), at(beside, 2), at(low, 2), at(low, 3), at(low, 4), at(beside, 4), at(high, 4)];
        let [shoulder, elbow, wrist] = [map.arm, map.fore, map.hand].map(|joint| self.bind.place(joint));
        let [f0, f1, f2, f3] = binds.forearm;
        let weights = [
            Weights::parts([(0.45, binds.half_shoulder), (0.55, binds.swung_arm)]),
            Weights::of(binds.mid_arm),
            Weights::parts([(0.85, binds.arm), (0.15, binds.half_elbow)]),
            Weights::of(binds.half_elbow),
            Weights::parts([(0.15, binds.half_elbow), (0.85, f0)]),
            Weights::of(f1),
            Weights::of(f2),
            Weights::parts([(0.65, f3), (0.35, binds.half_wrist)]),
        ];
        for (ring, weights) in RINGS.iter().zip(weights) {
            let [from, to] = if ring.is_second { [elbow, wrist] } else { [shoulder, elbow] };
            let along = (to - from).normalize_or(side.outwards());
            let front = (Vec3::Z - along * along.z).normalize_or(Vec3::Z);
            let top = front.cross(along).normalize_or(Vec3::Y);
            let top = if top.y > 0.0 { top } else { -top };
            let [forwards, upwards] = ring.off;
            let middle = from.lerp(to, ring.share) + (front * forwards + top * upwards) * k;
            let own = EIGHT.map(|(sine, cosine)| {
                let across = top * (cosine * ring.half_width) + front * (sine * ring.half_depth);
                self.cage.add(middle + across * k * OF_EIGHT, weights)
            });
            self.cage.strip(&before, &own, side.flips());
            before = own;
        }
        self.add_hand(before, side);
    }
}
