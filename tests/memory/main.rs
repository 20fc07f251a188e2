//! The memory that a HAnim file may take: 64 MB and forty times its size, whatever it contains. Allocations are
//! counted, so the figures are the same on every machine, but for the whole process: this file has one test alone. With
//! `MAREY_MEMORY` set it prints what each file takes.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test may fail")]

use marey::Limits;
use marey::formats::parse;

#[path = "../support/counting.rs"]
mod counting;
mod fragments;
mod scenes;
mod writing;

use self::fragments::{fragments, spliced};
use self::scenes::{long, multiplying};

/// The most bytes allocated at one time while a file is read, without its own bytes.
fn peak(name: &str, bytes: &[u8]) -> usize {
    counting::peak(|| drop(parse(name, bytes, Limits::default())))
}

#[test]
fn hanim_files_take_no_more_memory_than_64_mb_and_40_times_their_size() {
    let mut wrong = Vec::new();
    let mut check = |what: &str, name: &str, bytes: &[u8], base: usize| {
        let (found, most) = (peak(name, bytes), base + 40 * bytes.len());
        if std::env::var_os("MAREY_MEMORY").is_some() {
            let (part, megabytes) = (found as f64 / most as f64, found as f64 / 1e6);
            println!("{part:6.2} {:9} {megabytes:6.1} MB {what} ({name})", bytes.len());
        }
        if found > most {
            wrong.push(format!("{what} ({name}, {} bytes): {found} bytes, {most} allowed", bytes.len()));
        }
    };
    // Scenes without USE have tighter limits, so that small files show what a large one would take.
    for (what, scene) in long() {
        scene.files().iter().for_each(|(name, text)| check(what, name, text.as_bytes(), 1_000_000));
    }
    for (name, text) in fragments() {
        check(text.get(..100).unwrap_or(&text), name, text.as_bytes(), 1_000_000);
    }
    // In turns, since these take long.
    for (index, (what, scene)) in multiplying().into_iter().enumerate() {
        let (name, text) = &scene.files()[index % 4];
        check(what, name, text.as_bytes(), 64_000_000);
    }
    for (name, bytes) in spliced() {
        check("spliced", &name, &bytes, 64_000_000);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
