//! All behaviours of a file.

use super::hanim_motion::{HanimMotions, all_motions, motions_in};
use super::poses;
use super::routes::RouteChain;
use super::time_sensors::TimeSensors;
use crate::error::Limits;
use crate::formats::hanim::figure::{HanimFigure, JointNames};
use crate::formats::hanim::memory::MemoryBudget;
use crate::formats::hanim::report::Report;
use crate::formats::hanim::scene::{NodeId, SceneNode, SceneTree};
use crate::formats::hanim::sorting::sort_by_key;
use crate::model::{Behaviour, Motion};

/// Bytes that the frames of all behaviours may take, and more for each byte of the file: two bytes of text may turn a
/// joint. A behaviour has a frame for every key of any joint, and each frame has a value for every joint, so that the
/// frames may be far larger than the file.
const BASE_BYTES: usize = 24 << 20;
const BYTES_PER_BYTE: usize = 8;
/// Poses of one file.
const MOST_POSES: usize = 500;
/// A small file gets no more than this.
const MOST_BYTES: usize = 32 << 20;

/// Everything that the figure can do, in the order of the file, then its poses. Where there is nothing but poses, the first
/// behaviour is the figure as it is written, called `name`.
pub(crate) fn read(
    name: &str,
    tree: &SceneTree,
    figure: &HanimFigure,
    chains: &[RouteChain],
    limits: &Limits,
    report: &mut Report<'_>,
) -> Vec<Behaviour> {
    let mut found: Vec<(NodeId, Behaviour)> = Vec::new();
    let mut budget = budget(tree);
    let mut sensors = TimeSensors::new(tree, figure, limits);
    for group in chains.chunk_by(|a, b| a.sensor == b.sensor) {
        let Some((sensor, node)) = group.first().and_then(|first| tree.resolve(first.sensor)) else { continue };
        if let Some(motion) = sensors.read(node, group, &mut budget, report) {
            found.push((sensor, Behaviour { name: cut(tree.def(node), limits), motion }));
        }
    }
    drop(sensors);
    let motions = HanimMotions::new(tree, figure, JointNames::new(tree, figure), 1.0, limits);
    found.append(&mut read_motions(tree, all_motions(tree, figure), motions, limits, &mut budget, report));
    sort_by_key(&mut found, |(id, _)| *id);
    let is_still = found.is_empty();
    let mut names = JointNames::new(tree, figure);
    for (id, pose) in poses::poses_in(tree).take(MOST_POSES) {
        if let Some(motion) = poses::read(tree, (id, pose), figure, &mut names, limits, &mut budget, report) {
            found.push((id, Behaviour { name: own_name(tree, pose, "pose", limits), motion }));
        }
    }
    let mut all: Vec<Behaviour> = found.into_iter().map(|(_, behaviour)| behaviour).collect();
    if is_still && !all.is_empty() {
        all.insert(0, Behaviour { name: name.to_owned(), motion: Motion::rest() });
    }
    all
}

/// What the HAnimMotions of one file make the figure of another one do. Lengths in the motions are multiplied by `scale`.
pub(crate) fn read_on(
    (figure, figure_tree): (&HanimFigure, &SceneTree),
    tree: &SceneTree,
    scale: f64,
    limits: &Limits,
    report: &mut Report<'_>,
) -> Vec<Behaviour> {
    let motions = HanimMotions::new(tree, figure, JointNames::new(figure_tree, figure), scale, limits);
    let all = motions_in(tree).map(|id| (id, None)).collect();
    let found = read_motions(tree, all, motions, limits, &mut budget(tree), report);
    found.into_iter().map(|(_, behaviour)| behaviour).collect()
}

fn read_motions(
    tree: &SceneTree,
    all: Vec<(NodeId, Option<NodeId>)>,
    mut motions: HanimMotions<'_>,
    limits: &Limits,
    budget: &mut MemoryBudget,
    report: &mut Report<'_>,
) -> Vec<(NodeId, Behaviour)> {
    let mut found = Vec::new();
    for (id, humanoid) in all {
        let Some(node) = tree.node(id) else { continue };
        if let Some(motion) = motions.read(id, node, humanoid, budget, report) {
            found.push((id, Behaviour { name: own_name(tree, node, "motion", limits), motion }));
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
