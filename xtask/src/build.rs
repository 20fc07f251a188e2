//! `cargo xtask build`: the whole of dist/, step by step.

use std::fs::{self, File};
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Instant;

use anyhow::{Context, Result};

use crate::paths::{Paths, files_below};
use crate::stamp::{BuildStep, Inputs};
use crate::wasm::BuildMode;
use crate::{linked, npm, shell, tools, types, wasm};

/// Builds dist/ as it is shipped.
pub fn build(paths: &Paths) -> Result<()> {
    build_with(paths, BuildMode::Small)
}

pub fn build_with(paths: &Paths, mode: BuildMode) -> Result<()> {
    let _lock = lock(paths)?;
    let start = Instant::now();
    println!("build");
    let modules = beside_npm(paths, || wasm::build_all(paths, mode))?;
    let crates = linked::list(paths)?;
    shell::build(paths, Some(&crates), &modules, mode)?;
    let types = types::declare(paths)?;
    assemble(paths, &types)?;
    println!("  dist/ is ready, {:.1} s in all", start.elapsed().as_secs_f64());
    Ok(())
}

/// Builds a dist/ that shows the page, with the first module alone, unless all quick modules are up to date. The others are built by
/// [`build_others`]. Returns whether some are missing.
pub fn build_first(paths: &Paths) -> Result<bool> {
    if wasm::are_linked(paths, BuildMode::Quick)? {
        build_with(paths, BuildMode::Quick)?;
        return Ok(false);
    }
    let _lock = lock(paths)?;
    let start = Instant::now();
    println!("build");
    let first = beside_npm(paths, || wasm::build(paths, &wasm::FIRST, BuildMode::Quick))?;
    shell::build(paths, None, &[first], BuildMode::Quick)?;
    assemble(paths, &[])?;
    println!("  the page is ready, {:.1} s in all", start.elapsed().as_secs_f64());
    Ok(true)
}

/// Builds the modules that [`build_first`] left out, and puts each into dist/ as soon as it is there; then the rest of dist/.
pub fn build_others(paths: &Paths, come: impl Fn() + Sync) -> Result<()> {
    {
        let _lock = lock(paths)?;
        wasm::build_each(paths, BuildMode::Quick, |_, wasm| {
            let script = paths.root.join("xtask/module.mjs");
            tools::run(
                tools::node()?.arg(script).arg(paths.dist()).args([&wasm.glue, &wasm.module]).current_dir(&paths.root),
            )?;
            come();
            Ok(())
        })?;
    }
    build_with(paths, BuildMode::Quick)
}

/// Installs the npm packages while `work` goes on.
fn beside_npm<T>(paths: &Paths, work: impl FnOnce() -> Result<T>) -> Result<T> {
    thread::scope(|scope| {
        let npm = scope.spawn(|| npm::install(paths));
        let done = work();
        npm.join().unwrap_or_else(|panic| resume_unwind(panic)).and(done)
    })
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
