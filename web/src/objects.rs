//! Plain JavaScript objects and arrays.

use js_sys::{Array, Reflect};
use wasm_bindgen::JsValue;

/// Sets a property of an object of ours. It cannot fail: nobody froze it.
pub fn set(object: &JsValue, key: &str, value: impl Into<JsValue>) {
    Reflect::set(object, &key.into(), &value.into()).ok();
}

/// An array of these.
pub fn list<T: Into<JsValue>>(items: impl Iterator<Item = T>) -> Array {
    items.map(Into::into).collect()
}
