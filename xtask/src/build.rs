//! `cargo xtask build`: the whole of dist/, step by step.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result};

use crate::paths::{Paths, files_below};
use crate::stamp::{BuildStep, Inputs};
use crate::wasm::BuildMode;
use crate::{glsl, linked, npm, shell, tools, types, wasm};

/// Builds dist/ as it is shipped.
pub fn build(paths: &Paths) -> Result<()> {
    build_with(paths, BuildMode::Small)
}

pub fn build_with(paths: &Paths, mode: BuildMode) -> Result<()> {
    let _lock = lock(paths)?;
    let start = Instant::now();
    println!("build");
    npm::install(paths)?;
    let modules = wasm::build_all(paths, mode)?;
    let glsl = glsl::translate(paths)?;
    let crates = linked::list(paths)?;
    let clips = paths.samples();
    BuildStep { name: "samples", doing: "computes the sample clips", outputs: std::slice::from_ref(&clips) }.run(
        paths,
        &Inputs::new()
            .folder(&paths.root.join("xtask/samples/src"))?
            .folder(&paths.root.join("src"))?
            .folder(&paths.root.join("crates/kernels/src"))?,
        || {
            // Clips of earlier builds would stay.
            if clips.exists() {
                fs::remove_dir_all(&clips)?;
            }
            marey_samples::generate(&clips)?;
            Ok(())
        },
    )?;
    shell::build(paths, &glsl, &crates, &clips.join("human.x3d"), &modules, mode)?;
    let types = types::declare(paths)?;
    assemble(paths, &types)?;
    println!("  dist/ is ready, {:.1} s in all", start.elapsed().as_secs_f64());
    Ok(())
}

/// Keeps two builds of one tree apart. The system releases the lock when the process ends.
fn lock(paths: &Paths) -> Result<File> {
    fs::create_dir_all(paths.work())?;
    let file = File::create(paths.work().join("lock"))?;
    if file.try_lock().is_err() {
        println!("another build of this tree is running: waiting for it");
        file.lock()?;
    }
    Ok(file)
}

/// Copies the shell, its `types`, the samples and their films into a new folder, which then replaces dist/.
fn assemble(paths: &Paths, types: &[PathBuf]) -> Result<()> {
    let named = |file: &PathBuf| Some((file.clone(), PathBuf::from(file.file_name()?)));
    let mut pieces: Vec<_> = types.iter().filter_map(named).collect();
    let films = paths.root.join("xtask/samples/films");
    for (from, into) in [(paths.shell(), ""), (paths.samples(), "samples"), (films, "samples")] {
        for file in files_below(&from)? {
            let name = Path::new(into).join(file.strip_prefix(&from)?);
            pieces.push((file, name));
        }
    }
    let mut inputs = Inputs::new();
    for (from, _) in &pieces {
        inputs = inputs.file(from)?;
    }
    let dist = paths.dist();
    let outputs: Vec<PathBuf> = pieces.iter().map(|(_, name)| dist.join(name)).collect();
    BuildStep { name: "dist", doing: "puts dist/ together", outputs: &outputs }.run(paths, &inputs, || {
        let fresh = paths.root.join(".dist-new");
        if fresh.exists() {
            fs::remove_dir_all(&fresh)?;
        }
        for (from, name) in &pieces {
            let to = fresh.join(name);
            if let Some(folder) = to.parent() {
                fs::create_dir_all(folder)?;
            }
            fs::copy(from, &to).with_context(|| format!("cannot copy {}", from.display()))?;
        }
        tools::replace_folder(&fresh, &dist, &paths.root.join(".dist-old"))
    })
}
