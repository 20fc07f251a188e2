//! Finds the files of a command, and what each needs: skeletons, skins and keys, named or in folders.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

use marey::checked::Checked;
use marey::formats::{Companions, Kind, ReadError, Role};
use marey::model::Clip;
use marey::{Limits, ParseError};

use super::archive::{is_archive, within};
use super::arguments::ReadingArguments;
use super::files::{formats, kind, message, read};
use super::globs::expand;
use super::links;
use super::members::{Archives, Named, files_in_archive};
use super::memory::while_reading;
use super::opened::Opened;
use super::walk::{FoundFile, Links, is_motion_or_archive, may_be_wanted, walk};
use super::wording::folded;
use super::{Stop, eprintln_quietly};

/// Most scenes of a group that are companions of the others.
const MOST_SCENES: usize = 50;

/// Most files of a folder that are looked at for a skeleton of a file that was named.
const MOST_BESIDE: usize = 10_000;

/// A file, standard input, or a link.
pub(super) struct Input {
    /// The path as given or found, `-`, or the start of a link.
    pub(super) path: String,
    /// What to open.
    pub(super) opened: Opened,
    /// Stem of output names: that of the file, or the name of the clip in a link.
    pub(super) stem: String,
    /// The file's folder relative to the folder that was named. Empty for files that were named themselves.
    pub(super) below: PathBuf,
    role: Option<Role>,
    group: usize,
    /// The clip in a link, or why the link is refused.
    linked: Option<Result<Clip, ParseError>>,
}

/// All files of a command, in the given order.
pub(super) struct Library {
    pub(super) files: Vec<Input>,
    companions: Vec<Companions>,
    /// For each group, the files that may be companions of its files.
    possible_companions: Vec<Vec<FoundFile>>,
    /// Named files and folders that cannot be found, folders that cannot be read, and what is left out.
    pub(super) missing: Vec<(String, std::io::Error)>,
    /// What was told of archives as a whole: their paths, and a sentence.
    pub(super) remarks: Vec<(String, String)>,
    places: Vec<String>,
}

/// The place where the program looks for companions of the files on the command line.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Grouping {
    /// Among all named files, and beside them if none of these is a skeleton. These are companions of the files in folders, too.
    Together,
    /// In their own folders, like the files of named folders.
    ByFolder,
}

/// Files that can be companions of each other.
#[derive(Default)]
struct FileGroup {
    /// `None` for the group of all files that were named themselves.
    folder: Option<PathBuf>,
    count: usize,
    scenes: usize,
    possible_companions: Vec<FoundFile>,
    has_skeleton: bool,
}

#[derive(Default)]
struct FileGroups {
    groups: Vec<FileGroup>,
    by_folder: HashMap<PathBuf, usize>,
}

impl Library {
    /// Finds the files of `places`: files, patterns, folders and archives with all folders in them, links, and `-`. Skips the folder
    /// `left_out` inside other folders. [`Stop::Usage`] if there is no file.
    pub(super) fn find(places: &[String], grouping: Grouping, left_out: Option<&Path>) -> Result<Self, Stop> {
        Self::find_with(places, grouping, left_out, Links::Followed)
    }

    /// Finds the files of a folder, with companions from their own folders, as [`find`](Self::find) does.
    pub(super) fn of_folder(folder: &str, left_out: &Path, links: Links) -> Result<Self, Stop> {
        Self::find_with(&[folder.to_owned()], Grouping::ByFolder, Some(left_out), links)
    }

