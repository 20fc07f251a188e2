//! When feet come down on the ground and leave it, and the steps that they make.

use marey::Limits;
use marey::body::Subject;
use marey::body::{ContactOptions, survey, touch_downs};
use marey::formats::parse;
use marey::model::{Axis, Clip};
use marey_study::measure::{Step, steps};

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
