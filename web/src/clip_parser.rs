//! The JavaScript face of [`Job`](crate::job::Job).

use js_sys::{Error, Object};
use wasm_bindgen::prelude::*;

use crate::errors::parse_error;
use crate::job::Job;
use crate::kind::formats;
use crate::objects::summary;

/// Parses one file in a worker. Its packets are opaque and go, in order, to a `Stage` elsewhere.
#[wasm_bindgen]
pub struct ClipParser(Job);

#[wasm_bindgen]
impl ClipParser {
    /// `size_hint` is the file's size in bytes, 0 when unknown.
    #[wasm_bindgen(constructor)]
    pub fn new(name: &str, size_hint: f64) -> Self {
        Self(Job::new(&formats(), name, (size_hint >= 1.0).then_some(size_hint as u64)))
    }

    /// Parses the next bytes and returns a packet now and then. Called without bytes, it returns everything read since the
    /// last packet. Throws a `ParseError` with the properties `code`, `message`, `format`, `file`, `line`, `column`, `byte`
    /// and `excerpt` if the file cannot be shown.
    pub fn push(&mut self, bytes: &[u8]) -> Result<Option<Vec<u8>>, Error> {
        self.0.push(bytes).map_err(|e| parse_error(&e))
    }

    /// Ends the file and returns the last packets. Throws like [`push`](Self::push).
    pub fn finish(&mut self) -> Result<Vec<u8>, Error> {
        self.0.finish().map_err(|e| parse_error(&e))
    }

    /// The row that a list of clips shows for this clip, as a plain object (shape: `types.d.ts` of the shell); `undefined`
    /// before [`finish`](Self::finish).
    #[wasm_bindgen(unchecked_return_type = "any")]
    pub fn summary(&self) -> Option<Object> {
        self.0.summary().map(summary)
    }
}

/// Not every format needs other files.
#[cfg(feature = "companions")]
#[wasm_bindgen]
impl ClipParser {
    /// Adds another file that may belong to this one: a skeleton for a motion, or a skin. Call it before the first
    /// [`push`](Self::push). Names and contents decide which files belong; errors in a file that does not belong are ignored.
    #[wasm_bindgen(js_name = addCompanion)]
    pub fn add_companion(&mut self, name: &str, bytes: &[u8]) {
        self.0.add_companion(name, bytes);
    }
}

/// Only a BVH may begin with a reference pose.
#[cfg(any(feature = "stage", feature = "mocap"))]
#[wasm_bindgen]
impl ClipParser {
    /// Leaves out the first frame if it is a reference pose. Call it before the first [`push`](Self::push).
    #[wasm_bindgen(js_name = skipReference)]
    pub fn skip_reference(&mut self) {
        self.0.skip_reference();
    }
}

/// Arrays do not say what they hold.
#[cfg(feature = "arrays")]
#[wasm_bindgen]
impl ClipParser {
    /// The next packets after [`finish`](Self::finish), some megabytes at a time; empty after the last. Throws like [`push`](Self::push).
    pub fn more(&mut self) -> Result<Vec<u8>, Error> {
        self.0.more().map_err(|e| parse_error(&e))
    }

    /// Overrules the guess which joints an array has, what its axes mean and what its numbers are: words of `ArrayOptions` in the core. Empty or unknown
    /// words leave the guess. Call it before the first [`push`](Self::push).
    #[wasm_bindgen(js_name = readArraysAs)]
    pub fn read_arrays_as(&mut self, joints: &str, axes: &str, holds: &str) {
        self.0.read_arrays_as(joints, axes, holds);
    }
}

/// Several Acclaim skins, one in each file, may fit a skeleton. Modules for other formats do not contain this.
#[cfg(feature = "mocap")]
#[wasm_bindgen]
impl ClipParser {
    /// Chooses the skin in the file of this name when several fit, instead of the best fit. Call it before the first
    /// [`push`](Self::push).
    #[wasm_bindgen(js_name = chooseSkin)]
    pub fn choose_skin(&mut self, name: &str) {
        self.0.choose_skin(name);
    }
}
