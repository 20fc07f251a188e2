//! Labels of the clips of a gallery: which file's labels belong to which clip, and what is told of them.

use std::collections::BTreeMap;

use marey_labels::{Clips, Label, Labels, Remark, beyond};
use serde_json::{Map, Value, json};

use super::html::count;
use super::label_files::LabelFile;
use super::{GalleryClip, Refused};
use crate::eprintln_quietly;

/// Remarks of a file that are printed.
const MOST_PRINTED: usize = 10;
/// Remarks of a file that are on the page.
const MOST_TOLD: usize = 200;
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

/// What files say of clips.
#[derive(Default)]
pub(super) struct Assigned {
    /// The labels of each clip, in the order of their spans; those of the whole clip first.
    pub(super) of_clips: Vec<Vec<ClipLabel>>,
    /// What is to be said of the files, for the page.
    pub(super) remarks: Vec<Refused>,
}

/// Gives labels to clips, and prints what is to be said of the files.
pub(super) fn assign(files: &[LabelFile], clips: &[GalleryClip]) -> Assigned {
    let paths = Clips::new(clips.iter().map(|clip| clip.facts.path.as_str()));
    let (mut all, mut told) = (vec![Vec::new(); clips.len()], Vec::new());
    for LabelFile { shown, labels } in files {
        let found = paths.assign(labels);
        let mut remarks: Vec<Remark> = labels.remarks.clone();
        let whole = |text: String| Remark { line: 0, text };
        if labels.further_remarks > 0 {
            remarks.push(whole(format!("and {} more remarks", labels.further_remarks)));
        }
        remarks.extend(found.remarks);
        if found.without > 0 {
            remarks.push(whole(format!("{} without a clip", count(found.without, "label"))));
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
        remarks.extend(outside);
        if too_many > 0 {
            let words = count(too_many, "label");
            remarks.push(whole(format!("{words} of clips with more than {MOST_OF_CLIP} are left out")));
        }
        // What holds for the whole file comes last, as it sums up.
        remarks.sort_by_key(|remark| if remark.line > 0 { remark.line } else { usize::MAX });
        tell(shown, &remarks);
        told.extend(remarks.iter().take(MOST_TOLD).map(|remark| Refused {
            path: labels.name.clone(),
            message: remark.to_string().replace(char::is_control, "\u{fffd}"),
        }));
    }
    // Several files may have labels of a clip.
    let place = |label: &ClipLabel| (!label.is_whole(), label.start.unwrap_or(0.0), label.end.unwrap_or(f64::MAX));
    for own in &mut all {
        own.sort_by(|a, b| {
            let ((a, from, to), (b, start, end)) = (place(a), place(b));
            a.cmp(&b).then(from.total_cmp(&start)).then(to.total_cmp(&end))
        });
    }
    Assigned { of_clips: all, remarks: told }
}

/// Prints remarks with their places, the first of many, and those of the whole file.
fn tell(shown: &str, remarks: &[Remark]) {
    let (placed, whole): (Vec<&Remark>, Vec<&Remark>) = remarks.iter().partition(|remark| remark.line > 0);
    for Remark { line, text } in placed.iter().take(MOST_PRINTED) {
        eprintln_quietly(&format!("{shown}:{line}: {}", text.replace(char::is_control, "\u{fffd}")));
    }
    if let Some(more @ 1..) = placed.len().checked_sub(MOST_PRINTED) {
        eprintln_quietly(&format!("{shown}: and {} (problems.html)", count(more, "more remark")));
    }
    for Remark { text, .. } in whole {
        eprintln_quietly(&format!("{shown}: {text}"));
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
