//! Reads the pictures of a skin.

use std::fs;
use std::path::Path;

use marey::model::Clip;

use super::library::Input;

/// Names and files of the skin's pictures, which must be in the folder of the clip's file, and a note on each missing one.
pub(super) fn read(clip: &Clip, file: &Input) -> (Vec<(String, Vec<u8>)>, Vec<String>) {
    let folder = Path::new(&file.path).parent().unwrap_or(Path::new(""));
    let picture = |name: &str| match file.opened.path() {
        Some(_) => fs::read(folder.join(name)).ok(),
        None => file.opened.beside(name)?.bytes().ok(),
    };
    let (mut found, mut missing) = (Vec::new(), Vec::new());
    let names = clip.skin.iter().flat_map(|skin| skin.pictures());
    for name in names.filter(|name| !name.starts_with("data:")) {
        // Only the last part of the name counts, so that a name cannot lead out of the folder.
        let bytes = Path::new(name).file_name().and_then(|name| picture(&name.to_string_lossy()));
        match bytes {
            Some(bytes) => found.push((name.clone(), bytes)),
            None => missing.push(format!(
                "the skin is written without its picture `{name}`, which is not in the folder of the file"
            )),
        }
    }
    (found, missing)
}
