//! `cargo xtask size`: what a visitor downloads, and the lines that it must not cross.

use std::collections::BTreeSet;
use std::fs;
use std::ops::Add;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::paths::Paths;
use crate::tools;

/// What the design wants the first load to weigh at most: brotli, in bytes. Printed beside it; nothing fails by it.
const GOAL: u64 = 110_000;

/// What may weigh how much: brotli, in bytes. The tests hold these lines. Lower one with every gain; raise one only with a
/// reason in the commit.
const LINES: [(&str, u64); 3] = [
    ("first load", 124_000),
    // The two modules, each with its glue.
    ("marey_web", 94_500),
    ("marey_formats", 218_000),
];

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

/// Prints the table and the lines.
///
/// # Errors
/// When a line is crossed.
pub fn check(paths: &Paths) -> Result<()> {
    let meta: Value = serde_json::from_str(&fs::read_to_string(paths.metafile())?)?;
    let first = first_load(&meta)?;
    let all = shipped(paths)?;
    for name in first.iter().map(String::as_str).chain(ON_DEMAND) {
        if !all.iter().any(|shipped| shipped == name) {
            bail!("dist/{name} is to be measured and is not there: this guard is blind");
        }
    }
    let sizes = measure(&paths.dist(), &all)?;

    let row = |name: &str, size: Sizes, when: &str| {
        println!("{}", format!("{name:<28} {:>9} {:>9} {:>9}  {when}", size.raw, size.gzip, size.brotli).trim_end());
    };
    println!("{:<28} {:>9} {:>9} {:>9}", "bytes", "raw", "gzip -9", "brotli 11");
    let mut sums = [Sizes::default(); LINES.len()];
    for (name, size) in all.iter().zip(sizes) {
        let when = if first.contains(name) {
            "first load"
        } else if ON_DEMAND.contains(&name.as_str()) {
            "for a file that is not BVH"
        } else {
            ""
        };
        let module = name.strip_suffix(".js").or_else(|| name.strip_suffix("_bg.wasm"));
        for (sum, (line, _)) in sums.iter_mut().zip(LINES) {
            if line == when || Some(line) == module {
                *sum = *sum + size;
            }
        }
        row(name, size, when);
    }
    for ((name, most), sum) in LINES.iter().zip(sums) {
        row(name, sum, &format!("at most {most}"));
    }
    println!("the design wants a first load of {GOAL}: {:.0} % of it", sums[0].brotli as f64 / GOAL as f64 * 100.0);
    let crossed = crossed(sums.map(|sum| sum.brotli));
    if !crossed.is_empty() {
        bail!("{}", crossed.join(", "));
    }
    Ok(())
}

/// Which of the [`LINES`] these bytes cross, and by how much.
fn crossed(brotli: [u64; LINES.len()]) -> Vec<String> {
    let over = LINES.iter().zip(brotli).filter(|((_, most), bytes)| bytes > most);
    over.map(|((name, most), bytes)| format!("{name} is {} bytes over {most}", bytes - most)).collect()
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
            // Imports in a circle, as esbuild can make them.
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
    fn a_line_is_crossed_by_one_byte_and_not_by_none() {
        let most = LINES.map(|(_, most)| most);
        assert!(crossed(most).is_empty());
        assert_eq!(crossed([0, 0, most[2] + 1]), [format!("marey_formats is 1 bytes over {}", most[2])]);
        assert_eq!(crossed(most.map(|most| most + 1)).len(), 3);
    }

    #[test]
    fn measured_lines_are_three_numbers() {
        assert_eq!(parse_sizes("10 6 5").unwrap(), Sizes { raw: 10, gzip: 6, brotli: 5 });
        assert!(parse_sizes("10 6").is_err());
        assert!(parse_sizes("10 6 x").is_err());
    }
}
