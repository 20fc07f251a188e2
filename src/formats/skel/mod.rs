//! The Sims Online: skeletons (`.skel`) and their motions (`.anim`); and The Sims 1, the same model under other spellings:
//! catalogues as text (`.cmx`) and binary (`.cmx.bcf`) with keys in files of their own (`.cfp`).
//!
//! Files are small, so they are read whole. What was repaired is said:
//!
//! | code | what was found, and what was done |
//! |---|---|
//! | `skel.unknown-parent`, `skel.duplicate-name` | a parent that is no bone, a name twice; a root, both kept and motions move the first |
//! | `skel.not-finite`, `anim.not-finite` | no numbers, no rotations; 0 and no turn, the key before |
//! | `skel.surplus`, `anim.surplus`, `cmx.surplus`, `bcf.surplus`, `cfp.surplus` | bytes or lines behind the end; ignored |
//! | `skel.several` | a catalogue with several skeletons; the first |
//! | `anim.unknown-bones`, `anim.duplicate-track` | tracks for bones that the skeleton lacks, two for one bone; left out, the first |
//! | `anim.keys-outside` | a track that points outside the tables; the bone rests |
//! | `anim.nothing-moves` | no track moves a bone; the rest pose |
//! | `cmx.no-keys` | a skill whose keys are not there; left out |
//!
//! Refusals: `*.version`, `*.cut`, `*.count` (a count that the bytes left cannot hold), `cmx.syntax`, `skel.no-bones`,
//! `skel.cycle`, `skel.limit`, `skel.too-long`, `anim.limit`, `cmx.nothing`; and what needs another file beside it: `anim.needs-skeleton`,
//! `anim.no-fit`, `cmx.needs-keys`, `cfp.alone`.

mod anim;
mod bytes;
mod catalogue;
mod cfp;
mod fields;
mod lines;
mod motion;
mod raw;
mod rig;
mod shelf;
mod skeleton;
#[cfg(test)]
mod tests;

pub(super) use shelf::Shelf;

use std::sync::Arc;

use self::catalogue::{Catalogue, Listed};
use self::motion::{Baked, bake};
use self::raw::{Keys, Skill};
use self::rig::Rig;
use super::Kind;
use super::format_reader::FormatReader;
use crate::error::{ErrorKind, Limits, ParseError, Warnings};
use crate::model::{About, Axis, Behaviour, Clip, Format, Motion, Source};

/// Metres in one unit of the games' files: adults are 5.05 units to the head's joint.
const METRES_PER_UNIT: f64 = 1.0 / 3.0;

/// More than any file of the games has by far.
const MOST_BYTES: usize = 256 << 20;

/// Collects one file; it is read when it is whole.
#[derive(Debug, Clone)]
pub(super) struct SimsReader {
    kind: Kind,
    name: String,
    limits: Limits,
    shelf: Shelf,
    bytes: Vec<u8>,
}

impl SimsReader {
    /// `name` is the clip's.
    pub(super) fn new(kind: Kind, name: String, limits: Limits, shelf: Shelf) -> Self {
        Self { kind, name, limits, shelf, bytes: Vec::new() }
    }
}

