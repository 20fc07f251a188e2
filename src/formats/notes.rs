//! Warnings of one file, kept so that no kind drowns the others.

use std::fmt::Arguments;

use crate::error::{Limits, Location, Warning, Warnings};

/// How many warnings of one code are kept with their text; further ones are counted.
const OF_ONE_CODE: u32 = 8;

/// What was repaired or assumed so far.
#[derive(Debug, Clone)]
pub(super) struct Notes {
    warnings: Warnings,
    counts: Vec<(&'static str, u32)>,
    counted_only: u64,
}

impl Notes {
    pub(super) fn new(limits: &Limits) -> Self {
        Self { warnings: Warnings::new(limits), counts: Vec::new(), counted_only: 0 }
    }

    /// One warning for each place. The text is only put together when it will be kept, so a file with a million odd
    /// rows costs nothing more.
    pub(super) fn each(&mut self, code: &'static str, place: Location, message: Arguments<'_>) {
        if self.wants(code) {
            self.keep(code, place, message);
        }
    }

    /// One warning for the whole file, at the first place: for habits of the program that wrote it.
    pub(super) fn once(&mut self, code: &'static str, place: Location, message: Arguments<'_>) {
        if self.wants_once(code) {
            self.keep(code, place, message);
        }
    }

    /// The first half of [`each`](Self::each), for who has to work out the place: counts the warning and tells whether to
    /// [`keep`](Self::keep) it.
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

    /// Warnings in the order of the file, and how many were only counted.
    pub(super) fn list(&self) -> (Vec<Warning>, u64) {
        // Nearly in order already and at most a hundred: put each where it belongs.
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
        let mut notes = Notes::new(&Limits::default());
        let at = |byte| Location { byte, line: 1, column: 1 };
        (0..1000).for_each(|n| notes.each("bvh.row", at(1000 + n), format_args!("row")));
        (0..1000).for_each(|n| notes.once("bvh.habit", at(n), format_args!("habit")));
        let (list, dropped) = notes.list();
        assert_eq!(list.len(), 9);
        assert_eq!(list[0].code, "bvh.habit");
        assert_eq!(dropped, 992);
    }
}
