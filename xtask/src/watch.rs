//! `cargo xtask serve --watch`: builds again when a source changes, and reloads the open pages.

use std::collections::BTreeMap;
use std::io::{ErrorKind, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, SystemTime};

use anyhow::Result;

use crate::paths::{Paths, files_below};
use crate::tools;
use crate::wasm::BuildMode;

/// The event stream, and the script that listens to it: added to pages when they are served, not to dist/.
pub const RELOAD_PATH: &str = "__reload";
pub const SCRIPT_PATH: &str = "__reload.js";
pub const SCRIPT_TAG: &str = "<script src=\"/__reload.js\"></script>\n";
pub const SCRIPT: &str = "new EventSource('/__reload').onmessage = () => location.reload();\n";

const LOOK_EVERY: Duration = Duration::from_millis(400);
/// How often a comment on the event stream tests whether the page is still open.
const STILL_THERE_EVERY: Duration = Duration::from_secs(15);

/// Counts the builds that succeeded; the event streams wait on it.
#[derive(Default)]
pub struct Reload {
    builds: Mutex<u64>,
    changed: Condvar,
}

impl Reload {
    fn built(&self) {
        *self.builds.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        self.changed.notify_all();
    }

    /// Answers a request for the event stream; returns when the page has closed.
    pub fn send_events(&self, stream: &mut TcpStream) -> std::io::Result<()> {
        stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-cache\r\nConnection: close\r\n\r\n")?;
        let mut builds = self.builds.lock().unwrap_or_else(PoisonError::into_inner);
        let mut seen = *builds;
        loop {
            (builds, _) = self.changed.wait_timeout(builds, STILL_THERE_EVERY).unwrap_or_else(PoisonError::into_inner);
            let now = *builds;
            drop(builds);
            stream.write_all(if now == seen { b": still here\n\n" } else { b"data: reload\n\n" })?;
            stream.flush()?;
            seen = now;
            builds = self.builds.lock().unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Watches in the background. Polling the times of some hundred files costs a millisecond and works on every file system.
pub fn start(paths: &Paths, mode: BuildMode, reload: Arc<Reload>) -> Result<()> {
    let root = paths.root.clone();
    let mut before = look(&root)?;
    thread::spawn(move || {
        loop {
            thread::sleep(LOOK_EVERY);
            // An editor may be between removing and renaming: look again.
            let Ok(now) = look(&root) else { continue };
            if now == before {
                continue;
            }
            println!("{} changed", changes(&before, &now).join(", "));
            before = now;
            // A new process also runs a changed xtask.
            match tools::run(tools::cargo().args(["xtask", "build", "--mode", mode.name()]).current_dir(&root)) {
                Ok(()) => reload.built(),
                Err(error) => println!("{error:#}\nthe last good build is still served"),
            }
        }
    });
    Ok(())
}

type Snapshot = BTreeMap<PathBuf, SystemTime>;

fn look(root: &std::path::Path) -> Result<Snapshot> {
    let mut files = Vec::new();
    for folder in ["src", "crates", "web", "www", "xtask"] {
        files.extend(files_below(&root.join(folder))?);
    }
    files.extend(
        ["Cargo.toml", "Cargo.lock", "package.json", "package-lock.json", ".cargo/config.toml"]
            .map(|name| root.join(name)),
    );
    let mut seen = Snapshot::new();
    for file in files {
        match file.metadata().and_then(|data| data.modified()) {
            Ok(time) => {
                seen.insert(file, time);
            }
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(seen)
}

fn changes(before: &Snapshot, now: &Snapshot) -> Vec<String> {
    let name = |path: &PathBuf| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let removed = before.keys().filter(|path| !now.contains_key(*path));
    now.iter()
        .filter(|(path, time)| before.get(*path) != Some(time))
        .map(|(path, _)| path)
        .chain(removed)
        .map(name)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sources_of_every_module_are_watched() -> Result<()> {
        let root = Paths::find()?.root;
        let seen = look(&root)?;
        for source in ["src/lib.rs", "crates/stage/src/lib.rs", "web/src/lib.rs", "www/marey-player.js", "Cargo.lock"] {
            assert!(seen.contains_key(&root.join(source)), "{source}");
        }
        Ok(())
    }

    #[test]
    fn changes_are_named() {
        let seen = |files: &[(&str, u64)]| -> Snapshot {
            files
                .iter()
                .map(|&(name, secs)| {
                    (PathBuf::from("src").join(name), SystemTime::UNIX_EPOCH + Duration::from_secs(secs))
                })
                .collect()
        };
        let before = seen(&[("same", 1), ("written", 1), ("removed", 1)]);
        let now = seen(&[("added", 1), ("same", 1), ("written", 2)]);
        assert_eq!(changes(&before, &now), ["added", "written", "removed"]);
    }
}
