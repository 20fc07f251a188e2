//! The clip's surface: meshes that ride on joints, and skins (glTF 2.0, 3.7.3).

use std::sync::Arc;

use glam::{Affine3A, DAffine3, Vec3};

use super::accessors::Accessors;
use super::figure::GltfFigure;
use super::json::Json;
use super::materials::{Look, MaterialReader, srgb};
use super::mesh::{self, Mesh};
use super::nodes::NodeTree;
use super::problem::Problem;
use crate::checked::Checked;
use crate::error::{ErrorKind, Location};
use crate::formats::reading::WarningLog;
use crate::formats::reading::growth::{push, reserve};
use crate::model::{Bind, NO_PARENT, Skin, SkinCorner, SkinParts, Textured, is_placeable_matrix};

/// A weight closer to 0 comes from rounding.
const TINY: f32 = 1e-4;

/// The surface; `None` without triangles. What cannot be drawn is left out with a warning. `is_own`: leaves out the bones that Marey
/// draws into its files.
pub(super) fn read(
    root: &Json<'_>,
    nodes: &NodeTree<'_>,
    figure: &GltfFigure,
    accessors: &Accessors<'_>,
    is_own: bool,
    (place, warnings): (Location, &mut WarningLog),
) -> Option<Arc<Skin>> {
    let mut surface = SkinReader {
        root,
        figure,
        accessors,
        materials: MaterialReader::new(root),
        skins: vec![None; root.list("skins").len()],
        parts: SkinParts::default(),
        place,
    };
    let shown = |node: &usize| nodes.scene(*node) == figure.scene || nodes.scene(*node).is_none();
    let is_drawing = |node: &usize| is_own && matches!(nodes.name(*node), "bones" | "extent");
    let all: Vec<(usize, usize)> = nodes
        .order
        .iter()
        .map(|node| *node as usize)
        .filter(|node| shown(node) && !is_drawing(node))
        .filter_map(|node| Some((node, nodes.list.get(node)?.index("mesh")?)))
        .collect();
    let skin_of = |node: usize| nodes.list.get(node).and_then(|node| node.index("skin"));
    let carriers = carriers(nodes, figure);
    for (node, mesh) in all.iter().filter(|(node, _)| skin_of(*node).is_none()) {
        if let Some((joint, matrix)) = carriers.at(*node) {
            let flips = matrix.matrix3.determinant() < 0.0;
            if let Some(bind) = surface.bind(joint, matrix.as_affine3a()) {
                surface.add(*mesh, MeshMover::By(bind, flips), warnings);
            }
        }
    }
    surface.parts.segments = surface.parts.triangles.len();
    for (node, mesh) in &all {
        if let Some(skin) = skin_of(*node) {
            match surface.skin(skin) {
                Ok((first, count)) if count > 0 => surface.add(*mesh, MeshMover::ByJoints(first, count), warnings),
                Ok(_) => {}
                Err(problem) => {
                    warnings.each(problem.code, place, format_args!("/skins/{skin} is not drawn: {problem}"))
                }
            }
        }
    }
    let mut parts = surface.parts;
    parts.pictures = surface.materials.pictures;
    if parts.triangles.is_empty() {
        return None;
    }
    match Skin::new("", parts, &figure.skeleton) {
        Ok(skin) => Some(Arc::new(skin)),
        Err(error) => {
            warning!(warnings.each => "gltf.skin", place, "the skin is left out: {error}");
            None
        }
    }
}

/// For each node the joint that it rides on, and the matrix from the node to it.
fn carriers(nodes: &NodeTree<'_>, figure: &GltfFigure) -> Vec<Option<(u16, DAffine3)>> {
    let mut carriers = vec![None; nodes.len()];
    for node in nodes.order.iter().map(|node| *node as usize) {
        let carrier = match figure.joint(node) {
            Some(joint) => Some((joint, DAffine3::IDENTITY)),
            None => {
                let above = nodes.parent(node).and_then(|parent| carriers.at(parent));
                above.and_then(|(joint, matrix): (u16, DAffine3)| {
                    Some((joint, matrix * nodes.transform(node).ok()?.matrix()))
                })
            }
        };
        carriers.put(node, carrier);
    }
    carriers
}

