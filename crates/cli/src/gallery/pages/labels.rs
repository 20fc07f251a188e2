//! The labels of a clip below its stage: captions, spans in lanes over the clip's time, and a list of them.

use std::collections::HashMap;

use super::super::facts::ClipFacts;
use super::super::html::{escaped, name};
use super::super::labelled::ClipLabel;

/// Most labels of the page; `facts.json` has all.
const MOST: usize = 500;
/// Most lanes of spans that overlap.
const MOST_LANES: usize = 6;
/// Units of the picture of lanes for the clip's length and for a lane, and their distance.
const WIDTH: f64 = 1000.0;
const LANE: f64 = 10.0;
const GAP: f64 = 3.0;
/// Colours of spans: texts that are the same have the same one.
const TINTS: usize = 6;

/// A span within the clip.
struct LabelSpan<'a> {
    label: &'a ClipLabel,
    /// The number of its colour.
    tint: usize,
    from: f64,
    to: f64,
}

/// The section; empty for a clip without labels.
pub(super) fn section(facts: &ClipFacts) -> String {
    if facts.labels.is_empty() {
        return String::new();
    }
    let captions: String = facts.labels.iter().take(MOST).filter(|label| label.is_whole()).map(caption).collect();
    let mut texts: HashMap<&str, usize> = HashMap::new();
    let mut spans: Vec<LabelSpan<'_>> = Vec::new();
    for label in facts.labels.iter().take(MOST).filter(|label| !label.is_whole()) {
        let count = texts.len();
        let tint = *texts.entry(&label.text).or_insert(count) % TINTS;
        let from = label.start.unwrap_or(0.0);
        spans.push(LabelSpan { label, tint, from, to: label.end.unwrap_or(facts.seconds).max(from) });
    }
    let items: String = spans.iter().map(item).collect();
    let list = if items.is_empty() { items } else { format!("<ol class=\"spans\">\n{items}</ol>\n") };
    let more = match facts.labels.len().saturating_sub(MOST) {
        0 => String::new(),
        more => format!("<p class=\"about\">and {more} more in facts.json</p>\n"),
    };
    format!(
        "<section class=\"labels\" aria-label=\"Labels\">\n{}{captions}{list}{more}</section>\n",
        lanes(&spans, facts.seconds)
    )
}

/// A label of the whole clip.
fn caption(label: &ClipLabel) -> String {
    format!("<p class=\"caption\">{}{}</p>\n", name(&label.text), columns(label))
}

/// A span in the list. The script goes to its moment.
fn item(span: &LabelSpan<'_>) -> String {
    let LabelSpan { label, tint, from, to } = span;
    format!(
        "<li data-from=\"{from}\" data-to=\"{to}\" data-tint=\"{tint}\"><span class=\"when\">{}</span><span>{}{}</span></li>\n",
        when(*from, *to),
        name(&label.text),
        columns(label)
    )
}

/// Columns of one's own.
fn columns(label: &ClipLabel) -> String {
    let column =
        |(key, value): (&String, &String)| format!(" <span class=\"own\">{}: {}</span>", name(key), name(value));
    label.columns.iter().map(column).collect()
}

/// `0.50 – 2.00 s`, or one moment.
fn when(from: f64, to: f64) -> String {
    if to > from { format!("{from:.2} – {to:.2} s") } else { format!("{from:.2} s") }
}

/// The spans over the clip's length; those that overlap are in lanes below each other.
fn lanes(spans: &[LabelSpan<'_>], seconds: f64) -> String {
    if spans.is_empty() || seconds <= 0.0 {
        return String::new();
    }
    // Where the last span of each lane ends.
    let mut ends: Vec<f64> = Vec::new();
    let mut marks = String::new();
    for LabelSpan { label, tint, from, to } in spans {
        let lane = ends.iter().position(|end| end <= from).unwrap_or(ends.len());
        if lane >= MOST_LANES || *from > seconds {
            continue;
        }
        match ends.get_mut(lane) {
            Some(end) => *end = *to,
            None => ends.push(*to),
        }
        let (x, end) = (WIDTH * from / seconds, WIDTH * to.min(seconds) / seconds);
        marks += &format!(
            "<rect data-from=\"{from}\" data-to=\"{to}\" data-tint=\"{tint}\" x=\"{x:.1}\" y=\"{:.0}\" width=\"{:.1}\" height=\"{LANE:.0}\" rx=\"2\"><title>{}, {}</title></rect>",
            lane as f64 * (LANE + GAP),
            (end - x - 1.0).max(2.0),
            escaped(&label.text),
            when(*from, *to)
        );
    }
    let height = ends.len() as f64 * (LANE + GAP) - GAP;
    format!(
        "<svg class=\"lanes\" viewBox=\"0 0 {WIDTH:.0} {height:.0}\" width=\"{WIDTH:.0}\" height=\"{height:.0}\" preserveAspectRatio=\"none\" aria-hidden=\"true\">{marks}</svg>\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_that_overlap_are_below_each_other() {
        let label = |text: &str| ClipLabel { text: text.to_owned(), ..ClipLabel::default() };
        let labels = [label("a"), label("<b>"), label("c")];
        let times = [(0.0, 2.0), (1.0, 3.0), (2.0, 4.0)];
        let spans: Vec<LabelSpan<'_>> =
            labels.iter().zip(times).map(|(label, (from, to))| LabelSpan { label, tint: 0, from, to }).collect();
        let drawn = lanes(&spans, 4.0);
        let rows: Vec<&str> = drawn.split(" y=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        assert_eq!(rows, ["0", "13", "0"], "{drawn}");
        assert!(drawn.contains("&lt;b&gt;, 1.00 – 3.00 s"), "{drawn}");
    }
}
