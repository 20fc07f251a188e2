//! Builds the skeleton from the scene's nodes: joints, transforms, nodes that move beside the body, and sites.
//!
//! Joints are taken from the scene's hierarchy, whatever nodes are around them. The flat lists of Humanoid (`joints`,
//! `segments`, `sites`) only repeat them and are not read here. The origin of a joint's frame is the joint's centre,
//! see [`crate::model::Scaling`].

use super::beside::read_beside;
use super::builder::{FigureBuilder, refused};
use super::sites::{self, JointBox};
use super::skin_shapes::{MOST_SKIN_NODES, find_skin_shapes};
use super::transform::NodeTransform;
use super::walk::SceneWalk;
use super::{HanimFigure, MovedNodes, PlacedHumanoid};
use crate::compact::sorting::{sort_and_thin, sort_by_key};
use crate::error::{ErrorKind, Limits};
use crate::formats::hanim::report::{HanimStop, SceneReport};
use crate::formats::hanim::scene::{NodeId, NodeKind, SceneNode, SceneTree};
use crate::model::{BuildError, FARTHEST, JointKind};
use crate::pose::reach;

/// Reads all figures of the scene. Fails if there is no joint or a limit is exceeded.
pub(crate) fn read(
    tree: &SceneTree,
    moved: &MovedNodes,
    limits: &Limits,
    report: &mut SceneReport<'_>,
) -> Result<HanimFigure, HanimStop> {
    let mut builder = FigureBuilder::new(tree, moved, limits);
    let mut walk = SceneWalk::new(tree, moved.show_hidden);
    // Nodes that move beside the body are added after all joints.
    let mut beside = Vec::new();
    while let Some(step) = walk.next(report) {
        if moved.is_beside(step.id) {
            if beside.len() < limits.joints {
                beside.push(step);
                continue;
            }
            let message =
                format_args!("more than {} objects move beside the body; the others do not move", limits.joints);
            report.warn_once("hanim.sites", step.text_place, message);
        }
        if let Some(inside) = builder.visit(&step, moved.is_moved(step.id), report)? {
            walk.enter(step.id, step.node, inside, report);
        }
    }
    if builder.skeleton.is_empty() {
        builder.add_jointless_humanoid(report)?;
    }
    let body = builder.joints.len();
    let joint_box = JointBox::new(&builder.joints, &builder.world);
    read_beside(&mut builder, beside, &mut walk, (moved, &joint_box), report)?;
    builder.finish(body, &joint_box, report)
}

