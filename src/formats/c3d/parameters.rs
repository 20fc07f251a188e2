//! Groups of parameters. They are a chain: each has the distance to the next one.

use super::header::BLOCK;
use super::numbers::Bytes;

/// More parameters than any program writes.
const MOST: usize = 4_096;

/// A parameter of a group.
#[derive(Debug, Clone)]
struct Parameter {
    group: i8,
    name: String,
    /// -1 for characters, else the bytes of a number: 1, 2 or 4 (a float).
    kind: i8,
    dimensions: Vec<usize>,
    /// Number of values: of characters, or of numbers.
    items: usize,
    /// Offset of the values in the file.
    at: usize,
}

/// All parameters.
#[derive(Debug)]
pub(super) struct Parameters<'a> {
    bytes: Bytes<'a>,
    groups: Vec<(i8, String)>,
    all: Vec<Parameter>,
    /// The place at which the chain breaks off in something that is no parameter.
    pub(super) broken: Option<usize>,
}

impl<'a> Parameters<'a> {
    /// Reads the chain from `start`, the offset of the parameters' block. It ends before `data`, where the frames begin, if they come later.
    pub(super) fn read(bytes: Bytes<'a>, start: usize, data: usize) -> Self {
        let blocks = usize::from(bytes.byte(start + 2).unwrap_or(0));
        // Some files count fewer blocks than they have.
        let end = if data > start { data } else { start + blocks.max(1) * BLOCK };
        let mut found = Self { bytes, groups: Vec::new(), all: Vec::new(), broken: None };
        let mut at = start + 4;
        for _ in 0..MOST {
            match found.entry(at, end) {
                Entry::Next(next) => at = next,
                Entry::End => break,
                Entry::Broken => {
                    found.broken = Some(at);
                    break;
                }
            }
        }
        found
    }

    fn entry(&mut self, at: usize, end: usize) -> Entry {
        if at + 2 > end {
            return Entry::End;
        }
        let (Some(length), Some(id)) = (self.bytes.byte(at), self.bytes.byte(at + 1)) else { return Entry::Broken };
        // A negative length locks the parameter, and a negative number is that of a group.
        let (length, id) = (usize::from(length.cast_signed().unsigned_abs()), id.cast_signed());
        if length == 0 || id == 0 {
            return if length == 0 { Entry::End } else { Entry::Broken };
        }
        let behind = at + 2 + length;
        let name = self.bytes.slice(at + 2, length).filter(|name| name.iter().all(|letter| *letter >= b' '));
        let (Some(name), Some(distance)) = (name, self.bytes.u16(behind)) else { return Entry::Broken };
        if behind + 2 > end {
            return Entry::Broken;
        }
        let name = String::from_utf8_lossy(name).trim().to_ascii_uppercase();
        if id < 0 {
            self.groups.push((id.saturating_neg(), name));
        } else if let Some(parameter) = self.parameter(id, name, behind + 2, end) {
            self.all.push(parameter);
        }
        if distance == 0 { Entry::End } else { Entry::Next(behind + usize::from(distance)) }
    }

    /// A parameter whose kind is at an offset; `None` if its values do not end before `end`.
    fn parameter(&self, group: i8, name: String, at: usize, end: usize) -> Option<Parameter> {
        let kind = self.bytes.byte(at)?.cast_signed();
        let count = usize::from(self.bytes.byte(at + 1)?);
        let dimensions: Vec<usize> = self.bytes.slice(at + 2, count)?.iter().map(|size| usize::from(*size)).collect();
        let at = at + 2 + count;
        let items = dimensions.iter().try_fold(1_usize, |all, size| all.checked_mul(*size))?;
        let length = items.checked_mul(usize::from(kind.unsigned_abs()))?;
        let is_whole = at.checked_add(length)? <= end.min(self.bytes.all.len());
        (matches!(kind, -1 | 1 | 2 | 4) && is_whole).then_some(Parameter { group, name, kind, dimensions, items, at })
    }

    fn find(&self, group: &str, name: &str) -> Option<&Parameter> {
        let of_group = |parameter: &&Parameter| {
            parameter.name == name && self.groups.iter().any(|(id, own)| *id == parameter.group && own == group)
        };
        self.all.iter().find(of_group)
    }

    /// The numbers of a parameter; empty if there is none.
    pub(super) fn numbers(&self, group: &str, name: &str) -> Vec<f64> {
        let Some(Parameter { kind, items, at, .. }) = self.find(group, name) else { return Vec::new() };
        let number = |item: usize| match kind {
            1 => self.bytes.byte(at + item).map(f64::from),
            2 => self.bytes.i16(at + 2 * item).map(f64::from),
            4 => self.bytes.f32(at + 4 * item).map(f64::from),
            _ => None,
        };
        (0..*items).map_while(number).collect()
    }

