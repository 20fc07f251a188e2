//! Warnings of one file, kept so that no kind drowns the others.

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

    /// One warning for each place. The place and the text are only worked out when they will be kept, so a file with
    /// a million odd rows costs nothing more.
    pub(super) fn each(&mut self, code: &'static str, make: impl FnOnce() -> (Location, String)) {
        if self.count(code) <= OF_ONE_CODE {
            let (location, message) = make();
            self.warnings.add(code, Some(location), || message);
        } else {
            self.counted_only += 1;
        }
    }

    /// One warning for the whole file, at the first place: for habits of the program that wrote it.
    pub(super) fn once(&mut self, code: &'static str, make: impl FnOnce() -> (Location, String)) {
        if self.count(code) == 1 {
            let (location, message) = make();
            self.warnings.add(code, Some(location), || message);
        }
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
        (0..1000).for_each(|n| notes.each("bvh.row", || (at(1000 + n), "row".into())));
        (0..1000).for_each(|n| notes.once("bvh.habit", || (at(n), "habit".into())));
        let (list, dropped) = notes.list();
        assert_eq!(list.len(), 9);
        assert_eq!(list[0].code, "bvh.habit");
        assert_eq!(dropped, 992);
    }
}
