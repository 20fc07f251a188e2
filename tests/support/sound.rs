//! What must hold of every clip and of every refusal, whatever the file was.

use marey::model::{Clip, Mass, Motion, Time};
use marey::{Location, ParseError, Warning};

use super::{File, positions};

/// Checks the outcome of reading the last of some files. The error says what is wrong.
pub fn check(result: &Result<Clip, ParseError>, files: &[File]) -> Result<(), String> {
    let inside = |place: Option<Location>, file: &str| place.is_some_and(|place| is_inside(place, file, files));
    match result {
        Ok(clip) => {
            // A warning about a skin as a whole has no place.
            let placed = |warning: &Warning| match warning.location {
                None => warning.code.starts_with("obj."),
                place => inside(place, &warning.file),
            };
            let odd = clip.warnings.iter().find(|warning| !placed(warning) || warning.message.is_empty());
            check_clip(clip)?;
            odd.map_or(Ok(()), |warning| Err(format!("a warning without a place or a message: {warning:?}")))
        }
        Err(refusal) => {
            let described = !refusal.message().is_empty() && !refusal.code().is_empty();
            sure(described && inside(refusal.location(), refusal.file()), "a refusal without a place or a message")
                .map_err(|what| format!("{what}: {refusal:?}"))
        }
    }
}

fn sure(holds: bool, what: &str) -> Result<(), String> {
    if holds { Ok(()) } else { Err(what.to_owned()) }
}

/// Whether a place is in the file of that name, or in the last file where there is no name.
fn is_inside(place: Location, file: &str, files: &[File]) -> bool {
    let named = files.iter().find(|(name, _)| name == file);
    let Some((_, bytes)) = (if file.is_empty() { files.last() } else { named }) else { return false };
    let packed = bytes.starts_with(&[0x1f, 0x8b]);
    // Half of a UTF-16 unit counts as one.
    packed || place.byte <= bytes.len() as u64 + 1
}

pub fn check_clip(clip: &Clip) -> Result<(), String> {
    let (skeleton, source, about) = (&clip.skeleton, &clip.source, &clip.about);
    sure(!clip.behaviours.is_empty(), "there is no behaviour")?;
    for (index, behaviour) in clip.behaviours.iter().enumerate() {
        check_motion(&behaviour.motion).map_err(|what| format!("{}: {what}", behaviour.name))?;
        let frames = behaviour.motion.frame_count();
        for frame in [0, frames / 2, frames - 1] {
            let finite = positions(clip, Some((index, frame))).as_flattened().iter().all(|value| value.is_finite());
            sure(finite, &format!("{}: a position in frame {frame} is not finite", behaviour.name))?;
        }
    }
    sure(source.length_factor.is_finite() && source.length_factor > 0.0, "the length factor is not a positive number")?;
    let unit = source.metres_per_unit;
    sure(unit.is_none_or(|metres| metres.is_finite() && metres > 0.0), "the unit is not a positive number")?;
    sure(source.channels.len() == skeleton.len(), "there is not one text of channels for each joint")?;
    sure(about.labels.is_empty() || about.labels.len() == skeleton.len(), "there is not one label for each joint")?;
    let weighs = |mass: &Mass| mass.mass > 0.0 && mass.mass.is_finite() && mass.centre.is_finite();
    sure(clip.masses.iter().all(weighs), "a mass is not positive, or its centre not finite")?;
    let in_order = about.marks.is_sorted_by_key(|mark| (mark.behaviour, mark.first));
    sure(in_order, "marks are not in the order of their behaviours and first frames")?;
    for mark in &about.marks {
        let frames = clip.behaviours.get(mark.behaviour).map_or(0, |own| own.motion.frame_count());
        let inside = mark.first <= mark.at && mark.at <= mark.last && mark.last < frames;
        sure(inside, &format!("a mark outside the motion: {mark:?}"))?;
    }
    if let Some(skin) = &clip.skin {
        let corners = skin.corners();
        let finite = corners.iter().all(|corner| corner.position.is_finite() && corner.normal.is_finite());
        sure(finite, "a corner of the skin is not finite")?;
        let known = |corner: &u32| (*corner as usize) < corners.len();
        sure(skin.triangles().as_flattened().iter().all(known), "a triangle of corners that are not there")?;
    }
    Ok(())
}

fn check_motion(motion: &Motion) -> Result<(), String> {
    let (count, turns) = (motion.frame_count(), motion.rotations().values());
    sure(count >= 1, "there is no frame")?;
    sure(motion.duration().is_finite() && motion.duration() >= 0.0, "the duration is not finite, or negative")?;
    if let Time::Keys(keys) = motion.time() {
        sure(keys.len() == count, "there is not one time for each frame")?;
        sure(keys.iter().all(|key| key.is_finite()) && keys.is_sorted(), "the times are not in order")?;
    }
    sure(turns.iter().all(|turn| (turn.length() - 1.0).abs() < 1e-3), "a rotation is not of unit length")?;
    let moves = motion.translations().values().iter().chain(motion.translation_bases());
    sure(moves.chain(motion.scales().values()).all(|vector| vector.is_finite()), "a translation is not finite")?;
    sure(motion.weights().values().iter().all(|weight| weight.is_finite()), "a weight is not finite")?;
    let whole = |joints: usize, values: usize| values == joints * count;
    let rows = whole(motion.rotations().joints().len(), turns.len())
        && whole(motion.translations().joints().len(), motion.translations().values().len());
    sure(rows, "there is not one value for each frame and joint")
}
