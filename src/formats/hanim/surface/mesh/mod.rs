//! Shapes as triangles.
//!
//! - [`indexed`]: geometries that list points. [`solids`]: boxes, spheres, cylinders and cones.
//! - [`faces`]: polygons over shared points. [`polygon`]: their triangulation. [`normals`], [`attributes`]: the values
//!   of corners besides their positions. [`build`]: the mesh of all of these.
//!
//! Boxes, spheres, cylinders and cones, and all sets of faces, triangles and quads, with their normals, colours and
//! texture coordinates. Of materials only the colour counts, plus the light that they emit: surfaces are opaque and
//! dull, whatever `transparency`, `specularColor`, `metallic` and `roughness` say. Both sides are drawn alike, so that
//! `solid` does not matter. Polygons may be concave, whatever `convex` says.

mod attributes;
mod build;
mod faces;
mod indexed;
mod normals;
mod polygon;
mod solids;

use glam::DVec3;

use super::textures::{Picture, PictureSource, picture};
use crate::checked::Checked;
use crate::formats::hanim::report::SceneReport;
use crate::formats::hanim::scene::{FieldValue, NodeId, SceneNode, SceneTree, shown};

/// A corner of the mesh, shared by triangles.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct MeshCorner {
    /// The number of its point, which skins and displacers use, too.
    pub(super) point: u32,
    /// Unit length.
    pub(super) normal: DVec3,
    /// sRGB; alpha 0 if the file gives none.
    pub(super) colour: [u8; 4],
    /// Texture coordinates.
    pub(super) texture: [f32; 2],
}

/// A Shape's triangles, in its own space.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct ShapeMesh {
    pub(super) points: Vec<DVec3>,
    pub(super) corners: Vec<MeshCorner>,
    /// Counter-clockwise seen from outside.
    pub(super) triangles: Vec<[u32; 3]>,
    /// The Coordinate node of its points.
    pub(super) coordinate: Option<NodeId>,
    pub(super) picture: Option<PictureSource>,
}

impl ShapeMesh {
    pub(super) fn position(&self, corner: &MeshCorner) -> DVec3 {
        self.points.at(corner.point as usize)
    }

    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.points) + size_of_val(&*self.corners) + size_of_val(&*self.triangles)
    }
}

#[derive(Debug, Clone, Copy)]
pub(super) struct MeshLimits {
    pub(super) corners: usize,
    pub(super) triangles: usize,
}

/// A mesh exceeds its limits.
#[derive(Debug)]
pub(super) struct MeshTooLarge;

/// Bytes per triangle while a mesh is built, without its corners in the finished mesh.
pub(super) const BYTES_PER_TRIANGLE: usize = 120;

/// The triangles of a Shape; `None` if its geometry has none.
pub(super) fn read(
    tree: &SceneTree,
    shape: &SceneNode,
    limits: MeshLimits,
    report: &mut SceneReport<'_>,
) -> Result<Option<ShapeMesh>, MeshTooLarge> {
    let Some(node) = geometry_of(tree, shape) else { return Ok(None) };
    let picture = picture(tree, shape, report);
    let Some(mut mesh) = geometry(tree, node, picture.as_ref(), limits, report)? else { return Ok(None) };
    if mesh.picture.is_none()
        && let Some(colour) = attributes::material(tree, shape, report)
    {
        let bare = mesh.corners.iter_mut().filter(|corner| corner.colour == [0; 4]);
        bare.for_each(|corner| corner.colour = colour);
    }
    Ok(Some(mesh).filter(|mesh| !mesh.triangles.is_empty()))
}

fn geometry_of<'a>(tree: &'a SceneTree, shape: &SceneNode) -> Option<&'a SceneNode> {
    // In XML the field is hardly ever written, so the geometry is the first node that is not an Appearance or metadata.
    let is_other = |name: &str| name == "Appearance" || name.starts_with("Metadata");
    let fields = tree.fields_of(shape).filter(|field| matches!(field.value, FieldValue::Nodes(..)));
    let fields = fields.filter(|field| !matches!(tree.field_name(field), "appearance" | "metadata"));
    let nodes = fields.flat_map(|field| tree.nodes_of(Some(field)));
    let mut nodes = nodes.filter_map(|id| tree.resolve(id)).map(|(_, node)| node);
    nodes.find(|node| !is_other(tree.type_name(node)))
}

/// The Coordinate node of a Shape; `None` if its geometry has none.
pub(super) fn coordinate(tree: &SceneTree, shape: NodeId) -> Option<NodeId> {
    Some(indexed::coordinate(tree, geometry_of(tree, tree.node(shape)?)?)?.0)
}

fn geometry(
    tree: &SceneTree,
    node: &SceneNode,
    picture: Option<&Picture>,
    limits: MeshLimits,
    report: &mut SceneReport<'_>,
) -> Result<Option<ShapeMesh>, MeshTooLarge> {
    let solid = match tree.type_name(node) {
        "Box" => solids::cuboid(DVec3::from(tree.vector(node, "size", [2.0; 3], report)) * 0.5),
        "Sphere" => solids::sphere(tree.scalar(node, "radius", 1.0, report)),
        "Cylinder" => {
            let radius = tree.scalar(node, "radius", 1.0, report);
            let parts = ["side", "bottom", "top"].map(|part| !attributes::is_false(tree, node, part));
            solids::turned(radius, radius, tree.scalar(node, "height", 2.0, report), parts)
        }
        "Cone" => {
            let radius = tree.scalar(node, "bottomRadius", 1.0, report);
            let [side, bottom] = ["side", "bottom"].map(|part| !attributes::is_false(tree, node, part));
            solids::turned(radius, 0.0, tree.scalar(node, "height", 2.0, report), [side, bottom, false])
        }
        name => {
            let Some(layout) = indexed::FaceLayout::of(name) else {
                warning!(report.warn_once => "hanim.geometry", node.place(), "`{}` is not shown", shown(name));
                return Ok(None);
            };
            return indexed::read(tree, node, &layout, picture, limits, report);
        }
    };
    Ok(Some(solid.mesh(picture)))
}
