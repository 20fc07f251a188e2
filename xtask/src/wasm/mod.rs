//! Builds the wasm modules and their glue: cargo, wasm-bindgen, wasm-opt.

mod link;

pub use link::{are_linked, inputs};

use std::fs;
use std::num::NonZero;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;

use anyhow::{Context, Result, bail};
use clap::ValueEnum;
use wasm_bindgen_cli_support::Bindgen;

use crate::paths::Paths;
use crate::stamp::{BuildStep, Inputs, timed};
use crate::{npm, tools};

pub const TARGET: &str = "wasm32-unknown-unknown";
/// For tests, which are programs and need a system below them.
pub const TEST_TARGET: &str = "wasm32-wasip1";
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
    /// Options of cargo.
    pub features: &'static [&'static str],
    /// Whether the package itself is compiled for speed instead of size.
    fast: bool,
}

/// Every page loads it.
pub const FIRST: ModuleRecipe = module("marey_web", "marey-web");
/// A page loads it to draw with WebGPU.
pub const GPU: ModuleRecipe = module("marey_gpu", "marey-gpu");
/// A worker loads it for a file of Acclaim or The Sims.
pub const MOCAP: ModuleRecipe = module("marey_mocap", "marey-module-mocap");
/// All modules of dist/: packages in `web`, `crates/gpu` and `web/modules`.
pub const SHIPPED: [&ModuleRecipe; 18] = [
    &FIRST,
    &GPU,
    &MOCAP,
    // A worker loads it for a humanoid in X3D or VRML.
    &module("marey_hanim", "marey-module-hanim"),
    // A worker loads it for arrays of NumPy.
    &module("marey_arrays", "marey-module-arrays"),
    // A worker loads it to write a motion file.
    &module("marey_write", "marey-module-write"),
    // A worker loads it to read motion from a link.
    &module("marey_link", "marey-module-link"),
    // A worker loads it to pack motion for a link.
    &module("marey_pack", "marey-module-pack"),
    // A worker loads it to compare motions. Compiled for speed, it would measure in half to two thirds of the time (two clips of the
    // samples: 1.8 ms instead of 3.2), be 16 % larger before compression, and compile the core once more.
    &module("marey_compare", "marey-module-compare"),
    // A worker loads it to play a motion on another figure.
    &module("marey_retarget", "marey-module-retarget"),
    // A worker loads it to name the rig of a clip that a visitor has opened.
    &module("marey_rigs", "marey-module-rigs"),
    // A worker loads it to write a motion with the rig of another program.
    &module("marey_targets", "marey-module-targets"),
    // A worker loads it to make a body, and the page to turn it.
    &module("marey_body", "marey-module-body"),
    // A worker loads it to study a motion: to mend it.
    &module("marey_study", "marey-module-study"),
    // A worker loads it to read labels of motions.
    &module("marey_labels", "marey-module-labels"),
    // A worker loads it for glTF and VRM.
    &module("marey_gltf", "marey-module-gltf"),
    // A worker loads it for FBX.
    &module("marey_fbx", "marey-module-fbx"),
    // A worker loads it for markers in C3D and TRC.
    &module("marey_markers", "marey-module-markers"),
];
/// The first module, exporting the functions that `cargo xtask bench` times. The digit loops are in the package itself: compiled for
/// size, they would make the core look faster than it is.
pub const BENCH: ModuleRecipe = ModuleRecipe { features: &["--features", "bench"], fast: true, ..FIRST };
/// The same of the module that reads AMC.
pub const BENCH_MOCAP: ModuleRecipe = ModuleRecipe { features: &["--features", "bench"], fast: true, ..MOCAP };

/// A module as it is shipped.
const fn module(name: &'static str, package: &'static str) -> ModuleRecipe {
    ModuleRecipe { name, package, features: &[], fast: false }
}

impl ModuleRecipe {
    pub fn glue_name(&self) -> String {
        format!("{}.js", self.name)
    }

    /// The name of what cargo links.
    fn library(&self) -> String {
        self.package.replace('-', "_")
    }

    pub fn module_name(&self) -> String {
        format!("{}_bg.wasm", self.name)
    }

