//! The packages from npm: tools, and the few whose code is bundled into dist/, under `dependencies` of package.json. Their licences
//! are in `dist/licenses.txt`.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Result, bail};

use crate::paths::Paths;
use crate::stamp::timed;
use crate::tools;

/// How npm is called here.
pub fn program() -> &'static str {
    if cfg!(windows) { "npm.cmd" } else { "npm" }
}

/// The tools of the build and of the tests.
pub fn install(paths: &Paths) -> Result<()> {
    install_in(&paths.root, "npm ci: esbuild, wasm-opt, typescript, the test tools and what is bundled")
}

/// Runs `npm ci` in a folder when its node_modules is missing or does not stem from its lock file as it is now.
pub fn install_in(folder: &Path, doing: &str) -> Result<()> {
    let lock = fs::read_to_string(folder.join("package-lock.json"))?;
    // Inside node_modules, so that it goes when the folder goes.
    let marker = folder.join("node_modules/.installed-lock.json");
    if fs::read_to_string(&marker).is_ok_and(|installed| installed == lock) {
        return Ok(());
    }
    tools::node()?;
    let npm = program();
    if !tools::succeeds(Command::new(npm).arg("--version")) {
        bail!("npm is not on PATH; it comes with node, or on Debian as `apt-get install npm`");
    }
    timed("npm", doing, || {
        // No package we use needs its install script, and one that does not run cannot do harm.
        tools::run(
            Command::new(npm)
                .args(["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"])
                .current_dir(folder),
        )
    })?;
    fs::write(&marker, lock)?;
    Ok(())
}
