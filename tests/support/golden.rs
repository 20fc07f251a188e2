//! Compares a clip or a refusal with its golden. `tests/fixtures/README.md` explains the lines.

use std::fmt::Write as _;

use glam::{Affine3A, DAffine3, DMat3, DVec3, Vec3};
use marey::model::{Behaviour, Clip, Format, JointKind, MarkKind, Mass, PositionMode, Skin, SkinCorner, Viewpoint};
use marey::pose::{Interpolation, Pose, sample, sample_frame};

use super::{Case, difference, world_positions};

/// The largest error of a coordinate, relative to the largest in its pose.
const TOLERANCE: f64 = 2e-6;

pub fn check(case: &Case) -> Result<(), String> {
    if case.is_refused() {
        let expected = case.golden.trim_end();
        let expected = expected.strip_prefix("refusal ").unwrap_or(expected);
        let refusal = case.read().err().ok_or("expected a refusal")?;
        let found = format!("{} {refusal}", refusal.file());
        return same("refusal", found.trim_start(), expected);
    }
    let clip = case.read().map_err(|refusal| format!("refused: {} {refusal}", refusal.file()))?;
    let (facts, poses) = case.golden.split_once("pose ").ok_or("the golden has no pose")?;
    check_facts(&clip, facts).map_err(|why| format!("{why}\nwarnings {:#?}", clip.warnings))?;
    poses.split("pose ").try_for_each(|pose| check_pose(&clip, pose))
}

/// The lines before the poses. Each kind of line is compared by itself, so their order is free.
fn check_facts(clip: &Clip, golden: &str) -> Result<(), String> {
    let is_of = |line: &str, kind: &str| line.split(' ').next() == Some(kind);
    let of_kinds = |kinds: &[&str]| -> String {
        golden.split_inclusive('\n').filter(|line| kinds.iter().any(|kind| is_of(line, kind))).collect()
    };
    let expected = |kind: &str| of_kinds(&[kind]);
    if let Some(unknown) = golden.lines().find(|line| !KINDS.split(' ').any(|kind| is_of(line, kind))) {
        return Err(format!("the golden has a line of no kind: {unknown}"));
    }
    let timed = expected("frames").split_whitespace().count() > 2;
    if !golden.contains("behaviour ") {
        same("frames", &frames(clip, timed)?, &expected("frames"))?;
    } else {
        same("behaviours", &behaviours(clip), &expected("behaviour"))?;
    }
    same("joints", &joints(clip), &of_kinds(&["joint", "end", "site", "frame"]))?;
    // The defaults where a golden leaves these out.
    let or = |text: String, default: &str| if text.is_empty() { format!("{default}\n") } else { text };
    let mode = format!("positions {}\n", position_mode(clip));
    same("position mode", &mode, &or(expected("positions"), "positions none"))?;
    near("factor", &format!("factor {}\n", clip.source.length_factor), &or(expected("factor"), "factor 1"))?;
    near("masses", &masses(clip), &expected("mass"))?;
    near("views", &views(clip), &expected("view"))?;
    same("marks", &marks(clip), &expected("mark"))?;
    // Skins that bend have points and tests of their own.
    if !matches!(clip.source.format, Format::Hanim | Format::Gltf) {
        near("surfaces", &surfaces(clip)?, &expected("surface"))?;
    }
    same("links", &links(clip), &expected("link"))?;
    if matches!(clip.source.format, Format::C3d | Format::Trc) {
        same("hidden joints", &hidden(clip), &expected("hidden"))?;
        same("space", &space(clip), &expected("space"))?;
    }
    corners(clip, &expected("corner"))?;
    for (kind, found) in [("note", notes(clip)), ("label", labels(clip))] {
        if golden.contains(&format!("\n{kind} ")) {
            same(kind, &found, &expected(kind))?;
        }
    }
    same("warnings", &warnings(clip), &expected("warning"))
}

const KINDS: &str = "behaviour frames positions factor joint end site frame link note label mass mark surface view corner hidden space warning";

fn frames(clip: &Clip, timed: bool) -> Result<String, String> {
    let [behaviour] = clip.behaviours.as_slice() else { return Err("there are several behaviours".into()) };
    let motion = &behaviour.motion;
    if timed {
        return Ok(format!("frames {} {}\n", motion.frame_count(), motion.frame_time()));
    }
    if clip.source.rate_stated || motion.frame_time() != 1.0 / 120.0 {
        return Err(format!("a frame takes {} s, which its file does not say", motion.frame_time()));
    }
    Ok(format!("frames {}\n", motion.frame_count()))
}

