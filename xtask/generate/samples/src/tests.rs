//! Tests the motions (feet do not slide, knees bend forwards, flight is free fall, nothing jerks), and the written files as Marey reads
//! them.

use super::body::{self, BALL_HEIGHT, BodySide, COUNT, HEAD, HEEL, HIPS, JOINTS, STATURE, TIP, TIP_HEIGHT};
use super::bones::bones;
use super::clip::Recording;
use super::pose::{BodyPose, World};
use super::{acclaim, bvh, files, gait, jump, march, recordings, walk};
use glam::{DQuat, DVec3, EulerRot, Vec3};
use marey::Limits;
use marey::formats::{parse, parse_set};
use marey::model::Clip;
use std::ops::Range;

fn recording(name: &str) -> Recording {
    recordings().into_iter().find(|recording| recording.name == name).unwrap()
}

fn worlds(recording: &Recording) -> Vec<World> {
    recording.poses.iter().map(BodyPose::world).collect()
}

/// The angle of a hinge about X in every frame, in degrees.
fn hinge(recording: &Recording, joint: usize) -> Vec<f64> {
    let angle = |turn: DQuat| 2.0 * turn.x.atan2(turn.w).to_degrees();
    recording.poses.iter().map(|pose| angle(pose.local[joint])).collect()
}

/// A point of a foot in every frame: its heel, its ball or the tip of its toes.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Point {
    Heel,
    Ball,
    Tip,
}

fn track(recording: &Recording, side: BodySide, point: Point) -> Vec<DVec3> {
    let (foot, ball) = (side.leg() + 2, side.leg() + 3);
    let place = |world: World| match point {
        Point::Heel => world.at[foot] + world.turn[foot] * HEEL,
        Point::Ball => world.at[ball] - DVec3::Y * BALL_HEIGHT,
        Point::Tip => world.at[ball] + world.turn[ball] * TIP - DVec3::Y * TIP_HEIGHT,
    };
    worlds(recording).into_iter().map(place).collect()
}

/// The largest distance between any two positions of a contact, and from the ground, in centimetres.
fn slide(path: &[DVec3]) -> (f64, f64) {
    let flat = |v: &DVec3| DVec3::new(v.x, 0.0, v.z);
    let far = path.iter().flat_map(|a| path.iter().map(move |b| flat(a).distance(flat(b)))).fold(0.0, f64::max);
    (far, path.iter().map(|v| v.y.abs()).fold(0.0, f64::max))
}

fn planted(name: &str, contacts: &[(BodySide, Point, Range<f64>)]) {
    let recording = recording(name);
    let (mut worst, mut off) = (0.0_f64, 0.0_f64);
    for (side, point, times) in contacts {
        let frame = |t: f64| ((t * recording.rate).ceil().max(0.0) as usize).min(recording.poses.len());
        let path = track(&recording, *side, *point);
        let (far, height) = slide(&path[frame(times.start)..frame(times.end)]);
        assert!(far < 0.2 && height < 0.05, "{name} {side:?} {point:?} {times:?}: {far:.4} {height:.4} cm");
        (worst, off) = (worst.max(far), off.max(height));
    }
    println!("{name}: {} contacts, slide {:.4} mm, off the ground {:.4} mm", contacts.len(), worst * 10.0, off * 10.0);
}

#[test]
fn walking_feet_roll_without_sliding() {
    let mut contacts = Vec::new();
    let cycle = 1.0 / (walk::phase(1.0, BodySide::Left) - walk::phase(0.0, BodySide::Left));
    for side in body::SIDES {
        for stride in 0..7 {
            let at = |part: f64| ((f64::from(stride) + part - walk::phase(0.0, side)) * cycle).max(0.0);
            contacts.push((side, Point::Heel, at(0.0)..at(0.28)));
            contacts.push((side, Point::Ball, at(0.10)..at(0.52)));
            contacts.push((side, Point::Tip, at(0.10)..at(gait::TOE_OFF)));
        }
    }
    contacts.retain(|c| c.2.start < c.2.end && c.2.start < 6.3);
    assert!(contacts.len() > 36);
    planted("walk", &contacts);
}

