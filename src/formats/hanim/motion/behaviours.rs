//! Collects all behaviours of a file.

use std::borrow::Cow;

use super::hanim_motion::{HanimMotions, all_motions, motions_in};
use super::routes::RouteChains;
use super::time_sensors::TimeSensors;
use super::{limit_marks, poses};
use crate::compact::sorting::sort_by_key;
use crate::error::Limits;
use crate::formats::hanim::figure::{FigureJoint, HanimFigure, JointLimits, JointNames, list};
use crate::formats::hanim::memory::MemoryBudget;
use crate::formats::hanim::report::SceneReport;
use crate::formats::hanim::scene::{NodeId, SceneNode, SceneTree, shown};
use crate::formats::hanim::slices::start_of;
use crate::formats::reading::scenes::make_names_unique;
use crate::model::{Behaviour, JointKind, Mark, Motion};

/// Memory budget for the frames of all behaviours: bytes for every file, and for each byte of it, because two bytes of
/// text may turn a joint. A behaviour has a frame for each key of any joint, and a frame has a value for each joint, so
/// frames may be far larger than the file.
const BASE_BYTES: usize = 24 << 20;
const BYTES_PER_BYTE: usize = 8;
/// Most motions of a humanoid whose `motionsEnabled` is read.
const MOST_SWITCHES: usize = 1_000;
/// Most poses of a file.
const MOST_POSES: usize = 500;
/// Most bytes for a small file.
const MOST_BYTES: usize = 32 << 20;

/// The behaviours of a figure, and notes and marks about them.
#[derive(Debug, Default)]
pub(crate) struct FigureMotions {
    pub(crate) behaviours: Vec<Behaviour>,
    /// Headings and texts.
    pub(crate) notes: Vec<(String, String)>,
    /// Where behaviours exceed joint limits, and the number of marks that were not kept.
    pub(crate) marks: Vec<Mark>,
    pub(crate) marks_dropped: u64,
}

impl FigureMotions {
    /// Gives each behaviour a unique name, and notes which ones the file loops or disables, because the player decides
    /// that. `sources`: for each behaviour its node, and the humanoid that has the node.
    fn new(tree: &SceneTree, sources: &[(NodeId, Option<NodeId>)], mut behaviours: Vec<Behaviour>) -> Self {
        make_names_unique(&mut behaviours);
        let (mut notes, mut flags) = (Vec::new(), FileFlags::default());
        for ((id, humanoid), Behaviour { name, .. }) in sources.iter().zip(&behaviours) {
            flags.add(tree, *id, name, *humanoid);
        }
        list(&mut notes, "Loops in the file", flags.looping.into_iter());
        list(&mut notes, "Disabled in the file, but played", flags.disabled.into_iter());
        Self { behaviours, notes, ..Self::default() }
    }

    /// Marks where behaviours exceed joint limits, and notes the limits. `tree`: the figure's.
    pub(crate) fn compare_with_limits(&mut self, tree: &SceneTree, figure: &HanimFigure, report: &mut SceneReport<'_>) {
        let joints = (0_u16..).zip(&figure.joints).filter(|(_, joint)| joint.kind == JointKind::Joint);
        let limited = |(index, joint): (u16, &FigureJoint)| {
            Some((index, JointLimits::read(tree, tree.node(joint.node)?, report)?))
        };
        let limits: Vec<(u16, JointLimits)> = joints.filter_map(limited).collect();
        let name = |joint: u16| figure.skeleton.names().get(usize::from(joint)).map_or("", |name| shown(name));
        let lines = limits.iter().map(|(joint, limits)| format!("{}: {}", name(*joint), limits.words()));
        list(&mut self.notes, "Joint limits", lines);
        (self.marks, self.marks_dropped) = limit_marks::marks(&limits, &self.behaviours);
    }
}

/// Names of the behaviours that the file loops, and of those that it disables.
#[derive(Debug, Default)]
struct FileFlags {
    looping: Vec<String>,
    disabled: Vec<String>,
}

impl FileFlags {
    /// Reads the node of a behaviour, and the `motionsEnabled` of its humanoid.
    fn add(&mut self, tree: &SceneTree, id: NodeId, name: &str, humanoid: Option<NodeId>) {
        let Some(node) = tree.node(id) else { return };
        let name = shown(name);
        if tree.truths(node, "loop").next() == Some(true) {
            self.looping.push(name.to_owned());
        }
        let is_disabled = |humanoid: &SceneNode| {
            tree.truths(humanoid, "motionsEnabled").next()?;
            let motions = tree.nodes_in(humanoid, "motions").take(MOST_SWITCHES);
            let mut motions = motions.filter_map(|id| tree.resolve(id));
            let at = motions.position(|(known, _)| known == id)?;
            tree.truths(humanoid, "motionsEnabled").nth(at).filter(|is_on| !is_on)
        };
        if tree.truths(node, "enabled").next() == Some(false) {
            self.disabled.push(format!("{name} (enabled)"));
        } else if humanoid.and_then(|id| tree.node(id)).and_then(is_disabled).is_some() {
            self.disabled.push(format!("{name} (motionsEnabled)"));
        }
    }
}

