//! `marey check`, shell completions and the manual.

use std::fs;
use std::path::PathBuf;

use serde_json::{Value, json};

use crate::{FIXTURES, empty, ends, walk, with_walk};

/// A folder of valid, repaired and refused motions, two with one skeleton and one without any, and other files.
fn library(name: &str) -> PathBuf {
    let folder = empty(name);
    for (from, to) in [
        ("bvh/plain.bvh", "a/plain.bvh"),
        ("bvh/frames_more.bvh", "a/frames_more.bvh"),
        ("bvh/x_no_brace.bvh", "b.bvh"),
        ("acclaim/dof_subsets.asf", "07/07.asf"),
        ("acclaim/dof_subsets.amc", "07/07_01.amc"),
        ("acclaim/dof_subsets.amc", "07/more/07_02.amc"),
        ("acclaim/dof_subsets.amc", "lost/x.amc"),
        ("bvh/x_no_brace.bvh", ".hidden/c.bvh"),
    ] {
        let path = folder.join(to);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::copy(format!("{FIXTURES}{from}"), path).unwrap();
    }
    fs::write(folder.join("README.md"), "nothing").unwrap();
    folder
}

#[test]
fn a_refused_file_fails_the_check_and_stops_nothing() {
    let folder = library("refused");
    let (out, err) = ends(&folder, &["check", "."], 1);
    assert_eq!(err, "");
    let lines: Vec<&str> = out.lines().collect();
    // Sorted by folder and name, whichever finished first.
    assert!(lines[0].starts_with("./b.bvh:8:3: bvh.expected-brace: expected `{`"), "{out}");
    assert!(lines[1].starts_with("./lost/x.amc:1:1: amc.needs-skeleton: "), "{out}");
    assert!(lines.contains(&"amc.needs-skeleton       1         1  refused"), "{out}");
    assert!(lines.contains(&"bvh.frames-count         1         1"), "{out}");
    assert!(out.ends_with("7 files: 5 read, 2 refused, 2 failed; 8 frames\n"), "{out}");
    let (out, _) = ends(&folder, &["check", "--quiet", "."], 1);
    assert_eq!(out.lines().count(), 2, "{out}");
    let (out, _) = ends(&folder, &["check", "--allow", "amc.needs-skeleton,bvh.expected-brace", "."], 0);
    assert!(out.contains("bvh.expected-brace       1         1  allowed"), "{out}");
    assert!(out.ends_with("2 refused, 0 failed; 8 frames\n"), "{out}");
}

#[test]
fn denied_warnings_fail_the_check() {
    let folder = library("denied");
    for deny in ["bvh.frames-count", "bvh.", "bvh", "all", "asf,bvh.frames-count"] {
        let (out, _) = ends(&folder, &["check", "--deny", deny, "a"], 1);
        assert!(out.starts_with("a/frames_more.bvh:17:1: bvh.frames-count: "), "{deny}: {out}");
        assert!(out.contains("denied\n") && out.contains("2 files: 2 read, 0 refused, 1 failed"), "{deny}: {out}");
    }
    for arguments in [&[][..], &["--deny", "asf"], &["--deny", "all", "--allow", "bvh.frames-count"]] {
        ends(&folder, &[&["check", "a"], arguments].concat(), 0);
    }
}

#[test]
fn json_has_every_file() {
    let folder = library("json");
    let (out, _) = ends(&folder, &["check", "--json", "--deny", "all", "a", "b.bvh"], 1);
    let json: Value = serde_json::from_str(&out).unwrap();
    let totals = ["passes", "file_count", "read", "failed"].map(|key| &json[key]);
    assert_eq!(totals, [&json!(false), &json!(3), &json!(2), &json!(2)]);
    let files: Vec<(&str, &Value)> =
        json["files"].as_array().unwrap().iter().map(|one| (one["file"].as_str().unwrap(), &one["passes"])).collect();
    assert_eq!(files, [("a/frames_more.bvh", &json!(false)), ("a/plain.bvh", &json!(true)), ("b.bvh", &json!(false))]);
    assert_eq!(json["files"][2]["findings"][0]["kind"], "refusal");
    assert_eq!(json["codes"].as_array().unwrap().len(), 2);
}