    /// The first number of a parameter.
    pub(super) fn number(&self, group: &str, name: &str) -> Option<f64> {
        self.numbers(group, name).first().copied()
    }

    /// The first number as one without a sign, because counts of 16 bits are written so.
    pub(super) fn count(&self, group: &str, name: &str) -> Option<usize> {
        let number = self.number(group, name)?;
        let number = if number < 0.0 { number + 65_536.0 } else { number };
        number.is_finite().then_some(number as usize)
    }

    /// The texts of a parameter without the blanks at their ends; empty if there is none.
    pub(super) fn texts(&self, group: &str, name: &str) -> Vec<String> {
        let Some(Parameter { kind: -1, dimensions, items, at, .. }) = self.find(group, name) else { return Vec::new() };
        // The first dimension is the length of each text.
        let width = dimensions.first().copied().unwrap_or(1);
        let count = items.checked_div(width).unwrap_or(0);
        let text = |index: usize| {
            let letters = self.bytes.slice(at + index * width, width)?;
            let text: String = match std::str::from_utf8(letters) {
                Ok(text) => text.to_owned(),
                // Latin-1 has the numbers of Unicode's first characters.
                Err(_) => letters.iter().map(|letter| char::from(*letter)).collect(),
            };
            Some(text.trim_matches(|letter: char| letter.is_whitespace() || letter == '\0').to_owned())
        };
        (0..count).map_while(text).collect()
    }

    /// The texts of a parameter and of those that continue it: `LABELS`, `LABELS2`, `LABELS3`.
    pub(super) fn continued_texts(&self, group: &str, name: &str) -> Vec<String> {
        let mut texts = self.texts(group, name);
        for number in 2.. {
            let name = format!("{name}{number}");
            if self.find(group, &name).is_none() {
                return texts;
            }
            texts.extend(self.texts(group, &name));
        }
        texts
    }
}

/// An entry of the chain.
enum Entry {
    /// The next one is at this offset.
    Next(usize),
    End,
    Broken,
}

#[cfg(test)]
mod tests {
    use super::super::numbers::Processor;
    use super::*;

    fn entry(name: &str, id: i8, rest: &[u8], is_last: bool) -> Vec<u8> {
        let distance = if is_last { 0 } else { rest.len() as u16 + 2 };
        [&[name.len() as u8, id.cast_unsigned()], name.as_bytes(), &distance.to_le_bytes(), rest].concat()
    }

    fn file(entries: &[Vec<u8>]) -> Vec<u8> {
        let mut all = vec![1, 0x50, 1, 84];
        entries.iter().for_each(|entry| all.extend(entry));
        all.resize(512, 0);
        all
    }

    fn of(all: &[u8]) -> Parameters<'_> {
        Parameters::read(Bytes { all, processor: Processor::Intel }, 0, 512)
    }

    #[test]
    fn texts_and_numbers_are_found_by_group_and_name() {
        let all = file(&[
            entry("LABELS", 1, &[0xFF, 2, 3, 2, b'a', b' ', b' ', b'b', b'c', 0], false),
            entry("POINT", -1, &[0], false),
            entry("RATE", 2, &[4, 0, 0, 0, 0xC8, 0x42], false),
            entry("LABELS2", 1, &[0xFF, 1, 1, 0xE9], false),
            entry("USED", 1, &[2, 0, 0xFF, 0xFF], true),
        ]);
        let found = of(&all);
        assert_eq!(found.continued_texts("POINT", "LABELS"), ["a", "bc", "\u{e9}"]);
        assert_eq!((found.number("POINT", "RATE"), found.count("POINT", "USED")), (None, Some(65_535)));
        assert_eq!(found.broken, None);
    }

    #[test]
    fn a_chain_that_breaks_off_keeps_what_came_before() {
        let mut all =
            file(&[entry("POINT", -1, &[0], false), entry("USED", 1, &[2, 0, 7, 0], false), vec![3, 1, 0, 1, 2]]);
        assert_eq!(of(&all).count("POINT", "USED"), Some(7));
        assert_eq!(of(&all).broken, Some(4 + 10 + 12));
        // Values that would reach into the frames.
        all[4 + 10 + 8] = 4;
        all[4 + 10 + 9] = 1;
        all[4 + 10 + 10] = 255;
        assert_eq!(of(&all).number("POINT", "USED"), None);
    }
}