    fn find_with(places: &[String], grouping: Grouping, left_out: Option<&Path>, links: Links) -> Result<Self, Stop> {
        let left_out = left_out.and_then(|folder| fs::canonicalize(folder).ok());
        let mut library = Self {
            files: Vec::new(),
            companions: Vec::new(),
            possible_companions: Vec::new(),
            missing: Vec::new(),
            remarks: Vec::new(),
            places: places.to_vec(),
        };
        let mut groups = FileGroups::default();
        if grouping == Grouping::Together {
            groups.groups.push(FileGroup::default());
        }
        let places = expand(places)?;
        let mut archives = Archives::default();
        let folders = places.iter().filter(|place| has_many(place)).count();
        for place in places {
            if let Some(linked) = links::clip_of_argument(&place) {
                library.files.push(Input::link(&place, linked));
            } else if place == "-" {
                let input = FoundFile { opened: Opened::Disk(PathBuf::from(&place)), path: place };
                library.files.push(Input::file(input, PathBuf::new(), None, 0));
            } else if has_many(&place) {
                // Of several folders, each keeps its name in the output.
                let own = Path::new(&place).file_name().filter(|_| folders > 1).map(PathBuf::from).unwrap_or_default();
                let mut add = |found: FoundFile| {
                    let inner = Path::new(&found.path).strip_prefix(&place).ok().and_then(Path::parent);
                    let inner = inner.map(Path::to_owned);
                    library.add(found, own.join(inner.unwrap_or_default()), &mut groups, Grouping::ByFolder);
                };
                if !Path::new(&place).is_dir() {
                    archives.files(&place, &mut add).into_iter().for_each(|wrong| library.missing.push(wrong));
                    continue;
                }
                let unread =
                    walk(PathBuf::from(&place), left_out.as_deref(), links, is_motion_or_archive, &mut |found| {
                        if is_archive(Path::new(&found.path)) {
                            files_in_archive(&found, &mut archives, &mut add);
                        } else {
                            add(found);
                        }
                    });
                let unread = unread.into_iter().map(|(path, error)| (path.to_string_lossy().into_owned(), error));
                library.missing.extend(unread);
            } else if within(&place).is_some() {
                match archives.named(&place) {
                    Named::Files(found) => {
                        found.into_iter().for_each(|found| library.add(found, PathBuf::new(), &mut groups, grouping));
                    }
                    Named::Missing(error) => library.missing.push((place, error)),
                }
            } else if let Err(error) = fs::metadata(&place) {
                library.missing.push((place, error));
            } else {
                let found = FoundFile { opened: Opened::Disk(PathBuf::from(&place)), path: place };
                library.add(found, PathBuf::new(), &mut groups, grouping);
            }
        }
        library.remarks = archives.remarks();
        library.remarks.iter().for_each(|(path, text)| eprintln_quietly(&format!("{path}: {text}")));
        groups.find_beside(&library.files);
        library.companions = groups.companions();
        library.possible_companions = groups.possible_companions();
        if library.files.is_empty() && library.missing.is_empty() {
            return Err(Stop::Usage(format!("there is no motion in {}", folded(&library.places))));
        }
        Ok(library)
    }

    /// As [`find`](Self::find) with [`Grouping::Together`], but a missing file is an error.
    pub(super) fn find_all(places: &[String], left_out: Option<&Path>) -> Result<Self, Stop> {
        let library = Self::find(places, Grouping::Together, left_out)?;
        match library.missing.first() {
            Some((path, error)) => Err(Stop::Failed(format!("{path}: {error}"))),
            None => Ok(library),
        }
    }

    fn add(&mut self, found: FoundFile, below: PathBuf, groups: &mut FileGroups, grouping: Grouping) {
        let group = match grouping {
            Grouping::Together => 0,
            Grouping::ByFolder => groups.of(Path::new(&found.path).parent().unwrap_or(Path::new(""))),
        };
        // A file that cannot be opened fails when it is read.
        let kind = kind(&found.path, &found.opened).ok().flatten();
        groups.groups.change(group, |group| group.add(&found, kind));
        self.files.push(Input::file(found, below, kind.map(Kind::role), group));
    }

    fn with_role(&self, wanted: impl Fn(Option<Role>) -> bool) -> Vec<&Input> {
        self.files.iter().filter(|file| wanted(file.role)).collect()
    }

    /// Motions, and files of unknown kind, which are refused when they are read.
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

    /// Motions and skeletons, but no skins and keys.
    pub(super) fn without_parts(&self) -> Vec<&Input> {
        self.with_role(|role| role != Some(Role::Part))
    }

    /// The files to work on: all motions, or else all skeletons at rest, or else the parts, each of which is refused.
    pub(super) fn clips(&self) -> Vec<&Input> {
        let lists = [self.motions(), self.skeletons(), self.parts()];
        lists.into_iter().find(|list| !list.is_empty()).unwrap_or_default()
    }

