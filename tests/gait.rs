//! When feet come down on the ground and leave it, and the steps that they make.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

use marey::Limits;
use marey::body::Subject;
use marey::body::{ContactOptions, stances, survey, touch_downs};
use marey::formats::parse;
use marey::model::{Axis, Clip};
use marey_study::measure::{Step, ankles, steps};
use serde_json::Value;

use support::walker::walker;

fn found(clip: &Clip) -> Vec<(f64, String)> {
    let motion = &clip.behaviours[0].motion;
    let survey = survey(&clip.skeleton, motion, Some(Axis::Y));
    let all = touch_downs(&clip.skeleton, motion, &survey);
    all.iter().map(|one| (one.time, clip.skeleton.names()[one.joint].to_string())).collect()
}

#[test]
fn each_step_touches_down_once_left_and_right_in_turn() {
    let found = found(&walker(200, 12.0));
    let expected = [
        (0.5, "RightFoot"),
        (1.0, "LeftFoot"),
        (1.5, "RightFoot"),
        (2.0, "LeftFoot"),
        (2.5, "RightFoot"),
        (3.0, "LeftFoot"),
        (3.5, "RightFoot"),
    ];
    assert_eq!(found.len(), expected.len(), "{found:?}");
    for ((time, name), (when, foot)) in found.iter().zip(expected) {
        assert!((time - when).abs() < 0.06 && name == foot, "{found:?}");
    }
}

#[test]
fn a_body_without_legs_or_without_motion_has_none() {
    let legless = b"HIERARCHY ROOT A { OFFSET 0 0 0 CHANNELS 3 Xposition Yposition Zposition JOINT B { OFFSET 0 9 0 CHANNELS 3 Zrotation Xrotation
        Yrotation End Site { OFFSET 0 9 0 } } } MOTION Frames: 3 Frame Time: 0.5\n0 0 0 0 0 0\n1 0 0 0 0 0\n2 0 0 0 0 0";
    assert_eq!(found(&parse("a.bvh", legless, Limits::default()).unwrap()), []);
    assert_eq!(found(&walker(1, 12.0)), []);
}

/// The walker as on a treadmill: its hips stay over one place.
fn on_a_treadmill(mut clip: Clip) -> Clip {
    let motion = &mut clip.behaviours[0].motion;
    for frame in 0..motion.frame_count() {
        motion.edit_frame(frame, |row| row.translations[0].z = 0.0).unwrap();
    }
    clip
}

fn steps_of(clip: &Clip) -> Vec<Step> {
    steps(&Subject::new(clip, 0).unwrap().with_space(0.01, Axis::Y), &ContactOptions::default())
}

#[test]
fn a_walk_in_place_has_the_steps_of_the_walk() {
    let walk = walker(200, 12.0);
    let (through, in_place) = (steps_of(&walk), steps_of(&on_a_treadmill(walk)));
    assert_eq!((through.len(), in_place.len()), (6, 6), "{through:?} {in_place:?}");
    for (a, b) in through.iter().zip(&in_place) {
        assert!((a.time - b.time).abs() < 0.02 && a.joint == b.joint, "{a:?} {b:?}");
        assert!((a.length - 0.6).abs() < 0.03 && (a.length - b.length).abs() < 0.03, "{a:?} {b:?}");
        assert!((a.width - 0.18).abs() < 0.01 && (a.cadence - 120.0).abs() < 5.0, "{a:?}");
    }
}

#[test]
fn a_walk_up_a_slope_has_the_steps_of_the_walk() {
    let level = walker(200, 12.0);
    let mut sloping = level.clone();
    let motion = &mut sloping.behaviours[0].motion;
    let joints = motion.translations().joints().to_vec();
    for frame in 0..motion.frame_count() {
        motion
            .edit_frame(frame, |row| {
                for (place, joint) in row.translations.iter_mut().zip(&joints) {
                    // Legs that move relative to the hips, and the hips themselves, are sheared alike.
                    if *joint == 0 || place.z != 0.0 {
                        place.y += 0.25 * place.z;
                    }
                }
            })
            .unwrap();
    }
    let (a, b) = (found(&level), found(&sloping));
    assert_eq!(a.len(), b.len(), "{a:?} {b:?}");
    for ((time, foot), (other, same)) in a.iter().zip(&b) {
        assert!((time - other).abs() < 0.06 && foot == same, "{a:?} {b:?}");
    }
}

#[test]
fn jumps_on_both_feet_are_no_steps() {
    // Both feet of the walker follow the left one.
    let mut clip = walker(200, 12.0);
    let skeleton = clip.skeleton.clone();
    let slot = |clip: &Clip, name: &str| {
        let joints = clip.behaviours[0].motion.translations().joints().to_vec();
        joints.iter().position(|joint| skeleton.names()[usize::from(*joint)].as_ref() == name).unwrap()
    };
    let (left, right) = (slot(&clip, "LeftFoot"), slot(&clip, "RightFoot"));
    let motion = &mut clip.behaviours[0].motion;
    for frame in 0..motion.frame_count() {
        motion.edit_frame(frame, |row| row.translations[right] = row.translations[left]).unwrap();
    }
    assert!(found(&clip).len() >= 6, "{:?}", found(&clip));
    assert_eq!(steps_of(&clip), []);
}

