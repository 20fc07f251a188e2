use std::f32::consts::PI;
use std::sync::Arc;

use glam::{Quat, Vec2, Vec3};

use super::super::tests::{scene, showing, walker, walker_below, walker_to};
use super::super::{Actor, Orbit, Scene, ScreenMeasure, Tracked, When};
use crate::pack::Unpacked;
use marey::Limits;
use marey::model::{JointKind, SkeletonBuilder, Skin, SkinCorner, SkinParts};

#[test]
fn joints_are_picked_where_they_are_drawn() {
    let scene = scene();
    for joint in 0..4 {
        let at = scene.joint_on_screen(joint).unwrap();
        assert_eq!(scene.pick(at.x + 2.0, at.y - 2.0, 14.0), Some(joint));
    }
    assert_eq!(scene.pick(1.0, 1.0, 14.0), None);
    assert_eq!(scene.pick(f32::NAN, 1.0, 14.0), None);
}

#[test]
fn a_path_goes_where_the_joint_is_at_each_moment() {
    let mut scene = showing(walker_to(|i| Vec3::new(0.0, 90.0, f32::from(i)), 41));
    scene.advance(0.0);
    let moments = [0.0, 0.25, 0.5];
    let path = scene.path(2, &moments, Tracked::Position);
    assert_eq!(scene.joint_on_stage(2), Some(Vec3::from_slice(&path)), "the pose is that of the clock again");
    for (moment, at) in moments.iter().zip(path.chunks_exact(3)) {
        scene.clock.seek(*moment);
        scene.settle();
        assert!(scene.joint_on_stage(2).unwrap().distance(Vec3::from_slice(at)) < 1e-5, "{moment}");
    }
    let at = Vec3::from_slice(&path);
    scene.set_actors(vec![Actor { when: When::Own, offset: Vec3::X, turn: PI, ..Actor::default() }], None);
    let placed = Vec3::from_slice(&scene.path(2, &moments, Tracked::Position));
    assert!(placed.distance(Vec3::new(1.0 - at.x, at.y, -at.z)) < 1e-5, "the figure is displaced and turned");
    let own = scene.path(0, &moments, Tracked::Translation);
    let steps: Vec<f32> = own.chunks_exact(3).map(|at| at[2]).collect();
    assert!(steps.is_sorted() && steps[0] < steps[2] && own[1] == 90.0, "as the file has it: {own:?}");
    let turns = scene.path(0, &moments, Tracked::Rotation);
    assert!(turns.chunks_exact(4).eq(std::iter::repeat_n(&Quat::IDENTITY.to_array()[..], 3)), "{turns:?}");
    assert!(scene.path(99, &moments, Tracked::Rotation).is_empty());
    assert!(Scene::new().path(0, &moments, Tracked::Translation).is_empty());
}

#[test]
fn the_measured_ground_edge_is_beside_the_figure_with_its_stated_length() {
    let mut scene = showing(walker_to(|i| Vec3::new(0.0, 90.0, f32::from(i)), 41));
    for yaw in [0.0, 0.7, 1.6, 2.5, 4.0] {
        scene.touch_camera();
        scene.camera.set_goal(Orbit { yaw, ..scene.camera.goal() });
        scene.advance(11.0);
        let [a, b] = scene.measure_on_screen().unwrap();
        let [left, top, right, bottom] = scene.figure_on_screen().unwrap();
        let beside = a.x.max(b.x) < left || a.x.min(b.x) > right || a.y.min(b.y) > bottom || a.y.max(b.y) < top;
        assert!(beside, "{yaw}: {a} {b} on {left} {top} {right} {bottom}");
        let (ScreenMeasure { start, end }, _) = scene.measure.unwrap();
        assert!((start.distance(end) - scene.grid_spacing()).abs() < 1e-4 && start.y == 0.0 && end.y == 0.0);
        let on_line = |at: f32| {
            (at / scene.grid_spacing()).fract().abs().min(1.0 - (at / scene.grid_spacing()).fract().abs()) < 1e-3
        };
        assert!(on_line(start.x) && on_line(start.z), "{start} is on the grid");
    }
    // The measure keeps its place while the figure moves a little.
    let before = scene.measure.unwrap().0;
    scene.clock.seek(1.0);
    scene.advance(12.0);
    assert_eq!(scene.measure.unwrap().0, before);
    scene.clear();
    scene.advance(13.0);
    assert_eq!(scene.measure_on_screen(), None);
}

