//! Tells how a BVH differs from the clip so that most programs read it.

use marey::model::Skeleton;
use marey::write::BvhChanges;

/// So many names are told; `--json` has all.
const TOLD: usize = 3;

/// The names of renamed joints, before and after.
pub(super) fn names(skeleton: &Skeleton, changes: &BvhChanges) -> Vec<(String, String)> {
    let own = |joint: u16| skeleton.names().get(usize::from(joint)).map_or_else(String::new, |name| name.to_string());
    changes.renamed.iter().map(|(joint, name)| (own(*joint), name.clone())).collect()
}

/// A sentence for the renamed joints, and one for the added root.
pub(super) fn told(renamed: &[(String, String)], common_root: Option<&str>) -> Vec<String> {
    let mut told = Vec::new();
    if !renamed.is_empty() {
        let pairs: Vec<String> = renamed.iter().take(TOLD).map(|(from, to)| format!("`{from}` is `{to}`")).collect();
        let more = renamed.len().saturating_sub(TOLD);
        let more = if more > 0 { format!(", and {more} more") } else { String::new() };
        told.push(format!("names are changed for programs that would not read them: {}{more}", pairs.join(", ")));
    }
    if let Some(root) = common_root {
        told.push(format!("its roots are children of an added joint, `{root}`: most programs read one root only"));
    }
    told
}
