//! Values that a file lacks: readers hold the last one in their place.

use marey::model::{Clip, Mark, MarkKind};

use crate::runs::{runs, set};

/// Marks of the frames in which joints of a behaviour have no value: what the reader marked, then the places of points that were
/// [not seen](Clip::visibility).
pub fn missing_values(clip: &Clip, behaviour: usize) -> Vec<Mark> {
    let is_own = |mark: &&Mark| mark.behaviour == behaviour && mark.kind == MarkKind::Missing;
    let marked = clip.about.marks.iter().filter(is_own).cloned();
    marked.chain(unseen(clip, behaviour)).collect()
}

/// For each frame of a behaviour, whether it lacks a value of a joint that counts. Empty if there is no such behaviour.
pub fn frames_without_values(clip: &Clip, behaviour: usize, counts: impl Fn(usize) -> bool) -> Vec<bool> {
    let frames = clip.behaviours.get(behaviour).map_or(0, |own| own.motion.frame_count());
    let mut lacks = vec![false; frames];
    for mark in missing_values(clip, behaviour) {
        if mark.joint.is_none_or(|joint| counts(usize::from(joint))) {
            set(&mut lacks, mark.first, mark.last, true);
        }
    }
    lacks
}

/// `24 frames lack values`, by the [frames that do](frames_without_values). `None`: none does.
pub fn lacking_in_words(lacks: &[bool]) -> Option<String> {
    match lacks.iter().filter(|lacks| **lacks).count() {
        0 => None,
        count if count == lacks.len() => Some("all frames lack values".to_owned()),
        1 => Some("1 frame lacks values".to_owned()),
        count => Some(format!("{count} frames lack values")),
    }
}

fn unseen(clip: &Clip, behaviour: usize) -> Vec<Mark> {
    let (Some(rows), joints) = (clip.visibility.get(behaviour), clip.skeleton.len()) else { return Vec::new() };
    let mark = |joint: usize, (first, last): (usize, usize)| {
        let (kind, joint, text) = (MarkKind::Missing, Some(joint as u16), String::new());
        Mark { kind, behaviour, joint, first, last, at: first, text }
    };
    let of_joint = |joint: usize| {
        let lost: Vec<bool> = rows.iter().skip(joint).step_by(joints.max(1)).map(|seen| *seen == 0).collect();
        runs(&lost).into_iter().map(move |span| mark(joint, span))
    };
    (0..joints).flat_map(of_joint).collect()
}
