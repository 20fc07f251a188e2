//! Tests the written files: feet do not slide, knees bend forwards, flight is free fall, nothing jerks.

use super::body::{self, BodySide, HEEL, JOINTS, STATURE};
use super::read::File;
use super::{bvh, gait, jump, recordings, walk};
use glam::DVec3;
use std::ops::Range;

fn files() -> Vec<(&'static str, File)> {
    recordings().iter().map(|c| (c.name, File::read(&bvh::write(c).unwrap()))).collect()
}

fn file(name: &str) -> File {
    files().into_iter().find(|(n, _)| *n == name).unwrap().1
}

/// A point of a foot in every frame: its heel, its ball or the tip of its toes.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Point {
    Heel,
    Ball,
    Tip,
}

fn track(file: &File, side: BodySide, point: Point) -> Vec<DVec3> {
    let foot = file.node(&format!("{side:?}Foot"));
    let ball = file.node(&format!("{side:?}ToeBase"));
    let tip = file.node(&format!("{side:?}ToeBaseEnd"));
    let place = |world: &Vec<(DVec3, glam::DMat3)>| match point {
        Point::Heel => world[foot].0 + world[foot].1 * HEEL,
        Point::Ball => world[ball].0 - DVec3::Y * body::BALL_HEIGHT,
        Point::Tip => world[tip].0 - DVec3::Y * body::TIP_HEIGHT,
    };
    file.worlds().iter().map(place).collect()
}

/// The largest distance between any two positions of a contact, and from the ground, in centimetres.
fn slide(path: &[DVec3]) -> (f64, f64) {
    let flat = |v: &DVec3| DVec3::new(v.x, 0.0, v.z);
    let far = path.iter().flat_map(|a| path.iter().map(move |b| flat(a).distance(flat(b)))).fold(0.0, f64::max);
    (far, path.iter().map(|v| v.y.abs()).fold(0.0, f64::max))
}

