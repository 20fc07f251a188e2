//! What the tests of all formats share: the fixtures, how they are read, and what must hold of everything that is read.

#![allow(dead_code, reason = "each test binary uses a part of it")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail")]

pub mod damage;
pub mod fuzz;
pub mod golden;
pub mod moving;
pub mod runs;
pub mod sims;
pub mod sound;

use std::collections::HashSet;
use std::fs;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use glam::{Affine3A, Vec3};
use marey::formats::{Companions, Parser};
use marey::model::Clip;
use marey::pose::{Interpolation, Pose, sample, sample_frame, world_matrices};
use marey::{Limits, ParseError};

pub type File = (String, Vec<u8>);

/// Some files of `tests/fixtures/<format>/`, and what must come out of the last one with the others beside it.
#[derive(Clone, Debug)]
pub struct Case {
    pub format: String,
    /// The name of its `.golden` file, without that ending.
    pub name: String,
    /// The last is the one that is read.
    pub files: Vec<File>,
    /// The lines of its `.golden` file, without that of the files.
    pub golden: String,
}

impl Case {
    pub fn is_refused(&self) -> bool {
        self.name.starts_with("x_")
    }

    /// Whether its text is in UTF-16, as its name says.
    pub fn is_utf16(&self) -> bool {
        self.name.starts_with("utf16")
    }

    /// The companions, and the file that is read.
    pub fn main(&self) -> (Companions, &str, &[u8]) {
        let ((name, bytes), others) = self.files.split_last().unwrap();
        (companions(others), name, bytes)
    }

    pub fn read(&self) -> Result<Clip, ParseError> {
        read_files(&self.files)
    }
}

/// The folders of fixtures. `link` holds packed motion, which has goldens of its own kind: see `tests/reading/links.rs`.
pub fn formats() -> Vec<String> {
    let folders = paths(&fixtures_folder()).into_iter().filter(|path| path.is_dir());
    folders.map(|path| file_name(&path)).filter(|name| name != "link").collect()
}

pub fn cases() -> Vec<Case> {
    formats().iter().flat_map(|format| cases_of(format)).collect()
}

pub fn cases_of(format: &str) -> Vec<Case> {
    let folder = fixtures_folder().join(format);
    let paths = paths(&folder);
    let case = |path: &PathBuf| {
        let name = stem(path);
        let text = fs::read_to_string(path).unwrap();
        let (names, golden) = match text.strip_prefix("files ").and_then(|rest| rest.split_once('\n')) {
            Some((names, golden)) => (names.split(' ').map(str::to_owned).collect(), golden.to_owned()),
            // Without a list of files it is the one file of that name, with or without its own ending.
            None => {
                let of_that_name = |other: &&PathBuf| {
                    *other != path && (other.ends_with(&name) || other.file_stem().is_some_and(|stem| *stem == *name))
                };
                let names: Vec<String> = paths.iter().filter(of_that_name).map(|path| file_name(path)).collect();
                assert_eq!(names.len(), 1, "the files of {}: {names:?}", path.display());
                (names, text)
            }
        };
        let files = names.into_iter().map(|name| (name.clone(), fixture(format, &name))).collect();
        Case { format: format.to_owned(), name, files, golden }
    };
    paths_with(&folder, &["golden"]).iter().map(case).collect()
}

pub fn case(format: &str, name: &str) -> Case {
    cases_of(format).into_iter().find(|case| case.name == name).unwrap_or_else(|| panic!("no case {name}"))
}

/// The bytes of a file in `tests/fixtures/<format>/`.
pub fn fixture(format: &str, name: &str) -> Vec<u8> {
    let path = fixtures_folder().join(format).join(name);
    fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

pub fn fixtures_folder() -> PathBuf {
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    // The fuzz targets are a folder deeper.
    project.ancestors().map(|folder| folder.join("tests/fixtures")).find(|folder| folder.is_dir()).unwrap()
}

pub fn file_name(path: &Path) -> String {
    path.file_name().unwrap().to_string_lossy().into_owned()
}

pub fn stem(path: &Path) -> String {
    path.file_stem().unwrap().to_string_lossy().into_owned()
}

/// What is in a folder, by name.
pub fn paths(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

/// The files of a folder with one of these endings, by name. There is one at least.
pub fn paths_with(folder: &Path, endings: &[&str]) -> Vec<PathBuf> {
    let mut paths = paths(folder);
    paths.retain(|path| endings.iter().any(|ending| path.extension().is_some_and(|own| own == *ending)));
    assert!(!paths.is_empty(), "{} has no {endings:?}", folder.display());
    paths
}

pub fn companions(files: &[File]) -> Companions {
    beside(&files.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())).collect::<Vec<_>>(), &Limits::default())
}

pub fn beside(files: &[(&str, &[u8])], limits: &Limits) -> Companions {
    let mut companions = Companions::default();
    files.iter().for_each(|(name, bytes)| companions.add(name, bytes, limits));
    companions
}

