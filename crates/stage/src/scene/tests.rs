use std::sync::Arc;

use glam::{Quat, Vec3};

use super::{Advanced, Scene};
use crate::pack::Unpacked;
use marey::Limits;
use marey::body::Unit;
use marey::look::Theme;
use marey::model::{
    Behaviour, Channels, Clip, Format, JointKind, MotionBuilder, PositionMode, SkeletonBuilder, Skin, SkinCorner,
    SkinParts, Source,
};
use marey::pose::boxes;

/// A small person in centimetres who walks 4 m along Z in 2 s at 10 frames a second.
pub(crate) fn walker() -> Unpacked {
    walker_to(|i| Vec3::new(0.0, 90.0, i as f32 * 20.0), 21)
}

/// The walker with its hips at these positions.
pub(super) fn walker_to(place: impl Fn(u16) -> Vec3, frames: u16) -> Unpacked {
    walker_below(None, place, frames)
}

/// The walker with its hips at these positions, below a joint of that name at the origin.
pub(super) fn walker_below(root: Option<&str>, place: impl Fn(u16) -> Vec3, frames: u16) -> Unpacked {
    let limits = Limits::default();
    let mut b = SkeletonBuilder::new(&limits);
    let mut add = |name: &str, parent, x: f32, y: f32| {
        b.add(name, parent, JointKind::Joint, Vec3::new(x, y, 0.0), Quat::IDENTITY).unwrap()
    };
    let root = root.map(|name| add(name, None, 0.0, 0.0));
    let hips = add("Hips", root, 0.0, 90.0);
    add("Head", Some(hips), 0.0, 75.0);
    add("LeftFoot", Some(hips), 10.0, -90.0);
    add("RightFoot", Some(hips), -10.0, -90.0);
    let skeleton = Arc::new(b.finish().unwrap());
    let channels = Channels { translated: vec![hips], ..Channels::default() };
    let mut m = MotionBuilder::new(&skeleton, channels, PositionMode::Replace, &limits).unwrap();
    for i in 0..frames {
        m.push_row(|row| row.translations[0] = place(i)).unwrap();
    }
    m.set_frame_time(0.1);
    let motion = m.finish().unwrap();
    let boxes = vec![boxes(&skeleton, &motion)];
    let mut source = Source::new(Format::Bvh);
    source.position_mode = Some(PositionMode::Replace);
    source.channels = vec!["".into(); skeleton.len()];
    let clip = Clip::new("walk".into(), skeleton, vec![Behaviour { name: "walk".into(), motion }], source);
    Unpacked { clip, boxes, complete: true, expected_frames: 0 }
}

/// The walker in a skin: a triangle of hips, head and foot, more than half of the joints.
pub(crate) fn dressed() -> Unpacked {
    let mut unpacked = walker();
    let corners = [(16.0, 45.0, 0), (4.0, 45.0, 1), (10.0, 0.0, 2)];
    let corners = corners.map(|(x, y, joint)| SkinCorner::rigid(Vec3::new(x, y, 0.0), Vec3::Z, joint)).to_vec();
    let parts = SkinParts { corners, triangles: vec![[0, 1, 2]], ..SkinParts::default() };
    let skin = Skin::new("skin", parts, &unpacked.clip.skeleton).unwrap();
    unpacked.clip.skin = Some(Arc::new(skin));
    unpacked
}

pub(super) fn scene() -> Scene {
    let mut scene = Scene::new();
    scene.camera.set_smooth(false);
    scene.set_viewport(800.0, 600.0);
    scene.show(walker());
    scene.advance(10.0);
    scene
}

pub(super) fn in_picture(scene: &Scene) -> bool {
    let [left, top, right, bottom] = scene.figure_on_screen().unwrap();
    left > 0.0 && top > 0.0 && right < 800.0 && bottom < 600.0
}

#[test]
fn the_whole_motion_is_in_the_picture() {
    let mut scene = scene();
    assert_eq!(scene.figure().unwrap().placement().unit, Unit::Centimetre);
    for step in 0..=20 {
        scene.clock.seek(f64::from(step) * 0.1);
        scene.set_theme(Theme::Light);
        scene.advance(10.0);
        assert!(in_picture(&scene), "at {step}");
    }
}

