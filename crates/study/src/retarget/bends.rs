//! How knees bend over a motion, so that ankles come to their goals and knees move no faster than the source's.
//!
//! Near a straight leg a millimetre between hip and ankle moves the knee by twenty. So the ankle misses its goal a little where
//! the knee would leap, and the knee bends as the source's wherever that is near enough to the goal.
//!
//! A bend is a vector across the line from hip to ankle: towards the knee, and as long as the angle of the bend times [`Shape::unit`],
//! which near a straight leg is the knee's distance from that line. It has a part in the plane of the knee's hinge, which is negative
//! where the knee bends backwards and changes through zero with a straight leg, and a rest across that plane, which stays as in the
//! source.

use glam::{DVec3, Quat, Vec2, Vec3};

use super::math::arc;
use super::rig::LEG;
use super::smooth::within_steps;
use marey::checked::Checked;
use marey::compact::maths::{angle_between, angle_of, exp2, sin_cos};
use marey::within::Within;

/// From this share of its length on, a leg that has to reach farther stretches ever less.
const SOFT: f32 = 0.01;
/// Changes of a leg's length up to this are ignored: body metres.
const ROUNDING: f32 = 2e-6;
/// From one frame to the next a knee bends by at most so much more or less than the source's: body metres, and a share of the bend.
const STEP: f32 = 0.0015;
const STEP_SHARE: f32 = 0.01;
/// How near to its goal an ankle is near enough, where it stands and in the air: body metres.
const NEAR: [f32; 2] = [0.003, 0.008];
/// How far from it a knee that would leap may keep it.
const FAR: [f32; 2] = [0.01, 0.02];
/// A bend from which its own plane counts more than the hinge's: body metres.
const CLEARLY_BENT: f32 = 0.03;
/// A leg that points down with at least the second cosine misses its goal in height alone, and with at most the first one along itself.
const STEEP: [f32; 2] = [0.3, 0.6];

/// A leg of the target with its bones as the source's point: body space.
#[derive(Debug, Clone, Copy)]
pub(super) struct TargetLeg {
    pub(super) hip: Vec3,
    pub(super) knee: Vec3,
    pub(super) ankle: Vec3,
    /// The direction in which the knee's hinge bends.
    pub(super) forwards: Vec3,
}

/// Where a leg has to be.
#[derive(Debug, Clone, Copy)]
pub(super) struct Reach {
    pub(super) hip: Vec3,
    pub(super) goal: Vec3,
    /// 1 where the foot stands, 0 in the air.
    pub(super) stands: f32,
}

/// Where a leg's knee and ankle go.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Bend {
    pub(super) knee: Vec3,
    pub(super) ankle: Vec3,
    /// How the foot turns beside its world rotation.
    pub(super) foot: Quat,
}

/// The shape of a leg.
#[derive(Debug, Clone, Copy)]
struct Shape {
    upper: f32,
    lower: f32,
    /// Length of a bend per radian: body metres.
    unit: f32,
    /// The direction from hip to ankle, and two across it: towards the hinge's front, and square to both.
    along: Vec3,
    front: Vec3,
    aside: Vec3,
    /// The bend in these two.
    bend: Vec2,
}

impl Shape {
    fn of(limb: &TargetLeg) -> Option<Self> {
        let (thigh, shin) = (limb.knee - limb.hip, limb.ankle - limb.knee);
        let (upper, lower) = (thigh.length(), shin.length());
        if !(upper > 1e-4 * LEG && lower > 1e-4 * LEG) {
            return None;
        }
        let along = (limb.ankle - limb.hip).try_normalize()?;
        let front = limb.forwards - along * along.dot(limb.forwards);
        let front = front.try_normalize().unwrap_or_else(|| along.any_orthonormal_vector());
        let aside = along.cross(front);
        let unit = upper * lower / (upper + lower);
        let angle = angle_between((thigh / upper).as_dvec3(), (shin / lower).as_dvec3()) as f32;
        let offset = thigh - along * along.dot(thigh);
        let bend = Vec2::new(offset.dot(front), offset.dot(aside)).normalize_or_zero() * (unit * angle);
        Some(Self { upper, lower, unit, along, front, aside, bend })
    }

    /// The distance from hip to ankle at a bend so long.
    fn distance(&self, bend: f32) -> f32 {
        let (sine, _) = sin_cos(0.5 * (bend / self.unit).min(std::f32::consts::PI));
        let whole = self.upper + self.lower;
        (whole * whole - 4.0 * self.upper * self.lower * sine * sine).max(0.0).sqrt()
    }

    /// The length of the bend at a distance from hip to ankle.
    fn bend_at(&self, distance: f32) -> f32 {
        let (whole, distance) = (f64::from(self.upper + self.lower), f64::from(distance.max(0.0)));
        let product = 4.0 * f64::from(self.upper) * f64::from(self.lower);
        // The square of half the angle's sine.
        let square = ((whole * whole - distance * distance) / product).clamp(0.0, 1.0);
        2.0 * angle_of(square.sqrt(), (1.0 - square).sqrt()) as f32 * self.unit
    }
}

