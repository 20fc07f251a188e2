//! Which module reads a file.

use marey::formats::Formats;
#[cfg(any(feature = "mocap", feature = "hanim"))]
use marey::formats::families;
use wasm_bindgen::prelude::*;

/// The formats that this module reads. Readers of other formats are not compiled into it.
pub(crate) fn formats() -> Formats {
    #[cfg(feature = "mocap")]
    return Formats::none().with(families::bvh).with(families::acclaim).with(families::sims).with_gzip();
    #[cfg(feature = "hanim")]
    return Formats::none().with(families::hanim).with_gzip();
    #[cfg(feature = "gltf")]
    return Formats::plain_gltf();
    #[cfg(feature = "fbx")]
    return Formats::plain_fbx();
    #[cfg(feature = "markers")]
    return Formats::plain_markers();
    #[cfg(feature = "arrays")]
    return Formats::plain_arrays();
    #[cfg(feature = "stage")]
    return Formats::plain_bvh();
}

/// Whether this module's `ClipParser` reads a file, decided by its name and first bytes (1024, or the whole file). If not,
/// another module reads it or explains what it is.
#[cfg(feature = "stage")]
#[wasm_bindgen(js_name = isBvh)]
pub fn is_bvh(name: &str, head: &[u8]) -> bool {
    marey::formats::is_plain_bvh(name, head)
}

/// Like `is_bvh`, in the other modules. Those of Acclaim and of humanoids recognise every format: a file that no module reads gets the same
/// message from each of them.
#[cfg(not(feature = "stage"))]
#[wasm_bindgen]
pub fn reads(name: &str, head: &[u8]) -> bool {
    formats().reads(name, head)
}
