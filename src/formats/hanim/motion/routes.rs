//! Chains of ROUTEs: `TimeSensor -> interpolator -> joint`.

use super::AnimatedProperty;
use crate::formats::hanim::figure::MovedNodes;
use crate::formats::hanim::report::Report;
use crate::formats::hanim::scene::{NodeId, NodeKind, SceneNode, SceneTree, bare_event, shown};
use crate::formats::sorting::sort_by_key;

/// Chains of one file. Many sensors that drive one interpolator, which moves many joints, make their product.
const MOST_CHAINS: usize = 200_000;
/// Types of nodes that are told because the time goes into them.
const MOST_TYPES: usize = 100;

/// A TimeSensor, an interpolator that it drives, and the field of a node that the interpolator moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct RouteChain {
    pub(super) sensor: NodeId,
    pub(super) interpolator: NodeId,
    pub(super) target: NodeId,
    pub(super) property: AnimatedProperty,
    /// Of the last route: offset in the text.
    pub(super) place: u32,
}

/// A route with the nodes that its names mean.
struct KnownRoute<'a> {
    from: NodeId,
    from_kind: NodeKind,
    from_field: &'a str,
    to: NodeId,
    to_node: &'a SceneNode,
    to_field: &'a str,
    /// Offset in the text.
    place: u32,
}

/// All chains, sorted by sensor and then by the place of the last route.
pub(crate) fn route_chains(tree: &SceneTree, report: &mut Report<'_>) -> Vec<RouteChain> {
    let known = known_routes(tree, report);
    // Each interpolator and what it moves.
    let mut moves: Vec<(NodeId, NodeId, AnimatedProperty, u32)> = Vec::new();
    for route in &known {
        if let Some(property) = moved_property(tree, route, report) {
            moves.push((route.from, route.to, property, route.place));
        }
    }
    sort_by_key(&mut moves, |(interpolator, .., place)| (*interpolator, *place));
    let mut chains = Vec::new();
    // Types of nodes that the time goes into, each told once.
    let mut through: Vec<&str> = Vec::new();
    for route in &known {
        if route.from_kind != NodeKind::TimeSensor || route.from_field != "fraction" {
            continue;
        }
        if !is_interpolator(route.to_node.kind) || route.to_field != "fraction" {
            let name = tree.type_name(route.to_node);
            if through.len() < MOST_TYPES && !through.contains(&name) {
                through.push(name);
                report.warn(
                    "hanim.route-through",
                    route.place as usize,
                    format_args!(
                        "the time goes into `{}`, which is not played; what it moves stands still",
                        shown(name)
                    ),
                );
            }
            continue;
        }
        let first = moves.partition_point(|(interpolator, ..)| *interpolator < route.to);
        let list = moves.get(first..).unwrap_or_default().iter();
        for (interpolator, target, property, place) in list.take_while(|(known, ..)| *known == route.to) {
            if chains.len() >= MOST_CHAINS {
                report.warn_once(
                    "hanim.too-many-routes",
                    *place as usize,
                    format_args!("more than {MOST_CHAINS} things move; the rest stands still"),
                );
                break;
            }
            let (interpolator, target, property, place) = (*interpolator, *target, *property, *place);
            chains.push(RouteChain { sensor: route.from, interpolator, target, property, place });
        }
    }
    sort_by_key(&mut chains, |chain| (chain.sensor, chain.place));
    chains
}

fn known_routes<'a>(tree: &'a SceneTree, report: &mut Report<'_>) -> Vec<KnownRoute<'a>> {
    let mut list = Vec::new();
    // Names that are not defined, and where.
    let mut unknown: Vec<(&str, usize)> = Vec::new();
    for route in &tree.routes {
        let [from, to] = tree.route_ends(route).map(|end| end.and_then(|id| tree.resolve(id)));
        for (end, name) in [(from, route.from), (to, route.to)] {
            if end.is_none() {
                unknown.push((tree.text_of(name), route.place()));
            }
        }
        let ends = (from, to);
        let (Some((from, from_node)), Some((to, to_node))) = ends else { continue };
        let [from_field, to_field] = [route.from_field, route.to_field].map(|name| bare_event(tree.text_of(name)));
        let place = route.place() as u32;
        list.push(KnownRoute { from, from_kind: from_node.kind, from_field, to, to_node, to_field, place });
    }
    sort_by_key(&mut unknown, |one| *one);
    for same in unknown.chunk_by(|a, b| a.0 == b.0) {
        let [(name, place), others @ ..] = same else { continue };
        let more = if others.is_empty() { String::new() } else { format!("; so do {} more", others.len()) };
        report.warn(
            "hanim.route-unknown",
            *place,
            format_args!("a ROUTE names `{}`, which is not defined; skipped{more}", shown(name)),
        );
    }
    list
}

