//! Pictures on shapes, and their texture coordinates.
//!
//! Pictures come from files of their own, from `data:` URLs that hold the whole file, and from PixelTextures, with the
//! texture coordinates of the file, or those that X3D gives boxes, spheres, cylinders and cones. MovieTexture, and the
//! coordinates that X3D computes for faces without any, are left out.

use glam::{DAffine2, DMat2, DVec2};

use super::pixels;
use crate::compact::maths::sin_cos_exact;
use crate::formats::hanim::report::SceneReport;
use crate::formats::hanim::scene::{NodeId, SceneNode, SceneTree, shown};

#[derive(Debug, Clone, PartialEq)]
pub(super) enum PictureSource {
    /// In a file of that name, without folders.
    File(String),
    /// In this node: a PixelTexture, or an ImageTexture with a `data:` URL.
    Node(NodeId),
}

#[derive(Debug, Clone, PartialEq)]
pub(super) struct Picture {
    pub(super) source: PictureSource,
    /// From a shape's texture coordinates to positions on the picture.
    pub(super) transform: DAffine2,
}

/// Most bytes of a file's name. Longer ones are taken for damage.
const LONGEST_NAME: usize = 1_000;

/// Material types, each with the names of its fields: the colour, the emitted light, the texture of the colour.
pub(super) const MATERIALS: [(&str, &str, &str, &str); 4] = [
    ("Material", "diffuseColor", "emissiveColor", "diffuseTexture"),
    ("PhysicalMaterial", "baseColor", "emissiveColor", "baseTexture"),
    ("UnlitMaterial", "emissiveColor", "", "emissiveTexture"),
    ("TwoSidedMaterial", "diffuseColor", "emissiveColor", ""),
];

/// The first child node of a type that `is` accepts, in any field: in XML the field is hardly ever written.
pub(super) fn inner_node<'a>(
    tree: &'a SceneTree,
    node: &SceneNode,
    is: impl Fn(&str) -> bool,
) -> Option<&'a SceneNode> {
    let mut nodes = tree.inner_nodes(node).filter_map(|id| tree.resolve(id)).map(|(_, node)| node);
    nodes.find(|node| is(tree.type_name(node)))
}

/// The picture of a Shape's appearance; `None` if there is none, or it cannot be shown.
pub(super) fn picture(tree: &SceneTree, shape: &SceneNode, report: &mut SceneReport<'_>) -> Option<Picture> {
    let appearance = inner_node(tree, shape, |name| name == "Appearance")?;
    let (id, texture) = texture(tree, appearance)?;
    let source = match tree.type_name(texture) {
        "ImageTexture" => image(tree, id, texture)?,
        "PixelTexture" => pixels::pixel_header(tree, texture, report).map(|_| PictureSource::Node(id))?,
        other => {
            warning!(report.warn_once => "hanim.texture", texture.place(), "`{}` is not shown", shown(other));
            return None;
        }
    };
    let transform = inner_node(tree, appearance, |name| name == "TextureTransform");
    let transform = transform.map_or(DAffine2::IDENTITY, |node| texture_transform(tree, node, report));
    Some(Picture { source, transform })
}

/// The texture node of an Appearance: that of its material's colour (X3D 4), else its own.
fn texture<'a>(tree: &'a SceneTree, appearance: &SceneNode) -> Option<(NodeId, &'a SceneNode)> {
    let material = inner_node(tree, appearance, |name| MATERIALS.iter().any(|(material, ..)| *material == name));
    let of_colour = material.and_then(|material| {
        // In XML the field is hardly ever written. A written field may be that of another texture, such as bumps.
        let fields = tree.fields_of(material).filter(|field| {
            let name = tree.field_name(field);
            let own = MATERIALS.iter().find(|(kind, ..)| *kind == tree.type_name(material));
            own.is_some_and(|(.., texture)| name == *texture) || matches!(name, "texture" | "children")
        });
        find_texture(tree, fields.flat_map(|field| tree.nodes_of(Some(field))))
    });
    of_colour.or_else(|| find_texture(tree, tree.inner_nodes(appearance)))
}

