use glam::{Vec2, Vec3};

use super::{Camera, Orbit, View};
use marey::model::Bounds;

fn camera(width: f32, height: f32, insets: [f32; 4]) -> Camera {
    let mut camera = Camera::default();
    camera.set_smooth(false);
    camera.set_viewport(width, height);
    camera.set_insets(insets);
    camera
}

fn person() -> Bounds {
    Bounds { min: Vec3::new(-0.9, 0.0, -0.2), max: Vec3::new(0.9, 1.8, 3.0) }
}

fn corners(bounds: &Bounds) -> Vec<Vec3> {
    let pick = |i: usize, bit: usize, axis: usize| if i >> bit & 1 == 0 { bounds.min[axis] } else { bounds.max[axis] };
    (0..8).map(|i| Vec3::new(pick(i, 0, 0), pick(i, 1, 1), pick(i, 2, 2))).collect()
}

#[test]
fn the_framed_box_fills_the_free_area() {
    for (w, h) in [(1280.0, 720.0), (390.0, 780.0), (280.0, 220.0)] {
        let insets = [20.0, 10.0, 70.0, 30.0];
        for view in [View::Front, View::Left, View::Top, View::Home, View::Back, View::Right] {
            let mut camera = camera(w, h, insets);
            camera.frame(&[person()], view);
            let vp = camera.view_projection();
            let mut area = Bounds::EMPTY;
            for corner in corners(&person()) {
                let at = camera.to_screen(&vp, corner).unwrap();
                assert!(at.x > 30.0 && at.x < w - 10.0 && at.y > 20.0 && at.y < h - 70.0, "{view:?} {w}x{h}: {at}");
                area.include(at.extend(0.0));
            }
            let share = (area.size().x / (w - 40.0)).max(area.size().y / (h - 90.0));
            assert!(share > 0.8, "{view:?} {w}x{h} fills only {share}");
        }
    }
}

#[test]
fn a_figure_is_above_controls_that_leave_it_little_height() {
    // The free area's top and height.
    let free = |height: f32, top: f32, bottom: f32| {
        let (_, y, _, high) = camera(390.0, height, [top, 0.0, bottom, 0.0]).free();
        (y, high)
    };
    assert_eq!(free(800.0, 40.0, 400.0), (40.0, 360.0));
    assert_eq!(free(800.0, 40.0, 600.0), (40.0, 200.0));
    assert_eq!(free(800.0, 700.0, 90.0), (600.0, 200.0));
    assert_eq!(free(200.0, 60.0, 110.0), (0.0, 200.0), "a low picture");
}

#[test]
fn an_orthographic_view_has_no_foreshortening() {
    let mut camera = camera(800.0, 600.0, [0.0, 0.0, 80.0, 0.0]);
    camera.set_goal(Orbit { orthographic: true, ..camera.goal() });
    for view in [View::Front, View::Left, View::Top, View::Home] {
        camera.frame(&[person()], view);
        let vp = camera.view_projection();
        let mut area = Bounds::EMPTY;
        for corner in corners(&person()) {
            let at = camera.to_screen(&vp, corner).unwrap();
            area.include(at.extend(0.0));
            assert!((vp.project_point3(corner).z - 0.5).abs() < 0.5, "{view:?}: not between near and far");
        }
        let share = (area.size().x / 800.0).max(area.size().y / 520.0);
        assert!(share > 0.9 && share < 1.0, "{view:?} fills {share}");
    }
    camera.frame(&[person()], View::Front);
    let vp = camera.view_projection();
    assert!((wide_of(&camera, 0.0) - wide_of(&camera, 3.0)).abs() < 1e-3);
    // Nearer points have greater depth, and the target keeps its position and size.
    assert!(vp.project_point3(Vec3::Z).z > vp.project_point3(Vec3::ZERO).z);
    let target = camera.now().target;
    let before = [target, target + Vec3::Y].map(|at| camera.to_screen(&vp, at).unwrap());
    camera.set_goal(Orbit { orthographic: false, ..camera.goal() });
    let vp = camera.view_projection();
    for (before, at) in before.into_iter().zip([target, target + Vec3::Y]) {
        assert!(camera.to_screen(&vp, at).unwrap().distance(before) < 0.01);
    }
    assert!((wide_of(&camera, 0.0) - wide_of(&camera, 3.0)).abs() > 20.0);
}

fn wide_of(camera: &Camera, z: f32) -> f32 {
    let vp = camera.view_projection();
    let [a, b] = [-0.5, 0.5].map(|x| camera.to_screen(&vp, Vec3::new(x, 1.0, z)).unwrap());
    b.x - a.x
}

