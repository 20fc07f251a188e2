//! Shapes of segments as triangles.
//!
//! Boxes, spheres, cylinders and cones, and all sets of faces, triangles and quads, with their normals, colours and
//! places on pictures. Of materials only `diffuseColor` counts: surfaces are opaque and dull, whatever `transparency` and
//! `specularColor` say. Both sides are drawn alike, so that `solid` does not matter. A polygon need not be convex, whatever
//! `convex` says.

mod faces;
mod indexed;
mod look;
mod normals;
mod polygon;
mod solids;

use glam::DVec3;

use super::textures::{self, Picture};
use crate::formats::hanim::report::Report;
use crate::formats::hanim::scene::tree::{Node, NodeId, Tree, Value};

/// A corner of triangles.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Corner {
    /// Which of the coordinates it is, for what goes by their numbers: weights of skins, displacers.
    pub(crate) point: u32,
    /// The shape's space.
    pub(crate) position: DVec3,
    /// Unit length.
    pub(crate) normal: DVec3,
    /// sRGB; alpha 0 where the file gives none.
    pub(crate) colour: [u8; 4],
    /// Where it is on the picture.
    pub(crate) texture: [f32; 2],
}

/// A Shape's triangles.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Mesh {
    pub(crate) corners: Vec<Corner>,
    /// Counter-clockwise seen from outside.
    pub(crate) triangles: Vec<[u32; 3]>,
    /// The Coordinate node that its points come from.
    pub(crate) coordinate: Option<NodeId>,
    /// The file of the picture that it wears.
    pub(crate) picture: Option<String>,
}

/// The triangles of a Shape; `None` for geometry without any.
pub(crate) fn read(tree: &Tree, shape: &Node, report: &mut Report<'_>) -> Option<Mesh> {
    // In XML the field is hardly ever written, so the geometry is told by its type.
    let is_other = |name: &str| name == "Appearance" || name.starts_with("Metadata");
    let nodes = shape.fields.iter().filter_map(|field| match &field.value {
        Value::Nodes(nodes) if !matches!(&*field.name, "appearance" | "metadata") => Some(nodes),
        _ => None,
    });
    let mut nodes = nodes.flatten().filter_map(|id| tree.resolve(*id)).map(|(_, node)| node);
    let node = nodes.find(|node| !is_other(&node.type_name))?;
    let picture = textures::picture(tree, shape, report);
    let mut mesh = geometry(tree, node, picture.as_ref(), report)?;
    if mesh.picture.is_none()
        && let Some(colour) = look::material(tree, shape, report)
    {
        let bare = mesh.corners.iter_mut().filter(|corner| corner.colour == [0; 4]);
        bare.for_each(|corner| corner.colour = colour);
    }
    Some(mesh).filter(|mesh| !mesh.triangles.is_empty())
}

fn geometry(tree: &Tree, node: &Node, picture: Option<&Picture>, report: &mut Report<'_>) -> Option<Mesh> {
    match &*node.type_name {
        "Box" => Some(solids::cuboid(DVec3::from(tree.vector(node, "size", [2.0; 3], report)) * 0.5)),
        "Sphere" => Some(solids::sphere(tree.scalar(node, "radius", 1.0, report))),
        "Cylinder" => {
            let radius = tree.scalar(node, "radius", 1.0, report);
            Some(solids::turned(radius, radius, tree.scalar(node, "height", 2.0, report)))
        }
        "Cone" => {
            let radius = tree.scalar(node, "bottomRadius", 1.0, report);
            Some(solids::turned(radius, 0.0, tree.scalar(node, "height", 2.0, report)))
        }
        name => {
            let Some(layout) = indexed::Layout::of(name) else {
                report.warn_once("hanim.geometry", node.place, format_args!("`{name}` is not shown"));
                return None;
            };
            indexed::read(tree, node, &layout, picture, report)
        }
    }
}
