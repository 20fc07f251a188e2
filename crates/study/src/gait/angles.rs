//! Joint angles of frames of segments.

use glam::{DMat3, DVec3};
use marey::body::Side;
use marey::compact::sorting::sort_by_key;

use super::body::BodyTracks;
use super::heading::headings;
use super::segments::{Segments, SideSegments};
use super::standing::Neutral;
use super::vectors::{SegmentFrames, frame_along, of_limb, of_room, unwrap};
use super::{Angle, AngleSeries, JointAngles, MissingAngle, Rule, Zero};
use crate::measure::angle;

/// An arm that is farther to the side has no flexion: degrees.
const TO_THE_SIDE: f64 = 75.0;

const POSITIONS_ONLY: &str = "the file has positions only, which do not tell how limbs turn about themselves";
const NO_TILT: &str = "the file has positions only, and no third point of the pelvis";
const NO_FOOT: &str = "the feet have no joint or end besides the ankle";
const NO_ARMS: &str = "the skeleton has no arms that are recognised";

/// The angles of a person, and for each foot how far it points inwards of the way that the person goes, degrees.
pub(super) struct Measured {
    pub(super) angles: JointAngles,
    /// Left, right; empty without feet.
    pub(super) toeing: [Vec<f64>; 2],
}

/// Measures all angles. `belt`: the velocity of the ground, metres a second.
pub(super) fn measure(body: BodyTracks, zero: Zero, belt: DVec3) -> Measured {
    let neutral = Neutral::choose(&body, zero);
    let segments = Segments::new(&body, neutral);
    let rooms: SegmentFrames =
        headings(&body, belt).into_iter().map(|heading| frame_along(DVec3::Y, heading.cross(DVec3::Y))).collect();
    let mut found = FoundAngles { series: Vec::new(), rule: body.rule, has_tilt: segments.has_tilt };
    found.room([Angle::PelvisTilt, Angle::PelvisObliquity, Angle::PelvisRotation], &rooms, &segments.pelvis);
    if let Some(trunk) = &segments.trunk {
        found.room([Angle::TrunkTilt, Angle::TrunkObliquity, Angle::TrunkRotation], &rooms, trunk);
    }
    let sides = [Side::Left, Side::Right];
    for (side, own) in sides.into_iter().zip(&segments.sides) {
        found.side(side, own, &segments);
    }
    let [left, right] = &segments.sides;
    let toeing = [(left, -1.0), (right, 1.0)].map(|(own, sign)| toeing(own, &rooms, sign));
    let mut series = found.series;
    sort_by_key(&mut series, |one: &AngleSeries| {
        (Angle::ALL.iter().position(|angle| *angle == one.angle), one.side == Side::Right)
    });
    series.iter_mut().for_each(|one| unwrap(&mut one.degrees));
    let is_missing = |angle: &Angle| !series.iter().any(|one| one.angle == *angle);
    let missing =
        Angle::ALL.into_iter().filter(is_missing).map(|angle| MissingAngle { angle, reason: reason(angle, body.rule) });
    let angles = JointAngles {
        missing: missing.collect(),
        times: body.times,
        series,
        zero: neutral.pose(),
        rule: body.rule,
        is_hip_from_vertical: !segments.has_tilt,
    };
    Measured { angles, toeing }
}

/// Why an angle is missing.
fn reason(angle: Angle, rule: Rule) -> &'static str {
    use Angle::{AnkleRotation, HipRotation, KneeRotation, PelvisTilt, ShoulderRotation};
    match (angle, rule) {
        (HipRotation | KneeRotation | AnkleRotation | ShoulderRotation, Rule::Positions) => POSITIONS_ONLY,
        (PelvisTilt, _) => NO_TILT,
        (Angle::Dorsiflexion | AnkleRotation, _) => NO_FOOT,
        _ => NO_ARMS,
    }
}

/// The series that are found.
struct FoundAngles {
    series: Vec<AngleSeries>,
    rule: Rule,
    has_tilt: bool,
}

