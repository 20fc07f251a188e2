//! Legs and feet: rings of 8 points that begin at half of the crotch's ring.

use glam::Vec3;

use super::bind_pose::foot_ways;
use super::builder::{BodySide, Builder};
use super::cage::{EIGHT, OF_EIGHT, squared};
use super::trunk::Trunk;
use super::weights::Weights;
use crate::checked::Checked;
use crate::within::Within;

/// A ring of a limb, metres of a person of 1.75 m.
pub(super) struct LimbRing {
    /// Whether it is on the second bone, and the share of the bone's length.
    pub(super) is_second: bool,
    pub(super) share: f32,
    pub(super) half_width: f32,
    pub(super) half_depth: f32,
    /// How far its middle is from the bone, forwards and outwards.
    pub(super) off: [f32; 2],
}

pub(super) const fn ring(is_second: bool, share: f32, radii: [f32; 2], off: [f32; 2]) -> LimbRing {
    let [half_width, half_depth] = radii;
    LimbRing { is_second, share, half_width, half_depth, off }
}

const RINGS: [LimbRing; 8] = [
    ring(false, 0.20, [0.079, 0.091], [0.003, 0.0]),
    ring(false, 0.54, [0.0685, 0.0765], [0.008, 0.002]),
    ring(false, 0.93, [0.0515, 0.0565], [0.006, 0.0]),
    ring(true, 0.0, [0.0505, 0.055], [0.005, 0.0]),
    ring(true, 0.10, [0.0485, 0.052], [0.002, 0.0]),
    ring(true, 0.29, [0.0575, 0.060], [-0.015, 0.003]),
    ring(true, 0.58, [0.0435, 0.047], [-0.011, 0.001]),
    ring(true, 0.88, [0.0315, 0.0355], [-0.004, 0.0]),
];
/// The usual length of a thigh, and how much shorter or longer ones are slimmer or thicker.
const THIGH: f32 = 0.4267;
const SLIM: [f32; 2] = [0.8, 1.1];
/// No point of a thigh is nearer to the middle plane.
const APART: f32 = 0.007;

/// A ring of the foot: forwards from the ankle and height over the sole, of its top and of its bottom; its half width.
struct FootRing {
    top: [f32; 2],
    bottom: [f32; 2],
    half_width: f32,
    /// How much of a high ball lifts its top.
    lift: f32,
}

const fn foot_ring(top: [f32; 2], bottom: [f32; 2], half_width: f32, lift: f32) -> FootRing {
    FootRing { top, bottom, half_width, lift }
}

const FOOT: [FootRing; 5] = [
    foot_ring([0.040, 0.080], [-0.050, 0.040], 0.036, 0.0),
    foot_ring([0.082, 0.064], [-0.040, -0.002], 0.038, 0.6),
    foot_ring([0.140, 0.038], [0.120, -0.003], 0.048, 1.0),
    foot_ring([0.186, 0.028], [0.180, -0.003], 0.045, 0.75),
    foot_ring([0.213, 0.018], [0.212, 0.001], 0.028, 0.4),
];
/// From the ankle to the ball, and a joint farther away is the toes' tip.
const BALL: f32 = 0.145;
const TIP: f32 = 0.165;
const BALL_OF_TIP: f32 = 0.78;
/// The usual height of the ankle over the sole, and its bounds.
const ANKLE: f32 = 0.072;
const ANKLES: [f32; 2] = [0.050, 0.130];
/// The ball's joint is this far over the sole; and by how much the height at which the feet stand may change that, but no nearer to the
/// sole than this.
const BALL_HEIGHT: f32 = 0.024;
const MOST_CHANGE: f32 = 0.025;
const LEAST_BALL_HEIGHT: f32 = 0.010;

/// The sole of a foot.
pub(super) struct FootPlace {
    /// The height of the ankle over the sole.
    pub(super) ankle: f32,
    /// From the ankle to the ball, as a share of the usual way.
    length: f32,
    /// How much a high ball lifts the tops of the rings.
    lift: f32,
}

impl FootPlace {
    pub(super) fn new(builder: &Builder<'_>, side: BodySide<'_>) -> Self {
        let k = builder.measures.k;
        let [forward, _] = foot_ways(side.sign);
        let ball = builder.person.balls.at(side.index).map(|ball| builder.bind.way(side.map.foot, ball));
        // A joint under the ankle is no ball of the foot.
        let Some(ball) = ball.filter(|way| way.dot(forward) >= 0.05 * k) else {
            let [low, high] = ANKLES.map(|height| height * k);
            let ankle = builder.standing_ankle.unwrap_or(ANKLE * k).within(low, high);
            return Self { ankle, length: k, lift: 0.0 };
        };
        let (drop, reach) = (-ball.y, ball.dot(forward));
        let reach = if reach > TIP * k { BALL_OF_TIP * reach } else { reach };
        let [low, high] = ANKLES;
        let usual = (drop + BALL_HEIGHT * k).within(low * k, high * k);
        // The sole is on the floor where the feet stand, as far as its joints allow that.
        let ankle = builder.standing_ankle.unwrap_or(usual).within(usual - MOST_CHANGE * k, usual + MOST_CHANGE * k);
        let ankle = ankle.max(drop + LEAST_BALL_HEIGHT * k).within(low * k, high * k);
        let lift = ankle - drop + 0.016 * k - 0.034 * k * (ankle / (ANKLE * k)).clamp(0.8, 1.15);
        Self { ankle, length: reach.within(0.09 * k, 0.175 * k) / BALL, lift: lift.max(0.0) }
    }
}

