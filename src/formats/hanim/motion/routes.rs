//! Who moves what: `TimeSensor -> interpolator -> joint`, by ROUTEs.

use crate::formats::hanim::figure::assembly::Moved;
use crate::formats::hanim::report::Report;
use crate::formats::hanim::scene::kinds::Kind;
use crate::formats::hanim::scene::tree::{Node, NodeId, Tree, Value};
use crate::formats::hanim::sorting::sort_by_key;

/// Chains kept. Routes that fan out and in again make their product.
const MOST_DRIVES: usize = 200_000;

/// What of a node moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Property {
    Translation,
    Rotation,
    Scale,
    /// How strong a displacer is.
    Weight,
}

/// One chain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Drive {
    pub(crate) sensor: NodeId,
    pub(crate) interpolator: NodeId,
    pub(crate) target: NodeId,
    pub(crate) property: Property,
    /// Of the last route.
    pub(crate) place: usize,
}

/// A route whose nodes are known.
struct Known<'a> {
    from: NodeId,
    from_kind: Kind,
    from_field: &'a str,
    to: NodeId,
    to_node: &'a Node,
    to_field: &'a str,
    place: usize,
}

/// All chains, by sensor in the order of the file, those of one sensor in the order of their last routes.
pub(crate) fn drives(tree: &Tree, report: &mut Report<'_>) -> Vec<Drive> {
    let known = known(tree, report);
    // Interpolators and what they move.
    let mut moves: Vec<(NodeId, NodeId, Property, usize)> = Vec::new();
    for route in &known {
        if let Some(property) = moved_property(tree, route, report) {
            moves.push((route.from, route.to, property, route.place));
        }
    }
    sort_by_key(&mut moves, |(interpolator, .., place)| (*interpolator, *place));
    let mut drives = Vec::new();
    for route in &known {
        if route.from_kind != Kind::TimeSensor || route.from_field != "fraction" {
            continue;
        }
        if !is_interpolator(route.to_node.kind) || route.to_field != "fraction" {
            report.warn_once(
                "hanim.route-through",
                route.place,
                format_args!(
                    "the time goes into `{}`, which is not played; what it moves stands still",
                    route.to_node.type_name
                ),
            );
            continue;
        }
        let first = moves.partition_point(|(interpolator, ..)| *interpolator < route.to);
        let list = moves.get(first..).unwrap_or_default().iter();
        for (interpolator, target, property, place) in list.take_while(|(known, ..)| *known == route.to) {
            if drives.len() >= MOST_DRIVES {
                report.warn_once(
                    "hanim.too-many-routes",
                    *place,
                    format_args!("more than {MOST_DRIVES} things move; the rest stands still"),
                );
                break;
            }
            let (interpolator, target, property, place) = (*interpolator, *target, *property, *place);
            drives.push(Drive { sensor: route.from, interpolator, target, property, place });
        }
    }
    sort_by_key(&mut drives, |drive| (drive.sensor, drive.place));
    drives
}

fn known<'a>(tree: &'a Tree, report: &mut Report<'_>) -> Vec<Known<'a>> {
    let mut list = Vec::new();
    for route in &tree.routes {
        let mut find = |name: &str| {
            let found = tree.named(name, route.nodes_before).and_then(|id| tree.resolve(id));
            if found.is_none() {
                report.warn(
                    "hanim.route-unknown",
                    route.place,
                    format_args!("a ROUTE names `{name}`, which is not defined; skipped"),
                );
            }
            found
        };
        let (Some((from, from_node)), Some((to, to_node))) = (find(&route.from), find(&route.to)) else { continue };
        let (from_field, to_field) = (bare(&route.from_field), bare(&route.to_field));
        list.push(Known { from, from_kind: from_node.kind, from_field, to, to_node, to_field, place: route.place });
    }
    list
}

/// A field's name without the marks of its events.
fn bare(name: &str) -> &str {
    let name = name.strip_prefix("set_").unwrap_or(name);
    name.strip_suffix("_changed").unwrap_or(name)
}

fn is_interpolator(kind: Kind) -> bool {
    matches!(kind, Kind::OrientationInterpolator | Kind::PositionInterpolator | Kind::ScalarInterpolator)
}

/// What of its target a route from an interpolator moves; `None` for every other route.
fn moved_property(tree: &Tree, route: &Known<'_>, report: &mut Report<'_>) -> Option<Property> {
    let target = route.to_node;
    let is_displacer = target.kind == Kind::Displacer;
    let is_body = is_displacer || matches!(target.kind, Kind::Joint | Kind::Site | Kind::Humanoid);
    let property = match (route.to_field, is_displacer) {
        ("rotation", false) => Property::Rotation,
        ("translation", false) => Property::Translation,
        ("scale", false) => Property::Scale,
        ("weight", true) => Property::Weight,
        (other, _) => {
            if is_body && is_interpolator(route.from_kind) {
                report.warn(
                    "hanim.route-field",
                    route.place,
                    format_args!("`{other}` of `{}` cannot be moved; it stands still", target.def),
                );
            }
            return None;
        }
    };
    if !is_body && target.kind != Kind::Transform {
        return None;
    }
    if !is_interpolator(route.from_kind) {
        if is_body {
            let from = tree.nodes.get(route.from.0 as usize).map_or("", |node| &node.type_name);
            report.warn_once(
                "hanim.route-from",
                route.place,
                format_args!("`{}` is moved by a `{from}`, which is not played", target.def),
            );
        }
        return None;
    }
    let right = match property {
        Property::Rotation => Kind::OrientationInterpolator,
        Property::Translation | Property::Scale => Kind::PositionInterpolator,
        Property::Weight => Kind::ScalarInterpolator,
    };
    if route.from_field != "value" || route.from_kind != right {
        let field = route.to_field;
        report.warn(
            "hanim.route-type",
            route.place,
            format_args!("this ROUTE brings no {field} to `{}`; skipped", target.def),
        );
        return None;
    }
    Some(property)
}

/// What the chains move, as far as it decides the skeleton's shape. Humanoids and Transforms without a joint inside
/// are left out: they are things beside the figure.
pub(crate) fn moved(tree: &Tree, drives: &[Drive]) -> Moved {
    let mut nodes = vec![false; tree.nodes.len()];
    let mut scales = false;
    let with_joints = with_joints(tree);
    for drive in drives {
        let at = drive.target.0 as usize;
        if with_joints.get(at).copied().unwrap_or(false) {
            if let Some(slot) = nodes.get_mut(at) {
                *slot = true;
            }
            scales |= drive.property == Property::Scale;
        }
    }
    Moved { nodes, scales }
}

/// By node: whether it is a joint or has one inside.
fn with_joints(tree: &Tree) -> Vec<bool> {
    // Each node and one that it holds, by the latter.
    let mut held: Vec<(NodeId, NodeId)> = Vec::new();
    for (id, node) in tree.own_nodes() {
        for field in &node.fields {
            if let Value::Nodes(children) = &field.value {
                held.extend(children.iter().filter_map(|child| Some((tree.resolve(*child)?.0, id))));
            }
        }
    }
    sort_by_key(&mut held, |pair| *pair);
    let mut found = vec![false; tree.nodes.len()];
    let is_joint = |(_, node): &(NodeId, &Node)| node.kind == Kind::Joint;
    let mut ahead: Vec<NodeId> = tree.own_nodes().filter(is_joint).map(|(id, _)| id).collect();
    while let Some(id) = ahead.pop() {
        if let Some(slot) = found.get_mut(id.0 as usize)
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
