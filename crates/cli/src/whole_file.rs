//! The one door through which the program writes files. A file appears whole or not at all: it is made beside its place under another
//! name, and an old file stays until then.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use super::temporary::Temporary;

/// A file that is complete, and not in its place yet.
pub(super) struct WholeFile {
    file: Temporary<Option<File>>,
    path: PathBuf,
}

impl WholeFile {
    /// A file of these bytes for the place `path`.
    pub(super) fn of(path: &Path, bytes: &[u8]) -> io::Result<Self> {
        Self::written(path, |file| file.write_all(bytes))
    }

    /// A copy of the content of another file.
    pub(super) fn copy_of(from: &Path, path: &Path) -> io::Result<Self> {
        let mut from = File::open(from)?;
        Self::written(path, |file| io::copy(&mut from, file).map(|_| ()))
    }

    /// A hard link to another file, which takes no room, or a copy where that is not possible.
    pub(super) fn link_to(from: &Path, path: &Path) -> io::Result<Self> {
        // A link to a symbolic link would be one.
        let real = fs::canonicalize(from)?;
        let file = Temporary::beside(path, |temporary| fs::hard_link(&real, temporary).map(|()| None));
        match file {
            Ok(file) => Ok(Self { file, path: path.to_owned() }),
            Err(_) => Self::copy_of(from, path),
        }
    }

    fn written(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<Self> {
        let mut file = Temporary::beside(path, |temporary| File::create_new(temporary).map(Some))?;
        if let Some(file) = file.file() {
            write(file)?;
        }
        Ok(Self { file, path: path.to_owned() })
    }

    /// Waits until it is on the disk: a disk behind a network may tell only then that it is full.
    pub(super) fn on_disk(mut self) -> io::Result<Self> {
        match self.file.file().as_ref().map_or(Ok(()), File::sync_data) {
            // Some file systems cannot say it.
            Err(error) if !matches!(error.kind(), ErrorKind::InvalidInput | ErrorKind::Unsupported) => Err(error),
            _ => Ok(self),
        }
    }

    /// Puts it in its place, also if a file is there.
    pub(super) fn replace(self) -> io::Result<()> {
        Self::replace_all(vec![self]).map_err(|(_, error)| error)
    }

    /// Puts files in their places, also if others are there. An error comes with the path of its file.
    pub(super) fn replace_all(files: Vec<Self>) -> Result<(), (PathBuf, io::Error)> {
        Self::put(files, false)
    }

    /// Puts files in their places: all of them, or none if another file is in one of the places.
    pub(super) fn put_new(files: Vec<Self>) -> Result<(), (PathBuf, io::Error)> {
        Self::put(files, true)
    }

    fn put(files: Vec<Self>, new: bool) -> Result<(), (PathBuf, io::Error)> {
        let (files, paths): (Vec<_>, Vec<_>) = files.into_iter().map(|whole| (whole.file, whole.path)).unzip();
        let files = files.into_iter().zip(paths.iter().map(PathBuf::as_path)).collect();
        let at = |index| paths.get(index).cloned().unwrap_or_default();
        Temporary::name_all(files, new).map_err(|(index, error)| (at(index), error))
    }
}

/// Writes a file, with the folders that it needs.
pub(super) fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    make_folder(path)?;
    WholeFile::of(path, bytes)?.replace()
}

/// Makes the folder of a file.
pub(super) fn make_folder(path: &Path) -> io::Result<()> {
    path.parent().map_or(Ok(()), fs::create_dir_all)
}
