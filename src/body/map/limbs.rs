//! The joints of limbs, from their ends up to where they begin, and of hands and feet.

use super::{Finger, SideMap};
use crate::body::names::{ANKLE_ITSELF, BALL, BALL_ITSELF, FOOT, MORE_ELBOW, UPPER_ARM_ONLY, find, holds_any};
use crate::body::tree::Tree;

/// A limb's joints between the fork of the pair and its end.
struct Limb {
    /// Between the fork and the upper bone, from the fork outwards.
    before: Vec<usize>,
    /// Where the upper bone begins.
    upper: usize,
    /// Knee or elbow.
    middle: usize,
    /// Whether the middle was found by lengths instead of names.
    guessed: bool,
}

/// Which limb is looked for.
#[derive(Clone, Copy, PartialEq)]
enum LimbKind {
    Arm,
    Leg,
}

/// The limb from `fork` to `end`: its middle by name, and the upper bone begins at the last joint above that is no helper and is
/// called so or is not near the middle. Without a name, the middle and the beginning are where the shorter of both bones is
/// longest. `None` if there is no joint for the upper bone: a limb that begins at the fork cannot be turned alone.
fn limb(tree: &Tree<'_>, fork: usize, end: usize, kind: LimbKind) -> Option<Limb> {
    let chain = tree.skeleton.chain(fork, end);
    let inner = chain.get(..chain.len().checked_sub(1)?)?;
    let free = |joint: &usize| !tree.is_helper(*joint);
    let called = |joint: &usize| match kind {
        LimbKind::Leg => tree.is_knee(*joint),
        LimbKind::Arm => tree.holds(*joint, MORE_ELBOW),
    };
    let by_name = inner.iter().position(|joint| called(joint) && free(joint));
    let by_name = by_name.or_else(|| {
        // The thigh itself must be on the chain.
        let leg = |joint: &usize| kind == LimbKind::Leg && tree.is_leg_below_thigh(*joint);
        inner.iter().skip(1).position(leg).map(|at| at + 1)
    });
    let limb = |upper: usize, middle: usize, guessed| {
        let count = chain.iter().position(|joint| *joint == upper)?;
        Some(Limb { before: chain.get(..count)?.to_vec(), upper, middle, guessed })
    };
    if let Some(at) = by_name {
        let middle = *inner.get(at)?;
        let above = inner.get(..at)?;
        let shin = tree.distance(middle, end);
        let far = |joint: &usize| tree.distance(*joint, middle) > NEAR * shin;
        let fit: Vec<usize> = above.iter().copied().filter(|joint| free(joint) && far(joint)).collect();
        let fit = if fit.is_empty() { above } else { &fit };
        let named = |joint: &usize| match kind {
            LimbKind::Leg => tree.is_thigh(*joint),
            LimbKind::Arm => tree.holds(*joint, UPPER_ARM_ONLY),
        };
        let upper = fit.iter().find(|joint| named(joint)).or(fit.last())?;
        return limb(*upper, middle, false);
    }
    let mut fit: Vec<usize> = inner.iter().copied().filter(free).collect();
    if fit.is_empty() {
        fit = inner.to_vec();
    }
    let mut best: Option<(f32, usize, usize)> = None;
    for (index, &upper) in fit.iter().enumerate() {
        for &middle in fit.iter().skip(index + 1) {
            let shorter = tree.distance(upper, middle).min(tree.distance(middle, end));
            if best.is_none_or(|(longest, ..)| shorter > longest * 1.0001) {
                best = Some((shorter, upper, middle));
            }
        }
    }
    let (_, upper, middle) = best?;
    limb(upper, middle, true)
}

/// A joint nearer to the middle than this share of the lower bone does not begin the upper bone.
const NEAR: f32 = 0.25;

