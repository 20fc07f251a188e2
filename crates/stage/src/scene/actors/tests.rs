use glam::Vec3;

use super::super::tests::{dressed, scene, walker, walker_to};
use super::super::{Scene, View};
use super::*;
use marey::look::{OPACITY, TINTED, Theme, Tint};

/// A figure in its own colours.
fn still(moment: f64) -> Actor {
    Actor { when: When::At(moment), ..Actor::default() }
}

/// A scene with figures of the walker, who walks 4 m along Z in 2 s, seen from its right side.
fn with_stills(moments: &[f64]) -> Scene {
    let mut scene = scene();
    scene.set_actors(moments.iter().copied().map(still).collect(), Some(-std::f32::consts::FRAC_PI_2));
    scene.advance(10.0);
    scene
}

/// The instances of the actors, one after the other, without the clip's own figure.
fn others(scene: &Scene) -> Instances {
    let mut all = Instances::default();
    for Posed { instances, .. } in &scene.actors.drawn {
        all.bones.extend_from_slice(&instances.bones);
        all.joints.extend_from_slice(&instances.joints);
        all.solids.extend_from_slice(&instances.solids);
    }
    all
}

fn on_screen(scene: &Scene, at: [f32; 3]) -> Vec2 {
    scene.camera.to_screen(&scene.camera.view_projection(), at.into()).unwrap()
}

#[test]
fn figures_stand_where_the_clip_is_at_their_moments_and_all_are_in_the_picture() {
    let scene = with_stills(&[0.0, 1.0, 2.0]);
    let joints = &others(&scene).joints;
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
    let left = |scene: &Scene| others(scene).joints.iter().find(|joint| joint.joint == 2).unwrap().colour;
    let right = |scene: &Scene| others(scene).joints.iter().find(|joint| joint.joint == 3).unwrap().colour;
    scene.set_actors(vec![still(0.0)], Some(0.0));
    scene.advance(10.0);
    assert_eq!(left(&scene)[..3], palette.left);
    let tint = Tint { colour: [60.0, 80.0, 100.0], share: 1.0, right: 0.5, ..Tint::default() };
    scene.set_actors(vec![Actor { tint, ..still(0.0) }], Some(0.0));
    scene.advance(10.0);
    assert_eq!((left(&scene), right(&scene)), ([60, 80, 100, 255], [30, 40, 50, 255]));
    let tint = Tint { greyed: 1.0, ..Tint::default() };
    scene.set_actors(vec![Actor { tint, ..still(0.0) }], Some(0.0));
    scene.advance(10.0);
    let [r, g, b, _] = left(&scene);
    assert!(r == g && g == b);
}

#[test]
fn the_moving_figure_goes_through_the_others_and_is_not_drawn_twice() {
    let mut scene = with_stills(&[0.0, 1.0]);
    assert!(!scene.shows_own(), "a figure stands at the start");
    scene.clock.seek(0.7);
    scene.advance(10.0);
    assert!(scene.shows_own());
    assert_eq!(scene.instances().joints.len(), 4);
    scene.clock.seek(1.0);
    scene.highlight(Some(1));
    scene.advance(10.0);
    assert!(scene.shows_own(), "a highlighted joint is shown");
}

#[test]
fn the_moving_figure_goes_along_a_row_and_meets_each_figure_at_its_moment() {
    let mut scene = Scene::new();
    scene.show(walker_to(|i| Vec3::new(0.0, 90.0, f32::from(i % 2)), 21));
    let row = (0..3_u8).map(|index| Actor { offset: Vec3::X * 1.8 * f32::from(index), ..still(f64::from(index)) });
    let row: Vec<Actor> = row.collect();
    scene.set_actors(row.clone(), Some(0.0));
    for (index, moment) in [0.0, 1.0, 2.0].into_iter().enumerate() {
        scene.clock.seek(moment);
        scene.advance(10.0);
        for (own, other) in scene.instances().joints.iter().zip(&others(&scene).joints[4 * index..]) {
            assert!(Vec3::from(own.end).distance(other.end.into()) < 1e-4, "at {moment}");
        }
    }
    scene.clock.seek(0.5);
    scene.advance(10.0);
    assert!((scene.instances().joints[0].end[0] - 0.9).abs() < 1e-4, "half-way");
}

