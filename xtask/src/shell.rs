//! The JavaScript shell: www/ and the wasm glue, bundled and minified by esbuild.

use std::path::Path;
use std::{env, fs};

use anyhow::Result;

use crate::paths::Paths;
use crate::stamp::{BuildStep, Inputs};
use crate::tools;
use crate::wasm::{BuildMode, Wasm};

/// Bundles www/ into `target/xtask/shell`, with the modules beside them, under their names in dist/.
/// `crates` lists the crates in the modules, for `licenses.txt`; without it there is none. `MAREY_SITE` is the address of dist/, for Open Graph and oEmbed.
pub fn build(paths: &Paths, crates: Option<&Path>, modules: &[Wasm], mode: BuildMode) -> Result<()> {
    let script = paths.root.join("xtask/bundle.mjs");
    let out = paths.shell();
    let human = paths.samples().join("human.x3d");
    let site = env::var("MAREY_SITE").unwrap_or_default();
    let mut inputs = Inputs::new()
        .text(&site)
        .text(mode.name())
        .folder(&paths.www())?
        .file(&human)?
        .file(&script)?
        .file(&paths.root.join("xtask/licenses.mjs"))?
        .file(&paths.root.join("xtask/link.mjs"))?
        .file(&paths.root.join("xtask/module.mjs"))?
        .file(&paths.root.join("xtask/scripts.mjs"))?
        .file(&paths.root.join("xtask/site.mjs"))?
        .file(&paths.root.join(".github/player.jpg"))?
        .file(&paths.root.join("package-lock.json"))?;
    if let Some(crates) = crates {
        inputs = inputs.file(crates)?;
    }
    let files: Vec<_> = modules.iter().flat_map(|wasm| [&wasm.glue, &wasm.module]).collect();
    for file in &files {
        inputs = inputs.file(file)?;
    }
    BuildStep { name: "esbuild", doing: "bundles the shell", outputs: &[out.join("marey-player.js"), paths.names()] }
        .run(paths, &inputs, || {
            // Names carry a hash: the files of earlier builds would stay.
            if out.exists() {
                fs::remove_dir_all(&out)?;
            }
            tools::run(
                tools::node()?
                    .arg(&script)
                    .arg(mode.name())
                    .args([&out, &paths.names()])
                    .args([crates.unwrap_or(Path::new("")), &human])
                    .args(files)
                    .current_dir(&paths.root),
            )
        })
}
