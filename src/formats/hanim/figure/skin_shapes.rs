//! The shapes of a humanoid's skin, which are in the humanoid's space and on no joint.

use glam::DAffine3;

use super::shown::add_shown;
use super::transform::NodeTransform;
use crate::checked::Checked;
use crate::formats::hanim::report::SceneReport;
use crate::formats::hanim::scene::{NodeId, NodeKind, SceneTree};

/// Most nodes of all skins of a scene: shapes, and the nodes around them.
pub(crate) const MOST_SKIN_NODES: usize = 100_000;

#[derive(Debug, Default)]
pub(crate) struct SkinShapes {
    /// Each with the index of its space.
    shapes: Vec<(NodeId, u32)>,
    /// From each space to the humanoid's.
    spaces: Vec<DAffine3>,
}

impl SkinShapes {
    pub(crate) fn is_empty(&self) -> bool {
        self.shapes.is_empty()
    }

    /// Each Shape with the matrix from its space to the humanoid's.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (NodeId, DAffine3)> {
        let space = |space: u32| self.spaces.at(space as usize);
        self.shapes.iter().map(move |(shape, at)| (*shape, space(*at)))
    }
}

/// Finds the Shapes of a humanoid's skin. `left`: how many nodes may still be visited.
pub(crate) fn find_skin_shapes(
    tree: &SceneTree,
    humanoid: NodeId,
    left: &mut usize,
    report: &mut SceneReport<'_>,
) -> SkinShapes {
    let Some(node) = tree.node(humanoid) else { return SkinShapes::default() };
    let mut found = SkinShapes { shapes: Vec::new(), spaces: vec![DAffine3::IDENTITY] };
    // In XML a Shape without `containerField` goes to `children`.
    let loose = tree.nodes_in(node, "children").filter(|id| is_shape(tree, *id));
    let all = tree.nodes_in(node, "skin").chain(loose);
    let mut ahead: Vec<(NodeId, u32)> = all.map(|id| (id, 0)).collect();
    ahead.reverse();
    while let Some((id, space)) = ahead.pop() {
        let Some((id, node)) = tree.resolve(id) else { continue };
        if *left <= ahead.len() {
            warning!(report.warn_once => "hanim.too-many-uses", node.place(),
                "skins have more than {MOST_SKIN_NODES} nodes by USE; the others are left out");
            break;
        }
        *left -= 1;
        match node.kind {
            NodeKind::Shape => found.shapes.push((id, space)),
            NodeKind::Transform | NodeKind::Other | NodeKind::Switch | NodeKind::Lod => {
                let mut inside = space;
                if node.kind == NodeKind::Transform
                    && let Some(around) = found.spaces.get(space as usize)
                {
                    let space = *around * NodeTransform::read(tree, node, report).matrix();
                    inside = found.spaces.len() as u32;
                    found.spaces.push(space);
                }
                let first = ahead.len();
                let mut shown = Vec::new();
                add_shown(tree, node, false, &mut shown, report);
                ahead.extend(shown.into_iter().map(|id| (id, inside)));
                ahead.get_mut(first..).unwrap_or_default().reverse();
            }
            _ => {}
        }
    }
    found
}

fn is_shape(tree: &SceneTree, id: NodeId) -> bool {
    tree.resolve(id).is_some_and(|(_, node)| node.kind == NodeKind::Shape)
}
