//! The motions of folders, and the files that they need.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use marey::Limits;
use marey::formats::{Companions, Role};
use marey::model::Clip;

use crate::Stop;
use crate::files::{ReadFailure, read, role};
use crate::globs::expand;

/// Extensions of files that are looked at in folders, also before `.gz`.
const EXTENSIONS: [&str; 17] = [
    "bvh", "asf", "amc", "obj", "skel", "anim", "cmx", "bcf", "cfp", "x3d", "x3dv", "x3dj", "wrl", "vrml", "x3dz",
    "x3dvz", "wrz",
];

/// A file to check.
pub(super) struct Listed {
    pub(super) path: String,
    /// Which of the companions are its own.
    companions: usize,
}

/// All files to check, in order.
pub(super) struct Library {
    pub(super) files: Vec<Listed>,
    companions: Vec<Companions>,
}

/// What one folder holds.
#[derive(Default)]
struct Shelf {
    /// Motions and skeletons.
    checked: Vec<String>,
    /// What others may need.
    beside: Vec<String>,
    has_skeleton: bool,
}

impl Library {
    /// Looks through folders to the bottom. Files that are named are checked whatever they are called.
    pub(super) fn find(places: &[String]) -> Result<Self, Stop> {
        let mut shelves: HashMap<PathBuf, Shelf> = HashMap::new();
        let mut order = Vec::new();
        let mut put = |path: PathBuf| {
            let folder = path.parent().map(Path::to_owned).unwrap_or_default();
            let shelf = shelves.entry(folder.clone()).or_insert_with(|| {
                order.push(folder);
                Shelf::default()
            });
            shelf.put(path.to_string_lossy().into_owned());
        };
        for place in expand(places)? {
            let path = PathBuf::from(&place);
            let failed = |error: std::io::Error| Stop::Failed(format!("{place}: {error}"));
            if fs::metadata(&path).map_err(failed)?.is_dir() { walk(path, &mut put) } else { put(path) }
        }
        let mut library = Self { files: Vec::new(), companions: vec![Companions::default()] };
        // Which companions the motions of a folder take: its own, or those of the nearest folder above with a skeleton.
        let mut known: HashMap<&Path, usize> = HashMap::new();
        for folder in &order {
            let Some(shelf) = shelves.get(folder) else { continue };
            let above = folder.ancestors().find(|above| shelves.get(*above).is_some_and(|shelf| shelf.has_skeleton));
            let source = above.unwrap_or(folder);
            let companions = *known.entry(source).or_insert_with(|| {
                let mut companions = Companions::default();
                for path in shelves.get(source).map_or(&[][..], |shelf| &shelf.beside) {
                    // What cannot be read is missing where it is needed.
                    if let Ok(bytes) = fs::read(path) {
                        companions.add(path, &bytes, &Limits::default());
                    }
                }
                library.companions.push(companions);
                library.companions.len() - 1
            });
            library.files.extend(shelf.checked.iter().map(|path| Listed { path: path.clone(), companions }));
        }
        Ok(library)
    }

    pub(super) fn read(&self, file: &Listed) -> Result<Clip, ReadFailure> {
        let none = Companions::default();
        read(&file.path, self.companions.get(file.companions).unwrap_or(&none))
    }
}

impl Shelf {
    fn put(&mut self, path: String) {
        // A file that cannot be opened is refused when it is read.
        let role = role(&path).ok().flatten();
        if matches!(role, Some(Role::Skeleton | Role::Part | Role::Catalogue)) {
            self.beside.push(path.clone());
        }
        self.has_skeleton |= matches!(role, Some(Role::Skeleton | Role::Catalogue));
        if role != Some(Role::Part) {
            self.checked.push(path);
        }
    }
}

/// The files of a folder by their names, then its folders. Hidden ones are left out, and links to folders, which may go in circles.
fn walk(top: PathBuf, put: &mut impl FnMut(PathBuf)) {
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
                folders.push(path);
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
    name.rsplit_once('.').is_some_and(|(_, extension)| EXTENSIONS.contains(&extension))
}
