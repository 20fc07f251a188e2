//! A person's motion as joint centres and, where the file has them, how joints turn.

use glam::{DMat3, DVec3};
use marey::body::{BodyMap, NoMap, SideMap, Subject, SubjectPose};
use marey::checked::Checked;
use marey::model::Time;

use super::Rule;
use super::vectors::median;
use crate::missing::frames_without_values;

/// The length of a leg as a share of the stature (R. Drillis and R. Contini, *Body Segment Parameters*, 1966).
const LEG: f64 = 0.4918;
/// Moments a second where a file has keys, between which it is interpolated, and most of them.
const RATE_OF_KEYS: f64 = 60.0;
const MOST: f64 = 60_000.0;
/// Most joints next to the hips that are kept.
const MOST_NEAR: usize = 16;
/// Joints turn if a rotation differs by more from that of the first frame; points move if they do by more: metres.
const TURNS: f64 = 1e-6;
const MOVES: f64 = 1e-4;

/// A moment of the motion, or the rest pose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum At {
    Rest,
    Moment(usize),
}

/// A joint in all moments: metres, +Y up.
#[derive(Debug, Clone, Default)]
pub(super) struct JointTrack {
    pub(super) places: Vec<DVec3>,
    /// Empty where the file has positions only.
    pub(super) turns: Vec<DMat3>,
    pub(super) rest: (DVec3, DMat3),
}

impl JointTrack {
    pub(super) fn place(&self, at: At) -> DVec3 {
        match at {
            At::Rest => self.rest.0,
            At::Moment(moment) => self.places.get(moment).copied().unwrap_or_default(),
        }
    }

    pub(super) fn turn(&self, at: At) -> DMat3 {
        match at {
            At::Rest => self.rest.1,
            At::Moment(moment) => self.turns.get(moment).copied().unwrap_or_default(),
        }
    }

    /// A direction of the room at each moment, seen in the joint's own axes.
    pub(super) fn seen(&self, direction: DVec3) -> Vec<DVec3> {
        self.turns.iter().map(|turn| turn.transpose() * direction).collect()
    }
}

/// The joints of one side.
#[derive(Debug, Clone, Default)]
pub(super) struct SideTracks {
    /// Hip, knee, ankle.
    pub(super) leg: [JointTrack; 3],
    pub(super) ball: Option<JointTrack>,
    /// Shoulder, elbow, wrist.
    pub(super) arm: Option<[JointTrack; 3]>,
}

/// A person in all moments.
#[derive(Debug, Clone)]
pub(super) struct BodyTracks {
    pub(super) times: Vec<f64>,
    /// Whether the file has the values of these joints at each moment. Where it does not, the figure holds some.
    pub(super) known: Vec<bool>,
    /// Seconds from one moment to the next.
    pub(super) between: f64,
    pub(super) rule: Rule,
    pub(super) hips: JointTrack,
    /// `None` for legs alone.
    pub(super) chest: Option<JointTrack>,
    /// Left, right.
    pub(super) sides: [SideTracks; 2],
    /// A joint next to the hips that is no hip joint.
    pub(super) near: Vec<JointTrack>,
    /// The stature by the length of the legs, metres.
    pub(super) stature: f64,
}

impl BodyTracks {
    /// The person of a subject.
    ///
    /// # Errors
    /// [`NoMap`] if no person is recognised, or a leg is missing.
    pub(super) fn new(subject: &Subject<'_>, map: &BodyMap) -> Result<Self, NoMap> {
        let skeleton = subject.skeleton();
        let [left, right] = &map.sides;
        if !left.has_leg() || !right.has_leg() {
            return Err(NoMap::NoFeet);
        }
        let near: Vec<usize> = (0..skeleton.len())
            .filter(|joint| *joint == map.hips || skeleton.parent(*joint) == Some(map.hips))
            .filter(|joint| ![left.thigh, right.thigh].contains(joint))
            .take(MOST_NEAR)
            .collect();
        let mut joints = vec![map.hips, map.chest];
        joints.extend([left, right].into_iter().flat_map(joints_of));
        joints.extend(&near);
        let (times, between) = moments(subject);
        let (mut tracks, rule) = tracks(subject, &times, &joints);
        let known = known(subject, &times, &joints);
        let mut next = || tracks.next().unwrap_or_default();
        let has_chest = map.chest != map.hips || map.sides.iter().any(SideMap::has_arm);
        let (hips, chest) = (next(), Some(next()).filter(|_| has_chest));
        let mut side = |map: &SideMap| SideTracks {
            leg: [next(), next(), next()],
            ball: map.ball.map(|_| next()),
            arm: map.has_arm().then(|| [next(), next(), next()]),
        };
        let sides = [side(left), side(right)];
        let near = near.iter().map(|_| next()).collect();
        let legs = sides.iter().filter_map(|side| leg_length(&side.leg)).sum::<f64>() / 2.0;
        if !legs.is_finite() || legs <= 0.0 {
            return Err(NoMap::RestIsNoBody);
        }
        Ok(Self { times, known, between, rule, hips, chest, sides, near, stature: legs / LEG })
    }

