use glam::{Quat, Vec3};

use super::table::{HAND, RIGS};
use super::*;
use crate::body::person::person;
use crate::error::Limits;
use crate::model::{Channels, JointKind, Motion, MotionBuilder, PositionMode, Skeleton, SkeletonBuilder};

const LIMBS: &str = "LeftUpLeg LeftLeg LeftFoot RightUpLeg RightLeg RightFoot LeftShoulder LeftArm LeftForeArm LeftHand RightShoulder \
    RightArm RightForeArm RightHand";

/// A skeleton of these joints: the first is the root, and the others are its children, at `offset`.
fn with_offset(names: &[String], offset: Vec3) -> Skeleton {
    let mut b = SkeletonBuilder::new(&Limits::default());
    for (index, name) in names.iter().enumerate() {
        let (parent, at) = if index == 0 { (None, Vec3::ZERO) } else { (Some(0), offset) };
        b.add(name, parent, JointKind::Joint, at, Quat::IDENTITY).unwrap();
    }
    b.finish().unwrap()
}

fn names(text: &str) -> Vec<String> {
    text.split_ascii_whitespace().map(|name| name.replace('~', " ")).collect()
}

/// The rig of joints with these names and rotation channels (`ZXY`), below the first one. `~` is a blank.
fn rig(text: &str, order: &str) -> Rig {
    let names = names(text);
    let channels: String = order.chars().map(|axis| format!("{axis}rotation ")).collect();
    let channels: Vec<Box<str>> = names.iter().map(|_| channels.trim().into()).collect();
    Rig::of(&with_offset(&names, Vec3::NEG_Y), &channels)
}

/// `id match` of these names.
fn told(text: &str, order: &str) -> String {
    let found = rig(text, order);
    format!("{} {}", found.id.unwrap_or("-"), found.matched.name())
}

#[test]
fn each_row_is_told_by_its_own_names() {
    let mut ids: Vec<&str> = rigs().map(|facts| facts.id).collect();
    ids.sort_unstable();
    let count = ids.len();
    ids.dedup();
    assert_eq!(ids.len(), count);
    for row in RIGS {
        for body in row.bodies() {
            let skeleton = with_offset(&body, Vec3::NEG_Y);
            let figure = figure::NamedFigure::new(&skeleton, &[]);
            // Where something else must hold, the names alone are another rig's or nobody's. A prefix in all names is taken off.
            if (row.holds)(&figure) && figure.prefix.is_none() {
                let found = Rig::of(&skeleton, &[]);
                assert_eq!((found.id, found.matched), (Some(row.id), RigMatch::Exact), "{body:?}: {found:?}");
                assert_eq!(found.count, Some((body.len(), body.len())));
            }
        }
    }
}

#[test]
fn joints_that_share_a_twist_change_no_rig() {
    let limbs = format!("Hips {LIMBS} Spine Spine1 Spine2 Neck Head LeftToe RightToe");
    let twists: String = LIMBS.split(' ').map(|limb| format!(" {limb}_twist1 {limb}_twist2")).collect();
    assert_eq!(told(&format!("{limbs}{twists}"), ""), told(&limbs, ""));
    assert_eq!(rig(&format!("{limbs}{twists}"), "").others, 0);
    // Without the joint itself it is a name like any other.
    assert!(rig(&format!("{limbs} Pocket_twist1 Pocket_twist2"), "").others > 0);
}

#[test]
fn lafan1_is_told_by_its_rest_pose_too() {
    let names = names(&format!("Hips {LIMBS} Spine Spine1 Spine2 Neck Head LeftToe RightToe"));
    let found = Rig::of(&with_offset(&names, Vec3::X), &[]);
    assert_eq!((found.id, found.chip.as_str(), found.flavour.as_str()), (Some("lafan1"), "LAFAN1", ""));
    assert_eq!(found.sentence, "22 of 22 names; legs before spine");
    assert_eq!((found.summary().as_str(), found.prefix, found.nearest), ("LAFAN1 (22 of 22 names)", None, None));
    let other = Rig::of(&with_offset(&names, Vec3::NEG_Y), &[]);
    assert_eq!(
        (other.id, other.matched, other.chip.as_str()),
        (Some("humanik"), RigMatch::Grammar, "HumanIK names, Spine-Spine2")
    );
    assert_eq!(other.flavour, "LAFAN1's names, another rest pose, Spine-Spine2, Neck, LeftToe");
    assert_eq!(other.summary(), "HumanIK names, Spine-Spine2 (22 of 22 names)");
}

