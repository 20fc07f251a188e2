//! Describes the changes that make a BVH readable for most programs.

use marey::model::Skeleton;
use marey_write::BvhChanges;

use crate::wording::folded;

/// Old and new names of renamed joints.
pub(super) fn names(skeleton: &Skeleton, changes: &BvhChanges) -> Vec<(String, String)> {
    let own = |joint: u16| skeleton.names().get(usize::from(joint)).map_or_else(String::new, |name| name.to_string());
    changes.renamed.iter().map(|(joint, name)| (own(*joint), name.clone())).collect()
}

/// A note on the renamed joints, of which `--json` lists all, and a note on the added root.
pub(super) fn notes(renamed: &[(String, String)], common_root: Option<&str>) -> Vec<String> {
    let mut notes = Vec::new();
    if !renamed.is_empty() {
        let pairs: Vec<String> = renamed.iter().map(|(from, to)| format!("`{from}` to `{to}`")).collect();
        let joints = if renamed.len() == 1 { "a joint is" } else { "joints are" };
        notes.push(format!("{joints} renamed, because many programs do not read such names: {}", folded(&pairs)));
    }
    if let Some(root) = common_root {
        notes.push(format!("a joint `{root}` is added above its roots, because most programs read one root only"));
    }
    notes
}
