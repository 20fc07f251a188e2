//! What cargo checks: the code, the Rust tests, the documentation.

use std::env;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::Path;

use anyhow::Result;

use super::Context;
use crate::paths::NATIVE_BENCH;
use crate::{tools, wasm};

/// Real files are there to be read.
fn has_corpus() -> bool {
    env::var_os("MAREY_CORPUS").is_some()
}

/// All packages but those of xtask. Cargo gives a dependency the features that all chosen packages ask for together, and
/// compiles it again for other ones: sections that choose the same packages share what is compiled.
const PRODUCT: [&str; 5] = ["--workspace", "--exclude", "xtask", "--exclude", "marey-shrink"];
/// The packages of xtask alone: `cargo xtask` has compiled their dependencies, for this choice of packages.
const XTASK: [&str; 4] = ["--package", "xtask", "--package", "marey-shrink"];

pub fn cargo(context: &Context, args: &[&str]) -> Result<()> {
    let mut cargo = tools::cargo();
    context.tells(&mut cargo);
    tools::run(cargo.args(args).current_dir(&context.paths.root))
}

/// Runs a command of cargo on `native-bench`, which is a workspace of its own.
fn native_bench(context: &Context, command: &str, options: &[&str]) -> Result<()> {
    let mut cargo = tools::cargo();
    cargo.args([command, "--manifest-path", NATIVE_BENCH]).args(options);
    tools::run(cargo.env("CARGO_TARGET_DIR", &context.paths.target).current_dir(&context.paths.root))
}

pub fn fmt(context: &Context) -> Result<()> {
    cargo(context, &["fmt", "--all", "--check"])?;
    native_bench(context, "fmt", &["--check"])
}

pub fn clippy(context: &Context) -> Result<()> {
    cargo(context, &["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"])?;
    native_bench(context, "clippy", &["--all-targets", "--", "-D", "warnings"])
}

pub fn clippy_wasm(context: &Context) -> Result<()> {
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

pub fn rust(context: &Context) -> Result<()> {
    // The tests of xtask run also where one of the others fails.
    let product = tests(context, &PRODUCT);
    tests(context, &XTASK)?;
    product
}

/// Runs the tests of these packages. Tests that need real files are ignored without them.
fn tests(context: &Context, packages: &[&str]) -> Result<()> {
    if tools::succeeds(tools::cargo().args(["nextest", "--version"])) {
        if !has_corpus() {
            let list = ["nextest", "list", "--run-ignored", "only", "--message-format", "oneline"];
            let ignored = tools::output(tools::cargo().args(list).args(packages).current_dir(&context.paths.root))?;
            let reasons = "no corpus (MAREY_CORPUS)\n".repeat(ignored.lines().count());
            fs::create_dir_all(context.paths.work())?;
            OpenOptions::new()
                .create(true)
                .append(true)
                .open(context.not_run("rust"))?
                .write_all(reasons.as_bytes())?;
        }
        let ignored = if has_corpus() { "all" } else { "default" };
        cargo(context, &[&["nextest", "run", "--no-fail-fast", "--run-ignored", ignored], packages].concat())
    } else {
        println!("cargo-nextest is not installed: plain cargo test, which says of each file what it ignored");
        let ignored: &[&str] = if has_corpus() { &["--", "--include-ignored"] } else { &[] };
        cargo(context, &[&["test", "--no-fail-fast", "--lib", "--bins", "--tests"], packages, ignored].concat())
    }
}

/// The programs with which the tests of files work.
pub fn programs(context: &Context) -> Result<()> {
    // A test is chosen, too, since tests' own dependencies add features: these programs then share what the Rust tests have compiled.
    cargo(
        context,
        &[&["build", "--bin", "marey", "--bin", "native-packets", "--test", "layers"], &PRODUCT[..]].concat(),
    )
}

/// In the browser the kernels use other vectors than natively: the same tests, as a program that node runs.
pub fn kernels(context: &Context) -> Result<()> {
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

pub fn doc(context: &Context) -> Result<()> {
    let paths = context.paths;
    cargo(context, &[&["test", "--doc"], &PRODUCT[..]].concat())?;
    tools::run(
        tools::cargo()
            .args(["doc", "--no-deps", "--package", "marey", "--all-features"])
            .env("RUSTDOCFLAGS", "-D warnings")
            .current_dir(&paths.root),
    )
}

/// Packs the kernels, the core and the program as they would be uploaded and builds them from that: nothing they need
/// may be left out.
pub fn publishable(context: &Context) -> Result<()> {
    // Each crate is built with those below it as they were packed. Cargo unpacks them from a registry in target/, a folder without a
    // host in its name, and not again as long as their version stays: it would build with what they were in an earlier run.
    for registry in fs::read_dir(tools::cargo_sources()).into_iter().flatten().flatten() {
        if registry.file_name().to_string_lossy().starts_with('-') {
            for unpacked in fs::read_dir(registry.path())?.flatten() {
                if unpacked.file_name().to_string_lossy().starts_with("marey-") {
                    fs::remove_dir_all(unpacked.path())?;
                }
            }
        }
    }
    // What cargo has compiled of a registry's package it takes for good, too, as long as the version stays.
    let target = context.paths.work().join("crate");
    if target.exists() {
        fs::remove_dir_all(&target)?;
    }
    let target = target.display().to_string();
    // Nothing of it runs: to optimise it would take longer than all the rest.
    let how = ["--target-dir", &target, "--config", "profile.dev.package.marey.opt-level=0"];
    let publish = [
        "publish",
        "--dry-run",
        "--allow-dirty",
        "--package",
        "marey-kernels",
        "--package",
        "marey",
        "--package",
        "marey-cli",
    ];
    cargo(context, &[&publish[..], &how].concat())
}
