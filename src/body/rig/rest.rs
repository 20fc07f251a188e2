//! What the rest pose of a person shows, and whether the first frame belongs to the motion: in words, with what to do.

use glam::{Quat, Vec3};

use super::figure::NamedFigure;
use super::result::Rig;
use crate::body::first_row::starts_with_reference;
use crate::body::landmarks::{Landmark, landmarks};
use crate::body::parts::BodyParts;
use crate::body::sides::Side;
use crate::checked::Checked;
use crate::model::{Motion, Skeleton};
use crate::pose::{Pose, sample_frame};

/// Largest cosine of the angle between an arm of a T pose and the trunk: 12 degrees from the level.
const LEVEL: f32 = 0.208;
/// Smallest cosine between limbs that point the same way.
const ALONG: f32 = 0.9;
/// As [`ALONG`], for legs that stand.
const STANDS: f32 = 0.7;
/// Largest distance between a joint and the mirror image of its partner, as a share of the body's size.
const EVEN: f32 = 0.02;
/// Largest distance of two quaternions of the same rotation.
const STILL: f32 = 1e-4;

/// What a rest pose shows, by the directions of the limbs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RestPose {
    /// Both arms level and opposite, legs down.
    T,
    /// Arms between level and down.
    A,
    /// Arms along the trunk.
    ArmsDown,
    /// Arms level and parallel.
    ArmsForward,
    /// A body that stands in some other way, with the right side as the mirror image of the left.
    Even,
    /// A body that stands in some other way, as a person does for a moment.
    Moment,
    /// No body: (nearly) all bones point along this axis, `+x`.
    OneWay(&'static str),
    /// No standing body.
    NoBody,
    /// No person, or one without arms or legs.
    Unknown,
}

impl RestPose {
    /// The rest pose of a skeleton.
    pub fn of(skeleton: &Skeleton) -> Self {
        let points = skeleton.rest_positions();
        let parts = BodyParts::find(skeleton, std::slice::from_ref(&points));
        let found = landmarks(skeleton, &parts, &points);
        let Some(limbs) = Limbs::find(&found, &parts, &points) else { return Self::Unknown };
        if let Some(axis) = NamedFigure::new(skeleton, &[]).common_axis() {
            return Self::OneWay(axis);
        }
        let up = limbs.up();
        let [legs, arms] =
            [&limbs.legs, &limbs.arms].map(|pair| pair.map(|[top, end]| (end - top).normalize_or_zero()));
        if legs.iter().any(|leg| leg.dot(up) > -STANDS) {
            return Self::NoBody;
        }
        let [a, b] = arms;
        let (high, low) = (a.dot(up).max(b.dot(up)), a.dot(up).min(b.dot(up)));
        let level = |arm: Vec3| (arm - up * arm.dot(up)).normalize_or_zero();
        let opposite = -level(a).dot(level(b));
        match () {
            () if low > -LEVEL && high < LEVEL && a.dot(b) < -ALONG => Self::T,
            () if low > -2.0 * LEVEL && high < 2.0 * LEVEL && -opposite > STANDS => Self::ArmsForward,
            () if high < -ALONG => Self::ArmsDown,
            () if high < -LEVEL && opposite > STANDS => Self::A,
            () if limbs.are_even() => Self::Even,
            () => Self::Moment,
        }
    }
}

/// Beginnings and ends of the limbs of a pose: file space.
struct Limbs {
    legs: [[Vec3; 2]; 2],
    arms: [[Vec3; 2]; 2],
}

impl Limbs {
    /// Of landmarks, or of the parts where there are none.
    fn find(found: &[(Landmark, usize)], parts: &BodyParts, points: &[Vec3]) -> Option<Self> {
        let (legs, arms) = (parts.legs?, parts.arms?);
        let place = |landmark: Landmark, other: usize| {
            let joint = found.iter().find(|(known, _)| *known == landmark).map_or(other, |(_, joint)| *joint);
            points.at(joint)
        };
        let pair = |top: fn(Side) -> Landmark, end: fn(Side) -> Landmark, tops: [usize; 2], ends: [usize; 2]| {
            let of = |side: Side, index: usize| [place(top(side), tops.at(index)), place(end(side), ends.at(index))];
            [of(Side::Left, 0), of(Side::Right, 1)]
        };
        Some(Self {
            legs: pair(Landmark::Thigh, Landmark::Ankle, legs.tops, legs.ends),
            arms: pair(Landmark::UpperArm, Landmark::Wrist, arms.tops, arms.ends),
        })
    }

