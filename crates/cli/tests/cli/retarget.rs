//! `marey retarget`.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::{empty, ends, walk};

/// A person in BVH: hips at `height`, legs and arms so long (no arms for 0), and two frames in which the left thigh swings. `names` are those of hips,
/// spine, head, and of the left arm, forearm, hand, thigh, shin, foot and toes; `{}` is the side.
fn person(names: [&str; 10], sides: [&str; 2], height: f32, leg: f32, arm: f32) -> String {
    let [hips, spine, head, limbs @ ..] = names;
    let rotated = "CHANNELS 3 Zrotation Xrotation Yrotation";
    let mut joints = 2;
    let mut limb = |names: &[&str], side: usize, offsets: &[[f32; 3]], end: [f32; 3]| {
        let mut text = String::new();
        for (name, [x, y, z]) in names.iter().zip(offsets) {
            let x = if side == 0 { *x } else { -x };
            let name = name.replace("{}", sides[side]);
            text += &format!("JOINT {name}\n{{\nOFFSET {x} {y} {z}\n{rotated}\n");
            joints += 1;
        }
        let [x, y, z] = end;
        text += &format!("End Site\n{{\nOFFSET {x} {y} {z}\n}}\n");
        text + &"}\n".repeat(names.len())
    };
    let half = leg / 2.0;
    let legs: Vec<String> = (0..2)
        .map(|side| {
            let offsets = [[0.1, 0.0, 0.0], [0.0, -half, 0.0], [0.0, -half, 0.0], [0.0, -0.06, 0.12]];
            limb(&limbs[3..], side, &offsets.map(|one| one.map(|value| value * 100.0)), [0.0, 0.0, 5.0])
        })
        .collect();
    let arms: Vec<String> = (0..if arm > 0.0 { 2 } else { 0 })
        .map(|side| {
            let offsets = [[0.18, 0.4, 0.0], [arm / 2.0, 0.0, 0.0], [arm / 2.0, 0.0, 0.0]];
            limb(&limbs[..3], side, &offsets.map(|one| one.map(|value| value * 100.0)), [0.0, 0.0, 5.0])
        })
        .collect();
    let row = |angle: f32| {
        // The left leg is the first limb: its thigh follows the root.
        let rest = vec!["0"; 3 * (joints - 2)].join(" ");
        format!("0 {} 0 0 0 0 0 {angle} 0 {rest}", height * 100.0)
    };
    let head = format!("JOINT {head}\n{{\nOFFSET 0 55 0\n{rotated}\nEnd Site\n{{\nOFFSET 0 15 0\n}}\n}}\n");
    let rows: Vec<String> = [0.0, -20.0].map(row).to_vec();
    let pad = " 0 0 0";
    format!(
        "HIERARCHY\nROOT {hips}\n{{\nOFFSET 0 0 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n\
         {legs}JOINT {spine}\n{{\nOFFSET 0 10 0\n{rotated}\n{arms}{head}}}\n}}\nMOTION\nFrames: 2\nFrame Time: 0.04\n{a}{pad}\n{b}{pad}\n",
        legs = legs.concat(),
        arms = arms.concat(),
        a = rows[0],
        b = rows[1],
    )
}

const MOTION_BUILDER: [&str; 10] =
    ["Hips", "Spine", "Head", "{}Arm", "{}ForeArm", "{}Hand", "{}UpLeg", "{}Leg", "{}Foot", "{}ToeBase"];

/// The motion of a person.
pub(crate) fn motion() -> String {
    person(MOTION_BUILDER, ["Left", "Right"], 1.0, 0.9, 0.6)
}
const UNREAL: [&str; 10] = [
    "pelvis",
    "spine_01",
    "head",
    "upperarm_{}",
    "lowerarm_{}",
    "hand_{}",
    "thigh_{}",
    "calf_{}",
    "foot_{}",
    "ball_{}",
];

/// A folder with `walk.bvh` of a tall person and `figure.bvh` of a short one with other names.
fn with_both(name: &str) -> std::path::PathBuf {
    let folder = empty(name);
    fs::write(folder.join("walk.bvh"), motion()).unwrap();
    fs::write(folder.join("figure.bvh"), person(UNREAL, ["l", "r"], 0.8, 0.7, 0.5)).unwrap();
    folder
}

fn positions(folder: &Path, file: &str) -> Value {
    serde_json::from_str(&ends(folder, &["positions", "--frames", "all", file], 0).0).unwrap()
}

