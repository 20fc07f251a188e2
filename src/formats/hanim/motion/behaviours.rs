//! All behaviours of a file.

use std::borrow::Cow;

use super::hanim_motion::{HanimMotions, all_motions, motions_in};
use super::routes::RouteChains;
use super::time_sensors::TimeSensors;
use super::{limit_marks, poses};
use crate::error::Limits;
use crate::formats::hanim::figure::{FigureJoint, HanimFigure, JointLimits, JointNames, list};
use crate::formats::hanim::memory::MemoryBudget;
use crate::formats::hanim::report::Report;
use crate::formats::hanim::scene::{NodeId, SceneNode, SceneTree, shown};
use crate::formats::sorting::{sort_by, sort_by_key};
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
    /// The behaviours, each under a name of its own, and notes of what the file says that a player decides: whether they go
    /// round, and whether they are switched on. `sources`: for each the node that it is of, and the humanoid that has that.
    fn new(tree: &SceneTree, sources: &[(NodeId, Option<NodeId>)], mut behaviours: Vec<Behaviour>) -> Self {
        tell_apart(&mut behaviours);
        let (mut notes, mut switches) = (Vec::new(), Switches::default());
        for ((id, humanoid), Behaviour { name, .. }) in sources.iter().zip(&behaviours) {
            switches.look(tree, *id, name, *humanoid);
        }
        list(&mut notes, "Loops in the file", switches.round.into_iter());
        list(&mut notes, "Disabled in the file, but played", switches.off.into_iter());
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

/// Puts a number behind the name of each behaviour that is called as one before it: menus and links know them by their names.
pub(crate) fn tell_apart(behaviours: &mut [Behaviour]) {
    let names = behaviours.iter().enumerate().map(|(index, behaviour)| (behaviour.name.clone(), index));
    let mut names: Vec<(String, usize)> = names.collect();
    sort_by(&mut names, Ord::cmp);
    let is_known = |name: &String| names.binary_search_by(|(known, _)| known.cmp(name)).is_ok();
    for same in names.chunk_by(|a, b| a.0 == b.0) {
        let [(name, _), others @ ..] = same else { continue };
        let mut numbered = (2_u32..).map(|number| format!("{name} {number}")).filter(|name| !is_known(name));
        for (_, index) in others {
            if let (Some(behaviour), Some(name)) = (behaviours.get_mut(*index), numbered.next()) {
                behaviour.name = name;
            }
        }
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

/// Everything that the figure can do, in the order of the file; then what moves only things beside it, then its poses. Where
/// there is nothing but poses, the first behaviour is the figure as it is written, called `name`.
pub(crate) fn read(
    name: &str,
    tree: &SceneTree,
    figure: &HanimFigure,
    chains: &RouteChains,
    limits: &Limits,
    report: &mut Report<'_>,
) -> Played {
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
    let mut played = all_of(tree, found);
    if is_still && !played.behaviours.is_empty() {
        played.behaviours.insert(0, Behaviour { name: name.to_owned(), motion: Motion::rest() });
        tell_apart(&mut played.behaviours);
    }
    played
}

/// Whether a motion moves more than what is beside the body.
fn moves_body(motion: &Motion, figure: &HanimFigure) -> bool {
    let tracks = [motion.rotations().joints(), motion.translations().joints(), motion.scales().joints()];
    let mut joints = tracks.into_iter().flatten();
    joints.any(|joint| usize::from(*joint) < figure.body) || !motion.weights().joints().is_empty()
}

/// Everything that was found in a file: the nodes, the humanoids that have them, and what they make a figure do.
fn all_of(tree: &SceneTree, found: Vec<(NodeId, Option<NodeId>, Behaviour)>) -> Played {
    let sources = found.into_iter().map(|(id, humanoid, behaviour)| ((id, humanoid), behaviour));
    let (sources, behaviours): (Vec<_>, Vec<_>) = sources.unzip();
    Played::new(tree, &sources, behaviours)
}

/// What the HAnimMotions of one file make the figure of another one do. Lengths in the motions are multiplied by `scale`.
pub(crate) fn read_on(
    (figure, figure_tree): (&HanimFigure, &SceneTree),
    tree: &SceneTree,
    scale: f64,
    limits: &Limits,
    report: &mut Report<'_>,
) -> Played {
    let motions = HanimMotions::new(tree, figure, JointNames::new(figure_tree, figure), scale, limits);
    let all = motions_in(tree).map(|id| (id, None)).collect();
    all_of(tree, read_motions(tree, all, motions, limits, &mut budget(tree), report))
}

fn read_motions(
    tree: &SceneTree,
    all: Vec<(NodeId, Option<NodeId>)>,
    mut motions: HanimMotions<'_>,
    limits: &Limits,
    budget: &mut MemoryBudget,
    report: &mut Report<'_>,
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

/// The first of these names that is none of blanks alone.
fn first_name(names: &[Cow<'_, str>], limits: &Limits) -> String {
    cut(names.iter().find(|name| !name.trim().is_empty()).map_or("", |name| name), limits)
}

/// A name, as long as names may be.
fn cut(name: &str, limits: &Limits) -> String {
    name.get(..name.floor_char_boundary(limits.name_bytes)).unwrap_or(name).to_owned()
}

fn budget(tree: &SceneTree) -> MemoryBudget {
    let by_size = BYTES_PER_BYTE * tree.text.len();
    MemoryBudget::new((BASE_BYTES + by_size).min(MOST_BYTES.max(by_size)), 0, 0)
}
