//! Labelled damage of real motions, with the goals that each is to reach.

use std::collections::BTreeMap;
use std::path::PathBuf;

use glam::DVec3;
use marey::model::Clip;
use marey_study::mend::{FaultKind, Mended, Report, Spikes, Step, Steps, Switch, mend};
use serde_json::Value;

fn folder() -> PathBuf {
    PathBuf::from(std::env::var("MAREY_CORPUS").unwrap()).join("corpus/mend")
}

fn read(name: &str) -> Clip {
    let bytes = std::fs::read(folder().join(name)).unwrap();
    marey::formats::parse(name, &bytes, marey::Limits::default()).unwrap()
}

/// Positions of all joints: millimetres of a person of 1.75 m.
fn places(clip: &Clip, metres: f64) -> Vec<Vec<DVec3>> {
    let frames = clip.behaviours[0].motion.frame_count();
    let of_frame =
        |frame| clip.positions(0, frame).unwrap().iter().map(|place| place.as_dvec3() * metres * 1000.0).collect();
    (0..frames).map(of_frame).collect()
}

/// Distances of all joints, frame by frame.
fn distances(a: &[Vec<DVec3>], b: &[Vec<DVec3>]) -> Vec<Vec<f64>> {
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).map(|(a, b)| a.iter().zip(b).map(|(a, b)| a.distance(*b)).collect()).collect()
}

fn rms<'a>(values: impl Iterator<Item = &'a f64>) -> f64 {
    let (mut sum, mut count) = (0.0, 0);
    values.for_each(|value| (sum, count) = (sum + value * value, count + 1));
    (sum / f64::from(count.max(1))).sqrt()
}

fn mean<'a>(values: impl Iterator<Item = &'a f64>) -> f64 {
    let (mut sum, mut count) = (0.0, 0);
    values.for_each(|value| (sum, count) = (sum + value, count + 1));
    sum / f64::from(count.max(1))
}

/// The root of the mean squared error in the twentieth of all frames and joints that are fastest.
fn fast_error(errors: &[Vec<f64>], clean: &[Vec<DVec3>]) -> f64 {
    let mut all: Vec<(f64, f64)> = Vec::new();
    for frame in 0..clean.len() {
        let (from, to) = (frame.saturating_sub(1), (frame + 1).min(clean.len() - 1));
        for joint in 0..clean[frame].len() {
            all.push((clean[to][joint].distance(clean[from][joint]) / (to - from) as f64, errors[frame][joint]));
        }
    }
    all.sort_by(|a, b| b.0.total_cmp(&a.0));
    all.truncate(all.len().div_ceil(20));
    rms(all.iter().map(|(_, error)| error))
}

/// What is asked of a case.
fn steps(goal: &Value) -> Steps {
    let mut steps = Steps::default();
    if goal["spikes"] == "all" {
        steps = steps.spikes(Spikes::All);
    }
    if goal["feet"] == true || goal["feet"] == "path" {
        steps = steps.feet(true).path(goal["feet"] == "path");
    }
    steps.level(goal["level"] == true).cycle(goal["loop"] == true).in_place(goal["in_place"] == true)
}

struct Case {
    name: String,
    goal: Value,
    damage: Vec<Value>,
    damaged: Clip,
    clean: Clip,
    metres: f64,
    mended: Mended,
}

