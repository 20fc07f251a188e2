//! Which nodes in a group are shown.

use crate::formats::hanim::report::SceneReport;
use crate::formats::hanim::scene::{NodeId, NodeKind, SceneNode, SceneTree};

/// Appends the nodes in a group that are shown: the choice of a Switch, the finest level of an LOD, all but the proxy
/// of a Collision, and all nodes of other groups. `show_hidden`: a Switch that hides everything shows its first child.
pub(super) fn add_shown(
    tree: &SceneTree,
    node: &SceneNode,
    show_hidden: bool,
    list: &mut Vec<NodeId>,
    report: &mut SceneReport<'_>,
) {
    match node.kind {
        NodeKind::Switch => {
            let mut all = tree.nodes_in(node, "children").chain(tree.nodes_in(node, "choice"));
            let choice = tree.scalar(node, "whichChoice", -1.0, report);
            if choice >= 0.0 {
                list.extend(all.nth(choice as usize));
            } else if show_hidden && let Some(first) = all.next() {
                let message = format_args!("this Switch hides the whole figure; its first child is shown");
                report.warn("hanim.switch", node.place(), message);
                list.push(first);
            }
        }
        NodeKind::Lod => list.extend(tree.nodes_in(node, "children").chain(tree.nodes_in(node, "level")).next()),
        _ => {
            let shown = tree.fields_of(node).filter(|field| tree.field_name(field) != "proxy");
            list.extend(shown.flat_map(|field| tree.nodes_of(Some(field))));
        }
    }
}
