//! The skin of a humanoid: which joints pull at which of its points.
//!
//! `v' = v + sum of w * (M v - v)` with `M = inverse(humanoid) * joint * bind`, as X_ITE's shader has it (ISO/IEC 19774-1
//! 4.8.1 says the same in words): weights that do not sum to 1 leave the rest of the point where the humanoid has it.
//! Here that rest is written down as one more pull, that of the humanoid's own space.

use glam::{Affine3A, DAffine3, DMat3, DVec3, Vec3};

use super::assembly::{self, from_center};
use super::displacers;
use crate::formats::hanim::figure::assembly::{Body, Displaced, Entry};
use crate::formats::hanim::figure::transform::{Placing, axis_angle};
use crate::formats::hanim::report::Report;
use crate::formats::hanim::scene::kinds::Kind;
use crate::formats::hanim::scene::tree::{Node, NodeId, Tree};
use crate::formats::hanim::sorting::sort_by_key;
use crate::model::{Bind, JointKind, Morph, Skin, SkinCorner, SkinParts, in_range, is_placeable, is_placeable_matrix};

/// Weights of all joints of a humanoid.
const MOST_WEIGHTS: usize = 8_000_000;
/// What is nearer to 0 is a rounding, no weight.
const TINY: f64 = 1e-6;

/// The skin's points.
pub(crate) struct Pulled {
    /// The node that holds them.
    pub(crate) coordinate: Option<NodeId>,
    /// How each of them moves; position and normal are not meant.
    pub(crate) points: Vec<SkinCorner>,
}

/// Shapes of the skins of a scene, and what they stand in.
pub(crate) const MOST_NODES: usize = 100_000;

/// The Shapes of a humanoid's skin, and where they stand in it. `left` is how many nodes may still be looked at.
pub(crate) fn shapes(
    tree: &Tree,
    humanoid: NodeId,
    left: &mut usize,
    report: &mut Report<'_>,
) -> Vec<(NodeId, DAffine3)> {
    let Some(node) = tree.nodes.get(humanoid.0 as usize) else { return Vec::new() };
    let mut found = Vec::new();
    // In XML a Shape goes to `children` when the file does not say where.
    let loose = tree.nodes_in(node, "children").iter().filter(|id| is_shape(tree, **id));
    let all = tree.nodes_in(node, "skin").iter().chain(loose);
    let mut ahead: Vec<(NodeId, DAffine3)> = all.map(|id| (*id, DAffine3::IDENTITY)).collect();
    ahead.reverse();
    while let Some((id, space)) = ahead.pop() {
        let Some((id, node)) = tree.resolve(id) else { continue };
        if *left <= ahead.len() {
            report.warn_once(
                "hanim.too-many-uses",
                node.place,
                format_args!("more than {MOST_NODES} nodes in skins by USE; the rest is left out"),
            );
            break;
        }
        *left -= 1;
        match node.kind {
            Kind::Shape => found.push((id, space)),
            Kind::Transform | Kind::Other => {
                let inside = if node.kind == Kind::Transform {
                    space * Placing::read(tree, node, report).matrix()
                } else {
                    space
                };
                ahead.extend(tree.nodes_in(node, "children").iter().rev().map(|id| (*id, inside)));
            }
            _ => {}
        }
    }
    found
}

fn is_shape(tree: &Tree, id: NodeId) -> bool {
    tree.resolve(id).is_some_and(|(_, node)| node.kind == Kind::Shape)
}

