//! `cargo xtask test`: every check there is, in the order in which they are cheap to fail.

use std::collections::BTreeMap;
use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use anyhow::{Result, bail};

use crate::paths::Paths;
use crate::{build, docs, npm, package, size, tools, wasm};

pub struct Options {
    /// Also what only time finds.
    pub deep: bool,
    /// A section that fails does not end the run.
    pub keep_going: bool,
    /// The name of the one section that is wanted.
    pub only: Option<String>,
}

struct TestSection {
    name: &'static str,
    /// The heading.
    title: &'static str,
    when: When,
    run: fn(&Context) -> Result<()>,
}

/// In which runs a section is. Each can be asked for by its name.
#[derive(Clone, Copy, PartialEq)]
enum When {
    Always,
    /// With `--deep`.
    Deep,
    /// Only where it is asked for.
    Named,
}

/// Every section is run with this.
struct Context<'a> {
    paths: &'a Paths,
    /// Also what only time finds.
    deep: bool,
}

impl Context<'_> {
    /// The file in which a section's test runner lists why tests did not run, a line for each.
    fn not_run(&self, section: &str) -> PathBuf {
        self.paths.work().join(format!("not-run-{section}.txt"))
    }

    /// Rust and node alike read what is asked for from the environment.
    fn tells(&self, command: &mut Command) {
        if self.deep {
            command.env("MAREY_DEEP", "1");
        } else {
            command.env_remove("MAREY_DEEP");
        }
    }
}

/// Real files are there to be read.
fn has_corpus() -> bool {
    env::var_os("MAREY_CORPUS").is_some()
}

/// The features of the core that are off unless asked for.
const EVERYTHING: &str = "marey/cli";

const SECTIONS: [TestSection; 15] = [
    TestSection { name: "fmt", title: "rustfmt finds nothing to change", when: When::Always, run: fmt },
    TestSection { name: "clippy", title: "clippy, native", when: When::Always, run: clippy },
    TestSection {
        name: "clippy-wasm",
        title: "clippy, the web crate for wasm32, as each module",
        when: When::Always,
        run: clippy_wasm,
    },
    TestSection { name: "rust", title: "Rust tests", when: When::Always, run: rust },
    TestSection { name: "kernels", title: "the hot loops' tests, as WebAssembly", when: When::Always, run: kernels },
    TestSection { name: "doc", title: "the documentation and its examples", when: When::Always, run: doc },
    TestSection {
        name: "crate",
        title: "the core can be published, and builds from what is published",
        when: When::Always,
        run: publishable,
    },
    TestSection {
        name: "build",
        title: "dist/ builds",
        when: When::Always,
        run: |context| build::build(context.paths),
    },
    TestSection { name: "types", title: "the JavaScript type-checks", when: When::Always, run: types },
    TestSection {
        name: "size",
        title: "the first load and the modules have not grown",
        when: When::Always,
        run: not_grown,
    },
    TestSection { name: "browser", title: "the page in real browsers", when: When::Always, run: browser },
    TestSection {
        name: "files",
        title: "what is converted, as other programs read it",
        when: When::Always,
        run: files,
    },
    TestSection {
        name: "hosts",
        title: "the package in other people's pages, and our docs",
        when: When::Always,
        run: hosts,
    },
    TestSection {
        name: "soak",
        title: "everything at random in one page, for ten minutes",
        when: When::Deep,
        run: soaked,
    },
    TestSection {
        name: "smoke",
        title: "the page opens, plays and takes files: for other systems",
        when: When::Named,
        run: smoke,
    },
];

#[derive(Clone, Copy, PartialEq)]
enum TestOutcome {
    Passed,
    Failed,
    NotRun,
}

