//! The skin of a humanoid: which joints move which points, and by how much.
//!
//! `v' = v + sum of w * (M v - v)` with `M = inverse(humanoid) * joint * bind`, as in X_ITE's shader; ISO/IEC 19774-1
//! 4.8.1 says the same in words. If the weights of a point do not sum to 1, the rest of it stays with the humanoid.
//! Here that rest is one more influence: that of the humanoid's own space.

use glam::{Affine3A, DAffine3, DMat3, DVec3, Vec3};

use super::GrowingSurface;
use super::displacers::{self, PointDisplacement};
use super::moving::{MovingMorphs, MovingPoints, PointMove};
use crate::compact::sorting::sort_by_key;
use crate::formats::hanim::figure::{FigureJoint, PlacedDisplacer, PlacedHumanoid, axis_angle};
use crate::formats::hanim::report::SceneReport;
use crate::formats::hanim::scene::{NodeId, SceneNode, SceneTree};
use crate::formats::reading::growth::push;
use crate::formats::reading::wording::Count;
use crate::model::{Bind, JointKind, Skin, SkinCorner, in_range, is_placeable_matrix};

/// A weight closer to 0 comes from rounding.
const TINY: f64 = 1e-6;

pub(super) struct SkinPoints {
    /// Their Coordinate node.
    pub(super) coordinate: Option<NodeId>,
    /// How each point moves. Position and normal are not set.
    pub(super) points: Vec<SkinCorner>,
}

/// What moves points of the skin besides joints.
pub(super) struct PointMovers<'a> {
    /// Sorted by joint and segment.
    pub(super) displacers: &'a [PlacedDisplacer],
    pub(super) moving: &'a mut MovingPoints,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct PointWeight {
    point: u32,
    bind: u32,
    weight: f64,
}

/// Reads how the points of a humanoid's skin move, and adds their influences to `surface`. `joints`: the humanoid's.
/// `own`: the bind of the humanoid's own space.
pub(super) fn read(
    tree: &SceneTree,
    humanoid: &PlacedHumanoid,
    joints: &[FigureJoint],
    own: u32,
    PointMovers { displacers, moving }: PointMovers<'_>,
    surface: &mut GrowingSurface,
    report: &mut SceneReport<'_>,
) -> SkinPoints {
    let node = tree.node(humanoid.node);
    let Some((coordinate, points)) = node.and_then(|node| coordinate(tree, node, "skinCoord")) else {
        return SkinPoints { coordinate: None, points: Vec::new() };
    };
    let count = tree.count_numbers(points, "point", report) / 3;
    let mut weights = Vec::new();
    let bindings = bindings(tree, humanoid.node, report);
    let first_bind = surface.parts.binds.len();
    for (joint, entry) in (humanoid.first_joint..).zip(joints) {
        let (Ok(joint), Some(node)) = (u16::try_from(joint), tree.node(entry.node)) else { continue };
        if entry.kind != JointKind::Joint || entry.humanoid != Some(humanoid.node) {
            continue;
        }
        let at = bindings.partition_point(|(node, _)| *node < entry.node);
        let binding = bindings.get(at).filter(|(node, _)| *node == entry.node);
        let binding = binding.map_or(DAffine3::IDENTITY, |(_, bind)| *bind);
        // From the humanoid's space to the joint's frame, whose origin is the joint's centre.
        let matrix = (DAffine3::from_translation(-entry.center) * binding).as_affine3a();
        let before = weights.len();
        read_weights(tree, node, count, surface.parts.binds.len() as u32, &mut weights, surface, report);
        let displaces = !displacers::of_joint(displacers, joint, None).is_empty();
        if weights.len() > before || displaces {
            surface
                .parts
                .binds
                .push(Bind { joint, matrix: if is_placeable_matrix(&matrix) { matrix } else { Affine3A::IDENTITY } });
        }
    }
    // Sorted by point, then by joint, so that several weights of one joint for one point can be summed.
    sort_by_key(&mut weights, |weight| (weight.point, weight.bind));
    let bind_of = |joint: u16| {
        let at = surface.parts.binds.get(first_bind..)?.binary_search_by_key(&joint, |bind| bind.joint).ok()?;
        Some((first_bind + at) as u32)
    };
    let own_displacers = displacers.iter().filter(|one| one.segment.is_none());
    let own_displacers: Vec<_> =
        own_displacers.filter_map(|one| Some((one, bind_of(one.joint)?, DMat3::IDENTITY))).collect();
    let displacements = displacers::read_displacements(tree, own_displacers.into_iter(), count, surface, report);
    let mut corners = vec![SkinCorner::rigid(Vec3::ZERO, Vec3::Y, own); count];
    let mut moves = moving.of(tree, coordinate, surface, report);
    let mut morphs = MovingMorphs::new(own, moves);
    let (mut weights, mut displacements) = (&weights[..], &displacements[..]);
    for (point, slot) in (0_u32..).zip(&mut corners) {
        let weights = take(&mut weights, |weight| weight.point == point);
        let displacements = take(&mut displacements, |one| one.0 == point);
        let moves = take(&mut moves, |one| one.point == point);
        if weights.is_empty() && displacements.is_empty() && moves.is_empty() {
            continue;
        }
        let corner = if moves.is_empty() {
            corner(weights, displacements, own, surface)
        } else {
            let moved = moved_by_joints(moves, weights, own, &mut morphs, surface);
            moved.and_then(|moved| corner(weights, &[displacements, &moved].concat(), own, surface))
        };
        if let Some(corner) = corner {
            *slot = corner;
        } else {
            warn_of_too_many_weights(points, report);
        }
    }
    SkinPoints { coordinate: Some(coordinate), points: corners }
}

