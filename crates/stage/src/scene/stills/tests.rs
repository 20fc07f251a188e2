use glam::Vec3;

use super::super::tests::{scene, walker, walker_to};
use super::super::{Scene, View};
use super::*;

/// A scene with a chronophotograph of the walker, who walks 4 m along Z in 2 s.
fn with_moments(count: usize) -> Scene {
    let mut scene = scene();
    scene.set_fade(1.0);
    scene.set_moments(count);
    scene.advance(10.0);
    scene
}

fn moments(scene: &Scene) -> Vec<f64> {
    scene.stills().iter().map(|still| (still.moment * 1000.0).round() / 1000.0).collect()
}

#[test]
fn moments_are_spread_over_the_clip_or_the_range() {
    let mut scene = with_moments(5);
    assert_eq!(moments(&scene), [0.0, 0.5, 1.0, 1.5, 2.0]);
    scene.clock.set_range(Some((0.5, 1.5)));
    scene.advance(10.0);
    assert_eq!(moments(&scene), [0.5, 0.75, 1.0, 1.25, 1.5]);
    scene.set_moments(1);
    scene.advance(10.0);
    assert_eq!(moments(&scene), [1.5], "one figure is the last");
    scene.set_moments(0);
    scene.advance(10.0);
    assert!(scene.stills().is_empty() && scene.still_instances().joints.is_empty());
}

#[test]
fn equal_distances_take_a_figure_that_slows_down_more_often_at_the_start() {
    let mut scene = Scene::new();
    // The speed falls to 0 at the end: z = 4 (1 - (1 - t/2)^2).
    scene.show(walker_to(|i| Vec3::new(0.0, 90.0, 400.0 * (1.0 - (1.0 - f32::from(i) / 20.0).powi(2))), 21));
    scene.set_spacing(Spacing::Distance);
    scene.set_moments(5);
    scene.advance(10.0);
    let places: Vec<f32> = scene.stills().iter().map(|still| still.place.z).collect();
    for (place, expected) in places.iter().zip([0.0, 1.0, 2.0, 3.0, 4.0]) {
        assert!((place - expected).abs() < 0.02, "{places:?}");
    }
    // Half of the way takes 0.586 s.
    assert!((scene.stills()[2].moment - 0.586).abs() < 0.02, "{:?}", moments(&scene));
}

#[test]
fn the_motion_goes_to_the_right_and_all_figures_are_in_the_picture() {
    for way in [Vec3::Z, Vec3::NEG_X, Vec3::new(0.6, 0.0, -0.8)] {
        let mut scene = Scene::new();
        scene.camera.set_smooth(false);
        scene.set_viewport(800.0, 600.0);
        scene.show(walker_to(|i| Vec3::Y * 90.0 + way * 20.0 * f32::from(i), 21));
        scene.set_moments(4);
        scene.advance(10.0);
        let seen: Vec<[Vec2; 2]> = scene.stills_on_screen().into_iter().flatten().collect();
        let across: Vec<f32> = seen.iter().map(|[place, _]| place.x).collect();
        assert!(across.is_sorted() && across.len() == 4, "{way}: {across:?}");
        assert!(seen.iter().all(|[place, label]| label.y > place.y), "times are written before the path");
        assert!(scene.path_on_screen().len() > 100);
        let corners = scene
            .still_instances()
            .joints
            .iter()
            .map(|joint| scene.camera.to_screen(&scene.camera.view_projection(), joint.end.into()).unwrap());
        for at in corners {
            assert!(at.x > 0.0 && at.x < 800.0 && at.y > 0.0 && at.y < 600.0, "{way}: {at}");
        }
    }
}

#[test]
fn a_figure_that_stays_in_place_is_laid_out_in_a_row_a_stature_apart() {
    let mut scene = Scene::new();
    scene.show(walker_to(|i| Vec3::new(0.0, 90.0, f32::from(i % 2)), 21));
    scene.set_moments(3);
    scene.advance(10.0);
    let places: Vec<Vec3> = scene.stills().iter().map(|still| still.place).collect();
    let height = scene.figure().unwrap().height();
    assert!((places[0].distance(places[1]) - height).abs() < 0.02, "{places:?}");
    assert!((places[0].distance(places[2]) - 2.0 * height).abs() < 0.02);
    assert!(scene.path_on_screen().is_empty(), "no path leads through a row");
}

