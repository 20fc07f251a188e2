//! The folder of the site: writes what differs, and removes what is no longer wanted.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::facts::ClipFacts;
use crate::opened::Opened;
use crate::temporary::is_temporary;
use crate::whole_file::{WholeFile, make_folder, write};
use crate::{Stop, hash};

/// Tells a folder of this program from others.
const MARK: &str = ".marey-gallery";
const MARK_TEXT: &str =
    "This folder is written by `marey gallery`. What it does not need in clips/, originals/ and player/ is removed.\n";
/// Folders that belong to the gallery.
const FOLDERS: [&str; 3] = ["clips", "originals", "player"];
/// Other files of the gallery, also of earlier versions, beside `page-N.html`.
const FILES: [&str; 10] = [
    "index.html",
    "problems.html",
    "gallery.css",
    "gallery.js",
    "scheme.js",
    "wall.js",
    "index.json",
    "index.parquet",
    "sitemap.xml",
    "feed.xml",
];

pub(super) struct Site {
    out: PathBuf,
    /// Write nothing, and list differences.
    check: bool,
    wanted: HashSet<String>,
    pub(super) differences: Vec<String>,
    pub(super) written: usize,
    pub(super) removed: usize,
}

impl Site {
    /// Opens or makes the folder.
    pub(super) fn open(out: &Path, check: bool) -> Result<Self, Stop> {
        let failed = |error: io::Error| Stop::Failed(format!("{}: {error}", out.display()));
        let is_own = has_mark(out);
        if check && !is_own {
            return Err(Stop::Failed(format!("{}: there is no gallery", out.display())));
        }
        if !is_own {
            fs::create_dir_all(out).map_err(failed)?;
            // Another process may have opened it meanwhile.
            let mut names = names(out).map_err(failed)?;
            if names.any(|name| !is_temporary(&name)) && !has_mark(out) {
                let what = "is not empty and no gallery; name a new folder";
                return Err(Stop::Failed(format!("{}: {what}", out.display())));
            }
            write(&out.join(MARK), MARK_TEXT.as_bytes()).map_err(failed)?;
        }
        if let Some(link) = FOLDERS.iter().find_map(|folder| linked_folder(&out.join(folder))) {
            let message = "is a link to a folder, through which nothing is written: remove it";
            return Err(Stop::Failed(format!("{}: {message}", link.display())));
        }
        let out = out.to_owned();
        Ok(Self { out, check, wanted: HashSet::new(), differences: Vec::new(), written: 0, removed: 0 })
    }

    /// Marks a file as wanted.
    pub(super) fn keep(&mut self, path: &str) {
        self.wanted.insert(path.to_owned());
    }

    /// Adds a difference to the list.
    pub(super) fn differs(&mut self, line: &str) {
        self.differences.push(line.to_owned());
    }

    /// Writes a file unless it has this content already.
    pub(super) fn put(&mut self, path: &str, bytes: &[u8]) -> Result<(), Stop> {
        self.keep(path);
        let whole = joined(&self.out, path);
        match fs::read(&whole) {
            Ok(there) if there == bytes => return Ok(()),
            there if self.check => {
                self.differs(&format!("{}: {path}", if there.is_ok() { "other content" } else { "missing" }));
                return Ok(());
            }
            _ => {}
        }
        self.written += 1;
        write(&whole, bytes).map_err(|error| Stop::Failed(format!("{}: {error}", whole.display())))
    }

    /// Copies a file unless a copy is there. Returns false if the file cannot be read.
    pub(super) fn copy(&mut self, from: &Path, to: &str) -> Result<bool, Stop> {
        self.place(from, to, WholeFile::copy_of)
    }

    /// Makes a hard link to a file, or a copy where that is not possible. Returns as [`copy`](Self::copy) does.
    pub(super) fn link(&mut self, from: &Path, to: &str) -> Result<bool, Stop> {
        self.place(from, to, WholeFile::link_to)
    }

