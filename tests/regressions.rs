//! Every file of `fuzz/regressions/`, which fuzzing found or could have found, goes through its target again.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail")]
#![cfg(all(feature = "acclaim", feature = "arrays", feature = "skel", feature = "hanim"))]

mod support;

use std::collections::BTreeMap;
use std::fs;
use std::panic::catch_unwind;
use std::path::Path;

use support::{file_name, fuzz, paths};

#[test]
fn every_regression_passes_its_target() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/regressions");
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
        let takers = fuzz::TARGETS.iter().filter(|target| target.seed(&case).is_some()).count();
        assert_eq!(takers, 1 + usize::from(!case.is_refused()), "{}/{}", case.format, case.name);
    }
}
