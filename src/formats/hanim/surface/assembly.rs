//! The surface of all figures in a scene: shapes that move with joints, then the skins of the humanoids.

use glam::{Affine3A, DVec3, Vec3};

use super::displacers::{of_joint, read_displacements};
use super::mesh::{self, BYTES_PER_TRIANGLE, MeshCorner, MeshLimits, MeshTooLarge, ShapeMesh};
use super::skin::{self, SkinPoints};
use super::{GrowingSurface, MOST_POINTS};
use crate::formats::hanim::figure::{
    FigureJoint, HanimFigure, NodePlace, PlacedDisplacer, PlacedHumanoid, PlacedShape, find_skin_shapes,
};
use crate::formats::hanim::memory::{MemoryBudget, reserve};
use crate::formats::hanim::report::Report;
use crate::formats::hanim::scene::{NodeId, SceneNode, SceneTree};
use crate::formats::hanim::sorting::sort_by_key;
use crate::model::{Bind, NO_PARENT, Skin, SkinCorner, SkinParts, Textured, is_placeable, is_placeable_matrix};

/// Bytes of meshes that are kept because they may be used again, and more for each byte of the file.
const MOST_KEPT_BYTES: usize = 4 << 20;
const KEPT_BYTES_PER_BYTE: usize = 2;
/// Bytes that go into one mesh before it is finished, and more for each byte of the file.
const MOST_MESH_BYTES: usize = 6 << 20;
const MESH_BYTES_PER_BYTE: usize = 12;

/// The surface; `None` where it has no triangle. Takes the shapes out of the figure.
pub(crate) fn read(tree: &SceneTree, figure: &mut HanimFigure, report: &mut Report<'_>) -> Option<SkinParts> {
    let shapes = std::mem::take(&mut figure.shapes);
    let mut displacers = figure.displacers.clone();
    sort_by_key(&mut displacers, |one| (one.joint, one.segment));
    let text_length = tree.text.len();
    let mut builder = SurfaceBuilder {
        tree,
        meshes: Vec::new(),
        known: vec![KnownMesh::Unread; tree.len()],
        kept: MemoryBudget::new(MOST_KEPT_BYTES, KEPT_BYTES_PER_BYTE, text_length),
        most_triangles: (MOST_MESH_BYTES + MESH_BYTES_PER_BYTE * text_length) / BYTES_PER_TRIANGLE,
        is_full: false,
        displacers,
        surface: GrowingSurface::new(text_length),
    };
    for PlacedShape { node, place } in shapes {
        builder.add_shape_on_joint(node, place, report);
    }
    builder.surface.parts.segments = builder.surface.parts.triangles.len();
    for humanoid in &figure.placed_humanoids {
        let end = humanoid.end_joint.min(figure.joints.len());
        let joints = figure.joints.get(humanoid.first_joint..end).unwrap_or_default();
        builder.add_skin(humanoid, joints, report);
    }
    let mut parts = builder.surface.parts;
    // Lists that grow have room to spare.
    parts.corners.shrink_to_fit();
    parts.triangles.shrink_to_fit();
    parts.influences.shrink_to_fit();
    Some(parts).filter(|parts| !parts.triangles.is_empty())
}

/// The mesh of a Shape, as far as it is known.
#[derive(Debug, Clone, Copy)]
enum KnownMesh {
    Unread,
    /// It has no triangles.
    Nothing,
    /// Its index among the meshes that are kept.
    Kept(u32),
}

/// A surface that grows.
struct SurfaceBuilder<'a> {
    tree: &'a SceneTree,
    /// Meshes that may be used again.
    meshes: Vec<ShapeMesh>,
    /// For each node.
    known: Vec<KnownMesh>,
    kept: MemoryBudget,
    /// How many triangles one mesh may have.
    most_triangles: usize,
    is_full: bool,
    /// Sorted by joint and segment.
    displacers: Vec<PlacedDisplacer>,
    surface: GrowingSurface,
}

