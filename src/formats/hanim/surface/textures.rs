//! Pictures that shapes wear: which file, and where on it each corner is.
//!
//! Only pictures in files of their own, laid on by coordinates that the file writes: PixelTexture, MovieTexture and the
//! coordinates that X3D makes up where a file has none are left out.

use glam::{DAffine2, DMat2, DVec2};

use crate::formats::hanim::report::Report;
use crate::formats::hanim::scene::tree::{Node, Tree, Value};

/// A picture, and how it is laid on.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Picture {
    /// The file's name, without folders.
    pub(crate) name: String,
    /// From a shape's texture coordinates to places on the picture.
    pub(crate) transform: DAffine2,
}

/// A node among those inside another one, in whatever field: in XML the field is hardly ever written.
pub(crate) fn inside<'a>(tree: &'a Tree, node: &Node, is: impl Fn(&str) -> bool) -> Option<&'a Node> {
    let lists = node.fields.iter().filter_map(|field| match &field.value {
        Value::Nodes(nodes) => Some(nodes),
        Value::Text { .. } => None,
    });
    lists.flatten().filter_map(|id| tree.resolve(*id)).map(|(_, node)| node).find(|node| is(&node.type_name))
}

/// The picture of a Shape's appearance. `None` without one, or with one that is in no file.
pub(crate) fn picture(tree: &Tree, shape: &Node, report: &mut Report<'_>) -> Option<Picture> {
    let appearance = inside(tree, shape, |name| name == "Appearance")?;
    let Some(texture) = inside(tree, appearance, |name| name == "ImageTexture") else {
        if let Some(other) = inside(tree, appearance, |name| name.ends_with("Texture")) {
            let name = &other.type_name;
            report.warn_once("hanim.texture", other.place, format_args!("`{name}` is not shown"));
        }
        return None;
    };
    let addresses = tree.strings(texture, "url");
    // All of them are the same picture: near at hand first.
    let name = addresses.iter().map(|address| base(address)).find(|name| !name.is_empty())?.to_owned();
    let transform = inside(tree, appearance, |name| name == "TextureTransform");
    let transform = transform.map_or(DAffine2::IDENTITY, |node| laid(tree, node, report));
    Some(Picture { name, transform })
}

/// The last part of an address.
fn base(address: &str) -> &str {
    let path = address.split(['?', '#']).next().unwrap_or_default();
    path.rsplit(['/', '\\']).next().unwrap_or_default().trim()
}

/// `inverse(T(center)) * S * R * T(center) * T(translation)`, column vectors (ISO/IEC 19775-1, 18.4.8).
fn laid(tree: &Tree, node: &Node, report: &mut Report<'_>) -> DAffine2 {
    let mut pair = |name: &str, default: f64| DVec2::from(tree.vector(node, name, [default; 2], report));
    let (center, scale, translation) = (pair("center", 0.0), pair("scale", 1.0), pair("translation", 0.0));
    let turn = DMat2::from_angle(tree.scalar(node, "rotation", 0.0, report));
    DAffine2::from_translation(-center)
        * DAffine2::from_mat2(DMat2::from_diagonal(scale) * turn)
        * DAffine2::from_translation(center + translation)
}

/// Where the corners of a face set are on their picture.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Mapping {
    points: Vec<[f64; 2]>,
    /// One for each entry of the set's own indices, ends of faces included; `None`: the same as those.
    index: Option<Vec<f64>>,
    transform: DAffine2,
}

impl Mapping {
    /// Of a geometry that has texture coordinates.
    pub(crate) fn read(tree: &Tree, geometry: &Node, picture: &Picture, report: &mut Report<'_>) -> Option<Self> {
        let coordinate = inside(tree, geometry, |name| name == "TextureCoordinate")?;
        let points = tree.numbers(coordinate, "point", report).as_chunks().0.to_vec();
        let index = tree.numbers(geometry, "texCoordIndex", report);
        let index = Some(index).filter(|index| !index.is_empty());
        Some(Self { points, index, transform: picture.transform }).filter(|mapping| !mapping.points.is_empty())
    }

    /// The place on the picture of the `entry`-th entry of the indices, which names `point`. The lower left corner where
    /// the file says none.
    pub(crate) fn at(&self, entry: usize, point: usize) -> [f32; 2] {
        let index = match &self.index {
            // A cast of what is negative is 0.
            Some(list) => list.get(entry).map_or(usize::MAX, |index| *index as usize),
            None => point,
        };
        let place = self.points.get(index).map_or(DVec2::ZERO, |place| DVec2::from(*place));
        self.transform.transform_point2(place).as_vec2().to_array()
    }
}
