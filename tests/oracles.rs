//! The scripts that worked out the goldens would still write the same ones. They need python3, and that of HAnim needs numpy.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail")]

mod support;

use std::fs;
use std::io::{Write as _, stderr};
use std::process::Command;

use support::{fixtures_folder, formats, in_parallel};

#[test]
fn oracles_would_write_the_goldens_that_are_there() {
    in_parallel(&formats(), |format| {
        let script = fixtures_folder().join(format).join("oracle.py");
        let text = fs::read_to_string(&script).unwrap_or_else(|error| panic!("{}: {error}", script.display()));
        let needs = if text.contains("import numpy") { "import numpy" } else { "" };
        let there = Command::new("python3").args(["-c", needs]).output().is_ok_and(|done| done.status.success());
        if !there {
            // Not by `eprintln`, whose output the test harness hides where a test passes.
            let needed = if needs.is_empty() { "python3" } else { "python3 with numpy" };
            writeln!(stderr(), "skipped the oracle of {format}: there is no {needed}").unwrap();
            return;
        }
        let done = Command::new("python3").arg(&script).arg("--check").output().unwrap();
        let said = String::from_utf8_lossy(&done.stdout).into_owned() + &String::from_utf8_lossy(&done.stderr);
        assert!(done.status.success(), "{}: {said}", script.display());
    });
}