/// Reads how the points of a humanoid's skin move, and adds what pulls at them to `parts`. `joints` are the humanoid's;
/// `own` is the bind of its space.
pub(crate) fn read(
    tree: &Tree,
    body: &Body,
    joints: &[Entry],
    own: u32,
    displaced: &[Displaced],
    parts: &mut SkinParts,
    report: &mut Report<'_>,
) -> Pulled {
    let humanoid = body.node;
    let node = tree.nodes.get(humanoid.0 as usize);
    let Some(coordinate) = node.and_then(|node| coordinate(tree, node, "skinCoord")) else {
        return Pulled { coordinate: None, points: Vec::new() };
    };
    let count = tree.nodes.get(coordinate.0 as usize).map_or(0, |node| tree.numbers(node, "point", report).len() / 3);
    let mut weights = Vec::new();
    let listed = bindings(tree, humanoid, report);
    let first_bind = parts.binds.len();
    for (joint, entry) in (body.first..).zip(joints) {
        let (Ok(joint), Some(node)) = (u16::try_from(joint), tree.nodes.get(entry.node.0 as usize)) else { continue };
        if entry.kind != JointKind::Joint || entry.humanoid != Some(humanoid) {
            continue;
        }
        let at = listed.partition_point(|(node, _)| *node < entry.node);
        let listed = listed.get(at).filter(|(node, _)| *node == entry.node);
        let binding = listed.map_or(DAffine3::IDENTITY, |(_, bind)| *bind);
        let matrix = (from_center(entry.placing.center) * binding).as_affine3a();
        let before = weights.len();
        of_joint(tree, node, count, parts.binds.len() as u32, &mut weights, report);
        let displaces = !assembly::of_joint(displaced, joint, None).is_empty();
        if weights.len() > before || displaces {
            parts
                .binds
                .push(Bind { joint, matrix: if is_placeable_matrix(&matrix) { matrix } else { Affine3A::IDENTITY } });
        }
    }
    // By point and then by joint: several weights of one joint for one point are one.
    sort_by_key(&mut weights, |(point, bind, _)| (*point, *bind));
    let bind_of = |joint: u16| {
        let at = parts.binds.get(first_bind..)?.binary_search_by_key(&joint, |bind| bind.joint).ok()?;
        Some((first_bind + at) as u32)
    };
    let own_displaced = displaced.iter().filter(|one| one.segment.is_none());
    let mine: Vec<_> = own_displaced.filter_map(|one| Some((one, bind_of(one.joint)?, DMat3::IDENTITY))).collect();
    let pushes = pushes(tree, mine.into_iter(), count, parts, report);
    let mut points = vec![SkinCorner::rigid(Vec3::ZERO, Vec3::Y, own); count];
    let (mut weights, mut pushed) = (&weights[..], &pushes[..]);
    for (point, slot) in (0_u32..).zip(&mut points) {
        let (pulling, pushing) =
            (take(&mut weights, |weight| weight.0 == point), take(&mut pushed, |push| push.0 == point));
        if pulling.is_empty() && pushing.is_empty() {
            continue;
        }
        if let Some(pulled) = pull(pulling, pushing, own, parts) {
            *slot = pulled;
        } else {
            let place = tree.nodes.get(coordinate.0 as usize).map_or(0, |node| node.place);
            let most = Skin::MOST_PULLS;
            report.warn_once(
                "hanim.skin-weights",
                place,
                format_args!("more than {most} weights; the rest of the skin does not bend"),
            );
        }
    }
    Pulled { coordinate: Some(coordinate), points }
}

/// Makes morphs of displacers, each with the bind it goes by and the way of its displacements to that bind's points. What
/// they push at among `count` points, by point: the number of the point, and displacement and morph as
/// [`SkinParts::pulls`] have them.
pub(crate) fn pushes<'a>(
    tree: &Tree,
    displacers: impl Iterator<Item = (&'a Displaced, u32, DMat3)>,
    count: usize,
    parts: &mut SkinParts,
    report: &mut Report<'_>,
) -> Vec<(u32, [f32; 4])> {
    let mut pushes = Vec::new();
    for (displaced, bind, turn) in displacers {
        let Some(node) = tree.nodes.get(displaced.node.0 as usize) else { continue };
        let Ok(bind) = u16::try_from(bind) else { continue };
        let morph = parts.morphs.len() as f32;
        parts.morphs.push(Morph { bind, weight: displaced.weight });
        let mut outside = 0_usize;
        for (point, displacement) in displacers::read(tree, node, report) {
            let push = (turn * displacement).as_vec3();
            if point as usize >= count {
                outside += 1;
            } else if is_placeable(push) {
                pushes.push((point, [push.x, push.y, push.z, morph]));
            }
        }
        if outside > 0 {
            report.warn(
                "hanim.displacer",
                node.place,
                format_args!("`{}` pushes {outside} points that are not among the {count}; passed over", node.def),
            );
        }
    }
    sort_by_key(&mut pushes, |(point, _)| *point);
    pushes
}

/// Takes from the front what `is`.
fn take<'a, T>(list: &mut &'a [T], is: impl Fn(&T) -> bool) -> &'a [T] {
    let count = list.iter().take_while(|one| is(one)).count();
    let (front, rest) = list.split_at_checked(count).unwrap_or_default();
    *list = rest;
    front
}

/// The node in that field that holds points. In XML it goes to `children` when the file does not say where.
pub(crate) fn coordinate(tree: &Tree, node: &Node, field: &str) -> Option<NodeId> {
    let all = tree.nodes_in(node, field).iter().chain(tree.nodes_in(node, "children"));
    let mut nodes = all.filter_map(|id| tree.resolve(*id));
    nodes.find(|(_, node)| node.type_name.starts_with("Coordinate")).map(|(id, _)| id)
}