impl SurfaceBuilder<'_> {
    /// Adds a shape on a joint: its points are put into the joint's frame.
    fn add_shape_on_joint(&mut self, shape: NodeId, place: NodePlace, report: &mut Report<'_>) {
        let Some(bind) = self.bind(place.parent, Affine3A::IDENTITY) else { return };
        let to_joint = place.to_parent;
        let to_joint_normals = to_joint.matrix3.inverse().transpose();
        // Where the transform mirrors, the order of the corners is reversed.
        let mirrored = to_joint.matrix3.determinant() < 0.0;
        let pushed = self.pushed_points(place, bind, report);
        self.add(shape, mirrored, report, |mesh, corner| {
            // Displacers push the points of the segment's Coordinate; where it has none, those of its shapes.
            let is_pushed = mesh.coordinate.is_some()
                && pushed.coordinate.is_none_or(|coordinate| mesh.coordinate == Some(coordinate));
            let moved = if is_pushed { pushed.find(corner.point) } else { None };
            SkinCorner {
                position: to_joint.transform_point3(mesh.position(corner)).as_vec3(),
                normal: unit(to_joint_normals * corner.normal),
                ..moved.unwrap_or(SkinCorner::rigid(Vec3::ZERO, Vec3::Y, bind))
            }
        });
    }

    /// The points that displacers of the place's segment push.
    fn pushed_points(&mut self, place: NodePlace, bind: u32, report: &mut Report<'_>) -> PushedPoints {
        let mut found = PushedPoints::default();
        let (Some(joint), Some(segment)) = (place.parent, place.segment) else { return found };
        let displacers = of_joint(&self.displacers, joint, Some(segment));
        if displacers.is_empty() {
            return found;
        }
        let segment = self.tree.node(segment);
        let coordinate = segment.and_then(|node| skin::coordinate(self.tree, node, "coord"));
        let mut count = MOST_POINTS;
        if let Some((_, node)) = coordinate
            && self.surface.take_text(self.tree, node, 1)
        {
            count = self.tree.count_numbers(node, "point", report) / 3;
        }
        let own = displacers.iter().map(|one| (one, bind, place.to_parent.matrix3));
        let displacements = read_displacements(self.tree, own, count, &mut self.surface, report);
        found.coordinate = coordinate.map(|(id, _)| id);
        for same in displacements.chunk_by(|a, b| a.0 == b.0) {
            let Some((point, _)) = same.first() else { continue };
            if let Some(corner) = skin::corner(&[], same, bind, &mut self.surface) {
                found.points.push((*point, corner));
            }
        }
        found
    }

    /// Adds the skin of a humanoid.
    fn add_skin(&mut self, humanoid: &PlacedHumanoid, joints: &[FigureJoint], report: &mut Report<'_>) {
        let shapes = find_skin_shapes(self.tree, humanoid.node, &mut self.surface.skin_nodes, report);
        if shapes.is_empty() {
            return;
        }
        skin::warn_of_binding(self.tree, humanoid.node, report);
        let nodes = joints.iter().map(|joint| joint.node).chain([humanoid.node]);
        let has_room = nodes.filter_map(|id| self.tree.node(id)).all(|node| self.surface.take_text(self.tree, node, 2));
        let bind = self.bind(humanoid.inside.parent, humanoid.inside.to_parent.as_affine3a());
        let Some(own) = bind.filter(|_| has_room) else {
            let place = self.tree.node(humanoid.node).map_or(0, SceneNode::place);
            report.warn_once(
                "hanim.skin-weights",
                place,
                format_args!("skins use the same lists too often; this one is left out, and all behind it"),
            );
            return;
        };
        let Self { tree, surface, displacers, .. } = self;
        let SkinPoints { coordinate, points } = skin::read(tree, humanoid, joints, own, displacers, surface, report);
        for (shape, to_humanoid) in shapes.iter() {
            let to_humanoid_normals = to_humanoid.matrix3.inverse().transpose();
            self.add(shape, false, report, |mesh, corner| {
                let is_bent = mesh.coordinate.is_some() && mesh.coordinate == coordinate;
                match points.get(corner.point as usize).filter(|_| is_bent) {
                    Some(moved) => {
                        SkinCorner { position: mesh.position(corner).as_vec3(), normal: unit(corner.normal), ..*moved }
                    }
                    // Points that are not the skin's do not bend.
                    None => SkinCorner {
                        position: to_humanoid.transform_point3(mesh.position(corner)).as_vec3(),
                        normal: unit(to_humanoid_normals * corner.normal),
                        ..SkinCorner::rigid(Vec3::ZERO, Vec3::Y, own)
                    },
                }
            });
        }
    }

    /// The number of a bind; `None` where there is no room for one more.
    fn bind(&mut self, joint: Option<u16>, matrix: Affine3A) -> Option<u32> {
        let matrix = if is_placeable_matrix(&matrix) { matrix } else { Affine3A::IDENTITY };
        let bind = Bind { joint: joint.unwrap_or(NO_PARENT), matrix };
        // Shapes of one joint follow each other.
        if self.surface.parts.binds.last() != Some(&bind) {
            if !self.surface.memory.take(1, size_of::<Bind>()) {
                return None;
            }
            self.surface.parts.binds.push(bind);
        }
        Some(self.surface.parts.binds.len() as u32 - 1)
    }

    /// Adds a Shape's triangles, each corner as `make` has it from the mesh and its corner.
    fn add(
        &mut self,
        shape: NodeId,
        mirrored: bool,
        report: &mut Report<'_>,
        make: impl Fn(&ShapeMesh, &MeshCorner) -> SkinCorner,
    ) {
        let (Some(node), Some(known)) = (self.tree.node(shape), self.known.get(shape.index()).copied()) else { return };
        let mesh = match known {
            KnownMesh::Nothing => return,
            KnownMesh::Kept(index) => self.meshes.get_mut(index as usize).map(std::mem::take),
            KnownMesh::Unread => self.read_mesh(node, report),
        };
        let Some(mesh) = mesh else {
            if !self.is_full
                && let Some(known) = self.known.get_mut(shape.index())
            {
                *known = KnownMesh::Nothing;
            }
            return;
        };
        if !self.is_full {
            self.append(node, &mesh, mirrored, report, make);
        }
        match known {
            KnownMesh::Kept(index) => {
                if let Some(slot) = self.meshes.get_mut(index as usize) {
                    *slot = mesh;
                }
            }
            _ if self.kept.room_for(1) >= size_of::<ShapeMesh>() + mesh.bytes() => {
                self.kept.take(1, size_of::<ShapeMesh>() + mesh.bytes());
                if let Some(known) = self.known.get_mut(shape.index()) {
                    *known = KnownMesh::Kept(self.meshes.len() as u32);
                    self.meshes.push(mesh);
                }
            }
            _ => {}
        }
    }

    /// Reads a Shape, unless the surface is full or too much text was read already.
    fn read_mesh(&mut self, node: &SceneNode, report: &mut Report<'_>) -> Option<ShapeMesh> {
        if self.is_full || !self.surface.take_text(self.tree, node, 3) {
            self.is_full = true;
            report.warn_once(
                "hanim.too-many-triangles",
                node.place(),
                format_args!("shapes use the same points too often; this one is left out, and all behind it"),
            );
            return None;
        }
        let corners = self.surface.memory.room_for(size_of::<SkinCorner>());
        match mesh::read(self.tree, node, MeshLimits { corners, triangles: self.most_triangles }, report) {
            Ok(mesh) => mesh,
            Err(MeshTooLarge) => {
                self.fill(node, report);
                None
            }
        }
    }

    /// From now on the surface takes no triangles.
    fn fill(&mut self, node: &SceneNode, report: &mut Report<'_>) {
        self.is_full = true;
        report.warn_once(
            "hanim.too-many-triangles",
            node.place(),
            format_args!("there are more triangles than there is room for; this shape is left out, and all behind it"),
        );
    }

    fn append(
        &mut self,
        node: &SceneNode,
        mesh: &ShapeMesh,
        mirrored: bool,
        report: &mut Report<'_>,
        make: impl Fn(&ShapeMesh, &MeshCorner) -> SkinCorner,
    ) {
        let (corners, triangles) = (mesh.corners.len(), mesh.triangles.len());
        let GrowingSurface { parts, memory, .. } = &mut self.surface;
        let has_room = parts.triangles.len() + triangles <= Skin::MOST_TRIANGLES
            && memory.take(corners, size_of::<SkinCorner>())
            && memory.take(triangles, size_of::<[u32; 3]>())
            && reserve(&mut parts.corners, corners).is_ok()
            && reserve(&mut parts.triangles, triangles).is_ok();
        if !has_room {
            self.fill(node, report);
            return;
        }
        let (first, start) = (parts.corners.len() as u32, parts.triangles.len() as u32);
        let mut misplaced = false;
        for corner in &mesh.corners {
            let mut made = make(mesh, corner);
            if !is_placeable(made.position) {
                made.position = Vec3::ZERO;
                misplaced = true;
            }
            (made.colour, made.texture) = (corner.colour, corner.texture.map(|x| if x.is_finite() { x } else { 0.0 }));
            parts.corners.push(made);
        }
        if misplaced {
            report.warn("hanim.far-point", node.place(), format_args!("points too far away to be shown are put at 0"));
        }
        parts.triangles.extend(mesh.triangles.iter().map(|triangle| {
            let [a, b, c] = triangle.map(|corner| first + corner);
            if mirrored { [a, c, b] } else { [a, b, c] }
        }));
        let end = parts.triangles.len() as u32;
        if let Some(name) = mesh.picture.as_ref().filter(|_| end > start) {
            let known = parts.pictures.iter().position(|known| known == name);
            let picture = known.unwrap_or_else(|| {
                parts.pictures.push(name.clone());
                parts.pictures.len() - 1
            });
            match (parts.textured.last_mut(), u16::try_from(picture)) {
                (Some(last), Ok(picture)) if last.picture == picture && last.triangles.end == start => {
                    last.triangles.end = end;
                }
                (_, Ok(picture)) => parts.textured.push(Textured { triangles: start..end, picture }),
                (_, Err(_)) => {}
            }
        }
    }
}

/// Points of a segment that displacers push.
#[derive(Debug, Default)]
struct PushedPoints {
    /// The node that holds them, where the segment has one.
    coordinate: Option<NodeId>,
    /// Each point with how it moves, sorted. Position and normal are not set.
    points: Vec<(u32, SkinCorner)>,
}

impl PushedPoints {
    fn find(&self, point: u32) -> Option<SkinCorner> {
        let at = self.points.binary_search_by_key(&point, |(point, _)| *point).ok()?;
        self.points.get(at).map(|(_, corner)| *corner)
    }
}

/// Of unit length; up where it has none.
fn unit(normal: DVec3) -> Vec3 {
    normal.try_normalize().and_then(|normal| normal.as_vec3().try_normalize()).unwrap_or(Vec3::Y)
}
