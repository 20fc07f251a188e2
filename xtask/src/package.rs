//! `cargo xtask package`: the npm package `marey-player`, the Python package `marey` and the extension for VS Code, as they would be published.

use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::sync::{Mutex, PoisonError};

use anyhow::Result;

use crate::paths::Paths;
use crate::stamp::timed;
use crate::{build, npm, tools};

/// The tarball of this run. Several sections of the tests need the packages, and nothing changes them in between.
static PACKED: Mutex<Option<PathBuf>> = Mutex::new(None);

/// Writes the packages' folders, the npm tarball and the extension once a run, and returns the tarball's path.
pub fn package(paths: &Paths) -> Result<PathBuf> {
    let mut packed = PACKED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(tarball) = &*packed {
        return Ok(tarball.clone());
    }
    let tarball = write(paths)?;
    *packed = Some(tarball.clone());
    Ok(tarball)
}

fn write(paths: &Paths) -> Result<PathBuf> {
    build::build(paths)?;
    npm::install(paths)?;
    let folder = paths.npm_package();
    let script = |name: &str| {
        tools::node().map(|mut node| {
            node.arg(paths.root.join("xtask").join(name)).current_dir(&paths.root);
            node
        })
    };
    timed("package", "writes the packages", || {
        tools::run(script("package.mjs")?.args([paths.dist(), folder.clone()]))?;
        let one = folder.join("dist/marey-player.standalone.js");
        tools::run(script("standalone.mjs")?.args([paths.shell(), paths.names(), one.clone()]))?;
        tools::run(script("vscode.mjs")?.args([one, paths.dist().join("licenses.txt"), paths.vscode_package()]))?;
        tools::run(script("python.mjs")?.args([folder.clone(), paths.python_package()]))
    })?;
    let packed = tools::output(
        Command::new(npm::program()).args(["pack", "--silent", "--pack-destination", ".."]).current_dir(&folder),
    )?;
    let tarball = folder.with_file_name(packed.trim());
    println!("  {} is {} bytes", tarball.display(), fs::metadata(&tarball)?.len());
    Ok(tarball)
}
