//! Every file of `fuzz/regressions/`, which fuzzing found or could have found, goes through its target again.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail")]

use std::collections::BTreeMap;
use std::fs;
use std::panic::catch_unwind;

use support::{file_name, fuzz, paths};

#[test]
fn every_regression_passes_its_target() {
    let folder = support::project().join("fuzz/regressions");
    let mut found: BTreeMap<String, Vec<_>> =
        paths(&folder).iter().map(|target| (file_name(target), paths(target))).collect();
    let mut failures = Vec::new();
    for target in fuzz::TARGETS {
        let inputs = found.remove(target.name).unwrap_or_default();
        assert!(!inputs.is_empty(), "{} has no regressions", target.name);
        for path in inputs {
            let input = fs::read(&path).unwrap();
            if catch_unwind(|| fuzz::run(target.name, &input)).is_err() {
                failures.push(format!("{}/{}", target.name, file_name(&path)));
            }
        }
    }
    assert!(found.is_empty(), "no target is called {:?}", found.keys());
    assert!(failures.is_empty(), "{failures:#?}");
}

#[test]
fn every_fixture_is_a_seed() {
    for case in support::cases() {
        // One target reads it, one takes its packets, and all others take the clip.
        let takers = fuzz::TARGETS.iter().filter(|target| target.seed(&case).is_some()).count();
        let of_clips = fuzz::TARGETS.iter().filter(|target| target.takes_a_clip()).count();
        let wanted = if case.is_refused() { 1 } else { 2 + of_clips };
        assert_eq!(takers, wanted, "{}/{}", case.format, case.name);
    }
}

/// Cargo knows each target, and the library has each program.
#[test]
fn every_target_is_a_program() {
    let folder = support::project().join("fuzz");
    let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
    let mut listed: Vec<&str> =
        manifest.split("[[bin]]\nname = \"").skip(1).map(|one| one.split('"').next().unwrap()).collect();
    let mut known: Vec<&str> = fuzz::TARGETS.iter().map(|target| target.name).collect();
    listed.sort_unstable();
    known.sort_unstable();
    assert_eq!(listed, known);
    for name in known {
        let program = fs::read_to_string(folder.join(format!("fuzz_targets/{name}.rs"))).unwrap();
        assert!(program.contains(&format!("fuzz::run(\"{name}\", data)")), "{name}");
    }
}
