//! `cargo xtask bench`: measures Marey against the budgets of the design.
//!
//! Machines are shared and change their speed: only ratios within one run count, so that Marey and its peers are measured in turns.

mod clip;
// Its tests run with those of xtask, which is compiled anyway.
#[cfg(test)]
#[path = "../../native-bench/src/digits.rs"]
mod digits;
mod report;
mod rows;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::Args;
use serde_json::{Value, json};

use crate::paths::{self, Paths};
use crate::stamp::timed;
use crate::wasm::BuildMode;
use crate::{build, package, size, tools, wasm};

/// Names and bytes of the clips: a usual file, a long one, a very long one.
const SMALL: (&str, usize) = ("small.bvh", 230_000);
const MIDDLE: (&str, usize) = ("middle.bvh", 10_000_000);
const LARGE: (&str, usize) = ("large.bvh", 100_000_000);
/// The same motion in Acclaim's format.
const MIDDLE_AMC: (&str, usize) = ("middle.amc", 10_000_000);
const LARGE_AMC: (&str, usize) = ("large.amc", 100_000_000);

#[derive(Debug, Args)]
pub struct Options {
    /// Repeats less, and leaves out the long files
    #[arg(long)]
    pub quick: bool,
    /// Measures first pictures alone
    #[arg(long)]
    pub loads: bool,
    /// Measures the compiled reader of Python beside other packages, and nothing else; the files are those of MAREY_CORPUS
    #[arg(long)]
    pub python: bool,
    /// Measures the first pictures of another dist/, too, in turns with ours
    #[arg(long, value_name = "DIR")]
    pub against: Option<PathBuf>,
    /// Compares with the bench.json of an earlier version that was measured on this machine
    #[arg(long, value_name = "FILE")]
    pub since: Option<PathBuf>,
}

pub fn bench(paths: &Paths, &Options { quick, loads, python, ref against, ref since }: &Options) -> Result<()> {
    if python {
        package::package(paths)?;
        let script = paths.root.join("xtask/bench/python.mjs");
        let mut node = tools::node()?;
        return tools::run(node.arg(script).env("CARGO_TARGET_DIR", &paths.target).current_dir(&paths.root));
    }
    // Read first: a wrong name fails at once, and the end of this run may overwrite the file.
    let earlier: Option<Value> = since
        .as_deref()
        .map(|file| {
            let text = fs::read_to_string(file).with_context(|| file.display().to_string())?;
            serde_json::from_str(&text).with_context(|| file.display().to_string())
        })
        .transpose()?;
    let against =
        against.as_deref().map(|dir| dir.canonicalize().with_context(|| dir.display().to_string())).transpose()?;
    if let Some(dir) = &against
        && !dir.join("index.html").is_file()
    {
        bail!("{} has no index.html: it is no dist/", dir.display());
    }
    build::build(paths)?;
    tools::install_browsers(false)?;
    let chromium = tools::chromium()?;
    let folder = paths.target.join("bench");
    let site = folder.join("site");
    let clips = folder.join("clips");
    build_site(paths, &folder, &site, loads)?;
    if !loads {
        build_native(paths, &folder)?;
    }

    println!("measure");
    println!("  load average {}", load_average());
    fs::create_dir_all(&clips)?;
    let some = if loads { 1 } else { 3 };
    for (name, bytes) in
        [SMALL, MIDDLE, MIDDLE_AMC, LARGE, LARGE_AMC].iter().take(if quick || loads { some } else { 5 })
    {
        clip::write(&clips.join(name), *bytes)?;
    }
    let native = if loads { Vec::new() } else { native(&folder, &clips, quick)? };
    let setup = json!({
        "quick": quick,
        "loads": loads,
        "folders": { "dist": paths.dist(), "site": site, "clips": clips, "against": against },
        "clips": { "small": SMALL.0, "middle": MIDDLE.0, "large": LARGE.0, "amc": MIDDLE_AMC.0, "largeAmc": LARGE_AMC.0 },
        "file": if quick { MIDDLE.0 } else { LARGE.0 },
    });
    let browser = in_browser(paths, &folder, &setup, &chromium)?;
    let (before_picture, first_load) = size::first_load_brotli(paths)?;
    let sizes = json!({
        "beforePicture": before_picture,
        "firstLoad": first_load,
        "three": size::brotli(&site, &["three-viewer.js".to_owned()])?,
    });
    let load = load_average();
    println!("  load average {load}");

    let raw = json!({
        "quick": quick, "against": against, "native": native, "browser": browser, "sizes": sizes, "loadAverage": load,
    });
    let rows = rows::rows(&raw)?;
    report::print(&rows);
    if let Some(earlier) = &earlier {
        report::print_since(&rows, earlier)?;
    }
    let out = paths.target.join("bench.json");
    let all = json!({ "rows": rows.iter().map(report::Row::json).collect::<Vec<_>>(), "raw": raw });
    fs::write(&out, serde_json::to_string_pretty(&all)?)?;
    println!("all numbers are in {}", out.display());
    Ok(())
}

