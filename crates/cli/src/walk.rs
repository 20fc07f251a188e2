//! Finds the files in folders.

use std::fs;
use std::path::{Path, PathBuf};

use marey::formats::{KINDS, Kind, KindInfo};

use super::files::kind;

/// Visits the files of a folder in the order of their names, then those of its subfolders. Skips hidden files, symbolic links
/// to folders, which may form cycles, and the folder `left_out`, a canonical path. Returns the folders that cannot be read.
pub(super) fn walk(
    top: PathBuf,
    left_out: Option<&Path>,
    visit: &mut impl FnMut(PathBuf),
) -> Vec<(PathBuf, std::io::Error)> {
    let mut unread = Vec::new();
    let mut stack = vec![top];
    while let Some(folder) = stack.pop() {
        let entries = match fs::read_dir(&folder) {
            Ok(entries) => entries.flatten(),
            Err(error) => {
                unread.push((folder, error));
                continue;
            }
        };
        let mut entries: Vec<_> =
            entries.filter(|entry| !entry.file_name().to_string_lossy().starts_with('.')).collect();
        entries.sort_by_key(fs::DirEntry::file_name);
        let mut folders = Vec::new();
        for entry in entries {
            let path = entry.path();
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                let is_left_out = left_out.is_some() && fs::canonicalize(&path).ok().as_deref() == left_out;
                if !is_left_out {
                    folders.push(path);
                }
            } else if is_file(&path) && is_wanted(&path) {
                visit(path);
            }
        }
        stack.extend(folders.into_iter().rev());
    }
    unread
}

/// Whether a path is a file. A link to a file that is gone is one, too, and fails when it is read.
fn is_file(path: &Path) -> bool {
    fs::metadata(path).map_or(true, |it| it.is_file())
}

/// Whether a file may be a motion or its companion, by its extension, and by its content where others have the extension, too.
fn is_wanted(path: &Path) -> bool {
    let name = path.to_string_lossy().to_lowercase();
    let name = name.strip_suffix(".gz").unwrap_or(&name);
    let Some((_, extension)) = name.rsplit_once('.') else { return false };
    let is_own = |info: &KindInfo| [info.extensions, info.packed_extensions].concat().contains(&extension);
    let is_shared = |info: &&KindInfo| info.shared_extensions.contains(&extension);
    KINDS.iter().any(is_own)
        || KINDS.iter().find(is_shared).is_some_and(|shared| {
            let found = kind(&path.to_string_lossy()).ok().flatten();
            found.is_some_and(|found| found == shared.kind || found == Kind::Gzip)
        })
}
