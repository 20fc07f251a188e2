use glam::Vec3;

use super::super::tests::{scene, walker, walker_to};
use super::super::{Scene, View};
use super::*;
use marey::look::Theme;

/// A figure in its own colours.
fn still(moment: f64) -> Still {
    Still { moment, right: 1.0, ..Still::default() }
}

/// A scene with figures of the walker, who walks 4 m along Z in 2 s, seen from its right side.
fn with_stills(moments: &[f64]) -> Scene {
    let mut scene = scene();
    scene.set_stills(moments.iter().copied().map(still).collect(), -std::f32::consts::FRAC_PI_2);
    scene.advance(10.0);
    scene
}

fn on_screen(scene: &Scene, at: [f32; 3]) -> Vec2 {
    scene.camera.to_screen(&scene.camera.view_projection(), at.into()).unwrap()
}

#[test]
fn figures_stand_where_the_clip_is_at_their_moments_and_all_are_in_the_picture() {
    let scene = with_stills(&[0.0, 1.0, 2.0]);
    let joints = &scene.still_instances().joints;
    assert_eq!(joints.len(), 12);
    for (joint, z) in joints.chunks(4).zip([0.0, 2.0, 4.0]) {
        assert!((joint[0].end[2] - z).abs() < 1e-4);
    }
    for joint in joints {
        let at = on_screen(&scene, joint.end);
        assert!(at.x > 0.0 && at.x < 800.0 && at.y > 0.0 && at.y < 600.0, "{at}");
    }
    let hips: Vec<f32> = joints.chunks(4).map(|figure| on_screen(&scene, figure[0].end).x).collect();
    assert!(hips.is_sorted_by(|a, b| a > b) || hips.is_sorted(), "seen across their path: {hips:?}");
}

#[test]
fn colours_are_mixed_and_greyed() {
    let mut scene = scene();
    let palette = Theme::Dark.palette();
    let left = |scene: &Scene| scene.still_instances().joints.iter().find(|joint| joint.joint == 2).unwrap().colour;
    let right = |scene: &Scene| scene.still_instances().joints.iter().find(|joint| joint.joint == 3).unwrap().colour;
    scene.set_stills(vec![still(0.0)], 0.0);
    scene.advance(10.0);
    assert_eq!(left(&scene)[..3], palette.left);
    scene.set_stills(vec![Still { colour: [60.0, 80.0, 100.0], share: 1.0, right: 0.5, ..still(0.0) }], 0.0);
    scene.advance(10.0);
    assert_eq!((left(&scene), right(&scene)), ([60, 80, 100, 255], [30, 40, 50, 255]));
    scene.set_stills(vec![Still { greyed: 1.0, ..still(0.0) }], 0.0);
    scene.advance(10.0);
    let [r, g, b, _] = left(&scene);
    assert!(r == g && g == b);
}

#[test]
fn the_moving_figure_goes_through_the_others_and_is_not_drawn_twice() {
    let mut scene = with_stills(&[0.0, 1.0]);
    assert!(!scene.moves_among_stills(), "a figure stands at the start");
    scene.clock.seek(0.7);
    scene.advance(10.0);
    assert!(scene.moves_among_stills());
    assert_eq!(scene.instances().joints.len(), 4);
    scene.clock.seek(1.0);
    scene.highlight(Some(1));
    scene.advance(10.0);
    assert!(scene.moves_among_stills(), "a highlighted joint is shown");
}

#[test]
fn the_moving_figure_goes_along_a_row_and_meets_each_figure_at_its_moment() {
    let mut scene = Scene::new();
    scene.show(walker_to(|i| Vec3::new(0.0, 90.0, f32::from(i % 2)), 21));
    let row = (0..3_u8).map(|index| Still { offset: Vec3::X * 1.8 * f32::from(index), ..still(f64::from(index)) });
    let row: Vec<Still> = row.collect();
    scene.set_stills(row.clone(), 0.0);
    for (index, still) in row.iter().enumerate() {
        scene.clock.seek(still.moment);
        scene.advance(10.0);
        for (own, other) in scene.instances().joints.iter().zip(&scene.still_instances().joints[4 * index..]) {
            assert!(Vec3::from(own.end).distance(other.end.into()) < 1e-4, "at {}", still.moment);
        }
    }
    scene.clock.seek(0.5);
    scene.advance(10.0);
    assert!((scene.instances().joints[0].end[0] - 0.9).abs() < 1e-4, "half-way");
}

#[test]
fn a_figure_is_picked_by_its_joints() {
    let scene = with_stills(&[0.0, 0.5, 1.5]);
    for (index, joint) in scene.still_instances().joints.iter().enumerate() {
        let at = on_screen(&scene, joint.end);
        assert_eq!(scene.pick_still(at.x, at.y, 5.0), Some([0.0, 0.5, 1.5][index / 4]));
    }
    assert_eq!(scene.pick_still(1.0, 1.0, 5.0), None);
}

#[test]
fn opening_takes_the_given_side_and_closing_the_home_view() {
    let mut scene = scene();
    let before = scene.camera.goal();
    scene.touch_camera();
    scene.set_stills(vec![still(0.0), still(2.0)], 1.0);
    scene.advance(10.0);
    assert!((scene.camera.goal().pitch - PITCH).abs() < 1e-6 && (scene.camera.goal().yaw - 1.0).abs() < 1e-5);
    assert!(!scene.follows());
    scene.frame(View::Top);
    assert!(scene.camera.goal().pitch > 1.0, "other views frame all figures, too");
    scene.set_stills(Vec::new(), 0.0);
    scene.advance(10.0);
    assert_eq!(scene.camera.goal(), before);
    assert!(scene.still_instances().joints.is_empty());
}

#[test]
fn measuring_leaves_the_shown_pose() {
    let mut scene = with_stills(&[0.0, 2.0]);
    scene.clock.seek(1.0);
    scene.advance(10.0);
    let numbers = scene.carriers(&[0.0, 0.5, 2.0]);
    assert!(numbers[0] > 1.5 && numbers[1].abs() < 0.01);
    for (place, z) in numbers[2..].chunks(3).zip([0.0, 1.0, 4.0]) {
        assert!((place[2] - z).abs() < 1e-4, "{numbers:?}");
    }
    assert!((scene.figure().unwrap().carrier_on_stage(false).z - 2.0).abs() < 1e-4);
    scene.clear();
    assert!(scene.carriers(&[0.0]).is_empty());
}

#[test]
fn hostile_figures_are_bounded_and_the_next_clip_has_none() {
    let mut scene = with_stills(&[f64::NAN, f64::INFINITY, -1e300, 1e300]);
    assert_eq!(scene.still_instances().joints.len(), 16);
    scene.set_stills(vec![still(1.0); 5000], f32::NAN);
    scene.advance(10.0);
    assert_eq!(scene.still_instances().joints.len(), 400);
    scene.show(walker());
    scene.advance(10.0);
    assert!(scene.still_instances().joints.is_empty());
    // The instances of twelve figures, which share the clip's frames.
    scene.set_stills(vec![still(1.0); 12], 0.0);
    scene.advance(10.0);
    let Instances { bones, joints, solids, .. } = scene.still_instances();
    assert!(size_of_val(&bones[..]) + size_of_val(&joints[..]) + size_of_val(&solids[..]) < 64 * 1024);
}
