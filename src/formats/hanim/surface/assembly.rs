//! Builds the surface of all figures in a scene: shapes on joints, then the skins of the humanoids.

use glam::{Affine3A, DVec3, Vec3};

use super::displacers::{PointDisplacement, of_joint, read_displacements};
use super::mesh::{self, BYTES_PER_TRIANGLE, MeshCorner, MeshLimits, MeshTooLarge, ShapeMesh};
use super::moving::{MovingMorphs, MovingPoints};
use super::skin::{self, PointMovers, SkinPoints};
use super::textures::PictureSource;
use super::{GrowingSurface, MOST_POINTS, pixels};
use crate::checked::Checked;
use crate::compact::sorting::sort_by_key;
use crate::formats::hanim::figure::{
    FigureJoint, HanimFigure, NodePlace, PlacedDisplacer, PlacedHumanoid, PlacedShape, find_skin_shapes,
};
use crate::formats::hanim::memory::MemoryBudget;
use crate::formats::hanim::report::SceneReport;
use crate::formats::hanim::scene::{NodeId, SceneNode, SceneTree};
use crate::formats::reading::growth::{push, reserve};
use crate::model::{Bind, NO_PARENT, Skin, SkinCorner, SkinParts, Textured, is_placeable, is_placeable_matrix};

/// Memory budget for meshes that are kept for reuse: bytes for every file, and for each byte of it.
const MOST_KEPT_BYTES: usize = 4 << 20;
const KEPT_BYTES_PER_BYTE: usize = 2;
/// Memory budget for one mesh under construction: bytes for every file, and for each byte of it.
const MOST_MESH_BYTES: usize = 6 << 20;
const MESH_BYTES_PER_BYTE: usize = 12;

/// The surface; `None` without triangles. Takes the shapes out of the figure.
pub(crate) fn read(tree: &SceneTree, figure: &mut HanimFigure, report: &mut SceneReport<'_>) -> Option<SkinParts> {
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
        pictures: Vec::new(),
        displacers,
        moving: MovingPoints::new(std::mem::take(&mut figure.moved_points)),
        latest_pushed: None,
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
    figure.moved_points = builder.moving.finish();
    let mut parts = builder.surface.parts;
    // Lists that grow have spare capacity.
    parts.corners.shrink_to_fit();
    parts.triangles.shrink_to_fit();
    parts.influences.shrink_to_fit();
    Some(parts).filter(|parts| !parts.triangles.is_empty())
}

/// The mesh of a Shape, as far as it was read.
#[derive(Debug, Clone, Copy)]
enum KnownMesh {
    Unread,
    /// It has no triangles.
    Nothing,
    /// Its index among the kept meshes.
    Kept(u32),
}

/// A shape's Coordinate, its place and its bind.
type PushedPlace = (Option<NodeId>, NodePlace, u32);

struct SurfaceBuilder<'a> {
    tree: &'a SceneTree,
    /// Meshes that are kept for reuse.
    meshes: Vec<ShapeMesh>,
    /// By node.
    known: Vec<KnownMesh>,
    kept: MemoryBudget,
    /// Most triangles of a mesh.
    most_triangles: usize,
    is_full: bool,
    /// Pictures so far, each with its index in the surface; `None` if it cannot be shown.
    pictures: Vec<(PictureSource, Option<u16>)>,
    /// Sorted by joint and segment.
    displacers: Vec<PlacedDisplacer>,
    moving: MovingPoints,
    /// A cache: the points that were appended for the latest Coordinate, with the place and the bind that they have.
    latest_pushed: Option<(PushedPlace, PushedPoints)>,
    surface: GrowingSurface,
}

