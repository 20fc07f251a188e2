//! `marey positions` and `marey info`.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

use crate::{FIXTURES, ends};

fn beside(arguments: &[&str], expected: i32) -> (String, String) {
    ends(format!("{FIXTURES}bvh"), arguments, expected)
}

fn positions(arguments: &[&str]) -> Value {
    let (out, err) = beside(&[&["positions"], arguments].concat(), 0);
    assert_eq!(err, "");
    serde_json::from_str(&out).unwrap()
}

fn times(json: &Value) -> Vec<f64> {
    json["poses"].as_array().unwrap().iter().map(|pose| pose["time"].as_f64().unwrap()).collect()
}

#[test]
fn joints_of_one_name_get_numbers_in_a_gltf() {
    let (out, _) = ends(format!("{FIXTURES}gltf"), &["positions", "names.glb"], 0);
    let json: Value = serde_json::from_str(&out).unwrap();
    let names: Vec<&str> =
        json["joints"].as_array().unwrap().iter().map(|joint| joint["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["", "骨 \"q\"_1", "骨 \"q\"_2", "leg"]);
}

#[test]
fn a_rounded_time_is_that_of_its_frame() {
    let (out, _) = ends(format!("{FIXTURES}gltf"), &["positions", "--times", "0.4999995,0.49", "steps.glb"], 0);
    let json: Value = serde_json::from_str(&out).unwrap();
    // The hips jump from 1 to 2 at 0.5.
    let heights =
        ["/poses/0/positions/0/1", "/poses/1/positions/0/1"].map(|path| json.pointer(path).unwrap().as_f64().unwrap());
    assert_eq!(heights, [2.0, 1.0]);
}

#[test]
fn positions_are_one_json_object() {
    let json = positions(&["frames_more.bvh"]);
    for (path, expected) in [
        ("/format", json!("BVH")),
        ("/frame_count", json!(2)),
        ("/frame_time", json!(0.04)),
        ("/joints/0", json!({ "name": "Hips", "parent": null, "kind": "joint", "end_site": false })),
        ("/joints/2", json!({ "name": "End Site", "parent": 1, "kind": "end_site", "end_site": true })),
        ("/poses/0/positions/0", json!([1.5, 90.25, -3.75])),
        ("/warnings/0/code", json!("bvh.frames-count")),
        ("/warnings/0/line", json!(17)),
        ("/warnings/0/column", json!(1)),
    ] {
        assert_eq!(json.pointer(path), Some(&expected), "{path}");
    }
    assert!(json["warnings"][0]["message"].as_str().unwrap().contains("250"));
}

#[test]
fn poses_are_selected_by_frame_time_and_fraction() {
    assert_eq!(times(&positions(&["--frames", "2,0", "plain.bvh"])), [0.08, 0.0]);
    assert_eq!(times(&positions(&["--frames", "0-2", "plain.bvh"])), [0.0, 0.04, 0.08]);
    assert_eq!(times(&positions(&["--frames", "2,0-1,2-", "plain.bvh"])), [0.08, 0.0, 0.04, 0.08]);
    assert_eq!(times(&positions(&["--frames", "all", "plain.bvh"])), [0.0, 0.04, 0.08]);
    assert_eq!(times(&positions(&["--times", "0.02,9", "plain.bvh"])), [0.02, 9.0]);
    assert_eq!(times(&positions(&["plain.bvh", "--fractions", "0,.5,1"])), [0.0, 0.04, 0.08]);
    assert_eq!(times(&positions(&["plain.bvh"])), [0.0, 0.0, 0.04, 0.04, 0.08]);
    assert_eq!(times(&positions(&["--behaviour", "plain", "--frames", "1", "plain.bvh"])), [0.04]);
    let half_way = positions(&["--times", "0.02", "plain.bvh"]);
    assert!((half_way["poses"][0]["positions"][0][0].as_f64().unwrap() - 2.0).abs() < 1e-6);
    let rest = positions(&["--rest", "plain.bvh"]);
    assert_eq!(rest["poses"][0]["positions"], json!([[0.0, 0.0, 0.0], [0.0, 10.0, 0.5], [0.0, 15.0, 0.5]]));
}

