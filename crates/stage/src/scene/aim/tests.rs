use std::sync::Arc;

use glam::{Quat, Vec2, Vec3};

use super::super::tests::{in_picture, scene, showing, walker_to};
use super::super::{Actor, Beyond, Scene, When};
use crate::pack::Unpacked;
use marey::Limits;
use marey::model::{
    Axis, Behaviour, Channels, Clip, Format, JointKind, MotionBuilder, PositionMode, SkeletonBuilder, Source,
};
use marey::pose::boxes;

#[test]
fn in_place_holds_the_figure_and_follow_centres_it() {
    let mut scene = scene();
    scene.set_in_place(true);
    scene.clock.seek(2.0);
    scene.advance(11.0);
    assert!(scene.joint_on_stage(0).unwrap().distance(Vec3::new(0.0, 0.9, 0.0)) < 1e-4);
    assert!(in_picture(&scene));

    scene.set_in_place(false);
    scene.set_follow(Some(true));
    scene.advance(11.0);
    let near_before = scene.camera.now().distance;
    let before = scene.joint_on_screen(0).unwrap();
    scene.clock.seek(0.0);
    scene.set_patterns(true);
    scene.advance(11.0);
    assert!(scene.joint_on_screen(0).unwrap().distance(before) < 0.5);
    assert_eq!(scene.camera.now().distance, near_before);
}

#[test]
fn a_long_walk_is_followed_unless_set_otherwise() {
    let far = || walker_to(|i| Vec3::new(0.0, 90.0, f32::from(i) * 60.0), 41);
    let mut scene = showing(far());
    assert!(scene.follows());
    for part in 0..=4_u8 {
        scene.clock.seek(f64::from(part));
        scene.advance(10.0);
        let [_, top, _, bottom] = scene.figure_on_screen().unwrap();
        assert!(in_picture(&scene) && bottom - top > 200.0, "{part}: {top} to {bottom}");
    }
    scene.set_follow(Some(false));
    scene.advance(10.0);
    assert!(!scene.follows());
    let [_, top, _, bottom] = scene.figure_on_screen().unwrap();
    assert!(bottom - top < 100.0, "all of the way is shown");
    scene.set_follow(None);
    assert!(scene.follows());
    scene.show(walker_to(|i| Vec3::new(0.0, 90.0, f32::from(i) * 30.0), 5));
    assert!(!scene.follows(), "two steps are not far");
    scene.set_viewport(160.0, 600.0);
    assert!(scene.follows(), "on a narrow picture they are");
    scene.set_in_place(true);
    assert!(!scene.follows(), "held in place it goes nowhere");
}

#[test]
fn figures_that_go_together_are_followed_together() {
    let far = |x: f32| walker_to(move |i| Vec3::new(x, 90.0, f32::from(i) * 60.0), 41);
    let mut scene = showing(far(0.0));
    let [mut beside, mut ahead] = [showing(far(0.0)), showing(walker_to(|_| Vec3::Y * 90.0, 41))];
    scene.lend(0, &mut beside);
    scene.lend(1, &mut ahead);
    let plays = |clip, offset| Actor {
        clip,
        offset,
        when: When::Plays { start: 0.0, rate: 1.0, beyond: Beyond::Holds },
        ..Actor::default()
    };
    scene.set_actors(vec![plays(1, Vec3::X * 1.5)], None);
    assert!(scene.follows());
    for part in 0..=4_u8 {
        scene.clock.seek(f64::from(part));
        scene.advance(10.0);
        let [_, top, _, bottom] = scene.figure_on_screen().unwrap();
        assert!(in_picture(&scene) && bottom - top > 150.0, "{part}: {top} to {bottom}");
        let view = scene.camera.view_projection();
        for joint in scene.drawn().iter().flat_map(|(_, one)| &one.joints) {
            let at = scene.camera.to_screen(&view, joint.end.into()).unwrap();
            assert!((0.0..=800.0).contains(&at.x) && (0.0..=600.0).contains(&at.y), "{part}: {at}");
        }
    }
    scene.set_actors(vec![plays(2, Vec3::X * 1.5)], None);
    assert!(!scene.follows(), "the way to the one that stays behind is shown");
}

#[test]
fn the_camera_is_beside_the_path() {
    // The figure faces +Z in every direction of travel.
    for (to, least) in [(Vec3::Z, 60.0_f32), (Vec3::NEG_Z, 60.0), (Vec3::X, 60.0), (Vec3::new(1.0, 0.0, 1.0), 60.0)] {
        let scene = showing(walker_to(|i| Vec3::Y * 90.0 + to * f32::from(i) * 15.0, 21));
        let eye = scene.camera.eye() - scene.camera.now().target;
        let off = Vec2::new(eye.x, eye.z).angle_to(Vec2::new(to.x, to.z)).to_degrees().abs();
        assert!(off > least && off < 180.0 - least, "{to}: {off} degrees off the way");
        assert!(eye.z > -0.1 * eye.length(), "{to}: seen from behind");
    }
}