/// All behaviours of the figure in file order; then those that move only nodes beside the body, then poses. If there
/// are only poses, the first behaviour is the figure as written, called `name`.
pub(crate) fn read(
    name: &str,
    tree: &SceneTree,
    figure: &HanimFigure,
    chains: &RouteChains,
    limits: &Limits,
    report: &mut SceneReport<'_>,
) -> FigureMotions {
    let mut found: Vec<(NodeId, Option<NodeId>, Behaviour)> = Vec::new();
    let mut budget = budget(tree);
    let mut sensors = TimeSensors::new(tree, figure, &chains.steps, limits);
    for group in chains.list.chunk_by(|a, b| a.sensor == b.sensor) {
        let Some((sensor, node)) = group.first().and_then(|first| tree.resolve(first.sensor)) else { continue };
        if let Some(motion) = sensors.read(node, group, &mut budget, report) {
            let name = cut(tree.def(node), limits);
            found.push((sensor, None, Behaviour { name, motion }));
        }
    }
    drop(sensors);
    let motions = HanimMotions::new(tree, figure, JointNames::new(tree, figure), 1.0, limits);
    let all = all_motions(tree, figure);
    found.append(&mut read_motions(tree, all, motions, limits, &mut budget, report));
    sort_by_key(&mut found, |(id, _, behaviour)| (!moves_body(&behaviour.motion, figure), *id));
    let is_still = found.is_empty();
    let mut names = JointNames::new(tree, figure);
    for (id, pose) in poses::poses_in(tree).take(MOST_POSES) {
        if let Some(motion) = poses::read(tree, (id, pose), figure, &mut names, limits, &mut budget, report) {
            let names = [tree.string(pose, "name"), tree.def(pose).into(), "pose".into()];
            found.push((id, None, Behaviour { name: first_name(&names, limits), motion }));
        }
    }
    let mut result = collect_motions(tree, found);
    if is_still && !result.behaviours.is_empty() {
        result.behaviours.insert(0, Behaviour { name: name.to_owned(), motion: Motion::rest() });
        make_names_unique(&mut result.behaviours);
    }
    result
}

/// Whether a motion moves the body, and not only nodes beside it.
fn moves_body(motion: &Motion, figure: &HanimFigure) -> bool {
    let tracks = [motion.rotations().joints(), motion.translations().joints(), motion.scales().joints()];
    let mut joints = tracks.into_iter().flatten();
    joints.any(|joint| usize::from(*joint) < figure.body) || !motion.weights().joints().is_empty()
}

fn collect_motions(tree: &SceneTree, found: Vec<(NodeId, Option<NodeId>, Behaviour)>) -> FigureMotions {
    let sources = found.into_iter().map(|(id, humanoid, behaviour)| ((id, humanoid), behaviour));
    let (sources, behaviours): (Vec<_>, Vec<_>) = sources.unzip();
    FigureMotions::new(tree, &sources, behaviours)
}

/// The behaviours that one file's HAnimMotions give to another file's figure. Lengths are multiplied by `scale`.
pub(crate) fn read_for_figure(
    (figure, figure_tree): (&HanimFigure, &SceneTree),
    tree: &SceneTree,
    scale: f64,
    limits: &Limits,
    report: &mut SceneReport<'_>,
) -> FigureMotions {
    let motions = HanimMotions::new(tree, figure, JointNames::new(figure_tree, figure), scale, limits);
    let all = motions_in(tree).map(|id| (id, None)).collect();
    collect_motions(tree, read_motions(tree, all, motions, limits, &mut budget(tree), report))
}

fn read_motions(
    tree: &SceneTree,
    all: Vec<(NodeId, Option<NodeId>)>,
    mut motions: HanimMotions<'_>,
    limits: &Limits,
    budget: &mut MemoryBudget,
    report: &mut SceneReport<'_>,
) -> Vec<(NodeId, Option<NodeId>, Behaviour)> {
    let mut found = Vec::new();
    for (id, humanoid) in all {
        let Some(node) = tree.node(id) else { continue };
        if let Some(motion) = motions.read(id, node, humanoid, budget, report) {
            let names = [tree.def(node).into(), tree.string(node, "name"), "motion".into()];
            found.push((id, humanoid, Behaviour { name: first_name(&names, limits), motion }));
        }
    }
    found
}

/// The first name that is not blank.
fn first_name(names: &[Cow<'_, str>], limits: &Limits) -> String {
    cut(names.iter().find(|name| !name.trim().is_empty()).map_or("", |name| name), limits)
}

fn cut(name: &str, limits: &Limits) -> String {
    start_of(name, limits.name_bytes).to_owned()
}

fn budget(tree: &SceneTree) -> MemoryBudget {
    let by_size = BYTES_PER_BYTE * tree.text.len();
    MemoryBudget::new((BASE_BYTES + by_size).min(MOST_BYTES.max(by_size)), 0, 0)
}
