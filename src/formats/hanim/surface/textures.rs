//! Pictures on shapes: which file it is, and where on the picture each corner is.
//!
//! Only pictures in files of their own are shown, and only with texture coordinates that the file gives. PixelTexture,
//! MovieTexture, and the coordinates that X3D works out where a file gives none, are left out.

use glam::{DAffine2, DMat2, DVec2};

use crate::formats::hanim::report::Report;
use crate::formats::hanim::scene::{SceneNode, SceneTree, shown};

/// A picture, and the transform of its texture coordinates.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Picture {
    /// The file's name, without folders.
    pub(super) name: String,
    /// From a shape's texture coordinates to places on the picture.
    pub(super) transform: DAffine2,
}

/// Bytes of a file's name. Longer ones are taken for damage.
const LONGEST_NAME: usize = 1_000;

/// The first node in another one whose type `is` accepts, in whatever field: in XML the field is hardly ever written.
pub(super) fn inner_node<'a>(
    tree: &'a SceneTree,
    node: &SceneNode,
    is: impl Fn(&str) -> bool,
) -> Option<&'a SceneNode> {
    let mut nodes = tree.inner_nodes(node).filter_map(|id| tree.resolve(id)).map(|(_, node)| node);
    nodes.find(|node| is(tree.type_name(node)))
}

/// The picture of a Shape's appearance. `None` where there is none, or where it is not in a file of its own.
pub(super) fn picture(tree: &SceneTree, shape: &SceneNode, report: &mut Report<'_>) -> Option<Picture> {
    let appearance = inner_node(tree, shape, |name| name == "Appearance")?;
    let Some(texture) = inner_node(tree, appearance, |name| name == "ImageTexture") else {
        if let Some(other) = inner_node(tree, appearance, |name| name.ends_with("Texture")) {
            let name = shown(tree.type_name(other));
            report.warn_once("hanim.texture", other.place(), format_args!("`{name}` is not shown"));
        }
        return None;
    };
    let addresses = tree.strings(texture, "url", 20);
    // All addresses lead to the same picture.
    let is_name = |name: &&str| !name.is_empty() && name.len() <= LONGEST_NAME;
    let name = addresses.iter().map(|address| file_name(address)).find(is_name)?.to_owned();
    let transform = inner_node(tree, appearance, |name| name == "TextureTransform");
    let transform = transform.map_or(DAffine2::IDENTITY, |node| texture_transform(tree, node, report));
    Some(Picture { name, transform })
}

/// The name of a file, without the folders of its address.
fn file_name(address: &str) -> &str {
    let path = address.split(['?', '#']).next().unwrap_or_default();
    path.rsplit(['/', '\\']).next().unwrap_or_default().trim()
}

/// `inverse(T(center)) * S * R * T(center) * T(translation)`, column vectors (ISO/IEC 19775-1, 18.4.8).
fn texture_transform(tree: &SceneTree, node: &SceneNode, report: &mut Report<'_>) -> DAffine2 {
    let mut pair = |name: &str, default: f64| DVec2::from(tree.vector(node, name, [default; 2], report));
    let (center, scale, translation) = (pair("center", 0.0), pair("scale", 1.0), pair("translation", 0.0));
    let turn = DMat2::from_angle(tree.scalar(node, "rotation", 0.0, report));
    DAffine2::from_translation(-center)
        * DAffine2::from_mat2(DMat2::from_diagonal(scale) * turn)
        * DAffine2::from_translation(center + translation)
}

/// Where the corners of a face set are on their picture.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct TextureMapping {
    /// Two numbers each.
    points: Vec<f64>,
    /// Parallel to the indices of the face set, ends of faces included. `None`: the same as those.
    index: Option<Vec<i32>>,
    transform: DAffine2,
}

impl TextureMapping {
    /// The mapping of a geometry that has texture coordinates.
    pub(super) fn read(
        tree: &SceneTree,
        geometry: &SceneNode,
        picture: &Picture,
        report: &mut Report<'_>,
    ) -> Option<Self> {
        let coordinate = inner_node(tree, geometry, |name| name == "TextureCoordinate")?;
        let points = tree.numbers(coordinate, "point", report);
        let index = tree.indices(geometry, "texCoordIndex", report);
        let index = Some(index).filter(|index| !index.is_empty());
        Some(Self { points, index, transform: picture.transform }).filter(|mapping| mapping.points.len() >= 2)
    }

    /// The place on the picture of entry number `entry` of the indices, which names `point`. The lower left corner
    /// where the file gives no place.
    pub(super) fn at(&self, entry: usize, point: usize) -> [f32; 2] {
        let index = match &self.index {
            Some(list) => list.get(entry).map_or(usize::MAX, |index| usize::try_from(*index).unwrap_or(0)),
            None => point,
        };
        let place = self.points.as_chunks::<2>().0.get(index).map_or(DVec2::ZERO, |place| DVec2::from(*place));
        self.transform.transform_point2(place).as_vec2().to_array()
    }
}
