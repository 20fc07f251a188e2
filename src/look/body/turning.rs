//! How the last binds of a body turn in a pose.

use glam::{Affine3A, Quat, Vec3};

use crate::compact::maths::{sin_cos, yaw};
use crate::compact::sorting::sort_and_thin;
use crate::model::{Bind, Skin, Turn};
use crate::pose::{arc, frame, rotation_of};

/// A limb whose bones are less across each other has no hinge of its own: the sine of the bend, and where the hinge is all its own.
const STRAIGHT: [f32; 2] = [0.1, 0.4];
/// A hinge that is turned this far from the expected one (cosines) bends the limb backwards: the expected one holds instead.
const BACKWARDS: [f32; 2] = [-0.7, -0.1];

/// Turns the last binds of a [generated body](Skin::generated) by their [`Turn`]s.
///
/// This stands apart from [`SkinPose`](super::super::SkinPose), because a player computes all other matrices without it.
#[derive(Debug, Clone, PartialEq)]
pub struct BodyTurns {
    /// Number of the binds before those that turn.
    pub(super) first: usize,
    pub(super) turns: Vec<Turn>,
    /// The joint of each bind that turns, and its matrix, from the skin's space to the place of the joint.
    pub(super) own: Vec<Bind>,
    /// Joints whose places are used: the joint, a bind that moves with it, and its place in the skin's space.
    pub(super) places: Vec<(u16, u16, Vec3)>,
}

impl BodyTurns {
    /// The turns of a skin; none for a skin that was not generated.
    pub fn new(skin: &Skin) -> Self {
        let (binds, turns) = (skin.binds(), skin.turns());
        let first = binds.len().saturating_sub(turns.len());
        let own = binds.get(first..).unwrap_or_default();
        let mut joints: Vec<u16> =
            turns.iter().flat_map(Turn::joints).chain(own.iter().map(|bind| bind.joint)).collect();
        sort_and_thin(&mut joints);
        let place = |joint: u16| {
            let index = binds.iter().position(|bind| bind.joint == joint)?;
            Some((joint, index as u16, binds.get(index)?.matrix.inverse().translation.into()))
        };
        let places = joints.into_iter().filter_map(place).collect();
        Self { first, turns: turns.to_vec(), own: own.to_vec(), places }
    }

    /// How the last binds turn.
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// Number of all binds.
    pub fn binds(&self) -> usize {
        self.first + self.own.len()
    }

    /// Corrects the matrices of all binds in a pose, in order, from the skin's space to any space that is turned, moved and evenly scaled, as
    /// [`SkinPose::matrices`](super::super::SkinPose::matrices) has them. A second call changes nothing.
    pub fn turn(&self, matrices: &mut [Affine3A]) {
        let scale = matrices.first().map_or(1.0, |matrix| matrix.matrix3.x_axis.length());
        let mut at = Vec::with_capacity(self.places.len());
        for (joint, bind, place) in &self.places {
            let matrix = matrices.get(usize::from(*bind)).copied().unwrap_or(Affine3A::IDENTITY);
            at.push((*joint, matrix.transform_point3(*place)));
        }
        let at = |joint: u16| {
            let found = at.binary_search_by_key(&joint, |(joint, _)| *joint).ok().and_then(|index| at.get(index));
            found.map_or(Vec3::ZERO, |(_, at)| *at)
        };
        for (index, (turn, own)) in (self.first..).zip(self.turns.iter().zip(&self.own)) {
            let Some((before, [matrix, ..])) = matrices.split_at_mut_checked(index) else { return };
            let turned = rotation(turn, before, &at);
            *matrix = Affine3A::from_scale_rotation_translation(Vec3::splat(scale), turned, at(own.joint)) * own.matrix;
        }
    }
}

/// The rotation of a turn. `before`: the matrices of the binds before its own; `at`: the place of a joint.
fn rotation(turn: &Turn, before: &[Affine3A], at: &impl Fn(u16) -> Vec3) -> Quat {
    let of = |bind: u16| before.get(usize::from(bind)).map_or(Quat::IDENTITY, rotation_of);
    let way = |[from, to]: [u16; 2]| at(to) - at(from);
    match turn {
        Turn::Between { from, to, axis, swing, twist } => between(of(*from), of(*to), *axis, [*swing, *twist]),
        Turn::Spanned { up: [low, high], left: [left, right], inverse } => {
            let middle = |[a, b]: [u16; 2]| (at(a) + at(b)) / 2.0;
            frame(middle(*high) - middle(*low), way([*right, *left])) * *inverse
        }
        Turn::Aimed { base, bone, along } => {
            let base = of(*base);
            arc(base * *along, way(*bone)) * base
        }
        Turn::Hinged { base, limb: [top, middle, end], along: [first, second], hinge, is_second } => {
            let bones = [way([*top, *middle]), way([*middle, *end])].map(Vec3::normalize_or_zero);
            let expected = {
                let base = of(*base);
                arc(base * *first, bones[0]) * base * *hinge
            };
            let hinge_now = hinge_of(bones, expected);
            let (now, along) = if *is_second { (bones[1], *second) } else { (bones[0], *first) };
            frame(now, hinge_now) * frame(along, *hinge).inverse()
        }
    }
}

