//! The surface of all figures in a scene: shapes that ride on joints, then the skins of the humanoids.

use glam::{Affine3A, DAffine3, DVec3, Vec3};

use super::mesh::{self, Corner, Mesh};
use super::skin::{self, Pulled, pushes};
use crate::formats::hanim::figure::assembly::{Body, Displaced, Entry, Spot};
use crate::formats::hanim::report::Report;
use crate::formats::hanim::scene::tree::{Node, NodeId, Tree, Value};
use crate::formats::hanim::sorting::sort_by_key;
use crate::model::{Bind, NO_PARENT, Skin, SkinCorner, SkinParts, Textured, is_placeable, is_placeable_matrix};

/// Bytes of text read for all shapes, where the file is small: many may use the same list of points.
const MOST_TEXT: usize = 8 << 20;

/// Nodes of one field of a shape that are looked at.
const MOST_PARTS: usize = 20;

/// Points of a segment that displacers may push.
const MOST_POINTS: usize = 4_000_000;

/// A Shape as it stands in the scene.
#[derive(Debug, Clone, Copy)]
struct Placed {
    shape: NodeId,
    spot: Spot,
}

/// What is met of it on the way through the scene.
#[derive(Debug, Default)]
pub(crate) struct Surface {
    placed: Vec<Placed>,
}

impl Surface {
    /// WarningLog a Shape that rides on the joint of its spot. On none it is no part of a figure.
    pub(crate) fn add(&mut self, shape: NodeId, spot: Spot) {
        if spot.parent.is_some() {
            self.placed.push(Placed { shape, spot });
        }
    }

    /// The whole surface; `None` without a triangle.
    pub(crate) fn finish(
        self,
        tree: &Tree,
        entries: &[Entry],
        bodies: &[Body],
        displaced: &[Displaced],
        report: &mut Report<'_>,
    ) -> Option<SkinParts> {
        let mut displaced = displaced.to_vec();
        sort_by_key(&mut displaced, |one| (one.joint, one.segment));
        let mut sheets = Sheets {
            tree,
            meshes: Vec::new(),
            read: vec![0; tree.nodes.len()],
            full: false,
            room: MOST_TEXT.max(16 * tree.text.len()),
            nodes: skin::MOST_NODES,
            misplaced: false,
            displaced,
            parts: SkinParts::default(),
        };
        for Placed { shape, spot } in self.placed {
            sheets.ride(shape, spot, report);
        }
        sheets.parts.segments = sheets.parts.triangles.len();
        for (at, body) in bodies.iter().enumerate() {
            // The joints of a body were met before the next body began.
            let end = bodies.get(at + 1).map_or(entries.len(), |next| next.first);
            let own = entries.get(body.first..end).unwrap_or_default();
            sheets.clothe(body, own, report);
        }
        Some(sheets.parts).filter(|parts| !parts.triangles.is_empty())
    }
}

/// A surface that grows.
struct Sheets<'a> {
    tree: &'a Tree,
    /// Shapes read so far: one that is used often is read once.
    meshes: Vec<Option<Mesh>>,
    /// By node: 0, or the number of its mesh, from 1.
    read: Vec<u32>,
    full: bool,
    /// Bytes of text that may still be read.
    room: usize,
    /// Nodes of skins that may still be looked at.
    nodes: usize,
    misplaced: bool,
    /// By joint and segment.
    displaced: Vec<Displaced>,
    parts: SkinParts,
}