#[test]
fn jumping_feet_are_planted_before_and_after() {
    let contacts = body::SIDES.map(|side| {
        [
            (side, Point::Heel, 0.0..1.17),
            (side, Point::Tip, 0.0..jump::TAKE_OFF),
            (side, Point::Tip, jump::TOUCH_DOWN..9.0),
            (side, Point::Heel, jump::TOUCH_DOWN + 0.13..9.0),
        ]
    });
    planted("jump", contacts.as_flattened());
}

#[test]
fn the_dancer_turns_on_one_point() {
    let beat = 0.6;
    let contacts = [
        (BodySide::Left, Point::Tip, 0.0..2.7 * beat),
        (BodySide::Right, Point::Tip, 0.0..4.25 * beat),
        (BodySide::Left, Point::Heel, 4.4 * beat..5.75 * beat),
        (BodySide::Left, Point::Ball, 4.1 * beat..10.3 * beat),
        (BodySide::Right, Point::Ball, 5.4 * beat..5.7 * beat),
        (BodySide::Right, Point::Tip, 9.95 * beat..9.0),
        (BodySide::Left, Point::Tip, 11.8 * beat..9.0),
    ];
    planted("dance", &contacts);
    let dance = recording("dance");
    let yaw = |pose: &BodyPose| pose.local[HIPS].to_euler(EulerRot::YXZ).0.to_degrees();
    let turned = |pair: &[BodyPose]| (yaw(&pair[1]) - yaw(&pair[0]) + 180.0).rem_euclid(360.0) - 180.0;
    let last = |beats: f64| (beats * beat * dance.rate).round() as usize;
    let heading = |beats: f64| dance.poses[..=last(beats)].windows(2).map(turned).sum::<f64>();
    assert!((heading(14.0) + 360.0).abs() < 0.01, "{}", heading(14.0));
    assert!(heading(5.5).abs() < 20.0 && heading(8.4) < -355.0);
}

#[test]
fn nothing_sinks_into_the_ground() {
    for recording in recordings() {
        let name = recording.name;
        let mut lowest = f64::MAX;
        for side in body::SIDES {
            for point in [Point::Heel, Point::Ball, Point::Tip] {
                lowest = track(&recording, side, point).iter().map(|v| v.y).fold(lowest, f64::min);
            }
        }
        assert!(lowest > -0.3, "{name}: {lowest}");
        println!("{name}: lowest point {:.4} mm", lowest * 10.0);
    }
}

#[test]
fn flight_is_free_fall_of_the_centre_of_mass() {
    let recording = recording("jump");
    let centre = |frame: usize| recording.poses[frame].world().centre_of_mass().y;
    let (from, to) = ((jump::TAKE_OFF * 100.0).ceil() as usize, (jump::TOUCH_DOWN * 100.0) as usize);
    let heights: Vec<f64> = (from..=to).map(centre).collect();
    // A tenth of a second apart, so that rounding is small beside the fall.
    for w in heights.windows(21).step_by(5) {
        let fall = (w[0] - 2.0 * w[10] + w[20]) / 0.01;
        assert!((fall + 981.0).abs() < 5.0, "{fall}");
    }
    let rise = heights.iter().fold(0.0, |a: f64, b| a.max(*b)) - centre(0);
    assert!((45.0..55.0).contains(&rise), "{rise}");
    println!("jump: the centre of mass rises {rise:.1} cm over standing");
}

#[test]
fn knees_and_elbows_bend_one_way() {
    for recording in recordings() {
        let name = recording.name;
        for side in body::SIDES {
            let knee = hinge(&recording, side.leg() + 1);
            assert!(knee.iter().all(|k| (2.0..145.0).contains(k)), "{name} {side:?} knee");
            let elbow = |pose: &BodyPose| pose.local[side.arm() + 2].to_euler(EulerRot::YXZ).0.to_degrees();
            let elbow: Vec<f64> = recording.poses.iter().map(elbow).collect();
            assert!(elbow.iter().all(|e| (3.0..140.0).contains(&(-side.sign() * e))), "{name} {side:?} elbow");
            let toes = hinge(&recording, side.leg() + 3);
            assert!(toes.iter().all(|t| (-60.0..15.0).contains(t)), "{name} {side:?} toes");
        }
    }
}

