//! Where a large allocation fails, a reader says that there is no memory left; it does not end the process. Each large allocation of
//! large files is refused in turn. A process that aborts cannot be caught, so that files are read in a process of their
//! own, which tells how far it came. `--deep` refuses each one, an everyday run one in ten.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail")]
#![cfg(all(feature = "acclaim", feature = "arrays", feature = "skel", feature = "hanim", feature = "npz"))]

use std::io::Write;
use std::process::Command;

use marey::write::{Target, TargetOptions};

#[path = "support/refusing.rs"]
mod refusing;
mod support;

use support::{File, moving::dancer, read_files, runs::rounds};

/// Not those of The Sims and X3D: their readers make some large lists without asking whether there is room, which ends the process.
const TARGETS: [Target; 3] = [Target::Bvh, Target::Asf, Target::Npz];
/// Names the process that reads: the file's number, and the first allocation to refuse.
const READS: &str = "MAREY_READS_WITHOUT_MEMORY";

/// A large file of each format, with those beside it.
fn files(target: Target) -> Vec<File> {
    let clip = dancer(4_000).resample(30.0).unwrap();
    let files = target.files(&clip, &TargetOptions::default()).unwrap();
    target.extensions().iter().map(|extension| format!("a.{extension}")).zip(files).collect()
}

/// Reads a file again and again, and tells each time before which allocation is refused.
fn read_without_memory(which: usize, first: usize) {
    let files = files(TARGETS[which]);
    let all = refusing::without(usize::MAX, || drop(read_files(&files)));
    for number in (first..all).step_by(20 / rounds(20)) {
        println!("refuses {number} of {all}");
        std::io::stdout().flush().unwrap();
        refusing::without(number, || {
            if let Err(refusal) = read_files(&files) {
                assert!(refusal.message().contains("memory"), "{refusal}");
            }
        });
    }
    println!("done");
}

#[test]
fn a_file_without_memory_for_it_is_refused_in_words() {
    if let Ok(which) = std::env::var(READS) {
        let (which, first) = which.split_once(' ').unwrap();
        return read_without_memory(which.parse().unwrap(), first.parse().unwrap());
    }
    let mut aborted = Vec::new();
    for (which, target) in TARGETS.iter().enumerate() {
        let mut first = 0;
        loop {
            let mut process = Command::new(std::env::current_exe().unwrap());
            let out = process.arg("--nocapture").env(READS, format!("{which} {first}")).output().unwrap();
            let text = String::from_utf8_lossy(&out.stdout);
            if out.status.success() && text.contains("done") {
                break;
            }
            let last = text.lines().rev().find_map(|line| line.strip_prefix("refuses "));
            let Some(last) = last else { panic!("{target:?}: {text}{}", String::from_utf8_lossy(&out.stderr)) };
            let why = String::from_utf8_lossy(&out.stderr).lines().take(3).collect::<Vec<_>>().join(" ");
            aborted.push(format!("{target:?}, allocation {last}: {why}"));
            first = last.split(' ').next().unwrap().parse::<usize>().unwrap() + 1;
        }
    }
    assert!(aborted.is_empty(), "{}", aborted.join("\n"));
}
