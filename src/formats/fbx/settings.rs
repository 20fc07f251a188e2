//! The settings of a whole file: unit, axes, rate, the length of a tick.

use super::properties::{Properties, Templates};
use super::tree::Tree;
use crate::model::{Axis, FACTORS};

/// Ticks of a second: those that all files of version 7 count in, and those that newer programs may choose.
const TICKS: f64 = 46_186_158_000.0;
const NEW_TICKS: f64 = 141_120_000.0;
/// The definition of time codes that means the older ticks, and the first header that states a definition.
const OLD_DEFINITION: i64 = 127;
const DEFINED_FROM: i64 = 1_004;

/// Frames a second of each time mode (`FbxTime::EMode`); a mode past the end, and the custom one, take the file's own rate.
const RATES: &[f64] = &[
    30.0,
    120.0,
    100.0,
    60.0,
    50.0,
    48.0,
    30.0,
    30.0,
    30_000.0 / 1_001.0,
    30_000.0 / 1_001.0,
    25.0,
    24.0,
    1_000.0,
    24_000.0 / 1_001.0,
    0.0,
    96.0,
    72.0,
    60_000.0 / 1_001.0,
    120_000.0 / 1_001.0,
];
/// The rate of a file that states none.
const DEFAULT_RATE: f64 = 24.0;

#[derive(Debug, Clone, PartialEq)]
pub(super) struct Settings {
    /// Metres of the file's unit of length. `None` if it states none that can be meant.
    pub(super) metres_per_unit: Option<f64>,
    pub(super) up: Option<Axis>,
    /// Whether right, up and front are those of a left hand.
    pub(super) is_left_handed: bool,
    pub(super) frames_a_second: f64,
    /// Whether the file states the rate.
    pub(super) rate_stated: bool,
    pub(super) ticks_a_second: f64,
}

impl Settings {
    pub(super) fn read(tree: &Tree<'_>) -> Self {
        let templates = Templates::default();
        let settings = tree.root("GlobalSettings");
        let own = settings.as_ref().map(|settings| Properties::new(settings, &templates));
        let integer = |name: &str| own.and_then(|own| own.integer(name));
        let number = |name: &str| own.and_then(|own| own.number(name));
        let axis = |name: &str| {
            let sign = integer(&format!("{name}Sign")).unwrap_or(1);
            let index = integer(name).and_then(|axis| usize::try_from(axis).ok()).filter(|axis| *axis < 3)?;
            Axis::ALL.get(index + if sign < 0 { 3 } else { 0 }).copied()
        };
        let (up, front, right) = (axis("UpAxis"), axis("FrontAxis"), axis("CoordAxis"));
        let is_left_handed = match (right, up, front) {
            (Some(right), Some(up), Some(front)) => right.vector().cross(up.vector()).dot(front.vector()) < 0.0,
            _ => false,
        };
        let plausible = |rate: &f64| (0.1..=10_000.0).contains(rate);
        let of_mode = integer("TimeMode").and_then(|mode| usize::try_from(mode).ok()).and_then(|mode| RATES.get(mode));
        let rate = of_mode.copied().filter(plausible).or_else(|| number("CustomFrameRate").filter(plausible));
        Self {
            metres_per_unit: number("UnitScaleFactor")
                .map(|factor| factor / 100.0)
                .filter(|unit| FACTORS.contains(unit)),
            up,
            is_left_handed,
            frames_a_second: rate.unwrap_or(DEFAULT_RATE),
            rate_stated: rate.is_some(),
            ticks_a_second: ticks(tree),
        }
    }
}

fn ticks(tree: &Tree<'_>) -> f64 {
    let header = tree.root("FBXHeaderExtension");
    let version = header.and_then(|header| header.number_in("FBXHeaderVersion")).unwrap_or(0);
    let definition = header.and_then(|header| header.child("OtherFlags")?.number_in("TCDefinition"));
    match definition {
        Some(definition) if version >= DEFINED_FROM && definition != OLD_DEFINITION => NEW_TICKS,
        _ => TICKS,
    }
}
