//! `cargo xtask size`: what a visitor downloads, against the budget.

use std::collections::BTreeSet;
use std::fs;
use std::ops::Add;
use std::path::Path;
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::paths::Paths;
use crate::tools;

/// What the first load should weigh at most: brotli, in bytes.
pub const BUDGET: u64 = 110_000;

/// What it may weigh until it meets the budget: the tests hold this line. Lower it with every gain. It was raised once,
/// from 120,000, when skins, marks, masses, scales and files beside files came to the stage and the page.
pub const LINE: u64 = 125_000;

/// Where the first load starts: the page, the element and its worker. What these import statically comes with them;
/// what they import lazily does not.
const ENTRIES: [&str; 3] = ["page.js", "marey-player.js", "worker.js"];

/// The rest of the first load. index.html is not counted, nor are the clips.
const OTHERS: [&str; 3] = ["marey_web.js", "marey_web_bg.wasm", "page.css"];

/// What comes when a file needs it.
const ON_DEMAND: [&str; 2] = ["marey_formats.js", "marey_formats_bg.wasm"];

/// The same compressors that web servers have, and no crates to compile: node has both.
const COMPRESS: &str = "
const { gzipSync, brotliCompressSync, constants } = require('node:zlib');
for (const file of process.argv.slice(1)) {
  const raw = require('node:fs').readFileSync(file);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: raw.length };
  console.log(raw.length, gzipSync(raw, { level: 9 }).length, brotliCompressSync(raw, { params }).length);
}";

#[derive(Clone, Copy, Default, Debug, PartialEq)]
struct Sizes {
    raw: u64,
    gzip: u64,
    brotli: u64,
}

impl Add for Sizes {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { raw: self.raw + other.raw, gzip: self.gzip + other.gzip, brotli: self.brotli + other.brotli }
    }
}