fn check(case: &Case) -> Result<BTreeMap<&'static str, f64>, String> {
    let (goal, report) = (&case.goal, &case.mended.report);
    let mut got = BTreeMap::new();
    let clean = places(&case.clean, case.metres);
    let damaged = places(&case.damaged, case.metres);
    let mended = places(&case.mended.clip, case.metres);
    let at_most = |what: &str, found: f64, key: &str| match goal[key].as_f64() {
        Some(most) if found.is_nan() || found > most => {
            Err(format!("{}: {what} {found:.3}, at most {most}", case.name))
        }
        _ => Ok(()),
    };
    if goal["smooth"] == "on" {
        assert_eq!(steps(goal).smooth, Switch::Auto);
        if report.step(Step::Smooth).unwrap().done.is_empty() {
            return Err(format!("{}: smoothing did not start by itself", case.name));
        }
        let (before, after) = (distances(&damaged, &clean), distances(&mended, &clean));
        let ratio = rms(after.iter().flatten()) / rms(before.iter().flatten());
        got.insert("ratio", ratio);
        got.insert("fast", fast_error(&after, &clean));
        at_most("ratio", ratio, "error_ratio_at_most")?;
        at_most("fast", got["fast"], "fast_5_percent_mm_at_most")?;
    }
    found(case, report)?;
    if !goal["error_mm_at_most"].is_null() {
        let damaged_frames: Vec<usize> =
            case.damage.iter().flat_map(|damage| frame(damage, "first")..=frame(damage, "last")).collect();
        let errors = distances(&mended, &clean);
        // The worst joint, mean over the frames of the damage.
        let worst =
            damaged_frames.iter().map(|frame| errors[*frame].iter().copied().fold(0.0, f64::max)).collect::<Vec<_>>();
        got.insert("error", mean(worst.iter()));
        at_most("error", got["error"], "error_mm_at_most")?;
    }
    if !goal["change_mm_at_most"].is_null() {
        let most = distances(&mended, &damaged).iter().flatten().copied().fold(0.0, f64::max);
        at_most("change", most, "change_mm_at_most")?;
    }
    if let Some(slide) = report.step(Step::Feet).and_then(|step| step.value("slide_after_mm_s")) {
        got.insert("slide", slide);
        at_most("slide", slide, "slide_mm_s_at_most")?;
    }
    if let Some(largest) = report.largest {
        got.insert("largest", largest.mm);
        at_most("largest change", largest.mm, "largest_change_mm_at_most")?;
    }
    if let Some(within) = goal["path_length_within"].as_f64() {
        let way = |places: &[Vec<DVec3>]| {
            places.windows(2).map(|pair| (pair[1][0] - pair[0][0]).with_y(0.0).length()).sum::<f64>()
        };
        let ratio = way(&mended) / way(&clean);
        got.insert("path", ratio);
        if (ratio - 1.0).abs() > within {
            return Err(format!("{}: path {ratio}", case.name));
        }
    }
    if let Some(most) = goal["tilt_after_degrees_at_most"].as_f64() {
        let left = tilt_left(&clean, &mended);
        got.insert("tilt", left);
        if left > most {
            return Err(format!("{}: {left} degrees are left", case.name));
        }
    }
    if goal["loop"] == true {
        let (seam, worst) = seam(&mended);
        got.insert("seam", seam);
        got.insert("worst", worst);
        got.insert("first", report.step(Step::Cycle).unwrap().value("first").unwrap());
        got.insert("last", report.step(Step::Cycle).unwrap().value("last").unwrap());
        let drift = (mended[mended.len() - 1][0] - mended[0][0]).with_y(0.0).length();
        got.insert("drift", drift);
        at_most("seam", seam / worst, "seam_at_most_own_worst")?;
        at_most("drift", drift, "root_drift_mm_at_most")?;
    }
    Ok(got)
}

fn frame(damage: &Value, key: &str) -> usize {
    damage[key].as_u64().unwrap() as usize
}

