//! Makes frames from tracks. Keys are local transforms, not differences to the rest pose, thirty a second.

use std::collections::HashSet;

use super::raw::{SimsTrack, Skill, SkillKeys};
use super::rig::{SimsRig, property_line, rotation, translation};
use crate::checked::Checked;
use crate::compact::sorting::sort_by_key;
use crate::error::{ErrorKind, Limits, ParseError};
use crate::formats::reading::WarningLog;
use crate::formats::reading::marks::MOST_MARKS;
use crate::formats::reading::wording::folded;
use crate::model::{BuildError, Channels, Mark, MarkKind, Motion, MotionBuilder, PositionMode, is_placeable};

/// The game plays a key each tick of its clock, whatever duration the file states.
pub(super) const FRAME_TIME: f64 = 1.0 / 30.0;

#[derive(Debug)]
pub(super) struct SkillMotion {
    pub(super) motion: Motion,
    pub(super) marks: Vec<Mark>,
    pub(super) marks_dropped: u64,
    pub(super) notes: Vec<(String, String)>,
}

struct JointKeys<'a, T> {
    joint: u16,
    keys: &'a [T],
}

#[derive(Default)]
struct PlayedKeys<'a> {
    translations: Vec<JointKeys<'a, [f32; 3]>>,
    rotations: Vec<JointKeys<'a, [f32; 4]>>,
}

impl PlayedKeys<'_> {
    /// Number of keys of the longest track; `None` if nothing moves.
    fn frames(&self) -> Option<usize> {
        let translations = self.translations.iter().map(|track| track.keys.len());
        translations.chain(self.rotations.iter().map(|track| track.keys.len())).max()
    }
}

/// Plays `skill` on `rig`. The only errors are limits.
pub(super) fn play(
    skill: &Skill,
    keys: &SkillKeys,
    rig: &SimsRig,
    limits: &Limits,
    warnings: &mut WarningLog,
) -> Result<SkillMotion, ParseError> {
    let played = keys_by_joint(skill, keys, rig, limits, warnings).map_err(|error| refused(error, skill))?;
    let (motion, broken) = motion(&played, rig, limits).map_err(|error| refused(error, skill))?;
    if broken > 0 {
        warnings.add("anim.not-finite", Some(skill.at), || {
            let keys = if broken == 1 { "key is not a rotation" } else { "keys are not rotations" };
            format!("{broken} {keys} of numbers from -1e12 to 1e12; the key before is kept")
        });
    }
    let frames = played.frames();
    if frames.is_none() {
        warning!(warnings.each => "anim.nothing-moves", skill.at,
            "none of the tracks moves a bone of {}; the rest pose is shown", rig.title());
    }
    let frames = frames.unwrap_or(1);
    let (marks, marks_dropped) = marks(skill, rig, frames);
    Ok(SkillMotion { motion, marks, marks_dropped, notes: notes(skill, frames) })
}

fn refused(error: BuildError, skill: &Skill) -> ParseError {
    ParseError::new(ErrorKind::Limit, "anim.limit", error.to_string()).at(skill.at)
}

/// Assigns each track's keys to its joint. Fails if they are more than the limits allow: tracks may share keys.
fn keys_by_joint<'a>(
    skill: &Skill,
    keys: &'a SkillKeys,
    rig: &SimsRig,
    limits: &Limits,
    warnings: &mut WarningLog,
) -> Result<PlayedKeys<'a>, BuildError> {
    let mut room = limits.motion_bytes;
    let mut played = PlayedKeys::default();
    let (mut unknown, mut seen_unknown, mut moving) = (Vec::new(), HashSet::new(), HashSet::new());
    let mut forbidden = Vec::new();
    for track in &skill.tracks {
        let Some(joint) = rig.joint(&track.bone) else {
            if seen_unknown.insert(track.bone.as_str()) {
                unknown.push(track.bone.as_str());
            }
            continue;
        };
        if moving.contains(&joint) {
            warning!(warnings.each => "anim.duplicate-track", track.at,
                "`{}` has a track already; the first one plays", track.bone);
            continue;
        }
        let translations = range(track, track.translations, &keys.translations, "translations", warnings);
        let rotations = range(track, track.rotations, &keys.rotations, "rotations", warnings);
        if translations.is_some() || rotations.is_some() {
            moving.insert(joint);
        }
        let bytes = translations.map_or(0, size_of_val) + rotations.map_or(0, size_of_val);
        room = room.checked_sub(bytes as u64).ok_or(BuildError::TooManyFrames)?;
        let [may_translate, may_rotate] = rig.permissions(joint);
        let moved = translations.is_some_and(|keys| !may_translate && moves(keys, rig, joint));
        let turned = rotations.is_some_and(|keys| !may_rotate && turns(keys, rig, joint));
        if moved || turned {
            forbidden.push(track.bone.as_str());
        }
        played.translations.extend(translations.map(|keys| JointKeys { joint, keys }));
        played.rotations.extend(rotations.map(|keys| JointKeys { joint, keys }));
    }
    if !unknown.is_empty() {
        warnings.add("anim.unknown-bones", Some(skill.at), || {
            let (count, title, names) = (unknown.len(), rig.title(), folded(&unknown));
            let bones = if count == 1 { "bone of the motion is" } else { "bones of the motion are" };
            format!("{count} {bones} not in {title}; left out: {names}")
        });
    }
    if !forbidden.is_empty() {
        warnings.add("anim.forbidden", Some(skill.at), || {
            let (title, names) = (rig.title(), folded(&forbidden));
            format!("flags in {title} forbid what this motion does with {names}; it is played nevertheless")
        });
    }
    Ok(played)
}

