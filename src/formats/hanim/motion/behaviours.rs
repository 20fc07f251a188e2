//! All behaviours of a file.

use super::hanim_motion::{HanimMotions, all_motions, motions_in};
use super::routes::RouteChain;
use super::time_sensors::TimeSensors;
use crate::error::Limits;
use crate::formats::hanim::figure::{HanimFigure, JointNames};
use crate::formats::hanim::memory::MemoryBudget;
use crate::formats::hanim::report::Report;
use crate::formats::hanim::scene::{NodeId, SceneTree};
use crate::formats::hanim::sorting::sort_by_key;
use crate::model::Behaviour;

/// Bytes that the frames of all behaviours may take, and more for each byte of the file: two bytes of text may turn a
/// joint. A behaviour has a frame for every key of any joint, and each frame has a value for every joint, so that the
/// frames may be far larger than the file.
const BASE_BYTES: usize = 24 << 20;
const BYTES_PER_BYTE: usize = 8;
/// A small file gets no more than this.
const MOST_BYTES: usize = 32 << 20;

/// Everything that the figure can do, in the order of the file.
pub(crate) fn read(
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
    found.into_iter().map(|(_, behaviour)| behaviour).collect()
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
            let mut own = cut(tree.def(node), limits);
            if own.is_empty() {
                own = cut(&tree.string(node, "name"), limits);
            }
            found.push((id, Behaviour { name: if own.is_empty() { "motion".into() } else { own }, motion }));
        }
    }
    found
}

/// A name, as long as names may be.
fn cut(name: &str, limits: &Limits) -> String {
    name.get(..name.floor_char_boundary(limits.name_bytes)).unwrap_or(name).to_owned()
}

fn budget(tree: &SceneTree) -> MemoryBudget {
    let by_size = BYTES_PER_BYTE * tree.text.len();
    MemoryBudget::new((BASE_BYTES + by_size).min(MOST_BYTES.max(by_size)), 0, 0)
}
