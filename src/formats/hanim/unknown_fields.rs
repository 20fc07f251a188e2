//! Fields that no node of HAnim has: misspelt ones, or those of somebody's own prototype. They are not played, which is told.
//! So is a field that a node has twice, of which the last one counts.

use std::collections::HashSet;

use super::report::Report;
use super::scene::{FieldValue, NodeKind, SceneTree, shown};
use crate::formats::sorting::sort_by_key;

/// Fields of all of these nodes; in X3D's encoding by XML also the attributes of any element.
const COMMON: &str =
    "metadata name class id style bboxCenter bboxSize bboxDisplay visible children addChildren removeChildren";
/// Names of those that place what is in them.
const PLACED: &str = "center rotation scale scaleOrientation translation";
/// HAnim 1.0 to 2.0, and what X3D adds.
const HUMANOID: &str = "info jointBindingPositions jointBindingRotations jointBindingScales joints loa motions motionsEnabled \
    segments sites skeletalConfiguration skeleton skin skinBindingCoords skinBindingNormals skinCoord skinNormal version \
    viewpoints humanoidBody humanoidVersion";
const JOINT: &str = "displacers limitOrientation llimit ulimit skinCoordIndex skinCoordWeight stiffness";
const SEGMENT: &str = "centerOfMass coord displacers mass momentsOfInertia";
const DISPLACER: &str = "coordIndex displacements weight";
const MOTION: &str = "channels channelsEnabled description enabled endFrame frameCount frameDuration frameIncrement frameIndex \
    joints loa loop next previous startFrame transitionStart transitionEnd values";

/// Warns of each name that is not known once, and of each field that is given again.
pub(super) fn warn(tree: &SceneTree, report: &mut Report<'_>) {
    warn_of_fields_given_again(tree, report);
    let mut told = HashSet::new();
    for (_, node) in tree.own_nodes() {
        let lists: &[&str] = match node.kind {
            NodeKind::Humanoid => &[COMMON, PLACED, HUMANOID],
            NodeKind::Joint => &[COMMON, PLACED, JOINT],
            NodeKind::Segment => &[COMMON, SEGMENT],
            NodeKind::Site => &[COMMON, PLACED],
            NodeKind::Displacer => &[COMMON, DISPLACER],
            NodeKind::Motion => &[COMMON, MOTION],
            _ => continue,
        };
        for field in tree.fields_of(node) {
            let name = tree.field_name(field);
            let known = lists.iter().any(|list| list.split_ascii_whitespace().any(|known| known == name));
            // Nodes in a field of any name are found.
            if !known && matches!(field.value, FieldValue::Text(_)) && told.insert((node.kind, name)) {
                let (name, kind) = (shown(name), shown(tree.type_name(node)));
                let message = format_args!("`{name}` is not a field of {kind}; it is ignored");
                report.warn("hanim.unknown-field", field.place(), message);
            }
        }
    }
}

fn warn_of_fields_given_again(tree: &SceneTree, report: &mut Report<'_>) {
    let mut given: Vec<(&str, usize)> = Vec::new();
    for (_, node) in tree.own_nodes() {
        if matches!(node.kind, NodeKind::Other | NodeKind::Script | NodeKind::Inline) {
            continue;
        }
        given.clear();
        let texts = tree.fields_of(node).filter(|field| matches!(field.value, FieldValue::Text(_)));
        given.extend(texts.map(|field| (tree.field_name(field), field.place())));
        sort_by_key(&mut given, |one| *one);
        for [(name, _), (again, place)] in given.array_windows() {
            if name == again {
                let message = format_args!("`{}` is given twice; the last one is used", shown(name));
                report.warn("hanim.field-again", *place, message);
            }
        }
    }
}
