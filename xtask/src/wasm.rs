//! Rust to the wasm modules and their glue: cargo, wasm-bindgen, wasm-opt.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use walrus::{ConstExpr, DataKind, ElementItems, ElementKind, FunctionId, ir::Value};
use wasm_bindgen_cli_support::Bindgen;

use crate::paths::Paths;
use crate::stamp::{Inputs, Step, timed};
use crate::stubs::{self, Stub};
use crate::{glue, places, sweep, tools};

pub const TARGET: &str = "wasm32-unknown-unknown";
const PROFILE: &str = "wasm-release";

/// What rustc is told to use has to be told to wasm-opt too: its own default is the first wasm of 2017.
/// The first passes pull apart what rustc has put together for a machine with registers; the others then find more that
/// is the same: a hundredth of the download. Nothing of Rust's lies in the lowest kilobyte of the memory.
const WASM_OPT: [&str; 14] = [
    "--low-memory-unused",
    "--flatten",
    "--rereloop",
    "-Oz",
    "--optimize-added-constants-propagate",
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

/// A module that is made of `marey-web`, by its features.
pub struct Recipe {
    /// Its files are `NAME.js` and `NAME_bg.wasm`.
    pub name: &'static str,
    /// What cargo is told.
    pub features: &'static [&'static str],
    /// Where in cargo's target folder. A library's file has one name whatever its features: two builds into one folder
    /// would overwrite each other's, and cargo would hold both for made.
    folder: &'static str,
}

/// What every page loads.
pub const FIRST: Recipe = Recipe { name: "marey_web", features: &[], folder: "" };
/// What a worker loads when a file comes that the first module does not read.
pub const FORMATS: Recipe =
    Recipe { name: "marey_formats", features: &["--no-default-features", "--features", "formats"], folder: "formats" };
/// All that is shipped.
pub const SHIPPED: [&Recipe; 2] = [&FIRST, &FORMATS];
/// The first module with what `cargo xtask bench` times.
pub const BENCH: Recipe = Recipe { features: &["--features", "bench"], ..FIRST };
/// The same of the other one.
pub const BENCH_FORMATS: Recipe =
    Recipe { features: &["--no-default-features", "--features", "formats,bench"], ..FORMATS };

impl Recipe {
    pub fn glue_name(&self) -> String {
        format!("{}.js", self.name)
    }

    pub fn module_name(&self) -> String {
        format!("{}_bg.wasm", self.name)
    }

    /// What TypeScript calls the module's exports.
    pub fn types(&self, paths: &Paths) -> PathBuf {
        bound(paths).join(format!("{}.d.ts", self.name))
    }
}

/// wasm-bindgen's results.
fn bound(paths: &Paths) -> PathBuf {
    paths.work().join("bindgen")
}

/// The results of [`build`].
pub struct Wasm {
    pub glue: PathBuf,
    pub module: PathBuf,
}

/// Builds `marey-web` and everything below it into `target/xtask/wasm`.
pub fn build(paths: &Paths, recipe: &Recipe) -> Result<Wasm> {
    let bound = bound(paths);
    let out = paths.work().join("wasm");
    let linked = cargo(paths, recipe)?;

    // This step's code is the sources of xtask, and wasm-bindgen as locked.
    let inputs = Inputs::new().file(&linked)?.text(include_str!("wasm.rs")).text(include_str!("glue.rs"));
    let inputs = inputs.text(include_str!("places.rs")).text(include_str!("stubs.rs")).text(include_str!("sweep.rs"));
    let inputs = inputs.file(&paths.root.join("Cargo.lock"))?;
    let glue = bound.join(recipe.glue_name());
    let loose = bound.join(recipe.module_name());
    Step {
        name: &format!("bindgen-{}", recipe.name),
        doing: "wasm-bindgen: the module's JavaScript side and its types",
        outputs: &[glue.clone(), loose.clone()],
    }
    .run(paths, &inputs, || bindgen(&linked, recipe, &bound))?;

    let module = out.join(recipe.module_name());
    let inputs = Inputs::new().text(&WASM_OPT.join(" ")).file(&loose)?.file(&paths.root.join("package-lock.json"))?;
    Step {
        name: &format!("wasm-opt-{}", recipe.name),
        doing: "wasm-opt: shrinks the module",
        outputs: std::slice::from_ref(&module),
    }
    .run(paths, &inputs, || {
        fs::create_dir_all(&out)?;
        wasm_opt(paths, &loose, &module)
    })?;
    Ok(Wasm { glue, module })
}

