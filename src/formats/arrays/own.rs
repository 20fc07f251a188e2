//! Archives with a whole skeleton: those that Marey writes, and those of upc-pymotion.
//!
//! Both have `names`, `parents`, `offsets` and `rotations`. Marey's quaternions are x y z w, and its roots have the parent -1.
//! Pymotion's are w x y z, its root is its own parent, and only the root's `positions` are a translation.

use std::sync::Arc;

use glam::{DQuat, Quat, Vec3};

use super::clip::{ArrayFacts, clip, refused, with_motion};
use super::keys::Keys;
use super::refusal::refuse;
use crate::checked::Checked;
use crate::error::{ErrorKind, Limits, Location, ParseError};
use crate::formats::reading::WarningLog;
use crate::formats::reading::wording::Count;
use crate::model::{
    Axis, Behaviour, Channels, Clip, FACTORS, JointKind, MotionBuilder, PositionMode, SkeletonBuilder, Time,
    is_placeable,
};

/// Whether these are the keys of such an archive.
pub(super) fn has_skeleton(keys: &Keys) -> bool {
    let has = |key: &str| keys.numbers(key).is_some();
    has("parents") && has("rotations") && has("offsets") && keys.get("names").is_some_and(|names| names.is_text())
}

/// Reads the archive's motion.
pub(super) fn read(name: &str, keys: &Keys, limits: &Limits, mut warnings: WarningLog) -> Result<Clip, ParseError> {
    let wrong = |key: &str, what: &str| {
        let found = keys.get(key).map_or_else(|| format!("no `{key}`"), |array| array.describe());
        refuse(ErrorKind::Inconsistent, "npz.skeleton", 0, format!("expected {what}, found {found}"))
    };
    let numbers = |key: &str, shape: &[usize]| keys.numbers(key).filter(|array| array.shape == shape);
    let parents = keys.numbers("parents").ok_or_else(|| wrong("parents", "the parents of joints"))?;
    let names = keys.get("names").map(|names| names.texts()).unwrap_or_default();
    let joints = parents.len();
    if names.len() != joints {
        return Err(wrong("names", "a name for each joint"));
    }
    let is_pymotion = parents.number(0) == 0.0;
    let offsets = numbers("offsets", &[joints, 3]).ok_or_else(|| wrong("offsets", "an offset for each joint"))?;
    let rotations = keys.numbers("rotations").ok_or_else(|| wrong("rotations", "rotations"))?;
    let frames = rotations.length(0);
    if rotations.shape != [frames, joints, 4] {
        return Err(wrong("rotations", "a quaternion for each joint of each frame"));
    }
    let rest_rotations = numbers("rest_rotations", &[joints, 4]);
    let kinds = keys.get("kinds").map(|kinds| kinds.texts()).unwrap_or_default();
    let translations = numbers(if is_pymotion { "positions" } else { "translations" }, &[frames, joints, 3]);

    let vector = |x: f64, y: f64, z: f64| Vec3::new(x as f32, y as f32, z as f32);
    let quaternion = |number: &dyn Fn(usize) -> f64| {
        let [x, y, z, w] = if is_pymotion { [1, 2, 3, 0] } else { [0, 1, 2, 3] }.map(number);
        let square = x * x + y * y + z * z + w * w;
        (square > 1e-12 && square < 1e12).then(|| DQuat::from_xyzw(x, y, z, w).normalize().as_quat())
    };
    let mut builder = SkeletonBuilder::new(limits);
    for (joint, joint_name) in names.iter().enumerate() {
        let parent = parents.number(joint);
        let is_root = parent < 0.0 || is_pymotion && joint == 0;
        let parent = if is_root { None } else { Some(parent as u16) };
        if parent.is_some_and(|parent| usize::from(parent) >= joint) {
            return Err(wrong("parents", "parents before their children"));
        }
        let kind = match kinds.get(joint).map_or("", String::as_str) {
            "end" => JointKind::EndSite,
            "site" => JointKind::Site,
            "frame" => JointKind::Frame,
            _ => JointKind::Joint,
        };
        let offset = vector(offsets.at(joint, 0), offsets.at(joint, 1), offsets.at(joint, 2));
        let rest = rest_rotations.and_then(|rest| quaternion(&|part| rest.at(joint, part)));
        builder.add(joint_name, parent, kind, offset, rest.unwrap_or(Quat::IDENTITY)).map_err(refused)?;
    }
    let skeleton = Arc::new(builder.finish().map_err(refused)?);

    let translation = |frame: usize, joint: usize| {
        let array = translations?;
        Some(vector(array.at3(frame, joint, 0), array.at3(frame, joint, 1), array.at3(frame, joint, 2)))
    };
    let rest = |joint: usize| skeleton.rest_translations().at(joint);
    let is_moved = |joint: usize| match (is_pymotion, translations) {
        (_, None) => false,
        (true, _) => joint == 0,
        (false, _) => (0..frames).any(|frame| translation(frame, joint).is_some_and(|at| at != rest(joint))),
    };
    let is_joint = |joint: usize| skeleton.kinds().get(joint).is_some_and(|kind| !kind.is_point());
    let all = || 0..joints;
    let translated: Vec<u16> = all().filter(|joint| is_moved(*joint)).map(|joint| joint as u16).collect();
    let rotated: Vec<u16> = all().filter(|joint| is_joint(*joint)).map(|joint| joint as u16).collect();
    let channels = Channels { rotated: rotated.clone(), translated: translated.clone(), ..Channels::default() };
    let mut builder = MotionBuilder::new(&skeleton, channels, PositionMode::Replace, limits).map_err(refused)?;
    builder.reserve(frames);
    let mut broken = 0;
    for frame in 0..frames {
        let write = |row: &mut crate::model::RowMut<'_>| {
            for (slot, joint) in row.rotations.iter_mut().zip(&rotated) {
                match quaternion(&|part| rotations.at3(frame, usize::from(*joint), part)) {
                    Some(rotation) => *slot = rotation,
                    None => broken += 1,
                }
            }
            for (slot, joint) in row.translations.iter_mut().zip(&translated) {
                let at = translation(frame, usize::from(*joint)).filter(|at| is_placeable(*at));
                broken += usize::from(at.is_none());
                *slot = at.unwrap_or_else(|| rest(usize::from(*joint)));
            }
        };
        builder.push_row(write).map_err(refused)?;
    }
    if broken > 0 {
        warning!(warnings.each => "arrays.numbers", Location::default(),
            "rotations and positions that are no numbers up to 1e12 are left out ({})", Count(broken, "value"));
    }
    let frame_time = keys.frame_time();
    builder.set_frame_time(frame_time.unwrap_or(1.0 / 30.0));
    let mut motion = builder.finish().map_err(refused)?;
    if let Some(times) = numbers("times", &[frames]).filter(|_| frames > 1) {
        let times: Vec<f64> = (0..frames).map(|frame| times.number(frame)).collect();
        let step = motion.frame_time();
        let even = times.iter().enumerate().all(|(frame, time)| (time - frame as f64 * step).abs() <= 1e-6 * step);
        if !even && motion.set_time(Time::Keys(times)).is_err() {
            warning!(warnings.each => "npz.times", Location::default(),
                "the times of frames do not grow from 0: frames are even");
        }
    }
    let stated =
        keys.numbers("metres_per_unit").and_then(|metres| metres.scalar()).filter(|metres| FACTORS.contains(metres));
    let facts = ArrayFacts {
        metres_per_unit: stated,
        unit_stated: stated.is_some(),
        up: keys.get("up").and_then(|up| up.text()).and_then(|up| Axis::from_name(&up)),
        frame_time,
        notes: vec![("Arrays".into(), if is_pymotion { "skeleton of pymotion" } else { "skeleton of Marey" }.into())],
        ..ArrayFacts::default()
    };
    let own = keys.get("name").and_then(|name| name.text()).filter(|own| !own.is_empty());
    let behaviour = Behaviour { name: own.unwrap_or_else(|| name.to_owned()), motion };
    let mut channels: Vec<Box<str>> = vec!["".into(); joints];
    for (joints, text) in [(rotated, "rotation"), (translated, "Xposition Yposition Zposition ")] {
        for joint in joints {
            channels.change(usize::from(joint), |channel| *channel = format!("{text}{channel}").into());
        }
    }
    Ok(with_motion(clip(name, skeleton, frames > 1, facts, channels), behaviour, warnings))
}
