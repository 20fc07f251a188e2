//! Builds a figure node by node.

use std::borrow::Cow;
use std::collections::BTreeSet;

use glam::{Affine3A, DAffine3, DMat3, DVec3};

use super::sites::PlacedSite;
use super::transform::NodeTransform;
use super::viewpoints::Viewpoints;
use super::walk::WalkStep;
use super::{FigureJoint, MovedNodes, MovedPoints, NodePlace, PlacedDisplacer, PlacedHumanoid, PlacedShape};
use crate::checked::Checked;
use crate::error::{ErrorKind, Limits};
use crate::formats::hanim::memory::MemoryBudget;
use crate::formats::hanim::report::{HanimStop, SceneReport};
use crate::formats::hanim::scene::{NodeId, NodeKind, SceneNode, SceneTree};
use crate::formats::hanim::slices::start_of;
use crate::formats::reading::growth::push;
use crate::model::{BuildError, JointKind, Mass, Scaling, SkeletonBuilder, is_placeable};

/// Most bytes of all joint names, plus one for each byte of the file. Only joints with many USEs exceed it.
const MOST_NAME_BYTES: usize = 1 << 20;
/// Memory budget for the places of shapes and humanoids: bytes for every file, and for each byte of it.
const MOST_PLACE_BYTES: usize = 4 << 20;
const PLACE_BYTES_PER_BYTE: usize = 4;

/// A node and its place: parent joint, humanoid, and the bits of [`NodePlace::to_parent`].
type PlaceKey = (NodeId, Option<u16>, Option<NodeId>, [u64; 12]);

/// Equal for two steps of the walk that meet the same node at the same place.
fn place_key(node: NodeId, place: &NodePlace) -> PlaceKey {
    // Adding 0 turns -0 into 0, which has other bits.
    let bits = place.to_parent.to_cols_array().map(|number| (number + 0.0).to_bits());
    (node, place.parent, place.humanoid, bits)
}

pub(super) struct FigureBuilder<'a> {
    pub(super) tree: &'a SceneTree,
    pub(super) skeleton: SkeletonBuilder,
    pub(super) joints: Vec<FigureJoint>,
    pub(super) scaling: Scaling,
    pub(super) needs_scaling: bool,
    /// For each joint, the matrix from its frame to the scene, at rest.
    pub(super) world: Vec<DAffine3>,
    pub(super) sites: Vec<PlacedSite>,
    /// By node: the first step of the walk that met it as a site.
    pub(super) first_sites: Vec<usize>,
    pub(super) humanoids: Vec<NodeId>,
    pub(super) segments: Vec<(NodeId, u16)>,
    pub(super) masses: Vec<Mass>,
    /// The first segment without a mass. With one, the centre of mass is unknown.
    pub(super) massless: Option<NodeId>,
    pub(super) shapes: Vec<PlacedShape>,
    pub(super) viewpoints: Viewpoints,
    pub(super) placed_humanoids: Vec<PlacedHumanoid>,
    /// The joints, humanoids and nodes beside the body so far.
    pub(super) visited: BTreeSet<PlaceKey>,
    pub(super) displacers: Vec<PlacedDisplacer>,
    pub(super) moved_points: Vec<MovedPoints>,
    /// The weights of the displacers at rest.
    pub(super) weights: Vec<f32>,
    pub(super) name_budget: MemoryBudget,
    pub(super) place_budget: MemoryBudget,
    pub(super) limits: &'a Limits,
}

impl<'a> FigureBuilder<'a> {
    pub(super) fn new(tree: &'a SceneTree, moved: &MovedNodes, limits: &'a Limits) -> Self {
        Self {
            tree,
            skeleton: SkeletonBuilder::new(limits),
            joints: Vec::new(),
            scaling: Scaling::default(),
            needs_scaling: moved.scales,
            world: Vec::new(),
            sites: Vec::new(),
            first_sites: vec![usize::MAX; tree.len()],
            humanoids: Vec::new(),
            segments: Vec::new(),
            masses: Vec::new(),
            massless: None,
            shapes: Vec::new(),
            viewpoints: Viewpoints::default(),
            placed_humanoids: Vec::new(),
            visited: BTreeSet::new(),
            displacers: Vec::new(),
            moved_points: moved.points.clone(),
            weights: Vec::new(),
            name_budget: MemoryBudget::new(MOST_NAME_BYTES, 1, tree.text.len()),
            place_budget: MemoryBudget::new(MOST_PLACE_BYTES, PLACE_BYTES_PER_BYTE, tree.text.len()),
            limits,
        }
    }

