//! Chains of ROUTEs: `TimeSensor -> interpolator -> joint`, with nodes between the first two that change the fraction.

use super::AnimatedProperty;
use crate::checked::Checked;
use crate::compact::sorting::{sort_and_thin, sort_by_key};
use crate::formats::hanim::figure::MovedNodes;
use crate::formats::hanim::report::SceneReport;
use crate::formats::hanim::scene::{NodeId, NodeKind, SceneNode, SceneTree, bare_event, shown};
use crate::formats::reading::wording::Count;

/// Most chains of a file. They multiply: many sensors may drive one interpolator, which moves many joints.
const MOST_CHAINS: usize = 200_000;
/// Most node types, and most fields, that are warned of.
const MOST_TYPES: usize = 100;

/// Most nodes in series that change a fraction.
const MOST_STEPS_IN_SERIES: usize = 16;

pub(super) type StepId = u32;

/// A node that changes a TimeSensor's fraction on the way to an interpolator: a ScalarInterpolator or an EaseInEaseOut.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct FractionStep {
    pub(super) node: NodeId,
    pub(super) before: Option<StepId>,
}

/// A TimeSensor, an interpolator that it drives, and the field of a node that the interpolator moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct RouteChain {
    pub(super) sensor: NodeId,
    /// The last step before the interpolator.
    pub(super) through: Option<StepId>,
    pub(super) interpolator: NodeId,
    pub(super) target: NodeId,
    pub(super) property: AnimatedProperty,
    /// Offset of the last route in the text.
    pub(super) place: u32,
}

/// All chains of a file, sorted by sensor, then by the place of the last route.
#[derive(Debug, Default)]
pub(crate) struct RouteChains {
    pub(super) list: Vec<RouteChain>,
    pub(super) steps: Vec<FractionStep>,
}

struct ResolvedRoute<'a> {
    from: NodeId,
    from_kind: NodeKind,
    from_field: &'a str,
    to: NodeId,
    to_node: &'a SceneNode,
    to_field: &'a str,
    /// Offset in the text.
    place: u32,
}

/// Which warnings were given: one for each node type, and one for each field of a type.
#[derive(Debug, Default)]
struct Warned<'a> {
    /// Types that a fraction goes to.
    through: Vec<&'a str>,
    /// Types that a value comes from.
    from: Vec<&'a str>,
    /// Types with a field that is not played.
    fields: Vec<(&'a str, &'a str)>,
}

/// Whether a warning is given for the first time. Remembers it.
fn is_first<T: PartialEq>(warned: &mut Vec<T>, item: T) -> bool {
    let is_first = warned.len() < MOST_TYPES && !warned.contains(&item);
    if is_first {
        warned.push(item);
    }
    is_first
}

/// The source and the target of a ROUTE that carries a fraction.
type FractionRoute = (NodeId, NodeId);

pub(crate) fn route_chains(tree: &SceneTree, report: &mut SceneReport<'_>) -> RouteChains {
    let known = resolved_routes(tree, report);
    // Each interpolator and the fields that it moves.
    let mut moves: Vec<(NodeId, NodeId, AnimatedProperty, u32)> = Vec::new();
    // Fractions of TimeSensors, and of nodes that change fractions.
    let (mut starts, mut changed): (Vec<FractionRoute>, Vec<FractionRoute>) = (Vec::new(), Vec::new());
    let mut warned = Warned::default();
    for route in &known {
        if is_fraction(tree, route, &mut warned, report) {
            let list = if route.from_kind == NodeKind::TimeSensor { &mut starts } else { &mut changed };
            list.push((route.from, route.to));
        } else if let Some(property) = moved_property(tree, route, &mut warned, report) {
            moves.push((route.from, route.to, property, route.place));
        }
    }
    sort_by_key(&mut moves, |(interpolator, .., place)| (*interpolator, *place));
    for list in [&mut starts, &mut changed] {
        sort_and_thin(list);
    }
    let mut chains = RouteChains::default();
    let (mut visits, mut is_full) = (0, false);
    for (sensor, first) in starts {
        // A node that receives the fraction, and the last step before it.
        let mut ahead = vec![(first, None)];
        while let Some((node, through)) = ahead.pop() {
            visits += 1;
            let list = moves.get(moves.partition_point(|(known, ..)| *known < node)..).unwrap_or_default();
            for (interpolator, target, property, place) in list.iter().take_while(|(known, ..)| *known == node) {
                is_full |= chains.list.len() >= MOST_CHAINS;
                if is_full {
                    break;
                }
                let (interpolator, target, property, place) = (*interpolator, *target, *property, *place);
                chains.list.push(RouteChain { sensor, through, interpolator, target, property, place });
            }
            let next = changed.get(changed.partition_point(|(known, _)| *known < node)..).unwrap_or_default();
            let next = next.iter().take_while(|(known, _)| *known == node);
            is_full |= visits >= MOST_CHAINS;
            if is_full || next.clone().next().is_none() {
                continue;
            }
            let before = std::iter::successors(through, |id| chains.steps.get(*id as usize)?.before);
            let before = before.filter_map(|id| chains.steps.get(id as usize)).map(|step| step.node);
            if before.clone().count() >= MOST_STEPS_IN_SERIES || before.clone().any(|known| known == node) {
                let place = tree.node(node).map_or(0, SceneNode::place);
                let name = tree.node(node).map_or("", |node| tree.shown_def(node));
                warning!(report.warn => "hanim.route-through", place,
                    "the ROUTEs through `{name}` form a loop, or a chain of more than {MOST_STEPS_IN_SERIES} nodes; they end there");
                continue;
            }
            let id = chains.steps.len() as StepId;
            chains.steps.push(FractionStep { node, before: through });
            ahead.extend(next.map(|(_, to)| (*to, Some(id))));
        }
        if is_full {
            warning!(report.warn_once => "hanim.too-many-routes", tree.node(sensor).map_or(0, SceneNode::place),
                "more than {MOST_CHAINS} fields are animated; the others do not move");
            break;
        }
    }
    sort_by_key(&mut chains.list, |chain| (chain.sensor, chain.place));
    chains
}

