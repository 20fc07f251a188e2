//! The pose in which the body is built: upright, arms at 48 degrees from straight down, soles level. Each figure is brought into it, so
//! that its rest pose does not matter.

use glam::{Quat, Vec3};

use super::person::Person;
use super::sole::{ALIKE, FootStanding, OTHER_PITCH, PITCHES, about};
use crate::body::SideMap;
use crate::body::names::{THUMB, holds_any, key};
use crate::checked::Checked;
use crate::compact::maths::{sin_cos, slerp, yaw};
use crate::pose::{arc, frame};

/// Upper arms from straight down, thighs and feet outwards: radians.
const ARMS: f32 = 0.837_758;
const LEGS: f32 = 0.061_087;
const FEET: f32 = 0.104_72;
/// How much forearms go forwards: the tangent.
const FOREARMS: f32 = 0.12;
/// A trunk that leans by less than 20 degrees in the rest pose counts as upright: the cosine.
const UPRIGHT: f32 = 0.94;
/// A foot that points along its sole's direction has no heading of its own: the sine.
const STEEP: f32 = 0.3;
/// A steeper foot stays as it is: a person on the toes, radians.
const ON_TOES: f32 = 1.309;

/// Places of all joints in the bind pose: metres, +Y up, facing +Z, the middle of the hips over the origin.
pub(super) struct BindPose {
    pub(super) places: Vec<Vec3>,
    /// From the reference pose to the bind pose, for each joint.
    pub(super) back: Vec<Quat>,
}

/// The direction of the sign of a side: the left is at +X.
pub(super) const SIGNS: [f32; 2] = [1.0, -1.0];

/// The directions of an arm's bones in the bind pose.
pub(super) fn arm_ways(sign: f32) -> [Vec3; 2] {
    let (sine, cosine) = sin_cos(ARMS);
    let upper = Vec3::new(sign * sine, -cosine, 0.0);
    [upper, (upper + FOREARMS * Vec3::Z).normalize()]
}

/// The direction of a leg's bones in the bind pose.
pub(super) fn leg_way(sign: f32) -> Vec3 {
    let (sine, cosine) = sin_cos(LEGS);
    Vec3::new(sign * sine, -cosine, 0.0)
}

/// The directions forwards and to the left of a foot in the bind pose.
pub(super) fn foot_ways(sign: f32) -> [Vec3; 2] {
    let (sine, cosine) = sin_cos(FEET * sign);
    [Vec3::new(sine, 0.0, cosine), Vec3::new(cosine, 0.0, -sine)]
}

impl BindPose {
    pub(super) fn place(&self, joint: usize) -> Vec3 {
        self.places.at(joint)
    }

    pub(super) fn way(&self, from: usize, to: usize) -> Vec3 {
        self.place(to) - self.place(from)
    }

    pub(super) fn new(person: &Person<'_>, standing: &[FootStanding; 2]) -> Self {
        let (map, reference) = (person.map, &person.reference);
        let [hips, chest] = trunk_frames(person).map(Quat::inverse);
        let mut back: Vec<Option<Quat>> = vec![None; person.skeleton.len()];
        let last = person.spine.len().saturating_sub(1).max(1) as f32;
        for (index, joint) in person.spine.iter().enumerate() {
            let share = f64::from(index as f32 / last);
            back.put(*joint, Some(slerp(hips.as_dquat(), chest.as_dquat(), share).as_quat().normalize()));
        }
        for joint in map.necks.iter().chain([&map.head]) {
            back.put(*joint, Some(chest));
        }
        let mut feet = [Quat::IDENTITY; 2];
        for (index, (((side, sign), standing), foot)) in
            map.sides.iter().zip(SIGNS).zip(standing).zip(&mut feet).enumerate()
        {
            // The bone from one joint to another takes this direction by the shortest rotation.
            let pointed = |above: Quat, from: usize, to: usize, way: Vec3| {
                (arc(above * reference.way(from, to), way) * above).normalize()
            };
            if let Some(clavicle) = side.clavicle {
                back.put(clavicle, Some(chest));
            }
            let [upper, lower] = arm_ways(sign);
            let arm = pointed(chest, side.arm, side.fore, upper);
            let fore = pointed(arm, side.fore, side.hand, lower);
            back.put(side.arm, Some(arm));
            back.put(side.fore, Some(fore));
            back.put(side.hand, Some(hand(person, index, side, fore, lower)));
            let thigh = pointed(hips, side.thigh, side.shin, leg_way(sign));
            let shin = pointed(thigh, side.shin, side.foot, leg_way(sign));
            back.put(side.thigh, Some(thigh));
            back.put(side.shin, Some(shin));
            *foot = level_foot(person, standing, index, side, hips);
        }
        for ((side, foot), ball) in map.sides.iter().zip(alike(person, feet)).zip(person.balls) {
            back.put(side.foot, Some(foot));
            if let Some(ball) = ball {
                back.put(ball, Some(foot));
            }
        }
        // Joints that belong to no part turn with the joint above them, and joints above the hips with the hips.
        for joint in person.skeleton.up_from(map.hips).skip(1) {
            back.put(joint, Some(hips));
        }
        let back = person.skeleton.down_the_tree(|joint, above| back.at(joint).or(above).unwrap_or(hips));
        let mut places: Vec<Vec3> = Vec::with_capacity(back.len());
        for (joint, parent) in person.skeleton.parent_of_each().enumerate() {
            let own = |parent: usize| places.at(parent) + back.at(parent) * reference.way(parent, joint);
            places.push(parent.map_or(Vec3::ZERO, own));
        }
        let [l, r] = &map.sides;
        let middle = (places.at(l.thigh) + places.at(r.thigh)) / 2.0;
        for place in &mut places {
            *place -= middle.with_y(0.0);
        }
        Self { places, back }
    }
}

