//! Alignment of two reference poses: for each part of the body, the world rotation that turns the target's bone into the direction
//! of the source's. A motion is then a rotation of aligned bones, whatever both rest poses and local axes are.

use glam::{Quat, Vec3};

use super::math::{arc, asin, frame};
use super::rig::{ReferenceStance, RetargetRig, SHORTEST};
use marey::body::SideMap;
use marey::compact::maths::turn;

/// A figure with its reference pose, and what its feet do when they stand.
pub(super) struct StandingFigure<'a, 'b> {
    pub(super) rig: &'b RetargetRig<'a>,
    pub(super) stance: &'b ReferenceStance,
    /// Whether the reference pose is the rest pose.
    pub(super) at_rest: bool,
    /// Sine of each foot's pitch while it stands flat on the ground. `None`: unknown.
    pub(super) standing: [Option<f32>; 2],
}

/// The rotations of one side's bones.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct LimbAlignments {
    pub(super) clavicle: Quat,
    pub(super) arm: Quat,
    pub(super) fore: Quat,
    pub(super) hand: Quat,
    pub(super) thigh: Quat,
    pub(super) shin: Quat,
    pub(super) foot: Quat,
}

/// The rotations of all bones but the fingers'.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Alignments {
    pub(super) hips: Quat,
    /// Also that of spine, neck and head.
    pub(super) chest: Quat,
    pub(super) sides: [LimbAlignments; 2],
}

impl Alignments {
    pub(super) fn new(source: &StandingFigure<'_, '_>, target: &StandingFigure<'_, '_>) -> Self {
        let snap = source.at_rest && target.at_rest;
        let (source_hips, source_chest) = trunk_frames(source, snap);
        let (target_hips, target_chest) = trunk_frames(target, snap);
        let hips = source_hips * target_hips.inverse();
        let chest = source_chest * target_chest.inverse();
        let sides = [0, 1].map(|side| limbs(source, target, side, hips, chest).unwrap_or_default());
        Self { hips, chest, sides }
    }
}

/// The least cosine between a trunk and an axis that it is taken for: 20 degrees. Joints sit differently inside bodies that stand
/// equally straight.
const UPRIGHT: f32 = 0.94;

/// The frames of pelvis and chest: X to the left, Y from the hips to the shoulders.
fn trunk_frames(figure: &StandingFigure<'_, '_>, snap: bool) -> (Quat, Quat) {
    let (stance, map) = (figure.stance, &figure.rig.map);
    let [l, r] = &map.sides;
    let mut up = (stance.mid_shoulders(map) - stance.mid_hips(map)).normalize_or(Vec3::Y);
    let (hips, shoulders) = (stance.bone(r.thigh, l.thigh), stance.bone(r.arm, l.arm));
    // A body without one pair of limbs has the direction of the other.
    let shoulders = if shoulders.length() < SHORTEST { hips } else { shoulders };
    let hips = if hips.length() < SHORTEST { shoulders } else { hips };
    if snap {
        let axes = [Vec3::X, Vec3::Y, Vec3::Z].map(|axis| axis * up.dot(axis).signum());
        up = axes.into_iter().find(|axis| up.dot(*axis) > UPRIGHT).unwrap_or(up);
    }
    if up.dot(hips.normalize_or_zero()) > 0.9 {
        up = Vec3::Y;
    }
    (frame(up, hips), frame(up, shoulders))
}

fn limbs(
    source: &StandingFigure<'_, '_>,
    target: &StandingFigure<'_, '_>,
    side: usize,
    hips: Quat,
    chest: Quat,
) -> Option<LimbAlignments> {
    let (s, t) = (source.rig.map.sides.get(side)?, target.rig.map.sides.get(side)?);
    let bone = |parent: Quat, from: fn(&SideMap) -> usize, to: fn(&SideMap) -> usize| {
        aligned(parent, target.stance.bone(from(t), to(t)), source.stance.bone(from(s), to(s)))
    };
    let thigh = bone(hips, |side| side.thigh, |side| side.shin);
    let shin = bone(thigh, |side| side.shin, |side| side.foot);
    let clavicle = match (s.clavicle, t.clavicle) {
        (Some(own), Some(other)) => aligned(chest, target.stance.bone(other, t.arm), source.stance.bone(own, s.arm)),
        _ => chest,
    };
    let arm = bone(chest, |side| side.arm, |side| side.fore);
    let fore = bone(arm, |side| side.fore, |side| side.hand);
    let knuckle = |figure: &StandingFigure<'_, '_>| figure.rig.knuckles.get(side).copied().flatten();
    let hand = match (knuckle(source), knuckle(target)) {
        (Some(own), Some(other)) => aligned(fore, target.stance.bone(t.hand, other), source.stance.bone(s.hand, own)),
        _ => fore,
    };
    let foot = foot(source, target, side, hips, shin);
    Some(LimbAlignments { clavicle, arm, fore, hand, thigh, shin, foot })
}

/// The parent's rotation, then the shortest one that turns the target's bone onto the source's. Bones without length stay.
pub(super) fn aligned(parent: Quat, target: Vec3, source: Vec3) -> Quat {
    if target.length() < SHORTEST || source.length() < SHORTEST {
        return parent;
    }
    arc(parent * target, source) * parent
}

/// The ball of a foot, unless it is at the ankle.
pub(super) fn ball(figure: &StandingFigure<'_, '_>, side: usize) -> Option<usize> {
    let own = figure.rig.map.sides.get(side)?;
    own.ball.filter(|ball| figure.stance.bone(own.foot, *ball).length() > SHORTEST)
}

/// A foot is steeper whose horizontal part is smaller: it points down.
const STEEP: f32 = 0.3;

/// The rotation of a foot: its heading is that of the source's, and its pitch such that the target's sole is flat where the source's is.
fn foot(source: &StandingFigure<'_, '_>, target: &StandingFigure<'_, '_>, side: usize, hips: Quat, shin: Quat) -> Quat {
    let bone = |figure: &StandingFigure<'_, '_>| {
        let own = figure.rig.map.sides.get(side)?;
        Some(figure.stance.bone(own.foot, ball(figure, side)?))
    };
    let (Some(to), Some(from)) = (bone(source), bone(target)) else { return shin };
    let by_arc = aligned(shin, from, to);
    let standing = |figure: &StandingFigure<'_, '_>| figure.standing.get(side).copied().flatten();
    let (Some(source_slope), Some(target_slope)) = (standing(source), standing(target)) else { return by_arc };
    let flat = |v: Vec3| v * Vec3::new(1.0, 0.0, 1.0);
    let headed = arc(flat(hips * from), flat(to)) * hips;
    let now = (headed * from).normalize_or_zero();
    let to = to.normalize_or_zero();
    if flat(to).length() <= STEEP || flat(now).length() <= STEEP {
        return by_arc;
    }
    let raise = asin(target_slope) + (asin(to.y) - asin(source_slope)) - asin(now.y);
    let lateral = Vec3::Y.cross(flat(now)).normalize_or(Vec3::X);
    turn(lateral.as_dvec3(), -raise).as_quat() * headed
}