/// Whether a route carries a fraction to a node that plays it. Warns if only one end of it is played.
fn is_fraction<'a>(
    tree: &'a SceneTree,
    route: &ResolvedRoute<'a>,
    warned: &mut Warned<'a>,
    report: &mut SceneReport<'_>,
) -> bool {
    let from = tree.node(route.from).map_or("", |node| tree.type_name(node));
    let (to, place) = (tree.type_name(route.to_node), route.place as usize);
    let name = tree.shown_def(route.to_node);
    let is_source = match route.from_kind {
        NodeKind::TimeSensor => route.from_field == "fraction",
        NodeKind::ScalarInterpolator => route.from_field == "value",
        NodeKind::EaseInEaseOut => route.from_field == "modifiedFraction",
        _ => false,
    };
    let is_taken = takes_fraction(route.to_node.kind) && route.to_field == "fraction";
    if is_taken && !is_source {
        if takes_fraction(route.from_kind) || route.from_kind == NodeKind::TimeSensor {
            warning!(report.warn => "hanim.route-type", place,
                "this ROUTE carries no fraction to `{name}`; it is ignored");
        } else if is_first(&mut warned.from, from) {
            let message = format_args!("`{name}` is driven by a `{}`, which is not played", shown(from));
            report.warn("hanim.route-from", place, message);
        }
    } else if !is_taken
        && is_source
        && route.from_kind != NodeKind::ScalarInterpolator
        && is_first(&mut warned.through, to)
    {
        let message =
            format_args!("a fraction goes to `{}`, which is not played; what it moves stays at rest", shown(to));
        report.warn("hanim.route-through", place, message);
    }
    is_taken && is_source
}

fn resolved_routes<'a>(tree: &'a SceneTree, report: &mut SceneReport<'_>) -> Vec<ResolvedRoute<'a>> {
    let mut list = Vec::new();
    // Undefined names and their places.
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
        list.push(ResolvedRoute { from, from_kind: from_node.kind, from_field, to, to_node, to_field, place });
    }
    sort_by_key(&mut unknown, |one| *one);
    for same in unknown.chunk_by(|a, b| a.0 == b.0) {
        let [(name, place), others @ ..] = same else { continue };
        let more = if others.is_empty() { String::new() } else { format!(", like {}", Count(others.len(), "other")) };
        warning!(report.warn => "hanim.route-unknown", *place,
            "a ROUTE names `{}`, which is not defined; it is ignored{more}", shown(name));
    }
    list
}

/// Whether a node's input is a fraction.
fn takes_fraction(kind: NodeKind) -> bool {
    is_interpolator(kind) || kind == NodeKind::EaseInEaseOut
}

/// Whether a node's output is a value between keys.
fn is_interpolator(kind: NodeKind) -> bool {
    matches!(
        kind,
        NodeKind::OrientationInterpolator
            | NodeKind::PositionInterpolator
            | NodeKind::ScalarInterpolator
            | NodeKind::CoordinateInterpolator
    )
}

fn lists_points(tree: &SceneTree, node: &SceneNode) -> bool {
    matches!(tree.type_name(node), "Coordinate" | "CoordinateDouble")
}