fn behaviours(clip: &Clip) -> String {
    // Sums of frame times are rounded; the goldens have the exact ones.
    let rounded = |seconds: f64| (seconds * 1e9).round() / 1e9;
    let line = |one: &Behaviour| {
        format!("behaviour {} {} {:?}\n", one.name, one.motion.frame_count(), rounded(one.motion.duration()))
    };
    clip.behaviours.iter().map(line).collect()
}

pub fn position_mode(clip: &Clip) -> &'static str {
    match clip.source.position_mode {
        None => "none",
        Some(PositionMode::Replace) => "replace",
        Some(PositionMode::Add) => "add",
    }
}

/// Joints in order, with the channels of an Acclaim skeleton that has limits.
fn joints(clip: &Clip) -> String {
    let line = |joint: usize| {
        let kind = match clip.skeleton.kinds()[joint] {
            JointKind::EndSite => "end",
            other => other.name(),
        };
        let parent = clip.skeleton.parent(joint).map_or(-1, |parent| parent as i64);
        let channels = if clip.source.format == Format::Acclaim { &*clip.source.channels[joint] } else { "" };
        let space = if channels.is_empty() { "" } else { " " };
        format!("{kind} {parent} {}{space}{channels}\n", clip.skeleton.names()[joint])
    };
    (0..clip.skeleton.len()).map(line).collect()
}

fn links(clip: &Clip) -> String {
    clip.skeleton.links().iter().map(|[a, b]| format!("link {a} {b}\n")).collect()
}

/// The joints that are not seen, for each frame that has any.
fn hidden(clip: &Clip) -> String {
    let joints = clip.skeleton.len();
    let rows = clip.visibility.first().map_or(&[][..], Vec::as_slice).chunks(joints).enumerate();
    let line = |(frame, row): (usize, &[u8])| {
        let hidden = row.iter().enumerate().filter(|(_, seen)| **seen == 0);
        let hidden: String = hidden.map(|(joint, _)| format!(" {joint}")).collect();
        if hidden.is_empty() { hidden } else { format!("hidden {frame}{hidden}\n") }
    };
    rows.map(line).collect()
}

fn space(clip: &Clip) -> String {
    let unit = clip.source.metres_per_unit.map_or("-".to_owned(), |metres| metres.to_string());
    format!("space {unit} {}\n", clip.source.up.map_or("-", |axis| axis.name()))
}

fn notes(clip: &Clip) -> String {
    let note = |(title, text): &(String, String)| format!("note {title}: {}\n", text.replace('\n', "\\n"));
    clip.about.notes.iter().map(note).collect()
}

fn labels(clip: &Clip) -> String {
    let labels = clip.about.labels.iter().enumerate().filter(|(_, label)| !label.is_empty());
    labels.map(|(joint, label)| format!("label {joint} {label}\n")).collect()
}

fn masses(clip: &Clip) -> String {
    let line = |mass: &Mass| {
        let [x, y, z] = mass.centre.to_array();
        format!("mass {} {} {x} {y} {z}\n", mass.joint, mass.mass)
    };
    clip.masses.iter().map(line).collect()
}

fn views(clip: &Clip) -> String {
    let line = |Viewpoint { name, joint, field_of_view, .. }: &Viewpoint| {
        format!("view {} {field_of_view} {name}\n", joint.map_or(-1, i64::from))
    };
    clip.viewpoints.iter().map(line).collect()
}

fn marks(clip: &Clip) -> String {
    let mut out = String::new();
    // The references fill missing values without telling of them: `tests/mend` has these marks.
    for mark in clip.about.marks.iter().filter(|mark| mark.kind != MarkKind::Missing) {
        let joint = mark.joint.map_or(-1, i64::from);
        // The first behaviour is not named.
        let whose = if mark.behaviour == 0 { String::new() } else { format!("{}:", mark.behaviour) };
        writeln!(out, "mark {whose}{joint} {} {} {} {}", mark.first, mark.last, mark.at, mark.text).ok();
    }
    out
}

