//! Behaviours of HAnimPoses (X3D 4.1), of one frame each. A pose contains joints, whose names refer to joints of the
//! figure and whose fields give their values.

use glam::DVec3;

use super::rows::{MotionColumn, MotionRows};
use super::{AnimatedProperty, PropertyValue};
use crate::compact::sorting::sort_by_key;
use crate::error::Limits;
use crate::formats::hanim::figure::{HanimFigure, JointNames, axis_angle};
use crate::formats::hanim::memory::MemoryBudget;
use crate::formats::hanim::report::SceneReport;
use crate::formats::hanim::scene::{NodeId, NodeKind, SceneNode, SceneTree, shown};
use crate::formats::reading::growth::push;
use crate::model::Motion;

/// The fields of a joint that a pose may set.
const FIELDS: [AnimatedProperty; 3] =
    [AnimatedProperty::Translation, AnimatedProperty::Rotation, AnimatedProperty::Scale];

pub(super) fn poses_in(tree: &SceneTree) -> impl Iterator<Item = (NodeId, &SceneNode)> {
    tree.own_nodes().filter(|(_, node)| node.kind == NodeKind::Pose)
}

pub(super) fn changes_scales(tree: &SceneTree) -> bool {
    poses_in(tree).any(|(_, pose)| joints_of(tree, pose).any(|joint| tree.field(joint, "scale").is_some()))
}

/// The joints of a pose. Skips each `USE`, which would set a joint of the figure to the values that it has.
fn joints_of<'a>(tree: &'a SceneTree, pose: &SceneNode) -> impl Iterator<Item = &'a SceneNode> {
    let nodes = tree.inner_nodes(pose).filter_map(|id| tree.node(id));
    nodes.filter(|node| node.kind == NodeKind::Joint && !node.is_use())
}

/// The frame of a pose; `None` if it moves no joint of the figure.
pub(super) fn read(
    tree: &SceneTree,
    (id, pose): (NodeId, &SceneNode),
    figure: &HanimFigure,
    names: &mut JointNames<'_>,
    limits: &Limits,
    budget: &mut MemoryBudget,
    report: &mut SceneReport<'_>,
) -> Option<Motion> {
    let inner = |humanoid: &NodeId| {
        let nodes = tree.node(*humanoid).into_iter().flat_map(|node| tree.inner_nodes(node));
        nodes.filter_map(|inner| tree.resolve(inner)).any(|(inner, _)| inner == id)
    };
    let humanoid = figure.humanoids.iter().copied().find(inner);
    let mut all: Vec<(MotionColumn, PropertyValue)> = Vec::new();
    for joint in joints_of(tree, pose) {
        let mut name = tree.string(joint, "name");
        if name.trim().is_empty() {
            name = tree.def(joint).into();
        }
        let Some(found) = names.find(humanoid, &name) else {
            let message = format_args!("there is no joint `{}`, which this pose names; it is ignored", shown(&name));
            report.warn("hanim.pose-joint", joint.place(), message);
            continue;
        };
        let joints = names.joints(&found);
        for property in FIELDS.into_iter().filter(|property| tree.field(joint, property.name()).is_some()) {
            let value = match property {
                AnimatedProperty::Rotation => {
                    PropertyValue::Rotation(axis_angle(tree.rotation(joint, property.name(), report)))
                }
                _ => {
                    let default = if property == AnimatedProperty::Scale { 1.0 } else { 0.0 };
                    PropertyValue::Vector(DVec3::from(tree.vector(joint, property.name(), [default; 3], report)))
                }
            };
            for joint in &joints {
                if !budget.take(1, size_of::<(MotionColumn, PropertyValue)>()) {
                    let message = format_args!("this pose has too many joints; it is left out");
                    report.warn("hanim.behaviour-size", pose.place(), message);
                    return None;
                }
                push(&mut all, (MotionColumn { joint: *joint, property }, value)).ok()?;
            }
        }
    }
    // Of several joints with one name the last counts.
    all.reverse();
    sort_by_key(&mut all, |(column, _)| (column.joint, column.property));
    all.dedup_by_key(|(column, _)| *column);
    if all.is_empty() {
        warning!(report.warn => "hanim.motion-still", pose.place(),
            "this pose moves no joint of the figure; it is left out");
        return None;
    }
    let mut rows = MotionRows::new(figure, all.iter().map(|(column, _)| *column).collect(), limits).ok()?;
    let still = PropertyValue::Vector(DVec3::ZERO);
    if let Err(error) = rows.push(|index| all.get(index).map_or(still, |(_, value)| *value)) {
        warning!(report.warn => "hanim.behaviour", pose.place(), "this pose is left out: {error}");
        return None;
    }
    Some(rows.finish())
}