#[test]
fn takes_of_an_fbx_are_in_the_seconds_of_the_file() {
    let read = |arguments: &[&str]| -> Value {
        let (out, _) = ends(format!("{FIXTURES}fbx"), &[&["positions"], arguments, &["takes.fbx"]].concat(), 0);
        serde_json::from_str(&out).unwrap()
    };
    let early = read(&["--behaviour", "early", "--times", "-2,-1.75"]);
    assert_eq!(times(&early), [-2.0, -1.75]);
    assert_eq!(times(&read(&["--behaviour", "early"])), [-2.0, -2.0, -1.75, -1.75, -1.5]);
    let walk = read(&["--times", "0,0.25"]);
    assert_eq!(walk["poses"][1]["positions"], early["poses"][1]["positions"], "the same motion, two seconds later");
    // This take has no motion.
    let places = |json: &Value| json["poses"][0]["positions"].clone();
    assert_eq!(places(&read(&["--behaviour", "empty", "--times", "3"])), places(&read(&["--rest"])));
    let (out, _) = ends(format!("{FIXTURES}fbx"), &["info", "takes.fbx"], 0);
    assert!(out.contains("    early: begins at -2 s of the file\n    empty: nothing moves in it\n"), "{out}");
}

#[test]
fn scales_of_an_fbx_that_only_round_keep_no_one_from_bvh() {
    let (out, _) = ends(format!("{FIXTURES}fbx"), &["convert", "--format", "bvh", "noise.fbx", "-"], 0);
    assert!(out.starts_with("HIERARCHY"), "{out}");
}

#[test]
fn a_refusal_names_file_line_and_column() {
    for command in ["positions", "info"] {
        let refused = |file: &str| beside(&[command, file], 1);
        let (out, err) = refused("x_no_brace.bvh");
        assert_eq!(out, "");
        assert!(err.starts_with("x_no_brace.bvh:8:3: bvh.expected-brace: expected `{`"), "{err}");
        let message = "x_png.bvh:byte 0: file.other-kind: this is a picture (PNG), so nothing can move. \
             Open a motion: BVH, ASF with AMC, HAnim, NumPy\n";
        assert_eq!(refused("x_png.bvh").1, message);
        assert!(refused("nowhere.bvh").1.starts_with("nowhere.bvh: "));
    }
}

#[test]
fn wrong_usage_prints_the_usage() {
    for arguments in [
        &[][..],
        &["dance"],
        &["positions"],
        &["positions", "--frames", "plain.bvh"],
        &["positions", "--frames", "1,x", "plain.bvh"],
        &["positions", "--frames", "3", "plain.bvh"],
        &["positions", "--frames", "2-9", "plain.bvh"],
        &["positions", "--frames", "2-1", "plain.bvh"],
        &["positions", "--times", "nan", "plain.bvh"],
        &["positions", "--rest", "--frames", "1", "plain.bvh"],
        &["positions", "--behaviour", "none", "plain.bvh"],
        &["positions", "--loud", "plain.bvh"],
        &["info"],
    ] {
        let (out, err) = beside(arguments, 2);
        assert_eq!(out, "", "{arguments:?}");
        assert!(err.contains("Usage: marey"), "{arguments:?}: {err}");
    }
    beside(&["--help"], 0);
}

#[test]
fn the_first_of_several_motions_is_printed() {
    let json = positions(&["frames_more.bvh", "plain.bvh"]);
    assert_eq!(json["frame_count"], 2);
    let codes: Vec<&Value> = json["warnings"].as_array().unwrap().iter().map(|warning| &warning["code"]).collect();
    assert_eq!(codes, ["bvh.frames-count", "positions.motions"]);
}

#[test]
fn info_prints_text() {
    let (out, _) = beside(&["info", "two_roots.bvh", "frame_time_comma.bvh"], 0);
    for part in ["4, 2 end sites, 2 roots", "120 fps", "bvh.decimal-comma", "2 joints: Xposition"] {
        assert!(out.contains(part), "{part} is not in\n{out}");
    }
}

