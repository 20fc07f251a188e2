//! The side of the body that a joint is on, from its name: sides are coloured differently, and the hips show where a figure faces.

use std::ops::Range;

use super::names::{ANKLE, FINGER, HIP, MARKERS, SHIN, SIDED_WORDS, THIGH, UPPER_ARM, WRIST, find, own_name, words};
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

impl Side {
    pub(super) fn opposite(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
            Self::Middle => Self::Middle,
        }
    }
}

/// The side of every joint. Children of a left joint are left, too, whatever their names.
pub fn sides(skeleton: &Skeleton) -> Vec<Side> {
    skeleton.down_the_tree(|joint, above| match above {
        None | Some(Side::Middle) => side_of_name(skeleton.name(joint)),
        Some(side) => side,
    })
}

/// Words contracted with a leading `l` or `r` by the Acclaim, DAZ/Poser and OpenNI families, `lfemur`, `rHand`, `LUPARM`, and
/// by markers of motion capture, `LKNE`.
const CONTRACTED: [&str; 9] = [ANKLE, THIGH, HIP, SHIN, WRIST, UPPER_ARM, FINGER, SIDED_WORDS, MARKERS];

/// The side in a joint's name.
pub fn side_of_name(name: &str) -> Side {
    side_in(own_name(name)).map_or(Side::Middle, |(side, _)| side)
}

/// The side in a joint's name, and the rest of the name in lower case: the same for `mixamorig:LeftArm` and `rightArm`.
pub(crate) fn without_side(name: &str) -> (Side, String) {
    let own = own_name(name);
    let mut rest = own.to_ascii_lowercase();
    let Some((side, letters)) = side_in(own) else { return (Side::Middle, rest) };
    rest.replace_range(letters, "");
    (side, rest)
}

/// The side in a name without namespace, and the bytes of the word or letter that tell it.
fn side_in(name: &str) -> Option<(Side, Range<usize>)> {
    let lower = name.to_ascii_lowercase();
    for (word, side) in [("left", Side::Left), ("左", Side::Left), ("right", Side::Right), ("右", Side::Right)] {
        if let Some(at) = find(lower.as_bytes(), word.as_bytes()) {
            return Some((side, at..at + word.len()));
        }
    }
    let name = name.as_bytes();
    if is_vertebra(name) {
        return None;
    }
    let letter = |at: usize| Some((side_of_letter(*name.get(at)?)?, at..at + 1));
    if let Some(found) = (0..name.len()).filter(|at| is_word(name, *at)).find_map(letter) {
        return Some(found);
    }
    let first = name.iter().position(u8::is_ascii_alphabetic)?;
    let rest = lower.as_bytes().get(first + 1..)?;
    letter(first).filter(|_| CONTRACTED.into_iter().flat_map(words).any(|word| rest.starts_with(word)))
}

/// Whether a name is that of a lumbar or thoracic vertebra: `L5`, `T12`, `l3`.
fn is_vertebra(name: &[u8]) -> bool {
    let Some((b'L' | b'T' | b'l' | b't', number)) = name.split_first() else { return false };
    (1..=2).contains(&number.len()) && number.iter().all(u8::is_ascii_digit)
}

fn side_of_letter(letter: u8) -> Option<Side> {
    match letter {
        b'l' | b'L' => Some(Side::Left),
        b'r' | b'R' => Some(Side::Right),
        _ => None,
    }
}

/// Whether the letter at `at` is a word of its own. Words end at non-letters, and between a lower-case letter and a capital.
fn is_word(name: &[u8], at: usize) -> bool {
    let letter = |at: Option<usize>| at.and_then(|at| name.get(at)).copied().unwrap_or(b' ');
    let ends = |before: u8, after: u8| {
        !before.is_ascii_alphabetic()
            || !after.is_ascii_alphabetic()
            || before.is_ascii_lowercase() && after.is_ascii_uppercase()
    };
    let [before, own, after] = [at.checked_sub(1), Some(at), Some(at + 1)].map(letter);
    ends(before, own) && ends(own, after)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_of_a_name_is_the_same_on_both_sides() {
        for (name, side, rest) in [
            ("mixamorig:LeftArm", Side::Left, "arm"),
            ("rightArm", Side::Right, "arm"),
            ("lfemur", Side::Left, "femur"),
            ("L_l_toe_th", Side::Left, "_l_toe_th"),
            ("Bip01 R Thigh", Side::Right, "bip01  thigh"),
            ("右ひじ", Side::Right, "ひじ"),
            ("Hips", Side::Middle, "hips"),
            ("_", Side::Middle, "_"),
        ] {
            assert_eq!(without_side(name), (side, rest.to_owned()), "{name}");
        }
    }

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
            // Vertebrae: lumbar and thoracic.
            "L5",
            "L3",
            "T12",
            "T8",
            "ns:L1",
            "l3",
            "t7",
        ] {
            assert_eq!(side_of_name(middle), Side::Middle, "{middle}");
        }
    }
}