#[test]
fn a_piece_of_a_walk_has_its_touch_downs() {
    let walk = walker(200, 12.0);
    let whole = found(&walk);
    for from in [13, 40, 61] {
        let mut piece = walk.clone();
        let motion = &mut piece.behaviours[0].motion;
        *motion = motion.outline();
        motion.append(walk.behaviours[0].motion.frames(from..from + 110)).unwrap();
        let start = from as f64 * 0.02;
        let inner = |time: f64| time > start + 0.15 && time < start + 109.0 * 0.02 - 0.15;
        let expected: Vec<_> = whole.iter().filter(|(time, _)| inner(*time)).collect();
        let own: Vec<_> = found(&piece).into_iter().map(|(time, foot)| (time + start, foot)).collect();
        let own: Vec<_> = own.iter().filter(|(time, _)| inner(*time)).collect();
        assert_eq!(own.len(), expected.len(), "{own:?} {expected:?}");
        for ((time, foot), (other, same)) in own.iter().zip(expected) {
            assert!((time - other).abs() < 0.02 && foot == same, "{own:?} {whole:?}");
        }
    }
}

/// Events so near to the ends may be there or not, seconds.
const AT_THE_ENDS: f64 = 0.15;

/// The nearest of some moments; far if there is none.
fn off(moments: &[f64], moment: f64) -> f64 {
    moments.iter().map(|other| (other - moment).abs()).fold(f64::INFINITY, f64::min)
}

#[test]
#[ignore = "needs MAREY_CORPUS"]
fn events_and_steps_of_real_walks_are_those_of_an_independent_reference() {
    let (mut wrong, mut walks) = (Vec::new(), 0);
    for path in support::paths(&support::runs::corpus().join("goldens/gait")) {
        let golden: Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
        if golden["events"]["left"].is_null() {
            // Of a C3D file, which is not read.
            continue;
        }
        let name = golden["file"].as_str().unwrap().to_owned();
        walks += 1;
        let file = |name: &str| support::runs::corpus().join("corpus").join(name);
        let skeletons: Vec<_> = golden["skeleton"].as_str().into_iter().map(file).collect();
        let clip = marey::read_file_with(file(&name), &skeletons).unwrap();
        let scale = survey(&clip.skeleton, &clip.behaviours[0].motion, clip.source.up).scale(&clip.source);
        let subject = Subject::new(&clip, 0).unwrap();
        let subject =
            subject.with_space(scale.unit.metres() / clip.source.length_factor, clip.source.up.unwrap_or(Axis::Y));
        let seconds = clip.behaviours[0].motion.duration();
        let stances = stances(&clip.skeleton, &clip.behaviours[0].motion, &subject.survey);
        for (side, ankle) in ["left", "right"].into_iter().zip(ankles(&subject)) {
            let own: Vec<_> = stances.iter().filter(|stance| stance.joint == ankle).collect();
            for (event, found) in [
                ("touch_down", own.iter().map(|stance| stance.from).collect::<Vec<_>>()),
                ("lift_off", own.iter().map(|stance| stance.to).collect()),
            ] {
                let expected: Vec<f64> = golden["events"][side][event]
                    .as_array()
                    .unwrap()
                    .iter()
                    .map(|time| time.as_f64().unwrap())
                    .collect();
                let tolerance = golden["tolerances"]["events_seconds"].as_f64().unwrap();
                let is_inner = |time: &&f64| **time > AT_THE_ENDS && **time < seconds - AT_THE_ENDS;
                for time in expected.iter().filter(is_inner).filter(|time| off(&found, **time) > tolerance) {
                    wrong.push(format!("{name}: no {event} of the {side} foot at {time}: {found:?}"));
                }
                for time in found.iter().filter(is_inner).filter(|time| off(&expected, **time) > tolerance) {
                    wrong.push(format!("{name}: a {event} of the {side} foot at {time}: {expected:?}"));
                }
            }
        }
        let found = steps(&subject, &ContactOptions::default());
        let expected = golden["steps"].as_array().unwrap();
        for step in expected {
            let number = |key: &str| step[key].as_f64().unwrap();
            if number("at") > seconds - AT_THE_ENDS {
                continue;
            }
            let near =
                found.iter().min_by(|a, b| (a.time - number("at")).abs().total_cmp(&(b.time - number("at")).abs()));
            let is_near = near.is_some_and(|own| {
                (own.time - number("at")).abs() < 0.04
                    && (own.length - number("length")).abs() < 0.03
                    && (own.width - number("width")).abs() < 0.025
                    && (own.cadence / number("steps_a_minute") - 1.0).abs() < 0.1
            });
            if !is_near {
                wrong.push(format!("{name}: {step}: {near:?}"));
            }
        }
        if found.len() > expected.len() + 1 {
            wrong.push(format!("{name}: {} steps, {} are known", found.len(), expected.len()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(walks >= 5, "{walks}");
}