/// The skin of each joint, independent of triangulation: number of triangles, area, centroid.
fn surfaces(clip: &Clip) -> Result<String, String> {
    let mut out = String::new();
    let Some(skin) = &clip.skin else { return Ok(out) };
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
            if size != 0.0 && shown.dot(normal) <= 0.0 {
                return Err("a normal points inwards".into());
            }
        }
        if count > 0 {
            let [x, y, z] = (centre / area).to_array();
            writeln!(out, "surface {joint} {count} {area} {x} {y} {z}").ok();
        }
    }
    Ok(out)
}

/// Whether the skin at rest has a corner with this texture coordinate at each of these positions.
fn corners(clip: &Clip, golden: &str) -> Result<(), String> {
    if golden.is_empty() {
        return Ok(());
    }
    let mut pose = Pose::rest(&clip.skeleton);
    world_positions(clip, &mut pose);
    let places = placed(clip, &pose);
    let skin = clip.skin.as_ref().ok_or("there is no skin")?;
    let textures = skin.corners().iter().map(|corner| corner.texture.map(f64::from));
    let found: Vec<[f64; 5]> = places.iter().zip(textures).map(|(at, [u, v])| [at.x, at.y, at.z, u, v]).collect();
    for line in golden.lines() {
        let numbers: Vec<f64> = line.split(' ').skip(1).map(|text| text.parse().unwrap()).collect();
        let is_near = |found: &[f64; 5]| found.iter().zip(&numbers).all(|(a, b)| (a - b).abs() < 1e-5);
        if !found.iter().any(is_near) {
            return Err(format!("no {line} among {found:?}"));
        }
    }
    Ok(())
}

pub fn placed(clip: &Clip, pose: &Pose) -> Vec<DVec3> {
    let [world, rest] =
        [&pose.world, &Pose::rest(&clip.skeleton).world].map(|all| all.iter().map(wide).collect::<Vec<_>>());
    clip.skin.as_ref().map_or(Vec::new(), |skin| bent(skin, &world, &rest, &pose.weights))
}

/// A skin's corners by the formula of `SkinCorner`, from joints posed and at rest and from morph weights.
pub fn bent(skin: &Skin, world: &[DAffine3], rest: &[DAffine3], weights: &[f32]) -> Vec<DVec3> {
    let matrix = |bind: usize| match skin.binds().get(bind) {
        Some(own) => world.get(usize::from(own.joint)).copied().unwrap_or_default() * wide(&own.matrix),
        // Without binds corners are fixed to joints, as they are at rest.
        None => world[bind] * rest[bind].inverse(),
    };
    let place = |corner: &SkinCorner| {
        let position = corner.position.as_dvec3();
        if corner.is_rigid() {
            return matrix(corner.first as usize).transform_point3(position);
        }
        let (binds, morphs) = skin.influences_of(corner);
        let pulled =
            binds.iter().map(|[w, .., bind]| f64::from(*w) * matrix(*bind as usize).transform_point3(position));
        let pushed = morphs.iter().map(|[x, y, z, at]| {
            let morph = skin.morphs()[*at as usize];
            let push = matrix(usize::from(morph.bind)).transform_vector3(Vec3::new(*x, *y, *z).as_dvec3());
            f64::from(weights[usize::from(morph.weight)]) * push
        });
        pulled.chain(pushed).sum()
    };
    skin.corners().iter().map(place).collect()
}

pub fn wide(matrix: &Affine3A) -> DAffine3 {
    let [x, y, z] = [matrix.x_axis, matrix.y_axis, matrix.z_axis].map(|axis| axis.as_dvec3());
    DAffine3 { matrix3: DMat3::from_cols(x, y, z), translation: matrix.translation.as_dvec3() }
}

/// Whether the skin's corners are at these points, and each point has one.
fn points(clip: &Clip, pose: &Pose, golden: &[f64]) -> Result<(), String> {
    if golden.is_empty() {
        return Ok(());
    }
    let found = placed(clip, pose);
    let expected: Vec<DVec3> = golden.as_chunks::<3>().0.iter().map(|point| DVec3::from(*point)).collect();
    let near = |a: &DVec3, b: &DVec3| (a - b).abs().max_element() < 1e-5;
    let lost = expected.iter().find(|point| !found.iter().any(|corner| near(corner, point)));
    let astray = found.iter().find(|corner| !expected.iter().any(|point| near(corner, point)));
    let wrong = |point| Err(format!("{point:?}: found {found:?}, expected {expected:?}"));
    lost.or(astray).map_or(Ok(()), wrong)
}

