//! Joints at the same place in every body, and names as they are compared: what two skeletons have in common although their
//! files name joints differently.

use glam::Vec3;

use super::names::{ELBOW, NECK, SHIN, TOES, TWIST, told_names};
use super::parts::BodyParts;
use super::sides::{Side, sides, without_side};
use super::tree::{FITTED, Tree};
use crate::checked::Checked;
use crate::model::Skeleton;

/// A place in the body that every skeleton's joint for it has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Landmark {
    /// The joint at which the legs fork.
    Hips,
    /// The lowest joint of the neck.
    Neck,
    /// The joint between neck and skull.
    Head,
    /// The joint between hips and thigh.
    Thigh(Side),
    /// The joint between thigh and shin.
    Knee(Side),
    /// The joint between shin and foot.
    Ankle(Side),
    /// The joint between foot and toes.
    Toes(Side),
    /// The joint at which the upper arm begins, not the collar bone.
    UpperArm(Side),
    /// The joint between upper arm and forearm.
    Elbow(Side),
    /// The joint between forearm and hand.
    Wrist(Side),
}

/// The landmarks that were found, each once, with their joints. `parts` are those of the same skeleton; `points` are the positions
/// of all joints in any pose, file space. Limbs whose side is unknown have none.
///
/// Knees and elbows are found by their names, else they are the joints nearest to the middle of their limb, along its bones. The
/// thigh and the upper arm begin at the joint above that is about as far from it as the ankle or the wrist. Joints that only twist
/// a bone do not count.
pub fn landmarks(skeleton: &Skeleton, parts: &BodyParts, points: &[Vec3]) -> Vec<(Landmark, usize)> {
    let tree = Tree::new(skeleton, &[], &FITTED);
    let mut finder = Finder { skeleton, tree, points, found: Vec::new() };
    if let Some(legs) = parts.legs {
        let [left, right] = legs.ends;
        if let Some((fork, ..)) = skeleton.fork(left, right).filter(|(fork, ..)| !legs.ends.contains(fork)) {
            finder.add(Landmark::Hips, fork);
        }
        for (top, ankle) in legs.tops.into_iter().zip(legs.ends) {
            finder.add_limb(top, ankle, SHIN, [Landmark::Thigh, Landmark::Knee, Landmark::Ankle]);
            finder.add_toes(ankle);
        }
    }
    if let Some(arms) = parts.arms {
        for (top, wrist) in arms.tops.into_iter().zip(arms.ends) {
            finder.add_limb(top, wrist, ELBOW, [Landmark::UpperArm, Landmark::Elbow, Landmark::Wrist]);
        }
    }
    if let Some(neck) = finder.tree.joints().find(|joint| finder.tree.is_called(*joint, NECK)) {
        finder.add(Landmark::Neck, neck);
    }
    if let Some(skull) = parts.skull {
        finder.add(Landmark::Head, skull);
    }
    finder.found
}

struct Finder<'a> {
    skeleton: &'a Skeleton,
    tree: Tree<'a>,
    points: &'a [Vec3],
    found: Vec<(Landmark, usize)>,
}

impl Finder<'_> {
    /// Adds a landmark that is not known yet, at a joint that is at no other.
    fn add(&mut self, landmark: Landmark, joint: usize) {
        let is_new = !self.found.iter().any(|(known, other)| *known == landmark || *other == joint);
        if self.skeleton.is_joint(joint) && is_new {
            self.found.push((landmark, joint));
        }
    }

    /// The side of a joint of a limb, unless it is unknown.
    fn side(&self, joint: usize) -> Option<Side> {
        Some(self.tree.side(joint)).filter(|side| *side != Side::Middle)
    }

    fn add_limb(&mut self, top: usize, end: usize, middle_words: &str, landmarks: [fn(Side) -> Landmark; 3]) {
        let Some(side) = self.side(end) else { return };
        let [upper, middle, last] = landmarks.map(|landmark| landmark(side));
        self.add(last, end);
        let Some((begin, bend)) = self.upper_and_middle(top, end, middle_words) else { return };
        self.add(middle, bend);
        if self.side(begin) == Some(side) {
            self.add(upper, begin);
        }
    }

    fn add_toes(&mut self, ankle: usize) {
        let toes = self.skeleton.all_below(ankle).into_iter().find(|joint| self.tree.is_called(*joint, TOES));
        if let Some((toes, side)) = toes.zip(self.side(ankle)) {
            self.add(Landmark::Toes(side), toes);
        }
    }

    /// The joints between which the upper half of a limb is: where the limb begins, and its knee or elbow.
    fn upper_and_middle(&self, top: usize, end: usize, middle_words: &str) -> Option<(usize, usize)> {
        // The joints from the end up to the top, with their distances from the end along the bones.
        let (mut path, mut way, mut below) = (Vec::new(), 0.0, end);
        for joint in self.skeleton.up_from(end) {
            way += self.points.at(joint).distance(self.points.at(below));
            below = joint;
            if joint == end || joint == top || !self.tree.holds(joint, TWIST) {
                path.push((joint, way));
            }
            if joint == top {
                break;
            }
        }
        let (_, inner) = path.split_first()?;
        let (last, inner) = inner.split_last()?;
        if last.0 != top {
            return None;
        }
        let called = inner.iter().rposition(|(joint, _)| self.tree.holds(*joint, middle_words));
        let middle = called.or_else(|| nearest(inner, 0.5 * way))?;
        let (bend, below) = inner.get(middle)?;
        let upper = path.get(middle + 2..)?;
        let (begin, _) = upper.get(nearest(upper, 2.0 * below)?)?;
        Some((*begin, *bend))
    }
}

