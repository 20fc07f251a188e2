//! Compares a figure's hierarchy with the standard's: joints below joints, segments on joints, sites on segments
//! (ISO/IEC 19774-1, 4.9.6 and 4.9.7).

use std::borrow::Cow;

use super::figure_names::{FigureNames, NameVersion};
use super::notes::shown_with_blanks;
use super::{StandardJoint, sites};
use crate::checked::Checked;

/// Suffixes that authors give to sites because a segment has the same name.
const SITE_ENDINGS: [&str; 3] = ["_tip", "_pt", "_view"];
/// Most lines of one kind. Nobody reads more.
const MOST_LINES: usize = 500;

#[derive(Debug)]
pub(super) struct StandardHierarchy<'a> {
    standard: &'a [StandardJoint],
    names: &'a FigureNames<'a>,
    /// For each joint of the figure, its index in the standard.
    standard_indices: &'a [Option<usize>],
    /// For each joint of the figure, its nearest ancestor that is a joint of the standard.
    above: Vec<Option<usize>>,
    /// For each joint of the standard, whether the figure has it.
    is_there: Vec<bool>,
    /// The highest level of articulation that the figure has but for a few joints.
    level: Option<u8>,
    version: NameVersion,
}

impl<'a> StandardHierarchy<'a> {
    pub(super) fn new(
        standard: &'a [StandardJoint],
        names: &'a FigureNames<'a>,
        standard_indices: &'a [Option<usize>],
        level: Option<u8>,
        version: NameVersion,
    ) -> Self {
        let mut above: Vec<Option<usize>> = Vec::with_capacity(names.parents.len());
        for parent in &names.parents {
            let is_known = |at: usize| standard_indices.get(at).is_some_and(Option::is_some);
            above.push(parent.and_then(|at| if is_known(at) { Some(at) } else { above.get(at).copied().flatten() }));
        }
        let mut is_there = vec![false; standard.len()];
        for at in standard_indices.iter().flatten() {
            is_there.put(*at, true);
        }
        Self { standard, names, standard_indices, above, is_there, level, version }
    }

    /// Joints below another joint than in the standard. Joints of other names in between do not matter (4.2.3), nor do
    /// missing ones. Two neighbours in the wrong order are one mistake.
    pub(super) fn misplaced_joints(&self) -> Vec<String> {
        let lower: Vec<bool> = (0..self.standard_indices.len()).map(|joint| self.is_exchanged(joint)).collect();
        let is_lower = |joint: usize| lower.get(joint) == Some(&true);
        let mut upper = vec![false; lower.len()];
        for above in self.above.iter().enumerate().filter(|(joint, _)| is_lower(*joint)).filter_map(|(_, above)| *above)
        {
            upper.put(above, true);
        }
        let mut lines: Vec<String> = Vec::new();
        for (joint, at) in self.standard_indices.iter().enumerate() {
            let (Some(at), found) = (*at, self.joint_above(joint)) else { continue };
            if lines.len() >= MOST_LINES || self.stands_right(at, found) || upper.get(joint) == Some(&true) {
                continue;
            }
            let name = self.name(joint);
            let line = match found {
                Some(above) if is_lower(joint) => format!("{} and {name} are exchanged", self.name(above)),
                // This joint is below an exchanged pair.
                Some(above) if is_lower(above) => continue,
                _ => {
                    let expected = self.standard_above(at, 4).and_then(|at| self.standard.get(at));
                    let expected = expected.map_or("no joint", |joint| self.version.name(joint));
                    let found = found.map_or(Cow::Borrowed("no joint"), |above| self.name(above));
                    format!("{name} is below {found}, not below {expected}")
                }
            };
            if !lines.contains(&line) {
                lines.push(line);
            }
        }
        lines
    }

