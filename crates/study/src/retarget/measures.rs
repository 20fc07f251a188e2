//! How good a motion is on another figure.

use glam::Vec3;

use super::rig::{RetargetRig, place};
use super::transfer::Retarget;
use marey::body::{BodyMap, SideMap, percentile};
use marey::checked::Checked;
use marey::model::{Clip, Motion};
use marey::pose::{Pose, sample_frame, world_matrices};

/// A mean, and the value that 95 of 100 values do not exceed.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Spread {
    /// The mean.
    pub mean: f32,
    /// The 95th percentile.
    pub p95: f32,
}

impl Spread {
    fn of(values: &[f32]) -> Self {
        let mean = values.iter().map(|value| f64::from(*value)).sum::<f64>() / values.len().max(1) as f64;
        Self { mean: mean as f32, p95: percentile(values, 0.95) }
    }
}

/// What feet do: lengths for a body of 1.80 m.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct FootMeasures {
    /// Speed of the balls of the feet along the ground while they stand: mm/s. `None` without a contact.
    pub slide: Option<Spread>,
    /// Distance of the lowest points of standing feet from the ground: mm. `None` without a contact.
    pub contact_height: Option<Spread>,
    /// How far the lowest point of both feet is below the ground, 0 where it is above: mm.
    pub penetration: Spread,
}

/// How a motion on another figure differs from the source's.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Measures {
    /// Between the directions of the bones of arms and legs in both motions: degrees.
    pub limbs: Spread,
    /// Between the directions from the hips to the shoulders: degrees. Joints sit differently in bodies: 3 to 5 are no error.
    pub trunk: Spread,
    /// The target's feet.
    pub feet: FootMeasures,
    /// The source's feet.
    pub source_feet: FootMeasures,
    /// How much hands, feet, knees and head jerk (third difference over the leg's length), as a ratio to the source.
    pub jitter: f32,
    /// The share of the frames in which a foot stands, mean of both feet.
    pub contacts: f32,
}

/// Takes a joint of one side.
type OfSide = fn(&SideMap) -> usize;

/// Bones whose directions are compared.
const BONES: [[OfSide; 2]; 4] = [
    [|side| side.thigh, |side| side.shin],
    [|side| side.shin, |side| side.foot],
    [|side| side.arm, |side| side.fore],
    [|side| side.fore, |side| side.hand],
];

/// Measures a clip that [`Retarget::clip`] made.
pub fn measures(retarget: &Retarget<'_>, clip: &Clip) -> Measures {
    let Some(behaviour) = clip.behaviours.first() else { return Measures::default() };
    let (source, target) = (&retarget.source, &retarget.target);
    let [source_balls, target_balls] = retarget.plan.balls;
    let mut own = Course::new(source, source.motion, source_balls);
    let mut other = Course::new(target, &behaviour.motion, target_balls);
    let (mut limbs, mut trunk) = (Vec::new(), Vec::new());
    for frame in 0..source.motion.frame_count() {
        own.pose(frame);
        other.pose(frame);
        for (s, t) in source.map.sides.iter().zip(&target.map.sides) {
            for [from, to] in BONES {
                let bone = |course: &Course<'_, '_>, side: &SideMap| course.place(to(side)) - course.place(from(side));
                if from(t) != to(t) {
                    limbs.push(degrees(bone(&own, s), bone(&other, t)));
                }
            }
        }
        trunk.push(degrees(own.trunk(), other.trunk()));
    }
    let tracks = &retarget.tracks;
    let stands = tracks.feet.each_ref().map(|foot| &foot.stands[..]);
    let standing = stands.iter().map(|one| one.iter().filter(|on| **on).count()).sum::<usize>();
    Measures {
        limbs: Spread::of(&limbs),
        trunk: Spread::of(&trunk),
        feet: other.feet(0.0, stands, source.frame_time()),
        source_feet: own.feet(tracks.ground, stands, source.frame_time()),
        jitter: other.jerk() / own.jerk().max(1e-12),
        contacts: standing as f32 / (2 * source.motion.frame_count()).max(1) as f32,
    }
}

