//! `marey check`, and what the program tells shells.
#![cfg(all(feature = "cli", feature = "acclaim"))]
#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use serde_json::{Value, json};

const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/");

/// A library: a motion without fault, one that is repaired, one that is refused, a subject with a skeleton for two motions
/// in folders below, a motion without a skeleton, and files that are none.
fn library(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("check").join(name);
    fs::remove_dir_all(&folder).ok();
    let put = |from: &str, to: &str| {
        let path = folder.join(to);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::copy(format!("{FIXTURES}{from}"), path).unwrap();
    };
    put("bvh/plain.bvh", "a/plain.bvh");
    put("bvh/frames_more.bvh", "a/frames_more.bvh");
    put("bvh/x_no_brace.bvh", "b.bvh");
    put("acclaim/dof_subsets.asf", "07/07.asf");
    put("acclaim/dof_subsets.amc", "07/07_01.amc");
    put("acclaim/dof_subsets.amc", "07/more/07_02.amc");
    put("acclaim/dof_subsets.amc", "lost/x.amc");
    put("bvh/x_no_brace.bvh", ".hidden/c.bvh");
    fs::write(folder.join("README.md"), "nothing").unwrap();
    folder
}

/// Exit code, standard output, standard error.
fn marey(folder: &PathBuf, arguments: &[&str]) -> (Option<i32>, String, String) {
    let program = env!("CARGO_BIN_EXE_marey");
    let done = Command::new(program).current_dir(folder).args(arguments).output().unwrap();
    (done.status.code(), String::from_utf8(done.stdout).unwrap(), String::from_utf8(done.stderr).unwrap())
}

#[test]
fn a_refused_file_fails_the_check_and_stops_nothing() {
    let folder = library("refused");
    let (code, out, err) = marey(&folder, &["check", "."]);
    assert_eq!((code, err.as_str()), (Some(1), ""));
    let lines: Vec<&str> = out.lines().collect();
    // In the order of folders and names, whoever was done first.
    assert!(lines[0].starts_with("./b.bvh:8:3: bvh.expected-brace: expected `{`"), "{out}");
    assert!(lines[1].starts_with("./lost/x.amc:1:1: amc.needs-skeleton: "), "{out}");
    assert!(lines.contains(&"amc.needs-skeleton       1         1  refused"), "{out}");
    assert!(lines.contains(&"bvh.frames-count         1         1"), "{out}");
    assert!(out.ends_with("7 file(s): 5 read, 2 refused, 2 failed; 8 frames\n"), "{out}");
    let (code, out, _) = marey(&folder, &["check", "--quiet", "."]);
    assert_eq!((code, out.lines().count()), (Some(1), 2), "{out}");
    let (code, out, _) = marey(&folder, &["check", "--allow", "amc.needs-skeleton,bvh.expected-brace", "."]);
    assert_eq!(code, Some(0), "{out}");
    assert!(
        out.contains("bvh.expected-brace       1         1  allowed")
            && out.ends_with("2 refused, 0 failed; 8 frames\n"),
        "{out}"
    );
}

#[test]
fn denied_warnings_fail_the_check() {
    let folder = library("denied");
    assert_eq!(marey(&folder, &["check", "a"]).0, Some(0));
    for deny in ["bvh.frames-count", "bvh.", "bvh", "all", "asf,bvh.frames-count"] {
        let (code, out, _) = marey(&folder, &["check", "--deny", deny, "a"]);
        assert_eq!(code, Some(1), "{deny}");
        assert!(out.starts_with("a/frames_more.bvh:17:1: bvh.frames-count: "), "{deny}: {out}");
        assert!(out.contains("denied\n") && out.contains("2 file(s): 2 read, 0 refused, 1 failed"), "{deny}: {out}");
    }
    for arguments in [&["--deny", "asf"][..], &["--deny", "all", "--allow", "bvh.frames-count"]] {
        assert_eq!(marey(&folder, &[&["check", "a"], arguments].concat()).0, Some(0), "{arguments:?}");
    }
}

