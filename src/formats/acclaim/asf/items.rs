//! What the items of the units, the root and the bones mean.

use glam::DVec3;

use super::draft::{Draft, Found, Reader};
use super::grammar::{Keyword, Section, angles, dof, is_order, unbracketed};
use crate::error::{ErrorKind, ParseError};
use crate::formats::acclaim::rig::Dof;
use crate::formats::numbers::leading;
use crate::model::{FACTORS, in_range};

/// "The units are interpreted by multiplying the relevant data directly on readin."
#[derive(Debug)]
pub(super) struct Units {
    pub(super) mass: f64,
    pub(super) length: f64,
    pub(super) radians: bool,
}

impl Default for Units {
    fn default() -> Self {
        Self { mass: 1.0, length: 1.0, radians: false }
    }
}

/// The root or a bone, as far as its lines have told.
#[derive(Debug, Default)]
pub(super) struct Part<'a> {
    /// Offset in the block of what begins it.
    pub(super) at: usize,
    /// The keyword that it stands behind, and what it is.
    pub(super) name: Option<(&'a [u8], &'a [u8])>,
    pub(super) id: Option<(&'a [u8], &'a [u8])>,
    /// A bone's direction, the root's position.
    pub(super) vector: DVec3,
    pub(super) length: f64,
    /// In the file's unit of angles.
    pub(super) angles: DVec3,
    /// The axes in the order in which the angles are applied: 0, 1, 2 for x, y, z.
    pub(super) order: Option<[u8; 3]>,
    pub(super) dofs: Vec<(Dof, &'a [u8])>,
    /// Numbers as written, and what they mean; and the keyword.
    pub(super) limits: Vec<(&'a [u8], f64)>,
    pub(super) limits_at: Option<&'a [u8]>,
    /// Whether they stand before the dofs.
    pub(super) limits_first: bool,
    pub(super) mass: f64,
    pub(super) centre: Option<f64>,
    /// The keyword of the direction.
    pub(super) vector_at: Option<&'a [u8]>,
    seen: u32,
}

impl Part<'_> {
    pub(super) fn has(&self, keyword: Keyword) -> bool {
        self.seen & (1 << keyword as u32) != 0
    }
}

