//! `--as`: gives motions the rig that another program asks for.

use marey::body::{Rig, Unit};
use marey::model::{Axis, Clip};
use marey_study::retarget::Note;
use marey_study::targets::{Applied, ApplyError, TargetRig};
use marey_write::{BvhOptions, Conversion, Target, WriteError, convert};

use super::Stop;
use super::excerpt_options::{ExcerptOptions, note};
use crate::wording::folded;

/// Decimals of lengths, degrees and seconds, as most programs write them.
const DECIMALS: usize = 6;
/// Rates nearer to each other than this share are the same.
const SAME_RATE: f64 = 1e-4;

/// A motion with a rig.
pub(super) struct Made {
    pub(super) clip: Clip,
    /// The changes, in sentences.
    pub(super) notes: Vec<String>,
    /// Old and new names of joints.
    pub(super) renamed: Vec<(String, String)>,
    /// Joints with position channels.
    pub(super) positions: Vec<u16>,
}

/// A motion of a file with a rig, at the rig's rate or the one that was asked for.
pub(super) fn with_rig(
    rig: &TargetRig,
    (file, clip): (&str, &Clip),
    behaviour: Option<usize>,
    excerpt_options: &ExcerptOptions,
    target: Target,
) -> Result<Made, Stop> {
    let failed = |error: WriteError| Stop::Failed(format!("{file}: {error}"));
    let asked = excerpt_options.conversion(clip, behaviour);
    let mut wanted = asked.clone().rate(None).metres_per_unit(None).up(None);
    if Rig::of_clip(clip).id == Some(rig.rig) {
        (wanted.metres_per_unit, wanted.up) = (Some(rig.unit.metres()), Some(Axis::Y));
    }
    // Arrays have any unit, axes and times, so that nothing else is changed.
    let (part, choices) = convert(clip, Target::Npz, &wanted).map_err(failed)?;
    let Applied { clip: applied, keeps_figure, renamed, at_rest, positions, notes: remarks, .. } =
        rig.apply(&part, 0).map_err(|error| {
            let help = if matches!(error, ApplyError::Figure(_)) { "; --as needs a person" } else { "" };
            Stop::Failed(format!("{file}: {error}{help}"))
        })?;
    let mut wanted = Conversion::default();
    if target.fixed_rate().is_none() {
        wanted.rate = asked.rate.or(Some(rig.rate));
    }
    if !target.has_fixed_space() {
        wanted.metres_per_unit = asked.metres_per_unit.or(Some(rig.unit.metres()));
        wanted.up = asked.up.or(Some(Axis::Y));
    }
    let (made, _) = convert(&applied, target, &wanted).map_err(failed)?;
    let made = rig.finish(made).map_err(|error| Stop::Failed(format!("{file}: {error}")))?;
    let mut notes: Vec<String> = choices.iter().filter_map(note).collect();
    if keeps_figure {
        notes.push(format!("the figure has the rig of {} already and keeps its bones", rig.name));
    } else {
        notes.push(format!("played on a figure of 1.75 m with the joints of {}", rig.name));
    }
    if !renamed.is_empty() {
        let pairs: Vec<String> = renamed.iter().map(|(from, to)| format!("`{from}` to `{to}`")).collect();
        notes.push(format!("renamed: {}", folded(&pairs)));
    }
    if !at_rest.is_empty() {
        let names: Vec<String> = at_rest.iter().map(|name| format!("`{name}`")).collect();
        notes.push(format!("at rest, because the motion has no such joints: {}", folded(&names)));
    }
    let is_lost = |remark: &&Note| matches!(remark, Note::Missing { .. } | Note::Stretch(_));
    notes.extend(remarks.iter().filter(is_lost).map(ToString::to_string));
    notes.extend(rate_note(clip, behaviour, wanted.rate));
    if let (Some(unit), Some(up)) = (wanted.metres_per_unit.and_then(Unit::of_metres), wanted.up) {
        let axis = up.name().to_uppercase();
        let sign = if axis.starts_with('-') { "" } else { "+" };
        notes.push(format!("the unit is `{}`, and {sign}{axis} is up", unit.name()));
    }
    notes.extend(rig.frames_words().map(str::to_owned));
    Ok(Made { clip: made, notes, renamed, positions })
}

/// The rate, if it is another one than the motion's.
fn rate_note(clip: &Clip, behaviour: Option<usize>, rate: Option<f64>) -> Option<String> {
    let motion = &clip.behaviours.get(behaviour.unwrap_or(0))?.motion;
    let (own, rate) = (motion.frame_time().recip(), rate?);
    let is_other = motion.frame_count() > 1 && (own / rate - 1.0).abs() > SAME_RATE;
    let rounded = |rate: f64| (rate * 1000.0).round() / 1000.0;
    is_other.then(|| format!("{} frames a second instead of {}", rounded(rate), rounded(own)))
}

/// The demands of the rig on a BVH.
pub(super) fn set_options(options: &mut BvhOptions, rig: &TargetRig, positions: Vec<u16>) {
    options.portable = !rig.keeps_root_offset;
    options.positions = Some(positions);
    (options.length_decimals, options.angle_decimals, options.time_decimals) =
        (Some(DECIMALS), Some(DECIMALS), Some(DECIMALS));
}