/// Writes a skeleton with limits, its motion and a skin into a folder, and returns their paths.
fn acclaim(folder: &str) -> [String; 3] {
    let folder = crate::empty(folder);
    let files = [
        (
            "07.asf",
            ":version 1.10\n:units length 0.45\n:documentation\nA hip.\n:root order tx ty tz rx ry rz\n:bonedata\n\
             begin name hip direction 0 2 0 length 2 axis 0 0 0 XYZ dof rz limits (-30 30) bodymass 1 cofmass 1 end\n\
             :hierarchy\nroot hip\n",
        ),
        ("07_01.amc", ":FULLY-SPECIFIED\n:DEGREES\n1\nroot 2 0 0 0 0 0\nhip 10\n2\nroot 0 0 0 0 0 0\nhip 90\n"),
        ("box.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\ng hip\nf 1 2 3\n"),
    ];
    files.map(|(name, text)| {
        let path = folder.join(name);
        fs::write(&path, text).unwrap();
        path.into_os_string().into_string().unwrap()
    })
}

#[test]
fn files_that_need_each_other_may_be_named_in_any_order() {
    let [skeleton, motion, skin] = acclaim("orders");
    for files in [[&skeleton, &motion, &skin], [&motion, &skin, &skeleton], [&skin, &skeleton, &motion]] {
        let json = positions(&["--frames", "0,1", files[0], files[1], files[2]]);
        assert_eq!((&json["format"], &json["frame_count"]), (&json!("ASF/AMC"), &json!(2)));
        let at =
            |pose: usize, joint: usize, axis: usize| json["poses"][pose]["positions"][joint][axis].as_f64().unwrap();
        // Written lengths times 0.45; the hip's tip is a quarter turn about z to the left.
        assert!((at(0, 0, 0) - 0.9).abs() < 1e-6 && (at(1, 2, 0) + 0.9).abs() < 1e-6);
        let place = ["code", "line", "file"].map(|key| &json["warnings"][0][key]);
        assert_eq!(place, [&json!("asf.direction-length"), &json!(7), &json!(skeleton)]);
    }
    assert_eq!(positions(&["--rest", &skeleton])["warnings"][0]["file"], Value::Null);
}

#[test]
fn a_motion_finds_its_skeleton_beside_it() {
    let [skeleton, motion, _] = acclaim("beside");
    let named = positions(&[&skeleton, &motion]);
    assert_eq!(positions(&[&motion])["poses"], named["poses"]);
    // From its own folder, in which a pipe has no writer.
    let (folder, name) = motion.rsplit_once('/').unwrap();
    #[cfg(unix)]
    assert!(Command::new("mkfifo").arg(format!("{folder}/a.asf")).status().unwrap().success());
    let (out, _) = ends(folder, &["positions", name], 0);
    assert_eq!(serde_json::from_str::<Value>(&out).unwrap()["poses"], named["poses"]);
    let sims = crate::empty("beside-sims");
    for file in ["small.skel", "bone_case.anim"] {
        fs::copy(format!("{FIXTURES}skel/{file}"), sims.join(file)).unwrap();
    }
    ends(&sims, &["info", "bone_case.anim"], 0);
}

#[test]
fn refusals_name_the_file_at_fault() {
    let [skeleton, motion, skin] = acclaim("refusals");
    fs::remove_file(&skeleton).unwrap();
    let (_, err) = beside(&["positions", &motion], 1);
    assert!(err.starts_with(&format!("{motion}:1:1: amc.needs-skeleton: ")) && err.contains("drop 07.asf"), "{err}");
    fs::write(&skeleton, ":version 1.10\n").unwrap();
    for (files, message) in [
        (&["info", &skin][..], format!("{skin}:1:1: obj.alone: ")),
        (&["info", &motion, &skeleton], format!("{skeleton}:1:14: asf.no-skeleton: ")),
    ] {
        let (_, err) = beside(files, 1);
        assert!(err.starts_with(&message), "{message}: {err}");
    }
}

