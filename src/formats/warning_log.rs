//! The warnings of one file. There is room for each kind, however many there are of another.

use std::fmt::Arguments;

use crate::error::{Limits, Location, Warning, Warnings};

/// How many warnings of one code are kept with their text; further ones are counted.
const OF_ONE_CODE: u32 = 8;

/// The warnings so far: what was repaired or assumed.
#[derive(Debug, Clone)]
pub(super) struct WarningLog {
    warnings: Warnings,
    counts: Vec<(&'static str, u32)>,
    /// How many were not kept because there were enough of their code.
    counted_only: u64,
}

impl WarningLog {
    pub(super) fn new(limits: &Limits) -> Self {
        Self { warnings: Warnings::new(limits), counts: Vec::new(), counted_only: 0 }
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
        self.warnings.add(code, Some(place), || message.to_string());
    }

    /// The warnings in the order of their places, and how many were only counted.
    pub(super) fn list(&self) -> (Vec<Warning>, u64) {
        // They are few and nearly in order: each is put where it belongs.
        let mut list: Vec<Warning> = Vec::new();
        for warning in self.warnings.kept() {
            let byte = |warning: &Warning| warning.location.map(|place| place.byte);
            let at = list.iter().rposition(|before| byte(before) <= byte(warning)).map_or(0, |before| before + 1);
            list.insert(at, warning.clone());
        }
        (list, self.warnings.dropped() + self.counted_only)
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
        let (list, dropped) = log.list();
        assert_eq!(list.len(), 9);
        assert_eq!(list[0].code, "bvh.habit");
        assert_eq!(dropped, 992);
    }
}
