//! The Acclaim fixtures: cases of one or more files each. `oracle.py` beside them tells how the goldens were made.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use glam::DVec3;
use marey::formats::{Companions, Parser};
use marey::model::{Clip, JointKind};
use marey::{Limits, ParseError};

/// Some files and what must come out of the last one with the others beside it.
pub struct Case {
    pub name: String,
    /// Names and bytes. The last is the one that is read.
    pub files: Vec<(String, Vec<u8>)>,
    /// The lines of its `.golden` file behind the list of files.
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
        let (companions, name, bytes) = self.main();
        read(&companions, name, bytes)
    }
}

/// A fixture's bytes.
pub fn file(name: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/acclaim");
    fs::read(folder.join(name)).map_err(|error| format!("{name}: {error}")).unwrap()
}

/// All cases, by name.
pub fn cases() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/acclaim");
    let mut cases = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "golden") {
            continue;
        }
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let text = fs::read_to_string(&path).unwrap();
        let (files, golden) = text.split_once('\n').unwrap();
        let files =
            files.strip_prefix("files ").unwrap().split(' ').map(|name| (name.to_owned(), file(name))).collect();
        cases.push(Case { name, files, golden: golden.to_owned() });
    }
    cases.sort_by(|a, b| a.name.cmp(&b.name));
    assert!(cases.len() > 150, "fixtures are missing");
    cases
}

pub fn companions(files: &[(String, Vec<u8>)]) -> Companions {
    let mut companions = Companions::default();
    for (name, bytes) in files {
        companions.add(name, bytes, &Limits::default());
    }
    companions
}

/// Reads a file at once.
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

/// Everything that must hold of every clip, whatever the file was.
pub fn check_sound(clip: &Clip) {
    let motion = &clip.behaviours[0].motion;
    assert!(motion.frame_count() >= 1);
    assert!(
        motion.rotations().values().iter().all(|q| (q.length() - 1.0).abs() < 1e-3),
        "a rotation is not of unit length"
    );
    assert!(motion.translations().values().iter().chain(motion.translation_bases()).all(|v| v.is_finite()));
    for frame in [0, motion.frame_count() / 2, motion.frame_count() - 1] {
        let positions = super::positions(clip, Some(frame));
        assert!(positions.iter().flatten().all(|value| value.is_finite()), "a position is not finite");
    }
    assert!(clip.source.length_factor.is_finite() && clip.source.length_factor > 0.0);
    assert!(clip.source.channels.len() == clip.skeleton.len());
    assert!(clip.about.labels.is_empty() || clip.about.labels.len() == clip.skeleton.len());
    assert!(clip.masses.iter().all(|mass| mass.mass > 0.0 && mass.mass.is_finite() && mass.centre.is_finite()));
    let starts: Vec<usize> = clip.about.marks.iter().map(|mark| mark.first).collect();
    assert!(starts.is_sorted(), "marks in the order of their first frames");
    for mark in &clip.about.marks {
        assert!(mark.first <= mark.at && mark.at <= mark.last && mark.last < motion.frame_count(), "{mark:?}");
    }
}

/// Everything about a clip but its positions, in the words of the golden files. Notes and labels are listed only where
/// the golden file has some.
pub fn facts(clip: &Clip, golden: &str) -> String {
    let motion = &clip.behaviours[0].motion;
    let mut out = format!("frames {}\nfactor {}\n", motion.frame_count(), clip.source.length_factor);
    for joint in 0..clip.skeleton.len() {
        let kind = if clip.skeleton.kinds()[joint] == JointKind::EndSite { "end" } else { "joint" };
        let parent = clip.skeleton.parent(joint).map_or(-1, |parent| parent as i64);
        let line = format!("{kind} {parent} {} {}", clip.skeleton.names()[joint], clip.source.channels[joint]);
        writeln!(out, "{}", line.trim_end()).unwrap();
    }
    if golden.contains("\nnote ") {
        for (title, text) in &clip.about.notes {
            writeln!(out, "note {title}: {}", text.replace('\n', "\\n")).unwrap();
        }
    }
    if golden.contains("\nlabel ") {
        for (joint, label) in clip.about.labels.iter().enumerate().filter(|(_, label)| !label.is_empty()) {
            writeln!(out, "label {joint} {label}").unwrap();
        }
    }
    for mass in &clip.masses {
        let [x, y, z] = mass.centre.to_array();
        writeln!(out, "mass {} {} {x} {y} {z}", mass.joint, mass.mass).unwrap();
    }
    for mark in &clip.about.marks {
        let joint = mark.joint.map_or(-1, i64::from);
        writeln!(out, "mark {joint} {} {} {} {}", mark.first, mark.last, mark.at, mark.text).unwrap();
    }
    surfaces(&mut out, clip);
    for warning in &clip.warnings {
        let place = warning.location.map_or("-".into(), |place| place.to_string());
        writeln!(out, "{}", format!("warning {} {place} {}", warning.code, warning.file).trim_end()).unwrap();
    }
    out
}

/// The skin, a line for each joint that wears some of it: number of triangles, area, centroid. So it does not matter how
/// polygons were divided.
fn surfaces(out: &mut String, clip: &Clip) {
    let Some(skin) = &clip.skin else { return };
    for joint in 0..clip.skeleton.len() {
        let (mut count, mut area, mut centre) = (0, 0.0, DVec3::ZERO);
        for corners in skin.triangles() {
            let corners = corners.map(|corner| skin.corners()[corner as usize]);
            if corners[0].first as usize != joint {
                continue;
            }
            let [a, b, c] = corners.map(|corner| corner.position.as_dvec3());
            let normal = (b - a).cross(c - a);
            let size = normal.length() / 2.0;
            (count, area, centre) = (count + 1, area + size, centre + (a + b + c) / 3.0 * size);
            let shown: DVec3 = corners.iter().map(|corner| corner.normal.as_dvec3()).sum();
            assert!(size == 0.0 || shown.dot(normal) > 0.0, "a normal points inwards");
        }
        if count > 0 {
            let [x, y, z] = (centre / area).to_array();
            writeln!(out, "surface {joint} {count} {area} {x} {y} {z}").unwrap();
        }
    }
}