/// What moves a mesh.
#[derive(Clone, Copy)]
enum MeshMover {
    /// One bind; whether it mirrors.
    By(u32, bool),
    /// The joints of a skin: the first of its binds, and their number.
    ByJoints(u32, u32),
}

struct SkinReader<'a> {
    root: &'a Json<'a>,
    figure: &'a GltfFigure,
    accessors: &'a Accessors<'a>,
    materials: MaterialReader<'a>,
    /// The binds of each skin that was needed: the first one and their number.
    skins: Vec<Option<(u32, u32)>>,
    parts: SkinParts,
    place: Location,
}

impl SkinReader<'_> {
    fn bind(&mut self, joint: u16, matrix: Affine3A) -> Option<u32> {
        let matrix = if is_placeable_matrix(&matrix) { matrix } else { Affine3A::IDENTITY };
        let number = self.parts.binds.len() as u32;
        let has_room = self.accessors.charge(size_of::<Bind>() as u64)
            && push(&mut self.parts.binds, Bind { joint, matrix }).is_ok();
        has_room.then_some(number)
    }

    /// The binds of a skin.
    fn skin(&mut self, index: usize) -> Result<(u32, u32), Problem> {
        if let Some(Some(known)) = self.skins.get(index) {
            return Ok(*known);
        }
        let (root, figure) = (self.root, self.figure);
        let missing = || Problem::wrong("gltf.index", format!("there is no /skins/{index}"));
        let skin = root.list("skins").get(index).ok_or_else(missing)?;
        let joints = skin.list("joints");
        let matrices = match skin.index("inverseBindMatrices") {
            Some(matrices) => self.accessors.numbers(matrices, 16, joints.len())?,
            None => Vec::new(),
        };
        let mut matrices = matrices.as_chunks::<16>().0.iter();
        let first = self.parts.binds.len() as u32;
        for joint in joints {
            let joint = joint.as_index().and_then(|node| figure.joint(node)).unwrap_or(NO_PARENT);
            let matrix =
                matrices.next().map_or(Affine3A::IDENTITY, |[a, b, c, _, d, e, f, _, g, h, i, _, x, y, z, _]| {
                    Affine3A::from_cols_array(&[*a, *b, *c, *d, *e, *f, *g, *h, *i, *x, *y, *z])
                });
            self.bind(joint, matrix).ok_or_else(Problem::no_memory)?;
        }
        let found = (first, joints.len() as u32);
        if let Some(slot) = self.skins.get_mut(index) {
            *slot = Some(found);
        }
        Ok(found)
    }

    /// Adds the primitives of a mesh.
    fn add(&mut self, index: usize, moved: MeshMover, warnings: &mut WarningLog) {
        let Some(mesh) = self.root.list("meshes").get(index) else {
            warning!(warnings.each => "gltf.index", self.place, "there is no /meshes/{index}; it is not drawn");
            return;
        };
        for (number, primitive) in mesh.list("primitives").iter().enumerate() {
            let packed = primitive.inner(&["extensions", "KHR_draco_mesh_compression"]).is_some();
            let added = if packed {
                let message = "it is packed with Draco, which Marey does not unpack; the skeleton plays without it";
                Err(Problem::new(ErrorKind::Unsupported, "gltf.draco", message))
            } else {
                let is_skinned = matches!(moved, MeshMover::ByJoints(..));
                mesh::read(primitive, self.accessors, is_skinned).and_then(|mesh| self.append(&mesh, primitive, moved))
            };
            if let Err(problem) = added {
                let message = format_args!("/meshes/{index}/primitives/{number} is not drawn: {problem}");
                warnings.each(problem.code, self.place, message);
            }
        }
    }

    fn append(&mut self, mesh: &Mesh, primitive: &Json<'_>, moved: MeshMover) -> Result<(), Problem> {
        if mesh.triangles.is_empty() {
            return Ok(());
        }
        let (corners, sets) = (mesh.positions.len(), mesh.weights.len());
        let bytes = corners * (size_of::<SkinCorner>() + sets * 4 * size_of::<[f32; 4]>())
            + mesh.triangles.len() * size_of::<[u32; 3]>();
        let parts = &mut self.parts;
        let fits = parts.triangles.len() + mesh.triangles.len() <= Skin::MOST_TRIANGLES
            && parts.influences.len() + corners * sets * 4 <= Skin::MOST_INFLUENCES;
        if !fits || !self.accessors.charge(bytes as u64) {
            return Err(Problem::new(ErrorKind::Limit, "gltf.too-many-triangles", "the file has too many triangles"));
        }
        let no_memory = |_| Problem::no_memory();
        reserve(&mut parts.corners, corners).map_err(no_memory)?;
        reserve(&mut parts.triangles, mesh.triangles.len()).map_err(no_memory)?;
        reserve(&mut parts.influences, corners * sets * 4).map_err(no_memory)?;
        let look = self.materials.look(primitive, self.accessors);
        let parts = &mut self.parts;
        let (first, start) = (parts.corners.len() as u32, parts.triangles.len() as u32);
        for (corner, position) in mesh.positions.iter().enumerate() {
            let normal = mesh.normals.get(corner).copied().unwrap_or(Vec3::Y);
            let made = match moved {
                MeshMover::By(bind, _) => SkinCorner::rigid(*position, normal, bind),
                MeshMover::ByJoints(first, count) => {
                    bent(mesh, corner, (first, count), *position, normal, &mut parts.influences)
                }
            };
            let texture = mesh.texture.get(corner).copied().unwrap_or_default();
            parts.corners.push(SkinCorner { colour: colour(look, mesh.colours.get(corner)), texture, ..made });
        }
        let flips = matches!(moved, MeshMover::By(_, true));
        parts.triangles.extend(mesh.triangles.iter().map(|triangle| {
            let [a, b, c] = triangle.map(|corner| first + corner);
            if flips { [a, c, b] } else { [a, b, c] }
        }));
        let end = parts.triangles.len() as u32;
        match (parts.textured.last_mut(), look.picture) {
            (Some(last), Some(picture)) if last.picture == picture && last.triangles.end == start => {
                last.triangles.end = end
            }
            (_, Some(picture)) => parts.textured.push(Textured { triangles: start..end, picture }),
            (_, None) => {}
        }
        Ok(())
    }
}

