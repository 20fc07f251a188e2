//! The warnings of one file. There is room for each kind, however many there are of another.

use std::borrow::Cow;
use std::fmt::Arguments;

use crate::error::{Limits, Location, Warning};

/// How many warnings of one code are kept with their text; further ones are counted.
const OF_ONE_CODE: u32 = 8;

/// The warnings so far: what was repaired or assumed.
#[derive(Debug, Clone)]
pub(super) struct WarningLog {
    /// In the order of their places.
    kept: Vec<Warning>,
    /// How many are kept at most.
    limit: usize,
    /// Each code, and how many warnings have it.
    counts: Vec<(&'static str, u32)>,
    /// How many were not kept.
    counted_only: u64,
}

impl WarningLog {
    pub(super) fn new(limits: &Limits) -> Self {
        Self { kept: Vec::new(), limit: limits.warnings, counts: Vec::new(), counted_only: 0 }
    }

    /// Adds a warning for one place. Its text is put together only if it is kept, so that a file with a million odd rows costs
    /// no more than others.
    pub(super) fn each(&mut self, code: &'static str, place: Location, message: Arguments<'_>) {
        if self.wants(code) {
            self.keep(code, place, message);
        }
    }

    /// Adds a warning only if there is none of its code: for what is likely to be everywhere in the file.
    pub(super) fn once(&mut self, code: &'static str, place: Location, message: Arguments<'_>) {
        if self.wants_once(code) {
            self.keep(code, place, message);
        }
    }

    /// The first half of [`each`](Self::each), for callers that have to look for the place: counts the warning. If it returns
    /// true, [`keep`](Self::keep) must be called.
    pub(super) fn wants(&mut self, code: &'static str) -> bool {
        let wanted = self.count(code) <= OF_ONE_CODE;
        self.counted_only += u64::from(!wanted);
        wanted
    }

    /// The first half of [`once`](Self::once).
    pub(super) fn wants_once(&mut self, code: &'static str) -> bool {
        self.count(code) == 1
    }

    /// The second half of both.
    #[cold]
    pub(super) fn keep(&mut self, code: &'static str, place: Location, message: Arguments<'_>) {
        if self.kept.len() >= self.limit {
            self.counted_only += 1;
            return;
        }
        let at = self.kept.iter().rposition(|before| before.location <= Some(place)).map_or(0, |before| before + 1);
        let (code, message, file) = (Cow::Borrowed(code), message.to_string(), String::new());
        self.kept.insert(at, Warning { code, message, location: Some(place), file });
    }

    /// The warnings in the order of their places, and how many were only counted.
    pub(super) fn into_list(self) -> (Vec<Warning>, u64) {
        (self.kept, self.counted_only)
    }

    fn count(&mut self, code: &'static str) -> u32 {
        if let Some((_, count)) = self.counts.iter_mut().find(|(known, _)| *known == code) {
            *count = count.saturating_add(1);
            return *count;
        }
        self.counts.push((code, 1));
        1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_kind_of_warning_leaves_room_for_the_others() {
        let mut log = WarningLog::new(&Limits::default());
        let at = |byte| Location { byte, line: 1, column: 1 };
        (0..1000).for_each(|n| log.each("bvh.row", at(1000 + n), format_args!("row")));
        (0..1000).for_each(|n| log.once("bvh.habit", at(n), format_args!("habit")));
        let (list, dropped) = log.into_list();
        assert_eq!(list.len(), 9);
        assert_eq!(list[0].code, "bvh.habit");
        assert_eq!(dropped, 992);
    }
}
