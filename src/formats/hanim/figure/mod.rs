//! The figure in a scene: humanoids, joints, segments and sites, where they stand, and what they are called.
//!
//! - [`assembly`]: from the scene to a skeleton with its joints, sites and masses. [`builder`]: the figure so far, and what each node adds to it.
//! - [`walk`]: the way through the scene, node by node. [`shown`]: which nodes of a group are shown. [`transform`]: the five fields that place a node.
//! - [`reach`]: how large scales make it. [`sites`]: which sites end a limb. [`skin_shapes`]: the shapes of a
//!   humanoid's skin. [`viewpoints`]: cameras.
//! - [`beside`]: what moves and carries no joint.
//! - [`names`]: joints by the names that motions call them by. [`standard`]: the names of ISO/IEC 19774.
//! - [`joint_limits`]: how far joints may turn.

mod assembly;
mod beside;
mod builder;
mod joint_limits;
mod names;
mod reach;
mod shown;
mod sites;
mod skin_shapes;
mod standard;
mod transform;
mod viewpoints;
mod walk;

use glam::{DAffine3, DVec3};

pub(super) use self::assembly::read;
pub(super) use self::joint_limits::{JointLimits, is_of_robot};
pub(super) use self::names::{JointNames, NameMatch};
pub(super) use self::skin_shapes::{MOST_SKIN_NODES, find_skin_shapes};
pub(super) use self::standard::{FigureNames, StandardFindings, check, list};
pub(super) use self::transform::{NodeTransform, axis_angle};
use super::scene::NodeId;
use crate::model::{JointKind, Mass, Skeleton, Viewpoint};

/// All figures of a scene as one skeleton, and what stands on it.
#[derive(Debug)]
pub(super) struct HanimFigure {
    pub(super) skeleton: Skeleton,
    /// Parallel to the skeleton's joints.
    pub(super) joints: Vec<FigureJoint>,
    /// How many of the skeleton's joints are the body's. Behind them come what moves beside it, and sites.
    pub(super) body: usize,
    /// Humanoid nodes in the order of the file, each once.
    pub(super) humanoids: Vec<NodeId>,
    /// Segments on joints, and the joints.
    pub(super) segments: Vec<(NodeId, u16)>,
    /// The masses of the segments. Empty unless every segment has one.
    pub(super) masses: Vec<Mass>,
    /// The cameras of the scene, in its order.
    pub(super) viewpoints: Vec<Viewpoint>,
    /// The first segment without a mass, where others have one.
    pub(super) massless: Option<NodeId>,
    /// The shapes on joints, in the order of the scene.
    pub(super) shapes: Vec<PlacedShape>,
    /// Humanoids in the order of the scene, each as often as it stands there.
    pub(super) placed_humanoids: Vec<PlacedHumanoid>,
    /// The displacers on joints, in the order of the skeleton's weights.
    pub(super) displacers: Vec<PlacedDisplacer>,
    /// Points that interpolators move, sorted by Coordinate and interpolator.
    pub(super) moved_points: Vec<MovedPoints>,
    /// Nodes and the joints that they became; for displacers, the weights. Sorted by node; a node that is used several
    /// times is there several times.
    became: Vec<(NodeId, u16)>,
}

impl HanimFigure {
    /// The joints that a node became; for a displacer, the weights.
    pub(super) fn became(&self, node: NodeId) -> impl Iterator<Item = u16> {
        let first = self.became.partition_point(|(known, _)| *known < node);
        let list = self.became.get(first..).unwrap_or_default();
        list.iter().take_while(move |(known, _)| *known == node).map(|(_, index)| *index)
    }

    /// The points of a Coordinate that an interpolator moves, where the figure shows them.
    pub(super) fn moved_points(&self, coordinate: NodeId, interpolator: NodeId) -> Option<&MovedPoints> {
        let at = self
            .moved_points
            .binary_search_by_key(&(coordinate, interpolator), |one| (one.coordinate, one.interpolator))
            .ok()?;
        self.moved_points.get(at).filter(|points| points.is_shown)
    }