#[test]
fn the_first_figure_is_faint_and_the_last_has_its_own_colours() {
    let mut scene = with_moments(3);
    let palette = Theme::Dark.palette();
    let left = |scene: &Scene| -> Vec<[u8; 3]> {
        let joints = &scene.still_instances().joints;
        joints
            .iter()
            .filter(|joint| joint.joint == 2)
            .map(|joint| [joint.colour[0], joint.colour[1], joint.colour[2]])
            .collect()
    };
    let colours = left(&scene);
    assert_eq!(colours[2], palette.left);
    assert!(colours[0] != colours[1] && colours[1] != colours[2], "{colours:?}");
    scene.set_fade(0.0);
    scene.advance(10.0);
    assert_eq!(left(&scene), [palette.left; 3]);
    scene.set_tint(Tint::Viridis);
    scene.advance(10.0);
    assert_eq!((left(&scene)[0], left(&scene)[2]), ([0x44, 0x01, 0x54], [0xfd, 0xe7, 0x25]));
}

#[test]
fn the_moving_figure_goes_through_the_others() {
    let mut scene = with_moments(5);
    assert!(!scene.moves_among_stills(), "a figure stands at the start");
    scene.clock.seek(0.7);
    scene.advance(10.0);
    assert!(scene.moves_among_stills());
    assert_eq!(scene.instances().joints.len(), 4);
    assert_eq!(scene.still_instances().joints.len(), 20);
}

#[test]
fn a_figure_is_picked_by_its_joints() {
    let scene = with_moments(4);
    let view_projection = scene.camera.view_projection();
    for (index, joint) in scene.still_instances().joints.iter().enumerate() {
        let at = scene.camera.to_screen(&view_projection, joint.end.into()).unwrap();
        assert_eq!(scene.pick_still(at.x, at.y, 5.0), scene.stills().get(index / 4));
    }
    assert_eq!(scene.pick_still(1.0, 1.0, 5.0), None);
}

#[test]
fn opening_takes_the_side_view_and_closing_the_home_view() {
    let mut scene = scene();
    let before = scene.camera.goal();
    scene.touch_camera();
    scene.set_moments(6);
    scene.advance(10.0);
    assert!((scene.camera.goal().pitch - PITCH).abs() < 1e-6);
    assert!(!scene.follows());
    scene.frame(View::Top);
    assert!(scene.camera.goal().pitch > 1.0, "other views frame all figures, too");
    scene.set_moments(0);
    scene.advance(10.0);
    assert_eq!(scene.camera.goal(), before);
}

#[test]
fn hostile_settings_are_bounded() {
    let mut scene = with_moments(usize::MAX);
    assert_eq!(scene.stills().len(), 100);
    scene.set_fade(f32::NAN);
    scene.clear();
    scene.advance(10.0);
    assert!(scene.stills().is_empty());
    scene.show(walker());
    scene.advance(10.0);
    assert_eq!(scene.stills().len(), 100, "the next clip has a chronophotograph, too");
    // The pictures of twelve figures, without the frames, which they share.
    scene.set_moments(12);
    scene.advance(10.0);
    let Instances { bones, joints, solids, .. } = scene.still_instances();
    assert!(size_of_val(&bones[..]) + size_of_val(&joints[..]) + size_of_val(&solids[..]) < 64 * 1024);
}

#[test]
fn a_single_pose_has_no_moments() {
    let mut scene = Scene::new();
    scene.set_moments(5);
    scene.show(walker_to(|_| Vec3::Y * 90.0, 1));
    scene.advance(10.0);
    assert!(scene.stills().is_empty() && scene.moves_among_stills());
    scene.show(walker());
    scene.advance(10.0);
    assert_eq!(scene.stills().len(), 5);
}

#[test]
fn a_figure_that_wanders_about_one_spot_is_laid_out_in_a_row() {
    let mut scene = Scene::new();
    // It goes 4 m, to and fro over 20 cm.
    scene.show(walker_to(|i| Vec3::new(0.0, 90.0, 20.0 * f32::from(i % 2)), 21));
    scene.set_moments(4);
    scene.advance(10.0);
    assert!(scene.path_on_screen().is_empty());
}

#[test]
fn the_moving_figure_goes_along_the_row_and_meets_each_figure_at_its_moment() {
    let mut scene = Scene::new();
    scene.show(walker_to(|i| Vec3::new(0.0, 90.0, f32::from(i % 2)), 21));
    scene.set_moments(5);
    scene.advance(10.0);
    for (index, still) in scene.stills().to_vec().into_iter().enumerate() {
        scene.clock.seek(still.moment);
        scene.advance(10.0);
        for (own, other) in scene.instances().joints.iter().zip(&scene.still_instances().joints[4 * index..]) {
            assert!(Vec3::from(own.end).distance(other.end.into()) < 1e-4, "at {}", still.moment);
        }
    }
}
