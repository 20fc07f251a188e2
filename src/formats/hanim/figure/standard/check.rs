//! Compares the names of a figure's joints and sites with the standard's.

use super::figure_names::{FigureNames, NameVersion};
use super::hierarchy::StandardHierarchy;
use super::notes::list;
use super::{StandardJoint, StandardTable};

/// A name with more wrong letters than this is taken for another name, not for a misspelt one.
const MOST_WRONG: usize = 3;
/// A figure with fewer standard joints than this is not human: a robot, a fish.
const FEWEST: usize = 4;

/// What was found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct StandardFindings {
    /// Headings and texts.
    pub(crate) notes: Vec<(String, String)>,
    /// For each joint, what it is in words and its name in the other version; empty where the joint is not known.
    pub(crate) labels: Vec<Box<str>>,
}

/// Compares names. Nothing is found for figures that are not human.
pub(crate) fn check(names: &FigureNames<'_>) -> StandardFindings {
    if names.joints.iter().filter(|name| !name.is_empty()).count() < FEWEST {
        return StandardFindings::default();
    }
    let table = StandardTable::new();
    let standard = &table.joints;
    let meant: Vec<Option<usize>> = names.joints.iter().map(|name| table.find_loosely(name)).collect();
    if meant.iter().flatten().count() < FEWEST {
        return StandardFindings::default();
    }
    let known: Vec<Option<usize>> = names.joints.iter().map(|name| table.find(name)).collect();
    let count = known.iter().flatten().count();
    let version = NameVersion::of(standard, names, &known);
    let level = whole_level(standard, &meant);
    let mut notes = vec![("HAnim version by its names".to_owned(), version.words().to_owned())];
    notes.push(("Level of articulation".to_owned(), level_words(level, names.claimed)));
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
        Some(format!("{name}: perhaps {}", meant.or_else(|| nearest(standard, version, name))?))
    });
    list(&mut notes, "Misspelt joints", misspelt);
    list(&mut notes, "Missing joints", missing(standard, version, &meant).into_iter());
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

/// The highest level whose joints are all there.
fn whole_level(standard: &[StandardJoint], known: &[Option<usize>]) -> Option<u8> {
    let has = |at: usize| known.contains(&Some(at));
    let whole =
        |level: u8| standard.iter().enumerate().filter(|(_, joint)| joint.level <= level).all(|(at, _)| has(at));
    (0..=4).rev().find(|level| whole(*level))
}

/// The level that was found, and the one that the figure claims.
fn level_words(found: Option<u8>, claimed: Option<u8>) -> String {
    let found = found.map_or("less than 0".to_owned(), |level| level.to_string());
    match claimed {
        Some(claimed) => format!("{found} by its joints, {claimed} claimed"),
        None => format!("{found} by its joints"),
    }
}

/// Joints that are missing above others: the parent that a joint has at the lowest level where there is that joint.
fn missing(standard: &[StandardJoint], version: NameVersion, known: &[Option<usize>]) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for joint in known.iter().flatten().filter_map(|at| standard.get(*at)) {
        let mut above = joint.parent;
        while let Some(parent) =
            above.and_then(|at| standard.get(at)).filter(|parent| parent.level > joint.level.max(1))
        {
            above = parent.parent;
        }
        let Some(at) = above else { continue };
        if let Some(parent) = standard.get(at).filter(|_| !known.contains(&Some(at))) {
            let line = format!("{} above {}", version.name(parent), version.name(joint));
            if !lines.contains(&line) {
                lines.push(line);
            }
        }
    }
    lines
}

fn words(joint: &StandardJoint, name: &str) -> String {
    match &joint.old_name {
        Some(old) if old != &joint.name && old != name => format!("{}; in HAnim 1 {old}", joint.words),
        Some(old) if old != &joint.name => format!("{}; in HAnim 2 {}", joint.words, joint.name),
        _ => joint.words.clone(),
    }
}

/// The standard name with the fewest letters that differ, of the figure's own version where that is known.
fn nearest<'a>(standard: &'a [StandardJoint], version: NameVersion, name: &str) -> Option<&'a str> {
    let names = standard.iter().flat_map(|joint| {
        let old = joint.old_name.as_deref().filter(|_| version != NameVersion::New);
        [Some(joint.name.as_str()).filter(|_| version != NameVersion::Old), old]
    });
    let names = names.flatten();
    let mut best: Option<(usize, &str)> = None;
    for known in names {
        let wrong = distance(name.as_bytes(), known.as_bytes());
        // In a short name fewer letters may be wrong.
        if wrong <= MOST_WRONG.min(known.len() / 3) && best.is_none_or(|(least, _)| wrong < least) {
            best = Some((wrong, known));
        }
    }
    best.map(|(_, name)| name)
}

/// Letters to add, leave out or replace (Levenshtein's distance). Where the lengths differ too much, just more than
/// [`MOST_WRONG`].
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
        FigureNames { joints: names.to_vec(), ..FigureNames::default() }
    }

    #[test]
    fn hanim_whole_levels_are_found() {
        let standard = joints();
        for level in 1..=4 {
            let names = standard.iter().filter(|joint| joint.level <= level).map(|joint| joint.name.as_str());
            let found = check(&FigureNames { joints: names.collect(), claimed: Some(4), ..FigureNames::default() });
            let expected = format!("{level} by its joints, 4 claimed");
            assert_eq!(note(&found, "Level"), Some(expected.as_str()));
            assert_eq!(note(&found, "HAnim version"), Some("2"));
            assert_eq!((note(&found, "Misspelt"), note(&found, "Missing")), (None, None));
        }
        let names = standard.iter().filter_map(|joint| joint.old_name.as_deref());
        let found = check(&FigureNames { joints: names.collect(), ..FigureNames::default() });
        assert_eq!((note(&found, "HAnim version"), note(&found, "Level")), (Some("1"), Some("3 by its joints")));
    }

    #[test]
    fn hanim_names_that_are_not_the_standards_are_told() {
        let found =
            check(&of(&["humanoid_root", "sacroiliac", "l_calcaneuscuboid", "x_tail", "wing", "l_knee", "l_wrist"]));
        assert_eq!(note(&found, "Joints"), Some("4 of the standard, 1 extra (x_), 2 of other names"));
        assert_eq!(note(&found, "Misspelt"), Some("l_calcaneuscuboid: perhaps l_calcaneocuboid"));
        assert_eq!(
            note(&found, "Missing"),
            Some("l_talocrural above l_calcaneocuboid; l_hip above l_knee; l_elbow above l_radiocarpal")
        );
        assert_eq!(&*found.labels[5], "left knee");
        assert_eq!(&*found.labels[6], "left wrist; in HAnim 2 l_radiocarpal");
        assert_eq!(&*found.labels[4], "");
        assert_eq!(&*found.labels[2], "left hindfoot, outer side");
    }

    #[test]
    fn hanim_names_of_the_other_version_are_not_proposed() {
        let new = check(&of(&["humanoid_root", "sacroiliac", "l_hip", "l_radiocarpal", "l_ankel", "r_tallocrural"]));
        assert_eq!(note(&new, "Misspelt"), Some("r_tallocrural: perhaps r_talocrural"));
        let old = check(&of(&["HumanoidRoot", "sacroiliac", "l_hip", "l_wrist", "l_ankel", "r_tallocrural"]));
        assert_eq!(note(&old, "Misspelt"), Some("l_ankel: perhaps l_ankle"));
    }

    #[test]
    fn hanim_sites_on_other_segments_are_told() {
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
