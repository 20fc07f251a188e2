//! What is written is read back: every fixture, in every format that can express it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail")]

#[path = "support/world.rs"]
mod world;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use glam::DVec3;
use marey::Limits;
use marey::formats::{Companions, Parser, parse_set};
use marey::model::{Clip, Format, JointKind};
use marey::write::{self, AcclaimOptions, BvhOptions, WriteError};

use world::places;

/// Joints are where they were, up to this part of the figure's largest coordinate.
const TOLERANCE: f64 = 1e-6;

/// Every fixture that is read, with its file's name.
fn clips() -> Vec<(String, Clip)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    let mut clips = Vec::new();
    for format in ["acclaim", "bvh", "hanim", "skel"].map(|format| folder.join(format)) {
        let Ok(entries) = fs::read_dir(&format) else { continue };
        let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        for name in &names {
            let path = format.join(name);
            let skipped = ["golden", "py", "asf", "obj"];
            let extension = path.extension().unwrap().to_str().unwrap();
            if extension == "golden" && format.ends_with("acclaim") {
                clips.extend(acclaim(&path));
            } else if !skipped.contains(&extension) && !format.ends_with("acclaim") {
                let clip = marey::formats::parse(name, &fs::read(&path).unwrap(), Limits::default());
                clips.extend(clip.ok().map(|clip| (name.clone(), clip)));
            }
        }
    }
    clips
}

/// The files of a case of Acclaim's are in the first line of its golden; the last one is read, beside the others.
fn acclaim(golden: &Path) -> Option<(String, Clip)> {
    let text = fs::read_to_string(golden).unwrap();
    let files: Vec<&str> = text.lines().next().unwrap().strip_prefix("files ")?.split(' ').collect();
    let (name, others) = files.split_last()?;
    let bytes = |name: &str| fs::read(golden.with_file_name(name)).unwrap();
    let mut companions = Companions::default();
    for other in others {
        companions.add(other, &bytes(other), &Limits::default());
    }
    let mut parser = Parser::new(name, None, Limits::default()).with_companions(companions);
    parser.push(&bytes(name)).ok()?;
    Some((golden.file_stem().unwrap().to_str().unwrap().to_owned(), parser.finish().ok()?))
}

/// Joints of a clip in the order in which a tree is written: depth first.
fn depth_first(clip: &Clip, is_written: impl Fn(usize) -> bool) -> Vec<usize> {
    let skeleton = &clip.skeleton;
    let mut order = Vec::new();
    let children = |parent: Option<usize>| {
        let own = (0..skeleton.len()).rev().filter(move |joint| skeleton.parent(*joint) == parent);
        own.collect::<Vec<usize>>()
    };
    let mut ahead = children(None);
    while let Some(joint) = ahead.pop() {
        if is_written(joint) {
            order.push(joint);
        }
        ahead.extend(children(Some(joint)));
    }
    order
}

/// How far joints of `read` are from those of `clip` that they stand for, in all frames: a part of the largest coordinate.
fn distance(clip: &Clip, behaviour: usize, read: &Clip, pairs: &[(usize, usize)]) -> f64 {
    let frames = clip.behaviours[behaviour].motion.frame_count();
    let (mut size, mut worst) = (0.0_f64, 0.0_f64);
    for frame in 0..frames {
        let (expected, found) = (places(clip, behaviour, frame), places(read, 0, frame));
        for (from, to) in pairs {
            let (expected, found): (DVec3, DVec3) = (expected[*from], found[*to]);
            size = size.max(expected.abs().max_element());
            worst = worst.max((expected - found).abs().max_element());
        }
    }
    if size > 0.0 { worst / size } else { worst }
}

fn read(name: &str, bytes: &[u8]) -> Clip {
    let clip = marey::formats::parse(name, bytes, Limits::default()).unwrap();
    check_warnings(name, &clip, &String::from_utf8_lossy(bytes));
    clip
}

/// There is nothing to repair. What a fixture is about may be said again: a rate in place of the time of a frame, a
/// skeleton that does not turn.
fn check_warnings(name: &str, clip: &Clip, text: &str) {
    let told = ["bvh.frame-time-long", "asf.positional"];
    let odd = clip.warnings.iter().find(|warning| !told.contains(&&*warning.code));
    assert_eq!(odd, None, "{name}: {text}");
}

/// What a format refused, by fixture, and how often it did not.
#[derive(Default)]
struct Tally {
    written: usize,
    refused: BTreeMap<&'static str, BTreeSet<String>>,
}

impl Tally {
    /// What was written, if it was.
    fn take<T>(&mut self, name: &str, result: Result<T, WriteError>) -> Option<T> {
        let why = match result {
            Ok(written) => {
                self.written += 1;
                return Some(written);
            }
            Err(WriteError::Scale { .. }) => "scale",
            Err(WriteError::UnevenFrames { .. }) => "uneven",
            Err(WriteError::FixedRate { .. }) => "rate",
            Err(other) => panic!("{name}: {other}"),
        };
        self.refused.entry(why).or_default().insert(name.to_owned());
        None
    }

    /// No fewer than `least` were written, and these were not.
    fn check(&self, least: usize, refused: &[(&str, &[&str])]) {
        println!("{} written", self.written);
        assert!(self.written >= least, "only {} written", self.written);
        let found: Vec<(&str, Vec<&str>)> =
            self.refused.iter().map(|(why, names)| (*why, names.iter().map(String::as_str).collect())).collect();
        let expected: Vec<(&str, Vec<&str>)> = refused.iter().map(|(why, names)| (*why, names.to_vec())).collect();
        assert_eq!(found, expected);
    }
}

