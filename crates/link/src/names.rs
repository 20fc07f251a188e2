//! Codes joint names and other short texts. A table of common skeletons predicts the next name, and names of one side follow
//! from those of the other, so that usual names cost next to nothing.

use super::bits::{Bit, Coder, NumberModel};
use super::damage::Damage;
use marey::model::JointKind;

/// Names of common skeletons in file order, one side each. Part of the format: the stream refers to names by index.
const KNOWN: &str = "Hips LHipJoint LeftUpLeg LeftLeg LeftFoot LeftToeBase LowerBack Spine Spine1 Neck Neck1 Head LeftShoulder \
    LeftArm LeftForeArm LeftHand LeftFingerBase LeftHandIndex1 LThumb \
    Hips Spine Spine1 Spine2 Spine3 Neck Head HeadTop_End LeftEye LeftShoulder LeftArm LeftForeArm LeftHand LeftHandThumb1 \
    LeftHandThumb2 LeftHandThumb3 LeftHandThumb4 LeftHandIndex1 LeftHandIndex2 LeftHandIndex3 LeftHandIndex4 LeftHandMiddle1 \
    LeftHandMiddle2 LeftHandMiddle3 LeftHandMiddle4 LeftHandRing1 LeftHandRing2 LeftHandRing3 LeftHandRing4 LeftHandPinky1 \
    LeftHandPinky2 LeftHandPinky3 LeftHandPinky4 LeftUpLeg LeftLeg LeftFoot LeftToeBase LeftToe_End \
    root lhipjoint lfemur ltibia lfoot ltoes lowerback upperback thorax lowerneck upperneck head lclavicle lhumerus lradius \
    lwrist lhand lfingers lthumb \
    Hips Spine Spine1 Spine2 LeftShoulder LeftArm LeftForeArm LeftHand LeftInHandIndex LeftHandIndex1 LeftHandIndex2 \
    LeftHandIndex3 LeftInHandMiddle LeftHandMiddle1 LeftHandMiddle2 LeftHandMiddle3 LeftInHandPinky LeftHandPinky1 \
    LeftHandPinky2 LeftHandPinky3 LeftInHandRing LeftHandRing1 LeftHandRing2 LeftHandRing3 LeftHandThumb1 LeftHandThumb2 \
    LeftHandThumb3 Neck Head LeftUpLeg LeftLeg LeftFoot LeftToe \
    hip abdomen chest neck head lEye lCollar lShldr lForeArm lHand lThumb1 lThumb2 lIndex1 lIndex2 lMid1 lMid2 lRing1 lRing2 \
    lPinky1 lPinky2 lButtock lThigh lShin lFoot lToe \
    Hips Chest Chest2 Chest3 Chest4 Neck Head LeftCollar LeftShoulder LeftElbow LeftWrist LeftHip LeftKnee LeftAnkle LeftToe \
    humanoid_root sacroiliac l_hip l_knee l_talocrural l_talocalcaneonavicular l_cuneonavicular_1 l_tarsometatarsal_1 \
    l_metatarsophalangeal_1 vl5 vl4 vl3 vl2 vl1 vt12 vt11 vt10 vt9 vt8 vt7 vt6 vt5 vt4 vt3 vt2 vt1 vc7 vc6 vc5 vc4 vc3 vc2 \
    vc1 skullbase l_eyeball_joint l_sternoclavicular l_acromioclavicular l_shoulder l_elbow l_radiocarpal l_midcarpal_1 \
    l_carpometacarpal_1 l_metacarpophalangeal_1 l_carpal_interphalangeal_1 HumanoidRoot l_ankle l_subtalar l_midtarsal \
    l_metatarsal temporomandibular l_wrist l_thumb1 l_thumb2 l_thumb3 l_index0 l_index1 l_index2 l_index3 l_middle0 l_middle1 \
    l_middle2 l_middle3 l_ring0 l_ring1 l_ring2 l_ring3 l_pinky0 l_pinky1 l_pinky2 l_pinky3 \
    ROOT PELVIS L_LEG L_LEG1 L_FOOT L_TOE0 L_TOE01 L_TOE02 SPINE SPINE1 SPINE2 NECK HEAD L_ARM L_ARM1 L_ARM2 L_HAND L_FINGER0 \
    root pelvis spine_01 spine_02 spine_03 clavicle_l upperarm_l lowerarm_l hand_l thumb_01_l thumb_02_l thumb_03_l index_01_l \
    index_02_l index_03_l middle_01_l middle_02_l middle_03_l ring_01_l ring_02_l ring_03_l pinky_01_l pinky_02_l pinky_03_l \
    neck_01 head thigh_l calf_l foot_l ball_l \
    pelvis spine1 spine2 spine3 neck head left_collar left_shoulder left_elbow left_wrist left_hip left_knee left_ankle \
    left_foot";

