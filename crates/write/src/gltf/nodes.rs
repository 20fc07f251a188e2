//! Converts joints to nodes with a translation, a rotation and a scale.

use std::fmt::Write;

use glam::{DAffine3, DQuat, DVec3};

use super::json::{floats, list, quoted};
use crate::figure::{FormatSpace, FullPose, WorldTree, name_of, wide};
use crate::placing::PlacedClip;
use crate::{WriteError, names};
use marey::checked::Checked;
use marey::model::{Format, Skeleton};
use marey::pose::down_the_tree;

#[derive(Debug, Clone)]
pub(super) struct GltfNode {
    name: String,
    parent: Option<usize>,
    pub(super) translation: DVec3,
    pub(super) rotation: DQuat,
    pub(super) scale: DVec3,
    pub(super) children: Vec<usize>,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct JointNode {
    /// The animated node.
    pub(super) node: usize,
    /// The parent of the nodes of child joints: the same node, or one that reverts the rotation by `axes`.
    below: usize,
    /// Directions of the joint's scale; the identity without such a node.
    pub(super) axes: DQuat,
    /// Rotates the joint from the file's axes. The identity if a node above does.
    turn: DQuat,
    /// Whether it is a joint of the skin. End sites are not.
    pub(super) is_bone: bool,
}

#[derive(Debug, Clone)]
pub(super) struct Nodes {
    pub(super) list: Vec<GltfNode>,
    pub(super) roots: Vec<usize>,
    /// The nodes of each joint; `None` for joints that are not written.
    pub(super) joints: Vec<Option<JointNode>>,
    pub(super) tree: WorldTree,
    pub(super) factor: f64,
    /// Rotation from the file's axes to +Y up.
    pub(super) turn: DQuat,
    /// Height by which the top node lifts the figure, in metres.
    pub(super) lift: f64,
}

impl Nodes {
    /// `pose`: the rest pose of the nodes. `ground`: height of the floor along the up axis, in the file's unit.
    pub(super) fn new(
        skeleton: &Skeleton,
        space: &FormatSpace,
        sites: bool,
        pose: &FullPose,
        ground: f64,
    ) -> Result<Self, WriteError> {
        let &FormatSpace { turn, factor } = space;
        let (list, roots, joints) = (Vec::new(), Vec::new(), Vec::new());
        // Products of scales may overflow.
        let lift = Some(0.0 - ground * factor).filter(|lift| (*lift as f32).is_finite()).unwrap_or(0.0);
        let tree = WorldTree::new(skeleton, sites);
        let mut nodes = Self { list, roots, joints, tree, factor, turn, lift };
        let names = names(skeleton, Format::Hanim);
        for joint in 0..skeleton.len() {
            let made = if nodes.tree.has(skeleton, joint) {
                let name = names.get(joint).map_or("", String::as_str);
                Some(nodes.joint(skeleton, joint, name, pose)?)
            } else {
                None
            };
            nodes.joints.push(made);
        }
        Ok(nodes)
    }

