//! Words in joint names: the only place for them, collected from BVH, Acclaim, HAnim, DAZ, Poser, MotionBuilder, Mixamo,
//! MakeHuman and OpenNI files.
//!
//! Each list is one text with blanks, which takes fewer bytes than a list of texts.

use crate::checked::Checked;
use crate::model::{MOVED, Skeleton};

/// The joint between shin and foot.
pub(crate) const ANKLE: &str = "foot ankle talocrural";
/// The joint between pelvis and thigh.
pub(crate) const THIGH: &str = "upleg upperleg thigh femur";
/// As [`THIGH`], if no name has one of its words. The joint above may only begin the leg: `LHipJoint`.
pub(crate) const HIP: &str = "hip";
/// The knee.
pub(crate) const SHIN: &str = "lowleg lowerleg loleg shin tibia calf knee";
/// The joint between upper arm and forearm.
pub(crate) const ELBOW: &str = "forearm foarm loarm lowarm lowerarm radius ulna elbow";
/// The joint between forearm and hand.
pub(crate) const WRIST: &str = "hand wrist radiocarpal";
/// The shoulder, or the collar bone if it has this name.
pub(crate) const UPPER_ARM: &str = "uparm upperarm humerus shldr shoulder arm";
/// Markers of motion capture, accepted only after the letter of a side: `LASI`, `RKNE`, `LHJC`.
pub(crate) const MARKERS: &str = "asi psi thi kne tib ank hee fhd bhd sho upa elb fra wr hjc kjc ajc fwt bwt shn frm";
pub(crate) const HEAD: &str = "head skull";
pub(crate) const NECK: &str = "neck";
pub(crate) const THUMB: &str = "thumb";
pub(crate) const FINGER: &str = "finger thumb index middle ring pinky little metacarp phalang";
/// Further parts of limbs, accepted only after the letter of a side.
pub(crate) const SIDED_WORDS: &str =
    "ball buttock carpal clav collar elbow eye fore leg low metatarsal mid palm radius sternoclav toe heel up";
/// Helper joints beside the body's own joint.
pub(crate) const HELPER: &str = "end nub site tip top dum twist ik target effector roll ctrl pole";
/// Joints within a bone, which only twist it.
pub(crate) const TWIST: &str = "twist roll";
/// Joints of the foot below the ankle.
pub(crate) const BELOW_ANKLE: &str = "toe ball heel";
/// The joint between foot and toes.
pub(crate) const TOES: &str = "toe ball";
/// Words that no person's joints have.
pub(crate) const ANIMAL: &str = "tail horselink wing hoof paw claw beak pincer";
/// Contain a word of [`ANIMAL`] but do not mean an animal.
pub(crate) const NOT_ANIMAL: &str = "ponytail swing";

// Further words, by which maps find the parts of more skeletons. The lists above stay as they are, because the weights of units and
// up axes were fitted with them.

/// The words of [`THIGH`] and one more.
pub(crate) const MORE_THIGH: &str = "upleg upperleg thigh femur legupper";
/// The words of [`SHIN`] and more.
pub(crate) const MORE_SHIN: &str = "lowleg lowerleg loleg shin tibia calf knee leg1 leglower";
/// The words of [`ELBOW`] and more.
pub(crate) const MORE_ELBOW: &str = "forearm foarm loarm lowarm lowerarm radius ulna elbow arm2 farm forarm";
/// The upper arm, but not the shoulder, which may be the collar bone.
pub(crate) const UPPER_ARM_ONLY: &str = "arm1 uarm uparm upperarm humerus shldr";
/// Joints of the hand below the wrist: the words of [`FINGER`] and more.
pub(crate) const BELOW_WRIST: &str = "fing thumb index middle ring pinky little metacarp phalang palm";
/// Joints of the foot below the ankle, the ball among them.
pub(crate) const BALL: &str = "toe ball metatars tarsal calcane foottip";
/// The words of [`BELOW_ANKLE`] and of [`BALL`].
pub(crate) const MORE_BELOW_ANKLE: &str = "toe ball heel metatars tarsal calcane foottip";
/// The ball itself, where there are several joints in the foot: HAnim's tarsometatarsal joint is below the ankle, and may be behind it.
pub(crate) const BALL_ITSELF: &str = "metatarsophalang";
/// The foot, which is the ball where the joint above is called an ankle.
pub(crate) const FOOT: &str = "foot";
pub(crate) const ANKLE_ITSELF: &str = "ankle";
/// Words of a trunk.
pub(crate) const TRUNK: &str = "spine hip pelvis chest arm leg";
/// Contain a word of [`HEAD`] but do not mean the head.
pub(crate) const NOT_HEAD: &str = "hand headset";
/// Contains the helper's word `end` but is a bone's own joint: `lShldrBend`.
pub(crate) const BEND: &str = "bend";
/// Words of Japanese skeletons and the words above that mean the same.
const JAPANESE: [(&str, &str); 20] = [
    ("左", "left"),
    ("右", "right"),
    ("手首", "wrist"),
    ("足首", "ankle"),
    ("ひざ", "knee"),
    ("膝", "knee"),
    ("ひじ", "elbow"),
    ("肘", "elbow"),
    ("肩", "shoulder"),
    ("腕", "arm"),
    ("足", "upleg"),
    ("頭", "head"),
    ("首", "neck"),
    ("つま先", "toe"),
    ("上半身", "spine"),
    ("下半身", "pelvis"),
    ("親指", "thumb"),
    ("人指", "index"),
    ("中指", "middle"),
    ("小指", "pinky"),
];