    /// From the hips to the shoulders.
    fn up(&self) -> Vec3 {
        let middle = |[[a, _], [b, _]]: [[Vec3; 2]; 2]| (a + b) / 2.0;
        (middle(self.arms) - middle(self.legs)).normalize_or_zero()
    }

    /// Whether both sides are mirror images: then someone designed the pose.
    fn are_even(&self) -> bool {
        let up = self.up();
        let across = (self.legs[0][0] - self.legs[1][0]).normalize_or_zero();
        let [[hip, foot], [other_hip, other_foot]] = self.legs;
        let [[shoulder, hand], [other_shoulder, other_hand]] = self.arms;
        let middle = (hip + other_hip) / 2.0;
        let size = (shoulder - foot).length();
        let mirrored = |at: Vec3| at - 2.0 * across * (at - middle).dot(across);
        let pairs = [(shoulder, other_shoulder), (hand, other_hand), (foot, other_foot)];
        up != Vec3::ZERO && pairs.iter().all(|(a, b)| mirrored(*a).distance(*b) < EVEN * size)
    }
}

/// Something about a figure that programs stumble over, with what to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RigRemark {
    /// Name for programs: `rest.one-way`, `rest.no-body`, `rest.moment`, `first-frame.reference`, `first-frame.rest`.
    pub code: &'static str,
    /// A sentence for people.
    pub words: String,
    /// What to do about it.
    pub mend: &'static str,
}

/// What is to be said about the rest pose of a person, and about the first frame of a motion of it. Nothing of a [`Rig`] that is no person.
pub fn rig_remarks(rig: &Rig, skeleton: &Skeleton, motion: Option<&Motion>) -> Vec<RigRemark> {
    const AS_RIG: &str = "`marey convert --as nokov`, or as `mixamo`, `vrm` or `unreal`, plays it on a figure that is in a T-pose at rest";
    let mut remarks = Vec::new();
    if !rig.is_person {
        return remarks;
    }
    let mut say = |code, words, mend| remarks.push(RigRemark { code, words, mend });
    let rest = RestPose::of(skeleton);
    match rest {
        RestPose::OneWay(axis) => say(
            "rest.one-way",
            format!(
                "The rest pose is no body: all bones point along {}; programs that need a T-pose at rest twist it.",
                axis.trim_start_matches('+')
            ),
            AS_RIG,
        ),
        RestPose::NoBody => say(
            "rest.no-body",
            "The rest pose is no standing body; programs that need a T-pose at rest twist it.".into(),
            AS_RIG,
        ),
        RestPose::ArmsForward | RestPose::Moment => {
            say("rest.moment", "The rest pose is a moment of the motion, not a T-pose.".into(), AS_RIG);
        }
        RestPose::T | RestPose::A | RestPose::ArmsDown | RestPose::Even | RestPose::Unknown => {}
    }
    let Some(motion) = motion.filter(|motion| motion.frame_count() > 1 && rest != RestPose::Unknown) else {
        return remarks;
    };
    if starts_with_reference(skeleton, motion) {
        say(
            "first-frame.reference",
            "The first frame is a T-pose for reference; the motion starts at frame 1.".into(),
            "`--skip-reference` leaves it out, and `marey convert --from f1` cuts it off",
        );
    } else if starts_at_rest(skeleton, motion) {
        say(
            "first-frame.rest",
            "All joints start at 0 degrees: the first frame is the rest pose.".into(),
            "`marey convert --from f1` cuts it off where it is no part of the motion",
        );
    }
    remarks
}

/// Whether no joint is turned in the first frame, although some joint has rotations.
fn starts_at_rest(skeleton: &Skeleton, motion: &Motion) -> bool {
    let mut pose = Pose::rest(skeleton);
    sample_frame(motion, 0, &mut pose);
    let turned = |a: &Quat, b: &Quat| (*a - *b).length().min((*a + *b).length()) > STILL;
    let any = pose.rotations.iter().zip(skeleton.rest_rotations()).any(|(own, rest)| turned(own, rest));
    !motion.rotations().joints().is_empty() && !any
}