impl Sheets<'_> {
    /// A shape on a joint: its points are put into the joint's frame.
    fn ride(&mut self, shape: NodeId, spot: Spot, report: &mut Report<'_>) {
        let bind = self.bind(spot.parent, Affine3A::IDENTITY);
        let to_joint = spot.to_parent;
        let turned = to_joint.matrix3.inverse().transpose();
        // A mirror turns the corners' order round.
        let mirrored = to_joint.matrix3.determinant() < 0.0;
        let (coordinate, points) = self.pushed(spot, bind, report);
        self.shape(shape, mirrored, report, |corner, from| {
            // Without a Coordinate of its own the segment's displacers go for those of its shapes.
            let pushed = points
                .get(corner.point as usize)
                .filter(|_| from.is_some() && coordinate.is_none_or(|one| from == Some(one)));
            SkinCorner {
                position: to_joint.transform_point3(corner.position).as_vec3(),
                normal: unit(turned * corner.normal),
                ..pushed.copied().unwrap_or(SkinCorner::rigid(Vec3::ZERO, Vec3::Y, bind))
            }
        });
    }

    /// The points that displacers of the spot's segment push, as far as they reach, and the node that holds them.
    fn pushed(&mut self, spot: Spot, bind: u32, report: &mut Report<'_>) -> (Option<NodeId>, Vec<SkinCorner>) {
        let (Some(joint), Some(segment)) = (spot.parent, spot.segment) else { return (None, Vec::new()) };
        let displaced = of_joint(&self.displaced, joint, Some(segment));
        if displaced.is_empty() {
            return (None, Vec::new());
        }
        let segment = self.tree.nodes.get(segment.0 as usize);
        // All of it is read again for every shape of the segment.
        let nodes = displaced.iter().filter_map(|one| self.tree.nodes.get(one.node.0 as usize));
        let texts = nodes.chain(segment).map(|node| length(self.tree, node, 2));
        self.room = self.room.saturating_sub(texts.fold(0, usize::saturating_add));
        if self.room == 0 {
            let place = segment.map_or(0, |node| node.place);
            report.warn_once(
                "hanim.displacers",
                place,
                format_args!("shapes use the same displacers too often; they do not push this one, nor any behind it"),
            );
            return (None, Vec::new());
        }
        let own = displaced.iter().map(|one| (one, bind, spot.to_parent.matrix3));
        let coordinate = segment.and_then(|node| skin::coordinate(self.tree, node, "coord"));
        let node = coordinate.and_then(|id| self.tree.nodes.get(id.0 as usize));
        let count = node.map_or(MOST_POINTS, |node| self.tree.numbers(node, "point", report).len() / 3);
        let pushes = pushes(self.tree, own, count.min(MOST_POINTS), &mut self.parts, report);
        let mut points = Vec::new();
        for same in pushes.chunk_by(|a, b| a.0 == b.0) {
            let Some((point, _)) = same.first() else { continue };
            points.resize(*point as usize, SkinCorner::rigid(Vec3::ZERO, Vec3::Y, bind));
            points.push(skin::pull(&[], same, bind, &mut self.parts).unwrap_or(SkinCorner::rigid(
                Vec3::ZERO,
                Vec3::Y,
                bind,
            )));
        }
        (coordinate, points)
    }

    /// The skin of a humanoid.
    fn clothe(&mut self, body: &Body, joints: &[Entry], report: &mut Report<'_>) {
        let shapes = skin::shapes(self.tree, body.node, &mut self.nodes, report);
        if shapes.is_empty() {
            return;
        }
        let nodes = joints.iter().filter_map(|entry| self.tree.nodes.get(entry.node.0 as usize));
        let texts = nodes.chain(self.tree.nodes.get(body.node.0 as usize)).map(|node| length(self.tree, node, 2));
        self.room = self.room.saturating_sub(texts.fold(0, usize::saturating_add));
        if self.room == 0 {
            let place = self.tree.nodes.get(body.node.0 as usize).map_or(0, |node| node.place);
            report.warn_once(
                "hanim.skin-weights",
                place,
                format_args!("skins use the same lists too often; this one is left out, and all behind it"),
            );
            return;
        }
        let own = self.bind(body.spot.parent, body.spot.to_parent.as_affine3a());
        let Pulled { coordinate, points } =
            skin::read(self.tree, body, joints, own, &self.displaced, &mut self.parts, report);
        for (shape, to_body) in shapes {
            let turned = to_body.matrix3.inverse().transpose();
            self.shape(shape, false, report, |corner, from| {
                let pulled = points.get(corner.point as usize).filter(|_| from.is_some() && from == coordinate);
                match pulled {
                    Some(pull) => {
                        SkinCorner { position: corner.position.as_vec3(), normal: unit(corner.normal), ..*pull }
                    }
                    // Points of its own do not bend.
                    None => SkinCorner {
                        position: to_body.transform_point3(corner.position).as_vec3(),
                        normal: unit(turned * corner.normal),
                        ..SkinCorner::rigid(Vec3::ZERO, Vec3::Y, own)
                    },
                }
            });
        }
    }

    /// The number of a bind.
    fn bind(&mut self, joint: Option<u16>, matrix: Affine3A) -> u32 {
        let matrix = if is_placeable_matrix(&matrix) { matrix } else { Affine3A::IDENTITY };
        let bind = Bind { joint: joint.unwrap_or(NO_PARENT), matrix };
        // Shapes of one joint follow each other.
        if self.parts.binds.last() != Some(&bind) {
            self.parts.binds.push(bind);
        }
        self.parts.binds.len() as u32 - 1
    }

    /// Adds a Shape's triangles, each corner as `make` has it from the mesh's corner and Coordinate.
    fn shape(
        &mut self,
        id: NodeId,
        mirrored: bool,
        report: &mut Report<'_>,
        make: impl Fn(&Corner, Option<NodeId>) -> SkinCorner,
    ) {
        let Some(node) = self.tree.nodes.get(id.0 as usize) else { return };
        let Some(number) = self.read.get_mut(id.0 as usize) else { return };
        if *number == 0 {
            // What is full takes nothing more, and what is used again and again is not read without end.
            self.room = self.room.saturating_sub(if self.full { 0 } else { length(self.tree, node, 3) });
            if self.full || self.room == 0 {
                report.warn_once(
                    "hanim.too-many-triangles",
                    node.place,
                    format_args!("shapes use the same points too often; this one is left out, and all behind it"),
                );
                return;
            }
            self.meshes.push(mesh::read(self.tree, node, report));
            *number = self.meshes.len() as u32;
        }
        let Some(Some(mesh)) = self.meshes.get(*number as usize - 1) else { return };
        let parts = &mut self.parts;
        if self.full || parts.triangles.len() + mesh.triangles.len() > Skin::MOST_TRIANGLES {
            self.full = true;
            let most = Skin::MOST_TRIANGLES;
            report.warn_once(
                "hanim.too-many-triangles",
                node.place,
                format_args!("more than {most} triangles; this shape is left out, and all behind it"),
            );
            return;
        }
        let (first, start) = (parts.corners.len() as u32, parts.triangles.len() as u32);
        for corner in &mesh.corners {
            let mut made = make(corner, mesh.coordinate);
            if !is_placeable(made.position) {
                made.position = Vec3::ZERO;
                self.misplaced = true;
            }
            (made.colour, made.texture) = (corner.colour, corner.texture.map(|x| if x.is_finite() { x } else { 0.0 }));
            parts.corners.push(made);
        }
        if std::mem::take(&mut self.misplaced) {
            report.warn("hanim.far-point", node.place, format_args!("points too far away to be shown are put at 0"));
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

/// Bytes of text in a node and what it holds, so many nodes deep: 3 for a Shape, its geometry, and what that has.
fn length(tree: &Tree, shape: &Node, deep: usize) -> usize {
    let mut length = 0_usize;
    let mut level = vec![shape];
    for _ in 0..deep {
        let mut next = Vec::new();
        for field in level.into_iter().flat_map(|node| &node.fields) {
            match &field.value {
                Value::Text { start, end } => length = length.saturating_add(end.saturating_sub(*start)),
                Value::Nodes(nodes) => {
                    next.extend(nodes.iter().take(MOST_PARTS).filter_map(|id| Some(tree.resolve(*id)?.1)));
                }
            }
        }
        level = next;
    }
    length
}

/// Of displacers that are sorted by joint and segment, those of one.
pub(crate) fn of_joint(displaced: &[Displaced], joint: u16, segment: Option<NodeId>) -> &[Displaced] {
    let key = |one: &Displaced| (one.joint, one.segment);
    let from = displaced.partition_point(|one| key(one) < (joint, segment));
    let list = displaced.get(from..).unwrap_or_default();
    list.get(..list.partition_point(|one| key(one) == (joint, segment))).unwrap_or_default()
}

/// Of unit length; up where it has none.
pub(crate) fn unit(normal: DVec3) -> Vec3 {
    normal.try_normalize().and_then(|normal| normal.as_vec3().try_normalize()).unwrap_or(Vec3::Y)
}

/// From a humanoid's space to the frame of one of its joints: the joint turns about its centre.
pub(crate) fn from_center(center: DVec3) -> DAffine3 {
    DAffine3::from_translation(-center)
}
