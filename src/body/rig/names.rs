//! Names of joints as rigs are told by them: without what exporters put around them.

use std::collections::BTreeMap;

use crate::body::names::{find, words};

/// Parts of names of joints that a rig may have or lack: fingers, face, ends, props. `#` is a digit, `^` the beginning, `$` the end.
const EXTRA: &str = "thumb index middle ring# ring$ ringf pinky pinkie little finger fing metacarp palm oculi eye jaw tongue oris levator \
    special temporalis orbicularis risorius end$ endsite nub headtop toeend toe_end handend inhand prop$ prop#$ prop##$ toe#-# metatarsal \
    breast footsteps ponytail hair ear_ ear$ nose ^xtra heel mid#$ _mid proximal intermediate distal mhand mface mtail mwing mhind mskull \
    site handtip cheek brow lip carpal tail horselink";
/// Parts of names that only animals have.
const ANIMAL: &str = "tail horselink wing hoof paw claw beak pincer leg_l_1# leg_r_1#";
/// Parts of names that hold a word of [`ANIMAL`] and mean something else. Avatars of Second Life have `mTail1` and `mWing1Left`.
const NO_ANIMAL: &str = "ponytail swing mtail mwing tailor";
/// Words of a trunk.
const TRUNK: &str = "spine hip pelvis chest torso abdomen";
/// Words of a hand's joints.
const FINGERS: &str = "thumb index middle ring pinky metacarp finger";
/// Names of nodes that exporters put above the hips.
const CARRIERS: &str = "reference root armature skeleton scene world rig";
/// What Maya writes for a character that its names cannot have, with the character's code in three digits.
const ESCAPE: &str = "FBXASC";
/// Fewer names have no prefix in common, but a word.
const FEWEST: usize = 5;

/// Whether a name in lower case belongs to what a rig may have or lack.
pub(super) fn is_extra(name: &str) -> bool {
    holds_any(name, EXTRA)
}

/// Whether a name in lower case is that of an animal's part.
pub(super) fn is_animal(name: &str) -> bool {
    holds_any(name, ANIMAL) && !holds_any(name, NO_ANIMAL)
}

/// Whether a name in lower case is that of a trunk's part.
pub(super) fn is_trunk(name: &str) -> bool {
    holds_any(name, TRUNK)
}

/// Whether a name in lower case is that of a finger.
pub(super) fn is_finger(name: &str) -> bool {
    holds_any(name, FINGERS)
}

/// Whether a name in lower case is that of a node above the hips.
pub(super) fn is_carrier(name: &str) -> bool {
    words(CARRIERS).any(|word| word == name.as_bytes())
}

fn holds_any(name: &str, patterns: &str) -> bool {
    words(patterns).any(|pattern| holds(name.as_bytes(), pattern))
}

fn holds(name: &[u8], pattern: &[u8]) -> bool {
    let (pattern, at_start) = pattern.strip_prefix(b"^").map_or((pattern, false), |rest| (rest, true));
    let (pattern, at_end) = pattern.strip_suffix(b"$").map_or((pattern, false), |rest| (rest, true));
    if pattern.is_empty() || pattern.len() > name.len() {
        return pattern.is_empty();
    }
    let fits = |part: &[u8]| part.iter().zip(pattern).all(|(a, b)| a == b || *b == b'#' && a.is_ascii_digit());
    name.windows(pattern.len())
        .enumerate()
        .any(|(at, part)| (!at_start || at == 0) && (!at_end || at + pattern.len() == name.len()) && fits(part))
}

/// Names without their prefixes, suffixes and numbers of copies, in their own letters.
pub(super) struct OwnNames {
    /// Blanks are `_`.
    pub(super) names: Vec<String>,
    /// What was taken off, as the file has it.
    pub(super) prefix: Option<String>,
}

impl OwnNames {
    /// Takes off namespaces, what nine of ten names begin or end with, and `.001`.
    pub(super) fn new<'a>(written: impl Iterator<Item = &'a str>) -> Self {
        let mut spaces: Vec<String> = Vec::new();
        let mut names: Vec<String> = Vec::new();
        for name in written {
            let name = unescaped(name);
            // A path of Maya's nodes stands before the name, too.
            let own = name.rsplit([':', '|']).next().unwrap_or_default();
            let before = name.len() - own.len();
            if before > 0 {
                spaces.push(name.get(..before).unwrap_or_default().to_owned());
            }
            names.push(without_copy(own.trim()).to_owned());
        }
        take_numbers(&mut names);
        let mut prefix = spaces.into_iter().next();
        // Some exporters put a second one before the first: `CC_Base_`.
        while let Some(found) = common(&names, prefix_of).filter(|_| names.len() >= FEWEST) {
            names.iter_mut().for_each(|name| *name = name.strip_prefix(&found).unwrap_or(name).to_owned());
            prefix.get_or_insert_default().push_str(&found);
        }
        if let Some(found) = common(&names, suffix_of).filter(|_| names.len() >= FEWEST) {
            names.iter_mut().for_each(|name| *name = name.strip_suffix(&found).unwrap_or(name).to_owned());
            prefix.get_or_insert(found);
        }
        names.iter_mut().for_each(|name| *name = name.replace(" _", "_").replace("_ ", "_").replace(' ', "_"));
        Self { names, prefix }
    }
}

