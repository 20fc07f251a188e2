//! Which nodes are the figure, and its skeleton.
//!
//! The members are the joints of skins, the nodes that animations move, and the bones of a humanoid. What lies between and above them
//! carries them, and belongs to the skeleton, too, as [`scenes::roles`] says. A file without members is a rig at rest if it is a tree of empty nodes.

use std::sync::Arc;

use glam::{Affine3A, Quat};

use super::humanoid::Humanoid;
use super::json::Json;
use super::nodes::{NodeTransform, NodeTree};
use super::problem::Problem;
use crate::checked::Checked;
use crate::compact::sorting::sort_by_key;
use crate::error::{ErrorKind, Limits, Location};
use crate::formats::reading::WarningLog;
use crate::formats::reading::scenes::{self, ROUNDING, SceneTree, start_of};
use crate::formats::reading::wording::Count;
use crate::model::{BuildError, FARTHEST, JointKind, Scaling, Skeleton, SkeletonBuilder};
use crate::pose::reach;

/// Fewest nodes with children that make a rig of a file that names no joints.
const RIG: usize = 3;

/// A skeleton, and which node is which joint.
#[derive(Debug)]
pub(super) struct GltfFigure {
    pub(super) skeleton: Arc<Skeleton>,
    /// The joint of each node.
    pub(super) joints: Vec<Option<u16>>,
    /// The node of each joint, with its transform at rest.
    pub(super) rest: Vec<(usize, NodeTransform)>,
    /// The scene that shows it.
    pub(super) scene: Option<u32>,
}

/// The reasons for which a node may be a member.
pub(super) struct Members<'a> {
    /// Nodes that animations move.
    pub(super) animated: &'a [bool],
    /// Whether an animation scales joints.
    pub(super) scales: bool,
    pub(super) humanoid: &'a Humanoid,
    /// The program that wrote the file is Marey, whose top node only lifts the figure on its floor.
    pub(super) is_own: bool,
}

impl GltfFigure {
    /// Finds the figure and makes its skeleton.
    pub(super) fn read(
        root: &Json<'_>,
        nodes: &NodeTree<'_>,
        members: &Members<'_>,
        limits: &Limits,
        (place, warnings): (Location, &mut WarningLog),
    ) -> Result<Self, Problem> {
        let mut kinds = joints_of_skins(root, nodes, place, warnings);
        for (node, is_member) in kinds.iter_mut().enumerate() {
            *is_member |= members.animated.at(node) && !members.humanoid.is_motion && !is_onlooker(nodes, node);
        }
        for (_, node) in &members.humanoid.bones {
            if let Some(is_member) = kinds.get_mut(*node) {
                *is_member = true;
            }
        }
        let scene = scene_of(root, nodes, &kinds);
        let scenes = root.list("scenes").len();
        if let Some(played) = scene.filter(|_| scenes > 1) {
            let message =
                format_args!("the file has {scenes} scenes; /scenes/{played} is played, and the others are not");
            warnings.each("gltf.scene", place, message);
        }
        let is_shown = |node: usize| nodes.scene(node) == scene || nodes.scene(node).is_none();
        for (node, is_member) in kinds.iter_mut().enumerate() {
            *is_member &= is_shown(node);
        }
        if !kinds.contains(&true) {
            kinds = rig_at_rest(root, nodes, scene)?;
        }
        let roles = roles_of(nodes, &kinds, members.is_own);
        let mut order: Vec<usize> = nodes.order.iter().map(|node| *node as usize).collect();
        order.retain(|node| is_shown(*node) && roles.at(*node).is_some());
        // Marey writes joints in their own order, parents first.
        let is_later =
            |node: &usize| nodes.parent(*node).is_none_or(|parent| parent < *node || roles.at(parent).is_none());
        if members.is_own && order.iter().all(is_later) {
            sort_by_key(&mut order, |node| *node);
        }
        build(nodes, &roles, &order, members.scales, limits).map(|(skeleton, joints, rest)| Self {
            skeleton: Arc::new(skeleton),
            joints,
            rest,
            scene,
        })
    }

    /// The joint of a node.
    pub(super) fn joint(&self, node: usize) -> Option<u16> {
        self.joints.get(node).copied().flatten()
    }
}

/// Whether a node only looks at the figure or lights it.
fn is_onlooker(nodes: &NodeTree<'_>, node: usize) -> bool {
    let looks = |fields: &Json<'_>| {
        fields.get("camera").is_some() || fields.inner(&["extensions", "KHR_lights_punctual"]).is_some()
    };
    nodes.list.get(node).is_some_and(looks) && nodes.children(node).next().is_none()
}

fn joints_of_skins(root: &Json<'_>, nodes: &NodeTree<'_>, place: Location, warnings: &mut WarningLog) -> Vec<bool> {
    let mut are = vec![false; nodes.len()];
    for (index, skin) in root.list("skins").iter().enumerate() {
        for joint in skin.list("joints") {
            match joint.as_index().and_then(|joint| are.get_mut(joint)) {
                Some(is) => *is = true,
                None => {
                    let message = format_args!("/skins/{index} has a joint that is no node; it was ignored");
                    warnings.each("gltf.index", place, message);
                }
            }
        }
    }
    are
}

