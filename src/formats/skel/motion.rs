//! Tracks to frames. Keys are local transforms as they are (not differences to the rest pose), thirty a second.

use glam::{Quat, Vec3};

use super::raw::{SimsTrack, Skill, SkillKeys};
use super::rig::{SimsRig, property_line, rotation, translation};
use crate::error::{ErrorKind, Limits, ParseError, Warnings};
use crate::model::{BuildError, Channels, Mark, MarkKind, Motion, MotionBuilder, PositionMode, is_placeable};

/// The game plays a key each tick of its clock, whatever a file says of its duration.
pub(super) const FRAME_TIME: f64 = 1.0 / 30.0;
/// Events kept; further ones are counted.
const MOST_MARKS: usize = 2_000;

/// A motion and what goes with it.
#[derive(Debug)]
pub(super) struct SkillMotion {
    pub(super) motion: Motion,
    pub(super) marks: Vec<Mark>,
    pub(super) marks_dropped: u64,
    pub(super) notes: Vec<(String, String)>,
}

/// The keys that one joint plays.
struct JointKeys<'a, T> {
    joint: u16,
    keys: &'a [T],
}

/// Plays `skill` on `rig`. `code` is the kind of file (`anim`), for warnings.
pub(super) fn play(
    skill: &Skill,
    keys: &SkillKeys,
    rig: &SimsRig,
    limits: &Limits,
    warnings: &mut Warnings,
) -> Result<SkillMotion, ParseError> {
    let refused = |error: BuildError| ParseError::new(ErrorKind::Limit, "anim.limit", error.to_string()).at(skill.at);
    let mut moves: Vec<JointKeys<'_, [f32; 3]>> = Vec::new();
    let mut turns: Vec<JointKeys<'_, [f32; 4]>> = Vec::new();
    let mut unknown: Vec<&str> = Vec::new();
    for track in &skill.tracks {
        let Some(joint) = rig.joint(&track.bone) else {
            if !unknown.contains(&track.bone.as_str()) {
                unknown.push(&track.bone);
            }
            continue;
        };
        if moves.iter().any(|part| part.joint == joint) || turns.iter().any(|part| part.joint == joint) {
            warnings.add("anim.duplicate-track", Some(track.at), || {
                format!("`{}` has a track already; the first one plays", track.bone)
            });
            continue;
        }
        let found = range(track, track.translations, &keys.translations, "translations", warnings);
        moves.extend(found.map(|keys| JointKeys { joint, keys }));
        let found = range(track, track.rotations, &keys.rotations, "rotations", warnings);
        turns.extend(found.map(|keys| JointKeys { joint, keys }));
    }
    if !unknown.is_empty() {
        warnings.add("anim.unknown-bones", Some(skill.at), || {
            format!(
                "{} of the bones are not in {} and were left out: {}",
                unknown.len(),
                rig.title(),
                some_of(&unknown)
            )
        });
    }
    let frames = moves.iter().map(|part| part.keys.len()).chain(turns.iter().map(|part| part.keys.len())).max();
    let joints = |list: &mut dyn Iterator<Item = u16>| list.collect::<Vec<u16>>();
    let channels = Channels {
        rotated: joints(&mut turns.iter().map(|part| part.joint)),
        translated: joints(&mut moves.iter().map(|part| part.joint)),
        ..Channels::default()
    };
    let mut builder = MotionBuilder::new(&rig.skeleton, channels, PositionMode::Replace, limits).map_err(refused)?;
    builder.set_frame_time(FRAME_TIME);
    let mut broken = 0_usize;
    // What is no number or no rotation holds the key before; at the start, the rest pose.
    let rest = |list: &[Vec3], joint: u16| list.get(usize::from(joint)).copied().unwrap_or_default();
    let mut last_moves: Vec<Vec3> =
        moves.iter().map(|part| rest(rig.skeleton.rest_translations(), part.joint)).collect();
    let rests = rig.skeleton.rest_rotations();
    let mut last_turns: Vec<Quat> =
        turns.iter().map(|part| rests.get(usize::from(part.joint)).copied().unwrap_or_default()).collect();
    for frame in 0..frames.unwrap_or(0) {
        for (part, last) in moves.iter().zip(&mut last_moves) {
            if let Some(&key) = part.keys.get(frame) {
                let value = translation(key);
                if is_placeable(value) { *last = value } else { broken += 1 }
            }
        }
        for (part, last) in turns.iter().zip(&mut last_turns) {
            if let Some(&key) = part.keys.get(frame) {
                match rotation(key) {
                    Some(value) => *last = value,
                    None => broken += 1,
                }
            }
        }
        let row = builder.push_row(|row| {
            row.rotations.copy_from_slice(&last_turns);
            row.translations.copy_from_slice(&last_moves);
        });
        row.map_err(refused)?;
    }
    if broken > 0 {
        warnings.add("anim.not-finite", Some(skill.at), || {
            format!("{broken} keys are no rotations, or no numbers up to 1e12; the key before was held")
        });
    }
    if frames.is_none() {
        warnings.add("anim.nothing-moves", Some(skill.at), || {
            format!("none of the tracks moves a bone of {}; the rest pose is shown", rig.title())
        });
    }
    let frames = frames.unwrap_or(1);
    let (marks, marks_dropped) = marks(skill, rig, frames);
    Ok(SkillMotion { motion: builder.finish_remaining(), marks, marks_dropped, notes: notes(skill, frames) })
}