/// The property that a route from an interpolator moves; `None` for every other route.
fn moved_property<'a>(
    tree: &'a SceneTree,
    route: &ResolvedRoute<'a>,
    warned: &mut Warned<'a>,
    report: &mut SceneReport<'_>,
) -> Option<AnimatedProperty> {
    let (target, place, field) = (route.to_node, route.place as usize, route.to_field);
    let name = tree.shown_def(target);
    let is_displacer = target.kind == NodeKind::Displacer;
    let is_placed = matches!(target.kind, NodeKind::Joint | NodeKind::Site | NodeKind::Humanoid | NodeKind::Transform);
    let is_camera = target.kind == NodeKind::Viewpoint;
    let property = match field {
        "orientation" if is_camera => AnimatedProperty::Rotation,
        "position" if is_camera => AnimatedProperty::Translation,
        "rotation" if is_placed => AnimatedProperty::Rotation,
        "translation" if is_placed => AnimatedProperty::Translation,
        "scale" if is_placed => AnimatedProperty::Scale,
        "weight" if is_displacer => AnimatedProperty::Weight,
        "point" if lists_points(tree, target) => AnimatedProperty::Points,
        _ if !is_interpolator(route.from_kind) || field == "fraction" && takes_fraction(target.kind) => return None,
        _ => {
            // For a figure's own nodes every ROUTE is reported.
            if is_displacer || is_placed || is_camera {
                let message =
                    format_args!("a ROUTE to `{}` of `{name}` is not played; it keeps its value", shown(field));
                report.warn("hanim.route-field", place, message);
            } else if is_first(&mut warned.fields, (tree.type_name(target), field)) {
                let (field, of) = (shown(field), shown(tree.type_name(target)));
                let message = format_args!("a ROUTE to `{field}` of a `{of}` is not played; it keeps its value");
                report.warn("hanim.route-field", place, message);
            }
            return None;
        }
    };
    if !is_interpolator(route.from_kind) {
        let from = tree.node(route.from).map_or("", |node| tree.type_name(node));
        if is_first(&mut warned.from, from) {
            let message = format_args!("`{name}` is moved by a `{}`, which is not played", shown(from));
            report.warn("hanim.route-from", place, message);
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
        warning!(report.warn => "hanim.route-type", place, "this ROUTE carries no {field} to `{name}`; it is ignored");
        return None;
    }
    Some(property)
}

/// The moved nodes that contain joints, shapes, sites or cameras, and the moved cameras. Humanoids without joints and
/// Transforms without anything visible are left out. `points` stays empty.
pub(crate) fn moved_nodes(tree: &SceneTree, chains: &RouteChains) -> MovedNodes {
    let (mut nodes, mut beside) = (vec![false; tree.len()], vec![false; tree.len()]);
    let mut scales = false;
    let parents = ParentNodes::new(tree);
    let with_joints = parents.containing(tree, |kind| kind == NodeKind::Joint);
    let is_seen = |kind| matches!(kind, NodeKind::Shape | NodeKind::Site | NodeKind::Viewpoint);
    let with_visible = parents.containing(tree, is_seen);
    for chain in &chains.list {
        let at = chain.target.index();
        let Some(kind) = tree.node(chain.target).map(|node| node.kind) else { continue };
        let carries_joints = with_joints.at(at);
        let is_beside = !carries_joints
            && match kind {
                NodeKind::Viewpoint => true,
                NodeKind::Transform | NodeKind::Site => with_visible.at(at),
                _ => false,
            };
        for (list, is_so) in [(&mut nodes, carries_joints), (&mut beside, is_beside)] {
            list.change(at, |slot| *slot |= is_so);
        }
        let is_placed = carries_joints || is_beside || matches!(kind, NodeKind::Joint | NodeKind::Site);
        scales |= is_placed && chain.property == AnimatedProperty::Scale;
    }
    MovedNodes { nodes, beside, scales, points: Vec::new(), show_hidden: false }
}

/// Pairs of a node and a node around it, sorted.
struct ParentNodes(Vec<(NodeId, NodeId)>);

impl ParentNodes {
    fn new(tree: &SceneTree) -> Self {
        let mut held: Vec<(NodeId, NodeId)> = Vec::new();
        for (id, node) in tree.own_nodes() {
            held.extend(tree.inner_nodes(node).filter_map(|child| Some((tree.resolve(child)?.0, id))));
        }
        sort_by_key(&mut held, |pair| *pair);
        Self(held)
    }

    fn parents_of(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        let list = self.0.get(self.0.partition_point(|(child, _)| *child < id)..).unwrap_or_default();
        list.iter().take_while(move |(child, _)| *child == id).map(|(_, parent)| *parent)
    }

    /// For each node, whether it contains a node of these kinds.
    fn containing(&self, tree: &SceneTree, is_wanted: impl Fn(NodeKind) -> bool) -> Vec<bool> {
        let mut found = vec![false; tree.len()];
        let wanted = tree.own_nodes().filter(|(_, node)| is_wanted(node.kind));
        let mut ahead: Vec<NodeId> = wanted.flat_map(|(id, _)| self.parents_of(id)).collect();
        while let Some(id) = ahead.pop() {
            if !found.at(id.index()) {
                found.put(id.index(), true);
                ahead.extend(self.parents_of(id));
            }
        }
        found
    }
}
