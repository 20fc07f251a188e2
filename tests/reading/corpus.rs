//! Real files against independent oracles. `MAREY_CORPUS` names a folder with `corpus/bvh/*.bvh`,
//! `goldens/bvh/*.bvh.json` and the same for `acclaim`; without it these tests are ignored.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use marey::model::JointKind;
use serde_json::Value;
use support::check_clip::check_clip;
use support::runs::corpus;
use support::{File, difference, file_name, paths, paths_with, positions, read_alone, read_files};

/// The largest error that counts as agreement, relative to the pose's largest coordinate.
const TOLERANCE: f64 = 2e-5;

type Off = Result<f64, Box<dyn Error>>;

fn points(list: &Value) -> Vec<[f64; 3]> {
    let point = |value: &Value| {
        let value = value.get("position").unwrap_or(value);
        [0, 1, 2].map(|axis| value[axis].as_f64().unwrap())
    };
    list.as_array().map(|list| list.iter().map(point).collect()).unwrap_or_default()
}

/// Compares one file with its oracle: joints with joints, end sites with end sites.
fn check(file: &Path, golden: &Path) -> Off {
    let clip = read_alone(&file.to_string_lossy(), fs::read(file)?)?;
    let Ok(golden) = fs::read(golden) else { return Ok(0.0) };
    let golden: Value = serde_json::from_slice(&golden)?;
    let mut worst = 0.0f64;
    for sample in golden["samples"].as_array().into_iter().flatten() {
        let frame = sample["frame_index"].as_u64().unwrap() as usize;
        let mut found = [Vec::new(), Vec::new()];
        for (position, kind) in positions(&clip, Some((0, frame))).into_iter().zip(clip.skeleton.kinds()) {
            found[usize::from(*kind == JointKind::EndSite)].push(position);
        }
        for (mut found, expected) in found.into_iter().zip([points(&sample["joints"]), points(&sample["end_sites"])]) {
            if expected.is_empty() {
                continue;
            }
            // The oracle reads only the first of two figures; the second is the same, 50 units along X.
            if found.len() == 2 * expected.len() {
                let mut second: Vec<[f64; 3]> = found.split_off(expected.len());
                second.iter_mut().for_each(|[x, ..]| *x -= 50.0);
                worst = worst.max(difference(second.as_flattened(), expected.as_flattened()));
            }
            worst = worst.max(difference(found.as_flattened(), expected.as_flattened()));
        }
    }
    Ok(worst)
}

