//! Chooses the rig of a figure.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use super::figure::NamedFigure;
use super::grammars::{NameGrammar, family};
use super::names::{is_animal, is_finger, is_trunk};
use super::result::{NearestRig, Rig, RigMatch, counts};
use super::table::{ANIMAL, HAND, RIGS, RigRow};
use crate::model::{Clip, Skeleton};

/// From so many names of animals on, a figure is one.
const ANIMAL_NAMES: usize = 2;
/// From so many fingers on, a figure without a trunk is a hand.
const FINGER_NAMES: usize = 10;
/// A variant has so much of the rig's names ...
const VARIANT_RECALL: f32 = 0.9;
/// ... and so much of its own names is the rig's.
const VARIANT_PRECISION: f32 = 0.85;
/// A part has so many names of the rig ...
const PART_NAMES: usize = 6;
/// ... and so much of them.
const PART_RECALL: f32 = 0.5;
/// The harmonic mean of recall and precision from which on the nearest rig is said: below, it misleads.
const NEAREST: f32 = 0.6;

impl Rig {
    /// The rig of a skeleton. `channels` are the texts of [`Source::channels`](crate::model::Source::channels), parallel to its joints; where
    /// they are unknown, an empty list: then rigs that only their rotation orders tell apart have the more frequent name.
    pub fn of(skeleton: &Skeleton, channels: &[Box<str>]) -> Self {
        let figure = NamedFigure::new(skeleton, channels);
        let rig = of_figure(&figure);
        if rig.id.is_some() {
            return rig;
        }
        let Some(turned) = figure.with_sides_first() else { return rig };
        let mut other = of_figure(&turned);
        let is_sure = matches!(other.matched, RigMatch::Exact | RigMatch::Grammar | RigMatch::Variant);
        if !is_sure || !other.is_person {
            return rig;
        }
        other.matched = RigMatch::Variant;
        let words = "sides apart from the names";
        other.flavour = joined(&[&other.flavour, words], ", ");
        other.sentence = joined(&[&other.sentence, words], "; ");
        other
    }

    /// The rig of a clip's skeleton.
    pub fn of_clip(clip: &Clip) -> Self {
        Self::of(&clip.skeleton, &clip.source.channels)
    }
}

/// A row of the table and one of its bodies, beside a figure.
struct RigCandidate {
    row: &'static RigRow,
    /// Number of names of the body.
    of: usize,
    /// Number of these that the figure has.
    found: usize,
    /// Number of names of the figure's body that the row lacks, without nodes above the body.
    others: usize,
    /// Number of nodes above the body that the row lacks.
    carriers: usize,
    /// The share of the names that are spelled alike.
    spelled: f32,
    /// Whether the row's further conditions hold.
    holds: bool,
}

impl RigCandidate {
    fn recall(&self) -> f32 {
        self.found as f32 / self.of as f32
    }

    fn precision(&self) -> f32 {
        self.found as f32 / (self.found + self.others + self.carriers) as f32
    }

    fn harmonic(&self) -> f32 {
        2.0 * self.recall() * self.precision() / (self.recall() + self.precision())
    }
}

fn candidates(figure: &NamedFigure) -> Vec<RigCandidate> {
    let above: Vec<&str> = figure.carriers().collect();
    let written: BTreeSet<&str> = figure.joints.iter().map(|joint| joint.name.as_str()).collect();
    let mut all = Vec::new();
    for row in RIGS {
        let holds = (row.holds)(figure);
        for body in row.bodies() {
            let low: Vec<String> = body.iter().map(|name| name.to_lowercase()).collect();
            let found = low.iter().filter(|name| figure.all.contains(*name)).count();
            if found == 0 {
                continue;
            }
            let foreign = figure.body.iter().filter(|name| !low.contains(name));
            let (carriers, others): (Vec<&String>, Vec<&String>) =
                foreign.partition(|name| above.contains(&name.as_str()));
            let spelled = body.iter().filter(|name| written.contains(name.as_str())).count();
            let spelled = spelled as f32 / body.len() as f32;
            let (others, carriers) = (others.len(), carriers.len());
            all.push(RigCandidate { row, of: body.len(), found, others, carriers, spelled, holds });
        }
    }
    all
}

