//! Which of the modules reads a file.

use wasm_bindgen::prelude::*;

/// Whether the `ClipParser` beside this function reads a file, told by its name and its first bytes (1024, or all there
/// are). If not, another module's does, or says what the file is instead.
#[cfg(feature = "stage")]
#[wasm_bindgen(js_name = isBvh)]
pub fn is_bvh(name: &str, head: &[u8]) -> bool {
    marey::formats::is_plain_bvh(name, head)
}

/// The same in the modules that know all kinds of files, each with the readers of some. What no module reads, the
/// `ClipParser` of each of them refuses in the same words.
#[cfg(any(feature = "mocap", feature = "hanim"))]
#[wasm_bindgen]
pub fn reads(name: &str, head: &[u8]) -> bool {
    marey::formats::reads(name, head)
}