/// The weights of one joint: point, `bind`, weight.
fn of_joint(
    tree: &Tree,
    node: &Node,
    count: usize,
    bind: u32,
    weights: &mut Vec<(u32, u32, f64)>,
    report: &mut Report<'_>,
) {
    let points = tree.numbers(node, "skinCoordIndex", report);
    if points.is_empty() {
        return;
    }
    let own = tree.numbers(node, "skinCoordWeight", report);
    if own.len() < points.len() {
        let (found, listed) = (own.len(), points.len());
        report.warn(
            "hanim.skin-weights",
            node.place,
            format_args!(
                "`{}` has {listed} points of the skin and {found} weights; those without one follow it whole",
                node.def
            ),
        );
    }
    let mut outside = 0_usize;
    let own = own.into_iter().chain(std::iter::repeat(1.0));
    for (point, weight) in points.into_iter().zip(own) {
        if !(0.0..count as f64).contains(&point) {
            outside += 1;
        } else if weight != 0.0 && weights.len() < MOST_WEIGHTS {
            weights.push((point as u32, bind, weight));
        }
    }
    if outside > 0 {
        report.warn(
            "hanim.skin-index",
            node.place,
            format_args!("`{}` pulls at {outside} points that are not among the skin's {count}; passed over", node.def),
        );
    }
}

/// A point's pulls, sorted by bind, and what pushes it. `None` where there is no room for them.
pub(crate) fn pull(
    pulls: &[(u32, u32, f64)],
    pushes: &[(u32, [f32; 4])],
    own: u32,
    parts: &mut SkinParts,
) -> Option<SkinCorner> {
    let sums = pulls.chunk_by(|a, b| a.1 == b.1).filter_map(|same| {
        let (_, bind, _) = same.first()?;
        Some((*bind, same.iter().map(|(.., weight)| weight).sum::<f64>()))
    });
    let rest = 1.0 - pulls.iter().map(|(.., weight)| weight).sum::<f64>();
    let rest = Some((own, rest)).filter(|(_, rest)| rest.abs() > TINY);
    let first = parts.pulls.len();
    for (bind, weight) in sums.chain(rest) {
        let weight = if in_range(weight) { weight as f32 } else { 0.0 };
        parts.pulls.push([weight, 0.0, 0.0, bind as f32]);
    }
    if pushes.is_empty()
        && let Some([[weight, .., bind]]) = parts.pulls.get(first..)
        && (weight - 1.0).abs() < TINY as f32
    {
        let rigid = SkinCorner::rigid(Vec3::ZERO, Vec3::Y, *bind as u32);
        parts.pulls.truncate(first);
        return Some(rigid);
    }
    let influences = parts.pulls.len() - first;
    parts.pulls.extend(pushes.iter().map(|(_, push)| *push));
    match (u16::try_from(influences), u16::try_from(pushes.len())) {
        (Ok(influences), Ok(morphs)) if parts.pulls.len() <= Skin::MOST_PULLS => {
            Some(SkinCorner { influences, morphs, ..SkinCorner::rigid(Vec3::ZERO, Vec3::Y, first as u32) })
        }
        _ => {
            parts.pulls.truncate(first);
            None
        }
    }
}

/// `jointBindingPositions`, `-Rotations` and `-Scales` of the nodes in `joints`, sorted by those: `T R S` each. Where a list ends, what is
/// behind it has the identity.
fn bindings(tree: &Tree, humanoid: NodeId, report: &mut Report<'_>) -> Vec<(NodeId, DAffine3)> {
    let Some(node) = tree.nodes.get(humanoid.0 as usize) else { return Vec::new() };
    let mut list = |name: &str| tree.numbers(node, name, report);
    let (positions, rotations, scales) =
        (list("jointBindingPositions"), list("jointBindingRotations"), list("jointBindingScales"));
    if positions.is_empty() && rotations.is_empty() && scales.is_empty() {
        return Vec::new();
    }
    let bind = |at: usize| {
        let position = positions.as_chunks().0.get(at).map_or(DVec3::ZERO, |x| DVec3::from_array(*x));
        let turn = rotations.as_chunks().0.get(at).map_or(DMat3::IDENTITY, |x| DMat3::from_quat(axis_angle(*x)));
        let scale = scales.as_chunks().0.get(at).map_or(DVec3::ONE, |x| DVec3::from_array(*x));
        DAffine3 { matrix3: turn * DMat3::from_diagonal(scale), translation: position }
    };
    let joints = tree.nodes_in(node, "joints").iter().enumerate();
    let mut found: Vec<_> = joints.filter_map(|(at, id)| Some((tree.resolve(*id)?.0, bind(at)))).collect();
    sort_by_key(&mut found, |(node, _)| *node);
    found
}
