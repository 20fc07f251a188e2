//! Sets of names that no program is known to write: words for each part, combined with ways to write words and sides. As many as there are
//! people among the skeletons of real files, and made without a look at what the words give.

use crate::conventions::{Convention, wrong_maps};

/// Words for hips, spine up to the chest, neck and head, arm with its collarbone, and leg with its ball; a blank between joints.
const WORDS: [[&str; 5]; 14] = [
    ["Hips", "Spine Chest", "Neck Head", "Clavicle UpperArm LowerArm Hand", "Thigh Shin Foot Toe"],
    ["Pelvis", "Spine1 Spine2 Spine3", "Neck Head", "Shoulder Arm ForeArm Hand", "UpLeg Leg Foot ToeBase"],
    ["Root Hips", "LowerBack UpperBack", "Neck1 Neck2 Head", "Collar Shoulder Elbow Wrist", "Hip Knee Ankle Ball"],
    ["Pelvis", "Lumbar Thorax", "Cervical Skull", "Clavicle Humerus Radius Hand", "Femur Tibia Foot Toes"],
    ["Hip", "Abdomen Chest", "Neck Head", "Collarbone UpperArm ForeArm Hand", "UpperLeg LowerLeg Foot Toe"],
    [
        "Reference Hips",
        "Spine Spine1 Spine2 Spine3",
        "Neck Head",
        "Scapula UpperArm Elbow Wrist",
        "Thigh Calf Ankle Toe",
    ],
    ["Body Pelvis", "Waist Torso", "Head", "Shoulder UpperArm ForeArm Wrist", "UpperLeg LowerLeg Ankle Foot"],
    ["Hips", "Spine UpperChest", "Neck Head", "Collar Bicep ForeArm Hand", "Thigh Knee Foot Ball"],
    ["Center Pelvis", "Stomach Chest", "Neck Head", "Clavicle Arm Elbow Hand", "Leg Knee Foot Toe"],
    ["Hips", "Back1 Back2 Back3", "Neck Head", "Clav UpArm LowArm Palm", "UpLeg LowLeg Foot ToeTip"],
    [
        "Motion Root Pelvis",
        "Spine01 Spine02",
        "Neck01 Neck02 Head",
        "Clavicle UpperArm ForeArm Hand",
        "Thigh Calf Foot Ball",
    ],
    ["Sacrum", "L3 T7", "C4 Head", "Sternoclavicular Shoulder Elbow Wrist", "Hip Knee Ankle Metatarsal"],
    ["Hips", "Chest", "Head", "Shoulder Arm ForeArm Hand", "Thigh Leg Foot Toes"],
    [
        "Pelvis",
        "Belly Ribcage",
        "NeckBase Head",
        "Clavicle Upper_Arm Lower_Arm Hand",
        "Upper_Leg Lower_Leg Foot Toe_Base",
    ],
];

/// A name of a joint of a side, where `{}` stands for the side, and both sides.
type Way = (&'static str, fn(&str) -> String, [&'static str; 2]);

const WAYS: [Way; 4] = [
    ("LeftName", |word| format!("{{}}{word}"), ["Left", "Right"]),
    ("name_l", |word| format!("{}_{{}}", word.to_lowercase()), ["l", "r"]),
    ("actor:L_Name", |word| format!("actor:{{}}_{word}"), ["L", "R"]),
    ("Name.right", |word| format!("{word}.{{}}"), ["left", "right"]),
];

fn each(words: &str, name: impl Fn(&str) -> String) -> String {
    words.split(' ').map(name).collect::<Vec<_>>().join(" ")
}

#[test]
fn all_parts_are_found_in_generated_sets_of_names() {
    let mut all = Vec::new();
    for [hips, spine, neck, arm, leg] in WORDS {
        for (title, way, sides) in WAYS {
            // What has no side is written as it is, in the same letters.
            let middle = |words: &str| {
                let written = |word: &str| match title {
                    "name_l" => word.to_lowercase(),
                    "actor:L_Name" => format!("actor:{word}"),
                    _ => word.to_owned(),
                };
                &*each(words, written).leak()
            };
            let (collar, rest) = arm.split_once(' ').unwrap();
            all.push(Convention {
                name: format!("{title}: {hips} {arm}").leak(),
                sides,
                hips: middle(hips),
                spine: middle(spine),
                neck: middle(neck),
                arm: format!("{}|{}", way(collar), each(rest, way)).leak(),
                leg: each(leg, way).leak(),
            });
        }
    }
    assert_eq!(all.len(), 56);
    assert_eq!(wrong_maps(&all), Vec::<String>::new());
}
