//! Families of rigs that have rules instead of a list of names: HumanIK (MotionBuilder), Character Studio (Biovision) and HAnim.

use super::figure::NamedFigure;
use super::table::{CHARACTER_STUDIO, HUMANIK};

/// Limbs that every figure with HumanIK's names has, on each side.
const HUMANIK_LIMBS: [&str; 6] = ["upleg", "leg", "foot", "arm", "forearm", "hand"];
/// What else these figures may have on each side.
const HUMANIK_OTHERS: [&str; 3] = ["toe", "toebase", "shoulder"];
const STUDIO_LIMBS: [&str; 6] = ["hip", "knee", "ankle", "shoulder", "elbow", "wrist"];
const STUDIO_OTHERS: [&str; 3] = ["toe", "toes", "collar"];
/// The [`id`](super::Rig::id) of HAnim's row in the table.
const HANIM: &str = "hanim";
/// A figure may have one foreign name for so many of its own.
const OWN_FOR_A_FOREIGN: usize = 10;

/// A figure whose names follow a grammar.
pub(super) struct NameGrammar {
    pub(super) id: &'static str,
    /// For people, with the trunk: `HumanIK names, Spine-Spine3`.
    pub(super) chip: String,
    pub(super) flavour: Vec<String>,
    /// Whether nothing of a body is missing and nothing is foreign.
    pub(super) is_whole: bool,
    /// Number of names that follow the grammar.
    pub(super) found: usize,
    /// Number of the others.
    pub(super) others: usize,
}

/// The family of a figure. `loosely`: although a few names are foreign.
pub(super) fn family(figure: &NamedFigure, loosely: bool) -> Option<NameGrammar> {
    humanik(figure, loosely).or_else(|| character_studio(figure, loosely)).or_else(|| hanim(figure))
}

/// Names of ISO/IEC 19774, of any level of articulation: version 2 has other names for ankle and wrist.
fn hanim(figure: &NamedFigure) -> Option<NameGrammar> {
    let limbs = ["l_", "r_"].iter().all(|side| {
        let has = |name: &str| figure.all.contains(&format!("{side}{name}"));
        let one_of = |names: [&str; 2]| names.into_iter().any(has);
        ["hip", "knee", "shoulder", "elbow"].into_iter().all(has)
            && one_of(["ankle", "talocrural"])
            && one_of(["wrist", "radiocarpal"])
    });
    let trunk = figure.has("sacroiliac") || figure.has("skullbase");
    let vertebra = figure.all.iter().any(|name| ["vl", "vt", "vc"].iter().any(|kind| is_numbered(name, kind)));
    let found = figure.body.len();
    let flavour = vec![if figure.has("l_talocrural") { "version 2" } else { "version 1" }.to_owned()];
    (limbs && trunk && vertebra).then(|| NameGrammar {
        id: HANIM,
        chip: "HAnim names".to_owned(),
        flavour,
        is_whole: true,
        found,
        others: 0,
    })
}

/// Whether a name is a word with a number behind it.
fn is_numbered(name: &str, word: &str) -> bool {
    name != word && numbered(name, word, usize::MAX)
}