    /// Segments with another name than the standard gives to their joint's. Further segments beside the right one are
    /// allowed. HAnim 1 names segments differently, so there only segments of another joint are reported.
    pub(super) fn misnamed_segments(&self) -> Vec<String> {
        let right_of = |joint: usize| Some(self.standard.get(self.standard_index(joint)?)?.segment.as_str());
        let mut is_whole = vec![false; self.standard_indices.len()];
        for (joint, name) in &self.names.segments {
            is_whole.change(*joint, |slot| *slot |= right_of(*joint) == Some(name));
        }
        let lines = self.names.segments.iter().filter_map(|(joint, name)| {
            let right = right_of(*joint).filter(|_| !name.is_empty() && is_whole.get(*joint) == Some(&false))?;
            let is_told = self.is_segment(name) || (self.version == NameVersion::New && !name.starts_with("x_"));
            is_told.then(|| format!("{} on {}: expected {right}", shown_with_blanks(name), self.name(*joint)))
        });
        lines.take(MOST_LINES).collect()
    }

    /// Sites of the standard on another segment than at the figure's level, or at a higher level that it has in part.
    pub(super) fn misplaced_sites(&self) -> Vec<String> {
        let standard = sites();
        let lines = self.names.sites.iter().filter_map(|(name, segment)| {
            let bare = SITE_ENDINGS.iter().find_map(|ending| name.strip_suffix(ending)).unwrap_or(name);
            let site = standard.iter().find(|site| site.name == bare)?;
            // Without a whole level, the segment of any level is right; so it is in HAnim 1, which has no such table.
            // At level 0 every site may be on the sacrum.
            let level = usize::from(self.level.filter(|_| self.version != NameVersion::Old).unwrap_or(0));
            let right = || site.segments.iter().take(5 - level.max(1));
            let on_sacrum = level == 0 && segment == "sacrum";
            if on_sacrum || right().any(|right| right == segment) || !self.is_segment(segment) {
                return None;
            }
            // With a whole level, expect the segment of that level.
            let is_there = |right: &&String| self.names.segments.iter().any(|(_, segment)| segment == *right);
            let right = if level > 0 { right().next_back() } else { right().find(is_there).or(site.segments.first()) };
            let right = right.map_or("", |segment| segment);
            Some(format!("{name} is on {segment}, not on {right}"))
        });
        lines.take(MOST_LINES).collect()
    }

    fn standard_index(&self, joint: usize) -> Option<usize> {
        self.standard_indices.at(joint)
    }

    fn joint_above(&self, joint: usize) -> Option<usize> {
        self.above.at(joint)
    }

    fn name(&self, joint: usize) -> Cow<'_, str> {
        shown_with_blanks(self.names.joints.at(joint))
    }

    fn is_segment(&self, name: &str) -> bool {
        self.standard.iter().any(|joint| joint.segment == name)
    }

    /// Whether a joint is below the joint that should be below it.
    fn is_exchanged(&self, joint: usize) -> bool {
        let above = self.joint_above(joint).and_then(|above| self.standard_index(above));
        above.is_some_and(|above| {
            self.standard_index(joint).is_some() && self.standard_above(above, 4) == self.standard_index(joint)
        })
    }

    /// The nearest ancestor in the standard's tree that the figure has and that is in `level`.
    fn standard_above(&self, at: usize, level: u8) -> Option<usize> {
        let parent = |at: usize| self.standard.get(at)?.parent;
        let is_there = |at: &usize| {
            self.is_there.get(*at) == Some(&true) && self.standard.get(*at).is_some_and(|joint| joint.level <= level)
        };
        std::iter::successors(parent(at), |at| parent(*at)).find(is_there)
    }

    /// Whether a joint has the right ancestor, by the figure's level or by all joints that it has.
    fn stands_right(&self, at: usize, above: Option<usize>) -> bool {
        let found = above.and_then(|above| self.standard_index(above));
        let own = self.standard.get(at).map_or(0, |joint| joint.level).max(self.level.unwrap_or(0));
        found == self.standard_above(at, 4) || found == self.standard_above(at, own)
    }
}
