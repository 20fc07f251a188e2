//! Finds the files in folders.

use std::fs;
use std::path::{Path, PathBuf};

use marey::formats::Kind;

use super::files::kind;

/// Extensions of motions and their companions, also before `.gz`.
const EXTENSIONS: [&str; 18] = [
    "bvh", "asf", "amc", "obj", "skel", "anim", "cmx", "bcf", "cfp", "x3d", "x3dv", "x3dj", "wrl", "vrml", "x3dz",
    "x3dvz", "wrz", "marey",
];

/// Visits the files of a folder in the order of their names, then those of its subfolders. Skips hidden files, symbolic links
/// to folders, which may form cycles, and the folder `left_out`, a canonical path.
pub(super) fn walk(top: PathBuf, left_out: Option<&Path>, visit: &mut impl FnMut(PathBuf)) {
    let mut stack = vec![top];
    while let Some(folder) = stack.pop() {
        let entries = fs::read_dir(&folder).into_iter().flatten().flatten();
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
            } else if path.is_file() && is_wanted(&path) {
                visit(path);
            }
        }
        stack.extend(folders.into_iter().rev());
    }
}

fn is_wanted(path: &Path) -> bool {
    let name = path.to_string_lossy().to_lowercase();
    let name = name.strip_suffix(".gz").unwrap_or(&name);
    name.rsplit_once('.').is_some_and(|(_, extension)| match extension {
        // Most `.json` files are not scenes.
        "json" => matches!(kind(&path.to_string_lossy()), Ok(Some(Kind::X3dJson | Kind::Gzip))),
        extension => EXTENSIONS.contains(&extension),
    })
}
