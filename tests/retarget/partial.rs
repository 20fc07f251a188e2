//! Figures that lack limbs or the head: what both have is played, and what is missing is told.

use marey::body::Side;
use marey::body::{BodyMap, NoMap, Part};
use marey::glam::{Affine3A, Quat, Vec3};
use marey::model::Clip;
use marey::pose::{Pose, sample_frame, world_matrices};
use marey_study::retarget::{Feet, Options, Retarget, RetargetError, measures};

use crate::bodies::{Changes, at_rest, walk, without};
use support::check_clip::check_clip;

fn is_arm(name: &str) -> bool {
    name.contains("Arm") || name.contains("Shoulder") || name.contains("Hand")
}

fn is_leg(name: &str) -> bool {
    name.contains("UpLeg")
}

/// Directions of a bone in all frames.
fn bones(clip: &Clip, from: &str, to: &str) -> Vec<Vec3> {
    let joints = [from, to].map(|name| clip.skeleton.find(name).unwrap());
    let mut pose = Pose::rest(&clip.skeleton);
    let motion = &clip.behaviours[0].motion;
    let direction = |frame| {
        sample_frame(motion, frame, &mut pose);
        world_matrices(&clip.skeleton, Affine3A::IDENTITY, &mut pose);
        let [a, b] = joints.map(|joint| Vec3::from(pose.world[joint].translation));
        (b - a).normalize()
    };
    (0..motion.frame_count()).map(direction).collect()
}

fn furthest(a: &[Vec3], b: &[Vec3]) -> f32 {
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).map(|(a, b)| a.distance(*b)).fold(0.0, f32::max)
}

/// The motion on the target, and the remarks in words.
fn played(source: &Clip, target: &Clip, feet: Feet) -> (Clip, Vec<String>, usize) {
    let mut retarget = Retarget::new(source, 0, target, &Options::default().feet(feet)).unwrap();
    let notes = retarget.notes().iter().map(ToString::to_string).collect();
    let clip = retarget.clip().unwrap();
    check_clip(&clip).unwrap();
    assert!(measures(&retarget, &clip).limbs.mean.is_finite());
    (clip, notes, retarget.main_joint_count())
}

fn lowest(clip: &Clip, frame: usize) -> f32 {
    let mut pose = Pose::rest(&clip.skeleton);
    sample_frame(&clip.behaviours[0].motion, frame, &mut pose);
    world_matrices(&clip.skeleton, Affine3A::IDENTITY, &mut pose);
    pose.world.iter().map(|world| world.translation.y).fold(f32::INFINITY, f32::min)
}

#[test]
fn arms_that_the_motion_lacks_keep_their_rest() {
    let whole = walk(&Changes::default());
    let legs = without(&whole, is_arm);
    let figure = at_rest(&Changes::default());
    let (clip, notes, joints) = played(&legs, &figure, Feet::Follow);
    let missing = [
        "left arm: none in the motion; it keeps its rest pose",
        "right arm: none in the motion; it keeps its rest pose",
    ];
    assert!(missing.iter().all(|one| notes.iter().any(|note| note == one)), "{notes:?}");
    assert_eq!(joints, 9);
    for [from, to] in [["LeftUpLeg", "LeftLeg"], ["RightLeg", "RightFoot"]] {
        let far = furthest(&bones(&whole, from, to), &bones(&clip, from, to));
        assert!(far < 0.02, "{from}: {far}");
    }
    let arm = clip.skeleton.find("LeftForeArm").unwrap();
    let mut pose = Pose::rest(&clip.skeleton);
    sample_frame(&clip.behaviours[0].motion, 60, &mut pose);
    assert!(pose.rotations[arm].angle_between(Quat::IDENTITY) < 1e-4);
}

#[test]
fn legs_that_the_motion_lacks_stand_on_the_floor() {
    let whole = walk(&Changes::default());
    let (clip, notes, joints) = played(&without(&whole, is_leg), &at_rest(&Changes::default()), Feet::Follow);
    assert!(notes.iter().any(|note| note.starts_with("left leg: none in the motion")), "{notes:?}");
    assert_eq!(joints, 9);
    let far = furthest(&bones(&whole, "RightArm", "RightForeArm"), &bones(&clip, "RightArm", "RightForeArm"));
    assert!(far < 0.002, "{far}");
    assert!(lowest(&clip, 50).abs() < 0.02, "{}", lowest(&clip, 50));
}

