//! Reads a file of this family into a clip.

use std::sync::Arc;

use super::anim;
use super::binary::place;
use super::catalogue::{self, Catalogue, ListedSkill};
use super::cfp;
use super::clip::{at_rest, clip};
use super::companions::SimsCompanions;
use super::fields::{Surplus, no_memory};
use super::motion::play;
use super::raw::{Skill, SkillKeys};
use super::rig::SimsRig;
use crate::error::{ErrorKind, Limits, Location, ParseError};
use crate::formats::reading::wording::Count;
use crate::formats::reading::{FormatReader, Kind, WarningLog};
use crate::model::Clip;

/// Far more than any file of the games.
const MAX_BYTES: usize = 256 << 20;

/// Collects a whole file, then reads it.
pub(in crate::formats) struct SimsReader {
    kind: Kind,
    name: String,
    limits: Limits,
    companions: SimsCompanions,
    bytes: Vec<u8>,
}

impl SimsReader {
    /// `name` is the clip's name.
    pub(in crate::formats) fn new(kind: Kind, name: String, limits: Limits, companions: SimsCompanions) -> Self {
        Self { kind, name, limits, companions, bytes: Vec::new() }
    }
}

impl FormatReader for SimsReader {
    fn push(&mut self, bytes: &[u8]) -> Result<(), ParseError> {
        if self.bytes.len() + bytes.len() > MAX_BYTES {
            let message = format!("expected no more than {} MiB", MAX_BYTES >> 20);
            return Err(ParseError::new(ErrorKind::Limit, "skel.too-long", message).at(place(MAX_BYTES)));
        }
        self.bytes.try_reserve(bytes.len()).map_err(|_| no_memory(place(self.bytes.len())))?;
        self.bytes.extend_from_slice(bytes);
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<Clip, ParseError> {
        read(self.kind, &self.name, &self.bytes, &self.companions, &self.limits)
    }
}

/// Reads a whole file of any kind of this family. `name` is the clip's name.
pub(super) fn read(
    kind: Kind,
    name: &str,
    bytes: &[u8],
    companions: &SimsCompanions,
    limits: &Limits,
) -> Result<Clip, ParseError> {
    let mut warnings = WarningLog::new(limits);
    match kind {
        Kind::Skel => Ok(at_rest(name, &SimsRig::read("", bytes, limits)?, warnings)),
        Kind::Anim => {
            let (skill, surplus) = anim::read(bytes)?;
            warn_of_surplus("anim.surplus", surplus, "byte", &mut warnings);
            let (rig, doubt) = companions.rig_for(&[&skill])?;
            let motion = play(&skill, &skill.keys, &rig, &limits_for(limits, bytes.len()), &mut warnings)?;
            let mut clip = clip(name, &rig, vec![(skill.name.clone(), motion)], warnings);
            clip.about.skeleton_doubt = doubt;
            Ok(clip)
        }
        Kind::Cfp => {
            let message = "this holds only keys: drop it together with its .cmx or .cmx.bcf, and a skeleton";
            Err(ParseError::new(ErrorKind::Inconsistent, "cfp.alone", message).at(place(0)))
        }
        _ => read_catalogue(kind, name, bytes, companions, limits),
    }
}

/// Reads a catalogue: its skills, or if it has none its skeleton.
fn read_catalogue(
    kind: Kind,
    name: &str,
    bytes: &[u8],
    companions: &SimsCompanions,
    limits: &Limits,
) -> Result<Clip, ParseError> {
    let mut warnings = WarningLog::new(limits);
    let (Catalogue { skeletons, skills }, surplus) = catalogue::read(kind, bytes)?;
    let (code, unit) = if kind == Kind::Cmx { ("cmx.surplus", "line") } else { ("bcf.surplus", "byte") };
    warn_of_surplus(code, surplus, unit, &mut warnings);
    if skills.is_empty() {
        let Some(first) = skeletons.first() else {
            let message = "expected a skeleton or skills, found neither: suits alone are clothes";
            let start = if kind == Kind::Cmx { Location { byte: 0, line: 1, column: 1 } } else { place(0) };
            return Err(ParseError::new(ErrorKind::Unsupported, "cmx.nothing", message).at(start));
        };
        if let Some(second) = skeletons.get(1) {
            let count = skeletons.len();
            warning!(warnings.each => "skel.several", second.at, "{count} skeletons; the first is shown");
        }
        return Ok(at_rest(name, &SimsRig::new("", first, None, limits)?, warnings));
    }
    let (rig, doubt) = match skeletons.first() {
        Some(own) => (Arc::new(SimsRig::new("", own, None, limits)?), String::new()),
        None => companions.rig_for(&skills.iter().map(|listed| &listed.skill).collect::<Vec<_>>())?,
    };
    let mut motions = Vec::new();
    let mut missing = Vec::new();
    let mut room = limits_for(limits, bytes.len() + companions.bytes_of_keys());
    // Skills may share a file of keys, which is read for each.
    let mut key_room = room;
    for listed in &skills {
        match keys(listed, companions, &key_room, &mut warnings)? {
            Some(keys) => {
                let read = size_of_val(keys.translations.as_slice()) + size_of_val(keys.rotations.as_slice());
                key_room.motion_bytes = key_room.motion_bytes.saturating_sub(read as u64);
                let skill = play(&listed.skill, &keys, &rig, &room, &mut warnings)?;
                let bytes = (skill.motion.frame_count() as u64).saturating_mul(skill.motion.row_bytes() as u64);
                room.motion_bytes = room.motion_bytes.saturating_sub(bytes);
                motions.push((listed.skill.name.clone(), skill));
            }
            None => missing.push(&listed.skill),
        }
    }
    if let (true, Some(skill)) = (motions.is_empty(), missing.first()) {
        let message = format!("expected the keys of this motion beside it: drop {} too", keys_file_name(skill));
        return Err(ParseError::new(ErrorKind::Inconsistent, "cmx.needs-keys", message).at(skill.at));
    }
    for skill in missing {
        warning!(warnings.each => "cmx.no-keys", skill.at,
            "`{}` was left out: drop {} too", skill.name, keys_file_name(skill));
    }
    let mut clip = clip(name, &rig, motions, warnings);
    clip.about.skeleton_doubt = doubt;
    Ok(clip)
}

/// The limits, reduced to the frames that a file of this many bytes justifies: tracks may share keys, and keys may be compressed.
fn limits_for(limits: &Limits, bytes: usize) -> Limits {
    Limits { motion_bytes: limits.motion_bytes.min(Limits::justified_by(bytes as u64)), ..*limits }
}

/// Name of the file with a skill's keys; the skill may omit the extension.
fn keys_file_name(skill: &Skill) -> String {
    let name = &skill.keys_file;
    let whole = name.len() >= 4 && name.get(name.len() - 4..).is_some_and(|end| end.eq_ignore_ascii_case(".cfp"));
    if whole { name.clone() } else { format!("{name}.cfp") }
}

/// The keys of a skill, if their file is a companion.
fn keys(
    listed: &ListedSkill,
    companions: &SimsCompanions,
    limits: &Limits,
    warnings: &mut WarningLog,
) -> Result<Option<SkillKeys>, ParseError> {
    let Some((file, bytes)) = companions.keys(&keys_file_name(&listed.skill)) else { return Ok(None) };
    let (keys, surplus) = cfp::read(bytes, listed.translations, listed.rotations, &limits_for(limits, bytes.len()))
        .map_err(|error| error.in_file(file))?;
    if let Some(Surplus { count, .. }) = surplus {
        // A place in the catalogue, because the file of keys is not the one being read.
        warning!(warnings.each => "cfp.surplus", listed.skill.at,
            "what follows the end of {file} was ignored ({})", Count(count, "byte"));
    }
    Ok(Some(keys))
}

fn warn_of_surplus(code: &'static str, surplus: Option<Surplus>, what: &'static str, warnings: &mut WarningLog) {
    if let Some(Surplus { count, at }) = surplus {
        warnings.add(code, Some(at), || format!("what follows the end was ignored ({})", Count(count, what)));
    }
}