/// The best by some measures, the first of equals.
fn best<'a, const N: usize>(
    all: impl Iterator<Item = &'a RigCandidate>,
    measures: impl Fn(&RigCandidate) -> [f32; N],
) -> Option<&'a RigCandidate> {
    let mut best: Option<([f32; N], &RigCandidate)> = None;
    for candidate in all {
        let own = measures(candidate);
        if best.as_ref().is_none_or(|(known, _)| own.partial_cmp(known) == Some(Ordering::Greater)) {
            best = Some((own, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

fn of_figure(figure: &NamedFigure) -> Rig {
    let count = |is: fn(&str) -> bool| figure.joints.iter().filter(|joint| is(&joint.low)).count();
    if count(is_trunk) == 0 && count(is_finger) >= FINGER_NAMES {
        return no_person(figure, HAND);
    }
    if count(is_animal) >= ANIMAL_NAMES {
        return no_person(figure, ANIMAL);
    }
    let all = candidates(figure);
    let holding = || all.iter().filter(|candidate| candidate.holds);
    let whole = holding().filter(|candidate| candidate.found == candidate.of && candidate.others == 0);
    let by_body = |candidate: &RigCandidate| {
        let row = candidate.row;
        [-(candidate.carriers as f32), f32::from(row.priority), candidate.of as f32, candidate.spelled]
    };
    if let Some(found) = best(whole, by_body) {
        return of_row(figure, found, if found.carriers == 0 { RigMatch::Exact } else { RigMatch::Variant });
    }
    if let Some(family) = family(figure, false) {
        return of_family(figure, family);
    }
    let near = holding()
        .filter(|candidate| candidate.recall() >= VARIANT_RECALL && candidate.precision() >= VARIANT_PRECISION);
    if let Some(found) = best(near, |candidate| [candidate.recall() + candidate.precision(), candidate.spelled]) {
        return of_row(figure, found, RigMatch::Variant);
    }
    if let Some(family) = family(figure, true) {
        return of_family(figure, family);
    }
    let part =
        holding().filter(|candidate| candidate.others + candidate.carriers == 0 && candidate.found >= PART_NAMES);
    let part = part.filter(|candidate| candidate.recall() >= PART_RECALL);
    if let Some(found) = best(part, |candidate| [candidate.recall()]) {
        return of_row(figure, found, RigMatch::Part);
    }
    let nearest = best(all.iter(), |candidate| [candidate.harmonic()]);
    unknown(figure, nearest.filter(|nearest| nearest.harmonic() >= NEAREST))
}

fn of_row(figure: &NamedFigure, found: &RigCandidate, matched: RigMatch) -> Rig {
    let row = found.row;
    let mut flavour = (row.flavour)(figure);
    let (moving, joints) = (figure.moving(), figure.joints.len());
    // Bandai-Namco's files always have them.
    if moving > 1 && row.id != "bandai" {
        let moves = if moving == joints {
            "6 channels on every joint".to_owned()
        } else {
            format!("6 channels on {moving} of {joints} joints")
        };
        flavour = joined(&[&flavour, &moves], ", ");
    }
    let others = found.others + found.carriers;
    let chip = if matched == RigMatch::Part { format!("{}, a part", row.name) } else { row.name.to_owned() };
    let names = counts(found.found, found.of, others);
    let sentence = sentence(figure, &names, &flavour);
    Rig {
        id: Some(row.id),
        chip,
        matched,
        flavour,
        prefix: figure.prefix.clone(),
        count: Some((found.found, found.of)),
        others,
        nearest: None,
        is_person: true,
        sentence,
    }
}

fn of_family(figure: &NamedFigure, family: NameGrammar) -> Rig {
    let NameGrammar { id, chip, flavour, is_whole, found, others } = family;
    let flavour = flavour.join(", ");
    let sentence = sentence(figure, &counts(found, found, others), &flavour);
    Rig {
        id: Some(id),
        chip,
        matched: if is_whole { RigMatch::Grammar } else { RigMatch::Variant },
        flavour,
        prefix: figure.prefix.clone(),
        count: Some((found, found)),
        others,
        nearest: None,
        is_person: true,
        sentence,
    }
}

fn no_person(figure: &NamedFigure, (id, name, _): (&'static str, &'static str, &'static str)) -> Rig {
    Rig { is_person: false, id: Some(id), chip: name.to_owned(), matched: RigMatch::Exact, ..unknown(figure, None) }
}

fn unknown(figure: &NamedFigure, nearest: Option<&RigCandidate>) -> Rig {
    let nearest = nearest.map(|candidate| NearestRig {
        id: candidate.row.id,
        name: candidate.row.name,
        found: candidate.found,
        of: candidate.of,
        others: candidate.others + candidate.carriers,
    });
    let sentence = match &nearest {
        Some(near) => format!("nearest is {}: {}", near.name, counts(near.found, near.of, near.others)),
        None => String::new(),
    };
    Rig {
        id: None,
        chip: "no known rig".to_owned(),
        matched: if nearest.is_some() { RigMatch::Nearest } else { RigMatch::None },
        flavour: String::new(),
        prefix: figure.prefix.clone(),
        count: None,
        others: 0,
        nearest,
        is_person: true,
        sentence,
    }
}

/// What tells a rig: `22 of 22 names; legs before spine; bones along x`.
fn sentence(figure: &NamedFigure, names: &str, flavour: &str) -> String {
    let first = figure.first_child();
    let order = match first {
        "leftupleg" | "rightupleg" | "lefthip" | "righthip" | "lhipjoint" | "rhipjoint" | "lthigh" | "rthigh"
        | "left_hip" | "right_hip" | "leftleg" | "rightleg" | "leftupperleg" | "rightupperleg" => "legs before spine",
        _ if is_trunk(first) => "spine before legs",
        _ => "",
    };
    let along =
        figure.common_axis().map_or(String::new(), |axis| format!("bones along {}", axis.trim_start_matches('+')));
    let prefix = figure.prefix.as_ref().map_or(String::new(), |prefix| format!("with `{}`", prefix.trim()));
    joined(&[names, order, &along, flavour, &prefix], "; ")
}

/// The texts that are not empty, with a gap between them.
fn joined(texts: &[&str], gap: &str) -> String {
    texts.iter().filter(|text| !text.is_empty()).copied().collect::<Vec<_>>().join(gap)
}
