//! The `link` module: reads motion carried by links, and `.marey` files.

use js_sys::{Error, Object};
use marey::model::Clip;
use marey::{Limits, ParseError};
use marey_link::{decode_file, from_text, is_file, link_limits};
use wasm_bindgen::prelude::*;

use crate::errors::{named, parse_error};
use crate::job::{Job, Summary};
use crate::objects::summary;

/// Largest input in bytes, enough for many hours of motion.
const MAX_BYTES: usize = 256 << 20;
/// Bytes of a link's text to keep: just enough for the decoder to refuse it as too long.
const MAX_TEXT: usize = (1 << 20) + 1;

/// Reads one clip, with the interface of the other modules' `ClipParser`. Returns no packet before the end.
#[wasm_bindgen(js_name = ClipParser)]
pub struct LinkReader {
    bytes: Vec<u8>,
    summary: Option<Summary>,
}

#[wasm_bindgen(js_class = ClipParser)]
impl LinkReader {
    /// Ignores the name: the bytes alone identify the format.
    #[wasm_bindgen(constructor)]
    pub fn new(_name: &str, _size_hint: f64) -> Self {
        Self { bytes: Vec::new(), summary: None }
    }

    /// Does nothing: a packed clip needs no other files.
    #[wasm_bindgen(js_name = addCompanion)]
    pub fn add_companion(&mut self, _name: &str, _bytes: &[u8]) {}

    /// Collects the next bytes.
    pub fn push(&mut self, bytes: &[u8]) -> Result<Option<Vec<u8>>, Error> {
        if self.bytes.len() + bytes.len() > MAX_BYTES || self.bytes.try_reserve(bytes.len()).is_err() {
            return Err(named("ParseError", "the file is larger than packed motion can be"));
        }
        self.bytes.extend_from_slice(bytes);
        if self.bytes.len() > MAX_TEXT && !is_file(&self.bytes) {
            self.bytes.truncate(MAX_TEXT);
        }
        Ok(None)
    }

    /// Returns all packets. Throws a `ParseError` whose message is one sentence for the visitor.
    pub fn finish(&mut self) -> Result<Vec<u8>, Error> {
        let bytes = std::mem::take(&mut self.bytes);
        let clip = read(&bytes).map_err(|error| parse_error(&error))?;
        let (packets, summary) = Job::whole(&clip);
        self.summary = Some(summary);
        Ok(packets)
    }

    /// The clip's row in a list, with the same shape as that of the other modules.
    #[wasm_bindgen(unchecked_return_type = "any")]
    pub fn summary(&self) -> Option<Object> {
        self.summary.as_ref().map(summary)
    }
}

fn read(bytes: &[u8]) -> Result<Clip, ParseError> {
    // Input without a file's signature is the text of a link.
    if is_file(bytes) {
        return decode_file(bytes, &Limits::default());
    }
    from_text(&String::from_utf8_lossy(bytes), &link_limits())
}
