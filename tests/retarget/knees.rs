//! Knees, ankles and wrists do not leap: from one frame to the next they move hardly farther than the source's.

use std::path::{Path, PathBuf};

use marey::body::{BodyMap, SideMap};
use marey::glam::{Affine3A, Quat, Vec3};
use marey::model::Clip;
use marey::pose::{Pose, sample_frame, world_matrices};
use marey_study::retarget::{Feet, Measures, Options, Retarget, measures};

use crate::bodies::{Changes, FRAME_TIME, Moves, at_rest, moving};
use support::runs::{corpus, rounds};
use support::{file_name, paths_with};

/// Length of the leg of a body of 1.80 m, for which lengths are told: metres.
const LEG: f32 = 0.885;
/// How much farther than the source's a joint may move from one frame to the next in 999 of 1000 frames: millimetres.
const FARTHER: f32 = 5.0;
/// The greatest jitter, the source's as 1.
const JITTER: f32 = 1.9;
/// Degrees between the limbs in 95 of 100 frames, where thighs and shins are as long as the source's within a tenth.
const LIMBS: f32 = 10.0;

/// Knees, ankles and wrists of both sides.
const FOLLOWED: [fn(&SideMap) -> usize; 3] = [|side| side.shin, |side| side.foot, |side| side.hand];

/// What a motion is like on another figure.
struct Found {
    /// How much farther than the source's knees, ankles and wrists move in a frame: millimetres, at most in 999 of 1000 frames.
    farther: [f32; 3],
    measures: Measures,
    /// Whether thighs and shins are as long as the source's, within a tenth.
    is_alike: bool,
}

impl Found {
    /// What misses its goal.
    fn misses(&self) -> Vec<&'static str> {
        let [knees, ankles, wrists] = self.farther;
        let limbs = if self.is_alike { self.measures.limbs.p95 } else { 0.0 };
        let goals = [
            ("knees", knees, FARTHER),
            ("ankles", ankles, FARTHER),
            ("wrists", wrists, FARTHER),
            ("jitter", self.measures.jitter, JITTER),
            ("limbs", limbs, LIMBS),
        ];
        let missed = goals.into_iter().filter(|(_, found, most)| found.is_nan() || found > most);
        missed.map(|(name, ..)| name).collect()
    }
}

/// The followed joints of a motion, side by side and frame by frame, in metres of a body of 1.80 m.
fn courses(clip: &Clip, map: &BodyMap, metres: f32) -> Vec<Vec<Vec3>> {
    let mut pose = Pose::rest(&clip.skeleton);
    let motion = &clip.behaviours[0].motion;
    let frames = (0..motion.frame_count()).map(|frame| {
        sample_frame(motion, frame, &mut pose);
        world_matrices(&clip.skeleton, Affine3A::from_scale(Vec3::splat(metres)), &mut pose);
        let at = |joint: usize| Vec3::from(pose.world[joint].translation);
        FOLLOWED.iter().flat_map(|joint| map.sides.each_ref().map(|side| at(joint(side)))).collect()
    });
    frames.collect()
}

/// The lengths of thighs and shins in the first frame, means of both sides.
fn bones(clip: &Clip, map: &BodyMap) -> [f32; 2] {
    let mut pose = Pose::rest(&clip.skeleton);
    sample_frame(&clip.behaviours[0].motion, 0, &mut pose);
    world_matrices(&clip.skeleton, Affine3A::IDENTITY, &mut pose);
    let way = |a: usize, b: usize| pose.world[a].translation.distance(pose.world[b].translation);
    let [l, r] = &map.sides;
    [way(l.thigh, l.shin) + way(r.thigh, r.shin), way(l.shin, l.foot) + way(r.shin, r.foot)].map(|both| both / 2.0)
}

/// `None` where one of both is no whole person.
///
/// Arms point as the source's in every frame, so that longer arms or another trunk take the hands farther: wrists are compared with those of
/// the figure whose feet are free.
fn found(source: &Clip, target: &Clip) -> Option<Found> {
    let mut retarget = Retarget::new(source, 0, target, &Options::default()).ok()?;
    let clip = retarget.clip().unwrap();
    let [own, other] = retarget.maps();
    if !own.sides.iter().chain(&other.sides).all(|side| side.has_leg() && side.has_arm()) {
        return None;
    }
    let free = Retarget::new(source, 0, target, &Options::default().feet(Feet::Free)).unwrap().clip().unwrap();
    let [own_bones, other_bones] = [bones(source, own), bones(&clip, other)];
    let metres = LEG / (other_bones[0] + other_bones[1]);
    let to_source = metres * retarget.scale();
    let is_alike = (0..2).all(|bone| (other_bones[bone] * metres / (own_bones[bone] * to_source) - 1.0).abs() < 0.1);
    let [source_course, free, course] =
        [courses(source, own, to_source), courses(&free, other, metres), courses(&clip, other, metres)];
    let mut farther: [Vec<f32>; 3] = Default::default();
    for frame in 1..course.len() {
        for joint in 0..2 * FOLLOWED.len() {
            let way = |course: &[Vec<Vec3>]| course[frame][joint].distance(course[frame - 1][joint]);
            let wanted = if joint / 2 == 2 { way(&free) } else { way(&source_course) };
            farther[joint / 2].push((way(&course) - wanted).max(0.0) * 1000.0);
        }
    }
    let farther = farther.map(|mut farther| {
        farther.sort_by(f32::total_cmp);
        farther.get((0.999 * (farther.len().max(1) - 1) as f32) as usize).copied().unwrap_or(0.0)
    });
    Some(Found { farther, measures: measures(&retarget, &clip), is_alike })
}

