//! All behaviours of a file.

use super::hanim_motion::{HanimMotions, all_motions, motions_in};
use super::routes::RouteChains;
use super::time_sensors::TimeSensors;
use super::{limit_marks, poses};
use crate::error::Limits;
use crate::formats::hanim::figure::{FigureJoint, HanimFigure, JointLimits, JointNames, list};
use crate::formats::hanim::memory::MemoryBudget;
use crate::formats::hanim::report::Report;
use crate::formats::hanim::scene::{NodeId, SceneNode, SceneTree, shown};
use crate::formats::sorting::sort_by_key;
use crate::model::{Behaviour, JointKind, Mark, Motion};

/// Bytes that the frames of all behaviours may take, and more for each byte of the file: two bytes of text may turn a
/// joint. A behaviour has a frame for every key of any joint, and each frame has a value for every joint, so that the
/// frames may be far larger than the file.
const BASE_BYTES: usize = 24 << 20;
const BYTES_PER_BYTE: usize = 8;
/// Motions of a humanoid whose `motionsEnabled` is looked at.
const MOST_SWITCHES: usize = 1_000;
/// Poses of one file.
const MOST_POSES: usize = 500;
/// A small file gets no more than this.
const MOST_BYTES: usize = 32 << 20;

/// What a figure does, and what there is to read about it.
#[derive(Debug, Default)]
pub(crate) struct Played {
    pub(crate) behaviours: Vec<Behaviour>,
    /// Headings and texts.
    pub(crate) notes: Vec<(String, String)>,
    /// Where behaviours are beyond the limits of joints, and how many more marks there would be.
    pub(crate) marks: Vec<Mark>,
    pub(crate) marks_dropped: u64,
}

impl Played {
    /// The behaviours as they are, and notes of what the file says that a player decides: whether they go round, and
    /// whether they are switched on.
    fn new(behaviours: Vec<Behaviour>, switches: Switches) -> Self {
        let mut notes = Vec::new();
        list(&mut notes, "Goes round in the file", switches.round.into_iter());
        list(&mut notes, "Switched off in the file, played all the same", switches.off.into_iter());
        Self { behaviours, notes, ..Self::default() }
    }