/// Whether a line has a plural in parentheses or after a 1.
fn wrong_plural(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    let is_plural = |word: &str| {
        !["was", "is", "has", "fps", "s"].contains(&word)
            && word.ends_with('s')
            && word.chars().all(|c| c.is_ascii_lowercase())
    };
    let bare = |word: &str| word.trim_end_matches([',', ';', ':', '.']).to_owned();
    line.contains("(s)") || words.windows(2).any(|pair| pair[0] == "1" && is_plural(&bare(pair[1])))
}

#[test]
fn one_thing_is_in_the_singular() {
    for format in ["bvh", "acclaim", "arrays", "skel", "hanim"] {
        for command in ["info", "check"] {
            let output =
                Command::new(env!("CARGO_BIN_EXE_marey")).args([command, &format!("{FIXTURES}{format}")]).output();
            let output = output.unwrap();
            let text = [output.stdout, output.stderr].concat();
            let text = String::from_utf8_lossy(&text);
            let wrong: Vec<&str> = text.lines().filter(|line| wrong_plural(line)).collect();
            assert!(text.contains("warnings") || text.contains("read"), "{text}");
            assert_eq!(wrong, Vec::<&str>::new(), "{command} {format}");
        }
    }
}

#[test]
fn info_prints_the_facts_of_acclaim_files() {
    let [skeleton, motion, skin] = acclaim("info");
    let (out, _) = beside(&["info", &skin, &motion, &skeleton], 0);
    assert_eq!(out.matches("format ").count(), 1);
    for part in [
        "120 fps (frame time 0.008333333333333333 s; assumed, the file states none)",
        "multiplied by 0.45, as the file asks; in CMU's captures one written unit is 5.644 cm",
        "channels   7\n    1 joint: tx ty tz rx ry rz\n    1 joint: rz\n",
        "masses     1 bone",
        "1 triangle\n",
        "marks      1\n    frame 1: hip: rz 90",
        "documentation\n    A hip.\n",
        "asf.direction-length",
    ] {
        assert!(out.contains(part), "{part} is not in\n{out}");
    }
    assert!(out.contains(&format!("skeleton   {skeleton}")) && out.contains(&format!("    {skeleton}:7:")), "{out}");
}

