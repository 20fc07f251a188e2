//! Geometries that list points: sets of polygons, triangles, quads, strips and fans.

use std::ops::Range;

use glam::DVec3;

use super::attributes::{MeshAttributes, is_false};
use super::build::mesh;
use super::faces::{FaceCorner, Faces};
use super::{MeshLimits, MeshTooLarge, ShapeMesh};
use crate::formats::hanim::report::SceneReport;
use crate::formats::hanim::scene::{NodeId, SceneNode, SceneTree};
use crate::formats::hanim::surface::textures::Picture;
use crate::formats::reading::wording::Count;

/// How a geometry lists its faces.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct FaceLayout {
    kind: FaceKind,
    /// The field of indices; empty if faces have their points in the order of the list.
    index: &'static str,
    /// The field with the number of points of each strip; empty if -1 ends a strip.
    counts: &'static str,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum FaceKind {
    Polygons,
    /// Faces with this number of corners.
    Each(usize),
    /// A triangle for any three consecutive points.
    Strips,
    /// All triangles share the first point.
    Fans,
}

impl FaceKind {
    /// Number of faces and number of triangles in a run of points.
    fn counts(self, points: usize) -> (usize, usize) {
        let triangles = points.saturating_sub(2);
        match self {
            Self::Polygons => (triangles.min(1), triangles),
            Self::Each(corners) => (points / corners, points / corners * (corners - 2)),
            Self::Strips | Self::Fans => (triangles, triangles),
        }
    }
}

impl FaceLayout {
    /// The layout of a geometry type; `None` if it is not a set of faces.
    pub(super) fn of(name: &str) -> Option<Self> {
        let (kind, index, counts) = match name {
            "IndexedFaceSet" => (FaceKind::Polygons, "coordIndex", ""),
            "IndexedTriangleSet" => (FaceKind::Each(3), "index", ""),
            "IndexedQuadSet" => (FaceKind::Each(4), "index", ""),
            "IndexedTriangleStripSet" => (FaceKind::Strips, "index", ""),
            "IndexedTriangleFanSet" => (FaceKind::Fans, "index", ""),
            "TriangleSet" => (FaceKind::Each(3), "", ""),
            "QuadSet" => (FaceKind::Each(4), "", ""),
            "TriangleStripSet" => (FaceKind::Strips, "", "stripCount"),
            "TriangleFanSet" => (FaceKind::Fans, "", "fanCount"),
            _ => return None,
        };
        Some(Self { kind, index, counts })
    }
}

/// The triangles of a geometry; `None` without points. Faces with an index out of range are left out.
pub(super) fn read(
    tree: &SceneTree,
    node: &SceneNode,
    layout: &FaceLayout,
    picture: Option<&Picture>,
    limits: MeshLimits,
    report: &mut SceneReport<'_>,
) -> Result<Option<ShapeMesh>, MeshTooLarge> {
    let Some((id, points)) = points(tree, node, report) else { return Ok(None) };
    let count = points.len();
    if count == 0 {
        // An empty shape, which is allowed, or the file ends before its points.
        return Ok(None);
    }
    let entries = match layout.index {
        "" => FaceEntries::InOrder(count),
        field => FaceEntries::Listed(tree.indices(node, field, report)),
    };
    let lengths = match layout.counts {
        "" => None,
        field => Some(tree.indices(node, field, report)),
    };
    let runs = || entries.runs(lengths.as_deref());
    let (mut faces, mut triangles) = (0_usize, 0_usize);
    for run in runs() {
        let (more_faces, more_triangles) = layout.kind.counts(run.len());
        (faces, triangles) = (faces + more_faces, triangles + more_triangles);
    }
    if triangles > limits.triangles {
        return Err(MeshTooLarge);
    }
    let ccw = !is_false(tree, node, "ccw");
    let mut list =
        FaceList { faces: Faces::new(points), entries: &entries, ccw, faces_so_far: 0, outside: 0, face: Vec::new() };
    list.faces.reserve(faces, triangles + 2 * faces);
    for run in runs() {
        list.run(layout.kind, run);
    }
    if list.outside > 0 {
        let outside = list.outside;
        warning!(report.warn => "hanim.face-index", node.place(),
            "{} with points outside the list of {count}; left out", Count(outside, "face"));
    }
    let faces = list.faces;
    drop(entries);
    let attributes = MeshAttributes::read(tree, node, picture, report);
    let picture = picture.filter(|_| attributes.mapping.is_some()).map(|picture| picture.source.clone());
    Ok(Some(ShapeMesh { coordinate: Some(id), picture, ..mesh(faces, &attributes, limits.corners)? }))
}

