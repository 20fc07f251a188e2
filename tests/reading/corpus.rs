//! Real files against independent oracles. `MAREY_CORPUS` names a folder with `corpus/bvh/*.bvh`,
//! `goldens/bvh/*.bvh.json` and the same for `acclaim`; without it these tests are ignored.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::runs::corpus;
use crate::support::{companions, difference, file_name, paths, paths_with, positions, read, read_alone, sound};
use marey::model::JointKind;
use serde_json::Value;

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
    let clip = read_alone(&file.to_string_lossy(), &bytes).map_err(|refusal| refusal.to_string())?;
    let Ok(golden) = fs::read_to_string(golden) else { return Ok(0.0) };
    let golden: Value = serde_json::from_str(&golden).map_err(|error| error.to_string())?;
    let mut worst = 0.0f64;
    for sample in golden["samples"].as_array().into_iter().flatten() {
        let frame = sample["frame_index"].as_u64().unwrap() as usize;
        let mut found = [Vec::new(), Vec::new()];
        for (position, kind) in positions(&clip, Some(frame)).into_iter().zip(clip.skeleton.kinds()) {
            found[usize::from(*kind == JointKind::EndSite)].push(position);
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
    Ok(worst)
}

/// Checks every file, and says what is off by too much or fails.
fn all_agree(files: &[PathBuf], check: impl Fn(&Path) -> Result<f64, String>) -> Vec<String> {
    let found: Vec<_> = files.iter().map(|file| (file_name(file), check(file))).collect();
    let worst = found.iter().filter_map(|(_, off)| off.as_ref().ok()).fold(0.0, |worst: f64, off| worst.max(*off));
    eprintln!("{} files, the worst is off by {worst:.1e}", files.len());
    let failure = |(name, off): (String, Result<f64, String>)| match off {
        Ok(off) if off <= TOLERANCE => None,
        Ok(off) => Some(format!("{name}: off by {off}")),
        Err(why) => Some(format!("{name}: {why}")),
    };
    found.into_iter().filter_map(failure).collect()
}

#[test]
#[ignore = "needs MAREY_CORPUS"]
fn real_files_agree_with_the_oracles() {
    let root = corpus();
    let files = paths_with(&root.join("corpus/bvh"), &["bvh", "BVH"]);
    let golden = |file: &Path| root.join(format!("goldens/bvh/{}.json", file_name(file)));
    let failures = all_agree(&files, |file| check(file, &golden(file)));
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Compares one motion with its oracle: the start and the tip of every bone, before they are multiplied by the unit.
fn check_acclaim(folder: &Path, golden: &Path) -> Result<f64, String> {
    let text = |error: std::io::Error| error.to_string();
    let golden: Value = serde_json::from_slice(&fs::read(golden).map_err(text)?).map_err(|error| error.to_string())?;
    let [asf, amc] = ["asf", "file"].map(|key| folder.join(golden[key].as_str().unwrap()));
    let beside = companions(&[(file_name(&asf), fs::read(&asf).map_err(text)?)]);
    let clip = read(&beside, &file_name(&amc), &fs::read(&amc).map_err(text)?)
        .map_err(|refusal| format!("{} {refusal}", refusal.file()))?;
    sound::check_clip(&clip)?;
    let skeleton = &clip.skeleton;
    let mut worst = 0.0f64;
    for sample in golden["samples"].as_array().into_iter().flatten() {
        let all = positions(&clip, Some(sample["frame_index"].as_u64().unwrap() as usize));
        let (mut found, mut expected) = (Vec::new(), Vec::new());
        for bone in sample["bones"].as_array().unwrap() {
            let wanted = bone["name"].as_str().unwrap();
            let joint = skeleton.names().iter().position(|name| name.eq_ignore_ascii_case(wanted)).ok_or(wanted)?;
            let end = (0..skeleton.len())
                .find(|&end| skeleton.parent(end) == Some(joint) && skeleton.kinds()[end] == JointKind::EndSite);
            for (joint, key) in [(Some(joint), "start"), (end, "tip")] {
                let Some(joint) = joint else { continue };
                found.push(all[joint]);
                expected.push([0, 1, 2].map(|axis| bone[key][axis].as_f64().unwrap() * clip.source.length_factor));
            }
        }
        worst = worst.max(difference(&found, &expected));
    }
    Ok(worst)
}

#[test]
#[ignore = "needs MAREY_CORPUS"]
fn real_acclaim_files_agree_with_the_oracles() {
    let root = corpus();
    let goldens = paths(&root.join("goldens/acclaim"));
    assert!(!goldens.is_empty(), "MAREY_CORPUS has no Acclaim files");
    let mut failures = all_agree(&goldens, |golden| check_acclaim(&root.join("corpus"), golden));
    // Alone, a motion asks for its skeleton and a skeleton stands still.
    for path in paths(&root.join("corpus/acclaim")) {
        let name = file_name(&path);
        match read_alone(&name, &fs::read(&path).unwrap()) {
            Ok(clip) if name.ends_with(".asf") => sound::check_clip(&clip).unwrap(),
            Err(refusal) if refusal.code() == "amc.needs-skeleton" && refusal.location().is_some() => {}
            other => failures.push(format!("{name} alone: {other:?}")),
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