    /// Finds where behaviours are beyond the limits of joints. `tree` is the figure's.
    pub(crate) fn compare_with_limits(&mut self, tree: &SceneTree, figure: &HanimFigure, report: &mut Report<'_>) {
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

/// What the file says of behaviours beside their values: names of those that go round, and of those that are off.
#[derive(Debug, Default)]
struct Switches {
    round: Vec<String>,
    off: Vec<String>,
}

impl Switches {
    /// Looks at the node of a behaviour, and at the `motionsEnabled` of the humanoid that has it.
    fn look(&mut self, tree: &SceneTree, id: NodeId, name: &str, humanoid: Option<NodeId>) {
        let Some(node) = tree.node(id) else { return };
        let name = shown(name);
        if tree.truths(node, "loop").next() == Some(true) {
            self.round.push(name.to_owned());
        }
        let is_off = |humanoid: &SceneNode| {
            let motions = tree.nodes_in(humanoid, "motions").take(MOST_SWITCHES);
            let mut motions = motions.filter_map(|id| tree.resolve(id));
            let at = motions.position(|(known, _)| known == id)?;
            tree.truths(humanoid, "motionsEnabled").nth(at).filter(|is_on| !is_on)
        };
        if tree.truths(node, "enabled").next() == Some(false) {
            self.off.push(format!("{name} (enabled)"));
        } else if humanoid.and_then(|id| tree.node(id)).and_then(is_off).is_some() {
            self.off.push(format!("{name} (motionsEnabled)"));
        }
    }
}

/// Everything that the figure can do, in the order of the file, then its poses. Where there is nothing but poses, the first
/// behaviour is the figure as it is written, called `name`.
pub(crate) fn read(
    name: &str,
    tree: &SceneTree,
    figure: &HanimFigure,
    chains: &RouteChains,
    limits: &Limits,
    report: &mut Report<'_>,
) -> Played {
    let (mut found, mut switches) = (Vec::new(), Switches::default());
    let mut budget = budget(tree);
    let mut sensors = TimeSensors::new(tree, figure, &chains.steps, limits);
    for group in chains.list.chunk_by(|a, b| a.sensor == b.sensor) {
        let Some((sensor, node)) = group.first().and_then(|first| tree.resolve(first.sensor)) else { continue };
        if let Some(motion) = sensors.read(node, group, &mut budget, report) {
            let name = cut(tree.def(node), limits);
            switches.look(tree, sensor, &name, None);
            found.push((sensor, Behaviour { name, motion }));
        }
    }
    drop(sensors);
    let motions = HanimMotions::new(tree, figure, JointNames::new(tree, figure), 1.0, limits);
    let all = all_motions(tree, figure);
    found.append(&mut read_motions(tree, all, motions, &mut switches, limits, &mut budget, report));
    sort_by_key(&mut found, |(id, _)| *id);
    let is_still = found.is_empty();
    let mut names = JointNames::new(tree, figure);
    for (id, pose) in poses::poses_in(tree).take(MOST_POSES) {
        if let Some(motion) = poses::read(tree, (id, pose), figure, &mut names, limits, &mut budget, report) {
            let name = own_name(tree, pose, "pose", limits);
            switches.look(tree, id, &name, None);
            found.push((id, Behaviour { name, motion }));
        }
    }
    let mut all: Vec<Behaviour> = found.into_iter().map(|(_, behaviour)| behaviour).collect();
    if is_still && !all.is_empty() {
        all.insert(0, Behaviour { name: name.to_owned(), motion: Motion::rest() });
    }
    Played::new(all, switches)
}

/// What the HAnimMotions of one file make the figure of another one do. Lengths in the motions are multiplied by `scale`.
pub(crate) fn read_on(
    (figure, figure_tree): (&HanimFigure, &SceneTree),
    tree: &SceneTree,
    scale: f64,
    limits: &Limits,
    report: &mut Report<'_>,
) -> Played {
    let mut switches = Switches::default();
    let motions = HanimMotions::new(tree, figure, JointNames::new(figure_tree, figure), scale, limits);
    let all = motions_in(tree).map(|id| (id, None)).collect();
    let found = read_motions(tree, all, motions, &mut switches, limits, &mut budget(tree), report);
    Played::new(found.into_iter().map(|(_, behaviour)| behaviour).collect(), switches)
}

fn read_motions(
    tree: &SceneTree,
    all: Vec<(NodeId, Option<NodeId>)>,
    mut motions: HanimMotions<'_>,
    switches: &mut Switches,
    limits: &Limits,
    budget: &mut MemoryBudget,
    report: &mut Report<'_>,
) -> Vec<(NodeId, Behaviour)> {
    let mut found = Vec::new();
    for (id, humanoid) in all {
        let Some(node) = tree.node(id) else { continue };
        if let Some(motion) = motions.read(id, node, humanoid, budget, report) {
            let name = own_name(tree, node, "motion", limits);
            switches.look(tree, id, &name, humanoid);
            found.push((id, Behaviour { name, motion }));
        }
    }
    found
}

/// The DEF of a node, else its `name`, else what it `is`.
fn own_name(tree: &SceneTree, node: &SceneNode, is: &str, limits: &Limits) -> String {
    let names = [tree.def(node).into(), tree.string(node, "name")];
    cut(names.iter().find(|name| !name.is_empty()).map_or(is, |name| name), limits)
}

/// A name, as long as names may be.
fn cut(name: &str, limits: &Limits) -> String {
    name.get(..name.floor_char_boundary(limits.name_bytes)).unwrap_or(name).to_owned()
}

fn budget(tree: &SceneTree) -> MemoryBudget {
    let by_size = BYTES_PER_BYTE * tree.text.len();
    MemoryBudget::new((BASE_BYTES + by_size).min(MOST_BYTES.max(by_size)), 0, 0)
}