#[test]
fn a_map_names_the_joint_of_each_part() {
    let folder = with_both("retarget-map");
    let (out, err) = ends(&folder, &["retarget", "--map", "figure.bvh"], 0);
    assert_eq!(err, "");
    let map: Value = serde_json::from_str(&out).unwrap();
    let left = json!({
        "clavicle": null, "arm": "upperarm_l", "fore": "lowerarm_l", "hand": "hand_l",
        "thigh": "thigh_l", "shin": "calf_l", "foot": "foot_l", "ball": "ball_l",
    });
    assert_eq!(map["left"], left);
    assert_eq!((&map["person"], &map["right"]["thigh"]), (&json!(true), &json!("thigh_r")));
    assert_eq!(
        [&map["hips"], &map["chest"], &map["neck"], &map["head"]],
        [&json!("pelvis"), &json!("spine_01"), &Value::Null, &json!("head")]
    );
    fs::write(folder.join("thing.bvh"), walk(2)).unwrap();
    let (out, _) = ends(&folder, &["retarget", "--map", "thing.bvh"], 0);
    let reason = "this skeleton is not a person: it has no two legs with feet";
    assert_eq!(serde_json::from_str::<Value>(&out).unwrap(), json!({ "person": false, "reason": reason }));
}

#[test]
fn a_motion_plays_on_another_figure_and_is_reported() {
    let folder = with_both("retarget-plays");
    let arguments = ["retarget", "walk.bvh", "--onto", "figure.bvh", "-o", "out.bvh", "--no-feet", "--report"];
    let (out, err) = ends(&folder, &arguments, 0);
    assert_eq!(err, "");
    let report: Value = serde_json::from_str(&out).unwrap();
    let one = &report[0];
    assert_eq!((&one["file"], &one["onto"]), (&json!("walk.bvh"), &json!("figure.bvh")));
    assert_eq!((&one["written"], &one["frames"]), (&json!(["out.bvh"]), &json!(2)));
    assert!((one["scale"].as_f64().unwrap() - 0.7 / 0.9).abs() < 1e-5);
    assert!(one["measures"]["limb_deg"]["mean"].as_f64().unwrap() < 0.01, "{one}");
    assert_eq!(one["figure_map"]["hips"], "pelvis");
    let (motion, played) = (positions(&folder, "walk.bvh"), positions(&folder, "out.bvh"));
    assert_eq!(played["frame_time"], 0.04);
    let ankle_under_hip = |positions: &Value, frame: usize, hip: usize| -> Vec<f64> {
        let at = |joint: usize, axis: usize| positions["poses"][frame]["positions"][joint][axis].as_f64().unwrap();
        (0..3).map(|axis| at(hip + 2, axis) - at(hip, axis)).collect()
    };
    for frame in 0..2 {
        let (own, other) = (ankle_under_hip(&motion, frame, 1), ankle_under_hip(&played, frame, 1));
        for (own, other) in own.iter().zip(&other) {
            assert!((own * 0.7 / 0.9 - other).abs() < 0.01, "{own} {other}");
        }
    }
}

#[test]
fn every_format_is_written_and_folders_keep_their_names() {
    let folder = with_both("retarget-formats");
    for out in ["out.glb", "out.x3d", "out.csv", "out.asf", "out.skel"] {
        ends(&folder, &["retarget", "walk.bvh", "--onto", "figure.bvh", "--still-feet", "-o", out], 0);
        assert!(fs::metadata(folder.join(out)).unwrap().len() > 100, "{out}");
    }
    fs::create_dir_all(folder.join("many/inner")).unwrap();
    fs::copy(folder.join("walk.bvh"), folder.join("many/inner/walk.bvh")).unwrap();
    fs::write(folder.join("many/thing.bvh"), walk(2)).unwrap();
    let arguments = ["retarget", "many", "--onto", "figure.bvh", "-o", "all/", "--format", "bvh"];
    let (_, err) = ends(&folder, &arguments, 1);
    assert!(err.contains("thing.bvh: this skeleton is not a person"), "{err}");
    assert!(folder.join("all/inner/walk.bvh").is_file(), "the others are played");
    let (_, err) = ends(&folder, &["retarget", "walk.bvh", "--onto", "figure.bvh", "-o", "out.glb"], 1);
    assert!(err.contains("out.glb: exists already"), "{err}");
}

