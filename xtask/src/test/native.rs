//! The sections that cargo runs: lints, Rust tests, documentation.

use std::env;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::Path;

use anyhow::Result;

use super::Context;
use crate::paths::{GENERATE, NATIVE_BENCH, PYTHON_READER};
use crate::{npm, tools, wasm};

fn has_corpus() -> bool {
    env::var_os("MAREY_CORPUS").is_some()
}

/// All packages but those of xtask. Cargo unites the features of a dependency over the chosen packages: sections that choose the
/// same packages share the compiled dependencies.
const PRODUCT: [&str; 9] = [
    "--workspace",
    "--exclude",
    "xtask",
    "--exclude",
    "marey-shrink",
    "--exclude",
    "marey-module-*",
    "--exclude",
    "marey-link-fast",
];
/// All packages but those that have the sources of others once more, for wasm32 alone.
const ALL: [&str; 5] = ["--workspace", "--exclude", "marey-module-*", "--exclude", "marey-link-fast"];
/// Packages whose own tests compile in a fraction of the time where they are not optimised, and then run for seconds longer: those of
/// xtask, whose dependencies `cargo xtask` has compiled so, and the core.
const QUICK: [&str; 6] = ["--package", "xtask", "--package", "marey-shrink", "--package", "marey"];

pub fn cargo(context: &Context, args: &[&str]) -> Result<()> {
    let mut cargo = tools::cargo();
    context.pass_depth(&mut cargo);
    tools::run(cargo.args(args).current_dir(&context.paths.root))
}

/// Runs a command of cargo on a package that is a workspace of its own.
pub fn outside(context: &Context, manifest: &str, command: &str, options: &[&str]) -> Result<()> {
    let mut cargo = tools::cargo();
    cargo.args([command, "--manifest-path", manifest]).args(options);
    tools::run(cargo.env("CARGO_TARGET_DIR", &context.paths.target).current_dir(&context.paths.root))
}

pub fn fmt(context: &Context) -> Result<()> {
    cargo(context, &["fmt", "--all", "--check"])?;
    outside(context, NATIVE_BENCH, "fmt", &["--check"])?;
    outside(context, PYTHON_READER, "fmt", &["--all", "--check"])?;
    outside(context, GENERATE, "fmt", &["--all", "--check"])?;
    npm::install(context.paths)?;
    let prettier = context.paths.node_modules().join("prettier/bin/prettier.cjs");
    println!("prettier --check .");
    tools::run(tools::node()?.arg(prettier).args(["--check", "."]).current_dir(&context.paths.root))
}

pub fn clippy(context: &Context) -> Result<()> {
    cargo(context, &[&["clippy", "--all-targets"], &ALL[..], &["--", "-D", "warnings"]].concat())?;
    if context.deep {
        outside(context, NATIVE_BENCH, "clippy", &["--all-targets", "--", "-D", "warnings"])?;
        outside(context, PYTHON_READER, "clippy", &["--workspace", "--locked", "--", "-D", "warnings"])?;
        outside(context, GENERATE, "clippy", &["--workspace", "--all-targets", "--", "-D", "warnings"])?;
    }
    Ok(())
}

pub fn clippy_wasm(context: &Context) -> Result<()> {
    let paths = context.paths;
    wasm::add_target(paths, wasm::TARGET)?;
    // The modules of `cargo xtask bench` are compiled nowhere else in the tests.
    for (recipes, features) in
        [(&wasm::SHIPPED[..], &[][..]), (&[&wasm::BENCH, &wasm::BENCH_MOCAP], wasm::BENCH.features)]
    {
        let packages: Vec<&str> = recipes.iter().flat_map(|recipe| ["--package", recipe.package]).collect();
        let clippy = ["clippy", "--target", wasm::TARGET];
        cargo(context, &[&clippy, &packages[..], features, &["--", "-D", "warnings"]].concat())?;
    }
    Ok(())
}

pub fn rust(context: &Context) -> Result<()> {
    // The quick ones also run where one of the others fails.
    let product = tests(context, "test", &[&PRODUCT[..], &["--exclude", "marey"]].concat());
    tests(context, "dev", &QUICK)?;
    product
}

