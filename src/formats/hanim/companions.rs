//! Companion files: scenes with figures for a motion, motions for a figure, or Inlines.

use std::sync::Arc;

use super::scene::SceneEncoding;
use crate::formats::reading::text::{Decoder, Encoding};

/// Scenes, parsed only when needed. Cheap to clone.
#[derive(Debug, Clone, Default)]
pub(super) struct HanimCompanions {
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
    /// Adds a scene.
    pub(super) fn add(&mut self, encoding: SceneEncoding, name: &str, bytes: &[u8]) {
        let (letters, mark) = Encoding::detect(bytes);
        let mut decoder = Decoder::new(letters, mark);
        let mut text = decoder.decode(bytes).to_vec();
        text.extend_from_slice(decoder.finish());
        // Sorted, because the order decides what is played and must not depend on the order of the calls.
        let is_before = |known: &Arc<SceneFile>| (&*known.name, &known.text) < (name, &text);
        let at = self.scenes.partition_point(is_before);
        self.scenes.insert(at, Arc::new(SceneFile { name: name.to_owned(), encoding, text }));
    }

    /// Sorted by name.
    pub(super) fn scenes(&self) -> impl Iterator<Item = &SceneFile> {
        self.scenes.iter().map(|file| &**file)
    }
}
