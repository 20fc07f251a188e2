use std::sync::Arc;

use glam::Quat;

use super::*;
use crate::error::Limits;
use crate::model::{
    Behaviour, Channels, Clip, Format, JointKind, Mass, MotionBuilder, PositionMode, SkeletonBuilder, Skin, SkinCorner,
    SkinParts, Source, Time,
};
use crate::pose::boxes;

/// A small person in centimetres who walks 4 m along Z in 2 s at 10 frames a second.
pub(super) fn walker() -> Unpacked {
    walker_to(|i| Vec3::new(0.0, 90.0, i as f32 * 20.0), 21)
}

/// The same, with its hips at these places.
fn walker_to(place: impl Fn(u16) -> Vec3, frames: u16) -> Unpacked {
    let limits = Limits::default();
    let mut b = SkeletonBuilder::new(&limits);
    let mut add = |name: &str, parent, x: f32, y: f32| {
        b.add(name, parent, JointKind::Joint, Vec3::new(x, y, 0.0), Quat::IDENTITY).unwrap()
    };
    let hips = add("Hips", None, 0.0, 90.0);
    add("Head", Some(hips), 0.0, 75.0);
    add("LeftFoot", Some(hips), 10.0, -90.0);
    add("RightFoot", Some(hips), -10.0, -90.0);
    let skeleton = Arc::new(b.finish().unwrap());
    let channels = Channels { translated: vec![0], ..Channels::default() };
    let mut m = MotionBuilder::new(&skeleton, channels, PositionMode::Replace, &limits).unwrap();
    for i in 0..frames {
        m.push_row(|row| row.translations[0] = place(i)).unwrap();
    }
    m.set_frame_time(0.1);
    let motion = m.finish().unwrap();
    let boxes = vec![boxes(&skeleton, &motion)];
    let source = Source {
        position_mode: Some(PositionMode::Replace),
        channels: vec!["".into(); skeleton.len()],
        ..Source::new(Format::Bvh)
    };
    let clip = Clip::new("walk".into(), skeleton, vec![Behaviour { name: "walk".into(), motion }], source);
    Unpacked { clip, boxes, complete: true }
}

pub(super) fn scene() -> Scene {
    let mut scene = Scene::new();
    scene.camera.set_smooth(false);
    scene.set_viewport(800.0, 600.0);
    scene.show(walker());
    scene.advance(10.0);
    scene
}

