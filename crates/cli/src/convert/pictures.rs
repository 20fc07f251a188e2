//! Pictures that a skin wears, which lie beside the motion's file.

use std::fs;
use std::path::Path;

use marey::model::Clip;

/// The files of the pictures that the clip's skin wears, with their names, and a remark on each that does not lie beside `file`.
pub(super) fn beside(clip: &Clip, file: &str) -> (Vec<(String, Vec<u8>)>, Vec<String>) {
    let folder = Path::new(file).parent().unwrap_or(Path::new(""));
    let (mut found, mut missing) = (Vec::new(), Vec::new());
    let names = clip.skin.iter().flat_map(|skin| skin.pictures());
    for name in names.filter(|name| !name.starts_with("data:")) {
        // A name with folders in it must not lead elsewhere.
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