impl SurfaceBuilder<'_> {
    /// Adds a shape on a joint, with its points in the joint's frame.
    fn add_shape_on_joint(&mut self, shape: NodeId, place: NodePlace, report: &mut SceneReport<'_>) {
        let Some(bind) = self.bind(place.parent, Affine3A::IDENTITY) else { return };
        let to_joint = place.to_parent;
        let to_joint_normals = to_joint.matrix3.inverse().transpose();
        // A transform that mirrors reverses the order of the corners.
        let mirrored = to_joint.matrix3.determinant() < 0.0;
        let coordinate = mesh::coordinate(self.tree, shape);
        // Shapes at one place often share a list of points.
        let key = (coordinate, place, bind);
        let pushed = match self.latest_pushed.take().filter(|(known, _)| *known == key) {
            Some((_, pushed)) => pushed,
            None => self.pushed_points(coordinate, place, bind, report),
        };
        self.add(shape, mirrored, report, |mesh, corner| {
            let moved = if mesh.coordinate.is_some() { pushed.find(corner.point) } else { None };
            SkinCorner {
                position: to_joint.transform_point3(mesh.position(corner)).as_vec3(),
                normal: unit(to_joint_normals * corner.normal),
                ..moved.unwrap_or(SkinCorner::rigid(Vec3::ZERO, Vec3::Y, bind))
            }
        });
        self.latest_pushed = Some((key, pushed));
    }

    /// The points of a shape's Coordinate that displacers of the place's segment push, or interpolators move.
    fn pushed_points(
        &mut self,
        coordinate: Option<NodeId>,
        place: NodePlace,
        bind: u32,
        report: &mut SceneReport<'_>,
    ) -> PushedPoints {
        let mut found = PushedPoints::default();
        let Some(coordinate) = coordinate else { return found };
        let Self { tree, surface, moving, .. } = self;
        let mut displacements = Vec::new();
        let moves = moving.of(tree, coordinate, surface, report);
        let mut morphs = MovingMorphs::new(bind, moves);
        let mut is_full = false;
        for one in moves {
            match morphs.displacement(one, (bind, 1.0), place.to_parent.matrix3, surface) {
                Some(one) => is_full |= push(&mut displacements, one).is_err(),
                None => is_full = true,
            }
        }
        displacements.append(&mut self.displaced_points(coordinate, place, bind, report));
        sort_by_key(&mut displacements, |(point, _)| *point);
        for same in displacements.chunk_by(|a, b| a.0 == b.0) {
            let Some((point, _)) = same.first() else { continue };
            match skin::corner(&[], same, bind, &mut self.surface) {
                Some(corner) => found.points.push((*point, corner)),
                None => is_full = true,
            }
        }
        if is_full {
            let place = self.tree.node(coordinate).map_or(0, SceneNode::place);
            let message = format_args!("displacers move too many points; some do not move");
            report.warn_once("hanim.moved-points", place, message);
        }
        found
    }

    /// Displacements by the segment's displacers, of points of the segment's Coordinate, or of its shapes without one.
    fn displaced_points(
        &mut self,
        coordinate: NodeId,
        place: NodePlace,
        bind: u32,
        report: &mut SceneReport<'_>,
    ) -> Vec<PointDisplacement> {
        let (Some(joint), Some(segment)) = (place.parent, place.segment) else { return Vec::new() };
        let displacers = of_joint(&self.displacers, joint, Some(segment));
        let segment = self.tree.node(segment);
        let own = segment.and_then(|node| skin::coordinate(self.tree, node, "coord"));
        if displacers.is_empty() || own.is_some_and(|(own, _)| own != coordinate) {
            return Vec::new();
        }
        let mut count = MOST_POINTS;
        if let Some((_, node)) = own
            && self.surface.take_text(self.tree, node, 1)
        {
            count = self.tree.count_numbers(node, "point", report) / 3;
        }
        let displacers = displacers.iter().map(|one| (one, bind, place.to_parent.matrix3));
        read_displacements(self.tree, displacers, count, &mut self.surface, report)
    }

    fn add_skin(&mut self, humanoid: &PlacedHumanoid, joints: &[FigureJoint], report: &mut SceneReport<'_>) {
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
            warning!(report.warn_once => "hanim.skin-weights", place,
                "skins use the same lists too often; this one and those after it are left out");
            return;
        };
        let Self { tree, surface, displacers, moving, .. } = self;
        let SkinPoints { coordinate, points } =
            skin::read(tree, humanoid, joints, own, PointMovers { displacers, moving }, surface, report);
        let is_weighted = skin::has_weights(self.tree, humanoid.node, joints);
        for (shape, to_humanoid) in shapes.iter() {
            let own_points = mesh::coordinate(self.tree, shape).filter(|own| is_weighted && coordinate != Some(*own));
            if let Some(other) = own_points.and_then(|own| self.tree.node(own)) {
                skin::warn_of_other_points(other, coordinate.is_some(), report);
            }
            let to_humanoid_normals = to_humanoid.matrix3.inverse().transpose();
            self.add(shape, false, report, |mesh, corner| {
                let is_bent = mesh.coordinate.is_some() && mesh.coordinate == coordinate;
                match points.get(corner.point as usize).filter(|_| is_bent) {
                    Some(moved) => {
                        SkinCorner { position: mesh.position(corner).as_vec3(), normal: unit(corner.normal), ..*moved }
                    }
                    // Points of other Coordinates than the skin's do not bend.
                    None => SkinCorner {
                        position: to_humanoid.transform_point3(mesh.position(corner)).as_vec3(),
                        normal: unit(to_humanoid_normals * corner.normal),
                        ..SkinCorner::rigid(Vec3::ZERO, Vec3::Y, own)
                    },
                }
            });
        }
    }

    /// Index of a bind; `None` if there is no room for another.
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

    /// Adds a Shape's triangles. `make` builds each corner from the mesh and its corner.
    fn add(
        &mut self,
        shape: NodeId,
        mirrored: bool,
        report: &mut SceneReport<'_>,
        make: impl Fn(&ShapeMesh, &MeshCorner) -> SkinCorner,
    ) {
        let (Some(node), Some(known)) = (self.tree.node(shape), self.known.get(shape.index()).copied()) else { return };
        let mesh = match known {
            KnownMesh::Nothing => return,
            KnownMesh::Kept(index) => self.meshes.get_mut(index as usize).map(std::mem::take),
            KnownMesh::Unread => self.read_mesh(node, report),
        };
        let Some(mesh) = mesh else {
            if !self.is_full {
                self.known.put(shape.index(), KnownMesh::Nothing);
            }
            return;
        };
        if !self.is_full {
            self.append(node, &mesh, mirrored, report, make);
        }
        match known {
            KnownMesh::Kept(index) => {
                self.meshes.put(index as usize, mesh);
            }
            _ if self.kept.room_for(1) >= size_of::<ShapeMesh>() + mesh.bytes() => {
                self.kept.take(1, size_of::<ShapeMesh>() + mesh.bytes());
                self.known.put(shape.index(), KnownMesh::Kept(self.meshes.len() as u32));
                self.meshes.push(mesh);
            }
            _ => {}
        }
    }

    /// Reads a Shape, unless the surface is full or too much text was read.
    fn read_mesh(&mut self, node: &SceneNode, report: &mut SceneReport<'_>) -> Option<ShapeMesh> {
        if self.is_full || !self.surface.take_text(self.tree, node, 4) {
            self.is_full = true;
            warning!(report.warn_once => "hanim.too-many-triangles", node.place(),
                "shapes use the same points too often; this one and those after it are left out");
            return None;
        }
        let corners = self.surface.memory.room_for(size_of::<SkinCorner>());
        match mesh::read(self.tree, node, MeshLimits { corners, triangles: self.most_triangles }, report) {
            Ok(mesh) => mesh,
            Err(MeshTooLarge) => {
                self.mark_full(node, report);
                None
            }
        }
    }

    /// Marks the surface as full: it takes no more triangles.
    fn mark_full(&mut self, node: &SceneNode, report: &mut SceneReport<'_>) {
        self.is_full = true;
        warning!(report.warn_once => "hanim.too-many-triangles", node.place(),
            "too many triangles; this shape and those after it are left out");
    }

    fn append(
        &mut self,
        node: &SceneNode,
        mesh: &ShapeMesh,
        mirrored: bool,
        report: &mut SceneReport<'_>,
        make: impl Fn(&ShapeMesh, &MeshCorner) -> SkinCorner,
    ) {
        let (corners, triangles) = (mesh.corners.len(), mesh.triangles.len());
        let Self { tree, surface: GrowingSurface { parts, memory, .. }, pictures, .. } = self;
        let has_room = parts.triangles.len() + triangles <= Skin::MOST_TRIANGLES
            && memory.take(corners, size_of::<SkinCorner>())
            && memory.take(triangles, size_of::<[u32; 3]>())
            && reserve(&mut parts.corners, corners).is_ok()
            && reserve(&mut parts.triangles, triangles).is_ok();
        if !has_room {
            self.mark_full(node, report);
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
            warning!(report.warn => "hanim.far-point", node.place(),
                "points too far away to be shown are moved to the origin");
        }
        parts.triangles.extend(mesh.triangles.iter().map(|triangle| {
            let [a, b, c] = triangle.map(|corner| first + corner);
            if mirrored { [a, c, b] } else { [a, b, c] }
        }));
        let end = parts.triangles.len() as u32;
        if let Some(source) = mesh.picture.as_ref().filter(|_| end > start) {
            let known = pictures.iter().find(|(known, _)| known == source);
            let number = known.map(|(_, number)| *number).unwrap_or_else(|| {
                let name = match source {
                    PictureSource::File(name) => Some(name.clone()),
                    PictureSource::Node(id) => pixels::data_url(tree, *id, memory, report),
                };
                let number = name.and_then(|name| {
                    parts.pictures.push(name);
                    u16::try_from(parts.pictures.len() - 1).ok()
                });
                pictures.push((source.clone(), number));
                number
            });
            match (parts.textured.last_mut(), number) {
                (Some(last), Some(picture)) if last.picture == picture && last.triangles.end == start => {
                    last.triangles.end = end;
                }
                (_, Some(picture)) => parts.textured.push(Textured { triangles: start..end, picture }),
                (_, None) => {}
            }
        }
    }
}

/// Points of a shape that displacers push or interpolators move.
#[derive(Debug, Default)]
struct PushedPoints {
    /// Each point with how it moves, sorted by point. Position and normal are not set.
    points: Vec<(u32, SkinCorner)>,
}

impl PushedPoints {
    fn find(&self, point: u32) -> Option<SkinCorner> {
        let at = self.points.binary_search_by_key(&point, |(point, _)| *point).ok()?;
        self.points.get(at).map(|(_, corner)| *corner)
    }
}

/// Normalizes; +Y if the length is 0.
fn unit(normal: DVec3) -> Vec3 {
    normal.try_normalize().and_then(|normal| normal.as_vec3().try_normalize()).unwrap_or(Vec3::Y)
}
