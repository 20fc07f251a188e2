//! Builds the wasm modules and their glue: cargo, wasm-bindgen, wasm-opt.

use std::fs;
use std::num::NonZero;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use anyhow::{Context, Result, bail};
use clap::ValueEnum;
use wasm_bindgen_cli_support::Bindgen;

use crate::paths::{Paths, remove_file};
use crate::stamp::{BuildStep, Inputs, timed};
use crate::tools;

pub const TARGET: &str = "wasm32-unknown-unknown";
/// For tests, which are programs and need a system below them.
pub const TEST_TARGET: &str = "wasm32-wasip1";
/// The files, from the project's root, that decide which crates the modules are made of, and how they are compiled.
pub const SETTINGS: [&str; 8] = [
    "Cargo.toml",
    "Cargo.lock",
    "crates/gpu/Cargo.toml",
    "crates/kernels/Cargo.toml",
    "crates/link/Cargo.toml",
    "crates/stage/Cargo.toml",
    "web/Cargo.toml",
    ".cargo/config.toml",
];

/// Options of wasm-opt. After `--flatten --rereloop` the later passes find more equal code; a second round makes the first load
/// another 0.4 kB smaller, a third one does not. Propagating values through the whole module first saves 0.1 kB. `--low-memory-unused` holds because Rust puts nothing into the lowest kilobyte.
/// wasm-opt refuses the module without the features that rustc uses.
const WASM_OPT: [&str; 19] = [
    "--low-memory-unused",
    "--gufa-optimizing",
    "--flatten",
    "--rereloop",
    "-Oz",
    "--optimize-added-constants-propagate",
    "-Oz",
    "--flatten",
    "--rereloop",
    "-Oz",
    "-Oz",
    "--enable-simd",
    "--enable-bulk-memory",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-sign-ext",
    "--enable-mutable-globals",
    "--enable-multivalue",
    "--strip-producers",
];

/// No inlining of functions with one caller, which LLVM has done where it pays: modules become 0.2 to 0.7 % smaller. That of
/// WebGPU would become 1.6 % larger.
fn inlining(recipe: &ModuleRecipe) -> &'static [&'static str] {
    if recipe.name == GPU.name { &[] } else { &["--one-caller-inline-max-function-size=0"] }
}

/// How much is done to make modules small.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum BuildMode {
    /// As they are shipped
    Small,
    /// As small as standard tools make them
    Standard,
    /// Compiled in a fraction of the time, for a look on one's own machine
    Quick,
}

impl BuildMode {
    /// As `--mode` is written.
    pub fn name(self) -> &'static str {
        match self {
            Self::Small => "small",
            Self::Standard => "standard",
            Self::Quick => "quick",
        }
    }

    fn profile(self) -> &'static str {
        if self == Self::Quick { "wasm-quick" } else { "wasm-release" }
    }

    /// The folder of results, so that quick modules do not replace others, which take minutes.
    fn work(self, paths: &Paths) -> PathBuf {
        if self == Self::Quick { paths.work().join("quick") } else { paths.work() }
    }

    /// A name for a step.
    fn step(self, step: &str, recipe: &ModuleRecipe) -> String {
        format!("{step}-{}{}", recipe.name, if self == Self::Quick { "-quick" } else { "" })
    }
}

/// How a module is built.
pub struct ModuleRecipe {
    /// Its files are `NAME.js` and `NAME_bg.wasm`.
    pub name: &'static str,
    pub package: &'static str,
    pub features: &'static [&'static str],
    /// A package that is compiled for speed instead of size.
    fast: Option<&'static str>,
}

