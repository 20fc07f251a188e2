use std::sync::Arc;

use glam::{Quat, Vec3};

use super::super::tests::{scene, walker};
use super::super::{Scene, View};
use super::time_after;
use crate::pack::{self, Unpacked};
use marey::Limits;
use marey::model::{Behaviour, Channels, Motion, MotionBuilder, PositionMode, Skeleton, Time};
use marey::pose::boxes;

/// A motion of some joints' rotations or translations; `row` returns the values of a frame.
pub(in super::super) fn motion(
    skeleton: &Skeleton,
    rotated: &[u16],
    translated: &[u16],
    time: Time,
    row: fn(usize) -> (Quat, Vec3),
) -> Motion {
    let frames = match &time {
        Time::Keys(keys) => keys.len(),
        Time::Uniform { .. } => 5,
    };
    let channels = Channels { rotated: rotated.to_vec(), translated: translated.to_vec(), ..Channels::default() };
    let mode = PositionMode::Replace;
    let mut builder = MotionBuilder::new(skeleton, channels, mode, &Limits::default()).unwrap();
    for frame in 0..frames {
        builder
            .push_row(|out| {
                out.rotations.fill(row(frame).0);
                out.translations.fill(row(frame).1);
            })
            .unwrap();
    }
    let mut motion = builder.finish().unwrap();
    motion.set_time(time).unwrap();
    motion
}

/// The walker with two more behaviours: nod (rotates the hips, five frames of half a second) and leap (keyed, with a jump).
pub(in super::super) fn performer() -> Unpacked {
    let mut unpacked = walker();
    let skeleton = Arc::clone(&unpacked.clip.skeleton);
    let nod = motion(&skeleton, &[0], &[], Time::Uniform { frame_time: 0.5 }, |frame| {
        (Quat::from_rotation_x(0.2 * frame as f32), Vec3::ZERO)
    });
    let keys = Time::Keys(vec![0.0, 0.4, 0.4, 1.0, 1.0]);
    let leap = motion(&skeleton, &[], &[0], keys, |frame| (Quat::IDENTITY, Vec3::new(0.0, 300.0 + frame as f32, 0.0)));
    for (name, motion) in [("nod", nod), ("leap", leap)] {
        unpacked.boxes.push(boxes(&skeleton, &motion));
        unpacked.clip.behaviours.push(Behaviour { name: name.into(), motion });
    }
    unpacked
}

fn on_stage() -> Scene {
    let mut scene = scene();
    scene.show(performer());
    scene.advance(10.0);
    scene
}

fn hips(scene: &mut Scene) -> Vec3 {
    scene.advance(10.0);
    scene.joint_on_stage(0).unwrap()
}

#[test]
fn another_behaviour_starts_from_the_rest_pose() {
    let mut scene = on_stage();
    scene.clock.set_range(Some((0.5, 1.5)));
    scene.clock.seek(1.0);
    assert!(hips(&mut scene).distance(Vec3::new(0.0, 0.9, 2.0)) < 1e-4);
    scene.set_behaviour(1);
    assert!(
        hips(&mut scene).distance(Vec3::new(0.0, 0.9, 0.0)) < 1e-4,
        "the nod moves no joint along: no trace of the walk"
    );
    assert_eq!((scene.clock.time(), scene.clock.span()), (0.0, (0.0, 2.0)));
    scene.clock.seek(2.0);
    let turned = scene.figure().unwrap().pose().rotations[0];
    assert_eq!(turned, Quat::IDENTITY, "not before the step");
    hips(&mut scene);
    assert!(scene.figure().unwrap().pose().rotations[0].angle_between(Quat::IDENTITY) > 0.7);
    scene.set_behaviour(2);
    hips(&mut scene);
    assert_eq!(
        scene.figure().unwrap().pose().rotations[0],
        Quat::IDENTITY,
        "the leap turns nothing: no trace of the nod"
    );
    scene.set_behaviour(0);
    assert_eq!(scene.figure().unwrap().behaviour(), 0);
    assert!(hips(&mut scene).distance(Vec3::new(0.0, 0.9, 0.0)) < 1e-4);
}

#[test]
fn the_figure_keeps_its_size_and_its_ground() {
    let mut scene = on_stage();
    let before = *scene.figure().unwrap().placement();
    let bones = scene.instances().bones.clone();
    for index in [1, 2, 0] {
        scene.set_behaviour(index);
        scene.set_unit(None);
        hips(&mut scene);
        assert_eq!(scene.figure().unwrap().behaviour(), index, "it continues when the figure is placed again");
        assert_eq!(*scene.figure().unwrap().placement(), before);
        let radii = |bones: &[marey::look::BoneInstance]| bones.iter().map(|b| b.start_radius).collect::<Vec<_>>();
        assert_eq!(radii(&scene.instances().bones), radii(&bones));
    }
    scene.set_behaviour(2);
    assert!(hips(&mut scene).y > 2.9, "a leap stays above the ground of the walk");
}

