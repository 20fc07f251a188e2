//! The `labels` module: what somebody wrote about clips, and which clips it belongs to.
//!
//! It runs in a worker that keeps the files: clips that come later get their labels without the files being read again.

use std::cell::RefCell;

use js_sys::{Array, Object};
use marey_labels::{Clips, Labels, Likeness, Remark, likeness, read};
use wasm_bindgen::prelude::*;

use crate::objects::{list, set};

/// Labels of all clips together that are handed to the page.
const MOST: usize = 100_000;

thread_local! {
    /// The files by their numbers.
    static FILES: RefCell<Vec<Option<Labels>>> = const { RefCell::new(Vec::new()) };
}

/// Whether a file has labels: 2 if it has, 1 if its lines are labels of a clip of the same name in the same folder, else 0. `name` is
/// its path, `head` its first bytes.
#[wasm_bindgen(js_name = labelLikeness)]
pub fn label_likeness(name: &str, head: &[u8]) -> u32 {
    match likeness(name, head) {
        Likeness::Labels => 2,
        Likeness::OfNamesake => 1,
        Likeness::Other => 0,
    }
}

/// Reads a file of labels and keeps it. The result has the shape of `LabelFile` in the shell's `types.d.ts`: its number, or why it cannot
/// be read.
#[wasm_bindgen(js_name = addLabels, unchecked_return_type = "any")]
pub fn add_labels(name: &str, bytes: &[u8]) -> Object {
    let out = Object::new();
    match read(name, bytes) {
        Ok(labels) => {
            set(&out, "count", labels.rows.len() as f64);
            set(&out, "columns", list(labels.columns.iter().map(String::as_str)));
            set(&out, "remarks", remarks(&labels.remarks));
            set(&out, "further", labels.further_remarks as f64);
            let number = FILES.with_borrow_mut(|files| {
                files.push(Some(labels));
                files.len() - 1
            });
            set(&out, "number", number as f64);
        }
        Err(refusal) => set(&out, "refusal", refusal.to_string()),
    }
    out
}

/// Drops a file.
#[wasm_bindgen(js_name = removeLabels)]
pub fn remove_labels(number: usize) {
    FILES.with_borrow_mut(|files| {
        if let Some(slot) = files.get_mut(number) {
            *slot = None;
        }
    });
}

/// Which labels of a file belong to which clips. `clips` are the paths of all clips, a line each. The result has the shape of
/// `AssignedLabels` in the shell's `types.d.ts`.
#[wasm_bindgen(js_name = assignLabels, unchecked_return_type = "any")]
pub fn assign_labels(number: usize, clips: &str) -> Object {
    let out = Object::new();
    let (given, told) = (Array::new(), Array::new());
    FILES.with_borrow(|files| {
        let Some(labels) = files.get(number).and_then(Option::as_ref) else { return };
        let found = Clips::new(clips.lines()).assign(labels);
        for &(clip, row) in found.pairs.iter().take(MOST) {
            let Some(label) = labels.rows.get(row) else { continue };
            let one = Object::new();
            set(&one, "clip", clip as f64);
            set(&one, "line", label.line as f64);
            set(&one, "text", label.text.as_str());
            set(&one, "from", label.start);
            set(&one, "to", label.end);
            let more = label.more.iter().map(|(column, value)| {
                let name = labels.columns.get(*column).map_or("", String::as_str);
                Array::of2(&name.into(), &value.as_str().into())
            });
            set(&one, "more", list(more));
            given.push(&one);
        }
        told.push(&remarks(&found.remarks));
        set(&out, "without", found.without as f64);
        set(&out, "left", found.pairs.len().saturating_sub(MOST) as f64);
    });
    set(&out, "labels", given);
    set(&out, "remarks", told.get(0));
    out
}

/// Remarks as lines of text, with their places.
fn remarks(all: &[Remark]) -> Array {
    list(all.iter().map(|remark| remark.to_string()))
}
