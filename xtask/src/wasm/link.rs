//! Links the modules with cargo.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{fs, iter};

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use super::{BuildMode, ModuleRecipe, SHIPPED, TARGET, add_target, rustc};
use crate::paths::Paths;
use crate::stamp::{BuildStep, Inputs};
use crate::tools;

/// The folders, from the project's root, whose code and manifests the modules are made of.
const SOURCES: [&str; 8] =
    ["src", "crates/gpu", "crates/kernels", "crates/link", "crates/stage", "crates/study", "crates/write", "web"];
/// The files that decide how they are compiled.
const SETTINGS: [&str; 3] = ["Cargo.toml", "Cargo.lock", ".cargo/config.toml"];

/// The sources and settings of the modules.
pub fn inputs(paths: &Paths) -> Result<Inputs> {
    let mut inputs = Inputs::new();
    for sources in SOURCES {
        inputs = inputs.folder(&paths.root.join(sources))?;
    }
    for settings in SETTINGS {
        inputs = inputs.file(&paths.root.join(settings))?;
    }
    Ok(inputs)
}

/// Whether all modules of dist/ are linked, from what the sources are now.
pub fn are_linked(paths: &Paths, mode: BuildMode) -> Result<bool> {
    let call = Call::new(paths, &SHIPPED, mode)?;
    Ok(call.step(&call.step_name()).is_fresh(paths, &call.inputs))
}

/// Links a module, unless nothing has changed, and returns its file.
pub fn link_one(paths: &Paths, recipe: &ModuleRecipe, mode: BuildMode) -> Result<PathBuf> {
    let mut file = None;
    link(paths, &[recipe], mode, |_, linked| {
        file = Some(linked);
        Ok(())
    })?;
    file.with_context(|| format!("cargo linked no {}", recipe.name))
}

/// A call of cargo that links modules. The recipes have the same features.
struct Call<'a> {
    recipes: &'a [&'a ModuleRecipe],
    mode: BuildMode,
    /// Options of cargo that override its settings.
    settings: Vec<String>,
    inputs: Inputs,
    folder: PathBuf,
    /// Copies of what cargo links: another mode or other features would overwrite its own files.
    files: Vec<PathBuf>,
}

impl<'a> Call<'a> {
    fn new(paths: &Paths, recipes: &'a [&'a ModuleRecipe], mode: BuildMode) -> Result<Self> {
        let folder = mode.work(paths).join("linked");
        let files = recipes.iter().map(|recipe| folder.join(recipe.module_name())).collect();
        // `marey_shrink` reads relocations.
        let relocations = if mode == BuildMode::Small { ",'-Clink-arg=--emit-relocs'" } else { "" };
        // Locations of panics do not tell this machine's paths. These flags come on top of .cargo/config.toml.
        let home = tools::cargo_sources();
        let flags = format!("target.{TARGET}.rustflags=['--remap-path-prefix={}='{relocations}]", home.display());
        // Quick modules are not compiled for size.
        let fast = recipes.iter().filter(|recipe| recipe.fast && mode != BuildMode::Quick);
        let speed = fast.map(|one| format!("profile.{}.package.{}.opt-level=3", mode.profile(), one.package));
        let settings: Vec<String> = iter::once(flags).chain(speed).collect();
        let features: Vec<&str> = recipes.iter().flat_map(|recipe| recipe.features).copied().collect();
        let inputs = inputs(paths)?
            .text(include_str!("link.rs"))
            .text(&tools::output(rustc().arg("-vV"))?)
            .text(&settings.join(" "))
            .text(&features.join(" "))
            .text(mode.name());
        Ok(Self { recipes, mode, settings, inputs, folder, files })
    }

    fn step_name(&self) -> String {
        let name = if let &[one] = self.recipes { one.name } else { "modules" };
        format!("cargo-{name}{}", if self.mode == BuildMode::Quick { "-quick" } else { "" })
    }

    fn step<'b>(&'b self, name: &'b str) -> BuildStep<'b> {
        BuildStep { name, doing: "compiles and links for wasm32", outputs: &self.files }
    }

    fn command(&self, paths: &Paths) -> Command {
        let mut cargo = tools::cargo();
        cargo
            .args(["build", "--target", TARGET, "--profile", self.mode.profile()])
            .args(["--message-format", "json-render-diagnostics"])
            .args(self.recipes.iter().flat_map(|recipe| ["--package", recipe.package]))
            .args(self.recipes.first().map_or(&[][..], |first| first.features))
            .arg("--target-dir")
            .arg(&paths.target)
            .args(self.settings.iter().flat_map(|setting| ["--config", setting]))
            .current_dir(&paths.root)
            // These would silently replace the flags of .cargo/config.toml, SIMD among them.
            .env_remove("RUSTFLAGS")
            .env_remove("CARGO_ENCODED_RUSTFLAGS")
            .stdin(Stdio::null())
            .stdout(Stdio::piped());
        cargo
    }
}

