//! `marey link`: what it prints and writes, and that it is read again.
#![cfg(all(feature = "cli", feature = "link"))]
#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use marey::link::{LINK_LIMITS, from_text};
use marey::read_file;
use serde_json::Value;

/// A hip that walks and a neck that turns, in five frames of half a second.
const WALK: &str = "HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation \
    Yrotation\nJOINT Neck\n{\nOFFSET 0 60 0\nCHANNELS 3 Zrotation Xrotation Yrotation\nEnd Site\n{\nOFFSET 0 20 0\n}\n}\n}\n\
    MOTION\nFrames: 5\nFrame Time: 0.5\n0 90 0 0 0 0 0 0 0\n10 90 5 0 0 0 0 10 0\n20 90 10 0 0 0 0 20 0\n30 90 15 0 0 0 0 30 \
    0\n40 90 20 0 0 0 0 40 0\n";

/// A folder of a test's own, with `walk.bvh` in it.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("link").join(name);
    fs::remove_dir_all(&folder).ok();
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("walk.bvh"), WALK).unwrap();
    folder
}

/// Exit code, standard output, standard error.
fn link(folder: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let program = env!("CARGO_BIN_EXE_marey");
    let done = Command::new(program).current_dir(folder).arg("link").args(arguments).output().unwrap();
    (done.status.code(), String::from_utf8(done.stdout).unwrap(), String::from_utf8(done.stderr).unwrap())
}

#[test]
fn a_motion_comes_back_from_what_is_printed_whole_and_in_part() {
    let folder = folder("text");
    let (code, text, told) = link(&folder, &["walk.bvh"]);
    assert_eq!(code, Some(0));
    assert!(told.starts_with("walk.bvh: ") && told.contains("5 frames, off by "), "{told}");
    let clip = from_text(&text, &LINK_LIMITS).unwrap();
    assert_eq!((clip.name.as_str(), clip.behaviours[0].motion.frame_count(), clip.skeleton.len()), ("walk", 5, 3));

    let (_, text, _) = link(&folder, &["--frames", "1-3", "--title", "A part", "walk.bvh"]);
    let clip = from_text(&text, &LINK_LIMITS).unwrap();
    assert_eq!((clip.name.as_str(), clip.behaviours[0].motion.frame_count()), ("A part", 3));

    let (_, text, _) = link(&folder, &["--page", "https://you.example/player/#t=1", "walk.bvh"]);
    let packed = text.trim().strip_prefix("https://you.example/player/#clip=").unwrap();
    assert!(from_text(packed, &LINK_LIMITS).is_ok());
}

#[test]
fn json_tells_the_size_and_how_far_off_joints_are() {
    let folder = folder("json");
    let object = |arguments: &[&str]| -> Value { serde_json::from_str(&link(&folder, arguments).1).unwrap() };
    let fine = object(&["--json", "--quality", "faithful", "walk.bvh"]);
    assert_eq!(fine["characters"].as_u64().unwrap() as usize, fine["link"].as_str().unwrap().len());
    assert!(fine["p99_mm"].as_f64().unwrap() <= 2.0 && fine["mean_mm"].as_f64() <= fine["max_mm"].as_f64(), "{fine}");
    // Nobody stands in five frames.
    assert!(fine["slide_mm_s"].is_null(), "{fine}");
    let short = object(&["--json", "--characters", "100", "walk.bvh"]);
    assert!(short["characters"].as_u64().unwrap() <= 100, "{short}");
}

#[test]
fn a_file_is_written_once_and_read_as_all_others_are() {
    let folder = folder("file");
    let arguments = ["--output", "walk.marey", "walk.bvh"];
    let (code, text, _) = link(&folder, &arguments);
    assert_eq!((code, text.as_str()), (Some(0), ""));
    let clip = read_file(folder.join("walk.marey")).unwrap();
    assert_eq!(clip.behaviours[0].motion.frame_count(), 5);
    let (code, _, told) = link(&folder, &arguments);
    assert_eq!(code, Some(1));
    assert!(told.contains("it is there already (see --force)"), "{told}");
    assert_eq!(link(&folder, &["--force", "--output", "walk.marey", "walk.bvh"]).0, Some(0));
}

#[test]
fn what_cannot_be_is_wrong_usage() {
    let folder = folder("usage");
    for arguments in [&["--mean", "0", "walk.bvh"][..], &["--mean", "1", "--characters", "9", "walk.bvh"], &[]] {
        assert_eq!(link(&folder, arguments).0, Some(2), "{arguments:?}");
    }
}
