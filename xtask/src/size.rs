//! `cargo xtask size`: the bytes that a visitor downloads, and their limits.

use std::collections::BTreeMap;
use std::fs;
use std::ops::Add;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::paths::Paths;
use crate::tools;

// These lists are what a browser fetches for a link to one clip; `tests/browser/first-load.test.mjs` compares them with its log.

/// The files that the page needs before it shows a clip, in every browser: Canvas 2D draws the first picture. index.html and the clip are not
/// counted.
const FIRST: [&str; 6] = ["page.js", "page.css", "worker.js", "marey_web.js", "marey_web.wasm", "canvas.js"];
/// The controls, the chips of what a file leaves open, the list of clips and the address, which come right after the first picture.
const CONTROLS: [&str; 4] = ["controls.js", "guesses.js", "clips.js", "address.js"];
/// What comes beside them where there is WebGPU.
const WEBGPU: [&str; 3] = ["webgpu.js", "marey_gpu.js", "marey_gpu.wasm"];
/// The script that finds out whether there is WebGL 2.
const CONTEXT: [&str; 1] = ["webgl-start.js"];
/// The renderer that comes beside it where there is.
const WEBGL: [&str; 1] = ["webgl.js"];

/// The sample with which the page opens.
const SAMPLE: &str = "dance.bvh";

const MOCAP: [&str; 2] = ["marey_mocap.js", "marey_mocap.wasm"];
const HANIM: [&str; 2] = ["marey_hanim.js", "marey_hanim.wasm"];
const ARRAYS: [&str; 2] = ["marey_arrays.js", "marey_arrays.wasm"];
const LINKS: [&str; 2] = ["marey_link.js", "marey_link.wasm"];
const PACKERS: [&str; 2] = ["marey_pack.js", "marey_pack.wasm"];
const WRITERS: [&str; 2] = ["marey_write.js", "marey_write.wasm"];
const COMPARERS: [&str; 2] = ["marey_compare.js", "marey_compare.wasm"];
const RETARGETERS: [&str; 2] = ["marey_retarget.js", "marey_retarget.wasm"];
const RIGS: [&str; 2] = ["marey_rigs.js", "marey_rigs.wasm"];
const TARGETS: [&str; 2] = ["marey_targets.js", "marey_targets.wasm"];
const BODIES: [&str; 2] = ["marey_body.js", "marey_body.wasm"];
const STUDIES: [&str; 2] = ["marey_study.js", "marey_study.wasm"];
const LABELS: [&str; 2] = ["marey_labels.js", "marey_labels.wasm"];
const GLTF: [&str; 2] = ["marey_gltf.js", "marey_gltf.wasm"];
const FBX: [&str; 2] = ["marey_fbx.js", "marey_fbx.wasm"];
const MARKERS: [&str; 2] = ["marey_markers.js", "marey_markers.wasm"];

