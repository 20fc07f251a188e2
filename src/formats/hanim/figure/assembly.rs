//! From the scene's nodes to a skeleton: joints, what lies between them, and sites.
//!
//! Joints are taken from where they stand in the scene, under whatever nodes; the flat lists of Humanoid (`joints`,
//! `segments`, `sites`) repeat them and are not walked. A joint's frame is put at its centre, see
//! [`crate::model::Scaling`].

use std::collections::BTreeSet;

use glam::{Affine3A, DAffine3, DMat3, DVec3};

use super::sites::{self, Site};
use super::transform::Placing;
use super::walk::{Step, Walk};
use crate::error::{ErrorKind, Limits};
use crate::formats::hanim::report::{Report, Stop};
use crate::formats::hanim::scene::kinds::Kind;
use crate::formats::hanim::scene::tree::{Node, NodeId, Tree};
use crate::formats::hanim::sorting::{sort_and_thin, sort_by_key};
use crate::formats::hanim::surface::assembly::Surface;
use crate::formats::hanim::surface::skin;
use crate::model::{BuildError, JointKind, Mass, Scaling, Skeleton, SkeletonBuilder, SkinParts, is_placeable};

/// A joint of the skeleton and the node it came from.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Entry {
    pub(crate) node: NodeId,
    pub(crate) placing: Placing,
    /// What is added to the node's translation to give the joint's offset.
    pub(crate) base: DVec3,
    /// The humanoid around it.
    pub(crate) humanoid: Option<NodeId>,
    /// The segment around it, for sites.
    pub(crate) segment: Option<NodeId>,
    pub(crate) kind: JointKind,
}

/// All figures of a scene as one skeleton.
#[derive(Debug)]
pub(crate) struct Figure {
    pub(crate) skeleton: Skeleton,
    /// Parallel to the skeleton's joints.
    pub(crate) entries: Vec<Entry>,
    /// Humanoids in the order of the file.
    pub(crate) humanoids: Vec<NodeId>,
    /// Of the segments, where every one has a mass; else empty.
    pub(crate) masses: Vec<Mass>,
    /// The shapes on its joints, and its skin.
    pub(crate) surface: Option<SkinParts>,
    /// What displaces points, by its weight.
    pub(crate) displaced: Vec<Displaced>,
    /// Nodes and what they became (several times where a node is used several times), by node.
    became: Vec<(NodeId, u16)>,
}

impl Figure {
    /// The joints that a node became; of a displacer, the weights.
    pub(crate) fn became(&self, node: NodeId) -> impl Iterator<Item = u16> {
        let first = self.became.partition_point(|(known, _)| *known < node);
        let list = self.became.get(first..).unwrap_or_default();
        list.iter().take_while(move |(known, _)| *known == node).map(|(_, index)| *index)
    }
}

/// A displacer as it stands in the scene: several times where it is used several times.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Displaced {
    /// The HAnimDisplacer.
    pub(crate) node: NodeId,
    pub(crate) joint: u16,
    pub(crate) humanoid: Option<NodeId>,
    /// `None`: it is the joint's, and its points are the skin's.
    pub(crate) segment: Option<NodeId>,
    /// Which of the skeleton's weights is its strength.
    pub(crate) weight: u16,
}

/// A humanoid as it stands in the scene: several times where it is used several times.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Body {
    pub(crate) node: NodeId,
    /// Its inside.
    pub(crate) spot: Spot,
    /// How many joints were met before it.
    pub(crate) first: usize,
}

/// What moves, as far as it decides the skeleton's shape.
#[derive(Debug, Default)]
pub(crate) struct Moved {
    /// By node: whether a route moves it.
    pub(crate) nodes: Vec<bool>,
    /// Whether a motion changes scales.
    pub(crate) scales: bool,
}

/// Where in the scene a node stands.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Spot {
    /// The joint above.
    pub(crate) parent: Option<u16>,
    /// From the space of the node to the frame of the joint above, which is at that joint's centre.
    pub(crate) to_parent: DAffine3,
    pub(crate) humanoid: Option<NodeId>,
    /// The segment around, if it is nearer than the joint.
    pub(crate) segment: Option<NodeId>,
}