#[test]
fn the_playing_behaviour_is_framed_followed_and_held_in_place() {
    let mut scene = on_stage();
    let low = scene.camera.now().target.y;
    scene.set_behaviour(2);
    scene.advance(10.0);
    assert!(scene.camera.now().target.y > low + 1.5, "the leap is high above the ground that is walked on");
    scene.set_behaviour(0);
    scene.touch_camera();
    let put = scene.camera.now();
    scene.set_behaviour(1);
    scene.advance(10.0);
    assert_eq!(scene.camera.now(), put, "where the user put it");

    // In the nod no joint travels; in the walk the hips do, whichever played first.
    let mut unpacked = performer();
    unpacked.clip.behaviours.rotate_left(1);
    unpacked.boxes.rotate_left(1);
    scene.show(unpacked);
    scene.set_in_place(true);
    scene.set_behaviour(2);
    scene.clock.seek(2.0);
    assert!(hips(&mut scene).distance(Vec3::new(0.0, 0.9, 0.0)) < 1e-4, "held over its spot");
    scene.set_in_place(false);
    scene.frame(View::Home);
    assert!(hips(&mut scene).distance(Vec3::new(0.0, 0.9, 4.0)) < 1e-4);
}

#[test]
fn a_following_camera_returns_with_the_figure() {
    let mut scene = on_stage();
    scene.set_follow(Some(true));
    scene.clock.seek(2.0);
    scene.advance(10.0);
    scene.touch_camera();
    let before = scene.camera.now().target;
    scene.set_behaviour(1);
    scene.advance(10.0);
    assert!((before.z - scene.camera.now().target.z - 4.0).abs() < 1e-3);
}

#[test]
fn a_running_clock_keeps_running() {
    let mut scene = on_stage();
    scene.clock.play();
    scene.advance(20.0);
    scene.advance(20.2);
    scene.set_behaviour(1);
    scene.advance(20.4);
    assert!(scene.clock.is_playing() && scene.clock.time() > 0.1);
    scene.set_behaviour(1);
    scene.set_behaviour(99);
    assert!(scene.clock.time() > 0.1 && scene.figure().unwrap().behaviour() == 1, "no switch, no start");
}

#[test]
fn another_rate_ends_with_the_playing_behaviour() {
    let rate = |scene: &Scene| scene.figure().unwrap().motion().frame_time();
    let mut scene = on_stage();
    scene.set_frame_time(Some(0.05));
    scene.set_behaviour(1);
    assert_eq!((rate(&scene), scene.clock.span().1), (0.5, 2.0));
    scene.set_frame_time(Some(0.25));
    assert_eq!(scene.clock.span().1, 1.0);
    scene.set_behaviour(0);
    assert_eq!(rate(&scene), 0.1);
    scene.set_behaviour(2);
    scene.set_frame_time(Some(0.5));
    assert_eq!(scene.figure().unwrap().motion().duration(), 1.0, "keys have no rate to overrule");
}

#[test]
fn later_packets_reach_every_behaviour() {
    let Unpacked { clip, boxes, .. } = performer();
    let packet = |index: usize| {
        let motion = &clip.behaviours[index].motion;
        pack::rows(index, motion.frames(0..motion.frame_count()), &boxes[index])
    };
    let mut scene = scene();
    scene.show(pack::unpack(&[pack::head(&clip, &[]), packet(0), packet(1)].concat()).unwrap());
    scene.set_behaviour(1);
    scene.set_frame_time(Some(0.25));
    scene.extend(&[packet(2), pack::tail(&clip)].concat()).unwrap();
    let figure = scene.figure().unwrap();
    assert_eq!((figure.behaviour(), figure.motion().frame_count(), figure.motion().frame_time()), (1, 5, 0.25));
    scene.set_frame_time(None);
    assert_eq!(scene.clock.span().1, 2.0, "the file's own rate, which the last packet has");
    scene.set_behaviour(2);
    assert_eq!(scene.clock.span().1, 1.0);
}

#[test]
fn steps_go_from_key_to_key_past_jumps() {
    let motion = &performer().clip.behaviours[2].motion;
    let walk = |from: f64, by: i32| {
        let (mut at, mut seen) = (from, vec![]);
        for _ in 0..4 {
            at = time_after(motion, at, by);
            seen.push(at);
        }
        seen
    };
    assert_eq!(walk(0.0, 1), [0.4, 1.0, 1.0, 1.0]);
    assert_eq!(walk(1.0, -1), [0.4, 0.0, 0.0, 0.0]);
    assert_eq!(
        (time_after(motion, 0.2, 1), time_after(motion, 0.2, -1)),
        (0.4, 0.0),
        "from between two keys to either"
    );
    assert_eq!(
        (time_after(motion, 0.0, 2), time_after(motion, 1.0, i32::MIN), time_after(motion, 0.2, 0)),
        (1.0, 0.0, 0.2)
    );
    let even = &performer().clip.behaviours[1].motion;
    assert_eq!([1, -1, 9].map(|by| time_after(even, 0.7, by)), [1.0, 0.0, 2.0]);
}