/// The first dozen, and how many more.
pub(super) fn some_of(names: &[&str]) -> String {
    const SHOWN: usize = 12;
    let mut text = names.iter().take(SHOWN).copied().collect::<Vec<_>>().join(", ");
    if names.len() > SHOWN {
        text += &format!(" and {} more", names.len() - SHOWN);
    }
    text
}

/// The part of a table that a track plays; `None` where it plays none, or points outside.
fn range<'a, T>(
    track: &SimsTrack,
    first: Option<i32>,
    table: &'a [T],
    what: &str,
    warnings: &mut Warnings,
) -> Option<&'a [T]> {
    let first = first?;
    let keys = usize::try_from(first).ok().and_then(|first| table.get(first..first.checked_add(track.frames)?));
    if keys.is_none() {
        warnings.add("anim.keys-outside", Some(track.at), || {
            format!(
                "`{}` plays {} {what} from number {first}, of {} in the file; it stays at rest",
                track.bone,
                track.frames,
                table.len()
            )
        });
    }
    keys.filter(|keys| !keys.is_empty())
}

/// What happens when, in the order of time.
fn marks(skill: &Skill, rig: &SimsRig, frames: usize) -> (Vec<Mark>, u64) {
    let mut marks: Vec<Mark> = Vec::new();
    for track in &skill.tracks {
        for event in &track.events {
            let frame = (f64::from(event.time) / 1000.0 / FRAME_TIME).round() as usize;
            let frame = frame.min(frames.saturating_sub(1));
            let words = event.properties.iter().map(|(key, value)| [key.as_str(), value].join(" "));
            let text = words.collect::<Vec<_>>().join(", ");
            let joint = rig.joint(&track.bone);
            marks.push(Mark { kind: MarkKind::Event, joint, first: frame, last: frame, at: frame, text });
        }
    }
    marks.sort_by_key(|mark| mark.first);
    // Some writers give every track the same events.
    marks.dedup_by(|a, b| (a.first, &a.text) == (b.first, &b.text));
    let dropped = marks.len().saturating_sub(MOST_MARKS);
    marks.truncate(MOST_MARKS);
    (marks, dropped as u64)
}

fn notes(skill: &Skill, frames: usize) -> Vec<(String, String)> {
    let seconds = frames as f64 * FRAME_TIME;
    // The game writes milliseconds; a number far too small for that was written as seconds by another program.
    let unit = if f64::from(skill.duration) < 250.0 * seconds { "s" } else { "ms" };
    let mut notes = vec![
        ("Animation".to_owned(), skill.name.clone()),
        ("Duration in the file".to_owned(), format!("{} {unit}", skill.duration)),
        ("Distance".to_owned(), skill.distance.to_string()),
        ("Moves on".to_owned(), if skill.moving { "yes" } else { "no" }.to_owned()),
    ];
    let lists = skill.tracks.iter().flat_map(|track| track.properties.iter().map(|list| (track.bone.as_str(), list)));
    let lines: Vec<String> = lists.filter_map(|(bone, list)| property_line(bone, list)).collect();
    if !lines.is_empty() {
        notes.push(("Properties of tracks".to_owned(), lines.join("\n")));
    }
    notes
}
