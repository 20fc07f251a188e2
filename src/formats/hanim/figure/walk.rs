//! Visits the scene node by node, depth first, in file order.

use super::{NodePlace, shown};
use crate::checked::Checked;
use crate::formats::hanim::report::SceneReport;
use crate::formats::hanim::scene::{NodeId, NodeKind, SceneNode, SceneTree};

/// Most visited nodes. A few lines of `USE` can mean billions.
const MOST_STEPS: usize = 500_000;

/// A node's rank in scene order: the step of the walk that met it. Inside a node that the walk [went back
/// to](SceneWalk::go_back_to), the step to that node, then its own.
pub(super) type SceneOrder = [usize; 2];

#[derive(Debug, Clone, Copy)]
pub(super) struct WalkStep<'a> {
    pub(super) id: NodeId,
    pub(super) node: &'a SceneNode,
    pub(super) place: NodePlace,
    /// Offset in the text, for a `USE` that of the `USE` itself.
    pub(super) text_place: usize,
    pub(super) order: SceneOrder,
}

/// A node whose descendants are being visited.
#[derive(Debug)]
struct EnteredNode {
    id: NodeId,
    inside: NodePlace,
    /// Number of the nodes ahead that are outside it.
    others_ahead: usize,
}

/// A walk without recursion.
#[derive(Debug)]
pub(super) struct SceneWalk<'a> {
    tree: &'a SceneTree,
    entered: Vec<EnteredNode>,
    /// The nodes to visit, the next one last.
    ahead: Vec<NodeId>,
    /// By node: whether it is entered.
    is_entered: Vec<bool>,
    steps: usize,
    /// The step to the node that the walk went back to.
    back_to: Option<usize>,
    show_hidden: bool,
}

impl<'a> SceneWalk<'a> {
    pub(super) fn new(tree: &'a SceneTree, show_hidden: bool) -> Self {
        let ahead = tree.roots.iter().rev().copied().collect();
        Self {
            tree,
            entered: Vec::new(),
            ahead,
            is_entered: vec![false; tree.len()],
            steps: 0,
            back_to: None,
            show_hidden,
        }
    }

    /// The next node, with `USE` resolved. Its children follow only after [`enter`](Self::enter).
    pub(super) fn next(&mut self, report: &mut SceneReport<'_>) -> Option<WalkStep<'a>> {
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
                warning!(report.warn_once => "hanim.too-many-uses", text_place,
                    "the scene has more than {MOST_STEPS} nodes by USE; the others are left out");
                return None;
            }
            if self.is_entered.at(id.index()) {
                warning!(report.warn => "hanim.use-cycle", text_place,
                    "`{}` is used inside itself; it is ignored there", self.tree.shown_def(node));
                continue;
            }
            let place = self.entered.last().map_or(NodePlace::SCENE, |around| around.inside);
            let order = self.back_to.map_or([self.steps, 0], |step| [step, self.steps]);
            return Some(WalkStep { id, node, place, text_place, order });
        }
    }

    /// Visits a node's children next. `inside`: their place.
    pub(super) fn enter(&mut self, id: NodeId, node: &'a SceneNode, inside: NodePlace, report: &mut SceneReport<'_>) {
        let tree = self.tree;
        let first = self.ahead.len();
        match node.kind {
            NodeKind::Humanoid => {
                self.add(node, &["skeleton", "humanoidBody"]);
                // In XML, joints without `containerField` go to `children`. A `USE` there only repeats a joint.
                let is_own = |id: &NodeId| tree.node(*id).is_some_and(|node| !node.is_use());
                self.ahead.extend(tree.nodes_in(node, "children").filter(is_own));
                // After the skeleton, so that a `USE` of one of its sites is not a second site.
                let is_camera = |id: &NodeId| {
                    let node = tree.resolve(*id);
                    node.is_some_and(|(_, node)| matches!(node.kind, NodeKind::Site | NodeKind::Viewpoint))
                };
                self.ahead.extend(tree.nodes_in(node, "viewpoints").filter(is_camera));
            }
            NodeKind::Joint | NodeKind::Segment => self.add(node, &["displacers", "children"]),
            NodeKind::Site | NodeKind::Transform => self.add(node, &["children"]),
            NodeKind::Other | NodeKind::Switch | NodeKind::Lod => {
                shown::add_shown(tree, node, self.show_hidden, &mut self.ahead, report);
            }
            _ => {}
        }
        // A node without children is not entered.
        if let Some(children @ [_, ..]) = self.ahead.get_mut(first..) {
            children.reverse();
            self.mark(id, true);
            self.entered.push(EnteredNode { id, inside, others_ahead: first });
        }
    }

    /// Once the walk has ended: the nodes visited next are this node or its descendants.
    pub(super) fn go_back_to(&mut self, step: &WalkStep<'_>) {
        self.back_to = Some(step.order[0]);
    }

    fn add(&mut self, node: &SceneNode, fields: &[&str]) {
        for field in fields {
            self.ahead.extend(self.tree.nodes_in(node, field));
        }
    }

    fn mark(&mut self, id: NodeId, is_entered: bool) {
        self.is_entered.put(id.index(), is_entered);
    }
}