fn in_picture(scene: &Scene) -> bool {
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
fn what_is_overruled_before_the_clip_is_complete_stays_overruled() {
    let clip = walker().clip;
    let motion = &clip.behaviours[0].motion;
    let rows = crate::pack::rows(0, motion.frames(0..21), &walker().boxes[0]);
    let first = [crate::pack::head(&clip, &[21]), rows].concat();
    let mut scene = scene();
    scene.show(crate::pack::unpack(&first).unwrap());
    scene.set_frame_time(Some(0.5));
    scene.set_position_mode(Some(PositionMode::Add));
    scene.extend(&crate::pack::tail(&clip)).unwrap();
    let state = |scene: &Scene| {
        let figure = scene.figure().unwrap();
        (figure.motion().frame_time(), figure.clip().source.position_mode)
    };
    assert_eq!(state(&scene), (0.5, Some(PositionMode::Add)));
    scene.set_frame_time(None);
    scene.set_position_mode(None);
    assert_eq!(state(&scene), (0.1, Some(PositionMode::Replace)));
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
fn a_paused_stage_at_rest_asks_for_nothing() {
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

#[test]
fn in_place_stays_and_follow_keeps_it_in_the_middle() {
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

/// A scene of 800 by 600 with that clip.
fn showing(unpacked: Unpacked) -> Scene {
    let mut scene = scene();
    scene.show(unpacked);
    scene.advance(10.0);
    scene
}

#[test]
fn a_long_walk_is_followed_unless_somebody_says_otherwise() {
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
fn the_camera_stands_across_the_way() {
    // The figure faces +Z, whichever way it goes.
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
fn who_climbs_is_followed_up_and_who_jumps_is_not() {
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
fn a_camera_from_a_link_is_meant_for_its_moment() {
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
fn what_was_guessed_can_be_overruled_and_taken_back() {
    let mut scene = scene();
    let height = |scene: &Scene| scene.figure().unwrap().height();
    assert!((height(&scene) - 1.65).abs() < 1e-4);
    scene.set_unit(Some(Unit::Metre));
    scene.advance(11.0);
    assert!((height(&scene) - 165.0).abs() < 1e-2 && in_picture(&scene));
    scene.set_unit(None);
    scene.set_up(Some(Axis::Z));
    scene.advance(11.0);
    assert!(in_picture(&scene));
    scene.set_up(None);
    scene.set_frame_time(Some(0.05));
    assert!((scene.figure().unwrap().motion().duration() - 1.0).abs() < 1e-9);
    scene.set_frame_time(None);
    assert!((scene.figure().unwrap().motion().duration() - 2.0).abs() < 1e-9);
}

#[test]
fn frames_at_uneven_distances_stay_so() {
    let mut unpacked = walker();
    let keys: Vec<f64> = (0..21_u32).map(|n| f64::from(n * n) / 200.0).collect();
    unpacked.clip.behaviours[0].motion.set_time(Time::Keys(keys.clone())).unwrap();
    let mut scene = scene();
    scene.show(unpacked);
    for overruled in [None, Some(0.05), None] {
        scene.set_frame_time(overruled);
        assert_eq!(*scene.figure().unwrap().motion().time(), Time::Keys(keys.clone()));
    }
}

#[test]
fn position_channels_can_be_taken_the_other_way() {
    let mut scene = scene();
    scene.set_position_mode(Some(PositionMode::Add));
    scene.advance(11.0);
    // The offset of 90 is added to the channel's 90: hips at 180, feet at 90, which is put on the ground.
    assert!(in_picture(&scene));
    let bounds = scene.figure().unwrap().pose().world[0].translation;
    assert_eq!(bounds.y, 180.0);
    scene.set_position_mode(None);
    scene.advance(11.0);
    assert_eq!(scene.figure().unwrap().pose().world[0].translation.y, 90.0);
}

#[test]
fn joints_are_picked_where_they_are_seen() {
    let scene = scene();
    for joint in 0..4 {
        let at = scene.joint_on_screen(joint).unwrap();
        assert_eq!(scene.pick(at.x + 2.0, at.y - 2.0, 14.0), Some(joint));
    }
    assert_eq!(scene.pick(1.0, 1.0, 14.0), None);
    assert_eq!(scene.pick(f32::NAN, 1.0, 14.0), None);
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
fn the_centre_of_mass_is_shown_where_the_clip_has_masses() {
    let marks = |scene: &mut Scene| {
        scene.advance(11.0);
        scene.instances().marks.len()
    };
    let mut scene = scene();
    scene.set_mass_centre(true);
    assert_eq!(marks(&mut scene), 0, "the file gives no masses");

    let mut unpacked = walker();
    // 30 of the mass at the hips, 10 at the head, 75 above: 18.75 above the hips.
    unpacked.clip.masses =
        [(0, 30.0), (1, 10.0)].map(|(joint, mass)| Mass { joint, mass, centre: Vec3::ZERO }).to_vec();
    scene.show(unpacked);
    assert!(marks(&mut scene) > 0);
    scene.clock.seek(1.0);
    let all = scene.instances().joints.len();
    assert!(marks(&mut scene) > 0 && scene.instances().joints.len() == all);
    let centre = scene.figure().unwrap().mass_centre().unwrap();
    assert!(centre.distance(Vec3::new(0.0, 108.75, 200.0)) < 1e-3, "{centre}");
    let on_stage = scene.figure().unwrap().mass_centre_on_stage(true).unwrap();
    assert!(on_stage.distance(Vec3::new(0.0, 1.0875, 0.0)) < 1e-5, "{on_stage}");

    let before = scene.instances().marks[0].start;
    scene.touch_camera();
    scene.camera.orbit(0.5, 0.0);
    scene.advance(12.0);
    assert_ne!(before, scene.instances().marks[0].start, "it goes with the eye");
    assert_eq!(scene.mass_centre(), scene.figure().unwrap().mass_centre());
    scene.set_mass_centre(false);
    assert_eq!(marks(&mut scene), 0);
    assert_eq!(scene.mass_centre(), None);
}

fn skin_pose(corners: Vec<SkinCorner>) -> SkinParts {
    SkinParts { corners, triangles: vec![[0, 1, 2]], ..SkinParts::default() }
}

#[test]
fn a_skin_moves_with_its_joints_and_hides_the_bones() {
    let mut unpacked = walker();
    // Around the left leg, whose joint is the foot's parent; the foot has a corner of its own.
    let corners = [(4.0, 45.0, 0), (16.0, 45.0, 0), (10.0, 0.0, 2)].map(|(x, y, joint)| {
        let position = Vec3::new(x, y, 0.0);
        SkinCorner::rigid(position, Vec3::Z, joint)
    });
    let skin = Skin::new("skin", skin_pose(corners.to_vec()), &unpacked.clip.skeleton).unwrap();
    unpacked.clip.skin = Some(Arc::new(skin));
    let mut scene = scene();
    assert!(scene.instances().skin.is_empty() && !scene.instances().hidden);
    let bare = scene.figure().unwrap().bytes();
    assert_eq!(bare, 21 * size_of::<Vec3>());
    scene.show(unpacked);
    assert_eq!(scene.figure().unwrap().bytes() - bare, 3 * size_of::<SkinCorner>() + size_of::<[u32; 3]>());
    scene.clock.seek(1.0);
    scene.advance(10.0);

    let placed = |scene: &Scene, joint: usize, at: Vec3| {
        let one = scene.instances().skin[joint];
        Vec3::from_array(one.rows.map(|[x, y, z, w]| Vec3::new(x, y, z).dot(at) + w))
    };
    let foot = scene.joint_on_stage(2).unwrap();
    assert!(placed(&scene, 2, Vec3::new(10.0, 0.0, 0.0)).distance(foot) < 1e-5);
    assert!((placed(&scene, 2, Vec3::new(10.0, 0.0, 5.0)).distance(foot) - 0.05).abs() < 1e-6);
    let instances = scene.instances();
    assert!(instances.hidden);
    assert_eq!(instances.skin.len(), 256);
    assert_eq!(instances.skin[2].style as u32, IS_SKIN);
    assert!(instances.skin[2].colour[0] < instances.skin[3].colour[0], "left is cool, right is warm");
    assert!(scene.view().shadow_girth > 1.0, "a body throws a broader shadow than its bones");

    scene.set_bones(true);
    scene.set_patterns(true);
    scene.highlight(Some(2));
    scene.advance(10.0);
    assert!(!scene.instances().hidden);
    assert_eq!(scene.instances().skin[2].style as u32, IS_SKIN | TRANSLUCENT | LEFT_PATTERN | HIGHLIGHTED);
    scene.set_bones(false);
    scene.set_skin(false);
    scene.advance(10.0);
    assert!(!scene.instances().hidden && scene.instances().skin.is_empty());
    assert_eq!(scene.view().shadow_girth, 1.0);
}

#[test]
fn a_skin_is_framed_with_its_figure_but_a_wall_is_not() {
    let boxes = |skin: Option<Vec<SkinCorner>>| {
        let mut unpacked = walker();
        let skeleton = unpacked.clip.skeleton.clone();
        unpacked.clip.skin = skin.map(|corners| Arc::new(Skin::new("skin", skin_pose(corners), &skeleton).unwrap()));
        let mut figure = Figure::new(unpacked);
        [figure.motion_boxes()[0], figure.course().body]
    };
    let corner = |x: f32, y: f32| SkinCorner::rigid(Vec3::new(x, y, 0.0), Vec3::Z, 1);
    let bare = boxes(None);
    let top = bare[1].max.y * 100.0;
    let dressed = boxes(Some(vec![corner(0.0, 0.0), corner(0.0, 10.0), corner(0.0, top + 20.0)]));
    for (dressed, bare) in dressed.iter().zip(bare) {
        assert!((dressed.max.y - bare.max.y - 0.2).abs() < 1e-4, "20 cm of hair: {dressed:?}, {bare:?}");
        assert!((dressed.min.y - bare.min.y).abs() < 1e-4);
    }
    let walled = boxes(Some(vec![corner(-9000.0, 0.0), corner(9000.0, 10.0), corner(0.0, 9000.0)]));
    assert!(walled[0].max.x - bare[0].max.x < 1.0, "{walled:?}");
}

#[test]
fn a_hat_hides_no_bones() {
    let mut unpacked = walker();
    let hat = SkinCorner::rigid(Vec3::Y * 170.0, Vec3::Y, 1);
    let skin = Skin::new("hat", skin_pose(vec![hat; 3]), &unpacked.clip.skeleton).unwrap();
    unpacked.clip.skin = Some(Arc::new(skin));
    let mut scene = scene();
    scene.show(unpacked);
    scene.advance(10.0);
    assert!(!scene.instances().hidden && !scene.instances().skin.is_empty());
}

#[test]
fn what_is_overruled_leaves_the_defaults_as_they_are() {
    let mut scene = scene();
    let before = scene.figure().unwrap().defaults();
    assert_eq!((before.scale.unit, before.up), (Unit::Centimetre, Axis::Y));
    assert!((before.extent - f64::from(scene.figure().unwrap().height())).abs() < 1e-6);
    scene.set_up(Some(Axis::X));
    scene.set_unit(Some(Unit::Metre));
    scene.set_frame_time(Some(3.0));
    let figure = scene.figure().unwrap();
    assert_eq!(figure.defaults(), before);
    assert_eq!((figure.file_time(0), figure.motion().frame_time()), (walker().clip.behaviours[0].motion.time(), 3.0));
}

#[test]
fn an_edge_of_the_ground_lies_beside_the_figure_and_is_as_long_as_it_says() {
    let mut scene = showing(walker_to(|i| Vec3::new(0.0, 90.0, f32::from(i)), 41));
    for yaw in [0.0, 0.7, 1.6, 2.5, 4.0] {
        scene.touch_camera();
        scene.camera.set_goal(Orbit { yaw, ..scene.camera.goal() });
        scene.advance(11.0);
        let [a, b] = scene.measure_on_screen().unwrap();
        let [left, top, right, bottom] = scene.figure_on_screen().unwrap();
        let beside = a.x.max(b.x) < left || a.x.min(b.x) > right || a.y.min(b.y) > bottom || a.y.max(b.y) < top;
        assert!(beside, "{yaw}: {a} {b} on {left} {top} {right} {bottom}");
        let (Measure { start, end }, _) = scene.measure.unwrap();
        assert!((start.distance(end) - scene.grid_spacing()).abs() < 1e-4 && start.y == 0.0 && end.y == 0.0);
        let on_line = |at: f32| {
            (at / scene.grid_spacing()).fract().abs().min(1.0 - (at / scene.grid_spacing()).fract().abs()) < 1e-3
        };
        assert!(on_line(start.x) && on_line(start.z), "{start} is on the grid");
    }
    // It stays where it is while the figure moves a little.
    let before = scene.measure.unwrap().0;
    scene.clock.seek(1.0);
    scene.advance(12.0);
    assert_eq!(scene.measure.unwrap().0, before);
    scene.clear();
    scene.advance(13.0);
    assert_eq!(scene.measure_on_screen(), None);
}

#[test]
fn an_orthographic_camera_is_switched_framed_picked_followed_and_told() {
    let mut scene = scene();
    assert!(scene.set_camera("front") && scene.set_camera("ortho"));
    scene.advance(11.0);
    assert!(scene.view().orthographic && in_picture(&scene), "what nobody has moved is framed again");
    let text = scene.camera.to_text();
    assert!(text.ends_with(",ortho"), "{text}");
    // The walker comes towards the camera, and does not grow.
    let height = |scene: &Scene| scene.figure_on_screen().map(|[_, top, _, bottom]| bottom - top).unwrap();
    let far = height(&scene);
    for moment in [1.0, 2.0] {
        scene.clock.seek(moment);
        scene.advance(11.0 + moment);
        assert!((height(&scene) - far).abs() < 0.1);
        let at = scene.joint_on_screen(1).unwrap();
        assert_eq!(scene.pick(at.x + 2.0, at.y, 14.0), Some(1));
    }
    // Straight from the front an edge across the picture measures the ground.
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
    // Followed, it goes along as any camera does.
    scene.set_follow(Some(true));
    scene.clock.seek(0.0);
    scene.advance(14.0);
    scene.clock.seek(2.0);
    scene.advance(15.0);
    assert!(scene.view().orthographic && in_picture(&scene));
}

#[test]
fn a_head_is_framed_and_picked() {
    let Unpacked { mut clip, boxes, complete } = walker();
    let limits = Limits::default();
    let mut b = SkeletonBuilder::new(&limits);
    let mut add = |name: &str, parent, offset| b.add(name, parent, JointKind::Joint, offset, Quat::IDENTITY).unwrap();
    let hips = add("Hips", None, Vec3::Y * 90.0);
    let neck = add("Neck", Some(hips), Vec3::Y * 55.0);
    let head = add("Head", Some(neck), Vec3::Y * 20.0);
    for (side, sign) in [("Left", 1.0), ("Right", -1.0)] {
        let leg = add(&format!("{side}UpLeg"), Some(hips), Vec3::X * 10.0 * sign);
        let knee = add(&format!("{side}Leg"), Some(leg), Vec3::Y * -45.0);
        add(&format!("{side}Foot"), Some(knee), Vec3::Y * -45.0);
    }
    clip.skeleton = Arc::new(b.finish().unwrap());
    clip.source.channels = vec!["".into(); clip.skeleton.len()];
    let mut scene = showing(Unpacked { clip, boxes, complete });
    scene.set_follow(Some(true));
    for view in ["front", "left", "front,ortho"] {
        scene.set_camera(view);
        scene.advance(11.0);
        let [chin, crown] = scene.instances().solids[0].poles();
        assert!(crown.y > 1.75, "{crown}");
        let vp = scene.camera.view_projection();
        let at = scene.camera.to_screen(&vp, crown).unwrap();
        assert!(at.y > 0.0 && at.y < 80.0, "{view}: the crown is in the picture, and little is above it: {at}");
        assert_eq!(scene.figure_on_screen().unwrap()[1], at.y);
        let brow = scene.camera.to_screen(&vp, chin.lerp(crown, 0.6)).unwrap();
        assert_eq!(scene.pick(brow.x + 6.0, brow.y, 1.0), Some(usize::from(head)), "{view}");
    }
}

#[test]
fn a_twin_draws_a_lent_figure_at_another_moment_and_leaves_the_first_stage_as_it_was() {
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
    assert_eq!(world(&scene), before, "whoever asks for a joint gets it of this stage's moment");
    assert_eq!(scene.camera.now(), camera);
    assert!(!scene.advance(0.1).dirty, "there is nothing to draw");
}

#[test]
fn lines_and_shadow_of_the_floor_can_be_left_out() {
    let mut scene = scene();
    let floor = |scene: &Scene| (scene.view().grid, scene.view().shadow);
    assert_eq!(floor(&scene), (true, true));
    scene.set_floor(false, true);
    assert!(scene.advance(0.0).dirty);
    assert_eq!(floor(&scene), (false, true));
    scene.set_floor(true, false);
    assert_eq!(floor(&scene), (true, false));
}
