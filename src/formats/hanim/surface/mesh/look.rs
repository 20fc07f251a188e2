//! What a file says about how a surface looks: its normals, its colours, its place on a picture.

use glam::DVec3;

use super::super::textures::{Mapping, Picture, inside};
use super::faces::Place;
use crate::formats::hanim::report::Report;
use crate::formats::hanim::scene::tree::{Node, Tree};

/// What the corners of a geometry have beside their positions.
#[derive(Debug, Default)]
pub(crate) struct Look {
    normals: Option<Listed>,
    colours: Option<Listed>,
    pub(crate) mapping: Option<Mapping>,
    /// Radians: faces that meet at less are round where the file gives no normals.
    pub(crate) crease: f64,
}

/// Values of corners or of faces.
#[derive(Debug)]
struct Listed {
    values: Vec<DVec3>,
    /// Which of them; `None`: in the order of the points or of the faces.
    index: Option<Vec<f64>>,
    of_corners: bool,
}

impl Listed {
    /// `None` where the file has no such value, or one that is not there.
    fn at(&self, place: Place, face: u32) -> Option<DVec3> {
        let (entry, plain) = if self.of_corners { (place.entry, place.point) } else { (face, face) };
        let index = match &self.index {
            Some(list) => list.get(entry as usize).filter(|index| **index >= 0.0).map(|index| *index as usize)?,
            None => plain as usize,
        };
        self.values.get(index).copied()
    }
}

impl Look {
    /// Of faces that have nothing but their points.
    pub(crate) fn plain(crease: f64) -> Self {
        Self { crease, ..Self::default() }
    }

    /// Of a geometry whose corners have numbers in lists.
    pub(crate) fn read(tree: &Tree, geometry: &Node, picture: Option<&Picture>, report: &mut Report<'_>) -> Self {
        let is_face_set = &*geometry.type_name == "IndexedFaceSet";
        // A set of triangles is round unless it says otherwise; a face set has edges unless it says otherwise.
        let crease = match (is_face_set, is_false(tree, geometry, "normalPerVertex")) {
            (true, _) => tree.scalar(geometry, "creaseAngle", 0.0, report),
            (false, false) => std::f64::consts::PI,
            (false, true) => 0.0,
        };
        let mapping = picture.and_then(|picture| Mapping::read(tree, geometry, picture, report));
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
    pub(crate) fn normal(&self, place: Place, face: u32) -> Option<DVec3> {
        self.normals.as_ref()?.at(place, face)?.try_normalize()
    }

    /// The file's colour of a corner; alpha 0 without one.
    pub(crate) fn colour(&self, place: Place, face: u32) -> [u8; 4] {
        self.colours.as_ref().and_then(|colours| colours.at(place, face)).map_or([0; 4], colour)
    }

    /// Where a corner is on the picture.
    pub(crate) fn texture(&self, place: Place) -> [f32; 2] {
        self.mapping.as_ref().map_or([0.0; 2], |mapping| mapping.at(place.entry as usize, place.point as usize))
    }
}

/// The values of a node inside a geometry: the node's type, its field, the geometry's fields of indices and of whether
/// they are corners'. `width`: numbers of a value, of which the first three count.
fn listed(
    tree: &Tree,
    geometry: &Node,
    [kind, field, index, per_vertex]: [&str; 4],
    width: usize,
    report: &mut Report<'_>,
) -> Option<Listed> {
    let node = inside(tree, geometry, |name| name == kind)?;
    let numbers = tree.numbers(node, field, report);
    let values = numbers.chunks_exact(width).filter_map(|value| value.first_chunk()).map(|value| DVec3::from(*value));
    let index = Some(tree.numbers(geometry, index, report)).filter(|list| !list.is_empty());
    Some(Listed { values: values.collect(), index, of_corners: !is_false(tree, geometry, per_vertex) })
}

pub(crate) fn is_false(tree: &Tree, node: &Node, field: &str) -> bool {
    tree.tokens(node, field).next().is_some_and(|(_, token)| token.eq_ignore_ascii_case(b"false"))
}

/// The colour that a Shape's material is written to have; what nobody wrote is left to the player.
pub(crate) fn material(tree: &Tree, shape: &Node, report: &mut Report<'_>) -> Option<[u8; 4]> {
    let appearance = inside(tree, shape, |name| name == "Appearance")?;
    let material = inside(tree, appearance, |name| name == "Material")?;
    tree.field(material, "diffuseColor")?;
    Some(colour(DVec3::from(tree.vector(material, "diffuseColor", [0.8; 3], report))))
}

/// From parts of 1, as X3D has them, sRGB too.
fn colour(parts: DVec3) -> [u8; 4] {
    // The cast ends at 0 and at 255.
    let [red, green, blue] = (parts * 255.0).round().to_array().map(|part| part as u8);
    [red, green, blue, 255]
}
