//! What comes after reading (writers, pictures, comparison, packing and so on) takes any clip: those of all fixtures, damaged ones,
//! and ones made at random, with numbers at which arithmetic has ends. Overflow of integers panics in tests.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail")]

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;

use marey_link::{LinkError, Quality};
use marey_study::picture::{Figure, PictureError, Reading, Selection, Sheet};

use support::damage::damage;
use support::fuzz::{self, TARGETS, Target};
use support::moving::dancer;
use support::runs::{is_deep, rounds};
use support::{Random, cases, in_parallel};

/// Rounds of each target; packing takes longest.
fn rounds_of(target: &Target) -> usize {
    rounds(if target.name == "pack" { 1_000 } else { 5_000 })
}

/// How many rounds share one sequence of random numbers.
const BATCH: usize = 50;

/// The targets that take clips; with `MAREY_TARGET` the one of that name alone.
fn targets() -> impl Iterator<Item = &'static Target> {
    let only = std::env::var("MAREY_TARGET");
    let wanted = move |target: &&Target| only.as_ref().map_or(true, |only| only == target.name);
    TARGETS.iter().filter(|target| target.takes_a_clip()).filter(wanted)
}

fn run_all(inputs: &[(&'static str, String, Vec<u8>)]) {
    let failures = Mutex::new(Vec::new());
    in_parallel(inputs, |(target, what, input)| {
        if catch_unwind(AssertUnwindSafe(|| fuzz::run(target, input))).is_err() {
            let hex: String = input.iter().take(2000).map(|byte| format!("{byte:02x}")).collect();
            failures.lock().unwrap().push(format!("{target}, {what}: {hex}"));
        }
    });
    let failures = failures.into_inner().unwrap();
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn any_clip_is_taken_or_refused_in_words() {
    let mut inputs = Vec::new();
    for target in targets() {
        for batch in 0..rounds_of(target) / BATCH {
            let mut random = Random(0x5EED_0200 + batch as u64);
            for round in 0..BATCH {
                let length = [20, 60, 200, 600, 2000][random.below(5)];
                let input: Vec<u8> = (0..length).map(|_| random.below(256) as u8).collect();
                inputs.push((target.name, format!("batch {batch}, round {round}"), input));
            }
        }
    }
    run_all(&inputs);
}

#[test]
fn every_fixture_is_taken_or_refused_in_words() {
    let cases: Vec<_> = cases().into_iter().filter(|case| !case.is_refused()).collect();
    let mut random = Random(0x5EED_0300);
    let mut inputs = Vec::new();
    for target in targets().filter(|target| target.name != "pack") {
        for case in &cases {
            // A third of them, if not all are tried.
            if !is_deep() && random.below(3) > 0 {
                continue;
            }
            let Some(mut input) = target.seed(case) else { continue };
            // In turns: every fixture as it is, or damaged.
            if random.below(2) == 0 {
                damage(&mut input, &mut random);
            }
            inputs.push((target.name, format!("{}/{}", case.format, case.name), input));
        }
    }
    run_all(&inputs);
}

#[test]
fn damaged_payloads_of_links_are_read_or_refused() {
    let whole = fuzz::payloads();
    let mut random = Random(0x5EED_0400);
    let mut inputs = Vec::new();
    for round in 0..rounds(20_000) {
        let (name, payload) = &whole[random.below(whole.len())];
        let mut payload = payload.clone();
        damage(&mut payload, &mut random);
        let input = [&[round as u8], payload.as_slice()].concat();
        inputs.push(("link", name.clone(), input));
    }
    run_all(&inputs);
}

/// A figure of which one offset and one position are of this size.
fn bvh_with(offset: &str, position: &str) -> Vec<u8> {
    let bvh = format!(
        "=== a.bvh\nHIERARCHY ROOT Hips {{ OFFSET 0 90 0 CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
        JOINT LeftUpLeg {{ OFFSET 9 0 0 CHANNELS 3 Zrotation Xrotation Yrotation End Site {{ OFFSET 0 -80 0 }} }}
        JOINT RightUpLeg {{ OFFSET -9 {offset} 0 CHANNELS 3 Zrotation Xrotation Yrotation End Site {{ OFFSET 0 -80 0 }} }} }}
        MOTION\nFrames: 4\nFrame Time: 0.033333\n0 90 0 0 0 0 0 0 0 0 0 0\n{position} 90 0 0 0 0 9 0 0 0 5 0
        -{position} 90 {position} 0 40 0 0 0 0 0 3 0\n0 90 0 0 0 0 0 0 0 0 0 0\n"
    );
    bvh.into_bytes()
}

#[test]
fn coordinates_too_large_for_anything_are_taken_or_refused_in_words() {
    const LARGE: [&str; 7] = ["1e9", "1e12", "9.9e11", "1e15", "1e18", "3.4e38", "1e300"];
    let mut inputs = Vec::new();
    for target in targets() {
        for large in LARGE {
            inputs.push((target.name, format!("offset {large}"), bvh_with(large, "0")));
            inputs.push((target.name, format!("position {large}"), bvh_with("0", large)));
        }
    }
    run_all(&inputs);
}

#[test]
fn what_is_too_far_to_be_packed_or_drawn_is_said() {
    for (large, too_far) in [(1e5, false), (1e12, true)] {
        let mut clip = dancer(4);
        clip.behaviours[0].motion.edit_frame(2, |row| row.translations[0].x = large).unwrap();
        let packed = marey_link::encode(&clip, &marey_link::Excerpt::whole(Quality::STANDARD), &mut |_| true);
        assert_eq!(packed.err(), too_far.then_some(LinkError::TooFar), "{large}");
        let mut figure = Figure::new(&clip, 0, &Reading::default()).unwrap();
        let layout = figure.choose(&Selection::default()).unwrap();
        let moment = clip.behaviours[0].motion.frame_start(2);
        let drawn = [figure.draw(&layout, &Sheet::default()).err(), figure.poster(moment).err()];
        assert_eq!(drawn, [too_far.then_some(PictureError::TooFar); 2], "{large}");
    }
}
