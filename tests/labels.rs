//! Files of labels, whole, cut and damaged: each is read or refused with a sentence, and what is read keeps its promises.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail")]

use marey_labels::{Clips, Label, Labels, Limits, likeness, read};
use support::Random;
use support::damage::damage;
use support::runs::rounds;

const FILES: [(&str, &[u8]); 8] = [
    ("labels.csv", b"path,start,end,text,style\r\na/walk.bvh,0.5,2,\"a \"\"slow\"\" step,\r\nthen\",old\r\nb.npz,,,x,\r\n"),
    ("set/labels.csv", b"\xef\xbb\xbffile;from;to;label\nwalk;1,5;0:02;d\xe9j\xe0\nwalk;3;1;x\n"),
    ("labels.tsv", b"\xff\xfep\0a\0t\0h\0\t\0t\0e\0x\0t\0\n\0a\0\t\0x\0\n\0"),
    (
        "train.json",
        br#"{"7": {"feat_p": "K/3/jump_poses.npz", "dur": 3.5, "seq_ann": {"labels": [{"raw_label": "jumps", "act_cat": ["jump"]}]},
 "frame_ann": {"labels": [{"raw_label": "st\u00e4nds", "act_cat": null, "start_t": 0, "end_t": 0.75}]}}, "8": {"seq_anns": [null]}}"#,
    ),
    ("texts/000021.txt", b"someone walks.#someone/PRON walk/VERB#0.0#0.0\nturns.#turn/VERB#1.5#3\nlast#x#nan#nan\n"),
    ("a/meta.json", br#"{"texts": ["walks", "sits"], "durations": [2.5, 1.0], "fps": NaN}"#),
    ("labels.json", br#"[{"path": "a/walk", "start": "0,5", "text": "x", "tags": ["u", 3, true]}, {"path": "b", "text": "y"}]"#),
    ("captions.json", br#"{"a/walk.bvh": ["x", {"start": 1, "end": 2, "text": "y"}], "b": "z", "c": null}"#),
];
const CLIPS: [&str; 4] = ["a/walk.bvh", "b.npz", "K/3/jump_stageii.npz", "vecs/000021.npy"];

/// What is promised of labels.
fn check(labels: &Labels) {
    assert!(!labels.rows.is_empty());
    for Label { path, start, end, text, more, .. } in &labels.rows {
        assert!(start.is_none_or(|start| start.is_finite() && start >= 0.0));
        assert!(end.is_none_or(|end| end.is_finite() && end >= start.unwrap_or(0.0)));
        assert!(more.iter().all(|(column, value)| *column < labels.columns.len() && !value.is_empty()));
        assert_eq!((text.trim(), path.trim()), (text.as_str(), path.as_str()));
    }
    let found = Clips::new(CLIPS).assign(labels);
    assert!(found.pairs.iter().all(|&(clip, row)| clip < CLIPS.len() && row < labels.rows.len()));
    assert!(found.pairs.is_sorted_by_key(|pair| pair.0));
}

fn check_file(name: &str, bytes: &[u8]) {
    likeness(name, bytes);
    match read(name, bytes) {
        Ok(labels) => check(&labels),
        Err(refusal) => assert!(!refusal.text.is_empty() && !refusal.text.contains('\n'), "{refusal}"),
    }
}

#[test]
fn files_of_every_kind_find_their_clips() {
    for (name, bytes) in FILES {
        let labels = read(name, bytes).unwrap();
        check(&labels);
        let found = Clips::new(CLIPS).assign(&labels);
        assert!(!found.pairs.is_empty() || name.ends_with(".tsv"), "{name}: {:?}", found.remarks);
    }
}

#[test]
fn cut_files_are_read_or_refused() {
    for (name, bytes) in FILES {
        (0..bytes.len()).for_each(|end| check_file(name, &bytes[..end]));
    }
}

#[test]
fn damaged_files_are_read_or_refused() {
    let mut random = Random(36);
    for round in 0..rounds(40_000) {
        let (name, bytes) = FILES[round % FILES.len()];
        let mut bytes = bytes.to_vec();
        damage(&mut bytes, &mut random);
        check_file(name, &bytes);
    }
}

#[test]
fn hostile_files_end() {
    let long = "x".repeat(300_000);
    let quotes = "a,\"\n".repeat(100_000);
    for (name, text) in [
        ("a.csv", format!("path,text\n{quotes}")),
        ("a.csv", format!("path,text\na,\"{}", "\"\"".repeat(100_000))),
        ("a.csv", format!("path,text{}\n{}", ",".repeat(100_000), ",x".repeat(100_000))),
        ("a.csv", format!("path,text\n{long},{long}")),
        ("a.json", "[".repeat(300_000)),
        ("a.json", "{\"a\":".repeat(100_000)),
        ("a.json", format!("{{\"a\": \"{long}")),
        ("a.txt", "#".repeat(300_000)),
    ] {
        check_file(name, text.as_bytes());
    }
    let most = Limits::default();
    let many: String = (0..most.rows + 5).map(|row| format!("a,{row}\n")).collect();
    let rows = read("a.csv", format!("path,text\n{many}").as_bytes()).unwrap();
    assert_eq!((rows.rows.len(), rows.remarks.len()), (most.rows, 1));
    // Equal rows count once, and the remarks on them are few.
    let rows = read("a.csv", ("path,text\n".to_owned() + &"a,b\n".repeat(most.rows)).as_bytes()).unwrap();
    assert_eq!(rows.rows.len(), 1);
    assert!(rows.remarks.len() < 10, "{}", rows.remarks.len());
}