#[test]
fn bad_frames_do_not_make_the_figure_small() {
    let height = |scene: &Scene| {
        let [_, top, _, bottom] = scene.figure_on_screen().unwrap();
        bottom - top
    };
    let good = |i: u16| Vec3::new(0.0, 90.0, f32::from(i));
    let expected = height(&showing(walker_to(good, 400)));
    for bad in [0, 77, 399] {
        let scene = showing(walker_to(|i| if i == bad { Vec3::new(9000.0, 90.0, 0.0) } else { good(i) }, 400));
        let mut scene = scene;
        scene.clock.seek(20.0);
        scene.advance(10.0);
        assert!(height(&scene) > 0.8 * expected, "frame {bad}: {} instead of {expected}", height(&scene));
    }
    // Captures often begin with a pose at the origin.
    let mut scene = showing(walker_to(|i| if i == 0 { Vec3::Y * 90.0 } else { good(i) + Vec3::X * 600.0 }, 400));
    scene.clock.seek(20.0);
    scene.advance(10.0);
    assert!(height(&scene) > 0.8 * expected, "{} instead of {expected}", height(&scene));
}

#[test]
fn a_climb_is_followed_up_and_a_jump_is_not() {
    let mut scene = showing(walker_to(|i| Vec3::Y * (90.0 + 20.0 * f32::from(i)), 101));
    for part in 0..=4_u8 {
        scene.clock.seek(f64::from(part) * 2.5);
        scene.advance(10.0);
        assert!(scene.follows() && in_picture(&scene), "{part}");
    }
    let mut scene = showing(walker_to(|i| Vec3::Y * (90.0 + 40.0 * (f32::from(i) * 0.3).sin().abs()), 101));
    let before = scene.camera.now();
    scene.clock.seek(5.0);
    scene.advance(10.0);
    assert!(!scene.follows() && scene.camera.now() == before);
}

#[test]
fn a_links_camera_is_relative_to_its_moment() {
    let far = || walker_to(|i| Vec3::new(0.0, 90.0, f32::from(i) * 60.0), 41);
    let mut scene = showing(far());
    scene.clock.seek(3.0);
    scene.advance(10.0);
    let (text, seen) = (scene.camera.to_text(), scene.joint_on_screen(0).unwrap());
    let mut other = showing(far());
    assert!(other.set_camera(&text));
    other.clock.seek(3.0);
    other.advance(10.0);
    assert!(other.follows() && other.joint_on_screen(0).unwrap().distance(seen) < 1.0);
}

#[test]
fn the_users_camera_stays_through_a_resize() {
    let mut scene = scene();
    scene.touch_camera();
    scene.camera.orbit(0.3, 0.1);
    let chosen = scene.camera.to_text();
    scene.set_viewport(400.0, 700.0);
    scene.advance(11.0);
    assert_eq!(scene.camera.to_text(), chosen);
}

#[test]
fn an_orthographic_camera_frames_picks_follows_and_is_reported() {
    let mut scene = scene();
    assert!(scene.set_camera("front") && scene.set_camera("ortho"));
    scene.advance(11.0);
    assert!(scene.view().orthographic && in_picture(&scene), "an unmoved camera frames again");
    let text = scene.camera.to_text();
    assert!(text.ends_with(",ortho"), "{text}");
    // The walker approaches the camera and does not grow.
    let height = |scene: &Scene| scene.figure_on_screen().map(|[_, top, _, bottom]| bottom - top).unwrap();
    let far = height(&scene);
    for moment in [1.0, 2.0] {
        scene.clock.seek(moment);
        scene.advance(11.0 + moment);
        assert!((height(&scene) - far).abs() < 0.1);
        let at = scene.joint_on_screen(1).unwrap();
        assert_eq!(scene.pick(at.x + 2.0, at.y, 14.0), Some(1));
    }
    // From the front the measured edge lies across the picture.
    scene.touch_camera();
    scene.camera.zoom(0.5, 400.0, 300.0);
    scene.advance(13.5);
    let [a, b] = scene.measure_on_screen().unwrap();
    assert!((a.y - b.y).abs() < 0.1 && (a.x - b.x).abs() > 20.0, "{a} {b}");
    for (say, understood, expected) in [
        ("top", true, true),
        ("ortho,top", false, true),
        ("left,perspective", true, false),
        ("perspective", true, false),
        ("10,10,4,0,1,0,ortho", true, true),
        ("10,10,4,0,1,0", true, false),
        (",ortho", true, true),
        ("nowhere,perspective", false, true),
    ] {
        assert_eq!((scene.set_camera(say), scene.camera.goal().orthographic), (understood, expected), "{say}");
    }
    // An orthographic camera follows, too.
    scene.set_follow(Some(true));
    scene.clock.seek(0.0);
    scene.advance(14.0);
    scene.clock.seek(2.0);
    scene.advance(15.0);
    assert!(scene.view().orthographic && in_picture(&scene));
}