impl Spot {
    pub(crate) const SCENE: Self = Self { parent: None, to_parent: DAffine3::IDENTITY, humanoid: None, segment: None };

    /// Tells nodes that stand at the same place from all others.
    fn key(&self, node: NodeId) -> PlaceKey {
        // Adding 0 makes -0 and 0 the same bits.
        let bits = self.to_parent.to_cols_array().map(|number| (number + 0.0).to_bits());
        (node, self.parent, self.humanoid, bits)
    }

    /// The space inside a node that stands here.
    fn inside(self, placing: &Placing) -> Self {
        Self { to_parent: self.to_parent * placing.matrix(), ..self }
    }
}

/// A node, the joint above it, the humanoid around it, and the bits of the matrix of [`Spot::to_parent`].
type PlaceKey = (NodeId, Option<u16>, Option<NodeId>, [u64; 12]);

/// A skeleton on its way.
struct Assembly<'a> {
    tree: &'a Tree,
    builder: SkeletonBuilder,
    entries: Vec<Entry>,
    scaling: Scaling,
    /// Whether `scaling` says anything.
    scaled: bool,
    sites: Vec<Site>,
    humanoids: Vec<NodeId>,
    masses: Vec<Mass>,
    /// Whether a segment has no mass, so that the others' tell nothing about the whole.
    massless: bool,
    surface: Surface,
    bodies: Vec<Body>,
    /// Joints and humanoids that were met, each with its place.
    met: BTreeSet<PlaceKey>,
    displaced: Vec<Displaced>,
    /// Their weights at rest.
    weights: Vec<f32>,
    limits: &'a Limits,
}

/// Reads all figures of the scene. Joints that the limits refuse end it.
pub(crate) fn read(tree: &Tree, moved: &Moved, limits: &Limits, report: &mut Report<'_>) -> Result<Figure, Stop> {
    let mut assembly = Assembly {
        tree,
        builder: SkeletonBuilder::new(limits),
        entries: Vec::new(),
        scaling: Scaling::default(),
        scaled: moved.scales,
        sites: Vec::new(),
        humanoids: Vec::new(),
        masses: Vec::new(),
        massless: false,
        surface: Surface::default(),
        bodies: Vec::new(),
        met: BTreeSet::new(),
        displaced: Vec::new(),
        weights: Vec::new(),
        limits,
    };
    let mut walk = Walk::new(tree);
    while let Some(Step { id, node, spot, place }) = walk.next(report) {
        let is_moved = moved.nodes.get(id.0 as usize).copied().unwrap_or(false);
        let is_body = matches!(node.kind, Kind::Joint | Kind::Humanoid) || (node.kind == Kind::Transform && is_moved);
        if is_body && !assembly.met.insert(spot.key(id)) {
            report.warn(
                "hanim.joint-again",
                place,
                format_args!("`{}` stands at this place already; counted once", node.def),
            );
            continue;
        }
        let inside = match node.kind {
            Kind::Joint => assembly.joint(id, node, spot, JointKind::Joint, report)?,
            Kind::Humanoid => {
                assembly.humanoids.push(id);
                let (spot, first) = (Spot { humanoid: Some(id), ..spot }, assembly.entries.len());
                let inside = if is_moved {
                    assembly.joint(id, node, spot, JointKind::Frame, report)?
                } else {
                    spot.inside(&Placing::read(tree, node, report))
                };
                assembly.bodies.push(Body { node: id, spot: inside, first });
                inside
            }
            Kind::Segment => {
                assembly.weigh(node, spot, report);
                Spot { segment: Some(id), ..spot }
            }
            Kind::Transform if is_moved => assembly.joint(id, node, spot, JointKind::Frame, report)?,
            Kind::Transform => spot.inside(&Placing::read(tree, node, report)),
            Kind::Displacer => {
                assembly.displace(id, node, spot, report);
                continue;
            }
            Kind::Shape => {
                assembly.surface.add(id, spot);
                continue;
            }
            Kind::Site => {
                let placing = Placing::read(tree, node, report);
                assembly.sites.extend(Site::new(tree, id, node, &placing, spot));
                // What hangs on a site rides along.
                spot.inside(&placing)
            }
            _ => spot,
        };
        walk.enter(id, node, inside, report);
    }
    assembly.finish(report)
}

