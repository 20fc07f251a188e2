//! From the scene's nodes to a skeleton: joints, the transforms between them, and sites.
//!
//! Joints are taken from where they stand in the scene, whatever nodes are around them. The flat lists of Humanoid
//! (`joints`, `segments`, `sites`) only repeat them and are not read here. The frame of a joint is at the joint's
//! centre, see [`crate::model::Scaling`].

use std::borrow::Cow;
use std::collections::BTreeSet;

use glam::{Affine3A, DAffine3, DMat3, DVec3};

use super::reach::reach;
use super::sites::{self, JointBox, PlacedSite};
use super::skin_shapes::{MOST_SKIN_NODES, find_skin_shapes};
use super::transform::NodeTransform;
use super::viewpoints::Viewpoints;
use super::walk::{SceneWalk, WalkStep};
use super::{
    FigureJoint, HanimFigure, MovedNodes, MovedPoints, NodePlace, PlacedDisplacer, PlacedHumanoid, PlacedShape,
};
use crate::error::{ErrorKind, Limits};
use crate::formats::hanim::memory::{MemoryBudget, push};
use crate::formats::hanim::report::{HanimStop, Report};
use crate::formats::hanim::scene::{NodeId, NodeKind, SceneNode, SceneTree};
use crate::formats::sorting::{sort_and_thin, sort_by_key};
use crate::model::{BuildError, FARTHEST, JointKind, Mass, Scaling, SkeletonBuilder, is_placeable};

/// Bytes of all names of joints together, and one more for each byte of the file. Only joints that are used again and
/// again have more.
const MOST_NAME_BYTES: usize = 1 << 20;
/// Bytes for the places of shapes and humanoids, and more for each byte of the file.
const MOST_PLACE_BYTES: usize = 4 << 20;
const PLACE_BYTES_PER_BYTE: usize = 4;

/// A node and its place: the joint above, the humanoid around, and the bits of [`NodePlace::to_parent`].
type PlaceKey = (NodeId, Option<u16>, Option<NodeId>, [u64; 12]);

/// Equal for two steps of the walk where the same node stands at the same place.
fn place_key(node: NodeId, place: &NodePlace) -> PlaceKey {
    // Adding 0 makes -0 and 0 the same bits.
    let bits = place.to_parent.to_cols_array().map(|number| (number + 0.0).to_bits());
    (node, place.parent, place.humanoid, bits)
}

/// A figure that is being put together.
struct FigureBuilder<'a> {
    tree: &'a SceneTree,
    skeleton: SkeletonBuilder,
    joints: Vec<FigureJoint>,
    scaling: Scaling,
    /// Whether the skeleton needs `scaling`.
    scaled: bool,
    /// For each joint, from its frame to the scene, at rest.
    world: Vec<DAffine3>,
    sites: Vec<PlacedSite>,
    /// By node: whether it is among `sites`.
    is_site: Vec<bool>,
    humanoids: Vec<NodeId>,
    segments: Vec<(NodeId, u16)>,
    masses: Vec<Mass>,
    /// The first segment without a mass. Where there is one, the masses of the others do not tell the centre of the whole.
    massless: Option<NodeId>,
    shapes: Vec<PlacedShape>,
    viewpoints: Viewpoints,
    placed_humanoids: Vec<PlacedHumanoid>,
    /// The joints and humanoids so far.
    met: BTreeSet<PlaceKey>,
    displacers: Vec<PlacedDisplacer>,
    moved_points: Vec<MovedPoints>,
    /// The weights of the displacers at rest.
    weights: Vec<f32>,
    name_budget: MemoryBudget,
    place_budget: MemoryBudget,
    limits: &'a Limits,
}