/// The node that lists the points.
pub(super) fn coordinate<'a>(tree: &'a SceneTree, node: &SceneNode) -> Option<(NodeId, &'a SceneNode)> {
    let is_coordinate = |(_, node): &(_, &SceneNode)| tree.type_name(node).starts_with("Coordinate");
    tree.inner_nodes(node).filter_map(|id| tree.resolve(id)).find(is_coordinate)
}

fn points(tree: &SceneTree, node: &SceneNode, report: &mut SceneReport<'_>) -> Option<(NodeId, Vec<DVec3>)> {
    let (id, coordinate) = coordinate(tree, node)?;
    let numbers = tree.numbers(coordinate, "point", report);
    Some((id, numbers.as_chunks().0.iter().map(|point| DVec3::from_array(*point)).collect()))
}

/// The points of the faces' corners, in the order of the corners.
enum FaceEntries {
    /// All points, in the order of their list.
    InOrder(usize),
    /// As listed in the file. An index below 0 ends a run of points.
    Listed(Vec<i32>),
}

impl FaceEntries {
    fn len(&self) -> usize {
        match self {
            Self::InOrder(count) => *count,
            Self::Listed(list) => list.len(),
        }
    }

    /// The point of an entry; `None` if it is not below `points`.
    fn point(&self, entry: usize, points: usize) -> Option<u32> {
        let point = match self {
            Self::InOrder(_) => entry,
            Self::Listed(list) => usize::try_from(*list.get(entry)?).ok()?,
        };
        u32::try_from(point).ok().filter(|_| point < points)
    }

    /// Runs of entries: of these `lengths`, as far as there are entries, or without `lengths` up to each entry below 0.
    fn runs<'a>(&'a self, lengths: Option<&'a [i32]>) -> Box<dyn Iterator<Item = Range<usize>> + 'a> {
        let mut start = 0_usize;
        match (self, lengths) {
            (Self::InOrder(count), None) => Box::new(std::iter::once(0..*count)),
            (Self::Listed(list), None) => Box::new(list.split(|index| *index < 0).map(move |run| {
                let range = start..start + run.len();
                start = range.end + 1;
                range
            })),
            (_, Some(lengths)) => {
                let count = self.len();
                Box::new(lengths.iter().map(move |length| {
                    let length = usize::try_from(*length).unwrap_or(0);
                    let range = start..count.min(start.saturating_add(length));
                    start = range.end;
                    range
                }))
            }
        }
    }
}

struct FaceList<'a> {
    faces: Faces,
    entries: &'a FaceEntries,
    ccw: bool,
    faces_so_far: u32,
    /// Faces with an index that is out of range.
    outside: usize,
    face: Vec<FaceCorner>,
}

impl FaceList<'_> {
    fn run(&mut self, kind: FaceKind, run: Range<usize>) {
        let Range { start, end } = run;
        let triangles = start..end.saturating_sub(2).max(start);
        match kind {
            FaceKind::Polygons => self.face(run),
            FaceKind::Each(corners) => {
                run.step_by(corners).filter(|at| at + corners <= end).for_each(|at| self.face(at..at + corners));
            }
            // Every second triangle has the other orientation.
            FaceKind::Strips => triangles.for_each(|at| match (at - start) % 2 {
                0 => self.face([at, at + 1, at + 2]),
                _ => self.face([at + 1, at, at + 2]),
            }),
            FaceKind::Fans => triangles.for_each(|at| self.face([start, at + 1, at + 2])),
        }
    }

    fn face(&mut self, entries: impl IntoIterator<Item = usize>) {
        let number = self.faces_so_far;
        self.faces_so_far += 1;
        let count = self.faces.points.len();
        self.face.clear();
        for entry in entries {
            let Some(point) = self.entries.point(entry, count) else {
                self.outside += 1;
                return;
            };
            self.face.push(FaceCorner { point, entry: entry as u32 });
        }
        if !self.ccw {
            self.face.reverse();
        }
        self.faces.add(number, &self.face);
    }
}
