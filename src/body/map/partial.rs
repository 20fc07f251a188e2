//! Maps of bodies that lack limbs or the head.

use glam::Vec3;

use super::finder::{feet, hands, has_other_feet, left_then_right, side_map};
use super::limbs::{Kind, Limb, limb};
use super::parts::trunk;
use super::refusal::NoMap;
use super::tree::Tree;
use super::{BodyMap, SideMap};
use crate::body::Side;
use crate::body::names::{HEAD, NECK, NOT_HEAD, WRIST};

/// Maps a skeleton that is no whole person for a `reason`: `NoFeet`, `NoHands` or `NoHead`. All other reasons remain.
pub(super) fn find(tree: &Tree<'_>, up: Vec3, reason: NoMap) -> Result<BodyMap, NoMap> {
    if !matches!(reason, NoMap::NoFeet | NoMap::NoHands | NoMap::NoHead) {
        return Err(reason);
    }
    let mut guessed = Vec::new();
    let (fork_of_feet, feet) = ends(tree, feet(tree), |joint| tree.is_foot(joint), up, &mut guessed);
    let wrist = |joint: usize| tree.is_called(joint, WRIST) && !tree.is_of_finger(joint);
    let (fork_of_hands, hands) = ends(tree, hands(tree), wrist, up, &mut guessed);
    if let (Some(hips), [Some(left), Some(right)]) = (fork_of_feet, feet)
        && has_other_feet(tree, hips, [left, right])
    {
        return Err(NoMap::TwoFigures);
    }
    let named = tree.topmost(|joint| tree.is_called(joint, HEAD) && !tree.holds(joint, NOT_HEAD));
    let head = named.into_iter().min_by_key(|joint| tree.up_from(*joint).count());
    let fork = |a: usize, b: usize| tree.skeleton.fork(a, b).map(|(fork, ..)| fork);
    let chest = fork_of_hands.or_else(|| {
        let hand = hands.into_iter().flatten().next()?;
        let middle = || tree.up_from(hand).find(|joint| tree.side(*joint) == Side::Middle);
        head.and_then(|head| fork(hand, head)).or_else(middle)
    });
    let hips = fork_of_feet.or_else(|| {
        let foot = feet.into_iter().flatten().next();
        let top = |chest: usize| tree.up_from(chest).filter(|joint| tree.is_joint(*joint)).last();
        foot.and_then(|foot| fork(foot, chest?)).or_else(|| chest.and_then(top))
    });
    let hips = hips.ok_or(reason)?;
    let chest = chest.unwrap_or_else(|| head.and_then(|head| under_head(tree, hips, head)).unwrap_or(hips));
    let mut sides = [SideMap::default(), SideMap::default()];
    for ((own, foot), hand) in sides.iter_mut().zip(feet).zip(hands) {
        let leg = foot.and_then(|foot| Some((limb(tree, hips, foot, Kind::Leg)?, foot)));
        let arm = hand.and_then(|hand| Some((limb(tree, chest, hand, Kind::Arm)?, hand)));
        let none = |at: usize| (Limb { before: Vec::new(), upper: at, middle: at, guessed: false }, at);
        let (has_leg, has_arm) = (leg.is_some(), arm.is_some());
        let ((leg, foot), (arm, hand)) = (leg.unwrap_or_else(|| none(hips)), arm.unwrap_or_else(|| none(chest)));
        guessed.extend(leg.guessed.then_some("knee").into_iter().chain(arm.guessed.then_some("elbow")));
        *own = side_map(tree, &leg, foot, &arm, hand);
        own.ball = own.ball.filter(|_| has_leg);
        if !has_arm {
            own.fingers = Default::default();
        }
    }
    if !sides.iter().all(SideMap::has_leg) && !sides.iter().all(SideMap::has_arm) {
        return Err(reason);
    }
    let head = head.filter(|head| fork(*head, chest) == Some(chest)).unwrap_or(chest);
    let (fork, spine, necks) = trunk(tree, hips, chest, head);
    let root = Some(fork.ok_or(NoMap::TwoFigures)?).filter(|fork| *fork != hips);
    guessed.sort_unstable();
    guessed.dedup();
    Ok(BodyMap { root, hips, spine, chest, necks, head, sides, guessed })
}

/// The joint at which a pair of limbs forks, and the ends of both limbs, left and right; without a pair, no fork and the only end of each side.
fn ends(
    tree: &Tree<'_>,
    pair: Option<(usize, [usize; 2])>,
    is_end: impl Fn(usize) -> bool,
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

/// The joint that carries neck and head, if it is the hips or below them.
fn under_head(tree: &Tree<'_>, hips: usize, head: usize) -> Option<usize> {
    let neck = tree
        .topmost(|joint| tree.is_called(joint, NECK))
        .into_iter()
        .find(|neck| tree.up_from(head).any(|above| above == *neck));
    let under = tree.skeleton.parent(neck.unwrap_or(head))?;
    tree.up_from(under).any(|above| above == hips).then_some(under)
}
