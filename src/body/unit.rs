//! The unit of a file's lengths, mostly not stated: a person's legs tell it, which are equally long in every clip and pose.

use super::parts::Stature;
use crate::model::{Confidence, FACTORS, Format, Source};

/// A unit of length.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Unit {
    /// 1 m
    Metre,
    /// 1/100 m
    Centimetre,
    /// 1/1000 m
    Millimetre,
    /// 2.54 cm
    Inch,
    /// The unit of the CMU captures: 1/0.45 inch, 5.644 cm.
    Cmu,
    /// 1/10 m
    Decimetre,
    /// Metres per file unit.
    Custom(f64),
}

impl Unit {
    /// The named units.
    pub const NAMED: [Self; 6] =
        [Self::Metre, Self::Centimetre, Self::Millimetre, Self::Inch, Self::Cmu, Self::Decimetre];

    /// Metres per unit.
    pub fn metres(self) -> f64 {
        match self {
            Self::Metre => 1.0,
            Self::Centimetre => 0.01,
            Self::Millimetre => 0.001,
            Self::Inch => 0.0254,
            Self::Cmu => 0.0254 / 0.45,
            Self::Decimetre => 0.1,
            Self::Custom(metres) => metres,
        }
    }

    /// `m`, `cm`, `mm`, `in`, `cmu`, `dm` or `custom`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Metre => "m",
            Self::Centimetre => "cm",
            Self::Millimetre => "mm",
            Self::Inch => "in",
            Self::Cmu => "cmu",
            Self::Decimetre => "dm",
            Self::Custom(_) => "custom",
        }
    }

    /// The unit of this many metres: a named one within 1e-6, else a custom one. `None` outside [`FACTORS`].
    pub fn of_metres(metres: f64) -> Option<Self> {
        if !FACTORS.contains(&metres) {
            return None;
        }
        let named = Self::NAMED.into_iter().find(|unit| (unit.metres() / metres - 1.0).abs() < 1e-6);
        Some(named.unwrap_or(Self::Custom(metres)))
    }

    /// Whether files with people of all sizes use it, children included.
    fn is_plain(self) -> bool {
        matches!(self, Self::Metre | Self::Centimetre | Self::Millimetre)
    }

    /// The named unit in which a height in file units is a person's height. At most one fits: a small child in centimetres is no giant
    /// in inches.
    fn of_stature(length: f64) -> Option<Self> {
        let fits = |unit: &Self| {
            let heights = match unit {
                Self::Inch => 1.3..=2.03,
                _ if unit.is_plain() => 0.8..=2.3,
                _ => 1.3..=2.25,
            };
            heights.contains(&(length * unit.metres()))
        };
        Self::NAMED.into_iter().find(fits)
    }

    /// The unit in which the joints of an array or the markers of a recording, which have no names of joints, extend as far as a person's. Most of
    /// them are of people. A picture's points, whose up axis is known, are counted in pixels.
    fn of_nameless(source: &Source, size: f64) -> Option<Self> {
        let is_nameless = match source.format {
            Format::Arrays => source.up.is_none(),
            format => is_recording(format),
        };
        Self::of_stature(size).filter(|unit| is_nameless && unit.is_plain())
    }

    /// Metre, centimetre or millimetre: the one in which a size is nearest to 1 m. What is tiny even in metres gets a unit of its own.
    fn of_thing(size: f64) -> Self {
        if !(size.is_finite() && size > 0.0) {
            return Self::Centimetre;
        }
        let off = |unit: &Self| {
            let times = size * unit.metres();
            times.max(1.0 / times)
        };
        let plain = Self::NAMED.into_iter().filter(|unit| unit.is_plain());
        let plain = plain.min_by(|a, b| off(a).total_cmp(&off(b))).unwrap_or(Self::Centimetre);
        let own = (size * plain.metres() < SMALLEST_THING).then(|| Self::of_metres((1.0 / size).min(*FACTORS.end())));
        own.flatten().unwrap_or(plain)
    }
}

/// Whether joints are markers of optical motion capture.
fn is_recording(format: Format) -> bool {
    matches!(format, Format::C3d | Format::Trc)
}

/// Height in metres at which a person is shown whose size fits no unit.
const SHOWN_HEIGHT: f64 = 1.7;

/// A larger thing (metres) that is no person is not in its format's usual unit.
const LARGEST_THING: f64 = 30.0;

/// A thing of an unknown unit that would be smaller (metres) is shown 1 m large.
const SMALLEST_THING: f64 = 1e-3;

/// A figure's size.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Scale {
    /// The unit of lengths as the file writes them: the stated one, the format's usual one if plausible, or a guess.
    pub unit: Unit,
    /// Confidence in the unit. [`Confidence::Unknown`]: no unit fits, or the figure is no person.
    pub confidence: Confidence,
    /// The unit that fits a person, if the stated one would make a giant or a dwarf.
    pub rather: Option<Unit>,
    /// The person's height in metres in [`unit`](Self::unit). `None` for a figure that is no person in any unit.
    pub stature: Option<f64>,
}

impl Scale {
    /// The scale of a figure. `size` is its largest extent, used if it is no person. Both lengths are in units of positions.
    pub fn new(source: &Source, stature: Option<Stature>, size: f32) -> Self {
        // Sticks between markers are no bones, unless the markers are called as joints and extend as far as the person.
        let is_of_bones = |stature: &Stature| {
            stature.confidence == Confidence::Sure && (0.8..=1.25).contains(&(stature.length / size))
        };
        let stature = stature.filter(|stature| !is_recording(source.format) || is_of_bones(stature));
        let written = |length: f32| f64::from(length) / source.length_factor;
        let length = stature.map(|stature| written(stature.length));
        let fitting = length.and_then(Unit::of_stature);
        let believed =
            |unit: &Unit| source.unit_stated || stature.is_some() || written(size) * unit.metres() <= LARGEST_THING;
        let stated = source.metres_per_unit.and_then(Unit::of_metres).filter(believed);
        let shown = length.and_then(|length| Unit::of_metres(SHOWN_HEIGHT / length));
        let likely = Unit::of_nameless(source, written(size)).filter(|_| stature.is_none());
        let (unit, confidence) = match (stated, fitting.or(likely), stature) {
            (Some(unit), ..) => (unit, Confidence::Sure),
            (None, Some(unit), Some(stature)) => (unit, stature.confidence),
            (None, Some(unit), None) => (unit, Confidence::Unsure),
            _ => (shown.unwrap_or_else(|| Unit::of_thing(written(size))), Confidence::Unknown),
        };
        let stature = length.map(|length| length * unit.metres());
        let sane = stature.is_none_or(|metres| (0.3..=4.0).contains(&metres));
        let rather = fitting.filter(|_| !sane);
        Self { unit, confidence, rather, stature: stature.filter(|_| sane || rather.is_some()) }
    }
}
