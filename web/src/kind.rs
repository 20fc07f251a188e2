//! Which module reads a file.

use marey::formats::Formats;
#[cfg(any(feature = "mocap", feature = "hanim", feature = "gltf", feature = "fbx", feature = "markers"))]
use marey::formats::families;
use wasm_bindgen::prelude::*;

/// The formats that this module reads. Readers of other formats are not compiled into it.
pub(crate) fn formats() -> Formats {
    #[cfg(feature = "mocap")]
    return Formats::none().with(families::bvh).with(families::acclaim).with(families::sims).with_gzip();
    #[cfg(feature = "hanim")]
    return Formats::none().with(families::hanim).with_gzip();
    #[cfg(feature = "gltf")]
    return Formats::none().with(families::gltf);
    #[cfg(feature = "fbx")]
    return Formats::none().with(families::fbx);
    #[cfg(feature = "markers")]
    return Formats::none().with(families::c3d).with(families::trc);
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

/// Like `is_bvh`, in the modules that recognize every format but contain only some readers. A file that no module reads gets the
/// same message from each of them.
#[cfg(any(feature = "mocap", feature = "hanim", feature = "gltf", feature = "fbx", feature = "markers"))]
#[wasm_bindgen]
pub fn reads(name: &str, head: &[u8]) -> bool {
    formats().reads(name, head)
}

/// Like `is_bvh`, in the module that reads arrays.
#[cfg(feature = "arrays")]
#[wasm_bindgen]
pub fn reads(name: &str, head: &[u8]) -> bool {
    marey::formats::is_arrays(name, head)
}
