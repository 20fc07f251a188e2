//! Warnings as JSON.

use marey::Location;
use marey::model::Clip;
use serde_json::{Value, json};

/// The warnings of a clip, in file order.
pub(super) fn warnings(clip: &Clip) -> Vec<Value> {
    let one = |warning: &marey::Warning| {
        let mut object = place_object(warning.location);
        object["code"] = (*warning.code).into();
        object["file"] = Some(&warning.file[..]).filter(|file| !file.is_empty()).into();
        object["message"] = warning.to_string().into();
        object["count"] = warning.count.into();
        object
    };
    clip.warnings.iter().map(one).collect()
}

/// `line`, `column` and `byte` of a place. Binary files have only `byte`.
pub(super) fn place_object(place: Option<Location>) -> Value {
    let in_text = place.filter(|place| place.line > 0);
    json!({
        "line": in_text.map(|place| place.line),
        "column": in_text.map(|place| place.column),
        "byte": place.map(|place| place.byte),
    })
}

pub(super) fn own_warning(code: &str, message: &str) -> Value {
    json!({ "code": code, "line": null, "column": null, "byte": null, "file": null, "message": message, "count": 1 })
}