/// The hinge of two bones: across both where they bend, else the expected one.
fn hinge_of([first, second]: [Vec3; 2], expected: Vec3) -> Vec3 {
    let across = first.cross(second);
    let sine = across.length();
    let own = across.normalize_or_zero();
    let share = smooth(sine, STRAIGHT) * smooth(own.dot(expected), BACKWARDS);
    (expected * (1.0 - share) + own * share).normalize_or(expected)
}

/// From 0 below the first value to 1 above the second, without a corner.
fn smooth(value: f32, [from, to]: [f32; 2]) -> f32 {
    let share = ((value - from) / (to - from)).clamp(0.0, 1.0);
    share * share * (3.0 - 2.0 * share)
}

/// See [`Turn::Between`].
fn between(from: Quat, to: Quat, axis: Vec3, [swing, twist]: [f32; 2]) -> Quat {
    let whole = from.inverse() * to;
    let along = Vec3::new(whole.x, whole.y, whole.z).dot(axis);
    let length = along.hypot(whole.w);
    // A half turn across the axis has no twist.
    let turned = if length > 1e-6 {
        Quat::from_vec4((axis * (along / length)).extend(whole.w / length))
    } else {
        Quat::IDENTITY
    };
    let swung = whole * turned.inverse();
    (from * part(swung, swing) * part(turned, twist)).normalize()
}

/// A rotation by a share of the angle, which is at most 180 degrees.
fn part(whole: Quat, share: f32) -> Quat {
    if share == 0.0 {
        return Quat::IDENTITY;
    }
    let whole = if whole.w < 0.0 { -whole } else { whole };
    if share == 1.0 {
        return whole;
    }
    if share == 0.5 {
        return (whole + Quat::IDENTITY).normalize();
    }
    let axis = Vec3::new(whole.x, whole.y, whole.z);
    let length = axis.length();
    if length < 1e-7 {
        return Quat::IDENTITY;
    }
    let (sine, cosine) = sin_cos(yaw(length, whole.w) * share);
    Quat::from_vec4((axis * (sine / length)).extend(cosine))
}

#[cfg(test)]
mod tests {
    use std::f32::consts::PI;

    use super::*;

    #[test]
    fn a_twist_is_shared_and_a_swing_is_halved() {
        let (swing, twist) = (Quat::from_rotation_x(1.2), Quat::from_rotation_y(2.4));
        let base = Quat::from_rotation_z(0.7);
        for (shares, expected) in [
            ([0.0, 0.0], Quat::IDENTITY),
            ([1.0, 1.0], swing * twist),
            ([0.5, 0.0], Quat::from_rotation_x(0.6)),
            ([1.0, 1.0 / 3.0], swing * Quat::from_rotation_y(0.8)),
            ([0.0, 2.0 / 3.0], Quat::from_rotation_y(1.6)),
        ] {
            let made = between(base, base * swing * twist, Vec3::Y, shares);
            assert!(made.angle_between(base * expected) < 2e-3, "{shares:?}: {made}");
        }
        // 200 degrees one way are 160 the other way.
        let back = between(Quat::IDENTITY, Quat::from_rotation_y(PI * 200.0 / 180.0), Vec3::Y, [0.0, 0.5]);
        assert!(back.angle_between(Quat::from_rotation_y(-PI * 80.0 / 180.0)) < 2e-3, "{back}");
        let half = between(Quat::IDENTITY, Quat::from_rotation_x(PI), Vec3::Y, [0.5, 1.0]);
        assert!(half.is_finite() && (half * Vec3::Y).y.abs() < 1e-3, "{half}");
    }

    #[test]
    fn a_straight_limb_keeps_the_expected_hinge_and_a_bent_one_has_its_own() {
        let down = Vec3::NEG_Y;
        let bent = |angle: f32| Quat::from_rotation_z(angle) * down;
        assert!(hinge_of([down, bent(0.02)], Vec3::X).distance(Vec3::X) < 1e-6);
        assert!(hinge_of([down, bent(1.0)], Vec3::X).distance(Vec3::Z) < 1e-5);
        assert!(hinge_of([down, bent(1.0)], Vec3::NEG_Z).distance(Vec3::NEG_Z) < 1e-5, "bent backwards");
        assert_eq!(hinge_of([Vec3::ZERO; 2], Vec3::X), Vec3::X);
    }
}
