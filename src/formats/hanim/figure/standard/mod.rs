//! The names of ISO/IEC 19774-1 for the parts of a human figure.
//!
//! `joints.txt` holds the hierarchy of level of articulation 4 (Figure 4.13): one joint per line, indented one blank
//! deeper than its parent. The columns are the name, the lowest level that has the joint, the segment that it moves,
//! its name in HAnim 1 (`=`: the same, `-`: none), and a description. Lower levels are the same tree with fewer joints
//! (Figures 4.10 to 4.12). Right sides mirror left ones and are omitted. Where the standard's figures and tables
//! contradict each other, the names are those of real files: `l_metatarsophalangeal_2` where Figure 4.13 has `#`,
//! `r_trapezoid` where it has `l_trapezoid`.
//!
//! `sites.txt` holds Table 4.7: the name of a site, then its segments at levels 4, 3, 2 and 1. If there are fewer than
//! four, the last one holds for the lower levels, too. At level 0 every site is on the sacrum. The table's `l_hand`, a
//! segment of HAnim 1, is `l_carpal` here.

mod check;
mod figure_names;
mod hierarchy;
mod notes;
mod table;

pub(crate) use self::check::{StandardFindings, check};
pub(crate) use self::figure_names::FigureNames;
pub(crate) use self::notes::list;
pub(crate) use self::table::StandardTable;