/// The index of the joint whose distance from the limb's end is nearest to `wanted`.
fn nearest(path: &[(usize, f32)], wanted: f32) -> Option<usize> {
    let off = |(_, (_, way)): &(usize, &(usize, f32))| (way - wanted).abs();
    path.iter().enumerate().min_by(|a, b| off(a).total_cmp(&off(b))).map(|(index, _)| index)
}

/// Each joint's side, and its name without namespace, side and punctuation, in lower case: equal for `mixamorig:LeftFoot`,
/// `lfoot` and `foot.L`. Children of a left joint are left, too. `None` for a name of punctuation alone.
pub fn compared_names(skeleton: &Skeleton) -> Vec<Option<(Side, String)>> {
    let names = told_names(skeleton).into_iter().zip(sides(skeleton)).map(|(name, side)| {
        let (own, mut rest) = without_side(name);
        rest.retain(char::is_alphanumeric);
        (own != Side::Middle || !rest.is_empty()).then_some((side, rest))
    });
    names.collect()
}

#[cfg(test)]
mod tests {
    use glam::Quat;

    use super::*;
    use crate::error::Limits;
    use crate::model::{JointKind, SkeletonBuilder};

    /// A person: the name, the parent's index (-1: none) and the offset of each joint.
    type Joints = Vec<(&'static str, i32, [f32; 3])>;

    fn skeleton(joints: &Joints) -> Skeleton {
        let mut b = SkeletonBuilder::new(&Limits::default());
        for (name, parent, offset) in joints {
            b.add(name, u16::try_from(*parent).ok(), JointKind::Joint, Vec3::from(*offset), Quat::IDENTITY).unwrap();
        }
        b.finish().unwrap()
    }

    /// `Landmark joint` for each landmark, in the skeleton's order.
    fn found(joints: &Joints) -> String {
        let skeleton = skeleton(joints);
        let points = skeleton.rest_positions();
        let parts = BodyParts::find(&skeleton, std::slice::from_ref(&points));
        let mut found = landmarks(&skeleton, &parts, &points);
        found.sort_by_key(|(_, joint)| *joint);
        let texts = found.iter().map(|(landmark, joint)| format!("{landmark:?} {}", joints[*joint].0));
        texts.collect::<Vec<_>>().join(", ")
    }

    /// The left arm of a person who also has legs.
    fn arm(names: [&'static str; 6]) -> String {
        let [collar, upper, twist, elbow, roll, hand] = names;
        let joints: Joints = vec![
            ("Hips", -1, [0.0, 90.0, 0.0]),
            ("Neck", 0, [0.0, 50.0, 0.0]),
            ("Head", 1, [0.0, 20.0, 0.0]),
            (collar, 1, [3.0, -5.0, 0.0]),
            (upper, 3, [15.0, 0.0, 0.0]),
            (twist, 4, [14.0, 0.0, 0.0]),
            (elbow, 5, [14.0, 0.0, 0.0]),
            (roll, 6, [13.0, 0.0, 0.0]),
            (hand, 7, [12.0, 0.0, 0.0]),
            ("RightHand", 1, [-60.0, 0.0, 0.0]),
        ];
        found(&joints)
    }

    #[test]
    fn an_elbow_is_halfway_and_an_upper_arm_no_collar() {
        let expected = |names: [&str; 3]| {
            let [upper, elbow, hand] = names;
            format!(
                "Neck Neck, Head Head, UpperArm(Left) {upper}, Elbow(Left) {elbow}, Wrist(Left) {hand}, Wrist(Right) RightHand"
            )
        };
        assert_eq!(
            arm(["LeftShoulder", "LeftArm", "LeftArmRoll", "LeftForeArm", "LeftForeArmRoll", "LeftHand"]),
            expected(["LeftArm", "LeftForeArm", "LeftHand"])
        );
        assert_eq!(
            arm(["lCollar", "lShldrBend", "lShldrTwist", "lForearmBend", "lForearmTwist", "lHand"]),
            expected(["lShldrBend", "lForearmBend", "lHand"])
        );
    }

    #[test]
    fn a_long_collar_bone_is_no_upper_arm() {
        let arm = |names: [&'static str; 4]| {
            let [collar, upper, elbow, hand] = names;
            found(&vec![
                ("Chest", -1, [0.0; 3]),
                (collar, 0, [0.0; 3]),
                (upper, 1, [20.0, 0.0, 0.0]),
                (elbow, 2, [30.0, 0.0, 0.0]),
                (hand, 3, [19.0, 0.0, 0.0]),
                ("RightHand", 0, [-69.0, 0.0, 0.0]),
            ])
        };
        assert_eq!(
            arm(["LeftCollar", "LeftShoulder", "LeftElbow", "LeftWrist"]),
            "UpperArm(Left) LeftShoulder, Elbow(Left) LeftElbow, Wrist(Left) LeftWrist, Wrist(Right) RightHand"
        );
    }

    #[test]
    fn legs_fork_at_the_hips() {
        let leg =
            |thigh: &'static str, knee: &'static str, ankle: &'static str, toes: &'static str, at: i32, x: f32| {
                [
                    (thigh, 0, [x, 0.0, 0.0]),
                    (knee, at, [0.0, -45.0, 0.0]),
                    (ankle, at + 1, [0.0, -43.0, 0.0]),
                    (toes, at + 2, [0.0, -5.0, 12.0]),
                ]
            };
        let joints: Joints = [("root", -1, [0.0, 90.0, 0.0])]
            .into_iter()
            .chain(leg("lfemur", "ltibia", "lfoot", "ltoes", 1, 10.0))
            .chain(leg("rfemur", "rtibia", "rfoot", "rtoes", 5, -10.0))
            .collect();
        assert_eq!(
            found(&joints),
            "Hips root, Thigh(Left) lfemur, Knee(Left) ltibia, Ankle(Left) lfoot, Toes(Left) ltoes, \
             Thigh(Right) rfemur, Knee(Right) rtibia, Ankle(Right) rfoot, Toes(Right) rtoes"
        );
        let unsided =
            joints.iter().map(|(name, parent, offset)| (name.trim_start_matches(['l', 'r']), *parent, *offset));
        assert_eq!(found(&unsided.collect()), "Hips oot", "legs without sides");
        assert_eq!(found(&vec![("a", -1, [0.0; 3])]), "");
    }

    #[test]
    fn compared_names_have_no_namespace_and_punctuation() {
        let names = |names: &[&'static str]| -> Vec<Option<(Side, String)>> {
            compared_names(&skeleton(&names.iter().map(|name| (*name, -1, [0.0; 3])).collect()))
        };
        let foot = Some((Side::Left, "foot".to_owned()));
        assert_eq!(names(&["mixamorig:LeftFoot", "lfoot", "Foot.L", "L_Foot", "左foot"]), vec![foot; 5]);
        assert_eq!(names(&["Hips", "a:", "_", "L"])[1..], [None, None, Some((Side::Left, String::new()))]);
        assert_eq!(names(&["右ひじ"]), [Some((Side::Right, "ひじ".to_owned()))]);
    }

    #[test]
    fn two_joints_of_acclaim_that_stand_for_one_are_compared_once() {
        let names = ["hips", "to_Neck", "Neck", "Neck_moved", "to_nowhere", "Head_moved"];
        let joints = names.iter().zip(-1..).map(|(name, parent)| (*name, parent, [0.0, 1.0, 0.0]));
        let found = compared_names(&skeleton(&joints.collect()));
        let found: Vec<_> = found.iter().map(|one| one.as_ref().map_or("", |(_, name)| name)).collect();
        assert_eq!(found, ["hips", "", "", "neck", "tonowhere", "headmoved"]);
    }
}