impl FigureBuilder<'_> {
    /// Sets the skeleton's weights: one per displacer, then one per key of moving points, 0 at rest. Drops moving
    /// points for which there is no room, and all weights and displacers if the skeleton refuses them.
    fn set_weights(&mut self, report: &mut SceneReport<'_>) {
        let (mut end, tree) = (self.weights.len(), self.tree);
        self.moved_points.retain_mut(|points| {
            let last = end + usize::from(points.keys);
            match u16::try_from(end) {
                Ok(first) if last < usize::from(u16::MAX) => (points.first_weight, end) = (first, last),
                _ => {
                    let place = tree.node(points.interpolator).map_or(0, SceneNode::place);
                    let message = format_args!("too many keys move points; the points of this one do not move");
                    report.warn_once("hanim.moved-points", place, message);
                    return false;
                }
            }
            true
        });
        self.weights.resize(end, 0.0);
        if self.skeleton.set_weights(std::mem::take(&mut self.weights)).is_err() {
            let first = self.displacers.first().and_then(|first| self.tree.node(first.node));
            let count = self.displacers.len();
            warning!(report.warn => "hanim.displacers", first.map_or(0, SceneNode::place),
                "{count} displacers or more are too many for so many joints; all are ignored");
            self.displacers.clear();
            self.moved_points.clear();
        }
    }

    /// `body`: number of joints without the nodes that move beside them; `joint_box`: their bounding box.
    fn finish(
        mut self,
        body: usize,
        joint_box: &JointBox,
        report: &mut SceneReport<'_>,
    ) -> Result<HanimFigure, HanimStop> {
        let mut sites = std::mem::take(&mut self.sites);
        sites.retain(|site| !self.is_repeated(site));
        for (site, kind) in sites.iter().zip(sites::kinds(&sites, &self.joints, &self.skeleton)) {
            let Some(node) = self.tree.node(site.node) else { continue };
            if joint_box.is_far(site, &self.world) {
                let message = format_args!(
                    "this site is farther from the figure than the figure is large; it is left out, but its cameras are kept"
                );
                report.warn("hanim.far-site", node.place(), message);
                continue;
            }
            if let Err(stop) = self.add(site.node, node, &site.transform, site.place, kind, report) {
                warning!(report.warn => "hanim.sites", stop.place,
                    "this site and those after it are left out: {}", stop.message);
                break;
            }
        }
        if self.needs_scaling {
            self.skeleton.set_scaling(std::mem::take(&mut self.scaling)).map_err(|error| refused(error, 0))?;
        }
        self.set_weights(report);
        let joints = (0_u16..).zip(&self.joints).map(|(index, joint)| (joint.node, index));
        let weights = self.displacers.iter().map(|displacer| (displacer.node, displacer.weight));
        let mut indices: Vec<(NodeId, u16)> = joints.chain(weights).collect();
        sort_by_key(&mut indices, |pair| *pair);
        // A humanoid with a USE is in the list twice.
        sort_and_thin(&mut self.humanoids);
        let skeleton = self.skeleton.finish().map_err(|error| refused(error, 0))?;
        if skeleton.scaling().is_some() && reach(&skeleton) > f64::from(FARTHEST) {
            return Err(refused(BuildError::NotFinite, 0));
        }
        let massless = self.massless.filter(|_| !self.masses.is_empty());
        let masses = if self.massless.is_some() { Vec::new() } else { self.masses };
        let Self {
            tree,
            limits,
            joints,
            humanoids,
            segments,
            shapes,
            viewpoints,
            placed_humanoids,
            displacers,
            moved_points,
            ..
        } = self;
        Ok(HanimFigure {
            skeleton,
            joints,
            body,
            humanoids,
            segments,
            masses,
            viewpoints: viewpoints.finish(tree, limits),
            massless,
            shapes,
            placed_humanoids,
            displacers,
            moved_points,
            indices,
        })
    }

    /// Makes one joint of a humanoid that has a skin but no joints, so that the skin is shown.
    fn add_jointless_humanoid(&mut self, report: &mut SceneReport<'_>) -> Result<(), HanimStop> {
        let mut left = MOST_SKIN_NODES;
        let has_skin =
            |placed: &&PlacedHumanoid| !find_skin_shapes(self.tree, placed.node, &mut left, report).is_empty();
        let Some(placed) = self.placed_humanoids.iter().find(has_skin).copied() else { return Err(self.no_joints()) };
        let Some(node) = self.tree.node(placed.node) else { return Err(self.no_joints()) };
        warning!(report.warn => "hanim.no-joints", node.place(), "this humanoid has no joints; it does not move");
        let transform = &NodeTransform::IDENTITY;
        self.add(placed.node, node, transform, placed.inside, JointKind::Joint, report).map(drop)
    }

    fn no_joints(&self) -> HanimStop {
        let place =
            |kind: NodeKind| self.tree.own_nodes().find(|(_, node)| node.kind == kind).map(|(_, node)| node.place());
        let (place, message) = if let Some(place) = place(NodeKind::Humanoid) {
            (place, "this humanoid has no joints, so there is nothing to play")
        } else if let Some(place) = place(NodeKind::Inline) {
            (place, "there is no humanoid in this file, but it names other files: drop them together with this one")
        } else if let Some(place) = place(NodeKind::OrientationInterpolator).or(place(NodeKind::PositionInterpolator)) {
            (place, "there are interpolators here, but no humanoid that they move: drop the figure, too")
        } else {
            (0, "there is no humanoid in this scene: expected a HAnimHumanoid with HAnimJoints")
        };
        HanimStop { kind: ErrorKind::Unsupported, code: "hanim.no-joints", message: message.into(), place }
    }
}
