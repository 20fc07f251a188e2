//! The file's statements about itself, and warnings of nodes that are not played.

use glam::DVec3;

use super::figure::{FigureJoint, FigureNames, HanimFigure, StandardFindings, check, is_of_robot, list};
use super::report::SceneReport;
use super::scene::{NodeId, NodeKind, SceneNode, SceneTree, Statement, shown};
use crate::compact::sorting::sort_and_thin;
use crate::decimal;
use crate::model::JointKind;

/// Names of `meta` statements that are shown, and their headings.
const HEADINGS: &[(&str, &str)] = &[
    ("title", "Title"),
    ("description", "Description"),
    ("creator", "Creator"),
    ("translator", "Translator"),
    ("modified", "Modified"),
    ("license", "License"),
    ("warning", "Warning of the author"),
];

/// Most missing Inline files that are reported.
const MOST_MISSING: usize = 20;
/// Most characters of a text that are shown.
const MOST_CHARACTERS: usize = 1000;

/// Headings and texts: the head's statements, then those of each humanoid.
pub(super) fn notes(tree: &SceneTree, figure: &HanimFigure) -> Vec<(String, String)> {
    let mut notes = Vec::new();
    for Statement { heading, texts, .. } in &tree.statements {
        if let ("meta", [name, content, ..]) = (&**heading, texts.as_slice())
            && let Some((_, heading)) = HEADINGS.iter().find(|(known, _)| name.eq_ignore_ascii_case(known))
        {
            notes.push(((*heading).to_owned(), cut(content)));
        }
    }
    for humanoid in figure.humanoids.iter().take(20).filter_map(|id| tree.node(*id)) {
        let name = tree.string(humanoid, "name");
        notes.push(("Humanoid".to_owned(), cut(if name.is_empty() { tree.def(humanoid) } else { &name })));
        for (field, heading) in [("version", "Version"), ("skeletalConfiguration", "Pose")] {
            let text = tree.string(humanoid, field);
            if !text.trim().is_empty() {
                notes.push((heading.to_owned(), cut(text.trim())));
            }
        }
        for info in tree.strings(humanoid, "info", 50) {
            notes.push(("Info".to_owned(), cut(&info)));
        }
    }
    if let Some(segment) = figure.massless.and_then(|id| tree.node(id)) {
        let name = own_name(tree, segment);
        let text = format!("`{name}` has no mass, so that the centre of mass is not known");
        notes.push(("Masses".to_owned(), text));
    }
    let mut previous = None;
    let segments = figure.segments.iter().map(|(id, _)| *id).filter(|id| previous.replace(*id) != Some(*id));
    let inertia = segments.filter_map(|id| tree.node(id)).filter_map(|segment| {
        let numbers =
            tree.tokens(segment, "momentsOfInertia").take(9).map_while(|(_, token)| decimal::placeable(token));
        let numbers: Vec<String> = numbers.map(|moment| decimal::text(moment, 6)).collect();
        let is_nonzero = numbers.iter().any(|moment| moment != "0");
        is_nonzero.then(|| format!("{}: {}", own_name(tree, segment), numbers.join(" ")))
    });
    list(&mut notes, "Moments of inertia", inertia);
    notes
}

fn own_name(tree: &SceneTree, node: &SceneNode) -> String {
    let name = tree.string(node, "name");
    shown(if name.trim().is_empty() { tree.def(node) } else { &name }).to_owned()
}

pub(super) fn compare_with_standard(tree: &SceneTree, figure: &HanimFigure) -> StandardFindings {
    let mut names = FigureNames::default();
    let name_of =
        |id: NodeId| tree.node(id).map(|node| shown(&tree.string(node, "name")).to_owned()).unwrap_or_default();
    for (index, (joint, name)) in figure.joints.iter().zip(figure.skeleton.names()).enumerate() {
        let is_joint = joint.kind == JointKind::Joint;
        names.joints.push(if is_joint { name } else { "" });
        names.parents.push(figure.skeleton.parent(index));
        if let Some(segment) = joint.segment.filter(|_| joint.kind.is_point()) {
            names.sites.push((name, name_of(segment)));
        }
        if is_joint && claims_basic_pose(tree, joint) {
            let rotation = figure.skeleton.rest_rotations().get(index);
            let fields = [
                (rotation.is_some_and(|rotation| !rotation.is_near_identity()), "rotation"),
                (joint.translation != DVec3::ZERO, "translation"),
                (joint.scale != DVec3::ONE, "scale"),
            ];
            let moved: Vec<&str> = fields.into_iter().filter(|(moved, _)| *moved).map(|(_, field)| field).collect();
            if !moved.is_empty() {
                names.moved.push((name, moved.join(", ")));
            }
        }
    }
    names.rootless = rootless(tree, figure);
    names.segments = figure.segments.iter().map(|(id, joint)| (usize::from(*joint), name_of(*id))).collect();
    let humanoids = figure.humanoids.iter().filter_map(|id| tree.node(*id));
    let mut claims = humanoids.filter_map(|node| tree.string(node, "loa").trim().parse().ok());
    names.claimed = claims.next().filter(|level| *level <= 4);
    check(&names)
}