/// Reads all figures of the scene. It stops at a joint that the limits refuse.
pub(crate) fn read(
    tree: &SceneTree,
    moved: &MovedNodes,
    limits: &Limits,
    report: &mut Report<'_>,
) -> Result<HanimFigure, HanimStop> {
    let mut builder = FigureBuilder {
        tree,
        skeleton: SkeletonBuilder::new(limits),
        joints: Vec::new(),
        scaling: Scaling::default(),
        scaled: moved.scales,
        world: Vec::new(),
        sites: Vec::new(),
        is_site: vec![false; tree.len()],
        humanoids: Vec::new(),
        segments: Vec::new(),
        masses: Vec::new(),
        massless: None,
        shapes: Vec::new(),
        viewpoints: Viewpoints::default(),
        placed_humanoids: Vec::new(),
        met: BTreeSet::new(),
        displacers: Vec::new(),
        moved_points: Vec::new(),
        weights: Vec::new(),
        name_budget: MemoryBudget::new(MOST_NAME_BYTES, 1, tree.text.len()),
        place_budget: MemoryBudget::new(MOST_PLACE_BYTES, PLACE_BYTES_PER_BYTE, tree.text.len()),
        limits,
    };
    let mut walk = SceneWalk::new(tree, moved.hidden);
    while let Some(WalkStep { id, node, place, text_place }) = walk.next(report) {
        let is_moved = moved.nodes.get(id.index()).copied().unwrap_or(false);
        let is_body =
            matches!(node.kind, NodeKind::Joint | NodeKind::Humanoid) || (node.kind == NodeKind::Transform && is_moved);
        if is_body && builder.stands_already(id, &place) {
            report.warn(
                "hanim.joint-again",
                text_place,
                format_args!("`{}` stands at this place already; counted once", tree.shown_def(node)),
            );
            continue;
        }
        let inside = match node.kind {
            NodeKind::Joint => builder.joint(id, node, place, JointKind::Joint, report)?,
            NodeKind::Humanoid => builder.humanoid(id, node, place, is_moved, report)?,
            NodeKind::Segment => {
                builder.segment(id, node, place, report);
                NodePlace { segment: Some(id), ..place }
            }
            NodeKind::Transform if is_moved => builder.joint(id, node, place, JointKind::Frame, report)?,
            NodeKind::Transform => place.inside(&NodeTransform::read(tree, node, report)),
            NodeKind::Displacer => {
                builder.displacer(id, node, place, report);
                continue;
            }
            NodeKind::Shape => {
                builder.shape(id, node, place, report);
                continue;
            }
            NodeKind::Viewpoint => {
                builder.viewpoints.read(tree, (id, node), &place, limits, report);
                continue;
            }
            NodeKind::Site => builder.site(id, node, place, report),
            _ => place,
        };
        walk.enter(id, node, inside, report);
    }
    builder.moved_points = moved.points.clone();
    builder.finish(report)
}