/// A clip of points that are at these places (metres) in each frame, with the visibility of each.
fn points<const N: usize>(frames: u16, place: impl Fn(u16) -> [(Vec3, u8); N]) -> Unpacked {
    let limits = Limits::default();
    let mut b = SkeletonBuilder::new(&limits);
    for point in 0..N {
        b.add(&format!("point {point}"), None, JointKind::Joint, Vec3::ZERO, Quat::IDENTITY).unwrap();
    }
    let skeleton = Arc::new(b.finish().unwrap());
    let channels = Channels { translated: (0..N as u16).collect(), ..Channels::default() };
    let mut m = MotionBuilder::new(&skeleton, channels, PositionMode::Replace, &limits).unwrap();
    let mut seen = Vec::new();
    for frame in 0..frames {
        let now = place(frame);
        m.push_row(|row| row.translations.copy_from_slice(&now.map(|(at, _)| at))).unwrap();
        seen.extend(now.map(|(_, seen)| seen));
    }
    m.set_frame_time(0.1);
    let motion = m.finish().unwrap();
    let boxes = vec![boxes(&skeleton, &motion)];
    let mut source = Source::new(Format::C3d);
    (source.metres_per_unit, source.unit_stated, source.up) = (Some(1.0), true, Some(Axis::Y));
    let mut clip = Clip::new("points".into(), skeleton, vec![Behaviour { name: "points".into(), motion }], source);
    clip.visibility = vec![seen];
    Unpacked { clip, boxes, complete: true, expected_frames: 0 }
}

/// A stage of 390 x 640 pixels with a clip.
fn phone(unpacked: Unpacked) -> Scene {
    let mut scene = Scene::new();
    scene.camera.set_smooth(false);
    scene.set_viewport(390.0, 640.0);
    scene.show(unpacked);
    scene.advance(0.0);
    scene
}

/// The sizes of the first joint's ball in the picture, and whether it is in the picture, at ten moments of the motion.
fn ball_in_picture(scene: &mut Scene) -> Vec<(f32, bool)> {
    let end = scene.clock.end();
    let mut out = Vec::new();
    for step in 0..10_u8 {
        scene.clock.seek(end * f64::from(step) / 9.0);
        scene.advance(1.0 + f64::from(step));
        let ball = scene.instances().joints[0];
        let (vp, at) = (scene.camera.view_projection(), Vec3::from(ball.end));
        let [middle, edge] =
            [at, at + scene.camera.right() * ball.end_radius].map(|at| scene.camera.to_screen(&vp, at));
        let (middle, edge) = (middle.unwrap(), edge.unwrap());
        let inside = middle.x > 0.0 && middle.x < 390.0 && middle.y > 0.0 && middle.y < 640.0;
        out.push((middle.distance(edge), inside));
    }
    out
}

#[test]
fn a_point_without_extent_is_a_mark_with_its_path_around_it() {
    // From a path of 0.1 mm to one of 10 km, and one that does not move.
    for size in [1e-4, 1.0, 147.0, 1e4, 0.0] {
        let way = |frame: u16| Vec3::new(f32::from(frame) / 60.0, 0.5, 0.2) * size;
        for unpacked in [points(61, |frame| [(way(frame), 255)]), points(61, |frame| [(way(frame), 255); 3])] {
            let mut scene = phone(unpacked);
            assert!(scene.figure().unwrap().is_point() && !scene.follows(), "{size}");
            for (radius, inside) in ball_in_picture(&mut scene) {
                assert!(inside && (3.0..60.0).contains(&radius), "{size}: {radius} px, {inside}");
            }
            let view = scene.view();
            let ball = scene.instances().joints[0];
            let far = Vec2::from(view.shadow_centre).distance(Vec2::new(ball.end[0], ball.end[2]));
            assert!(far + 2.0 * ball.end_radius < view.shadow_half, "its shadow is in the shadow's square");
        }
    }
}

#[test]
fn points_that_are_not_seen_do_not_count_for_the_camera() {
    // A person's height of points; one is seen at first only, far away, and then stays there.
    let at = |y: f32| (Vec3::new(0.0, y, 0.2), 255);
    let far = |frame: u16| (Vec3::new(-6.0, 3.0, -6.0), if frame == 0 { 255 } else { 0 });
    let mut scene = phone(points(61, |frame| [at(0.0), at(0.5), at(1.0), at(1.7), far(frame)]));
    scene.clock.seek(3.0);
    scene.advance(1.0);
    let [_, top, _, bottom] = scene.figure_on_screen().unwrap();
    assert!((0.4..0.9).contains(&((bottom - top) / 640.0)), "{top} {bottom}");
    assert!(scene.view().shadow_half < 2.0);
}