/// Prints the table. The exit code is 1 when the first load is over budget.
pub fn size(paths: &Paths) -> Result<ExitCode> {
    Ok(if print(paths)? > BUDGET { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// Prints the table; returns the first load's bytes, brotli.
pub fn print(paths: &Paths) -> Result<u64> {
    let meta: Value = serde_json::from_str(&fs::read_to_string(paths.metafile())?)?;
    let first = first_load(&meta)?;
    let all = shipped(paths)?;
    for name in first.iter().map(String::as_str).chain(ON_DEMAND) {
        if !all.iter().any(|shipped| shipped == name) {
            bail!("dist/{name} is to be measured and is not there: this guard is blind");
        }
    }
    let sizes = measure(&paths.dist(), &all)?;

    let line = |name: &str, size: Sizes, when: &str| {
        println!("{}", format!("{name:<28} {:>9} {:>9} {:>9}  {when}", size.raw, size.gzip, size.brotli).trim_end());
    };
    println!("{:<28} {:>9} {:>9} {:>9}", "bytes", "raw", "gzip -9", "brotli 11");
    let (mut sum, mut on_demand) = (Sizes::default(), Sizes::default());
    for (name, size) in all.iter().zip(sizes) {
        let when = if first.contains(name) {
            sum = sum + size;
            "first load"
        } else if ON_DEMAND.contains(&name.as_str()) {
            on_demand = on_demand + size;
            "for a file that is not BVH"
        } else {
            ""
        };
        line(name, size, when);
    }
    line("files that are not BVH", on_demand, "once, and only then");
    line("first load", sum, "");
    let share = sum.brotli as f64 / BUDGET as f64 * 100.0;
    println!("budget {BUDGET} bytes brotli: {share:.0} % used");
    if sum.brotli > BUDGET {
        println!("over budget by {} bytes", sum.brotli - BUDGET);
    }
    Ok(sum.brotli)
}

/// The files a browser with WebGPU loads before the first clip plays, from esbuild's metafile.
fn first_load(meta: &Value) -> Result<BTreeSet<String>> {
    let outputs = meta["outputs"].as_object().context("the metafile has no outputs")?;
    let mut names: BTreeSet<String> = OTHERS.iter().map(|&name| name.to_owned()).collect();
    let mut open: Vec<String> = ENTRIES.iter().map(|&name| name.to_owned()).collect();
    while let Some(name) = open.pop() {
        if !names.insert(name.clone()) {
            continue;
        }
        let found = outputs.iter().find(|(path, _)| base(path) == name);
        let (_, output) = found.with_context(|| format!("esbuild did not write {name}: this guard is blind"))?;
        for import in output["imports"].as_array().into_iter().flatten() {
            let external = import["external"].as_bool().unwrap_or(false);
            if import["kind"] == "import-statement" && !external {
                let path = import["path"].as_str().context("an import without a path")?;
                open.push(base(path).to_owned());
            }
        }
    }
    Ok(names)
}

/// dist/ is flat: the last part of a path names the file.
fn base(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// Everything of dist/ that is code or style, sorted.
fn shipped(paths: &Paths) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(paths.dist())? {
        let entry = entry?;
        if entry.file_type()?.is_file() {
            names.push(entry.file_name().to_string_lossy().into_owned());
        }
    }
    names.sort();
    Ok(names)
}

/// The bytes of the first load, brotli.
pub fn first_load_brotli(paths: &Paths) -> Result<u64> {
    let meta: Value = serde_json::from_str(&fs::read_to_string(paths.metafile())?)?;
    let names: Vec<String> = first_load(&meta)?.into_iter().collect();
    brotli(&paths.dist(), &names)
}

/// The bytes of these files of a folder, brotli, each compressed on its own.
pub fn brotli(folder: &Path, names: &[String]) -> Result<u64> {
    Ok(measure(folder, names)?.iter().map(|size| size.brotli).sum())
}

fn measure(folder: &Path, names: &[String]) -> Result<Vec<Sizes>> {
    let mut node: Command = tools::node()?;
    let printed = tools::output(node.args(["-e", COMPRESS, "--"]).args(names).current_dir(folder))?;
    let sizes: Vec<Sizes> = printed.lines().map(parse_sizes).collect::<Result<_>>()?;
    if sizes.len() != names.len() {
        bail!("{} files were to be measured and {} were: this guard is blind", names.len(), sizes.len());
    }
    Ok(sizes)
}

fn parse_sizes(line: &str) -> Result<Sizes> {
    let numbers: Vec<u64> = line.split(' ').map(str::parse).collect::<Result<_, _>>()?;
    match numbers[..] {
        [raw, gzip, brotli] => Ok(Sizes { raw, gzip, brotli }),
        _ => bail!("three sizes expected: {line}"),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_first_load_follows_static_imports_and_not_lazy_or_external_ones() {
        let import = |path: &str, kind: &str| json!({ "path": path, "kind": kind });
        let meta = json!({ "outputs": {
            "out/page.js": { "imports": [import("out/chunk-A.js", "import-statement")] },
            "out/marey-player.js": { "imports": [import("out/chunk-A.js", "import-statement"), import("out/share.js", "dynamic-import")] },
            "out/worker.js": { "imports": [{ "path": "https://elsewhere/x.js", "kind": "import-statement", "external": true }] },
            "out/chunk-A.js": { "imports": [import("out/chunk-B.js", "import-statement")] },
            // A ring, as esbuild can make.
            "out/chunk-B.js": { "imports": [import("out/chunk-A.js", "import-statement")] },
            "out/share.js": { "imports": [import("out/chunk-C.js", "import-statement")] },
            "out/chunk-C.js": { "imports": [] },
            "out/embed.js": { "imports": [] },
        }});
        let names = first_load(&meta).unwrap();
        let expected = [
            "chunk-A.js",
            "chunk-B.js",
            "marey-player.js",
            "marey_web.js",
            "marey_web_bg.wasm",
            "page.css",
            "page.js",
            "worker.js",
        ];
        assert_eq!(names.iter().map(String::as_str).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn an_entry_that_is_not_there_is_an_error() {
        let meta = json!({ "outputs": { "out/page.js": { "imports": [] } } });
        assert!(first_load(&meta).unwrap_err().to_string().contains("blind"));
    }

    #[test]
    fn measured_lines_are_three_numbers() {
        assert_eq!(parse_sizes("10 6 5").unwrap(), Sizes { raw: 10, gzip: 6, brotli: 5 });
        assert!(parse_sizes("10 6").is_err());
        assert!(parse_sizes("10 6 x").is_err());
    }
}