#[test]
fn a_stationary_root_is_ignored_and_visible_while_selected() {
    let place = |i: u16| Vec3::new(700.0, 90.0, f32::from(i) * 15.0);
    let mut plain = showing(walker_to(place, 21));
    let mut rooted = showing(walker_below(Some("Scene"), place, 21));
    let root_on_screen = rooted.joint_on_screen(0).unwrap();
    for moment in [0.0, 1.0, 2.0] {
        for scene in [&mut plain, &mut rooted] {
            scene.clock.seek(moment);
            scene.advance(11.0);
        }
        assert_eq!(rooted.figure_on_screen(), plain.figure_on_screen());
        assert_eq!(rooted.measure_on_screen(), plain.measure_on_screen());
        assert_eq!(rooted.view(), plain.view(), "from the same place, with the same shadow");
    }
    assert_eq!(rooted.figure().unwrap().height(), plain.figure().unwrap().height());
    assert_eq!(rooted.instances().joints[0].end_radius, 0.0);
    assert_eq!(rooted.pick(root_on_screen.x, root_on_screen.y, 14.0), None);
    rooted.highlight(Some(0));
    rooted.advance(12.0);
    assert!(rooted.instances().joints[0].end_radius > 0.0);
    assert_eq!(rooted.figure_on_screen(), plain.figure_on_screen());
    rooted.centre_on(0);
    rooted.advance(13.0);
    assert!(rooted.joint_on_screen(0).unwrap().distance(Vec2::new(400.0, 300.0)) < 1.0);
}

#[test]
fn a_head_is_framed_and_picked() {
    let Unpacked { mut clip, boxes, complete, expected_frames } = walker();
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
    let mut scene = showing(Unpacked { clip, boxes, complete, expected_frames });
    scene.set_follow(Some(true));
    for view in ["front", "left", "front,ortho"] {
        scene.set_camera(view);
        scene.advance(11.0);
        let [chin, crown] = scene.instances().solids[0].poles();
        assert!(crown.y > 1.75, "{crown}");
        let vp = scene.camera.view_projection();
        let at = scene.camera.to_screen(&vp, crown).unwrap();
        assert!(at.y > 0.0 && at.y < 110.0, "{view}: the crown is in the picture, and little is above it: {at}");
        assert_eq!(scene.figure_on_screen().unwrap()[1], at.y);
        let brow = scene.camera.to_screen(&vp, chin.lerp(crown, 0.6)).unwrap();
        assert_eq!(scene.pick(brow.x + 6.0, brow.y, 1.0), Some(usize::from(head)), "{view}");
    }
}

#[test]
fn the_box_of_the_figure_contains_the_visible_skin() {
    let mut unpacked = walker();
    let corners = [(0.0, 190.0, 1), (30.0, 50.0, 0), (-4.0, -6.0, 2)]
        .map(|(x, y, joint)| SkinCorner::rigid(Vec3::new(x, y, 0.0), Vec3::Z, joint));
    let parts = SkinParts { corners: corners.to_vec(), triangles: vec![[0, 1, 2]], ..SkinParts::default() };
    let skin = Skin::new("skin", parts, &unpacked.clip.skeleton).unwrap();
    unpacked.clip.skin = Some(Arc::new(skin));
    let mut scene = showing(unpacked);
    let bare = {
        scene.set_skin(false);
        scene.advance(11.0);
        scene.figure_on_screen().unwrap()
    };
    scene.set_skin(true);
    scene.advance(12.0);
    let [left, top, right, bottom] = scene.figure_on_screen().unwrap();
    let rows = &scene.instances().skin;
    let vp = scene.camera.view_projection();
    for (joint, corner) in [1, 0, 2].into_iter().zip(corners) {
        let at = Vec3::from_array(rows[joint].rows.map(|[x, y, z, w]| Vec3::new(x, y, z).dot(corner.position) + w));
        let seen = scene.camera.to_screen(&vp, at).unwrap();
        let inside = left - 0.01 <= seen.x && seen.x <= right + 0.01 && top - 0.01 <= seen.y && seen.y <= bottom + 0.01;
        assert!(inside, "{seen} in {left} {top} {right} {bottom}");
    }
    assert!(top < bare[1] - 10.0, "hair above the head: {top}, without it {bare:?}");
}