#[test]
fn mixamo_is_told_by_its_prefix_or_its_ends() {
    let body = format!("Hips Spine Spine1 Spine2 Neck Head {LIMBS} LeftToeBase RightToeBase");
    assert_eq!(told(&body, "ZXY"), "humanik grammar");
    assert_eq!(told(&format!("{body} HeadTop_End"), "ZXY"), "mixamo exact");
    for prefix in ["mixamorig:", "mixamorig6:", "mixamorig_", "a:mixamorig:"] {
        let found = rig(&body.split(' ').map(|name| format!("{prefix}{name}")).collect::<Vec<_>>().join(" "), "ZXY");
        assert_eq!((found.id, found.matched), (Some("mixamo"), RigMatch::Exact), "{prefix}");
        assert_eq!((found.prefix.as_deref(), found.flavour.as_str()), (Some(prefix), "no fingers"));
    }
}

#[test]
fn rotation_orders_and_first_children_tell_rigs_with_the_same_names() {
    let trunk = "Spine Spine1 Spine2 Spine3 Neck Head";
    let body = format!("Hips {trunk} {LIMBS} LeftToeBase RightToeBase");
    assert_eq!((told(&body, "YXZ"), told(&body, "ZXY")), ("nokov exact".into(), "humanik grammar".into()));
    let hands = "RightInHandIndex LeftInHandIndex";
    let legs_first = format!("Hips RightUpLeg {trunk} {LIMBS} {hands}").replacen("LeftFoot RightUpLeg", "LeftFoot", 1);
    assert_eq!(told(&legs_first, "YXZ"), "neuron exact");
    assert_eq!(told(&format!("Hips {trunk} {LIMBS} LeftToeBase RightToeBase {hands}"), "YXZ"), "rokoko exact");
    let poser = "hip abdomen chest neck head lCollar lShldr lForeArm lHand rCollar rShldr rForeArm rHand lThigh lShin lFoot rThigh rShin rFoot";
    assert_eq!((told(poser, "XZY"), told(poser, "ZXY")), ("secondlife exact".into(), "poser exact".into()));
    assert_eq!(told(&format!("{poser} mHandIndex1Left"), "ZXY"), "secondlife exact");
}

#[test]
fn a_family_is_told_by_its_grammar() {
    for (text, chip) in [
        (format!("Hips LowerSpine Spine Chest Neck Neck1 Head {LIMBS}"), "HumanIK names, LowerSpine-Chest"),
        (format!("Reference Hips Spine Head {LIMBS}"), "HumanIK names, Spine"),
        ("Hips Chest Neck Head LeftHip LeftKnee LeftAnkle LeftCollar LeftShoulder LeftElbow LeftWrist RightHip RightKnee RightAnkle \
          RightCollar RightShoulder RightElbow RightWrist"
            .into(), "Character Studio names"),
        ("Center Ab Chest Head LHip LKnee LAnkle LToe LCollar LShoulder LElbow LWrist RHip RKnee RAnkle RToe RCollar RShoulder RElbow RWrist"
            .into(), "Character Studio names"),
        ("humanoid_root sacroiliac vl5 vt3 skullbase l_hip l_knee l_talocrural r_hip r_knee r_talocrural l_shoulder l_elbow l_radiocarpal \
          r_shoulder r_elbow r_radiocarpal l_sternoclavicular"
            .into(), "HAnim names"),
    ] {
        let found = rig(&text, "ZXY");
        assert_eq!((found.matched, found.chip.as_str()), (RigMatch::Grammar, chip), "{text}");
    }
    // One foreign name of twenty.
    let odd = rig(&format!("Hips Spine Head {LIMBS} Sword Neck Neck1"), "ZXY");
    assert_eq!((odd.id, odd.matched, odd.others), (Some("humanik"), RigMatch::Variant, 1));
}

