//! Words in joint names: the only place for them, collected from BVH, Acclaim, HAnim, DAZ, Poser, MotionBuilder, Mixamo,
//! MakeHuman and OpenNI files.
//!
//! Each list is one text with blanks, which takes fewer bytes than a list of texts.

/// The joint between shin and foot.
pub(super) const ANKLE: &str = "foot ankle talocrural";
/// The joint between pelvis and thigh.
pub(super) const THIGH: &str = "upleg upperleg thigh femur";
/// As [`THIGH`], if no name has one of its words. The joint above may only begin the leg: `LHipJoint`.
pub(super) const HIP: &str = "hip";
/// The knee.
pub(super) const SHIN: &str = "lowleg lowerleg loleg shin tibia calf knee";
/// The joint between upper arm and forearm.
pub(super) const ELBOW: &str = "forearm foarm loarm lowarm lowerarm radius ulna elbow";
/// The joint between forearm and hand.
pub(super) const WRIST: &str = "hand wrist radiocarpal";
/// The shoulder, or the collar bone if it has this name.
pub(super) const UPPER_ARM: &str = "uparm upperarm humerus shldr shoulder arm";
pub(super) const HEAD: &str = "head skull";
pub(super) const NECK: &str = "neck";
pub(super) const THUMB: &str = "thumb";
pub(super) const FINGER: &str = "finger thumb index middle ring pinky little metacarp phalang";
/// Further parts of limbs, accepted only after the letter of a side.
pub(super) const SIDED_WORDS: &str =
    "ball buttock carpal clav collar elbow eye fore leg low metatarsal mid palm radius sternoclav toe heel up";
/// Helper joints beside the body's own joint.
pub(super) const HELPER: &str = "end nub site tip top dum twist ik target effector roll ctrl pole";
/// Joints within a bone, which only twist it.
pub(super) const TWIST: &str = "twist roll";
/// Joints of the foot below the ankle.
pub(super) const BELOW_ANKLE: &str = "toe ball heel";
/// The joint between foot and toes.
pub(super) const TOES: &str = "toe ball";
/// Words that no person's joints have.
pub(super) const ANIMAL: &str = "tail horselink wing hoof paw claw beak pincer";
/// Contain a word of [`ANIMAL`] but do not mean an animal.
pub(super) const NOT_ANIMAL: &str = "ponytail swing";

pub(super) fn words(list: &str) -> impl Iterator<Item = &[u8]> {
    list.as_bytes().split(|letter| *letter == b' ')
}

/// The part of a joint's name that is compared: lower-case letters and digits after the last colon.
pub(crate) fn key(name: &str) -> Vec<u8> {
    let own = name.bytes().rposition(|letter| letter == b':').map_or(0, |colon| colon + 1);
    name.bytes().skip(own).filter(u8::is_ascii_alphanumeric).map(|letter| letter.to_ascii_lowercase()).collect()
}

/// As `str::find`, without its searcher for long texts, which would add to the download.
pub(super) fn find(text: &[u8], word: &[u8]) -> Option<usize> {
    text.windows(word.len()).position(|part| part == word)
}

pub(super) fn holds(text: &[u8], word: &[u8]) -> bool {
    find(text, word).is_some()
}

pub(super) fn holds_any(key: &[u8], list: &str) -> bool {
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
        assert!(holds_any(b"lhipjoint", HIP) && holds_any(b"ltalocrural", ANKLE) && !holds_any(b"", ANKLE));
    }
}
