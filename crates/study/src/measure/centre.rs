//! The centre of mass, of the masses of the body's parts.

use glam::DVec3;

use marey::body::Subject;
use marey::body::{Landmark, Side, landmarks};
use marey::checked::Checked;

/// A part of the body with a mass of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BodySegment {
    /// Thorax, abdomen and pelvis.
    Trunk,
    /// Head and neck.
    Head,
    /// Upper arm.
    UpperArm(Side),
    /// Forearm.
    Forearm(Side),
    /// Hand.
    Hand(Side),
    /// Thigh.
    Thigh(Side),
    /// Shank.
    Shank(Side),
    /// Foot.
    Foot(Side),
}

/// A part's centre of mass: a weighted mean of joints.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct MassPoint {
    /// The part.
    pub part: BodySegment,
    /// Its share of the mass of all parts.
    pub mass: f64,
    /// Joints and their weights, whose sum is 1.
    pub joints: Vec<(usize, f64)>,
}

/// Least share of the body's mass whose parts must be found.
const ENOUGH: f64 = 0.9;

/// The centres of mass of a person's parts, for the skeletons whose limbs are recognised; otherwise empty.
///
/// Masses and places are Dempster's by D. A. Winter, *Biomechanics and Motor Control of Human Movement*, 4th edition, 2009, table 4.1:
/// share of the body's mass, and the centre's distance from the upper end as a share of the part's length.
///
/// | part | mass | centre | from | to |
/// |---|---|---|---|---|
/// | trunk | 0.497 | 0.50 | thighs, their middle | upper arms, their middle |
/// | head and neck | 0.081 | | the head's joint, or else the neck's | |
/// | upper arm | 0.028 | 0.436 | upper arm | elbow |
/// | forearm | 0.016 | 0.430 | elbow | wrist |
/// | hand | 0.006 | | wrist | |
/// | thigh | 0.100 | 0.433 | thigh | knee |
/// | shank | 0.0465 | 0.433 | knee | ankle |
/// | foot | 0.0145 | 0.50 | ankle | toes, if they have a joint |
///
/// The table's centre of the head is at the ear and that of the hand half the way to the knuckles, where files have no joints. The
/// masses of missing parts are divided among the others; parts of less than nine tenths of the mass are no body.
pub fn mass_points(subject: &Subject<'_>) -> Vec<MassPoint> {
    let rest = subject.skeleton().rest_positions();
    let found = landmarks(subject.skeleton(), &subject.survey.parts, &rest);
    let joint = |wanted: Landmark| found.iter().find(|(landmark, _)| *landmark == wanted).map(|(_, joint)| *joint);
    let mut points = Vec::new();
    let mut add = |part: BodySegment, mass: f64, joints: Option<Vec<(usize, f64)>>| {
        points.extend(joints.map(|joints| MassPoint { part, mass, joints }));
    };
    let corners = [
        joint(Landmark::Thigh(Side::Left)),
        joint(Landmark::Thigh(Side::Right)),
        joint(Landmark::UpperArm(Side::Left)),
        joint(Landmark::UpperArm(Side::Right)),
    ];
    let corners: Option<Vec<(usize, f64)>> = corners.into_iter().map(|corner| Some((corner?, 0.25))).collect();
    add(BodySegment::Trunk, 0.497, corners);
    let head = joint(Landmark::Head).or_else(|| joint(Landmark::Neck));
    add(BodySegment::Head, 0.081, head.map(|head| vec![(head, 1.0)]));
    for side in [Side::Left, Side::Right] {
        let between = |upper: Landmark, lower: Landmark, share: f64| {
            Some(vec![(joint(upper)?, 1.0 - share), (joint(lower)?, share)])
        };
        let [arm, elbow, wrist] = [Landmark::UpperArm(side), Landmark::Elbow(side), Landmark::Wrist(side)];
        let [thigh, knee, ankle] = [Landmark::Thigh(side), Landmark::Knee(side), Landmark::Ankle(side)];
        add(BodySegment::UpperArm(side), 0.028, between(arm, elbow, 0.436));
        add(BodySegment::Forearm(side), 0.016, between(elbow, wrist, 0.430));
        add(BodySegment::Hand(side), 0.006, joint(wrist).map(|wrist| vec![(wrist, 1.0)]));
        add(BodySegment::Thigh(side), 0.100, between(thigh, knee, 0.433));
        add(BodySegment::Shank(side), 0.0465, between(knee, ankle, 0.433));
        let foot = between(ankle, Landmark::Toes(side), 0.5).or_else(|| Some(vec![(joint(ankle)?, 1.0)]));
        add(BodySegment::Foot(side), 0.0145, foot);
    }
    let whole: f64 = points.iter().map(|point| point.mass).sum();
    if whole < ENOUGH {
        return Vec::new();
    }
    points.iter_mut().for_each(|point| point.mass /= whole);
    points
}

/// The centre of mass for the positions of all joints; NaN without parts.
pub(super) fn centre(parts: &[MassPoint], points: &[DVec3]) -> DVec3 {
    if parts.is_empty() {
        return DVec3::NAN;
    }
    let place = |part: &MassPoint| part.joints.iter().map(|(joint, weight)| points.at(*joint) * *weight).sum::<DVec3>();
    parts.iter().map(|part| place(part) * part.mass).sum()
}
