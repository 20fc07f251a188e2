use std::f32::consts::{FRAC_PI_2, PI};

use glam::{Affine3A, Quat, Vec2, Vec3};

use super::super::tests::walker;
use super::super::{Scene, Shot, View};
use marey::model::{Axis, Viewpoint};

/// A viewpoint on the walker's head, looking ahead and rolled, and one fixed beside the path. Centimetres.
fn scene() -> Scene {
    let mut unpacked = walker();
    let camera = |name: &str, joint, position, orientation| Viewpoint {
        name: name.into(),
        joint,
        position,
        orientation,
        field_of_view: FRAC_PI_2,
    };
    let ahead = Quat::from_rotation_y(PI) * Quat::from_rotation_z(0.5);
    unpacked.clip.viewpoints = vec![
        camera("Eyes", Some(1), Vec3::new(0.0, 5.0, 10.0), ahead),
        camera("Side, ortho", None, Vec3::new(400.0, 100.0, 200.0), Quat::from_rotation_y(FRAC_PI_2)),
        camera("Below", None, Vec3::new(0.0, 20.0, 600.0), Quat::from_rotation_x(1.0)),
    ];
    let mut scene = Scene::new();
    scene.camera.set_smooth(false);
    scene.set_viewport(800.0, 600.0);
    scene.show(unpacked);
    scene.advance(0.0);
    scene
}

fn at(scene: &mut Scene, seconds: f64) -> Vec3 {
    scene.clock.seek(seconds);
    scene.advance(0.0);
    scene.camera.eye()
}

/// The largest distance between axes.
fn apart(a: &Shot, b: &Shot) -> f32 {
    a.axes().iter().zip(b.axes()).map(|(a, b)| a.distance(b)).sum()
}

fn near(a: Vec3, b: Vec3) -> bool {
    a.distance(b) < 1e-4
}

#[test]
fn a_viewpoint_follows_its_joint() {
    let mut scene = scene();
    assert!(scene.set_camera("view:Eyes"));
    for seconds in [0.0, 0.5, 1.25] {
        let eye = at(&mut scene, seconds);
        assert!(near(eye, Vec3::new(0.0, 1.7, 0.1 + 2.0 * seconds as f32)), "{eye}");
    }
    let shot = scene.camera.shot();
    assert!(near(-shot.axes()[2], Vec3::Z));
    // Rolled half a radian counter-clockwise, as the camera sees it.
    assert!(near(shot.axes()[1], Vec3::new(0.5_f32.sin(), 0.5_f32.cos(), 0.0)), "{}", shot.axes()[1]);
    // 90 degrees along the shorter side: a point as far up as ahead is at the picture's edge.
    let edge = shot.eye + -shot.axes()[2] + shot.axes()[1];
    let seen = scene.camera.to_screen(&scene.camera.view_projection(), edge).unwrap();
    assert!(seen.distance(Vec2::new(400.0, 0.0)) < 0.01, "{seen}");
    assert_eq!(scene.camera_text(), "view:Eyes");
}

#[test]
fn objects_a_few_centimetres_away_are_visible() {
    let mut scene = scene();
    scene.set_camera("view:Eyes");
    let eye = at(&mut scene, 0.0);
    let depth = |away: f32| scene.camera.view_projection().project_point3(eye + Vec3::Z * away).z;
    assert!(depth(0.05) < 1.0 && depth(0.02) > 1.0, "{} {}", depth(0.05), depth(0.02));
}

#[test]
fn a_viewpoint_without_a_joint_is_fixed() {
    let mut scene = scene();
    assert!(scene.set_camera("view:Side, ortho"), "a name may have any sign");
    scene.set_in_place(true);
    for seconds in [0.0, 1.5] {
        assert!(near(at(&mut scene, seconds), Vec3::new(4.0, 1.0, 2.0)));
    }
    assert_eq!(scene.camera_text(), "view:Side, ortho");
    assert!(near(-scene.camera.shot().axes()[2], Vec3::NEG_X));
    // The viewpoint moves with the figure when the up axis changes.
    scene.set_up(Some(Axis::Z));
    scene.advance(0.0);
    assert_eq!(scene.camera_text(), "view:Side, ortho");
    let side = scene.camera.shot();
    assert!(
        (side.eye.y - scene.figure().unwrap().placement().transform.translation.y - 2.0).abs() < 1e-3,
        "{}",
        side.eye
    );
}