#[test]
fn pairs_of_names_mend_the_maps() {
    let folder = with_both("retarget-pairs");
    fs::write(folder.join("pairs.json"), r#"{ "LeftArm": "lowerarm_l" }"#).unwrap();
    let base = ["retarget", "walk.bvh", "--onto", "figure.bvh", "-o", "out.bvh", "--report", "--pairs"];
    let (out, _) = ends(&folder, &[&base[..], &["pairs.json"]].concat(), 0);
    let report: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(report[0]["figure_map"]["left"]["arm"], "lowerarm_l");
    for (text, said) in [
        (r#"{ "LeftArm": "wing" }"#, "pairs.json: figure.bvh has no joint `wing`"),
        ("[1]", "pairs.json: expected an object of names"),
    ] {
        fs::write(folder.join("pairs.json"), text).unwrap();
        let (_, err) = ends(&folder, &[&base[..], &["pairs.json", "--force"]].concat(), 1);
        assert!(err.contains(said), "{err}");
    }
}

/// Names that say nothing.
const NAMELESS: [&str; 10] = ["q0", "q1", "q2", "q3x{}", "q4x{}", "q5x{}", "q6x{}", "q7x{}", "q8x{}", "q9x{}"];

#[test]
fn pairs_make_a_map_where_names_say_nothing() {
    let folder = with_both("retarget-nameless");
    fs::write(folder.join("nameless.bvh"), person(NAMELESS, ["1", "2"], 0.8, 0.7, 0.5)).unwrap();
    let named = |own: &&str, other: &&str, side: usize| {
        (own.replace("{}", ["Left", "Right"][side]), other.replace("{}", ["1", "2"][side]))
    };
    let both = |side: usize| MOTION_BUILDER.iter().zip(&NAMELESS).map(move |(own, other)| named(own, other, side));
    let pairs: Vec<(String, String)> = both(0).chain(both(1).skip(3)).collect();
    let base = ["retarget", "walk.bvh", "--onto", "nameless.bvh", "--report", "--force", "-o", "out.bvh"];
    let (_, err) = ends(&folder, &base, 1);
    assert!(err.contains("the names of the joints do not say which part of a body they are"), "{err}");
    assert!(err.contains("--pairs"), "{err}");
    let with_pairs = [&base[..], &["--pairs", "pairs.json"]].concat();
    let write = |pairs: &Value| fs::write(folder.join("pairs.json"), pairs.to_string()).unwrap();
    write(&pairs.iter().map(|(own, other)| (own.clone(), json!(other))).collect::<serde_json::Map<_, _>>().into());
    let (out, _) = ends(&folder, &with_pairs, 0);
    let report: Value = serde_json::from_str(&out).unwrap();
    assert!(report[0]["measures"]["limb_deg"]["mean"].as_f64().unwrap() < 3.0, "{report}");
    // Without the knee; and a part by its own name.
    let knee = pairs.iter().position(|(own, _)| own == "LeftLeg").unwrap();
    let without: Vec<_> = pairs.iter().filter(|(own, _)| own != "LeftLeg").collect();
    write(&without.iter().map(|(own, other)| json!([own, other])).collect());
    let (_, err) = ends(&folder, &with_pairs, 1);
    assert!(err.contains("in pairs.json no joint is named for the left shin"), "{err}");
    let mut object: serde_json::Map<_, _> = without.iter().map(|(own, other)| (own.clone(), json!(other))).collect();
    object.insert("left shin".into(), json!(["LeftLeg", pairs[knee].1]));
    write(&object.into());
    ends(&folder, &with_pairs, 0);
}

#[test]
fn parts_that_one_figure_lacks_are_named_on_standard_error_and_in_the_report() {
    let folder = with_both("retarget-partial");
    fs::write(folder.join("armless.bvh"), person(UNREAL, ["l", "r"], 0.8, 0.7, 0.0)).unwrap();
    let (out, err) = ends(&folder, &["retarget", "walk.bvh", "--onto", "armless.bvh", "-o", "out.bvh", "--report"], 0);
    let report: Value = serde_json::from_str(&out).unwrap();
    let notes: Vec<&str> = report[0]["notes"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    let missing: Vec<&str> = notes.iter().copied().filter(|note| note.contains("arm")).collect();
    assert_eq!(missing, ["left arm: none in the figure", "right arm: none in the figure"]);
    assert_eq!(
        err.lines().collect::<Vec<_>>(),
        missing.iter().map(|note| format!("walk.bvh: {note}")).collect::<Vec<_>>()
    );
    assert_eq!(report[0]["joints"], 9);
    assert_eq!(report[0]["figure_map"]["left"]["arm"], Value::Null);
}

#[test]
fn what_is_missing_is_told() {
    let folder = with_both("retarget-missing");
    fs::write(folder.join("thing.bvh"), walk(2)).unwrap();
    let (_, err) = ends(&folder, &["retarget", "walk.bvh", "--onto", "thing.bvh", "-o", "out.bvh"], 1);
    assert!(err.starts_with("thing.bvh: this skeleton is not a person"), "{err}");
    assert!(ends(&folder, &["retarget", "walk.bvh", "-o", "out.bvh"], 2).1.contains("--onto"));
    let both = ["retarget", "walk.bvh", "--onto", "walk.bvh", "--onto", "figure.bvh", "-o", "out.bvh"];
    assert!(ends(&folder, &both, 2).1.contains("expected one figure with --onto, found 2"));
}
