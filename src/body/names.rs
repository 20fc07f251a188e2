//! The words that joints' names are made of: the one place for them.
//!
//! Lists are texts of words with blanks between them, which take fewer bytes than lists of texts. The words were
//! collected from the joint names of BVH, Acclaim, HAnim, DAZ, Poser, MotionBuilder, Mixamo, MakeHuman and OpenNI files.

/// The joint between shin and foot.
pub(super) const ANKLE: &str = "foot ankle talocrural";
/// The joint between pelvis and thigh.
pub(super) const THIGH: &str = "upleg upperleg thigh femur";
/// The same, where no name holds one of [`THIGH`]. Above it there may be a joint that only begins the leg: `LHipJoint`.
pub(super) const HIP: &str = "hip";
/// The knee.
pub(super) const SHIN: &str = "lowleg lowerleg loleg shin tibia calf knee";
/// The joint between forearm and hand.
pub(super) const WRIST: &str = "hand wrist radiocarpal";
/// Where the arm begins: the shoulder, or the collar bone where it has this name.
pub(super) const UPPER_ARM: &str = "uparm upperarm humerus shldr shoulder arm";
pub(super) const HEAD: &str = "head skull";
pub(super) const NECK: &str = "neck";
pub(super) const THUMB: &str = "thumb";
pub(super) const FINGER: &str = "finger thumb index middle ring pinky little metacarp phalang";
/// Further parts of limbs. They are only looked for behind the letter of a side.
pub(super) const OF_A_SIDE: &str =
    "ball buttock carpal clav collar elbow eye fore leg low metatarsal mid palm radius sternoclav toe heel up";
/// A joint with such a word is a helper beside the body's own joint.
pub(super) const HELPER: &str = "end nub site tip top dum twist ik target effector roll ctrl pole";
/// Joints of the foot below the ankle.
pub(super) const BELOW_ANKLE: &str = "toe ball heel";
/// No person has these.
pub(super) const ANIMAL: &str = "tail horselink wing hoof paw claw beak pincer";
/// Hold a word of [`ANIMAL`] and say nothing of the kind.
pub(super) const NOT_ANIMAL: &str = "ponytail swing";

/// The words of a list.
pub(super) fn words(list: &str) -> impl Iterator<Item = &[u8]> {
    list.as_bytes().split(|letter| *letter == b' ')
}

/// What of a joint's name its part is told by: small letters and digits behind the last colon.
pub(super) fn key(name: &str) -> Vec<u8> {
    let own = name.bytes().rposition(|letter| letter == b':').map_or(0, |colon| colon + 1);
    name.bytes().skip(own).filter(u8::is_ascii_alphanumeric).map(|letter| letter.to_ascii_lowercase()).collect()
}

/// Whether `text` has `word` in it. What `str::contains` does, without the searcher that is made for long texts and would
/// be downloaded.
pub(super) fn holds(text: &[u8], word: &[u8]) -> bool {
    text.windows(word.len()).any(|part| part == word)
}

/// Whether a key holds a word of the list.
pub(super) fn holds_any(key: &[u8], list: &str) -> bool {
    words(list).any(|word| holds(key, word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_what_is_left_of_a_name() {
        for (name, expected) in
            [("mixamorig:Left_Up-Leg", "leftupleg"), ("a:b:Foot.L 01", "footl01"), ("左足", ""), ("", ""), ("x:", "")]
        {
            assert_eq!(key(name), expected.as_bytes(), "{name}");
        }
        assert!(holds_any(b"lhipjoint", HIP) && holds_any(b"ltalocrural", ANKLE) && !holds_any(b"", ANKLE));
    }
}
