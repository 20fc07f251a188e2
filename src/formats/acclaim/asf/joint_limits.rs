//! Joint limits of a bone's degrees of freedom, kept as written. The motion's values are checked against them later.

use super::draft::BoneDraft;
use super::grammar::{number, unbracketed};
use super::log::{AsfLog, FoundWord};
use crate::formats::acclaim::rig::{Dof, hold_whole_length};

pub(super) fn read<'a>(keyword: &'a [u8], values: &[&'a [u8]], bone: &mut BoneDraft<'a>, log: &mut AsfLog<'a, '_>) {
    bone.limits_first |= bone.dofs.is_empty();
    bone.limits_at.get_or_insert(keyword);
    for text in values.iter().flat_map(|value| unbracketed(value)) {
        let value = infinity(text).or_else(|| number(text)).unwrap_or_else(|| {
            let found = FoundWord(text);
            let message = format_args!("expected a number or inf, found {found}; there is no limit");
            log.warn_of("asf.limit-value", text, message);
            let is_upper = bone.limits.len() % 2 == 1;
            if is_upper { f64::INFINITY } else { f64::NEG_INFINITY }
        });
        bone.limits.push((text, value));
    }
}

/// "inf = infinity."
fn infinity(text: &[u8]) -> Option<f64> {
    let (negative, size) = match text {
        [b'-', size @ ..] => (true, size),
        [b'+', size @ ..] => (false, size),
        size => (false, size),
    };
    let named = size.eq_ignore_ascii_case(b"inf") || size.eq_ignore_ascii_case(b"infinity");
    named.then_some(if negative { f64::NEG_INFINITY } else { f64::INFINITY })
}

/// Lower and upper limit of each dof; `None` past the last number.
pub(super) fn pairs<'b>(bone: &'b BoneDraft<'_>) -> impl Iterator<Item = Option<[f64; 2]>> + 'b {
    (0..bone.dofs.len()).map(|dof| match bone.limits.get(2 * dof..2 * dof + 2) {
        Some([low, high]) => Some([low.1, high.1]),
        _ => None,
    })
}

/// Warns of problems with a bone's limits. `name` is the bone's name in messages.
pub(super) fn check(bone: &BoneDraft<'_>, name: &str, log: &mut AsfLog<'_, '_>) {
    let Some(at) = bone.limits_at.map(|at| log.offset(at)) else { return };
    let (numbers, dofs) = (bone.limits.len(), bone.dofs.len());
    if dofs == 0 {
        let message = format_args!("{name} has limits but no dof; they were ignored");
        return log.warn("asf.limits-without-dof", at, message);
    }
    if bone.limits_first {
        warning!(log.warn => "asf.limits-first", at, "`limits` stands before `dof`; it was taken as behind it");
    }
    if numbers != 2 * dofs {
        let wanted = 2 * dofs;
        let message = format_args!("expected {wanted} numbers, two for each dof of {name}, found {numbers}");
        log.warn("asf.limits-count", at, message);
    }
    if bone.limits.chunks(2).any(|pair| matches!(pair, [low, high] if low.1 > high.1)) {
        warning!(log.warn => "asf.limits-order", at, "a lower limit of {name} is above the upper one");
    }
    for ((dof, word), limits) in bone.dofs.iter().zip(pairs(bone)) {
        if *dof == Dof::L && limits.is_some_and(|limits| hold_whole_length(limits, bone.length)) {
            let message = format_args!(
                "the limits of `l` hold the length of {name}, but not 0: its values are taken as whole lengths, not as what is added"
            );
            log.warn_of("asf.stretch-limits", word, message);
        }
    }
}
