//! Plain JavaScript objects and arrays.

#[cfg(not(feature = "write"))]
use js_sys::Array;
use js_sys::Reflect;
use wasm_bindgen::JsValue;

/// Sets a property of an object of ours. It cannot fail: nobody froze it.
pub fn set(object: &JsValue, key: &str, value: impl Into<JsValue>) {
    Reflect::set(object, &key.into(), &value.into()).ok();
}

/// An array of these.
#[cfg(not(feature = "write"))]
pub fn list<T: Into<JsValue>>(items: impl Iterator<Item = T>) -> Array {
    items.map(Into::into).collect()
}

/// A property that is a finite number.
#[cfg(feature = "write")]
pub fn number(object: &JsValue, key: &str) -> Option<f64> {
    Reflect::get(object, &key.into()).ok()?.as_f64().filter(|number| number.is_finite())
}

/// A property that is a text.
#[cfg(feature = "write")]
pub fn text(object: &JsValue, key: &str) -> Option<String> {
    Reflect::get(object, &key.into()).ok()?.as_string()
}

/// A property that is true.
#[cfg(feature = "write")]
pub fn flag(object: &JsValue, key: &str) -> bool {
    Reflect::get(object, &key.into()).is_ok_and(|value| value.is_truthy())
}
