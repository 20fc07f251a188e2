//! Joints, sites and what lies between, as nodes.

use std::fmt::Write;

use glam::{DAffine3, DMat3, DQuat, DVec3};

use super::placing::Placed;
use super::skin::Surface;
use super::xml::{Defs, escaped};
use super::{SegmentOptions, X3dOptions};
use crate::model::{Clip, Format, JointKind, Skeleton};
use crate::write::WriteError;
use crate::write::figure::{FullPose, RigidPose, Sampling, Tree, name_of, reach, wide};
use crate::write::names::names;
use crate::write::number::{self, Decimals};

/// Decimals of axes and of angles in radians.
const ROTATION_DECIMALS: usize = 8;

/// A figure ready to be written.
pub(super) struct Scene<'a> {
    pub(super) clip: &'a Clip,
    pub(super) options: &'a X3dOptions,
    pub(super) skeleton: &'a Skeleton,
    /// One a joint.
    pub(super) nodes: Vec<SceneNode>,
    pub(super) decimals: Decimals,
    /// What moves in any behaviour.
    pub(super) moved: Moved,
    /// Names of the nodes of behaviours, by their indices.
    pub(super) behaviours: Vec<String>,
    pub(super) surface: Surface,
    tree: Tree,
    /// Where the whole humanoid is.
    humanoid: Option<Placed>,
    /// The name and the `DEF` of each joint's segment; both empty without one.
    segments: Vec<(String, String)>,
}

/// What a joint becomes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NodeKind {
    Joint,
    Site,
    /// Carries joints and is none.
    Transform,
}

/// A joint as a node.
#[derive(Debug, Clone)]
pub(super) struct SceneNode {
    pub(super) kind: NodeKind,
    pub(super) name: String,
    pub(super) def: String,
    /// `center`: the figure's space, or that of the Transform around it.
    pub(super) center: DVec3,
    /// What is added to the local translation to give the node's.
    pub(super) base: DVec3,
    /// A Transform around it.
    around: Option<Placed>,
}

/// What differs from the rest pose in any frame of any behaviour: lists of joints; of weights, their own indices.
#[derive(Debug, Default)]
pub(super) struct Moved {
    pub(super) translations: Vec<bool>,
    pub(super) rotations: Vec<bool>,
    pub(super) scales: Vec<bool>,
    pub(super) weights: Vec<bool>,
}

impl Moved {
    /// Less is no movement: a part of the figure's size, or of 1.
    const STILL: f64 = 1e-9;

    fn new(clip: &Clip, rest: &FullPose, size: f64) -> Self {
        let count = clip.skeleton.len();
        let mut moved = Self {
            translations: vec![false; count],
            rotations: vec![false; count],
            scales: vec![false; count],
            weights: vec![false; rest.weights.len()],
        };
        for behaviour in &clip.behaviours {
            let mut pose = rest.clone();
            for frame in 0..behaviour.motion.frame_count() {
                pose.sample(&behaviour.motion, Sampling::Frames, frame);
                let far = |a: &DVec3, b: &DVec3, size: f64| a.distance(*b) > Self::STILL * size;
                mark(&mut moved.translations, &pose.translations, &rest.translations, |a, b| far(a, b, size));
                mark(&mut moved.scales, &pose.scales, &rest.scales, |a, b| far(a, b, 1.0));
                let turned = |a: &DQuat, b: &DQuat| (a.conjugate() * *b).xyz().length() > Self::STILL;
                mark(&mut moved.rotations, &pose.rotations, &rest.rotations, turned);
                mark(&mut moved.weights, &pose.weights, &rest.weights, |a, b| a != b);
            }
        }
        moved
    }