struct Line {
    name: &'static str,
    /// The limit in bytes of brotli, which the tests check. Lower it with every gain; raise it only with a reason in the commit. The
    /// folder's path decides the order of functions, so that the same sources differ by some 120 bytes: leave room for that.
    most: u64,
    /// The design's goal. Nothing fails by it.
    goal: Option<u64>,
    files: &'static [&'static [&'static str]],
}

const LINES: [Line; 30] = [
    Line { name: "before the first picture", most: 148_100, goal: Some(138_000), files: &[&FIRST] },
    // All of the first ten seconds, in each case.
    Line { name: "with WebGPU", most: 227_050, goal: Some(210_000), files: &[&FIRST, &CONTROLS, &WEBGPU] },
    Line {
        name: "with WebGL 2 alone",
        most: 204_060,
        goal: Some(187_000),
        files: &[&FIRST, &CONTROLS, &CONTEXT, &WEBGL],
    },
    Line { name: "with neither", most: 194_380, goal: Some(176_000), files: &[&FIRST, &CONTROLS, &CONTEXT] },
    Line { name: "the first sample", most: 15_000, goal: None, files: &[&[SAMPLE]] },
    Line { name: "marey_web", most: 108_300, goal: None, files: &[&["marey_web.js", "marey_web.wasm"]] },
    Line { name: "marey_gpu", most: 32_050, goal: Some(31_000), files: &[&["marey_gpu.js", "marey_gpu.wasm"]] },
    // As one module these two had 271 kB. Both detect formats, unpack gzip and print numbers; only the first reads BVH.
    Line { name: "marey_mocap", most: 151_850, goal: Some(190_000), files: &[&MOCAP] },
    Line { name: "marey_hanim", most: 175_330, goal: Some(190_000), files: &[&HANIM] },
    // With a copy of what every reader needs: the model of a clip, its packets, panics.
    Line { name: "marey_arrays", most: 120_450, goal: None, files: &[&ARRAYS] },
    Line { name: "marey_link", most: 51_280, goal: None, files: &[&LINKS] },
    Line { name: "marey_pack", most: 108_750, goal: None, files: &[&PACKERS] },
    Line { name: "marey_write", most: 201_800, goal: None, files: &[&WRITERS] },
    Line { name: "marey_compare", most: 76_300, goal: None, files: &[&COMPARERS] },
    // Of 159 kB before compression 68 kB are retargeting itself, 25 kB guesses about a body and the poses that they
    // need, 25 kB a clip and its packets (without skins, warnings and what is told about a file, which are copied as
    // bytes), and the rest the standard library. Nothing of it is in a form that `marey_web` could lend: each module
    // has its own memory. Bodies that lack limbs, joints that visitors name, and remarks take 11 kB of it, bends of
    // knees that follow the source's and a pelvis that goes with the feet 5 kB.
    Line { name: "marey_retarget", most: 81_300, goal: Some(30_000), files: &[&RETARGETERS] },
    // With the names of rigs for the grid of clips.
    Line { name: "marey_rigs", most: 101_600, goal: None, files: &[&RIGS] },
    // Retargeting, the names of rigs, cutting and resampling, two of the writers, and 9 kB for that of VRMA.
    Line { name: "marey_targets", most: 179_100, goal: None, files: &[&TARGETS] },
    // The generator of bodies and their turns, the map of a person and the poses that both need, and a clip without its texts.
    Line { name: "marey_body", most: 81_600, goal: None, files: &[&BODIES] },
    // Mending, before and after resampling, gait, and what cuts and resamples.
    Line { name: "marey_study", most: 172_650, goal: None, files: &[&STUDIES] },
    Line { name: "marey_labels", most: 57_350, goal: None, files: &[&LABELS] },
    Line { name: "marey_gltf", most: 69_430, goal: Some(75_000), files: &[&GLTF] },
    Line { name: "marey_fbx", most: 73_180, goal: Some(75_000), files: &[&FBX] },
    Line { name: "marey_markers", most: 52_390, goal: Some(75_000), files: &[&MARKERS] },
    // Measures and their controls, with the centre of mass and steps; marks and feet; and what finds feet, steps and
    // limbs for both.
    Line { name: "measures", most: 9_900, goal: None, files: &[&["measures.js", "measures-strip.js", "strip.js"]] },
    Line { name: "marks", most: 6_950, goal: None, files: &[&["marks.js", "marks-strip.js"]] },
    Line { name: "feet and limbs", most: 1_930, goal: None, files: &[&["body-finder.js"]] },
    // Fetched with the first curves; with what copies, saves and prints them in a script of its own.
    Line { name: "curves", most: 12_500, goal: Some(9_000), files: &[&["curves.js"]] },
    // Cycles, table and angles over time, with the chart that curves have, too.
    Line { name: "gait", most: 15_000, goal: None, files: &[&["gait.js"]] },
    Line { name: "WebGL 2", most: 9_720, goal: Some(14_000), files: &[&WEBGL] },
    Line { name: "Canvas 2D", most: 5_900, goal: Some(5_000), files: &[&["canvas.js"]] },
];

impl Line {
    fn crossed(&self, brotli: u64) -> Option<String> {
        let over = brotli.checked_sub(self.most).filter(|&over| over > 0)?;
        Some(format!("{} is {over} bytes over {}", self.name, self.most))
    }
}

/// Node has the compressors of web servers: no crate has to be compiled.
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

/// Prints the table of files and sums.
///
/// # Errors
/// When a limit is exceeded.
pub fn check(paths: &Paths) -> Result<()> {
    let names = names(paths)?;
    let files: Vec<String> = names.values().cloned().collect();
    let sizes: BTreeMap<&str, Sizes> = names.keys().map(String::as_str).zip(measure(&paths.dist(), &files)?).collect();

    let row = |name: &str, size: Sizes, when: &str| {
        println!("{}", format!("{name:<28} {:>9} {:>9} {:>9}  {when}", size.raw, size.gzip, size.brotli).trim_end());
    };
    println!("{:<28} {:>9} {:>9} {:>9}", "bytes", "raw", "gzip -9", "brotli 11");
    for (name, size) in &sizes {
        let when = match *name {
            name if FIRST.contains(&name) => "before the first picture",
            SAMPLE => "what the page opens with",
            name if CONTROLS.contains(&name) => "after the first picture",
            name if WEBGPU.contains(&name) => "after the first picture, with WebGPU",
            name if CONTEXT.contains(&name) => "after the first picture, without WebGPU",
            name if WEBGL.contains(&name) => "after the first picture, with WebGL 2 alone",
            name if MOCAP.contains(&name) => "for a file of Acclaim or The Sims",
            name if HANIM.contains(&name) => "for a humanoid in X3D or VRML",
            name if LINKS.contains(&name) => "for motion in a link",
            name if PACKERS.contains(&name) => "to share motion in a link",
            name if WRITERS.contains(&name) => "to save a motion file",
            name if COMPARERS.contains(&name) => "to compare motions",
            name if RETARGETERS.contains(&name) => "to play a motion on another figure",
            name if STUDIES.contains(&name) => "to mend a motion",
            name if LABELS.contains(&name) => "for a file of labels",
            name if RIGS.contains(&name) => "to name the rig of a clip that a visitor has opened",
            name if TARGETS.contains(&name) => "to save a motion with the rig of another program",
            _ => "",
        };
        row(names.get(*name).map_or(name, String::as_str), *size, when);
    }
    let mut crossed = Vec::new();
    for line in &LINES {
        let size = sum(&sizes, &line.files.concat())?;
        let wanted = line.goal.map_or(String::new(), |goal| format!("; goal {goal}"));
        row(line.name, size, &format!("at most {}{wanted}", line.most));
        crossed.extend(line.crossed(size.brotli));
    }
    if !crossed.is_empty() {
        bail!("{}", crossed.join(", "));
    }
    Ok(())
}

/// The sum of these files.
fn sum(sizes: &BTreeMap<&str, Sizes>, files: &[&str]) -> Result<Sizes> {
    let mut sum = Sizes::default();
    for file in files {
        sum = sum + *sizes.get(file).with_context(|| format!("{file} is missing from dist/"))?;
    }
    Ok(sum)
}

/// The files of dist/, of the samples only the first: names in the sources, and names in dist/.
fn names(paths: &Paths) -> Result<BTreeMap<String, String>> {
    let list = fs::read_to_string(paths.names())?;
    let mut names: BTreeMap<_, _> = serde_json::from_str(&list).context("the list of names is not readable")?;
    names.insert(SAMPLE.to_owned(), format!("samples/{SAMPLE}"));
    Ok(names)
}

/// Bytes of brotli before the first picture, and in the first ten seconds of a browser without a GPU.
pub fn first_load_brotli(paths: &Paths) -> Result<(u64, u64)> {
    let names = names(paths)?;
    let bytes = |files: &[&str]| {
        let files: Vec<String> = files.iter().filter_map(|file| names.get(*file)).cloned().collect();
        brotli(&paths.dist(), &files)
    };
    Ok((bytes(&FIRST)?, bytes(&[&FIRST[..], &CONTROLS, &CONTEXT].concat())?))
}

/// Bytes of brotli of these files of a folder, each compressed on its own.
pub fn brotli(folder: &Path, names: &[String]) -> Result<u64> {
    Ok(measure(folder, names)?.iter().map(|size| size.brotli).sum())
}

fn measure(folder: &Path, names: &[String]) -> Result<Vec<Sizes>> {
    let mut node: Command = tools::node()?;
    let printed = tools::output(node.args(["-e", COMPRESS, "--"]).args(names).current_dir(folder))?;
    let sizes: Vec<Sizes> = printed.lines().map(parse_sizes).collect::<Result<_>>()?;
    if sizes.len() != names.len() {
        bail!("{} of {} files were measured", sizes.len(), names.len());
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
    use super::*;

    fn sizes(names: &[&'static str]) -> BTreeMap<&'static str, Sizes> {
        names.iter().map(|name| (*name, Sizes { raw: 10, gzip: 6, brotli: 5 })).collect()
    }

    #[test]
    fn a_file_that_is_not_there_is_an_error() {
        assert!(sum(&sizes(&FIRST[1..]), &FIRST).unwrap_err().to_string().contains("page.js"));
    }

    #[test]
    fn a_limit_is_exceeded_by_one_byte() {
        let line = LINES.iter().find(|line| line.name == "marey_mocap").unwrap();
        assert_eq!(line.crossed(line.most), None);
        assert_eq!(line.crossed(line.most + 1).unwrap(), format!("marey_mocap is 1 bytes over {}", line.most));
    }

    #[test]
    fn measured_lines_are_three_numbers() {
        assert_eq!(parse_sizes("10 6 5").unwrap(), Sizes { raw: 10, gzip: 6, brotli: 5 });
        assert!(parse_sizes("10 6").is_err());
        assert!(parse_sizes("10 6 x").is_err());
    }
}
