//! Labels of the clips of a gallery: which file's labels belong to which clip, and what is told of them.

use std::collections::BTreeMap;

use marey_labels::{Clips, Label, Labels, Remark, beyond};
use serde_json::{Map, Value, json};

use super::GalleryClip;
use super::html::count;
use crate::eprintln_quietly;

/// Remarks of a file that are printed.
const MOST_PRINTED: usize = 10;
/// Labels of a clip that are kept.
const MOST_OF_CLIP: usize = 10_000;

/// A label of a clip.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct ClipLabel {
    pub(super) text: String,
    /// Seconds; `None` at the clip's beginning, and at its end.
    pub(super) start: Option<f64>,
    pub(super) end: Option<f64>,
    /// Columns of one's own with their values.
    pub(super) columns: BTreeMap<String, String>,
}

impl ClipLabel {
    fn of(label: &Label, labels: &Labels) -> Self {
        let own = |(column, value): &(usize, String)| Some((labels.columns.get(*column)?.clone(), value.clone()));
        let (start, end) = (label.start, label.end);
        Self { text: label.text.clone(), start, end, columns: label.more.iter().filter_map(own).collect() }
    }

    /// Whether it holds for the whole clip.
    pub(super) fn is_whole(&self) -> bool {
        self.start.is_none() && self.end.is_none()
    }

    /// As in `facts.json`.
    pub(super) fn json(&self) -> Value {
        json!({ "text": self.text, "start": self.start, "end": self.end, "columns": self.columns })
    }

    /// Reads what [`json`](Self::json) wrote.
    pub(super) fn read(value: &Value) -> Option<Self> {
        let columns = value.get("columns").and_then(Value::as_object).into_iter().flat_map(Map::iter);
        Some(Self {
            text: value.get("text")?.as_str()?.to_owned(),
            start: value.get("start")?.as_f64(),
            end: value.get("end")?.as_f64(),
            columns: columns.filter_map(|(name, value)| Some((name.clone(), value.as_str()?.to_owned()))).collect(),
        })
    }
}

/// The labels of each clip, in the order of their spans; those of the whole clip first. Prints what is to be said of the files.
pub(super) fn assign(files: &[Labels], clips: &[GalleryClip]) -> Vec<Vec<ClipLabel>> {
    let paths = Clips::new(clips.iter().map(|clip| clip.facts.path.as_str()));
    let mut all = vec![Vec::new(); clips.len()];
    for labels in files {
        let found = paths.assign(labels);
        tell(labels, &labels.remarks, labels.further_remarks);
        let left = found.without;
        tell(labels, &found.remarks, 0);
        if left > 0 {
            let words = count(left, "label");
            eprintln_quietly(&format!("{}: {words} without a clip", labels.name));
        }
        let (mut outside, mut too_many) = (Vec::new(), 0);
        for (clip, row) in found.pairs {
            let (Some(own), Some(label)) = (all.get_mut(clip), labels.rows.get(row)) else { continue };
            let text = clips.get(clip).and_then(|clip| beyond(label, clip.facts.seconds));
            outside.extend(text.map(|text| Remark { line: label.line, text }));
            if own.len() < MOST_OF_CLIP {
                own.push(ClipLabel::of(label, labels));
            } else {
                too_many += 1;
            }
        }
        outside.sort_by_key(|remark| remark.line);
        tell(labels, &outside, 0);
        if too_many > 0 {
            let words = count(too_many, "label");
            eprintln_quietly(&format!("{}: {words} of clips with more than {MOST_OF_CLIP} are left out", labels.name));
        }
    }
    // Several files may have labels of a clip.
    let place = |label: &ClipLabel| (!label.is_whole(), label.start.unwrap_or(0.0), label.end.unwrap_or(f64::MAX));
    for own in &mut all {
        own.sort_by(|a, b| {
            let ((a, from, to), (b, start, end)) = (place(a), place(b));
            a.cmp(&b).then(from.total_cmp(&start)).then(to.total_cmp(&end))
        });
    }
    all
}

/// Prints remarks with their places, the first of many.
fn tell(labels: &Labels, remarks: &[Remark], further: usize) {
    for remark in remarks.iter().take(MOST_PRINTED) {
        let place = if remark.line > 0 { format!(":{}", remark.line) } else { String::new() };
        // A terminal would obey control characters of names.
        let text = remark.text.replace(char::is_control, "\u{fffd}");
        eprintln_quietly(&format!("{}{place}: {text}", labels.name));
    }
    let more = remarks.len().saturating_sub(MOST_PRINTED) + further;
    if more > 0 {
        eprintln_quietly(&format!("{}: and {more} more remarks", labels.name));
    }
}

/// The different texts, in order.
pub(super) fn texts(labels: &[ClipLabel]) -> Vec<&str> {
    let mut texts: Vec<&str> = Vec::new();
    for label in labels {
        if !label.text.is_empty() && !texts.contains(&label.text.as_str()) && texts.len() < MOST_TEXTS {
            texts.push(&label.text);
        }
    }
    texts
}

/// Different texts of a clip that are searched and shown on cards.
const MOST_TEXTS: usize = 200;

/// The different values of a column of one's own, in order.
pub(super) fn values<'a>(labels: &'a [ClipLabel], column: &str) -> Vec<&'a str> {
    let mut values: Vec<&str> = Vec::new();
    for value in labels.iter().filter_map(|label| label.columns.get(column)) {
        if !values.contains(&value.as_str()) && values.len() < MOST_TEXTS {
            values.push(value);
        }
    }
    values
}