/// Behaviours of all fixtures.
fn each(mut visit: impl FnMut(&str, &Clip, usize)) {
    for (name, clip) in clips() {
        for behaviour in 0..clip.behaviours.len() {
            visit(&name, &clip, behaviour);
        }
    }
}

/// Joints are where they were in every frame.
fn compare(name: &str, clip: &Clip, behaviour: usize, read: &Clip, pairs: &[(usize, usize)]) {
    let (motion, found) = (&clip.behaviours[behaviour].motion, &read.behaviours[0].motion);
    assert_eq!(motion.frame_count(), found.frame_count(), "{name}");
    let off = distance(clip, behaviour, read, pairs);
    assert!(off < TOLERANCE, "{name}: {off}");
}

const SCALED: &[&str] = &["motion_scale.x3d", "scale.x3dv", "skin_arm.x3d", "transforms.x3d"];
const UNEVEN: &[&str] = &["clamp.x3d", "displaced.x3d", "jump.x3d", "key_order.x3d", "two_curves.x3dv"];

#[test]
fn a_bvh_is_read_as_it_was_written() {
    let mut tally = Tally::default();
    each(|name, clip, behaviour| {
        let Some(text) = tally.take(name, write::bvh(clip, behaviour, &BvhOptions::default())) else { return };
        let found = read(name, text.as_bytes());
        let skeleton = &clip.skeleton;
        let order = depth_first(clip, |joint| skeleton.kinds()[joint] != JointKind::Site);
        assert_eq!(order.len(), found.skeleton.len(), "{name}");
        let names = write::names(skeleton, Format::Bvh);
        for (to, from) in order.iter().enumerate() {
            let parent = skeleton.parent(*from).map(|parent| order.iter().position(|at| *at == parent).unwrap());
            assert_eq!(found.skeleton.parent(to), parent, "{name}");
            assert_eq!(*found.skeleton.names()[to], *names[*from], "{name}");
        }
        let duration = found.behaviours[0].motion.duration();
        assert!((clip.behaviours[behaviour].motion.duration() - duration).abs() < 1e-6, "{name}");
        let pairs: Vec<(usize, usize)> = order.iter().copied().enumerate().map(|(to, from)| (from, to)).collect();
        compare(name, clip, behaviour, &found, &pairs);
    });
    tally.check(358, &[("scale", SCALED), ("uneven", UNEVEN)]);
}

#[test]
fn acclaim_files_are_read_as_they_were_written() {
    let mut tally = Tally::default();
    let options = AcclaimOptions::default();
    each(|name, clip, behaviour| {
        let Some(skeleton) = tally.take(name, write::asf(clip, &options)) else { return };
        let Some(motion) = tally.take(name, write::amc(clip, behaviour, &options)) else { return };
        let found = read_acclaim(name, &skeleton, &motion);
        let (own, read) = (&clip.skeleton, &found.skeleton);
        let names = write::names(own, Format::Acclaim);
        let (mut pairs, mut stands_for) = (Vec::new(), vec![None; own.len()]);
        for from in 0..own.len() {
            let parent = own.parent(from).and_then(|parent| stands_for[parent]);
            // A bone that moves has two joints of its name; the second one moves.
            let still = (0..own.len()).any(|at| own.parent(at) == Some(from) && own.names()[at] == own.names()[from]);
            let mut named = (0..read.len()).filter(|joint| *read.names()[*joint] == *names[from]);
            let joint = if still { named.next() } else { named.next_back() };
            match own.kinds()[from] {
                JointKind::Site => continue,
                JointKind::EndSite if parent.is_some() && joint.is_none() => {
                    // An end is the tip of its bone, or of a bone that leads there.
                    let expected = places(clip, behaviour, 0)[from];
                    let is_near = |at: usize| {
                        let up = read.parent(at);
                        Some(at) == parent || up == parent || up.is_some_and(|up| read.parent(up) == parent)
                    };
                    let found = places(&found, 0, 0);
                    let far = |at: &usize| found[*at].distance(expected);
                    let nearest = (0..read.len()).filter(|at| is_near(*at));
                    pairs.push((from, nearest.min_by(|a, b| far(a).total_cmp(&far(b))).unwrap()));
                }
                _ => {
                    // The moving half of a bone is called as the still one.
                    let half = || parent.filter(|at| read.names()[at + 1] == read.names()[*at]).map(|at| at + 1);
                    let to = joint.or_else(half);
                    let to = to.unwrap_or_else(|| panic!("{name}: {}\n{skeleton}", names[from]));
                    let mut above = std::iter::successors(read.parent(to), |above| read.parent(*above));
                    assert!(parent.is_none_or(|parent| parent == to || above.any(|above| above == parent)), "{name}");
                    stands_for[from] = Some(to);
                    pairs.push((from, to));
                }
            }
        }
        compare(name, clip, behaviour, &found, &pairs);
    });
    tally.check(700, &[("scale", SCALED), ("uneven", UNEVEN)]);
}

fn read_acclaim(name: &str, skeleton: &str, motion: &str) -> Clip {
    let files = [("written.asf", skeleton.as_bytes()), ("written.amc", motion.as_bytes())];
    let mut clips = parse_set(&files, Limits::default());
    assert_eq!(clips.len(), 1);
    let clip = clips.remove(0).1.unwrap_or_else(|error| panic!("{name}: {error}\n{skeleton}\n{motion}"));
    check_warnings(name, &clip, &format!("{skeleton}\n{motion}"));
    clip
}
