//! Sites: which are shown, and which end a limb.
//!
//! Bones are drawn from a joint to each child joint, so fingers, feet and the head would end at their last joint. Where
//! no joint follows, the site farthest from the joint (fingertip, top of the head) ends the limb, like an End Site in
//! BVH. All other sites are points that move with their joint, or stand still on none.
//!
//! Sites on no joint, sites of cameras and sites without a place in the file are not part of the body and end no limb.
//! Cameras often stand far in front of a figure. A site there would make the figure small in the picture, so it is left
//! out with a warning.

use glam::{DAffine3, DVec3};

use super::transform::NodeTransform;
use super::walk::WalkStep;
use super::{FigureJoint, NodePlace};
use crate::checked::Checked;
use crate::formats::hanim::scene::{NodeId, NodeKind, SceneTree};
use crate::model::{JointKind, SkeletonBuilder};

/// An occurrence of a site in the scene.
#[derive(Debug, Clone, Copy)]
pub(super) struct PlacedSite {
    pub(super) node: NodeId,
    pub(super) transform: NodeTransform,
    pub(super) place: NodePlace,
    /// The step of the walk that met it.
    pub(super) order: usize,
    /// Position in the parent joint's frame, or in the scene on no joint.
    at: DVec3,
    /// Whether it is part of the body and may end a limb.
    is_body: bool,
}

impl PlacedSite {
    pub(super) fn new(tree: &SceneTree, step: &WalkStep<'_>, transform: &NodeTransform) -> Self {
        let &WalkStep { id, node, place, order: [order, _], .. } = step;
        let mut children = tree.nodes_in(node, "children").filter_map(|child| tree.resolve(child));
        let has_camera = children.any(|(_, child)| child.kind == NodeKind::Viewpoint);
        let has_place = tree.field(node, "translation").or(tree.field(node, "center")).is_some();
        let at = place.to_parent.transform_point3(transform.translation + transform.center);
        let is_body = place.parent.is_some() && has_place && !has_camera;
        Self { node: id, transform: *transform, place, order, at, is_body }
    }
}

/// Bounding box of a figure's joints at rest, in the scene.
#[derive(Debug, Clone, Copy)]
pub(super) struct JointBox {
    least: DVec3,
    most: DVec3,
}

impl JointBox {
    /// `world`: for each joint, the matrix from its frame to the scene.
    pub(super) fn new(joints: &[FigureJoint], world: &[DAffine3]) -> Self {
        let mut found = Self { least: DVec3::INFINITY, most: DVec3::NEG_INFINITY };
        for (_, world) in joints.iter().zip(world).filter(|(joint, _)| joint.kind == JointKind::Joint) {
            found.least = found.least.min(world.translation);
            found.most = found.most.max(world.translation);
        }
        found
    }

    /// Whether a site that is no body part is farther from the box than the box is large. Never with a single joint.
    pub(super) fn is_far(&self, site: &PlacedSite, world: &[DAffine3]) -> bool {
        let around = site.place.parent.and_then(|joint| world.get(usize::from(joint)));
        let at = around.map_or(site.at, |world| world.transform_point3(site.at));
        let size = (self.most - self.least).max_element();
        !site.is_body && size > 0.0 && (at.cmplt(self.least - size) | at.cmpgt(self.most + size)).any()
    }
}

/// How each site is drawn. `skeleton` has no sites yet.
pub(super) fn kinds(sites: &[PlacedSite], joints: &[FigureJoint], skeleton: &SkeletonBuilder) -> Vec<JointKind> {
    let kind_of = |joint: usize| joints.get(joint).map(|known| known.kind);
    let mut ends = vec![true; joints.len()];
    for joint in (0..skeleton.len()).filter(|joint| kind_of(*joint) == Some(JointKind::Joint)) {
        // A frame between two joints continues a limb, a node beside the body does not.
        let mut above = skeleton.parent(joint);
        while let Some(parent) = above.filter(|parent| ends.at(*parent)) {
            ends.put(parent, false);
            above = skeleton.parent(parent).filter(|_| kind_of(parent) == Some(JointKind::Frame));
        }
    }
    // The farthest site of each joint: its index and its squared distance.
    let mut farthest: Vec<Option<(usize, f64)>> = vec![None; joints.len()];
    for (index, site) in sites.iter().enumerate().filter(|(_, site)| site.is_body) {
        let Some(joint) = site.place.parent.map(usize::from) else { continue };
        let is_end = ends.at(joint);
        let is_joint = kind_of(joint) == Some(JointKind::Joint);
        let distance = site.at.length_squared();
        if is_end && is_joint && distance > farthest.at(joint).map_or(0.0, |(_, distance)| distance) {
            farthest.put(joint, Some((index, distance)));
        }
    }
    let mut kinds = vec![JointKind::Site; sites.len()];
    for (index, _) in farthest.into_iter().flatten() {
        kinds.put(index, JointKind::EndSite);
    }
    kinds
}
