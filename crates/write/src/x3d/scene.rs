//! Writes the humanoid: joints, sites, segments and the Transforms between them.

use std::fmt::Write;

use glam::{DQuat, DVec3};

use super::element::{ElementKind, FigureElement, common_frame, nodes};
use super::moved::MovedParts;
use super::numbers::DistinctNumbers;
use super::skin::X3dSurface;
use super::xml::{Defs, escaped};
use super::{SegmentOptions, X3dOptions};
use crate::WriteError;
use crate::figure::{FullPose, RigidPose, WorldTree, reach};
use crate::number::Decimals;
use crate::placing::PlacedClip;
use crate::readable::{check_skeleton, deepest};
use marey::checked::Checked;
use marey::model::{Clip, Format, Skeleton};

/// A figure with everything that its nodes need.
pub(super) struct X3dScene<'a> {
    pub(super) clip: &'a Clip,
    pub(super) options: &'a X3dOptions,
    pub(super) skeleton: &'a Skeleton,
    /// One for each joint.
    pub(super) nodes: Vec<FigureElement>,
    pub(super) numbers: DistinctNumbers,
    pub(super) moved: MovedParts,
    /// The `DEF` of each behaviour.
    pub(super) behaviours: Vec<String>,
    pub(super) surface: X3dSurface,
    tree: WorldTree,
    /// The humanoid's `DEF`.
    def: String,
    /// The humanoid's transform.
    humanoid: Option<PlacedClip>,
    /// `DEF` and name of each joint's segment; both empty without a segment.
    segments: Vec<(String, String)>,
}

