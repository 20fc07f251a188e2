//! Which module reads a file.

use wasm_bindgen::prelude::*;

/// Whether this module's `ClipParser` reads a file, decided by its name and first bytes (1024, or the whole file). If not,
/// another module reads it or explains what it is.
#[cfg(feature = "stage")]
#[wasm_bindgen(js_name = isBvh)]
pub fn is_bvh(name: &str, head: &[u8]) -> bool {
    marey::formats::is_plain_bvh(name, head)
}

/// Like `is_bvh`, in the modules that recognize every format but contain only some readers. Their `ClipParser`s refuse
/// unreadable files with the same message.
#[cfg(any(feature = "mocap", feature = "hanim"))]
#[wasm_bindgen]
pub fn reads(name: &str, head: &[u8]) -> bool {
    marey::formats::reads(name, head)
}
