//! The list of finished films in their folder, by which an interrupted run goes on where it was.

use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::Stop;
use crate::whole_file::write;

const NAME: &str = "films.json";
/// Stands in place of the key of a film that is not finished.
const BEGUN: &str = "begun";

/// The names of films, and hashes of all that each depends on.
pub(super) struct Ledger {
    path: PathBuf,
    films: Mutex<BTreeMap<String, String>>,
}

impl Ledger {
    /// Reads the list of a folder. A folder without one has no films.
    pub(super) fn read(folder: &Path) -> Result<Self, Stop> {
        let path = folder.join(NAME);
        let films = match fs::read(&path) {
            Ok(bytes) => serde_json::from_slice(&bytes).map_err(|_| {
                let what = "is no list of films; choose another folder, or remove it";
                Stop::Failed(format!("{}: {what}", path.display()))
            })?,
            Err(error) if error.kind() == ErrorKind::NotFound => BTreeMap::new(),
            Err(error) => return Err(Stop::Failed(format!("{}: {error}", path.display()))),
        };
        Ok(Self { path, films: Mutex::new(films) })
    }

    /// Whether the film of this name is finished and the same.
    pub(super) fn has(&self, name: &str, key: &str) -> bool {
        self.films().get(name).is_some_and(|known| known == key)
    }

    /// Whether the film of this name was made, or begun, by an earlier run.
    pub(super) fn knows(&self, name: &str) -> bool {
        self.films().contains_key(name)
    }

    /// Notes a film of several files before its first one is written.
    pub(super) fn begin(&self, name: &str) -> Result<(), Stop> {
        self.note(name, BEGUN)
    }

    /// Notes a film whose files are all there.
    pub(super) fn finish(&self, name: &str, key: &str) -> Result<(), Stop> {
        self.note(name, key)
    }

    fn note(&self, name: &str, key: &str) -> Result<(), Stop> {
        let mut films = self.films();
        films.insert(name.to_owned(), key.to_owned());
        let text = serde_json::to_string_pretty(&*films).unwrap_or_default() + "\n";
        write(&self.path, text.as_bytes()).map_err(|error| Stop::Failed(format!("{}: {error}", self.path.display())))
    }

    fn films(&self) -> MutexGuard<'_, BTreeMap<String, String>> {
        self.films.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
