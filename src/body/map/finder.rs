//! Finds the parts of a body: the ends by names, the middle by structure.

use glam::Vec3;

use super::exchanged::are_exchanged;
use super::limbs::{Kind, Limb, limb};
use super::parts::trunk;
use super::refusal::NoMap;
use super::tree::Tree;
use super::{BodyMap, Finger, SideMap};
use crate::body::Side;
use crate::body::names::{
    ANIMAL, BALL, BALL_ITSELF, HEAD, NECK, NOT_ANIMAL, NOT_HEAD, SHIN, THIGH, TRUNK, UPPER_ARM_ONLY, WRIST,
    find as find_word,
};

/// The least and the greatest length of a person's arm as a share of the leg's.
const ARM_TO_LEG: std::ops::Range<f32> = 0.35..1.5;

/// The word for sides that were exchanged, because the names take left for right.
const EXCHANGED: &str = "exchanged";
/// The parts that may be found by shape.
const GUESSED: [&str; 4] = ["elbow", "head", "knee", "sides"];

/// Maps a skeleton.
pub(super) fn find(tree: &Tree<'_>, up: Vec3) -> Result<BodyMap, NoMap> {
    let joints = 0..tree.keys.len();
    if joints.clone().any(|joint| tree.holds(joint, ANIMAL) && !tree.holds(joint, NOT_ANIMAL)) {
        return Err(NoMap::Animal);
    }
    let (feet, hands) = (feet(tree), hands(tree));
    let spoken = [HEAD, NECK, THIGH, SHIN, UPPER_ARM_ONLY, TRUNK];
    let silent = feet.is_none() && hands.is_none();
    if silent && !joints.clone().any(|joint| spoken.iter().any(|words| tree.holds(joint, words))) {
        return Err(NoMap::NoNames);
    }
    let (hips, feet) = feet.ok_or(NoMap::NoFeet)?;
    let (chest, hands) = hands.ok_or(NoMap::NoHands)?;
    if has_other_feet(tree, hips, feet) {
        return Err(NoMap::TwoFigures);
    }
    let mut guessed = Vec::new();
    let feet = left_then_right(tree, feet, up, &mut guessed);
    let hands = left_then_right(tree, hands, up, &mut guessed);
    let mut sides = [SideMap::default(), SideMap::default()];
    for ((own, foot), hand) in sides.iter_mut().zip(feet).zip(hands) {
        let leg = limb(tree, hips, foot, Kind::Leg).ok_or(NoMap::NoFeet)?;
        let arm = limb(tree, chest, hand, Kind::Arm).ok_or(NoMap::NoHands)?;
        guessed.extend(leg.guessed.then_some("knee").into_iter().chain(arm.guessed.then_some("elbow")));
        *own = side_map(tree, &leg, foot, &arm, hand);
    }
    let head = head(tree, chest, hands, up, &mut guessed).ok_or(NoMap::NoHead)?;
    tree.skeleton.fork(head, chest).ok_or(NoMap::TwoFigures)?;
    let (fork, spine, necks) = trunk(tree, hips, chest, head);
    let fork = fork.ok_or(NoMap::TwoFigures)?;
    let guessed = GUESSED.into_iter().filter(|part| guessed.contains(part)).collect();
    let root = Some(fork).filter(|fork| *fork != hips);
    let mut map = BodyMap { root, hips, spine, chest, necks, head, sides, guessed };
    if are_exchanged(tree, &map) {
        map.sides.reverse();
        map.guessed.push(EXCHANGED);
    }
    let of = |length: fn(&Tree<'_>, &SideMap) -> f32| map.sides.iter().map(|side| length(tree, side)).sum::<f32>();
    let arms = of(|tree, side| tree.distance(side.arm, side.fore) + tree.distance(side.fore, side.hand));
    let legs = of(|tree, side| tree.distance(side.thigh, side.shin) + tree.distance(side.shin, side.foot));
    if legs > 0.0 && ARM_TO_LEG.contains(&(arms / legs)) { Ok(map) } else { Err(NoMap::Proportions) }
}

pub(super) fn feet(tree: &Tree<'_>) -> Option<(usize, [usize; 2])> {
    tree.pair(&tree.topmost(|joint| tree.is_foot(joint))).or_else(|| {
        let is_shin = |joint| {
            tree.is_joint(joint) && !tree.is_helper(joint) && (tree.is_knee(joint) || tree.is_leg_below_thigh(joint))
        };
        let (fork, shins) = tree.pair(&tree.topmost(is_shin))?;
        Some((fork, shins.map(|shin| first_child(tree, shin))))
    })
}

pub(super) fn hands(tree: &Tree<'_>) -> Option<(usize, [usize; 2])> {
    let wrist = |joint| tree.is_called(joint, WRIST) && !tree.is_of_finger(joint);
    tree.pair(&tree.topmost(wrist)).or_else(|| {
        let elbow = |joint| tree.is_joint(joint) && tree.is_elbow(joint) && !tree.is_helper(joint);
        let (fork, elbows) = tree.pair(&tree.topmost(elbow))?;
        Some((fork, elbows.map(|elbow| first_child(tree, elbow))))
    })
}

fn first_child(tree: &Tree<'_>, joint: usize) -> usize {
    tree.children.get(joint).and_then(|children| children.first()).copied().unwrap_or(joint)
}

/// Whether there are two more feet that are a pair of their own, with another fork: those of another figure.
pub(super) fn has_other_feet(tree: &Tree<'_>, hips: usize, feet: [usize; 2]) -> bool {
    let others = tree.topmost(|joint| tree.is_foot(joint));
    let others: Vec<usize> = others.into_iter().filter(|foot| !feet.contains(foot)).collect();
    let apart = |fork: usize| fork != hips && feet.iter().all(|foot| !tree.up_from(*foot).any(|above| above == fork));
    tree.pair(&others).is_some_and(|(fork, [a, b])| apart(fork) && tree.side(a) != tree.side(b))
}

/// Two joints as left and right: by their names, else by where they are, seen along +Z, or along +Y where +Z is up.
pub(super) fn left_then_right(
    tree: &Tree<'_>,
    [a, b]: [usize; 2],
    up: Vec3,
    guessed: &mut Vec<&'static str>,
) -> [usize; 2] {
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

pub(super) fn side_map(tree: &Tree<'_>, leg: &Limb, foot: usize, arm: &Limb, hand: usize) -> SideMap {
    let clavicle = arm.before.iter().rev().find(|joint| !tree.is_helper(**joint)).copied();
    SideMap {
        clavicle,
        arm: arm.upper,
        fore: arm.middle,
        hand,
        thigh: leg.upper,
        shin: leg.middle,
        foot,
        ball: ball(tree, foot),
        fingers: fingers(tree, hand),
    }
}

/// The first joint below the ankle that is called so, else the first that is called as a joint of the foot, else the farthest point of it.
fn ball(tree: &Tree<'_>, foot: usize) -> Option<usize> {
    let below = tree.all_below(foot);
    let named = |words: &str| below.iter().copied().find(|joint| tree.is_joint(*joint) && tree.holds(*joint, words));
    named(BALL_ITSELF)
        .or_else(|| named(BALL))
        .or_else(|| below.into_iter().max_by(|a, b| tree.distance(foot, *a).total_cmp(&tree.distance(foot, *b))))
}

/// Words of each finger.
const FINGERS: [&str; 5] = ["thumb", "index", "middle mid", "ring", "pinky little"];

fn fingers(tree: &Tree<'_>, hand: usize) -> [Vec<usize>; 5] {
    let mut fingers: [Vec<usize>; 5] = Default::default();
    for joint in tree.all_below(hand) {
        if tree.is_joint(joint)
            && !tree.is_helper(joint)
            && let Some(finger) = finger(tree.key(joint)).and_then(|index| fingers.get_mut(index))
        {
            finger.push(joint);
        }
    }
    fingers
}

/// The finger that a name means, by its word or by a number behind `finger`, counted from the thumb.
fn finger(key: &[u8]) -> Option<usize> {
    let mut rest = key.to_vec();
    let word = find_word(&rest, b"finger");
    if let Some(at) = word {
        rest.drain(at..at + b"finger".len());
    }
    let by_word = FINGERS.iter().position(|words| crate::body::names::holds_any(&rest, words));
    by_word.or_else(|| {
        let number = rest.get(word?..)?;
        let digits = (1..=2).contains(&number.len()) && number.iter().all(u8::is_ascii_digit);
        let first = number.first().filter(|_| digits)?;
        Some(usize::from(first - b'0')).filter(|index| *index < Finger::ALL.len())
    })
}

/// The topmost joint that is called so, else the end of the highest chain of the chest that is no arm.
fn head(tree: &Tree<'_>, chest: usize, hands: [usize; 2], up: Vec3, guessed: &mut Vec<&'static str>) -> Option<usize> {
    let heads = tree.topmost(|joint| tree.is_called(joint, HEAD) && !tree.holds(joint, NOT_HEAD));
    if let Some(head) = heads.into_iter().min_by_key(|joint| tree.up_from(*joint).count()) {
        return Some(head);
    }
    let highest = |joints: &[usize]| {
        let with_heights = joints.iter().map(|joint| (*joint, tree.height(*joint, up)));
        with_heights.max_by(|a, b| a.1.total_cmp(&b.1)).map(|(joint, _)| joint)
    };
    let is_arm = |joint: &usize| hands.iter().any(|hand| tree.up_from(*hand).any(|above| above == *joint));
    let top_of = |joint: &usize| {
        let heights = tree.all_below(*joint).into_iter().chain([*joint]).map(|below| tree.height(below, up));
        heights.fold(f32::NEG_INFINITY, f32::max)
    };
    let chains = tree.children.get(chest)?.iter().filter(|joint| !is_arm(joint));
    let mut at = *chains.max_by(|a, b| top_of(a).total_cmp(&top_of(b)))?;
    let mut last = Some(at).filter(|joint| tree.is_joint(*joint));
    while let Some(next) = tree.children.get(at).and_then(|children| highest(children)) {
        if !tree.is_joint(next) {
            break;
        }
        (at, last) = (next, Some(next));
    }
    guessed.push("head");
    last
}
