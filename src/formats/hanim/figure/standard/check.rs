//! Compares the joint and site names of a figure with the standard's.

use super::figure_names::{FigureNames, NameVersion};
use super::hierarchy::StandardHierarchy;
use super::notes::{list, shown_with_blanks};
use super::{StandardJoint, StandardTable};

/// Names that differ in more letters are different names, not misspellings.
const MOST_WRONG: usize = 3;
/// A figure with fewer standard joints is not human, but for example a robot or a fish.
const FEWEST: usize = 4;
/// A figure has a level of articulation if it lacks at most this many of the level's joints.
const MOST_LACKING: usize = 3;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct StandardFindings {
    /// Headings and texts.
    pub(crate) notes: Vec<(String, String)>,
    /// For each joint, its description and its name in the other version; empty for unknown joints.
    pub(crate) labels: Vec<Box<str>>,
}

/// Compares names. For figures that are not human, only missing roots are reported.
pub(crate) fn check(names: &FigureNames<'_>) -> StandardFindings {
    let table = StandardTable::new();
    let standard = &table.joints;
    let mut notes = Vec::new();
    // Blanks around a name make it another name, but it is clear which one is meant.
    let meant: Vec<Option<usize>> = names.joints.iter().map(|name| table.find_loosely(name.trim())).collect();
    if meant.iter().flatten().count() < FEWEST {
        list(&mut notes, "Missing joints", missing_roots("humanoid_root", names));
        return StandardFindings { notes, labels: Vec::new() };
    }
    let known: Vec<Option<usize>> = names.joints.iter().map(|name| table.find(name)).collect();
    let count = known.iter().flatten().count();
    let version = NameVersion::of(standard, names, &known);
    let (level, lacking) = level_of(standard, &meant);
    notes.push(("HAnim version by its names".to_owned(), version.words().to_owned()));
    let lacking: Vec<&str> = lacking.into_iter().map(|joint| version.name(joint)).collect();
    notes.push(("Level of articulation".to_owned(), level_words(level, &lacking, names.claimed)));
    let all = names.joints.iter().filter(|name| !name.is_empty()).count();
    let is_extra = |name: &&&str| name.starts_with("x_");
    let extra = names.joints.iter().filter(is_extra).count();
    let mut joints = format!("{count} of the standard");
    if extra > 0 {
        joints += &format!(", {extra} extra (x_)");
    }
    let strange = names.joints.iter().zip(&known).zip(&meant);
    let strange = strange.filter(|((name, known), _)| known.is_none() && !name.is_empty() && !is_extra(name));
    let unknown: Vec<(&&str, Option<usize>)> = strange.map(|((name, _), meant)| (name, *meant)).collect();
    if !unknown.is_empty() {
        joints += &format!(", {} of other names", unknown.len());
    }
    notes.push((format!("Joints ({all})"), joints));
    let misspelt = unknown.iter().take(200).filter_map(|(name, meant)| {
        let meant = meant.and_then(|at| standard.get(at)).map(|joint| version.name(joint));
        let meant = meant.or_else(|| nearest(standard, version, name.trim()))?;
        Some(format!("{}: perhaps {meant}", shown_with_blanks(name)))
    });
    list(&mut notes, "Misspelt joints", misspelt);
    let root = standard.first().map_or("", |root| version.name(root));
    list(&mut notes, "Missing joints", missing_roots(root, names));
    let hierarchy = StandardHierarchy::new(standard, names, &meant, level, version);
    list(&mut notes, "Joints below other joints", hierarchy.misplaced_joints().into_iter());
    list(&mut notes, "Segments of other names", hierarchy.misnamed_segments().into_iter());
    list(&mut notes, "Sites on other segments", hierarchy.misplaced_sites().into_iter());
    let moved = names.moved.iter().map(|(name, fields)| format!("{name}: {fields}"));
    list(&mut notes, "Not in the basic pose", moved);
    let label = |(name, known): (&&str, &Option<usize>)| {
        let joint = known.and_then(|at| standard.get(at));
        joint.map_or_else(Box::default, |joint| words(joint, name).into())
    };
    StandardFindings { notes, labels: names.joints.iter().zip(&meant).map(label).collect() }
}