/// The displacements of one point: its moves, each by all joints that influence it. `None` without room for them.
fn moved_by_joints(
    moves: &[PointMove],
    weights: &[PointWeight],
    own: u32,
    morphs: &mut MovingMorphs,
    surface: &mut GrowingSurface,
) -> Option<Vec<PointDisplacement>> {
    let mut found = Vec::new();
    for one in moves {
        for pull in sums(weights, own) {
            push(&mut found, morphs.displacement(one, pull, DMat3::IDENTITY, surface)?).ok()?;
        }
    }
    Some(found)
}

/// The binds that influence a point, each once with the sum of its weights, then the humanoid's own space with the rest
/// to 1. `weights`: sorted by bind.
fn sums(weights: &[PointWeight], own: u32) -> impl Iterator<Item = (u32, f64)> {
    let sums = weights.chunk_by(|a, b| a.bind == b.bind).filter_map(|same| {
        let first = same.first()?;
        Some((first.bind, same.iter().map(|one| one.weight).sum::<f64>()))
    });
    let rest = 1.0 - weights.iter().map(|one| one.weight).sum::<f64>();
    sums.chain(Some((own, rest)).filter(|(_, rest)| rest.abs() > TINY))
}

fn warn_of_too_many_weights(node: &SceneNode, report: &mut SceneReport<'_>) {
    warning!(report.warn_once => "hanim.skin-weights", node.place(),
        "too many skin weights; the rest of the skin does not bend");
}

/// Takes items from the front as long as `is` holds for them.
fn take<'a, T>(list: &mut &'a [T], is: impl Fn(&T) -> bool) -> &'a [T] {
    let count = list.iter().take_while(|one| is(one)).count();
    let (front, rest) = list.split_at_checked(count).unwrap_or_default();
    *list = rest;
    front
}

/// The Coordinate node in that field; in XML without `containerField` it is in `children`.
pub(super) fn coordinate<'a>(tree: &'a SceneTree, node: &SceneNode, field: &str) -> Option<(NodeId, &'a SceneNode)> {
    let all = tree.nodes_in(node, field).chain(tree.nodes_in(node, "children"));
    let mut nodes = all.filter_map(|id| tree.resolve(id));
    nodes.find(|(_, node)| tree.type_name(node).starts_with("Coordinate"))
}

/// Warns of binding points and binding normals that are not the skin's own.
pub(super) fn warn_of_binding(tree: &SceneTree, humanoid: NodeId, report: &mut SceneReport<'_>) {
    let Some(node) = tree.node(humanoid) else { return };
    for (binding, own) in [("skinBindingCoords", "skinCoord"), ("skinBindingNormals", "skinNormal")] {
        let first = |name: &str| tree.nodes_in(node, name).find_map(|id| tree.resolve(id));
        let is_other = |(id, _): &(NodeId, &SceneNode)| first(own).is_none_or(|(own, _)| own != *id);
        if let Some((_, other)) = first(binding).filter(is_other) {
            let message = format_args!("`{binding}` is not used; the skin is bent from its `{own}`");
            report.warn("hanim.skin-binding", other.place(), message);
        }
    }
}

/// Whether a joint of this humanoid has weights for points of its skin.
pub(super) fn has_weights(tree: &SceneTree, humanoid: NodeId, joints: &[FigureJoint]) -> bool {
    let own = joints.iter().filter(|joint| joint.kind == JointKind::Joint && joint.humanoid == Some(humanoid));
    let mut nodes = own.filter_map(|joint| tree.node(joint.node));
    nodes.any(|node| tree.tokens(node, "skinCoordIndex").next().is_some())
}

/// Warns of a skin that does not use the Coordinate node whose points the joints move, often because it was copied in place of a USE.
pub(super) fn warn_of_other_points(points: &SceneNode, has_skin_coord: bool, report: &mut SceneReport<'_>) {
    let place = points.place();
    if has_skin_coord {
        let message = format_args!(
            "this skin has a `Coordinate` of its own and follows no joint; a USE of the humanoid's `skinCoord` in its place would move it"
        );
        report.warn_once("hanim.skin-points", place, message);
    } else {
        let message = format_args!(
            "the humanoid has no `skinCoord`, so that its skin follows no joint; a USE of this `Coordinate` as `skinCoord` would move it"
        );
        report.warn_once("hanim.skin-points", place, message);
    }
}

