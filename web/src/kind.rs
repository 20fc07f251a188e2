//! Which of the two modules reads a file.

use marey::formats::is_plain_bvh;
use wasm_bindgen::prelude::*;

/// Whether the `ClipParser` beside this function reads a file, told by its name and its first bytes (1024, or all there
/// are). If not, the other module's does, or says what the file is instead.
#[wasm_bindgen(js_name = isBvh)]
pub fn is_bvh(name: &str, head: &[u8]) -> bool {
    is_plain_bvh(name, head)
}