#[test]
fn a_figure_is_picked_by_its_joints() {
    let scene = with_stills(&[0.0, 0.5, 1.5]);
    for (index, joint) in others(&scene).joints.iter().enumerate() {
        let at = on_screen(&scene, joint.end);
        assert_eq!(scene.pick_actor(at.x, at.y, 5.0), Some((index / 4, index % 4)));
    }
    assert_eq!(scene.pick_actor(1.0, 1.0, 5.0), None);
}

#[test]
fn opening_takes_the_given_side_and_closing_the_home_view() {
    let mut scene = scene();
    let before = scene.camera.goal();
    scene.touch_camera();
    scene.set_actors(vec![still(0.0), still(2.0)], Some(1.0));
    scene.advance(10.0);
    assert!((scene.camera.goal().pitch - PITCH).abs() < 1e-6 && (scene.camera.goal().yaw - 1.0).abs() < 1e-5);
    assert!(!scene.follows());
    scene.frame(View::Top);
    assert!(scene.camera.goal().pitch > 1.0, "other views frame all figures, too");
    scene.set_actors(Vec::new(), None);
    scene.advance(10.0);
    assert_eq!(scene.camera.goal(), before);
    assert!(others(&scene).joints.is_empty());
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
    assert_eq!(others(&scene).joints.len(), 16);
    scene.set_actors(vec![still(1.0); 5000], Some(f32::NAN));
    scene.advance(10.0);
    assert_eq!(others(&scene).joints.len(), 400);
    scene.show(walker());
    scene.advance(10.0);
    assert!(others(&scene).joints.is_empty());
    // The instances of twelve figures, which share the clip's frames.
    scene.set_actors(vec![still(1.0); 12], Some(0.0));
    scene.advance(10.0);
    let Instances { bones, joints, solids, .. } = others(&scene);
    assert!(size_of_val(&bones[..]) + size_of_val(&joints[..]) + size_of_val(&solids[..]) < 64 * 1024);
}

/// The scene of the walker with a second walker, who walks along X, as another clip of `frames` frames (twenty-one last 2 s).
fn with_another(frames: u16) -> Scene {
    let mut scene = scene();
    let mut other = Scene::new();
    other.show(walker_to(|i| Vec3::new(20.0 * f32::from(i), 90.0, 0.0), frames));
    scene.lend(0, &mut other);
    scene
}

fn playing(clip: usize, start: f64) -> Actor {
    Actor { clip, when: When::Plays { start, rate: 1.0, beyond: Beyond::Holds }, ..Actor::default() }
}

fn hips(scene: &Scene, actor: usize) -> Vec3 {
    others(scene).joints[4 * actor].end.into()
}

#[test]
fn another_clip_plays_on_the_same_clock_from_its_own_start() {
    let mut scene = with_another(21);
    scene.set_actors(vec![playing(1, 0.5), Actor { turn: std::f32::consts::FRAC_PI_2, ..playing(1, 0.0) }], None);
    scene.clock.seek(1.5);
    scene.advance(10.0);
    assert!((hips(&scene, 0) - Vec3::new(2.0, 0.9, 0.0)).length() < 1e-3, "{}", hips(&scene, 0));
    assert!((hips(&scene, 1) - Vec3::new(0.0, 0.9, -3.0)).length() < 1e-3, "{}", hips(&scene, 1));
    assert_eq!(scene.instances().joints.len(), 4);
    assert!(scene.shows_own());
}

#[test]
fn clips_may_come_in_any_order() {
    let mut scene = scene();
    let own = scene.figure().unwrap().clip().name.clone();
    let mut other = Scene::new();
    other.show(walker_to(|_| Vec3::X * 50.0, 11));
    scene.lend(2, &mut other);
    assert!(other.figure().is_none());
    assert_eq!(scene.figure().unwrap().clip().name, own);
    scene.set_actors(vec![playing(1, 0.0), playing(3, 0.0)], None);
    scene.advance(10.0);
    assert!((hips(&scene, 0).x - 0.5).abs() < 1e-3, "only the third clip is there");
}