#[test]
fn front_shows_the_figures_left_on_the_right_of_the_picture() {
    let mut camera = camera(800.0, 600.0, [0.0; 4]);
    camera.set_facing(Some(Vec3::Z));
    camera.frame(&[person()], View::Front);
    let vp = camera.view_projection();
    assert!(camera.to_screen(&vp, Vec3::new(0.5, 1.0, 0.0)).unwrap().x > 400.0);
    camera.frame(&[person()], View::Left);
    assert!(camera.eye().x > 1.0, "the left of a figure facing +Z is at +X");
}

#[test]
fn depth_is_one_near_and_falls_with_distance() {
    let mut camera = camera(800.0, 600.0, [0.0; 4]);
    camera.frame(&[person()], View::Front);
    let vp = camera.view_projection();
    let depth = |p: Vec3| vp.project_point3(p).z;
    assert!(depth(person().centre()) > depth(person().centre() - camera.now().backwards()));
    assert!(depth(person().centre()) > 0.0 && depth(person().centre()) < 1.0);
}

#[test]
fn panning_and_zooming_keep_the_point_under_the_pointer() {
    pan_and_zoom(false);
    pan_and_zoom(true);
}

fn pan_and_zoom(orthographic: bool) {
    let mut camera = camera(800.0, 600.0, [0.0, 0.0, 80.0, 0.0]);
    camera.set_goal(Orbit { orthographic, ..camera.goal() });
    camera.frame(&[person()], View::Home);
    let target = camera.now().target;
    let at = camera.to_screen(&camera.view_projection(), target).unwrap();
    camera.pan(100.0, 50.0);
    let moved = camera.to_screen(&camera.view_projection(), target).unwrap();
    assert!(moved.distance(at + Vec2::new(100.0, 50.0)) < 0.5, "{at} {moved}");
    camera.zoom(1.5, moved.x, moved.y);
    let after = camera.to_screen(&camera.view_projection(), target).unwrap();
    assert!(after.distance(moved) < 0.5, "{moved} {after}");
}

#[test]
fn out_of_range_input_is_clamped() {
    let mut camera = Camera::default();
    let huge = Bounds { min: Vec3::splat(-3e38), max: Vec3::splat(3e38) };
    camera.frame(&[huge], View::Home);
    camera.pan(3e38, -3e38);
    camera.orbit(f32::INFINITY, f32::NAN);
    camera.zoom(1e-38, 0.0, 0.0);
    camera.advance(0.02);
    assert!(camera.now().is_finite() && camera.goal().is_finite());
    camera.orbit(1e9, 0.0);
    for _ in 0..300 {
        camera.advance(0.02);
    }
    assert!(!camera.is_moving() && camera.now().yaw.abs() < 4.0);
    let person = Bounds { min: Vec3::ZERO, max: Vec3::ONE };
    camera.frame(&[person], View::Home);
    camera.jump();
    assert!(camera.now().distance < 10.0 && camera.now().target.distance(person.centre()) < 1.0);
}

#[test]
fn a_camera_round_trips_as_text() {
    let mut a = camera(800.0, 600.0, [0.0; 4]);
    a.frame(&[person()], View::Home);
    a.orbit(9.0, 0.1);
    let text = a.to_text();
    let mut b = camera(800.0, 600.0, [0.0; 4]);
    assert!(b.set_text(&text));
    assert_eq!(b.to_text(), text);
    assert!(a.eye().distance(b.eye()) < 0.02);
    for bad in ["", "1,2", "1,2,x", "1,2,-3", "NaN,1,1", "1,2,inf"] {
        assert!(!b.set_text(bad), "{bad}");
    }
    assert_eq!(b.to_text(), text);
    assert!(b.set_text(&format!("{text},ortho")) && b.goal().orthographic);
    assert_eq!(b.to_text(), format!("{text},ortho"));
    assert!(b.set_text(&text) && !b.goal().orthographic, "the text has all of it");
}

#[test]
fn easing_arrives_and_then_rests() {
    let mut camera = Camera::default();
    camera.orbit(1.0, 0.2);
    let mut steps = 0;
    while camera.advance(1.0 / 60.0) {
        steps += 1;
        assert!(steps < 200);
    }
    assert!(steps > 10 && !camera.is_moving());
}

#[test]
fn invalid_input_moves_nothing() {
    let mut camera = camera(800.0, 600.0, [0.0; 4]);
    let before = camera.clone();
    camera.orbit(f32::NAN, 0.0);
    camera.pan(f32::INFINITY, 0.0);
    camera.zoom(0.0, 1.0, 1.0);
    camera.zoom(f32::NAN, 1.0, 1.0);
    camera.set_viewport(0.0, f32::NAN);
    camera.set_insets([f32::NAN, 0.0, 0.0, 0.0]);
    assert_eq!(camera, before);
}