impl FormatReader for SimsReader {
    fn push(&mut self, bytes: &[u8]) -> Result<(), ParseError> {
        if self.bytes.len() + bytes.len() > MOST_BYTES || self.bytes.try_reserve(bytes.len()).is_err() {
            let message = format!("expected no more than {} MiB", MOST_BYTES >> 20);
            return Err(ParseError::new(ErrorKind::Limit, "skel.too-long", message).at(bytes::place(MOST_BYTES)));
        }
        self.bytes.extend_from_slice(bytes);
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<Clip, ParseError> {
        read(self.kind, &self.name, &self.bytes, &self.shelf, &self.limits)
    }
}

/// Reads a whole file of one of this family's kinds. `name` is the clip's.
fn read(kind: Kind, name: &str, bytes: &[u8], shelf: &Shelf, limits: &Limits) -> Result<Clip, ParseError> {
    let mut warnings = Warnings::new(limits);
    match kind {
        Kind::Skel => Ok(at_rest(name, &skeleton_file("", bytes, limits)?, warnings)),
        Kind::Anim => {
            let (skill, surplus) = anim::read(bytes)?;
            surplus_note("anim.surplus", surplus, "bytes", &mut warnings);
            let rig = shelf.rig_for(&[&skill])?;
            let baked = bake(&skill, &skill.keys, &rig, limits, &mut warnings)?;
            Ok(clip(name, &rig, vec![(skill.name.clone(), baked)], warnings))
        }
        Kind::Cfp => {
            let message = "this holds only keys: drop it together with its .cmx or .cmx.bcf, and a skeleton";
            Err(ParseError::new(ErrorKind::Inconsistent, "cfp.alone", message).at(bytes::place(0)))
        }
        _ => catalogue_clip(kind, name, bytes, shelf, limits),
    }
}

fn skeleton_file(file: &str, bytes: &[u8], limits: &Limits) -> Result<Rig, ParseError> {
    let (bones, surplus) = skeleton::read(bytes)?;
    Rig::new(file, &bones, surplus, limits)
}

/// A catalogue: its skills if it has any, else its skeleton.
fn catalogue_clip(kind: Kind, name: &str, bytes: &[u8], shelf: &Shelf, limits: &Limits) -> Result<Clip, ParseError> {
    let mut warnings = Warnings::new(limits);
    let (Catalogue { skeletons, skills }, surplus) = read_catalogue(kind, bytes)?;
    if kind == Kind::Cmx {
        surplus_note("cmx.surplus", surplus, "lines", &mut warnings);
    } else {
        surplus_note("bcf.surplus", surplus, "bytes", &mut warnings);
    }
    if skills.is_empty() {
        let Some(first) = skeletons.first() else {
            let message = "expected a skeleton or skills, found neither: suits alone are clothes";
            let first = if kind == Kind::Cmx { lines_start() } else { bytes::place(0) };
            return Err(ParseError::new(ErrorKind::Unsupported, "cmx.nothing", message).at(first));
        };
        if skeletons.len() > 1 {
            warnings.add("skel.several", None, || format!("{} skeletons; the first is shown", skeletons.len()));
        }
        return Ok(at_rest(name, &Rig::new("", first, 0, limits)?, warnings));
    }
    let own = skeletons.first().map(|bones| Rig::new("", bones, 0, limits)).transpose()?;
    let known: Vec<&Skill> = skills.iter().map(|listed| &listed.skill).collect();
    let rig = match own {
        Some(rig) => Arc::new(rig),
        None => shelf.rig_for(&known)?,
    };
    let mut played = Vec::new();
    let mut missing = Vec::new();
    for listed in &skills {
        match keys(listed, shelf, limits, &mut warnings)? {
            Some(keys) => {
                let baked = bake(&listed.skill, &keys, &rig, limits, &mut warnings)?;
                played.push((listed.skill.name.clone(), baked));
            }
            None => missing.push(listed),
        }
    }
    if let (true, Some(listed)) = (played.is_empty(), missing.first()) {
        let message = format!("expected the keys of this motion beside it: drop {} too", keys_name(&listed.skill));
        return Err(ParseError::new(ErrorKind::Inconsistent, "cmx.needs-keys", message).at(listed.skill.at));
    }
    for listed in missing {
        warnings.add("cmx.no-keys", Some(listed.skill.at), || {
            format!("`{}` was left out: drop {} too", listed.skill.name, keys_name(&listed.skill))
        });
    }
    Ok(clip(name, &rig, played, warnings))
}

fn read_catalogue(kind: Kind, bytes: &[u8]) -> Result<(Catalogue, usize), ParseError> {
    if kind == Kind::Cmx { catalogue::read_text(bytes) } else { catalogue::read_binary(bytes) }
}

fn lines_start() -> crate::error::Location {
    crate::error::Location { byte: 0, line: 1, column: 1 }
}

/// The file that a skill's keys are in: named with or without its extension.
fn keys_name(skill: &Skill) -> String {
    let name = &skill.keys_file;
    let whole = name.len() >= 4 && name.get(name.len() - 4..).is_some_and(|end| end.eq_ignore_ascii_case(".cfp"));
    if whole { name.clone() } else { format!("{name}.cfp") }
}

/// The keys of a skill, where their file is there.
fn keys(listed: &Listed, shelf: &Shelf, limits: &Limits, warnings: &mut Warnings) -> Result<Option<Keys>, ParseError> {
    let name = keys_name(&listed.skill);
    let Some((file, bytes)) = shelf.keys(&name) else { return Ok(None) };
    let (keys, surplus) =
        cfp::read(bytes, listed.translations, listed.rotations, limits).map_err(|error| error.in_file(file))?;
    surplus_note("cfp.surplus", surplus, "bytes", warnings);
    Ok(Some(keys))
}

fn surplus_note(code: &'static str, surplus: usize, what: &str, warnings: &mut Warnings) {
    if surplus > 0 {
        warnings.add(code, None, || format!("{surplus} {what} behind the end were ignored"));
    }
}

/// A skeleton by itself: one frame, as it stands.
fn at_rest(name: &str, rig: &Rig, warnings: Warnings) -> Clip {
    let mut motion = Motion::rest();
    motion.set_frame_time(motion::FRAME_TIME);
    let still = Baked { motion, marks: Vec::new(), marks_dropped: 0, notes: Vec::new() };
    clip(name, rig, vec![(name.to_owned(), still)], warnings)
}

/// `file` is the one that was read; what is said about the rig's own file is marked as that file's.
fn clip(name: &str, rig: &Rig, played: Vec<(String, Baked)>, warnings: Warnings) -> Clip {
    let source = Source {
        metres_per_unit: Some(METRES_PER_UNIT),
        up: Some(Axis::Y),
        channels: rig.channels.clone(),
        ..Source::new(Format::Skel)
    };
    let mut about = About { skeleton_file: rig.file.clone(), notes: rig.notes.clone(), ..About::default() };
    let mut behaviours = Vec::with_capacity(played.len());
    for (index, (behaviour, baked)) in played.into_iter().enumerate() {
        if index == 0 {
            about.marks = baked.marks;
            about.marks_dropped = baked.marks_dropped;
            about.notes.extend(baked.notes);
        }
        let behaviour = if behaviour.is_empty() { name.to_owned() } else { behaviour };
        behaviours.push(Behaviour { name: behaviour, motion: baked.motion });
    }
    let mut all = rig.warnings.clone();
    all.iter_mut().for_each(|warning| warning.file.clone_from(&rig.file));
    all.extend_from_slice(warnings.kept());
    Clip {
        about,
        warnings: all,
        warnings_dropped: rig.warnings_dropped + warnings.dropped(),
        ..Clip::new(name.to_owned(), rig.skeleton.clone(), behaviours, source)
    }
}