#[test]
fn a_figure_may_lack_its_head_or_one_arm() {
    let whole = walk(&Changes::default());
    let figure = at_rest(&Changes::default());
    for (lacks, note, joints) in [
        ((|name| name == "Neck") as fn(&str) -> bool, "head: none in the figure", 14),
        (|name| name == "LeftShoulder", "left arm: none in the figure", 12),
        (|name| name == "RightUpLeg", "right leg: none in the figure", 12),
    ] {
        let (clip, notes, count) = played(&whole, &without(&figure, lacks), Feet::Follow);
        assert!(notes.iter().any(|one| one == note), "{notes:?}");
        assert_eq!(count, joints);
        for [from, to] in [["RightArm", "RightForeArm"], ["LeftUpLeg", "LeftLeg"], ["LeftLeg", "LeftFoot"]] {
            let far = furthest(&bones(&whole, from, to), &bones(&clip, from, to));
            assert!(far < 0.05, "{note}, {from}: {far}");
        }
        // And its motion on the whole figure.
        let (clip, notes, count) = played(&without(&whole, lacks), &figure, Feet::Still);
        assert!(notes.iter().any(|one| one.contains("none in the motion; it keeps its rest pose")), "{notes:?}");
        assert_eq!(count, joints);
        let far = furthest(&bones(&whole, "LeftUpLeg", "LeftLeg"), &bones(&clip, "LeftUpLeg", "LeftLeg"));
        assert!(far < 0.05, "{note}, back: {far}");
    }
}

#[test]
fn two_halves_have_nothing_in_common_and_a_half_is_no_person() {
    let whole = walk(&Changes::default());
    let (arms, legs) = (without(&whole, is_leg), without(&whole, is_arm));
    let refused = Retarget::new(&arms, 0, &legs, &Options::default()).err().unwrap();
    assert_eq!(refused, RetargetError::Target(NoMap::NothingInCommon));
    assert_eq!(BodyMap::of_clip(&arms).unwrap_err(), NoMap::NoFeet);
    assert_eq!(BodyMap::of_clip(&legs).unwrap_err(), NoMap::NoHands);
    let map = BodyMap::partial_of_clip(&legs).unwrap();
    assert_eq!(map.joint(Part::Arm(Side::Left)), None);
    assert!(map.joint(Part::Foot(Side::Right)).is_some() && map.has_head());
}

#[test]
fn parts_that_a_person_names_may_be_those_of_two_limbs() {
    let whole = walk(&Changes::default());
    let map = BodyMap::of_clip(&whole).unwrap();
    let of = |kept: fn(Part) -> bool| -> Vec<(Part, usize)> {
        map.parts().into_iter().filter(|(part, _)| kept(*part)).collect()
    };
    let legs = of(|part| matches!(part, Part::Thigh(_) | Part::Shin(_) | Part::Foot(_)));
    let made = BodyMap::of_parts(&whole.skeleton, &legs).unwrap();
    assert_eq!((made.hips, made.joint(Part::Hand(Side::Left))), (map.hips, None));
    let arms = of(|part| matches!(part, Part::Arm(_) | Part::Fore(_) | Part::Hand(_)));
    let made = BodyMap::of_parts(&whole.skeleton, &arms).unwrap();
    assert_eq!((made.hips, made.chest, made.joint(Part::Foot(Side::Left))), (map.hips, map.chest, None));
    let missing = BodyMap::of_parts(&whole.skeleton, &legs[1..]).unwrap_err();
    assert_eq!(missing.part, Part::Thigh(Side::Left));
    let missing = BodyMap::of_parts(&whole.skeleton, &legs[..3]).unwrap_err();
    assert_eq!(missing.part, Part::Thigh(Side::Right));
    assert_eq!(BodyMap::of_parts(&whole.skeleton, &[]).unwrap_err().part, Part::Thigh(Side::Left));
}
