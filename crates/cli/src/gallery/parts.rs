//! Clips that `marey index` made before, on this machine or others.

use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;

use super::facts::{ClipFacts, facts_path};
use super::site::{has_mark, joined};
use crate::Stop;
use crate::cores::in_order;

/// A clip in a part: the part's folder, and the clip's name in addresses there. Parts that were made of a few files of a folder may name
/// clips otherwise than the whole does.
pub(super) struct GalleryPart {
    pub(super) folder: PathBuf,
    pub(super) slug: String,
}

/// All clips of all parts, by the key of their facts.
#[derive(Default)]
pub(super) struct Parts(HashMap<String, GalleryPart>);

impl Parts {
    /// Looks through a folder of parts, or a single part. Clips that were not finished are left out.
    pub(super) fn find(folder: &str) -> Result<Self, Stop> {
        let mut folders: Vec<PathBuf> = fs::read_dir(folder)
            .map_err(|error| Stop::Failed(format!("{folder}: {error}")))?
            .filter_map(|entry| Some(entry.ok()?.path()))
            .chain([PathBuf::from(folder)])
            .filter(|path| has_mark(path))
            .collect();
        folders.sort_unstable();
        if folders.is_empty() {
            return Err(Stop::Usage(format!("there is nothing of `marey index` in {folder}")));
        }
        let mut clips = Vec::new();
        for folder in &folders {
            for entry in fs::read_dir(folder.join("clips")).into_iter().flatten().flatten() {
                clips.push((folder, entry.file_name().to_string_lossy().into_owned()));
            }
        }
        let mut parts = HashMap::new();
        let key = |(folder, slug): &(&PathBuf, String)| {
            ClipFacts::read(&joined(folder, &facts_path(slug))).map(|facts| facts.key)
        };
        in_order(&clips, key, |(folder, slug), key| {
            if let Some(key) = key {
                parts.insert(key, GalleryPart { folder: (*folder).clone(), slug: slug.clone() });
            }
            Ok::<(), Stop>(())
        })?;
        Ok(Self(parts))
    }

    pub(super) fn get(&self, key: &str) -> Option<&GalleryPart> {
        self.0.get(key)
    }
}