/// A corner that joints of a skin bend. Its weights are made to sum to 1; without any it follows the first joint.
fn bent(
    mesh: &Mesh,
    corner: usize,
    (first, count): (u32, u32),
    position: Vec3,
    normal: Vec3,
    influences: &mut Vec<[f32; 4]>,
) -> SkinCorner {
    let start = influences.len();
    for (joints, weights) in &mesh.weights {
        let four = corner * 4..corner * 4 + 4;
        let pairs = joints.get(four.clone()).unwrap_or_default().iter().zip(weights.get(four).unwrap_or_default());
        for (joint, weight) in pairs.filter(|(joint, weight)| **joint < count && **weight > TINY && weight.is_finite())
        {
            influences.push([*weight, 0.0, 0.0, (first + joint) as f32]);
        }
    }
    let own = influences.get_mut(start..).unwrap_or_default();
    let sum: f32 = own.iter().map(|[weight, ..]| weight).sum();
    own.iter_mut().for_each(|[weight, ..]| *weight /= sum);
    match own {
        [] => SkinCorner::rigid(position, normal, first),
        [[.., bind]] => {
            let bind = *bind as u32;
            influences.truncate(start);
            SkinCorner::rigid(position, normal, bind)
        }
        _ => {
            let influences = own.len() as u16;
            SkinCorner { first: start as u32, influences, ..SkinCorner::rigid(position, normal, 0) }
        }
    }
}

/// The colour of a corner as sRGB; none without a material and a colour of its own.
fn colour(look: Look, own: Option<&[f32; 3]>) -> [u8; 4] {
    if look.colour.is_none() && own.is_none() {
        return [0; 4];
    }
    let ([r, g, b], own) = (look.colour.unwrap_or([1.0; 3]), own.copied().unwrap_or([1.0; 3]));
    [srgb(r * own[0]), srgb(g * own[1]), srgb(b * own[2]), 255]
}
