//! Reads the pictures of a skin.

use std::fs;
use std::path::Path;

use marey::model::Clip;

/// Names and files of the skin's pictures, which must be in the folder of `file`, and a note on each missing one.
pub(super) fn read(clip: &Clip, file: &str) -> (Vec<(String, Vec<u8>)>, Vec<String>) {
    let folder = Path::new(file).parent().unwrap_or(Path::new(""));
    let (mut found, mut missing) = (Vec::new(), Vec::new());
    let names = clip.skin.iter().flat_map(|skin| skin.pictures());
    for name in names.filter(|name| !name.starts_with("data:")) {
        // Only the last part of the name counts, so that a name cannot lead out of the folder.
        let bytes = Path::new(name).file_name().and_then(|name| fs::read(folder.join(name)).ok());
        match bytes {
            Some(bytes) => found.push((name.clone(), bytes)),
            None => missing.push(format!(
                "the skin is written without its picture `{name}`, which is not in the folder of the file"
            )),
        }
    }
    (found, missing)
}