/// Adds the weights of one joint for points below `count`.
fn read_weights(
    tree: &SceneTree,
    node: &SceneNode,
    count: usize,
    bind: u32,
    weights: &mut Vec<PointWeight>,
    surface: &mut GrowingSurface,
    report: &mut SceneReport<'_>,
) {
    let points = tree.indices(node, "skinCoordIndex", report);
    if points.is_empty() {
        return;
    }
    let own = tree.numbers(node, "skinCoordWeight", report);
    let name = tree.shown_def(node);
    if own.len() < points.len() {
        let (found, listed) = (own.len(), points.len());
        warning!(report.warn => "hanim.skin-weights", node.place(),
            "`{name}` has {listed} skin indices, but {}; points without a weight follow it fully", Count(found, "weight"));
    }
    let mut outside = 0_usize;
    let own = own.into_iter().chain(std::iter::repeat(1.0));
    for (point, weight) in points.into_iter().zip(own) {
        let Some(point) = u32::try_from(point).ok().filter(|point| (*point as usize) < count) else {
            outside += 1;
            continue;
        };
        if weight == 0.0 {
            continue;
        }
        let weight = PointWeight { point, bind, weight };
        if !surface.memory.take(1, size_of::<PointWeight>()) || push(weights, weight).is_err() {
            warn_of_too_many_weights(node, report);
            break;
        }
    }
    if outside > 0 {
        warning!(report.warn => "hanim.skin-index", node.place(),
            "`{name}` names {} outside the skin's {count}; ignored", Count(outside, "point"));
    }
}

/// How a point moves, by its weights (sorted by bind) and its displacements. `None` if there is no room for them.
pub(super) fn corner(
    weights: &[PointWeight],
    displacements: &[PointDisplacement],
    own: u32,
    surface: &mut GrowingSurface,
) -> Option<SkinCorner> {
    let first = surface.parts.influences.len();
    // The budget has the weights already: they were taken when they were read. The point and its displacements are added here.
    let has_room = surface.memory.take(1 + displacements.len(), size_of::<[f32; 4]>());
    for (bind, weight) in sums(weights, own) {
        let weight = if in_range(weight) { weight as f32 } else { 0.0 };
        push(&mut surface.parts.influences, [weight, 0.0, 0.0, bind as f32]).ok()?;
    }
    if displacements.is_empty()
        && let Some([[weight, .., bind]]) = surface.parts.influences.get(first..)
        && (weight - 1.0).abs() < TINY as f32
    {
        let rigid = SkinCorner::rigid(Vec3::ZERO, Vec3::Y, *bind as u32);
        surface.parts.influences.truncate(first);
        return Some(rigid);
    }
    let influences = surface.parts.influences.len() - first;
    for (_, displacement) in displacements {
        push(&mut surface.parts.influences, *displacement).ok()?;
    }
    match (u16::try_from(influences), u16::try_from(displacements.len())) {
        (Ok(influences), Ok(morphs)) if has_room && surface.parts.influences.len() <= Skin::MOST_INFLUENCES => {
            Some(SkinCorner { influences, morphs, ..SkinCorner::rigid(Vec3::ZERO, Vec3::Y, first as u32) })
        }
        _ => {
            surface.parts.influences.truncate(first);
            None
        }
    }
}

/// For the nodes in `joints`, sorted: the matrices `T R S` of `jointBindingPositions`, `jointBindingRotations` and
/// `jointBindingScales`. Parts past the end of a list are the identity.
fn bindings(tree: &SceneTree, humanoid: NodeId, report: &mut SceneReport<'_>) -> Vec<(NodeId, DAffine3)> {
    let Some(node) = tree.node(humanoid) else { return Vec::new() };
    let mut list = |name: &str| tree.numbers(node, name, report);
    let (positions, rotations, scales) =
        (list("jointBindingPositions"), list("jointBindingRotations"), list("jointBindingScales"));
    let count = (positions.len() / 3).max(rotations.len() / 4).max(scales.len() / 3);
    let radians = tree.radians(node, "jointBindingRotations");
    let turn = |[x, y, z, angle]: &[f64; 4]| DMat3::from_quat(axis_angle([*x, *y, *z, angle * radians]));
    let bind = |at: usize| {
        let position = positions.as_chunks().0.get(at).map_or(DVec3::ZERO, |x| DVec3::from_array(*x));
        let rotation = rotations.as_chunks().0.get(at).map_or(DMat3::IDENTITY, turn);
        let scale = scales.as_chunks().0.get(at).map_or(DVec3::ONE, |x| DVec3::from_array(*x));
        DAffine3 { matrix3: rotation * DMat3::from_diagonal(scale), translation: position }
    };
    let joints = tree.nodes_in(node, "joints").take(count).enumerate();
    let mut found: Vec<_> = joints.filter_map(|(at, id)| Some((tree.resolve(id)?.0, bind(at)))).collect();
    sort_by_key(&mut found, |(node, _)| *node);
    found
}
