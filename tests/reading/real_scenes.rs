//! Real glTF, VRM and VRMA of `MAREY_CORPUS` against forward kinematics of their own: every joint, found by its place in the tree, because
//! names repeat or are empty there, at several times of up to three animations.

use std::error::Error;
use std::fs;
use std::path::Path;

use marey::glam::Affine3A;
use marey::model::{Clip, Skeleton};
use marey::pose::{Interpolation, Pose, sample, world_matrices};
use serde_json::Value;
use support::check_clip::check_clip;
use support::runs::corpus;
use support::{File, file_name, paths, paths_with, read_files};

/// The largest error that counts as agreement, relative to the pose's largest coordinate.
const TOLERANCE: f64 = 1e-4;

type Place = [f64; 3];
/// The places of our joints and of all nodes at one moment.
type Moment = (Vec<Place>, Vec<Place>);

/// The places of joints at a time of a behaviour, or at rest.
fn places(clip: &Clip, at: Option<(usize, f64)>) -> Vec<Place> {
    let mut pose = Pose::rest(&clip.skeleton);
    if let Some((behaviour, seconds)) = at {
        sample(&clip.behaviours[behaviour].motion, seconds, Interpolation::Linear, &mut pose);
    }
    world_matrices(&clip.skeleton, Affine3A::IDENTITY, &mut pose);
    pose.world.iter().map(|world| world.translation.to_array().map(f64::from)).collect()
}

fn expected(places: &Value) -> Vec<Place> {
    let place = |value: &Value| [0, 1, 2].map(|axis| value[axis].as_f64().unwrap());
    places.as_array().unwrap().iter().map(place).collect()
}

fn moments(clip: &Clip, golden: &Value) -> Result<Vec<Moment>, Box<dyn Error>> {
    let behaviours = golden["behaviours"].as_array().map_or(&[][..], Vec::as_slice);
    if behaviours.is_empty() {
        return Ok(vec![(places(clip, None), expected(&golden["rest"]))]);
    }
    let mut moments = Vec::new();
    for (index, behaviour) in behaviours.iter().enumerate().take(3) {
        let own = clip.behaviours.iter().position(|own| behaviour["name"].as_str() == Some(&own.name)).unwrap_or(index);
        if own >= clip.behaviours.len() {
            return Err(format!("there is no animation {index}").into());
        }
        for sample in behaviour["samples"].as_array().into_iter().flatten() {
            let seconds = sample["time"].as_f64().ok_or("no time")?;
            moments.push((places(clip, Some((own, seconds))), expected(&sample["positions"])));
        }
    }
    Ok(moments)
}

/// How far a joint is from a node at worst, relative to each pose's largest coordinate.
fn off(moments: &[Moment], joint: usize, node: usize) -> f64 {
    let one = |(found, expected): &Moment| {
        let size = expected.as_flattened().iter().fold(1e-9_f64, |size, part| size.max(part.abs()));
        let parts = found[joint].iter().zip(&expected[node]);
        parts.fold(0.0_f64, |worst, (a, b)| worst.max((a - b).abs())) / size
    };
    moments.iter().map(one).fold(0.0, f64::max)
}

/// Whether a node is somewhere below another one: nodes that stay as they are may be missing between two joints.
fn is_under(nodes: &[Value], node: usize, above: i64) -> bool {
    let parent = |node: usize| nodes[node]["parent"].as_i64().and_then(|parent| usize::try_from(parent).ok());
    std::iter::successors(parent(node), |node| parent(*node)).any(|node| node as i64 == above)
}

/// The worst of all joints. Each is compared with a node of its name below the node of its parent; of several with the nearest.
fn worst(skeleton: &Skeleton, golden: &Value, moments: &[Moment]) -> Result<f64, Box<dyn Error>> {
    let nodes = golden["joints"].as_array().ok_or("no joints")?;
    let (mut partners, mut worst): (Vec<usize>, f64) = (Vec::new(), 0.0);
    for (joint, name) in skeleton.names().iter().enumerate() {
        let above = skeleton.parent(joint).map(|parent| partners[parent] as i64);
        let fits = |node: &usize| {
            let is_below = above.is_none_or(|above| is_under(nodes, *node, above));
            nodes[*node]["name"].as_str() == Some(name) && is_below && !partners.contains(node)
        };
        let distances = (0..nodes.len()).filter(fits).map(|node| (off(moments, joint, node), node));
        let (distance, node) =
            distances.min_by(|a, b| a.0.total_cmp(&b.0)).ok_or_else(|| format!("no node for `{name}`"))?;
        partners.push(node);
        worst = worst.max(distance);
    }
    Ok(worst)
}

/// A file with every buffer of its folder.
fn with_buffers(file: &Path) -> Result<Vec<File>, Box<dyn Error>> {
    let read = |path: &Path| -> std::io::Result<File> { Ok((file_name(path), fs::read(path)?)) };
    let folder = file.parent().ok_or("no folder")?;
    let mut files: Vec<File> = paths(folder)
        .iter()
        .filter(|path| path.extension().is_some_and(|ending| ending == "bin"))
        .map(|path| read(path))
        .collect::<Result<_, _>>()?;
    files.push(read(file)?);
    Ok(files)
}

fn check(file: &Path, golden: &Value) -> Result<f64, Box<dyn Error>> {
    let has_motion = !golden["rest"].is_null() || !golden["behaviours"].is_null();
    let clip = match read_files(&with_buffers(file)?) {
        Err(refusal) if !has_motion || file_name(file).contains("meshopt") => {
            return refusal.location().map(|_| 0.0).ok_or_else(|| "a refusal without a place".into());
        }
        result => result.map_err(|refusal| refusal.to_string())?,
    };
    check_clip(&clip)?;
    worst(&clip.skeleton, golden, &moments(&clip, golden)?)
}

#[test]
#[ignore = "needs MAREY_CORPUS"]
fn real_scenes_agree_with_the_oracle() {
    let root = corpus();
    let (mut wrong, mut count) = (Vec::new(), 0);
    for folder in ["gltf", "vrm"] {
        for file in paths_with(&root.join("corpus/worlds").join(folder), &["glb", "gltf", "vrm", "vrma"]) {
            let golden = root.join(format!("goldens/worlds/{folder}/{}.json", file_name(&file)));
            let Ok(golden) = fs::read(golden) else { continue };
            count += 1;
            match check(&file, &serde_json::from_slice(&golden).unwrap()) {
                Ok(off) if off <= TOLERANCE => {}
                other => wrong.push(format!("{}: {other:?}", file_name(&file))),
            }
        }
    }
    assert!(count >= 30 && wrong.is_empty(), "{count} files:\n{}", wrong.join("\n"));
}