    /// Its file, once it has been built.
    pub fn built(&self, paths: &Paths, mode: BuildMode) -> PathBuf {
        mode.work(paths).join("wasm").join(self.module_name())
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

/// Builds all modules of dist/.
pub fn build_all(paths: &Paths, mode: BuildMode) -> Result<Vec<Wasm>> {
    let built = Mutex::new(Vec::new());
    build_each(paths, mode, |at, wasm| {
        built.lock().unwrap_or_else(PoisonError::into_inner).push((at, wasm));
        Ok(())
    })?;
    let mut built = built.into_inner().unwrap_or_else(PoisonError::into_inner);
    built.sort_by_key(|(at, _)| *at);
    Ok(built.into_iter().map(|(_, module)| module).collect())
}

/// Builds all modules, and calls `done` with the place in [`SHIPPED`] of each that is finished. One call of cargo links them, since they
/// have most of their code in common; each that is linked is made smaller meanwhile.
pub fn build_each(paths: &Paths, mode: BuildMode, done: impl Fn(usize, Wasm) -> Result<()> + Sync) -> Result<()> {
    add_target(paths, TARGET)?;
    let (send, linked) = mpsc::channel::<(usize, PathBuf)>();
    let linked = Mutex::new(linked);
    let work = || {
        loop {
            // A statement of its own, which lets go of the channel before the work begins.
            let next = linked.lock().unwrap_or_else(PoisonError::into_inner).recv();
            let Ok((at, file)) = next else { return Ok(()) };
            done(at, bind(paths, SHIPPED[at], &file, mode)?)?;
        }
    };
    thread::scope(|scope| {
        let cores = thread::available_parallelism().map_or(1, NonZero::get);
        let workers: Vec<_> = (0..cores.min(SHIPPED.len())).map(|_| scope.spawn(work)).collect();
        let mut result = link::link(paths, &SHIPPED, mode, |at, file| Ok(send.send((at, file))?));
        drop(send);
        for worker in workers {
            result = result.and(worker.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        result
    })
}

/// Builds one module.
pub fn build(paths: &Paths, recipe: &ModuleRecipe, mode: BuildMode) -> Result<Wasm> {
    bind(paths, recipe, &link::link_one(paths, recipe, mode)?, mode)
}

/// Makes a module and its glue of what cargo has linked.
fn bind(paths: &Paths, recipe: &ModuleRecipe, linked: &Path, mode: BuildMode) -> Result<Wasm> {
    let bound = mode.work(paths).join("bindgen");
    let shrink = mode == BuildMode::Small;
    let glue = bound.join(recipe.glue_name());
    let loose = bound.join(recipe.module_name());
    // The code of this step is an input, too.
    let inputs = Inputs::new()
        .file(linked)?
        .text(include_str!("mod.rs"))
        .folder(&paths.root.join("xtask/shrink/src"))?
        .file(&paths.root.join("Cargo.lock"))?
        .text(if shrink { "shrink" } else { "" });
    BuildStep {
        name: &mode.step("bindgen", recipe),
        doing: "wasm-bindgen: the module's JavaScript side and its types",
        outputs: &[glue.clone(), loose.clone()],
    }
    .run(paths, &inputs, || {
        bindgen(linked, recipe, &bound)?;
        if shrink {
            let (module, js) =
                marey_shrink::shrink(&fs::read(linked)?, &fs::read(&loose)?, &fs::read_to_string(&glue)?, false)?;
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
    let linked = link::link_one(paths, recipe, BuildMode::Small)?;
    bindgen(&linked, recipe, &folder)?;
    let (glue, loose) = (folder.join(recipe.glue_name()), folder.join(recipe.module_name()));
    let (bytes, js) = marey_shrink::shrink(&fs::read(&linked)?, &fs::read(&loose)?, &fs::read_to_string(&glue)?, true)?;
    fs::write(&loose, bytes)?;
    fs::write(&glue, js)?;
    let module = folder.join(format!("{}.wasm", recipe.name));
    wasm_opt(paths, &loose, &module, &[inlining(recipe), &["--debuginfo"]].concat())?;
    Ok(Wasm { glue, module })
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
    // It may be on its way still.
    npm::install(paths)?;
    let program = paths.node_modules().join("binaryen/bin/wasm-opt");
    let part = to.with_extension("wasm.part");
    tools::run(tools::node()?.arg(program).args(WASM_OPT).args(more).arg(from).arg("-o").arg(&part))?;
    fs::rename(part, to)?;
    Ok(())
}
