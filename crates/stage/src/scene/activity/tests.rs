use std::sync::Arc;

use glam::{Quat, Vec3};

use super::super::behaviours::tests::{motion, performer};
use super::*;
use crate::person::person;
use marey::Limits;
use marey::body::survey;
use marey::model::{Axis, Behaviour, Channels, MotionBuilder, PositionMode, Time};

#[test]
fn more_movement_in_the_first_seconds_is_livelier() {
    let mut unpacked = performer();
    let skeleton = Arc::clone(&unpacked.clip.skeleton);
    let keys = |last: f64| Time::Keys(vec![0.0, 21.0, last]);
    let late = motion(&skeleton, &[], &[0], keys(22.0), |frame| {
        (Quat::IDENTITY, Vec3::X * if frame == 2 { 900.0 } else { 0.0 })
    });
    let still = motion(&skeleton, &[0], &[], keys(22.0), |_| (Quat::IDENTITY, Vec3::ZERO));
    for motion in [late, still] {
        unpacked.clip.behaviours.push(Behaviour { name: "".into(), motion });
    }
    let [walk, nod, leap, late, still] = liveliness(&unpacked.clip).try_into().unwrap();
    // The walker travels 400 units. All joints below the hips turn in the nod. The leap is 4 units.
    assert!((walk - 400.0).abs() < 1.0, "{walk}");
    assert!(nod > leap && nod < walk, "{nod}");
    assert!((leap - 4.0).abs() < 0.1, "{leap}");
    assert!(late > 0.0 && late < 1e-3, "after 20 seconds: {late}");
    assert_eq!(still, 0.0);
    unpacked.clip.behaviours.clear();
    assert_eq!(liveliness(&unpacked.clip), [0.0; 0]);
}

#[test]
fn hands_give_the_speed_of_a_motion() {
    let skeleton = person(Vec3::Y, Vec3::X, 90.0);
    let channels = Channels { translated: vec![0], ..Channels::default() };
    let speed = |frames: usize, way: fn(usize) -> f32| {
        let mut m = MotionBuilder::new(&skeleton, channels.clone(), PositionMode::Replace, &Limits::default()).unwrap();
        for frame in 0..frames {
            m.push_row(|row| row.translations.fill(Vec3::new(way(frame), 90.0, 0.0))).unwrap();
        }
        m.set_frame_time(0.01);
        let motion = m.finish().unwrap();
        hand_speed(&skeleton, &motion, motion.time(), &survey(&skeleton, &motion, Some(Axis::Y)).parts)
    };
    assert!((speed(300, |frame| 5.0 * frame as f32) - 500.0).abs() < 0.1);
    assert!(speed(10_000, |frame| 5.0 * frame as f32) > 499.0, "of a long one some steps");
    assert!(speed(300, |frame| if frame == 77 { 900.0 } else { 0.0 }) < 1.0, "a bad frame does not count");
    assert_eq!(speed(1, |_| 0.0), 0.0);
    let walk = &performer().clip.behaviours[0].motion;
    assert_eq!(hand_speed(&skeleton, walk, walk.time(), &BodyParts::default()), 0.0);
}