#[test]
fn places_without_motions_are_wrong_usage() {
    let folder = library("none");
    fs::create_dir_all(folder.join("empty")).unwrap();
    let (out, err) = ends(&folder, &["check", "empty"], 2);
    assert_eq!(out, "");
    assert!(err.contains("there is no motion in empty") && err.contains("Usage: marey check"), "{err}");
    let (_, err) = ends(&folder, &["check", "nowhere"], 1);
    assert!(err.starts_with("nowhere: "), "{err}");
}

#[test]
fn many_files_are_reported_in_order() {
    let folder = library("many");
    fs::remove_dir_all(folder.join("07")).unwrap();
    for number in 0..60 {
        let from = if number % 7 == 0 { "bvh/x_no_brace.bvh" } else { "bvh/plain.bvh" };
        fs::copy(format!("{FIXTURES}{from}"), folder.join(format!("a/{number:03}.bvh"))).unwrap();
    }
    let (out, _) = ends(&folder, &["check", "a"], 1);
    let refused: Vec<&str> = out.lines().filter_map(|line| line.split_once(".bvh:").map(|(name, _)| name)).collect();
    assert_eq!(refused, (0..60).step_by(7).map(|number| format!("a/{number:03}")).collect::<Vec<_>>());
    assert!(out.ends_with("62 files: 53 read, 9 refused, 9 failed; 158 frames\n"), "{out}");
}

#[test]
fn info_prints_json() {
    let folder = library("info");
    let (out, err) = ends(&folder, &["info", "--json", "a/*.bvh"], 0);
    assert_eq!(err, "");
    let json: Value = serde_json::from_str(&out).unwrap();
    for (path, expected) in [
        ("/0/file", json!("a/frames_more.bvh")),
        ("/0/warnings/0/code", json!("bvh.frames-count")),
        ("/1/file", json!("a/plain.bvh")),
        ("/0/rig", Value::Null),
        ("/0/match", json!("none")),
        ("/0/flavour", json!("")),
        ("/0/prefix", Value::Null),
        ("/0/nearest", Value::Null),
        ("/1/joints", json!(3)),
        ("/1/end_sites", json!(1)),
        ("/1/roots", json!(1)),
        ("/1/behaviours/0", json!({ "name": "plain", "frame_count": 3, "frame_time": 0.04, "duration": 0.08 })),
        ("/1/unit/from", json!("guess")),
        ("/1/up/axis", json!("y")),
    ] {
        assert_eq!(json.pointer(path), Some(&expected), "{path}");
    }
}

#[test]
fn what_another_program_makes_of_a_file_is_told_with_what_mends_it() {
    let folder = with_walk("for", 3);
    let (out, _) = ends(&folder, &["check", "--for", "three", "walk.bvh"], 0);
    assert_eq!(out, "1 file for three.js: 1 fit, 0 not taken, 0 spoiled\n");
    let (out, err) = ends(&folder, &["check", "--for", "GMR-lafan1", "walk.bvh"], 1);
    assert_eq!(err, "");
    let lines: Vec<&str> = out.lines().collect();
    // Points that stop the program come first.
    let start =
        "walk.bvh: gmr-lafan1.names: GMR asks for joints by name, and ends with KeyError. Missing: Spine2, LeftUpLeg";
    assert!(lines[0].starts_with(start), "{out}");
    assert!(lines[0].ends_with("(marey convert --as lafan1 walk.bvh walk-gmr-lafan1.bvh)"), "{out}");
    let rate = "walk.bvh: gmr-lafan1.rate: GMR plays each row for a thirtieth of a second. This file has 2 a second. \
                (marey convert --fps 30 walk.bvh walk-gmr-lafan1.bvh)";
    assert!(lines.contains(&rate), "{out}");
    assert_eq!(lines.last(), Some(&"1 file for GMR, LAFAN1: 0 fit, 1 not taken, 0 spoiled"));
    let (out, _) = ends(&folder, &["check", "--for", "gmr-lafan1", "--allow", "gmr-lafan1", "--quiet", "walk.bvh"], 0);
    assert_eq!(out, "");
}

