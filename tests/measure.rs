//! Numbers of a motion, frame by frame.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

use marey::Limits;
use marey::compare::Subject;
use marey::measure::{Measure, joint_called, measure};
use marey::model::{Axis, Clip};

fn clip() -> Clip {
    let text =
        b"HIERARCHY ROOT rig:Hips { OFFSET 0 0 0 CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
        JOINT rig:Left_Knee { OFFSET 0 -40 0 CHANNELS 3 Zrotation Xrotation Yrotation
        JOINT rig:Left_Foot { OFFSET 0 -30 0 CHANNELS 3 Zrotation Xrotation Yrotation End Site { OFFSET 0 0 10 } } } }
        MOTION Frames: 3 Frame Time: 0.5
        0 90 0 0 0 0 0 0 0 0 0 0
        0 90 30 0 0 0 90 0 0 0 0 0
        0 90 90 0 0 0 0 0 0 0 0 0";
    marey::formats::parse("walk.bvh", text, Limits::default()).unwrap()
}

fn values(clip: &Clip, measures: &[Measure]) -> Vec<Vec<f64>> {
    let subject = Subject::new(clip, 0).unwrap().with_space(0.01, Axis::Y);
    measure(&subject, measures).values
}

fn near(found: &[f64], expected: &[f64]) {
    assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-5), "{found:?}, expected {expected:?}");
    assert_eq!(found.len(), expected.len());
}

#[test]
fn each_measure_has_its_value_in_each_frame() {
    let clip = clip();
    let all = values(
        &clip,
        &[
            Measure::Distance(0, 2),
            Measure::Angle(0, 1, 2),
            Measure::Vertical(1, 2),
            Measure::Height(2),
            Measure::Speed(0),
        ],
    );
    near(&all[0], &[0.7, 0.5, 0.7]);
    near(&all[1], &[180.0, 90.0, 180.0]);
    near(&all[2], &[180.0, 90.0, 180.0]);
    near(&[all[3][1] - all[3][0], all[3][2] - all[3][0]], &[0.3, 0.0]);
    near(&all[4], &[0.6, 0.9, 1.2]);
}

#[test]
fn an_angle_without_directions_is_no_number() {
    let clip = clip();
    assert!(values(&clip, &[Measure::Angle(0, 0, 1)])[0].iter().all(|value| value.is_nan()));
}

#[test]
fn joints_are_called_by_their_names_in_any_spelling() {
    let clip = clip();
    let called = |name: &str| joint_called(&clip.skeleton, name);
    assert_eq!(
        ["rig:Hips", "hips", "LeftKnee", "left knee", "rig:left_foot", "head"].map(called),
        [Some(0), Some(0), Some(1), Some(1), Some(2), None]
    );
}