/// Prefix of the bone that an [ASF](crate::write::asf) needs between a joint and a child that is elsewhere.
const CONNECTING: &str = "to_";

/// The names of a skeleton's joints, by which they are told. Two joints of Acclaim may stand for one: the fixed one above a joint that
/// [moves](MOVED), which then has the name, and the start of a connecting bone. Both are nameless.
pub(crate) fn told_names(skeleton: &Skeleton) -> Vec<&str> {
    let mut told: Vec<&str> = skeleton.names().iter().map(|name| &**name).collect();
    for (joint, name) in skeleton.names().iter().enumerate() {
        let Some(parent) = skeleton.parent(joint) else { continue };
        let above = skeleton.name(parent);
        let moves = name.strip_suffix(MOVED) == Some(above);
        if moves || above.strip_prefix(CONNECTING) == Some(name) {
            told.put(parent, "");
        }
        if moves {
            told.put(joint, above);
        }
    }
    told
}

/// As [`key`], with Japanese words in English.
pub(crate) fn english_key(name: &str) -> Vec<u8> {
    if name.is_ascii() {
        return key(name);
    }
    let mut english = own_name(name).as_bytes().to_vec();
    for (word, meaning) in JAPANESE {
        while let Some(at) = find(&english, word.as_bytes()) {
            english.splice(at..at + word.len(), meaning.bytes());
        }
    }
    key_of(&english)
}

pub(crate) fn words(list: &str) -> impl Iterator<Item = &[u8]> {
    list.as_bytes().split(|letter| *letter == b' ')
}

/// The part of a joint's name that is compared: lower-case letters and digits after the last colon.
pub fn key(name: &str) -> Vec<u8> {
    key_of(own_name(name).as_bytes())
}

fn key_of(own: &[u8]) -> Vec<u8> {
    own.iter().filter(|letter| letter.is_ascii_alphanumeric()).map(u8::to_ascii_lowercase).collect()
}

/// The part of a name after its namespace: `mixamorig:` says nothing.
pub(crate) fn own_name(name: &str) -> &str {
    let colon = name.bytes().rposition(|letter| letter == b':');
    colon.and_then(|colon| name.get(colon + 1..)).unwrap_or(name)
}

/// As `str::find`, without its searcher for long texts, which would add to the download.
pub(crate) fn find(text: &[u8], word: &[u8]) -> Option<usize> {
    // The first letters rule out most places without a call that compares slices.
    text.windows(word.len()).position(|part| part.first() == word.first() && part == word)
}

pub(crate) fn holds(text: &[u8], word: &[u8]) -> bool {
    find(text, word).is_some()
}

pub(crate) fn holds_any(key: &[u8], list: &str) -> bool {
    words(list).any(|word| holds(key, word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_a_name_without_prefix_and_punctuation() {
        for (name, expected) in
            [("mixamorig:Left_Up-Leg", "leftupleg"), ("a:b:Foot.L 01", "footl01"), ("左足", ""), ("", ""), ("x:", "")]
        {
            assert_eq!(key(name), expected.as_bytes(), "{name}");
        }
        assert_eq!(english_key("左足首"), b"leftankle");
        assert_eq!(english_key("a:Left_Foot"), b"leftfoot");
        assert!(holds_any(b"lhipjoint", HIP) && holds_any(b"ltalocrural", ANKLE) && !holds_any(b"", ANKLE));
    }
}
