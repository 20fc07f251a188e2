//! Names that take left for right, and bodies that are mirrored: a person's left is to the left of where its toes point.

use glam::Vec3;

use super::BodyMap;
use crate::body::tree::Tree;

/// Lengths of directions that say little: of a foot that points down, of legs that stand behind each other.
const CLEAR: f32 = 0.4;
/// The share of the clear poses that have to show it.
const MOST: f32 = 0.9;

/// Whether both sides have each other's names.
pub(super) fn are_exchanged(tree: &Tree<'_>, map: &BodyMap) -> bool {
    let feet = map.sides.each_ref().map(|side| tree.skeleton.all_below(side.foot));
    let clear: Vec<bool> = tree.poses.iter().filter_map(|pose| left_is_right(pose, map, &feet)).collect();
    let exchanged = clear.iter().filter(|exchanged| **exchanged).count();
    exchanged > 0 && exchanged as f32 >= MOST * clear.len() as f32
}

/// Whether the left side of a pose is to the right of where both feet point: to the joint that is farthest from the ankle, since some
/// figures have a joint for the heel, too, which may bear the name of the ball. `feet`: the joints below the ankles. `None` if the pose
/// does not say.
fn left_is_right(pose: &[Vec3], map: &BodyMap, feet: &[Vec<usize>; 2]) -> Option<bool> {
    let at = |joint: usize| pose.get(joint).copied();
    let [l, r] = &map.sides;
    let hips = at(l.thigh)? - at(r.thigh)?;
    let shoulders = at(l.arm)? - at(r.arm)?;
    let trunk = (at(l.arm)? + at(r.arm)?) - (at(l.thigh)? + at(r.thigh)?);
    let up = trunk.try_normalize()?;
    let level = |v: Vec3| {
        let v = v.try_normalize()?;
        let v = v - up * v.dot(up);
        (v.length() > CLEAR).then_some(v)
    };
    let foot = |ankle: usize, joints: &[usize]| {
        let ways = joints.iter().filter_map(|joint| Some(at(*joint)? - at(ankle)?));
        level(ways.max_by(|a, b| a.length().total_cmp(&b.length()))?)
    };
    let [left_joints, right_joints] = feet;
    let (left_foot, right_foot) = (foot(l.foot, left_joints)?, foot(r.foot, right_joints)?);
    // If hips and shoulders disagree, the names may be wrong in another way.
    let left = level(hips)?.dot(level(shoulders)?) > 0.0;
    let sides = [left_foot, right_foot].map(|forwards| up.cross(forwards).dot(hips.normalize_or_zero()));
    let [a, b] = sides;
    (left && a * b > 0.0 && a.abs().min(b.abs()) > CLEAR).then_some(a < 0.0)
}
