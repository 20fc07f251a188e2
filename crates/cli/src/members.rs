//! The files of archives that a command names: whole archives, folders in them, and members.

use std::collections::HashMap;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use glob::{MatchOptions, Pattern};

use super::archive::{Archive, is_archive, near, within};
use super::opened::Opened;
use super::walk::{FoundFile, is_wanted, may_be_wanted};
use super::wording::folded;

/// The archives of a command, each of which is listed once.
#[derive(Default)]
pub(super) struct Archives {
    known: HashMap<PathBuf, Result<Arc<Archive>, String>>,
    remarks: Vec<(String, String)>,
}

/// What a path in an archive means.
pub(super) enum Named {
    Files(Vec<FoundFile>),
    /// There is no such file, with names that are like it, or the archive cannot be read.
    Missing(io::Error),
}

impl Archives {
    /// The archive at `path`, which is called `shown`.
    fn open(&mut self, path: &Path, shown: &str) -> Result<Arc<Archive>, String> {
        if let Some(known) = self.known.get(path) {
            return known.clone();
        }
        let opened = Archive::open_file(path, |name| may_be_wanted(name) || is_archive(Path::new(name))).map(Arc::new);
        if let Ok(archive) = &opened {
            self.remarks.extend(archive.remarks().iter().map(|text| (shown.to_owned(), text.clone())));
        }
        self.known.insert(path.to_owned(), opened.clone());
        opened
    }

    /// Hands out the motions and companions of an archive, or of a folder in one. Returns what cannot be found.
    pub(super) fn files(&mut self, place: &str, add: &mut impl FnMut(FoundFile)) -> Option<(String, io::Error)> {
        let Some((path, folder)) = within(place) else {
            files_in_archive(&FoundFile { path: place.to_owned(), opened: Opened::Disk(place.into()) }, self, add);
            return None;
        };
        let found = FoundFile { path: path.to_owned(), opened: Opened::Disk(path.into()) };
        let top = format!("{path}/{folder}/");
        let mut any = false;
        files_in_archive(&found, self, &mut |mut found| {
            if let Some(inner) = found.path.strip_prefix(&top) {
                // The place may be written in another way.
                found.path = Path::new(place).join(inner).to_string_lossy().into_owned();
                any = true;
                add(found);
            }
        });
        if any {
            return None;
        }
        match self.named(place) {
            Named::Files(files) => {
                files.into_iter().for_each(add);
                None
            }
            Named::Missing(error) => Some((place.to_owned(), error)),
        }
    }

    /// The member that a path means, or those that it matches as a pattern.
    pub(super) fn named(&mut self, place: &str) -> Named {
        let failed = |text: String| Named::Missing(io::Error::new(ErrorKind::NotFound, text));
        let Some((path, inner)) = within(place) else { return failed("this is no path in an archive".to_owned()) };
        let archive = match self.open(Path::new(path), path) {
            Ok(archive) => archive,
            Err(why) => return failed(why),
        };
        if let Some(member) = archive.find(&inner) {
            let opened = Opened::Member(Arc::clone(&archive), member);
            return Named::Files(vec![FoundFile { path: place.to_owned(), opened }]);
        }
        let listed = archive.listed();
        if inner.contains(['*', '?', '[']) {
            let options = MatchOptions { require_literal_separator: true, ..MatchOptions::new() };
            let Ok(pattern) = Pattern::new(&inner) else { return failed("this is no pattern".to_owned()) };
            let matching = listed.iter().filter(|listed| pattern.matches_with(listed.name, options));
            let files: Vec<FoundFile> = matching
                .filter_map(|listed| {
                    let path = format!("{path}/{}", listed.name);
                    let opened = match listed.member {
                        Ok(member) => Opened::Member(Arc::clone(&archive), member),
                        Err(why) => Opened::Refused(why.into()),
                    };
                    may_be_wanted(&path).then_some(FoundFile { path, opened })
                })
                .collect();
            return if files.is_empty() {
                failed("no file in the archive matches".to_owned())
            } else {
                Named::Files(files)
            };
        }
        let names: Vec<&str> = listed.iter().map(|listed| listed.name).filter(|name| may_be_wanted(name)).collect();
        let likest = near(&inner, names.iter().copied());
        let known = match (likest.is_empty(), names.is_empty()) {
            (false, _) => format!("; near it is {}", folded(&likest)),
            (true, false) => format!("; it has {}", folded(&names)),
            (true, true) => String::new(),
        };
        failed(format!("there is no such file in the archive{known}"))
    }

    /// What is to be said of the archives as a whole: their paths, and a sentence.
    pub(super) fn remarks(self) -> Vec<(String, String)> {
        self.remarks
    }
}

/// Hands out the motions and companions in an archive, as files below its path. What of it cannot be read fails when it is read.
pub(super) fn files_in_archive(found: &FoundFile, archives: &mut Archives, add: &mut impl FnMut(FoundFile)) {
    let refused = |path: String, why: &str| FoundFile { path, opened: Opened::Refused(why.into()) };
    let Some(path) = found.opened.path() else { return };
    let archive = match archives.open(path, &found.path) {
        Ok(archive) => archive,
        Err(why) => return add(refused(found.path.clone(), &why)),
    };
    if let Some(damage) = archive.damage() {
        add(refused(found.path.clone(), damage));
    }
    for listed in archive.listed() {
        let path = format!("{}/{}", found.path, listed.name);
        match listed.member {
            Ok(member) => {
                let opened = Opened::Member(Arc::clone(&archive), member);
                if is_wanted(&path, &opened) {
                    add(FoundFile { path, opened });
                }
            }
            Err(why) if may_be_wanted(&path) || is_archive(Path::new(&path)) => add(refused(path, why)),
            Err(_) => {}
        }
    }
}