/// Whether what was damaged was found, and nothing else.
fn found(case: &Case, report: &Report) -> Result<(), String> {
    let joint = |name: &str| case.clean.skeleton.find(name).unwrap();
    let spikes: Vec<_> = report
        .marks
        .iter()
        .filter(|mark| mark.kind.step() == Step::Spikes)
        .map(|mark| (usize::from(mark.joint), mark.first, mark.last))
        .collect();
    let gaps: Vec<_> = report.marks.iter().filter(|mark| mark.kind.step() == Step::Gaps).collect();
    if case.goal["found"] == "nothing" && !report.marks.is_empty() {
        return Err(format!("{}: found {:?}", case.name, report.marks));
    }
    let mut expected = Vec::new();
    for damage in &case.damage {
        match damage["kind"].as_str().unwrap() {
            "spike" => {
                expected.push((joint(damage["joint"].as_str().unwrap()), frame(damage, "first"), frame(damage, "last")))
            }
            "nan" | "zero" | "frozen" | "origin" => {
                for name in damage["joints"].as_array().unwrap() {
                    let joint = joint(name.as_str().unwrap());
                    let covers = |frame: usize| {
                        gaps.iter()
                            .any(|gap| usize::from(gap.joint) == joint && gap.first <= frame && frame <= gap.last)
                    };
                    if !(frame(damage, "first")..=frame(damage, "last")).all(covers) {
                        return Err(format!("{}: {name} is not found: {gaps:?}", case.name));
                    }
                    if frame(damage, "last") - frame(damage, "first") > 40 && !gaps.iter().any(|gap| gap.guess) {
                        return Err(format!("{}: no guess", case.name));
                    }
                }
            }
            _ => {}
        }
    }
    let lost: Vec<_> = expected.iter().filter(|spike| !spikes.contains(spike)).collect();
    let others: Vec<_> = spikes.iter().filter(|spike| !expected.contains(spike)).collect();
    if !lost.is_empty() || (case.goal["others"] == 0 && !others.is_empty()) {
        return Err(format!("{}: lost {lost:?}, others {others:?}", case.name));
    }
    Ok(())
}

/// The angle of the rotation that is left between two motions, by their joints: how far up is from up.
fn tilt_left(clean: &[Vec<DVec3>], mended: &[Vec<DVec3>]) -> f64 {
    let mut pairs: Vec<(DVec3, DVec3)> = Vec::new();
    for (clean, mended) in clean.iter().zip(mended) {
        pairs.extend(clean.iter().zip(mended).map(|(a, b)| (*a, *b)));
    }
    let middle = |points: &mut dyn Iterator<Item = DVec3>| {
        let (mut sum, mut count) = (DVec3::ZERO, 0.0);
        points.for_each(|point| (sum, count) = (sum + point, count + 1.0));
        sum / count
    };
    let (a, b) = (middle(&mut pairs.iter().map(|pair| pair.0)), middle(&mut pairs.iter().map(|pair| pair.1)));
    // Small turns: the sum of cross products over the moments of inertia, repeated until nothing is left.
    let mut turn = glam::DQuat::IDENTITY;
    for _ in 0..50 {
        let (mut sum, mut inertia) = (DVec3::ZERO, glam::DMat3::ZERO);
        for (from, to) in &pairs {
            let (from, to) = (turn * (*from - a), *to - b);
            sum += from.cross(to);
            let square = from.length_squared();
            inertia += glam::DMat3::from_diagonal(DVec3::splat(square))
                - glam::DMat3::from_cols(from * from.x, from * from.y, from * from.z);
        }
        let step = inertia.inverse() * sum;
        turn = glam::DQuat::from_scaled_axis(step) * turn;
    }
    (turn * DVec3::Y).angle_between(DVec3::Y).to_degrees()
}

/// The largest second difference at the seam of a cycle, and elsewhere.
fn seam(places: &[Vec<DVec3>]) -> (f64, f64) {
    let count = places.len();
    let (mut seam, mut worst) = (0.0_f64, 0.0_f64);
    for middle in 0..count {
        let [before, now, after] = [middle + count - 1, middle, middle + 1].map(|frame| &places[frame % count]);
        let largest = now
            .iter()
            .zip(before.iter().zip(after))
            .map(|(now, (a, b))| (*a + *b - *now * 2.0).length())
            .fold(0.0, f64::max);
        let slot = if middle == 0 || middle + 1 == count { &mut seam } else { &mut worst };
        *slot = slot.max(largest);
    }
    (seam, worst)
}

