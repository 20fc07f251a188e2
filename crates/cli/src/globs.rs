//! Expands patterns in file names, for shells that do not.

use std::path::Path;

use super::{Stop, links};

/// Expands names with `*`, `?` or `[` in order, except names of existing files and links, which contain these characters too.
pub(super) fn expand(names: &[String]) -> Result<Vec<String>, Stop> {
    let mut files = Vec::with_capacity(names.len());
    for name in names {
        let is_pattern = name.contains(['*', '?', '[']) && !Path::new(name).exists();
        if !is_pattern || links::clip_of_argument(name).is_some() {
            files.push(name.clone());
            continue;
        }
        let found = glob::glob(name).map_err(|error| Stop::Usage(format!("{name}: {error}")))?;
        let before = files.len();
        // Folders that cannot be read match nothing.
        files.extend(found.flatten().map(|path| path.to_string_lossy().into_owned()));
        if files.len() == before {
            return Err(Stop::Failed(format!("{name}: no file matches")));
        }
    }
    Ok(files)
}