/// Runs the tests of these packages; without a corpus those that need real files are ignored, and counted.
fn tests(context: &Context, profile: &str, packages: &[&str]) -> Result<()> {
    if tools::succeeds(tools::cargo().args(["nextest", "--version"])) {
        if !has_corpus() {
            let list =
                ["nextest", "list", "--cargo-profile", profile, "--run-ignored", "only", "--message-format", "oneline"];
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
        cargo(
            context,
            &[&["nextest", "run", "--cargo-profile", profile, "--no-fail-fast", "--run-ignored", ignored], packages]
                .concat(),
        )
    } else {
        println!("cargo-nextest is not installed: plain cargo test, which counts ignored tests file by file");
        let ignored: &[&str] = if has_corpus() { &["--", "--include-ignored"] } else { &[] };
        cargo(
            context,
            &[&["test", "--profile", profile, "--no-fail-fast", "--lib", "--bins", "--tests"], packages, ignored]
                .concat(),
        )
    }
}

pub fn programs(context: &Context) -> Result<()> {
    // Test dependencies add features: with a test among the targets the programs share what the Rust tests compiled.
    cargo(
        context,
        &[
            &["build", "--profile", "test", "--bin", "marey", "--bin", "native-packets", "--test", "layers"],
            &PRODUCT[..],
        ]
        .concat(),
    )
}

/// Runs the tests of the kernels as WebAssembly in node: they use other vectors there than natively.
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
            // A panic ends the program, and with it captured output is lost.
            .args(["--config", &runner, "--", "--nocapture"])
            .current_dir(&paths.root)
            // These would replace the flags of .cargo/config.toml, SIMD among them.
            .env_remove("RUSTFLAGS")
            .env_remove("CARGO_ENCODED_RUSTFLAGS"),
    )
}

pub fn doc(context: &Context) -> Result<()> {
    let paths = context.paths;
    cargo(context, &[&["test", "--doc"], &PRODUCT[..]].concat())?;
    tools::run(
        tools::cargo()
            .args([
                "doc",
                "--no-deps",
                "--package",
                "marey",
                "--package",
                "marey-write",
                "--package",
                "marey-study",
                "--package",
                "marey-film",
                "--package",
                "marey-labels",
                "--package",
                "marey-link",
            ])
            .env("RUSTDOCFLAGS", "-D warnings")
            .current_dir(&paths.root),
    )
}

/// Compares the files under version control that programs make with what these make now, and tests the samples.
pub fn generated(context: &Context) -> Result<()> {
    outside(context, GENERATE, "test", &["--workspace"])?;
    outside(context, GENERATE, "run", &["--", "--check"])
}

/// Packs the crates as for crates.io and builds them from that: no file may be missing.
pub fn publishable(context: &Context) -> Result<()> {
    // Each crate is built with the packed crates below it. Cargo unpacks them into a registry whose name has no host, and not again while
    // their version stays: it would build with those of an earlier run.
    for registry in fs::read_dir(tools::cargo_sources()).into_iter().flatten().flatten() {
        if registry.file_name().to_string_lossy().starts_with('-') {
            for unpacked in fs::read_dir(registry.path())?.flatten() {
                if unpacked.file_name().to_string_lossy().starts_with("marey-") {
                    fs::remove_dir_all(unpacked.path())?;
                }
            }
        }
    }
    // For the same reason cargo would reuse what it compiled of them.
    let target = context.paths.work().join("crate");
    if target.exists() {
        fs::remove_dir_all(&target)?;
    }
    let target = target.display().to_string();
    // Nothing of it runs, and optimising takes longer than all the rest.
    let how = ["--target-dir", &target, "--config", "profile.dev.package.marey.opt-level=0"];
    let packages = [
        "marey-kernels",
        "marey",
        "marey-write",
        "marey-study",
        "marey-film",
        "marey-link",
        "marey-labels",
        "marey-cli",
    ]
    .map(|name| ["--package", name]);
    cargo(context, &[&["publish", "--dry-run", "--allow-dirty"], packages.as_flattened(), &how].concat())
}