#[test]
fn verdicts_of_another_program_are_an_object_a_line() {
    let folder = library("for-json");
    fs::write(folder.join("a/spaced name.bvh"), walk(2).replace("JOINT Neck", "JOINT The Neck")).unwrap();
    let (out, err) = ends(&folder, &["check", "--for", "univrm", "--json", "."], 1);
    assert_eq!(err, "");
    let objects: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let of = |file: &str| objects.iter().find(|object| object["file"] == file).unwrap();
    let codes = |file: &str| -> Vec<&str> {
        of(file)["stops"].as_array().unwrap().iter().map(|point| point["code"].as_str().unwrap()).collect()
    };
    assert_eq!(codes("./a/plain.bvh"), Vec::<&str>::new());
    assert_eq!(
        of("./a/plain.bvh"),
        &json!({ "file": "./a/plain.bvh", "consumer": "univrm", "stops": [], "spoils": [] })
    );
    let point = &of("./a/spaced name.bvh")["stops"][0];
    assert_eq!(point["code"], "univrm.names");
    assert_eq!(point["words"], "A name has a blank. Here: The Neck.");
    assert_eq!(point["mend"], "marey convert './a/spaced name.bvh' 'spaced name-univrm.bvh'");
    assert_eq!(codes("./b.bvh"), ["bvh.expected-brace"]);
    assert_eq!(codes("./07/07_01.amc"), ["univrm.format"]);
}

#[test]
fn a_program_of_no_known_name_is_wrong_usage_and_the_names_are_listed() {
    let folder = with_walk("for-nobody", 2);
    let (out, err) = ends(&folder, &["check", "--for", "nobody", "walk.bvh"], 2);
    assert_eq!(out, "");
    assert!(err.contains("gmr-lafan1") && err.contains("blender") && err.contains("fairmotion"), "{err}");
}

#[test]
fn info_names_the_rig_and_says_what_its_rest_pose_shows() {
    let folder = empty("rig");
    // HumanIK's names on bones along +x, legs first: LAFAN1's.
    let limb = |names: [&str; 4]| {
        let open =
            names.iter().map(|name| format!("JOINT {name} {{ OFFSET 10 0 0 CHANNELS 3 Zrotation Yrotation Xrotation "));
        format!("{}End Site {{ OFFSET 5 0 0 }} {}", open.collect::<String>(), "} ".repeat(4))
    };
    let sides = |part: [&str; 4]| {
        ["Left", "Right"].map(|side| limb(part.map(|name| format!("{side}{name}")).each_ref().map(String::as_str)))
    };
    let [legs, arms] =
        [["UpLeg", "Leg", "Foot", "Toe"], ["Shoulder", "Arm", "ForeArm", "Hand"]].map(|part| sides(part).concat());
    let trunk = ["Spine", "Spine1", "Spine2"]
        .map(|name| format!("JOINT {name} {{ OFFSET 9 0 0 CHANNELS 3 Zrotation Yrotation Xrotation "));
    let neck = "JOINT Neck { OFFSET 9 0 0 CHANNELS 3 Zrotation Yrotation Xrotation JOINT Head { OFFSET 9 0 0 CHANNELS 3 Zrotation Yrotation Xrotation End Site { OFFSET 9 0 0 } } } ";
    let text = format!(
        "HIERARCHY ROOT Hips {{ OFFSET 0 0 0 CHANNELS 6 Xposition Yposition Zposition Zrotation Yrotation Xrotation {legs}{}{neck}{arms}}} }} }} }}\nMOTION\nFrames: 2\nFrame Time: 0.0333333\n{}\n{}\n",
        trunk.concat(),
        "1 ".repeat(69),
        "2 ".repeat(69)
    );
    fs::write(folder.join("lafan.bvh"), text).unwrap();
    let (out, _) = ends(&folder, &["info", "lafan.bvh"], 0);
    assert!(
        out.contains("  rig        LAFAN1 (22 of 22 names)\n    The rest pose is no body: all bones point along x;"),
        "{out}"
    );
    let (out, _) = ends(&folder, &["info", "--json", "lafan.bvh"], 0);
    let json: Value = serde_json::from_str(&out).unwrap();
    let keys = ["rig", "match", "flavour", "prefix", "nearest"].map(|key| &json[0][key]);
    assert_eq!(keys, [&json!("lafan1"), &json!("exact"), &json!(""), &Value::Null, &Value::Null]);
    assert_eq!(json[0]["remarks"][0]["code"], "rest.one-way");
}

#[test]
fn a_body_model_that_does_not_fit_is_told() {
    let folder = empty("other-model");
    for name in ["aist.pkl", "poses.npz", "model.npz"] {
        fs::copy(format!("{FIXTURES}arrays/{name}"), folder.join(name)).unwrap();
    }
    let (out, _) = ends(&folder, &["info", "aist.pkl", "model.npz"], 0);
    let told = "the body model model.npz has 22 joints and these poses turn 24: the proportions stay neutral";
    assert!(out.contains(told), "{out}");
    let (out, _) = ends(&folder, &["info", "poses.npz", "model.npz"], 0);
    assert!(!out.contains("neutral"), "{out}");
}