impl Assembly<'_> {
    /// Adds a node as a joint; the space inside it.
    fn joint(
        &mut self,
        id: NodeId,
        node: &Node,
        spot: Spot,
        kind: JointKind,
        report: &mut Report<'_>,
    ) -> Result<Spot, Stop> {
        let placing = Placing::read(self.tree, node, report);
        let joint = self.add(id, node, &placing, spot, kind, report)?;
        let to_parent = DAffine3::from_translation(-placing.center);
        Ok(Spot { parent: Some(joint), to_parent, humanoid: spot.humanoid, segment: None })
    }

    fn add(
        &mut self,
        id: NodeId,
        node: &Node,
        placing: &Placing,
        spot: Spot,
        kind: JointKind,
        report: &mut Report<'_>,
    ) -> Result<u16, Stop> {
        // Where nothing but a shift lies between, the offset holds it.
        let shifted = spot.to_parent.matrix3 == DMat3::IDENTITY;
        let (base, frame) = if shifted {
            (placing.center + spot.to_parent.translation, Affine3A::IDENTITY)
        } else {
            (placing.center, spot.to_parent.as_affine3a())
        };
        let (offset, turn) = ((placing.translation + base).as_vec3(), placing.rotation.as_quat());
        let name = self.name(node, report);
        let joint =
            self.builder.add(&name, spot.parent, kind, offset, turn).map_err(|error| refused(error, node.place))?;
        self.scaled |= !shifted || placing.scale != DVec3::ONE;
        self.scaling.frames.push(frame);
        self.scaling.axes.push(placing.axes.as_quat());
        self.scaling.rest_scales.push(placing.scale.as_vec3());
        self.entries.push(Entry {
            node: id,
            placing: *placing,
            base,
            humanoid: spot.humanoid,
            segment: spot.segment,
            kind,
        });
        Ok(joint)
    }

    /// WarningLog a displacer. One on no joint displaces no figure.
    fn displace(&mut self, id: NodeId, node: &Node, spot: Spot, report: &mut Report<'_>) {
        let (Some(joint), Ok(weight)) = (spot.parent, u16::try_from(self.weights.len())) else { return };
        let Spot { humanoid, segment, .. } = spot;
        self.displaced.push(Displaced { node: id, joint, humanoid, segment, weight });
        self.weights.push(self.tree.scalar(node, "weight", 0.0, report) as f32);
    }

    /// Gives the skeleton the weights of the displacers, or none of them where there are too many.
    fn set_weights(&mut self, report: &mut Report<'_>) {
        if self.builder.set_weights(std::mem::take(&mut self.weights)).is_err() {
            let first = self.displaced.first().and_then(|first| self.tree.nodes.get(first.node.0 as usize));
            let count = self.displaced.len();
            report.warn(
                "hanim.displacers",
                first.map_or(0, |node| node.place),
                format_args!("{count} displacers or more are too many beside so many joints; all are left out"),
            );
            self.displaced.clear();
        }
    }

    /// WarningLog a segment's mass, in kilograms as a rule, and where its centre is in the joint's frame.
    fn weigh(&mut self, node: &Node, spot: Spot, report: &mut Report<'_>) {
        let mass = self.tree.scalar(node, "mass", 0.0, report) as f32;
        let centre = DVec3::from(self.tree.vector(node, "centerOfMass", [0.0; 3], report));
        let centre = spot.to_parent.transform_point3(centre).as_vec3();
        match spot.parent {
            Some(joint) if mass > 0.0 && is_placeable(centre) => self.masses.push(Mass { joint, mass, centre }),
            _ => self.massless = true,
        }
    }

    /// The node's `name`; its DEF where that is empty.
    fn name(&self, node: &Node, report: &mut Report<'_>) -> String {
        let mut name = self.tree.string(node, "name");
        if name.trim().is_empty() {
            name = node.def.to_string();
        }
        let most = self.limits.name_bytes;
        if name.len() > most {
            report.warn("hanim.name-cut", node.place, format_args!("a name of more than {most} bytes is cut"));
            name.truncate((0..=most).rev().find(|at| name.is_char_boundary(*at)).unwrap_or(0));
        }
        name
    }

    fn finish(mut self, report: &mut Report<'_>) -> Result<Figure, Stop> {
        if self.builder.is_empty() {
            self.stand_still(report)?;
        }
        let sites = std::mem::take(&mut self.sites);
        for (site, kind) in sites::kinds(sites, &self.entries, &self.builder) {
            let Some(node) = self.tree.nodes.get(site.node.0 as usize) else { continue };
            if let Err(stop) = self.add(site.node, node, &site.placing, site.spot, kind, report) {
                report.warn(
                    "hanim.sites",
                    stop.place,
                    format_args!("this site and those behind it are left out: {}", stop.message),
                );
                break;
            }
        }
        if self.scaled {
            self.builder.set_scaling(std::mem::take(&mut self.scaling)).map_err(|error| refused(error, 0))?;
        }
        self.set_weights(report);
        let joints = (0_u16..).zip(&self.entries).map(|(joint, entry)| (entry.node, joint));
        let weights = self.displaced.iter().map(|displaced| (displaced.node, displaced.weight));
        let mut became: Vec<(NodeId, u16)> = joints.chain(weights).collect();
        sort_by_key(&mut became, |pair| *pair);
        // A humanoid that is used twice was met twice.
        sort_and_thin(&mut self.humanoids);
        let skeleton = self.builder.finish().map_err(|error| refused(error, 0))?;
        let masses = if self.massless { Vec::new() } else { self.masses };
        let surface = self.surface.finish(self.tree, &self.entries, &self.bodies, &self.displaced, report);
        let Self { entries, humanoids, displaced, .. } = self;
        Ok(Figure { skeleton, entries, humanoids, masses, surface, displaced, became })
    }

    /// A humanoid without joints that has a skin all the same is shown as one joint.
    fn stand_still(&mut self, report: &mut Report<'_>) -> Result<(), Stop> {
        let mut left = skin::MOST_NODES;
        let dressed = |body: &&Body| !skin::shapes(self.tree, body.node, &mut left, report).is_empty();
        let Some(body) = self.bodies.iter().find(dressed).copied() else { return Err(self.nothing()) };
        let Some(node) = self.tree.nodes.get(body.node.0 as usize) else { return Err(self.nothing()) };
        report.warn("hanim.no-joints", node.place, format_args!("this humanoid has no joints: it stands still"));
        self.add(body.node, node, &Placing::IDENTITY, body.spot, JointKind::Joint, report).map(drop)
    }

    /// Why there is no figure.
    fn nothing(&self) -> Stop {
        let place = |kind: Kind| self.tree.own_nodes().find(|(_, node)| node.kind == kind).map(|(_, node)| node.place);
        let (place, message) = if let Some(place) = place(Kind::Humanoid) {
            (place, "this humanoid has no joints: nothing in it can move")
        } else if let Some(place) = place(Kind::Inline) {
            (place, "there is no humanoid in this file, but it names other files, which are not loaded; open those")
        } else {
            (0, "there is no humanoid in this scene: expected a HAnimHumanoid with HAnimJoints")
        };
        Stop { kind: ErrorKind::Unsupported, code: "hanim.no-joints", message: message.into(), place }
    }
}

fn refused(error: BuildError, place: usize) -> Stop {
    match error {
        BuildError::TooManyJoints => Stop::limit("hanim.too-many-joints", place, "the figure has too many joints"),
        BuildError::TooDeep => Stop::limit("hanim.too-deep", place, "joints are nested too deep"),
        error => Stop { kind: ErrorKind::Inconsistent, code: "hanim.figure", message: error.to_string(), place },
    }
}