fn warnings(clip: &Clip) -> String {
    let mut out = String::new();
    // Each place, in the order of the file.
    for of_file in clip.warnings.chunk_by(|a, b| a.file == b.file) {
        let more = of_file.iter().flat_map(|warning| warning.more.iter().map(move |one| (warning, one.location)));
        let mut all: Vec<_> = of_file.iter().map(|warning| (warning, warning.location)).chain(more).collect();
        all.sort_by_key(|(_, place)| *place);
        for (warning, place) in all {
            let place = place.map_or("-".into(), |place| place.to_string());
            writeln!(out, "{}", format!("warning {} {place} {}", warning.code, warning.file).trim_end()).ok();
        }
    }
    out
}

/// `rest`, a frame, or seconds and a behaviour; then positions, cameras, and any weights.
fn check_pose(clip: &Clip, golden: &str) -> Result<(), String> {
    let (moment, lines) = golden.split_once('\n').ok_or("a pose without positions")?;
    let mut pose = Pose::rest(&clip.skeleton);
    if let Some((seconds, name)) = moment.split_once(' ') {
        let behaviour = clip.behaviours.iter().find(|behaviour| behaviour.name == name);
        let behaviour = behaviour.ok_or_else(|| format!("no behaviour {name}"))?;
        sample(&behaviour.motion, seconds.parse().unwrap(), Interpolation::Linear, &mut pose);
    } else if moment != "rest" {
        sample_frame(&clip.behaviours[0].motion, moment.parse().unwrap(), &mut pose);
    }
    let (lines, shown) = lines.split_once("points ").unwrap_or((lines, ""));
    let (lines, weights) = lines.split_once("weights ").unwrap_or((lines, ""));
    let (views, lines): (Vec<&str>, Vec<&str>) = lines.lines().partition(|line| line.starts_with("view "));
    let numbers = |text: &str| -> Vec<f64> {
        text.split_whitespace().filter(|word| *word != "view").map(|word| word.parse().unwrap()).collect()
    };
    let doubles = |numbers: &[f32]| -> Vec<f64> { numbers.iter().copied().map(f64::from).collect() };
    let positions = world_positions(clip, &mut pose);
    let cameras: Vec<[f32; 3]> = cameras(clip, &pose).as_flattened().iter().map(Vec3::to_array).collect();
    for (what, found, expected) in [
        ("positions", positions.as_flattened(), numbers(&lines.join(" "))),
        ("cameras", &doubles(cameras.as_flattened()), numbers(&views.join(" "))),
        ("weights", &doubles(&pose.weights), numbers(weights)),
    ] {
        if difference(found, &expected) > TOLERANCE {
            return Err(format!("pose {moment}: {what}\nfound    {found:?}\nexpected {expected:?}"));
        }
    }
    points(clip, &pose, &numbers(shown)).map_err(|why| format!("pose {moment}: {why}"))
}

pub fn cameras(clip: &Clip, pose: &Pose) -> Vec<[Vec3; 3]> {
    let seen = clip.viewpoints.iter().map(|viewpoint| viewpoint.in_pose(&pose.world).unwrap());
    seen.map(|seen| [seen.translation, -seen.matrix3.z_axis, seen.matrix3.y_axis].map(Vec3::from)).collect()
}

fn same(what: &str, found: &str, expected: &str) -> Result<(), String> {
    if found == expected { Ok(()) } else { Err(format!("{what}: found\n{found}\nexpected\n{expected}")) }
}

/// Whether two texts are equal, but for the last digits of numbers.
fn near(what: &str, found: &str, expected: &str) -> Result<(), String> {
    alike(what, found, expected, |number| 1e-5 * number.abs().max(0.01))
}

/// Whether two texts are equal, but for numbers that differ by `most`.
pub fn alike(what: &str, found: &str, expected: &str, most: impl Fn(f64) -> f64) -> Result<(), String> {
    let words = |text: &str| -> Vec<String> { text.replace('\n', " \n ").split(' ').map(str::to_owned).collect() };
    let close = |(a, b): (&String, &String)| {
        a == b || matches!((a.parse::<f64>(), b.parse::<f64>()), (Ok(a), Ok(b)) if (a - b).abs() <= most(b))
    };
    let (own, wanted) = (words(found), words(expected));
    let all = own.len() == wanted.len() && own.iter().zip(&wanted).all(close);
    if all { Ok(()) } else { same(what, found, expected) }
}