/// The name with Maya's codes as the characters that they mean.
fn unescaped(name: &str) -> String {
    let (mut out, mut rest) = (String::with_capacity(name.len()), name);
    while let Some((before, behind)) = rest.split_once(ESCAPE) {
        let code = behind.get(..3).and_then(|digits| digits.parse::<u8>().ok());
        out.push_str(before);
        match (code.filter(|code| (b' '..=b'~').contains(code)), behind.get(3..)) {
            (Some(code), Some(after)) => {
                out.push(char::from(code));
                rest = after;
            }
            _ => {
                out.push_str(ESCAPE);
                rest = behind;
            }
        }
    }
    out.push_str(rest);
    out
}

/// The name without the number that Blender gives a copy, `.001`.
fn without_copy(name: &str) -> &str {
    match name.rsplit_once('.') {
        Some((before, digits)) if digits.len() == 3 && digits.bytes().all(|digit| digit.is_ascii_digit()) => before,
        _ => name,
    }
}

/// The part that at least nine of ten names have in common.
fn common(names: &[String], part: fn(&str) -> Option<&str>) -> Option<String> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for found in names.iter().filter_map(|name| part(name)) {
        *counts.entry(found).or_default() += 1;
    }
    let (found, count) = counts.into_iter().max_by_key(|(_, count)| *count)?;
    (count * 10 >= names.len() * 9).then(|| found.to_owned())
}

/// What may be a prefix: a word with `_` or blanks, or `sim` before a capital. The letter of a side is none.
fn prefix_of(name: &str) -> Option<&str> {
    let word = name.bytes().take_while(u8::is_ascii_alphanumeric).count();
    let gap = name.bytes().skip(word).take_while(|letter| matches!(letter, b'_' | b' ')).count();
    let found = name.get(..word + gap).filter(|_| word > 0 && gap > 0);
    let sim = name.strip_prefix("sim").filter(|rest| rest.starts_with(|letter: char| letter.is_ascii_uppercase()));
    let found = found.or(sim.and_then(|_| name.get(..3)))?;
    (!["l_", "r_"].iter().any(|side| found.eq_ignore_ascii_case(side))).then_some(found)
}

/// Takes off the numbers that a converter gives all names: `Hips_01`, `Spine_02`.
fn take_numbers(names: &mut [String]) {
    fn before(name: &str) -> Option<&str> {
        let (before, digits) = name.rsplit_once('_')?;
        let is_number = digits.len() >= 2 && digits.bytes().all(|digit| digit.is_ascii_digit());
        (is_number && !before.is_empty()).then_some(before)
    }
    let numbered = names.iter().filter(|name| before(name).is_some()).count();
    if names.len() >= FEWEST && numbered * 10 >= names.len() * 9 {
        names.iter_mut().for_each(|name| *name = before(name).unwrap_or(name).to_owned());
    }
}

/// What may be a suffix: `_` and two to eight letters, which mean no side and no end.
fn suffix_of(name: &str) -> Option<&str> {
    let at = name.rfind('_')?;
    let word = name.get(at + 1..)?;
    let is_word = (2..=8).contains(&word.len()) && word.bytes().all(|letter| letter.is_ascii_alphabetic());
    let means = ["left", "right", "end"].iter().any(|known| word.eq_ignore_ascii_case(known));
    (is_word && !means && at > 0).then(|| name.get(at..)).flatten()
}

/// Ways to write a side before or behind a name, in lower case, and the side.
const SIDES: [(&str, &str); 4] = [("l", "Left"), ("r", "Right"), ("left", "Left"), ("right", "Right")];

