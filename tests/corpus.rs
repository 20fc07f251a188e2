//! Real files against independent oracles. `MAREY_CORPUS` names a folder with `corpus/bvh/*.bvh` and
//! `goldens/bvh/*.bvh.json`; without it this test says that it is skipped and passes.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test may fail")]
#![cfg(feature = "cli")]

mod support;

use std::fs;
use std::path::Path;

use serde_json::Value;
use support::{difference, parse_whole, positions};

/// The largest error that counts as agreement, as a part of the pose's largest coordinate.
const TOLERANCE: f64 = 2e-5;

fn points(list: &Value) -> Vec<[f64; 3]> {
    let point = |value: &Value| {
        let value = value.get("position").unwrap_or(value);
        [0, 1, 2].map(|axis| value[axis].as_f64().unwrap())
    };
    list.as_array().map(|list| list.iter().map(point).collect()).unwrap_or_default()
}

/// Compares one file with its oracle: joints with joints, end sites with end sites.
fn check(file: &Path, golden: &Path) -> Result<f64, String> {
    let bytes = fs::read(file).map_err(|error| error.to_string())?;
    let clip = parse_whole(&file.to_string_lossy(), &bytes).map_err(|refusal| refusal.to_string())?;
    let Ok(golden) = fs::read_to_string(golden) else { return Ok(0.0) };
    let golden: Value = serde_json::from_str(&golden).map_err(|error| error.to_string())?;
    let mut worst = 0.0f64;
    for sample in golden["samples"].as_array().into_iter().flatten() {
        let frame = sample["frame_index"].as_u64().unwrap() as usize;
        let mut found = [Vec::new(), Vec::new()];
        for (position, kind) in positions(&clip, Some(frame)).into_iter().zip(clip.skeleton.kinds()) {
            found[usize::from(*kind == marey::model::JointKind::EndSite)].push(position);
        }
        for (mut found, expected) in found.into_iter().zip([points(&sample["joints"]), points(&sample["end_sites"])]) {
            if expected.is_empty() {
                continue;
            }
            // Of a file with two figures the oracle has the first; the second is the same, 50 units along X.
            if found.len() == 2 * expected.len() {
                let second: Vec<[f64; 3]> = found.split_off(expected.len());
                let moved: Vec<[f64; 3]> = second.iter().map(|[x, y, z]| [x - 50.0, *y, *z]).collect();
                worst = worst.max(difference(&moved, &expected));
            }
            if found.len() != expected.len() {
                return Err(format!("{} joints, the oracle has {}", found.len(), expected.len()));
            }
            worst = worst.max(difference(&found, &expected));
        }
    }
    if worst <= TOLERANCE { Ok(worst) } else { Err(format!("off by {worst}")) }
}

#[test]
fn real_files_agree_with_the_oracles() {
    let Some(root) = std::env::var_os("MAREY_CORPUS") else {
        eprintln!("skipped: MAREY_CORPUS is not set");
        return;
    };
    let root = Path::new(&root);
    let mut files: Vec<_> = fs::read_dir(root.join("corpus/bvh")).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("bvh")));
    files.sort();
    assert!(!files.is_empty(), "MAREY_CORPUS has no BVH files");
    let (mut worst, mut failures) = (0.0f64, Vec::new());
    for file in &files {
        let name = file.file_name().unwrap().to_string_lossy();
        match check(file, &root.join(format!("goldens/bvh/{name}.json"))) {
            Ok(off) => worst = worst.max(off),
            Err(why) => failures.push(format!("{name}: {why}")),
        }
    }
    eprintln!("{} files, the worst is off by {worst:.1e}", files.len());
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
