//! Finds the partner of each joint on the other side of the body, for mirroring.

use std::collections::HashMap;

use super::sides::{Side, without_side};
use crate::checked::Checked;
use crate::model::{JointKind, Skeleton};

/// The partner of each joint: of a left joint the corresponding right one, and the reverse; of a joint in the middle the joint
/// itself. `None` for a joint that the other side lacks, such as a prop in one hand, and for all joints below it.
///
/// The parents of partners are partners, too. A joint's partner is a joint, never a site or end site. The names of partners differ
/// only in the word or letter of the side (`LeftArm` and `RightArm`, `lfemur` and `rfemur`, `Arm.L` and `Arm.R`; letter case and
/// namespace do not count). If two partners have equally many children, those that the names do not pair, and whose names tell no
/// side, are paired by their place among the children. A root without a partner is its own partner.
///
/// `partners[partners[joint]] == joint` wherever there is a partner.
pub fn partners(skeleton: &Skeleton) -> Vec<Option<usize>> {
    let children = skeleton.children_of_each();
    let roots: Vec<usize> = (0..skeleton.len()).filter(|joint| skeleton.parent(*joint).is_none()).collect();
    let names = skeleton.names().iter().map(|name| without_side(name)).collect();
    let mut pairs = Pairs { names, kinds: skeleton.kinds(), partners: vec![None; skeleton.len()] };
    pairs.add_within(&roots);
    for root in roots {
        if pairs.partner(root).is_none() {
            pairs.add(root, root);
        }
    }
    // Parents come before their children, so a parent's partner is known.
    for (joint, own) in children.iter().enumerate() {
        match pairs.partner(joint) {
            Some(partner) if partner == joint => pairs.add_within(own),
            Some(partner) if partner > joint => {
                pairs.add_across(own, children.get(partner).map_or(&[], Vec::as_slice));
            }
            _ => {}
        }
    }
    pairs.partners
}

struct Pairs<'a> {
    /// The side in each joint's name, and the rest of the name.
    names: Vec<(Side, String)>,
    kinds: &'a [JointKind],
    partners: Vec<Option<usize>>,
}

impl Pairs<'_> {
    fn partner(&self, joint: usize) -> Option<usize> {
        self.partners.at(joint)
    }

    fn side(&self, joint: usize) -> Side {
        self.names.get(joint).map_or(Side::Middle, |(side, _)| *side)
    }

    fn is_point(&self, joint: usize) -> bool {
        self.kinds.get(joint).is_some_and(|kind| kind.is_point())
    }

    fn add(&mut self, a: usize, b: usize) {
        for (joint, partner) in [(a, b), (b, a)] {
            self.partners.put(joint, Some(partner));
        }
    }

    /// Pairs the children of one joint with each other, those in the middle with themselves.
    fn add_within(&mut self, children: &[usize]) {
        let on = |side: Side| children.iter().copied().filter(|joint| self.side(*joint) == side).collect();
        let [left, right, middle]: [Vec<usize>; 3] = [on(Side::Left), on(Side::Right), on(Side::Middle)];
        self.add_by_name(&left, &right);
        middle.iter().for_each(|joint| self.add(*joint, *joint));
    }

    /// Pairs the children of two partners.
    fn add_across(&mut self, own: &[usize], others: &[usize]) {
        self.add_by_name(own, others);
        if own.len() != others.len() {
            return;
        }
        for (&a, &b) in own.iter().zip(others) {
            let names_tell_nothing = |joint| self.partner(joint).is_none() && self.side(joint) == Side::Middle;
            if names_tell_nothing(a) && names_tell_nothing(b) && self.is_point(a) == self.is_point(b) {
                self.add(a, b);
            }
        }
    }

    /// Pairs joints of two lists by name. Of several with the same name the first are paired, then the second, and so on.
    fn add_by_name(&mut self, own: &[usize], others: &[usize]) {
        let key = |joint: usize, of: fn(Side) -> Side| {
            let (side, rest) = self.names.get(joint)?;
            Some((of(*side), rest.as_str(), self.is_point(joint)))
        };
        let mut by_name: HashMap<_, Vec<usize>> = HashMap::new();
        for &joint in others.iter().rev() {
            by_name.entry(key(joint, Side::opposite)).or_default().push(joint);
        }
        let paired = own.iter().filter_map(|&joint| Some((joint, by_name.get_mut(&key(joint, |side| side))?.pop()?)));
        let paired: Vec<(usize, usize)> = paired.collect();
        paired.into_iter().for_each(|(a, b)| self.add(a, b));
    }
}