/// The scene that the file shows first, if it holds a member, else the first one that does.
fn scene_of(root: &Json<'_>, nodes: &NodeTree<'_>, members: &[bool]) -> Option<u32> {
    let default = root.index("scene").unwrap_or(0) as u32;
    let mut scenes =
        nodes.order.iter().filter(|node| members.at(**node as usize)).filter_map(|node| nodes.scene(*node as usize));
    let first = scenes.next();
    let is_default = first == Some(default) || scenes.any(|scene| scene == default);
    if is_default || first.is_none() { Some(default).filter(|_| !root.list("scenes").is_empty()) } else { first }
}

/// The nodes of a rig that no skin names: all of the scene's, if there is a tree of empty ones.
fn rig_at_rest(root: &Json<'_>, nodes: &NodeTree<'_>, scene: Option<u32>) -> Result<Vec<bool>, Problem> {
    let has_children = |node: usize| nodes.children(node).next().is_some() && nodes.scene(node) == scene;
    let is_empty = |node: &Json<'_>| node.get("mesh").is_none();
    let carriers: Vec<bool> = (0..nodes.len()).map(has_children).collect();
    if carriers.iter().filter(|carries| **carries).count() >= RIG && nodes.list.iter().all(is_empty) {
        return Ok(carriers);
    }
    let meshes = root.list("meshes").len();
    let message = if meshes > 0 {
        format!("this file holds {} and no skeleton: there is no motion in it", Count(meshes, "mesh"))
    } else {
        "this file holds no skeleton and no animation: there is no motion in it".to_owned()
    };
    Err(Problem::new(ErrorKind::Unsupported, "gltf.no-motion", message))
}

/// The part of each node in the skeleton.
fn roles_of(nodes: &NodeTree<'_>, members: &[bool], is_own: bool) -> Vec<Option<JointKind>> {
    let parents: Vec<Option<usize>> = (0..nodes.len()).map(|node| nodes.parent(node)).collect();
    let order: Vec<usize> = nodes.order.iter().map(|node| *node as usize).collect();
    let does_nothing = |node: usize, is_top: bool| {
        let is_nothing = is_top && nodes.transform(node).is_ok_and(|at| at.is_identity());
        let is_lift =
            is_own && nodes.list.get(node).is_some_and(|node| node.inner(&["extras", "sourceFormat"]).is_some());
        is_nothing || is_lift
    };
    let tree = SceneTree { parents: &parents, order: &order, members };
    scenes::roles(&tree, |node| holds_something(nodes, node), does_nothing)
}

/// Whether a node holds what is no part of a skeleton.
fn holds_something(nodes: &NodeTree<'_>, node: usize) -> bool {
    let holds = |fields: &Json<'_>| {
        ["mesh", "camera", "skin"].iter().any(|name| fields.get(name).is_some())
            || fields.inner(&["extensions", "KHR_lights_punctual"]).is_some()
    };
    nodes.list.get(node).is_some_and(holds)
}

type Built = (Skeleton, Vec<Option<u16>>, Vec<(usize, NodeTransform)>);

fn build(
    nodes: &NodeTree<'_>,
    roles: &[Option<JointKind>],
    order: &[usize],
    scales: bool,
    limits: &Limits,
) -> Result<Built, Problem> {
    let mut builder = SkeletonBuilder::new(limits);
    let (mut joints, mut rest) = (vec![None; nodes.len()], Vec::new());
    for &node in order {
        let Some(kind) = roles.at(node) else { continue };
        let at = nodes.transform(node)?;
        let parent = nodes.parent(node).and_then(|parent| joints.at(parent));
        let name = start_of(nodes.name(node), limits.name_bytes);
        let joint = builder.add(name, parent, kind, at.translation.as_vec3(), at.rotation.as_quat());
        joints.put(node, Some(joint.map_err(|error| of_node(error, nodes, node))?));
        rest.push((node, at));
    }
    let is_one = |(_, at): &(usize, NodeTransform)| (at.scale - 1.0).abs().max_element() <= ROUNDING;
    if scales || !rest.iter().all(is_one) {
        let rest_scales = rest.iter().map(|(_, at)| at.scale.as_vec3()).collect();
        let (frames, axes) = (vec![Affine3A::IDENTITY; rest.len()], vec![Quat::IDENTITY; rest.len()]);
        builder.set_scaling(Scaling { frames, axes, rest_scales }).map_err(Problem::of_build)?;
    }
    let skeleton = builder.finish().map_err(Problem::of_build)?;
    if skeleton.scaling().is_some() && reach(&skeleton) > f64::from(FARTHEST) {
        return Err(Problem::of_build(BuildError::NotFinite));
    }
    Ok((skeleton, joints, rest))
}

fn of_node(error: BuildError, nodes: &NodeTree<'_>, node: usize) -> Problem {
    Problem::new(ErrorKind::Limit, "gltf.limit", format!("{}: {error}", nodes.shown(node)))
}
