//! Puts the clip together from a skeleton and motions.

use super::motion::{FRAME_TIME, SkillMotion};
use super::rig::SimsRig;
use crate::formats::reading::WarningLog;
use crate::model::{About, Axis, Behaviour, Clip, Format, Mark, Motion, Source};

/// Metres per unit of the games' files: adults are 5.05 units to the head's joint.
const METRES_PER_UNIT: f64 = 1.0 / 3.0;

/// The skeleton alone: one frame of the rest pose.
pub(super) fn at_rest(name: &str, rig: &SimsRig, warnings: WarningLog) -> Clip {
    let mut motion = Motion::rest();
    motion.set_frame_time(FRAME_TIME);
    let still = SkillMotion { motion, marks: Vec::new(), marks_dropped: 0, notes: Vec::new() };
    clip(name, rig, vec![(name.to_owned(), still)], warnings)
}

/// The clip with these named motions. `warnings` are those of the file being read; those of the skeleton's file precede them.
pub(super) fn clip(name: &str, rig: &SimsRig, motions: Vec<(String, SkillMotion)>, warnings: WarningLog) -> Clip {
    let source = Source {
        metres_per_unit: Some(METRES_PER_UNIT),
        up: Some(Axis::Y),
        channels: rig.channels.clone(),
        ..Source::new(Format::Skel)
    };
    let mut about = About { skeleton_file: rig.file.clone(), notes: rig.notes.clone(), ..About::default() };
    let mut behaviours = Vec::with_capacity(motions.len());
    for (index, (behaviour, skill)) in motions.into_iter().enumerate() {
        about.marks.extend(skill.marks.into_iter().map(|mark| Mark { behaviour: index, ..mark }));
        about.marks_dropped += skill.marks_dropped;
        if index == 0 {
            about.notes.extend(skill.notes);
        }
        let behaviour = if behaviour.is_empty() { name.to_owned() } else { behaviour };
        behaviours.push(Behaviour { name: behaviour, motion: skill.motion });
    }
    let mut all = rig.warnings.clone();
    all.iter_mut().for_each(|warning| warning.file.clone_from(&rig.file));
    let (mut own, dropped) = warnings.into_list();
    all.append(&mut own);
    Clip {
        about,
        warnings: all,
        warnings_dropped: rig.warnings_dropped + dropped,
        ..Clip::new(name.to_owned(), rig.skeleton.clone(), behaviours, source)
    }
}
