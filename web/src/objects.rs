//! Helpers for plain JavaScript objects and arrays.

#[cfg(not(any(
    feature = "write",
    feature = "packing",
    feature = "compare",
    feature = "retarget",
    feature = "targets",
    feature = "body",
    feature = "study"
)))]
use js_sys::Array;
#[cfg(not(any(
    feature = "write",
    feature = "packing",
    feature = "compare",
    feature = "retarget",
    feature = "rigs",
    feature = "targets",
    feature = "body",
    feature = "study"
)))]
use js_sys::Object;
use js_sys::Reflect;
use wasm_bindgen::JsValue;

#[cfg(not(any(
    feature = "write",
    feature = "packing",
    feature = "compare",
    feature = "retarget",
    feature = "rigs",
    feature = "targets",
    feature = "body",
    feature = "study"
)))]
use crate::job::Summary;

/// Sets a property of an object created here. It cannot fail, because the object is not frozen.
pub fn set(object: &JsValue, key: &str, value: impl Into<JsValue>) {
    Reflect::set(object, &key.into(), &value.into()).ok();
}

#[cfg(not(any(
    feature = "write",
    feature = "packing",
    feature = "compare",
    feature = "retarget",
    feature = "targets",
    feature = "body",
    feature = "study"
)))]
pub fn list<T: Into<JsValue>>(items: impl Iterator<Item = T>) -> Array {
    items.map(Into::into).collect()
}

/// The property as a finite number.
#[cfg(any(
    feature = "write",
    feature = "packing",
    feature = "compare",
    feature = "retarget",
    feature = "targets",
    feature = "body",
    feature = "study"
))]
pub fn number(object: &JsValue, key: &str) -> Option<f64> {
    Reflect::get(object, &key.into()).ok()?.as_f64().filter(|number| number.is_finite())
}

#[cfg(any(
    feature = "write",
    feature = "packing",
    feature = "compare",
    feature = "retarget",
    feature = "targets",
    feature = "body",
    feature = "study"
))]
pub fn text(object: &JsValue, key: &str) -> Option<String> {
    Reflect::get(object, &key.into()).ok()?.as_string()
}

#[cfg(any(feature = "write", feature = "packing", feature = "retarget", feature = "targets", feature = "study"))]
pub fn flag(object: &JsValue, key: &str) -> bool {
    Reflect::get(object, &key.into()).is_ok_and(|value| value.is_truthy())
}

/// Converts a summary to the shape in the shell's `types.d.ts`.
#[cfg(not(any(
    feature = "write",
    feature = "packing",
    feature = "compare",
    feature = "retarget",
    feature = "rigs",
    feature = "targets",
    feature = "body",
    feature = "study"
)))]
pub fn summary(summary: &Summary) -> Object {
    let out = Object::new();
    set(&out, "format", summary.format.name());
    set(&out, "frameCount", summary.frame_count as f64);
    set(&out, "duration", summary.duration);
    set(&out, "skeletonFile", summary.skeleton_file.as_str());
    set(&out, "pictures", list(summary.pictures.iter().map(String::as_str)));
    set(&out, "jointCount", summary.joint_count as f64);
    set(&out, "warningCount", summary.warning_count as f64);
    out
}