/// The yardsticks are in the web crate, which is compiled for size: against those the core would look faster than it is.
const YARDSTICKS_AT_SPEED: &[&str] = &["--config", "profile.wasm-release.package.marey-web.opt-level=3"];

/// cargo knows best what it has to rebuild, and needs a fraction of a second to find that it is nothing.
fn cargo(paths: &Paths, recipe: &Recipe) -> Result<PathBuf> {
    add_target(paths)?;
    let target = paths.target.join(recipe.folder);
    timed(&format!("cargo-{}", recipe.name), "marey-web for wasm32", || {
        tools::run(
            tools::cargo()
                .args(["rustc", "--package", "marey-web", "--lib", "--target", TARGET, "--profile", PROFILE])
                .args(recipe.features)
                .arg("--target-dir")
                .arg(&target)
                .args(["--config", &without_home()])
                .args(if recipe.features.iter().any(|features| features.ends_with("bench")) {
                    YARDSTICKS_AT_SPEED
                } else {
                    &[]
                })
                // For `sweep`, and for this crate alone: as flags of the target they would rebuild all below it.
                .args(["--", "-C", "link-arg=--emit-relocs"])
                .current_dir(&paths.root)
                // These would replace the flags of .cargo/config.toml, and with them SIMD, and nobody would see.
                .env_remove("RUSTFLAGS")
                .env_remove("CARGO_ENCODED_RUSTFLAGS"),
        )
    })?;
    Ok(target.join(TARGET).join(PROFILE).join("marey_web.wasm"))
}

/// Beside the flags of .cargo/config.toml: the places of panics are in the module, and they would tell where on this
/// machine the sources of the dependencies lie.
fn without_home() -> String {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(std::env::home_dir()?.join(".cargo"))).unwrap_or_default();
    let sources = home.join("registry").join("src");
    format!("target.{TARGET}.rustflags=['--remap-path-prefix={}=']", sources.display())
}

/// rustup installs no target on its own, and a toolchain file with targets is ignored where auto-install is off.
pub fn add_target(paths: &Paths) -> Result<()> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let folder = tools::output(
        Command::new(&rustc).args(["--print", "target-libdir", "--target", TARGET]).current_dir(&paths.root),
    )
    .context("rustc does not run")?;
    let installed = Path::new(folder.trim()).read_dir().is_ok_and(|mut dir| dir.next().is_some());
    if installed {
        return Ok(());
    }
    if tools::on_path("rustup").is_none() {
        bail!(
            "this Rust has no {TARGET} standard library and there is no rustup to add it: install Rust with https://rustup.rs, \
             or your distribution's package for the target (Fedora: rust-std-static-{TARGET})"
        );
    }
    timed("rustup", "adds the wasm target", || {
        tools::run(Command::new("rustup").args(["target", "add", TARGET]).current_dir(&paths.root))
    })
}