    /// Forgets weights that nothing is written for. Where nothing is left, but a behaviour lasts, the first joint stands for
    /// what moves, so that the behaviour is written.
    fn settle(&mut self, clip: &Clip, nodes: &[SceneNode], surface: &Surface) {
        for (weight, moves) in self.weights.iter_mut().enumerate() {
            *moves &= surface.displacers(weight).next().is_some();
        }
        let lasts = clip.behaviours.iter().any(|behaviour| behaviour.motion.duration() > 0.0);
        let first = nodes.iter().position(|node| node.kind == NodeKind::Joint);
        if let Some(slot) = first.filter(|_| lasts && !self.any()).and_then(|first| self.rotations.get_mut(first)) {
            *slot = true;
        }
    }

    /// Whether anything moves.
    pub(super) fn any(&self) -> bool {
        [&self.translations, &self.rotations, &self.scales, &self.weights].into_iter().flatten().any(|moves| *moves)
    }
}

fn mark<T>(moved: &mut [bool], now: &[T], rest: &[T], differs: impl Fn(&T, &T) -> bool) {
    for (moved, (now, rest)) in moved.iter_mut().zip(now.iter().zip(rest)) {
        *moved |= differs(now, rest);
    }
}

impl<'a> Scene<'a> {
    pub(super) fn new(clip: &'a Clip, options: &'a X3dOptions) -> Result<Self, WriteError> {
        let skeleton = &*clip.skeleton;
        let rest = FullPose::rest(skeleton);
        let size = reach(skeleton, &RigidPose { translations: rest.translations.clone(), rotations: Vec::new() });
        let mut defs = Defs::default();
        let behaviours = clip.behaviours.iter().map(|behaviour| defs.give(&behaviour.name)).collect();
        let tree = Tree::new(skeleton, true);
        let humanoid = common_frame(skeleton, &tree);
        let (humanoid, within) = match humanoid.as_ref().map(Placed::of) {
            Some(Some(placed)) => (Some(placed), humanoid),
            _ => (None, None),
        };
        let nodes = nodes(skeleton, &rest, within.is_some(), &mut defs)?;
        let surface = match clip.skin.as_deref().filter(|_| options.skin) {
            Some(skin) => Surface::new(skin, skeleton, &nodes, within, &mut defs)?,
            None => Surface::default(),
        };
        let mut moved = Moved::new(clip, &rest, size);
        moved.settle(clip, &nodes, &surface);
        let mut scene = Self {
            clip,
            options,
            skeleton,
            decimals: Decimals::new(options.length_decimals, options.rotation_decimals, size),
            moved,
            behaviours,
            segments: vec![<(String, String)>::default(); skeleton.len()],
            nodes,
            surface,
            tree,
            humanoid,
        };
        for joint in 0..skeleton.len() {
            let name = scene.segment_name(joint);
            if let (Some(name), Some(slot)) = (name, scene.segments.get_mut(joint)) {
                *slot = (defs.give(&format!("hanim_{name}")), name);
            }
        }
        Ok(scene)
    }