fn read(folder: &Path, motion: &str, companion: &str) -> Clip {
    let companions: Vec<PathBuf> =
        Some(companion).filter(|name| !name.is_empty()).map(|name| folder.join(name)).into_iter().collect();
    marey::read_file_with(folder.join(motion), &companions).unwrap()
}

fn sample(motion: &str, companion: &str) -> Clip {
    read(&support::project().join("xtask/samples/clips"), motion, companion)
}

/// A motion of our samples, and the file that it needs.
const SAMPLES: [(&str, &str); 6] = [
    ("walk.bvh", ""),
    ("dance.bvh", ""),
    ("jump.bvh", ""),
    ("wave.x3d", ""),
    ("march.amc", "march.asf"),
    ("stroll.anim", "adult.skel"),
];

/// The angle of both knees in a frame, negative where they are overextended: from 20 degrees to -10 and back in a second.
fn swaying(frame: usize) -> f32 {
    (5.0 + 15.0 * (std::f32::consts::TAU * frame as f32 * FRAME_TIME as f32).cos()).to_radians()
}

/// Sways on the spot: the knees are overextended by up to 10 degrees, and the feet stand.
const SWAYS: Moves = Moves {
    frames: 120,
    rotation: |name, frame| {
        let angle = swaying(frame);
        Quat::from_rotation_x(match name {
            "LeftUpLeg" | "RightUpLeg" => -0.5 * angle,
            "LeftLeg" | "RightLeg" => angle,
            "LeftFoot" | "RightFoot" => -0.5 * angle,
            "LeftArm" => 0.1 * angle,
            _ => 0.0,
        })
    },
    hips: |frame| Vec3::new(0.0, 0.08 + 0.88 * (0.5 * swaying(frame)).cos(), 0.0),
};

/// From 0 to 1 and back in eight tenths of a second, from the twentieth frame on.
fn kicking(frame: usize) -> f32 {
    let time = frame.saturating_sub(20) as f32 * FRAME_TIME as f32 / 0.8;
    if time < 1.0 { 0.5 - 0.5 * (std::f32::consts::TAU * time).cos() } else { 0.0 }
}

/// Stands on the right leg and kicks to the side with the left one, which is straight but for a few degrees of trembling.
const KICKS: Moves = Moves {
    frames: 80,
    rotation: |name, frame| {
        let tremble = 0.05 * (2.1 * frame as f32).sin();
        match name {
            "LeftUpLeg" => Quat::from_rotation_z(1.5 * kicking(frame)),
            "LeftLeg" => Quat::from_rotation_x(0.03 + tremble) * Quat::from_rotation_z(0.5 * tremble),
            _ => Quat::IDENTITY,
        }
    },
    hips: |_| Vec3::new(0.0, 0.96, 0.0),
};

/// Stands on the right leg and lifts the left knee, with the shin upright.
const LIFTS: Moves = Moves {
    frames: 80,
    rotation: |name, frame| match name {
        "LeftUpLeg" => Quat::from_rotation_x(-1.2 * kicking(frame)),
        "LeftLeg" => Quat::from_rotation_x(1.2 * kicking(frame)),
        _ => Quat::IDENTITY,
    },
    hips: |_| Vec3::new(0.0, 0.96, 0.0),
};

/// Stands on bent knees, and shakes as a person in noisy video, the left foot most.
const SHAKES: Moves = Moves {
    frames: 80,
    rotation: |name, frame| {
        let noise = (2.1 * frame as f32).sin();
        Quat::from_rotation_x(match name {
            "LeftUpLeg" | "RightUpLeg" => -0.3 + 0.005 * noise,
            "LeftLeg" | "RightLeg" => 0.6,
            "LeftFoot" => -0.3 + 0.12 * noise,
            "RightFoot" => -0.3,
            "Spine" => 0.02 * noise,
            "LeftArm" | "RightArm" => 0.05 * noise,
            _ => 0.0,
        })
    },
    hips: |_| Vec3::new(0.0, 0.08 + 0.88 * 0.3_f32.cos(), 0.0),
};

