//! Reads the items of the units, the root and the bones.

use super::draft::{BoneDraft, Units};
use super::grammar::{Keyword, MAX_VALUES, Section, angles, dof, number};
use super::joint_limits;
use super::log::{AsfLog, FoundWord};
use crate::euler::RotationOrder;
use crate::formats::reading::wording::Count;
use crate::model::FACTORS;

/// Reads an item of the units. `word` is its keyword in the text.
pub(super) fn read_unit(keyword: Keyword, word: &[u8], values: &[&[u8]], units: &mut Units, log: &mut AsfLog<'_, '_>) {
    if keyword == Keyword::Angle {
        return read_angle_unit(word, values, units, log);
    }
    let slot = if keyword == Keyword::Mass { &mut units.mass } else { &mut units.length };
    match values.first().map(|value| (*value, number(value))) {
        Some((_, Some(value))) if FACTORS.contains(&value) => *slot = value,
        Some((value, _)) => {
            let found = FoundWord(value);
            let message = format_args!("expected a number from 1e-6 to 1e6, found {found}; 1 was taken");
            log.warn_of("asf.unit-value", value, message);
        }
        None => {
            let message = format_args!("expected a number after `{}`; 1 was taken", keyword.name());
            log.warn_of("asf.unit-value", word, message);
        }
    }
}

fn read_angle_unit(word: &[u8], values: &[&[u8]], units: &mut Units, log: &mut AsfLog<'_, '_>) {
    let Some(&value) = values.first() else {
        let message = format_args!("expected deg or rad after `angle`; degrees were taken");
        return log.warn_of("asf.unit-value", word, message);
    };
    let starts = |word: &[u8]| value.get(..3).is_some_and(|head| head.eq_ignore_ascii_case(word));
    units.radians = starts(b"rad");
    if !units.radians && !starts(b"deg") {
        let message = format_args!("expected deg or rad, found {}; degrees were taken", FoundWord(value));
        log.warn_of("asf.unit-value", value, message);
    }
}

/// Reads an item of the root or of a bone. `word` is its keyword in the text.
pub(super) fn read_bone_item<'a>(
    now: Section,
    keyword: Keyword,
    word: &'a [u8],
    values: &[&'a [u8]],
    bone: &mut BoneDraft<'a>,
    log: &mut AsfLog<'a, '_>,
) {
    if bone.has(keyword) {
        let joined = matches!(keyword, Keyword::Dof | Keyword::Order | Keyword::Limits);
        let what = if joined { "both are used, one after the other" } else { "the last one is used" };
        log.warn_of("asf.item-twice", word, format_args!("`{}` is there twice; {what}", keyword.name()));
    }
    bone.note_keyword(keyword);
    match keyword {
        Keyword::Id | Keyword::Name => read_name(keyword, word, values, bone, log),
        Keyword::Direction | Keyword::Position => {
            bone.vector = numbers(keyword, word, values, log).into();
            bone.vector_at = Some(word);
        }
        Keyword::Orientation => bone.angles = numbers(keyword, word, values, log).into(),
        Keyword::Axis => {
            let count = angles(now, values);
            let (written, order) = values.split_at_checked(count).unwrap_or_default();
            if now == Section::Bonedata {
                bone.angles = numbers(keyword, word, written, log).into();
            }
            bone.order = Some(axis_order(word, order, log));
        }
        Keyword::Dof | Keyword::Order => read_dofs(values, bone, log),
        Keyword::Limits => joint_limits::read(word, values, bone, log),
        Keyword::Length => {
            [bone.length] = numbers(keyword, word, values, log);
            if let Some(value) = values.first().filter(|_| bone.length < 0.0) {
                let message = format_args!("a length below 0; the bone points the other way");
                log.warn_of("asf.negative-length", value, message);
            }
        }
        Keyword::BodyMass => {
            [bone.mass] = numbers(keyword, word, values, log);
            if let Some(value) = values.first().filter(|_| bone.mass < 0.0) {
                log.warn_of("asf.negative-mass", value, format_args!("a mass below 0; it was ignored"));
            }
        }
        Keyword::CofMass => {
            let [centre] = numbers(keyword, word, values, log);
            bone.centre = Some(centre).filter(|_| values.first().is_some_and(|value| number(value).is_some()));
        }
        Keyword::Begin | Keyword::End | Keyword::Mass | Keyword::Angle => {}
    }
}

fn read_name<'a>(
    keyword: Keyword,
    word: &'a [u8],
    values: &[&'a [u8]],
    bone: &mut BoneDraft<'a>,
    log: &mut AsfLog<'a, '_>,
) {
    let Some(&value) = values.first() else {
        return log.warn_of("asf.value-missing", word, format_args!("expected a word after `{}`", keyword.name()));
    };
    if keyword == Keyword::Name {
        bone.name = Some((word, value));
    } else if value.iter().all(u8::is_ascii_digit) {
        bone.id = Some((word, value));
    } else {
        let message = format_args!("expected a whole number, found {}; the id was ignored", FoundWord(value));
        log.warn_of("asf.id", value, message);
    }
}

/// The values of a keyword as numbers; missing and unreadable ones are 0.
fn numbers<const N: usize>(keyword: Keyword, word: &[u8], values: &[&[u8]], log: &mut AsfLog<'_, '_>) -> [f64; N] {
    let mut numbers = [0.0; N];
    for (slot, value) in numbers.iter_mut().zip(values) {
        match number(value) {
            Some(number) => *slot = number,
            None => {
                let message = format_args!("expected a number up to 1e12, found {}; it counts as 0", FoundWord(value));
                log.warn_of("asf.bad-number", value, message);
            }
        }
    }
    if values.len() < N {
        let (name, count) = (keyword.name(), values.len());
        let message =
            format_args!("expected {} after `{name}`, found {count}; missing ones count as 0", Count(N, "number"));
        log.warn_of("asf.value-missing", word, message);
    }
    numbers
}

/// The order of an axis: that of the factors, so that the angle applied first comes last.
fn axis_order(keyword: &[u8], words: &[&[u8]], log: &mut AsfLog<'_, '_>) -> RotationOrder {
    let letters: Vec<u8> = words.concat().to_ascii_lowercase();
    let axes: Vec<usize> = letters.iter().map(|letter| letter.wrapping_sub(b'x').into()).collect();
    // The rotation applied first is the rightmost factor.
    if let &[first, second, third] = axes.as_slice()
        && let Some(order) = RotationOrder::of([third, second, first])
    {
        return order;
    }
    let found = words.first().copied().unwrap_or(keyword);
    let message = format_args!("expected an order of axes such as XYZ, found {}; XYZ was taken", FoundWord(found));
    log.warn_of("asf.axis-order", found, message);
    RotationOrder::Zyx
}

fn read_dofs<'a>(values: &[&'a [u8]], bone: &mut BoneDraft<'a>, log: &mut AsfLog<'a, '_>) {
    for &value in values {
        let Some(known) = dof(value) else {
            let found = FoundWord(value);
            let message = format_args!("expected one of tx ty tz rx ry rz l, found {found}; it was ignored");
            log.warn_of("asf.unknown-dof", value, message);
            continue;
        };
        if bone.dofs.len() >= MAX_VALUES {
            let message = format_args!("more than {MAX_VALUES} dofs of one bone; further ones are ignored");
            log.warn_of("asf.dof-twice", value, message);
            return;
        }
        if bone.dofs.iter().any(|(dof, _)| *dof == known) {
            let message = format_args!("{} is there twice; each has a value of its own", FoundWord(value));
            log.warn_of("asf.dof-twice", value, message);
        }
        bone.dofs.push((known, value));
    }
}