#[test]
fn the_clock_runs_until_the_last_clip_ends() {
    let mut scene = with_another(41);
    scene.set_actors(vec![playing(1, 0.25)], None);
    scene.clock.seek(100.0);
    assert!((scene.clock.time() - 4.25).abs() < 1e-9, "{}", scene.clock.time());
    scene.set_actors(Vec::new(), None);
    assert!((scene.clock.time() - 2.0).abs() < 1e-9, "the clip's own length again");
}

#[test]
fn the_clock_begins_with_the_clip_that_starts_first() {
    let mut scene = with_another(11);
    let own = Actor { when: When::Own, ..Actor::default() };
    scene.set_actors(vec![own, playing(1, -0.5)], None);
    assert_eq!((scene.clock.begin(), scene.clock.end()), (-0.5, 2.0));
    let at = |scene: &mut Scene, moment| {
        scene.clock.seek(moment);
        scene.advance(10.0);
        let (own, other) = (&scene.instances().joints[0], &others(scene).joints[0]);
        (own.end[0], own.colour[3], other.end[0], other.colour[3])
    };
    let (start, faint, other, solid) = at(&mut scene, -0.25);
    assert_eq!((start, faint), (at(&mut scene, 0.0).0, 102), "the own figure waits, translucent, where it starts");
    assert!((other - 0.5).abs() < 1e-3 && solid == 255, "{other}");
    assert_eq!(at(&mut scene, -9.0).2, at(&mut scene, -0.5).2, "seeking ends at the start");
    let (_, solid, _, faint) = at(&mut scene, 1.0);
    assert_eq!((solid, faint), (255, 102), "then the other one has ended");
    scene.set_actors(Vec::new(), None);
    assert_eq!(scene.clock.begin(), 0.0);
    scene.set_actors(
        vec![Actor { when: When::Plays { start: 0.0, rate: 1.0, beyond: Beyond::Leaves }, ..playing(1, 0.0) }],
        None,
    );
    scene.set_frame_time(Some(0.01));
    assert!((scene.clock.end() - 1.0).abs() < 1e-9, "the other clip's end stays the clock's: {}", scene.clock.end());
}

#[test]
fn an_actor_holds_leaves_or_loops_beyond_its_clip() {
    let mut scene = with_another(11);
    let beyond = |scene: &mut Scene, beyond, at| {
        let when = When::Plays { start: 0.0, rate: 1.0, beyond };
        scene.set_actors(vec![Actor { when, ..playing(1, 0.0) }], None);
        scene.clock.seek(at);
        scene.advance(10.0);
        others(scene).joints.first().map(|joint| (joint.end[0], joint.colour))
    };
    let (_, own) = beyond(&mut scene, Beyond::Holds, 0.5).unwrap();
    let (x, faint) = beyond(&mut scene, Beyond::Holds, 1.5).unwrap();
    assert!((x - 2.0).abs() < 1e-3 && faint != own, "stands where it ended, greyed");
    assert_eq!((own[3], faint[3]), (255, 102), "translucent");
    assert_eq!(beyond(&mut scene, Beyond::Leaves, 1.5), None);
    let (x, colour) = beyond(&mut scene, Beyond::Loops, 1.5).unwrap();
    assert!((x - 1.0).abs() < 1e-3 && colour == own, "{x}");
}

#[test]
fn an_unseen_actor_lengthens_the_clock_and_leaves_the_camera_to_the_own_figure() {
    let mut scene = with_another(41);
    let when = When::Plays { start: 0.25, rate: 1.0, beyond: Beyond::Unseen };
    scene.set_actors(vec![Actor { when, ..playing(1, 0.0) }], None);
    scene.advance(10.0);
    assert!(others(&scene).joints.is_empty());
    assert!((scene.clock.end() - 4.25).abs() < 1e-9, "{}", scene.clock.end());
    let framed = scene.camera.goal();
    scene.set_actors(Vec::new(), None);
    assert_eq!(scene.camera.goal(), framed, "as without it");
}

