//! The JavaScript shell: www/ and the wasm glue, bundled and minified by esbuild.

use std::fs;
use std::path::PathBuf;

use anyhow::Result;

use crate::paths::Paths;
use crate::stamp::{BuildStep, Inputs};
use crate::tools;

/// Bundles www/ and minifies the `glues` into `target/xtask/shell`.
pub fn build(paths: &Paths, glues: &[PathBuf]) -> Result<()> {
    let script = paths.root.join("xtask/bundle.mjs");
    let out = paths.shell();
    let mut inputs = Inputs::new().folder(&paths.www())?.file(&script)?.file(&paths.root.join("package-lock.json"))?;
    for glue in glues {
        inputs = inputs.file(glue)?;
    }
    BuildStep { name: "esbuild", doing: "bundles the shell", outputs: &[out.join("marey-player.js"), paths.metafile()] }
        .run(paths, &inputs, || {
            // Chunk names carry a hash: those of earlier builds would stay in the folder.
            if out.exists() {
                fs::remove_dir_all(&out)?;
            }
            tools::run(tools::node()?.arg(&script).arg(&out).arg(paths.metafile()).args(glues).current_dir(&paths.root))
        })
}
