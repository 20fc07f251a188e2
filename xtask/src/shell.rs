//! The JavaScript shell: www/ and the wasm glue, bundled and minified by esbuild.

use std::fs;
use std::path::Path;

use anyhow::Result;

use crate::paths::Paths;
use crate::stamp::{Inputs, Step};
use crate::tools;

/// Bundles www/ and minifies `glue` into `target/xtask/shell`.
pub fn build(paths: &Paths, glue: &Path) -> Result<()> {
    let script = paths.root.join("xtask/bundle.mjs");
    let out = paths.shell();
    let inputs =
        Inputs::new().folder(&paths.www())?.file(glue)?.file(&script)?.file(&paths.root.join("package-lock.json"))?;
    Step { name: "esbuild", doing: "bundles the shell", outputs: &[out.join("marey-player.js"), paths.metafile()] }.run(
        paths,
        &inputs,
        || {
            // Chunk names carry a hash: yesterday's would stay behind.
            if out.exists() {
                fs::remove_dir_all(&out)?;
            }
            tools::run(tools::node()?.arg(&script).arg(glue).arg(&out).arg(paths.metafile()).current_dir(&paths.root))
        },
    )
}