fn humanik(figure: &NamedFigure, loosely: bool) -> Option<NameGrammar> {
    let (_, root) = figure.main_root()?;
    let limbs = sided(&["left", "right"], &HUMANIK_LIMBS);
    if !["hips", "hip"].contains(&&*root.low) || !limbs.iter().all(|name| figure.all.contains(name)) {
        return None;
    }
    let all = [limbs, sided(&["left", "right"], &HUMANIK_OTHERS)].concat();
    let is_trunk = |name: &str| {
        let spine = name.strip_prefix("lower").or(name.strip_prefix("to")).unwrap_or(name);
        numbered(spine, "spine", usize::MAX) || numbered(name, "chest", 1) || numbered(name, "neck", usize::MAX)
    };
    let fits = |name: &str| ["hips", "head"].contains(&name) || is_trunk(name) || all.iter().any(|known| known == name);
    let (found, others) = counts(figure, fits, loosely)?;
    let spines = figure.joints.iter().filter(|joint| is_trunk(&joint.low) && !numbered(&joint.low, "neck", usize::MAX));
    let spines: Vec<&str> = spines.map(|joint| joint.name.as_str()).collect();
    let spine = match &spines[..] {
        [] => "no spine".to_owned(),
        [only] => (*only).to_owned(),
        [first, .., last] => format!("{first}-{last}"),
    };
    let necks = figure.joints.iter().filter(|joint| numbered(&joint.low, "neck", usize::MAX));
    let necks: Vec<&str> = necks.map(|joint| joint.name.as_str()).collect();
    let toes = ["LeftToeBase", "LeftToe"].into_iter().find(|name| figure.has(name));
    let is_lafan1 = figure.body.len() == 22 && figure.has("Spine Spine1 Spine2 Neck Head LeftToe LeftShoulder");
    let mut flavour = Vec::new();
    if is_lafan1 {
        flavour.push("LAFAN1's names, another rest pose".to_owned());
    }
    if figure.orders().len() >= 3 {
        flavour.push("joints have their own rotation orders".to_owned());
    }
    if ["-z", "+z"].contains(&figure.axis("LeftLeg")) {
        flavour.push("Z up".to_owned());
    }
    flavour.push(spine.clone());
    flavour.push(if necks.is_empty() { "no neck".to_owned() } else { necks.join(" ") });
    flavour.push(toes.unwrap_or("no toes").to_owned());
    let is_whole = others == 0 && figure.has("Head") && !spines.is_empty();
    Some(NameGrammar { id: HUMANIK.0, chip: format!("{}, {spine}", HUMANIK.1), flavour, is_whole, found, others })
}

fn character_studio(figure: &NamedFigure, loosely: bool) -> Option<NameGrammar> {
    let is_trunk = |name: &str| {
        ["center", "hip", "hips", "abdomen", "ab", "head"].contains(&name)
            || numbered(name, "chest", usize::MAX)
            || numbered(name, "neck", usize::MAX)
    };
    for sides in [["left", "right"], ["l", "r"]] {
        let limbs = sided(&sides, &STUDIO_LIMBS);
        let has_all = limbs.iter().all(|name| figure.all.contains(name));
        if !has_all || !figure.has_word("collar") {
            continue;
        }
        let any_side = ["left", "right", "l", "r"];
        let all = [sided(&any_side, &STUDIO_LIMBS), sided(&any_side, &STUDIO_OTHERS)].concat();
        let fits = |name: &str| is_trunk(name) || all.iter().any(|known| known == name);
        let Some((found, others)) = counts(figure, fits, loosely) else { continue };
        let trunk = figure.joints.iter().filter(|joint| is_trunk(&joint.low)).map(|joint| joint.name.as_str());
        let flavour = vec![trunk.collect::<Vec<_>>().join(" ")];
        let (id, chip) = (CHARACTER_STUDIO.0, CHARACTER_STUDIO.1.to_owned());
        return Some(NameGrammar { id, chip, flavour, is_whole: others == 0, found, others });
    }
    None
}

/// How many names of the body fit, and how many do not; `None` if too many do not. Nodes above the body do not count.
fn counts(figure: &NamedFigure, fits: impl Fn(&str) -> bool, loosely: bool) -> Option<(usize, usize)> {
    let carriers: Vec<&str> = figure.carriers().collect();
    let names = figure.body.iter().filter(|name| !carriers.contains(&name.as_str()));
    let (own, foreign): (Vec<&String>, Vec<&String>) = names.partition(|name| fits(name));
    let allowed = if loosely { own.len() / OWN_FOR_A_FOREIGN } else { 0 };
    (foreign.len() <= allowed).then_some((own.len(), foreign.len()))
}

fn sided(sides: &[&str], names: &[&str]) -> Vec<String> {
    sides.iter().flat_map(|side| names.iter().map(move |name| format!("{side}{name}"))).collect()
}

/// Whether a name is a word with at most so many digits behind it.
fn numbered(name: &str, word: &str, digits: usize) -> bool {
    let number = name.strip_prefix(word);
    number.is_some_and(|number| number.len() <= digits && number.bytes().all(|digit| digit.is_ascii_digit()))
}
