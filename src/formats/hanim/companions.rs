//! Companion files: scenes with figures for a motion, motions for a figure, or Inlines.

use std::sync::Arc;

use super::scene::SceneEncoding;
use crate::error::Limits;
use crate::formats::text::{Decoder, Encoding};
use crate::formats::{Kind, gzip, kind_of};

/// Scenes, parsed only when needed. Cheap to clone.
#[derive(Debug, Clone, Default)]
pub(in crate::formats) struct HanimCompanions {
    scenes: Vec<Arc<SceneFile>>,
    /// Whether figures play only their own motions.
    pub(super) motions_apart: bool,
}

#[derive(Debug)]
pub(super) struct SceneFile {
    pub(super) name: String,
    pub(super) encoding: SceneEncoding,
    /// Unpacked and decoded, without byte order mark.
    pub(super) text: Vec<u8>,
}

impl HanimCompanions {
    /// Adds a file if it is a scene.
    pub(in crate::formats) fn add(&mut self, name: &str, bytes: &[u8], limits: &Limits) {
        let packed = kind_of(name, bytes) == Some(Kind::Gzip);
        let unpacked = if packed { gzip::unpack(bytes, limits.input_bytes).ok() } else { None };
        let (inner, bytes) = match &unpacked {
            Some(unpacked) => (gzip::inner_name(name), &*unpacked.bytes),
            None => (name.to_owned(), bytes),
        };
        let Some(encoding) = kind_of(&inner, bytes).and_then(SceneEncoding::of) else { return };
        let (letters, mark) = Encoding::detect(bytes);
        let mut decoder = Decoder::new(letters, mark);
        let mut text = decoder.decode(bytes).to_vec();
        text.extend_from_slice(decoder.finish());
        // Sorted, because the order decides what is played and must not depend on the order of the calls.
        let is_before = |known: &Arc<SceneFile>| (&*known.name, &known.text) < (name, &text);
        let at = self.scenes.partition_point(is_before);
        self.scenes.insert(at, Arc::new(SceneFile { name: name.to_owned(), encoding, text }));
    }

    /// See [`Companions::keep_motions_apart`](crate::formats::Companions::keep_motions_apart).
    pub(in crate::formats) fn keep_motions_apart(&mut self) {
        self.motions_apart = true;
    }

    /// Sorted by name.
    pub(super) fn scenes(&self) -> impl Iterator<Item = &SceneFile> {
        self.scenes.iter().map(|file| &**file)
    }
}
