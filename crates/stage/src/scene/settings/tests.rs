use glam::Vec3;

use super::super::Scene;
use super::super::tests::{in_picture, scene, showing, walker, walker_to};
use marey::body::Unit;
use marey::model::{Axis, Mass, PositionMode, Time};

#[test]
fn guesses_can_be_overruled_and_restored() {
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
fn unevenly_spaced_frames_stay_uneven() {
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
fn position_channels_can_be_reinterpreted() {
    let mut scene = scene();
    scene.set_position_mode(Some(PositionMode::Add));
    scene.advance(11.0);
    // The offset of 90 adds to the channel's 90: hips at 180, feet at 90, which is moved to the ground.
    assert!(in_picture(&scene));
    let bounds = scene.figure().unwrap().pose().world[0].translation;
    assert_eq!(bounds.y, 180.0);
    scene.set_position_mode(None);
    scene.advance(11.0);
    assert_eq!(scene.figure().unwrap().pose().world[0].translation.y, 90.0);
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

#[test]
fn overruling_leaves_the_defaults_unchanged() {
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
fn floor_lines_and_shadow_can_be_hidden() {
    let mut scene = scene();
    let floor = |scene: &Scene| (scene.view().grid, scene.view().shadow);
    assert_eq!(floor(&scene), (true, true));
    scene.set_floor(false, true);
    assert!(scene.advance(0.0).dirty);
    assert_eq!(floor(&scene), (false, true));
    scene.set_floor(true, false);
    assert_eq!(floor(&scene), (true, false));
}

#[test]
fn settings_made_before_the_clip_is_complete_stay() {
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
fn the_floor_is_below_the_body_or_at_the_files_zero() {
    let mut scene = showing(walker_to(|i| Vec3::new(0.0, 300.0, f32::from(i)), 20));
    let hips = |scene: &mut Scene| {
        scene.advance(11.0);
        scene.joint_on_stage(0).unwrap().y
    };
    let defaults = scene.figure().unwrap().defaults();
    assert_eq!(defaults.floor, (210.0, false));
    assert!((hips(&mut scene) - 0.9).abs() < 1e-5);
    scene.set_floor_at_zero(true);
    assert!((hips(&mut scene) - 3.0).abs() < 1e-5);
    assert_eq!(scene.figure().unwrap().defaults(), defaults);
    let camera = scene.camera.goal();
    scene.set_floor_at_zero(true);
    assert_eq!(scene.camera.goal(), camera, "nothing new");
    scene.set_floor_at_zero(false);
    assert!((hips(&mut scene) - 0.9).abs() < 1e-5);
}