/// Which bends bring an ankle near enough to its goal.
#[derive(Debug, Clone, Copy, Default)]
struct Range {
    least: f32,
    most: f32,
}

impl Range {
    fn new(shape: &Shape, wanted: f32, near: f32) -> Self {
        Self { least: shape.bend_at(wanted + near), most: shape.bend_at(wanted - near) }
    }

    /// The bend of this range that is nearest to the source's, both in the hinge's plane; `across` is the part across it. A knee bends
    /// backwards no farther than the source's.
    fn nearest(&self, own: f32, across: f32) -> f32 {
        let part = |bend: f32| (bend * bend - across * across).max(0.0).sqrt();
        let (least, most) = (part(self.least), part(self.most));
        if own >= 0.0 {
            own.within(least, most.max(least))
        } else if -own >= least {
            own.max(-most)
        } else {
            least
        }
    }
}

/// The bends of a leg, frame by frame. `None` where a bone has no length. `half` frames on both sides tell the plane of a knee that is
/// hardly bent.
pub(super) fn bends(limbs: &[TargetLeg], reaches: &[Reach], half: usize) -> Vec<Option<Bend>> {
    let shapes: Vec<Option<Shape>> = limbs.iter().map(Shape::of).collect();
    let own: Vec<Vec2> = shapes.iter().map(|shape| shape.map_or(Vec2::ZERO, |shape| shape.bend)).collect();
    let planes = planes(&own, half);
    let parts: Vec<f32> = own.iter().zip(&planes).map(|(bend, plane)| bend.dot(*plane)).collect();
    let rest = |index: usize| {
        let (own, plane) = (own.at(index), planes.at(index));
        own - plane * own.dot(plane)
    };
    let frames = || limbs.iter().zip(reaches).zip(&shapes).enumerate();
    let range = |limb: &TargetLeg, reach: &Reach, shape: &Shape, near: [f32; 2]| {
        let [stands, flies] = near;
        let whole = shape.upper + shape.lower;
        let now = limb.hip.distance(limb.ankle);
        let change = reach.hip.distance(reach.goal) - now;
        // A straight knee would turn rounding errors into visible bends.
        let change = change.signum() * (change.abs() - ROUNDING).max(0.0);
        let wanted = softened(now + change, now, whole);
        Range::new(shape, wanted, flies + (stands - flies) * reach.stands)
    };
    let wanted: Vec<f32> = frames()
        .map(|(index, ((limb, reach), shape))| {
            let part = parts.at(index);
            shape.map_or(part, |shape| range(limb, reach, &shape, NEAR).nearest(part, rest(index).length()))
        })
        .collect();
    // How much farther each knee bends than the source's.
    let more: Vec<f32> = wanted.iter().zip(&parts).map(|(wanted, own)| wanted - own).collect();
    let at = |index: usize| wanted.at(index).abs();
    let step = |index: usize| STEP + STEP_SHARE * at(index).max(at(index.saturating_sub(1)));
    let steps: Vec<f32> = (0..wanted.len()).map(step).collect();
    let calm: Vec<f32> = within_steps(&more, &steps).iter().zip(&parts).map(|(more, own)| own + more).collect();
    frames()
        .zip(&calm)
        .map(|((index, ((limb, reach), shape)), calm)| {
            let shape = (*shape)?;
            let rest = rest(index);
            let own = parts.at(index);
            let part = range(limb, reach, &shape, FAR).nearest(*calm, rest.length()).max(own.min(0.0));
            Some(posed(&shape, reach, planes.at(index) * part + rest))
        })
        .collect()
}

/// The leg with a bend.
fn posed(shape: &Shape, reach: &Reach, bend: Vec2) -> Bend {
    let distance = shape.distance(bend.length());
    let ankle = missed(reach, distance);
    let (upper, lower) = (shape.upper, shape.lower);
    let way = (ankle - reach.hip).try_normalize().unwrap_or(shape.along);
    let along = (upper * upper + distance * distance - lower * lower) / (2.0 * distance.max(1e-6));
    let away = (upper * upper - along * along).max(0.0).sqrt();
    let side = bend.try_normalize().unwrap_or(Vec2::X);
    let across = arc(shape.along, way) * (shape.front * side.x + shape.aside * side.y);
    Bend { knee: reach.hip + way * along + across * away, ankle, foot: Quat::IDENTITY }
}

/// The place near the goal that is so far from the hip: above or below it, so that a standing foot does not slide; on the leg's line for a
/// leg that is not steep.
fn missed(reach: &Reach, distance: f32) -> Vec3 {
    let line = reach.goal - reach.hip;
    let along = line.try_normalize().unwrap_or(Vec3::NEG_Y);
    let [flat, steep] = STEEP;
    let share = ((-along.y - flat) / (steep - flat)).clamp(0.0, 1.0);
    let way = along.lerp(Vec3::NEG_Y, share).normalize_or(along);
    // |line + way * t| = distance, for the t nearest to 0.
    let half = line.dot(way);
    let rest = half * half + distance * distance - line.length_squared();
    if rest < 0.0 { reach.hip + along * distance } else { reach.goal + way * (rest.sqrt() - half) }
}

