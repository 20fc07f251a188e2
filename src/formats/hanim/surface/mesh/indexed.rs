//! Faces as lists of points: sets of polygons, triangles, quads, strips and fans.

use std::ops::Range;

use glam::DVec3;

use super::super::textures::Picture;
use super::Mesh;
use super::faces::{Faces, Place};
use super::look::{Look, is_false};
use crate::formats::hanim::report::Report;
use crate::formats::hanim::scene::tree::{Node, NodeId, Tree, Value};

/// How a geometry lists its faces.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Layout {
    shape: Shape,
    /// The field of indices; empty for points in the order of their list.
    index: &'static str,
    /// The field that says how many points each strip has; empty where -1 ends one.
    counts: &'static str,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Shape {
    Polygons,
    /// Faces of so many corners each.
    Each(usize),
    /// A triangle for each three points that follow each other.
    Strips,
    /// Triangles around the first point.
    Fans,
}

impl Layout {
    /// Of a type of geometry.
    pub(crate) fn of(name: &str) -> Option<Self> {
        let (shape, index, counts) = match name {
            "IndexedFaceSet" => (Shape::Polygons, "coordIndex", ""),
            "IndexedTriangleSet" => (Shape::Each(3), "index", ""),
            "IndexedQuadSet" => (Shape::Each(4), "index", ""),
            "IndexedTriangleStripSet" => (Shape::Strips, "index", ""),
            "IndexedTriangleFanSet" => (Shape::Fans, "index", ""),
            "TriangleSet" => (Shape::Each(3), "", ""),
            "QuadSet" => (Shape::Each(4), "", ""),
            "TriangleStripSet" => (Shape::Strips, "", "stripCount"),
            "TriangleFanSet" => (Shape::Fans, "", "fanCount"),
            _ => return None,
        };
        Some(Self { shape, index, counts })
    }
}

/// The triangles of a geometry; `None` where it has no points. Faces with an index out of range are left out.
pub(crate) fn read(
    tree: &Tree,
    node: &Node,
    layout: &Layout,
    picture: Option<&Picture>,
    report: &mut Report<'_>,
) -> Option<Mesh> {
    let (id, points) = points(tree, node, report)?;
    let count = points.len();
    let indices = match layout.index {
        "" => (0..count as u32).map(f64::from).collect(),
        field => tree.numbers(node, field, report),
    };
    let runs = match layout.counts {
        "" => split(&indices),
        field => counted(&tree.numbers(node, field, report), indices.len()),
    };
    let mut list =
        List { faces: Faces::new(points), indices, ccw: !is_false(tree, node, "ccw"), faces_so_far: 0, outside: 0 };
    for run in runs {
        list.run(layout.shape, run);
    }
    if list.outside > 0 {
        let outside = list.outside;
        report.warn(
            "hanim.face-index",
            node.place,
            format_args!("{outside} faces use points that are not among the {count}; left out"),
        );
    }
    let look = Look::read(tree, node, picture, report);
    let picture = picture.filter(|_| look.mapping.is_some()).map(|picture| picture.name.clone());
    Some(Mesh { coordinate: Some(id), picture, ..list.faces.mesh(&look) })
}

/// The points, and the node that lists them.
fn points(tree: &Tree, node: &Node, report: &mut Report<'_>) -> Option<(NodeId, Vec<DVec3>)> {
    let nodes = node.fields.iter().filter_map(|field| match &field.value {
        Value::Nodes(nodes) => Some(nodes),
        Value::Text { .. } => None,
    });
    let is_coordinate = |(_, node): &(_, &Node)| node.type_name.starts_with("Coordinate");
    let (id, coordinate) = nodes.flatten().filter_map(|id| tree.resolve(*id)).find(is_coordinate)?;
    let numbers = tree.numbers(coordinate, "point", report);
    Some((id, numbers.as_chunks().0.iter().map(|point| DVec3::from_array(*point)).collect()))
}

/// What stands between entries below 0.
fn split(indices: &[f64]) -> Vec<Range<usize>> {
    let mut start = 0;
    let run = |run: &[f64]| {
        let range = start..start + run.len();
        start = range.end + 1;
        range
    };
    indices.split(|index| *index < 0.0).map(run).collect()
}

/// Runs of stated lengths, one after the other, as far as there are points.
fn counted(counts: &[f64], points: usize) -> Vec<Range<usize>> {
    let mut start = 0_usize;
    let run = |count: &f64| {
        let range = start..points.min(start.saturating_add(*count as usize));
        start = range.end;
        range
    };
    counts.iter().map(run).collect()
}

/// Faces that are being listed.
struct List {
    faces: Faces,
    indices: Vec<f64>,
    ccw: bool,
    faces_so_far: u32,
    /// Faces with an index that is out of range.
    outside: usize,
}

impl List {
    /// Adds what lies between two ends of the list.
    fn run(&mut self, shape: Shape, run: Range<usize>) {
        let Range { start, end } = run;
        let triangles = start..end.saturating_sub(2).max(start);
        match shape {
            Shape::Polygons => self.face(&run.collect::<Vec<usize>>()),
            Shape::Each(3) => run.step_by(3).filter(|at| at + 3 <= end).for_each(|at| self.face(&[at, at + 1, at + 2])),
            Shape::Each(_) => {
                run.step_by(4).filter(|at| at + 4 <= end).for_each(|at| self.face(&[at, at + 1, at + 2, at + 3]));
            }
            // Each second triangle turns the other way round.
            Shape::Strips => triangles.for_each(|at| match (at - start) % 2 {
                0 => self.face(&[at, at + 1, at + 2]),
                _ => self.face(&[at + 1, at, at + 2]),
            }),
            Shape::Fans => triangles.for_each(|at| self.face(&[start, at + 1, at + 2])),
        }
    }

    /// Adds a face of the points that these entries name.
    fn face(&mut self, entries: &[usize]) {
        let number = self.faces_so_far;
        self.faces_so_far += 1;
        let count = self.faces.points.len() as f64;
        let place = |entry: &usize| {
            let index = self.indices.get(*entry).filter(|index| (0.0..count).contains(*index))?;
            Some(Place { point: *index as u32, entry: *entry as u32 })
        };
        let places: Option<Vec<Place>> = entries.iter().map(place).collect();
        let Some(mut places) = places else {
            self.outside += 1;
            return;
        };
        if !self.ccw {
            places.reverse();
        }
        self.faces.add(number, &places);
    }
}