#[test]
#[ignore = "needs MAREY_CORPUS"]
fn every_labelled_case_reaches_its_goal() {
    let text = std::fs::read_to_string(folder().join("expected.json")).unwrap();
    let expected: Value = serde_json::from_str(&text).unwrap();
    let mut failures = Vec::new();
    for case in expected["cases"].as_array().unwrap() {
        let name = case["file"].as_str().unwrap();
        let damage = match &case["damage"] {
            Value::Array(list) => list.clone(),
            one => vec![one.clone()],
        };
        let goal = case["goal"].clone();
        let damaged = read(name);
        let mended = mend(&damaged, 0, &steps(&goal)).unwrap();
        let clean = read(case["clean"].as_str().unwrap());
        let metres = case["metres_per_unit"].as_f64().unwrap();
        let case = Case { name: name.to_owned(), goal, damage, damaged, clean, metres, mended };
        assert!(
            (case.mended.report.metres_per_unit / metres - 1.0).abs() < 0.02,
            "{name}: {}",
            case.mended.report.metres_per_unit
        );
        match check(&case) {
            Ok(got) => println!("{name}: {got:.3?} {}", case.mended.report.sentences()),
            Err(failure) => {
                println!("{failure}");
                failures.push(failure);
            }
        }
    }
    assert!(failures.is_empty(), "{failures:#?}");
}

#[test]
#[ignore = "needs MAREY_CORPUS"]
fn clean_motions_stay_as_they_are() {
    let names = std::fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    for name in names.filter(|name| name.starts_with("clean_")) {
        let clip = read(&name);
        let mended = mend(&clip, 0, &Steps::default()).unwrap();
        println!("{name}: {:?}", mended.report.steps.iter().map(|step| step.found.as_str()).collect::<Vec<_>>());
        assert!(!mended.report.changed, "{name}: {:?}", mended.report);
        assert_eq!(mended.clip, clip, "{name}");
        assert!(
            mended.report.marks.iter().all(|mark| mark.kind == FaultKind::Spike),
            "{name}: {:?}",
            mended.report.marks
        );
    }
}

/// Persons of the corpus that are in no case, at least two seconds long.
fn other_clips() -> Vec<(String, Clip)> {
    let root = folder().parent().unwrap().to_owned();
    let mut clips = Vec::new();
    for path in support::paths_with(&root.join("bvh"), &["bvh"]) {
        let bytes = std::fs::read(&path).unwrap();
        let name = support::file_name(&path);
        clips.extend(marey::formats::parse(&name, &bytes, marey::Limits::default()).map(|clip| (name, clip)));
    }
    for path in support::paths_with(&root.join("acclaim"), &["amc"]) {
        let files = [path.with_extension("asf"), path];
        let read: Option<Vec<_>> =
            files.iter().map(|path| Some((support::file_name(path), std::fs::read(path).ok()?))).collect();
        let clip = read.and_then(|files| support::read_files(&files).ok());
        clips.extend(clip.map(|clip| (support::file_name(&files[1]), clip)));
    }
    clips.retain(|(_, clip)| clip.behaviours[0].motion.duration() >= 2.0);
    clips
}

/// How often each clip is damaged, each time elsewhere.
const ROUNDS: u64 = 3;

/// Damage of our own: joints that turn away for one to five frames, each with its frames.
fn spiked(clip: &Clip, frames: usize, seed: u64) -> (Clip, Vec<(u16, usize, usize)>) {
    let turning = clip.behaviours[0].motion.rotations().joints().iter().copied();
    let joints: Vec<u16> = turning.filter(|joint| clip.skeleton.is_joint(usize::from(*joint))).collect();
    let mut random = support::Random(seed);
    let mut damaged = clip.clone();
    let mut made = Vec::new();
    for part in 0..(frames / 60).min(20) {
        let joint = joints[random.below(joints.len())];
        let (first, length) = (part * 60 + 20 + random.below(20), 1 + random.below(5));
        let axis = [(); 3].map(|()| random.below(200) as f32 - 99.5);
        let degrees = 30.0 + random.below(150) as f32;
        let turn = glam::Quat::from_axis_angle(glam::Vec3::from_array(axis).normalize(), degrees.to_radians());
        if first + length + 12 > frames {
            break;
        }
        for frame in first..first + length {
            let turned = damaged.behaviours[0].motion.edit_frame(frame, |row| {
                row.rotation_mut(joint).into_iter().for_each(|own| *own = (*own * turn).normalize());
            });
            turned.unwrap();
        }
        made.push((joint, first, first + length - 1));
    }
    (damaged, made)
}