#[test]
fn a_seek_while_paused_is_shown() {
    let mut scene = scene();
    scene.clock.seek(1.0);
    let advanced = scene.advance(11.0);
    assert!(advanced.dirty && advanced.clock.moved && !advanced.running);
    assert_eq!(scene.advance(12.0), Advanced::default());
}

#[test]
fn queries_after_a_seek_are_about_that_moment_drawn_or_not() {
    let mut scene = scene();
    let before = scene.figure_on_screen().unwrap();
    scene.clock.seek(1.0);
    scene.settle();
    let queried =
        (scene.figure_on_screen().unwrap(), scene.joint_on_stage(0).unwrap(), scene.figure().unwrap().pose().world[0]);
    assert_ne!(queried.0, before);
    assert!((queried.2.translation.z - 200.0).abs() < 1e-3);
    let advanced = scene.advance(11.0);
    assert!(advanced.dirty && advanced.clock.moved, "and it is still to be drawn");
    let drawn =
        (scene.figure_on_screen().unwrap(), scene.joint_on_stage(0).unwrap(), scene.figure().unwrap().pose().world[0]);
    assert_eq!(queried, drawn);

    // Seek there and back without drawing in between.
    for second in [0.5, 1.0] {
        scene.clock.seek(second);
        scene.settle();
    }
    assert_eq!(scene.figure().unwrap().pose().world[0], drawn.2);
}

#[test]
fn a_paused_stage_at_rest_requests_no_frame() {
    let mut scene = scene();
    let advanced = scene.advance(11.0);
    assert_eq!(advanced, Advanced::default());
    scene.highlight(Some(1));
    assert!(scene.advance(12.0).dirty && !scene.advance(13.0).dirty);
}

#[test]
fn playing_moves_the_figure_and_ends() {
    let mut scene = scene();
    let before = scene.joint_on_stage(0).unwrap();
    scene.clock.play();
    scene.advance(20.0);
    let advanced = scene.advance(20.2);
    assert!(advanced.running && advanced.clock.moved);
    assert!(scene.joint_on_stage(0).unwrap().distance(before + Vec3::Z * 0.4) < 1e-4);
    let mut now = 20.2;
    while scene.advance(now).running {
        now += 0.2;
    }
    assert!((scene.joint_on_stage(0).unwrap().z - 4.0).abs() < 1e-4);
}

/// A scene of 800 by 600 pixels with this clip.
pub(super) fn showing(unpacked: Unpacked) -> Scene {
    let mut scene = scene();
    scene.show(unpacked);
    scene.advance(10.0);
    scene
}

#[test]
fn a_second_stage_draws_a_borrowed_figure_at_another_moment_and_leaves_the_first_unchanged() {
    let mut scene = scene();
    scene.clock.seek(0.5);
    scene.advance(0.0);
    let world = |scene: &Scene| scene.figure().unwrap().pose().world.clone();
    let (before, drawn, camera) = (world(&scene), scene.instances().clone(), scene.camera.now());

    let mut twin = scene.twin();
    assert!(twin.figure().is_none());
    assert_eq!((twin.camera.now(), twin.clock.time()), (camera, 0.5));
    twin.swap_figure(&mut scene);
    assert!(scene.figure().is_none());
    twin.advance(0.0);
    assert_eq!(twin.instances().bones, drawn.bones, "the same picture");
    twin.clock.seek(0.9);
    twin.set_theme(Theme::Light);
    twin.set_camera("left");
    twin.advance(0.0);
    assert_ne!(twin.instances().bones, drawn.bones, "and another one");
    twin.swap_figure(&mut scene);

    assert!(twin.figure().is_none());
    assert_eq!(world(&scene), before, "joints are those of this stage's moment");
    assert_eq!(scene.camera.now(), camera);
    assert!(!scene.advance(0.1).dirty, "there is nothing to draw");
}