/// Both sides, with the limbs that have an end and can be turned.
pub(super) fn sides(
    tree: &Tree<'_>,
    [hips, chest]: [usize; 2],
    feet: [Option<usize>; 2],
    hands: [Option<usize>; 2],
    guessed: &mut Vec<&'static str>,
) -> [SideMap; 2] {
    let mut sides = [SideMap::bare(hips, chest), SideMap::bare(hips, chest)];
    for ((own, foot), hand) in sides.iter_mut().zip(feet).zip(hands) {
        if let Some((leg, foot)) = foot.and_then(|foot| Some((limb(tree, hips, foot, LimbKind::Leg)?, foot))) {
            (own.thigh, own.shin, own.foot, own.ball) = (leg.upper, leg.middle, foot, ball(tree, foot));
            guessed.extend(leg.guessed.then_some("knee"));
        }
        if let Some((arm, hand)) = hand.and_then(|hand| Some((limb(tree, chest, hand, LimbKind::Arm)?, hand))) {
            own.clavicle = arm.before.into_iter().rev().find(|joint| !tree.is_helper(*joint));
            (own.arm, own.fore, own.hand, own.fingers) = (arm.upper, arm.middle, hand, fingers(tree, hand));
            guessed.extend(arm.guessed.then_some("elbow"));
        }
    }
    sides
}

/// The first joint below the ankle that is called so, else the first that is called as a joint of the foot, else the foot itself below what is
/// called an ankle, as SMPL has it, else the farthest point of it.
fn ball(tree: &Tree<'_>, foot: usize) -> Option<usize> {
    let below = tree.skeleton.all_below(foot);
    let named =
        |words: &str| below.iter().copied().find(|joint| tree.skeleton.is_joint(*joint) && tree.holds(*joint, words));
    named(BALL_ITSELF)
        .or_else(|| named(BALL))
        .or_else(|| named(FOOT).filter(|_| tree.holds(foot, ANKLE_ITSELF)))
        .or_else(|| below.into_iter().max_by(|a, b| tree.distance(foot, *a).total_cmp(&tree.distance(foot, *b))))
}

/// Words of each finger.
const FINGERS: [&str; 5] = ["thumb", "index", "middle mid", "ring", "pinky little"];

fn fingers(tree: &Tree<'_>, hand: usize) -> [Vec<usize>; 5] {
    let mut fingers: [Vec<usize>; 5] = Default::default();
    for joint in tree.skeleton.all_below(hand) {
        if tree.skeleton.is_joint(joint)
            && !tree.is_helper(joint)
            && let Some(finger) = finger(tree.key(joint)).and_then(|index| fingers.get_mut(index))
        {
            finger.push(joint);
        }
    }
    fingers
}

/// Words of HAnim's joints of fingers, whose names end with the finger's number, counted from 1 at the thumb: `metacarpophalangeal_2`.
const NUMBERED: &str = "phalangeal carpometacarpal1";
/// HAnim's joints of the palm, which are not of the middle finger.
const PALM: &str = "midcarpal";

/// The finger that a name means, by its word or by a number, counted from the thumb.
fn finger(key: &[u8]) -> Option<usize> {
    if holds_any(key, PALM) {
        return None;
    }
    if holds_any(key, NUMBERED) {
        let number = key.last()?.checked_sub(b'1').map(usize::from);
        return number.filter(|index| *index < Finger::ALL.len());
    }
    let mut rest = key.to_vec();
    let word = find(&rest, b"finger");
    if let Some(at) = word {
        rest.drain(at..at + b"finger".len());
    }
    let by_word = FINGERS.iter().position(|words| holds_any(&rest, words));
    by_word.or_else(|| {
        let number = rest.get(word?..)?;
        let digits = (1..=2).contains(&number.len()) && number.iter().all(u8::is_ascii_digit);
        let first = number.first().filter(|_| digits)?;
        Some(usize::from(first - b'0')).filter(|index| *index < Finger::ALL.len())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fingers_are_known_by_words_and_by_numbers() {
        for (key, expected) in [
            ("lefthandthumb1", Some(0)),
            ("lefthandmiddle2", Some(2)),
            ("rfinger11", Some(1)),
            ("lcarpometacarpal1", Some(0)),
            ("rcarpalinterphalangeal1", Some(0)),
            ("lmetacarpophalangeal2", Some(1)),
            ("rcarpaldistalinterphalangeal5", Some(4)),
            ("lcarpometacarpal2", None),
            ("lmidcarpal45", None),
            ("lmetacarpophalangeal", None),
            ("lmetacarpophalangeal0", None),
        ] {
            assert_eq!(finger(key.as_bytes()), expected, "{key}");
        }
    }
}
