//! Paths of the repository and of build results.

use std::env;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// The manifest of `native-bench`, relative to the workspace. The package is a workspace of its own.
pub const NATIVE_BENCH: &str = "xtask/native-bench/Cargo.toml";

/// The manifest of the program that `cargo xtask generate` runs, relative to the workspace. It is a workspace of its own, too.
pub const GENERATE: &str = "xtask/generate/Cargo.toml";

/// The manifest of Python's reader, relative to the workspace. It is a workspace of its own, too.
pub const PYTHON_READER: &str = "crates/python/Cargo.toml";

pub struct Paths {
    pub root: PathBuf,
    /// Cargo's target folder.
    pub target: PathBuf,
}

impl Paths {
    pub fn find() -> Result<Self> {
        // `cargo run` sets the variable; a binary that is started by hand uses the compile-time value.
        let own =
            env::var_os("CARGO_MANIFEST_DIR").map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
        let root = own.parent().context("xtask has no folder above it")?.to_path_buf();
        let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), |dir| root.join(dir));
        Ok(Self { root, target })
    }

    /// The site, as it is shipped.
    pub fn dist(&self) -> PathBuf {
        self.root.join("dist")
    }

    pub fn www(&self) -> PathBuf {
        self.root.join("www")
    }

    pub fn node_modules(&self) -> PathBuf {
        self.root.join("node_modules")
    }

    /// Intermediate results of the build.
    pub fn work(&self) -> PathBuf {
        self.target.join("xtask")
    }

    /// dist/ without the samples.
    pub fn shell(&self) -> PathBuf {
        self.work().join("shell")
    }

    pub fn npm_package(&self) -> PathBuf {
        self.target.join("npm/marey-player")
    }

    /// The sources of the Python wheel.
    pub fn python_package(&self) -> PathBuf {
        self.target.join("python")
    }

    /// The extension for VS Code, as a folder and packed.
    pub fn vscode_package(&self) -> PathBuf {
        self.target.join("vscode")
    }

    /// Maps names in the sources to names in dist/ (JSON).
    pub fn names(&self) -> PathBuf {
        self.work().join("names.json")
    }

    /// The sample clips.
    pub fn samples(&self) -> PathBuf {
        self.root.join("xtask/samples/clips")
    }
}

pub fn remove_file(path: &Path) -> Result<()> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(error).with_context(|| path.display().to_string())
        }
        _ => Ok(()),
    }
}

/// Every file below `dir`, sorted; symbolic links are not followed. A missing folder has none.
pub fn files_below(dir: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut folders = vec![dir.to_path_buf()];
    while let Some(folder) = folders.pop() {
        if !folder.exists() {
            continue;
        }
        for entry in std::fs::read_dir(&folder).with_context(|| folder.display().to_string())? {
            let entry = entry?;
            let kind = entry.file_type()?;
            if kind.is_dir() {
                folders.push(entry.path());
            } else if kind.is_file() {
                files.push(entry.path());
            }
        }
    }
    files.sort();
    Ok(files)
}
