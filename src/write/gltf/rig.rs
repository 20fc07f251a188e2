//! The joints that move meshes: a skin of glTF, which all meshes share.

use std::fmt::Write;

use glam::{DAffine3, DMat4};

use super::buffer::{Buffer, View};
use super::json::list;
use super::nodes::Nodes;
use crate::model::NO_PARENT;

/// A joint that a skin follows, and the way from the meshes' space to the joint's node where the skin tells one.
pub(super) type Followed = (u16, Option<DAffine3>);

/// One joint among those that move meshes.
struct RigJoint {
    node: usize,
    /// From the meshes' space to the node (the inverse bind matrix).
    bind: DAffine3,
    /// From the world at rest to the meshes' space, for what rides on the joint.
    still: DAffine3,
}

/// The joints that move meshes.
pub(super) struct Rig {
    joints: Vec<RigJoint>,
    /// Of each joint of the skeleton, its number here.
    numbers: Vec<Option<u16>>,
    /// The number of what stays where it is.
    fixed: Option<u16>,
}

impl Rig {
    /// All bones and the joints that are followed. The meshes' space is the world at rest, except where a skin is bound in
    /// another pose.
    pub(super) fn new(nodes: &mut Nodes, followed: &[Followed]) -> Self {
        let mut rig = Self { joints: Vec::new(), numbers: vec![None; nodes.joints.len()], fixed: None };
        let fixed = followed.iter().any(|(joint, _)| *joint == NO_PARENT).then(|| nodes.fixed("skin_frame"));
        let world = nodes.world();
        let matrix = |node: usize| world.get(node).copied().unwrap_or_default();
        for (joint, node) in nodes.joints.iter().enumerate() {
            let is_followed = followed.iter().any(|(followed, _)| usize::from(*followed) == joint);
            if let Some(node) = node.filter(|node| node.is_bone || is_followed) {
                let number = rig.push(node.node, matrix(node.node));
                if let Some(slot) = rig.numbers.get_mut(joint) {
                    *slot = number;
                }
            }
        }
        rig.fixed = fixed.and_then(|node| rig.push(node, matrix(node)));
        for (joint, bind) in followed {
            let number = rig.number(*joint);
            if let Some(bind) = bind
                && let Some(slot) = number.and_then(|number| rig.joints.get_mut(usize::from(number)))
            {
                slot.still = finite(bind.inverse() * matrix(slot.node).inverse());
                slot.bind = *bind;
            }
        }
        rig
    }

    fn push(&mut self, node: usize, world: DAffine3) -> Option<u16> {
        let inverse = world.inverse();
        // What is flat at rest shows nothing, then or later: any matrix will do.
        let bind = if inverse.is_finite() { inverse } else { DAffine3::from_translation(-world.translation) };
        self.joints.push(RigJoint { node, bind, still: DAffine3::IDENTITY });
        u16::try_from(self.joints.len() - 1).ok()
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.joints.len()
    }

    /// The number of a joint of the skeleton, or of [`NO_PARENT`].
    pub(super) fn number(&self, joint: u16) -> Option<u16> {
        if joint == NO_PARENT { self.fixed } else { self.numbers.get(usize::from(joint)).copied().flatten() }
    }

    /// The inverse bind matrix.
    pub(super) fn bind(&self, number: u16) -> DAffine3 {
        self.joints.get(usize::from(number)).map_or(DAffine3::IDENTITY, |joint| joint.bind)
    }

    /// From the world at rest to the meshes' space, for what rides on the joint.
    pub(super) fn still(&self, number: u16) -> DAffine3 {
        self.joints.get(usize::from(number)).map_or(DAffine3::IDENTITY, |joint| joint.still)
    }

    /// Writes the skin, whose joints hang below the node `top`.
    pub(super) fn write(&self, top: usize, buffer: &mut Buffer, out: &mut String) {
        let numbers = |bind: &DAffine3| DMat4::from(*bind).to_cols_array().map(|value| value as f32);
        let binds: Vec<f32> = self.joints.iter().flat_map(|joint| numbers(&joint.bind)).collect();
        let binds = buffer.floats(View::Binds, 16, &binds, false);
        let nodes = list(self.joints.iter().map(|joint| joint.node));
        // Writing to a String cannot fail.
        let _ = write!(out, "\"skins\":[{{\"inverseBindMatrices\":{binds},\"skeleton\":{top},\"joints\":{nodes}}}],");
    }
}

/// The matrix, or the identity in the place of one that is not finite.
pub(super) fn finite(matrix: DAffine3) -> DAffine3 {
    if matrix.is_finite() { matrix } else { DAffine3::IDENTITY }
}
