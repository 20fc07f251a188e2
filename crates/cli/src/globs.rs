//! Expands patterns in file names, for shells that do not.

use std::path::{Path, PathBuf, is_separator};

use glob::{MatchOptions, Pattern, PatternError, glob};

use super::archive::within;
use super::walk::all_below;
use super::{Stop, links};

/// Any number of folders.
const ANY_DEPTH: &str = "**";

/// Expands names with `*`, `?` or `[` in order, except names of existing files and links, which contain these characters too.
pub(super) fn expand(names: &[String]) -> Result<Vec<String>, Stop> {
    let mut files = Vec::with_capacity(names.len());
    for name in names {
        let is_pattern = name.contains(['*', '?', '[']) && !Path::new(name).exists();
        // What a pattern in an archive matches is looked for there.
        if !is_pattern || within(name).is_some() || links::clip_of_argument(name).is_some() {
            files.push(name.clone());
            continue;
        }
        let found = found(name).map_err(|error| Stop::Usage(format!("{name}: {error}")))?;
        let before = files.len();
        files.extend(found.into_iter().map(|path| path.to_string_lossy().into_owned()));
        if files.len() == before {
            return Err(Stop::Failed(format!("{name}: no file matches")));
        }
    }
    Ok(files)
}

/// The paths that a pattern matches. Folders that cannot be read match nothing.
fn found(pattern: &str) -> Result<Vec<PathBuf>, PatternError> {
    // A folder means all that is in it.
    let pattern = pattern.strip_suffix("/**").unwrap_or(pattern);
    let parts: Vec<&str> = pattern.split(is_separator).collect();
    let Some((before, within)) =
        parts.iter().position(|part| *part == ANY_DEPTH).and_then(|at| parts.split_at_checked(at))
    else {
        return Ok(glob(pattern)?.flatten().collect());
    };
    // Links may form circles, in which `glob` would go on.
    let within = Pattern::new(&within.join("/"))?;
    let options = MatchOptions { require_literal_separator: true, ..MatchOptions::new() };
    let tops = if before.is_empty() { vec![PathBuf::new()] } else { glob(&before.join("/"))?.flatten().collect() };
    let mut found = Vec::new();
    for top in tops {
        let below = all_below(&top).into_iter();
        found.extend(below.filter(|path| within.matches_path_with(path, options)).map(|path| top.join(path)));
    }
    Ok(found)
}
