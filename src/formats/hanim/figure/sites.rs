//! Sites: which of them end a limb.
//!
//! A bone is drawn from a joint to each joint below it, so fingers, feet and the head would end at their last joint.
//! Where no joint follows, the site that lies farthest from the joint (the tip of a finger, the top of the head) ends
//! the limb, as an End Site does in BVH. All other sites are points that move with their joint.

use super::transform::NodeTransform;
use super::{FigureJoint, NodePlace};
use crate::formats::hanim::scene::{NodeId, NodeKind, SceneNode, SceneTree};
use crate::model::{JointKind, SkeletonBuilder};

/// A site on a joint.
#[derive(Debug, Clone, Copy)]
pub(super) struct JointSite {
    pub(super) node: NodeId,
    pub(super) transform: NodeTransform,
    pub(super) place: NodePlace,
    joint: u16,
    /// Its distance from the joint's centre, squared.
    distance: f64,
}

impl JointSite {
    /// `None` for sites that are not part of the body: those on no joint, those that hold a camera, and those for which
    /// the file gives no place.
    pub(super) fn new(
        tree: &SceneTree,
        id: NodeId,
        node: &SceneNode,
        transform: &NodeTransform,
        place: NodePlace,
    ) -> Option<Self> {
        let joint = place.parent?;
        tree.field(node, "translation").or(tree.field(node, "center"))?;
        let mut children = tree.nodes_in(node, "children").filter_map(|child| tree.resolve(child));
        if children.any(|(_, child)| child.kind == NodeKind::Viewpoint) {
            return None;
        }
        let at = place.to_parent.transform_point3(transform.translation + transform.center);
        Some(Self { node: id, transform: *transform, place, joint, distance: at.length_squared() })
    }
}

/// What each site is drawn as. `skeleton` holds the joints alone so far.
pub(super) fn kinds(sites: &[JointSite], joints: &[FigureJoint], skeleton: &SkeletonBuilder) -> Vec<JointKind> {
    let mut ends = vec![true; joints.len()];
    for parent in (0..skeleton.len()).filter_map(|joint| skeleton.parent(joint)) {
        if let Some(end) = ends.get_mut(parent) {
            *end = false;
        }
    }
    // The index of the farthest site of each joint.
    let mut farthest: Vec<Option<usize>> = vec![None; joints.len()];
    for (index, site) in sites.iter().enumerate() {
        let joint = usize::from(site.joint);
        let is_end = ends.get(joint).copied().unwrap_or(false);
        let is_joint = joints.get(joint).is_some_and(|known| known.kind == JointKind::Joint);
        if let Some(best) = farthest.get_mut(joint)
            && is_end
            && is_joint
            && site.distance > best.and_then(|best| sites.get(best)).map_or(0.0, |best: &JointSite| best.distance)
        {
            *best = Some(index);
        }
    }
    let kind = |index: usize, site: &JointSite| {
        if farthest.get(usize::from(site.joint)) == Some(&Some(index)) { JointKind::EndSite } else { JointKind::Site }
    };
    sites.iter().enumerate().map(|(index, site)| kind(index, site)).collect()
}