/// The highest level that the figure has but for a few joints, and those joints.
fn level_of<'a>(standard: &'a [StandardJoint], known: &[Option<usize>]) -> (Option<u8>, Vec<&'a StandardJoint>) {
    let lacking = |level: u8| {
        let of_level = standard.iter().enumerate().filter(move |(_, joint)| joint.level <= level);
        of_level.filter(move |(at, _)| !known.contains(&Some(*at))).map(|(_, joint)| joint)
    };
    let mut levels = (1..=4).rev().map(|level| (level, lacking(level).take(MOST_LACKING + 1).collect::<Vec<_>>()));
    let found = levels.find(|(_, lacking)| lacking.len() <= MOST_LACKING);
    let root_alone = || (Some(0).filter(|level| lacking(*level).next().is_none()), Vec::new());
    found.map_or_else(root_alone, |(level, lacking)| (Some(level), lacking))
}

fn level_words(found: Option<u8>, lacking: &[&str], claimed: Option<u8>) -> String {
    let mut words = found.map_or("less than 0".to_owned(), |level| level.to_string());
    if lacking.is_empty() {
        words += " by its joints";
    } else {
        words += &format!(" but for {}", lacking.join(", "));
    }
    if let Some(claimed) = claimed {
        words += &format!(", {claimed} claimed");
    }
    words
}

/// The root for each humanoid without one. It is the only joint that a figure needs (4.2.3).
fn missing_roots(root: &str, names: &FigureNames<'_>) -> impl Iterator<Item = String> {
    let of = move |name: &String| if name.is_empty() { root.to_owned() } else { format!("{root} of {name}") };
    names.rootless.iter().map(of)
}

fn words(joint: &StandardJoint, name: &str) -> String {
    match &joint.old_name {
        Some(old) if old != &joint.name && old != name => format!("{}; in HAnim 1 {old}", joint.words),
        Some(old) if old != &joint.name => format!("{}; in HAnim 2 {}", joint.words, joint.name),
        _ => joint.words.clone(),
    }
}

/// The standard name with the fewest different letters, of the figure's own version if that is known.
fn nearest<'a>(standard: &'a [StandardJoint], version: NameVersion, name: &str) -> Option<&'a str> {
    let names = standard.iter().flat_map(|joint| {
        let old = joint.old_name.as_deref().filter(|_| version != NameVersion::New);
        [Some(joint.name.as_str()).filter(|_| version != NameVersion::Old), old]
    });
    let names = names.flatten();
    let mut best: Option<(usize, &str)> = None;
    for known in names {
        let wrong = distance(name.as_bytes(), known.as_bytes());
        // Short names may have fewer wrong letters.
        if wrong <= MOST_WRONG.min(known.len() / 3) && best.is_none_or(|(least, _)| wrong < least) {
            best = Some((wrong, known));
        }
    }
    best.map(|(_, name)| name)
}

