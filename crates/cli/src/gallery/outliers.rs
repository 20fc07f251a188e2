//! Clips that are unlike the others of their set: feet that slide, another frame rate, unit, size or length.
//!
//! What is usual is the median, or the value that nearly all have. A few clips tell nothing.

use std::collections::BTreeMap;

use super::GalleryClip;
use super::facts::ClipFacts;
use super::html::length;

/// Least clips with a number that tell what is usual.
const LEAST: usize = 8;
/// The share of clips with the same rate or unit that makes it the usual one.
const USUAL: f64 = 0.8;
/// How far rates and units that count as the same may be from each other, as a share.
const SAME: f64 = 5e-3;
/// Where a larger share of the clips stands out, the set is varied, and none is told.
const RARE: f64 = 1.0 - USUAL;
/// Standard deviations in a median absolute deviation of normal numbers.
const DEVIATION: f64 = 1.4826;
/// Standard deviations from the median at which a number stands out; lengths, which vary by nature, at more.
const FAR: f64 = 3.5;
const FAR_LENGTH: f64 = 5.0;
/// Feet that slide less do not stand out, millimetres a second.
const LEAST_SLIDE: f64 = 30.0;

/// One thing in which a clip stands out.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Outlier {
    /// Index of the clip.
    pub(super) clip: usize,
    /// In a word: `slide`, `rate`, `unit`, `size`, `length`.
    pub(super) kind: &'static str,
    /// For people: `feet slide`.
    pub(super) what: &'static str,
    pub(super) value: String,
    pub(super) usual: String,
    /// How far out it is: 1 where it begins to stand out.
    pub(super) score: f64,
}

/// A number of clips whose logarithms have a middle.
struct LogMeasure {
    kind: &'static str,
    what: &'static str,
    value: fn(&ClipFacts) -> Option<f64>,
    text: fn(f64) -> String,
    far: f64,
    /// The least factor from the median at which a number stands out.
    factor: f64,
    /// Numbers below the usual one stand out, too.
    both_ways: bool,
    /// Smaller numbers never stand out.
    least: f64,
}

const SPREADS: [LogMeasure; 3] = [
    LogMeasure {
        kind: "slide",
        what: "feet slide",
        value: |facts| facts.slide,
        text: |slide| format!("{slide:.0} mm/s"),
        far: FAR,
        factor: 2.0,
        both_ways: false,
        least: LEAST_SLIDE,
    },
    LogMeasure {
        kind: "size",
        what: "stature",
        value: |facts| facts.stature,
        text: |stature| format!("{stature:.2} m"),
        far: FAR,
        factor: 1.35,
        both_ways: true,
        least: 0.0,
    },
    LogMeasure {
        kind: "length",
        what: "length",
        value: |facts| Some(facts.seconds).filter(|_| facts.frames > 1),
        text: |seconds| length(seconds, 1),
        far: FAR_LENGTH,
        factor: 5.0,
        both_ways: true,
        least: 0.0,
    },
];

/// All that stands out, what is farthest out first.
pub(super) fn outliers(clips: &[GalleryClip]) -> Vec<Outlier> {
    let mut found: Vec<Outlier> = SPREADS.iter().flat_map(|spread| far_out(clips, spread)).collect();
    let rates: Vec<(usize, f64)> = numbers(clips, |facts| Some(facts.rate).filter(|_| facts.frames > 1)).collect();
    found.extend(unusual(&rates, "rate", "frame rate", |clip| clips.get(clip).map(|clip| clip.facts.rate_text())));
    // Formats have units of their own.
    let mut units: BTreeMap<&str, Vec<(usize, f64)>> = BTreeMap::new();
    for (index, unit) in numbers(clips, |facts| facts.unit) {
        let format = clips.get(index).map_or("", |clip| &clip.facts.format);
        units.entry(format).or_default().push((index, unit));
    }
    let unit_text = |clip: usize| Some(unit(clips.get(clip)?.facts.unit?));
    found.extend(units.values().flat_map(|units| unusual(units, "unit", "unit", unit_text)));
    found.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.clip.cmp(&b.clip)).then(a.kind.cmp(b.kind)));
    found
}

