//! The way through the scene: node by node, depth first, in the order of the file.

use super::{NodePlace, shown};
use crate::formats::hanim::report::Report;
use crate::formats::hanim::scene::{NodeId, NodeKind, SceneNode, SceneTree};

/// Nodes visited. A few lines of `USE` can mean billions.
const MOST_STEPS: usize = 500_000;

/// Where in the scene a node stands: the step of the walk that came to it, and for one in a node that the walk
/// [went back to](SceneWalk::go_back_to) the step to that node, then its own.
pub(super) type SceneOrder = [usize; 2];

/// A node to look at.
#[derive(Debug, Clone, Copy)]
pub(super) struct WalkStep<'a> {
    pub(super) id: NodeId,
    pub(super) node: &'a SceneNode,
    pub(super) place: NodePlace,
    /// Offset in the text; for a `USE`, of the `USE`.
    pub(super) text_place: usize,
    pub(super) order: SceneOrder,
}

/// A node whose inside is being walked.
#[derive(Debug)]
struct EnteredNode {
    id: NodeId,
    /// The space inside it.
    inside: NodePlace,
    /// How many of the nodes ahead are outside it.
    others_ahead: usize,
}

/// A walk without recursion.
#[derive(Debug)]
pub(super) struct SceneWalk<'a> {
    tree: &'a SceneTree,
    entered: Vec<EnteredNode>,
    /// The nodes that are still to be visited, the next one at the end.
    ahead: Vec<NodeId>,
    /// For each node, whether it is entered.
    is_entered: Vec<bool>,
    steps: usize,
    /// The step to the node that the walk went back to.
    back_to: Option<usize>,
    /// Whether a Switch that hides everything shows its first child.
    hidden: bool,
}

impl<'a> SceneWalk<'a> {
    /// Starts at the scene's roots.
    pub(super) fn new(tree: &'a SceneTree, hidden: bool) -> Self {
        let ahead = tree.roots.iter().rev().copied().collect();
        Self { tree, entered: Vec::new(), ahead, is_entered: vec![false; tree.len()], steps: 0, back_to: None, hidden }
    }

    /// The next node; for a `USE`, the node that it means. Its children come only after [`enter`](Self::enter).
    pub(super) fn next(&mut self, report: &mut Report<'_>) -> Option<WalkStep<'a>> {
        loop {
            if let Some(last) = self.entered.pop_if(|last| self.ahead.len() <= last.others_ahead) {
                self.mark(last.id, false);
                continue;
            }
            let written = self.ahead.pop()?;
            let Some((id, node)) = self.tree.resolve(written) else { continue };
            let text_place = self.tree.node(written).map_or(0, SceneNode::place);
            self.steps += 1;
            if self.steps > MOST_STEPS {
                report.warn_once(
                    "hanim.too-many-uses",
                    text_place,
                    format_args!("the scene has more than {MOST_STEPS} nodes by USE; the others are left out"),
                );
                return None;
            }
            if self.is_entered.get(id.index()).copied().unwrap_or(true) {
                report.warn(
                    "hanim.use-cycle",
                    text_place,
                    format_args!("`{}` is used inside itself; it is ignored there", self.tree.shown_def(node)),
                );
                continue;
            }
            let place = self.entered.last().map_or(NodePlace::SCENE, |around| around.inside);
            let order = self.back_to.map_or([self.steps, 0], |step| [step, self.steps]);
            return Some(WalkStep { id, node, place, text_place, order });
        }
    }

    /// Makes the children of a node come next. `inside` is their space.
    pub(super) fn enter(&mut self, id: NodeId, node: &'a SceneNode, inside: NodePlace, report: &mut Report<'_>) {
        let tree = self.tree;
        let first = self.ahead.len();
        match node.kind {
            NodeKind::Humanoid => {
                self.add(node, &["skeleton", "humanoidBody"]);
                // In XML, joints go to `children` when the file does not say where. A `USE` there only repeats a joint
                // of the skeleton.
                let is_own = |id: &NodeId| tree.node(*id).is_some_and(|node| !node.is_use());
                self.ahead.extend(tree.nodes_in(node, "children").filter(is_own));
                // Behind the skeleton: a `USE` of a site of it is no second one.
                let is_camera = |id: &NodeId| {
                    let node = tree.resolve(*id);
                    node.is_some_and(|(_, node)| matches!(node.kind, NodeKind::Site | NodeKind::Viewpoint))
                };
                self.ahead.extend(tree.nodes_in(node, "viewpoints").filter(is_camera));
            }
            NodeKind::Joint | NodeKind::Segment => self.add(node, &["displacers", "children"]),
            NodeKind::Site | NodeKind::Transform => self.add(node, &["children"]),
            NodeKind::Other | NodeKind::Switch | NodeKind::Lod => {
                shown::add_shown(tree, node, self.hidden, &mut self.ahead, report);
            }
            _ => {}
        }
        // A node without children is left at once.
        if let Some(children @ [_, ..]) = self.ahead.get_mut(first..) {
            children.reverse();
            self.mark(id, true);
            self.entered.push(EnteredNode { id, inside, others_ahead: first });
        }
    }

    /// After the end of the walk: what is [entered](Self::enter) next stands in this node, or is it.
    pub(super) fn go_back_to(&mut self, step: &WalkStep<'_>) {
        self.back_to = Some(step.order[0]);
    }

    fn add(&mut self, node: &SceneNode, fields: &[&str]) {
        for field in fields {
            self.ahead.extend(self.tree.nodes_in(node, field));
        }
    }

    fn mark(&mut self, id: NodeId, is_entered: bool) {
        if let Some(slot) = self.is_entered.get_mut(id.index()) {
            *slot = is_entered;
        }
    }
}