    /// The files that may be companions of a file in a folder: its clip can only change with these and the file itself.
    pub(super) fn possible_companions(&self, file: &Input) -> &[FoundFile] {
        self.possible_companions.get(file.group).map_or(&[], Vec::as_slice)
    }

    /// Makes scenes play only their own motions.
    pub(super) fn keep_motions_apart(&mut self) {
        self.companions.iter_mut().for_each(|companions| companions.options.motions_apart = true);
    }

    /// Overrules guesses about arrays, and leaves out reference poses.
    pub(super) fn read_as(&mut self, reading: &ReadingArguments) {
        let arrays = reading.arrays();
        for companions in &mut self.companions {
            companions.options.arrays = arrays.clone();
            companions.options.skip_reference = reading.skip_reference;
            companions.options.joint_centres = reading.joint_centres;
        }
    }

    /// Reads persons where markers tell their joint centres, for what needs a figure.
    pub(super) fn read_joint_centres(&mut self) {
        for companions in &mut self.companions {
            companions.options.joint_centres = true;
        }
    }

    pub(super) fn read(&self, file: &Input) -> Result<Clip, ReadError> {
        if let Some(linked) = &file.linked {
            return Ok(linked.clone()?);
        }
        while_reading(&file.path, || match self.companions.get(file.group) {
            Some(companions) => read(&file.path, &file.opened, companions),
            None => read(&file.path, &file.opened, &Companions::of(&formats())),
        })
    }

    /// As [`read`](Self::read), but a failure ends the command.
    pub(super) fn read_or_stop(&self, file: &Input) -> Result<Clip, Stop> {
        self.read(file).map_err(|failure| Stop::Failed(message(&failure, &file.path)))
    }
}

/// Whether a place on the command line has any number of files: a folder, an archive, or a folder in an archive.
pub(super) fn has_many(place: &str) -> bool {
    let path = Path::new(place);
    path.is_dir()
        || is_archive(path) && path.is_file()
        || within(place).is_some_and(|(_, inner)| !may_be_wanted(&inner) && !inner.contains(['*', '?', '[']))
}

/// The files in the folder of a file, `folder`, on the disk or in its archive.
fn files_beside(file: &Input, folder: &Path) -> Vec<FoundFile> {
    if let Opened::Member(archive, member) = &file.opened {
        let names = archive.siblings(*member).into_iter().take(MOST_BESIDE);
        let found = names.filter_map(|name| {
            let path = folder.join(name).to_string_lossy().into_owned();
            Some(FoundFile { path, opened: file.opened.beside(name)? })
        });
        return found.collect();
    }
    let listed = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let entries = fs::read_dir(listed).into_iter().flatten().flatten().take(MOST_BESIDE);
    let mut paths: Vec<PathBuf> = entries.map(|entry| folder.join(entry.file_name())).collect();
    paths.sort();
    // Opening a pipe would wait for its writer.
    paths.retain(|path| fs::metadata(path).is_ok_and(|entry| entry.is_file()));
    paths
        .into_iter()
        .map(|path| FoundFile { path: path.to_string_lossy().into_owned(), opened: Opened::Disk(path) })
        .collect()
}

impl Input {
    fn file(found: FoundFile, below: PathBuf, role: Option<Role>, group: usize) -> Self {
        let FoundFile { path, opened } = found;
        let stem = match Path::new(&path).file_stem() {
            Some(stem) if path != "-" => stem.to_string_lossy().into_owned(),
            _ => "clip".to_owned(),
        };
        Self { path, opened, stem, below, role, group, linked: None }
    }

    /// Whether it is a link or standard input, of which no file can be read again.
    pub(super) fn is_read_once(&self) -> bool {
        self.linked.is_some() || self.path == "-"
    }

    fn link(text: &str, linked: Result<Clip, ParseError>) -> Self {
        let name = linked.as_ref().map_or("", |clip| &clip.name);
        let stem = super::file_names::file_name(name);
        let stem = if stem.is_empty() { "clip".to_owned() } else { stem };
        let linked = Some(linked);
        let (opened, below) = (Opened::Disk(PathBuf::new()), PathBuf::new());
        Self { path: links::shortened(text), opened, stem, below, role: None, group: 0, linked }
    }
}