/// The first texture that can be shown, else the first of another kind.
fn find_texture(tree: &SceneTree, nodes: impl Iterator<Item = NodeId>) -> Option<(NodeId, &SceneNode)> {
    let mut other = None;
    for (id, node) in nodes.filter_map(|id| tree.resolve(id)) {
        match tree.type_name(node) {
            "ImageTexture" | "PixelTexture" => return Some((id, node)),
            name if name.ends_with("Texture") => other = other.or(Some((id, node))),
            _ => {}
        }
    }
    other
}

/// The picture of an ImageTexture. All its URLs are for the same picture.
fn image(tree: &SceneTree, id: NodeId, texture: &SceneNode) -> Option<PictureSource> {
    let urls = tree.strings(texture, "url", pixels::MOST_URLS);
    if urls.iter().any(|url| pixels::is_data_url(url)) {
        return Some(PictureSource::Node(id));
    }
    let is_name = |name: &&str| !name.is_empty() && name.len() <= LONGEST_NAME;
    let name = urls.iter().map(|url| file_name(url)).find(is_name)?;
    Some(PictureSource::File(name.to_owned()))
}

/// The name of the file that a URL is for.
fn file_name(url: &str) -> &str {
    let path = url.split(['?', '#']).next().unwrap_or_default();
    path.rsplit(['/', '\\']).next().unwrap_or_default().trim()
}

/// `inverse(T(center)) * S * R * T(center) * T(translation)`, column vectors (ISO/IEC 19775-1, 18.4.8).
fn texture_transform(tree: &SceneTree, node: &SceneNode, report: &mut SceneReport<'_>) -> DAffine2 {
    let mut pair = |name: &str, default: f64| DVec2::from(tree.vector(node, name, [default; 2], report));
    let (center, scale, translation) = (pair("center", 0.0), pair("scale", 1.0), pair("translation", 0.0));
    let (sine, cosine) = sin_cos_exact(tree.angle(node, "rotation", 0.0, report));
    let turn = DMat2::from_cols_array(&[cosine, sine, -sine, cosine]);
    DAffine2::from_translation(-center)
        * DAffine2::from_mat2(DMat2::from_diagonal(scale) * turn)
        * DAffine2::from_translation(center + translation)
}

#[derive(Debug, Clone, PartialEq)]
pub(super) struct TextureMapping {
    /// Two numbers per point.
    points: Vec<f64>,
    /// Parallel to the indices of the geometry, including the ends of faces. `None`: the same as those.
    index: Option<Vec<i32>>,
    transform: DAffine2,
}

impl TextureMapping {
    /// The mapping of a geometry that has texture coordinates; `None` without.
    pub(super) fn read(
        tree: &SceneTree,
        geometry: &SceneNode,
        picture: &Picture,
        report: &mut SceneReport<'_>,
    ) -> Option<Self> {
        let coordinate = inner_node(tree, geometry, |name| name == "TextureCoordinate")?;
        let points = tree.numbers(coordinate, "point", report);
        let index = tree.indices(geometry, "texCoordIndex", report);
        let index = Some(index).filter(|index| !index.is_empty());
        Some(Self { points, index, transform: picture.transform }).filter(|mapping| mapping.points.len() >= 2)
    }

    /// The mapping of a geometry that has texture coordinates for each corner of its faces, in their order.
    pub(super) fn of_corners(places: &[DVec2], picture: &Picture) -> Self {
        let points = places.iter().flat_map(|place| place.to_array()).collect();
        Self { points, index: Some((0..).take(places.len()).collect()), transform: picture.transform }
    }

    /// The position on the picture of index number `entry`, for `point`; the lower left corner if the file gives none.
    pub(super) fn at(&self, entry: usize, point: usize) -> [f32; 2] {
        let index = match &self.index {
            Some(list) => list.get(entry).map_or(usize::MAX, |index| usize::try_from(*index).unwrap_or(0)),
            None => point,
        };
        let place = self.points.as_chunks::<2>().0.get(index).map_or(DVec2::ZERO, |place| DVec2::from(*place));
        self.transform.transform_point2(place).as_vec2().to_array()
    }
}
