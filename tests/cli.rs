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
    assert_eq!(json["joints"][0], serde_json::json!({ "name": "Hips", "parent": null, "end_site": false }));
    assert_eq!(json["joints"][2], serde_json::json!({ "name": "End Site", "parent": 1, "end_site": true }));
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
        assert_eq!((code, err.as_str()), (Some(1), "x_png.bvh:byte 0: file.other-kind: this is a PNG image\n"));
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
        assert!(err.contains("usage: marey"), "{arguments:?}: {err}");
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