impl FileGroups {
    fn of(&mut self, folder: &Path) -> usize {
        *self.by_folder.entry(folder.to_owned()).or_insert_with(|| {
            self.groups.push(FileGroup { folder: Some(folder.to_owned()), ..FileGroup::default() });
            self.groups.len() - 1
        })
    }

    /// Adds what lies beside the named files, if one of them needs a skeleton and none was named.
    fn find_beside(&mut self, files: &[Input]) {
        let Some(named) = self.groups.first_mut().filter(|group| group.folder.is_none() && !group.has_skeleton) else {
            return;
        };
        let in_want = files.iter().filter(|file| file.group == 0 && file.role == Some(Role::Motion));
        let in_want: Vec<(&Input, &str)> = in_want
            .filter_map(|file| {
                let family = kind(&file.path, &file.opened).ok()??.info().family;
                matches!(family, "acclaim" | "sims").then_some((file, family))
            })
            .collect();
        let mut seen = HashSet::new();
        for (file, wanted) in in_want {
            let Some(folder) = Path::new(&file.path).parent() else { continue };
            if !seen.insert((folder, wanted)) {
                continue;
            }
            for found in files_beside(file, folder) {
                let Ok(Some(kind)) = kind(&found.path, &found.opened) else { continue };
                if kind.info().family == wanted && kind.role() != Role::Motion {
                    named.add(&found, Some(kind));
                }
            }
        }
    }

    /// The companions of each group: its own or those of the nearest folder above with a skeleton, and those of named files.
    fn companions(&self) -> Vec<Companions> {
        let mut known: HashMap<usize, Companions> = HashMap::new();
        let mut all = Vec::new();
        let is_alone = self.groups.iter().map(|group| group.count).sum::<usize>() < 2;
        for (index, group) in self.groups.iter().enumerate() {
            let source = self.source(index);
            let companions = known.entry(source).or_insert_with(|| {
                let for_all = self.groups.iter().filter(|group| group.folder.is_none() && source != 0);
                let mut companions = Companions::of(&formats());
                for group in self.groups.get(source).filter(|_| !is_alone).into_iter().chain(for_all) {
                    group.add_companions_to(&mut companions);
                }
                if group.folder.is_some() {
                    companions.options.motions_apart = true;
                }
                companions
            });
            all.push(companions.clone());
        }
        all
    }
}

impl FileGroups {
    /// The group whose companions a group uses: that of the nearest folder with a skeleton, or itself.
    fn source(&self, index: usize) -> usize {
        let folder = self.groups.get(index).and_then(|group| group.folder.as_ref());
        let source = folder.and_then(|folder| {
            let mut above = folder.ancestors().filter_map(|above| self.by_folder.get(above).copied());
            above.find(|above| self.groups.get(*above).is_some_and(|group| group.has_skeleton))
        });
        source.unwrap_or(index)
    }

    /// The possible companions of each group.
    fn possible_companions(&self) -> Vec<Vec<FoundFile>> {
        let of = |index| self.groups.get(self.source(index)).map(|group| group.possible_companions.clone());
        (0..self.groups.len()).map(|index| of(index).unwrap_or_default()).collect()
    }
}

impl FileGroup {
    fn add(&mut self, file: &FoundFile, kind: Option<Kind>) {
        self.count += 1;
        let role = kind.map(Kind::role);
        self.has_skeleton |= matches!(role, Some(Role::Skeleton | Role::Catalogue));
        // Scenes may refer to each other and play each other's motions; poses in arrays may need a body model, which is an array, too.
        let is_scene = kind.is_some_and(|kind| matches!(kind.info().family, "arrays" | "hanim" | "gzip"));
        self.scenes += usize::from(is_scene);
        if matches!(role, Some(Role::Skeleton | Role::Part | Role::Catalogue)) || is_scene && self.scenes <= MOST_SCENES
        {
            self.possible_companions.push(file.clone());
        }
    }

    fn add_companions_to(&self, companions: &mut Companions) {
        for FoundFile { path, opened } in &self.possible_companions {
            // A companion that cannot be read is reported as missing where it is needed.
            while_reading(path, || {
                if let Ok(bytes) = opened.bytes() {
                    companions.add(path, &bytes, &Limits::default());
                }
            });
        }
    }
}
