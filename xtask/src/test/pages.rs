//! The sections that node runs: types, and the built pages in browsers and other programs.

use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result, bail};

use super::changed::{self, PageParts, PassedFiles};
use super::{Context, SECTIONS, native};
use crate::paths::{Paths, remove_file};
use crate::{build, docs, npm, package, size, tools, wasm};

pub fn types(context: &Context) -> Result<()> {
    let paths = context.paths;
    npm::install(paths)?;
    // Three projects, because the tests have the globals of node, too, and the extension those of VS Code.
    let tsc = paths.node_modules().join("typescript/bin/tsc");
    for project in ["tsconfig.json", "tests/browser/tsconfig.json", "vscode/tsconfig.json"] {
        println!("tsc --noEmit --project {project}");
        tools::run(tools::node()?.arg(&tsc).args(["--noEmit", "--project", project]).current_dir(&paths.root))?;
    }
    // The shell imports the modules by computed addresses, which no type checker follows, and describes their exports itself. That
    // description has to agree with wasm-bindgen's.
    println!("tsc: www/types.d.ts against the modules' exports");
    build::build(paths)?;
    let check = paths.work().join("exports");
    fs::create_dir_all(&check)?;
    fs::write(check.join("check.ts"), EXPORTS_CHECK)?;
    fs::copy(paths.www().join("types.d.ts"), check.join("types.d.ts"))?;
    // The types name the table of options, of which the modules know nothing.
    fs::create_dir_all(check.join("player/base"))?;
    fs::write(check.join("player/base/options.d.ts"), OPTIONS_STUB)?;
    for recipe in wasm::SHIPPED {
        fs::copy(recipe.types(paths), check.join(format!("{}.d.ts", recipe.name)))?;
    }
    tools::run(tools::node()?.arg(&tsc).args(EXPORTS_OPTIONS).arg("check.ts").current_dir(&check))?;
    // Code that uses the element, with and without React.
    for project in ["tests/types/tsconfig.json", "tests/types/react.json"] {
        println!("tsc --project {project}: dist/marey-player.d.ts");
        tools::run(tools::node()?.arg(&tsc).args(["--project", project]).current_dir(&paths.root))?;
    }
    Ok(())
}

const OPTIONS_STUB: &str = "export type ValuesOf<T> = T; export const CLIP_OPTIONS: object;";
const EXPORTS_CHECK: &str = "\
import type * as first from './marey_web.js';
import type * as arrays from './marey_arrays.js';
import type * as bodies from './marey_body.js';
import type * as comparers from './marey_compare.js';
import type * as gpu from './marey_gpu.js';
import type * as humanoids from './marey_hanim.js';
import type * as labels from './marey_labels.js';
import type * as links from './marey_link.js';
import type * as mocap from './marey_mocap.js';
import type * as packers from './marey_pack.js';
import type * as retargeters from './marey_retarget.js';
import type * as rigs from './marey_rigs.js';
import type * as studies from './marey_study.js';
import type * as targets from './marey_targets.js';
import type * as gltf from './marey_gltf.js';
import type * as fbx from './marey_fbx.js';
import type * as markers from './marey_markers.js';
import type * as writers from './marey_write.js';
import type { BodyGlue, CompareGlue, Glue, GpuGlue, LabelsGlue, PackGlue, ReaderGlue, RetargetGlue, RigsGlue, StudyGlue, TargetsGlue, WriterGlue } from './types.js';
export const glue: (made: typeof first) => Glue = (made) => made;
export const painters: (made: typeof gpu) => GpuGlue = (made) => made;
export const reader: (made: typeof mocap) => Required<ReaderGlue> = (made) => made;
export const arrayReader: (made: typeof arrays) => Required<ReaderGlue> = (made) => made;
export const scenes: (made: typeof humanoids) => Required<ReaderGlue> = (made) => made;
export const link: (made: typeof links) => ReaderGlue = (made) => made;
export const packer: (made: typeof packers) => PackGlue = (made) => made;
export const comparer: (made: typeof comparers) => CompareGlue = (made) => made;
export const retargeter: (made: typeof retargeters) => RetargetGlue = (made) => made;
export const namer: (made: typeof rigs) => RigsGlue = (made) => made;
export const dresser: (made: typeof bodies) => BodyGlue = (made) => made;
export const student: (made: typeof studies) => StudyGlue = (made) => made;
export const labeller: (made: typeof labels) => LabelsGlue = (made) => made;
export const gltfReader: (made: typeof gltf) => Required<ReaderGlue> = (made) => made;
export const fbxReader: (made: typeof fbx) => Required<ReaderGlue> = (made) => made;
export const markerReader: (made: typeof markers) => Required<ReaderGlue> = (made) => made;
export const riggers: (made: typeof targets) => TargetsGlue = (made) => made;
export const writer: (made: typeof writers) => WriterGlue = (made) => made;
";
const EXPORTS_OPTIONS: [&str; 11] = [
    "--noEmit",
    "--ignoreConfig",
    "--strict",
    "--target",
    "esnext",
    "--module",
    "esnext",
    "--moduleResolution",
    "bundler",
    "--types",
    "",
];

