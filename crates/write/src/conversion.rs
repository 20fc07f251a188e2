//! The steps of most programs before they write a clip: they choose a part, a rate, a unit, an up axis.

use super::{Excerpt, Moments, Space, Target, WriteClip, WriteError, excerpt};
use marey::body::{Scale, Stature, Survey, partners, survey};
use marey::model::{Axis, Clip, Confidence, Format, Source};

/// Options of [`convert`]. The default is the whole clip, as the target needs it.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct Conversion {
    /// Index of the only behaviour to keep. `None`: all behaviours.
    pub behaviour: Option<usize>,
    /// The moments to keep.
    pub moments: Moments,
    /// Frames a second. `None`: [the rate that the target needs](Target::rate), or else the motion's own frames.
    pub rate: Option<f64>,
    /// Metres in one unit of the result. `None`: the clip's unit, or the target's.
    pub metres_per_unit: Option<f64>,
    /// The up axis of the result. `None`: the clip's, or the target's.
    pub up: Option<Axis>,
    /// Metres in one unit of the clip, in place of the stated or guessed unit.
    pub source_metres: Option<f64>,
    /// The clip's up axis, in place of the guessed one.
    pub source_up: Option<Axis>,
    /// Removes travel along the ground.
    pub in_place: bool,
    /// Exchanges left and right.
    pub mirror: bool,
}

/// A choice or a guess of [`convert`] that the user may want to correct.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Choice {
    /// The keys are unevenly spaced: they were resampled at this many frames a second.
    Rate(f64),
    /// The clip's unit is an unsure guess of this many metres.
    Unit(f64),
    /// The clip's up axis is an unsure guess.
    Up(Axis),
    /// The target states no unit, and in the clip's own a reader would guess another size: the lengths are in units of this many metres.
    Readable(f64),
    /// These joints have no partner on the other side, and were not mirrored.
    WithoutPartner(Vec<String>),
}

/// Makes a clip that a target can write, and lists what was chosen or guessed for it. Its unit and up axis are guessed where the file does
/// not state them.
///
/// # Errors
/// As [`excerpt`](fn@excerpt) and [`Clip::mirror`].
pub fn convert(clip: &Clip, target: Target, options: &Conversion) -> Result<(Clip, Vec<Choice>), WriteError> {
    let motion = clip.behaviours.get(options.behaviour.unwrap_or(0)).map(|behaviour| &behaviour.motion);
    let Some(motion) = motion else { return Ok((excerpt(clip, &Excerpt::default())?, Vec::new())) };
    let rate = options.rate.or_else(|| target.rate(&clip.skeleton, motion));
    let up = options.source_up.or(clip.source.up);
    let seen = survey(&clip.skeleton, motion, up);
    let scale = seen.scale(&clip.source);
    let metres = options.source_metres.unwrap_or(scale.unit.metres() / clip.source.length_factor);
    let is_fixed = target.has_fixed_space();
    let mut choices = Vec::new();
    if let Some(rate) = rate.filter(|_| options.rate.is_none() && target.fixed_rate().is_none()) {
        choices.push(Choice::Rate(rate));
    }
    let unsure = |confidence: Confidence| matches!(confidence, Confidence::Unsure | Confidence::Unknown);
    let is_scaled = is_fixed || options.metres_per_unit.is_some();
    if is_scaled && options.source_metres.is_none() && unsure(scale.confidence) {
        choices.push(Choice::Unit(metres));
    }
    let is_turned = is_fixed || options.up.is_some() || options.in_place;
    if is_turned && up.is_none() && unsure(seen.up_guess.confidence) {
        choices.push(Choice::Up(seen.up));
    }
    let readable = readable_unit(&clip.source, &seen, options.source_metres, target).filter(|_| !is_scaled);
    choices.extend(readable.map(Choice::Readable));
    let wanted = Excerpt {
        behaviour: options.behaviour,
        moments: options.moments.clone(),
        rate,
        space: Some(Space { metres_per_unit: metres, up: seen.up }),
        metres_per_unit: options.metres_per_unit.filter(|_| target != Target::Skel).or(readable),
        up: options.up,
        in_place: if options.in_place { u16::try_from(seen.carrier).ok() } else { None },
    };
    let mut part = excerpt(clip, &wanted)?;
    if options.mirror {
        part = part.mirror()?;
        let skeleton = &part.skeleton;
        let joints = partners(skeleton).into_iter().zip(skeleton.names()).zip(skeleton.kinds());
        let alone = joints.filter(|((partner, _), kind)| partner.is_none() && !kind.is_point());
        let names: Vec<String> = alone.map(|((_, name), _)| name.to_string()).collect();
        if !names.is_empty() {
            choices.push(Choice::WithoutPartner(names));
        }
    }
    Ok((part, choices))
}

/// The unit in which a figure is read back in its size from a format that states none: centimetres, if a reader would guess another unit for the
/// figure's own numbers. `None`: the numbers are right as they are, their unit is not known, or no unit helps. `stated`: metres in one unit of
/// the clip, in place of the file's unit or the guess.
pub fn readable_unit(source: &Source, seen: &Survey, stated: Option<f64>, target: Target) -> Option<f64> {
    let scale = seen.scale(source);
    let guessed = matches!(scale.confidence, Confidence::Sure | Confidence::Likely);
    let metres = stated.or(Some(scale.unit.metres() / source.length_factor).filter(|_| guessed))?;
    let format = match target {
        Target::Bvh => Format::Bvh,
        Target::Asf => Format::Acclaim,
        _ => return None,
    };
    let is_guessed = |unit: f64| {
        let factor = (metres / unit) as f32;
        // Lengths that stay as they are stay divided by the factor that an ASF states.
        let is_kept = unit == metres && format == Format::Acclaim;
        let length_factor = if is_kept { source.length_factor } else { 1.0 };
        let stature = seen.parts.stature.map(|own| Stature { length: own.length * factor, ..own });
        let mut source = Source::new(format);
        source.length_factor = length_factor;
        let scale = Scale::new(&source, stature, seen.size * factor);
        (scale.unit.metres() / length_factor / unit - 1.0).abs() < 1e-4
    };
    Some(CENTIMETRE).filter(|unit| !is_guessed(metres) && is_guessed(*unit))
}

const CENTIMETRE: f64 = 0.01;