#[test]
fn nothing_pops() {
    for (name, limit) in [("walk", 70.0), ("jump", 260.0), ("dance", 90.0)] {
        let recording = recording(name);
        let mut worst = 0.0_f64;
        for w in worlds(&recording).windows(3) {
            for joint in 0..COUNT {
                let jerk = (w[0].at[joint] - 2.0 * w[1].at[joint] + w[2].at[joint]).length();
                worst = worst.max(jerk * recording.rate.powi(2) / 100.0);
            }
        }
        assert!(worst < limit, "{name}: {worst} m/s2");
        println!("{name}: at most {worst:.0} m/s2");
    }
}

#[test]
fn nothing_is_frozen() {
    for recording in recordings() {
        let steps = 30.min((recording.rate / 2.0) as usize);
        for w in worlds(&recording).windows(steps + 1).step_by(steps / 2) {
            let moved = w.iter().map(|world| world.at[HEAD].distance(w[0].at[HEAD])).fold(0.0, f64::max);
            assert!(moved > 0.005, "{}", recording.name);
        }
    }
}

#[test]
fn clips_end_as_they_began() {
    for (recording, most) in recordings().iter().chain([&march::recording()]).zip([0.5, 0.5, 0.5, 0.01]) {
        let (first, last) = (recording.poses[0].world(), recording.poses[recording.poses.len() - 1].world());
        let far = first.at.iter().zip(last.at).map(|(a, b)| a.distance(b)).fold(0.0, f64::max);
        assert!(far < most, "{}: {far} cm", recording.name);
    }
}

#[test]
fn the_walk_follows_the_published_curves() {
    let recording = recording("walk");
    let gait = gait::Gait::new();
    for side in body::SIDES {
        let knee = hinge(&recording, side.leg() + 1);
        let error = |(f, k): (usize, &f64)| (k - gait.knee.at(walk::phase(f as f64 / recording.rate, side))).powi(2);
        let rms = (knee.iter().enumerate().map(error).sum::<f64>() / knee.len() as f64).sqrt();
        assert!(rms < 6.0, "{side:?}: {rms}");
        println!("walk: {side:?} knee differs by {rms:.1} degrees rms");
    }
}

#[test]
fn proportions_are_human() {
    let length = |joint: usize| JOINTS[joint].offset.length() / STATURE;
    for side in body::SIDES {
        let (leg, arm) = (side.leg(), side.arm());
        for (joint, share) in [(leg + 1, 0.245), (leg + 2, 0.246), (arm + 2, 0.186), (arm + 3, 0.146)] {
            assert!((length(joint) - share).abs() < 1e-4, "{}: {}", JOINTS[joint].name, length(joint));
        }
    }
    let rest = BodyPose { root: JOINTS[HIPS].offset, local: [DQuat::IDENTITY; COUNT] }.world();
    let height = rest.at[HEAD].y + JOINTS[HEAD].end.unwrap().y;
    assert!((height - STATURE).abs() < 0.01, "{height}");
    let mass: f64 = JOINTS.iter().map(|j| j.mass.share).sum();
    assert!((mass - 1.0).abs() < 0.01, "{mass}");
}

#[test]
fn marching_feet_stand_still() {
    let march = march::recording();
    for side in body::SIDES {
        let ankle = side.leg() + 2;
        let path: Vec<DVec3> = worlds(&march).iter().map(|world| world.at[ankle]).collect();
        // The left foot is up in the first half of every second, the right one in the second.
        let from = if side == BodySide::Left { 60 } else { 120 };
        for frame in from..=from + 60 {
            assert!(path[frame].distance(path[from]) < 0.1, "{side:?} {frame}: {}", path[frame]);
        }
        let highest = path.iter().map(|at| at.y).fold(0.0, f64::max);
        assert!(highest > 35.0, "{side:?} {highest}");
    }
}