    fn place(&mut self, from: &Path, to: &str, make: Make) -> Result<bool, Stop> {
        if fs::File::open(from).is_err() {
            return Ok(false);
        }
        self.keep(to);
        let whole = joined(&self.out, to);
        if is_same(from, &whole) {
            return Ok(true);
        }
        if self.check {
            let what = if whole.exists() { "other content" } else { "missing" };
            self.differs(&format!("{what}: {to}"));
            return Ok(true);
        }
        place(from, &whole, make)?;
        self.written += 1;
        Ok(true)
    }

    /// Removes the files of earlier runs that are no longer wanted.
    pub(super) fn remove_others(&mut self) -> Result<(), Stop> {
        let mut found = Vec::new();
        for folder in FOLDERS {
            list(&self.out.join(folder), folder, &mut found);
        }
        let names = names(&self.out).into_iter().flatten();
        found.extend(names.filter(|name| FILES.contains(&name.as_str()) || is_page(name) || is_temporary(name)));
        found.retain(|path| !self.wanted.contains(path));
        found.sort_unstable();
        // Pages are not compared where clips differ.
        let of_clips = |path: &String| path.starts_with("clips/") && path.ends_with("/facts.json");
        found.retain(|path| !self.check || self.differences.is_empty() || of_clips(path));
        for path in found {
            if self.check {
                let facts = ClipFacts::read(&joined(&self.out, &path));
                let line = facts.map_or(format!("not wanted: {path}"), |facts| format!("gone: {}", facts.path));
                self.differs(&line);
                continue;
            }
            let whole = joined(&self.out, &path);
            fs::remove_file(&whole).map_err(|error| Stop::Failed(format!("{}: {error}", whole.display())))?;
            self.removed += 1;
            // Only an empty folder can be removed so.
            let mut folder = whole.parent();
            while let Some(empty) = folder.filter(|folder| **folder != *self.out && fs::remove_dir(folder).is_ok()) {
                folder = empty.parent();
            }
        }
        Ok(())
    }
}

/// Whether a folder was written by this program.
pub(super) fn has_mark(folder: &Path) -> bool {
    folder.join(MARK).is_file()
}

/// The first link to a folder at or below a path: what is written there would be outside the site.
fn linked_folder(path: &Path) -> Option<PathBuf> {
    let kind = fs::symlink_metadata(path).ok()?.file_type();
    if kind.is_symlink() {
        return path.is_dir().then(|| path.to_owned());
    }
    if !kind.is_dir() {
        return None;
    }
    fs::read_dir(path).ok()?.flatten().find_map(|entry| linked_folder(&entry.path()))
}

/// A path with `/`, below a folder of the site.
pub(super) fn joined(out: &Path, path: &str) -> PathBuf {
    path.split('/').fold(out.to_owned(), |whole, part| whole.join(part))
}

/// Makes a whole file from another one.
type Make = fn(&Path, &Path) -> io::Result<WholeFile>;

/// Puts a file that is made from another one in its place, with its folder.
pub(super) fn place(from: &Path, to: &Path, make: Make) -> Result<(), Stop> {
    let failed = |error: io::Error| Stop::Failed(format!("{}: {error}", to.display()));
    make_folder(to).map_err(failed)?;
    make(from, to).and_then(WholeFile::replace).map_err(failed)
}

/// The names in a folder.
fn names(folder: &Path) -> io::Result<impl Iterator<Item = String> + use<>> {
    Ok(fs::read_dir(folder)?.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned()))
}

/// Whether two files have the same content.
fn is_same(from: &Path, to: &Path) -> bool {
    let (Ok(a), Ok(b)) = (fs::metadata(from), fs::metadata(to)) else { return false };
    let hash = |path: &Path| hash::of_file(&Opened::Disk(path.to_owned())).ok();
    a.len() == b.len() && hash(from) == hash(to)
}

fn is_page(name: &str) -> bool {
    name.strip_prefix("page-")
        .and_then(|rest| rest.strip_suffix(".html"))
        .is_some_and(|number| number.parse::<u32>().is_ok())
}

/// Files below a folder, as paths with `/`.
fn list(folder: &Path, path: &str, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = format!("{path}/{}", entry.file_name().to_string_lossy());
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            list(&entry.path(), &path, found);
        } else {
            found.push(path);
        }
    }
}
