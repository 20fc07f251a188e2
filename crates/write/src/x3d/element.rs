//! Converts joints to X3D nodes.

use glam::{DAffine3, DMat3, DVec3};

use super::xml::Defs;
use crate::WriteError;
use crate::figure::{FullPose, WorldTree, name_of, wide};
use crate::names::names;
use crate::placing::PlacedClip;
use marey::checked::Checked;
use marey::model::{Format, JointKind, Skeleton};

/// The node type of a joint.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ElementKind {
    Joint,
    Site,
    /// A site with children.
    SiteGroup,
    /// A frame that moves or carries joints.
    Transform,
}

/// The node of a joint.
#[derive(Debug, Clone)]
pub(super) struct FigureElement {
    pub(super) kind: ElementKind,
    pub(super) name: String,
    pub(super) def: String,
    /// `center`, in the space of the figure, or of the Transform around the node.
    pub(super) center: DVec3,
    /// Added to the joint's local translation, gives the node's `translation`.
    pub(super) base: DVec3,
    /// A Transform around the node.
    pub(super) around: Option<PlacedClip>,
}

fn frame(skeleton: &Skeleton, joint: usize) -> DAffine3 {
    skeleton.scaling().and_then(|scaling| scaling.frames.get(joint)).map_or(DAffine3::IDENTITY, wide)
}

/// The frame between the world and the roots, if all roots share it and it rotates or scales.
pub(super) fn common_frame(skeleton: &Skeleton, tree: &WorldTree) -> Option<DAffine3> {
    let first = frame(skeleton, *tree.roots.first()?);
    let common = tree.roots.iter().all(|root| frame(skeleton, *root) == first);
    (common && first.matrix3 != DMat3::IDENTITY).then_some(first)
}

/// The nodes of all joints. `placed`: the humanoid has the frame of the roots. A singular frame is an error.
pub(super) fn nodes(
    skeleton: &Skeleton,
    rest: &FullPose,
    placed: bool,
    defs: &mut Defs,
) -> Result<Vec<FigureElement>, WriteError> {
    let kinds = node_kinds(skeleton);
    let mut nodes: Vec<FigureElement> = Vec::with_capacity(skeleton.len());
    for ((joint, name), kind) in names(skeleton, Format::Hanim).into_iter().enumerate().zip(kinds) {
        let parent = skeleton.parent(joint);
        let within = parent.and_then(|parent| nodes.get(parent)).map_or(DVec3::ZERO, |parent| parent.center);
        let frame = if placed && parent.is_none() { DAffine3::IDENTITY } else { frame(skeleton, joint) };
        let offset = rest.translations.at(joint);
        let shifted = frame.matrix3 == DMat3::IDENTITY;
        let around = DAffine3::from_translation(within) * frame;
        let place = if shifted { around.translation } else { DVec3::ZERO };
        let around = match PlacedClip::of(&around) {
            _ if shifted => None,
            Some(placed) => Some(placed),
            None => {
                return Err(WriteError::Scale { format: Format::Hanim, joint: name_of(skeleton, joint) });
            }
        };
        let (center, base) = if kind == ElementKind::Site { (DVec3::ZERO, place) } else { (place + offset, -offset) };
        let end = if kind == ElementKind::Site { "_pt" } else { "" };
        let def = defs.give(&format!("hanim_{name}{end}"));
        nodes.push(FigureElement { kind, name, def, center, base, around });
    }
    Ok(nodes)
}

/// The node type of each joint. Sites, and end sites on a joint, become sites; frames become Transforms, unless there would be no
/// joint at all. An end site with children, and a site that carries a joint, become joints.
fn node_kinds(skeleton: &Skeleton) -> Vec<ElementKind> {
    let (mut carries, mut carries_joint) = (vec![false; skeleton.len()], vec![false; skeleton.len()]);
    // Children come after their parents: go backwards.
    for (joint, kind) in skeleton.kinds().iter().enumerate().rev() {
        let Some(parent) = skeleton.parent(joint) else { continue };
        carries[parent] = true;
        carries_joint[parent] |= *kind == JointKind::Joint || carries_joint[joint];
    }
    let is_joint = |(kind, (carries, carries_joint)): (&JointKind, (&bool, &bool))| match kind {
        JointKind::Frame => false,
        JointKind::Site => *carries_joint,
        kind => !kind.is_point() || *carries,
    };
    let is_joint: Vec<bool> = skeleton.kinds().iter().zip(carries.iter().zip(&carries_joint)).map(is_joint).collect();
    let has_joints = is_joint.contains(&true);
    let mut on_joint: Vec<bool> = Vec::with_capacity(skeleton.len());
    let mut kinds = Vec::with_capacity(skeleton.len());
    for (joint, ((joint_kind, carries), is_joint)) in skeleton.kinds().iter().zip(carries).zip(is_joint).enumerate() {
        let above = skeleton.parent(joint).is_some_and(|parent| on_joint.at(parent));
        let kind = match joint_kind {
            _ if is_joint || !has_joints => ElementKind::Joint,
            JointKind::Frame => ElementKind::Transform,
            JointKind::Site if carries => ElementKind::SiteGroup,
            JointKind::Site => ElementKind::Site,
            _ if above => ElementKind::Site,
            _ => ElementKind::Joint,
        };
        on_joint.push(above || kind == ElementKind::Joint);
        kinds.push(kind);
    }
    kinds
}