    /// The middle between a joint of both sides.
    pub(super) fn middle(&self, joint: impl Fn(&SideTracks) -> Option<&JointTrack>, at: At) -> Option<DVec3> {
        let [left, right] = &self.sides;
        Some((joint(left)?.place(at) + joint(right)?.place(at)) / 2.0)
    }

    /// From a joint of the left side to that of the right one.
    pub(super) fn across(&self, joint: impl Fn(&SideTracks) -> Option<&JointTrack>, at: At) -> Option<DVec3> {
        let [left, right] = &self.sides;
        Some(joint(right)?.place(at) - joint(left)?.place(at))
    }

    /// The moments as places in lists.
    pub(super) fn moments(&self) -> impl Iterator<Item = At> + use<> {
        (0..self.times.len()).map(At::Moment)
    }

    /// A length in metres of a person of 1.75 m.
    pub(super) fn metres(&self, metres: f64) -> f64 {
        metres * self.stature / 1.75
    }
}

/// The hip joint of a side.
pub(super) fn hip(side: &SideTracks) -> Option<&JointTrack> {
    side.leg.first()
}

/// The shoulder joint of a side, if it has an arm.
pub(super) fn shoulder(side: &SideTracks) -> Option<&JointTrack> {
    side.arm.as_ref()?.first()
}

/// The joints of a side in the order of its tracks.
fn joints_of(map: &SideMap) -> Vec<usize> {
    let arm = [map.arm, map.fore, map.hand].into_iter().filter(|_| map.has_arm());
    [map.thigh, map.shin, map.foot].into_iter().chain(map.ball).chain(arm).collect()
}

/// The times of all frames, or evenly spaced ones where the file has keys, and the seconds between them.
fn moments(subject: &Subject<'_>) -> (Vec<f64>, f64) {
    let motion = subject.motion();
    match motion.time() {
        Time::Uniform { frame_time } => {
            ((0..motion.frame_count()).map(|frame| motion.frame_start(frame)).collect(), *frame_time)
        }
        Time::Keys(_) => {
            let steps = (motion.duration() * RATE_OF_KEYS).clamp(1.0, MOST) as usize;
            let between = motion.duration() / steps as f64;
            ((0..=steps).map(|step| between * step as f64).collect(), between)
        }
    }
}

/// Whether the file has all values of joints, and of those above them, at each moment.
fn known(subject: &Subject<'_>, times: &[f64], joints: &[usize]) -> Vec<bool> {
    let (motion, skeleton) = (subject.motion(), subject.skeleton());
    let counts =
        |joint: usize| joints.iter().any(|own| *own == joint || skeleton.up_from(*own).any(|above| above == joint));
    let lacks = frames_without_values(subject.clip(), subject.behaviour(), counts);
    let known = times.iter().map(|time| {
        let span = motion.locate(*time);
        ![span.from, span.to].into_iter().any(|frame| lacks.get(frame).copied().unwrap_or(false))
    });
    known.collect()
}

/// The joints at each moment, and whether they turn.
fn tracks(subject: &Subject<'_>, times: &[f64], joints: &[usize]) -> (std::vec::IntoIter<JointTrack>, Rule) {
    let mut pose = subject.exact_pose();
    pose.move_to_rest();
    let mut tracks: Vec<JointTrack> = joints.iter().map(|joint| at_rest(&pose, *joint)).collect();
    let (mut turns, mut moves) = (false, false);
    let mut first: Vec<(DVec3, DMat3)> = Vec::new();
    for time in times {
        pose.move_to(*time);
        for (index, (joint, track)) in joints.iter().zip(&mut tracks).enumerate() {
            let (place, turn) = (pose.place(*joint), pose.turn(*joint));
            if first.len() == index {
                first.push((place, turn));
            }
            let (begin, begin_turn) = first.at(index);
            turns |= !turn.abs_diff_eq(begin_turn, TURNS);
            moves |= place.distance(begin) > MOVES;
            track.places.push(place);
            track.turns.push(turn);
        }
    }
    if turns || !moves {
        return (tracks.into_iter(), Rule::Turns);
    }
    tracks.iter_mut().for_each(|track| track.turns.clear());
    (tracks.into_iter(), Rule::Positions)
}

fn at_rest(pose: &SubjectPose<'_>, joint: usize) -> JointTrack {
    JointTrack { rest: (pose.place(joint), pose.turn(joint)), ..JointTrack::default() }
}

/// The usual length of a leg along its bones.
fn leg_length([hip, knee, ankle]: &[JointTrack; 3]) -> Option<f64> {
    let thigh = hip.places.iter().zip(&knee.places).map(|(a, b)| a.distance(*b));
    let shank = knee.places.iter().zip(&ankle.places).map(|(a, b)| a.distance(*b));
    median(thigh.zip(shank).map(|(thigh, shank)| thigh + shank).collect())
}