fn bindgen(linked: &Path, recipe: &Recipe, out: &Path) -> Result<()> {
    let mut output = Bindgen::new()
        .input_path(linked)
        .out_name(recipe.name)
        .web(true)?
        .typescript(true)
        .remove_name_section(true)
        .remove_producers_section(true)
        .generate_output()?;
    let module = output.wasm_mut();
    let named =
        module.funcs.iter().filter_map(|function| Some((function.id(), stubs::stub(function.name.as_deref()?)?)));
    let stubs: HashMap<_, Stub> = named.collect();
    for (id, function) in module.funcs.iter_local_mut() {
        let Some(stub) = stubs.get(&id) else { continue };
        let mut body = function.builder_mut().func_body();
        body.instrs_mut().clear();
        match stub {
            Stub::Trap => body.unreachable(),
            Stub::Silence => body.i32_const(0),
        };
    }
    let Some(trap) = stubs.iter().find(|(_, stub)| **stub == Stub::Trap).map(|(id, _)| *id) else {
        bail!("no function of the module looks like a panic: Rust calls them otherwise now");
    };
    sweep(module, &sweep::dead(&fs::read(linked)?)?, trap);
    if wipe_places(module) == 0 {
        bail!("no place of a panic is in the module's data: Rust keeps them otherwise now");
    }
    // Every import is called by a long name with a hash, once in the module and once in the glue: 270 of them are 7 kB of
    // brotli's output. Nobody else reads them.
    let imports: Vec<String> = module.imports.iter().map(|import| import.name.clone()).collect();
    // Once for the glue as it is written, which tells what is the same, and once for the module with the new names.
    output.emit(out)?;
    let js = out.join(recipe.glue_name());
    let glue = glue::shorten_descriptions(&fs::read_to_string(&js)?);
    let shorts = glue::short_names(&glue, &imports)?;
    for (import, short) in output.wasm_mut().imports.iter_mut().zip(&shorts) {
        import.name.clone_from(short);
    }
    let exports: Vec<String> = output.wasm_mut().exports.iter().map(|export| export.name.clone()).collect();
    let (glue, short_exports) = glue::rename_exports(&glue, &exports);
    for export in output.wasm_mut().exports.iter_mut() {
        if let Some(short) = short_exports.get(&export.name) {
            export.name.clone_from(short);
        }
    }
    output.emit(out)?;
    let names = imports.into_iter().zip(shorts).collect();
    let glue = glue::shorten_loading(&glue::rename_imports(&glue, &names))?;
    Ok(fs::write(&js, glue)?)
}

/// Wipes what is dead, and lets the table's dead places lead to `trap`.
fn sweep(module: &mut walrus::Module, dead: &sweep::Dead, trap: FunctionId) {
    let pieces: Vec<_> = module.data.iter().map(walrus::Data::id).collect();
    for id in pieces {
        let data = module.data.get_mut(id);
        let DataKind::Active { offset: ConstExpr::Value(Value::I32(start)), .. } = data.kind else { continue };
        let (start, length) = (start.cast_unsigned(), data.value.len());
        for range in &dead.bytes {
            let [from, to] = [range.start, range.end].map(|at| (at.saturating_sub(start) as usize).min(length));
            data.value[from..to].fill(0);
        }
    }
    for element in module.elements.iter_mut() {
        let ElementKind::Active { offset: ConstExpr::Value(Value::I32(start)), .. } = element.kind else { continue };
        let ElementItems::Functions(functions) = &mut element.items else { continue };
        for (slot, function) in (start.cast_unsigned()..).zip(functions) {
            if dead.slots.binary_search(&slot).is_ok() {
                *function = trap;
            }
        }
    }
    let relocations: Vec<String> = module.customs.iter().map(|(_, section)| section.name().to_owned()).collect();
    for name in relocations.iter().filter(|name| name.starts_with("reloc.") || *name == "linking") {
        module.customs.remove_raw(name);
    }
}

/// Wipes places out of what the memory holds at the start. Returns how many.
fn wipe_places(module: &mut walrus::Module) -> usize {
    let active = module.data.iter().filter_map(|data| match data.kind {
        DataKind::Active { offset: ConstExpr::Value(Value::I32(start)), .. } => {
            Some((data.id(), places::Segment { start: start.cast_unsigned(), bytes: data.value.clone() }))
        }
        _ => None,
    });
    let (ids, mut segments): (Vec<_>, Vec<_>) = active.unzip();
    let wiped = places::wipe(&mut segments);
    for (id, segment) in ids.into_iter().zip(segments) {
        module.data.get_mut(id).value = segment.bytes;
    }
    wiped
}

fn wasm_opt(paths: &Paths, from: &Path, to: &Path) -> Result<()> {
    let program = paths.node_modules().join("binaryen/bin/wasm-opt");
    let part = to.with_extension("wasm.part");
    tools::run(tools::node()?.arg(program).args(WASM_OPT).arg(from).arg("-o").arg(&part))?;
    fs::rename(part, to)?;
    Ok(())
}
