//! What a file says about how a surface looks: its normals, its colours, its place on a picture.

use glam::DVec3;

use super::faces::FaceCorner;
use crate::formats::hanim::report::Report;
use crate::formats::hanim::scene::{SceneNode, SceneTree};
use crate::formats::hanim::surface::textures::{Picture, TextureMapping, inner_node};

/// What the corners of a geometry have beside their positions.
#[derive(Debug, Default)]
pub(super) struct SurfaceLook {
    normals: Option<CornerValues>,
    colours: Option<CornerValues>,
    pub(super) mapping: Option<TextureMapping>,
    /// Radians: faces that meet at less are round where the file gives no normals.
    pub(super) crease: f64,
}

/// Values of corners or of faces.
#[derive(Debug)]
struct CornerValues {
    values: Vec<DVec3>,
    /// Which of them; `None`: in the order of the points or of the faces.
    index: Option<Vec<i32>>,
    of_corners: bool,
}

impl CornerValues {
    /// `None` where the file has no such value, or one that is not there.
    fn at(&self, place: FaceCorner, face: u32) -> Option<DVec3> {
        let (entry, plain) = if self.of_corners { (place.entry, place.point) } else { (face, face) };
        let index = match &self.index {
            Some(list) => list.get(entry as usize).and_then(|index| usize::try_from(*index).ok())?,
            None => plain as usize,
        };
        self.values.get(index).copied()
    }
}

impl SurfaceLook {
    /// Of faces that have nothing but their points.
    pub(super) fn plain(crease: f64) -> Self {
        Self { crease, ..Self::default() }
    }

    /// Of a geometry whose corners have numbers in lists.
    pub(super) fn read(
        tree: &SceneTree,
        geometry: &SceneNode,
        picture: Option<&Picture>,
        report: &mut Report<'_>,
    ) -> Self {
        let is_face_set = tree.type_name(geometry) == "IndexedFaceSet";
        // A set of triangles is round unless it says otherwise; a face set has edges unless it says otherwise.
        let crease = match (is_face_set, is_false(tree, geometry, "normalPerVertex")) {
            (true, _) => tree.scalar(geometry, "creaseAngle", 0.0, report),
            (false, false) => std::f64::consts::PI,
            (false, true) => 0.0,
        };
        let mapping = picture.and_then(|picture| TextureMapping::read(tree, geometry, picture, report));
        let normals = listed(tree, geometry, ["Normal", "vector", "normalIndex", "normalPerVertex"], 3, report);
        // A picture takes the place of colours.
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

    /// Where a corner is on the picture.
    pub(super) fn texture(&self, place: FaceCorner) -> [f32; 2] {
        self.mapping.as_ref().map_or([0.0; 2], |mapping| mapping.at(place.entry as usize, place.point as usize))
    }
}

/// The values of a node inside a geometry: the node's type, its field, the geometry's fields of indices and of whether
/// they are corners'. `width`: numbers of a value, of which the first three count.
fn listed(
    tree: &SceneTree,
    geometry: &SceneNode,
    [kind, field, index, per_vertex]: [&str; 4],
    width: usize,
    report: &mut Report<'_>,
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

/// The colour that a Shape's material is written to have; what nobody wrote is left to the player.
pub(super) fn material(tree: &SceneTree, shape: &SceneNode, report: &mut Report<'_>) -> Option<[u8; 4]> {
    let appearance = inner_node(tree, shape, |name| name == "Appearance")?;
    let material = inner_node(tree, appearance, |name| name == "Material")?;
    tree.field(material, "diffuseColor")?;
    Some(colour(DVec3::from(tree.vector(material, "diffuseColor", [0.8; 3], report))))
}

/// From parts of 1, as X3D has them, sRGB too.
fn colour(parts: DVec3) -> [u8; 4] {
    // The cast ends at 0 and at 255.
    let [red, green, blue] = (parts * 255.0).round().to_array().map(|part| part as u8);
    [red, green, blue, 255]
}
