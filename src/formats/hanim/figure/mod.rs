//! The figure in a scene: humanoids, joints, segments and sites, their places and their names.
//!
//! [`assembly`] builds the skeleton: [`walk`] visits the nodes of the scene, [`builder`] adds each to the figure,
//! [`beside`] adds the moving nodes that carry no joint. [`names`] finds joints by the names in motions; [`standard`]
//! compares names with ISO/IEC 19774.

mod assembly;
mod beside;
mod builder;
mod joint_limits;
mod names;
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

/// All figures of a scene as one skeleton, and everything attached to it.
#[derive(Debug)]
pub(super) struct HanimFigure {
    pub(super) skeleton: Skeleton,
    /// Parallel to the skeleton's joints.
    pub(super) joints: Vec<FigureJoint>,
    /// Number of the body's joints. Nodes that move beside the body and sites follow them.
    pub(super) body: usize,
    /// Humanoid nodes in file order, each once.
    pub(super) humanoids: Vec<NodeId>,
    /// Segments on joints, and those joints.
    pub(super) segments: Vec<(NodeId, u16)>,
    /// Masses of the segments; empty unless every segment has one.
    pub(super) masses: Vec<Mass>,
    /// Cameras in scene order.
    pub(super) viewpoints: Vec<Viewpoint>,
    /// The first segment without a mass, if others have one.
    pub(super) massless: Option<NodeId>,
    /// Shapes on joints, in scene order.
    pub(super) shapes: Vec<PlacedShape>,
    /// Humanoids in scene order, one entry per occurrence.
    pub(super) placed_humanoids: Vec<PlacedHumanoid>,
    /// Displacers on joints, in the order of the skeleton's weights.
    pub(super) displacers: Vec<PlacedDisplacer>,
    /// Points that interpolators move, sorted by Coordinate and interpolator.
    pub(super) moved_points: Vec<MovedPoints>,
    /// Each node with the joint made of it, or the weight of a displacer. Sorted by node, one entry per occurrence.
    indices: Vec<(NodeId, u16)>,
}

impl HanimFigure {
    /// The joints made of a node; for a displacer, the weights.
    pub(super) fn indices_of(&self, node: NodeId) -> impl Iterator<Item = u16> {
        let first = self.indices.partition_point(|(known, _)| *known < node);
        let list = self.indices.get(first..).unwrap_or_default();
        list.iter().take_while(move |(known, _)| *known == node).map(|(_, index)| *index)
    }

    /// The points of a Coordinate that an interpolator moves; `None` if the figure does not show them.
    pub(super) fn moved_points(&self, coordinate: NodeId, interpolator: NodeId) -> Option<&MovedPoints> {
        let at = self
            .moved_points
            .binary_search_by_key(&(coordinate, interpolator), |one| (one.coordinate, one.interpolator))
            .ok()?;
        self.moved_points.get(at).filter(|points| points.is_shown)
    }

    pub(super) fn joint(&self, joint: u16) -> Option<&FigureJoint> {
        self.joints.get(usize::from(joint))
    }
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct FigureJoint {
    pub(super) node: NodeId,
    /// The fields of the node, as written.
    pub(super) translation: DVec3,
    pub(super) center: DVec3,
    pub(super) scale: DVec3,
    /// The joint's offset is the node's translation plus this.
    pub(super) base: DVec3,
    pub(super) humanoid: Option<NodeId>,
    /// The segment around a site.
    pub(super) segment: Option<NodeId>,
    pub(super) kind: JointKind,
}

/// A node's place in the scene.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct NodePlace {
    pub(super) parent: Option<u16>,
    /// From the space around the node to the parent joint's frame, whose origin is that joint's centre.
    pub(super) to_parent: DAffine3,
    pub(super) humanoid: Option<NodeId>,
    /// The segment around the node, if it is below the parent joint.
    pub(super) segment: Option<NodeId>,
}

impl NodePlace {
    const SCENE: Self = Self { parent: None, to_parent: DAffine3::IDENTITY, humanoid: None, segment: None };

    /// The place of the children of a node that is here.
    fn inside(self, transform: &NodeTransform) -> Self {
        Self { to_parent: self.to_parent * transform.matrix(), ..self }
    }
}

/// An occurrence of a Shape in the scene: several if it has USEs.
#[derive(Debug, Clone, Copy)]
pub(super) struct PlacedShape {
    pub(super) node: NodeId,
    pub(super) place: NodePlace,
}

/// An occurrence of a displacer in the scene: several if it has USEs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct PlacedDisplacer {
    pub(super) node: NodeId,
    pub(super) joint: u16,
    pub(super) humanoid: Option<NodeId>,
    /// The segment that has it; `None` if the joint has it, so that it moves points of the skin.
    pub(super) segment: Option<NodeId>,
    /// Index of its strength among the skeleton's weights.
    pub(super) weight: u16,
}

/// An occurrence of a humanoid in the scene: several if it has USEs.
#[derive(Debug, Clone, Copy)]
pub(super) struct PlacedHumanoid {
    pub(super) node: NodeId,
    /// The place of its children.
    pub(super) inside: NodePlace,
    pub(super) first_joint: usize,
    /// One past its last joint; larger than any joint for the last humanoid.
    pub(super) end_joint: usize,
}

/// The moving nodes, as far as the skeleton depends on them.
#[derive(Debug, Default)]
pub(super) struct MovedNodes {
    /// By node: whether a ROUTE moves it and it contains joints.
    pub(super) nodes: Vec<bool>,
    /// By node: whether a ROUTE moves it and it contains no joint, but a shape, a site or a camera.
    pub(super) beside: Vec<bool>,
    /// Whether a motion changes scales.
    pub(super) scales: bool,
    /// Whether a Switch that hides everything shows its first child.
    pub(super) show_hidden: bool,
    /// Sorted by Coordinate and interpolator.
    pub(super) points: Vec<MovedPoints>,
}

impl MovedNodes {
    fn is_moved(&self, id: NodeId) -> bool {
        self.nodes.get(id.index()) == Some(&true)
    }

    fn is_beside(&self, id: NodeId) -> bool {
        self.beside.get(id.index()) == Some(&true)
    }
}

/// Points that an interpolator moves. Each key is a weight of the skeleton.
#[derive(Debug, Clone, Copy)]
pub(super) struct MovedPoints {
    pub(super) coordinate: NodeId,
    pub(super) interpolator: NodeId,
    /// Number of keys with points.
    pub(super) keys: u16,
    pub(super) points_per_key: usize,
    /// Weight of the first key; those of the others follow.
    pub(super) first_weight: u16,
    /// Whether a shape or a skin of the figure has the points; known once the surface is read.
    pub(super) is_shown: bool,
}