#[test]
fn json_has_every_file() {
    let folder = library("json");
    let (code, out, _) = marey(&folder, &["check", "--json", "--deny", "all", "a", "b.bvh"]);
    assert_eq!(code, Some(1));
    let told: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(told["passes"], false);
    assert_eq!((&told["file_count"], &told["read"], &told["failed"]), (&json!(3), &json!(2), &json!(2)));
    let files: Vec<(&str, &Value)> =
        told["files"].as_array().unwrap().iter().map(|one| (one["file"].as_str().unwrap(), &one["passes"])).collect();
    assert_eq!(files, [("a/frames_more.bvh", &json!(false)), ("a/plain.bvh", &json!(true)), ("b.bvh", &json!(false))]);
    assert_eq!(told["files"][2]["findings"][0]["kind"], "refusal");
    assert_eq!(told["codes"].as_array().unwrap().len(), 2);
}

#[test]
fn places_without_motions_are_wrong_usage() {
    let folder = library("none");
    fs::create_dir_all(folder.join("empty")).unwrap();
    let (code, out, err) = marey(&folder, &["check", "empty"]);
    assert_eq!((code, out.as_str()), (Some(2), ""));
    assert!(err.contains("there is no motion in empty") && err.contains("Usage: marey check"), "{err}");
    let (code, _, err) = marey(&folder, &["check", "nowhere"]);
    assert_eq!((code, err.starts_with("nowhere: ")), (Some(1), true), "{err}");
}

#[test]
fn many_files_are_told_in_order() {
    let folder = library("many");
    fs::remove_dir_all(folder.join("07")).unwrap();
    for number in 0..60 {
        let from = if number % 7 == 0 { "bvh/x_no_brace.bvh" } else { "bvh/plain.bvh" };
        fs::copy(format!("{FIXTURES}{from}"), folder.join(format!("a/{number:03}.bvh"))).unwrap();
    }
    let (code, out, _) = marey(&folder, &["check", "a"]);
    assert_eq!(code, Some(1));
    let refused: Vec<&str> = out.lines().filter_map(|line| line.split_once(".bvh:").map(|(name, _)| name)).collect();
    assert_eq!(refused, (0..60).step_by(7).map(|number| format!("a/{number:03}")).collect::<Vec<_>>());
    assert!(out.ends_with("62 file(s): 53 read, 9 refused, 9 failed; 158 frames\n"), "{out}");
}

#[test]
fn info_is_for_programs_too() {
    let folder = library("info");
    let (code, out, err) = marey(&folder, &["info", "--json", "a/*.bvh"]);
    assert_eq!((code, err.as_str()), (Some(0), ""));
    let told: Value = serde_json::from_str(&out).unwrap();
    let [repaired, plain] = [&told[0], &told[1]];
    assert_eq!((&repaired["file"], &plain["file"]), (&json!("a/frames_more.bvh"), &json!("a/plain.bvh")));
    assert_eq!(repaired["warnings"][0]["code"], "bvh.frames-count");
    assert_eq!((&plain["joints"], &plain["end_sites"], &plain["roots"]), (&json!(3), &json!(1), &json!(1)));
    assert_eq!(
        plain["behaviours"][0],
        json!({ "name": "plain", "frame_count": 3, "frame_time": 0.04, "duration": 0.08 })
    );
    assert_eq!((&plain["unit"]["from"], &plain["up"]["axis"]), (&json!("guess"), &json!("y")));
}

#[test]
fn shells_and_manuals_know_every_command() {
    let folder = library("shells");
    for shell in ["bash", "zsh", "fish", "powershell"] {
        let (code, out, _) = marey(&folder, &["completions", shell]);
        assert_eq!(code, Some(0));
        for word in ["convert", "positions", "check", "info", "in-place", "deny"] {
            assert!(out.contains(word), "{shell} does not know {word}");
        }
    }
    let (code, out, _) = marey(&folder, &["man"]);
    assert_eq!(code, Some(0));
    for part in [".TH marey 1", ".SH NAME", ".SH CONVERT", ".SH CHECK", "\\-\\-in\\-place", "Exit status"] {
        assert!(out.contains(part), "{part} is not in the manual");
    }
    let (code, out, _) = marey(&folder, &["--version"]);
    assert_eq!((code, out.as_str()), (Some(0), concat!("marey ", env!("CARGO_PKG_VERSION"), "\n")));
}