    /// What the options say of the segment of a joint.
    fn segment_options(&self, joint: usize) -> Option<&'a SegmentOptions> {
        self.options.segments.iter().find(|segment| usize::from(segment.joint) == joint)
    }

    /// The name of a joint's segment, where it has one: because the options say so, or because something is in it.
    fn segment_name(&self, joint: usize) -> Option<String> {
        let node = self.nodes.get(joint).filter(|node| node.kind == NodeKind::Joint)?;
        match self.segment_options(joint) {
            Some(own) => Some(own.name.clone()),
            None => {
                let has_sites = self.sites(joint).next().is_some();
                (has_sites || self.surface.has_shapes(joint)).then(|| format!("{}_segment", node.name))
            }
        }
    }

    fn sites(&self, joint: usize) -> impl Iterator<Item = usize> {
        let children = self.tree.children(joint).iter().copied();
        children.filter(|child| self.nodes.get(*child).is_some_and(|node| node.kind == NodeKind::Site))
    }

    /// The humanoid with all it holds.
    pub(super) fn write(&self, out: &mut String) -> Result<(), WriteError> {
        let name = escaped(self.options.name.as_deref().unwrap_or(&self.clip.name));
        // Writing to a String cannot fail.
        let _ = write!(out, "    <HAnimHumanoid DEF='hanim_humanoid' name='{name}' version='2.0'");
        if let Some(level) = self.options.level {
            let _ = write!(out, " loa='{level}'");
        }
        out.push_str(" skeletalConfiguration='BASIC'");
        if let Some(placed) = &self.humanoid {
            self.placing(out, placed);
        }
        self.surface.write_bindings(self, out);
        out.push_str(">\n");
        let rest = FullPose::rest(self.skeleton);
        let mut ahead: Vec<Work> = self.tree.roots.iter().rev().map(|root| Work::Open(*root, 0)).collect();
        while let Some(work) = ahead.pop() {
            match work {
                Work::Open(joint, depth) => self.open(joint, depth, &rest, out, &mut ahead),
                Work::Close(tag, depth) => {
                    let _ = writeln!(out, "{}</{tag}>", indent(depth));
                }
            }
        }
        self.lists(out);
        self.surface.write_skin(self, out);
        self.write_rows(out)?;
        out.push_str("    </HAnimHumanoid>\n");
        Ok(())
    }

    /// A joint up to what hangs on it.
    fn open(&self, joint: usize, mut depth: usize, rest: &FullPose, out: &mut String, ahead: &mut Vec<Work>) {
        let Some(node) = self.nodes.get(joint).filter(|node| node.kind != NodeKind::Site) else { return };
        let mut slot = if depth == 0 { " containerField='skeleton'" } else { "" };
        if let Some(around) = &node.around {
            let _ = write!(out, "{}<Transform{slot}", indent(depth));
            self.placing(out, around);
            out.push_str(">\n");
            ahead.push(Work::Close("Transform", depth));
            (depth, slot) = (depth + 1, "");
        }
        let tag = if node.kind == NodeKind::Joint { "HAnimJoint" } else { "Transform" };
        let _ = write!(out, "{}<{tag}{slot} DEF='{}'", indent(depth), node.def);
        if node.kind == NodeKind::Joint {
            let _ = write!(out, " name='{}'", escaped(&node.name));
        }
        if node.center != DVec3::ZERO || node.kind == NodeKind::Joint {
            self.vector_field(out, "center", node.center);
        }
        self.rest_fields(out, joint, rest);
        self.surface.write_weights(joint, out);
        out.push_str(">\n");
        self.surface.write_displacers(self, (joint, false), &indent(depth + 1), out);
        self.segment(joint, depth + 1, rest, out);
        ahead.push(Work::Close(tag, depth));
        ahead.extend(self.tree.children(joint).iter().rev().map(|child| Work::Open(*child, depth + 1)));
    }

    /// The segment of a joint with its sites and shapes. A Transform has them without a segment.
    fn segment(&self, joint: usize, depth: usize, rest: &FullPose, out: &mut String) {
        let segment = self.segments.get(joint).filter(|(def, _)| !def.is_empty());
        let inner = depth + usize::from(segment.is_some());
        if let Some((def, name)) = segment {
            let _ = writeln!(out, "{}<HAnimSegment DEF='{def}' name='{}'>", indent(depth), escaped(name));
        }
        for site in self.sites(joint) {
            self.site(site, inner, rest, out);
        }
        self.surface.write_displacers(self, (joint, true), &indent(inner), out);
        self.surface.write_shapes(self, joint, &indent(inner), out);
        if let Some(own) = self.segment_options(joint) {
            for line in own.content.lines() {
                let _ = writeln!(out, "{}{line}", indent(inner));
            }
        }
        if segment.is_some() {
            let _ = writeln!(out, "{}</HAnimSegment>", indent(depth));
        }
    }

    fn site(&self, site: usize, depth: usize, rest: &FullPose, out: &mut String) {
        let Some(node) = self.nodes.get(site) else { return };
        out.push_str(&indent(depth));
        if let Some(around) = &node.around {
            out.push_str("<Transform");
            self.placing(out, around);
            out.push('>');
        }
        let _ = write!(out, "<HAnimSite DEF='{}' name='{}'", node.def, escaped(&node.name));
        self.vector_field(out, "translation", rest.translations.get(site).copied().unwrap_or_default() + node.base);
        self.rest_turns(out, site, rest);
        out.push_str(if node.around.is_some() { "/></Transform>\n" } else { "/>\n" });
    }

    /// Translation, rotation and scale of a joint at rest, as far as they are not the defaults.
    fn rest_fields(&self, out: &mut String, joint: usize, rest: &FullPose) {
        let translation = rest.translations.get(joint).zip(self.nodes.get(joint)).map(|(at, node)| *at + node.base);
        if let Some(translation) = translation.filter(|at| *at != DVec3::ZERO) {
            self.vector_field(out, "translation", translation);
        }
        self.rest_turns(out, joint, rest);
    }

    fn rest_turns(&self, out: &mut String, joint: usize, rest: &FullPose) {
        if let Some(rotation) = rest.rotations.get(joint).filter(|rotation| **rotation != DQuat::IDENTITY) {
            self.rotation_field(out, "rotation", *rotation);
        }
        if let Some(scale) = rest.scales.get(joint).filter(|scale| **scale != DVec3::ONE) {
            self.vector_field(out, "scale", *scale);
        }
        let axes = self.skeleton.scaling().and_then(|scaling| scaling.axes.get(joint));
        if let Some(axes) = axes.filter(|axes| **axes != glam::Quat::IDENTITY) {
            self.rotation_field(out, "scaleOrientation", axes.as_dquat().normalize());
        }
    }

    /// The fields of a transform, as far as they are not the defaults.
    fn placing(&self, out: &mut String, placed: &Placed) {
        if placed.translation != DVec3::ZERO {
            self.vector_field(out, "translation", placed.translation);
        }
        if placed.rotation != DQuat::IDENTITY {
            self.rotation_field(out, "rotation", placed.rotation);
        }
        if placed.scale != DVec3::ONE {
            let [x, y, z] = placed.scale.to_array();
            let _ = write!(out, " scale='{x} {y} {z}'");
        }
        if placed.axes != DQuat::IDENTITY {
            self.rotation_field(out, "scaleOrientation", placed.axes);
        }
    }

    fn vector_field(&self, out: &mut String, name: &str, vector: DVec3) {
        let _ = write!(out, " {name}='");
        self.decimals.vector(out, vector);
        out.push('\'');
    }

    fn rotation_field(&self, out: &mut String, name: &str, rotation: DQuat) {
        let _ = write!(out, " {name}='");
        self.rotation(out, rotation);
        out.push('\'');
    }

    /// Axis and angle.
    pub(super) fn rotation(&self, out: &mut String, rotation: DQuat) {
        // The shorter way round.
        let rotation = if rotation.w < 0.0 { -rotation } else { rotation };
        let (sine, axis) = (rotation.xyz().length(), rotation.xyz().try_normalize());
        let angle = if axis.is_some() { 2.0 * sine.atan2(rotation.w) } else { 0.0 };
        let decimals = self.options.rotation_decimals.unwrap_or(ROTATION_DECIMALS);
        for value in axis.unwrap_or(DVec3::Z).to_array() {
            number::push(out, value, decimals);
            out.push(' ');
        }
        number::push(out, angle, decimals);
    }

    /// The humanoid's lists of what it consists of.
    fn lists(&self, out: &mut String) {
        let of = |kind: NodeKind| self.nodes.iter().filter(move |node| node.kind == kind).map(|node| node.def.as_str());
        let mut list = |node: &str, slot: &str, defs: &mut dyn Iterator<Item = &str>| {
            for def in defs {
                let _ = writeln!(out, "      <HAnim{node} USE='{def}' containerField='{slot}'/>");
            }
        };
        list("Joint", "joints", &mut of(NodeKind::Joint));
        let segments = self.segments.iter().map(|(def, _)| def.as_str());
        list("Segment", "segments", &mut segments.filter(|def| !def.is_empty()));
        list("Site", "sites", &mut of(NodeKind::Site));
    }
}

