//! The skin of the glTF, whose joints move all meshes.

use std::fmt::Write;

use glam::{DAffine3, DMat4};

use super::buffer::{Buffer, BufferUse};
use super::json::list;
use super::nodes::Nodes;
use marey::checked::Checked;
use marey::model::NO_PARENT;

/// A joint that the clip's skin follows, and its inverse bind matrix if the skin blends joints.
pub(super) type Followed = (u16, Option<DAffine3>);

/// A joint of the skin.
struct GltfJoint {
    node: usize,
    /// The inverse bind matrix: from mesh space to the node.
    bind: DAffine3,
    /// From the world at rest to mesh space, for shapes that follow this joint alone.
    rest_to_mesh: DAffine3,
}

/// The joints of the skin.
pub(super) struct GltfRig {
    joints: Vec<GltfJoint>,
    /// Number in the skin, for each joint of the skeleton.
    numbers: Vec<Option<u16>>,
    /// Number of the node that never moves.
    fixed: Option<u16>,
}

impl GltfRig {
    /// Collects bones and `followed` joints. Mesh space is the world at rest, unless the clip's skin is bound in another pose.
    pub(super) fn new(nodes: &mut Nodes, followed: &[Followed]) -> Self {
        let mut rig = Self { joints: Vec::new(), numbers: vec![None; nodes.joints.len()], fixed: None };
        let fixed = followed.iter().any(|(joint, _)| *joint == NO_PARENT).then(|| nodes.fixed("skin_frame"));
        let world = nodes.world();
        let matrix = |node: usize| world.at(node);
        for (joint, node) in nodes.joints.iter().enumerate() {
            let is_followed = followed.iter().any(|(followed, _)| usize::from(*followed) == joint);
            if let Some(node) = node.filter(|node| node.is_bone || is_followed) {
                let number = rig.push(node.node, matrix(node.node));
                rig.numbers.put(joint, number);
            }
        }
        rig.fixed = fixed.and_then(|node| rig.push(node, matrix(node)));
        for (joint, bind) in followed {
            let number = rig.number(*joint);
            if let Some(bind) = bind
                && let Some(slot) = number.and_then(|number| rig.joints.get_mut(usize::from(number)))
            {
                slot.rest_to_mesh = finite(bind.inverse() * matrix(slot.node).inverse());
                slot.bind = *bind;
            }
        }
        rig
    }

    fn push(&mut self, node: usize, world: DAffine3) -> Option<u16> {
        let inverse = world.inverse();
        // A singular node shows nothing, at rest or later, so any matrix will do.
        let bind = if inverse.is_finite() { inverse } else { DAffine3::from_translation(-world.translation) };
        self.joints.push(GltfJoint { node, bind, rest_to_mesh: DAffine3::IDENTITY });
        u16::try_from(self.joints.len() - 1).ok()
    }

    pub(super) fn len(&self) -> usize {
        self.joints.len()
    }

    /// The number of a joint of the skeleton. [`NO_PARENT`] stands for the fixed node.
    pub(super) fn number(&self, joint: u16) -> Option<u16> {
        if joint == NO_PARENT { self.fixed } else { self.numbers.at(usize::from(joint)) }
    }

    pub(super) fn bind(&self, number: u16) -> DAffine3 {
        self.joints.get(usize::from(number)).map_or(DAffine3::IDENTITY, |joint| joint.bind)
    }

    /// The transform from the world at rest to mesh space, for shapes that follow this joint alone.
    pub(super) fn rest_to_mesh(&self, number: u16) -> DAffine3 {
        self.joints.get(usize::from(number)).map_or(DAffine3::IDENTITY, |joint| joint.rest_to_mesh)
    }

    /// Writes the skin. `top`: the node above its joints.
    pub(super) fn write(&self, top: usize, buffer: &mut Buffer, out: &mut String) {
        let numbers = |bind: &DAffine3| DMat4::from(*bind).to_cols_array().map(|value| value as f32);
        let binds: Vec<f32> = self.joints.iter().flat_map(|joint| numbers(&joint.bind)).collect();
        let binds = buffer.floats(BufferUse::Binds, 16, &binds, false);
        let nodes = list(self.joints.iter().map(|joint| joint.node));
        let _ = write!(out, "\"skins\":[{{\"inverseBindMatrices\":{binds},\"skeleton\":{top},\"joints\":{nodes}}}],");
    }
}

/// The matrix, or the identity if it is not finite.
pub(super) fn finite(matrix: DAffine3) -> DAffine3 {
    if matrix.is_finite() { matrix } else { DAffine3::IDENTITY }
}
