//! The files of folders.

use std::fs;
use std::path::{Path, PathBuf};

use marey::formats::Kind;

use super::files::kind;

/// Extensions of files that are looked at in folders, also before `.gz`.
const EXTENSIONS: [&str; 18] = [
    "bvh", "asf", "amc", "obj", "skel", "anim", "cmx", "bcf", "cfp", "x3d", "x3dv", "x3dj", "wrl", "vrml", "x3dz",
    "x3dvz", "wrz", "marey",
];

/// The files of a folder by their names, then those of its folders. Hidden ones are left out, links to folders, which may go
/// in circles, and the folder `left_out`, a canonical path.
pub(super) fn walk(top: PathBuf, left_out: Option<&Path>, put: &mut impl FnMut(PathBuf)) {
    let mut ahead = vec![top];
    while let Some(folder) = ahead.pop() {
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
            } else if path.is_file() && is_looked_at(&path) {
                put(path);
            }
        }
        ahead.extend(folders.into_iter().rev());
    }
}

fn is_looked_at(path: &Path) -> bool {
    let name = path.to_string_lossy().to_lowercase();
    let name = name.strip_suffix(".gz").unwrap_or(&name);
    name.rsplit_once('.').is_some_and(|(_, extension)| match extension {
        // Most files of this name are no scenes.
        "json" => matches!(kind(&path.to_string_lossy()), Ok(Some(Kind::X3dJson | Kind::Gzip))),
        extension => EXTENSIONS.contains(&extension),
    })
}