/// A name whose side is apart (`L_arm`, `Arm.L`, `Left_Arm`) with the side as a word before it: `LeftArm`.
pub(super) fn with_side_first(name: &str) -> Option<String> {
    let is_gap = |letter: char| matches!(letter, '_' | '.' | '-');
    let side_of =
        |word: &str| SIDES.iter().find(|(written, _)| word.eq_ignore_ascii_case(written)).map(|(_, side)| *side);
    let at_start = name.split_once('_').and_then(|(word, rest)| Some((side_of(word)?, rest)));
    let at_end = || name.rsplit_once(is_gap).and_then(|(rest, word)| Some((side_of(word)?, rest)));
    let (side, rest) =
        at_start.filter(|(_, rest)| rest.starts_with(|first: char| first.is_ascii_alphabetic())).or_else(at_end)?;
    let mut letters = rest.chars();
    let first = letters.next()?.to_ascii_uppercase();
    Some(format!("{side}{first}{}", letters.as_str()))
}

/// Whether a text has a word, in lower case.
pub(super) fn has(name: &str, word: &str) -> bool {
    find(name.as_bytes(), word.as_bytes()).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_exporters_put_around_names_is_taken_off() {
        for (written, names, prefix) in [
            ("mixamorig:Hips mixamorig:Spine", "Hips Spine", Some("mixamorig:")),
            ("a:b:Hips Spine", "Hips Spine", Some("a:b:")),
            (
                "mixamorig6_Hips mixamorig6_Spine mixamorig6_Neck mixamorig6_Head mixamorig6_Jaw",
                "Hips Spine Neck Head Jaw",
                Some("mixamorig6_"),
            ),
            (
                "CC_Base_Hip CC_Base_Waist CC_Base_Head CC_Base_L_Foot CC_Base_R_Foot",
                "Hip Waist Head L_Foot R_Foot",
                Some("CC_Base_"),
            ),
            ("simHips simSpine simNeck simHead simLeftArm", "Hips Spine Neck Head LeftArm", Some("sim")),
            ("Hips_dup Spine_dup Neck_dup Head_dup LeftArm_dup", "Hips Spine Neck Head LeftArm", Some("_dup")),
            ("Hips.001 Spine.001", "Hips Spine", None),
            ("root_00 hip_01 chest_02 neck_03 head_010", "root hip chest neck head", None),
            ("l_arm l_leg l_foot l_hand l_toe", "l_arm l_leg l_foot l_hand l_toe", None),
            ("Arm_Left Leg_Left Foot_Left Hand_Left Toe_Left", "Arm_Left Leg_Left Foot_Left Hand_Left Toe_Left", None),
            ("BoneFBXASC046L FBXASC a|b|Hips", "Bone.L FBXASC Hips", Some("a|b|")),
            ("a_Hips a_Spine", "a_Hips a_Spine", None),
        ] {
            let own = OwnNames::new(written.split(' '));
            assert_eq!((own.names.join(" ").as_str(), own.prefix.as_deref()), (names, prefix));
        }
        let biped = OwnNames::new(
            ["Bip01", "Bip01 Pelvis", "Bip01 Spine", "Bip01 L Thigh", "Bip01FBXASC032RFBXASC032Thigh"]
                .into_iter()
                .chain(["Bip01 Head"; 9]),
        );
        assert_eq!(
            (&*biped.names[3], &*biped.names[4], biped.prefix.as_deref()),
            ("L_Thigh", "R_Thigh", Some("Bip01 "))
        );
    }

    #[test]
    fn sides_apart_from_the_name_become_its_first_word() {
        for (name, expected) in [
            ("L_Arm", Some("LeftArm")),
            ("r_upLeg", Some("RightUpLeg")),
            ("foot.L", Some("LeftFoot")),
            ("Hand_R", Some("RightHand")),
            ("Left_Arm", Some("LeftArm")),
            ("arm_right", Some("RightArm")),
            ("LeftArm", None),
            ("Spine_1", None),
            ("L_1", None),
            ("left", None),
        ] {
            assert_eq!(with_side_first(name).as_deref(), expected, "{name}");
        }
    }

    #[test]
    fn fingers_faces_and_ends_belong_to_no_body() {
        for name in [
            "lefthandthumb1",
            "headtop_end",
            "lefttoe_end",
            "righthandring2",
            "l_ring",
            "eye.l",
            "prop1",
            "toe1-2",
            "xtra01",
            "nub",
        ] {
            assert!(is_extra(name), "{name}");
        }
        for name in ["leftarm", "springs", "forearm_l", "lefttoebase", "spine3", "head", "amid", "extrax", "property"] {
            assert!(!is_extra(name), "{name}");
        }
        assert!(is_animal("tail01") && is_animal("frontleftpaw") && is_animal("leg_l_12"));
        assert!(!is_animal("mtail1") && !is_animal("ponytail") && !is_animal("leg_l_2"));
    }
}
