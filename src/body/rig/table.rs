//! The table of rigs: a row each. Names were collected from 1,799 files of public repositories, from the sources of programs that write or
//! read BVH, and from the documentation of those whose files were not seen.

use super::figure::NamedFigure;

/// A rig in the table.
pub(super) struct RigRow {
    pub(super) id: &'static str,
    /// For people.
    pub(super) name: &'static str,
    /// The words for the left and the right side, which replace `*` in the bodies.
    sides: (&'static str, &'static str),
    /// Sets of names of the body, without fingers, face and ends. A skeleton has all names of one.
    bodies: &'static [&'static str],
    /// What must hold beside the names.
    pub(super) holds: fn(&NamedFigure) -> bool,
    /// The kind within the rig: words that commas part.
    pub(super) flavour: fn(&NamedFigure) -> String,
    /// Of two rigs with the same names, that with the larger number.
    pub(super) priority: u8,
    /// What tells the rig from similar ones, for people.
    told_by: &'static str,
}

/// What is documented about a rig.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RigFacts {
    /// Name for programs.
    pub id: &'static str,
    /// Name for people.
    pub name: &'static str,
    /// What tells it from similar ones.
    pub told_by: &'static str,
    /// Number of joints of the body, the smallest and the largest; `None` for a family without a fixed list, an animal, a hand.
    pub joints: Option<(usize, usize)>,
}

/// All rigs that are told: those of the table, the two families with grammars, an animal and a hand.
pub fn rigs() -> impl Iterator<Item = RigFacts> {
    let of_rows = RIGS.iter().map(|row| {
        let counts = || row.bodies().map(|body| body.len());
        RigFacts { id: row.id, name: row.name, told_by: row.told_by, joints: counts().min().zip(counts().max()) }
    });
    let others = [HUMANIK, CHARACTER_STUDIO, ANIMAL, HAND];
    of_rows.chain(others.map(|(id, name, told_by)| RigFacts { id, name, told_by, joints: None }))
}