/// Every page loads it.
pub const FIRST: ModuleRecipe = ModuleRecipe { name: "marey_web", package: WEB, features: &[], fast: None };
/// A page loads it to draw with WebGPU.
pub const GPU: ModuleRecipe = ModuleRecipe { name: "marey_gpu", package: "marey-gpu", features: &[], fast: None };
/// A worker loads it for a file of Acclaim or The Sims.
pub const MOCAP: ModuleRecipe = web("marey_mocap", &["--no-default-features", "--features", "mocap"]);
/// A worker loads it for a humanoid in X3D or VRML.
pub const HANIM: ModuleRecipe = web("marey_hanim", &["--no-default-features", "--features", "hanim"]);
/// A worker loads it for arrays of NumPy.
pub const ARRAYS: ModuleRecipe = web("marey_arrays", &["--no-default-features", "--features", "arrays"]);
/// A worker loads it to write a motion file.
pub const WRITE: ModuleRecipe = web("marey_write", &["--no-default-features", "--features", "write"]);
/// A worker loads it to read motion from a link.
pub const LINK: ModuleRecipe = web("marey_link", &["--no-default-features", "--features", "link"]);
/// A worker loads it to pack motion for a link. Packing takes a second, and much longer when compiled for size.
pub const PACK: ModuleRecipe = ModuleRecipe {
    name: "marey_pack",
    package: WEB,
    features: &["--no-default-features", "--features", "packing"],
    fast: Some("marey-link"),
};
/// A worker loads it to compare motions. Compiled for speed, it would measure in half to two thirds of the time (two clips of the
/// samples: 1.8 ms instead of 3.2), be 16 % larger before compression, and compile the core once more.
pub const COMPARE: ModuleRecipe = web("marey_compare", &["--no-default-features", "--features", "compare"]);
/// A worker loads it to play a motion on another figure.
pub const RETARGET: ModuleRecipe = web("marey_retarget", &["--no-default-features", "--features", "retarget"]);
pub const SHIPPED: [&ModuleRecipe; 10] =
    [&FIRST, &GPU, &MOCAP, &HANIM, &ARRAYS, &WRITE, &LINK, &PACK, &COMPARE, &RETARGET];
/// The first module, exporting the functions that `cargo xtask bench` times.
pub const BENCH: ModuleRecipe = ModuleRecipe { features: &["--features", "bench"], fast: YARDSTICKS, ..FIRST };
/// The same of the module that reads AMC.
pub const BENCH_MOCAP: ModuleRecipe =
    ModuleRecipe { features: &["--no-default-features", "--features", "mocap,bench"], fast: YARDSTICKS, ..MOCAP };
/// The digit loops are in the web crate: compiled for size, they would make the core look faster than it is.
const YARDSTICKS: Option<&str> = Some(WEB);

/// The package of all modules but one.
const WEB: &str = "marey-web";

/// A module of [`WEB`], compiled for size.
const fn web(name: &'static str, features: &'static [&'static str]) -> ModuleRecipe {
    ModuleRecipe { name, package: WEB, features, fast: None }
}

impl ModuleRecipe {
    pub fn glue_name(&self) -> String {
        format!("{}.js", self.name)
    }

    pub fn module_name(&self) -> String {
        format!("{}_bg.wasm", self.name)
    }

    /// The types of its exports, once it has been built to be shipped.
    pub fn types(&self, paths: &Paths) -> PathBuf {
        paths.work().join("bindgen").join(format!("{}.d.ts", self.name))
    }
}

pub struct Wasm {
    pub glue: PathBuf,
    pub module: PathBuf,
}

/// Builds all modules of dist/, one a core at a time: a module takes most of its time on one thread, in the linker.
pub fn build_all(paths: &Paths, mode: BuildMode) -> Result<Vec<Wasm>> {
    add_target(paths, TARGET)?;
    let next = AtomicUsize::new(0);
    let work = || {
        let mut built = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(recipe) = SHIPPED.get(at) else { return Ok(built) };
            built.push((at, build(paths, recipe, mode)?));
        }
    };
    let mut built = Vec::new();
    thread::scope(|scope| -> Result<()> {
        let cores = thread::available_parallelism().map_or(1, NonZero::get);
        let workers: Vec<_> = (0..cores.min(SHIPPED.len())).map(|_| scope.spawn(work)).collect();
        for worker in workers {
            let modules: Result<Vec<(usize, Wasm)>> = worker.join().unwrap_or_else(|panic| resume_unwind(panic));
            built.extend(modules?);
        }
        Ok(())
    })?;
    built.sort_by_key(|(at, _)| *at);
    Ok(built.into_iter().map(|(_, module)| module).collect())
}

