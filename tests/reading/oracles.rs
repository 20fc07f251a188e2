//! The oracle scripts still write the goldens as they are.

use std::io::{Write as _, stderr};
use std::process::Command;

use support::{fixtures_folder, formats, in_parallel};

#[test]
fn oracles_reproduce_the_goldens() {
    if Command::new("python3").arg("--version").output().is_err() {
        // Not by `eprintln`, whose output the test harness hides where a test passes.
        writeln!(stderr(), "skipped: without python3 the goldens are not checked with their oracles").unwrap();
        return;
    }
    in_parallel(&formats(), |format| {
        let script = fixtures_folder().join(format).join("oracle.py");
        assert!(script.is_file(), "{} is missing", script.display());
        let done = Command::new("python3").arg(&script).arg("--check").output().unwrap();
        let output = String::from_utf8_lossy(&done.stdout).into_owned() + &String::from_utf8_lossy(&done.stderr);
        assert!(done.status.success(), "{}: {output}", script.display());
    });
}
