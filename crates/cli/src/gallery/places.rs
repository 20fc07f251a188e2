//! The two folders of the command.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use crate::Stop;
use crate::archive::Archive;
use crate::library::has_many;
use crate::walk::{Links, outside};

pub(super) struct PagePlaces {
    /// The folder of motions as named.
    pub(super) folder: PathBuf,
    pub(super) out: PathBuf,
    /// The canonical path of the folder of motions.
    whole: PathBuf,
    pub(super) links: Links,
}

impl PagePlaces {
    /// [`Stop::Usage`] if one of the folders is in the other, or the first is none.
    pub(super) fn new(folder: &str, out: &str, links: Links) -> Result<Self, Stop> {
        let (folder, out) = (PathBuf::from(folder), PathBuf::from(out));
        if !has_many(&folder.to_string_lossy()) {
            let what = "expected DIR to be a folder of motions, or an archive";
            return Err(Stop::Usage(format!("{what}: `{}` is none", folder.display())));
        }
        let failed = |path: &Path, error| Stop::Failed(format!("{}: {error}", path.display()));
        let whole = fs::canonicalize(&folder).map_err(|error| failed(&folder, error))?;
        let whole_out = canonical(&out).map_err(|error| failed(&out, error))?;
        if whole_out.starts_with(&whole) || whole.starts_with(&whole_out) {
            let what = "expected the folder to write to be beside DIR: one of them is inside the other";
            return Err(Stop::Usage(format!("{what} ({}, {})", folder.display(), out.display())));
        }
        Ok(Self { folder, out, whole, links })
    }

    /// The path to open for a file in the folder of motions: the path itself, or what it leads to if that has to be in the folder.
    ///
    /// # Errors
    /// The file is not there, or leads out of the folder.
    pub(super) fn opened(&self, path: &Path) -> io::Result<PathBuf> {
        let real = fs::canonicalize(path)?;
        match self.links {
            Links::Followed => Ok(path.to_owned()),
            Links::Within if real.starts_with(&self.whole) => Ok(real),
            Links::Within => Err(outside()),
        }
    }

    /// The text of a file at the top of the folder of motions, or of an archive of motions.
    ///
    /// # Errors
    /// As [`opened`](Self::opened); the file is no UTF-8.
    pub(super) fn text(&self, name: &str) -> io::Result<String> {
        if self.whole.is_dir() {
            return self.opened(&self.folder.join(name)).and_then(fs::read_to_string);
        }
        // Where motions are looked for it is told what is wrong with the archive.
        let archive =
            Archive::open_file(&self.whole, |other| other == name.to_lowercase()).map_err(|_| ErrorKind::NotFound)?;
        let member = archive.find(name).ok_or(ErrorKind::NotFound)?;
        io::read_to_string(archive.open(member)?)
    }

    /// The path of a file in the folder of motions, relative to it, with `/`; of the folder itself, which may be an archive, its name.
    pub(super) fn relative(&self, path: &str) -> String {
        let path = Path::new(path);
        let inner = path.strip_prefix(&self.folder).unwrap_or(path);
        let inner = if inner.as_os_str().is_empty() { path.file_name().map_or(path, Path::new) } else { inner };
        let parts: Vec<String> =
            inner.components().map(|part| part.as_os_str().to_string_lossy().into_owned()).collect();
        parts.join("/")
    }

    /// A message without the folder's path, which is nobody's business on a page.
    pub(super) fn without_folder(&self, message: &str) -> String {
        let prefix = self.folder.join("").to_string_lossy().into_owned();
        message.replace(&prefix, "")
    }
}

/// The canonical path of a folder that need not exist.
fn canonical(path: &Path) -> io::Result<PathBuf> {
    match (fs::canonicalize(path), path.parent(), path.file_name()) {
        (Ok(whole), _, _) => Ok(whole),
        (Err(_), Some(parent), Some(name)) => {
            let parent = if parent.as_os_str().is_empty() { Path::new(".") } else { parent };
            Ok(canonical(parent)?.join(name))
        }
        (Err(error), _, _) => Err(error),
    }
}
