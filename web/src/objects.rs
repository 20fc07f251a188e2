//! Helpers for plain JavaScript objects and arrays.

#[cfg(any(feature = "reads", feature = "link", feature = "rigs", feature = "labels"))]
use js_sys::Array;
#[cfg(any(feature = "reads", feature = "link"))]
use js_sys::Object;
use js_sys::Reflect;
use wasm_bindgen::JsValue;

#[cfg(any(feature = "reads", feature = "link"))]
use crate::job::Summary;

/// Sets a property of an object created here. It cannot fail, because the object is not frozen.
pub fn set(object: &JsValue, key: &str, value: impl Into<JsValue>) {
    Reflect::set(object, &key.into(), &value.into()).ok();
}

#[cfg(any(feature = "reads", feature = "link", feature = "rigs", feature = "labels"))]
pub fn list<T: Into<JsValue>>(items: impl Iterator<Item = T>) -> Array {
    items.map(Into::into).collect()
}

/// The property as a finite number.
#[cfg(feature = "options")]
pub fn number(object: &JsValue, key: &str) -> Option<f64> {
    Reflect::get(object, &key.into()).ok()?.as_f64().filter(|number| number.is_finite())
}

#[cfg(feature = "options")]
pub fn text(object: &JsValue, key: &str) -> Option<String> {
    Reflect::get(object, &key.into()).ok()?.as_string()
}

#[cfg(feature = "flags")]
pub fn flag(object: &JsValue, key: &str) -> bool {
    Reflect::get(object, &key.into()).is_ok_and(|value| value.is_truthy())
}

/// Converts a summary to the shape in the shell's `types.d.ts`.
#[cfg(any(feature = "reads", feature = "link"))]
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