#[test]
fn sides_may_stand_apart_from_names() {
    let body = format!("Hips Spine Neck Head {LIMBS}");
    let apart = |left: &str, right: &str, behind: bool| {
        let turned = body.split(' ').map(|name| match (name.strip_prefix("Left"), name.strip_prefix("Right")) {
            (Some(rest), _) if behind => format!("{rest}{left}"),
            (Some(rest), _) => format!("{left}{rest}"),
            (_, Some(rest)) if behind => format!("{rest}{right}"),
            (_, Some(rest)) => format!("{right}{rest}"),
            _ => name.to_owned(),
        });
        turned.collect::<Vec<_>>().join(" ")
    };
    for text in
        [apart("L_", "R_", false), apart("_L", "_R", true), apart(".l", ".r", true), apart("Left_", "Right_", false)]
    {
        let found = rig(&text, "ZXY");
        assert_eq!((found.id, found.matched), (Some("humanik"), RigMatch::Variant), "{text}");
        assert!(found.flavour.ends_with("sides apart from the names"), "{}", found.flavour);
    }
    let biped = "Bip01 Bip01~Pelvis Bip01~Spine Bip01~Neck Bip01~Head Bip01~L~Clavicle Bip01~L~UpperArm Bip01~L~Forearm Bip01~L~Hand \
                 Bip01~L~Thigh Bip01~L~Calf Bip01~L~Foot Bip01~R~Clavicle Bip01~R~UpperArm Bip01~R~Forearm Bip01~R~Hand Bip01~R~Thigh \
                 Bip01~R~Calf Bip01~R~Foot";
    assert_eq!(told(biped, "ZXY"), "biped exact");
    assert_eq!(told(&biped.replace('~', "_"), "ZXY"), "biped exact");
}

#[test]
fn a_few_names_less_are_a_variant_and_half_of_them_a_part() {
    let smpl = "pelvis left_hip right_hip spine1 left_knee right_knee spine2 left_ankle right_ankle spine3 left_foot right_foot neck left_collar \
                right_collar head left_shoulder right_shoulder left_elbow right_elbow left_wrist right_wrist";
    assert_eq!(told(smpl, "ZYX"), "smpl exact");
    assert_eq!(told(smpl.trim_end_matches(" right_wrist"), "ZYX"), "smpl variant");
    let part = rig(&smpl.split(' ').take(13).collect::<Vec<_>>().join(" "), "ZYX");
    assert_eq!((part.id, part.matched, part.chip.as_str()), (Some("smpl"), RigMatch::Part, "SMPL names, a part"));
    assert_eq!(part.summary(), "SMPL names, a part (13 of 22 names)");
}

#[test]
fn an_unknown_rig_has_a_nearest_one_or_none() {
    let odd: String = (0..10).map(|index| format!(" Odd{index}")).collect();
    let near =
        rig(&format!("Hips Spine Spine1 Spine2 Neck Head {LIMBS} LeftToeBase RightToeBase HeadTop_End{odd}"), "ZXY");
    assert_eq!((near.id, near.matched, near.chip.as_str()), (None, RigMatch::Nearest, "no known rig"));
    assert_eq!(near.summary(), "none known; nearest Mixamo names (22 of 22 names, 10 others)");
    assert_eq!(near.sentence, "nearest is Mixamo names: 22 of 22 names, 10 others");
    let none = rig("Hips LLeg RLeg LArm RArm Bone1 Bone2", "ZXY");
    assert_eq!((none.id, none.matched, none.summary().as_str()), (None, RigMatch::None, "none known"));
    assert_eq!(told("a", ""), "- none");
}

#[test]
fn any_names_have_an_answer() {
    let odd = [
        "",
        "_",
        ":",
        "a:",
        "|",
        "L_",
        "_L",
        ".001",
        "é.001",
        "FBXASC",
        "FBXASC9",
        "FBXASC999",
        "FBXASC03é",
        "sim",
        "simÉ",
        "Ł_é",
        "l_é",
        "é_left",
        "_12",
        "é_12",
    ];
    for name in odd {
        for others in [0, 3, 8] {
            let names: Vec<String> = (0..=others).map(|_| name.to_owned()).chain(["Hips".to_owned()]).collect();
            let found = Rig::of(&with_offset(&names, Vec3::Y), &[]);
            assert_eq!(found.id, None, "{name}");
            assert_eq!(own_names(&with_offset(&names, Vec3::Y)).len(), names.len());
        }
    }
}

#[test]
fn animals_and_hands_are_no_persons() {
    for (text, chip) in [
        ("Hips Spine Head Tail01 Tail02 LeftUpLeg", "an animal"),
        ("WRIST THUMB_1 THUMB_2 INDEX_1 INDEX_2 MIDDLE_1 MIDDLE_2 RING_1 RING_2 PINKY_1 PINKY_2", "a hand"),
    ] {
        let found = rig(text, "ZXY");
        assert_eq!((found.chip.as_str(), found.is_person, found.summary().as_str()), (chip, false, chip));
        assert_eq!(found.id == Some(HAND.0), chip == "a hand");
    }
    // Avatars with a tail, and people with a pony tail.
    assert_eq!(told("mPelvis mTorso mChest mNeck mHead mTail1 mTail2", ""), "- none");
    let text = format!("Hips Spine Head {LIMBS} Ponytail1 Ponytail2");
    assert_eq!(told(&text, "ZXY"), "humanik grammar");
}

