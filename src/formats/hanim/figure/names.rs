//! Joints by the names that a Motion calls them by.
//!
//! A Motion may be older or newer than its figure: where no joint has a name as it is written, the one that HAnim's other
//! version calls so, or the same name in other letters, is meant.

use std::ops::Range;

use super::assembly::Figure;
use super::standard::Table;
use crate::formats::hanim::scene::tree::{NodeId, Tree};
use crate::formats::hanim::sorting::sort_by;
use crate::model::JointKind;

/// Names looked up in the standard's table: more than any figure has.
const MOST_LOOSE: usize = 2_000;

/// Joints of one name: a stretch of one of the lists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Hit {
    /// Whether the joint's name is another one than was asked for.
    pub(crate) loose: bool,
    range: Range<usize>,
}

impl Hit {
    /// Tells what was found from all else.
    pub(crate) fn place(&self) -> (bool, usize) {
        (self.loose, self.range.start)
    }
}

/// A joint by its name, within a humanoid; `None`: within the whole file.
type Named<T> = (Option<NodeId>, T, u16);

/// The joints of all humanoids by name.
pub(crate) struct Names<'a> {
    figure: &'a Figure,
    /// Names and DEFs, sorted.
    exact: Vec<Named<&'a str>>,
    /// Names as [`Table::key`] has them, sorted; empty until someone asks.
    loose: Vec<Named<String>>,
    standard: Option<Table>,
    asked: usize,
}

impl<'a> Names<'a> {
    pub(crate) fn new(tree: &'a Tree, figure: &'a Figure) -> Self {
        let mut exact = Vec::new();
        for (joint, humanoid, name) in joints(figure) {
            let entry = figure.entries.get(usize::from(joint));
            let def = entry.and_then(|entry| tree.nodes.get(entry.node.0 as usize)).map_or("", |node| &node.def);
            let name = root_name(name);
            for name in [Some(name), Some(def).filter(|def| !def.is_empty() && *def != name)].into_iter().flatten() {
                exact.push((None, name, joint));
                exact.extend(humanoid.map(|humanoid| (Some(humanoid), name, joint)));
            }
        }
        sort_by(&mut exact, Ord::cmp);
        Self { figure, exact, loose: Vec::new(), standard: None, asked: 0 }
    }

    /// The joints of that name.
    pub(crate) fn find(&mut self, humanoid: Option<NodeId>, name: &str) -> Option<Hit> {
        if let Some(range) = stretch(&self.exact, humanoid, root_name(name)) {
            return Some(Hit { loose: false, range });
        }
        self.asked += 1;
        if self.asked > MOST_LOOSE {
            return None;
        }
        let Self { figure, loose, standard, .. } = self;
        let table = standard.get_or_insert_with(Table::new);
        if loose.is_empty() {
            for (joint, humanoid, name) in joints(figure) {
                let name = table.key(name);
                loose.extend(humanoid.map(|humanoid| (Some(humanoid), name.clone(), joint)));
                loose.push((None, name, joint));
            }
            sort_by(loose, Ord::cmp);
        }
        stretch(loose, humanoid, &table.key(name)).map(|range| Hit { loose: true, range })
    }

    /// The joints that were found.
    pub(crate) fn joints(&self, hit: &Hit) -> Vec<u16> {
        let range = hit.range.clone();
        if hit.loose {
            self.loose.get(range).unwrap_or_default().iter().map(|(.., joint)| *joint).collect()
        } else {
            self.exact.get(range).unwrap_or_default().iter().map(|(.., joint)| *joint).collect()
        }
    }

    /// What the first of them is called.
    pub(crate) fn name(&self, hit: &Hit) -> &str {
        let joint = self.joints(hit).first().copied().unwrap_or(0);
        self.figure.skeleton.names().get(usize::from(joint)).map_or("", |name| name)
    }
}

/// Each joint, the humanoid around it and its name.
fn joints(figure: &Figure) -> impl Iterator<Item = (u16, Option<NodeId>, &str)> {
    let named = (0_u16..).zip(&figure.entries).zip(figure.skeleton.names());
    let joints = named.filter(|((_, entry), _)| entry.kind == JointKind::Joint);
    joints.map(|((joint, entry), name)| (joint, entry.humanoid, &**name))
}

/// Where the joints of that name are in a sorted list.
fn stretch<T: AsRef<str>>(list: &[Named<T>], humanoid: Option<NodeId>, name: &str) -> Option<Range<usize>> {
    let start = list.partition_point(|(around, known, _)| (*around, known.as_ref()) < (humanoid, name));
    let end = list.partition_point(|(around, known, _)| (*around, known.as_ref()) <= (humanoid, name));
    (start < end).then_some(start..end)
}

/// The root has had three spellings.
fn root_name(name: &str) -> &str {
    if name.eq_ignore_ascii_case("humanoidroot") { "humanoid_root" } else { name }
}
