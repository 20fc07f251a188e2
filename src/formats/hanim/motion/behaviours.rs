//! All behaviours of a file.

use super::hanim_motion::{HanimMotions, all_motions};
use super::routes::RouteChain;
use super::time_sensors::TimeSensors;
use crate::error::Limits;
use crate::formats::hanim::figure::HanimFigure;
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
    let by_size = BYTES_PER_BYTE * tree.text.len();
    let mut budget = MemoryBudget::new((BASE_BYTES + by_size).min(MOST_BYTES.max(by_size)), 0, 0);
    let name = |name: &str| name.get(..name.floor_char_boundary(limits.name_bytes)).unwrap_or(name).to_owned();
    let mut sensors = TimeSensors::new(tree, figure, limits);
    for group in chains.chunk_by(|a, b| a.sensor == b.sensor) {
        let Some((sensor, node)) = group.first().and_then(|first| tree.resolve(first.sensor)) else { continue };
        if let Some(motion) = sensors.read(node, group, &mut budget, report) {
            found.push((sensor, Behaviour { name: name(tree.def(node)), motion }));
        }
    }
    drop(sensors);
    let mut motions = HanimMotions::new(tree, figure, limits);
    for (id, humanoid) in all_motions(tree, figure) {
        let Some(node) = tree.node(id) else { continue };
        if let Some(motion) = motions.read(id, node, humanoid, &mut budget, report) {
            let mut own = name(tree.def(node));
            if own.is_empty() {
                own = name(&tree.string(node, "name"));
            }
            found.push((id, Behaviour { name: if own.is_empty() { "motion".into() } else { own }, motion }));
        }
    }
    sort_by_key(&mut found, |(id, _)| *id);
    found.into_iter().map(|(_, behaviour)| behaviour).collect()
}
