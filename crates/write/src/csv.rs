//! Writes tables of numbers as comma-separated values (RFC 4180).

use std::fmt::Write;

use super::figure::{FullPose, Sampling, world};
use super::names::UsedNames;
use super::{WriteError, behaviour};
use marey::model::{Clip, Format};

/// The columns of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct CsvOptions {
    /// World positions `NAME.x`, `NAME.y`, `NAME.z`, in the clip's unit and axes.
    pub positions: bool,
    /// Unit quaternions `NAME.qx`, `NAME.qy`, `NAME.qz`, `NAME.qw` relative to the parent, but not for end sites, sites and recorded markers.
    pub rotations: bool,
}

impl Default for CsvOptions {
    fn default() -> Self {
        Self { positions: true, rotations: false }
    }
}

/// Writes a behaviour as a table: a header with names, and a line a frame.
///
/// The first columns are `frame`, from 0, and `time`, in seconds. The columns of each joint, end site and site follow, in
/// the skeleton's order. Lines end in CR LF. Repeated names get `_2`, `_3`, ..; an unnamed end site gets its parent's name
/// with `_end`. Numbers have enough digits to restore the `f32`; the position of a joint that was not [seen](Clip::visibility) is empty.
///
/// Names come from files, and spreadsheets evaluate a field that begins with `=`, `+`, `-` or `@` even if it is quoted.
/// Such a field is quoted and gets an apostrophe first: `"'=NAME.x"`, as
/// [OWASP](https://owasp.org/www-community/attacks/CSV_Injection) recommends. Fields with `;` or a tab are quoted too,
/// because some spreadsheets take these for separators.
///
/// # Errors
/// [`WriteError::NoBehaviour`].
pub fn csv(clip: &Clip, behaviour: usize, options: &CsvOptions) -> Result<String, WriteError> {
    let motion = self::behaviour(clip, behaviour)?;
    let skeleton = &*clip.skeleton;
    let names = unique_names(clip);
    // A marker has a place and no rotation.
    let are_markers = matches!(clip.source.format, Format::C3d | Format::Trc) && motion.rotations().joints().is_empty();
    let is_point = |joint: usize| are_markers || skeleton.kinds().get(joint).is_some_and(|kind| kind.is_point());
    let turns = |joint: usize| options.rotations && !is_point(joint);
    let mut out = String::from("frame,time");
    for (joint, name) in names.iter().enumerate() {
        let columns: &[&str] = &["x", "y", "z", "qx", "qy", "qz", "qw"];
        let from = if options.positions { 0 } else { 3 };
        let to = if turns(joint) { 7 } else { 3 };
        for column in columns.get(from..to).unwrap_or_default() {
            out.push(',');
            push_field(&mut out, &format!("{name}.{column}"));
        }
    }
    out.push_str("\r\n");
    let mut pose = FullPose::rest(skeleton);
    let mut placed = Vec::new();
    for frame in 0..motion.frame_count() {
        pose.sample(motion, Sampling::Frames, frame);
        world(skeleton, &pose, &mut placed);
        let _ = write!(out, "{frame},{}", motion.frame_start(frame));
        for (joint, (world, rotation)) in placed.iter().zip(&pose.rotations).enumerate() {
            if options.positions && is_hidden(clip, behaviour, frame, joint) {
                out.push_str(",,,");
            } else if options.positions {
                world.translation.to_array().into_iter().for_each(|value| push_number(&mut out, value));
            }
            if turns(joint) {
                rotation.to_array().into_iter().for_each(|value| push_number(&mut out, value));
            }
        }
        out.push_str("\r\n");
    }
    Ok(out)
}

fn push_number(out: &mut String, value: f64) {
    let _ = write!(out, ",{}", value as f32 + 0.0);
}

/// Whether a joint was not seen in a frame.
pub(super) fn is_hidden(clip: &Clip, behaviour: usize, frame: usize, joint: usize) -> bool {
    let rows = clip.visibility.get(behaviour);
    rows.and_then(|rows| rows.get(frame * clip.skeleton.len() + joint)) == Some(&0)
}

pub(super) fn unique_names(clip: &Clip) -> Vec<String> {
    let mut used = UsedNames::default();
    let names = super::names(&clip.skeleton, Format::Hanim);
    names.into_iter().map(|name| used.make_unique(name, str::to_owned)).collect()
}

fn push_field(out: &mut String, text: &str) {
    let mark = if is_formula(text) { "'" } else { "" };
    if !mark.is_empty() || text.contains(['"', ',', ';', '\t', '\r', '\n']) {
        let _ = write!(out, "\"{mark}{}\"", text.replace('"', "\"\""));
    } else {
        out.push_str(text);
    }
}

/// Whether a spreadsheet would evaluate a field: it skips leading blanks, and East Asian versions accept full-width signs.
fn is_formula(text: &str) -> bool {
    text.trim_start().starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠'])
}