/// Checks every file, and returns those that fail or exceed the tolerance.
fn all_agree(files: &[PathBuf], check: impl Fn(&Path) -> Off) -> Vec<String> {
    let failure = |file: &PathBuf| match check(file) {
        Ok(off) if off <= TOLERANCE => None,
        Ok(off) => Some(format!("{}: off by {off}", file_name(file))),
        Err(why) => Some(format!("{}: {why}", file_name(file))),
    };
    files.iter().filter_map(failure).collect()
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

/// Compares one motion with its oracle: start and tip of every bone, before they are multiplied by the unit.
fn check_acclaim(folder: &Path, golden: &Path) -> Off {
    let golden: Value = serde_json::from_slice(&fs::read(golden)?)?;
    let file = |key: &str| -> std::io::Result<File> {
        let path = folder.join(golden[key].as_str().unwrap());
        Ok((file_name(&path), fs::read(path)?))
    };
    let clip = read_files(&[file("asf")?, file("file")?]).map_err(|refusal| format!("{} {refusal}", refusal.file()))?;
    check_clip(&clip)?;
    let skeleton = &clip.skeleton;
    let mut worst = 0.0f64;
    for sample in golden["samples"].as_array().into_iter().flatten() {
        let all = positions(&clip, Some((0, sample["frame_index"].as_u64().unwrap() as usize)));
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
        worst = worst.max(difference(found.as_flattened(), expected.as_flattened()));
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
    // Alone, a motion asks for its skeleton and a skeleton is at rest.
    for path in paths(&root.join("corpus/acclaim")) {
        let name = file_name(&path);
        match read_alone(&name, fs::read(&path).unwrap()) {
            Ok(clip) if name.ends_with(".asf") => check_clip(&clip).unwrap(),
            Err(refusal) if refusal.code() == "amc.needs-skeleton" && refusal.location().is_some() => {}
            other => failures.push(format!("{name} alone: {other:?}")),
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Compares a recording with its oracle: points by their labels, where the oracle sees them. Labels that several points have are left out.
fn check_points(file: &Path, golden: &Path) -> Off {
    let golden: Value = serde_json::from_slice(&fs::read(golden)?)?;
    let Some(labels) = golden["labels"].as_array().filter(|_| golden["error"].is_null()) else {
        return read_alone(&file.to_string_lossy(), fs::read(file)?).map_or(Ok(0.0), |_| Err("it is read".into()));
    };
    let clip = read_alone(&file.to_string_lossy(), fs::read(file)?)?;
    check_clip(&clip)?;
    let (joints, mut worst) = (clip.skeleton.len(), 0.0f64);
    for sample in golden["samples"].as_array().into_iter().flatten() {
        let frame = sample["frame_index"].as_u64().unwrap() as usize;
        let places = positions(&clip, Some((0, frame)));
        let (mut found, mut expected) = (Vec::new(), Vec::new());
        for (label, point) in labels.iter().zip(sample["points"].as_array().unwrap()) {
            let several = labels.iter().filter(|other| *other == label).count() > 1;
            let Some(joint) = clip.skeleton.find(label.as_str().unwrap()).filter(|_| !several) else { continue };
            let seen = clip.visibility.first().and_then(|rows| rows.get(frame * joints + joint)) != Some(&0);
            let is_place = point.as_array().is_some_and(|parts| parts.iter().all(Value::is_number));
            if seen != is_place {
                return Err(format!("{label} in frame {frame}: seen {seen}, place {is_place}").into());
            }
            if seen {
                found.push(places[joint]);
                expected.push([0, 1, 2].map(|axis| point[axis].as_f64().unwrap()));
            }
        }
        worst = worst.max(difference(found.as_flattened(), expected.as_flattened()));
    }
    Ok(worst)
}

#[test]
#[ignore = "needs MAREY_CORPUS"]
fn real_recordings_of_points_agree_with_the_oracles() {
    let root = corpus();
    for format in ["c3d", "trc"] {
        let files = paths(&root.join("corpus/worlds").join(format));
        assert!(!files.is_empty(), "MAREY_CORPUS has no {format} files");
        let golden = |file: &Path| root.join(format!("goldens/worlds/{format}/{}.json", file_name(file)));
        let failures = all_agree(&files, |file| check_points(file, &golden(file)));
        assert!(failures.is_empty(), "{}", failures.join("\n"));
    }
}

/// Files of many programs: every FBX 7 is read, and joints of its first behaviour are where its oracle has them at the first and last frame.
#[test]
#[ignore = "needs MAREY_CORPUS"]
fn real_fbx_files_agree_with_the_oracle() {
    let root = corpus();
    let files = paths_with(&root.join("corpus/worlds/fbx"), &["fbx"]);
    let failures = all_agree(&files, |file| {
        let golden = fs::read(root.join(format!("goldens/worlds/fbx/{}.json", file_name(file))))?;
        check_fbx(file, &serde_json::from_slice(&golden)?)
    });
    assert!(files.len() >= 20 && failures.is_empty(), "{}", failures.join("\n"));
}

fn check_fbx(file: &Path, golden: &Value) -> Off {
    let clip = match read_alone(&file_name(file), fs::read(file)?) {
        Err(refusal) if golden["version"].as_u64() < Some(7_000) && refusal.code() == "fbx.version" => return Ok(0.0),
        result => result?,
    };
    check_clip(&clip)?;
    let name = &clip.behaviours[0].name;
    let behaviours = golden["behaviours"].as_array().ok_or("no behaviours")?;
    // A take in which nothing moves is the rest pose.
    let named = behaviours.iter().find(|one| one["name"].as_str() == Some(name)).unwrap_or(&behaviours[0]);
    let samples = named["samples"].as_array().ok_or("no samples")?;
    let mut worst = 0.0f64;
    for (sample, frame) in [(samples.first(), 0), (samples.last(), clip.behaviours[0].motion.frame_count() - 1)] {
        let sample = sample.ok_or("no sample")?;
        let places = points(&sample["positions"]);
        let all = positions(&clip, Some((0, frame)));
        let (mut found, mut expected) = (Vec::new(), Vec::new());
        for (joint, place) in golden["joints"].as_array().into_iter().flatten().zip(places) {
            if let Some(index) = joint["name"].as_str().and_then(|name| clip.skeleton.find(name)) {
                found.push(all[index]);
                expected.push(place);
            }
        }
        if found.is_empty() {
            return Err("no joint of the oracle".into());
        }
        worst = worst.max(difference(found.as_flattened(), expected.as_flattened()));
    }
    Ok(worst)
}
