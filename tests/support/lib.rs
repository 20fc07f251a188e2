//! Shared by the tests of all formats: the fixtures, how to read them, and what must hold of every outcome.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail")]
#![allow(missing_docs, reason = "for tests alone")]

pub mod check_clip;
pub mod choices;
pub mod damage;
pub mod fuzz;
pub mod golden;
pub mod made;
pub mod moving;
pub mod runs;
pub mod sims;
pub mod sound;
pub mod walker;

use std::collections::HashSet;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::{fmt, fs};

use glam::{Affine3A, Vec3};
use marey::formats::{Companions, Parser, parse_set};
use marey::model::Clip;
use marey::pose::{Interpolation, Pose, sample, sample_frame, world_matrices};
use marey::{Limits, ParseError};

use check_clip::check_clip;

pub type File = (String, Vec<u8>);

/// Some files of `tests/fixtures/<format>/`, and the expected outcome of the last one with the others beside it.
#[derive(Clone, Debug)]
pub struct Case {
    pub format: String,
    /// The name of its `.golden` file, without that extension.
    pub name: String,
    /// The last one is read.
    pub files: Vec<File>,
    /// The lines of its `.golden` file, without the line of files.
    pub golden: String,
}

impl Case {
    pub fn is_refused(&self) -> bool {
        self.name.starts_with("x_")
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

/// The folders of fixtures, without `link`: packed motion has other goldens, see `tests/reading/links.rs`.
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
            // Without a list of files it is the one file of that name, with or without its own extension.
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

pub fn fixture(format: &str, name: &str) -> Vec<u8> {
    let path = fixtures_folder().join(format).join(name);
    fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

pub fn fixtures_folder() -> PathBuf {
    project().join("tests/fixtures")
}

/// The root of the repository.
pub fn project() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

pub fn file_name(path: &Path) -> String {
    path.file_name().unwrap().to_string_lossy().into_owned()
}

pub fn stem(path: &Path) -> String {
    path.file_stem().unwrap().to_string_lossy().into_owned()
}

pub fn paths(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

/// The files of a folder with one of these extensions, sorted by name; at least one.
pub fn paths_with(folder: &Path, endings: &[&str]) -> Vec<PathBuf> {
    let mut paths = paths(folder);
    paths.retain(|path| endings.iter().any(|ending| path.extension().is_some_and(|own| own == *ending)));
    assert!(!paths.is_empty(), "{} has no {endings:?}", folder.display());
    paths
}

pub fn companions(files: &[(impl AsRef<str>, impl AsRef<[u8]>)]) -> Companions {
    beside(files, &Limits::default())
}

pub fn beside(files: &[(impl AsRef<str>, impl AsRef<[u8]>)], limits: &Limits) -> Companions {
    let mut companions = Companions::default();
    files.iter().for_each(|(name, bytes)| companions.add(name.as_ref(), bytes.as_ref(), limits));
    companions
}

pub fn read_files(files: &[(impl AsRef<str>, impl AsRef<[u8]>)]) -> Result<Clip, ParseError> {
    read_within(files, Limits::default())
}

pub fn read_within(files: &[(impl AsRef<str>, impl AsRef<[u8]>)], limits: Limits) -> Result<Clip, ParseError> {
    let ((name, bytes), others) = files.split_last().unwrap();
    let mut parser = Parser::new(name.as_ref(), None, limits).with_companions(beside(others, &limits));
    parser.push(bytes.as_ref())?;
    parser.finish().inspect(checked)
}

/// Panics if a clip breaks a promise: every clip that a test reads is checked.
fn checked(clip: &Clip) {
    check_clip(clip).unwrap_or_else(|what| panic!("{}: {what}", clip.name));
}

/// Reads files together: every clip of them, with its file's name.
pub fn read_set(files: &[(impl AsRef<str>, impl AsRef<[u8]>)]) -> Vec<(String, Result<Clip, ParseError>)> {
    let files: Vec<_> = files.iter().map(|(name, bytes)| (name.as_ref(), bytes.as_ref())).collect();
    let clips = parse_set(&files, Limits::default());
    clips.iter().filter_map(|(_, clip)| clip.as_ref().ok()).for_each(checked);
    clips
}

/// Reads a scene in ClassicVRML, without its first line.
pub fn scene(text: &str) -> Clip {
    read_alone("a.x3dv", format!("#X3D V4.0 utf8\n{text}")).unwrap()
}

pub fn codes(clip: &Clip) -> Vec<&str> {
    clip.warnings.iter().map(|warning| &*warning.code).collect()
}

pub fn read_alone(name: &str, bytes: impl AsRef<[u8]>) -> Result<Clip, ParseError> {
    read_files(&[(name, bytes)])
}

pub fn read(companions: &Companions, name: &str, bytes: &[u8]) -> Result<Clip, ParseError> {
    read_in_pieces(companions, name, bytes, || usize::MAX)
}

/// Reads a file in pieces of the lengths that `cut` returns.
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
    parser.finish().inspect(checked)
}

/// World positions of all joints in a frame of a behaviour, or in the rest pose.
pub fn positions(clip: &Clip, moment: Option<(usize, usize)>) -> Vec<[f64; 3]> {
    let mut pose = Pose::rest(&clip.skeleton);
    if let Some((behaviour, frame)) = moment {
        sample_frame(&clip.behaviours[behaviour].motion, frame, &mut pose);
    }
    world_positions(clip, &mut pose)
}

pub fn posed(clip: &Clip, behaviour: usize, seconds: f64) -> Pose {
    let mut pose = Pose::rest(&clip.skeleton);
    sample(&clip.behaviours[behaviour].motion, seconds, Interpolation::Linear, &mut pose);
    world_matrices(&clip.skeleton, Affine3A::IDENTITY, &mut pose);
    pose
}

pub fn played(clip: &Clip, behaviour: usize, seconds: f64) -> Vec<Vec3> {
    posed(clip, behaviour, seconds).world.iter().map(|world| world.translation.into()).collect()
}

/// World positions of all joints of a pose with its local values set.
pub fn world_positions(clip: &Clip, pose: &mut Pose) -> Vec<[f64; 3]> {
    world_matrices(&clip.skeleton, Affine3A::IDENTITY, pose);
    pose.world.iter().map(|world| world.translation.to_array().map(f64::from)).collect()
}

/// The largest difference of two lists, relative to the largest expected number; infinite if their lengths differ.
pub fn difference(found: &[f64], expected: &[f64]) -> f64 {
    if found.len() != expected.len() {
        return f64::INFINITY;
    }
    let scale = expected.iter().fold(1e-6, |most: f64, value| most.max(value.abs()));
    let off = |(a, b): (&f64, &f64)| if a.is_finite() { (a - b).abs() / scale } else { f64::INFINITY };
    found.iter().zip(expected).map(off).fold(0.0, f64::max)
}

#[track_caller]
pub fn assert_near<P: Copy + Into<Vec3> + fmt::Debug>(found: &[Vec3], expected: &[P], tolerance: f32) {
    let is_near = |(found, expected): (&Vec3, &P)| found.distance((*expected).into()) <= tolerance;
    let near = found.len() == expected.len() && found.iter().zip(expected).all(is_near);
    assert!(near, "{found:?} is not {expected:?}");
}

/// The cases without those that read the same file with other companions.
pub fn each_main_file_once(mut cases: Vec<Case>) -> Vec<Case> {
    let mut seen = HashSet::new();
    cases.retain(|case| seen.insert((case.format.clone(), case.files.last().map(|(name, _)| name.clone()))));
    cases
}

/// Checks every item, on all cores. A failing check panics with its item's name.
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

/// The bytes of base64 with this alphabet.
pub fn from_base64(letters: &str, alphabet: &[u8; 64]) -> Vec<u8> {
    let value = |letter: &u8| alphabet.iter().position(|own| own == letter).unwrap() as u32;
    // Four letters are three bytes; the last ones may be fewer.
    let bytes = |four: &[u8]| {
        let bits = four.iter().fold(0, |bits, letter| bits << 6 | value(letter)) << (6 * (4 - four.len()));
        bits.to_be_bytes()[1..four.len()].to_vec()
    };
    letters.as_bytes().chunks(4).flat_map(bytes).collect()
}

/// Pseudo-random numbers, the same in every run (xorshift64*).
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) % n as u64) as usize
    }
}
