//! Times of labels.

use crate::label::Label;

/// Where a span is.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Place {
    /// Where it begins, in seconds, not negative.
    pub start: Option<f64>,
    /// Where it ends, in seconds, not before `start`.
    pub end: Option<f64>,
}

/// Reads both times of a label: seconds (`1.5`, `1,5`, `1.5 s`) or minutes and seconds (`1:02.5`); empty for none. Where both are 0 the
/// label holds for the whole clip, as in HumanML3D. What is wrong is returned as sentences; the label then holds for as much as is known,
/// and `None` stands for a span that is none: the label has to be left out, as it would hold where nobody said so.
pub fn place(start: &str, end: &str) -> (Option<Place>, Vec<String>) {
    let mut wrong = Vec::new();
    let mut time = |name: &str, text: &str| match seconds(text) {
        TimeCell::None => None,
        TimeCell::Seconds(seconds) => Some(seconds),
        TimeCell::Wrong => {
            wrong.push(format!("the {name} `{}` is no number of seconds: left out", shortened(text)));
            None
        }
    };
    let (mut from, mut to) = (time("start", start), time("end", end));
    if let (Some(a), Some(b)) = (from, to)
        && b < a
    {
        let (start, end) = (shortened(start), shortened(end));
        wrong.push(format!("the end `{end}` is before the start `{start}`: the label is left out"));
        return (None, wrong);
    }
    if to.is_some_and(|to| to < 0.0) {
        wrong.push(format!("the end `{}` is negative: the label is left out", shortened(end)));
        return (None, wrong);
    }
    if from.is_some_and(|from| from < 0.0) {
        wrong.push(format!("the start `{}` is negative: read as 0", shortened(start)));
        from = Some(0.0);
    }
    if from == Some(0.0) && to == Some(0.0) {
        (from, to) = (None, None);
    }
    (Some(Place { start: from, end: to }), wrong)
}

enum TimeCell {
    None,
    Seconds(f64),
    Wrong,
}

fn seconds(text: &str) -> TimeCell {
    let text = text.trim();
    if text.is_empty() {
        return TimeCell::None;
    }
    // The longest number that makes sense is far shorter.
    if text.len() > 40 {
        return TimeCell::Wrong;
    }
    let number = text.strip_suffix(['s', 'S']).map_or(text, str::trim_end).replace(',', ".");
    let (minutes, seconds) = number.rsplit_once(':').unwrap_or(("", &number));
    let minutes = match minutes.split_once(':') {
        Some((hours, minutes)) => whole(hours).zip(whole(minutes)).map(|(hours, minutes)| hours * 60.0 + minutes),
        None if minutes.is_empty() => Some(0.0),
        None => whole(minutes),
    };
    match minutes.zip(seconds.parse::<f64>().ok()).map(|(minutes, seconds)| minutes * 60.0 + seconds) {
        Some(seconds) if seconds.is_finite() => TimeCell::Seconds(seconds),
        _ => TimeCell::Wrong,
    }
}

fn whole(text: &str) -> Option<f64> {
    text.parse::<u32>().ok().map(f64::from)
}

/// At most 40 characters of what a file says, for a sentence.
pub fn shortened(text: &str) -> String {
    let text = text.trim();
    match text.char_indices().nth(40) {
        Some((at, _)) => format!("{}…", text.get(..at).unwrap_or_default()),
        None => text.to_owned(),
    }
}

/// Whether the label holds at a time in seconds. A span that has no length holds at its moment alone.
pub fn at(label: &Label, time: f64) -> bool {
    let from = label.start.unwrap_or(0.0);
    time >= from && label.end.is_none_or(|end| time < end || (time <= end && end <= from))
}

/// What is to be said of a label whose span is not within its clip, whose duration in seconds is known now; a tenth of a second does
/// not matter.
pub fn beyond(label: &Label, duration: f64) -> Option<String> {
    let over = |time: Option<f64>| time.is_some_and(|time| time > duration + 0.1);
    let end = format!("the clip's end at {duration:.2} s");
    if over(label.start) {
        Some(format!("the span begins after {end}: it is not shown"))
    } else if over(label.end) {
        Some(format!("the span ends after {end}: it is shown until there"))
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(start: &str, end: &str) -> (Option<f64>, Option<f64>, usize) {
        let (place, wrong) = place(start, end);
        let place = place.unwrap_or_default();
        (place.start, place.end, wrong.len())
    }

    #[test]
    fn times_are_seconds_or_clocks() {
        assert_eq!(read("0.5", " 2 "), (Some(0.5), Some(2.0), 0));
        assert_eq!(read("0,5", "2 s"), (Some(0.5), Some(2.0), 0));
        assert_eq!(read("1:02.5", "1:00:00"), (Some(62.5), Some(3600.0), 0));
    }

    #[test]
    fn empty_times_are_the_clips() {
        assert_eq!(read("", ""), (None, None, 0));
        assert_eq!(read("1", ""), (Some(1.0), None, 0));
        assert_eq!(read("", "1"), (None, Some(1.0), 0));
        assert_eq!(read("0.0", "0.0"), (None, None, 0));
    }

    #[test]
    fn wrong_times_are_told_and_the_label_is_kept() {
        assert_eq!(read("abc", "2"), (None, Some(2.0), 1));
        assert_eq!(read("nan", "inf"), (None, None, 2));
        assert_eq!(read("-1", "2"), (Some(0.0), Some(2.0), 1));
        assert_eq!(read("-1:30", ""), (None, None, 1));
        assert_eq!(read(&"9".repeat(400), "1"), (None, Some(1.0), 1));
    }

    #[test]
    fn a_span_that_is_none_never_becomes_the_whole_clip() {
        for (start, end, told) in [
            ("3", "2", "the end `2` is before the start `3`: the label is left out"),
            ("-1", "-2", "the end `-2` is before the start `-1`: the label is left out"),
            ("-2", "-1", "the end `-1` is negative: the label is left out"),
        ] {
            assert_eq!(place(start, end), (None, vec![told.to_owned()]));
        }
    }

    #[test]
    fn a_span_ends_before_its_end_and_a_moment_is_seen() {
        let span = |start, end| Label { start, end, ..Label::default() };
        assert!(at(&span(None, None), 7.0));
        assert!(at(&span(Some(1.0), Some(2.0)), 1.0));
        assert!(!at(&span(Some(1.0), Some(2.0)), 2.0));
        assert!(at(&span(Some(1.0), Some(1.0)), 1.0));
    }

    #[test]
    fn spans_beyond_the_clip_are_told() {
        let span = |start, end| Label { start: Some(start), end: Some(end), ..Label::default() };
        assert_eq!(beyond(&span(0.0, 2.05), 2.0), None);
        assert!(beyond(&span(0.0, 3.0), 2.0).unwrap().contains("until there"));
        assert!(beyond(&span(2.5, 3.0), 2.0).unwrap().contains("not shown"));
    }
}