/// A rig without a list of names: its id, its name, and what tells it.
type RigFamily = (&'static str, &'static str, &'static str);

pub(super) const HUMANIK: RigFamily = (
    "humanik",
    "HumanIK names",
    "`LeftUpLeg`, `LeftLeg`, `LeftArm`, `LeftForeArm` and a trunk of `Spine`, `Chest`, `Neck` with any numbers",
);
pub(super) const CHARACTER_STUDIO: RigFamily = (
    "character-studio",
    "Character Studio names",
    "`LeftHip`, `LeftKnee`, `LeftAnkle`, `LeftCollar`, `LeftShoulder`, `LeftElbow`, `LeftWrist`, and any trunk",
);
/// The most frequent animals are those of Truebones.
pub(super) const ANIMAL: RigFamily =
    ("truebones", "an animal", "two names with tail, wing, hoof, paw, claw or the like");
pub(super) const HAND: RigFamily = ("hand", "a hand", "ten names of fingers and no trunk");

impl RigRow {
    /// The names of each body, in their own letters.
    pub(super) fn bodies(&self) -> impl Iterator<Item = Vec<String>> {
        let (left, right) = self.sides;
        self.bodies.iter().map(move |body| {
            let names = body.split_ascii_whitespace();
            let both = names.flat_map(|name| {
                let other = name.contains('*').then(|| name.replace('*', right));
                std::iter::once(name.replace('*', left)).chain(other)
            });
            both.collect()
        })
    }
}

/// The limbs of HumanIK, with other names before them.
macro_rules! humanik {
    ($($names:literal)*) => {
        concat!($($names, " ",)* "*UpLeg *Leg *Foot *Shoulder *Arm *ForeArm *Hand")
    };
}
/// The body of Poser, with other names before it.
macro_rules! poser {
    ($($names:literal)*) => {
        concat!($($names, " ",)* "hip abdomen chest neck head *Collar *Shldr *ForeArm *Hand *Thigh *Shin *Foot")
    };
}

const WORDS: (&str, &str) = ("Left", "Right");
const SMALL: (&str, &str) = ("l", "r");
const CAPITAL: (&str, &str) = ("L", "R");
const LOUD: (&str, &str) = ("LEFT", "RIGHT");

/// What most rows have.
const ROW: RigRow = RigRow {
    id: "",
    name: "",
    sides: WORDS,
    bodies: &[],
    holds: |_| true,
    flavour: |_| String::new(),
    priority: 0,
    told_by: "",
};

fn words_of(known: &[(bool, &str)]) -> String {
    known.iter().filter(|(is_so, _)| *is_so).map(|(_, words)| *words).collect::<Vec<_>>().join(", ")
}

fn is_small(figure: &NamedFigure) -> bool {
    figure.extent() < 3.0
}

/// The rigs. Where nothing else tells two apart, the larger body wins, then the spelling, then the first row.
pub(super) const RIGS: &[RigRow] = &[
    RigRow {
        id: "lafan1",
        name: "LAFAN1",
        bodies: &[humanik!("Hips Spine Spine1 Spine2 Neck Head *Toe")],
        holds: |it| it.first_child() == "leftupleg" && it.axis("LeftLeg") == "+x" && it.axis("LeftForeArm") == "+x",
        told_by: "`LeftToe`, legs before spine, bones along +x; with another rest pose the names are HumanIK's",
        ..ROW
    },
    RigRow {
        id: "mixamo",
        name: "Mixamo names",
        bodies: &[humanik!("Hips Spine Spine1 Spine2 Neck Head *ToeBase")],
        holds: |it| {
            let has_prefix = it.prefix.as_ref().is_some_and(|prefix| prefix.to_lowercase().contains("mixamo"));
            has_prefix || it.has("HeadTop_End") || it.has("LeftToe_End")
        },
        flavour: |it| words_of(&[(!it.has_word("thumb"), "no fingers")]),
        told_by: "the prefix `mixamorig`, or `HeadTop_End`, `LeftToe_End`; without them the names are HumanIK's",
        ..ROW
    },
    RigRow {
        id: "cmu-mb",
        name: "CMU names, MotionBuilder",
        bodies: &[humanik!(
            "Hips LHipJoint RHipJoint LowerBack Spine Spine1 Neck Neck1 Head *ToeBase LeftFingerBase RightFingerBase"
        )],
        holds: |it| it.has("LHipJoint RHipJoint"),
        flavour: |it| {
            let (index, fingers) = (it.has("LeftHandIndex1"), it.has("LFingers"));
            words_of(&[(index, "LeftHandIndex1"), (!index && fingers, "LFingers"), (!index && !fingers, "no fingers")])
        },
        told_by: "`LHipJoint` with `LeftUpLeg` and `LowerBack`",
        ..ROW
    },
    RigRow {
        id: "cmu-daz",
        name: "CMU names, DAZ",
        sides: SMALL,
        bodies: &[
            "hip LHipJoint LeftToeBase RHipJoint RightToeBase LowerBack abdomen chest Neck Neck1 Head *hip *knee *foot \
                   *collar *shoulder *elbow *hand",
        ],
        told_by: "`hip` with `LHipJoint` and `lhip`",
        ..ROW
    },
    RigRow {
        id: "cmu-max",
        name: "CMU names, 3ds Max",
        bodies: &[
            "Hips LHipJoint RHipJoint lowerback Chest Chest2 lowerneck Neck Head lhand rhand *Hip *Knee *Ankle *Toe *Collar \
                   *Shoulder *Elbow *Wrist",
        ],
        told_by: "`LHipJoint` with `LeftHip` and `lowerneck`",
        ..ROW
    },
    RigRow {
        id: "cmu-asf",
        name: "CMU names, ASF",
        sides: SMALL,
        bodies: &[
            "lowerback upperback thorax lowerneck upperneck head *hipjoint *femur *tibia *foot *toes *clavicle *humerus \
                   *radius *wrist *hand",
        ],
        holds: |it| it.joints.first().is_some_and(|root| ["root", "hip", "hips"].contains(&&*root.low)),
        told_by: "`lfemur`, `ltibia`, `upperneck`",
        ..ROW
    },
    RigRow {
        id: "accad",
        name: "ACCAD names",
        bodies: &[humanik!("Hips ToSpine Spine Spine1 Neck Head *ToeBase")],
        holds: |it| it.has("ToSpine"),
        told_by: "`ToSpine`",
        ..ROW
    },
    RigRow {
        id: "sfu",
        name: "SFU names",
        bodies: &[humanik!("Hips Spine Spine1 Neck Head L_Wrist_End R_Wrist_End *ToeBase")],
        holds: |it| it.has("L_Wrist_End R_Wrist_End"),
        told_by: "`L_Wrist_End`",
        ..ROW
    },
    RigRow {
        id: "nokov",
        name: "Nokov names",
        bodies: &[humanik!("Hips Spine Spine1 Spine2 Spine3 Neck Head *ToeBase")],
        holds: |it| !it.has_word("inhand") && it.order() == "YXZ",
        told_by: "`Spine3`, one `Neck`, the order YXZ; Motive has them, too",
        ..ROW
    },
    RigRow {
        id: "neuron",
        name: "Perception Neuron names",
        bodies: &[
            humanik!("Hips Spine Spine1 Spine2 Spine3 Neck Head"),
            humanik!("Hips Spine Spine1 Spine2 Neck Head"),
        ],
        holds: |it| {
            it.has_word("inhandindex")
                && it.parent("RightUpLeg") == "hips"
                && it.axis("LeftLeg") != "+x"
                && it.first_child() == "rightupleg"
        },
        told_by: "`RightInHandIndex`, the right leg first, no toes",
        ..ROW
    },
    RigRow {
        id: "neuron-studio",
        name: "Axis Studio names",
        bodies: &[humanik!("Hips Spine Spine1 Spine2 Neck Neck1 Head")],
        holds: |it| it.first_child() == "rightupleg" && it.has("RightHandIndex"),
        told_by: "`Neck1`, `RightHandIndex`, the right leg first",
        ..ROW
    },
    RigRow {
        id: "rokoko",
        name: "Rokoko names",
        bodies: &[
            humanik!("Hips Spine Spine1 Spine2 Neck Head *ToeBase"),
            humanik!("Hips Spine Spine1 Spine2 Neck Head"),
            humanik!("Hips Spine Spine1 Spine2 Spine3 Neck Head *ToeBase"),
        ],
        holds: |it| it.has_word("inhandindex") && it.first_child() == "spine",
        told_by: "`RightInHandIndex`, the spine first, bones along +x",
        ..ROW
    },
    RigRow {
        id: "zeggs",
        name: "ZeroEGGS names",
        bodies: &[humanik!("Hips Spine Spine1 Spine2 Spine3 Neck Neck1 Head *ToeBase")],
        holds: |it| it.first_child() == "spine" && it.has_word("handthumb") && it.has("HeadEnd") && it.order() == "ZYX",
        flavour: |it| words_of(&[(it.all_move(), "Geno")]),
        told_by: "`Spine3`, `Neck1`, `HeadEnd`, thumbs, the order ZYX",
        ..ROW
    },
    RigRow {
        id: "xsens",
        name: "Xsens MVN names",
        bodies: &["Hips Chest Chest2 Chest3 Chest4 Neck Head *Collar *Shoulder *Elbow *Wrist *Hip *Knee *Ankle *Toe"],
        flavour: |it| words_of(&[(it.has("Prop1"), "Prop1"), (is_small(it), "metres")]),
        told_by: "`Chest` to `Chest4`",
        ..ROW
    },
    RigRow {
        id: "bandai",
        name: "Bandai-Namco names",
        sides: CAPITAL,
        bodies: &[
            "joint_Root Hips Spine Chest Neck Head Shoulder_* UpperArm_* LowerArm_* Hand_* UpperLeg_* LowerLeg_* Foot_* Toes_*",
        ],
        told_by: "`joint_Root`, `UpperArm_L`",
        ..ROW
    },
    RigRow {
        id: "soma",
        name: "SOMA names",
        bodies: &[
            "Hips Spine1 Spine2 Chest Neck1 Neck2 Head *Shoulder *Arm *ForeArm *Hand *Leg *Shin *Foot *ToeBase",
            "Root Hips Spine1 Spine2 Chest Neck1 Neck2 Head *Shoulder *Arm *ForeArm *Hand *Leg *Shin *Foot *ToeBase",
        ],
        flavour: |it| words_of(&[(it.has("Root"), "Root above Hips")]),
        told_by: "`LeftLeg` is the thigh and `LeftShin` the shin; `Neck2`",
        ..ROW
    },
    RigRow {
        id: "mocopi",
        name: "mocopi names",
        sides: SMALL,
        bodies: &[
            "root torso_1 torso_2 torso_3 torso_4 torso_5 torso_6 torso_7 neck_1 neck_2 head *_shoulder *_up_arm *_low_arm \
                   *_hand *_up_leg *_low_leg *_foot *_toes",
        ],
        told_by: "`torso_1` to `torso_7`",
        ..ROW
    },
    RigRow {
        id: "secondlife",
        name: "Second Life names",
        sides: SMALL,
        bodies: &[poser!()],
        holds: |it| ["XZY", "XYZ", "YZX"].contains(&it.order()) || it.has_word("mhand"),
        flavour: |it| words_of(&[(it.has_word("mhand"), "Bento fingers")]),
        told_by: "Poser's names with the orders XZY, YZX or XYZ, or with `mHandIndex1Left`",
        ..ROW
    },
    RigRow {
        id: "poser",
        name: "Poser names",
        sides: SMALL,
        bodies: &[poser!(), poser!("*Buttock"), poser!("*Toe"), poser!("*Toes")],
        holds: |it| it.order() != "XZY" && !it.has_word("mhand") && !it.has("__jaw"),
        flavour: |it| words_of(&[(it.has("lButtock"), "lButtock")]),
        told_by: "`lShldr`, `lThigh`; DAZ Studio up to generation 4 has them, too",
        ..ROW
    },
    RigRow {
        id: "mocapnet",
        name: "MocapNET names",
        sides: SMALL,
        bodies: &[
            "hip abdomen chest neck neck1 head *collar *shoulder *elbow *hand *buttock *hip *knee *foot",
            poser!("neck1 *Buttock"),
            poser!("neck1"),
            poser!(),
        ],
        holds: |it| it.has("__jaw"),
        told_by: "Poser's names with `__jaw`",
        ..ROW
    },
    RigRow {
        id: "mocapnet-cmu",
        name: "MocapNET names, CMU",
        sides: SMALL,
        bodies: &[
            "hip __LHipJoint LHipJoint LeftToeBase LowerBack abdomen chest __LeftShoulder Neck Neck1 Head __RightShoulder __RHipJoint \
             RHipJoint RightToeBase *hip *knee *foot *collar *shoulder *elbow *hand",
            "Hips __LHipJoint LHipJoint LeftUpLeg LeftLeg LeftFoot LeftToeBase LowerBack Spine Spine1 __LeftShoulder LeftShoulder LeftArm \
             LeftForeArm LeftHand Neck Neck1 Head __RightShoulder RightShoulder RightArm RightForeArm RightHand __RHipJoint RHipJoint \
             RightUpLeg RightLeg RightFoot RightToeBase",
            "hip LHipJoint LeftToeBase RHipJoint RightToeBase LowerBack abdomen chest Neck Neck1 Head *hip *knee *foot *collar *shoulder \
             *elbow *hand",
            "Hips LHipJoint LeftUpLeg LeftLeg LeftFoot LeftToeBase RHipJoint RightUpLeg RightLeg RightFoot RightToeBase LowerBack Spine \
             Spine1 Neck Neck1 Head LeftShoulder LeftArm LeftForeArm LeftHand RightShoulder RightArm RightForeArm RightHand",
        ],
        holds: |it| it.has_word("finger2-1"),
        priority: 1,
        told_by: "CMU's names with `finger2-1`",
        ..ROW
    },
    RigRow {
        id: "daz-g8",
        name: "DAZ Genesis 8 names",
        sides: SMALL,
        bodies: &[
            "hip pelvis abdomenLower abdomenUpper chestLower chestUpper neckLower neckUpper head *Collar *ShldrBend *ShldrTwist \
                   *ForearmBend *ForearmTwist *Hand *ThighBend *ThighTwist *Shin *Foot *Toe",
        ],
        told_by: "`lShldrBend`, `abdomenUpper`; Genesis 3 has them, too",
        ..ROW
    },
    RigRow {
        id: "daz-g9",
        name: "DAZ Genesis 9 names",
        sides: SMALL,
        bodies: &[
            "hip pelvis spine1 spine2 spine3 spine4 neck1 neck2 head *_shoulder *_upperarm *_forearm *_hand *_thigh *_shin *_foot \
                   *_toes",
        ],
        told_by: "`hip`, `spine4`, `l_upperarm`",
        ..ROW
    },
    RigRow {
        id: "sl-bones",
        name: "Second Life bone names",
        bodies: &["mPelvis mTorso mChest mNeck mHead mCollar* mShoulder* mElbow* mWrist* mHip* mKnee* mAnkle*"],
        told_by: "`mPelvis`, `mHipLeft`",
        ..ROW
    },
    RigRow {
        id: "makehuman-old",
        name: "MakeHuman 1.0 names",
        sides: CAPITAL,
        bodies: &[
            "Root Spine1 Spine2 Spine3 Neck Head Hips __Clavicle_* Clavicle_* UpArm_* LoArm_* Hand_* __UpLeg_* UpLeg_* LoLeg_* Foot_* \
                   Toe_*",
        ],
        told_by: "`UpArm_L`, `LoLeg_L`",
        ..ROW
    },
    RigRow {
        id: "makehuman",
        name: "MakeHuman names",
        sides: CAPITAL,
        bodies: &[
            "root spine05 spine04 spine03 spine02 spine01 neck01 neck02 neck03 head clavicle.* shoulder01.* upperarm01.* upperarm02.* \
                   lowerarm01.* lowerarm02.* wrist.* pelvis.* upperleg01.* upperleg02.* lowerleg01.* lowerleg02.* foot.*",
        ],
        told_by: "`upperarm01.L`, `spine05`",
        ..ROW
    },
    RigRow {
        id: "mblab",
        name: "MB-Lab names",
        sides: CAPITAL,
        bodies: &[
            "pelvis spine01 spine02 spine03 neck head clavicle_* upperarm_* lowerarm_* hand_* thigh_* calf_* foot_* toes_*",
        ],
        told_by: "`spine01`, `clavicle_L`",
        ..ROW
    },
    RigRow {
        id: "unreal",
        name: "Unreal names",
        sides: SMALL,
        bodies: &[
            "pelvis spine_01 spine_02 spine_03 neck_01 head clavicle_* upperarm_* lowerarm_* hand_* thigh_* calf_* foot_* ball_*",
            "pelvis spine_01 spine_02 spine_03 spine_04 spine_05 neck_01 neck_02 head clavicle_* upperarm_* lowerarm_* hand_* thigh_* calf_* \
             foot_* ball_*",
        ],
        flavour: |it| words_of(&[(it.has("spine_05"), "UE5"), (!it.has("spine_05"), "UE4")]),
        told_by: "`spine_01`, `thigh_l`; `spine_05` since Unreal Engine 5",
        ..ROW
    },
    RigRow {
        id: "unity",
        name: "Unity names",
        bodies: &[
            "Hips Spine Chest UpperChest Neck Head *UpperLeg *LowerLeg *Foot *Shoulder *UpperArm *LowerArm *Hand *Toes",
            "Hips Spine Chest Neck Head *UpperLeg *LowerLeg *Foot *Shoulder *UpperArm *LowerArm *Hand *Toes",
            "Hips Spine Chest UpperChest Neck Head *UpperLeg *LowerLeg *Foot *Shoulder *UpperArm *LowerArm *Hand",
        ],
        flavour: |it| {
            let is_vrm = it.joints.iter().any(|joint| joint.name == "leftUpperLeg");
            words_of(&[(is_vrm, "VRM spelling")])
        },
        told_by: "`LeftUpperLeg`, `LeftLowerArm`; VRM spells them `leftUpperLeg`",
        ..ROW
    },
    RigRow {
        id: "smpl",
        name: "SMPL names",
        sides: ("left", "right"),
        bodies: &[
            "pelvis spine1 spine2 spine3 neck head *_hip *_knee *_ankle *_foot *_collar *_shoulder *_elbow *_wrist",
            "pelvis spine1 spine2 spine3 neck head l_hip l_knee l_ankle l_foot l_collar l_shoulder l_elbow l_wrist r_hip r_knee r_ankle r_foot \
             r_collar r_shoulder r_elbow r_wrist",
        ],
        flavour: |it| {
            let (has_jaw, has_fingers) = (it.has("jaw"), it.has("left_index1"));
            words_of(&[(has_jaw, "SMPL-X"), (!has_jaw && has_fingers, "SMPL-H"), (!is_small(it), "centimetres")])
        },
        told_by: "`left_hip`, `left_collar`, `spine3`; with `jaw` SMPL-X",
        ..ROW
    },
    RigRow {
        id: "biovision18",
        name: "Biovision names",
        bodies: &["Hips Chest Neck Head *Collar *UpArm *LowArm *Hand *UpLeg *LowLeg *Foot"],
        told_by: "`LeftUpArm`, `LeftLowLeg`",
        ..ROW
    },
    RigRow {
        id: "openni",
        name: "OpenNI names",
        sides: LOUD,
        bodies: &["TORSO# TLS TRS TLH TRH TN NECK# HEAD *_SHOULDER# *_ELBOW *_HAND *_HIP# *_KNEE *_FOOT"],
        told_by: "`TORSO#`, `LEFT_HIP#`",
        ..ROW
    },
    RigRow {
        id: "kinect-v1",
        name: "Kinect v1 names",
        bodies: &["HipCenter Spine ShoulderCenter Head Shoulder* Elbow* Wrist* Hand* Hip* Knee* Ankle* Foot*"],
        told_by: "`HipCenter`, `ShoulderCenter`",
        ..ROW
    },
    RigRow {
        id: "kinect-v2",
        name: "Kinect v2 names",
        bodies: &["SpineBase SpineMid SpineShoulder Neck Head Shoulder* Elbow* Wrist* Hand* Hip* Knee* Ankle* Foot*"],
        told_by: "`SpineBase`, `SpineShoulder`",
        ..ROW
    },
    RigRow {
        id: "kinect-azure",
        name: "Azure Kinect names",
        sides: LOUD,
        bodies: &[
            "PELVIS SPINE_NAVAL SPINE_CHEST NECK HEAD CLAVICLE_* SHOULDER_* ELBOW_* WRIST_* HAND_* HIP_* KNEE_* ANKLE_* FOOT_*",
        ],
        told_by: "`SPINE_NAVAL`",
        ..ROW
    },
    RigRow {
        id: "upc",
        name: "UPC ViRVIG names",
        sides: SMALL,
        bodies: &[
            "root lowerback upperback chest lowerneck upperneck *hip *knee *ankle *toe *clavicle *shoulder *elbow *wrist",
            "root lowerback upperback chest lowerneck upperneck *hip *knee *ankle *clavicle *shoulder *elbow *wrist",
        ],
        told_by: "`lclavicle`, `lowerneck`, `lhip`",
        ..ROW
    },
    RigRow {
        id: "pfnn-sim",
        name: "PFNN names",
        bodies: &["Hips Spine Head *Arm *ForeArm *Hand *UpLeg *Leg *Foot"],
        told_by: "fifteen joints: HumanIK's without shoulders, neck and toes",
        ..ROW
    },
    RigRow {
        id: "mova",
        name: "Mova names",
        bodies: &[humanik!("Hips Spine Head *ToeBase")],
        told_by: "HumanIK's names with one `Spine` and no `Neck`",
        ..ROW
    },
    RigRow {
        id: "biped",
        name: "3ds Max Biped names",
        bodies: &[
            "Bip01 Pelvis Spine Neck Head L_Clavicle L_UpperArm L_Forearm L_Hand L_Thigh L_Calf L_Foot R_Clavicle R_UpperArm R_Forearm R_Hand \
             R_Thigh R_Calf R_Foot",
            "Pelvis Spine Neck Head L_Clavicle L_UpperArm L_Forearm L_Hand L_Thigh L_Calf L_Foot R_Clavicle R_UpperArm R_Forearm R_Hand R_Thigh \
             R_Calf R_Foot",
            "Bip01 Pelvis Spine Spine1 Spine2 Neck Head L_Clavicle L_UpperArm L_Forearm L_Hand L_Thigh L_Calf L_Foot L_Toe0 R_Clavicle \
             R_UpperArm R_Forearm R_Hand R_Thigh R_Calf R_Foot R_Toe0",
            "Pelvis Spine Spine1 Spine2 Neck Head *_Thigh *_Calf *_Foot *_Toe0 *_Clavicle *_UpperArm *_Forearm *_Hand",
        ],
        told_by: "`Bip01 L Thigh`, `Bip01 L Calf`",
        ..ROW
    },
    RigRow {
        id: "video2bvh",
        name: "video2bvh names",
        bodies: &[humanik!("Hips LowerBack Spine Spine1 Neck Neck1 Head *HipJoint")],
        holds: |it| it.has("LeftHipJoint RightHipJoint"),
        told_by: "`LeftHipJoint` with `LeftUpLeg`",
        ..ROW
    },
    RigRow {
        id: "estimator",
        name: "names of pose estimators",
        bodies: &[
            "Hips Spine Neck Head *Shoulder *Elbow *Wrist *Hip *Knee *Ankle",
            "Hips Spine Neck Nose *Shoulder *Elbow *Wrist *Hip *Knee *Ankle",
            "Hips Spine Chest Neck Head *Shoulder *Elbow *Wrist *Hip *Knee *Ankle",
        ],
        told_by: "`LeftShoulder`, `LeftElbow`, `LeftHip`, `LeftKnee` without `LeftCollar`",
        ..ROW
    },
    RigRow {
        id: "slimevr",
        name: "SlimeVR names, old",
        bodies: &["HMD Head Neck Chest Waist Hip *-Hip *-Knee *-Ankle *-Foot"],
        told_by: "`HMD`, `Left-Knee`",
        ..ROW
    },
    RigRow {
        id: "slimevr-new",
        name: "SlimeVR names",
        sides: ("left", "right"),
        bodies: &["Head Neck Chest Waist Hip *_hip *_upper_leg *_lower_leg *_foot"],
        told_by: "`Waist`, `left_upper_leg`",
        ..ROW
    },
    RigRow {
        id: "ipi",
        name: "iPi names",
        sides: CAPITAL,
        bodies: &[
            "Hip LowerSpine MiddleSpine Chest Neck Head *Thigh *Shin *Foot *Toe *Clavicle *Shoulder *Forearm *Hand",
        ],
        told_by: "`LowerSpine`, `MiddleSpine`, `LThigh`",
        ..ROW
    },
    RigRow {
        id: "iclone",
        name: "Character Creator names",
        sides: CAPITAL,
        bodies: &[
            "Hip Pelvis Waist Spine01 Spine02 NeckTwist01 Head *_Clavicle *_Upperarm *_Forearm *_Hand *_Thigh *_Calf *_Foot",
        ],
        told_by: "`CC_Base_Hip`, `CC_Base_L_Thigh`; iClone",
        ..ROW
    },
    RigRow {
        id: "genea",
        name: "GENEA names",
        sides: SMALL,
        bodies: &[
            "body_world root spine0 spine1 spine2 spine3 neck0 head *_upleg *_leg *_shoulder *_arm *_forearm",
            "world root spine0 spine1 spine2 spine3 neck0 head *_upleg *_leg *_shoulder *_arm *_forearm",
        ],
        told_by: "`b_spine0`, `b_l_upleg`; Talking With Hands",
        ..ROW
    },
    RigRow {
        id: "hanim",
        name: "HAnim names",
        sides: SMALL,
        bodies: &[
            "sacroiliac vl5 skullbase *_hip *_knee *_ankle *_shoulder *_elbow *_wrist",
            "sacroiliac vl5 skullbase *_hip *_knee *_talocrural *_shoulder *_elbow *_radiocarpal",
        ],
        told_by: "`sacroiliac`, `vl5`, `skullbase`",
        ..ROW
    },
    RigRow {
        id: "rigify",
        name: "Rigify names",
        sides: CAPITAL,
        bodies: &["spine shoulder.* upper_arm.* forearm.* hand.* thigh.* shin.* foot.* toe.*"],
        told_by: "`upper_arm.L`, `spine.001`; Blender's metarig",
        ..ROW
    },
    RigRow {
        id: "h36m",
        name: "Human3.6M names",
        bodies: &[
            "Hip Spine Thorax Neck Head *Hip *Knee *Ankle *Shoulder *Elbow *Wrist",
            "Hip Spine Thorax Neck Head *Hip *Knee *Foot *Shoulder *Elbow *Wrist",
        ],
        told_by: "`Thorax`, `Hip`, seventeen joints",
        ..ROW
    },
];
