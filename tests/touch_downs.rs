//! When feet come down on the ground.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

use marey::Limits;
use marey::body::{survey, touch_downs};
use marey::formats::parse;
use marey::model::{Axis, Clip};

use walker::walker;

#[path = "support/walker.rs"]
mod walker;

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
