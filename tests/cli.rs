//! The command line: what it prints, and how it ends.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::Value;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/bvh/");

/// Exit code, standard output, standard error.
fn marey(arguments: &[&str]) -> (Option<i32>, String, String) {
    let done = Command::new(env!("CARGO_BIN_EXE_marey")).current_dir(FOLDER).args(arguments).output().unwrap();
    (done.status.code(), String::from_utf8(done.stdout).unwrap(), String::from_utf8(done.stderr).unwrap())
}

fn positions(arguments: &[&str]) -> Value {
    let (code, out, err) = marey(&[&["positions"], arguments].concat());
    assert_eq!((code, err.as_str()), (Some(0), ""));
    serde_json::from_str(&out).unwrap()
}

fn times(json: &Value) -> Vec<f64> {
    json["poses"].as_array().unwrap().iter().map(|pose| pose["time"].as_f64().unwrap()).collect()
}

#[test]
fn positions_are_one_json_object() {
    let json = positions(&["frames_more.bvh"]);
    assert_eq!(json["format"], "BVH");
    assert_eq!(json["frame_count"], 2);
    assert_eq!(json["frame_time"], 0.04);
    assert_eq!(
        json["joints"][0],
        serde_json::json!({ "name": "Hips", "parent": null, "kind": "joint", "end_site": false })
    );
    assert_eq!(
        json["joints"][2],
        serde_json::json!({ "name": "End Site", "parent": 1, "kind": "end_site", "end_site": true })
    );
    assert_eq!(json["poses"][0]["positions"][0], serde_json::json!([1.5, 90.25, -3.75]));
    let warning = &json["warnings"][0];
    assert_eq!(
        (&warning["code"], &warning["line"], &warning["column"]),
        (&"bvh.frames-count".into(), &17.into(), &1.into())
    );
    assert!(warning["message"].as_str().unwrap().contains("250"));
}

#[test]
fn poses_are_selected_by_frame_time_and_fraction() {
    assert_eq!(times(&positions(&["--frames", "2,0", "plain.bvh"])), [0.08, 0.0]);
    assert_eq!(times(&positions(&["--times", "0.02,9", "plain.bvh"])), [0.02, 9.0]);
    assert_eq!(times(&positions(&["plain.bvh", "--fractions", "0,.5,1"])), [0.0, 0.04, 0.08]);
    assert_eq!(times(&positions(&["plain.bvh"])), [0.0, 0.0, 0.04, 0.04, 0.08]);
    assert_eq!(times(&positions(&["--behaviour", "plain", "--frames", "1", "plain.bvh"])), [0.04]);
    let half_way = positions(&["--times", "0.02", "plain.bvh"]);
    assert!((half_way["poses"][0]["positions"][0][0].as_f64().unwrap() - 2.0).abs() < 1e-6);
    let rest = positions(&["--rest", "plain.bvh"]);
    assert_eq!(rest["poses"][0]["positions"], serde_json::json!([[0.0, 0.0, 0.0], [0.0, 10.0, 0.5], [0.0, 15.0, 0.5]]));
}

#[test]
fn a_refusal_names_file_line_and_column() {
    for command in ["positions", "info"] {
        let (code, out, err) = marey(&[command, "x_no_brace.bvh"]);
        assert_eq!((code, out.as_str()), (Some(1), ""));
        assert!(err.starts_with("x_no_brace.bvh:8:3: bvh.expected-brace: expected `{`"), "{err}");
        let (code, _, err) = marey(&[command, "x_png.bvh"]);
        assert_eq!(
            (code, err.as_str()),
            (Some(1), "x_png.bvh:byte 0: file.other-kind: this is a PNG picture, and no motion\n")
        );
        let (code, _, err) = marey(&[command, "nowhere.bvh"]);
        assert_eq!((code, err.starts_with("nowhere.bvh: ")), (Some(1), true), "{err}");
    }
}

#[test]
fn wrong_usage_is_told_with_the_usage() {
    for arguments in [
        &[][..],
        &["dance"],
        &["positions"],
        &["positions", "--frames", "plain.bvh"],
        &["positions", "--frames", "1,x", "plain.bvh"],
        &["positions", "--frames", "3", "plain.bvh"],
        &["positions", "--times", "nan", "plain.bvh"],
        &["positions", "--rest", "--frames", "1", "plain.bvh"],
        &["positions", "--behaviour", "none", "plain.bvh"],
        &["positions", "--loud", "plain.bvh"],
        &["info"],
    ] {
        let (code, out, err) = marey(arguments);
        assert_eq!((code, out.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(err.contains("Usage: marey"), "{arguments:?}: {err}");
    }
    assert_eq!(marey(&["--help"]).0, Some(0));
}

#[test]
fn of_several_motions_the_first_is_printed() {
    let json = positions(&["frames_more.bvh", "plain.bvh"]);
    assert_eq!(json["frame_count"], 2);
    let codes: Vec<&Value> = json["warnings"].as_array().unwrap().iter().map(|warning| &warning["code"]).collect();
    assert_eq!(codes, ["bvh.frames-count", "positions.motions"]);
}

#[test]
fn info_is_for_people() {
    let (code, out, _) = marey(&["info", "two_roots.bvh", "frame_time_comma.bvh"]);
    assert_eq!(code, Some(0));
    for part in ["4, 2 end sites, 2 root(s)", "120 fps", "bvh.decimal-comma", "2 joint(s): Xposition"] {
        assert!(out.contains(part), "{part} is not in\n{out}");
    }
}

/// A skeleton with limits, its motion, and a skin, in a folder of their own: their paths.
#[cfg(feature = "acclaim")]
fn acclaim(folder: &str) -> [String; 3] {
    let folder = format!("{}/{folder}", env!("CARGO_TARGET_TMPDIR"));
    std::fs::create_dir_all(&folder).unwrap();
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
        let path = format!("{folder}/{name}");
        std::fs::write(&path, text).unwrap();
        path
    })
}

