//! The joints of one limb, from its end up to where it begins.

use super::tree::Tree;

/// A limb's joints between the fork of the pair and its end.
pub(super) struct Limb {
    /// Between the fork and the upper bone, from the fork outwards.
    pub(super) before: Vec<usize>,
    /// Where the upper bone begins.
    pub(super) upper: usize,
    /// Knee or elbow.
    pub(super) middle: usize,
    /// Whether the middle was found by lengths instead of names.
    pub(super) guessed: bool,
}

/// Which limb is looked for.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Kind {
    Arm,
    Leg,
}

/// The limb from `fork` to `end`: its middle by name, and the upper bone begins at the last joint above that is no helper and is
/// called so or is not near the middle. Without a name, the middle and the beginning are where the shorter of both bones is
/// longest. `None` if there is no joint for the upper bone: a limb that begins at the fork cannot be turned alone.
pub(super) fn limb(tree: &Tree<'_>, fork: usize, end: usize, kind: Kind) -> Option<Limb> {
    let chain = tree.chain(fork, end);
    let inner = chain.get(..chain.len().checked_sub(1)?)?;
    let free = |joint: &usize| !tree.is_helper(*joint);
    let called = |joint: &usize| match kind {
        Kind::Leg => tree.is_knee(*joint),
        Kind::Arm => tree.is_elbow(*joint),
    };
    let by_name = inner.iter().position(|joint| called(joint) && free(joint));
    let by_name = by_name.or_else(|| {
        // The thigh itself must be on the chain.
        let leg = |joint: &usize| kind == Kind::Leg && tree.is_leg_below_thigh(*joint);
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
            Kind::Leg => tree.is_thigh(*joint),
            Kind::Arm => tree.holds(*joint, crate::body::names::UPPER_ARM_ONLY),
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
