//! The skin of a humanoid: which joints pull at which of its points.
//!
//! `v' = v + sum of w * (M v - v)` with `M = inverse(humanoid) * joint * bind`, as X_ITE's shader has it (ISO/IEC 19774-1
//! 4.8.1 says the same in words): weights that do not sum to 1 leave the rest of the point where the humanoid has it.
//! Here that rest is written down as one more pull, that of the humanoid's own space.

use glam::{Affine3A, DAffine3, DMat3, DVec3, Vec3};

use super::figure::Entry;
use super::kinds::Kind;
use super::order::sort_by_key;
use super::report::Report;
use super::surface::from_center;
use super::transform::{Placing, axis_angle};
use super::tree::{Node, NodeId, Tree};
use crate::model::{Bind, JointKind, Skin, SkinCorner, SkinParts};

/// Weights of all joints of a humanoid.
const MOST_WEIGHTS: usize = 8_000_000;
/// Shapes of a skin, and what they stand in.
const MOST_NODES: usize = 100_000;
/// What is nearer to 0 is a rounding, no weight.
const TINY: f64 = 1e-6;

/// The skin's points.
pub(super) struct Pulled {
    /// The node that holds them.
    pub(super) coordinate: Option<NodeId>,
    /// How each of them moves; position and normal are not meant.
    pub(super) points: Vec<SkinCorner>,
}

/// The Shapes of a humanoid's skin, and where they stand in it.
pub(super) fn shapes(tree: &Tree, humanoid: NodeId, report: &mut Report<'_>) -> Vec<(NodeId, DAffine3)> {
    let Some(node) = tree.nodes.get(humanoid.0 as usize) else { return Vec::new() };
    let mut found = Vec::new();
    // In XML a Shape goes to `children` when the file does not say where.
    let loose = tree.nodes_in(node, "children").iter().filter(|id| is_shape(tree, **id));
    let all = tree.nodes_in(node, "skin").iter().chain(loose);
    let mut ahead: Vec<(NodeId, DAffine3)> = all.map(|id| (*id, DAffine3::IDENTITY)).collect();
    ahead.reverse();
    let mut steps = 0;
    while let Some((id, space)) = ahead.pop() {
        steps += 1;
        let Some((id, node)) = tree.resolve(id).filter(|_| steps <= MOST_NODES) else { continue };
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

/// Reads how the points of a humanoid's skin move, and adds what pulls at them to `parts`. `joints` are the humanoid's,
/// the first of them the skeleton's `first`; `own` is the bind of the humanoid's space.
pub(super) fn read(
    tree: &Tree,
    humanoid: NodeId,
    joints: &[Entry],
    first: usize,
    own: u32,
    parts: &mut SkinParts,
    report: &mut Report<'_>,
) -> Pulled {
    let Some(coordinate) = coordinate(tree, humanoid) else { return Pulled { coordinate: None, points: Vec::new() } };
    let count = tree.nodes.get(coordinate.0 as usize).map_or(0, |node| tree.numbers(node, "point", report).len() / 3);
    let mut weights = Vec::new();
    let listed = bindings(tree, humanoid, report);
    for (joint, entry) in (first..).zip(joints) {
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
        if weights.len() > before {
            parts.binds.push(Bind { joint, matrix: if matrix.is_finite() { matrix } else { Affine3A::IDENTITY } });
        }
    }
    // By point and then by joint: several weights of one joint for one point are one.
    sort_by_key(&mut weights, |(point, bind, _)| (*point, *bind));
    let mut points = vec![SkinCorner::rigid(Vec3::ZERO, Vec3::Y, own); count];
    for pulls in weights.chunk_by(|a, b| a.0 == b.0) {
        let Some((point, ..)) = pulls.first() else { continue };
        let Some(slot) = points.get_mut(*point as usize) else { continue };
        if let Some(pulled) = pull(pulls, own, parts) {
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

/// The node of the skin's points. In XML it goes to `children` when the file does not say where.
fn coordinate(tree: &Tree, humanoid: NodeId) -> Option<NodeId> {
    let node = tree.nodes.get(humanoid.0 as usize)?;
    let all = tree.nodes_in(node, "skinCoord").iter().chain(tree.nodes_in(node, "children"));
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

/// A point's pulls, at least one, sorted by bind. `None` where there is no room for them.
fn pull(pulls: &[(u32, u32, f64)], own: u32, parts: &mut SkinParts) -> Option<SkinCorner> {
    let sums = pulls.chunk_by(|a, b| a.1 == b.1).filter_map(|same| {
        let (_, bind, _) = same.first()?;
        Some((*bind, same.iter().map(|(.., weight)| weight).sum::<f64>()))
    });
    let rest = 1.0 - pulls.iter().map(|(.., weight)| weight).sum::<f64>();
    let rest = Some((own, rest)).filter(|(_, rest)| rest.abs() > TINY);
    let first = parts.pulls.len();
    for (bind, weight) in sums.chain(rest) {
        let weight = weight as f32;
        parts.pulls.push([if weight.is_finite() { weight } else { 0.0 }, 0.0, 0.0, bind as f32]);
    }
    if let Some([[weight, .., bind]]) = parts.pulls.get(first..)
        && (weight - 1.0).abs() < TINY as f32
    {
        let rigid = SkinCorner::rigid(Vec3::ZERO, Vec3::Y, *bind as u32);
        parts.pulls.truncate(first);
        return Some(rigid);
    }
    let influences = u16::try_from(parts.pulls.len() - first).ok().filter(|_| parts.pulls.len() <= Skin::MOST_PULLS);
    if influences.is_none() {
        parts.pulls.truncate(first);
    }
    Some(SkinCorner { influences: influences?, ..SkinCorner::rigid(Vec3::ZERO, Vec3::Y, first as u32) })
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
