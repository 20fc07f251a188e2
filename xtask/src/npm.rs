//! Installs the npm packages: tools, and the `dependencies` that are bundled into dist/.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::{Mutex, PoisonError};

use anyhow::{Result, bail};

use crate::paths::Paths;
use crate::stamp::timed;
use crate::tools;

pub fn program() -> &'static str {
    if cfg!(windows) { "npm.cmd" } else { "npm" }
}

/// Installs the tools of the build and of the tests.
pub fn install(paths: &Paths) -> Result<()> {
    install_in(&paths.root, "npm ci: esbuild, wasm-opt, typescript, the test tools and what is bundled")
}

/// Runs `npm ci` in a folder unless its node_modules was installed from its present lock file.
pub fn install_in(folder: &Path, doing: &str) -> Result<()> {
    // The build installs beside cargo: whoever needs the packages then waits here.
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _one = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let lock = fs::read_to_string(folder.join("package-lock.json"))?;
    // Inside node_modules, so that it is deleted with it.
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
        // No package needs its install script, and one that does not run can do no harm.
        tools::run(
            Command::new(npm)
                .args(["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"])
                .current_dir(folder),
        )
    })?;
    fs::write(&marker, lock)?;
    Ok(())
}