/// Builds the modules that export the timed functions, and the pages that time them, outside of dist/.
fn build_site(paths: &Paths, folder: &Path, site: &Path, loads: bool) -> Result<()> {
    let script = paths.root.join("xtask/bench/bundle.mjs");
    tools::run(tools::node()?.arg(script).arg(site).current_dir(&paths.root))?;
    if loads {
        return Ok(());
    }
    println!("build, with the timed functions exported");
    let own = Paths { root: paths.root.clone(), target: folder.to_path_buf() };
    let modules =
        [wasm::build(&own, &wasm::BENCH, BuildMode::Small)?, wasm::build(&own, &wasm::BENCH_MOCAP, BuildMode::Small)?];
    for file in modules.iter().flat_map(|wasm| [&wasm.glue, &wasm.module]) {
        fs::copy(file, site.join(file.file_name().context("a built file has a name")?))?;
    }
    Ok(())
}

fn build_native(paths: &Paths, folder: &Path) -> Result<()> {
    timed("cargo", "native-bench", || {
        let mut cargo = tools::cargo();
        cargo.args(["build", "--release", "--manifest-path", paths::NATIVE_BENCH, "--target-dir"]).arg(folder);
        tools::run(cargo.current_dir(&paths.root))
    })
}

/// What `native-bench` prints: an object for each clip, and one for the blanks.
fn native(folder: &Path, clips: &Path, quick: bool) -> Result<Vec<Value>> {
    timed("native", "reads clips outside the browser", || {
        let program = folder.join("release").join(format!("native-bench{}", std::env::consts::EXE_SUFFIX));
        let mut printed = String::new();
        let often = if quick { 7 } else { 21 };
        let runs = [(MIDDLE.0, often), (MIDDLE_AMC.0, often), (LARGE.0, 5), (LARGE_AMC.0, 5)];
        for (name, repeats) in runs.iter().take(if quick { 2 } else { 4 }) {
            let mut command = std::process::Command::new(&program);
            printed += &tools::output(command.arg(repeats.to_string()).arg(clips.join(name)))?;
        }
        let mut command = std::process::Command::new(&program);
        printed += &tools::output(command.arg(often.to_string()).arg("blanks"))?;
        let mut command = std::process::Command::new(&program);
        printed += &tools::output(command.arg(often.to_string()).arg("retarget").arg(clips.join(MIDDLE.0)))?;
        let mut command = std::process::Command::new(&program);
        printed += &tools::output(command.arg(often.to_string()).arg("body").arg(clips.join(SMALL.0)))?;
        let mut command = std::process::Command::new(&program);
        printed += &tools::output(command.arg(if quick { "3" } else { "7" }).arg("film").arg(clips.join(SMALL.0)))?;
        printed.lines().map(|line| Ok(serde_json::from_str(line)?)).collect()
    })
}

fn in_browser(paths: &Paths, folder: &Path, setup: &Value, chromium: &Path) -> Result<Value> {
    let (input, output): (PathBuf, PathBuf) = (folder.join("setup.json"), folder.join("browser.json"));
    fs::write(&input, setup.to_string())?;
    let script = paths.root.join("xtask/bench/run.mjs");
    timed("browser", "loads, reads, plays and waits in Chromium", || {
        let mut node = tools::node()?;
        node.arg(script).arg(&input).arg(&output).env("MAREY_CHROMIUM", chromium);
        tools::run(node.current_dir(&paths.root))
    })?;
    Ok(serde_json::from_str(&fs::read_to_string(output)?)?)
}

fn load_average() -> String {
    let text = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let words: Vec<&str> = text.split(' ').take(3).collect();
    if words.len() == 3 { words.join(" ") } else { "unknown".to_owned() }
}