    /// Adds a node to the figure. Returns the place inside it, or `None` if its children are not read. `is_moved`: a
    /// ROUTE moves the node, and it contains joints.
    pub(super) fn visit(
        &mut self,
        step: &WalkStep<'_>,
        is_moved: bool,
        report: &mut SceneReport<'_>,
    ) -> Result<Option<NodePlace>, HanimStop> {
        let &WalkStep { id, node, place, .. } = step;
        let is_body =
            matches!(node.kind, NodeKind::Joint | NodeKind::Humanoid) || (node.kind == NodeKind::Transform && is_moved);
        if is_body && self.visited_here(step, report) {
            return Ok(None);
        }
        Ok(Some(match node.kind {
            NodeKind::Joint => self.add_joint(id, node, place, JointKind::Joint, report)?,
            NodeKind::Humanoid => self.add_humanoid(id, node, place, is_moved, report)?,
            NodeKind::Segment => {
                self.add_segment(id, node, place, report);
                NodePlace { segment: Some(id), ..place }
            }
            NodeKind::Transform if is_moved => self.add_joint(id, node, place, JointKind::Frame, report)?,
            NodeKind::Transform => place.inside(&NodeTransform::read(self.tree, node, report)),
            NodeKind::Displacer => {
                self.add_displacer(id, node, place, report);
                return Ok(None);
            }
            NodeKind::Shape => {
                self.add_shape(id, node, place, report);
                return Ok(None);
            }
            NodeKind::Viewpoint => {
                if self.viewpoints.admits(self.tree, step, report) {
                    let transform = Viewpoints::transform(self.tree, node, report);
                    self.viewpoints.add(self.tree, step, (&place, &transform), report);
                }
                return Ok(None);
            }
            NodeKind::Site => self.add_site(step, report),
            _ => place,
        }))
    }

    /// Whether this node was visited at this place before, with a warning if so. Remembers the visit.
    pub(super) fn visited_here(&mut self, step: &WalkStep<'_>, report: &mut SceneReport<'_>) -> bool {
        let key = place_key(step.id, &step.place);
        // The limit bounds joints. Beyond it there are only humanoids without joints, which need not be remembered.
        let stands = if self.visited.len() < 2 * self.limits.joints {
            !self.visited.insert(key)
        } else {
            self.visited.contains(&key)
        };
        if stands {
            let name = self.tree.shown_def(step.node);
            let message = format_args!("`{name}` is in this place already; this one is ignored");
            report.warn("hanim.joint-again", step.text_place, message);
        }
        stands
    }

    /// Whether a joint, a humanoid or a node beside the body was visited, at any place.
    pub(super) fn was_visited(&self, node: NodeId) -> bool {
        let first = self.visited.range((node, None, None, [0; 12])..).next();
        first.is_some_and(|(known, ..)| *known == node)
    }

    /// Adds a node as a joint. Returns the place inside it.
    fn add_joint(
        &mut self,
        id: NodeId,
        node: &SceneNode,
        place: NodePlace,
        kind: JointKind,
        report: &mut SceneReport<'_>,
    ) -> Result<NodePlace, HanimStop> {
        let transform = NodeTransform::read(self.tree, node, report);
        self.add_placed(id, node, &transform, place, kind, report)
    }

    /// Like `add_joint`, with the transform already read.
    pub(super) fn add_placed(
        &mut self,
        id: NodeId,
        node: &SceneNode,
        transform: &NodeTransform,
        place: NodePlace,
        kind: JointKind,
        report: &mut SceneReport<'_>,
    ) -> Result<NodePlace, HanimStop> {
        let joint = self.add(id, node, transform, place, kind, report)?;
        let to_parent = DAffine3::from_translation(-transform.center);
        Ok(NodePlace { parent: Some(joint), to_parent, humanoid: place.humanoid, segment: None })
    }

