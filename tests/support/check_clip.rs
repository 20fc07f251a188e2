//! What the public interface promises of every clip, wherever it comes from: a reader, a transformer, a link or packets.

use std::collections::HashSet;

use glam::Vec3;
use marey::model::{
    Clip, FACTORS, FARTHEST, Mark, Mass, Motion, NO_PARENT, PositionMode, Skeleton, Skin, SkinParts, Time, Track,
    Viewpoint, is_placeable,
};

use super::positions;

/// The largest difference of a squared length from 1.
const UNIT: f32 = 1e-3;

/// Checks every promise about a clip. The error says which one is broken.
pub fn check_clip(clip: &Clip) -> Result<(), String> {
    check_skeleton(&clip.skeleton)?;
    sure(!clip.behaviours.is_empty(), "there is no behaviour")?;
    for (index, behaviour) in clip.behaviours.iter().enumerate() {
        let of_behaviour = |what: String| format!("behaviour {index} ({}): {what}", behaviour.name);
        check_motion(&behaviour.motion, &clip.skeleton).map_err(of_behaviour)?;
        check_bases(clip, &behaviour.motion).map_err(of_behaviour)?;
        check_positions(clip, index).map_err(of_behaviour)?;
    }
    check_source(clip)?;
    check_visibility(clip)?;
    check_about(clip)?;
    check_additions(clip)?;
    clip.skin.as_ref().map_or(Ok(()), |skin| check_skin(skin, &clip.skeleton))
}

fn sure(holds: bool, what: &str) -> Result<(), String> {
    if holds { Ok(()) } else { Err(what.to_owned()) }
}

fn check_skeleton(skeleton: &Skeleton) -> Result<(), String> {
    let count = skeleton.len();
    sure(count > 0 && count < usize::from(NO_PARENT), "there are no joints, or more than indices")?;
    let lists = [
        skeleton.names().len(),
        skeleton.rest_translations().len(),
        skeleton.rest_rotations().len(),
        skeleton.kinds().len(),
    ];
    sure(lists == [count; 4], "a list of the skeleton has not one entry for each joint")?;
    let parents = skeleton.parents().iter().enumerate();
    let first = |(joint, parent): (usize, &u16)| *parent == NO_PARENT || usize::from(*parent) < joint;
    sure(parents.clone().all(first), "a joint comes before its parent")?;
    sure(skeleton.rest_translations().iter().all(|at| is_placeable(*at)), "a rest translation is too far away")?;
    sure(skeleton.rest_rotations().iter().all(|turn| is_unit(turn.length_squared())), "a rest rotation has no unit")?;
    let weights = skeleton.weights();
    sure(weights.len() <= usize::from(NO_PARENT) && weights.iter().all(|one| in_range(*one)), "odd rest weights")?;
    let Some(scaling) = skeleton.scaling() else { return Ok(()) };
    let lists = [scaling.frames.len(), scaling.axes.len(), scaling.rest_scales.len()];
    sure(lists == [count; 3], "a list of the scaling has not one entry for each joint")?;
    sure(scaling.axes.iter().all(|axes| is_unit(axes.length_squared())), "axes of a scale are not of unit length")?;
    let placed = |numbers: [f32; 12]| numbers.into_iter().all(in_range);
    let frames = scaling.frames.iter().all(|frame| placed(frame.to_cols_array()));
    sure(frames && scaling.rest_scales.iter().all(|scale| is_placeable(*scale)), "a static transform is too large")
}

fn is_unit(square: f32) -> bool {
    (square - 1.0).abs() < UNIT
}

/// False for what is not finite, too.
fn in_range(number: f32) -> bool {
    number.abs() <= FARTHEST
}

pub fn check_motion(motion: &Motion, skeleton: &Skeleton) -> Result<(), String> {
    let count = motion.frame_count();
    sure(count >= 1, "there is no frame")?;
    sure(motion.duration().is_finite() && motion.duration() >= 0.0, "the duration is not finite, or negative")?;
    match motion.time() {
        Time::Uniform { frame_time } => sure(frame_time.is_finite() && *frame_time > 0.0, "an odd frame time")?,
        Time::Keys(keys) => {
            sure(keys.len() == count, "there is not one time for each frame")?;
            sure(keys.iter().all(|key| key.is_finite()) && keys.is_sorted(), "the times are not in order")?;
            sure(keys.first() == Some(&0.0), "the first time is not 0")?;
        }
    }
    let scales = if skeleton.scaling().is_some() { skeleton.len() } else { 0 };
    check_track("rotations", motion.rotations(), motion.whole_frames(), skeleton.len())?;
    check_track("translations", motion.translations(), count, skeleton.len())?;
    check_track("scales", motion.scales(), count, scales)?;
    check_track("weights", motion.weights(), count, skeleton.weights().len())?;
    for frame in motion.whole_frames()..count {
        let turns = (0..motion.rotations().joints().len()).map(|slot| motion.rotation(frame, slot));
        sure(turns.clone().all(|turn| turn.is_some_and(|turn| is_unit(turn.length_squared()))), "a packed rotation")?;
    }
    let turns = motion.rotations().values();
    sure(turns.iter().all(|turn| is_unit(turn.length_squared())), "a rotation is not of unit length")?;
    let vectors = motion.translations().values().iter().chain(motion.scales().values());
    sure(vectors.copied().all(is_placeable), "a translation or a scale is too large")?;
    sure(motion.weights().values().iter().all(|weight| in_range(*weight)), "a weight is too large")
}

