//! Nodes that a ROUTE moves and that carry no joint: a Transform or site with shapes, sites or cameras in it, or a
//! camera. They are added to the skeleton after the body's joints: sites that are shown as sites, all others as frames.

use super::builder::FigureBuilder;
use super::sites::{JointBox, PlacedSite};
use super::transform::NodeTransform;
use super::viewpoints::Viewpoints;
use super::walk::{SceneWalk, WalkStep};
use super::{MovedNodes, NodePlace};
use crate::formats::hanim::report::{HanimStop, SceneReport};
use crate::formats::hanim::scene::NodeKind;
use crate::model::JointKind;

/// Adds these nodes in scene order, each with its descendants.
pub(super) fn read_beside<'a>(
    builder: &mut FigureBuilder<'a>,
    nodes: Vec<WalkStep<'a>>,
    walk: &mut SceneWalk<'a>,
    (moved, body): (&MovedNodes, &JointBox),
    report: &mut SceneReport<'_>,
) -> Result<(), HanimStop> {
    for first in nodes {
        walk.go_back_to(&first);
        let mut next = Some(first);
        while let Some(step) = next {
            let inside = if moved.is_beside(step.id) {
                builder.add_beside(&step, body, report)
            } else {
                builder.visit(&step, false, report)?
            };
            if let Some(inside) = inside {
                walk.enter(step.id, step.node, inside, report);
            }
            next = walk.next(report);
        }
    }
    Ok(())
}

impl FigureBuilder<'_> {
    /// Adds a node. Returns the place inside it, or `None` if its children are not read.
    fn add_beside(&mut self, step: &WalkStep<'_>, body: &JointBox, report: &mut SceneReport<'_>) -> Option<NodePlace> {
        let WalkStep { id, node, place, .. } = *step;
        if node.kind == NodeKind::Viewpoint {
            self.add_moving_camera(step, report);
            return None;
        }
        // A `USE` in the humanoid's `viewpoints` only repeats a site of the skeleton.
        let is_again = node.kind == NodeKind::Site && place.parent.is_none() && self.was_visited(id);
        if is_again || self.visited_here(step, report) {
            return None;
        }
        let transform = NodeTransform::read(self.tree, node, report);
        let is_site =
            node.kind == NodeKind::Site && !body.is_far(&PlacedSite::new(self.tree, step, &transform), &self.world);
        let kind = if is_site { JointKind::Site } else { JointKind::Frame };
        let inside = self.add_moving(step, &transform, kind, report);
        Some(inside.unwrap_or_else(|| place.inside(&transform)))
    }

    /// Adds a moving camera, at the origin of a frame of its own.
    fn add_moving_camera(&mut self, step: &WalkStep<'_>, report: &mut SceneReport<'_>) {
        if self.viewpoints.admits(self.tree, step, report) {
            let transform = Viewpoints::transform(self.tree, step.node, report);
            let frame = self.add_moving(step, &transform, JointKind::Frame, report);
            let (place, transform) = frame.map_or((step.place, transform), |inside| (inside, NodeTransform::IDENTITY));
            self.viewpoints.add(self.tree, step, (&place, &transform), report);
        }
    }

    /// Adds a node to the skeleton and returns the place inside it; `None`, with a warning, if there is no room.
    fn add_moving(
        &mut self,
        step: &WalkStep<'_>,
        transform: &NodeTransform,
        kind: JointKind,
        report: &mut SceneReport<'_>,
    ) -> Option<NodePlace> {
        let added = self.add_placed(step.id, step.node, transform, step.place, kind, report);
        added
            .inspect_err(|stop| {
                let name = self.tree.shown_def(step.node);
                warning!(report.warn => "hanim.sites", stop.place, "`{name}` does not move: {}", stop.message);
            })
            .ok()
    }
}