impl FigureBuilder<'_> {
    /// Whether this joint or humanoid was met at this place before. Remembers it.
    fn stands_already(&mut self, node: NodeId, place: &NodePlace) -> bool {
        let key = place_key(node, place);
        // There are no more joints than the limit. What comes on top are humanoids without joints, which need not be
        // remembered.
        if self.met.len() < 2 * self.limits.joints { !self.met.insert(key) } else { self.met.contains(&key) }
    }

    /// Adds a node as a joint. Returns the space inside it.
    fn joint(
        &mut self,
        id: NodeId,
        node: &SceneNode,
        place: NodePlace,
        kind: JointKind,
        report: &mut Report<'_>,
    ) -> Result<NodePlace, HanimStop> {
        let transform = NodeTransform::read(self.tree, node, report);
        let joint = self.add(id, node, &transform, place, kind, report)?;
        let to_parent = DAffine3::from_translation(-transform.center);
        Ok(NodePlace { parent: Some(joint), to_parent, humanoid: place.humanoid, segment: None })
    }

    fn add(
        &mut self,
        id: NodeId,
        node: &SceneNode,
        transform: &NodeTransform,
        place: NodePlace,
        kind: JointKind,
        report: &mut Report<'_>,
    ) -> Result<u16, HanimStop> {
        // Where the parent's frame is only shifted, the offset holds the shift.
        let shifted = place.to_parent.matrix3 == DMat3::IDENTITY;
        let (base, frame) = if shifted {
            (transform.center + place.to_parent.translation, Affine3A::IDENTITY)
        } else {
            (transform.center, place.to_parent.as_affine3a())
        };
        let (offset, rotation) = ((transform.translation + base).as_vec3(), transform.rotation.as_quat());
        let name = self.name(node, report);
        let joint = self
            .skeleton
            .add(&name, place.parent, kind, offset, rotation)
            .map_err(|error| refused(error, node.place()))?;
        let around = place.parent.and_then(|parent| self.world.get(usize::from(parent)));
        self.world.push(around.copied().unwrap_or_default() * place.to_parent * transform.frame());
        self.scaled |= !shifted || transform.scale != DVec3::ONE;
        self.scaling.frames.push(frame);
        self.scaling.axes.push(transform.axes.as_quat());
        self.scaling.rest_scales.push(transform.scale.as_vec3());
        self.joints.push(FigureJoint {
            node: id,
            translation: transform.translation,
            center: transform.center,
            scale: transform.scale,
            base,
            humanoid: place.humanoid,
            segment: place.segment,
            kind,
        });
        Ok(joint)
    }

    /// Adds a humanoid. One that moves is a joint of its own. Returns the space inside it.
    fn humanoid(
        &mut self,
        id: NodeId,
        node: &SceneNode,
        place: NodePlace,
        is_moved: bool,
        report: &mut Report<'_>,
    ) -> Result<NodePlace, HanimStop> {
        self.humanoids.push(id);
        let (place, first_joint) = (NodePlace { humanoid: Some(id), ..place }, self.joints.len());
        // Where a humanoid begins, the joints of the one before end.
        if let Some(last) = self.placed_humanoids.last_mut() {
            last.end_joint = last.end_joint.min(first_joint);
        }
        let inside = if is_moved {
            self.joint(id, node, place, JointKind::Frame, report)?
        } else {
            place.inside(&NodeTransform::read(self.tree, node, report))
        };
        if self.place_budget.take(1, size_of::<PlacedHumanoid>()) {
            let placed = PlacedHumanoid { node: id, inside, first_joint, end_joint: usize::MAX };
            push(&mut self.placed_humanoids, placed).map_err(|_| out_of_memory(node))?;
        } else {
            let message = format_args!("there are too many humanoids for all skins to be shown");
            report.warn_once("hanim.skin-weights", node.place(), message);
        }
        Ok(inside)
    }

    /// Adds a Shape that stands on a joint. One on no joint is not part of a figure.
    fn shape(&mut self, id: NodeId, node: &SceneNode, place: NodePlace, report: &mut Report<'_>) {
        if place.parent.is_none() {
            return;
        }
        let has_room = self.place_budget.take(1, size_of::<PlacedShape>());
        if !has_room || push(&mut self.shapes, PlacedShape { node: id, place }).is_err() {
            let message = format_args!("there are too many shapes; this one is left out, and all behind it");
            report.warn_once("hanim.too-many-triangles", node.place(), message);
        }
    }

    /// Adds a site. Returns the space inside it: nodes in a site move with it.
    fn site(&mut self, id: NodeId, node: &SceneNode, place: NodePlace, report: &mut Report<'_>) -> NodePlace {
        let transform = NodeTransform::read(self.tree, node, report);
        // A `USE` among the humanoid's `viewpoints` only repeats a site of the skeleton.
        let is_again = place.parent.is_none() && self.is_site.get(id.index()) == Some(&true);
        // Sites are limited with the joints, so no more than that are ever shown. `finish` warns of the others.
        if self.sites.len() < self.limits.joints && !is_again {
            // A site for which there is no memory is not shown.
            push(&mut self.sites, PlacedSite::new(self.tree, id, node, &transform, place)).ok();
            if let Some(slot) = self.is_site.get_mut(id.index()) {
                *slot = true;
            }
        }
        place.inside(&transform)
    }

    /// Adds a displacer. One on no joint is not part of a figure.
    fn displacer(&mut self, id: NodeId, node: &SceneNode, place: NodePlace, report: &mut Report<'_>) {
        let (Some(joint), Ok(weight)) = (place.parent, u16::try_from(self.weights.len())) else { return };
        let NodePlace { humanoid, segment, .. } = place;
        self.displacers.push(PlacedDisplacer { node: id, joint, humanoid, segment, weight });
        self.weights.push(self.tree.scalar(node, "weight", 0.0, report) as f32);
    }

    /// Gives the skeleton the weights of the displacers, or none of them where there are too many; then one for each key
    /// of moving points, at rest 0.
    fn set_weights(&mut self, report: &mut Report<'_>) {
        let (mut end, tree) = (self.weights.len(), self.tree);
        self.moved_points.retain_mut(|points| {
            let last = end + usize::from(points.keys);
            match u16::try_from(end) {
                Ok(first) if last < usize::from(u16::MAX) => (points.first_weight, end) = (first, last),
                _ => {
                    let place = tree.node(points.interpolator).map_or(0, SceneNode::place);
                    let message =
                        format_args!("more keys move points than there is room for; their points stand still");
                    report.warn_once("hanim.moved-points", place, message);
                    return false;
                }
            }
            true
        });
        self.weights.resize(end, 0.0);
        if self.skeleton.set_weights(std::mem::take(&mut self.weights)).is_err() {
            let first = self.displacers.first().and_then(|first| self.tree.node(first.node));
            let count = self.displacers.len();
            report.warn(
                "hanim.displacers",
                first.map_or(0, SceneNode::place),
                format_args!("{count} displacers or more are too many beside so many joints; all are left out"),
            );
            self.displacers.clear();
            self.moved_points.clear();
        }
    }

    /// Adds a segment that stands on a joint.
    fn segment(&mut self, id: NodeId, node: &SceneNode, place: NodePlace, report: &mut Report<'_>) {
        // What is known of segments is for people to read: of so many, no one reads all.
        if let Some(joint) = place.parent.filter(|_| self.segments.len() < self.limits.joints) {
            push(&mut self.segments, (id, joint)).ok();
        }
        self.mass(id, node, place, report);
    }

    /// Adds the mass of a segment (as a rule in kilograms), with its centre in the joint's frame.
    fn mass(&mut self, id: NodeId, node: &SceneNode, place: NodePlace, report: &mut Report<'_>) {
        let mass = self.tree.scalar(node, "mass", 0.0, report) as f32;
        let centre = DVec3::from(self.tree.vector(node, "centerOfMass", [0.0; 3], report));
        let centre = place.to_parent.transform_point3(centre).as_vec3();
        match place.parent {
            Some(joint) if mass > 0.0 && is_placeable(centre) && self.masses.len() < self.limits.joints => {
                self.masses.push(Mass { joint, mass, centre });
            }
            _ => self.massless = self.massless.or(Some(id)),
        }
    }

    /// The node's `name`; its DEF where that is empty.
    fn name(&mut self, node: &SceneNode, report: &mut Report<'_>) -> String {
        let mut name = self.tree.string(node, "name");
        if name.trim().is_empty() {
            name = Cow::Borrowed(self.tree.def(node));
        }
        let most = self.limits.name_bytes;
        let mut length = name.len();
        if length > most {
            report.warn("hanim.name-cut", node.place(), format_args!("a name of more than {most} bytes is cut"));
            length = name.floor_char_boundary(most);
        }
        if !self.name_budget.take(1, length) {
            let message = format_args!("names are used too often; joints from here on have none");
            report.warn_once("hanim.name-cut", node.place(), message);
            length = 0;
        }
        name.get(..length).unwrap_or_default().to_owned()
    }

    fn finish(mut self, report: &mut Report<'_>) -> Result<HanimFigure, HanimStop> {
        if self.skeleton.is_empty() {
            self.stand_still(report)?;
        }
        let sites = std::mem::take(&mut self.sites);
        let body = JointBox::new(&self.joints, &self.world);
        for (site, kind) in sites.iter().zip(sites::kinds(&sites, &self.joints, &self.skeleton)) {
            let Some(node) = self.tree.node(site.node) else { continue };
            if body.is_far(site, &self.world) {
                let message = format_args!(
                    "this site is farther from the figure than the figure is large; it is left out, its cameras are not"
                );
                report.warn("hanim.far-site", node.place(), message);
                continue;
            }
            if let Err(stop) = self.add(site.node, node, &site.transform, site.place, kind, report) {
                report.warn(
                    "hanim.sites",
                    stop.place,
                    format_args!("this site and those behind it are left out: {}", stop.message),
                );
                break;
            }
        }
        if self.scaled {
            self.skeleton.set_scaling(std::mem::take(&mut self.scaling)).map_err(|error| refused(error, 0))?;
        }
        self.set_weights(report);
        let joints = (0_u16..).zip(&self.joints).map(|(index, joint)| (joint.node, index));
        let weights = self.displacers.iter().map(|displacer| (displacer.node, displacer.weight));
        let mut became: Vec<(NodeId, u16)> = joints.chain(weights).collect();
        sort_by_key(&mut became, |pair| *pair);
        // A humanoid that is used twice is in the list twice.
        sort_and_thin(&mut self.humanoids);
        let skeleton = self.skeleton.finish().map_err(|error| refused(error, 0))?;
        if reach(&skeleton) > f64::from(FARTHEST) {
            return Err(refused(BuildError::NotFinite, 0));
        }
        let massless = self.massless.filter(|_| !self.masses.is_empty());
        let masses = if self.massless.is_some() { Vec::new() } else { self.masses };
        let Self {
            joints, humanoids, segments, shapes, viewpoints, placed_humanoids, displacers, moved_points, ..
        } = self;
        Ok(HanimFigure {
            skeleton,
            joints,
            humanoids,
            segments,
            masses,
            viewpoints: viewpoints.list,
            massless,
            shapes,
            placed_humanoids,
            displacers,
            moved_points,
            became,
        })
    }

    /// Without any joint, a humanoid that has a skin becomes one joint, so that the skin is shown.
    fn stand_still(&mut self, report: &mut Report<'_>) -> Result<(), HanimStop> {
        let mut left = MOST_SKIN_NODES;
        let has_skin =
            |placed: &&PlacedHumanoid| !find_skin_shapes(self.tree, placed.node, &mut left, report).is_empty();
        let Some(placed) = self.placed_humanoids.iter().find(has_skin).copied() else { return Err(self.nothing()) };
        let Some(node) = self.tree.node(placed.node) else { return Err(self.nothing()) };
        report.warn("hanim.no-joints", node.place(), format_args!("this humanoid has no joints: it stands still"));
        let transform = &NodeTransform::IDENTITY;
        self.add(placed.node, node, transform, placed.inside, JointKind::Joint, report).map(drop)
    }

    /// Why there is no figure.
    fn nothing(&self) -> HanimStop {
        let place =
            |kind: NodeKind| self.tree.own_nodes().find(|(_, node)| node.kind == kind).map(|(_, node)| node.place());
        let (place, message) = if let Some(place) = place(NodeKind::Humanoid) {
            (place, "this humanoid has no joints: nothing in it can move")
        } else if let Some(place) = place(NodeKind::Inline) {
            (place, "there is no humanoid in this file, but it names other files: drop them together with this one")
        } else {
            (0, "there is no humanoid in this scene: expected a HAnimHumanoid with HAnimJoints")
        };
        HanimStop { kind: ErrorKind::Unsupported, code: "hanim.no-joints", message: message.into(), place }
    }
}

fn out_of_memory(node: &SceneNode) -> HanimStop {
    HanimStop::limit("hanim.out-of-memory", node.place(), "there is no memory left for the figure")
}

fn refused(error: BuildError, place: usize) -> HanimStop {
    match error {
        BuildError::TooManyJoints => HanimStop::limit("hanim.too-many-joints", place, "the figure has too many joints"),
        BuildError::TooDeep => HanimStop::limit("hanim.too-deep", place, "joints are nested too deep"),
        error => HanimStop { kind: ErrorKind::Inconsistent, code: "hanim.figure", message: error.to_string(), place },
    }
}