/// Builds a module.
pub fn build(paths: &Paths, recipe: &ModuleRecipe, mode: BuildMode) -> Result<Wasm> {
    let bound = mode.work(paths).join("bindgen");
    let linked = cargo(paths, recipe, mode)?;

    let shrink = mode == BuildMode::Small;
    let glue = bound.join(recipe.glue_name());
    let loose = bound.join(recipe.module_name());
    // The code of this step is an input, too.
    let inputs = Inputs::new()
        .file(&linked)?
        .text(include_str!("wasm.rs"))
        .folder(&paths.root.join("xtask/shrink/src"))?
        .file(&paths.root.join("Cargo.lock"))?
        .text(if shrink { "shrink" } else { "" });
    BuildStep {
        name: &mode.step("bindgen", recipe),
        doing: "wasm-bindgen: the module's JavaScript side and its types",
        outputs: &[glue.clone(), loose.clone()],
    }
    .run(paths, &inputs, || {
        bindgen(&linked, recipe, &bound)?;
        if shrink {
            let (module, js) =
                marey_shrink::shrink(&fs::read(&linked)?, &fs::read(&loose)?, &fs::read_to_string(&glue)?, false)?;
            fs::write(&loose, module)?;
            fs::write(&glue, js)?;
        }
        Ok(())
    })?;
    if mode == BuildMode::Quick {
        return Ok(Wasm { glue, module: loose });
    }

    let out = mode.work(paths).join("wasm");
    let module = out.join(recipe.module_name());
    let inputs = Inputs::new()
        .text(&WASM_OPT.join(" "))
        .text(&inlining(recipe).join(" "))
        .file(&loose)?
        .file(&paths.root.join("package-lock.json"))?;
    BuildStep {
        name: &mode.step("wasm-opt", recipe),
        doing: "wasm-opt: makes the module smaller",
        outputs: std::slice::from_ref(&module),
    }
    .run(paths, &inputs, || {
        fs::create_dir_all(&out)?;
        wasm_opt(paths, &loose, &module, inlining(recipe))
    })?;
    Ok(Wasm { glue, module })
}

/// The module and its glue as in dist/, with the names of functions.
pub fn build_with_names(paths: &Paths, recipe: &ModuleRecipe) -> Result<Wasm> {
    let folder = paths.work().join("named");
    let linked = cargo(paths, recipe, BuildMode::Small)?;
    bindgen(&linked, recipe, &folder)?;
    let (glue, loose) = (folder.join(recipe.glue_name()), folder.join(recipe.module_name()));
    let (bytes, js) = marey_shrink::shrink(&fs::read(&linked)?, &fs::read(&loose)?, &fs::read_to_string(&glue)?, true)?;
    fs::write(&loose, bytes)?;
    fs::write(&glue, js)?;
    let module = folder.join(format!("{}.wasm", recipe.name));
    wasm_opt(paths, &loose, &module, &[inlining(recipe), &["--debuginfo"]].concat())?;
    Ok(Wasm { glue, module })
}

/// Cargo links every module to the same file: one at a time.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

