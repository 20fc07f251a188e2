//! Writes tables of numbers as comma-separated values (RFC 4180).

use std::fmt::Write;

use super::figure::{FullPose, Sampling, world};
use super::names::Taken;
use super::{WriteError, behaviour};
use crate::model::Clip;

/// Which columns a table has.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct CsvOptions {
    /// Where joints are in the world: `NAME.x`, `NAME.y`, `NAME.z`, in the clip's unit and axes.
    pub positions: bool,
    /// How joints are turned against their parents: unit quaternions `NAME.qx`, `NAME.qy`, `NAME.qz`, `NAME.qw`. Ends and
    /// sites do not turn and have none.
    pub rotations: bool,
}

impl Default for CsvOptions {
    fn default() -> Self {
        Self { positions: true, rotations: false }
    }
}

/// A behaviour of a clip as a table: a line of names, and a line a frame.
///
/// The first columns are `frame`, from 0, and `time`, in seconds; then come those of each joint, ends and sites too, in the
/// skeleton's order. Lines end in CR LF. Names that repeat get `_2`, `_3`, ..; an end without a name of its own is called as its
/// parent, with `_end`. Numbers have as many digits as give back the `f32`.
///
/// Names come from files, and spreadsheets evaluate a field that begins with `=`, `+`, `-` or `@` even where it is quoted. As
/// [OWASP](https://owasp.org/www-community/attacks/CSV_Injection) recommends, such a field is quoted and begins with an
/// apostrophe: `"'=NAME.x"`. Fields with `;` or a tab, which some spreadsheets take for separators, are quoted.
///
/// # Errors
/// [`WriteError::NoBehaviour`].
pub fn csv(clip: &Clip, behaviour: usize, options: &CsvOptions) -> Result<String, WriteError> {
    let motion = self::behaviour(clip, behaviour)?;
    let skeleton = &*clip.skeleton;
    let names = unique_names(clip);
    let turns = |joint: usize| options.rotations && !skeleton.kinds().get(joint).is_some_and(|kind| kind.is_point());
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
        // Writing to a String cannot fail.
        let _ = write!(out, "{frame},{}", motion.frame_start(frame));
        for (joint, (world, rotation)) in placed.iter().zip(&pose.rotations).enumerate() {
            let at = world.translation.to_array();
            let position = at.iter().filter(|_| options.positions);
            let turn = rotation.to_array();
            for value in position.chain(turn.iter().filter(|_| turns(joint))) {
                let _ = write!(out, ",{}", *value as f32 + 0.0);
            }
        }
        out.push_str("\r\n");
    }
    Ok(out)
}

/// A name for each joint that no other one has.
pub(super) fn unique_names(clip: &Clip) -> Vec<String> {
    let mut taken = Taken::default();
    let names = super::names(&clip.skeleton, crate::model::Format::Hanim);
    names.into_iter().map(|name| taken.give(name, str::to_owned)).collect()
}

/// A field, in quotes where it has to be.
fn push_field(out: &mut String, text: &str) {
    let mark = if is_formula(text) { "'" } else { "" };
    if !mark.is_empty() || text.contains(['"', ',', ';', '\t', '\r', '\n']) {
        let _ = write!(out, "\"{mark}{}\"", text.replace('"', "\"\""));
    } else {
        out.push_str(text);
    }
}

/// Whether a spreadsheet would evaluate a field. Blanks before the first sign are skipped, and East Asian versions also take the
/// signs of full width.
fn is_formula(text: &str) -> bool {
    text.trim_start().starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠'])
}
