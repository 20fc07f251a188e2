//! `marey measure --joint-angles` and `--gait`.

use std::fs;
use std::path::PathBuf;

use serde_json::Value;

use crate::{empty, ends, walk, walker};

const SAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../xtask/samples/clips/walk.bvh");

/// A folder with a sample: a person who walks in a circle.
fn with_sample(name: &str) -> PathBuf {
    let folder = empty(name);
    fs::copy(SAMPLE, folder.join("walk.bvh")).unwrap();
    folder
}

/// A folder with a person who walks straight on, 120 steps a minute, with each foot on the ground for half of the time.
fn with_walker(name: &str) -> PathBuf {
    let folder = empty(name);
    fs::write(folder.join("walk.bvh"), walker::walker_text(400, 12.0)).unwrap();
    folder
}

/// The fields of a table's rows by their titles.
fn rows(text: &str) -> Vec<Vec<(String, String)>> {
    let mut lines = text.lines();
    let titles: Vec<&str> = lines.next().unwrap().split(',').collect();
    let fields = |line: &str| -> Vec<(String, String)> {
        titles.iter().map(|title| (*title).to_owned()).zip(line.split(',').map(str::to_owned)).collect()
    };
    lines.map(fields).collect()
}

fn number(row: &[(String, String)], title: &str) -> f64 {
    let (_, text) = row.iter().find(|(own, _)| own == title).unwrap();
    text.parse().unwrap()
}

#[test]
fn joint_angles_are_columns_of_frames() {
    let folder = with_sample("gait-angles");
    let (out, err) = ends(&folder, &["measure", "--joint-angles", "walk.bvh"], 0);
    assert!(err.starts_with("walk.bvh: zero: rest pose"), "{err}");
    let all = rows(&out);
    let knees: Vec<f64> = all.iter().map(|row| number(row, "knee flexion left [deg]")).collect();
    let most = knees.iter().copied().fold(0.0, f64::max);
    assert!((40.0..80.0).contains(&most), "{most}");
    assert!(out.lines().next().unwrap().contains("pelvis tilt [deg]") && !out.contains("rotation left"));
    let (out, _) = ends(&folder, &["measure", "--joint-angles", "--rotations", "--zero", "3", "walk.bvh"], 0);
    assert!(out.contains("hip rotation left [deg]"));
    assert!(number(&rows(&out)[3], "pelvis tilt [deg]").abs() < 1e-3, "zero is frame 3");
    let (out, _) = ends(&folder, &["measure", "--joint-angles", "--format", "json", "walk.bvh"], 0);
    let all: Value = serde_json::from_str(&out).unwrap();
    let hip = all[0]["measures"].as_array().unwrap().iter().find(|one| one["measure"] == "hip flexion").unwrap();
    assert_eq!((&hip["side"], &hip["unit"]), (&"left".into(), &"deg".into()));
}

#[test]
fn a_walk_has_a_table_cycles_and_a_row_of_its_own() {
    let circle = with_sample("gait-circle");
    let (out, err) = ends(&circle, &["measure", "--gait", "table", "walk.bvh"], 0);
    assert!(err.contains("of which 10 turn and are left out of the curves"), "{err}");
    assert_eq!(number(&rows(&out)[0], "left n"), 5.0, "turning cycles are in the table");

    let folder = with_walker("gait-walk");
    let (out, err) = ends(&folder, &["measure", "--gait", "table", "walk.bvh"], 0);
    assert!(err.contains("cycles") && err.contains("zero: "), "{err}");
    let table = rows(&out);
    let [stance, swing] = ["stance", "swing"].map(|name| {
        let row = table.iter().find(|row| row[0].1 == name).unwrap();
        number(row, "left")
    });
    assert!((stance + swing - 100.0).abs() < 1e-6 && (stance - 50.0).abs() < 3.0, "{stance} {swing}");

    let (out, _) = ends(&folder, &["measure", "--gait", "cycles", "walk.bvh"], 0);
    let cycles = rows(&out);
    assert_eq!(cycles.len() % 101, 0);
    assert_eq!((number(&cycles[0], "percent"), number(&cycles[100], "percent")), (0.0, 100.0));
    assert!(number(&cycles[0], "knee flexion [deg]").abs() < 40.0);

    fs::write(folder.join("short.bvh"), walk(3)).unwrap();
    let (out, _) = ends(&folder, &["measure", "--gait", "clips", "."], 0);
    let clips = rows(&out);
    assert_eq!(clips.len(), 2);
    let short = clips.iter().find(|row| row[0].1.ends_with("short.bvh")).unwrap();
    assert_eq!((short[1].1.as_str(), short.iter().any(|(_, text)| text.contains("no legs"))), ("no", true));
    let whole = clips.iter().find(|row| row[0].1.ends_with("walk.bvh")).unwrap();
    assert!((number(whole, "cadence [steps/min]") - 120.0).abs() < 1.0);
}

#[test]
fn json_has_all_of_a_walk_and_svg_its_curves() {
    let folder = with_walker("gait-json");
    let (out, _) = ends(&folder, &["measure", "--gait", "table", "--format", "json", "walk.bvh"], 0);
    let all: Value = serde_json::from_str(&out).unwrap();
    let one = &all[0];
    for key in ["events", "cycles", "table", "curves"] {
        assert!(!one[key].as_array().unwrap().is_empty(), "{key}");
    }
    assert_eq!(one["curves"][0]["mean"].as_array().unwrap().len(), 101);
    assert!(one["words"].as_str().unwrap().contains("zero: "), "{}", one["words"]);
    let (out, _) = ends(&folder, &["measure", "--gait", "cycles", "--format", "svg", "walk.bvh"], 0);
    assert!(out.starts_with("<svg ") && out.contains("knee flexion") && out.contains("stroke-dasharray"));
    assert!(!out.contains("NaN"));
}

#[test]
fn what_cannot_be_asked_together_is_told() {
    let folder = with_sample("gait-told");
    for (arguments, said) in [
        (&["measure", "--gait", "table", "--speed", "Hips", "walk.bvh"][..], "--gait has rows of its own"),
        (&["measure", "--gait", "table", "--format", "npz", "walk.bvh"], "--gait is printed as csv, json or svg"),
        (&["measure", "--speed", "Hips", "--format", "svg", "walk.bvh"], "--gait cycles"),
        (&["measure", "--joint-angles", "--zero", "later", "walk.bvh"], "expected rest, straightest or a frame"),
    ] {
        let (_, err) = ends(&folder, arguments, 2);
        assert!(err.contains(said), "{said}: {err}");
    }
    fs::write(folder.join("short.bvh"), walk(3)).unwrap();
    let (_, err) = ends(&folder, &["measure", "--joint-angles", "short.bvh"], 1);
    assert!(err.contains("short.bvh: "), "{err}");
    let (_, err) = ends(&folder, &["measure", "--gait", "cycles", "--format", "svg", "short.bvh"], 1);
    assert!(err.contains("no legs"), "{err}");
}
