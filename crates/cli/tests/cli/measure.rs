//! `marey measure`.

use std::fs;
use std::process::Command;

use serde_json::{Value, json};

use crate::{FIXTURES, ends, walk, with_walk};

#[test]
fn each_frame_is_a_row_of_measures() {
    let folder = with_walk("measure-rows", 3);
    let arguments = [
        "measure",
        "--distance",
        "hips,NECK",
        "--height",
        "Neck",
        "--speed",
        "Hips",
        "--source-unit",
        "cm",
        "--source-up",
        "y",
        "walk.bvh",
    ];
    let (out, err) = ends(&folder, &arguments, 0);
    assert_eq!(err, "");
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines[0], "frame,time,distance Hips Neck [m],height Neck [m],speed Hips [m/s]");
    assert_eq!(lines.len(), 4);
    let cells: Vec<&str> = lines[2].split(',').collect();
    assert_eq!(cells[..3], ["1", "0.5", "0.6"]);
    let speed: f64 = cells[4].parse().unwrap();
    assert!((speed - 0.1_f64.hypot(0.05) / 0.5).abs() < 1e-6, "{speed}");
}

#[test]
fn angles_need_no_unit_and_json_has_all_of_a_measure() {
    let folder = with_walk("measure-json", 2);
    let (out, err) = ends(
        &folder,
        &["measure", "--format", "json", "--angle", "Neck,Hips,Neck", "--vertical", "Hips,Neck", "walk.bvh"],
        0,
    );
    assert_eq!(err, "");
    let all: Value = serde_json::from_str(&out).unwrap();
    let [one] = all.as_array().unwrap().as_slice() else { panic!("{out}") };
    assert_eq!((&one["file"], &one["times"]), (&json!("walk.bvh"), &json!([0.0, 0.5])));
    assert_eq!(
        one["measures"][0],
        json!({ "measure": "angle", "joints": ["Neck", "Hips", "Neck"], "unit": "deg", "values": [0.0, 0.0] })
    );
    assert_eq!(one["measures"][1]["unit"], "deg");
}

#[test]
fn an_unsure_unit_is_told_and_a_joint_that_is_not_there() {
    let folder = with_walk("measure-told", 2);
    let (_, err) = ends(&folder, &["measure", "--height", "Hips", "walk.bvh"], 0);
    assert!(err.starts_with("walk.bvh: the unit is an unsure guess: "), "{err}");
    let (_, err) = ends(&folder, &["measure", "--height", "Tail", "walk.bvh"], 1);
    assert!(err.contains("walk.bvh: there is no joint `Tail`; the file has Hips, Neck"), "{err}");
    for (arguments, said) in [
        (&["measure", "walk.bvh"][..], "expected a measure"),
        (
            &["measure", "--angle", "Hips,Neck", "walk.bvh"],
            "expected --angle to name 3 joints, with commas, found `Hips,Neck`",
        ),
        (&["measure", "--height", "", "walk.bvh"], "expected --height to name a joint"),
    ] {
        assert!(ends(&folder, arguments, 2).1.contains(said), "{said}");
    }
}

#[test]
fn a_folder_is_one_table_and_goes_on_after_a_refusal() {
    let folder = with_walk("measure-folder", 2);
    fs::write(folder.join("again.bvh"), walk(1)).unwrap();
    fs::write(folder.join("broken.bvh"), "HIERARCHY ROOT").unwrap();
    let (out, err) = ends(&folder, &["measure", "--vertical", "Hips,Neck", "."], 1);
    let starts: Vec<String> = out.lines().map(|line| line.split(',').take(2).collect::<Vec<_>>().join(",")).collect();
    assert_eq!(starts, ["file,frame", "./again.bvh,0", "./walk.bvh,0", "./walk.bvh,1"]);
    assert!(err.contains("broken.bvh:1:"), "{err}");
}

#[test]
fn feet_on_the_ground_are_columns() {
    let path = format!("{FIXTURES}/arrays/poses.npz");
    let (out, _) = ends(".", &["measure", "--contacts", &path], 0);
    assert!(out.starts_with("frame,time,planted left_ankle,planted right_ankle\n0,0,"), "{out}");
    let planted = |options: &[&str]| {
        let arguments = [&["measure", "--contacts"], options, &[&path]].concat();
        let (out, _) = ends(".", &arguments, 0);
        let cells = out.lines().skip(1).flat_map(|line| line.split(',').skip(2));
        cells.map(|cell| cell.parse::<u32>().unwrap()).sum::<u32>()
    };
    assert_eq!(planted(&["--contact-speed", "0.000001"]), 0);
    assert!(planted(&["--contact-speed", "1000", "--contact-height", "1000"]) >= planted(&[]));
    assert!(ends(".", &["measure", "--contacts", "--contact-height", "0", &path], 2).1.contains("--contact-height"));
}

#[test]
fn the_whole_body_has_columns_too_and_json_lists_steps_and_stances() {
    let folder = with_walk("measure-body", 3);
    let whole = ["measure", "--centre", "--steps", "--acceleration", "Hips", "--angular-speed", "Neck", "walk.bvh"];
    let (out, _) = ends(&folder, &whole, 0);
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(
        lines[0],
        "frame,time,acceleration Hips [m/s2],angular speed Neck [deg/s],centre of mass height [m],centre of mass speed [m/s],\
         step length [m],step width [m],cadence [steps/min]"
    );
    // This skeleton has neither legs nor arms.
    let cells: Vec<&str> = lines[2].split(',').collect();
    assert_eq!((cells[2], &cells[4..]), ("0", &[""; 5][..]));
    assert!((cells[3].parse::<f64>().unwrap() - 20.0).abs() < 1e-4, "{}", cells[3]);
    let (out, _) = ends(&folder, &["measure", "--steps", "--contacts", "--format", "json", "walk.bvh"], 0);
    let all: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((&all[0]["steps"], &all[0]["stances"]), (&json!([]), &json!([])));
}

#[test]
fn arrays_for_numpy_have_all_motions() {
    let folder = with_walk("measure-npz", 3);
    fs::write(folder.join("again.bvh"), walk(2)).unwrap();
    let mut program = Command::new(env!("CARGO_BIN_EXE_marey"));
    let out = program
        .current_dir(&folder)
        .args(["measure", "--format", "npz", "--speed", "Hips", "."])
        .output()
        .unwrap()
        .stdout;
    let has = |text: &str| out.windows(text.len()).any(|window| window == text.as_bytes());
    assert!(out.starts_with(b"PK"));
    for name in ["values", "names", "units", "times", "frame", "file", "files"] {
        assert!(has(&format!("{name}.npy")), "{name}");
    }
    assert!(has("'shape': (5,1,)") && has("'shape': (5,)") && has("'shape': (2,)"));
}
