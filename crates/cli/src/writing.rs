//! Writes files completely or not at all. Never replaces an input; replaces other files only with `--force`.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use super::Stop;
use super::library::{Input, Library};

pub(super) struct FileWriter {
    force: bool,
    /// Create missing folders.
    in_folder: bool,
    /// Canonical paths of the inputs.
    read: HashSet<PathBuf>,
}

impl FileWriter {
    pub(super) fn new(library: &Library, force: bool, in_folder: bool) -> Self {
        let read = library.files.iter().filter_map(|input| fs::canonicalize(&input.path).ok()).collect();
        Self { force, in_folder, read }
    }

    pub(super) fn write(&self, path: &str, bytes: &[u8]) -> Result<(), Stop> {
        let failed = |error: io::Error| Stop::Failed(format!("{path}: {error}"));
        if fs::canonicalize(path).is_ok_and(|path| self.read.contains(&path)) {
            return Err(Stop::Failed(format!("{path}: is one of the files that are read; choose another name")));
        }
        if let Some(folder) = Path::new(path).parent().filter(|_| self.in_folder) {
            fs::create_dir_all(folder).map_err(failed)?;
        }
        if self.force && fs::metadata(path).is_ok_and(|there| !there.is_file()) {
            // A pipe or a device, which cannot be replaced by renaming.
            return fs::write(path, bytes).map_err(failed);
        }
        if self.force {
            // The old file stays until the new one is complete.
            let partial = format!("{path}.part");
            fs::write(&partial, bytes).map_err(failed)?;
            return fs::rename(&partial, path).map_err(failed);
        }
        let mut file = fs::File::create_new(path).map_err(|error| match error.kind() {
            ErrorKind::AlreadyExists => Stop::Failed(format!("{path}: exists already (replace it with --force)")),
            _ => failed(error),
        })?;
        file.write_all(bytes).map_err(|error| {
            fs::remove_file(path).ok();
            failed(error)
        })
    }
}

/// Whether a name means a folder: an existing one, or a name that ends in `/`.
pub(super) fn is_folder(out: &str) -> bool {
    out != "-" && (Path::new(out).is_dir() || out.ends_with(['/', '\\']))
}

/// [`Stop::Usage`] for several motions and a single file, and for two motions with the same file.
pub(super) fn check_files(clips: &[&Input], in_folder: bool) -> Result<(), Stop> {
    if !in_folder && clips.len() > 1 {
        let what = format!("{} motions cannot be written to one file", clips.len());
        return Err(Stop::Usage(format!("{what}: name a folder that exists, or a new one with / at its end")));
    }
    let mut known = HashMap::new();
    for clip in clips {
        // Some file systems ignore case.
        let path = clip.below.join(&clip.stem).to_string_lossy().to_lowercase();
        if let Some(other) = known.insert(path, &clip.path) {
            let what = format!("{other} and {} would be written to the same file", clip.path);
            return Err(Stop::Usage(format!("{what}; run the command for each of them")));
        }
    }
    Ok(())
}