#[test]
fn arrays_that_could_hold_several_things_are_asked_about() {
    let folder = empty("unsure-arrays");
    fs::copy(format!("{FIXTURES}arrays/unsure.npz"), folder.join("unsure.npz")).unwrap();
    let said = "not sure: rotations as axes and angles of 22 joints of HumanML3D (--holds axis-angles --joints humanml3d); \
                or positions of 22 joints in an unknown order (--holds positions --joints inferred --axes FJ3)";
    let (out, _) = ends(&folder, &["info", "unsure.npz"], 0);
    assert!(out.contains(&format!("  reading    {said}")), "{out}");
    let (_, err) = ends(&folder, &["convert", "unsure.npz", "unsure.bvh"], 0);
    assert_eq!(err.trim_end(), format!("unsure.npz: {said}"));
    let (out, _) = ends(&folder, &["check", "--deny", "arrays.unsure", "unsure.npz"], 1);
    assert!(out.contains("arrays.unsure: not sure what the array holds: "), "{out}");
    // A reading that is stated is not asked about.
    for stated in [["--holds", "axis-angles"], ["--joints", "points"], ["--joints", "humanml3d"]] {
        let check = [&["check", "--deny", "arrays.unsure"], &stated[..], &["unsure.npz"]].concat();
        ends(&folder, &check, 0);
    }
    let (out, _) = ends(&folder, &["info", "--holds", "positions", "--joints", "humanml3d", "unsure.npz"], 0);
    assert!(out.contains("HumanML3D, as stated") && !out.contains("rotations as"), "{out}");
    let (_, err) = ends(&folder, &["info", "--holds", "angles", "unsure.npz"], 2);
    assert!(err.contains("axis-angles"), "{err}");
}

#[test]
fn completions_and_manual_have_every_command() {
    let folder = library("shells");
    for shell in ["bash", "zsh", "fish", "powershell"] {
        let (out, _) = ends(&folder, &["completions", shell], 0);
        for word in ["convert", "positions", "check", "info", "in-place", "deny"] {
            assert!(out.contains(word), "{shell} does not know {word}");
        }
    }
    let (out, _) = ends(&folder, &["man"], 0);
    for part in [
        ".TH marey 1",
        ".SH NAME",
        ".SH CONVERT",
        ".SH CHECK",
        "\\-\\-in\\-place",
        ".SH EXIT STATUS",
        ".SH EXAMPLES",
        "marey convert walk.bvh walk.glb",
        "marey check \\-\\-deny",
    ] {
        assert!(out.contains(part), "{part} is not in the manual");
    }
    assert_eq!(ends(&folder, &["--version"], 0).0, concat!("marey ", env!("CARGO_PKG_VERSION"), "\n"));
}

#[test]
fn every_kind_of_file_is_found_in_folders() {
    let folder = empty("kinds");
    fs::copy(format!("{FIXTURES}bvh/plain.bvh"), folder.join("walk.bvh")).unwrap();
    ends(&folder, &["link", "--output", "packed.marey", "walk.bvh"], 0);
    fs::copy(format!("{FIXTURES}hanim/sites.x3d"), folder.join("a.x3d")).unwrap();
    fs::copy(format!("{FIXTURES}hanim/two_behaviours.x3dv"), folder.join("b.X3DV")).unwrap();
    fs::write(folder.join("c.vrml"), "#VRML V2.0 utf8\nGroup { }\n").unwrap();
    fs::write(folder.join("d.json"), "{ \"X3D\": { } }").unwrap();
    fs::write(folder.join("e.json"), "{ \"name\": \"settings\" }").unwrap();
    let (out, _) = ends(&folder, &["check", "--json", "--allow", "all", "."], 0);
    let json: Value = serde_json::from_str(&out).unwrap();
    let files: Vec<&str> = json["files"].as_array().unwrap().iter().map(|one| one["file"].as_str().unwrap()).collect();
    assert_eq!(files, ["./a.x3d", "./b.X3DV", "./c.vrml", "./d.json", "./packed.marey", "./walk.bvh"]);
}