    pub(super) fn add(
        &mut self,
        id: NodeId,
        node: &SceneNode,
        transform: &NodeTransform,
        place: NodePlace,
        kind: JointKind,
        report: &mut SceneReport<'_>,
    ) -> Result<u16, HanimStop> {
        // If the parent's frame is only shifted, the offset includes the shift.
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
        let around = place.parent.map(|parent| self.world.at(usize::from(parent)));
        self.world.push(around.unwrap_or_default() * place.to_parent * transform.frame());
        self.needs_scaling |= !shifted || transform.scale != DVec3::ONE;
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

    /// Adds a humanoid, as a joint if it moves. Returns the place inside it.
    fn add_humanoid(
        &mut self,
        id: NodeId,
        node: &SceneNode,
        place: NodePlace,
        is_moved: bool,
        report: &mut SceneReport<'_>,
    ) -> Result<NodePlace, HanimStop> {
        self.humanoids.push(id);
        let (place, first_joint) = (NodePlace { humanoid: Some(id), ..place }, self.joints.len());
        // The joints of the previous humanoid end here.
        if let Some(last) = self.placed_humanoids.last_mut() {
            last.end_joint = last.end_joint.min(first_joint);
        }
        let inside = if is_moved {
            self.add_joint(id, node, place, JointKind::Frame, report)?
        } else {
            place.inside(&NodeTransform::read(self.tree, node, report))
        };
        if self.place_budget.take(1, size_of::<PlacedHumanoid>()) {
            let placed = PlacedHumanoid { node: id, inside, first_joint, end_joint: usize::MAX };
            push(&mut self.placed_humanoids, placed).map_err(|_| out_of_memory(node))?;
        } else {
            let message = format_args!("too many humanoids; the skins of some are not shown");
            report.warn_once("hanim.skin-weights", node.place(), message);
        }
        Ok(inside)
    }

    /// Adds a Shape. A Shape on no joint is not part of a figure.
    fn add_shape(&mut self, id: NodeId, node: &SceneNode, place: NodePlace, report: &mut SceneReport<'_>) {
        if place.parent.is_none() {
            return;
        }
        let has_room = self.place_budget.take(1, size_of::<PlacedShape>());
        if !has_room || push(&mut self.shapes, PlacedShape { node: id, place }).is_err() {
            let message = format_args!("too many shapes; this one and those after it are left out");
            report.warn_once("hanim.too-many-triangles", node.place(), message);
        }
    }

    /// Adds a site. Returns the place inside it: nodes in a site move with it.
    fn add_site(&mut self, step: &WalkStep<'_>, report: &mut SceneReport<'_>) -> NodePlace {
        let transform = NodeTransform::read(self.tree, step.node, report);
        let site = PlacedSite::new(self.tree, step, &transform);
        self.first_sites.change(step.id.index(), |first| *first = (*first).min(site.order));
        // The limit of joints includes sites, so no more are ever shown. `finish` warns of the others.
        if self.sites.len() < self.limits.joints && !self.is_repeated(&site) {
            // If memory runs out, the site is not shown.
            push(&mut self.sites, site).ok();
        }
        step.place.inside(&transform)
    }

    /// Whether a site on no joint only repeats an earlier one, as a `USE` in the humanoid's `viewpoints` does.
    pub(super) fn is_repeated(&self, site: &PlacedSite) -> bool {
        site.place.parent.is_none() && self.first_sites.get(site.node.index()).is_some_and(|first| *first < site.order)
    }

    /// Adds a displacer. A displacer on no joint is not part of a figure.
    fn add_displacer(&mut self, id: NodeId, node: &SceneNode, place: NodePlace, report: &mut SceneReport<'_>) {
        let (Some(joint), Ok(weight)) = (place.parent, u16::try_from(self.weights.len())) else { return };
        let NodePlace { humanoid, segment, .. } = place;
        self.displacers.push(PlacedDisplacer { node: id, joint, humanoid, segment, weight });
        self.weights.push(self.tree.scalar(node, "weight", 0.0, report) as f32);
    }

    fn add_segment(&mut self, id: NodeId, node: &SceneNode, place: NodePlace, report: &mut SceneReport<'_>) {
        // Segments are only listed for people, and no figure needs more of them than joints.
        if let Some(joint) = place.parent.filter(|_| self.segments.len() < self.limits.joints) {
            push(&mut self.segments, (id, joint)).ok();
        }
        self.add_mass(id, node, place, report);
    }

    /// Adds the mass of a segment (usually in kilograms), with its centre in the joint's frame.
    fn add_mass(&mut self, id: NodeId, node: &SceneNode, place: NodePlace, report: &mut SceneReport<'_>) {
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

    /// The node's `name`, or its DEF if that is empty; cut to the limits.
    fn name(&mut self, node: &SceneNode, report: &mut SceneReport<'_>) -> String {
        let mut name = self.tree.string(node, "name");
        if name.trim().is_empty() {
            name = Cow::Borrowed(self.tree.def(node));
        }
        let most = self.limits.name_bytes;
        let mut length = name.len();
        if length > most {
            warning!(report.warn => "hanim.name-cut", node.place(), "a name of more than {most} bytes was cut");
            length = start_of(&name, most).len();
        }
        if !self.name_budget.take(1, length) {
            let message = format_args!("names are too long in all; joints from here on have none");
            report.warn_once("hanim.name-cut", node.place(), message);
            length = 0;
        }
        name.get(..length).unwrap_or_default().to_owned()
    }
}

fn out_of_memory(node: &SceneNode) -> HanimStop {
    HanimStop::limit("hanim.out-of-memory", node.place(), "there is no memory left for the figure")
}

pub(super) fn refused(error: BuildError, place: usize) -> HanimStop {
    match error {
        BuildError::TooManyJoints => HanimStop::limit("hanim.too-many-joints", place, "the figure has too many joints"),
        BuildError::TooDeep => HanimStop::limit("hanim.too-deep", place, "joints are nested too deep"),
        error => HanimStop { kind: ErrorKind::Inconsistent, code: "hanim.figure", message: error.to_string(), place },
    }
}