impl FoundAngles {
    fn add(&mut self, angle: Angle, side: Side, degrees: impl Iterator<Item = f64>) {
        let is_unknown = match angle {
            Angle::PelvisTilt => !self.has_tilt,
            Angle::HipRotation | Angle::KneeRotation | Angle::AnkleRotation | Angle::ShoulderRotation => {
                self.rule == Rule::Positions
            }
            _ => false,
        };
        if !is_unknown {
            self.series.push(AngleSeries { angle, side, degrees: degrees.collect() });
        }
    }

    /// Tilt, obliquity and rotation of a segment in the room.
    fn room(&mut self, [tilt, obliquity, rotation]: [Angle; 3], rooms: &SegmentFrames, segment: &SegmentFrames) {
        let all = joint(rooms, segment, of_room);
        self.add(tilt, Side::Middle, all.iter().map(|[a, ..]| -a));
        self.add(obliquity, Side::Middle, all.iter().map(|[_, b, _]| -b));
        self.add(rotation, Side::Middle, all.iter().map(|[.., c]| *c));
    }

    fn side(&mut self, side: Side, own: &SideSegments, segments: &Segments) {
        let sign = if side == Side::Right { 1.0 } else { -1.0 };
        let SideSegments { thigh, shank, foot, arm } = own;
        let hip = joint(&segments.pelvis, thigh, of_limb);
        self.add(Angle::HipFlexion, side, hip.iter().map(|[a, ..]| *a));
        self.add(Angle::HipAdduction, side, hip.iter().map(|[_, b, _]| sign * b));
        self.add(Angle::HipRotation, side, hip.iter().map(|[.., c]| sign * c));
        let knee = joint(thigh, shank, of_limb);
        self.add(Angle::KneeFlexion, side, knee.iter().map(|[a, ..]| -a));
        self.add(Angle::KneeRotation, side, knee.iter().map(|[.., c]| sign * c));
        if let Some(foot) = foot {
            let ankle = joint(shank, &foot.frames, of_limb);
            self.add(Angle::Dorsiflexion, side, ankle.iter().map(|[a, ..]| *a));
            self.add(Angle::AnkleRotation, side, ankle.iter().map(|[.., c]| sign * c));
        }
        let Some([upper, fore]) = arm else { return };
        let pairs = upper.iter().zip(fore).map(|(upper, fore)| angle(upper.y_axis, fore.y_axis));
        self.add(Angle::ElbowFlexion, side, pairs);
        let Some(trunk) = &segments.trunk else { return };
        let shoulder = joint(trunk, upper, of_limb);
        let flexion = |[a, b, _]: &[f64; 3]| if b.abs() > TO_THE_SIDE { f64::NAN } else { *a };
        self.add(Angle::ShoulderFlexion, side, shoulder.iter().map(flexion));
        self.add(Angle::ShoulderAdduction, side, shoulder.iter().map(|[_, b, _]| sign * b));
        self.add(Angle::ShoulderRotation, side, shoulder.iter().map(|[.., c]| sign * c));
        let raise = trunk.iter().zip(upper).map(|(trunk, upper)| angle(trunk.y_axis, upper.y_axis));
        self.add(Angle::ArmRaise, side, raise);
    }
}

/// The angles between the frames of two segments, degrees.
fn joint(above: &SegmentFrames, below: &SegmentFrames, angles: fn(&DMat3) -> [f64; 3]) -> Vec<[f64; 3]> {
    above.iter().zip(below).map(|(above, below)| angles(&(above.transpose() * *below)).map(f64::to_degrees)).collect()
}

/// How far a foot points inwards of the way that the person goes, degrees.
fn toeing(own: &SideSegments, rooms: &SegmentFrames, sign: f64) -> Vec<f64> {
    let feet = own.foot.iter().flat_map(|foot| &foot.frames);
    let inwards = rooms.iter().zip(feet).map(|(room, foot)| {
        let along = room.transpose() * foot.x_axis;
        sign * (-along.z).atan2(along.x).to_degrees()
    });
    let mut inwards: Vec<f64> = inwards.collect();
    unwrap(&mut inwards);
    inwards
}