fn piped(file: &str) -> Child {
    let mut program = Command::new(env!("CARGO_BIN_EXE_marey"));
    program.args(["positions", file]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    program.spawn().unwrap()
}

#[test]
fn a_dash_is_standard_input() {
    let mut child = piped("-");
    let bytes = fs::read(format!("{FIXTURES}bvh/plain.bvh")).unwrap();
    child.stdin.take().unwrap().write_all(&bytes).unwrap();
    let json: Value = serde_json::from_slice(&child.wait_with_output().unwrap().stdout).unwrap();
    assert_eq!(json["frame_count"], 3);
}

#[test]
fn a_closed_output_pipe_is_no_failure() {
    let mut child = piped(&format!("{FIXTURES}bvh/plain.bvh"));
    drop(child.stdout.take());
    let done = child.wait_with_output().unwrap();
    assert_eq!((done.status.code(), done.stderr.len()), (Some(0), 0));
}

#[test]
fn sites_are_printed_as_sites() {
    let json = positions(&["--rest", "../hanim/sites.x3d"]);
    let kinds: Vec<&Value> = json["joints"].as_array().unwrap().iter().map(|joint| &joint["kind"]).collect();
    assert_eq!(kinds, ["joint", "joint", "site", "site", "end_site", "site"]);
}

/// A folder with three motions, two of which need the skeleton above them.
fn library(name: &str) -> PathBuf {
    let folder = crate::empty(name);
    for (from, to) in [
        ("bvh/plain.bvh", "a/plain.bvh"),
        ("acclaim/dof_subsets.asf", "07/07.asf"),
        ("acclaim/dof_subsets.amc", "07/07_01.amc"),
        ("acclaim/dof_subsets.amc", "07/more/07_02.amc"),
    ] {
        let path = folder.join(to);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::copy(format!("{FIXTURES}{from}"), path).unwrap();
    }
    folder
}

#[test]
fn folders_are_searched_recursively() {
    let folder = library("look-folders");
    let (out, err) = ends(&folder, &["info", "--json", "."], 0);
    assert_eq!(err, "");
    let json: Value = serde_json::from_str(&out).unwrap();
    let files: Vec<&str> = json.as_array().unwrap().iter().map(|one| one["file"].as_str().unwrap()).collect();
    assert_eq!(files, ["./07/07_01.amc", "./07/more/07_02.amc", "./a/plain.bvh"]);
    assert_eq!(json[1]["skeleton_file"], "./07/07.asf");
    let json: Value = serde_json::from_str(&ends(&folder, &["positions", "--frames", "0", "."], 0).0).unwrap();
    assert_eq!((&json["format"], &json["warnings"][0]["code"]), (&json!("ASF/AMC"), &json!("positions.motions")));
    fs::copy(folder.join("07/07.asf"), folder.join("07.asf")).unwrap();
    fs::create_dir_all(folder.join("bare")).unwrap();
    fs::copy(folder.join("07/07_01.amc"), folder.join("bare/07_01.amc")).unwrap();
    let (out, _) = ends(&folder, &["info", "07.asf", "bare"], 0);
    assert!(out.starts_with("bare/07_01.amc\n") && out.contains("skeleton   07.asf"), "{out}");
    fs::create_dir_all(folder.join("empty")).unwrap();
    for command in ["info", "positions", "link"] {
        let (_, err) = ends(&folder, &[command, "empty"], 2);
        assert!(err.contains("there is no motion in empty"), "{err}");
    }
}

#[test]
fn info_continues_after_a_bad_file() {
    let folder = library("look-bad");
    fs::copy(format!("{FIXTURES}bvh/x_no_brace.bvh"), folder.join("a/bad.bvh")).unwrap();
    let files = ["nowhere.bvh", "a/bad.bvh", "a/plain.bvh"];
    let (out, err) = ends(&folder, &[&["info"], &files[..]].concat(), 1);
    assert!(out.starts_with("a/plain.bvh\n"), "{out}");
    let lines: Vec<&str> = err.lines().collect();
    assert!(
        lines[0].starts_with("nowhere.bvh: ") && lines[1].starts_with("a/bad.bvh:8:3: bvh.expected-brace: "),
        "{err}"
    );
    let (out, _) = ends(&folder, &[&["info", "--json"], &files[..]].concat(), 1);
    let json: Value = serde_json::from_str(&out).unwrap();
    let of = |index: usize, key: &str| json[index].pointer(key).cloned().unwrap_or_default();
    assert_eq!((of(0, "/file"), of(0, "/error/code")), (json!("nowhere.bvh"), json!("file.unreadable")));
    let error = ["/file", "/error/code", "/error/line", "/error/column"].map(|key| of(1, key));
    assert_eq!(error, [json!("a/bad.bvh"), json!("bvh.expected-brace"), json!(8), json!(3)]);
    assert_eq!((of(2, "/error"), of(2, "/format")), (Value::Null, json!("BVH")));
}

#[test]
fn the_negated_axis_of_the_sims_is_printed() {
    for files in
        [&["../skel/plain.skel"][..], &["../skel/wave.anim", "../skel/plain.skel"], &["../skel/catalogue_at_rest.cmx"]]
    {
        let (out, _) = beside(&[&["info"], files].concat(), 0);
        assert!(out.contains("\n  axes       X is negated: the file is left-handed\n"), "{out}");
        let json: Value = serde_json::from_str(&beside(&[&["info", "--json"], files].concat(), 0).0).unwrap();
        assert_eq!((&json[0]["negated_axis"], &positions(files)["negated_axis"]), (&json!("x"), &json!("x")));
    }
    assert!(!beside(&["info", "plain.bvh"], 0).0.contains("axes"));
    assert_eq!(positions(&["plain.bvh"]).pointer("/negated_axis"), Some(&Value::Null));
}
