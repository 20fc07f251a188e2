//! Temporary files. They are removed when the program is interrupted, too.

use std::fs;
use std::io;
use std::mem;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, Once, PoisonError, TryLockError};
use std::thread;
use std::time::Duration;

use tempfile::{Builder, NamedTempFile};

const PREFIX: &str = ".marey-";
const SUFFIX: &str = ".part";
/// Room for the files of all threads, so that the list does not grow.
const MOST: usize = 1024;

/// How often, and how long apart, a thread without memory asks for the list, which it may hold itself.
const TRIES: u32 = 100;
const BETWEEN_TRIES: Duration = Duration::from_millis(5);

/// All temporary files that there are.
static PATHS: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());
/// Further work to be done before an interruption ends the program.
static LAST_ACT: Mutex<Option<fn()>> = Mutex::new(None);

fn paths() -> MutexGuard<'static, Vec<PathBuf>> {
    PATHS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A file that is removed unless it gets another name.
pub(super) struct Temporary<F> {
    file: NamedTempFile<F>,
    listed: Listed,
}

/// An entry of the list.
struct Listed(PathBuf);

impl Drop for Listed {
    fn drop(&mut self) {
        paths().retain(|path| *path != self.0);
    }
}

impl<F> Temporary<F> {
    /// Makes a file in the folder of `path`, by a function that fails where the name is taken.
    pub(super) fn beside(path: &Path, mut make: impl FnMut(&Path) -> io::Result<F>) -> io::Result<Self> {
        watch_once();
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let file = Builder::new().prefix(PREFIX).suffix(SUFFIX).make_in(folder, |path| {
            let own = path.to_owned();
            // The list has the file for as long as it exists.
            let mut paths = paths();
            paths.push(own);
            make(path).inspect_err(|_| drop(paths.pop()))
        })?;
        let listed = Listed(file.path().to_owned());
        Ok(Self { file, listed })
    }

    /// Gives files these names. With `new` none of the names may be taken, and all files get theirs or none. Nobody interrupts the
    /// program in between. An error comes with the index of its file.
    pub(super) fn name_all(files: Vec<(Self, &Path)>, new: bool) -> Result<(), (usize, io::Error)> {
        let mut listed = Vec::new();
        let mut files = files.into_iter().enumerate();
        let uninterrupted = paths();
        let mut named = Vec::new();
        let failed = files.by_ref().find_map(|(index, (temporary, path))| {
            let old = temporary.file.path().to_owned();
            listed.push(temporary.listed);
            let file = temporary.file;
            let done = if new { file.persist_noclobber(path) } else { file.persist(path) };
            named.push(path);
            // Renaming one link onto another to the same file leaves both.
            fs::remove_file(&old).ok();
            Some((index, done.err()?.error))
        });
        if failed.is_some() && new {
            named.pop();
            for path in named {
                fs::remove_file(path).ok();
            }
        }
        drop(uninterrupted);
        failed.map_or(Ok(()), Err)
    }

    pub(super) fn file(&mut self) -> &mut F {
        self.file.as_file_mut()
    }
}

/// Has something done before an interruption ends the program.
pub(super) fn before_interruption(act: fn()) {
    watch_once();
    *LAST_ACT.lock().unwrap_or_else(PoisonError::into_inner) = Some(act);
}

fn watch_once() {
    static WATCHED: Once = Once::new();
    WATCHED.call_once(|| {
        paths().reserve(MOST);
        watch();
    });
}

/// Whether a file may be a temporary one, also of a run that was killed.
pub(super) fn is_temporary(name: &str) -> bool {
    name.starts_with(PREFIX) && name.ends_with(SUFFIX)
}

/// Removes all temporary files before the program ends, and lets nobody make another.
fn remove_all(paths: MutexGuard<'_, Vec<PathBuf>>) {
    for path in paths.iter() {
        fs::remove_file(path).ok();
    }
    mem::forget(paths);
}

/// As [`remove_all`], without memory: the calling thread may be one that changes the list, and then the files stay.
pub(super) fn remove_all_without_memory() {
    for _ in 0..TRIES {
        match PATHS.try_lock() {
            Ok(paths) => return remove_all(paths),
            Err(TryLockError::Poisoned(paths)) => return remove_all(paths.into_inner()),
            Err(TryLockError::WouldBlock) => thread::sleep(BETWEEN_TRIES),
        }
    }
}

#[cfg(any(unix, windows))]
fn tidy() {
    remove_all(paths());
    if let Some(act) = *LAST_ACT.lock().unwrap_or_else(PoisonError::into_inner) {
        act();
    }
}

/// Removes the temporary files when the program is interrupted or asked to end, which then ends it.
#[cfg(unix)]
fn watch() {
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    use signal_hook::consts::{SIGINT, SIGTERM, SIGXFSZ};
    use signal_hook::flag::{register, register_conditional_shutdown};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    // A file that is longer than the system allows is an error of writing then, and does not end the program.
    register(SIGXFSZ, Arc::default()).ok();
    let Ok(mut signals) = Signals::new([SIGINT, SIGTERM]) else { return };
    let watching = thread::Builder::new().spawn(move || {
        if let Some(signal) = signals.forever().next() {
            tidy();
            emulate_default_handler(signal).ok();
        }
    });
    if watching.is_err() {
        for signal in [SIGINT, SIGTERM] {
            register_conditional_shutdown(signal, 128 + signal, Arc::new(AtomicBool::new(true))).ok();
        }
    }
}

#[cfg(windows)]
fn watch() {
    ctrlc::set_handler(|| {
        tidy();
        std::process::exit(130);
    })
    .ok();
}

#[cfg(not(any(unix, windows)))]
fn watch() {}