/// The person of [`person`] with other offsets.
fn posed(offset: impl Fn(&str, Vec3) -> Vec3) -> Skeleton {
    let like = person(Vec3::Y, Vec3::X, 90.0);
    let mut b = SkeletonBuilder::new(&Limits::default());
    for joint in 0..like.len() {
        let parent = like.parent(joint).map(|parent| parent as u16);
        let own = offset(like.name(joint), like.rest_translations()[joint]);
        b.add(like.name(joint), parent, JointKind::Joint, own, Quat::IDENTITY).unwrap();
    }
    b.finish().unwrap()
}

fn is_arm(name: &str) -> bool {
    name.ends_with("ForeArm") || name.ends_with("Hand")
}

#[test]
fn rest_poses_are_told_by_the_limbs() {
    let turned = |angle: f32, even: bool| {
        posed(move |name, offset| {
            let side = if name.starts_with("Left") { -1.0 } else { 1.0 };
            let turn = if even || side < 0.0 { side * angle } else { 0.0 };
            if is_arm(name) { Quat::from_rotation_z(turn.to_radians()) * offset } else { offset }
        })
    };
    for (skeleton, expected) in [
        (person(Vec3::Y, Vec3::X, 90.0), RestPose::T),
        (person(Vec3::Z, Vec3::Y, 90.0), RestPose::T),
        (turned(45.0, true), RestPose::A),
        (turned(85.0, true), RestPose::ArmsDown),
        (turned(-40.0, true), RestPose::Even),
        (turned(60.0, false), RestPose::Moment),
        (posed(|name, offset| if is_arm(name) { Vec3::Z * 30.0 } else { offset }), RestPose::ArmsForward),
        (posed(|name, offset| if name.contains("Leg") { offset.abs() } else { offset }), RestPose::NoBody),
        (posed(|_, offset| Vec3::X * offset.length()), RestPose::OneWay("+x")),
    ] {
        assert_eq!(RestPose::of(&skeleton), expected);
    }
    assert_eq!(RestPose::of(&with_offset(&names("a b"), Vec3::Y)), RestPose::Unknown);
}

/// A motion of the person whose left arm has these angles.
fn waving(skeleton: &Skeleton, angles: &[f32]) -> Motion {
    let channels = Channels { rotated: vec![skeleton.find("LeftArm").unwrap() as u16], ..Channels::default() };
    let mut frames = MotionBuilder::new(skeleton, channels, PositionMode::Replace, &Limits::default()).unwrap();
    for angle in angles {
        frames.push_row(|row| row.rotations[0] = Quat::from_rotation_z(angle.to_radians())).unwrap();
    }
    frames.set_frame_time(1.0 / 120.0);
    frames.finish().unwrap()
}

#[test]
fn what_programs_stumble_over_is_said_with_what_to_do() {
    let codes = |skeleton: &Skeleton, angles: &[f32]| -> Vec<&str> {
        let rig = Rig::of(skeleton, &[]);
        let motion = waving(skeleton, angles);
        rig_remarks(&rig, skeleton, Some(&motion)).iter().map(|remark| remark.code).collect()
    };
    let standing = person(Vec3::Y, Vec3::X, 90.0);
    assert_eq!(codes(&standing, &[10.0, 11.0]), Vec::<&str>::new());
    assert_eq!(codes(&standing, &[0.0, 1.0]), ["first-frame.rest"]);
    assert_eq!(codes(&standing, &[0.0, -80.0, -79.0]), ["first-frame.reference"]);
    assert_eq!(codes(&standing, &[0.0]), Vec::<&str>::new());
    let flat = posed(|_, offset| Vec3::X * offset.length());
    assert_eq!(codes(&flat, &[10.0, 11.0]), ["rest.one-way"]);
    let remarks = rig_remarks(&Rig::of(&flat, &[]), &flat, None);
    let words = "The rest pose is no body: all bones point along x; programs that need a T-pose at rest twist it.";
    assert_eq!((remarks[0].words.as_str(), remarks.len()), (words, 1));
    assert!(remarks[0].mend.contains("marey convert --as"));
}
