//! The program `marey`: its output and its exit codes.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

#[cfg(unix)]
mod archives;
mod body;
mod browser;
mod check;
mod compare;
mod convert;
mod film;
mod findings;
mod gait;
mod gallery;
mod labels;
mod link;
mod look;
mod markers;
mod measure;
mod mend;
#[cfg(unix)]
mod outside;
mod picture;
mod retarget;
mod rigs;
#[path = "../../../../tests/support/walker.rs"]
#[allow(dead_code, reason = "only its text is needed here")]
mod walker;
#[cfg(target_os = "linux")]
mod whole;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/fixtures/");

/// Runs the program, checks its exit code, and returns standard output and error.
fn ends(folder: impl AsRef<Path>, arguments: &[&str], expected: i32) -> (String, String) {
    let done = Command::new(env!("CARGO_BIN_EXE_marey")).current_dir(folder).args(arguments).output().unwrap();
    let [out, err] = [done.stdout, done.stderr].map(|text| String::from_utf8(text).unwrap());
    assert_eq!(done.status.code(), Some(expected), "{arguments:?}: {out}{err}");
    (out, err)
}

fn empty(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("cli").join(name);
    fs::remove_dir_all(&folder).ok();
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// All files below a folder with their contents.
fn contents(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut all = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap().flatten() {
            if entry.path().is_dir() {
                folders.push(entry.path());
            } else {
                all.insert(entry.path().strip_prefix(folder).unwrap().to_owned(), fs::read(entry.path()).unwrap());
            }
        }
    }
    all
}

/// An empty folder with a `walk.bvh` of so many frames.
fn with_walk(name: &str, frames: usize) -> PathBuf {
    let folder = empty(name);
    fs::write(folder.join("walk.bvh"), walk(frames)).unwrap();
    folder
}

/// A hip at 90 that walks along X and Z at two frames a second, and a turning neck. No person: its unit is unknown.
fn walk(frames: usize) -> String {
    let row = |n: usize| format!("{} 90 {} 0 0 0 0 {} 0\n", 10 * n, 5 * n, 10 * n);
    let rows: String = (0..frames).map(row).collect();
    format!(
        "HIERARCHY\nROOT Hips\n{{\nOFFSET 0 0 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n\
         JOINT Neck\n{{\nOFFSET 0 60 0\nCHANNELS 3 Zrotation Xrotation Yrotation\nEnd Site\n{{\nOFFSET 0 20 0\n}}\n}}\n}}\n\
         MOTION\nFrames: {frames}\nFrame Time: 0.5\n{rows}"
    )
}