/// The frames of pelvis and chest in the reference pose: Y up along the trunk, X to the left.
pub(super) fn trunk_frames(person: &Person<'_>) -> [Quat; 2] {
    let [l, r] = &person.map.sides;
    let at = |joint: usize| person.reference.place(joint);
    let middle = |a: usize, b: usize| (at(a) + at(b)) / 2.0;
    let mut up = (middle(l.arm, r.arm) - middle(l.thigh, r.thigh)).normalize_or(Vec3::Y);
    if person.reference.at_rest {
        let axes = [Vec3::X, Vec3::Y, Vec3::Z].map(|axis| axis * up.dot(axis).signum());
        up = axes.into_iter().find(|axis| up.dot(*axis) > UPRIGHT).unwrap_or(up);
    }
    [frame(up, person.reference.way(r.thigh, l.thigh)), frame(up, person.reference.way(r.arm, l.arm))]
}

/// The hand in line with the forearm, and its thumb to the front.
fn hand(person: &Person<'_>, index: usize, side: &SideMap, fore: Quat, along: Vec3) -> Quat {
    let hand = (arc(fore * hand_way(person, side), along) * fore).normalize();
    let Some(thumb) = thumb_way(person, index, side) else { return hand };
    let across = |way: Vec3| way - along * way.dot(along);
    let (thumb, front) = (across(hand * thumb), across(Vec3::Z).normalize_or(Vec3::Z));
    if thumb.length() <= 1e-3 {
        return hand;
    }
    let thumb = thumb.normalize();
    let angle = yaw(thumb.cross(front).dot(along), thumb.dot(front));
    (about(along, angle) * hand).normalize()
}

/// Where the hand points in the reference pose: to its middle fingers, or to all that is in it.
fn hand_way(person: &Person<'_>, side: &SideMap) -> Vec3 {
    let reference = &person.reference;
    let fore = reference.way(side.fore, side.hand).normalize_or(Vec3::X);
    let [_, inner @ .., _] = &side.fingers;
    let mut ways: Vec<Vec3> =
        inner.iter().filter_map(|finger| finger.first()).map(|joint| reference.way(side.hand, *joint)).collect();
    if ways.is_empty() {
        let thumb = |joint: &usize| holds_any(&key(person.skeleton.name(*joint)), THUMB);
        let all = person.children(side.hand).filter(|joint| !thumb(joint));
        ways = all.map(|joint| reference.way(side.hand, joint)).filter(|way| way.length() > 0.01).collect();
    }
    let way = ways.iter().sum::<Vec3>().normalize_or(fore);
    if way.dot(fore) > 0.5 { way } else { fore }
}

/// From the little finger's side of the hand to the thumb's, in the reference pose.
fn thumb_way(person: &Person<'_>, index: usize, side: &SideMap) -> Option<Vec3> {
    let [thumb, fingers @ ..] = &side.fingers;
    let knuckles: Vec<usize> = fingers.iter().filter_map(|finger| finger.first().copied()).collect();
    let reference = &person.reference;
    let (Some(first), Some(last), true) = (knuckles.first(), knuckles.last(), knuckles.len() >= 3) else {
        return person.thumbs.at(index).map(|thumb| reference.way(side.hand, thumb));
    };
    let way = reference.way(*last, *first);
    let is_mirrored = thumb.first().is_some_and(|thumb| reference.way(side.hand, *thumb).dot(way) < 0.0);
    Some(if is_mirrored { -way } else { way })
}

/// The foot with a level sole, pointing a little outwards.
fn level_foot(person: &Person<'_>, standing: &FootStanding, index: usize, side: &SideMap, hips: Quat) -> Quat {
    let (reference, ahead) = (&person.reference, hips.inverse() * Vec3::Z);
    let toe = person.toe(index).map(|toe| reference.way(side.foot, toe));
    let (rest, shin) = (hips.inverse() * Vec3::Y, reference.way(side.foot, side.shin));
    let up = standing.sole(person, side.foot, rest, shin, toe);
    let is_steep = |way: &Vec3| way.normalize_or_zero().cross(up).length() < STEEP;
    let forward = toe.filter(|way| !is_steep(way)).unwrap_or(ahead);
    let [_, left] = foot_ways(SIGNS.at(index));
    (frame(Vec3::Y, left) * frame(up, up.cross(forward)).inverse()).normalize()
}

/// Both feet, with that of the other one, or a usual one, in place of a pitch that no standing foot has.
fn alike(person: &Person<'_>, feet: [Quat; 2]) -> [Quat; 2] {
    let pitch = |index: usize| {
        let toe = person.toe(index)?;
        let way = feet.at(index) * person.reference.way(person.map.sides.get(index)?.foot, toe);
        let [forward, _] = foot_ways(SIGNS.at(index));
        // The angle from level, downwards.
        Some(yaw(-way.y, way.dot(forward)))
    };
    let pitches = [pitch(0), pitch(1)];
    let is_good = |pitch: f32| pitch > PITCHES.at(0) && pitch < PITCHES.at(1);
    [0, 1].map(|index: usize| {
        let foot = feet.at(index);
        let Some(own) = pitches.at(index) else { return foot };
        let other = pitches.at(1 - index).filter(|pitch| is_good(*pitch));
        let wanted = match other {
            Some(other) if is_good(own) && (own - other).abs() > ALIKE => (own + other) / 2.0,
            _ if is_good(own) || own > ON_TOES => return foot,
            _ => other.unwrap_or(OTHER_PITCH),
        };
        let [_, left] = foot_ways(SIGNS.at(index));
        (about(left, wanted - own) * foot).normalize()
    })
}
