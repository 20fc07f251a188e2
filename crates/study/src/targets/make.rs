//! All steps of `marey convert --as`: the part of a motion, the rig, the rig's space and rate, and what was changed, in sentences.

use std::fmt;

use marey::body::{Humanoid, Rig, Unit};
use marey::model::{Axis, BuildError, Clip};
use marey_write::{BvhOptions, Choice, Conversion, SAME_RATE, Target, WriteError, convert};

use super::apply::{Applied, ApplyError};
use super::table::{TargetRig, target_rig};
use crate::retarget::Note;

/// Decimals of lengths, degrees and seconds, as most programs write them.
const DECIMALS: usize = 6;
/// Names that a sentence lists.
const MOST_LISTED: usize = 3;

/// A motion with a rig, ready to be written.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Made {
    /// The only motion, in the rig's space and at its rate unless others were asked for.
    pub clip: Clip,
    /// Old and new names of joints.
    pub renamed: Vec<(String, String)>,
    /// Choices and guesses about the motion.
    pub choices: Vec<Choice>,
    /// The changes, in sentences for people without a full stop.
    pub notes: Vec<String>,
    /// Joints with position channels, by their indices.
    positions: Vec<u16>,
}

/// Why a motion is not made for a rig.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum MakeError {
    /// The rig cannot be applied.
    Apply(ApplyError),
    /// The part of the motion cannot be cut out or resampled.
    Write(WriteError),
}

impl fmt::Display for MakeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Apply(error) => error.fmt(f),
            Self::Write(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for MakeError {}

impl From<ApplyError> for MakeError {
    fn from(error: ApplyError) -> Self {
        Self::Apply(error)
    }
}

impl From<BuildError> for MakeError {
    fn from(error: BuildError) -> Self {
        Self::Apply(ApplyError::Build(error))
    }
}

impl From<WriteError> for MakeError {
    fn from(error: WriteError) -> Self {
        Self::Write(error)
    }
}

/// A clip that `target` can write, as [`convert`](fn@convert) makes it. VRMA moves the bones of a VRM: a clip whose file states none is
/// given the rig `vrm`.
///
/// # Errors
/// As [`convert`](fn@convert) and [`TargetRig::make`].
pub fn fit(clip: &Clip, asked: &Conversion, target: Target) -> Result<Made, MakeError> {
    let needed = target_rig("vrm").filter(|_| target == Target::Vrma && Humanoid::stated(clip).is_none());
    if let Some(rig) = needed {
        return rig.make(clip, asked, target);
    }
    let (clip, choices) = convert(clip, target, asked)?;
    Ok(Made { clip, renamed: Vec::new(), choices, notes: Vec::new(), positions: Vec::new() })
}

impl TargetRig {
    /// The motion of `asked`, or the first one, as a file of this rig for `target`: [applied](Self::apply) and [finished](Self::finish), at the
    /// rig's rate, in its unit and with +Y up, unless `asked` or the target has others.
    ///
    /// # Errors
    /// As [`apply`](Self::apply), [`finish`](Self::finish) and [`convert`](fn@convert).
    pub fn make(&self, clip: &Clip, asked: &Conversion, target: Target) -> Result<Made, MakeError> {
        let mut wanted = asked.clone();
        (wanted.rate, wanted.metres_per_unit, wanted.up) = (None, None, None);
        if Rig::of_clip(clip).id == Some(self.rig) {
            (wanted.metres_per_unit, wanted.up) = (Some(self.unit.metres()), Some(Axis::Y));
        }
        // Arrays have any unit, axes and times, so that nothing else is changed.
        let (part, choices) = convert(clip, Target::Npz, &wanted)?;
        let applied = self.apply(&part, 0)?;
        let mut wanted = Conversion::default();
        if target.fixed_rate().is_none() {
            // Keys of a VRMA are at any moments.
            wanted.rate = asked.rate.or(Some(self.rate).filter(|_| target != Target::Vrma));
        }
        if !target.has_fixed_space() {
            wanted.metres_per_unit = asked.metres_per_unit.or(Some(self.unit.metres()));
            wanted.up = asked.up.or(Some(Axis::Y));
        }
        let (made, _) = convert(&applied.clip, target, &wanted)?;
        let made = self.finish(made)?;
        let mut notes = self.notes(&applied);
        notes.extend(rate_note(clip, asked.behaviour, wanted.rate));
        if let (Some(unit), Some(up)) = (wanted.metres_per_unit.and_then(Unit::of_metres), wanted.up) {
            let axis = up.name().to_uppercase();
            let sign = if axis.starts_with('-') { "" } else { "+" };
            notes.push(format!("the unit is `{}`, and {sign}{axis} is up", unit.name()));
        }
        notes.extend(self.frames_words().map(str::to_owned));
        let Applied { renamed, positions, .. } = applied;
        Ok(Made { clip: made, renamed, choices, notes, positions })
    }

    fn notes(&self, applied: &Applied) -> Vec<String> {
        let mut notes = vec![if applied.keeps_figure {
            format!("the figure has the rig of {} already and keeps its bones", self.name)
        } else {
            format!("played on a figure of 1.75 m with the joints of {}", self.name)
        }];
        if !applied.renamed.is_empty() {
            let pairs = applied.renamed.iter().map(|(from, to)| format!("`{from}` to `{to}`"));
            notes.push(format!("renamed: {}", folded(pairs)));
        }
        if !applied.at_rest.is_empty() {
            let names = applied.at_rest.iter().map(|name| format!("`{name}`"));
            notes.push(format!("at rest, because the motion has no such joints: {}", folded(names)));
        }
        let is_lost = |remark: &&Note| matches!(remark, Note::Missing { .. } | Note::Stretch(_));
        notes.extend(applied.notes.iter().filter(is_lost).map(ToString::to_string));
        notes
    }

    /// Sets what the rig demands of a BVH: the position channels of `made`, the root's offset, and decimals.
    pub fn set_options(&self, options: &mut BvhOptions, made: &Made) {
        options.portable = !self.keeps_root_offset;
        options.positions = Some(made.positions.clone());
        (options.length_decimals, options.angle_decimals, options.time_decimals) =
            (Some(DECIMALS), Some(DECIMALS), Some(DECIMALS));
    }
}

/// `a, b, c and 2 more`
fn folded(names: impl ExactSizeIterator<Item = String>) -> String {
    let more = names.len().saturating_sub(MOST_LISTED);
    let text = names.take(MOST_LISTED).collect::<Vec<_>>().join(", ");
    if more == 0 { text } else { format!("{text} and {more} more") }
}

/// The rate, if it is another one than the motion's.
fn rate_note(clip: &Clip, behaviour: Option<usize>, rate: Option<f64>) -> Option<String> {
    let motion = &clip.behaviours.get(behaviour.unwrap_or(0))?.motion;
    let (own, rate) = (motion.frame_time().recip(), rate?);
    let is_other = motion.frame_count() > 1 && (own / rate - 1.0).abs() > SAME_RATE;
    let rounded = |rate: f64| (rate * 1000.0).round() / 1000.0;
    is_other.then(|| format!("{} frames a second instead of {}", rounded(rate), rounded(own)))
}
