//! Which of the two modules reads a file.

use marey::formats::{Kind, sniff};
use wasm_bindgen::prelude::*;

/// What a file is, told by its name and its first bytes (1024, or all there are): `bvh`, which the `ClipParser` beside
/// this function reads, or `asf`, `amc`, `obj`, which the other module's does. Empty when it is none of them: any
/// `ClipParser` then says what it is instead.
#[wasm_bindgen(js_name = kindOf)]
pub fn kind_of(name: &str, head: &[u8]) -> String {
    sniff(name, head).map_or("", Kind::name).into()
}