/// Links modules with one call of cargo, which compiles them side by side over one core, unless nothing has changed. Calls `linked` with
/// a module's place in the list and its file as soon as there is one.
pub fn link(
    paths: &Paths,
    recipes: &[&ModuleRecipe],
    mode: BuildMode,
    mut linked: impl FnMut(usize, PathBuf) -> Result<()>,
) -> Result<()> {
    add_target(paths, TARGET)?;
    let call = Call::new(paths, recipes, mode)?;
    let mut told = vec![false; recipes.len()];
    call.step(&call.step_name()).run(paths, &call.inputs, || {
        fs::create_dir_all(&call.folder)?;
        let mut child = call.command(paths).spawn().context("cannot start cargo")?;
        let mut cores = 0;
        for message in BufReader::new(child.stdout.take().context("cargo has no output")?).lines() {
            let Some(artifact) = Artifact::read(&message?) else { continue };
            cores += usize::from(artifact.is_core());
            let Some(module) = artifact.module() else { continue };
            let is_made_of = |recipe: &&ModuleRecipe| module.file_stem() == Some(recipe.library().as_ref());
            if let Some(at) = recipes.iter().position(is_made_of) {
                fs::copy(module, &call.files[at]).with_context(|| format!("cannot copy {}", module.display()))?;
                told[at] = true;
                linked(at, call.files[at].clone())?;
            }
        }
        let status = child.wait()?;
        ensure!(status.success(), "cargo ended with {status}");
        ensure!(cores == 1, "the core is compiled {cores} times: packages ask for it with different features");
        Ok(())
    })?;
    for (at, file) in call.files.into_iter().enumerate().filter(|(at, _)| !told[*at]) {
        linked(at, file)?;
    }
    Ok(())
}

/// A message of cargo about a compiled target.
struct Artifact(Value);

impl Artifact {
    /// A message of cargo, if it tells of a compiled target.
    fn read(message: &str) -> Option<Self> {
        let message: Value = serde_json::from_str(message).ok()?;
        message["filenames"].is_array().then_some(Self(message))
    }

    /// Whether this is the crate `marey`.
    fn is_core(&self) -> bool {
        self.0["target"]["name"] == "marey"
    }

    /// The linked module, if it is one.
    fn module(&self) -> Option<&Path> {
        let mut files = self.0["filenames"].as_array()?.iter().filter_map(Value::as_str).map(Path::new);
        files.find(|file| file.extension().is_some_and(|extension| extension == "wasm"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_and_the_core_are_found_among_cargos_messages() {
        let read = |text: &str| Artifact::read(text);
        let linked = r#"{"reason":"compiler-artifact","target":{"name":"marey_web"},"filenames":["/t/marey_web.wasm"],"fresh":true}"#;
        let linked = read(linked).unwrap();
        assert_eq!((linked.module(), linked.is_core()), (Some(Path::new("/t/marey_web.wasm")), false));
        let core = read(r#"{"reason":"compiler-artifact","target":{"name":"marey"},"filenames":["/t/libmarey.rlib"]}"#);
        let core = core.unwrap();
        assert_eq!((core.module(), core.is_core()), (None, true));
        assert!(read(r#"{"reason":"build-finished","success":true}"#).is_none());
        assert!(read("warning: a line").is_none());
    }
}
