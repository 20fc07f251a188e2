//! The player's files.

use std::fs;
use std::path::{Path, PathBuf};

use crate::opened::Opened;
use crate::{Stop, hash};

/// The script that pages name.
const SCRIPT: &str = "marey-player.js";
/// Kinds of files that the player fetches.
const KINDS: [&str; 6] = ["js", "css", "wasm", "svg", "txt", "woff2"];
/// Scripts of other pages in the same folder.
const OTHERS: [&str; 3] = ["page.js", "embed.js", "sw.js"];

pub(crate) struct PagePlayer {
    /// Files beside the script.
    files: Vec<(String, PathBuf)>,
}

impl PagePlayer {
    /// Finds the player in a folder: `dist/` of a build, or the npm package.
    pub(crate) fn find(folder: &str) -> Result<Self, Stop> {
        let candidates = [PathBuf::from(folder), Path::new(folder).join("dist")];
        let Some(folder) = candidates.iter().find(|folder| folder.join(SCRIPT).is_file()) else {
            let what =
                "there is no marey-player.js; name the folder of the player (of the npm package, or dist/ of a build)";
            return Err(Stop::Usage(format!("--player {folder}: {what}")));
        };
        let entries = fs::read_dir(folder).map_err(|error| Stop::Failed(format!("{}: {error}", folder.display())))?;
        let named = entries.flatten().map(|entry| (entry.file_name().to_string_lossy().into_owned(), entry.path()));
        let is_wanted = |name: &str| {
            let end = name.rsplit_once('.').map_or("", |(_, end)| end);
            KINDS.contains(&end) && !OTHERS.contains(&name)
        };
        let mut files: Vec<_> = named.filter(|(name, path)| is_wanted(name) && path.is_file()).collect();
        files.sort_unstable();
        Ok(Self { files })
    }

    /// The names and paths of its files.
    pub(crate) fn files(&self) -> impl Iterator<Item = (&str, &Path)> {
        self.files.iter().map(|(name, path)| (name.as_str(), path.as_path()))
    }

    /// A hash of all its files.
    pub(crate) fn key(&self) -> Result<String, Stop> {
        let mut all = String::new();
        for (name, path) in self.files() {
            let (hash, _) = hash::of_file(&Opened::Disk(path.to_owned()))
                .map_err(|error| Stop::Failed(format!("{}: {error}", path.display())))?;
            all += &format!("{name} {hash}\n");
        }
        Ok(hash::hex(all.as_bytes()))
    }
}