/// Levenshtein distance; just above [`MOST_WRONG`] if the lengths differ by more.
fn distance(a: &[u8], b: &[u8]) -> usize {
    if a.len().abs_diff(b.len()) > MOST_WRONG {
        return MOST_WRONG + 1;
    }
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (index, x) in a.iter().enumerate() {
        let mut corner = index;
        let mut left = index + 1;
        for (slot, y) in row.iter_mut().skip(1).zip(b) {
            let changed = corner + usize::from(x != y);
            corner = *slot;
            left = changed.min(corner + 1).min(left + 1);
            *slot = left;
        }
        if let Some(first) = row.first_mut() {
            *first = index + 1;
        }
    }
    row.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::super::joints;
    use super::*;

    fn note<'a>(found: &'a StandardFindings, heading: &str) -> Option<&'a str> {
        found.notes.iter().find(|(known, _)| known.starts_with(heading)).map(|(_, text)| text.as_str())
    }

    fn of<'a>(names: &[&'a str]) -> FigureNames<'a> {
        FigureNames { joints: names.to_vec(), parents: vec![None; names.len()], ..FigureNames::default() }
    }

    #[test]
    fn hanim_whole_levels_are_found() {
        let standard = joints();
        for level in 1..=4 {
            let names = standard.iter().filter(|joint| joint.level <= level).map(|joint| joint.name.as_str());
            let found = check(&FigureNames { claimed: Some(4), ..of(&names.collect::<Vec<_>>()) });
            let expected = format!("{level} by its joints, 4 claimed");
            assert_eq!(note(&found, "Level"), Some(expected.as_str()));
            assert_eq!(note(&found, "HAnim version"), Some("2"));
            assert_eq!((note(&found, "Misspelt"), note(&found, "Missing")), (None, None));
        }
        let names: Vec<&str> = standard.iter().filter_map(|joint| joint.old_name.as_deref()).collect();
        let found = check(&of(&names));
        assert_eq!((note(&found, "HAnim version"), note(&found, "Level")), (Some("1"), Some("3 by its joints")));
    }

    #[test]
    fn hanim_names_outside_the_standard_are_reported() {
        let found =
            check(&of(&["humanoid_root", "sacroiliac", "l_calcaneuscuboid", "x_tail", "wing", "l_knee", "l_wrist"]));
        assert_eq!(note(&found, "Joints"), Some("4 of the standard, 1 extra (x_), 2 of other names"));
        assert_eq!(note(&found, "Misspelt"), Some("l_calcaneuscuboid: perhaps l_calcaneocuboid"));
        // All joints but the root are optional (4.2.3).
        assert_eq!((note(&found, "Missing"), note(&found, "Level")), (None, Some("0 by its joints")));
        assert_eq!(&*found.labels[5], "left knee");
        assert_eq!(&*found.labels[6], "left wrist; in HAnim 2 l_radiocarpal");
        assert_eq!(&*found.labels[4], "");
        assert_eq!(&*found.labels[2], "left hindfoot, outer side");
    }

    #[test]
    fn hanim_levels_are_found_despite_a_few_missing_or_misspelt_joints() {
        let standard = joints();
        let with = |wrong: &[(&str, &'static str)]| {
            let names = standard.iter().filter(|joint| joint.level <= 2).map(|joint| joint.name.clone());
            let change = |name: String| match wrong.iter().find(|(right, _)| name == *right) {
                Some((_, wrong)) => (*wrong).to_owned(),
                None => name,
            };
            let names: Vec<String> = names.map(change).collect();
            check(&of(&names.iter().map(String::as_str).collect::<Vec<_>>()))
        };
        let found = with(&[("r_knee", "r_kneee")]);
        assert_eq!(note(&found, "Level"), Some("2 but for r_knee"));
        assert_eq!((note(&found, "Misspelt"), note(&found, "Missing")), (Some("r_kneee: perhaps r_knee"), None));
        assert_eq!(note(&with(&[("l_hip", ""), ("r_knee", "")]), "Level"), Some("2 but for l_hip, r_knee"));
        // Four are too many.
        let four = ["l_tarsometatarsal_2", "r_tarsometatarsal_2", "vl3", "vl1"].map(|name| (name, ""));
        assert_eq!(note(&with(&four), "Level"), Some("1 by its joints"));
        // Blanks do not count as wrong letters.
        let found = with(&[("r_knee", "r_knee "), ("l_hip", "\tl_hip")]);
        assert_eq!(note(&found, "Level"), Some("2 by its joints"));
        assert_eq!(note(&found, "Misspelt"), Some("`\\tl_hip`: perhaps l_hip; `r_knee `: perhaps r_knee"));
    }

    #[test]
    fn hanim_missing_roots_are_reported_for_any_figure() {
        let rootless = |names: &[&'static str], humanoids: &[&str]| {
            let rootless = humanoids.iter().map(|name| (*name).to_owned()).collect();
            check(&FigureNames { rootless, ..of(names) })
        };
        let found = rootless(&["WAIST", "LARM"], &[""]);
        assert_eq!((note(&found, "Missing"), found.labels.len()), (Some("humanoid_root"), 0));
        let old = rootless(&["sacroiliac", "l_hip", "l_ankle", "r_ankle"], &["a", "b"]);
        assert_eq!(note(&old, "Missing"), Some("HumanoidRoot of a; HumanoidRoot of b"));
    }

    #[test]
    fn hanim_names_of_the_other_version_are_not_proposed() {
        let new = check(&of(&["humanoid_root", "sacroiliac", "l_hip", "l_radiocarpal", "l_ankel", "r_tallocrural"]));
        assert_eq!(note(&new, "Misspelt"), Some("r_tallocrural: perhaps r_talocrural"));
        let old = check(&of(&["HumanoidRoot", "sacroiliac", "l_hip", "l_wrist", "l_ankel", "r_tallocrural"]));
        assert_eq!(note(&old, "Misspelt"), Some("l_ankel: perhaps l_ankle"));
    }

    #[test]
    fn hanim_sites_on_other_segments_are_reported() {
        let mut names = of(&["humanoid_root", "sacroiliac", "vl5", "l_hip"]);
        names.sites =
            vec![("nuchale_pt", "skull".into()), ("l_olecranon", "l_upperarm".into()), ("elsewhere", "skull".into())];
        assert_eq!(note(&check(&names), "Sites"), Some("l_olecranon is on l_upperarm, not on l_forearm"));
    }

    #[test]
    fn hanim_other_creatures_are_left_alone() {
        assert_eq!(check(&of(&["WAIST", "LARM", "humanoid_root"])), StandardFindings::default());
    }
}