#[test]
#[ignore = "needs MAREY_CORPUS"]
fn spikes_of_joints_are_rarely_true_motion_and_most_are_found() {
    let mut halves = BTreeMap::<String, (usize, f64)>::new();
    let (mut minutes, mut alarms, mut root_alarms, mut noisy, mut gaps, mut count) = (0.0, 0, 0, 0, 0, 0);
    let (mut made, mut found) = (0, 0);
    for (name, clip) in other_clips() {
        let motion = &clip.behaviours[0].motion;
        let Some(step) = motion.even_frame_time() else { continue };
        let steps = Steps::default().trim(0..=20_000);
        let mended = mend(&clip, 0, &steps).unwrap();
        let report = &mended.report;
        if !report.person {
            continue;
        }
        count += 1;
        minutes += report.frames as f64 * step / 60.0;
        let spikes: Vec<_> = report.marks.iter().filter(|mark| mark.kind == FaultKind::Spike).collect();
        alarms += spikes.len();
        // The rule was made on every second clip, in the order of their names.
        let half = halves.entry(name.to_lowercase()).or_insert((0, 0.0));
        half.0 += spikes.len();
        half.1 += report.frames as f64 * step / 60.0;
        root_alarms += report.marks.iter().filter(|mark| mark.kind == FaultKind::RootSpike).count();
        gaps += report.marks.iter().filter(|mark| mark.kind.step() == Step::Gaps && mark.filled).count();
        noisy += usize::from(!report.step(Step::Smooth).unwrap().done.is_empty());
        let told: Vec<String> = report
            .marks
            .iter()
            .take(12)
            .map(|mark| {
                format!("{} {}-{} {}", clip.skeleton.name(usize::from(mark.joint)), mark.first, mark.last, mark.text)
            })
            .collect();
        let smooth = report.step(Step::Smooth).unwrap();
        println!(
            "{name}: {} frames at {:.0}, {:?}, {:.3?} {} {told:#?}",
            report.frames,
            report.rate,
            spikes.len(),
            smooth.values,
            smooth.done
        );
        for round in 0..ROUNDS {
            let (damaged, expected) = spiked(&clip, report.frames, 0x9e37 + count as u64 + 1000 * round);
            let marks = mend(&damaged, 0, &steps).unwrap().report.marks;
            let is_found =
                |spike: &&(u16, usize, usize)| marks.iter().any(|mark| (mark.joint, mark.first, mark.last) == **spike);
            made += expected.len();
            found += expected.iter().filter(is_found).count();
            for lost in expected.iter().filter(|spike| !is_found(spike)) {
                println!("  lost {} {lost:?}", clip.skeleton.name(usize::from(lost.0)));
            }
        }
    }
    let rate = alarms as f64 / minutes;
    println!(
        "{count} clips, {minutes:.2} minutes: {alarms} spikes of joints ({rate:.2} a minute), {root_alarms} of roots, {gaps} gaps filled, {noisy} smoothed; {found} of {made} found"
    );
    for (name, first) in [("made on", 0), ("checked on", 1)] {
        let of_half = || halves.values().skip(first).step_by(2);
        let (alarms, minutes) =
            (of_half().map(|half| half.0).sum::<usize>(), of_half().map(|half| half.1).sum::<f64>());
        println!("{name}: {alarms} in {minutes:.2} minutes");
    }
    assert!(rate <= 3.0 && root_alarms == 0, "{rate} a minute, {root_alarms}");
    assert!(found as f64 >= 0.97 * made as f64, "{found} of {made}");
}
