//! Writes what a command was asked for. Never replaces an input; replaces other files only with `--force`.

use std::collections::{HashMap, HashSet};
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use super::Stop;
use super::library::{Input, Library};
use super::whole_file::{WholeFile, make_folder};

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

    /// Writes files that belong together: all of them, or none.
    pub(super) fn write(&self, files: &[(String, Vec<u8>)]) -> Result<(), Stop> {
        let mut whole = Vec::new();
        for (path, bytes) in files {
            let failed = |error: io::Error| Stop::Failed(format!("{path}: {error}"));
            if fs::canonicalize(path).is_ok_and(|path| self.read.contains(&path)) {
                return Err(Stop::Failed(format!("{path}: is one of the files that are read; choose another name")));
            }
            let path = Path::new(path);
            if self.in_folder {
                make_folder(path).map_err(failed)?;
            }
            if self.force && fs::metadata(path).is_ok_and(|there| !there.is_file()) {
                // A pipe or a device, which has no place to put a file in.
                File::options().write(true).open(path).and_then(|mut out| out.write_all(bytes)).map_err(failed)?;
            } else if !self.force && fs::symlink_metadata(path).is_ok() {
                return Err(exists(path));
            } else {
                whole.push(WholeFile::of(path, bytes).and_then(WholeFile::on_disk).map_err(failed)?);
            }
        }
        let put = if self.force { WholeFile::replace_all(whole) } else { WholeFile::put_new(whole) };
        put.map_err(|(path, error)| match error.kind() {
            ErrorKind::AlreadyExists => exists(&path),
            _ => Stop::Failed(format!("{}: {error}", path.display())),
        })
    }
}

fn exists(path: &Path) -> Stop {
    Stop::Failed(format!("{}: exists already (replace it with --force)", path.display()))
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
            return Err(Stop::Usage(format!("{what}; name one of them alone, and a file of its own to write")));
        }
    }
    Ok(())
}