    /// The node that became a joint, and its fields.
    pub(super) fn joint(&self, joint: u16) -> Option<&FigureJoint> {
        self.joints.get(usize::from(joint))
    }
}

/// A joint of the skeleton and the node it came from.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct FigureJoint {
    pub(super) node: NodeId,
    /// The fields of the node, as written.
    pub(super) translation: DVec3,
    pub(super) center: DVec3,
    pub(super) scale: DVec3,
    /// What is added to the node's translation to give the joint's offset.
    pub(super) base: DVec3,
    /// The humanoid around it.
    pub(super) humanoid: Option<NodeId>,
    /// The segment around it, for sites.
    pub(super) segment: Option<NodeId>,
    pub(super) kind: JointKind,
}

/// Where in the scene a node stands.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct NodePlace {
    /// The joint above.
    pub(super) parent: Option<u16>,
    /// From the space that the node stands in to the frame of the joint above, which is at that joint's centre.
    pub(super) to_parent: DAffine3,
    pub(super) humanoid: Option<NodeId>,
    /// The segment around, if it is nearer than the joint.
    pub(super) segment: Option<NodeId>,
}

impl NodePlace {
    /// At the scene's root.
    const SCENE: Self = Self { parent: None, to_parent: DAffine3::IDENTITY, humanoid: None, segment: None };

    /// The space inside a node that stands here.
    fn inside(self, transform: &NodeTransform) -> Self {
        Self { to_parent: self.to_parent * transform.matrix(), ..self }
    }
}

/// A Shape as it stands in the scene: several times where it is used several times.
#[derive(Debug, Clone, Copy)]
pub(super) struct PlacedShape {
    pub(super) node: NodeId,
    pub(super) place: NodePlace,
}

/// A displacer as it stands in the scene: several times where it is used several times.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct PlacedDisplacer {
    pub(super) node: NodeId,
    pub(super) joint: u16,
    pub(super) humanoid: Option<NodeId>,
    /// The segment that has it. `None`: the joint has it, and it pushes points of the skin.
    pub(super) segment: Option<NodeId>,
    /// Which of the skeleton's weights is its strength.
    pub(super) weight: u16,
}

/// A humanoid as it stands in the scene: several times where it is used several times.
#[derive(Debug, Clone, Copy)]
pub(super) struct PlacedHumanoid {
    pub(super) node: NodeId,
    /// The space inside it.
    pub(super) inside: NodePlace,
    /// The first of its joints.
    pub(super) first_joint: usize,
    /// One past its last joint; for the last humanoid, a number past all joints.
    pub(super) end_joint: usize,
}

/// What moves, as far as the skeleton depends on it.
#[derive(Debug, Default)]
pub(super) struct MovedNodes {
    /// By node: whether a route moves it and it carries joints.
    pub(super) nodes: Vec<bool>,
    /// By node: whether a route moves it and it carries no joint, but something else that is seen: a shape, a site, a camera.
    pub(super) beside: Vec<bool>,
    /// Whether a motion changes scales.
    pub(super) scales: bool,
    /// Whether a Switch that hides everything shows its first child.
    pub(super) hidden: bool,
    /// Sorted by Coordinate and interpolator.
    pub(super) points: Vec<MovedPoints>,
}

impl MovedNodes {
    /// Whether a route moves a node and it carries joints.
    fn is_moved(&self, id: NodeId) -> bool {
        self.nodes.get(id.index()) == Some(&true)
    }

    /// Whether a route moves a node and it carries no joint.
    fn is_beside(&self, id: NodeId) -> bool {
        self.beside.get(id.index()) == Some(&true)
    }
}

/// Points that an interpolator moves. Each of its keys has a weight of the skeleton.
#[derive(Debug, Clone, Copy)]
pub(super) struct MovedPoints {
    /// The node that has the points.
    pub(super) coordinate: NodeId,
    pub(super) interpolator: NodeId,
    /// How many keys have points.
    pub(super) keys: u16,
    /// How many points each key has.
    pub(super) each: usize,
    /// The weight of the first key; those of the others follow.
    pub(super) first_weight: u16,
    /// Whether a shape or a skin of the figure has the points: known when its surface is read.
    pub(super) is_shown: bool,
}
