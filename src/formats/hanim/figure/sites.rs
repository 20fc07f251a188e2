//! Sites: which of them show where a limb ends.
//!
//! A joint is only drawn as a bone towards the joints below it, so fingers, feet and the head would end too early. Where
//! no joint follows, the site that lies farthest from the joint (the tip of a finger, the vertex) stands for the end,
//! as an End Site does in BVH. All others are points that ride along.

use super::assembly::{Entry, Spot};
use super::transform::Placing;
use crate::formats::hanim::scene::kinds::Kind;
use crate::formats::hanim::scene::tree::{Node, NodeId, Tree};
use crate::model::{JointKind, SkeletonBuilder};

/// A site on a joint.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Site {
    pub(crate) node: NodeId,
    pub(crate) placing: Placing,
    pub(crate) spot: Spot,
    joint: u16,
    /// From the joint's centre, squared.
    distance: f64,
}

impl Site {
    /// `None` for sites that are no part of the body: those on no joint, those that hold a camera, and those that the
    /// file names without saying where they are.
    pub(crate) fn new(tree: &Tree, id: NodeId, node: &Node, placing: &Placing, spot: Spot) -> Option<Self> {
        let joint = spot.parent?;
        tree.field(node, "translation").or(tree.field(node, "center"))?;
        let children = tree.nodes_in(node, "children").iter().filter_map(|child| tree.resolve(*child));
        if children.into_iter().any(|(_, child)| child.kind == Kind::Viewpoint) {
            return None;
        }
        let at = spot.to_parent.transform_point3(placing.translation + placing.center);
        Some(Self { node: id, placing: *placing, spot, joint, distance: at.length_squared() })
    }
}

/// The sites in their order, each with what it is drawn as. `skeleton` holds the joints alone so far.
pub(crate) fn kinds(sites: Vec<Site>, entries: &[Entry], skeleton: &SkeletonBuilder) -> Vec<(Site, JointKind)> {
    let mut ends = vec![true; entries.len()];
    for parent in (0..skeleton.len()).filter_map(|joint| skeleton.parent(joint)) {
        if let Some(end) = ends.get_mut(parent) {
            *end = false;
        }
    }
    // The index of the farthest site of each joint.
    let mut farthest: Vec<Option<usize>> = vec![None; entries.len()];
    for (index, site) in sites.iter().enumerate() {
        let joint = usize::from(site.joint);
        let is_end = ends.get(joint).copied().unwrap_or(false);
        let is_joint = entries.get(joint).is_some_and(|entry| entry.kind == JointKind::Joint);
        if let Some(best) = farthest.get_mut(joint)
            && is_end
            && is_joint
            && site.distance > best.and_then(|best| sites.get(best)).map_or(0.0, |best: &Site| best.distance)
        {
            *best = Some(index);
        }
    }
    let kind = |index: usize, site: &Site| {
        if farthest.get(usize::from(site.joint)) == Some(&Some(index)) { JointKind::EndSite } else { JointKind::Site }
    };
    sites.iter().enumerate().map(|(index, site)| (*site, kind(index, site))).collect()
}
