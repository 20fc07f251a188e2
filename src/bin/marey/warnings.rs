//! Warnings as JSON.

use marey::model::Clip;
use serde_json::{Value, json};

/// Those of a clip, in the order of the file.
pub(super) fn warnings(clip: &Clip) -> Vec<Value> {
    let one = |warning: &marey::Warning| {
        // Binary files have no lines: there the byte tells the place.
        let place = warning.location;
        let in_text = place.filter(|place| place.line > 0);
        json!({
            "code": warning.code,
            "line": in_text.map(|place| place.line),
            "column": in_text.map(|place| place.column),
            "byte": place.map(|place| place.byte),
            "file": Some(&warning.file).filter(|file| !file.is_empty()),
            "message": warning.to_string(),
            "count": warning.count,
        })
    };
    clip.warnings.iter().map(one).collect()
}

/// A warning of the command's own.
pub(super) fn own_warning(code: &str, message: &str) -> Value {
    json!({ "code": code, "line": null, "column": null, "byte": null, "file": null, "message": message, "count": 1 })
}
