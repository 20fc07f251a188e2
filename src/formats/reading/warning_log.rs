//! The warnings of one file. Frequent causes leave room for others.

use std::borrow::Cow;
use std::fmt::Arguments;

use crate::error::{Limits, Location, Occurrence, Warning};

/// Warns with a text as `format!` takes it: `warning!(log.each => "format.what", place, "`{name}` has {count}")`. The method is one of
/// [`WarningLog`], or of what adds the place to it.
macro_rules! warning {
    ($($method:ident).+ => $code:literal, $place:expr, $($text:tt)+) => {
        $($method).+($code, $place, format_args!($($text)+))
    };
}

/// Most places with text, and most causes, of one code; further ones are only counted.
const MAX_PER_CODE: usize = 8;

/// Words for a counted warning: the start of a sentence about one thing (`the row has`), the plural (`rows`), and its verb (`have`).
#[derive(Debug)]
pub(crate) struct Counted {
    pub(crate) one: &'static str,
    pub(crate) noun: &'static str,
    pub(crate) verb: &'static str,
}

pub(crate) const ROWS: &Counted = &Counted { one: "the row has", noun: "rows", verb: "have" };

/// A cause with all its places.
#[derive(Debug, Clone)]
struct Cause {
    code: &'static str,
    /// Distinguishes causes of one code.
    key: usize,
    counted: Option<&'static Counted>,
    count: u64,
    /// Places with text.
    kept: Vec<Occurrence>,
}

#[derive(Debug, Clone)]
pub(crate) struct WarningLog {
    causes: Vec<Cause>,
    /// Number of places with text, and its limit.
    kept: usize,
    limit: usize,
    /// Number of warnings whose cause is not listed.
    unlisted: u64,
}

impl WarningLog {
    pub(crate) fn new(limits: &Limits) -> Self {
        Self { causes: Vec::new(), kept: 0, limit: limits.warnings, unlisted: 0 }
    }

    /// Adds a warning for one place, or for none. Formats its text only if it is kept, so that a million irregular rows cost little.
    pub(crate) fn each(&mut self, code: &'static str, place: impl Into<Option<Location>>, message: Arguments<'_>) {
        if self.wants(code) {
            self.keep_cause(code, 0, place.into(), message.to_string());
        }
    }

    /// Warns of one of many counted things. `key` distinguishes causes. The message continues [`Counted::one`] or [`Counted::verb`].
    pub(crate) fn counted(
        &mut self,
        code: &'static str,
        key: usize,
        of: &'static Counted,
        place: Location,
        message: Arguments<'_>,
    ) {
        if self.wants_cause(code, key, Some(of)) {
            self.keep_cause(code, key, Some(place), message.to_string());
        }
    }

    /// As [`each`](Self::each), with a text that is more than a sentence with values.
    pub(crate) fn add(&mut self, code: &'static str, place: Option<Location>, message: impl FnOnce() -> String) {
        if self.wants(code) {
            self.keep_cause(code, 0, place, message());
        }
    }

    /// Adds a warning only once per code, for what is likely to occur everywhere in the file.
    pub(crate) fn once(&mut self, code: &'static str, place: Location, message: Arguments<'_>) {
        if self.wants_once(code) {
            self.keep(code, place, message);
        }
    }

    /// First half of [`each`](Self::each), for callers that must look up the place. Counts; if true, call [`keep`](Self::keep).
    pub(crate) fn wants(&mut self, code: &'static str) -> bool {
        self.wants_cause(code, 0, None)
    }

    /// First half of [`once`](Self::once).
    pub(crate) fn wants_once(&mut self, code: &'static str) -> bool {
        !self.causes.iter().any(|cause| cause.code == code) && self.wants(code)
    }

    /// Second half of [`wants`](Self::wants) and [`wants_once`](Self::wants_once).
    #[cold]
    pub(crate) fn keep(&mut self, code: &'static str, place: Location, message: Arguments<'_>) {
        self.keep_cause(code, 0, Some(place), message.to_string());
    }

    fn wants_cause(&mut self, code: &'static str, key: usize, counted: Option<&'static Counted>) -> bool {
        let room = self.kept < self.limit;
        let (mut causes, mut places, mut own) = (0, 0, None);
        for cause in &mut self.causes {
            if cause.code == code {
                (causes, places) = (causes + 1, places + cause.kept.len());
                own = if cause.key == key { Some(cause) } else { own };
            }
        }
        match own {
            Some(cause) => {
                cause.count += 1;
                room && places < MAX_PER_CODE
            }
            // Always keep the first place of a cause: a rare cause must not get lost among frequent ones.
            None if room && causes < MAX_PER_CODE => {
                self.causes.push(Cause { code, key, counted, count: 1, kept: Vec::new() });
                true
            }
            None => {
                self.unlisted += 1;
                false
            }
        }
    }

