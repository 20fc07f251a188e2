//! The side of the body that a joint is on, from its name: sides are coloured differently, and the hips show where a figure faces.

use super::names::{ANKLE, FINGER, HIP, SHIN, SIDED_WORDS, THIGH, UPPER_ARM, WRIST, holds, words};
use crate::model::Skeleton;

/// Side of the body, from the figure's own view.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Side {
    /// The figure's left.
    Left,
    /// The figure's right.
    Right,
    /// Spine, head, or a name that tells no side.
    #[default]
    Middle,
}

/// The side of every joint. Children of a left joint are left, too, whatever their names.
pub fn sides(skeleton: &Skeleton) -> Vec<Side> {
    let mut sides: Vec<Side> = Vec::with_capacity(skeleton.len());
    for (joint, name) in skeleton.names().iter().enumerate() {
        let above = skeleton.parent(joint).and_then(|parent| sides.get(parent).copied()).unwrap_or_default();
        sides.push(if above == Side::Middle { side_of_name(name) } else { above });
    }
    sides
}

/// Words contracted with a leading `l` or `r` by the Acclaim, DAZ/Poser and OpenNI families: `lfemur`, `rHand`, `LUPARM`.
const CONTRACTED: [&str; 8] = [ANKLE, THIGH, HIP, SHIN, WRIST, UPPER_ARM, FINGER, SIDED_WORDS];

/// The side in a joint's name.
pub fn side_of_name(name: &str) -> Side {
    // A namespace (`mixamorig:LeftArm`) says nothing about the side.
    let name = name.rsplit(':').next().unwrap_or(name);
    let lower = name.to_ascii_lowercase();
    if holds(lower.as_bytes(), b"left") || holds(name.as_bytes(), "左".as_bytes()) {
        return Side::Left;
    }
    if holds(lower.as_bytes(), b"right") || holds(name.as_bytes(), "右".as_bytes()) {
        return Side::Right;
    }
    if let Some(side) = parts_of(name).find_map(|word| side_of_letter(&word)) {
        return side;
    }
    let contracted = lower.trim_start_matches(|c: char| !c.is_ascii_alphabetic());
    let mut letters = contracted.chars();
    let first = letters.next().map(String::from).unwrap_or_default();
    let rest = letters.as_str();
    match side_of_letter(&first) {
        Some(side) if CONTRACTED.into_iter().flat_map(words).any(|word| rest.as_bytes().starts_with(word)) => side,
        _ => Side::Middle,
    }
}

fn side_of_letter(word: &str) -> Option<Side> {
    match word {
        "l" | "L" => Some(Side::Left),
        "r" | "R" => Some(Side::Right),
        _ => None,
    }
}

/// The words of a name: split at non-letters, and between a lower-case letter and a capital.
fn parts_of(name: &str) -> impl Iterator<Item = String> {
    let mut words = vec![String::new()];
    let mut before_small = false;
    for c in name.chars() {
        if (c.is_ascii_uppercase() && before_small) || !c.is_ascii_alphabetic() {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut().filter(|_| c.is_ascii_alphabetic()) {
            word.push(c);
        }
        before_small = c.is_ascii_lowercase();
    }
    words.into_iter().filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_side_is_found_in_every_naming_convention() {
        for left in [
            "LeftUpLeg",
            "mixamorig:LeftHand",
            "Bip01 L Thigh",
            "lfemur",
            "lHand",
            "l_wrist",
            "hand.L",
            "LThumb1",
            "leftShoulder",
            "LHipJoint",
            "hip_l",
            "左ひじ",
            "LUPARM",
            "Character1_LeftFoot",
            "l-toe",
            "thigh.L.001",
            // Acclaim's naming convention: the first lone letter is the side, the second a position.
            "h_left_up_arm",
            "h_l_up_arm",
            "L_l_toe_th",
            "l_leg",
            "L_fngs",
            "lowerleg_l",
            "lhipjoint",
            "lclavicle",
            "lradius",
        ] {
            assert_eq!(side_of_name(left), Side::Left, "{left}");
        }
        for right in [
            "RightArm",
            "Bip01 R Hand",
            "rtibia",
            "rShldr",
            "foot_R",
            "右足",
            "rforearm",
            "h_R_hip",
            "r_low_leg",
            "r_l_leg",
            "R_m_f_tw",
            "rwrist",
            "rfingers",
            "rthumb",
        ] {
            assert_eq!(side_of_name(right), Side::Right, "{right}");
        }
        for middle in [
            "Hips",
            "Spine1",
            "LowerBack",
            "root",
            "Reference",
            "Neck",
            "head",
            "",
            "ribs",
            "lumbar",
            "rotor",
            "Lara:Hips",
            "h_torso_2",
            "low_leg",
            "lowerback",
            "lowerneck",
        ] {
            assert_eq!(side_of_name(middle), Side::Middle, "{middle}");
        }
    }
}
