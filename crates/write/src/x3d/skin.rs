//! Converts a skin to rigid shapes on segments, a skin with weights, and displacers of both.

use std::collections::HashMap;
use std::fmt::Write;

use glam::{DAffine3, DVec3};

use super::element::{ElementKind, FigureElement};
use super::numbers::DistinctNumbers;
use super::sheet::NodeSheet;
use super::xml::Defs;
use crate::WriteError;
use crate::figure::{binds, name_of};
use crate::placing::PlacedClip;
use marey::checked::Checked;
use marey::model::{NO_PARENT, Skeleton, Skin, SkinCorner};

/// The surface of a figure, in the spaces of its nodes.
#[derive(Default)]
pub(super) struct X3dSurface {
    skin: NodeSheet,
    /// Rigid shapes of each joint, and whether they are on its segment.
    shapes: Vec<Option<(bool, NodeSheet)>>,
    /// For each joint: points of the skin and their weights.
    weights: Vec<Vec<(u32, f32)>>,
    /// For each joint that moves the skin, the transform from the skin's space to the joint's.
    bindings: Vec<Option<DAffine3>>,
    displacers: Vec<Displacer>,
    /// Indices of displacers, by joint and by weight.
    of_joints: Vec<Vec<usize>>,
    of_weights: Vec<Vec<usize>>,
}

struct Displacer {
    /// Whether the points are those of the joint's segment.
    on_segment: bool,
    at_rest: f32,
    def: String,
    points: Vec<(u32, DVec3)>,
}

/// Relative tolerance: the rounding of `f32`.
const SAME: f64 = 1e-6;

struct SkinWriter<'a> {
    skin: &'a Skin,
    skeleton: &'a Skeleton,
    nodes: &'a [FigureElement],
    humanoid: DAffine3,
    /// Joint and inverse bind matrix of each bind.
    binds: Vec<(u16, DAffine3)>,
    surface: X3dSurface,
    /// The skin's point for each corner.
    points: Vec<Option<u32>>,
    /// Displacers by morph, joint, and whether they are on the joint's segment.
    known: HashMap<(usize, usize, bool), usize>,
    defs: &'a mut Defs,
}

impl X3dSurface {
    /// `humanoid`: the transform from the humanoid's space to the world, `None` for the identity.
    pub(super) fn new(
        skin: &Skin,
        skeleton: &Skeleton,
        nodes: &[FigureElement],
        humanoid: Option<DAffine3>,
        defs: &mut Defs,
    ) -> Result<Self, WriteError> {
        let count = skeleton.len();
        let surface = Self {
            skin: NodeSheet::default(),
            shapes: (0..count).map(|_| None).collect(),
            weights: vec![Vec::new(); count],
            bindings: vec![None; count],
            displacers: Vec::new(),
            of_joints: vec![Vec::new(); count],
            of_weights: vec![Vec::new(); skeleton.weights().len()],
        };
        let mut builder = SkinWriter {
            skin,
            skeleton,
            nodes,
            humanoid: humanoid.unwrap_or(DAffine3::IDENTITY),
            binds: binds(skin, skeleton),
            surface,
            points: vec![None; skin.corners().len()],
            known: HashMap::new(),
            defs,
        };
        let mut textured = skin.textured().iter().peekable();
        for (index, triangle) in (0_u32..).zip(skin.triangles()) {
            while textured.next_if(|run| run.triangles.end <= index).is_some() {}
            let picture =
                textured.peek().filter(|run| run.triangles.contains(&index)).map(|run| usize::from(run.picture));
            let rigid_joint = if (index as usize) < skin.segments() { builder.segment_joint(triangle) } else { None };
            match rigid_joint {
                Some(joint) => builder.add_rigid(joint, triangle, picture)?,
                None => builder.add_skinned(triangle, picture)?,
            }
        }
        let mut surface = builder.surface;
        surface.skin.name(skin, "hanim_skin", defs);
        for (shapes, node) in surface.shapes.iter_mut().zip(nodes) {
            if let Some((_, sheet)) = shapes {
                sheet.name(skin, &format!("{}_shape", node.def), defs);
            }
        }
        Ok(surface)
    }

