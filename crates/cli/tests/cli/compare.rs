//! `marey compare`.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::{FIXTURES, empty, ends, walk, with_walk};

fn compared(folder: impl AsRef<Path>, arguments: &[&str]) -> Value {
    let (out, err) = ends(folder, &[&["compare", "--json"], arguments].concat(), 0);
    assert_eq!(err, "");
    serde_json::from_str(&out).unwrap()
}

fn near(found: &Value, expected: f64) {
    let found = found.as_f64().unwrap();
    assert!((found - expected).abs() < 1e-3, "{found} is not {expected}");
}

/// A standing person of 1.65 m in centimetres, who swings the left arm: names of hips, neck, head, left arm, elbow and hand, right
/// arm, elbow and hand, left leg, knee and foot, right leg, knee and foot.
fn person(names: &[&str; 15], frames: usize, frame_time: f64, later: f64) -> String {
    let offsets = [
        (0, "0 90 0"),
        (1, "0 50 0"),
        (2, "0 25 0"),
        (2, "20 0 0"),
        (3, "30 0 0"),
        (4, "30 0 0"),
        (2, "-20 0 0"),
        (3, "-30 0 0"),
        (4, "-30 0 0"),
        (1, "10 0 0"),
        (2, "0 -45 0"),
        (3, "0 -45 0"),
        (1, "-10 0 0"),
        (2, "0 -45 0"),
        (3, "0 -45 0"),
    ];
    let (mut text, mut open) = ("HIERARCHY\n".to_owned(), 0);
    for (name, (depth, offset)) in names.iter().zip(offsets) {
        while open > depth {
            text += "}\n";
            open -= 1;
        }
        let (kind, channels) = if depth == 0 { ("ROOT", "6 Xposition Yposition Zposition") } else { ("JOINT", "3") };
        text += &format!("{kind} {name}\n{{\nOFFSET {offset}\nCHANNELS {channels} Zrotation Xrotation Yrotation\n");
        open += 1;
    }
    text += &"}\n".repeat(open);
    text += &format!("MOTION\nFrames: {frames}\nFrame Time: {frame_time}\n");
    for frame in 0..frames {
        let at = frame as f64 * frame_time + later;
        let swing = 30.0 * (1.7 * at).sin() * (0.6 * at).cos() + 20.0 * (2.9 * at + 0.5).sin();
        text += &format!("0 90 0{}{swing} 0 0{}\n", " 0".repeat(9) + " ", " 0".repeat(33));
    }
    text
}

const BVH: [&str; 15] = [
    "Hips",
    "Neck",
    "Head",
    "LeftArm",
    "LeftForeArm",
    "LeftHand",
    "RightArm",
    "RightForeArm",
    "RightHand",
    "LeftUpLeg",
    "LeftLeg",
    "LeftFoot",
    "RightUpLeg",
    "RightLeg",
    "RightFoot",
];
const OTHER: [&str; 15] = [
    "root",
    "lowerneck",
    "skull",
    "lhumerus",
    "lradius",
    "lhand",
    "rhumerus",
    "rradius",
    "rhand",
    "lfemur",
    "ltibia",
    "lfoot",
    "rfemur",
    "rtibia",
    "rfoot",
];

#[test]
fn equal_motions_do_not_differ() {
    let folder = with_walk("compare-same", 5);
    let json = compared(&folder, &["walk.bvh", "walk.bvh", "--offset", "best"]);
    for measure in ["mpjpe", "root_relative", "pa_mpjpe"] {
        assert_eq!(json[measure], json!({ "mean": 0.0, "worst": 0.0, "when": 0.0, "when_b": 0.0 }), "{measure}");
    }
    for (path, expected) in [
        ("/offset", json!(0.0)),
        ("/warp", json!(null)),
        ("/moments", json!(5)),
        ("/to", json!(2.0)),
        ("/a/file", json!("walk.bvh")),
        ("/a/behaviour", json!("walk")),
        ("/a/frame_count", json!(5)),
        ("/a/up", json!("y")),
        ("/joints/1/a", json!({ "name": "Neck", "index": 1 })),
        ("/joints/1/by", json!("name")),
        ("/root/b", json!({ "name": "Hips", "index": 0 })),
        ("/only_a", json!([])),
    ] {
        assert_eq!(json.pointer(path), Some(&expected), "{path}");
    }
}