#[test]
fn leaving_continues_from_the_cameras_position() {
    let mut scene = scene();
    scene.camera.set_smooth(true);
    for (name, rolled) in [("view:Eyes", true), ("view:Side, ortho", false), ("view:Below", true)] {
        scene.set_camera(name);
        for step in 0..200 {
            scene.advance(f64::from(step) / 60.0);
        }
        let before = scene.camera.shot();
        scene.touch_camera();
        let after = scene.camera.shot();
        assert!(near(before.eye, after.eye) && apart(&before, &after) < 1e-3, "{name} jumps");
        assert!((before.tangent - after.tangent).abs() < 1e-4);
        assert!(scene.camera.is_moving());
        let mut steps = 0;
        while scene.camera.is_moving() {
            scene.advance(f64::from(steps) / 60.0);
            steps += 1;
            assert!(steps < 200);
        }
        let level = scene.camera.shot();
        assert!(near(level.eye, before.eye), "{name}: {} {}", level.eye, before.eye);
        assert!(level.axes()[0].y.abs() < 1e-4, "no roll is left");
        assert_eq!((apart(&before, &level) > 0.1), rolled, "{name}");
        assert!(!scene.camera_text().starts_with("view:"));
        assert!(steps > 10, "it eases");
    }
}

#[test]
fn a_viewpoint_eases_in_while_it_follows() {
    let mut scene = scene();
    scene.camera.set_smooth(true);
    let before = scene.camera.shot();
    scene.set_camera("view:Eyes");
    scene.clock.play();
    let mut last = before;
    for step in 0..90 {
        scene.advance(f64::from(step) / 60.0);
        let shot = scene.camera.shot();
        assert!(shot.eye.distance(last.eye) < 1.1, "at step {step} it jumps from {} to {}", last.eye, shot.eye);
        last = shot;
    }
    let head = scene.joint_on_stage(1).unwrap();
    assert!(near(last.eye, head + Vec3::new(0.0, 0.05, 0.1)));
}

#[test]
fn every_other_view_and_another_clip_leave_a_viewpoint() {
    for leave in [
        |scene: &mut Scene| scene.frame(View::Front),
        |scene: &mut Scene| assert!(scene.set_camera("10,5,3")),
        |scene: &mut Scene| assert!(scene.set_camera("ortho")),
        |scene: &mut Scene| scene.centre_on(1),
        |scene: &mut Scene| scene.show(walker()),
        |scene: &mut Scene| scene.clear(),
    ] {
        let mut scene = scene();
        scene.set_camera("view:Eyes");
        scene.advance(0.0);
        leave(&mut scene);
        scene.advance(0.0);
        assert!(!scene.camera_text().starts_with("view:"));
        let shot = scene.camera.shot();
        assert!(shot.axes()[0].y.abs() < 1e-4, "no roll is left");
        assert!(near(shot.eye, scene.camera.now().eye()));
    }
    let mut scene = scene();
    scene.set_camera("view:Eyes");
    scene.advance(0.0);
    assert!(!scene.set_camera("view:Nobody's") && !scene.set_camera("1,x"));
    assert_eq!(scene.camera_text(), "view:Eyes", "what is none changes nothing");
}

#[test]
fn any_rotation_of_a_camera_is_shown() {
    for turn in [
        Quat::from_rotation_x(-FRAC_PI_2),
        Quat::from_rotation_y(0.4) * Quat::from_rotation_x(-FRAC_PI_2),
        Quat::from_rotation_y(2.0) * Quat::from_rotation_x(FRAC_PI_2),
        Quat::from_rotation_x(1.2) * Quat::from_rotation_z(3.0),
        Quat::from_xyzw(0.1, -0.7, 0.5, 0.2).normalize(),
    ] {
        let camera = Affine3A::from_rotation_translation(turn, Vec3::X);
        let shot = Shot::through(&camera, 1.0, 0.1);
        for (axis, own) in shot.axes().into_iter().zip([Vec3::X, Vec3::Y, Vec3::Z]) {
            assert!(axis.distance(turn * own) < 1e-5, "{turn}: {axis}");
        }
        assert!(near(shot.eye, Vec3::X) && (shot.tangent - 0.5_f32.tan()).abs() < 1e-6);
    }
}

#[test]
fn a_second_stage_shows_the_viewpoint_too() {
    let mut scene = scene();
    scene.set_camera("view:Eyes");
    let eye = at(&mut scene, 0.5);
    let mut twin = scene.twin();
    twin.swap_figure(&mut scene);
    assert!(near(at(&mut twin, 0.5), eye));
    assert_eq!(twin.camera_text(), "view:Eyes");
    assert!(near(at(&mut twin, 1.0), eye + Vec3::Z));
}