    pub(super) fn drop_normals(&mut self) {
        self.skin.drop_normals();
        self.shapes.iter_mut().flatten().for_each(|(_, sheet)| sheet.drop_normals());
    }

    pub(super) fn has_shapes(&self, joint: usize) -> bool {
        self.shapes.get(joint).is_some_and(Option::is_some)
    }

    /// The `DEF`s of the displacers of a weight.
    pub(super) fn displacers(&self, weight: usize) -> impl Iterator<Item = &str> {
        let own = self.of_weights.get(weight).into_iter().flatten();
        own.filter_map(|index| self.displacers.get(*index)).map(|displacer| displacer.def.as_str())
    }

    /// Writes the humanoid's bindings: from the skin's space to that of each joint, in the order of `joints`.
    pub(super) fn write_bindings(&self, nodes: &[FigureElement], numbers: &DistinctNumbers, out: &mut String) {
        let joints = nodes.iter().enumerate().filter(|(_, node)| node.kind == ElementKind::Joint);
        // A figure without a skin has none.
        let binding = |joint: usize| self.bindings.get(joint).copied().flatten().unwrap_or_default();
        let bindings: Vec<DAffine3> = joints.map(|(joint, _)| binding(joint)).collect();
        let Some(last) = bindings.iter().rposition(|binding| *binding != DAffine3::IDENTITY) else { return };
        let placed = bindings.iter().take(last + 1).filter_map(PlacedClip::without_axes);
        let placed: Vec<PlacedClip> = placed.collect();
        let mut list = |name: &str, write: &dyn Fn(&mut String, &PlacedClip)| {
            let _ = write!(out, " {name}='");
            for (index, placed) in placed.iter().enumerate() {
                out.push_str(if index > 0 { " " } else { "" });
                write(out, placed);
            }
            out.push('\'');
        };
        list("jointBindingPositions", &|out, placed| numbers.vector(out, placed.translation));
        list("jointBindingRotations", &|out, placed| numbers.rotation(out, placed.rotation));
        list("jointBindingScales", &|out, placed| {
            let [x, y, z] = placed.scale.to_array().map(|scale| if (scale - 1.0).abs() < SAME { 1.0 } else { scale });
            let _ = write!(out, "{x} {y} {z}");
        });
    }

    /// Writes a joint's points of the skin and their weights.
    pub(super) fn write_weights(&self, joint: usize, out: &mut String) {
        let Some(own) = self.weights.get(joint).filter(|own| !own.is_empty()) else { return };
        let points: Vec<String> = own.iter().map(|(point, _)| point.to_string()).collect();
        let weights: Vec<String> = own.iter().map(|(_, weight)| weight.to_string()).collect();
        let _ = write!(out, " skinCoordIndex='{}' skinCoordWeight='{}'", points.join(" "), weights.join(" "));
    }

    pub(super) fn write_displacers(
        &self,
        (joint, on_segment): (usize, bool),
        numbers: &DistinctNumbers,
        indent: &str,
        out: &mut String,
    ) {
        let own = self.of_joints.get(joint).into_iter().flatten().filter_map(|index| self.displacers.get(*index));
        for displacer in own.filter(|displacer| displacer.on_segment == on_segment) {
            let points: Vec<String> = displacer.points.iter().map(|(point, _)| point.to_string()).collect();
            let _ = write!(
                out,
                "{indent}<HAnimDisplacer DEF='{0}' name='{0}' weight='{1}' coordIndex='{2}' displacements='",
                displacer.def,
                displacer.at_rest,
                points.join(" ")
            );
            for (index, (_, push)) in displacer.points.iter().enumerate() {
                out.push_str(if index > 0 { " " } else { "" });
                numbers.vector(out, *push);
            }
            out.push_str("'/>\n");
        }
    }

    pub(super) fn write_shapes(&self, joint: usize, numbers: &DistinctNumbers, indent: &str, out: &mut String) {
        if let Some(Some((on_segment, sheet))) = self.shapes.get(joint) {
            sheet.write(numbers, [if *on_segment { "coord" } else { "" }, "", ""], indent, out);
        }
    }

