//! How a surface looks: normals, colours, texture coordinates.

use glam::DVec3;

use super::faces::FaceCorner;
use crate::formats::hanim::report::SceneReport;
use crate::formats::hanim::scene::{SceneNode, SceneTree};
use crate::formats::hanim::surface::textures::{MATERIALS, Picture, TextureMapping, inner_node};

/// The values of a geometry's corners besides their positions.
#[derive(Debug, Default)]
pub(super) struct MeshAttributes {
    normals: Option<CornerValues>,
    colours: Option<CornerValues>,
    pub(super) mapping: Option<TextureMapping>,
    /// Radians. Without normals in the file, an edge between faces that meet at a smaller angle is smooth.
    pub(super) crease: f64,
}

/// Values per corner or per face.
#[derive(Debug)]
struct CornerValues {
    values: Vec<DVec3>,
    /// For each corner or face, the index of its value. `None`: values are in the order of the points or faces.
    index: Option<Vec<i32>>,
    of_corners: bool,
}

impl CornerValues {
    /// The value of a corner; `None` if the file gives none, or an index out of range.
    fn at(&self, place: FaceCorner, face: u32) -> Option<DVec3> {
        let (entry, plain) = if self.of_corners { (place.entry, place.point) } else { (face, face) };
        let index = match &self.index {
            Some(list) => list.get(entry as usize).and_then(|index| usize::try_from(*index).ok())?,
            None => plain as usize,
        };
        self.values.get(index).copied()
    }
}

impl MeshAttributes {
    /// The attributes of a solid, which has no lists of its own.
    pub(super) fn plain(crease: f64, mapping: Option<TextureMapping>) -> Self {
        Self { crease, mapping, ..Self::default() }
    }

    pub(super) fn read(
        tree: &SceneTree,
        geometry: &SceneNode,
        picture: Option<&Picture>,
        report: &mut SceneReport<'_>,
    ) -> Self {
        let is_face_set = tree.type_name(geometry) == "IndexedFaceSet";
        // By default, sets of triangles are smooth and face sets have edges.
        let crease = match (is_face_set, is_false(tree, geometry, "normalPerVertex")) {
            (true, _) => tree.angle(geometry, "creaseAngle", 0.0, report),
            (false, false) => std::f64::consts::PI,
            (false, true) => 0.0,
        };
        let mapping = picture.and_then(|picture| TextureMapping::read(tree, geometry, picture, report));
        let normals = listed(tree, geometry, ["Normal", "vector", "normalIndex", "normalPerVertex"], 3, report);
        // A picture replaces colours.
        let colours = if mapping.is_some() {
            None
        } else {
            listed(tree, geometry, ["Color", "color", "colorIndex", "colorPerVertex"], 3, report)
                .or_else(|| listed(tree, geometry, ["ColorRGBA", "color", "colorIndex", "colorPerVertex"], 4, report))
        };
        Self { normals, colours, mapping, crease }
    }

    /// The file's normal of a corner, of unit length.
    pub(super) fn normal(&self, place: FaceCorner, face: u32) -> Option<DVec3> {
        self.normals.as_ref()?.at(place, face)?.try_normalize()
    }

    /// The file's colour of a corner; alpha 0 without one.
    pub(super) fn colour(&self, place: FaceCorner, face: u32) -> [u8; 4] {
        self.colours.as_ref().and_then(|colours| colours.at(place, face)).map_or([0; 4], colour)
    }

    pub(super) fn texture(&self, place: FaceCorner) -> [f32; 2] {
        self.mapping.as_ref().map_or([0.0; 2], |mapping| mapping.at(place.entry as usize, place.point as usize))
    }
}

/// The values that a child node of a geometry lists. The names are the child's type, its field of values, the
/// geometry's field of indices, and the geometry's field that says whether values are per corner. A value has `width`
/// numbers, of which the first three count.
fn listed(
    tree: &SceneTree,
    geometry: &SceneNode,
    [kind, field, index, per_vertex]: [&str; 4],
    width: usize,
    report: &mut SceneReport<'_>,
) -> Option<CornerValues> {
    let node = inner_node(tree, geometry, |name| name == kind)?;
    let numbers = tree.numbers(node, field, report);
    let values = numbers.chunks_exact(width).filter_map(|value| value.first_chunk()).map(|value| DVec3::from(*value));
    let index = Some(tree.indices(geometry, index, report)).filter(|list| !list.is_empty());
    Some(CornerValues { values: values.collect(), index, of_corners: !is_false(tree, geometry, per_vertex) })
}

pub(super) fn is_false(tree: &SceneTree, node: &SceneNode, field: &str) -> bool {
    tree.tokens(node, field).next().is_some_and(|(_, token)| token.eq_ignore_ascii_case(b"false"))
}

/// The colour of a Shape's material; `None` if the file gives none, so that the player chooses.
pub(super) fn material(tree: &SceneTree, shape: &SceneNode, report: &mut SceneReport<'_>) -> Option<[u8; 4]> {
    let appearance = inner_node(tree, shape, |name| name == "Appearance")?;
    let mut materials = tree.inner_nodes(appearance).filter_map(|id| tree.resolve(id)).map(|(_, node)| node);
    let (material, (_, base, light, _)) = materials.find_map(|node| {
        let own = MATERIALS.iter().find(|(name, ..)| *name == tree.type_name(node))?;
        Some((node, own))
    })?;
    let mut read = |name: &str, default: f64| DVec3::from(tree.vector(material, name, [default; 3], report));
    let light = if light.is_empty() { DVec3::ZERO } else { read(light, 0.0) };
    if tree.field(material, base).is_none() && light == DVec3::ZERO {
        return None;
    }
    Some(colour(read(base, if *base == "baseColor" { 1.0 } else { 0.8 }) + light))
}

/// A colour as bytes. X3D's colours are sRGB, too, with components from 0 to 1.
fn colour(parts: DVec3) -> [u8; 4] {
    // The cast saturates at 0 and 255.
    let [red, green, blue] = (parts * 255.0).round().to_array().map(|part| part as u8);
    [red, green, blue, 255]
}
