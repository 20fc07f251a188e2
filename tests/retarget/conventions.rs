//! Naming conventions of programs, on one plain body: every part is found in each of them.

use marey::Limits;
use marey::body::{BodyMap, Finger, NoMap};
use marey::glam::{Quat, Vec3};
use marey::model::{JointKind, Skeleton, SkeletonBuilder};

/// A convention: `{}` stands for the side, `~` for a blank, `+` for a joint that only twists the bone above. Arms begin behind `|`,
/// and end before a second one.
pub struct Convention {
    pub name: &'static str,
    pub sides: [&'static str; 2],
    /// The hips, which are the last one, and what is above them.
    pub hips: &'static str,
    /// Up to the chest.
    pub spine: &'static str,
    /// Up to the head.
    pub neck: &'static str,
    pub arm: &'static str,
    pub leg: &'static str,
}

macro_rules! conventions {
    ($($name:literal $left:literal $right:literal: $hips:literal, $spine:literal, $neck:literal, $arm:literal, $leg:literal;)*) => {
        [$(Convention { name: $name, sides: [$left, $right], hips: $hips, spine: $spine, neck: $neck, arm: $arm, leg: $leg }),*]
    };
}

const ALL: [Convention; 24] = conventions![
    "Unreal" "_l" "_r": "pelvis", "spine_01 spine_02 spine_03", "neck_01 head", "clavicle{}|upperarm{} lowerarm{} hand{}", "thigh{} calf{} foot{} ball{}";
    "Unreal with twists" "_l" "_r": "pelvis", "spine_01 spine_02 spine_03", "neck_01 head",
        "clavicle{}|upperarm{} +upperarm_twist_01{} lowerarm{} +lowerarm_twist_01{} hand{}", "thigh{} +thigh_twist_01{} calf{} +calf_twist_01{} foot{} ball{}";
    "Biped" "L" "R": "Bip001~Pelvis", "Bip001~Spine Bip001~Spine1 Bip001~Spine2", "Bip001~Neck Bip001~Head",
        "Bip001~{}~Clavicle|Bip001~{}~UpperArm Bip001~{}~Forearm Bip001~{}~Hand", "Bip001~{}~Thigh Bip001~{}~Calf Bip001~{}~Foot Bip001~{}~Toe0";
    "VRM" "L" "R": "J_Bip_C_Hips", "J_Bip_C_Spine J_Bip_C_Chest J_Bip_C_UpperChest", "J_Bip_C_Neck J_Bip_C_Head",
        "J_Bip_{}_Shoulder|J_Bip_{}_UpperArm J_Bip_{}_LowerArm J_Bip_{}_Hand", "J_Bip_{}_UpperLeg J_Bip_{}_LowerLeg J_Bip_{}_Foot J_Bip_{}_ToeBase";
    "Unity" "Left" "Right": "Hips", "Spine Chest UpperChest", "Neck Head", "{}Shoulder|{}UpperArm {}LowerArm {}Hand", "{}UpperLeg {}LowerLeg {}Foot {}Toes";
    "Rigify" "L" "R": "spine", "spine.001 spine.002 spine.003", "spine.004 spine.006", "shoulder.{}|upper_arm.{} forearm.{} hand.{}", "thigh.{} shin.{} foot.{} toe.{}";
    "SMPL" "L" "R": "Pelvis", "Spine1 Spine2 Spine3", "Neck Head", "{}_Collar|{}_Shoulder {}_Elbow {}_Wrist", "{}_Hip {}_Knee {}_Ankle {}_Foot";
    "SMPL with a prefix" "L" "R": "m_avg_Pelvis", "m_avg_Spine1 m_avg_Spine2 m_avg_Spine3", "m_avg_Neck m_avg_Head",
        "m_avg_{}_Collar|m_avg_{}_Shoulder m_avg_{}_Elbow m_avg_{}_Wrist|m_avg_{}_Hand", "m_avg_{}_Hip m_avg_{}_Knee m_avg_{}_Ankle m_avg_{}_Foot";
    "SMPL-X" "left" "right": "pelvis", "spine1 spine2 spine3", "neck head", "{}_collar|{}_shoulder {}_elbow {}_wrist", "{}_hip {}_knee {}_ankle {}_foot";
    "Genesis 8" "l" "r": "hip pelvis", "abdomenLower abdomenUpper chestLower chestUpper", "neckLower neckUpper head",
        "{}Collar|{}ShldrBend +{}ShldrTwist {}ForearmBend +{}ForearmTwist {}Hand", "{}ThighBend +{}ThighTwist {}Shin {}Foot {}Metatarsals {}Toe";
    "Genesis 9" "l" "r": "hip pelvis", "spine1 spine2 spine3 spine4", "neck1 neck2 head", "{}_shoulder|{}_upperarm {}_forearm {}_hand", "{}_thigh {}_shin {}_foot {}_toes";
    "Reallusion" "L" "R": "CC_Base_Hip CC_Base_Pelvis", "CC_Base_Waist CC_Base_Spine01 CC_Base_Spine02", "CC_Base_NeckTwist01 CC_Base_NeckTwist02 CC_Base_Head",
        "CC_Base_{}_Clavicle|CC_Base_{}_Upperarm +CC_Base_{}_UpperarmTwist01 CC_Base_{}_Forearm +CC_Base_{}_ForearmTwist01 CC_Base_{}_Hand",
        "CC_Base_{}_Thigh +CC_Base_{}_ThighTwist01 CC_Base_{}_Calf +CC_Base_{}_CalfTwist01 CC_Base_{}_Foot CC_Base_{}_ToeBase";
    "Xsens" "Left" "Right": "Pelvis", "L5 L3 T12 T8", "Neck Head", "{}Shoulder|{}UpperArm {}ForeArm {}Hand", "{}UpperLeg {}LowerLeg {}Foot {}Toe";
    "Vicon" "L" "R": "Pelvis", "Thorax", "Head", "{}Clavicle|{}Humerus {}Radius {}Hand", "{}Femur {}Tibia {}Foot {}Toes";
    "OptiTrack" "L" "R": "Hip", "Ab Chest", "Neck Head", "{}Shoulder|{}UArm {}FArm {}Hand", "{}Thigh {}Shin {}Foot {}Toe";
    "Source" "L" "R": "ValveBiped.Bip01_Pelvis", "ValveBiped.Bip01_Spine ValveBiped.Bip01_Spine1 ValveBiped.Bip01_Spine2 ValveBiped.Bip01_Spine4",
        "ValveBiped.Bip01_Neck1 ValveBiped.Bip01_Head1",
        "ValveBiped.Bip01_{}_Clavicle|ValveBiped.Bip01_{}_UpperArm ValveBiped.Bip01_{}_Forearm ValveBiped.Bip01_{}_Hand",
        "ValveBiped.Bip01_{}_Thigh ValveBiped.Bip01_{}_Calf ValveBiped.Bip01_{}_Foot ValveBiped.Bip01_{}_Toe0";
    "Advanced Skeleton" "L" "R": "Root_M", "Spine1_M Chest_M", "Neck_M Head_M", "Scapula_{}|Shoulder_{} Elbow_{} Wrist_{}", "Hip_{} Knee_{} Ankle_{} Toes_{}";
    "Auto-Rig Pro" "l" "r": "root.x", "spine_01.x spine_02.x", "neck.x head.x", "shoulder.{}|arm_stretch.{} forearm_stretch.{} hand.{}",
        "thigh_stretch.{} leg_stretch.{} foot.{} toes_01.{}";
    "HumanIK" "Left" "Right": "Character1_Hips", "Character1_Spine Character1_Spine1", "Character1_Neck Character1_Head",
        "Character1_{}Shoulder|Character1_{}Arm Character1_{}ForeArm Character1_{}Hand", "Character1_{}UpLeg Character1_{}Leg Character1_{}Foot Character1_{}ToeBase";
    "MikuMikuDance" "左" "右": "下半身", "上半身 上半身2", "首 頭", "{}肩|{}腕 {}ひじ {}手首", "{}足 {}ひざ {}足首 {}つま先";
    "HAnim 1" "l" "r": "sacroiliac", "vl5 vt10 vt1", "vc4 skullbase", "{}_sternoclavicular {}_acromioclavicular|{}_shoulder {}_elbow {}_wrist", "{}_hip {}_knee {}_ankle {}_subtalar";
    "Landmarks of pictures" "left" "right": "hips", "spine", "neck nose", "|{}Shoulder {}Elbow {}Wrist", "{}Hip {}Knee {}Ankle {}FootIndex";
    "ARKit" "left" "right": "hips_joint", "spine_1_joint spine_4_joint spine_7_joint", "neck_1_joint head_joint",
        "{}_shoulder_1_joint|{}_arm_joint {}_forearm_joint {}_hand_joint", "{}_upLeg_joint {}_leg_joint {}_foot_joint {}_toes_joint";
    "Captury" "Left" "Right": "Hips", "Spine Spine1 Spine4", "Neck Head", "{}Shoulder|{}Arm {}ForeArm {}Hand", "{}UpLeg {}Leg {}Foot {}ToeBase";
];

/// The plain body with a convention's names, and its main joints as [`BodyMap::main_joints`] lists them.
struct Body {
    builder: SkeletonBuilder,
    places: Vec<Vec3>,
    left: f32,
}

impl Body {
    fn add(&mut self, name: &str, parent: Option<usize>, place: Vec3, kind: JointKind) -> usize {
        let place = place * Vec3::new(self.left, 1.0, 1.0);
        let above = parent.map_or(Vec3::ZERO, |parent| self.places[parent]);
        self.places.push(place);
        let parent = parent.map(|parent| parent as u16);
        usize::from(self.builder.add(name, parent, kind, place - above, Quat::IDENTITY).unwrap())
    }