    #[cold]
    fn keep_cause(&mut self, code: &'static str, key: usize, location: Option<Location>, message: String) {
        if let Some(cause) = self.causes.iter_mut().find(|cause| cause.code == code && cause.key == key) {
            let at = cause.kept.iter().rposition(|before| before.location <= location).map_or(0, |before| before + 1);
            cause.kept.insert(at, Occurrence { location, message });
            self.kept += 1;
        }
    }

    /// The warnings in order of their places, and the number of those not listed.
    pub(crate) fn into_list(self) -> (Vec<Warning>, u64) {
        let mut list: Vec<Warning> = Vec::new();
        // Insertion sort, because a sort's code would be a large part of a module that reads only BVH.
        for warning in self.causes.into_iter().filter_map(Cause::into_warning) {
            let at = list.iter().rposition(|before| before.location <= warning.location).map_or(0, |before| before + 1);
            list.insert(at, warning);
        }
        (list, self.unlisted)
    }
}

impl Cause {
    fn into_warning(self) -> Option<Warning> {
        let Self { code, counted, count, kept: mut more, .. } = self;
        if more.is_empty() {
            return None;
        }
        let Occurrence { location, message } = more.remove(0);
        for one in &mut more {
            if one.message == message {
                one.message.clear();
            }
        }
        let (begin, noun) = counted.map_or(("", ""), |of| if count > 1 { (of.verb, of.noun) } else { (of.one, "") });
        let message = if begin.is_empty() { message } else { format!("{begin} {message}") };
        let (code, noun) = (Cow::Borrowed(code), Cow::Borrowed(noun));
        Some(Warning { code, message, location, count, noun, more, file: String::new() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn at(byte: u64) -> Location {
        Location { byte, line: byte as u32, column: 1 }
    }

    #[test]
    fn one_kind_of_warning_leaves_room_for_the_others() {
        let mut log = WarningLog::new(&Limits::default());
        (0..1000).for_each(|n| warning!(log.each => "bvh.row", at(1000 + n), "row"));
        (0..1000).for_each(|n| warning!(log.once => "bvh.habit", at(n), "habit"));
        let (list, unlisted) = log.into_list();
        let summaries = list.iter().map(|one| (&*one.code, one.count, one.more.len())).collect::<Vec<_>>();
        assert_eq!((summaries, unlisted), (vec![("bvh.habit", 1, 0), ("bvh.row", 1000, 7)], 0));
    }

    #[test]
    fn one_cause_is_one_warning_and_a_rare_one_is_kept() {
        let mut log = WarningLog::new(&Limits::default());
        let mut row = |line, found: usize| {
            log.counted("bvh.row-length", found, ROWS, at(line), format_args!("{found} numbers instead of 54"));
        };
        (91..616).for_each(|line| row(line, 102));
        row(616, 53);
        let (list, unlisted) = log.into_list();
        assert_eq!(
            list.iter().map(ToString::to_string).collect::<Vec<_>>(),
            ["525 rows from here on have 102 numbers instead of 54", "the row has 53 numbers instead of 54"]
        );
        assert_eq!((list[0].location, list[1].location, unlisted), (Some(at(91)), Some(at(616)), 0));
    }

    #[test]
    fn causes_past_the_limit_are_counted() {
        let mut log = WarningLog::new(&Limits::default());
        (0..100).for_each(|n| log.counted("bvh.row-length", n, ROWS, at(n as u64), format_args!("{n} numbers")));
        let (list, unlisted) = log.into_list();
        assert_eq!((list.len(), unlisted), (8, 92));
    }

    #[test]
    fn discarded_warnings_build_no_text() {
        let mut log = WarningLog::new(&Limits { warnings: 2, ..Limits::default() });
        log.add("x.y", None, || "kept".into());
        log.add("x.z", None, || "kept".into());
        log.add("x.y", None, || unreachable!("built a message that is not kept"));
        log.add("x.w", None, || unreachable!("built a message that is not kept"));
        let (list, unlisted) = log.into_list();
        assert_eq!((list.len(), list[0].count, unlisted), (2, 2, 1));
    }

    #[test]
    fn different_texts_of_one_cause_are_kept() {
        let mut log = WarningLog::new(&Limits::default());
        for (line, name) in [(3, "b"), (2, "a"), (4, "a")] {
            warning!(log.each => "x.y", at(line), "no {name}");
        }
        let list = log.into_list().0;
        assert_eq!((list.len(), list[0].to_string()), (1, "no a (in 3 places)".to_owned()));
        let more = list[0].more.iter().map(|one| (one.location, one.message.as_str())).collect::<Vec<_>>();
        assert_eq!(more, [(Some(at(3)), "no b"), (Some(at(4)), "")]);
    }
}