fn planted(name: &str, contacts: &[(BodySide, Point, Range<f64>)]) {
    let file = file(name);
    let (mut worst, mut off) = (0.0_f64, 0.0_f64);
    for (side, point, times) in contacts {
        let frame = |t: f64| ((t / file.frame_time).ceil().max(0.0) as usize).min(file.rows.len());
        let path = track(&file, *side, *point);
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
    let heading = file("dance").channel("Hips", "Yrotation");
    let turned = heading[0] - heading[heading.len() - 1];
    assert!((turned - 360.0).abs() < 0.01, "{turned}");
    let at = |beat: f64| heading[(beat * 36.0) as usize];
    assert!(at(5.5).abs() < 20.0 && at(8.4).abs() > 355.0);
}

#[test]
fn nothing_sinks_into_the_ground() {
    for (name, file) in files() {
        let mut lowest = f64::MAX;
        for side in body::SIDES {
            for point in [Point::Heel, Point::Ball, Point::Tip] {
                lowest = track(&file, side, point).iter().map(|v| v.y).fold(lowest, f64::min);
            }
        }
        assert!(lowest > -0.3, "{name}: {lowest}");
        println!("{name}: lowest point {:.4} mm", lowest * 10.0);
    }
}

#[test]
fn flight_is_free_fall_of_the_centre_of_mass() {
    let file = file("jump");
    let centre = |frame: usize| -> f64 {
        let world = file.world(frame);
        let place = |j: &body::BodyJoint| {
            let (at, turn) = world[file.node(j.name)];
            (at + turn * j.mass.centre).y * j.mass.share
        };
        JOINTS.iter().map(place).sum::<f64>() / JOINTS.iter().map(|j| j.mass.share).sum::<f64>()
    };
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
    for (name, file) in files() {
        for side in body::SIDES {
            let knee = file.channel(&format!("{side:?}Leg"), "Xrotation");
            assert!(knee.iter().all(|k| (2.0..145.0).contains(k)), "{name} {side:?} knee");
            let elbow = file.channel(&format!("{side:?}ForeArm"), "Yrotation");
            assert!(elbow.iter().all(|e| (3.0..140.0).contains(&(-side.sign() * e))), "{name} {side:?} elbow");
            let toes = file.channel(&format!("{side:?}ToeBase"), "Xrotation");
            assert!(toes.iter().all(|t| (-60.0..15.0).contains(t)), "{name} {side:?} toes");
        }
    }
}

#[test]
fn no_joint_jumps() {
    for (name, limit) in [("walk", 70.0), ("jump", 260.0), ("dance", 90.0)] {
        let file = file(name);
        let worlds = file.worlds();
        let mut worst = 0.0_f64;
        for w in worlds.windows(3) {
            for ((a, b), c) in w[0].iter().zip(&w[1]).zip(&w[2]) {
                let jerk = (a.0 - 2.0 * b.0 + c.0).length() / file.frame_time.powi(2) / 100.0;
                worst = worst.max(jerk);
            }
        }
        assert!(worst < limit, "{name}: {worst} m/s2");
        println!("{name}: at most {worst:.0} m/s2");
    }
}

#[test]
fn every_clip_keeps_moving() {
    for (name, file) in files() {
        let worlds = file.worlds();
        let head = file.node("Head");
        for w in worlds.windows(31).step_by(15) {
            let moved = w.iter().map(|f| f[head].0.distance(w[0][head].0)).fold(0.0, f64::max);
            assert!(moved > 0.005, "{name}");
        }
    }
}

#[test]
fn clips_end_as_they_began() {
    for (name, file) in files() {
        let (first, last) = (file.world(0), file.world(file.rows.len() - 1));
        let far = first.iter().zip(&last).map(|(a, b)| a.0.distance(b.0)).fold(0.0, f64::max);
        assert!(far < 0.5, "{name}: {far} cm");
    }
}

#[test]
fn the_walk_follows_the_published_curves() {
    let file = file("walk");
    let gait = gait::Gait::new();
    for side in body::SIDES {
        let knee = file.channel(&format!("{side:?}Leg"), "Xrotation");
        let error = |(f, k): (usize, &f64)| (k - gait.knee.at(walk::phase(f as f64 * file.frame_time, side))).powi(2);
        let rms = (knee.iter().enumerate().map(error).sum::<f64>() / knee.len() as f64).sqrt();
        assert!(rms < 6.0, "{side:?}: {rms}");
        println!("walk: {side:?} knee differs by {rms:.1} degrees rms");
    }
}

#[test]
fn proportions_are_human() {
    let file = file("walk");
    let length = |name: &str| file.nodes[file.node(name)].offset.length() / STATURE;
    for side in ["Left", "Right"] {
        for (name, share) in [("Leg", 0.245), ("Foot", 0.246), ("ForeArm", 0.186), ("Hand", 0.146)] {
            let found = length(&format!("{side}{name}"));
            assert!((found - share).abs() < 1e-4, "{side}{name}: {found}");
        }
    }
    let height: f64 = ["Hips", "Spine", "Spine1", "Spine2", "Neck", "Head", "HeadEnd"]
        .iter()
        .map(|n| file.nodes[file.node(n)].offset.y)
        .sum();
    assert!((height - STATURE).abs() < 0.01, "{height}");
    let mass: f64 = JOINTS.iter().map(|j| j.mass.share).sum();
    assert!((mass - 1.0).abs() < 0.01, "{mass}");
    assert_eq!(file.nodes.len(), 29);
}

#[test]
fn files_are_small_and_always_the_same() {
    let write = || recordings().iter().map(|one| bvh::write(one).unwrap()).collect::<Vec<_>>();
    let texts = write();
    assert_eq!(texts, write());
    for (text, limit) in texts.iter().zip([160_000, 200_000, 250_000]) {
        assert!(text.len() < limit, "{}", text.len());
    }
}