impl<'a> Reader<'a, '_> {
    /// Takes one item. `at` is its keyword, and whether that begins its line.
    pub(super) fn item(
        &mut self,
        now: Section,
        keyword: Keyword,
        (at, first): (&'a [u8], bool),
        values: &[&'a [u8]],
        draft: &mut Draft<'a>,
    ) -> Result<(), ParseError> {
        match (now, keyword) {
            (Section::Units, _) => self.unit(keyword, at, values, &mut draft.units),
            (Section::Root, _) => self.of_part(now, keyword, at, values, &mut draft.root),
            (_, Keyword::Begin) => {
                if self.open.is_some() && !self.ended {
                    self.note(
                        "asf.missing-end",
                        self.offset(at),
                        format_args!("expected `end` of the bone, found `begin`"),
                    );
                }
                self.add(at, draft)?;
            }
            (_, Keyword::End) => {
                self.ended = true;
                if first {
                    self.open = None;
                }
            }
            _ => {
                let names_it = matches!(keyword, Keyword::Id | Keyword::Name);
                let open = self.open.and_then(|bone| draft.bones.get(bone));
                let another = open.is_none_or(|bone| names_it && (self.ended || bone.has(keyword)));
                if another && !names_it {
                    let message = format_args!("`{}` stands in no bone; it was ignored", keyword.name());
                    self.note("asf.outside-bone", self.offset(at), message);
                    return Ok(());
                }
                if another {
                    let message = format_args!("expected `begin` before `{}`", keyword.name());
                    self.note("asf.missing-begin", self.offset(at), message);
                    self.add(at, draft)?;
                }
                if let Some(bone) = self.open.and_then(|bone| draft.bones.get_mut(bone)) {
                    self.of_part(now, keyword, at, values, bone);
                }
            }
        }
        Ok(())
    }

    fn add(&mut self, at: &'a [u8], draft: &mut Draft<'a>) -> Result<(), ParseError> {
        let at = self.offset(at);
        if draft.bones.len() >= self.limits.joints {
            let message = format!("more than {} bones", self.limits.joints);
            return Err(self.refusal(ErrorKind::Limit, "asf.too-many-joints", &message, at));
        }
        self.open = Some(draft.bones.len());
        self.ended = false;
        draft.bones.push(Part { at, ..Part::default() });
        Ok(())
    }

    fn unit(&mut self, keyword: Keyword, at: &'a [u8], values: &[&'a [u8]], units: &mut Units) {
        if keyword == Keyword::Angle {
            let Some(&value) = values.first() else {
                let message = format_args!("expected deg or rad after `angle`; degrees were taken");
                return self.note("asf.unit-value", self.offset(at), message);
            };
            let starts = |word: &[u8]| value.get(..3).is_some_and(|head| head.eq_ignore_ascii_case(word));
            units.radians = starts(b"rad");
            if !units.radians && !starts(b"deg") {
                let message = format_args!("expected deg or rad, found {}; degrees were taken", Found(value));
                self.note("asf.unit-value", self.offset(value), message);
            }
            return;
        }
        let slot = if keyword == Keyword::Mass { &mut units.mass } else { &mut units.length };
        match values.first().map(|value| (*value, number(value))) {
            Some((_, Some(value))) if FACTORS.contains(&value) => *slot = value,
            Some((value, _)) => {
                let message = format_args!("expected a number from 1e-6 to 1e6, found {}; 1 was taken", Found(value));
                self.note("asf.unit-value", self.offset(value), message);
            }
            None => {
                let message = format_args!("expected a number after `{}`; 1 was taken", keyword.name());
                self.note("asf.unit-value", self.offset(at), message);
            }
        }
    }

    fn of_part(&mut self, now: Section, keyword: Keyword, at: &'a [u8], values: &[&'a [u8]], part: &mut Part<'a>) {
        if part.has(keyword) {
            let joined = matches!(keyword, Keyword::Dof | Keyword::Order | Keyword::Limits);
            let what = if joined { "both count, one behind the other" } else { "the last one counts" };
            let message = format_args!("`{}` is there twice; {what}", keyword.name());
            self.note("asf.item-twice", self.offset(at), message);
        }
        part.seen |= 1 << keyword as u32;
        match keyword {
            Keyword::Id | Keyword::Name => {
                let Some(&value) = values.first() else {
                    let message = format_args!("expected a word after `{}`", keyword.name());
                    return self.note("asf.value-missing", self.offset(at), message);
                };
                if keyword == Keyword::Name {
                    part.name = Some((at, value));
                } else if value.iter().all(u8::is_ascii_digit) {
                    part.id = Some((at, value));
                } else {
                    let message = format_args!("expected a whole number, found {}; the id was ignored", Found(value));
                    self.note("asf.id", self.offset(value), message);
                }
            }
            Keyword::Direction | Keyword::Position => {
                part.vector = self.numbers(keyword, at, values).into();
                part.vector_at = Some(at);
            }
            Keyword::Orientation => part.angles = self.numbers(keyword, at, values).into(),
            Keyword::Axis => {
                let count = angles(now, values);
                let (numbers, order) = values.split_at_checked(count).unwrap_or_default();
                if now == Section::Bonedata {
                    part.angles = self.numbers(keyword, at, numbers).into();
                }
                part.order = Some(self.order(at, order));
            }
            Keyword::Dof | Keyword::Order => self.dofs(values, part),
            Keyword::Limits => self.limits(at, values, part),
            Keyword::Length => {
                [part.length] = self.numbers(keyword, at, values);
                if let Some(value) = values.first().filter(|_| part.length < 0.0) {
                    let message = format_args!("a length below 0; the bone points the other way");
                    self.note("asf.negative-length", self.offset(value), message);
                }
            }
            Keyword::BodyMass => {
                [part.mass] = self.numbers(keyword, at, values);
                if let Some(value) = values.first().filter(|_| part.mass < 0.0) {
                    self.note("asf.negative-mass", self.offset(value), format_args!("a mass below 0; it was ignored"));
                }
            }
            Keyword::CofMass => {
                let [centre] = self.numbers(keyword, at, values);
                part.centre = Some(centre).filter(|_| values.first().is_some_and(|value| number(value).is_some()));
            }
            Keyword::Begin | Keyword::End | Keyword::Mass | Keyword::Angle => {}
        }
    }

    /// Numbers behind a keyword. Missing ones and what is no number count as 0.
    fn numbers<const N: usize>(&mut self, keyword: Keyword, at: &'a [u8], values: &[&'a [u8]]) -> [f64; N] {
        let mut numbers = [0.0; N];
        for (slot, value) in numbers.iter_mut().zip(values) {
            match number(value) {
                Some(number) => *slot = number,
                None => {
                    let message = format_args!("expected a number up to 1e12, found {}; it counts as 0", Found(value));
                    self.note("asf.bad-number", self.offset(value), message);
                }
            }
        }
        if values.len() < N {
            let (name, count) = (keyword.name(), values.len());
            let message = format_args!("expected {N} number(s) after `{name}`, found {count}; missing ones count as 0");
            self.note("asf.value-missing", self.offset(at), message);
        }
        numbers
    }

    /// The order in which the angles of an axis are applied.
    fn order(&mut self, at: &'a [u8], words: &[&'a [u8]]) -> [u8; 3] {
        let letters: Vec<u8> = words.concat().to_ascii_lowercase();
        let axes: Vec<u8> = letters.iter().map(|letter| letter.wrapping_sub(b'x')).collect();
        match axes.as_slice() {
            &[a, b, c] if is_order(&letters) && a != b && b != c && a != c => return [a, b, c],
            _ => {}
        }
        let (at, found) = words.first().map_or((at, at), |word| (word, word));
        let message = format_args!("expected an order of axes such as XYZ, found {}; XYZ was taken", Found(found));
        self.note("asf.axis-order", self.offset(at), message);
        [0, 1, 2]
    }

    fn dofs(&mut self, values: &[&'a [u8]], part: &mut Part<'a>) {
        for &value in values {
            let Some(known) = dof(value) else {
                let message =
                    format_args!("expected one of tx ty tz rx ry rz l, found {}; it was ignored", Found(value));
                self.note("asf.unknown-dof", self.offset(value), message);
                continue;
            };
            if part.dofs.iter().any(|(dof, _)| *dof == known) {
                let message = format_args!("{} is there twice; each has a value of its own", Found(value));
                self.note("asf.dof-twice", self.offset(value), message);
            }
            part.dofs.push((known, value));
        }
    }

    fn limits(&mut self, at: &'a [u8], values: &[&'a [u8]], part: &mut Part<'a>) {
        part.limits_first |= part.dofs.is_empty();
        part.limits_at.get_or_insert(at);
        for text in values.iter().flat_map(|value| unbracketed(value)) {
            let value = infinity(text).or_else(|| number(text)).unwrap_or_else(|| {
                let upper = part.limits.len() % 2 == 1;
                let message = format_args!("expected a number or inf, found {}; there is no limit", Found(text));
                self.note("asf.limit-value", self.offset(text), message);
                if upper { f64::INFINITY } else { f64::NEG_INFINITY }
            });
            part.limits.push((text, value));
        }
    }
}

/// A number that can be placed, also with the exponent that Fortran writes.
fn number(text: &[u8]) -> Option<f64> {
    let whole = |text: &[u8]| leading(text, b'.').filter(|(_, length)| *length == text.len()).map(|(value, _)| value);
    let value = whole(text).or_else(|| {
        let fortran: Vec<u8> = text.iter().take(64).map(|b| if matches!(b, b'd' | b'D') { b'e' } else { *b }).collect();
        whole(&fortran)
    });
    value.filter(|value| in_range(*value))
}

fn infinity(text: &[u8]) -> Option<f64> {
    let (negative, size) = match text {
        [b'-', size @ ..] => (true, size),
        [b'+', size @ ..] => (false, size),
        size => (false, size),
    };
    let named = size.eq_ignore_ascii_case(b"inf") || size.eq_ignore_ascii_case(b"infinity");
    named.then_some(if negative { f64::NEG_INFINITY } else { f64::INFINITY })
}