const NEXT: usize = 0;
const MIRRORED: usize = 1;
const NEXT_OTHER_SIDE: usize = 2;
const SAME_AS_LAST: usize = 3;
const JUMP: usize = 4;
const WITH_SUFFIX: usize = 5;
const NEW_SUFFIX: usize = 6;
const SPELLED: usize = 7;
const MODES: usize = 8;

/// The name of the mirror joint; `None` if the name has no side.
pub(super) fn other_side(name: &str) -> Option<String> {
    const WORDS: [(&str, &str); 3] = [("Left", "Right"), ("left", "right"), ("LEFT", "RIGHT")];
    const PARTS: [(&str, &str); 6] =
        [(" L ", " R "), ("_L_", "_R_"), ("_l_", "_r_"), (".L", ".R"), (".l", ".r"), (":L_", ":R_")];
    for (left, right) in WORDS.into_iter().chain(PARTS) {
        for (one, other) in [(left, right), (right, left)] {
            if name.contains(one) {
                return Some(name.replacen(one, other, 1));
            }
        }
    }
    let flip = |c: u8| match c {
        b'l' => Some("r"),
        b'r' => Some("l"),
        b'L' => Some("R"),
        b'R' => Some("L"),
        _ => None,
    };
    if let Some((stem, end)) = name.len().checked_sub(2).and_then(|at| name.split_at_checked(at))
        && let [b'_', side] = *end.as_bytes()
        && let Some(other) = flip(side)
    {
        return Some(format!("{stem}_{other}"));
    }
    let first = name.bytes().next().and_then(flip)?;
    Some(format!("{first}{}", name.get(1..)?))
}

/// Odds of the bytes of texts, in the context of the previous byte.
#[derive(Debug, Clone)]
pub(super) struct Letters(Vec<[Bit; 256]>);

impl Letters {
    const CONTEXTS: usize = 29;

    pub(super) fn new() -> Self {
        let mut letters = Self(vec![[Bit::EVEN; 256]; Self::CONTEXTS]);
        for name in KNOWN.split_ascii_whitespace() {
            // `Learner` never fails.
            let _ = letters.code(&mut Learner, name, usize::MAX);
        }
        letters
    }

    fn context(before: Option<u8>) -> usize {
        match before {
            None => 0,
            Some(letter) if letter.is_ascii_alphabetic() => usize::from(letter.to_ascii_lowercase() - b'a') + 1,
            Some(digit) if digit.is_ascii_digit() => 27,
            Some(_) => 28,
        }
    }

    /// Codes a zero-terminated text. Reading refuses more than `most` bytes; writing ends at a zero in the text.
    pub(super) fn code<C: Coder>(&mut self, coder: &mut C, text: &str, most: usize) -> Result<String, Damage> {
        let mut input = text.bytes().take_while(|letter| *letter != 0);
        let mut read: Vec<u8> = Vec::new();
        loop {
            let odds = &mut self.0[Self::context(read.last().copied())];
            let letter = input.next().unwrap_or(0);
            let mut node = 1usize;
            for place in (0..8).rev() {
                let bit = coder.bit(&mut odds[node], letter >> place & 1 == 1)?;
                node = node << 1 | usize::from(bit);
            }
            match node as u8 {
                0 => break,
                _ if read.len() >= most => return Err(Damage::TooLarge("letters in a name", most as u64)),
                letter => read.push(letter),
            }
        }
        String::from_utf8(read).map_err(|_| Damage::Inconsistent)
    }
}

struct Learner;

impl Coder for Learner {
    fn bit(&mut self, odds: &mut Bit, bit: bool) -> Result<bool, Damage> {
        odds.learn(bit);
        Ok(bit)
    }

    fn even(&mut self, bit: bool) -> Result<bool, Damage> {
        Ok(bit)
    }
}

pub(super) struct Names<'a> {
    letters: &'a mut Letters,
    known: Vec<&'static str>,
    most: usize,
    prefix: String,
    next: usize,
    suffix: String,
    /// The last name of each kind of joint, and how the last name was coded.
    last_names: [String; 4],
    mode: usize,
    mode_odds: Vec<[Bit; MODES]>,
    jump: NumberModel,
}

impl<'a> Names<'a> {
    /// `prefix` is the common prefix of all joint names.
    pub(super) fn new<C: Coder>(
        letters: &'a mut Letters,
        coder: &mut C,
        prefix: &str,
        most: usize,
    ) -> Result<Self, Damage> {
        let prefix = letters.code(coder, prefix, most)?;
        Ok(Self {
            letters,
            known: KNOWN.split_ascii_whitespace().collect(),
            most,
            prefix,
            next: 0,
            suffix: String::new(),
            last_names: [String::new(), "End Site".to_owned(), String::new(), String::new()],
            mode: NEXT,
            mode_odds: vec![[Bit::EVEN; MODES]; 4 * MODES],
            jump: NumberModel::NEW,
        })
    }

