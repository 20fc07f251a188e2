//! Warns of fields that no node of HAnim has (misspelt, or of somebody's own prototype), which are ignored, and of
//! fields given twice, of which the last one counts.

use std::collections::HashSet;

use super::report::SceneReport;
use super::scene::{FieldValue, NodeKind, SceneTree, shown};
use crate::compact::sorting::sort_by_key;
use crate::formats::hanim::slices::pairs;

/// Fields of all these nodes; also the attributes of any XML element.
const COMMON: &str =
    "metadata name class id style bboxCenter bboxSize bboxDisplay visible children addChildren removeChildren";
/// Fields of nodes with a transform.
const PLACED: &str = "center rotation scale scaleOrientation translation";
/// HAnim 1.0 to 2.0 and X3D's additions.
const HUMANOID: &str = "info jointBindingPositions jointBindingRotations jointBindingScales joints loa motions motionsEnabled \
    segments sites skeletalConfiguration skeleton skin skinBindingCoords skinBindingNormals skinCoord skinNormal version \
    viewpoints humanoidBody humanoidVersion";
const JOINT: &str = "displacers limitOrientation llimit ulimit skinCoordIndex skinCoordWeight stiffness";
const SEGMENT: &str = "centerOfMass coord displacers mass momentsOfInertia";
const DISPLACER: &str = "coordIndex displacements weight";
const MOTION: &str = "channels channelsEnabled description enabled endFrame frameCount frameDuration frameIncrement frameIndex \
    joints loa loop next previous startFrame transitionStart transitionEnd values";

/// Warns once of each unknown name, and of each repeated field.
pub(super) fn warn(tree: &SceneTree, report: &mut SceneReport<'_>) {
    warn_of_repeated_fields(tree, report);
    let mut warned = HashSet::new();
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
            // Child nodes are found in fields of any name.
            if !known && matches!(field.value, FieldValue::Text(_)) && warned.insert((node.kind, name)) {
                let (name, kind) = (shown(name), shown(tree.type_name(node)));
                let message = format_args!("`{name}` is not a field of {kind}; it is ignored");
                report.warn("hanim.unknown-field", field.place(), message);
            }
        }
    }
}

fn warn_of_repeated_fields(tree: &SceneTree, report: &mut SceneReport<'_>) {
    let mut fields: Vec<(&str, usize)> = Vec::new();
    for (_, node) in tree.own_nodes() {
        if matches!(node.kind, NodeKind::Other | NodeKind::Script | NodeKind::Inline) {
            continue;
        }
        fields.clear();
        let texts = tree.fields_of(node).filter(|field| matches!(field.value, FieldValue::Text(_)));
        fields.extend(texts.map(|field| (tree.field_name(field), field.place())));
        sort_by_key(&mut fields, |one| *one);
        for ((name, _), (again, place)) in pairs(&fields) {
            if name == again {
                let message = format_args!("`{}` is given twice; the last one is used", shown(name));
                report.warn("hanim.field-again", *place, message);
            }
        }
    }
}