#[test]
fn the_own_figure_takes_a_place_and_colours_and_can_be_hidden() {
    let mut scene = with_another(21);
    let own = Actor { when: When::Own, offset: Vec3::X, ..Actor::default() };
    scene.set_actors(vec![own, playing(1, 0.0)], None);
    scene.advance(10.0);
    assert!((Vec3::from(scene.instances().joints[0].end).x - 1.0).abs() < 1e-4);
    assert!(scene.shows_own());
    assert_eq!(others(&scene).joints.len(), 4, "the own figure is not among the others");
    let at = on_screen(&scene, others(&scene).joints[1].end);
    assert_eq!(scene.pick_actor(at.x, at.y, 5.0), Some((1, 1)));
    scene.set_actors(vec![Actor { when: When::Hidden, ..own }, playing(1, 0.0)], None);
    scene.advance(11.0);
    assert!(!scene.shows_own());
    scene.highlight(Some(1));
    scene.advance(12.0);
    assert!(!scene.shows_own(), "nor with a selected joint");
}

#[test]
fn ghosts_leave_the_framing_and_go_before_and_after() {
    let mut scene = scene();
    scene.advance(9.0);
    let before = scene.camera.goal();
    let ghost = |start| Actor { when: When::Plays { start, rate: 1.0, beyond: Beyond::Leaves }, ..Actor::default() };
    scene.set_actors(vec![ghost(0.5), ghost(-0.5)], None);
    assert_eq!(scene.camera.goal(), before);
    scene.clock.seek(1.0);
    scene.advance(10.0);
    assert!((hips(&scene, 0).z - 1.0).abs() < 1e-3 && (hips(&scene, 1).z - 3.0).abs() < 1e-3);
    scene.clock.seek(0.25);
    scene.advance(11.0);
    assert_eq!(others(&scene).joints.len(), 4, "the one before the beginning is not there");
}

#[test]
fn all_motions_are_framed_and_missing_clips_are_left_out() {
    let mut scene = with_another(21);
    scene.set_follow(Some(false));
    scene.set_actors(vec![playing(1, 0.0), playing(7, 0.0), playing(usize::MAX, 0.0)], None);
    scene.frame(View::Home);
    scene.camera.jump();
    for (clip, time) in [(0, 0.0), (0, 2.0), (1, 2.0)] {
        scene.clock.seek(time);
        scene.advance(10.0);
        let joint = if clip == 0 { scene.instances().joints[0].end } else { hips(&scene, 0).to_array() };
        let at = on_screen(&scene, joint);
        assert!(at.x > 0.0 && at.x < 800.0 && at.y > 0.0 && at.y < 600.0, "{at}");
    }
    scene.remove_other(0);
    scene.remove_other(5);
    scene.advance(11.0);
    assert!(others(&scene).joints.is_empty());
}

#[test]
fn a_stage_of_pictures_borrows_all_clips() {
    let mut scene = with_another(21);
    scene.set_actors(vec![playing(1, 0.0)], None);
    scene.clock.seek(1.0);
    scene.advance(10.0);
    let shown = hips(&scene, 0);
    let mut twin = scene.twin();
    twin.clock.seek(2.0);
    scene.swap_figure(&mut twin);
    twin.advance(11.0);
    assert!((hips(&twin, 0).x - 4.0).abs() < 1e-3);
    scene.swap_figure(&mut twin);
    scene.advance(12.0);
    assert_eq!(hips(&scene, 0), shown);
}

#[test]
fn a_joint_of_another_clip_is_highlighted_and_none_of_the_own() {
    let mut scene = with_another(21);
    let own = Actor { when: When::Own, ..Actor::default() };
    scene.set_actors(vec![own, Actor { highlighted: Some(1), ..playing(1, 0.0) }], None);
    scene.advance(10.0);
    let lit = |joints: &[marey::look::BoneInstance]| -> Vec<bool> {
        joints.iter().map(|joint| joint.style & marey::look::HIGHLIGHTED != 0).collect()
    };
    assert_eq!(lit(&others(&scene).joints), [false, true, false, false]);
    assert!(!lit(&scene.instances().joints).contains(&true));
}