impl<'a> X3dScene<'a> {
    pub(super) fn new(clip: &'a Clip, options: &'a X3dOptions) -> Result<Self, WriteError> {
        let skeleton = &*clip.skeleton;
        let rest = FullPose::rest(skeleton);
        let size = reach(skeleton, &RigidPose { translations: rest.translations.clone(), rotations: Vec::new() });
        let mut defs = Defs::default();
        let behaviours = clip.behaviours.iter().map(|behaviour| defs.give(&behaviour.name)).collect();
        let name = options.name.as_deref().unwrap_or(&clip.name);
        let def = defs.give(&format!("hanim_{name}"));
        let tree = WorldTree::new(skeleton, true);
        let humanoid = common_frame(skeleton, &tree);
        let (humanoid, within) = match humanoid.as_ref().map(PlacedClip::of) {
            Some(Some(placed)) => (Some(placed), humanoid),
            _ => (None, None),
        };
        let nodes = nodes(skeleton, &rest, within.is_some(), &mut defs)?;
        let nests = |joint: usize| nodes.get(joint).is_some_and(|node| node.kind != ElementKind::Site);
        check_skeleton(Format::Hanim, nodes.len(), deepest(skeleton, &nests))?;
        let mut surface = match clip.skin.as_deref().filter(|_| options.skin) {
            Some(skin) => X3dSurface::new(skin, skeleton, &nodes, within, &mut defs)?,
            None => X3dSurface::default(),
        };
        if !options.normals {
            surface.drop_normals();
        }
        let mut moved = MovedParts::new(clip, &rest, size);
        moved.finish(clip, &nodes, &surface);
        let decimals = Decimals::new(options.length_decimals, options.rotation_decimals, size);
        let mut scene = Self {
            clip,
            options,
            skeleton,
            numbers: DistinctNumbers::new(decimals, options.rotation_decimals),
            moved,
            behaviours,
            segments: vec![<(String, String)>::default(); skeleton.len()],
            nodes,
            surface,
            tree,
            def,
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

    fn segment_options(&self, joint: usize) -> Option<&'a SegmentOptions> {
        self.options.segments.iter().find(|segment| usize::from(segment.joint) == joint)
    }

    /// The name of a joint's segment. `None` if the options name none and it would be empty.
    fn segment_name(&self, joint: usize) -> Option<String> {
        let node = self.nodes.get(joint).filter(|node| node.kind == ElementKind::Joint)?;
        match self.segment_options(joint) {
            Some(own) => Some(own.name.clone()),
            None => {
                let has_sites = self.sites(joint).next().is_some();
                let has_more = self.surface.has_shapes(joint) || self.viewpoints(Some(joint)).next().is_some();
                (has_sites || has_more).then(|| format!("{}_segment", node.name))
            }
        }
    }

    fn sites(&self, joint: usize) -> impl Iterator<Item = usize> {
        let children = self.tree.children(joint).iter().copied();
        children.filter(|child| self.nodes.get(*child).is_some_and(|node| node.kind == ElementKind::Site))
    }

    /// Writes the humanoid with its contents. `motions`: its HAnimMotions.
    pub(super) fn write(&self, motions: &str, out: &mut String) {
        let name = escaped(self.options.name.as_deref().unwrap_or(&self.clip.name));
        let _ = write!(out, "    <HAnimHumanoid DEF='{}' name='{name}' version='2.0'", self.def);
        if let Some(level) = self.options.level {
            let _ = write!(out, " loa='{level}'");
        }
        out.push_str(" skeletalConfiguration='BASIC'");
        if let Some(placed) = &self.humanoid {
            self.placing(out, placed);
        }
        self.surface.write_bindings(&self.nodes, &self.numbers, out);
        out.push_str(">\n");
        let rest = FullPose::rest(self.skeleton);
        let mut stack: Vec<SceneStep> = self.tree.roots.iter().rev().map(|root| SceneStep::Open(*root, 0)).collect();
        while let Some(step) = stack.pop() {
            match step {
                SceneStep::Open(joint, depth) => self.open(joint, depth, &rest, out, &mut stack),
                SceneStep::Close(tag, depth) => {
                    let _ = writeln!(out, "{}</{tag}>", indent(depth));
                }
            }
        }
        self.lists(out);
        self.surface.write_skin(&self.numbers, out);
        out.push_str(motions);
        out.push_str("    </HAnimHumanoid>\n");
    }

    /// Writes a joint up to its child joints, and puts these and the end tag on the stack.
    fn open(&self, joint: usize, mut depth: usize, rest: &FullPose, out: &mut String, stack: &mut Vec<SceneStep>) {
        let Some(node) = self.nodes.get(joint) else { return };
        if node.kind == ElementKind::Site {
            // A site without a joint.
            return self.site(joint, depth, rest, out);
        }
        let mut slot = if depth == 0 { " containerField='skeleton'" } else { "" };
        if let Some(around) = &node.around {
            let _ = write!(out, "{}<Transform{slot}", indent(depth));
            self.placing(out, around);
            out.push_str(">\n");
            stack.push(SceneStep::Close("Transform", depth));
            (depth, slot) = (depth + 1, "");
        }
        let tag = match node.kind {
            ElementKind::Joint => "HAnimJoint",
            ElementKind::Site | ElementKind::SiteGroup => "HAnimSite",
            ElementKind::Transform => "Transform",
        };
        let _ = write!(out, "{}<{tag}{slot} DEF='{}'", indent(depth), node.def);
        if node.kind != ElementKind::Transform {
            let _ = write!(out, " name='{}'", escaped(&node.name));
        }
        if node.center != DVec3::ZERO || node.kind == ElementKind::Joint {
            self.vector_field(out, "center", node.center);
        }
        self.rest_fields(out, joint, rest);
        self.surface.write_weights(joint, out);
        let start = out.len();
        self.surface.write_displacers((joint, false), &self.numbers, &indent(depth + 1), out);
        self.segment(joint, depth + 1, rest, out);
        let is_node = |child: &&usize| self.nodes.get(**child).is_some_and(|node| node.kind != ElementKind::Site);
        let below: Vec<usize> = self.tree.children(joint).iter().filter(is_node).copied().collect();
        if out.len() == start && below.is_empty() {
            out.push_str("/>\n");
            return;
        }
        out.insert_str(start, ">\n");
        stack.push(SceneStep::Close(tag, depth));
        stack.extend(below.iter().rev().map(|child| SceneStep::Open(*child, depth + 1)));
    }

    /// Writes a joint's sites, shapes and cameras, inside its segment if it has one. Transforms and site groups have none.
    fn segment(&self, joint: usize, depth: usize, rest: &FullPose, out: &mut String) {
        let segment = self.segments.get(joint).filter(|(def, _)| !def.is_empty());
        let inner = depth + usize::from(segment.is_some());
        if let Some((def, name)) = segment {
            let _ = writeln!(out, "{}<HAnimSegment DEF='{def}' name='{}'>", indent(depth), escaped(name));
        }
        for site in self.sites(joint) {
            self.site(site, inner, rest, out);
        }
        self.surface.write_displacers((joint, true), &self.numbers, &indent(inner), out);
        self.surface.write_shapes(joint, &self.numbers, &indent(inner), out);
        self.write_viewpoints(Some(joint), &indent(inner), out);
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
        self.vector_field(out, "translation", rest.translations.at(site) + node.base);
        self.rest_turns(out, site, rest);
        let start = out.len();
        self.surface.write_shapes(site, &self.numbers, &indent(depth + 1), out);
        self.write_viewpoints(Some(site), &indent(depth + 1), out);
        if out.len() == start {
            out.push_str("/>");
        } else {
            out.insert_str(start, ">\n");
            let _ = write!(out, "{}</HAnimSite>", indent(depth));
        }
        out.push_str(if node.around.is_some() { "</Transform>\n" } else { "\n" });
    }

    /// Writes translation, rotation and scale of a joint at rest, except default values.
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

    /// Writes the fields of a transform, except default values.
    fn placing(&self, out: &mut String, placed: &PlacedClip) {
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
        self.numbers.vector(out, vector);
        out.push('\'');
    }

    fn rotation_field(&self, out: &mut String, name: &str, rotation: DQuat) {
        let _ = write!(out, " {name}='");
        self.numbers.rotation(out, rotation);
        out.push('\'');
    }

    /// Writes the humanoid's fields `joints`, `segments` and `sites`.
    fn lists(&self, out: &mut String) {
        let of = |kinds: &'static [ElementKind]| {
            self.nodes.iter().filter(move |node| kinds.contains(&node.kind)).map(|node| node.def.as_str())
        };
        let mut list = |node: &str, slot: &str, defs: &mut dyn Iterator<Item = &str>| {
            for def in defs {
                let _ = writeln!(out, "      <HAnim{node} USE='{def}' containerField='{slot}'/>");
            }
        };
        list("Joint", "joints", &mut of(&[ElementKind::Joint]));
        let segments = self.segments.iter().map(|(def, _)| def.as_str());
        list("Segment", "segments", &mut segments.filter(|def| !def.is_empty()));
        list("Site", "sites", &mut of(&[ElementKind::Site, ElementKind::SiteGroup]));
    }
}

enum SceneStep {
    /// A joint and its depth.
    Open(usize, usize),
    /// A tag and its depth.
    Close(&'static str, usize),
}

/// Indentation of a node inside the humanoid.
fn indent(depth: usize) -> String {
    " ".repeat(6 + 2 * depth)
}
