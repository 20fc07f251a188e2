//! How well places fit the proportions of a known skeleton, in any unit.

use super::axis_angles::ln;
use super::sample::{Sample, moments, quantile};
use crate::compact::sorting::sort_by;
use crate::formats::arrays::tables::Table;

/// Bones shorter than this in metres say little.
const SHORT: f64 = 0.02;
/// What a bone without a length counts, as a logarithm.
const MISSING: f64 = 0.35;
/// Most that one bone counts.
const MOST: f64 = 3.0;

/// How unlike the places and the table are. All 0 for the table's own body.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::formats::arrays) struct TableFit {
    /// Mean over the bones, by their lengths, of the logarithm of measured to usual length.
    pub(super) proportions: f64,
    /// How much lengths vary over time, as a share of them.
    pub(super) variation: f64,
    /// Mean logarithm of left to right.
    pub(super) asymmetry: f64,
    /// Units in a metre.
    scale: f64,
}

impl TableFit {
    const NONE: Self = Self { proportions: 9.0, variation: 9.0, asymmetry: 9.0, scale: 1.0 };

    /// Units in a metre.
    pub(in crate::formats::arrays) fn scale(&self) -> f64 {
        self.scale
    }

    /// For people: `bones that are 4 % off their usual proportions, and vary by 1 %`.
    pub(in crate::formats::arrays) fn describe(&self) -> String {
        let percent = |share: f64| crate::decimal::text(100.0 * share, 0);
        let [off, vary] = [self.proportions, self.variation].map(percent);
        format!("bones whose lengths are {off} % off usual proportions and vary by {vary} %")
    }

    pub(super) fn cost(&self, is_flat: bool) -> f64 {
        if is_flat {
            self.proportions + 0.3 * self.asymmetry + 0.1
        } else {
            self.proportions + 0.6 * self.variation + 0.6 * self.asymmetry
        }
    }

    /// Whether a person of unusual build, measured badly, is as unlike at most.
    pub(super) fn is_good(&self, is_flat: bool) -> bool {
        if is_flat {
            self.proportions < 0.5 && self.asymmetry < 0.35
        } else {
            self.proportions < 0.42 && self.variation < 0.3 && self.asymmetry < 0.22
        }
    }

    /// Compares places with a table of as many joints. In a picture, which shortens bones, long views of them count.
    pub(super) fn of(sample: &Sample, table: &Table, is_flat: bool) -> Self {
        /// A bone: its joint, its usual length, its measured length and how much that varies.
        struct BoneLength {
            joint: usize,
            usual: f64,
            measured: f64,
            deviation: f64,
        }
        let bone = |joint: usize| {
            let parent = table.parent(joint)?;
            let usual = Some(table.bone(joint)).filter(|usual| *usual > SHORT)?;
            let length = |frame: usize| {
                let [a, b] = [joint, parent].map(|joint| sample.place(frame, joint));
                a.distance(b)
            };
            let mut lengths: Vec<f64> = (0..sample.frames).map(length).filter(|length| length.is_finite()).collect();
            let deviation = moments(lengths.iter().copied()).1;
            let measured = quantile(&mut lengths, if is_flat { 0.8 } else { 0.5 });
            measured.is_finite().then_some(BoneLength { joint, usual, measured, deviation })
        };
        let bones: Vec<BoneLength> = (0..table.len()).filter_map(bone).collect();
        if bones.len() < 3 {
            return Self::NONE;
        }
        let mut lengths: Vec<f64> = bones.iter().map(|bone| bone.measured).collect();
        let middle = quantile(&mut lengths, 0.5);
        if middle.is_nan() || middle <= 0.0 {
            return Self::NONE;
        }
        let least = 1e-3 * middle;
        let ratio = |bone: &BoneLength| ln((bone.measured + least) / middle) - ln(bone.usual);
        let is_missing = |bone: &BoneLength| bone.measured < 1e-4 * middle;
        // The scale is the weighted median.
        let mut ratios: Vec<(f64, f64)> =
            bones.iter().filter(|bone| !is_missing(bone)).map(|bone| (ratio(bone), bone.usual)).collect();
        sort_by(&mut ratios, |(a, _), (b, _)| a.total_cmp(b));
        let half = 0.5 * ratios.iter().map(|(_, weight)| weight).sum::<f64>();
        let mut sum = 0.0;
        let mut is_half = |(_, weight): &&(f64, f64)| {
            sum += weight;
            sum >= half
        };
        let Some(scale) = ratios.iter().find(|each| is_half(each)).map(|(ratio, _)| *ratio) else { return Self::NONE };
        let all: f64 = bones.iter().map(|bone| bone.usual).sum();
        let off = |bone: &BoneLength| if is_missing(bone) { MISSING } else { (ratio(bone) - scale).abs().min(MOST) };
        let proportions = bones.iter().map(|bone| bone.usual * off(bone)).sum::<f64>() / all;
        let variation =
            bones.iter().map(|bone| bone.deviation).sum::<f64>() / bones.iter().map(|bone| bone.measured).sum::<f64>();
        let mirror = table.mirror();
        let (mut differences, mut weights) = (0.0, 0.0);
        for bone in &bones {
            let other = mirror.get(bone.joint).copied().filter(|other| *other != bone.joint);
            if let Some(other) = other.and_then(|other| bones.iter().find(|each| each.joint == other)) {
                differences += bone.usual * ln((bone.measured + least) / (other.measured + least)).abs();
                weights += bone.usual;
            }
        }
        let asymmetry = if weights > 0.0 { differences / weights } else { 0.0 };
        Self {
            proportions,
            variation,
            asymmetry,
            scale: middle * f64::from(crate::compact::maths::exp2((scale / std::f64::consts::LN_2) as f32)),
        }
    }
}