const JOINTS: &str = include_str!("joints.txt");
const SITES: &str = include_str!("sites.txt");

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct StandardJoint {
    /// In HAnim 2.
    pub(crate) name: String,
    /// In HAnim 1, which has fewer joints.
    pub(crate) old_name: Option<String>,
    /// Index of the parent, at level 4.
    pub(crate) parent: Option<usize>,
    /// The lowest level of articulation that has it.
    pub(crate) level: u8,
    /// The segment that it moves.
    pub(crate) segment: String,
    /// A description with its side.
    pub(crate) words: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct StandardSite {
    pub(crate) name: String,
    /// At levels 4, 3, 2 and 1.
    pub(crate) segments: [String; 4],
}

fn mirrored(name: &str) -> String {
    name.strip_prefix("l_").map_or_else(|| name.to_owned(), |rest| format!("r_{rest}"))
}

/// All joints, parents first, in the order of Figure 4.13.
pub(crate) fn joints() -> Vec<StandardJoint> {
    let mut all: Vec<StandardJoint> = Vec::new();
    // The open joint at each depth, and the left limb that is being read: its first joint and its depth.
    let mut open: Vec<usize> = Vec::new();
    let mut limb: Option<(usize, usize)> = None;
    // An empty line at the end closes the last limb.
    for line in JOINTS.lines().chain([""]) {
        let depth = line.len() - line.trim_start().len();
        if let Some((start, at)) = limb
            && (depth <= at || line.is_empty())
        {
            mirror(&mut all, start);
            limb = None;
        }
        let mut columns = line.trim_start().splitn(5, ' ');
        let (Some(name), Some(level), Some(segment), Some(old), Some(words)) =
            (columns.next(), columns.next(), columns.next(), columns.next(), columns.next())
        else {
            continue;
        };
        if limb.is_none() && name.starts_with("l_") {
            limb = Some((all.len(), depth));
        }
        open.truncate(depth);
        let old_name = match old {
            "=" => Some(name.to_owned()),
            "-" => None,
            other => Some(other.to_owned()),
        };
        let words = if name.starts_with("l_") { format!("left {words}") } else { words.to_owned() };
        let level = level.parse().unwrap_or(4);
        all.push(StandardJoint {
            name: name.to_owned(),
            old_name,
            parent: open.last().copied(),
            level,
            segment: segment.to_owned(),
            words,
        });
        open.push(all.len() - 1);
    }
    all
}

/// Appends the right limb that mirrors the left one at `start`.
fn mirror(all: &mut Vec<StandardJoint>, start: usize) {
    let count = all.len() - start;
    let left: Vec<StandardJoint> = all.get(start..).unwrap_or_default().to_vec();
    all.extend(left.into_iter().map(|joint| StandardJoint {
        name: mirrored(&joint.name),
        old_name: joint.old_name.as_deref().map(mirrored),
        parent: joint.parent.map(|parent| if parent >= start { parent + count } else { parent }),
        level: joint.level,
        segment: mirrored(&joint.segment),
        words: joint.words.replacen("left ", "right ", 1),
    }));
}

/// All sites; each site of the right side follows that of the left.
pub(crate) fn sites() -> Vec<StandardSite> {
    let mut all = Vec::new();
    for line in SITES.lines() {
        let mut columns = line.split(' ');
        let Some(name) = columns.next() else { continue };
        let mut last = "";
        let segments = [(); 4].map(|()| {
            last = columns.next().unwrap_or(last);
            last.to_owned()
        });
        all.push(StandardSite { name: name.to_owned(), segments });
        if name.starts_with("l_") {
            let segments = [(); 4].map(|()| String::new());
            let mut right = StandardSite { name: mirrored(name), segments };
            if let Some(left) = all.last() {
                right.segments.iter_mut().zip(&left.segments).for_each(|(slot, left)| *slot = mirrored(left));
            }
            all.push(right);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hanim_levels_have_as_many_joints_as_the_standard() {
        let joints = joints();
        let count = |level: u8| joints.iter().filter(|joint| joint.level <= level).count();
        assert_eq!([0, 1, 2, 3, 4].map(count), [1, 18, 71, 94, 146]);
        assert_eq!(joints.iter().filter(|joint| joint.old_name.is_some()).count(), 94);
        assert_eq!(sites().len(), 118);
    }

    #[test]
    fn hanim_right_limbs_mirror_left_ones() {
        let joints = joints();
        let find = |name: &str| joints.iter().find(|joint| joint.name == name).unwrap();
        let knee = find("r_knee");
        assert_eq!(joints[knee.parent.unwrap()].name, "r_hip");
        assert_eq!(joints[find("r_hip").parent.unwrap()].name, "sacroiliac");
        let wrist = find("r_radiocarpal");
        assert_eq!((wrist.old_name.as_deref(), wrist.words.as_str()), (Some("r_wrist"), "right wrist"));
        assert_eq!(joints[find("temporomandibular").parent.unwrap()].name, "skullbase");
        assert_eq!(joints[find("r_sternoclavicular").parent.unwrap()].name, "vt1");
        assert!(joints.iter().enumerate().all(|(at, joint)| joint.parent.is_none_or(|parent| parent < at)));
        let sites = sites();
        let gonion = sites.iter().find(|site| site.name == "r_gonion").unwrap();
        assert_eq!(gonion.segments, ["jaw", "jaw", "skull", "skull"]);
        let toe = sites.iter().find(|site| site.name == "r_metatarsal_phalanx_1").unwrap();
        assert_eq!(toe.segments[0], "r_tarsal_proximal_phalanx_1");
    }

    /// Parses a figure of the standard: the name, parent and segment of each joint.
    fn hierarchy(lines: &[&str]) -> Vec<(String, Option<String>, String)> {
        let mut open: Vec<(usize, String)> = Vec::new();
        let mut all = Vec::new();
        for line in lines {
            let Some((name, segment)) = line.split_once(':') else { continue };
            let depth = name.len() - name.trim_start_matches([' ', '|']).len();
            let name = name.trim_start_matches([' ', '|']).trim().to_owned();
            while open.last().is_some_and(|(at, _)| *at >= depth) {
                open.pop();
            }
            all.push((name.clone(), open.last().map(|(_, name)| name.clone()), segment.trim().to_owned()));
            open.push((depth, name));
        }
        all
    }

    /// The text of the standard is not part of this repository. `MAREY_CORPUS` names the folder that has it.
    #[test]
    #[ignore = "needs MAREY_CORPUS"]
    fn hanim_tables_match_the_standard() {
        let root = std::env::var_os("MAREY_CORPUS").unwrap();
        let path = std::path::Path::new(&root).join("specs/hanim-19774-1-clause4.txt");
        let text = std::fs::read_to_string(path).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        let joints = joints();
        for (figure, level) in [("4.10", 1), ("4.11", 2), ("4.12", 3), ("4.13", 4)] {
            let end =
                lines.iter().position(|line| line.starts_with(&format!("Figure {figure} \u{2014} Basic"))).unwrap();
            let start = lines[..end].iter().rposition(|line| line.starts_with("humanoid_root :")).unwrap();
            let found = hierarchy(&lines[start..end]);
            let ours = joints.iter().filter(|joint| joint.level <= level).map(|joint| {
                let mut above = joint.parent;
                while above.is_some_and(|parent| joints[parent].level > level) {
                    above = joints[above.unwrap()].parent;
                }
                (joint.name.clone(), above.map(|parent| joints[parent].name.clone()), joint.segment.clone())
            });
            // Known mistakes of Figure 4.13, see above.
            let mended = found.into_iter().map(|(name, parent, segment)| {
                let name_of = |name: String| if name == "#" { "l_metatarsophalangeal_2".to_owned() } else { name };
                let segment = if name == "r_midcarpal_2" { "r_trapezoid".to_owned() } else { segment };
                (name_of(name), parent.map(name_of), segment)
            });
            assert_eq!(ours.collect::<Vec<_>>(), mended.collect::<Vec<_>>(), "Figure {figure}");
        }
        let table = lines.iter().position(|line| line.starts_with("Table 4.7 \u{2014} Site")).unwrap();
        let mut sites = sites();
        for line in &lines[table..] {
            let columns: Vec<&str> = line.split_whitespace().collect();
            let [index, name, segments @ .., _] = columns.as_slice() else { continue };
            if index.parse::<u32>().is_err() || segments.len() != 4 {
                continue;
            }
            let at = sites.iter().position(|site| site.name == *name).unwrap_or_else(|| panic!("no site {name}"));
            let site = sites.remove(at);
            let mended = segments.iter().map(|segment| segment.replace("_hand", "_carpal"));
            assert_eq!(site.segments.to_vec(), mended.collect::<Vec<_>>(), "{name}");
        }
        assert!(sites.is_empty(), "{sites:?}");
    }
}