#[cfg(test)]
mod tests {
    use glam::{Quat, Vec3};

    use super::*;
    use crate::error::Limits;
    use crate::model::SkeletonBuilder;

    /// The name of each joint's partner, or `-`. `joints`: names and parents' indices (-1: none).
    fn found(joints: &[(&str, i32)]) -> String {
        let mut b = SkeletonBuilder::new(&Limits::default());
        for (name, parent) in joints {
            let kind = if name.starts_with("End") { JointKind::EndSite } else { JointKind::Joint };
            b.add(name, u16::try_from(*parent).ok(), kind, Vec3::ZERO, Quat::IDENTITY).unwrap();
        }
        let skeleton = b.finish().unwrap();
        let partners = partners(&skeleton);
        for (joint, partner) in partners.iter().enumerate() {
            assert!(partner.is_none_or(|partner| partners[partner] == Some(joint)), "{partners:?}");
        }
        let names: Vec<&str> =
            partners.iter().map(|partner| partner.map_or("-", |partner| joints[partner].0)).collect();
        names.join(" ")
    }

    #[test]
    fn partners_differ_in_the_word_or_letter_of_their_side() {
        for (left, right) in [
            ("lfemur", "rfemur"),
            ("LeftArm", "RightArm"),
            ("mixamorig:LeftArm", "mixamorig:RightArm"),
            ("l_hip", "r_hip"),
            ("Arm.L", "Arm.R"),
            ("thigh.L.001", "thigh.R.001"),
            ("Bip01 L Thigh", "Bip01 R Thigh"),
            ("L_l_toe_th", "R_l_toe_th"),
            ("左ひじ", "右ひじ"),
            ("lHand", "RHand"),
        ] {
            assert_eq!(found(&[("Hips", -1), (left, 0), ("Neck", 0), (right, 0)]), format!("Hips {right} Neck {left}"));
        }
        assert_eq!(found(&[("Hips", -1), ("LeftArm", 0), ("RightLeg", 0), ("LeftLeg.1", 0)]), "Hips - - -");
    }

    #[test]
    fn names_below_a_side_need_not_tell_it() {
        let arm = |more: &[(&'static str, i32)]| {
            found(&[&[("Hips", -1), ("LeftArm", 0), ("RightArm", 0), ("Elbow", 1), ("Elbow", 2)], more].concat())
        };
        assert_eq!(arm(&[]), "Hips RightArm LeftArm Elbow Elbow");
        assert_eq!(arm(&[("a", 3), ("b", 4)]), "Hips RightArm LeftArm Elbow Elbow b a", "by place");
        assert_eq!(arm(&[("End", 3), ("b", 4)]), "Hips RightArm LeftArm Elbow Elbow - -", "not of one kind");
        assert_eq!(arm(&[("a", 3), ("RightHand", 4)]), "Hips RightArm LeftArm Elbow Elbow - -", "a name tells");
        assert_eq!(arm(&[("LeftHand", 3), ("RightGlove", 4)]), "Hips RightArm LeftArm Elbow Elbow - -");
    }

    #[test]
    fn a_joint_that_the_other_side_lacks_has_no_partner() {
        let props = [("Sword", 1), ("LeftThumb", 1), ("RightThumb", 2), ("Blade", 3)];
        let joints = [&[("Hips", -1), ("LeftHand", 0), ("RightHand", 0)], &props[..]].concat();
        assert_eq!(found(&joints), "Hips RightHand LeftHand - RightThumb LeftThumb -");
    }

    #[test]
    fn roots_are_partners_or_their_own() {
        assert_eq!(
            found(&[("LeftHand", -1), ("RightHand", -1), ("Thumb", 0), ("Thumb", 1)]),
            "RightHand LeftHand Thumb Thumb"
        );
        assert_eq!(found(&[("Hips", -1), ("RightBall", -1), ("Hips", -1)]), "Hips RightBall Hips");
    }
}