pub fn read_files(files: &[File]) -> Result<Clip, ParseError> {
    let ((name, bytes), others) = files.split_last().unwrap();
    read(&companions(others), name, bytes)
}

/// Reads the last of some files with the others beside it, within these limits.
pub fn read_within(files: &[(&str, &[u8])], limits: Limits) -> Result<Clip, ParseError> {
    let (&(name, bytes), others) = files.split_last().unwrap();
    let mut parser = Parser::new(name, None, limits).with_companions(beside(others, &limits));
    parser.push(bytes)?;
    parser.finish()
}

/// Reads a scene in the classic encoding of X3D, without its first line.
pub fn scene(text: &str) -> Clip {
    read_alone("a.x3dv", format!("#X3D V4.0 utf8\n{text}").as_bytes()).unwrap()
}

pub fn codes(clip: &Clip) -> Vec<&str> {
    clip.warnings.iter().map(|warning| &*warning.code).collect()
}

pub fn read_alone(name: &str, bytes: &[u8]) -> Result<Clip, ParseError> {
    read(&Companions::default(), name, bytes)
}

pub fn read(companions: &Companions, name: &str, bytes: &[u8]) -> Result<Clip, ParseError> {
    read_in_pieces(companions, name, bytes, || usize::MAX)
}

/// Reads a file in pieces of the lengths that `cut` gives.
pub fn read_in_pieces(
    companions: &Companions,
    name: &str,
    mut bytes: &[u8],
    mut cut: impl FnMut() -> usize,
) -> Result<Clip, ParseError> {
    let mut parser = Parser::new(name, None, Limits::default()).with_companions(companions.clone());
    while !bytes.is_empty() {
        let (piece, rest) = bytes.split_at(cut().clamp(1, bytes.len()));
        parser.push(piece)?;
        bytes = rest;
    }
    parser.finish()
}

/// World positions of all joints at a frame; `None`: the rest pose.
pub fn positions(clip: &Clip, frame: Option<usize>) -> Vec<[f64; 3]> {
    let mut pose = Pose::rest(&clip.skeleton);
    if let Some(frame) = frame {
        sample_frame(&clip.behaviours[0].motion, frame, &mut pose);
    }
    world_positions(clip, &mut pose)
}

/// The pose in which a behaviour is played at a moment.
pub fn posed(clip: &Clip, behaviour: usize, seconds: f64) -> Pose {
    let mut pose = Pose::rest(&clip.skeleton);
    sample(&clip.behaviours[behaviour].motion, seconds, Interpolation::Linear, &mut pose);
    world_matrices(&clip.skeleton, Affine3A::IDENTITY, &mut pose);
    pose
}

/// World positions of all joints in the pose in which a behaviour is played at a moment.
pub fn played(clip: &Clip, behaviour: usize, seconds: f64) -> Vec<Vec3> {
    posed(clip, behaviour, seconds).world.iter().map(|world| world.translation.into()).collect()
}

/// World positions of all joints in a pose whose local values are set.
pub fn world_positions(clip: &Clip, pose: &mut Pose) -> Vec<[f64; 3]> {
    world_matrices(&clip.skeleton, Affine3A::IDENTITY, pose);
    pose.world.iter().map(|world| world.translation.to_array().map(f64::from)).collect()
}

/// The largest difference, as a part of the largest expected coordinate.
pub fn difference(found: &[[f64; 3]], expected: &[[f64; 3]]) -> f64 {
    assert_eq!(found.len(), expected.len(), "number of joints");
    let scale = expected.iter().flatten().fold(1e-6, |most: f64, value| most.max(value.abs()));
    let pairs = found.iter().flatten().zip(expected.iter().flatten());
    pairs.map(|(a, b)| if a.is_finite() { (a - b).abs() / scale } else { f64::INFINITY }).fold(0.0, f64::max)
}

/// Of the cases that read the same file with different companions, only the first.
pub fn each_main_file_once(mut cases: Vec<Case>) -> Vec<Case> {
    let mut seen = HashSet::new();
    cases.retain(|case| seen.insert((case.format.clone(), case.files.last().map(|(name, _)| name.clone()))));
    cases
}

/// Checks every item, on all cores. A check that fails panics with the name of its item.
pub fn in_parallel<T: Sync>(items: &[T], check: impl Fn(&T) + Sync) {
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, NonZero::get) {
            scope.spawn(|| {
                while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
                    check(item);
                }
            });
        }
    });
}

/// Bytes that are written with this alphabet of 64 letters.
pub fn from_base64(letters: &str, alphabet: &[u8; 64]) -> Vec<u8> {
    let (mut bits, mut count, mut bytes) = (0_u32, 0, Vec::new());
    for letter in letters.bytes() {
        bits = bits << 6 | alphabet.iter().position(|own| *own == letter).unwrap() as u32;
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    bytes
}

/// The same numbers in every run (xorshift64*).
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) % n as u64) as usize
    }
}