enum Work {
    /// A joint and its depth.
    Open(usize, usize),
    /// A tag and its depth.
    Close(&'static str, usize),
}

/// Blanks before a node inside the humanoid.
fn indent(depth: usize) -> String {
    " ".repeat(6 + 2 * depth)
}

fn frame(skeleton: &Skeleton, joint: usize) -> DAffine3 {
    skeleton.scaling().and_then(|scaling| scaling.frames.get(joint)).map_or(DAffine3::IDENTITY, wide)
}

/// What lies between the world and every root, where it is the same for all and turns or scales.
fn common_frame(skeleton: &Skeleton, tree: &Tree) -> Option<DAffine3> {
    let first = frame(skeleton, *tree.roots.first()?);
    let common = tree.roots.iter().all(|root| frame(skeleton, *root) == first);
    (common && first.matrix3 != DMat3::IDENTITY).then_some(first)
}

/// Every joint as a node. `placed`: the humanoid has what lies between the world and the roots.
fn nodes(skeleton: &Skeleton, rest: &FullPose, placed: bool, defs: &mut Defs) -> Result<Vec<SceneNode>, WriteError> {
    let kinds = node_kinds(skeleton);
    let mut nodes: Vec<SceneNode> = Vec::with_capacity(skeleton.len());
    for ((joint, name), kind) in names(skeleton, Format::Hanim).into_iter().enumerate().zip(kinds) {
        let parent = skeleton.parent(joint);
        let within = parent.and_then(|parent| nodes.get(parent)).map_or(DVec3::ZERO, |parent| parent.center);
        let frame = if placed && parent.is_none() { DAffine3::IDENTITY } else { frame(skeleton, joint) };
        let offset = rest.translations.get(joint).copied().unwrap_or_default();
        let shifted = frame.matrix3 == DMat3::IDENTITY;
        let around = DAffine3::from_translation(within) * frame;
        let place = if shifted { around.translation } else { DVec3::ZERO };
        let around = match Placed::of(&around) {
            _ if shifted => None,
            Some(placed) => Some(placed),
            None => {
                return Err(WriteError::Scale { format: Format::Hanim, joint: name_of(skeleton, joint) });
            }
        };
        let (center, base) = if kind == NodeKind::Site { (DVec3::ZERO, place) } else { (place + offset, -offset) };
        let end = if kind == NodeKind::Site { "_pt" } else { "" };
        let def = defs.give(&format!("hanim_{name}{end}"));
        nodes.push(SceneNode { kind, name, def, center, base, around });
    }
    Ok(nodes)
}

/// What each joint becomes: points on a joint are sites, and what is no joint is a Transform, unless there would be no
/// joint at all.
fn node_kinds(skeleton: &Skeleton) -> Vec<NodeKind> {
    let mut carries = vec![false; skeleton.len()];
    for parent in (0..skeleton.len()).filter_map(|joint| skeleton.parent(joint)) {
        carries[parent] = true;
    }
    let is_joint = |joint: usize| match skeleton.kinds().get(joint) {
        Some(JointKind::Frame) | None => false,
        Some(kind) => !kind.is_point() || carries.get(joint) == Some(&true),
    };
    let has_joints = (0..skeleton.len()).any(is_joint);
    let mut on_joint: Vec<bool> = Vec::with_capacity(skeleton.len());
    let mut kinds = Vec::with_capacity(skeleton.len());
    for joint in 0..skeleton.len() {
        let above = skeleton.parent(joint).and_then(|parent| on_joint.get(parent)).copied().unwrap_or(false);
        let kind = match skeleton.kinds().get(joint) {
            _ if is_joint(joint) || !has_joints => NodeKind::Joint,
            Some(JointKind::Frame) => NodeKind::Transform,
            _ if above => NodeKind::Site,
            _ => NodeKind::Joint,
        };
        on_joint.push(above || kind == NodeKind::Joint);
        kinds.push(kind);
    }
    kinds
}
