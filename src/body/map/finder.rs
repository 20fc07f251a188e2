//! Finds the parts of a body: the ends by names, the middle by structure.

use glam::Vec3;

use super::exchanged::are_exchanged;
use super::limbs::sides;
use super::refusal::NoMap;
use super::{BodyMap, SideMap, have_a_pair};
use crate::body::Side;
use crate::body::names::{BELOW_WRIST, HEAD, MORE_ELBOW, NECK, NOT_HEAD, SHIN, THIGH, TRUNK, UPPER_ARM_ONLY, WRIST};
use crate::body::tree::{Pair, Tree};

/// The least and the greatest length of a person's arm as a share of the leg's.
const ARM_TO_LEG: std::ops::Range<f32> = 0.35..1.5;

/// The word for sides that were exchanged, because the names take left for right.
const EXCHANGED: &str = "exchanged";
/// The parts that may be found by shape.
const GUESSED: [&str; 4] = ["elbow", "head", "knee", "sides"];

/// Maps a skeleton. `whole`: refuses a body that lacks a limb or the head.
pub(super) fn find(tree: &Tree<'_>, up: Vec3, whole: bool) -> Result<BodyMap, NoMap> {
    if tree.is_animal() {
        return Err(NoMap::Animal);
    }
    let (feet, hands) = (tree.feet(), hands(tree));
    let spoken = [HEAD, NECK, THIGH, SHIN, UPPER_ARM_ONLY, TRUNK];
    let silent = feet.is_none() && hands.is_none();
    if silent && !tree.joints().any(|joint| spoken.iter().any(|words| tree.holds(joint, words))) {
        return Err(NoMap::NoNames);
    }
    let refuse = |lack: Option<NoMap>| lack.filter(|_| whole).map_or(Ok(()), Err);
    // Why this is no whole person.
    let mut lack = feet.is_none().then_some(NoMap::NoFeet).or(hands.is_none().then_some(NoMap::NoHands));
    refuse(lack)?;
    if feet.is_some_and(|feet| has_other_feet(tree, feet)) {
        return Err(NoMap::TwoFigures);
    }
    let skeleton = tree.skeleton;
    let mut guessed = Vec::new();
    let (fork_of_feet, feet) = ends(tree, feet, &|joint| tree.is_foot(joint), up, &mut guessed);
    let (fork_of_hands, hands) = ends(tree, hands, &|joint| is_wrist(tree, joint), up, &mut guessed);
    let named = named_head(tree);
    let fork = |a: usize, b: usize| skeleton.fork(a, b).map(|(fork, ..)| fork);
    let chest = fork_of_hands.or_else(|| {
        let hand = hands.into_iter().flatten().next()?;
        let middle = || skeleton.up_from(hand).find(|joint| tree.side(*joint) == Side::Middle);
        named.and_then(|head| fork(hand, head)).or_else(middle)
    });
    let hips = fork_of_feet.or_else(|| {
        let foot = feet.into_iter().flatten().next();
        let top = |chest: usize| skeleton.up_from(chest).filter(|joint| skeleton.is_joint(*joint)).last();
        foot.and_then(|foot| fork(foot, chest?)).or_else(|| chest.and_then(top))
    });
    let hips = hips.ok_or(NoMap::NoFeet)?;
    let chest = chest.or_else(|| under_head(tree, hips, named?)).unwrap_or(hips);
    let sides = sides(tree, [hips, chest], feet, hands, &mut guessed);
    lack = lack.or_else(|| sides.iter().find_map(SideMap::lack));
    refuse(lack)?;
    let head = match (lack, hands) {
        (None, [Some(left), Some(right)]) => named.or_else(|| {
            let found = highest_chain(tree, chest, [left, right], up);
            guessed.extend(found.map(|_| "head"));
            found
        }),
        _ => named.filter(|head| skeleton.is_within(*head, chest)),
    };
    lack = lack.or(head.is_none().then_some(NoMap::NoHead));
    refuse(lack)?;
    let head = head.unwrap_or(chest);
    if let Some(reason) = lack.filter(|_| !have_a_pair(&sides)) {
        return Err(reason);
    }
    fork(head, chest).ok_or(NoMap::TwoFigures)?;
    let mut map = BodyMap::joined(skeleton, [hips, chest, head], sides).ok_or(NoMap::TwoFigures)?;
    map.guessed = GUESSED.into_iter().filter(|part| guessed.contains(part)).collect();
    if lack.is_some() {
        return Ok(map);
    }
    if are_exchanged(tree, &map) {
        map.sides.reverse();
        map.guessed.push(EXCHANGED);
    }
    let of = |length: fn(&Tree<'_>, &SideMap) -> f32| map.sides.iter().map(|side| length(tree, side)).sum::<f32>();
    let arms = of(|tree, side| tree.distance(side.arm, side.fore) + tree.distance(side.fore, side.hand));
    let legs = of(|tree, side| tree.distance(side.thigh, side.shin) + tree.distance(side.shin, side.foot));
    if legs > 0.0 && ARM_TO_LEG.contains(&(arms / legs)) { Ok(map) } else { Err(NoMap::Proportions) }
}

fn hands(tree: &Tree<'_>) -> Option<Pair> {
    let is_elbow = |joint| tree.skeleton.is_joint(joint) && tree.holds(joint, MORE_ELBOW) && !tree.is_helper(joint);
    tree.pair(&tree.topmost(&|joint| is_wrist(tree, joint))).or_else(|| tree.pair_below(&is_elbow))
}

fn is_wrist(tree: &Tree<'_>, joint: usize) -> bool {
    tree.is_called(joint, WRIST) && !tree.holds(joint, BELOW_WRIST)
}

/// Whether there are two more feet that are a pair of their own, with another fork: those of another figure.
fn has_other_feet(tree: &Tree<'_>, (hips, feet): Pair) -> bool {
    let mut others = tree.topmost(&|joint| tree.is_foot(joint));
    others.retain(|foot| !feet.contains(foot));
    let apart = |fork: usize| fork != hips && !feet.iter().any(|foot| tree.skeleton.is_within(*foot, fork));
    tree.pair(&others).is_some_and(|(fork, [a, b])| apart(fork) && tree.side(a) != tree.side(b))
}

/// Two joints as left and right: by their names, else by where they are, seen along +Z, or along +Y where +Z is up.
fn left_then_right(tree: &Tree<'_>, [a, b]: [usize; 2], up: Vec3, guessed: &mut Vec<&'static str>) -> [usize; 2] {
    match (tree.side(a), tree.side(b)) {
        (Side::Left, Side::Middle | Side::Right) | (Side::Middle, Side::Right) => return [a, b],
        (Side::Right, _) | (_, Side::Left) => return [b, a],
        _ => {}
    }
    guessed.push("sides");
    let forward = if up.z.abs() > 0.5 { Vec3::NEG_Y * up.z } else { Vec3::Z };
    let left = up.cross(forward);
    if tree.place(a).dot(left) > tree.place(b).dot(left) { [a, b] } else { [b, a] }
}

/// The joint at which a pair of limbs forks, and the ends of both limbs, left and right; without a pair, no fork and the only end of each side.
fn ends(
    tree: &Tree<'_>,
    pair: Option<Pair>,
    is_end: &dyn Fn(usize) -> bool,
    up: Vec3,
    guessed: &mut Vec<&'static str>,
) -> (Option<usize>, [Option<usize>; 2]) {
    if let Some((fork, ends)) = pair {
        return (Some(fork), left_then_right(tree, ends, up, guessed).map(Some));
    }
    let found = tree.topmost(is_end);
    let of = |side: Side| found.iter().copied().find(|joint| tree.side(*joint) == side);
    (None, [of(Side::Left), of(Side::Right)])
}

/// Of the topmost joints that are called so the one nearest to its root.
fn named_head(tree: &Tree<'_>) -> Option<usize> {
    let heads = tree.topmost(&|joint| tree.is_called(joint, HEAD) && !tree.holds(joint, NOT_HEAD));
    heads.into_iter().min_by_key(|joint| tree.skeleton.up_from(*joint).count())
}

/// The joint that carries neck and head, if it is the hips or below them.
fn under_head(tree: &Tree<'_>, hips: usize, head: usize) -> Option<usize> {
    let mut necks = tree.topmost(&|joint| tree.is_called(joint, NECK)).into_iter();
    let neck = necks.find(|neck| tree.skeleton.is_within(head, *neck));
    let under = tree.skeleton.parent(neck.unwrap_or(head))?;
    tree.skeleton.is_within(under, hips).then_some(under)
}

/// The end of the highest chain of the chest that is no arm.
fn highest_chain(tree: &Tree<'_>, chest: usize, hands: [usize; 2], up: Vec3) -> Option<usize> {
    let skeleton = tree.skeleton;
    let heights: Vec<f32> = tree.joints().map(|joint| tree.height(joint, up)).collect();
    // The height of the highest joint of each branch.
    let mut tops = heights.clone();
    for joint in tree.joints().rev() {
        let pair = skeleton.parent(joint).and_then(|parent| tops.get_disjoint_mut([joint, parent]).ok());
        if let Some([top, above]) = pair {
            *above = above.max(*top);
        }
    }
    let highest = |joints: &[usize], heights: &[f32]| {
        let by_height = joints.iter().filter_map(|joint| Some((*joint, heights.get(*joint)?)));
        by_height.max_by(|a, b| a.1.total_cmp(b.1)).map(|(joint, _)| joint)
    };
    let mut children = skeleton.children_of_each();
    let arms = hands.map(|hand| skeleton.chain(chest, hand).first().copied());
    children.get_mut(chest)?.retain(|joint| !arms.contains(&Some(*joint)));
    let mut at = highest(children.get(chest)?, &tops)?;
    let mut last = Some(at).filter(|joint| skeleton.is_joint(*joint));
    while let Some(next) = children.get(at).and_then(|children| highest(children, &heights)) {
        if !skeleton.is_joint(next) {
            break;
        }
        (at, last) = (next, Some(next));
    }
    last
}
