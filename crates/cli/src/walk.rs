//! Finds the files in folders.

use std::collections::{HashSet, VecDeque};
use std::fs::{self, DirEntry};
use std::io;
use std::path::{Path, PathBuf};

use marey::formats::{KINDS, Kind, KindInfo};

use super::archive::is_archive;
use super::files::kind;
use super::opened::Opened;

/// How a walk treats symbolic links.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Links {
    /// Follows them wherever they lead.
    Followed,
    /// Leaves out what lies outside the folder that is walked.
    Within,
}

/// A file that was named, or found in a folder.
#[derive(Debug, Clone)]
pub(super) struct FoundFile {
    /// Its path as it was named, or through the folder that was named.
    pub(super) path: String,
    /// What to open: with [`Links::Within`] the path that was checked, which has no links.
    pub(super) opened: Opened,
}

/// Visits the motions, companions and archives of a folder, or other files that are `wanted` by their paths, in the order of their names, then those of its subfolders, and then those of the folders behind
/// links. Each folder is visited once, under its own path if it has one here, so that a circle of links ends. Skips hidden files and
/// the folder `left_out`, a canonical path. Returns what cannot be read or is left out, and why.
pub(super) fn walk(
    top: PathBuf,
    left_out: Option<&Path>,
    links: Links,
    wanted: fn(&Path) -> bool,
    visit: &mut impl FnMut(FoundFile),
) -> Vec<(PathBuf, io::Error)> {
    let mut unread = Vec::new();
    let whole = match fs::canonicalize(&top) {
        Ok(whole) => whole,
        Err(error) => return vec![(top, error)],
    };
    let leaves = |real: &Path| links == Links::Within && !real.starts_with(&whole);
    let mut visited = HashSet::new();
    let (mut stack, mut linked) = (vec![(top, whole.clone())], VecDeque::new());
    while let Some((folder, real)) = stack.pop().or_else(|| linked.pop_front()) {
        if leaves(&real) {
            unread.push((folder, outside()));
            continue;
        }
        let is_left_out = left_out.is_some_and(|left_out| real.starts_with(left_out) && real != whole);
        if is_left_out || !visited.insert(real.clone()) {
            continue;
        }
        let entries = match entries(&folder) {
            Ok(entries) => entries,
            Err(error) => {
                unread.push((folder, error));
                continue;
            }
        };
        let mut folders = Vec::new();
        for entry in entries {
            let Ok(kind) = entry.file_type() else { continue };
            let (path, own) = (entry.path(), real.join(entry.file_name()));
            if kind.is_dir() {
                folders.push((path, own));
                continue;
            }
            let real = if kind.is_symlink() { fs::canonicalize(&path) } else { Ok(own) };
            match real {
                Ok(real) if kind.is_symlink() && real.is_dir() => linked.push_back((path, real)),
                Ok(real) if !(kind.is_file() || real.is_file()) => {}
                _ if !wanted(&path) => {}
                Ok(real) if leaves(&real) => unread.push((path, outside())),
                Ok(real) if links == Links::Within => visit(found(&path, real)),
                // A link to nothing is listed, or else fails when it is read.
                Err(error) if links == Links::Within => unread.push((path, error)),
                _ => visit(found(&path, path.clone())),
            }
        }
        stack.extend(folders.into_iter().rev());
    }
    unread
}

fn found(path: &Path, opened: PathBuf) -> FoundFile {
    FoundFile { path: path.to_string_lossy().into_owned(), opened: Opened::Disk(opened) }
}

/// Why what lies outside a folder is left out.
pub(super) fn outside() -> io::Error {
    io::Error::other("it leads out of the folder (--follow-links takes it)")
}

/// The paths of all that is below a folder, relative to it, without hidden files. As with [`walk`], a folder is looked into once.
pub(super) fn all_below(top: &Path) -> Vec<PathBuf> {
    let (mut found, mut visited) = (Vec::new(), HashSet::new());
    let (mut stack, mut linked) = (vec![PathBuf::new()], VecDeque::new());
    while let Some(inner) = stack.pop().or_else(|| linked.pop_front()) {
        // The working folder has no name.
        let folder = Path::new(".").join(top).join(&inner);
        if !fs::canonicalize(&folder).is_ok_and(|real| visited.insert(real)) {
            continue;
        }
        for entry in entries(&folder).unwrap_or_default() {
            let path = inner.join(entry.file_name());
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => stack.push(path.clone()),
                Ok(kind) if kind.is_symlink() && entry.path().is_dir() => linked.push_back(path.clone()),
                _ => {}
            }
            found.push(path);
        }
    }
    found.sort_unstable();
    found
}

/// The entries of a folder by name, without hidden files.
fn entries(folder: &Path) -> io::Result<Vec<DirEntry>> {
    let entries = fs::read_dir(folder)?.flatten();
    let mut entries: Vec<_> = entries.filter(|entry| !entry.file_name().to_string_lossy().starts_with('.')).collect();
    entries.sort_by_key(DirEntry::file_name);
    Ok(entries)
}

/// Whether a file is an archive, or may be a motion or its companion.
pub(super) fn is_motion_or_archive(path: &Path) -> bool {
    is_archive(path) || is_wanted(&path.to_string_lossy(), &Opened::Disk(path.to_owned()))
}

/// Whether a file may be a motion or its companion, by its extension, and by its content where others have the extension, too.
pub(super) fn is_wanted(path: &str, opened: &Opened) -> bool {
    match named(path) {
        Named::Other => false,
        Named::Own => true,
        Named::Shared(shared) => {
            let found = kind(path, opened).ok().flatten();
            found.is_some_and(|found| found == shared || found == Kind::Gzip)
        }
    }
}

/// Whether a file may be a motion or its companion, by its extension alone.
pub(super) fn may_be_wanted(path: &str) -> bool {
    !matches!(named(path), Named::Other)
}

/// What a file's extension says.
enum Named {
    /// That of a kind of motion or companion.
    Own,
    /// That of a kind, and of others.
    Shared(Kind),
    Other,
}

fn named(path: &str) -> Named {
    let name = path.to_lowercase();
    let name = name.strip_suffix(".gz").unwrap_or(&name);
    let Some((_, extension)) = name.rsplit_once('.') else { return Named::Other };
    let is_own = |info: &KindInfo| [info.extensions, info.packed_extensions].concat().contains(&extension);
    if KINDS.iter().any(is_own) {
        return Named::Own;
    }
    let shared = KINDS.iter().find(|info| info.shared_extensions.contains(&extension));
    shared.map_or(Named::Other, |info| Named::Shared(info.kind))
}