fn is_interpolator(kind: NodeKind) -> bool {
    matches!(
        kind,
        NodeKind::OrientationInterpolator
            | NodeKind::PositionInterpolator
            | NodeKind::ScalarInterpolator
            | NodeKind::CoordinateInterpolator
    )
}

/// Whether a node lists points.
fn lists_points(tree: &SceneTree, node: &SceneNode) -> bool {
    matches!(tree.type_name(node), "Coordinate" | "CoordinateDouble")
}

/// The field that a route from an interpolator moves; `None` for every other route.
fn moved_property(tree: &SceneTree, route: &KnownRoute<'_>, report: &mut Report<'_>) -> Option<AnimatedProperty> {
    let target = route.to_node;
    let name = tree.shown_def(target);
    let is_displacer = target.kind == NodeKind::Displacer;
    let is_body = is_displacer || matches!(target.kind, NodeKind::Joint | NodeKind::Site | NodeKind::Humanoid);
    let property = match (route.to_field, is_displacer) {
        ("rotation", false) => AnimatedProperty::Rotation,
        ("translation", false) => AnimatedProperty::Translation,
        ("scale", false) => AnimatedProperty::Scale,
        ("weight", true) => AnimatedProperty::Weight,
        ("point", _) if lists_points(tree, target) && is_interpolator(route.from_kind) => AnimatedProperty::Points,
        (other, _) => {
            if is_body && is_interpolator(route.from_kind) {
                report.warn(
                    "hanim.route-field",
                    route.place as usize,
                    format_args!("`{}` of `{name}` cannot be moved; it stands still", shown(other)),
                );
            }
            return None;
        }
    };
    if !is_body && target.kind != NodeKind::Transform && property != AnimatedProperty::Points {
        return None;
    }
    if !is_interpolator(route.from_kind) {
        if is_body {
            let from = tree.node(route.from).map_or("", |node| shown(tree.type_name(node)));
            report.warn_once(
                "hanim.route-from",
                route.place as usize,
                format_args!("`{name}` is moved by a `{from}`, which is not played"),
            );
        }
        return None;
    }
    let right = match property {
        AnimatedProperty::Rotation => NodeKind::OrientationInterpolator,
        AnimatedProperty::Translation | AnimatedProperty::Scale => NodeKind::PositionInterpolator,
        AnimatedProperty::Weight => NodeKind::ScalarInterpolator,
        AnimatedProperty::Points => NodeKind::CoordinateInterpolator,
    };
    if route.from_field != "value" || route.from_kind != right {
        let field = route.to_field;
        report.warn(
            "hanim.route-type",
            route.place as usize,
            format_args!("this ROUTE brings no {field} to `{name}`; skipped"),
        );
        return None;
    }
    Some(property)
}

/// The nodes that the chains move and that joints depend on. Humanoids and Transforms without a joint inside are left
/// out: they are not part of a figure. Points that move are not among them.
pub(crate) fn moved_nodes(tree: &SceneTree, chains: &[RouteChain]) -> MovedNodes {
    let mut nodes = vec![false; tree.len()];
    let mut scales = false;
    let with_joints = with_joints(tree);
    for chain in chains {
        let at = chain.target.index();
        if with_joints.get(at).copied().unwrap_or(false) {
            if let Some(slot) = nodes.get_mut(at) {
                *slot = true;
            }
            scales |= chain.property == AnimatedProperty::Scale;
        }
    }
    MovedNodes { nodes, scales, points: Vec::new(), hidden: false }
}

/// For each node, whether it is a joint or has one inside.
fn with_joints(tree: &SceneTree) -> Vec<bool> {
    // Pairs of a node and the node around it, sorted by the first.
    let mut held: Vec<(NodeId, NodeId)> = Vec::new();
    for (id, node) in tree.own_nodes() {
        held.extend(tree.inner_nodes(node).filter_map(|child| Some((tree.resolve(child)?.0, id))));
    }
    sort_by_key(&mut held, |pair| *pair);
    let mut found = vec![false; tree.len()];
    let is_joint = |(_, node): &(NodeId, &SceneNode)| node.kind == NodeKind::Joint;
    let mut ahead: Vec<NodeId> = tree.own_nodes().filter(is_joint).map(|(id, _)| id).collect();
    while let Some(id) = ahead.pop() {
        if let Some(slot) = found.get_mut(id.index())
            && !*slot
        {
            *slot = true;
            let first = held.partition_point(|(child, _)| *child < id);
            let around = held.get(first..).unwrap_or_default().iter().take_while(|(child, _)| *child == id);
            ahead.extend(around.map(|(_, holder)| *holder));
        }
    }
    found
}
