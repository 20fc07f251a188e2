//! `marey link`: its output, and reading it again.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use marey::Limits;
use marey::model::Clip;
use marey_link::{MARKS_NOTE, Quality, decode_file, encode_file, from_text, link_limits};
use serde_json::Value;

use crate::{FIXTURES, ends, with_walk};

fn link(folder: &Path, arguments: &[&str], expected: i32) -> (String, String) {
    ends(folder, &[&["link"], arguments].concat(), expected)
}

fn packed(folder: &Path, name: &str) -> Clip {
    decode_file(&fs::read(folder.join(name)).unwrap(), &Limits::default()).unwrap()
}

#[test]
fn a_printed_link_gives_the_motion_back_whole_and_in_part() {
    let folder = with_walk("link-text", 5);
    let (text, message) = link(&folder, &["walk.bvh"], 0);
    assert!(message.starts_with("walk.bvh: ") && message.contains("5 frames, off by "), "{message}");
    let clip = from_text(&text, &link_limits()).unwrap();
    assert_eq!((clip.name.as_str(), clip.behaviours[0].motion.frame_count(), clip.skeleton.len()), ("walk", 5, 3));

    let (text, _) = link(&folder, &["--frames", "1-3", "--title", "A part", "walk.bvh"], 0);
    let clip = from_text(&text, &link_limits()).unwrap();
    assert_eq!((clip.name.as_str(), clip.behaviours[0].motion.frame_count()), ("A part", 3));

    let (text, _) = link(&folder, &["--page", "https://you.example/player/#t=1", "walk.bvh"], 0);
    let packed = text.trim().strip_prefix("https://you.example/player/#clip=").unwrap();
    assert!(from_text(packed, &link_limits()).is_ok());
}

#[test]
fn json_has_the_size_and_the_errors_of_joints() {
    let folder = with_walk("link-json", 5);
    let object = |arguments: &[&str]| -> Value { serde_json::from_str(&link(&folder, arguments, 0).0).unwrap() };
    let fine = object(&["--json", "--quality", "faithful", "walk.bvh"]);
    assert_eq!(fine["characters"].as_u64().unwrap() as usize, fine["link"].as_str().unwrap().len());
    assert!(fine["p99_mm"].as_f64().unwrap() <= 2.0 && fine["mean_mm"].as_f64() <= fine["max_mm"].as_f64(), "{fine}");
    // In five frames no foot is planted.
    assert!(fine["slide_mm_s"].is_null(), "{fine}");
    let short = object(&["--json", "--characters", "100", "walk.bvh"]);
    assert!(short["characters"].as_u64().unwrap() <= 100, "{short}");
}

#[test]
fn a_packed_file_is_not_overwritten_and_is_read_like_any_other() {
    let folder = with_walk("link-file", 5);
    let arguments = ["--output", "walk.marey", "walk.bvh"];
    assert_eq!(link(&folder, &arguments, 0).0, "");
    let clip = packed(&folder, "walk.marey");
    assert_eq!(clip.behaviours[0].motion.frame_count(), 5);
    let (_, message) = link(&folder, &arguments, 1);
    assert!(message.contains("exists already (replace it with --force)"), "{message}");
    link(&folder, &["--force", "--output", "walk.marey", "walk.bvh"], 0);
}

#[test]
fn own_marks_of_a_packed_file_stay_but_for_a_part_of_it_and_a_link() {
    let folder = with_walk("link-marks", 5);
    link(&folder, &["--output", "walk.marey", "walk.bvh"], 0);
    let mut clip = packed(&folder, "walk.marey");
    clip.about.notes.push((MARKS_NOTE.into(), "step@0.5".into()));
    let marked = encode_file(&clip, Quality::STANDARD, &mut |_| true).unwrap();
    fs::write(folder.join("marked.marey"), marked.bytes).unwrap();
    let marks = |name: &str| packed(&folder, name).about.notes.into_iter().find(|(title, _)| title == MARKS_NOTE);
    link(&folder, &["--output", "again.marey", "marked.marey"], 0);
    assert_eq!(marks("again.marey").unwrap().1, "step@0.5");
    let part = ["--frames", "1-3", "--output", "part.marey", "marked.marey"];
    link(&folder, &part, 0);
    assert_eq!(marks("part.marey"), None, "the moments of a part are others");
    // The output names what is lost.
    let left_out = |arguments: &[&str]| {
        let (out, _) = link(&folder, &[&["--json", "--force"], arguments].concat(), 0);
        serde_json::from_str::<Value>(&out).unwrap()["left_out"].to_string()
    };
    assert_eq!(left_out(&part), "[\"notes and marks\"]");
    assert_eq!(left_out(&["marked.marey"]), "[\"notes and marks\"]");
    assert_eq!(left_out(&["--output", "again.marey", "marked.marey"]), "[]");
}

