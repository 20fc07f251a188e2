//! [`Job`](crate::job::Job) as JavaScript sees it.

use js_sys::{Error, Object};
use wasm_bindgen::prelude::*;

use crate::errors::parse_error;
use crate::job::Job;
use crate::objects::summary;

/// Reads one file. Made for a worker: the packets it gives go to a `Stage` elsewhere, opaque and in order.
#[wasm_bindgen]
pub struct ClipParser(Job);

#[wasm_bindgen]
impl ClipParser {
    /// `size_hint` is the file's size in bytes, 0 when unknown.
    #[wasm_bindgen(constructor)]
    pub fn new(name: &str, size_hint: f64) -> Self {
        Self(Job::new(name, (size_hint >= 1.0).then_some(size_hint as u64)))
    }

    /// Another file that may belong to this one: a skeleton for a motion, a skin. Before the first [`push`](Self::push).
    /// Which of them do belong is told by names and contents; what is wrong with one only matters if it does.
    #[wasm_bindgen(js_name = addCompanion)]
    pub fn add_companion(&mut self, name: &str, bytes: &[u8]) {
        self.0.add_companion(name, bytes);
    }

    /// Reads the next bytes of the file. Now and then returns a packet; without bytes, of what was read since the last one. Throws a `ParseError` with the properties
    /// `code`, `message`, `format`, `file`, `line`, `column`, `byte` and `excerpt` where the file cannot be shown.
    pub fn push(&mut self, bytes: &[u8]) -> Result<Option<Vec<u8>>, Error> {
        self.0.push(bytes).map_err(|e| parse_error(&e))
    }

    /// The end of the file: the last packets. Throws as [`push`](Self::push) does.
    pub fn finish(&mut self) -> Result<Vec<u8>, Error> {
        self.0.finish().map_err(|e| parse_error(&e))
    }

    /// What a list of clips tells about one that is not on the stage, as a plain object; `undefined` before
    /// [`finish`](Self::finish). The shell's `types.d.ts` has its shape.
    #[wasm_bindgen(unchecked_return_type = "any")]
    pub fn summary(&self) -> Option<Object> {
        self.0.summary().map(summary)
    }
}

/// Of Acclaim's skins a file holds one, and several may fit a skeleton. The modules of other formats do not carry this.
#[cfg(feature = "mocap")]
#[wasm_bindgen]
impl ClipParser {
    /// Of several skins that fit, that of the file of this name is worn, not the one that fits best. Before the first
    /// [`push`](Self::push).
    pub fn wear(&mut self, name: &str) {
        self.0.wear(name);
    }
}
