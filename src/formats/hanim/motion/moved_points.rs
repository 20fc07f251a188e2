//! Points of shapes and skins that a CoordinateInterpolator moves. Each key becomes a displacer from the points as
//! written to those of the key, with full strength at that key and none at its neighbours.

use super::AnimatedProperty;
use super::routes::RouteChains;
use crate::compact::sorting::sort_and_thin;
use crate::formats::hanim::figure::MovedPoints;
use crate::formats::hanim::report::SceneReport;
use crate::formats::hanim::scene::{NodeId, SceneTree};
use crate::formats::reading::growth::push;
use crate::formats::reading::wording::Count;

/// The Coordinates that the chains move, once per interpolator, sorted. Counts only keys that have all their points.
pub(crate) fn read(tree: &SceneTree, chains: &RouteChains, report: &mut SceneReport<'_>) -> Vec<MovedPoints> {
    let chains = chains.list.iter().filter(|chain| chain.property == AnimatedProperty::Points);
    let mut pairs: Vec<(NodeId, NodeId)> = chains.map(|chain| (chain.target, chain.interpolator)).collect();
    sort_and_thin(&mut pairs);
    let mut found = Vec::new();
    // Each list is counted once: points of Coordinates, keys and values of interpolators.
    let mut counts: Vec<Option<[usize; 2]>> = if pairs.is_empty() { Vec::new() } else { vec![None; tree.len()] };
    let mut count = |id: NodeId, fields: [&str; 2], report: &mut SceneReport<'_>| {
        let (Some(slot), Some(node)) = (counts.get_mut(id.index()), tree.node(id)) else { return [0; 2] };
        *slot.get_or_insert_with(|| fields.map(|field| tree.count_numbers(node, field, report)))
    };
    for (coordinate, interpolator) in pairs {
        let points = count(coordinate, ["point", ""], report)[0] / 3;
        let [keys, numbers] = count(interpolator, ["key", "keyValue"], report);
        if points == 0 || keys == 0 {
            continue;
        }
        // All keys may have another number of points than the Coordinate. The points that both have are moved.
        let points_per_key = if numbers.is_multiple_of(3 * keys) && numbers > 0 { numbers / 3 / keys } else { points };
        let whole = keys.min(numbers / 3 / points_per_key);
        if let (true, Some(node)) = ((points_per_key, whole) != (points, keys), tree.node(interpolator)) {
            let (name, all) = (tree.shown_def(node), numbers / 3);
            let consequence =
                if whole == keys { "the surplus is ignored" } else { "keys without all their points are ignored" };
            warning!(report.warn => "hanim.key-count", node.place(),
                "`{name}` has {} with {}, but moves {points}; {consequence}", Count(keys, "key"), Count(all, "point"));
        }
        let Ok(keys @ 1..) = u16::try_from(whole) else { continue };
        let one = MovedPoints { coordinate, interpolator, keys, points_per_key, first_weight: 0, is_shown: false };
        if push(&mut found, one).is_err() {
            break;
        }
    }
    found
}
