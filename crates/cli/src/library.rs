//! The files that a command works on: motions, and what they need beside them, named one by one or in folders.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use marey::formats::{Companions, Kind, Role};
use marey::model::Clip;
use marey::{Limits, ParseError};

use super::Stop;
use super::files::{ReadFailure, kind, read};
use super::globs::expand;
use super::links;
use super::walk::walk;
use super::wording::folded;

/// Scenes that each other one is read with.
const MOST_SCENES: usize = 50;

/// A file, standard input, or a link.
pub(super) struct Input {
    /// The path as it was given or found, `-`, or the start of a link.
    pub(super) path: String,
    /// The name, without extension, of files that are made of this input: its own, or that of the clip in a link.
    pub(super) stem: String,
    /// The folder of this file, relative to the folder that was named; empty where the file was named itself.
    pub(super) below: PathBuf,
    role: Option<Role>,
    /// The index of its shelf.
    shelf: usize,
    /// The clip in a link, or why the link is refused.
    linked: Option<Result<Clip, ParseError>>,
}

/// All files of a command, in the order given.
pub(super) struct Library {
    pub(super) files: Vec<Input>,
    /// The companions of each shelf's files.
    companions: Vec<Companions>,
    /// Files and folders that were named and are not there.
    pub(super) missing: Vec<(String, std::io::Error)>,
    places: Vec<String>,
}

/// How files that are named themselves find what they need.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Named {
    /// All of them belong together, and to the files of folders.
    Together,
    /// As in folders: what lies beside them.
    ByFolder,
}

/// Files that find each other.
#[derive(Default)]
struct Shelf {
    /// `None` for files that belong together wherever they are.
    folder: Option<PathBuf>,
    count: usize,
    scenes: usize,
    /// Files that motions may need: skeletons, skins, keys, scenes.
    beside: Vec<String>,
    has_skeleton: bool,
}

#[derive(Default)]
struct Shelves {
    shelves: Vec<Shelf>,
    of_folder: HashMap<PathBuf, usize>,
}

impl Library {
    /// Finds the files of `places`: files, patterns, folders, which are searched to the bottom, links, and `-`. The folder
    /// `left_out` is not searched, unless it is one of the places.
    ///
    /// # Errors
    /// [`Stop::Usage`] where there is no file in any of them.
    pub(super) fn find(places: &[String], named: Named, left_out: Option<&Path>) -> Result<Self, Stop> {
        let left_out = left_out.and_then(|folder| fs::canonicalize(folder).ok());
        let mut library =
            Self { files: Vec::new(), companions: Vec::new(), missing: Vec::new(), places: places.to_vec() };
        let mut shelves = Shelves::default();
        if named == Named::Together {
            shelves.shelves.push(Shelf::default());
        }
        let places = expand(places)?;
        let folders = places.iter().filter(|place| Path::new(place).is_dir()).count();
        for place in places {
            if let Some(linked) = links::clip_of_argument(&place) {
                library.files.push(Input::link(&place, linked));
            } else if place == "-" {
                library.files.push(Input::file(place, PathBuf::new(), None, 0));
            } else if Path::new(&place).is_dir() {
                // Of several folders each keeps its name.
                let own = Path::new(&place).file_name().filter(|_| folders > 1).map(PathBuf::from).unwrap_or_default();
                walk(PathBuf::from(&place), left_out.as_deref(), &mut |path| {
                    let inner = path.strip_prefix(&place).ok().and_then(Path::parent).map(Path::to_owned);
                    library.put(path, own.join(inner.unwrap_or_default()), &mut shelves, Named::ByFolder);
                });
            } else if let Err(error) = fs::metadata(&place) {
                library.missing.push((place, error));
            } else {
                library.put(PathBuf::from(place), PathBuf::new(), &mut shelves, named);
            }
        }
        library.companions = shelves.companions();
        if library.files.is_empty() && library.missing.is_empty() {
            return Err(Stop::Usage(format!("there is no motion in {}", folded(&library.places))));
        }
        Ok(library)
    }

    /// The same, where each file that was named has to be there.
    pub(super) fn find_all(places: &[String], left_out: Option<&Path>) -> Result<Self, Stop> {
        let library = Self::find(places, Named::Together, left_out)?;
        match library.missing.first() {
            Some((path, error)) => Err(Stop::Failed(format!("{path}: {error}"))),
            None => Ok(library),
        }
    }

    fn put(&mut self, path: PathBuf, below: PathBuf, shelves: &mut Shelves, named: Named) {
        let shelf = match named {
            Named::Together => 0,
            Named::ByFolder => shelves.of(path.parent().unwrap_or(Path::new(""))),
        };
        let path = path.to_string_lossy().into_owned();
        // A file that cannot be opened is refused when it is read.
        let kind = kind(&path).ok().flatten();
        if let Some(shelf) = shelves.shelves.get_mut(shelf) {
            shelf.put(&path, kind);
        }
        self.files.push(Input::file(path, below, kind.map(Kind::role), shelf));
    }

    fn with_role(&self, wanted: impl Fn(Option<Role>) -> bool) -> Vec<&Input> {
        self.files.iter().filter(|file| wanted(file.role)).collect()
    }

