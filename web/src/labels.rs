//! The `labels` module: what somebody wrote about clips, and which clips it belongs to.
//!
//! It runs in a worker that keeps the files: clips that come later get their labels without the files being read again.

use std::cell::RefCell;

use js_sys::{Array, Object};
use marey_labels::{Clips, Label, Labels, Likeness, Remark, likeness, read};
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

/// Which labels of all files belong to which clips. `clips` are the paths of all clips, a line each. The result has the shape of
/// `AssignedLabels` in the shell's `types.d.ts`.
#[wasm_bindgen(js_name = assignLabels, unchecked_return_type = "any")]
pub fn assign_labels(clips: &str) -> Object {
    let (given, told) = (Array::new(), Array::new());
    let clips = Clips::new(clips.lines());
    let mut left = 0;
    FILES.with_borrow(|files| {
        for (number, labels) in files.iter().enumerate().filter_map(|(number, file)| Some((number, file.as_ref()?))) {
            let found = clips.assign(labels);
            for &(clip, row) in &found.pairs {
                let Some(label) = labels.rows.get(row) else { continue };
                if given.length() as usize >= MOST {
                    left += 1;
                    continue;
                }
                given.push(&one(clip, number, label, labels));
            }
            if found.without > 0 {
                let out = Object::new();
                set(&out, "file", number as f64);
                set(&out, "remarks", remarks(&found.remarks));
                set(&out, "without", found.without as f64);
                told.push(&out);
            }
        }
    });
    let out = Object::new();
    set(&out, "labels", given);
    set(&out, "files", told);
    set(&out, "left", left);
    out
}

/// A label of a clip for the page.
fn one(clip: usize, file: usize, label: &Label, labels: &Labels) -> Object {
    let out = Object::new();
    set(&out, "clip", clip as f64);
    set(&out, "file", file as f64);
    set(&out, "line", label.line as f64);
    set(&out, "text", label.text.as_str());
    set(&out, "from", label.start);
    set(&out, "to", label.end);
    let more = label.more.iter().map(|(column, value)| {
        let name = labels.columns.get(*column).map_or("", String::as_str);
        Array::of2(&name.into(), &value.as_str().into())
    });
    set(&out, "more", list(more));
    out
}

/// Remarks as lines of text, with their places.
fn remarks(all: &[Remark]) -> Array {
    list(all.iter().map(|remark| remark.to_string()))
}