impl Builder<'_> {
    /// Adds a leg; returns the ring at which the foot's toes end.
    pub(super) fn add_leg(&mut self, trunk: &Trunk, side: BodySide<'_>) {
        let (k, map, binds) = (self.measures.k, side.map, side.binds);
        let half = [0, 1, 2, 3, 4, 5, 6].map(|column| trunk.crotch.at(side.column(column)));
        let mut above: Vec<u16> = half.into_iter().chain([trunk.between_legs]).collect();
        let [thigh, shin, foot] = [map.thigh, map.shin, map.foot].map(|joint| self.bind.place(joint));
        let slim = (thigh.distance(shin) / (THIGH * k)).clamp(SLIM.at(0), SLIM.at(1));
        let weights = [
            Weights::parts([(0.32, binds.half_hip), (0.68, binds.swung_thigh)]),
            Weights::of(binds.mid_thigh),
            Weights::parts([(0.85, binds.thigh), (0.15, binds.half_knee)]),
            Weights::of(binds.half_knee),
            Weights::parts([(0.15, binds.half_knee), (0.85, binds.swung_shin)]),
            Weights::parts([(0.7, binds.swung_shin), (0.3, binds.shin)]),
            Weights::parts([(0.3, binds.swung_shin), (0.7, binds.shin)]),
            Weights::parts([(0.85, binds.shin), (0.15, binds.half_ankle)]),
        ];
        for (ring, weights) in RINGS.iter().zip(weights) {
            let [from, to] = if ring.is_second { [shin, foot] } else { [thigh, shin] };
            let down = (to - from).normalize_or(Vec3::NEG_Y);
            let front = (Vec3::Z - down * down.z).normalize_or(Vec3::Z);
            let out = down.cross(front) * -side.sign;
            let out = if out.dot(side.outwards()) > 0.0 { out } else { -out };
            let thick = if !ring.is_second && ring.share < 0.6 { k * slim } else { k };
            let [forwards, outwards] = ring.off;
            let middle = from.lerp(to, ring.share) + (front * forwards + out * outwards) * k;
            let own = EIGHT.map(|(sine, cosine)| {
                // The columns begin at the inner front, where the crotch's do.
                let (sine, cosine) = ((sine - cosine) * Q, (cosine + sine) * Q);
                let across = front * (cosine * ring.half_depth) + out * (sine * ring.half_width);
                let mut at = middle + across * thick * OF_EIGHT;
                if !ring.is_second && side.sign * at.x < APART * k {
                    at.x = side.sign * APART * k;
                }
                self.cage.add(at, weights)
            });
            self.cage.strip(&own, &above, side.flips());
            above = own.to_vec();
        }
        self.add_foot(above, side);
    }

    fn add_foot(&mut self, mut above: Vec<u16>, side: BodySide<'_>) {
        let (k, binds, ankle) = (self.measures.k, side.binds, self.bind.place(side.map.foot));
        let place = FootPlace::new(self, side);
        let [forward, left] = foot_ways(side.sign);
        let out = left * side.sign;
        let high = place.ankle / (ANKLE * k);
        let weights = [
            Weights::parts([(0.6, binds.half_ankle), (0.4, binds.foot)]),
            Weights::parts([(0.15, binds.half_ankle), (0.85, binds.foot)]),
            Weights::parts([(0.42, binds.toe), (0.58, binds.foot)]),
            Weights::of(binds.toe),
            Weights::of(binds.toe),
        ];
        for (index, (ring, weights)) in FOOT.iter().zip(weights).enumerate() {
            let ([top_at, top], [bottom_at, bottom]) = (ring.top, ring.bottom);
            let (middle_at, middle) = ((top_at + bottom_at) / 2.0, (top + bottom) / 2.0);
            let own = EIGHT.map(|(sine, cosine)| {
                let (sine, cosine) = ((sine - cosine) * Q, (cosine + sine) * Q);
                let power = if cosine < 0.0 && index > 0 { 0.75 } else { 1.0 };
                let share = squared(cosine.abs(), power);
                let (at, height) = if cosine >= 0.0 {
                    let share = share * OF_EIGHT;
                    (middle_at + (top_at - middle_at) * share, middle + (top - middle) * share)
                } else {
                    // Soles are flat.
                    let share = share * if index == 0 { OF_EIGHT } else { 1.02 };
                    (middle_at + (bottom_at - middle_at) * share, middle + (bottom - middle) * share)
                };
                let forwards = at * if at > 0.0 { place.length } else { k };
                let mut up = height * k * if index < 2 { high } else { high.clamp(0.8, 1.15) };
                if cosine > 0.1 {
                    up += place.lift * ring.lift;
                }
                let aside = sine * ring.half_width * k * OF_EIGHT + if index > 1 { 0.004 * k } else { 0.0 };
                self.cage.add(ankle + forward * forwards + Vec3::Y * (up - place.ankle) + out * aside, weights)
            });
            self.cage.strip(&own, &above, side.flips());
            above = own.to_vec();
        }
        self.cage.face(&above, !side.flips());
    }
}

/// The sine of 45 degrees.
const Q: f32 = std::f32::consts::FRAC_1_SQRT_2;