    /// Codes the next name. `parent` is the parent's name, `mirror` that of the likely mirror joint.
    pub(super) fn code<C: Coder>(
        &mut self,
        coder: &mut C,
        kind: JointKind,
        parent: &str,
        mirror: Option<&str>,
        name: &str,
    ) -> Result<String, Damage> {
        let kind = kind as usize;
        let expected = self.known.get(self.next).map(|known| format!("{}{known}", self.prefix));
        let opposite = expected.as_deref().and_then(other_side);
        let mirrored = mirror.and_then(other_side);
        let with_suffix = (!self.suffix.is_empty()).then(|| format!("{parent}{}", self.suffix));
        let listed =
            name.strip_prefix(&*self.prefix).and_then(|bare| self.known.iter().position(|known| *known == bare));
        let new_suffix = name.strip_prefix(parent).filter(|end| !end.is_empty() && !parent.is_empty());
        let fits = |guess: &Option<String>| guess.as_deref() == Some(name);
        let mode = if fits(&mirrored) {
            MIRRORED
        } else if fits(&expected) {
            NEXT
        } else if fits(&opposite) {
            NEXT_OTHER_SIDE
        } else if *self.last_names[kind] == *name {
            SAME_AS_LAST
        } else if fits(&with_suffix) {
            WITH_SUFFIX
        } else if new_suffix.is_some() {
            NEW_SUFFIX
        } else if listed.is_some() {
            JUMP
        } else {
            SPELLED
        };
        let mode = coder.symbol(&mut self.mode_odds[kind * MODES + self.mode], MODES, mode)?;
        let name = match mode {
            NEXT => expected.ok_or(Damage::Inconsistent)?,
            MIRRORED => mirrored.ok_or(Damage::Inconsistent)?,
            NEXT_OTHER_SIDE => opposite.ok_or(Damage::Inconsistent)?,
            SAME_AS_LAST => self.last_names[kind].clone(),
            JUMP => {
                let count = self.known.len();
                let from = (self.next % count) as u32;
                let ahead = (listed.unwrap_or(0) + count - from as usize) % count;
                let ahead = coder.unsigned(&mut self.jump, ahead as u32)?;
                self.next = ((u64::from(from) + u64::from(ahead)) % count as u64) as usize;
                format!("{}{}", self.prefix, self.known[self.next])
            }
            WITH_SUFFIX => with_suffix.ok_or(Damage::Inconsistent)?,
            NEW_SUFFIX => {
                self.suffix = self.letters.code(coder, new_suffix.unwrap_or_default(), self.most)?;
                format!("{parent}{}", self.suffix)
            }
            _ => self.letters.code(coder, name, self.most)?,
        };
        // A suffix on each joint of a chain could make names ever longer.
        if name.len() > self.most {
            return Err(Damage::TooLarge("letters in a name", self.most as u64));
        }
        if matches!(mode, NEXT | NEXT_OTHER_SIDE | JUMP) {
            self.next += 1;
        }
        self.mode = mode;
        self.last_names[kind].clone_from(&name);
        Ok(name)
    }
}

/// The common prefix of all names, up to and including a separator (`:`, `_` or a space).
pub(super) fn common_prefix<'a>(mut names: impl Iterator<Item = &'a str>) -> &'a str {
    let Some(first) = names.next() else { return "" };
    let mut others = 0;
    let shared = names.fold(first.len(), |shared, name| {
        others += 1;
        first.bytes().zip(name.bytes()).take(shared).take_while(|(a, b)| a == b).count()
    });
    let end =
        first.as_bytes().get(..shared).and_then(|start| start.iter().rposition(|c| matches!(c, b':' | b'_' | b' ')));
    end.filter(|_| others > 0).and_then(|end| first.get(..=end)).unwrap_or("")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_are_swapped() {
        for (one, other) in [
            ("LeftUpLeg", "RightUpLeg"),
            ("mixamorig:RightHand", "mixamorig:LeftHand"),
            ("l_hip", "r_hip"),
            ("rShldr", "lShldr"),
            ("thigh_l", "thigh_r"),
            ("Bip01 L Thigh", "Bip01 R Thigh"),
            ("upper_arm.R", "upper_arm.L"),
        ] {
            assert_eq!(other_side(one).as_deref(), Some(other));
            assert_eq!(other_side(other).as_deref(), Some(one));
        }
        assert_eq!(other_side("Hips"), None);
        assert_eq!(other_side(""), None);
    }

    #[test]
    fn a_prefix_ends_with_a_mark() {
        assert_eq!(common_prefix(["rig:Hips", "rig:Head", "rig:HeadTop"].into_iter()), "rig:");
        assert_eq!(common_prefix(["Hips", "Hip"].into_iter()), "");
        assert_eq!(common_prefix(["a_b"].into_iter()), "");
    }
}