    /// Writes the skin, inside the humanoid.
    pub(super) fn write_skin(&self, numbers: &DistinctNumbers, out: &mut String) {
        self.skin.write(numbers, ["skinCoord", "skinNormal", "skin"], "      ", out);
    }
}

impl SkinWriter<'_> {
    fn corner(&self, corner: u32) -> SkinCorner {
        self.skin.corners().at(corner as usize)
    }

    fn bind(&self, bind: usize) -> (u16, DAffine3) {
        self.binds.at(bind)
    }

    /// The bind of a corner that follows just one.
    fn only_bind(&self, corner: &SkinCorner) -> Option<usize> {
        match self.skin.influences_of(corner).0 {
            [] if corner.is_rigid() => Some(corner.first as usize),
            [[weight, .., bind]] if (weight - 1.0).abs() < SAME as f32 => Some(*bind as usize),
            _ => None,
        }
    }

    /// The joint that can carry a triangle rigidly.
    fn segment_joint(&self, triangle: &[u32; 3]) -> Option<usize> {
        let joint = |corner: u32| {
            let corner = self.corner(corner);
            let joint = self.bind(self.only_bind(&corner)?).0;
            let morphs = self.skin.influences_of(&corner).1;
            let own = morphs.iter().all(|[.., morph]| {
                let bind = self.skin.morphs().get(*morph as usize).map(|morph| usize::from(morph.bind));
                bind.is_some_and(|bind| self.bind(bind).0 == joint)
            });
            own.then_some(usize::from(joint))
        };
        let [a, b, c] = triangle.map(joint);
        let kind = self.nodes.get(a?)?.kind;
        // HAnim has displacers only in joints and segments.
        let pushed = triangle.iter().any(|corner| !self.skin.influences_of(&self.corner(*corner)).1.is_empty());
        let fits = kind == ElementKind::Joint || !pushed;
        a.filter(|_| a == b && b == c && fits)
    }

    fn add_rigid(&mut self, joint: usize, triangle: &[u32; 3], picture: Option<usize>) -> Result<(), WriteError> {
        let on_segment = self.nodes.get(joint).is_some_and(|node| node.kind == ElementKind::Joint);
        let center = self.nodes.get(joint).map_or(DVec3::ZERO, |node| node.center);
        let mut points = [0; 3];
        for (slot, index) in points.iter_mut().zip(triangle) {
            let corner = self.corner(*index);
            let matrix = self.only_bind(&corner).map_or(DAffine3::IDENTITY, |bind| self.bind(bind).1);
            let Some(shapes) = self.surface.shapes.get_mut(joint) else { continue };
            let (_, sheet) = shapes.get_or_insert_with(|| (on_segment, NodeSheet::default()));
            let position = center + matrix.transform_point3(corner.position.as_dvec3());
            let turned = matrix.matrix3.inverse().transpose() * corner.normal.as_dvec3();
            let (point, is_new) = sheet.point(*index, &corner, position, turned);
            *slot = point;
            if is_new {
                self.displace(&corner, point, Some(joint))?;
            }
        }
        if let Some(Some((_, sheet))) = self.surface.shapes.get_mut(joint) {
            sheet.triangles.push((points, picture));
        }
        Ok(())
    }

    fn add_skinned(&mut self, triangle: &[u32; 3], picture: Option<usize>) -> Result<(), WriteError> {
        let mut points = [0; 3];
        for (slot, index) in points.iter_mut().zip(triangle) {
            let corner = self.corner(*index);
            let known = self.points.at(*index as usize);
            *slot = match known {
                Some(point) => point,
                None => {
                    let (position, normal) = (corner.position.as_dvec3(), corner.normal.as_dvec3());
                    let (point, _) = self.surface.skin.point(*index, &corner, position, normal);
                    self.points.put(*index as usize, Some(point));
                    self.add_weights(&corner, point)?;
                    self.displace(&corner, point, None)?;
                    point
                }
            };
        }
        self.surface.skin.triangles.push((points, picture));
        Ok(())
    }

    fn add_weights(&mut self, corner: &SkinCorner, point: u32) -> Result<(), WriteError> {
        let rigid = [[1.0, 0.0, 0.0, corner.first as f32]];
        let influences = if corner.is_rigid() { &rigid[..] } else { self.skin.influences_of(corner).0 };
        let mut sum = 0.0;
        for [weight, .., bind] in influences {
            // A rigid corner's bind may be too large for an `f32`.
            let bind = if corner.is_rigid() { corner.first as usize } else { *bind as usize };
            let (joint, matrix) = self.bind(bind);
            sum += weight;
            if joint == NO_PARENT {
                // A point without joints stays fixed in the humanoid's space.
                if !same(&matrix, &self.humanoid) {
                    return Err(WriteError::Skin { joint: String::new() });
                }
                continue;
            }
            let joint = usize::from(joint);
            self.bind_joint(joint, &matrix)?;
            self.surface.weights.change(joint, |own| own.push((point, *weight)));
        }
        // HAnim leaves the missing rest of a weight in place, but the clip drops it.
        if (sum - 1.0).abs() > 1e-4 { Err(WriteError::Skin { joint: String::new() }) } else { Ok(()) }
    }

    /// Stores the binding of a joint. All points must have the same.
    fn bind_joint(&mut self, joint: usize, matrix: &DAffine3) -> Result<(), WriteError> {
        let refusal = || WriteError::Skin { joint: name_of(self.skeleton, joint) };
        let node = self.nodes.get(joint).filter(|node| node.kind == ElementKind::Joint).ok_or_else(refusal)?;
        let binding = DAffine3::from_translation(node.center) * *matrix;
        let shift = SAME * (1.0 + node.center.length());
        let is_none = binding.matrix3.abs_diff_eq(glam::DMat3::IDENTITY, SAME) && binding.translation.length() < shift;
        let binding = if is_none { DAffine3::IDENTITY } else { binding };
        let slot = self.surface.bindings.get_mut(joint).ok_or_else(refusal)?;
        match slot {
            Some(known) if same(known, &binding) => Ok(()),
            None if PlacedClip::without_axes(&binding).is_some() => {
                *slot = Some(binding);
                Ok(())
            }
            _ => Err(refusal()),
        }
    }

    /// Adds the displacements of a point, of the skin or of a joint's segment.
    fn displace(&mut self, corner: &SkinCorner, point: u32, segment: Option<usize>) -> Result<(), WriteError> {
        for [x, y, z, morph] in self.skin.influences_of(corner).1 {
            let index = *morph as usize;
            let Some(morph) = self.skin.morphs().get(index) else { continue };
            let (joint, matrix) = self.bind(usize::from(morph.bind));
            let push = DVec3::new(f64::from(*x), f64::from(*y), f64::from(*z));
            let push = if segment.is_some() { matrix.matrix3 * push } else { push };
            let joint = usize::from(joint);
            if segment.is_none() {
                self.bind_joint(joint, &matrix)?;
            }
            let key = (index, joint, segment.is_some());
            let known = self.known.get(&key).and_then(|known| self.surface.displacers.get_mut(*known));
            if let Some(known) = known {
                known.points.push((point, push));
                continue;
            }
            let (name, weight) =
                (self.nodes.get(joint).map_or("", |node| node.def.as_str()), usize::from(morph.weight));
            let added = self.surface.displacers.len();
            self.known.insert(key, added);
            for list in [self.surface.of_joints.get_mut(joint), self.surface.of_weights.get_mut(weight)] {
                list.into_iter().for_each(|list| list.push(added));
            }
            self.surface.displacers.push(Displacer {
                on_segment: segment.is_some(),
                at_rest: self.skeleton.weights().at(weight),
                def: self.defs.give(&format!("{name}_displacer")),
                points: vec![(point, push)],
            });
        }
        Ok(())
    }
}

/// Whether two transforms are equal within [`SAME`].
fn same(a: &DAffine3, b: &DAffine3) -> bool {
    let size = 1.0 + b.translation.length();
    a.matrix3.abs_diff_eq(b.matrix3, SAME) && (a.translation - b.translation).length() < SAME * size
}