/// The angle between two directions.
fn degrees(a: Vec3, b: Vec3) -> f32 {
    a.cross(b).length().atan2(a.dot(b)).to_degrees()
}

/// A motion frame by frame in body space.
struct Course<'a, 'b> {
    rig: &'b RetargetRig<'a>,
    motion: &'b Motion,
    balls: [usize; 2],
    pose: Pose,
    seen: Vec<FrameFacts>,
}

/// What counts of a frame.
struct FrameFacts {
    balls: [Vec3; 2],
    lows: [f32; 2],
    /// Hands, feet, knees and head.
    ends: [Vec3; 7],
}

impl<'a, 'b> Course<'a, 'b> {
    fn new(rig: &'b RetargetRig<'a>, motion: &'b Motion, balls: [usize; 2]) -> Self {
        Self { rig, motion, balls, pose: rig.rest(), seen: Vec::new() }
    }

    fn map(&self) -> &BodyMap {
        &self.rig.map
    }

    fn pose(&mut self, frame: usize) {
        sample_frame(self.motion, frame, &mut self.pose);
        world_matrices(self.rig.skeleton, self.rig.to_body, &mut self.pose);
        let at = |joint: usize| place(&self.pose, joint);
        let lows = self
            .rig
            .foot_points
            .each_ref()
            .map(|points| points.iter().map(|point| at(*point).y).fold(f32::INFINITY, f32::min));
        let [l, r] = &self.map().sides;
        let ends = [l.hand, r.hand, l.foot, r.foot, self.map().head, l.shin, r.shin].map(at);
        let balls = self.balls.map(at);
        self.seen.push(FrameFacts { balls, lows, ends });
    }

    fn place(&self, joint: usize) -> Vec3 {
        place(&self.pose, joint)
    }

    fn trunk(&self) -> Vec3 {
        let [l, r] = &self.map().sides;
        (self.place(l.arm) + self.place(r.arm)) - (self.place(l.thigh) + self.place(r.thigh))
    }

    fn feet(&self, ground: f32, stands: [&[bool]; 2], frame_time: f32) -> FootMeasures {
        let flat = Vec3::new(1.0, 0.0, 1.0);
        let (mut slides, mut heights) = (Vec::new(), Vec::new());
        for (side, stands) in stands.into_iter().enumerate() {
            let ball = |seen: &FrameFacts| seen.balls.at(side);
            let low = |seen: &FrameFacts| seen.lows.at(side);
            for (seen, stands) in self.seen.iter().zip(stands) {
                heights.extend(stands.then(|| (low(seen) - ground).abs() * 1000.0));
            }
            let pairs = self.seen.iter().zip(self.seen.iter().skip(1));
            for ((before, after), stand) in pairs.zip(stands.iter().zip(stands.iter().skip(1))) {
                if *stand.0 && *stand.1 {
                    slides.push(((ball(after) - ball(before)) * flat).length() / frame_time * 1000.0);
                }
            }
        }
        let below =
            |seen: &FrameFacts| (ground - seen.lows.into_iter().fold(f32::INFINITY, f32::min)).max(0.0) * 1000.0;
        let some = |values: Vec<f32>| (!values.is_empty()).then(|| Spread::of(&values));
        FootMeasures {
            slide: some(slides),
            contact_height: some(heights),
            penetration: Spread::of(&self.seen.iter().map(below).collect::<Vec<_>>()),
        }
    }

    /// The mean size of the third difference of the ends' coordinates.
    fn jerk(&self) -> f32 {
        let mut sum = 0.0_f64;
        let mut count = 0_usize;
        for window in self.seen.windows(4) {
            let [a, b, c, d] = window else { continue };
            for (((a, b), c), d) in a.ends.iter().zip(&b.ends).zip(&c.ends).zip(&d.ends) {
                let third = (*d - *a) - (*c - *b) * 3.0;
                sum += f64::from(third.abs().element_sum());
                count += 3;
            }
        }
        (sum / count.max(1) as f64) as f32
    }
}