/// Names of the humanoids without a root, empty for the only humanoid. OpenHRP's robots never have a root.
fn rootless(tree: &SceneTree, figure: &HanimFigure) -> Vec<String> {
    if is_robot(tree) {
        return Vec::new();
    }
    let joints = figure.joints.iter().zip(figure.skeleton.names());
    let roots = joints.filter(|(joint, name)| joint.kind == JointKind::Joint && is_root(name));
    let mut with_root: Vec<NodeId> = roots.filter_map(|(joint, _)| joint.humanoid).collect();
    sort_and_thin(&mut with_root);
    let left =
        figure.humanoids.iter().filter(|id| with_root.binary_search(id).is_err()).filter_map(|id| tree.node(*id));
    let is_alone = figure.humanoids.len() == 1;
    left.map(|node| if is_alone { String::new() } else { own_name(tree, node) }).collect()
}

/// Whether a name is `humanoid_root` in any spelling, with or without a figure's name before it.
fn is_root(name: &str) -> bool {
    let name = name.trim().to_ascii_lowercase();
    let name = name.strip_suffix("_joint").unwrap_or(&name);
    name.ends_with("humanoid_root") || name.ends_with("humanoidroot")
}

/// Whether a joint's humanoid is in the basic pose (ISO/IEC 19774-1, 4.8.2), or states no pose.
fn claims_basic_pose(tree: &SceneTree, joint: &FigureJoint) -> bool {
    let humanoid = joint.humanoid.and_then(|id| tree.node(id));
    let pose = humanoid.map(|node| tree.string(node, "skeletalConfiguration"));
    pose.is_none_or(|pose| matches!(pose.trim(), "") || pose.trim().eq_ignore_ascii_case("basic"))
}

fn cut(text: &str) -> String {
    text.chars().take(MOST_CHARACTERS).collect()
}

/// Warns of nodes that are not run or not loaded, and of nodes that are shown although `visible` is false.
pub(super) fn warn_of_ignored_nodes(tree: &SceneTree, report: &mut SceneReport<'_>) {
    let mut scripts = tree.own_nodes().filter(|(_, node)| node.kind == NodeKind::Script);
    if let Some((_, first)) = scripts.next() {
        let more = and_more(scripts.count());
        warning!(report.warn => "hanim.script", first.place(), "this Script is not run{more}");
    }
    if let Some((first, rest)) = tree.foreign_prototypes.split_first() {
        let more = and_more(rest.len());
        let message = format_args!(
            "this prototype is declared in another file, which is not read; its instances are not shown{more}"
        );
        report.warn("hanim.extern-proto", *first as usize, message);
    }
    let is_hidden = |node: &SceneNode| tree.truths(node, "visible").next() == Some(false);
    for (_, node) in tree.own_nodes().filter(|(_, node)| is_hidden(node)) {
        let place = tree.field(node, "visible").map_or(node.place(), |field| field.place());
        warning!(report.warn => "hanim.visible", place, "`visible` is false, but this is shown");
    }
    // One warning per missing file.
    let mut missing: Vec<(String, usize, usize)> = Vec::new();
    for (_, node) in tree.own_nodes().filter(|(_, node)| node.kind == NodeKind::Inline) {
        let url = tree.strings(node, "url", 1).pop().unwrap_or_default();
        let name = shown(url.rsplit(['/', '\\']).next().unwrap_or_default()).to_owned();
        if let Some((.., count)) = missing.iter_mut().find(|(known, ..)| *known == name) {
            *count += 1;
        } else if missing.len() < MOST_MISSING {
            missing.push((name, node.place(), 0));
        }
    }
    for (name, place, count) in missing {
        let more = and_more(count);
        let name = if name.is_empty() { "the file that it names".to_owned() } else { format!("`{name}`") };
        let message = format_args!("this Inline is not loaded; drop {name} together with this file{more}");
        report.warn("hanim.inline", place, message);
    }
}

fn and_more(count: usize) -> String {
    if count > 0 { format!(" (and {count} more)") } else { String::new() }
}

/// Metres per unit of length (1 by default), and whether the head states it.
pub(super) fn unit(tree: &SceneTree, report: &mut SceneReport<'_>) -> (f64, bool) {
    match tree.stated_unit("length") {
        Ok(metres) => (metres.unwrap_or(1.0), metres.is_some()),
        Err((statement, factor)) => {
            let message =
                format_args!("expected a unit of 1e-6 to 1e6 metres, found `{}`; 1 metre is used", cut(factor));
            report.warn("hanim.unit", statement.place, message);
            (1.0, false)
        }
    }
}

/// Warns of units that are not used: angles out of range, mass and force.
pub(super) fn other_units(tree: &SceneTree, report: &mut SceneReport<'_>) {
    if let Err((statement, factor)) = tree.stated_unit("angle") {
        let message = format_args!("expected a unit of 1e-6 to 1e6 radians, found `{}`; 1 radian is used", cut(factor));
        report.warn("hanim.unit", statement.place, message);
    }
    for (statement, category, _) in tree.units() {
        if !["length", "angle"].into_iter().any(|used| category.eq_ignore_ascii_case(used)) {
            let message = format_args!("the unit of {} is not used; its values are shown as written", shown(category));
            report.warn("hanim.unit", statement.place, message);
        }
    }
}

/// Whether the figure is a robot of OpenHRP's dialect. Robots have Z up, although VRML has Y up.
pub(super) fn is_robot(tree: &SceneTree) -> bool {
    let mut joints = tree.own_nodes().filter(|(_, node)| node.kind == NodeKind::Joint);
    joints.any(|(_, node)| is_of_robot(tree, node))
}