/// Links a module with cargo and copies it to a name of its own. All modules share cargo's folder, for the compiled dependencies, and
/// each overwrites the file of the one before. Cargo would take that file for fresh, so it is deleted before cargo runs, and cargo runs
/// only when the sources have changed.
fn cargo(paths: &Paths, recipe: &ModuleRecipe, mode: BuildMode) -> Result<PathBuf> {
    add_target(paths, TARGET)?;
    let profile = mode.profile();
    let folder = mode.work(paths).join("linked");
    let own = folder.join(recipe.module_name());
    let mut inputs = Inputs::new()
        .text(include_str!("wasm.rs"))
        .text(&tools::output(rustc().arg("-vV"))?)
        .text(&without_home())
        .text(&recipe.features.join(" "))
        .text(mode.name());
    for sources in ["src", "crates/gpu/src", "crates/kernels/src", "crates/link/src", "crates/stage/src", "web/src"] {
        inputs = inputs.folder(&paths.root.join(sources))?;
    }
    for settings in SETTINGS {
        inputs = inputs.file(&paths.root.join(settings))?;
    }
    // Quick modules are not compiled for size.
    let fast = recipe.fast.filter(|_| mode != BuildMode::Quick);
    let speed = fast.map(|package| format!("profile.{profile}.package.{package}.opt-level=3"));
    let _one = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let step = BuildStep {
        name: &mode.step("cargo", recipe),
        doing: &format!("{} for wasm32", recipe.package),
        outputs: std::slice::from_ref(&own),
    };
    step.run(paths, &inputs, || {
        let file = format!("{}.wasm", recipe.package.replace('-', "_"));
        let shared = paths.target.join(TARGET).join(profile);
        let linked = shared.join(&file);
        remove_file(&linked)?;
        remove_file(&shared.join("deps").join(&file))?;
        tools::run(
            tools::cargo()
                .args(["rustc", "--package", recipe.package, "--lib", "--target", TARGET, "--profile", profile])
                .args(recipe.features)
                .arg("--target-dir")
                .arg(&paths.target)
                .args(["--config", &without_home()])
                .args(speed.iter().flat_map(|config| ["--config", config]))
                // For `marey_shrink`. Flags of the target would rebuild all dependencies.
                .args(if mode == BuildMode::Small { &["--", "-C", "link-arg=--emit-relocs"][..] } else { &[] })
                .current_dir(&paths.root)
                // These would silently replace the flags of .cargo/config.toml, SIMD among them.
                .env_remove("RUSTFLAGS")
                .env_remove("CARGO_ENCODED_RUSTFLAGS"),
        )?;
        fs::create_dir_all(&folder)?;
        fs::copy(&linked, &own)?;
        Ok(())
    })?;
    Ok(own)
}

/// The option that keeps this machine's paths out of the locations of panics. It comes on top of .cargo/config.toml.
fn without_home() -> String {
    format!("target.{TARGET}.rustflags=['--remap-path-prefix={}=']", tools::cargo_sources().display())
}

fn rustc() -> Command {
    Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
}

/// Installs a target: rustup does not by itself, and ignores a toolchain file's targets where auto-install is off.
pub fn add_target(paths: &Paths, target: &str) -> Result<()> {
    let folder = tools::output(rustc().args(["--print", "target-libdir", "--target", target]).current_dir(&paths.root))
        .context("rustc does not run")?;
    let installed = Path::new(folder.trim()).read_dir().is_ok_and(|mut dir| dir.next().is_some());
    if installed {
        return Ok(());
    }
    if tools::on_path("rustup").is_none() {
        bail!(
            "this Rust has no {target} standard library and there is no rustup to add it: install Rust with https://rustup.rs, \
             or your distribution's package for the target (Fedora: rust-std-static-{target})"
        );
    }
    timed("rustup", "adds a wasm target", || {
        tools::run(Command::new("rustup").args(["target", "add", target]).current_dir(&paths.root))
    })
}

fn bindgen(linked: &Path, recipe: &ModuleRecipe, out: &Path) -> Result<()> {
    // The names of functions stay until wasm-opt drops them: `marey_shrink` finds panic functions by them.
    Bindgen::new().input_path(linked).out_name(recipe.name).web(true)?.typescript(true).generate(out)
}

fn wasm_opt(paths: &Paths, from: &Path, to: &Path, more: &[&str]) -> Result<()> {
    let program = paths.node_modules().join("binaryen/bin/wasm-opt");
    let part = to.with_extension("wasm.part");
    tools::run(tools::node()?.arg(program).args(WASM_OPT).args(more).arg(from).arg("-o").arg(&part))?;
    fs::rename(part, to)?;
    Ok(())
}