    fn joint(
        &mut self,
        skeleton: &Skeleton,
        joint: usize,
        name: &str,
        rest: &FullPose,
    ) -> Result<JointNode, WriteError> {
        let mut parent = skeleton.parent(joint).and_then(|parent| *self.joints.get(parent)?).map(|parent| parent.below);
        let mut turn = if parent.is_none() { self.turn } else { DQuat::IDENTITY };
        let scaling = skeleton.scaling();
        let frame = scaling.and_then(|scaling| scaling.frames.get(joint)).map(wide);
        if let Some(frame) = frame.filter(|frame| *frame != DAffine3::IDENTITY) {
            let turned = DAffine3::from_quat(turn) * frame;
            let placed = PlacedClip::of(&turned).ok_or_else(|| WriteError::Flat { joint: name_of(skeleton, joint) })?;
            let first = self.push(parent, format!("{name}_frame"), placed.translation, placed.rotation * placed.axes);
            self.scale(first, placed.scale);
            parent = Some(first);
            if placed.axes != DQuat::IDENTITY {
                let back = self.push(parent, format!("{name}_axes"), DVec3::ZERO, placed.axes.conjugate());
                parent = Some(back);
            }
            turn = DQuat::IDENTITY;
        }
        // A uniform scale does not need its directions, but animation may make any scale non-uniform.
        let axes = scaling.and_then(|scaling| scaling.axes.get(joint)).map_or(DQuat::IDENTITY, |axes| axes.as_dquat());
        let is_point = skeleton.kinds().get(joint).is_some_and(|kind| kind.is_point());
        let mut made =
            JointNode { node: 0, below: 0, axes, turn, is_bone: !is_point || !self.tree.children(joint).is_empty() };
        let (at, rotation, scale) = made.local(rest, joint);
        made.node = self.push(parent, name.to_owned(), at, rotation);
        self.scale(made.node, scale);
        made.below = made.node;
        if axes != DQuat::IDENTITY {
            made.below = self.push(Some(made.node), format!("{name}_axes"), DVec3::ZERO, axes.conjugate());
        }
        Ok(made)
    }

    fn push(&mut self, parent: Option<usize>, name: String, at: DVec3, rotation: DQuat) -> usize {
        let index = self.list.len();
        let translation = at * self.factor;
        self.list.push(GltfNode { name, parent, translation, rotation, scale: DVec3::ONE, children: Vec::new() });
        match parent.and_then(|parent| self.list.get_mut(parent)) {
            Some(parent) => parent.children.push(index),
            None => self.roots.push(index),
        }
        index
    }

    fn scale(&mut self, node: usize, scale: DVec3) {
        self.list.change(node, |node| node.scale = scale);
    }

    /// Adds a fixed node with the file's axes.
    pub(super) fn fixed(&mut self, name: &str) -> usize {
        self.push(None, name.to_owned(), DVec3::ZERO, self.turn)
    }

    /// The transform from the file's axes, in metres, to the world.
    pub(super) fn placement(&self) -> DAffine3 {
        DAffine3::from_rotation_translation(self.turn, DVec3::Y * self.lift)
    }

    /// World matrices of all nodes at rest, in metres.
    pub(super) fn world(&self) -> Vec<DAffine3> {
        let lift = DAffine3::from_translation(DVec3::Y * self.lift);
        let locals = self
            .list
            .iter()
            .map(|node| DAffine3::from_scale_rotation_translation(node.scale, node.rotation, node.translation));
        let mut world = Vec::new();
        down_the_tree(self.list.iter().map(|node| node.parent), locals, &mut world, |above, local| {
            above.unwrap_or(lift) * local
        });
        world
    }

    /// Writes the nodes, each followed by a comma.
    pub(super) fn write(&self, out: &mut String) {
        for node in &self.list {
            let _ = write!(out, "{{\"name\":{}", quoted(&node.name));
            if node.translation != DVec3::ZERO {
                let _ = write!(out, ",\"translation\":{}", floats(node.translation.to_array()));
            }
            if node.rotation != DQuat::IDENTITY {
                let _ = write!(out, ",\"rotation\":{}", floats(node.rotation.to_array()));
            }
            if node.scale != DVec3::ONE {
                let _ = write!(out, ",\"scale\":{}", floats(node.scale.to_array()));
            }
            if !node.children.is_empty() {
                let _ = write!(out, ",\"children\":{}", list(&node.children));
            }
            out.push_str("},");
        }
    }
}

impl JointNode {
    /// Translation (in the clip's unit), rotation and scale of the joint's animated node in a pose.
    pub(super) fn local(&self, pose: &FullPose, joint: usize) -> (DVec3, DQuat, DVec3) {
        let at = pose.translations.at(joint);
        let rotation = pose.rotations.at(joint);
        let scale = pose.scales.at(joint);
        if self.turn == DQuat::IDENTITY && self.axes == DQuat::IDENTITY {
            return (at, rotation, scale);
        }
        (self.turn * at, (self.turn * rotation * self.axes).normalize(), scale)
    }
}