/// The plane in which each bend is, as a direction towards the hinge's front: that of the bends around it, as far as they are clear.
fn planes(bends: &[Vec2], half: usize) -> Vec<Vec2> {
    // The tensor of a bend has no sign: a bend backwards is in the same plane as one forwards.
    let tensor = |bend: &Vec2| Vec3::new(bend.x * bend.x, bend.x * bend.y, bend.y * bend.y).as_dvec3();
    let mut sums = vec![DVec3::ZERO];
    let mut sum = DVec3::ZERO;
    sums.extend(bends.iter().map(|bend| {
        sum += tensor(bend);
        sum
    }));
    let plane = |index: usize| {
        let (first, end) = (index.saturating_sub(half), (index + half + 1).min(bends.len()));
        let mean = ((sums.at(end) - sums.at(first)) / (end - first).max(1) as f64).as_vec3();
        let difference = mean.x + CLEARLY_BENT * CLEARLY_BENT - mean.z;
        let longest = 0.5 * (difference + (difference * difference + 4.0 * mean.y * mean.y).sqrt());
        // The eigenvector of the greater value.
        Vec2::new(longest, mean.y).try_normalize().unwrap_or(Vec2::X)
    };
    (0..bends.len()).map(plane).collect()
}

/// The distance that a leg reaches for `wanted`: it approaches its whole length ever more slowly, so that no knee snaps. Never less than
/// what the leg reaches `now`, if so much is wanted.
fn softened(wanted: f32, now: f32, whole: f32) -> f32 {
    let start = (whole * (1.0 - SOFT)).max(now.min(whole));
    let room = whole - start;
    if wanted <= start {
        return wanted;
    }
    if room < 1e-6 { whole } else { whole - room * exp2(std::f32::consts::LOG2_E * (start - wanted) / room) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A leg of two equal bones whose knee bends forwards (+Z) by some degrees, with its hip above the origin.
    fn limb(degrees: f32) -> TargetLeg {
        let (sine, cosine) = sin_cos(0.5 * degrees.to_radians());
        let hip = Vec3::Y * LEG;
        let knee = hip + Vec3::new(0.0, -cosine, sine) * (0.5 * LEG);
        TargetLeg { hip, knee, ankle: hip - Vec3::Y * (cosine * LEG), forwards: Vec3::Z }
    }

    /// The bends for goals that are so much nearer to the hips than the ankles are: the knees' distances in front of the line from hip to ankle.
    fn fronts(limbs: &[TargetLeg], nearer: f32) -> Vec<f32> {
        let reach = |limb: &TargetLeg| Reach { hip: limb.hip, goal: limb.ankle + Vec3::Y * nearer, stands: 1.0 };
        let reaches: Vec<Reach> = limbs.iter().map(reach).collect();
        bends(limbs, &reaches, 5).into_iter().map(|bend| bend.map_or(f32::NAN, |bend| bend.knee.z)).collect()
    }

    #[test]
    fn a_knee_passes_through_the_straight_leg_and_bends_backwards_no_farther_than_the_source_s() {
        // From 20 degrees to -10 and back, four times.
        let angle = |frame: usize| 5.0 + 15.0 * sin_cos(std::f32::consts::TAU * frame as f32 / 30.0).1;
        let limbs: Vec<TargetLeg> = (0..120).map(|frame| limb(angle(frame))).collect();
        // Feet of other shapes move goals by up to a centimetre.
        for nearer in [-0.01, -0.003, 0.0, 0.001, 0.003, 0.006, 0.01] {
            let found = fronts(&limbs, nearer);
            for (frame, (pair, own)) in found.windows(2).zip(limbs.windows(2)).enumerate() {
                let (moved, own_moved) = (pair[1] - pair[0], own[1].knee.z - own[0].knee.z);
                assert!(pair[0] >= own[0].knee.z.min(0.0) - 1e-5, "{nearer}: {frame}: {} {}", pair[0], own[0].knee.z);
                assert!((moved - own_moved).abs() < 0.005, "{nearer}: {frame}: {moved} {own_moved}");
            }
        }
    }

    #[test]
    fn a_leg_that_is_at_its_goal_stays() {
        let limbs: Vec<TargetLeg> = [90.0, 20.0, 1.0, 0.0, -1.0, -10.0, 5.0, 150.0].map(limb).to_vec();
        for (limb, front) in limbs.iter().zip(fronts(&limbs, 0.0)) {
            assert!((front - limb.knee.z).abs() < 1e-4, "{front} {limb:?}");
        }
    }

    #[test]
    fn a_leg_stretches_ever_less_and_keeps_what_it_reaches() {
        assert_eq!(softened(0.5, 0.4, 1.0), 0.5);
        assert_eq!(softened(0.999, 0.999, 1.0), 0.999);
        let reached = [0.99, 1.0, 1.01, 1.1].map(|wanted| softened(wanted, 0.9, 1.0));
        assert!(reached.is_sorted() && reached[3] <= 1.0, "{reached:?}");
        assert!(reached[1] < 0.9965, "{reached:?}");
    }
}