fn long_thighs(name: &str) -> f32 {
    if name.ends_with("Leg") && !name.contains("Up") { 1.25 } else { 1.0 }
}

fn long_feet(name: &str) -> f32 {
    match name {
        "LeftToeBase" | "RightToeBase" => 1.4,
        "LeftLeg" | "RightLeg" => 0.8,
        _ => 1.0,
    }
}

fn short_feet(name: &str) -> f32 {
    if name.contains("ToeBase") { 0.6 } else { 1.0 }
}

#[test]
fn legs_that_are_overextended_kick_or_shake_do_not_leap() {
    for (name, moves) in [("sways", SWAYS), ("kicks", KICKS), ("lifts", LIFTS), ("shakes", SHAKES)] {
        let source = moving(&Changes::default(), moves);
        for (figure, scale) in
            [("long feet", long_feet as fn(&str) -> f32), ("short feet", short_feet), ("long thighs", long_thighs)]
        {
            let found = found(&source, &at_rest(&Changes { scale, ..Changes::default() })).unwrap();
            assert!(found.misses().is_empty(), "{}", line(name, figure, &found));
        }
    }
}

#[test]
fn joints_of_our_samples_move_no_farther_than_the_source_s() {
    let figures = [sample("human.x3d", ""), sample("adult.skel", "")];
    for (motion, companion) in SAMPLES {
        let source = sample(motion, companion);
        for figure in &figures {
            let found = found(&source, figure).unwrap();
            assert!(found.misses().is_empty(), "{}", line(motion, &figure.name, &found));
        }
    }
}

/// Longer motions of Acclaim.
const ACCLAIM: [(&str, &str); 9] = [
    ("acclaim/cmu_backflip.amc", "acclaim/cmu_backflip.asf"),
    ("acclaim/cmu_pirouette.amc", "acclaim/cmu_pirouette.asf"),
    ("acclaim/cmu_zombie.amc", "acclaim/cmu_zombie.asf"),
    ("acclaim/endorphin_character01.amc", "acclaim/endorphin_character01.asf"),
    ("acclaim/fairmotion_11.amc", "acclaim/fairmotion_11.asf"),
    ("acclaim/fzzzz_walk_crlf.amc", "acclaim/usc_07_walk.asf"),
    ("acclaim/usc_07_walk.amc", "acclaim/usc_07_walk.asf"),
    ("acclaim/usc_131_dance_1.amc", "acclaim/usc_131_dance.asf"),
    ("acclaim/usc_131_dance_2.amc", "acclaim/usc_131_dance.asf"),
];
/// A motion with fewer frames is a pose.
const FEW_FRAMES: usize = 10;

fn line(name: &str, figure: &str, found: &Found) -> String {
    let Found { farther: [knees, ankles, wrists], measures, is_alike } = found;
    let limbs = measures.limbs.p95;
    let limbs = if *is_alike { format!("{limbs:.1}") } else { format!("({limbs:.1})") };
    format!(
        "{name} on {figure}: knees {knees:.1} ankles {ankles:.1} wrists {wrists:.1} jitter {:.2} limbs {limbs}",
        measures.jitter
    )
}

#[test]
#[ignore = "needs MAREY_CORPUS"]
fn joints_of_real_motions_move_no_farther_than_the_source_s() {
    let corpus = corpus().join("corpus");
    let figures = [
        ("human", sample("human.x3d", "")),
        ("mixamo", read(&corpus, "rigs/mixamo.bvh", "")),
        ("adultlike", read(&corpus, "skel/adultlike.skel", "")),
    ];
    let of_folder = paths_with(&corpus.join("bvh"), &["bvh"]);
    let of_folder = of_folder.iter().filter_map(|path| Some((file_name(path), marey::read_file(path).ok()?)));
    let of_list = ACCLAIM.iter().map(|(motion, companion)| ((*motion).to_owned(), read(&corpus, motion, companion)));
    let own = SAMPLES.iter().map(|(motion, companion)| ((*motion).to_owned(), sample(motion, companion)));
    let motions: Vec<(String, Clip)> = of_folder.chain(of_list).chain(own).collect();
    // Every third motion, unless the run is a deep one.
    let step = 30 / rounds(30);
    let (mut missed, mut pairs) = (Vec::new(), 0);
    for (name, source) in
        motions.iter().filter(|(_, clip)| clip.behaviours[0].motion.frame_count() >= FEW_FRAMES).step_by(step.min(3))
    {
        for (figure, target) in &figures {
            let Some(found) = found(source, target) else { continue };
            pairs += 1;
            if !found.misses().is_empty() {
                missed.push(line(name, figure, &found));
            }
        }
    }
    assert!(pairs >= 20, "{pairs}");
    assert_eq!(missed, Vec::<String>::new());
}