#[test]
fn distances_are_in_millimetres_with_the_worst_moment() {
    let folder = with_walk("compare-distances", 5);
    // The second motion is 40 higher, and 20 more at the third frame.
    let higher = walk(5).replace("0 90 ", "0 130 ").replace("20 130 ", "20 150 ");
    fs::write(folder.join("higher.bvh"), higher).unwrap();
    let json = compared(&folder, &["walk.bvh", "higher.bvh"]);
    let millimetres = json["a"]["metres_per_unit"].as_f64().unwrap() * 1000.0;
    near(&json["mpjpe"]["mean"], 44.0 * millimetres);
    near(&json["mpjpe"]["worst"], 60.0 * millimetres);
    assert_eq!(json["mpjpe"]["when"], 1.0);
    near(&json["joints"][1]["mpjpe"]["worst"], 60.0 * millimetres);
    near(&json["root_relative"]["worst"], 0.0);
    let codes: Vec<&Value> = json["warnings"].as_array().unwrap().iter().map(|warning| &warning["code"]).collect();
    assert_eq!(codes, ["compare.unit", "compare.unit", "compare.joints"], "the figure is no person");
    let (text, _) = ends(&folder, &["compare", "walk.bvh", "higher.bvh"], 0);
    for part in [
        "walk.bvh\nhigher.bvh\n  joints     2 and 2: 2 pairs, 2 by name\n  root       Hips\n",
        "  time       0.00 to 2.00 s, 5 moments, offset 0 s\n  warnings   3\n    compare.unit: walk.bvh: its unit is an unsure guess: ",
        "MPJPE  ",
        "PA-MPJPE  ",
        "\nNeck  ",
    ] {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
}

#[test]
fn units_axes_and_names_may_differ() {
    let folder = empty("compare-units");
    fs::write(folder.join("a.bvh"), person(&BVH, 30, 0.02, 0.0)).unwrap();
    ends(&folder, &["convert", "--unit", "m", "--up", "z", "a.bvh", "b.bvh"], 0);
    let json = compared(&folder, &["a.bvh", "b.bvh"]);
    assert_eq!((&json["b"]["up"], &json["b"]["unit"]["name"]), (&json!("z"), &json!("m")));
    assert!(json["mpjpe"]["worst"].as_f64().unwrap() < 0.1, "{}", json["mpjpe"]);
    assert_eq!(json["warnings"], json!([]));
    fs::write(folder.join("c.bvh"), person(&OTHER, 30, 0.02, 0.0)).unwrap();
    let json = compared(&folder, &["a.bvh", "c.bvh"]);
    assert_eq!(json["joints"].as_array().unwrap().len(), 15);
    assert_eq!(json["joints"][3]["by"], "landmark");
    assert_eq!(json["mpjpe"]["worst"], 0.0);
    let (text, _) = ends(&folder, &["compare", "a.bvh", "c.bvh"], 0);
    assert!(text.contains("15 and 15: 15 pairs, 4 by name, 11 by their place in the body\n"), "{text}");
    assert!(text.contains("  root       Hips = root\n") && text.contains("\nLeftArm = lhumerus  "), "{text}");
}

#[test]
fn the_best_offset_is_found() {
    let folder = empty("compare-offset");
    fs::write(folder.join("a.bvh"), person(&BVH, 300, 0.02, 0.0)).unwrap();
    fs::write(folder.join("b.bvh"), person(&BVH, 200, 0.02, 1.3)).unwrap();
    let json = compared(&folder, &["a.bvh", "b.bvh", "--offset", "best"]);
    near(&json["offset"], 1.3);
    assert!(json["correlation"].as_f64().unwrap() > 0.999, "{}", json["correlation"]);
    near(&json["mpjpe"]["worst"], 0.0);
    near(&json["from"], 1.3);
    let [when, when_b] = ["when", "when_b"].map(|when| json["pa_mpjpe"][when].as_f64().unwrap());
    assert!((when - when_b - 1.3).abs() < 1e-6, "{when} {when_b}");
    assert_eq!(json["moments"], 200);
    near(&compared(&folder, &["b.bvh", "a.bvh", "--offset", "-1.3"])["mpjpe"]["worst"], 0.0);
    let (text, _) = ends(&folder, &["compare", "a.bvh", "b.bvh", "--offset", "best"], 0);
    assert!(text.contains("best offset 1.300 s, correlation 1.000\n"), "{text}");
    fs::write(folder.join("still.bvh"), person(&BVH, 1, 0.02, 0.0)).unwrap();
    let json = compared(&folder, &["a.bvh", "still.bvh", "--offset", "best"]);
    assert_eq!((&json["offset"], &json["correlation"]), (&json!(0.0), &json!(null)));
    assert_eq!((&json["warnings"][0]["code"], &json["moments"]), (&json!("compare.offset"), &json!(1)));
}

#[test]
fn a_best_offset_of_unrelated_motions_is_doubted() {
    let folder = empty("compare-unrelated");
    for name in ["walk.bvh", "jump.bvh"] {
        let sample = Path::new(FIXTURES).join("../../xtask/samples/clips").join(name);
        fs::copy(sample, folder.join(name)).unwrap();
    }
    let codes = |a: &str, b: &str, offset: &str| -> Vec<String> {
        let json = compared(&folder, &[a, b, "--offset", offset]);
        let warnings = json["warnings"].as_array().unwrap();
        warnings.iter().map(|warning| warning["code"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(codes("walk.bvh", "jump.bvh", "best"), ["compare.match"]);
    assert!(codes("walk.bvh", "jump.bvh", "0").is_empty() && codes("walk.bvh", "walk.bvh", "best").is_empty());
}

#[test]
fn a_warp_is_shown() {
    let folder = empty("compare-warp");
    fs::write(folder.join("a.bvh"), person(&BVH, 101, 0.04, 0.0)).unwrap();
    // The second file has the same motion at half the pace.
    let slow = person(&BVH, 101, 0.04, 0.0).replace("Frame Time: 0.04", "Frame Time: 0.08");
    fs::write(folder.join("slow.bvh"), slow).unwrap();
    let json = compared(&folder, &["a.bvh", "slow.bvh", "--warp"]);
    let path = json["warp"].as_array().unwrap();
    assert_eq!((path.first(), path.last()), (Some(&json!([0.0, 0.0])), Some(&json!([4.0, 8.0]))));
    assert_eq!((json["moments"].as_u64(), &json["offset"]), (Some(path.len() as u64), &json!(null)));
    let plain = compared(&folder, &["a.bvh", "slow.bvh"])["root_relative"]["mean"].as_f64().unwrap();
    let warped = json["root_relative"]["mean"].as_f64().unwrap();
    assert!(warped < 0.2 * plain, "{warped} {plain}");
    let (text, _) = ends(&folder, &["compare", "a.bvh", "slow.bvh", "--warp"], 0);
    let row = |name: &str| {
        text.lines().find_map(|line| line.strip_prefix(name)).unwrap().split_whitespace().collect::<Vec<_>>()
    };
    let (a, b) = (row("  warp, A"), row("  warp, B"));
    assert_eq!((a[0], a[8], a[9], b[0], b[8], b.len()), ("0.00", "4.00", "s", "0.00", "8.00", 10));
}

#[test]
fn other_formats_find_their_skeletons() {
    let files = ["acclaim/plain.amc", "acclaim/stretch.amc", "acclaim/plain.asf", "acclaim/stretch.asf"];
    let json = compared(FIXTURES, &files);
    assert_eq!((&json["a"]["format"], &json["joints"][0]["a"]["name"]), (&json!("ASF/AMC"), &json!("root")));
    assert_eq!(json["joints"].as_array().unwrap().len(), 5);
    let json = compared(FIXTURES, &["hanim/arm.x3d", "hanim/moved_skin.x3d"]);
    assert_eq!(json["b"]["format"], "HAnim");
}

#[test]
fn a_behaviour_of_each_motion_can_be_chosen() {
    let file = "hanim/poses.x3d";
    let names = |arguments: &[&str]| {
        let json = compared(FIXTURES, &[&[file, file], arguments].concat());
        ["a", "b"].map(|side| json[side]["behaviour"].as_str().unwrap().to_owned())
    };
    assert_eq!(names(&[]), ["poses", "poses"]);
    assert_eq!(names(&["--behaviour", "Bow"]), ["Bow", "poses"]);
    assert_eq!(names(&["--behaviour", "Bow", "--behaviour", "Tall"]), ["Bow", "Tall"]);
    let (_, err) = ends(FIXTURES, &["compare", file, file, "--behaviour", "Bow", "--behaviour", "none"], 2);
    assert!(err.contains("there is no motion `none`"), "{err}");
}

#[test]
fn motions_that_cannot_be_compared_are_refused() {
    let folder = with_walk("compare-refused", 3);
    let wheel = walk(3).replace("Hips", "Wheel").replace("Neck", "Axle");
    fs::write(folder.join("wheel.bvh"), wheel).unwrap();
    let (out, err) = ends(&folder, &["compare", "walk.bvh", "wheel.bvh"], 1);
    assert_eq!((&*out, &*err), ("", "walk.bvh, wheel.bvh: the clips have no joint in common\n"));
    let (_, err) = ends(&folder, &["compare", "walk.bvh", "nowhere.bvh"], 1);
    assert!(err.starts_with("nowhere.bvh: "), "{err}");
    fs::write(folder.join("bad.bvh"), "HIERARCHY\nROOT a\n").unwrap();
    let (_, err) = ends(&folder, &["compare", "walk.bvh", "bad.bvh"], 1);
    assert!(err.starts_with("bad.bvh:"), "{err}");
    for (arguments, part) in [
        (&["walk.bvh"][..], "expected two motions, A and B, and the files that they need; found 1 motion"),
        (&["walk.bvh", "walk.bvh", "wheel.bvh"], "found 3 motions"),
        (&["walk.bvh", "walk.bvh", "--offset", "9"], "the motions do not overlap at an offset of 9 s"),
        (&["walk.bvh", "walk.bvh", "--offset", "soon"], "expected --offset to be seconds"),
        (&["walk.bvh", "walk.bvh", "--offset", "nan"], "expected --offset to be seconds"),
        (&["walk.bvh", "walk.bvh", "--offset", "1", "--warp"], "cannot be used with"),
        (&[], "required"),
    ] {
        let (out, err) = ends(&folder, &[&["compare"], arguments].concat(), 2);
        assert!(out.is_empty() && err.contains(part), "{arguments:?}: {err}");
    }
}

#[test]
fn a_figure_at_rest_is_compared_in_one_moment() {
    let folder = empty("compare-rest");
    fs::write(folder.join("a.bvh"), person(&BVH, 50, 0.02, 0.0)).unwrap();
    fs::write(folder.join("rest.bvh"), person(&BVH, 0, 0.02, 0.0)).unwrap();
    for arguments in [["a.bvh", "rest.bvh"], ["rest.bvh", "a.bvh"]] {
        let json = compared(&folder, &arguments);
        assert_eq!(json["moments"], 1, "{arguments:?}");
        let json = compared(&folder, &[&arguments[..], &["--warp"]].concat());
        assert!(json["mpjpe"]["worst"].as_f64().unwrap() > 10.0, "{arguments:?}");
    }
}