#[cfg(feature = "acclaim")]
#[test]
fn files_that_need_each_other_are_given_in_any_order() {
    let [skeleton, motion, skin] = acclaim("orders");
    for files in [[&skeleton, &motion, &skin], [&motion, &skin, &skeleton], [&skin, &skeleton, &motion]] {
        let json = positions(&["--frames", "0,1", files[0], files[1], files[2]]);
        assert_eq!((&json["format"], &json["frame_count"]), (&"ASF/AMC".into(), &2.into()));
        let at =
            |pose: usize, joint: usize, axis: usize| json["poses"][pose]["positions"][joint][axis].as_f64().unwrap();
        // Written lengths times 0.45; the hip's tip is a quarter turn about z to the left.
        assert!((at(0, 0, 0) - 0.9).abs() < 1e-6 && (at(1, 2, 0) + 0.9).abs() < 1e-6);
        let warning = &json["warnings"][0];
        let place = (&warning["code"], &warning["line"], warning["file"].as_str());
        assert_eq!(place, (&"asf.direction-length".into(), &7.into(), Some(skeleton.as_str())));
    }
    assert_eq!(positions(&["--rest", &skeleton])["warnings"][0]["file"], Value::Null);
}

#[cfg(feature = "acclaim")]
#[test]
fn refusals_name_the_file_that_is_to_blame() {
    let [skeleton, motion, skin] = acclaim("refusals");
    let (code, _, err) = marey(&["positions", &motion]);
    assert_eq!(code, Some(1));
    assert!(err.starts_with(&format!("{motion}:1:1: amc.needs-skeleton: ")) && err.contains("drop 07.asf"), "{err}");
    let (_, _, err) = marey(&["info", &skin]);
    assert!(err.starts_with(&format!("{skin}:1:1: obj.alone: ")), "{err}");
    std::fs::write(&skeleton, ":version 1.10\n").unwrap();
    let (_, _, err) = marey(&["info", &motion, &skeleton]);
    assert!(err.starts_with(&format!("{skeleton}:1:14: asf.no-skeleton: ")), "{err}");
}

#[cfg(feature = "acclaim")]
#[test]
fn info_tells_what_only_acclaim_knows() {
    let [skeleton, motion, skin] = acclaim("info");
    let (code, out, _) = marey(&["info", &skin, &motion, &skeleton]);
    assert_eq!((code, out.matches("format ").count()), (Some(0), 1));
    for part in [
        "120 fps (frame time 0.008333333333333333 s; assumed, the file states none)",
        "multiplied by 0.45, as the file asks; in CMU's captures one written unit is 5.644 cm",
        "channels   7\n    1 joint(s): tx ty tz rx ry rz\n    1 joint(s): rz\n",
        "masses     1 bone(s)",
        "1 triangles",
        "marks      1\n    frames 1 to 1, most at 1: hip: rz 90",
        "documentation\n    A hip.\n",
        "asf.direction-length",
    ] {
        assert!(out.contains(part), "{part} is not in\n{out}");
    }
    assert!(out.contains(&format!("skeleton   {skeleton}")) && out.contains(&format!("    {skeleton}:7:")), "{out}");
}

#[test]
fn a_dash_is_standard_input() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_marey"))
        .args(["positions", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let bytes = std::fs::read(format!("{FOLDER}plain.bvh")).unwrap();
    child.stdin.take().unwrap().write_all(&bytes).unwrap();
    let done = child.wait_with_output().unwrap();
    let json: Value = serde_json::from_slice(&done.stdout).unwrap();
    assert_eq!(json["frame_count"], 3);
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_marey"))
        .args(["positions", &format!("{FOLDER}plain.bvh")])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let done = child.wait_with_output().unwrap();
    assert_eq!((done.status.code(), done.stderr.len()), (Some(0), 0));
}

#[test]
fn sites_are_called_sites() {
    let json = positions(&["--rest", "../hanim/sites.x3d"]);
    let kinds: Vec<&Value> = json["joints"].as_array().unwrap().iter().map(|joint| &joint["kind"]).collect();
    assert_eq!(kinds, ["joint", "joint", "site", "site", "end_site"]);
}
