//! Through the scene from node to node, depth first, in the order of the file.

use super::assembly::Spot;
use crate::formats::hanim::report::Report;
use crate::formats::hanim::scene::kinds::Kind;
use crate::formats::hanim::scene::tree::{Node, NodeId, Tree, Value};

/// Nodes visited. A few lines of `USE` can ask for more nodes than there is memory in the world.
const MOST_STEPS: usize = 500_000;

/// A node to look at.
#[derive(Debug)]
pub(crate) struct Step<'a> {
    pub(crate) id: NodeId,
    pub(crate) node: &'a Node,
    pub(crate) spot: Spot,
    /// Offset in the text: of the `USE` where a name stands for the node.
    pub(crate) place: usize,
}

#[derive(Debug)]
enum Ahead {
    Look(NodeId, Spot),
    Leave(NodeId),
}

/// A walk without recursion.
#[derive(Debug)]
pub(crate) struct Walk<'a> {
    tree: &'a Tree,
    /// What is ahead, the next at the end.
    ahead: Vec<Ahead>,
    /// By node: whether the way leads through it.
    on_the_way: Vec<bool>,
    steps: usize,
}

impl<'a> Walk<'a> {
    /// Starts at the scene's roots.
    pub(crate) fn new(tree: &'a Tree) -> Self {
        let ahead = tree.roots.iter().rev().map(|id| Ahead::Look(*id, Spot::SCENE)).collect();
        Self { tree, ahead, on_the_way: vec![false; tree.nodes.len()], steps: 0 }
    }

    /// The next node; names are already replaced by what they stand for. Its children come only after
    /// [`enter`](Self::enter).
    pub(crate) fn next(&mut self, report: &mut Report<'_>) -> Option<Step<'a>> {
        loop {
            match self.ahead.pop()? {
                Ahead::Leave(id) => self.mark(id, false),
                Ahead::Look(id, spot) => {
                    let Some((target, node)) = self.tree.resolve(id) else { continue };
                    let place = self.tree.nodes.get(id.0 as usize).map_or(0, |node| node.place);
                    self.steps += 1;
                    if self.steps > MOST_STEPS {
                        report.warn_once(
                            "hanim.too-many-uses",
                            place,
                            format_args!("more than {MOST_STEPS} nodes by USE; the rest is left out"),
                        );
                        return None;
                    }
                    if self.on_the_way.get(target.0 as usize).copied().unwrap_or(true) {
                        report.warn(
                            "hanim.use-cycle",
                            place,
                            format_args!("`{}` is used inside itself; skipped", node.def),
                        );
                        continue;
                    }
                    return Some(Step { id: target, node, spot, place });
                }
            }
        }
    }

    /// Puts the children of a node next; `inside` is their space.
    pub(crate) fn enter(&mut self, id: NodeId, node: &'a Node, inside: Spot, report: &mut Report<'_>) {
        self.mark(id, true);
        self.ahead.push(Ahead::Leave(id));
        let first = self.ahead.len();
        match node.kind {
            Kind::Humanoid => {
                self.add(node, &["skeleton", "humanoidBody"], inside);
                self.add_loose_joints(node, inside);
            }
            Kind::Switch => self.add_chosen(node, inside, report),
            Kind::Lod => {
                let levels = [self.tree.nodes_in(node, "children"), self.tree.nodes_in(node, "level")];
                let nearest = levels.into_iter().flatten().next();
                self.ahead.extend(nearest.map(|id| Ahead::Look(*id, inside)));
            }
            Kind::Joint | Kind::Segment => self.add(node, &["displacers", "children"], inside),
            Kind::Site | Kind::Transform => self.add(node, &["children"], inside),
            Kind::Other => {
                let fields = node.fields.iter().filter_map(|field| match &field.value {
                    Value::Nodes(nodes) => Some(nodes),
                    Value::Text { .. } => None,
                });
                self.ahead.extend(fields.flatten().map(|id| Ahead::Look(*id, inside)));
            }
            _ => {}
        }
        self.ahead.get_mut(first..).unwrap_or_default().reverse();
    }

    fn add(&mut self, node: &Node, fields: &[&str], inside: Spot) {
        for field in fields {
            let nodes = self.tree.nodes_in(node, field);
            self.ahead.extend(nodes.iter().map(|id| Ahead::Look(*id, inside)));
        }
    }

    /// Joints in the `children` of a humanoid: in XML they go there when the file does not say where. Names among them
    /// only repeat joints of the skeleton.
    fn add_loose_joints(&mut self, node: &Node, inside: Spot) {
        let nodes = self.tree.nodes_in(node, "children");
        let own = nodes.iter().filter(|id| self.tree.nodes.get(id.0 as usize).is_some_and(|node| node.uses.is_none()));
        let own: Vec<Ahead> = own.map(|id| Ahead::Look(*id, inside)).collect();
        self.ahead.extend(own);
    }

    /// The one child that a Switch shows; the first where it shows none.
    fn add_chosen(&mut self, node: &Node, inside: Spot, report: &mut Report<'_>) {
        let all: Vec<NodeId> =
            ["children", "choice"].iter().flat_map(|field| self.tree.nodes_in(node, field)).copied().collect();
        let choice = self.tree.scalar(node, "whichChoice", -1.0, report);
        let chosen = if choice >= 0.0 { all.get(choice as usize) } else { all.first() };
        if choice < 0.0 && !all.is_empty() {
            report.warn(
                "hanim.switch",
                node.place,
                format_args!("this Switch hides all its children; the first is shown"),
            );
        }
        self.ahead.extend(chosen.map(|id| Ahead::Look(*id, inside)));
    }

    fn mark(&mut self, id: NodeId, on_the_way: bool) {
        if let Some(slot) = self.on_the_way.get_mut(id.0 as usize) {
            *slot = on_the_way;
        }
    }
}