/// The largest distance between a joint in the clip and in the recording, in centimetres.
fn off(clip: &Clip, recording: &Recording, joints: &[(String, usize)]) -> f32 {
    assert_eq!(clip.warnings, []);
    let motion = &clip.behaviours[0].motion;
    assert_eq!(motion.frame_count(), recording.poses.len());
    assert!((motion.frame_time() * recording.rate - 1.0).abs() < 1e-4);
    let place = |name: &str| clip.skeleton.names().iter().position(|known| **known == *name).unwrap();
    let joints: Vec<(usize, usize)> = joints.iter().map(|(name, joint)| (place(name), *joint)).collect();
    let mut worst = 0.0_f32;
    for (frame, world) in worlds(recording).iter().enumerate() {
        let found: Vec<Vec3> = clip.positions(0, frame).unwrap();
        for (place, joint) in &joints {
            worst = worst.max(found[*place].distance(world.at[*joint].as_vec3()));
        }
    }
    worst
}

#[test]
fn the_joints_of_bvh_are_where_the_figure_has_them() {
    let joints: Vec<(String, usize)> = JOINTS.iter().zip(0..).map(|(joint, at)| (joint.name.to_owned(), at)).collect();
    for recording in recordings() {
        let text = bvh::write(&recording).unwrap();
        let clip = parse("a.bvh", text.as_bytes(), Limits::default()).unwrap();
        assert_eq!(clip.skeleton.len(), 29);
        let worst = off(&clip, &recording, &joints);
        assert!(worst < 0.02, "{}: {worst} cm", recording.name);
    }
}

fn read_march() -> Clip {
    let files = acclaim::write(&march::recording()).unwrap();
    let files: Vec<(&str, &[u8])> = files.iter().map(|(name, text)| (name.as_str(), text.as_bytes())).collect();
    let mut clips = parse_set(&files, Limits::default());
    assert_eq!(clips.len(), 1);
    clips.remove(0).1.unwrap()
}

#[test]
fn the_joints_of_asf_and_amc_are_where_the_figure_has_them() {
    let joints: Vec<(String, usize)> = bones().into_iter().filter_map(|bone| Some((bone.name, bone.joint?))).collect();
    let worst = off(&read_march(), &march::recording(), &joints);
    assert!(worst < 0.02, "{worst} cm");
}

#[test]
fn one_knee_leaves_its_limits_once() {
    let clip = read_march();
    let marks = &clip.about.marks;
    assert_eq!(marks.len(), 1, "{marks:?}");
    let joint = usize::from(marks[0].joint.unwrap());
    assert_eq!(&*clip.skeleton.names()[joint], "h_right_low_leg");
}

#[test]
fn the_march_has_masses_and_a_skin_and_words_about_them() {
    let clip = read_march();
    assert!(clip.masses.len() > 15);
    let skin = clip.skin.unwrap();
    assert_eq!(skin.name(), "march.obj");
    assert!(clip.about.notes.iter().any(|(_, text)| text.contains("right knee")));
    let label = |name: &str| {
        let joint = clip.skeleton.names().iter().position(|other| &**other == name).unwrap();
        clip.about.labels[joint].to_string()
    };
    assert_eq!(label("h_left_up_arm"), "left upper arm");
}

#[test]
fn files_are_small_and_always_the_same() {
    let all = files().unwrap();
    assert_eq!(all, files().unwrap());
    let limit = |name: &str| match name {
        "march.asf" => 10_000,
        "march.obj" => 40_000,
        "march.amc" => 330_000,
        "walk.bvh" => 160_000,
        "jump.bvh" => 140_000,
        "dance.bvh" => 100_000,
        "human-loa1.x3d" => 35_000,
        "human-loa2.x3d" => 65_000,
        "human-loa3.x3d" => 75_000,
        "human-loa4.x3d" => 100_000,
        // Compressed it has an eighth.
        "human.x3d" => 270_000,
        "wave.x3d" => 340_000,
        "wave-motion.x3d" => 230_000,
        "adult.skel" => 3_000,
        "stroll.anim" => 100_000,
        _ => 0,
    };
    for (name, bytes) in &all {
        println!("{name}: {} bytes", bytes.len());
        assert!(bytes.len() < limit(name), "{name}: {}", bytes.len());
    }
}