/// Smaller differences from the rest pose are invisible; in the games' units, and as a cosine.
const MIN_MOVE: f32 = 1e-3;
const MIN_TURN: f32 = 1e-6;

fn moves(keys: &[[f32; 3]], rig: &SimsRig, joint: u16) -> bool {
    let rest = rig.skeleton.rest_translations().at(usize::from(joint));
    keys.iter().any(|key| (translation(*key) - rest).abs().max_element() > MIN_MOVE)
}

fn turns(keys: &[[f32; 4]], rig: &SimsRig, joint: u16) -> bool {
    let rest = rig.skeleton.rest_rotations().at(usize::from(joint));
    keys.iter().filter_map(|key| rotation(*key)).any(|turn| turn.dot(rest).abs() < 1.0 - MIN_TURN)
}

/// The frames, and the number of invalid keys. In their place the previous key is held, at the start the rest pose.
fn motion(played: &PlayedKeys<'_>, rig: &SimsRig, limits: &Limits) -> Result<(Motion, usize), BuildError> {
    let channels = Channels {
        rotated: played.rotations.iter().map(|track| track.joint).collect(),
        translated: played.translations.iter().map(|track| track.joint).collect(),
        ..Channels::default()
    };
    let mut builder = MotionBuilder::new(&rig.skeleton, channels, PositionMode::Replace, limits)?;
    builder.set_frame_time(FRAME_TIME);
    let mut translations = rest_values(&played.translations, rig.skeleton.rest_translations());
    let mut rotations = rest_values(&played.rotations, rig.skeleton.rest_rotations());
    let mut broken = 0;
    for frame in 0..played.frames().unwrap_or(0) {
        let placed = |key| Some(translation(key)).filter(|vector| is_placeable(*vector));
        broken += apply_keys(frame, &played.translations, placed, &mut translations);
        broken += apply_keys(frame, &played.rotations, rotation, &mut rotations);
        builder.push_row(|row| {
            row.rotations.copy_from_slice(&rotations);
            row.translations.copy_from_slice(&translations);
        })?;
    }
    Ok((builder.finish_remaining(), broken))
}

fn rest_values<K, T: Copy + Default>(tracks: &[JointKeys<'_, K>], rest: &[T]) -> Vec<T> {
    tracks.iter().map(|track| rest.at(usize::from(track.joint))).collect()
}

/// Sets `values` to a frame's keys, and counts those that `read` rejects. Finished tracks hold their last key.
fn apply_keys<K: Copy, T>(
    frame: usize,
    tracks: &[JointKeys<'_, K>],
    read: impl Fn(K) -> Option<T>,
    values: &mut [T],
) -> usize {
    let mut broken = 0;
    for (track, value) in tracks.iter().zip(values) {
        if let Some(&key) = track.keys.get(frame) {
            match read(key) {
                Some(key) => *value = key,
                None => broken += 1,
            }
        }
    }
    broken
}

/// The part of a table that a track plays; `None` if it plays none or points outside.
fn range<'a, T>(
    track: &SimsTrack,
    first: Option<i32>,
    table: &'a [T],
    what: &str,
    warnings: &mut WarningLog,
) -> Option<&'a [T]> {
    let first = first?;
    let keys = usize::try_from(first).ok().and_then(|first| table.get(first..first.checked_add(track.frames)?));
    if keys.is_none() {
        warning!(warnings.each => "anim.keys-outside", track.at,
            "`{}` plays {} {what} from number {first}, of {} in the file; it stays at rest", track.bone, track.frames, table.len());
    }
    keys.filter(|keys| !keys.is_empty())
}

/// The events of all tracks in order of time, and the number of further ones.
fn marks(skill: &Skill, rig: &SimsRig, frames: usize) -> (Vec<Mark>, u64) {
    let mut marks: Vec<Mark> = Vec::new();
    for track in &skill.tracks {
        for event in &track.events {
            let frame = (f64::from(event.time) / 1000.0 / FRAME_TIME).round() as usize;
            let frame = frame.min(frames.saturating_sub(1));
            let words = event.properties.iter().map(|(key, value)| [key.as_str(), value].join(" "));
            let text = words.collect::<Vec<_>>().join(", ");
            let joint = rig.joint(&track.bone);
            marks.push(Mark { kind: MarkKind::Event, behaviour: 0, joint, first: frame, last: frame, at: frame, text });
        }
    }
    sort_by_key(&mut marks, |mark| mark.first);
    // Some writers give every track the same events.
    marks.dedup_by(|a, b| (a.first, &a.text) == (b.first, &b.text));
    let dropped = marks.len().saturating_sub(MOST_MARKS);
    marks.truncate(MOST_MARKS);
    (marks, dropped as u64)
}

fn notes(skill: &Skill, frames: usize) -> Vec<(String, String)> {
    let seconds = frames as f64 * FRAME_TIME;
    // The game writes milliseconds; far too small a number is in seconds, from another program.
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
