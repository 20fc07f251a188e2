//! Points of shapes and skins that a CoordinateInterpolator moves. Each of its keys becomes a displacer: from the points as
//! written to those of the key, at full strength at that key and at none at its neighbours.

use super::AnimatedProperty;
use super::routes::RouteChains;
use crate::formats::hanim::figure::MovedPoints;
use crate::formats::hanim::memory::push;
use crate::formats::hanim::report::Report;
use crate::formats::hanim::scene::{NodeId, SceneTree};
use crate::formats::sorting::sort_and_thin;
use crate::formats::wording::Count;

/// The Coordinates that the chains move, each with each interpolator once. Sorted by Coordinate. Only keys whose points
/// are all there are taken.
pub(crate) fn read(tree: &SceneTree, chains: &RouteChains, report: &mut Report<'_>) -> Vec<MovedPoints> {
    let chains = chains.list.iter().filter(|chain| chain.property == AnimatedProperty::Points);
    let mut pairs: Vec<(NodeId, NodeId)> = chains.map(|chain| (chain.target, chain.interpolator)).collect();
    sort_and_thin(&mut pairs);
    let mut found = Vec::new();
    // Each list is counted once: points of Coordinates, keys and values of interpolators.
    let mut counts: Vec<Option<[usize; 2]>> = if pairs.is_empty() { Vec::new() } else { vec![None; tree.len()] };
    let mut count = |id: NodeId, fields: [&str; 2], report: &mut Report<'_>| {
        let (Some(slot), Some(node)) = (counts.get_mut(id.index()), tree.node(id)) else { return [0; 2] };
        *slot.get_or_insert_with(|| fields.map(|field| tree.count_numbers(node, field, report)))
    };
    for (coordinate, interpolator) in pairs {
        let points = count(coordinate, ["point", ""], report)[0] / 3;
        let [keys, numbers] = count(interpolator, ["key", "keyValue"], report);
        if points == 0 || keys == 0 {
            continue;
        }
        // Another number of points for each key, the same for all: as many as both have are moved.
        let each = if numbers.is_multiple_of(3 * keys) && numbers > 0 { numbers / 3 / keys } else { points };
        let whole = keys.min(numbers / 3 / each);
        if let (true, Some(node)) = ((each, whole) != (points, keys), tree.node(interpolator)) {
            let (name, all) = (tree.shown_def(node), numbers / 3);
            let what =
                if whole == keys { "the surplus is ignored" } else { "keys without all their points are ignored" };
            report.warn(
                "hanim.key-count",
                node.place(),
                format_args!(
                    "`{name}` has {} with {}, but moves {points}; {what}",
                    Count(keys, "key"),
                    Count(all, "point")
                ),
            );
        }
        let Ok(keys @ 1..) = u16::try_from(whole) else { continue };
        let one = MovedPoints { coordinate, interpolator, keys, each, first_weight: 0, is_shown: false };
        if push(&mut found, one).is_err() {
            break;
        }
    }
    found
}
