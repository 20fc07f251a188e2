//! Numbers of a motion, frame by frame.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

use marey::Limits;
use marey::body::ContactOptions;
use marey::body::Subject;
use marey::model::{Axis, Clip};
use marey_study::measure::{Measure, ankles, joint_called, mass_points, measure, measure_with, steps};

use support::walker::walker;

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

#[test]
fn accelerations_and_turns_are_told_frame_by_frame() {
    let clip = clip();
    let all = values(&clip, &[Measure::Acceleration(0), Measure::AngularSpeed(1), Measure::AngularSpeed(0)]);
    assert!(all[0][0].is_nan() && all[0][2].is_nan());
    near(&all[0][1..2], &[1.2]);
    // In half turns, because rotations are single numbers.
    near(&all[1].iter().map(|speed| speed / 180.0).collect::<Vec<_>>(), &[1.0, 0.0, 1.0]);
    near(&all[2], &[0.0, 0.0, 0.0]);
}

/// The walker in metres with +Y up.
fn walking(clip: &Clip) -> Subject<'_> {
    Subject::new(clip, 0).unwrap().with_space(0.01, Axis::Y)
}

#[test]
fn steps_have_the_length_width_and_cadence_of_the_walk() {
    let clip = walker(200, 12.0);
    let found = steps(&walking(&clip), &ContactOptions::default());
    assert_eq!(found.len(), 6, "{found:?}");
    for step in &found {
        assert!((step.length - 0.6).abs() < 1e-4 && (step.width - 0.18).abs() < 1e-4, "{step:?}");
        assert!((step.cadence - 120.0).abs() < 8.0, "contacts are found 60 times a second: {step:?}");
    }
    let names = clip.skeleton.names();
    assert_eq!((&*names[found[0].joint], &*names[found[1].joint]), ("LeftFoot", "RightFoot"));
    let all = measure(&walking(&clip), &[Measure::StepLength, Measure::StepWidth, Measure::Cadence]);
    for (frame, time) in all.times.iter().enumerate() {
        let last = found.iter().rev().find(|step| step.time <= *time + 1e-6);
        let expected = last.map(|step| [step.length, step.width, step.cadence]);
        let given = [all.values[0][frame], all.values[1][frame], all.values[2][frame]];
        assert!(expected.map_or(given[0].is_nan(), |expected| expected == given), "{frame}: {given:?}");
    }
}

#[test]
fn planted_feet_slide_as_fast_as_they_do_and_thresholds_are_free() {
    let clip = walker(200, 12.0);
    let subject = walking(&clip);
    let feet = ankles(&subject);
    let names: Vec<&str> = feet.iter().map(|ankle| &*clip.skeleton.names()[*ankle]).collect();
    assert_eq!(names, ["LeftFoot", "RightFoot"]);
    let measures = [Measure::Planted(feet[0]), Measure::Slide(feet[0])];
    let all = measure(&subject, &measures);
    let share = |planted: &[f64]| planted.iter().sum::<f64>() / planted.len() as f64;
    assert!((share(&all.values[0]) - 0.5).abs() < 0.08, "{}", share(&all.values[0]));
    for (frame, (planted, slide)) in all.values[0].iter().zip(&all.values[1]).enumerate() {
        assert_eq!(*planted == 1.0, slide.is_finite(), "{frame}");
    }
    assert!(all.values[1][10..20].iter().all(|slide| *slide < 0.1), "the foot rests in the middle of its stance");
    let none = measure_with(&subject, &measures, &ContactOptions::default().speed(0.0));
    assert_eq!(share(&none.values[0]), 0.0);
    let always = measure_with(&subject, &measures, &ContactOptions::default().speed(100.0).height(1.0));
    assert_eq!(share(&always.values[0]), 1.0);
    let slides = always.values[1].iter().copied().fold(0.0, f64::max);
    assert!((slides - 2400.0).abs() < 1.0, "a foot that swings 1.2 m in half a second: {slides}");
}

#[test]
fn the_centre_of_mass_moves_as_the_body_does() {
    let clip = walker(200, 12.0);
    let subject = walking(&clip);
    let points = mass_points(&subject);
    assert_eq!(points.len(), 14);
    assert!((points.iter().map(|point| point.mass).sum::<f64>() - 1.0).abs() < 1e-12);
    for point in &points {
        assert!((point.joints.iter().map(|(_, weight)| weight).sum::<f64>() - 1.0).abs() < 1e-12, "{point:?}");
    }
    // Both feet together are as fast as the body on average, and each step is like the other.
    let both = measure(&subject, &[Measure::CentreSpeed, Measure::CentreHeight]).values;
    let (speeds, heights) = (&both[0], &both[1]);
    let mean = speeds[25..175].iter().sum::<f64>() / 150.0;
    assert!((mean - 1.2).abs() < 0.01, "{mean}");
    assert!(
        heights.iter().all(|height| (0.8..1.2).contains(height)),
        "a standing person's is at the hips: {heights:?}"
    );
    let legless = clip_without_legs();
    assert!(mass_points(&walking(&legless)).is_empty());
    assert!(measure(&walking(&legless), &[Measure::CentreSpeed]).values[0].iter().all(|speed| speed.is_nan()));
}

fn clip_without_legs() -> Clip {
    let text = b"HIERARCHY ROOT A { OFFSET 0 0 0 CHANNELS 3 Xposition Yposition Zposition JOINT B { OFFSET 0 9 0 CHANNELS 3 Zrotation Xrotation
        Yrotation End Site { OFFSET 0 9 0 } } } MOTION Frames: 3 Frame Time: 0.5\n0 0 0 0 0 0\n1 0 0 0 0 0\n2 0 0 0 0 0";
    marey::formats::parse("a.bvh", text, Limits::default()).unwrap()
}