#[test]
fn a_pose_is_never_beyond_its_clip() {
    let plays = |beyond| Actor { when: When::Plays { start: 0.0, rate: 1.0, beyond }, ..Actor::default() };
    for beyond in [Beyond::Holds, Beyond::Loops] {
        assert_eq!(plays(beyond).moment(5.0, 0.0), Some((0.0, true)));
    }
    assert_eq!(plays(Beyond::Leaves).moment(5.0, 0.0), None);
}

#[test]
fn a_clip_follows_a_warp_until_it_is_taken_away() {
    let mut scene = with_another(41);
    let warp = |scene: &mut Scene, moments: Vec<f32>| {
        let mut other = Scene::new();
        scene.lend(0, &mut other);
        other.set_warp(ClockWarp { step: 1.0, moments });
        scene.lend(0, &mut other);
        scene.set_actors(vec![playing(1, 0.5)], None);
    };
    // The walker goes two metres a second.
    let at = |scene: &mut Scene, clock: f64| {
        scene.clock.seek(clock);
        scene.advance(10.0);
        (hips(scene, 0).x, others(scene).joints[0].colour[3])
    };
    warp(&mut scene, vec![0.5, 1.5, 1.5]);
    assert_eq!(scene.clock.end(), 2.0, "the own clip's");
    for (clock, x) in [(0.0, 1.0), (0.5, 2.0), (1.5, 3.0), (2.0, 3.0)] {
        let (found, opacity) = at(&mut scene, clock);
        assert!((found - x).abs() < 1e-3 && opacity == 255, "{found} for {x}");
    }
    warp(&mut scene, Vec::new());
    assert!((at(&mut scene, 1.5).0 - 2.0).abs() < 1e-3);
    assert_eq!(scene.clock.end(), 4.5);
    warp(&mut scene, vec![f32::NAN, 1.0]);
    at(&mut scene, 0.0);
}

#[test]
fn others_wear_their_skins_in_their_tints() {
    let mut scene = Scene::new();
    scene.set_viewport(800.0, 600.0);
    scene.show(dressed());
    let mut other = Scene::new();
    other.show(dressed());
    scene.lend(0, &mut other);
    let tint = Tint { colour: [255.0, 0.0, 51.0], share: 1.0, right: 0.5, opacity: 0.4, ..Tint::default() };
    let ghost = Actor { clip: 0, ..still(1.0) };
    scene.set_actors(vec![ghost, Actor { clip: 1, tint, ..ghost }], None);
    scene.advance(10.0);
    let looks: Vec<_> = scene
        .drawn()
        .into_iter()
        .map(|(_, one)| (one.hidden, one.skin_triangles.len(), one.skin[2].colour, one.skin[2].style as u32))
        .collect();
    let plain = Theme::Dark.palette().skin[0];
    let close = |a: [f32; 3], b: [f32; 3]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-5);
    assert_eq!(looks.len(), 3, "two of one clip, and the other one");
    for (index, (hidden, triangles, colour, style)) in looks.into_iter().enumerate() {
        assert!(hidden && triangles == 1);
        assert!(close(colour, if index < 2 { plain } else { [1.0, 0.0, 0.2] }), "{colour:?}");
        let wanted = if index < 2 { (0, 255) } else { (TINTED, 102) };
        assert_eq!((style & TINTED, style / OPACITY), wanted);
    }
    let bare = |scene: &Scene| scene.drawn().into_iter().all(|(_, one)| !one.hidden && one.skin.is_empty());
    scene.set_skin(false);
    scene.advance(10.1);
    assert!(bare(&scene));
    scene.set_skin(true);
    scene.set_actors(vec![still(0.5)], Some(0.0));
    scene.advance(10.2);
    assert!(scene.drawn().into_iter().all(|(_, one)| one.hidden && !one.skin.is_empty()), "in a chronophotograph, too");
}