    /// Adds joints one below the other, and the end of the last one. Returns all but the twists.
    fn chain(&mut self, names: &[String], mut parent: Option<usize>, places: &[Vec3], end: Vec3) -> Vec<usize> {
        let mut added = Vec::new();
        for name in names {
            if let Some(twist) = name.strip_prefix('+') {
                let at = (places[added.len() - 1] + places[added.len().min(places.len() - 1)]) / 2.0;
                self.add(twist, parent, at, JointKind::Joint);
                continue;
            }
            let beyond = (added.len() + 1).saturating_sub(places.len()) as f32;
            let at = places[added.len().min(places.len() - 1)] + beyond * Vec3::new(0.03, 0.0, 0.02);
            parent = Some(self.add(name, parent, at, JointKind::Joint));
            added.extend(parent);
        }
        let last = *added.last().unwrap();
        let at = self.places[last] * Vec3::new(self.left, 1.0, 1.0) + end;
        self.add("end", Some(last), at, JointKind::EndSite);
        added
    }
}

fn even(from: Vec3, to: Vec3, count: usize) -> Vec<Vec3> {
    (1..=count).map(|n| from.lerp(to, n as f32 / count as f32)).collect()
}

pub fn body(convention: &Convention) -> (Skeleton, [usize; 15]) {
    let names = |text: &str, side: &str| -> Vec<String> {
        text.split_whitespace().map(|name| name.replace("{}", side).replace('~', " ")).collect()
    };
    let mut body = Body { builder: SkeletonBuilder::new(&Limits::default()), places: Vec::new(), left: 1.0 };
    let mut hips = 0;
    for (n, name) in names(convention.hips, "").iter().enumerate() {
        let parent = n.checked_sub(1);
        hips = body.add(name, parent, Vec3::new(0.0, 0.95 + 0.02 * n as f32, 0.0), JointKind::Joint);
    }
    let up = |y| Vec3::new(0.0, y, 0.0);
    let spine = names(convention.spine, "");
    let mut chest = hips;
    for (name, at) in spine.iter().zip(even(up(1.0), up(1.35), spine.len())) {
        chest = body.add(name, Some(chest), at, JointKind::Joint);
    }
    let neck = names(convention.neck, "");
    let neck = body.chain(&neck, Some(chest), &even(up(1.45), up(1.57), neck.len()), up(0.18));
    let mut main = [hips, chest, *neck.last().unwrap(), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    for (n, side) in convention.sides.iter().enumerate() {
        body.left = if n == 0 { 1.0 } else { -1.0 };
        let parts: Vec<&str> = convention.arm.split('|').collect();
        let before = names(parts[0], side);
        let all: Vec<String> = parts.iter().flat_map(|part| names(part, side)).collect();
        let mut places = even(Vec3::new(0.0, 1.4, 0.0), Vec3::new(0.1, 1.4, 0.0), before.len());
        places.extend([0.18, 0.46, 0.72].map(|x| Vec3::new(x, 1.4, 0.0)));
        let arm = body.chain(&all, Some(chest), &places, Vec3::new(0.05, 0.0, 0.08));
        let leg = names(convention.leg, side);
        let places =
            [[0.1, 0.9, 0.0], [0.1, 0.5, 0.0], [0.1, 0.08, 0.0], [0.1, 0.02, 0.13], [0.1, 0.02, 0.18]].map(Vec3::from);
        let leg = body.chain(&leg, Some(hips), &places, Vec3::new(0.0, 0.0, 0.08));
        main[3 + 6 * n..6 + 6 * n].copy_from_slice(&arm[before.len()..before.len() + 3]);
        main[6 + 6 * n..9 + 6 * n].copy_from_slice(&leg[..3]);
    }
    (body.builder.finish().unwrap(), main)
}

/// The conventions in which a part is not found, with what was found instead.
pub fn wrong_maps(all: &[Convention]) -> Vec<String> {
    let mut wrong = Vec::new();
    for convention in all {
        let (skeleton, expected) = body(convention);
        match BodyMap::new(&skeleton, &[skeleton.rest_positions()], Vec3::Y) {
            Ok(map) if map.main_joints() == expected => {}
            Ok(map) => {
                let names = |joints: [usize; 15]| joints.map(|joint| skeleton.names()[joint].clone()).join(" ");
                wrong.push(format!("{}: {} instead of {}", convention.name, names(map.main_joints()), names(expected)));
            }
            Err(reason) => wrong.push(format!("{}: {reason}", convention.name)),
        }
    }
    wrong
}

#[test]
fn all_parts_are_found_in_every_convention() {
    assert_eq!(wrong_maps(&ALL), Vec::<String>::new());
}

#[test]
fn names_that_say_nothing_are_refused() {
    let mut names = 0..;
    let (skeleton, _) = body(&ALL[4]);
    let mut b = SkeletonBuilder::new(&Limits::default());
    for (joint, offset) in skeleton.rest_translations().iter().enumerate() {
        let parent = skeleton.parent(joint).map(|parent| parent as u16);
        let name = format!("joint_{}", names.next().unwrap());
        b.add(&name, parent, skeleton.kinds()[joint], *offset, Quat::IDENTITY).unwrap();
    }
    let nameless = b.finish().unwrap();
    let refused = BodyMap::new(&nameless, &[nameless.rest_positions()], Vec3::Y).unwrap_err();
    assert_eq!(refused, NoMap::NoNames);
    assert_eq!(refused.to_string(), "the names of the joints do not say which part of a body they are");
}

#[test]
fn fingers_are_found_joint_by_joint() {
    let mut b = SkeletonBuilder::new(&Limits::default());
    let (skeleton, main) = body(&ALL[4]);
    for (joint, offset) in skeleton.rest_translations().iter().enumerate() {
        let parent = skeleton.parent(joint).map(|parent| parent as u16);
        b.add(&skeleton.names()[joint], parent, skeleton.kinds()[joint], *offset, Quat::IDENTITY).unwrap();
    }
    let mut added = Vec::new();
    for (name, finger) in
        [("LeftThumb", Finger::Thumb), ("l_ring", Finger::Ring), ("finger2", Finger::Middle), ("Pinky", Finger::Little)]
    {
        let mut parent = main[5] as u16;
        let mut joints = Vec::new();
        for n in 1..=3 {
            let offset = Vec3::new(0.03, 0.0, 0.01);
            parent = b.add(&format!("{name}{n}"), Some(parent), JointKind::Joint, offset, Quat::IDENTITY).unwrap();
            joints.push(usize::from(parent));
        }
        added.push((finger, joints));
    }
    let skeleton = b.finish().unwrap();
    let map = BodyMap::new(&skeleton, &[skeleton.rest_positions()], Vec3::Y).unwrap();
    for (finger, joints) in added {
        assert_eq!(map.sides[0].fingers[finger as usize], joints, "{finger:?}");
    }
    assert!(map.sides[0].fingers[Finger::Index as usize].is_empty());
    assert!(map.sides[1].fingers.iter().all(Vec::is_empty));
}

#[test]
fn two_figures_are_refused() {
    let (skeleton, _) = body(&ALL[4]);
    let mut b = SkeletonBuilder::new(&Limits::default());
    for figure in 0..2 {
        let first = figure * skeleton.len();
        for (joint, offset) in skeleton.rest_translations().iter().enumerate() {
            let parent = skeleton.parent(joint).map(|parent| (first + parent) as u16);
            b.add(&skeleton.names()[joint], parent, skeleton.kinds()[joint], *offset, Quat::IDENTITY).unwrap();
        }
    }
    let both = b.finish().unwrap();
    let refused = BodyMap::new(&both, &[both.rest_positions()], Vec3::Y).unwrap_err();
    assert_eq!(refused, NoMap::TwoFigures);
}

/// Makes a skeleton of `name parent` pairs; joints are one unit apart, limbs hang down from their parents.
fn refused(joints: &[(&str, i32)]) -> NoMap {
    let mut b = SkeletonBuilder::new(&Limits::default());
    for (name, parent) in joints {
        b.add(name, u16::try_from(*parent).ok(), JointKind::Joint, Vec3::NEG_Y, Quat::IDENTITY).unwrap();
    }
    let skeleton = b.finish().unwrap();
    BodyMap::new(&skeleton, &[skeleton.rest_positions()], Vec3::Y).unwrap_err()
}

#[test]
fn what_is_no_person_is_refused_with_the_reason() {
    assert_eq!(refused(&[("Hips", -1), ("Tail1", 0), ("LeftFoot", 0), ("RightFoot", 0)]), NoMap::Animal);
    assert_eq!(refused(&[("mug", -1), ("mug_end", 0)]), NoMap::NoNames);
    let arms = [
        ("chest", -1),
        ("LeftArm", 0),
        ("LeftForeArm", 1),
        ("LeftHand", 2),
        ("RightArm", 0),
        ("RightForeArm", 4),
        ("RightHand", 5),
        ("Head", 0),
    ];
    assert_eq!(refused(&arms), NoMap::NoFeet);
    let legs = [
        ("Hips", -1),
        ("LeftUpLeg", 0),
        ("LeftLeg", 1),
        ("LeftFoot", 2),
        ("RightUpLeg", 0),
        ("RightLeg", 4),
        ("RightFoot", 5),
        ("Head", 0),
    ];
    assert_eq!(refused(&legs), NoMap::NoHands);
}