fn check_track<T>(what: &str, track: &Track<T>, frames: usize, count: usize) -> Result<(), String> {
    let joints = track.joints();
    let whole = track.values().len() == frames * joints.len();
    sure(whole, &format!("{what}: there is not one value for each frame and joint"))?;
    sure(joints.iter().all(|joint| usize::from(*joint) < count), &format!("{what}: a joint that is not there"))?;
    let each: HashSet<u16> = joints.iter().copied().collect();
    sure(each.len() == joints.len(), &format!("{what}: a joint twice"))
}

/// Masks, and bases that follow from the position mode.
fn check_bases(clip: &Clip, motion: &Motion) -> Result<(), String> {
    let (track, masks) = (motion.translations(), motion.translation_masks());
    let bases = motion.translation_bases();
    let count = track.joints().len();
    sure(masks.len() == count && bases.len() == count, "there is not one mask and base for each translated joint")?;
    let only_bits = |mask: &Vec3| mask.to_array().iter().all(|axis| *axis == 0.0 || *axis == 1.0);
    sure(masks.iter().all(only_bits), "a mask is neither 0 nor 1")?;
    let rest = clip.skeleton.rest_translations();
    let is_mode = |mode: PositionMode| {
        let wanted = track.joints().iter().zip(masks).map(|(joint, mask)| match mode {
            PositionMode::Add => rest[usize::from(*joint)],
            PositionMode::Replace => rest[usize::from(*joint)] * (Vec3::ONE - *mask),
        });
        wanted.zip(bases).all(|(wanted, base)| wanted == *base)
    };
    match clip.source.position_mode {
        Some(mode) => sure(is_mode(mode), "bases that do not follow from the position mode"),
        None => sure(is_mode(PositionMode::Replace) || is_mode(PositionMode::Add), "bases of no position mode"),
    }
}

/// Positions are finite in the first, the middle and the last frame.
fn check_positions(clip: &Clip, behaviour: usize) -> Result<(), String> {
    let frames = clip.behaviours[behaviour].motion.frame_count();
    for frame in [0, frames / 2, frames - 1] {
        let finite = positions(clip, Some((behaviour, frame))).as_flattened().iter().all(|value| value.is_finite());
        sure(finite, &format!("a position in frame {frame} is not finite"))?;
    }
    Ok(())
}

fn check_source(clip: &Clip) -> Result<(), String> {
    let source = &clip.source;
    sure(FACTORS.contains(&source.length_factor), "the length factor is out of range")?;
    sure(source.metres_per_unit.is_none_or(|metres| FACTORS.contains(&metres)), "the unit is out of range")?;
    let one_each = source.channels.len() == clip.skeleton.len();
    sure(one_each, "there is not one text of channels for each joint")
}

fn check_visibility(clip: &Clip) -> Result<(), String> {
    sure(clip.visibility.len() <= clip.behaviours.len(), "visibility of behaviours that are not there")?;
    let joints = clip.skeleton.len();
    let fits = |(rows, frames): (&Vec<u8>, usize)| rows.len().is_multiple_of(joints) && rows.len() <= frames * joints;
    let frames = clip.behaviours.iter().map(|one| one.motion.frame_count());
    sure(clip.visibility.iter().zip(frames).all(fits), "visibility that is not in rows of all joints")
}

fn check_about(clip: &Clip) -> Result<(), String> {
    let (about, joints) = (&clip.about, clip.skeleton.len());
    sure(about.labels.is_empty() || about.labels.len() == joints, "there is not one label for each joint")?;
    let in_order = about.marks.is_sorted_by_key(|mark| (mark.behaviour, mark.first));
    sure(in_order, "marks are not in the order of their behaviours and first frames")?;
    let inside = |mark: &Mark| {
        let frames = clip.behaviours.get(mark.behaviour).map_or(0, |own| own.motion.frame_count());
        let known = mark.joint.is_none_or(|joint| usize::from(joint) < joints);
        known && mark.first <= mark.at && mark.at <= mark.last && mark.last < frames
    };
    let odd = about.marks.iter().find(|mark| !inside(mark));
    odd.map_or(Ok(()), |mark| Err(format!("a mark outside the motion: {mark:?}")))
}

/// Masses and viewpoints.
fn check_additions(clip: &Clip) -> Result<(), String> {
    let joints = clip.skeleton.len();
    let weighs = |mass: &Mass| mass.mass > 0.0 && mass.mass.is_finite() && is_placeable(mass.centre);
    let masses = clip.masses.iter().all(|mass| weighs(mass) && usize::from(mass.joint) < joints);
    sure(masses, "a mass is not positive, its centre is too far away, or its joint is not there")?;
    let names: HashSet<&str> = clip.viewpoints.iter().map(|one| one.name.as_str()).collect();
    sure(names.len() == clip.viewpoints.len(), "two viewpoints have the same name")?;
    sure(clip.viewpoints.len() <= Viewpoint::MOST, "too many viewpoints")?;
    sure(clip.viewpoints.iter().all(|one| one.is_sound(joints)), "a viewpoint with odd numbers")
}

/// A skin can be made again of its parts, which checks all of them.
fn check_skin(skin: &Skin, skeleton: &Skeleton) -> Result<(), String> {
    let parts = SkinParts {
        binds: skin.binds().to_vec(),
        morphs: skin.morphs().to_vec(),
        influences: skin.influences().to_vec(),
        corners: skin.corners().to_vec(),
        triangles: skin.triangles().to_vec(),
        segments: skin.segments(),
        pictures: skin.pictures().to_vec(),
        textured: skin.textured().to_vec(),
    };
    match Skin::new(skin.name(), parts, skeleton).and_then(|again| again.with_turns_of(skin)) {
        Ok(again) if again == *skin => Ok(()),
        Ok(_) => Err("a skin that differs from its parts".to_owned()),
        Err(refusal) => Err(format!("a skin that does not fit its skeleton: {refusal}")),
    }
}