/// The numbers above 0, with the indices of their clips.
fn numbers(clips: &[GalleryClip], value: fn(&ClipFacts) -> Option<f64>) -> impl Iterator<Item = (usize, f64)> {
    let all = clips.iter().enumerate().filter_map(move |(index, clip)| Some((index, value(&clip.facts)?)));
    all.filter(|(_, number)| *number > 0.0 && number.is_finite())
}

/// The clips whose number is far from the median.
fn far_out(clips: &[GalleryClip], spread: &LogMeasure) -> Vec<Outlier> {
    let found: Vec<(usize, f64)> = numbers(clips, spread.value).map(|(clip, number)| (clip, number.ln())).collect();
    let Some(middle) = median(found.iter().map(|(_, number)| *number).collect()).filter(|_| found.len() >= LEAST)
    else {
        return Vec::new();
    };
    let off = median(found.iter().map(|(_, number)| (number - middle).abs()).collect()).unwrap_or(0.0);
    let limit = (spread.far * DEVIATION * off).max(spread.factor.ln());
    let (mut out, count) = (Vec::new(), found.len() as f64);
    for (clip, number) in found {
        let distance = if spread.both_ways { (number - middle).abs() } else { number - middle };
        if distance > limit && number.exp() >= spread.least {
            let (value, usual) = ((spread.text)(number.exp()), (spread.text)(middle.exp()));
            out.push(Outlier { clip, kind: spread.kind, what: spread.what, value, usual, score: distance / limit });
        }
    }
    if out.len() as f64 > RARE * count { Vec::new() } else { out }
}

/// The clips whose number is not the one that nearly all have. `text` tells a clip's number.
fn unusual(
    found: &[(usize, f64)],
    kind: &'static str,
    what: &'static str,
    text: impl Fn(usize) -> Option<String>,
) -> Vec<Outlier> {
    let is_same = |a: f64, b: f64| (a / b - 1.0).abs() <= SAME;
    // What nearly all have is the median, too.
    let Some(usual) = median(found.iter().map(|(_, number)| *number).collect()).filter(|_| found.len() >= LEAST) else {
        return Vec::new();
    };
    let those = found.iter().filter(|(_, number)| is_same(*number, usual));
    let Some((like, _)) = those.clone().next() else { return Vec::new() };
    if (those.count() as f64) < USUAL * found.len() as f64 {
        return Vec::new();
    }
    let others = found.iter().filter(|(_, number)| !is_same(*number, usual));
    let outlier = |(clip, number): &(usize, f64)| {
        let score = 1.0 + (number / usual).log2().abs();
        Some(Outlier { clip: *clip, kind, what, value: text(*clip)?, usual: text(*like)?, score })
    };
    others.filter_map(outlier).collect()
}

/// The lower one of two middle numbers.
fn median(mut numbers: Vec<f64>) -> Option<f64> {
    numbers.sort_by(f64::total_cmp);
    numbers.get(numbers.len().saturating_sub(1) / 2).copied()
}

/// `1 cm`, `2.54 cm`, `1 m`.
fn unit(metres: f64) -> String {
    let (number, name) = match metres {
        _ if metres >= 0.995 => (metres, "m"),
        _ if metres >= 0.00995 => (metres * 1e2, "cm"),
        _ => (metres * 1e3, "mm"),
    };
    let text = format!("{number:.2}");
    format!("{} {name}", text.trim_end_matches('0').trim_end_matches('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_named_shortly() {
        let texts = [1.0, 0.01, 0.0254, 0.001, 0.056_444].map(unit);
        assert_eq!(texts, ["1 m", "1 cm", "2.54 cm", "1 mm", "5.64 cm"]);
    }

    #[test]
    fn only_what_nearly_all_share_is_usual() {
        let found = |numbers: &[f64]| -> Vec<usize> {
            let numbers: Vec<(usize, f64)> = numbers.iter().copied().enumerate().collect();
            unusual(&numbers, "rate", "frame rate", |clip| Some(clip.to_string())).iter().map(|one| one.clip).collect()
        };
        assert_eq!(found(&[120.0, 119.9, 120.0, 120.0, 120.0, 120.0, 120.0, 30.0, 120.0]), [7]);
        assert!(found(&[120.0, 120.0, 120.0, 120.0, 60.0, 30.0, 30.0, 30.0]).is_empty(), "no rate is usual");
        assert!(found(&[120.0, 120.0, 120.0, 30.0]).is_empty(), "too few clips");
    }
}
