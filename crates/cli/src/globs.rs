//! Patterns in the names of files, for shells that leave them as they are.

use std::path::Path;

use super::{Stop, links};

/// The files that are meant, in order: patterns with `*`, `?`, `[` are expanded unless there is a file of that very name. Links, which
/// have such letters, too, stay as they are.
pub(super) fn expand(given: &[String]) -> Result<Vec<String>, Stop> {
    let mut files = Vec::with_capacity(given.len());
    for name in given {
        let is_pattern = name.contains(['*', '?', '[']) && !Path::new(name).exists();
        if !is_pattern || links::clip_of_argument(name).is_some() {
            files.push(name.clone());
            continue;
        }
        let found = glob::glob(name).map_err(|error| Stop::Usage(format!("{name}: {error}")))?;
        let before = files.len();
        // A folder that cannot be read has no files that could be meant.
        files.extend(found.flatten().map(|path| path.to_string_lossy().into_owned()));
        if files.len() == before {
            return Err(Stop::Failed(format!("{name}: no file matches")));
        }
    }
    Ok(files)
}