pub fn test(paths: &Paths, options: &Options) -> Result<ExitCode> {
    let only = options.only.as_deref();
    let context = Context { paths, deep: options.deep };
    if let Some(only) = only
        && !SECTIONS.iter().any(|section| section.name == only)
    {
        let names: Vec<_> = SECTIONS.iter().map(|section| section.name).collect();
        bail!("there is no section {only}: {}", names.join(", "));
    }
    let wanted = |section: &&TestSection| match only {
        Some(only) => only == section.name,
        None => section.when == When::Always || (options.deep && section.when == When::Deep),
    };
    let chosen: Vec<&TestSection> = SECTIONS.iter().filter(wanted).collect();
    let mut results: Vec<(TestOutcome, Duration)> = Vec::new();
    for (at, section) in chosen.iter().enumerate() {
        if !options.keep_going && results.iter().any(|(outcome, _)| *outcome == TestOutcome::Failed) {
            results.push((TestOutcome::NotRun, Duration::ZERO));
            continue;
        }
        println!("\n=== {} of {}: {}: {}", at + 1, chosen.len(), section.name, section.title);
        if let Err(error) = fs::remove_file(context.not_run(section.name))
            && error.kind() != std::io::ErrorKind::NotFound
        {
            return Err(error.into());
        }
        let start = Instant::now();
        let outcome = match (section.run)(&context) {
            Ok(()) => TestOutcome::Passed,
            Err(error) => {
                println!("{}: {error:#}", section.name);
                TestOutcome::Failed
            }
        };
        results.push((outcome, start.elapsed()));
    }

    println!("\n=== summary");
    for (section, (outcome, time)) in chosen.iter().zip(&results) {
        let word = match outcome {
            TestOutcome::Passed => "passed",
            TestOutcome::Failed => "FAILED",
            TestOutcome::NotRun => "not run",
        };
        println!("{:<12} {word:<8} {:>6.1} s  {}", section.name, time.as_secs_f64(), section.title);
    }
    for (section, (outcome, _)) in chosen.iter().zip(&results) {
        if *outcome != TestOutcome::NotRun
            && let Ok(reasons) = fs::read_to_string(context.not_run(section.name))
        {
            for (reason, count) in tally(&reasons) {
                println!("{}: {count} not run: {reason}", section.name);
            }
        }
    }
    let browser = chosen.iter().position(|section| section.name == "browser");
    if browser.is_some_and(|at| results[at].0 != TestOutcome::NotRun) {
        println!("{}", engines(paths)?);
    }
    let outcomes: Vec<TestOutcome> = results.iter().map(|(outcome, _)| *outcome).collect();
    println!("{}", closing_line(&outcomes));
    Ok(if outcomes.contains(&TestOutcome::Failed) { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// How often each line is there.
fn tally(lines: &str) -> BTreeMap<&str, usize> {
    let mut counts = BTreeMap::new();
    for line in lines.lines() {
        *counts.entry(line).or_default() += 1;
    }
    counts
}

fn closing_line(outcomes: &[TestOutcome]) -> String {
    let count = |wanted: TestOutcome| outcomes.iter().filter(|&&outcome| outcome == wanted).count();
    format!("{} passed, {} failed", count(TestOutcome::Passed), count(TestOutcome::Failed))
}

fn cargo(context: &Context, args: &[&str]) -> Result<()> {
    let mut cargo = tools::cargo();
    context.tells(&mut cargo);
    tools::run(cargo.args(args).current_dir(&context.paths.root))
}

fn fmt(context: &Context) -> Result<()> {
    cargo(context, &["fmt", "--all", "--check"])
}

fn clippy(context: &Context) -> Result<()> {
    cargo(context, &["clippy", "--workspace", "--all-targets", "--features", EVERYTHING, "--", "-D", "warnings"])
}

fn clippy_wasm(context: &Context) -> Result<()> {
    let paths = context.paths;
    wasm::add_target(paths, wasm::TARGET)?;
    // What is timed is not shipped: without this nobody would notice that it no longer compiles.
    for recipe in wasm::SHIPPED.into_iter().chain([&wasm::BENCH, &wasm::BENCH_MOCAP]) {
        println!("{} {}", recipe.name, recipe.features.join(" "));
        let package = ["clippy", "--package", "marey-web", "--target", wasm::TARGET];
        cargo(context, &[&package, recipe.features, &["--", "-D", "warnings"]].concat())?;
    }
    Ok(())
}

fn rust(context: &Context) -> Result<()> {
    let features = ["--workspace", "--features", EVERYTHING];
    // Tests that need real files are ignored without them.
    if tools::succeeds(tools::cargo().args(["nextest", "--version"])) {
        if !has_corpus() {
            let list = ["nextest", "list", "--run-ignored", "only", "--message-format", "oneline"];
            let ignored = tools::output(tools::cargo().args(list).args(features).current_dir(&context.paths.root))?;
            let reasons = "no corpus (MAREY_CORPUS)\n".repeat(ignored.lines().count());
            fs::create_dir_all(context.paths.work())?;
            fs::write(context.not_run("rust"), reasons)?;
        }
        let ignored = if has_corpus() { "all" } else { "default" };
        cargo(context, &[&["nextest", "run", "--no-fail-fast", "--run-ignored", ignored], &features[..]].concat())
    } else {
        println!("cargo-nextest is not installed: plain cargo test, which says of each file what it ignored");
        let ignored: &[&str] = if has_corpus() { &["--", "--include-ignored"] } else { &[] };
        cargo(context, &[&["test", "--no-fail-fast", "--lib", "--bins", "--tests"], &features[..], ignored].concat())
    }
}

/// In the browser the kernels use other vectors than natively: the same tests, as a program that node runs.
fn kernels(context: &Context) -> Result<()> {
    let paths = context.paths;
    wasm::add_target(paths, wasm::TEST_TARGET)?;
    let node = tools::node()?;
    let runner = format!(
        "target.{}.runner=['{}','--no-warnings','{}']",
        wasm::TEST_TARGET,
        Path::new(node.get_program()).display(),
        paths.root.join("xtask/wasi.mjs").display()
    );
    tools::run(
        tools::cargo()
            .args(["test", "--package", "marey-kernels", "--lib", "--tests", "--target", wasm::TEST_TARGET])
            // A panic ends the program: what it says must not wait for the end of the test.
            .args(["--config", &runner, "--", "--nocapture"])
            .current_dir(&paths.root)
            // These would replace the flags of .cargo/config.toml, and with them SIMD.
            .env_remove("RUSTFLAGS")
            .env_remove("CARGO_ENCODED_RUSTFLAGS"),
    )
}

fn doc(context: &Context) -> Result<()> {
    let paths = context.paths;
    cargo(context, &["test", "--doc", "--package", "marey", "--all-features"])?;
    tools::run(
        tools::cargo()
            .args(["doc", "--no-deps", "--package", "marey", "--all-features"])
            .env("RUSTDOCFLAGS", "-D warnings")
            .current_dir(&paths.root),
    )
}

/// Packs the core and its kernels as they would be uploaded and builds them from that, with default features: nothing they need
/// may be left out.
fn publishable(context: &Context) -> Result<()> {
    // The core is built with the kernels as they were packed. Cargo unpacks them from a registry in target/, a folder without a
    // host in its name, and not again as long as their version stays: it would build with what they were in an earlier run.
    for registry in fs::read_dir(tools::cargo_sources()).into_iter().flatten().flatten() {
        if registry.file_name().to_string_lossy().starts_with('-') {
            for unpacked in fs::read_dir(registry.path())?.flatten() {
                if unpacked.file_name().to_string_lossy().starts_with("marey-kernels-") {
                    fs::remove_dir_all(unpacked.path())?;
                }
            }
        }
    }
    cargo(context, &["publish", "--dry-run", "--allow-dirty", "--package", "marey-kernels", "--package", "marey"])
}

fn types(context: &Context) -> Result<()> {
    let paths = context.paths;
    npm::install(paths)?;
    // The scripts of the pages see a browser, the tests see node as well: two sets of globals, two projects.
    let tsc = paths.node_modules().join("typescript/bin/tsc");
    for project in ["tsconfig.json", "tests/browser/tsconfig.json"] {
        println!("tsc --noEmit --project {project}");
        tools::run(tools::node()?.arg(&tsc).args(["--noEmit", "--project", project]).current_dir(&paths.root))?;
    }
    // The shell reaches the modules by computed addresses, which no type checker follows: it has its own description of
    // the exports. Here that description meets the one that wasm-bindgen made.
    println!("tsc: www/types.d.ts against the modules' exports");
    build::build(paths)?;
    let check = paths.work().join("exports");
    fs::create_dir_all(&check)?;
    fs::write(check.join("check.ts"), EXPORTS_CHECK)?;
    fs::copy(paths.www().join("types.d.ts"), check.join("types.d.ts"))?;
    for recipe in wasm::SHIPPED {
        fs::copy(recipe.types(paths), check.join(format!("{}.d.ts", recipe.name)))?;
    }
    tools::run(tools::node()?.arg(&tsc).args(EXPORTS_OPTIONS).arg("check.ts").current_dir(&check))?;
    // What people write against the element, with and without React.
    for project in ["tests/types/tsconfig.json", "tests/types/react.json"] {
        println!("tsc --project {project}: dist/marey-player.d.ts");
        tools::run(tools::node()?.arg(&tsc).args(["--project", project]).current_dir(&paths.root))?;
    }
    Ok(())
}

const EXPORTS_CHECK: &str = "\
import type * as first from './marey_web.js';
import type * as humanoids from './marey_hanim.js';
import type * as links from './marey_link.js';
import type * as mocap from './marey_mocap.js';
import type * as packers from './marey_pack.js';
import type * as writers from './marey_write.js';
import type { Glue, PackGlue, ReaderGlue, WriterGlue } from './types.js';
export const glue: (made: typeof first) => Glue = (made) => made;
export const reader: (made: typeof mocap) => Required<ReaderGlue> = (made) => made;
export const scenes: (made: typeof humanoids) => Required<ReaderGlue> = (made) => made;
export const link: (made: typeof links) => ReaderGlue = (made) => made;
export const packer: (made: typeof packers) => PackGlue = (made) => made;
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

fn not_grown(context: &Context) -> Result<()> {
    let paths = context.paths;
    build::build(paths)?;
    size::check(paths)
}

/// How `engines` says that an engine cannot be had.
const SKIPPED: &str = "SKIPPED";

/// In which browsers the tests run here, and in which not, and why.
fn engines(paths: &Paths) -> Result<String> {
    let line = tools::output(tools::node()?.arg("tests/browser/support/engines-told.mjs").current_dir(&paths.root))?;
    Ok(line.trim().to_owned())
}

fn browser(context: &Context) -> Result<()> {
    let paths = context.paths;
    npm::install(paths)?;
    build::build(paths)?;
    tools::install_browsers(engines(paths)?.contains(SKIPPED))?;
    let mut node = node_tests(context, "browser", test_files(paths, "tests/browser")?)?;
    println!("{}", engines(paths)?);
    tools::run(&mut node)
}

/// A few of the page's tests, in whatever browser this system has.
fn smoke(context: &Context) -> Result<()> {
    const FILES: [&str; 4] = ["welcome.test.mjs", "drop.test.mjs", "controls.test.mjs", "base-path.test.mjs"];
    let paths = context.paths;
    npm::install(paths)?;
    build::build(paths)?;
    let folder = paths.root.join("tests/browser");
    tools::run(&mut node_tests(context, "smoke", FILES.iter().map(|name| folder.join(name).into()).collect())?)
}

/// Reads files as the page's worker does, natively; converts clips with the program, and opens what comes of it in three.js, a validator, NumPy, ..
fn files(context: &Context) -> Result<()> {
    let paths = context.paths;
    npm::install(paths)?;
    cargo(context, &["build", "--package", "marey", "--features", "cli", "--bin", "marey"])?;
    cargo(context, &["build", "--package", "native-packets"])?;
    tools::install_browsers(false)?;
    let mut node = node_tests(context, "files", test_files(paths, "tests/files")?)?;
    node.env("MAREY_PROGRAM", paths.target.join("debug/marey"));
    node.env("MAREY_NATIVE_PACKETS", paths.target.join("debug/native-packets"));
    tools::run(&mut node)
}

/// Builds pages as other people do, with the package as it would be published, and our own docs, and opens them.
fn hosts(context: &Context) -> Result<()> {
    let paths = context.paths;
    let tarball = package::package(paths)?;
    let site = docs::docs(paths, "/a/b/")?;
    tools::install_browsers(false)?;
    let mut node = node_tests(context, "hosts", test_files(paths, "tests/hosts")?)?;
    node.env("MAREY_TARBALL", tarball).env("MAREY_DOCS_SITE", site);
    tools::run(&mut node)
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
        bail!("{folder} has no *.test.mjs: this section would prove nothing");
    }
    Ok(files)
}

/// What runs the test files of a section in node, told which browser and which build they are about.
fn node_tests(context: &Context, section: &str, files: Vec<OsString>) -> Result<Command> {
    let paths = context.paths;
    let chromium = tools::chromium()?;
    println!("browser: {}", chromium.display());
    fs::create_dir_all(paths.work())?;
    let mut node = tools::node()?;
    node.arg("tests/support/suite.mjs").env("MAREY_NOT_RUN", context.not_run(section));
    node.env("MAREY_TIMES", paths.work().join(format!("times-{section}.json")));
    node.env("MAREY_DIST", paths.dist()).env("MAREY_CHROMIUM", chromium).current_dir(&paths.root);
    if let Some(shell) = tools::headless_shell() {
        println!("where a test names no GPU: {}", shell.display());
        node.env("MAREY_HEADLESS_SHELL", shell);
    }
    context.tells(&mut node);
    node.args(files);
    Ok(node)
}

/// A short soak, in a deep run.
fn soaked(context: &Context) -> Result<()> {
    soak(context.paths, "10", "1")
}

/// Everything at random in one page, for as long as somebody wants to wait.
pub fn soak(paths: &Paths, minutes: &str, seed: &str) -> Result<()> {
    npm::install(paths)?;
    build::build(paths)?;
    let mut node: Command = tools::node()?;
    node.arg("tests/browser/soak.mjs").args(["--minutes", minutes, "--seed", seed]);
    node.env("MAREY_DIST", paths.dist()).env("MAREY_CHROMIUM", tools::chromium()?);
    tools::run(node.current_dir(&paths.root))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_that_did_not_run_are_neither_passed_nor_failed() {
        use TestOutcome::{Failed, NotRun, Passed};
        assert_eq!(closing_line(&[Passed, Failed, NotRun]), "1 passed, 1 failed");
        assert_eq!(closing_line(&[Passed; 12]), "12 passed, 0 failed");
    }

    #[test]
    fn reasons_are_counted() {
        let reasons = tally("no corpus\nonly with --deep\nno corpus\n");
        assert_eq!(reasons.into_iter().collect::<Vec<_>>(), [("no corpus", 2), ("only with --deep", 1)]);
    }

    #[test]
    fn a_section_that_does_not_exist_is_refused() {
        let paths = Paths { root: "/nowhere".into(), target: "/nowhere".into() };
        let options = Options { deep: false, keep_going: false, only: Some("brwoser".to_owned()) };
        assert!(test(&paths, &options).is_err());
    }
}
