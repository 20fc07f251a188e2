//! `marey mend`.

use std::fs;

use serde_json::Value;

use crate::{empty, ends};

/// A joint that swings, without values in frames 40 to 44.
fn with_gap() -> String {
    let row = |frame: usize| match frame {
        40..=44 => "0 90 0 0 0 0 nan nan nan".to_owned(),
        _ => {
            format!("0 90 0 0 0 0 {:.4} {:.4} 0", 40.0 * (frame as f64 * 0.1).sin(), 20.0 * (frame as f64 * 0.07).cos())
        }
    };
    let rows: Vec<String> = (0..120).map(row).collect();
    format!(
        "HIERARCHY\nROOT Hips\n{{\nOFFSET 0 0 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n\
         JOINT Chest\n{{\nOFFSET 0 10 0\nCHANNELS 3 Zrotation Xrotation Yrotation\nEnd Site\n{{\nOFFSET 0 10 0\n}}\n}}\n}}\n\
         MOTION\nFrames: 120\nFrame Time: 0.02\n{}\n",
        rows.join("\n")
    )
}

#[test]
fn a_report_writes_nothing_and_a_mended_file_is_a_new_one() {
    let folder = empty("mend");
    fs::write(folder.join("gap.bvh"), with_gap()).unwrap();
    let (out, _) = ends(&folder, &["mend", "--report", "--json", "gap.bvh"], 0);
    let report: Value = serde_json::from_str(&out).unwrap();
    let mark = &report[0]["marks"][0];
    assert_eq!((mark["kind"].as_str(), mark["joint"].as_str()), (Some("missing"), Some("Chest")));
    assert_eq!((mark["first"].as_u64(), mark["last"].as_u64()), (Some(40), Some(44)));
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    let (out, _) = ends(&folder, &["mend", "gap.bvh", "-o", "mended.bvh"], 0);
    assert!(out.contains("Filled 5 frames."), "{out}");
    assert_eq!(fs::read_to_string(folder.join("gap.bvh")).unwrap(), with_gap());
    assert!(!fs::read_to_string(folder.join("mended.bvh")).unwrap().contains("nan"));
    let (_, problem) = ends(&folder, &["mend", "gap.bvh", "-o", "gap.bvh", "--force"], 1);
    assert!(problem.contains("one of the files that are read"), "{problem}");
}

#[test]
fn formats_with_room_for_it_say_what_was_done() {
    let folder = empty("mend-notes");
    fs::write(folder.join("gap.bvh"), with_gap()).unwrap();
    for name in ["a.x3d", "a.gltf", "a.npz", "a.asf", "a.bvh"] {
        ends(&folder, &["mend", "gap.bvh", "-o", name], 0);
    }
    let holds = |name: &str, text: &str| {
        fs::read(folder.join(name)).unwrap().windows(text.len()).any(|part| part == text.as_bytes())
    };
    assert!(holds("a.x3d", "<meta name='mended' content='Filled 5 frames.'/>"));
    assert!(holds("a.gltf", "\"extras\":{\"mended\":\"Filled 5 frames.\"}"));
    assert!(holds("a.amc", "# Filled 5 frames.\n"));
    assert!(holds("a.npz", "mended.npy"));
    assert!(!holds("a.bvh", "Filled"));
}
