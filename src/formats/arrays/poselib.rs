//! Motions of poselib (`SkeletonMotion`, as ASE has them): a tree of joints with their rotations, and the root's path.
//!
//! Rotations are quaternions x y z w, relative to the parent or to the world.

use std::sync::Arc;

use glam::{DQuat, Quat, Vec3};

use super::array::Array;
use super::clip::{ArrayFacts, clip, refused, with_motion};
use super::keys::Keys;
use super::refusal::refuse;
use crate::error::{ErrorKind, Limits, Location, ParseError};
use crate::formats::reading::WarningLog;
use crate::formats::reading::wording::Count;
use crate::model::{Behaviour, Channels, Clip, JointKind, MotionBuilder, PositionMode, SkeletonBuilder, is_placeable};

const NAMES: &str = "skeleton_tree/node_names/";

/// Whether these are the keys of such a motion.
pub(super) fn is_motion(keys: &Keys) -> bool {
    let has = |key: &str| keys.numbers(key).is_some();
    has("rotation") && has("root_translation") && has("skeleton_tree/parent_indices")
}

/// Reads the motion.
pub(super) fn read(name: &str, keys: &Keys, limits: &Limits, mut warnings: WarningLog) -> Result<Clip, ParseError> {
    let wrong = |key: &str, what: &str| {
        let found = keys.get(key).map_or_else(|| format!("no `{key}`"), Array::describe);
        refuse(ErrorKind::Inconsistent, "npz.skeleton", 0, format!("expected {what}, found {found}"))
    };
    let numbers = |key: &'static str, what: &str| keys.numbers(key).ok_or_else(|| wrong(key, what));
    let parents = numbers("skeleton_tree/parent_indices", "the parents of joints")?;
    let offsets = numbers("skeleton_tree/local_translation", "an offset for each joint")?;
    let rotations = numbers("rotation", "rotations")?;
    let path = numbers("root_translation", "the path of the root")?;
    let joints = parents.len();
    let names: Vec<String> =
        keys.0.iter().filter(|array| array.name.starts_with(NAMES)).filter_map(Array::text).collect();
    if names.len() != joints {
        return Err(wrong("skeleton_tree/node_names", "a name for each joint"));
    }
    if offsets.shape != [joints, 3] {
        return Err(wrong("skeleton_tree/local_translation", "an offset for each joint"));
    }
    let frames = rotations.length(0);
    if rotations.shape != [frames, joints, 4] || path.shape != [frames, 3] {
        return Err(wrong("rotation", "a quaternion for each joint, and a place of the root, in each frame"));
    }
    let mut builder = SkeletonBuilder::new(limits);
    let mut above: Vec<Option<usize>> = Vec::new();
    for (joint, own) in names.iter().enumerate() {
        let parent = parents.number(joint);
        let parent = (parent >= 0.0).then_some(parent as usize);
        if parent.is_some_and(|parent| parent >= joint) {
            return Err(wrong("skeleton_tree/parent_indices", "parents before their children"));
        }
        let offset = if parent.is_none() {
            Vec3::ZERO
        } else {
            Vec3::from([0, 1, 2].map(|axis| offsets.at(joint, axis) as f32))
        };
        builder
            .add(own, parent.map(|parent| parent as u16), JointKind::Joint, offset, Quat::IDENTITY)
            .map_err(refused)?;
        above.push(parent);
    }
    let skeleton = Arc::new(builder.finish().map_err(refused)?);
    let is_local = keys.numbers("is_local").and_then(Array::scalar) != Some(0.0);
    let channels = Channels { rotated: (0..joints as u16).collect(), translated: vec![0], ..Channels::default() };
    let mut builder = MotionBuilder::new(&skeleton, channels, PositionMode::Replace, limits).map_err(refused)?;
    builder.reserve(frames);
    let mut broken = 0;
    for frame in 0..frames {
        let rotation = |joint: usize| {
            let [x, y, z, w] = [0, 1, 2, 3].map(|part| rotations.at3(frame, joint, part));
            let rotation = DQuat::from_xyzw(x, y, z, w);
            let square = rotation.length_squared();
            (square > 1e-12 && square < 1e12).then(|| rotation.normalize())
        };
        let all: Vec<Option<DQuat>> = (0..joints).map(rotation).collect();
        broken += all.iter().filter(|rotation| rotation.is_none()).count();
        let of = |joint: usize| all.get(joint).copied().flatten().unwrap_or(DQuat::IDENTITY);
        let place = Vec3::from([0, 1, 2].map(|axis| path.at(frame, axis) as f32));
        broken += usize::from(!is_placeable(place));
        let write = |row: &mut crate::model::RowMut<'_>| {
            for ((joint, slot), parent) in row.rotations.iter_mut().enumerate().zip(&above) {
                let parent = parent.filter(|_| !is_local).map_or(DQuat::IDENTITY, of);
                *slot = (parent.inverse() * of(joint)).as_quat();
            }
            row.translations.fill(if is_placeable(place) { place } else { Vec3::ZERO });
        };
        builder.push_row(write).map_err(refused)?;
    }
    if broken > 0 {
        warning!(warnings.each => "arrays.numbers", Location::default(),
            "rotations and positions that are no numbers up to 1e12 are left out ({})", Count(broken, "value"));
    }
    let frame_time = keys.frame_time();
    builder.set_frame_time(frame_time.unwrap_or(1.0 / 30.0));
    let motion = builder.finish().map_err(refused)?;
    let facts = ArrayFacts {
        frame_time,
        notes: vec![("Arrays".into(), "motion of poselib, with its skeleton".into())],
        ..ArrayFacts::default()
    };
    let mut channels: Vec<Box<str>> = vec!["rotation".into(); joints];
    if let Some(root) = channels.first_mut() {
        *root = "Xposition Yposition Zposition rotation".into();
    }
    let behaviour = Behaviour { name: name.to_owned(), motion };
    Ok(with_motion(clip(name, skeleton, frames > 1, facts, channels), behaviour, warnings))
}