pub fn sizes(context: &Context) -> Result<()> {
    let paths = context.paths;
    build::build(paths)?;
    size::check(paths)
}

/// The word of `engines` for an engine that is not installed.
const SKIPPED: &str = "SKIPPED";

/// A line with the browsers that this machine has for the tests, and why it lacks others.
pub fn engines(paths: &Paths) -> Result<String> {
    let line = tools::output(tools::node()?.arg("tests/browser/support/engines-report.mjs").current_dir(&paths.root))?;
    Ok(line.trim().to_owned())
}

pub fn browser(context: &Context) -> Result<()> {
    let paths = context.paths;
    npm::install(paths)?;
    build::build(paths)?;
    tools::install_browsers(engines(paths)?.contains(SKIPPED))?;
    println!("{}", engines(paths)?);
    let shared = PageParts::shared_in_browser(paths)?;
    run_files(context, "browser", shared, |_| Ok(()))
}

/// A few of the page's tests, in this system's browser.
pub fn smoke(context: &Context) -> Result<()> {
    const FILES: [&str; 4] = ["welcome.test.mjs", "drop.test.mjs", "controls.test.mjs", "base-path.test.mjs"];
    let paths = context.paths;
    npm::install(paths)?;
    build::build(paths)?;
    let folder = paths.root.join("tests/browser");
    tools::run(&mut node_tests(context, "smoke", FILES.iter().map(|name| folder.join(name).into()).collect())?)
}

/// Reads files natively as the page's worker does; converts clips with the program and opens the results in three.js, a validator, NumPy, ..
pub fn files(context: &Context) -> Result<()> {
    let paths = context.paths;
    build::build(paths)?;
    run_files(context, "files", shared("files", paths)?, |node| {
        native::programs(context)?;
        tools::install_browsers(false)?;
        node.env("MAREY_PROGRAM", paths.target.join("debug/marey"));
        node.env("MAREY_NATIVE_PACKETS", paths.target.join("debug/native-packets"));
        Ok(())
    })
}

/// Builds the Python package and its compiled reader as wheels, and tests both in an environment of their own.
pub fn python(context: &Context) -> Result<()> {
    let paths = context.paths;
    build::build(paths)?;
    run_files(context, "python", shared("python", paths)?, |node| {
        package::package(paths)?;
        native::programs(context)?;
        node.env("MAREY_PROGRAM", paths.target.join("debug/marey"));
        node.env("CARGO_TARGET_DIR", &paths.target);
        Ok(())
    })
}

