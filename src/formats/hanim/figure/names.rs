//! Finds joints by the names in motions.
//!
//! A motion may be older or newer than its figure. If no joint has a name exactly as written, the search goes on with
//! the joint's name in HAnim's other version, in other case, with a figure's name before it, or misspelt.

use std::ops::Range;
use std::rc::Rc;

use super::HanimFigure;
use super::standard::StandardTable;
use crate::compact::sorting::sort_by;
use crate::formats::hanim::scene::{NodeId, SceneTree};
use crate::model::JointKind;

/// Most names looked up in the standard's table; no figure has so many.
const MOST_LOOSE: usize = 2_000;

/// The joints with a name: a range of one of the lists of [`JointNames`].
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct NameMatch {
    /// Whether the joints' name differs from the one that was searched for.
    pub(crate) is_loose: bool,
    first: u32,
    end: u32,
}

impl NameMatch {
    fn range(&self) -> Range<usize> {
        self.first as usize..self.end as usize
    }
}

/// Humanoid, name and joint. The humanoid is `None` for searches in the whole file.
type NamedJoint<T> = (Option<NodeId>, T, u16);

pub(crate) struct JointNames<'a> {
    figure: &'a HanimFigure,
    /// Names and DEFs, sorted.
    exact: Vec<NamedJoint<&'a str>>,
    /// Names as [`StandardTable::key`] gives them, sorted. Built when a name is not in `exact`.
    loose: Vec<NamedJoint<Rc<str>>>,
    standard: Option<StandardTable>,
    looked_up: usize,
}

impl<'a> JointNames<'a> {
    pub(crate) fn new(tree: &'a SceneTree, figure: &'a HanimFigure) -> Self {
        let mut exact = Vec::new();
        for (joint, humanoid, name) in joints(figure) {
            let node = figure.joint(joint).and_then(|joint| tree.node(joint.node));
            let def = node.map_or("", |node| tree.def(node));
            let name = root_name(name);
            for name in [Some(name), Some(def).filter(|def| !def.is_empty() && *def != name)].into_iter().flatten() {
                exact.push((None, name, joint));
                exact.extend(humanoid.map(|humanoid| (Some(humanoid), name, joint)));
            }
        }
        sort_by(&mut exact, Ord::cmp);
        Self { figure, exact, loose: Vec::new(), standard: None, looked_up: 0 }
    }

    /// The joints with that name, in the whole file if `humanoid` is `None`.
    pub(crate) fn find(&mut self, humanoid: Option<NodeId>, name: &str) -> Option<NameMatch> {
        if let Some(range) = equal_range(&self.exact, humanoid, root_name(name)) {
            return Some(found(false, range));
        }
        self.looked_up += 1;
        if self.looked_up > MOST_LOOSE {
            return None;
        }
        let Self { figure, loose, standard, .. } = self;
        let table = standard.get_or_insert_with(StandardTable::new);
        if loose.is_empty() {
            for (joint, humanoid, name) in joints(figure) {
                let name: Rc<str> = table.key(name).into();
                loose.extend(humanoid.map(|humanoid| (Some(humanoid), Rc::clone(&name), joint)));
                loose.push((None, name, joint));
            }
            sort_by(loose, Ord::cmp);
        }
        equal_range(loose, humanoid, &table.key(name)).map(|range| found(true, range))
    }

    pub(crate) fn joints(&self, found: &NameMatch) -> Vec<u16> {
        if found.is_loose {
            self.loose.get(found.range()).unwrap_or_default().iter().map(|(.., joint)| *joint).collect()
        } else {
            self.exact.get(found.range()).unwrap_or_default().iter().map(|(.., joint)| *joint).collect()
        }
    }

    /// The name of its first joint.
    pub(crate) fn name(&self, found: &NameMatch) -> &str {
        let joint = self.joints(found).first().copied().unwrap_or(0);
        self.figure.skeleton.names().get(usize::from(joint)).map_or("", |name| name)
    }
}

fn found(is_loose: bool, range: Range<usize>) -> NameMatch {
    NameMatch { is_loose, first: range.start as u32, end: range.end as u32 }
}

fn joints(figure: &HanimFigure) -> impl Iterator<Item = (u16, Option<NodeId>, &str)> {
    let named = (0_u16..).zip(&figure.joints).zip(figure.skeleton.names());
    let joints = named.filter(|((_, joint), _)| joint.kind == JointKind::Joint);
    joints.map(|((index, joint), name)| (index, joint.humanoid, &**name))
}

fn equal_range<T: AsRef<str>>(list: &[NamedJoint<T>], humanoid: Option<NodeId>, name: &str) -> Option<Range<usize>> {
    let start = list.partition_point(|(around, known, _)| (*around, known.as_ref()) < (humanoid, name));
    let end = list.partition_point(|(around, known, _)| (*around, known.as_ref()) <= (humanoid, name));
    (start < end).then_some(start..end)
}

/// One spelling for the three of the root's name.
fn root_name(name: &str) -> &str {
    if name.eq_ignore_ascii_case("humanoidroot") { "humanoid_root" } else { name }
}