#[test]
fn impossible_options_are_wrong_usage() {
    let folder = with_walk("link-usage", 5);
    for arguments in [&["--mean", "0", "walk.bvh"][..], &["--mean", "1", "--characters", "9", "walk.bvh"], &[]] {
        link(&folder, arguments, 2);
    }
}

#[test]
fn all_commands_read_a_printed_link() {
    let folder = with_walk("link-read", 5);
    let (text, _) = link(&folder, &["--title", "A walk", "walk.bvh"], 0);
    let (whole, _) = link(&folder, &["--title", "A walk", "--page", "https://you.example/player/", "walk.bvh"], 0);
    let text = text.trim();
    fs::write(folder.join("link.txt"), &whole).unwrap();
    let later = format!("{}&t=1", whole.trim());
    // The question mark is not taken for a pattern.
    let with_query = whole.trim().replace("player/", "player/?theme=light");
    for given in
        [text, &format!("#clip={text}"), &format!("clip={text}"), whole.trim(), &later, &with_query, "link.txt"]
    {
        let (out, _) = ends(&folder, &["info", "--json", given], 0);
        let json: Value = serde_json::from_str(&out).unwrap();
        assert_eq!(
            (&json[0]["name"], &json[0]["behaviours"][0]["frame_count"]),
            (&"A walk".into(), &5.into()),
            "{given}"
        );
    }
    let json: Value = serde_json::from_str(&ends(&folder, &["positions", whole.trim()], 0).0).unwrap();
    assert_eq!(json["frame_count"], 5);
    ends(&folder, &["convert", "--source-unit", "cm", "--format", "csv", whole.trim(), "out/"], 0);
    assert!(folder.join("out/A walk.csv").is_file());
    ends(&folder, &["check", whole.trim()], 0);
    assert_ne!(link(&folder, &["--frames", "1-2", text], 0).0, "");
    let mut program = Command::new(env!("CARGO_BIN_EXE_marey"));
    let mut child = program.args(["check", "-"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(whole.as_bytes()).unwrap();
    let out = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
    assert!(out.ends_with("1 file: 1 read, 0 refused, 0 failed; 5 frames\n"), "{out}");
    // A truncated link is not reported as a missing file.
    let (_, err) = ends(&folder, &["info", &whole.trim()[..whole.len() - 9]], 1);
    assert!(err.starts_with("#clip=") && err.contains(": link."), "{err}");
}

#[test]
fn every_motion_of_a_folder_is_packed() {
    let folder = with_walk("link-folder", 5);
    fs::create_dir_all(folder.join("in/a")).unwrap();
    for name in ["in/walk.bvh", "in/a/walk.bvh"] {
        fs::copy(folder.join("walk.bvh"), folder.join(name)).unwrap();
    }
    let (text, message) = link(&folder, &["in"], 0);
    assert_eq!((text.lines().count(), message.lines().count()), (2, 2), "{message}");
    link(&folder, &["--output", "out/", "in"], 0);
    for name in ["out/walk.marey", "out/a/walk.marey"] {
        assert_eq!(packed(&folder, name).behaviours[0].motion.frame_count(), 5);
    }
    let (_, err) = link(&folder, &["--output", "one.marey", "in"], 2);
    assert!(err.contains("2 motions cannot be written to one file"), "{err}");
    // Earlier output below the input folder is not read again.
    for _ in 0..2 {
        link(&folder, &["--force", "--output", "in/packed/", "in"], 0);
    }
    assert!(folder.join("in/packed/a/walk.marey").is_file() && !folder.join("in/packed/packed").exists());
    // Two outputs of one name are refused, and so is overwriting an input.
    fs::copy(format!("{FIXTURES}hanim/sites.x3d"), folder.join("in/a/walk.x3d")).unwrap();
    let (_, err) = link(&folder, &["--force", "--output", "out/", "in"], 2);
    assert!(err.contains("in/a/walk.bvh and in/a/walk.x3d"), "{err}");
    let (_, err) = link(&folder, &["--force", "--output", "out/walk.marey", "out/walk.marey"], 1);
    assert!(err.contains("is one of the files that are read"), "{err}");
}
