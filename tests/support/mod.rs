//! What the tests of formats share: the fixtures and their expected results.

#![allow(dead_code, reason = "each test binary uses a part of it")]
#![allow(clippy::unwrap_used, reason = "a test may fail")]

#[cfg(feature = "acclaim")]
pub mod acclaim;

use std::fs;
use std::path::{Path, PathBuf};

use marey::Limits;
use marey::formats::{Parser, parse};
use marey::model::{Clip, JointKind, PositionMode};
use marey::pose::{Pose, sample_frame, world_matrices};

/// A file of `tests/fixtures/<format>/` and what must come out of it.
pub struct Fixture {
    pub name: String,
    pub bytes: Vec<u8>,
    /// The text of its `.golden` file.
    pub golden: String,
}

/// All fixtures of a format, by name.
pub fn fixtures(format: &str) -> Vec<Fixture> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(format);
    let mut paths: Vec<PathBuf> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == format));
    paths.sort();
    let read = |path: &PathBuf| Fixture {
        name: path.file_name().unwrap().to_string_lossy().into_owned(),
        bytes: fs::read(path).unwrap(),
        golden: fs::read_to_string(path.with_extension("golden")).unwrap(),
    };
    paths.iter().map(read).collect()
}

/// World positions of all joints at a frame; `None`: the rest pose.
pub fn positions(clip: &Clip, frame: Option<usize>) -> Vec<[f64; 3]> {
    let mut pose = Pose::rest(&clip.skeleton);
    if let Some(frame) = frame {
        sample_frame(&clip.behaviours[0].motion, frame, &mut pose);
    }
    world_matrices(&clip.skeleton, glam::Affine3A::IDENTITY, &mut pose);
    pose.world.iter().map(|world| world.translation.to_array().map(f64::from)).collect()
}

/// The largest difference, as a part of the largest expected coordinate.
pub fn difference(found: &[[f64; 3]], expected: &[[f64; 3]]) -> f64 {
    assert_eq!(found.len(), expected.len(), "number of joints");
    let scale = expected.iter().flatten().fold(1e-6, |most: f64, value| most.max(value.abs()));
    let pairs = found.iter().flatten().zip(expected.iter().flatten());
    pairs.map(|(a, b)| if a.is_finite() { (a - b).abs() / scale } else { f64::INFINITY }).fold(0.0, f64::max)
}

/// Everything about a clip but its positions, in the words of the golden files.
pub fn facts(clip: &Clip) -> String {
    let motion = &clip.behaviours[0].motion;
    let mode = match clip.source.position_mode {
        None => "none",
        Some(PositionMode::Replace) => "replace",
        Some(PositionMode::Add) => "add",
    };
    let mut out = format!("frames {} {}\npositions {mode}\n", motion.frame_count(), motion.frame_time());
    for joint in 0..clip.skeleton.len() {
        let kind = if clip.skeleton.kinds()[joint] == JointKind::EndSite { "end" } else { "joint" };
        let parent = clip.skeleton.parent(joint).map_or(-1, |parent| parent as i64);
        out += &format!("{kind} {parent} {}\n", clip.skeleton.names()[joint]);
    }
    for warning in &clip.warnings {
        let place = warning.location.map_or("-".into(), |place| place.to_string());
        out += &format!("warning {} {place}\n", warning.code);
    }
    out
}

/// Reads a file in pieces of the lengths that `cut` gives.
pub fn parse_in_pieces(
    name: &str,
    mut bytes: &[u8],
    mut cut: impl FnMut() -> usize,
) -> Result<Clip, marey::ParseError> {
    let mut parser = Parser::new(name, None, Limits::default());
    while !bytes.is_empty() {
        let (piece, rest) = bytes.split_at(cut().clamp(1, bytes.len()));
        parser.push(piece)?;
        bytes = rest;
    }
    parser.finish()
}

/// Reads a file at once.
pub fn parse_whole(name: &str, bytes: &[u8]) -> Result<Clip, marey::ParseError> {
    parse(name, bytes, Limits::default())
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