    /// Whatever is no companion: what cannot be read is refused when it is.
    pub(super) fn motions(&self) -> Vec<&Input> {
        self.with_role(|role| matches!(role, Some(Role::Motion | Role::Catalogue) | None))
    }

    pub(super) fn skeletons(&self) -> Vec<&Input> {
        self.with_role(|role| role == Some(Role::Skeleton))
    }

    /// Skins and keys.
    pub(super) fn parts(&self) -> Vec<&Input> {
        self.with_role(|role| role == Some(Role::Part))
    }

    /// Motions and skeletons.
    pub(super) fn without_parts(&self) -> Vec<&Input> {
        self.with_role(|role| role != Some(Role::Part))
    }

    /// The files that are worked on: all motions; without motions all skeletons, at rest; without these the parts, each of which
    /// is refused.
    pub(super) fn clips(&self) -> Vec<&Input> {
        let lists = [self.motions(), self.skeletons(), self.parts()];
        lists.into_iter().find(|list| !list.is_empty()).unwrap_or_default()
    }

    /// From now on scenes do not play each other's motions.
    pub(super) fn keep_motions_apart(&mut self) {
        self.companions.iter_mut().for_each(Companions::keep_motions_apart);
    }

    pub(super) fn read(&self, file: &Input) -> Result<Clip, ReadFailure> {
        if let Some(linked) = &file.linked {
            return linked.clone().map_err(ReadFailure::Refused);
        }
        read(&file.path, self.companions.get(file.shelf).unwrap_or(&Companions::default()))
    }

    /// The same, where a refusal ends the command.
    pub(super) fn read_or_stop(&self, file: &Input) -> Result<Clip, Stop> {
        self.read(file).map_err(|failure| Stop::Failed(failure.told(&file.path)))
    }
}

impl Input {
    fn file(path: String, below: PathBuf, role: Option<Role>, shelf: usize) -> Self {
        let stem = match Path::new(&path).file_stem() {
            Some(stem) if path != "-" => stem.to_string_lossy().into_owned(),
            _ => "clip".to_owned(),
        };
        Self { path, stem, below, role, shelf, linked: None }
    }

    fn link(text: &str, linked: Result<Clip, ParseError>) -> Self {
        let name = linked.as_ref().map_or("", |clip| &clip.name);
        let stem = super::file_names::file_name(name);
        let stem = if stem.is_empty() { "clip".to_owned() } else { stem };
        let linked = Some(linked);
        Self { path: links::shortened(text), stem, below: PathBuf::new(), role: None, shelf: 0, linked }
    }
}

impl Shelves {
    fn of(&mut self, folder: &Path) -> usize {
        *self.of_folder.entry(folder.to_owned()).or_insert_with(|| {
            self.shelves.push(Shelf { folder: Some(folder.to_owned()), ..Shelf::default() });
            self.shelves.len() - 1
        })
    }

    /// The companions of the files of each shelf: its own, or those of the nearest folder above with a skeleton; and those that
    /// were named for all.
    fn companions(&self) -> Vec<Companions> {
        let mut known: HashMap<usize, Companions> = HashMap::new();
        let mut all = Vec::new();
        let is_alone = self.shelves.iter().map(|shelf| shelf.count).sum::<usize>() < 2;
        for (index, shelf) in self.shelves.iter().enumerate() {
            let source = shelf.folder.as_ref().and_then(|folder| {
                let mut above = folder.ancestors().filter_map(|above| self.of_folder.get(above).copied());
                above.find(|above| self.shelves.get(*above).is_some_and(|shelf| shelf.has_skeleton))
            });
            let source = source.unwrap_or(index);
            let companions = known.entry(source).or_insert_with(|| {
                let for_all = self.shelves.iter().filter(|shelf| shelf.folder.is_none() && source != 0);
                let mut companions = Companions::default();
                for shelf in self.shelves.get(source).filter(|_| !is_alone).into_iter().chain(for_all) {
                    shelf.add_to(&mut companions);
                }
                if shelf.folder.is_some() {
                    companions.keep_motions_apart();
                }
                companions
            });
            all.push(companions.clone());
        }
        all
    }
}

impl Shelf {
    fn put(&mut self, path: &str, kind: Option<Kind>) {
        self.count += 1;
        let role = kind.map(Kind::role);
        self.has_skeleton |= matches!(role, Some(Role::Skeleton | Role::Catalogue));
        // Scenes may name each other, and play each other's motions.
        let is_scene = matches!(kind, Some(Kind::X3d | Kind::X3dv | Kind::Vrml | Kind::X3dJson | Kind::Gzip));
        self.scenes += usize::from(is_scene);
        if matches!(role, Some(Role::Skeleton | Role::Part | Role::Catalogue)) || is_scene && self.scenes <= MOST_SCENES
        {
            self.beside.push(path.to_owned());
        }
    }

    fn add_to(&self, companions: &mut Companions) {
        for path in &self.beside {
            // What cannot be read is missing where it is needed.
            if let Ok(bytes) = fs::read(path) {
                companions.add(path, &bytes, &Limits::default());
            }
        }
    }
}
