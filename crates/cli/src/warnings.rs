//! Warnings as JSON.

use marey::Location;
use marey::model::Clip;
use marey_study::missing::{frames_without_values, lacking_in_words};
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

/// The first warning, for those who use a motion without a look at its file: `line 146: .. (1 more: marey check)`.
pub(super) fn first_in_words(clip: &Clip) -> Option<String> {
    let first = clip.warnings.first()?;
    let place = first.location.filter(|place| place.line > 0);
    let place = place.map_or_else(String::new, |place| format!("line {}: ", place.line));
    let others = clip.warnings.len() as u64 - 1 + clip.warnings_dropped;
    let others = if others == 0 { String::new() } else { format!(" ({others} more: marey check)") };
    Some(format!("{place}{first}{others}"))
}

/// Says that frames of a behaviour lack values.
pub(super) fn lacking(clip: &Clip, behaviour: usize) -> Option<String> {
    let words = lacking_in_words(&frames_without_values(clip, behaviour, |_| true))?;
    Some(format!("{words}: `marey mend` fills them"))
}

pub(super) fn own_warning(code: &str, message: &str) -> Value {
    json!({ "code": code, "line": null, "column": null, "byte": null, "file": null, "message": message, "count": 1 })
}