/// Builds sites of other tools with the packed npm package, and the docs, and opens them.
pub fn hosts(context: &Context) -> Result<()> {
    let paths = context.paths;
    build::build(paths)?;
    run_files(context, "hosts", shared("hosts", paths)?, |node| {
        native::programs(context)?;
        let docs = docs::docs(paths, "/a/b/")?;
        tools::install_browsers(false)?;
        node.env("MAREY_TARBALL", docs.tarball).env("MAREY_DOCS_SITE", docs.site);
        Ok(())
    })
}

/// A hash of what all test files of a section depend on.
fn shared(section: &str, paths: &Paths) -> Result<String> {
    let section = SECTIONS.iter().find(|each| each.name == section).context("no such section")?;
    changed::inputs_beside_www(paths, section)
}

/// Runs the test files of a section, with `--changed` those that have not passed yet on what they depend on. `prepare` runs before them, and
/// tells them what it has made.
fn run_files(
    context: &Context,
    section: &str,
    shared: String,
    prepare: impl FnOnce(&mut Command) -> Result<()>,
) -> Result<()> {
    let paths = context.paths;
    let (parts, passed) = (PageParts::read(paths, shared)?, PassedFiles::read(context, section));
    let mut files = Vec::new();
    for file in test_files(paths, &format!("tests/{section}"))? {
        let hash = parts.hash_of(Path::new(&file))?;
        files.push((file, hash));
    }
    let all = files.len();
    if context.changed {
        files.retain(|(file, hash)| !passed.has(file, hash));
        println!("{} of {all} files: the others passed on the same parts of the page", files.len());
    }
    if files.is_empty() {
        return Ok(());
    }
    let told = paths.work().join(format!("passed-{section}.txt"));
    remove_file(&told)?;
    let mut node = node_tests(context, section, files.iter().map(|(file, _)| file.clone()).collect())?;
    node.env("MAREY_PASSED", &told);
    prepare(&mut node)?;
    let outcome = tools::run(&mut node);
    passed.keep(&files, &told)?;
    outcome
}

fn test_files(paths: &Paths, folder: &str) -> Result<Vec<OsString>> {
    let mut files: Vec<OsString> = Vec::new();
    for entry in paths.root.join(folder).read_dir()? {
        let path = entry?.path();
        if path.to_string_lossy().ends_with(".test.mjs") {
            files.push(path.into());
        }
    }
    files.sort();
    if files.is_empty() {
        bail!("{folder} has no *.test.mjs");
    }
    Ok(files)
}

fn node_tests(context: &Context, section: &str, files: Vec<OsString>) -> Result<Command> {
    let paths = context.paths;
    let chromium = tools::chromium()?;
    println!("browser: {}", chromium.display());
    fs::create_dir_all(paths.work())?;
    let mut node = tools::node()?;
    node.arg("tests/support/suite.mjs").env("MAREY_NOT_RUN", context.not_run(section));
    node.env("MAREY_FAILED", context.failed(section));
    node.env("MAREY_TIMES", paths.work().join(format!("times-{section}.json")));
    node.env("MAREY_DIST", paths.dist()).env("MAREY_CHROMIUM", chromium).current_dir(&paths.root);
    if let Some(shell) = tools::headless_shell() {
        println!("where a test names no GPU: {}", shell.display());
        node.env("MAREY_HEADLESS_SHELL", shell);
    }
    context.pass_depth(&mut node);
    node.args(files);
    Ok(node)
}

pub fn soaked(context: &Context) -> Result<()> {
    soak(context.paths, 10.0, 1)
}

pub fn soak(paths: &Paths, minutes: f64, seed: u32) -> Result<()> {
    npm::install(paths)?;
    build::build(paths)?;
    let mut node: Command = tools::node()?;
    node.arg("tests/browser/soak.mjs").args(["--minutes", &minutes.to_string(), "--seed", &seed.to_string()]);
    node.env("MAREY_DIST", paths.dist()).env("MAREY_CHROMIUM", tools::chromium()?);
    tools::run(node.current_dir(&paths.root))
}
