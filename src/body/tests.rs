//! Each rule on a skeleton made for it.

use std::f32::consts::FRAC_PI_2;

use glam::{Quat, Vec3};

use super::poses::boxes;
use super::up::median_extent;
use super::*;
use crate::error::Limits;
use crate::model::{
    Axis, Channels, Confidence, Format, JointKind, Motion, MotionBuilder, PositionMode, Skeleton, SkeletonBuilder,
    Source,
};

/// Joints as name, parent's name and offset; a name that ends with `.` is an end site's.
fn skeleton(joints: &[(&str, &str, [f32; 3])]) -> Skeleton {
    let mut b = SkeletonBuilder::new(&Limits::default());
    for (name, parent, offset) in joints {
        let parent = joints.iter().position(|(other, ..)| other == parent).map(|at| at as u16);
        let kind = if name.ends_with('.') { JointKind::EndSite } else { JointKind::Joint };
        b.add(name, parent, kind, Vec3::from_array(*offset), Quat::IDENTITY).unwrap();
    }
    b.finish().unwrap()
}

/// A T-pose of a person of 1.70 m in centimetres: thighs and shins of 41.7 cm, 0.6 of the path to the head in the legs.
const PERSON: [(&str, &str, [f32; 3]); 18] = [
    ("Hips", "", [0.0, 83.5, 0.0]),
    ("LeftUpLeg", "Hips", [9.0, 0.0, 0.0]),
    ("LeftLeg", "LeftUpLeg", [0.0, -41.7, 0.0]),
    ("LeftFoot", "LeftLeg", [0.0, -41.8, 0.0]),
    ("LeftToe.", "LeftFoot", [0.0, 0.0, 12.0]),
    ("RightUpLeg", "Hips", [-9.0, 0.0, 0.0]),
    ("RightLeg", "RightUpLeg", [0.0, -41.7, 0.0]),
    ("RightFoot", "RightLeg", [0.0, -41.8, 0.0]),
    ("RightToe.", "RightFoot", [0.0, 0.0, 12.0]),
    ("Back", "Hips", [0.0, 20.0, 0.0]),
    ("Spine", "Back", [0.0, 20.0, 0.0]),
    ("Head", "Spine", [0.0, 16.0, 0.0]),
    ("LeftArm", "Spine", [17.0, 0.0, 0.0]),
    ("LeftForeArm", "LeftArm", [28.0, 0.0, 0.0]),
    ("LeftHand", "LeftForeArm", [28.4, 0.0, 0.0]),
    ("RightArm", "Spine", [-17.0, 0.0, 0.0]),
    ("RightForeArm", "RightArm", [-28.0, 0.0, 0.0]),
    ("RightHand", "RightForeArm", [-28.4, 0.0, 0.0]),
];

fn person(change: impl Fn(&mut (&'static str, &'static str, [f32; 3]))) -> Skeleton {
    let mut joints = PERSON;
    joints.iter_mut().for_each(change);
    skeleton(&joints)
}

fn scaled(by: f32) -> Skeleton {
    person(|(_, _, offset)| *offset = offset.map(|length| length * by))
}

fn parts(skeleton: &Skeleton) -> BodyParts {
    BodyParts::find(skeleton, &poses(skeleton, &Motion::rest(), 0.0))
}

fn scale(skeleton: &Skeleton) -> Scale {
    let size = median_extent(&boxes(&poses(skeleton, &Motion::rest(), 0.0))).max_element();
    Scale::new(&Source::new(Format::Bvh), parts(skeleton).stature, size)
}

fn up(skeleton: &Skeleton, motion: &Motion) -> UpGuess {
    let poses = poses(skeleton, motion, 0.0);
    UpGuess::new(skeleton, &poses, &BodyParts::find(skeleton, &poses))
}

/// Indices of the joints with these names.
fn named(skeleton: &Skeleton, names: [&str; 2]) -> [usize; 2] {
    names.map(|name| skeleton.find(name).unwrap())
}

#[test]
fn a_figure_may_hang_from_its_head() {
    // A headset is the root: spine, hips and legs hang below it, the arms too or not at all.
    let turned = |with_arms: bool| {
        let mut joints = vec![
            ("Head", "", [0.0, 160.0, 0.0]),
            ("Chest", "Head", [0.0, -16.0, 0.0]),
            ("Waist", "Chest", [0.0, -30.0, 0.0]),
            ("Hips", "Waist", [0.0, -33.0, 0.0]),
        ];
        joints.extend(PERSON.into_iter().filter(|(name, ..)| name.contains("Leg") || name.contains("Foot")));
        if with_arms {
            let arms = PERSON.into_iter().filter(|(name, ..)| name.contains("Arm") || name.contains("Hand"));
            joints.extend(
                arms.map(|(name, above, offset)| (name, if above == "Spine" { "Chest" } else { above }, offset)),
            );
        }
        skeleton(&joints)
    };
    for with_arms in [true, false] {
        let stature = parts(&turned(with_arms)).stature.unwrap();
        assert!((stature.length - 170.0).abs() < 2.0 && stature.confidence == Confidence::Sure, "{stature:?}");
    }
    // A trunk as short as that of no person.
    let mut joints = vec![("Head", "", [0.0, 90.0, 0.0]), ("Hips", "Head", [0.0, -5.0, 0.0])];
    joints.extend(PERSON.into_iter().filter(|(name, ..)| name.contains("Leg") || name.contains("Foot")));
    assert_eq!(parts(&skeleton(&joints)).stature, None);
}

#[test]
fn parts_are_the_topmost_joints_of_their_names() {
    let skeleton = person(|_| ());
    let parts = parts(&skeleton);
    let (legs, arms) = (parts.legs.unwrap(), parts.arms.unwrap());
    assert_eq!(legs.tops, named(&skeleton, ["LeftUpLeg", "RightUpLeg"]));
    assert_eq!(legs.ends, named(&skeleton, ["LeftFoot", "RightFoot"]));
    assert_eq!(arms.tops, named(&skeleton, ["LeftArm", "RightArm"]));
    assert_eq!(arms.ends, named(&skeleton, ["LeftHand", "RightHand"]));
    assert_eq!(parts.head, skeleton.find("Head"));
    assert!((legs.length - 83.5).abs() < 1e-3 && (arms.length - 56.4).abs() < 1e-3);
    let stature = parts.stature.unwrap();
    assert!((stature.length - 170.06).abs() < 0.01, "{stature:?}");
    assert_eq!((stature.from, stature.confidence), (StatureFrom::Legs, Confidence::Sure));
}

#[test]
fn legs_that_do_not_fit_the_arms_make_the_height_unsure() {
    let thighs_of = |length: f32| {
        person(|(name, _, offset)| {
            if matches!(*name, "LeftLeg" | "RightLeg") {
                offset[1] = -length;
            }
        })
    };
    let confidence = |skeleton: &Skeleton| parts(skeleton).stature.unwrap().confidence;
    assert_eq!(confidence(&thighs_of(50.0)), Confidence::Sure);
    // Longer than the arms, from shoulder to wrist.
    let long = thighs_of(60.0);
    assert_eq!((confidence(&long), scale(&long).confidence), (Confidence::Unsure, Confidence::Unsure));
    let arms_by = |factor: f32| {
        person(|(name, _, offset)| {
            if name.ends_with("Hand") || name.ends_with("ForeArm") {
                offset[0] *= factor;
            }
        })
    };
    assert_eq!([0.9, 1.3].map(|factor| confidence(&arms_by(factor))), [Confidence::Sure; 2]);
    assert_eq!([0.7, 1.7].map(|factor| confidence(&arms_by(factor))), [Confidence::Unsure; 2]);
}

#[test]
fn names_that_lie_lose_against_the_shape() {
    // The left hand and the left foot are called by each other's names.
    let exchanged = person(|(name, parent, _)| {
        for name in [name, parent] {
            *name = match *name {
                "LeftFoot" => "LeftHand",
                "LeftHand" => "LeftFoot",
                other => other,
            };
        }
    });
    let found = parts(&exchanged);
    assert_eq!(found.legs.unwrap().ends, named(&exchanged, ["LeftHand", "RightFoot"]));
    assert_eq!(found.arms, None);
    let stature = found.stature.unwrap();
    assert!((stature.length - 170.06).abs() < 0.5 && stature.confidence == Confidence::Likely, "{stature:?}");
    // A toe that is called a head.
    let joints: Vec<_> = PERSON.into_iter().chain([("HeadOfFoot", "RightFoot", [0.0, 0.0, 6.0])]).collect();
    let own = |names: &[&str]| joints.iter().filter(|(name, ..)| !names.contains(name)).copied().collect::<Vec<_>>();
    assert_eq!(parts(&skeleton(&own(&["Head"]))).skull, None);
    let both = skeleton(&own(&[]));
    assert_eq!(parts(&both).skull, both.find("Head"));
}

#[test]
fn helper_joints_and_other_parts_are_ignored() {
    // A toe called foot, a twist bone, the end of a hand, a dummy above the thigh, an effector.
    let skeleton = skeleton(&[
        ("root", "", [0.0, 9.0, 0.0]),
        ("l_foot_ik_target", "root", [0.0; 3]),
        ("r_foot_ik_target", "root", [0.0; 3]),
        ("__l_thigh", "root", [1.0, 0.0, 0.0]),
        ("l_thigh", "__l_thigh", [0.0, -0.5, 0.0]),
        ("l_thigh_twist", "l_thigh", [0.0, -2.0, 0.0]),
        ("l_shin", "l_thigh_twist", [0.0, -2.0, 0.0]),
        ("l_foot", "l_shin", [0.0, -4.0, 0.0]),
        ("l_foot_ball", "l_foot", [0.0, 0.0, 1.0]),
        ("virtual_r_thigh", "root", [-1.0, 0.0, 0.0]),
        ("r_thigh", "virtual_r_thigh", [0.0, -0.5, 0.0]),
        ("r_thigh_twist", "r_thigh", [0.0, -2.0, 0.0]),
        ("r_shin", "r_thigh_twist", [0.0, -2.0, 0.0]),
        ("r_foot", "r_shin", [0.0, -4.0, 0.0]),
    ]);
    let legs = parts(&skeleton).legs.unwrap();
    assert_eq!(legs.ends, named(&skeleton, ["l_foot", "r_foot"]));
    assert_eq!(legs.tops, named(&skeleton, ["l_thigh", "r_thigh"]));
    assert_eq!((legs.length, legs.bones), (8.0, 3), "bones that are split are summed");
}

#[test]
fn the_last_hip_begins_a_leg_and_a_knee_has_an_ankle_below() {
    let skeleton = skeleton(&[
        ("Hips", "", [0.0, 16.0, 0.0]),
        ("LHipJoint", "Hips", [0.0; 3]),
        ("LeftHip", "LHipJoint", [1.5, -1.8, 0.0]),
        ("LeftKnee", "LeftHip", [0.0, -7.5, 0.0]),
        ("left", "LeftKnee", [0.0, -7.0, 0.0]),
        ("RHipJoint", "Hips", [0.0; 3]),
        ("RightHip", "RHipJoint", [-1.5, -1.8, 0.0]),
        ("RightKnee", "RightHip", [0.0, -7.5, 0.0]),
        ("right", "RightKnee", [0.0, -7.0, 0.0]),
    ]);
    let legs = parts(&skeleton).legs.unwrap();
    assert_eq!(legs.tops, named(&skeleton, ["LeftHip", "RightHip"]));
    assert_eq!((legs.ends, legs.length), (named(&skeleton, ["left", "right"]), 14.5));
    assert_eq!(scale(&skeleton).unit, Unit::Cmu);
}

#[test]
fn a_bare_leg_below_an_upper_leg_is_a_shin() {
    let skeleton = person(|(name, parent, _)| {
        for name in [name, parent] {
            *name = match *name {
                "LeftFoot" => "a",
                "RightFoot" => "b",
                other => other,
            };
        }
    });
    let legs = parts(&skeleton).legs.unwrap();
    assert_eq!(legs.ends, named(&skeleton, ["a", "b"]));
    assert_eq!(legs.tops, named(&skeleton, ["LeftUpLeg", "RightUpLeg"]));
}

#[test]
fn without_a_thigh_a_leg_begins_above_its_first_long_bone() {
    let skeleton = person(|(name, parent, _)| {
        for name in [name, parent] {
            *name = match *name {
                "LeftUpLeg" => "a",
                "RightUpLeg" => "b",
                "LeftLeg" => "c",
                "RightLeg" => "d",
                other => other,
            };
        }
    });
    let legs = parts(&skeleton).legs.unwrap();
    assert_eq!((legs.tops, legs.bones), (named(&skeleton, ["a", "b"]), 2));
    assert!((legs.length - 83.5).abs() < 1e-3);
}

#[test]
fn the_limbs_of_one_of_several_figures_are_used() {
    let mut joints: Vec<_> = PERSON.to_vec();
    joints.extend([("Second", "", [90.0, 83.5, 0.0]), ("FootOfSecond", "Second", [0.0, -80.0, 0.0])]);
    let skeleton = skeleton(&joints);
    assert_eq!(parts(&skeleton).legs.unwrap().ends, named(&skeleton, ["LeftFoot", "RightFoot"]));
}

#[test]
fn one_leg_counts_twice() {
    let skeleton = skeleton(&[
        ("root", "", [0.0; 3]),
        ("thigh", "root", [0.0, 0.1, 0.0]),
        ("shin", "thigh", [0.0, -0.4, 0.0]),
        ("foot", "shin", [0.0, -0.4, 0.0]),
    ]);
    let legs = parts(&skeleton).legs.unwrap();
    assert_eq!((legs.tops, legs.ends), ([1, 1], [3, 3]));
    assert_eq!(scale(&skeleton).unit, Unit::Metre);
}

/// A person without names, turned.
fn nameless(turn: Quat) -> Skeleton {
    let mut joints: Vec<(String, String, [f32; 3])> = Vec::new();
    for (name, parent, offset) in PERSON {
        let number = |name: &str| PERSON.iter().position(|(other, ..)| *other == name).map(|at| format!("Bone.{at}x"));
        let offset = (turn * Vec3::from_array(offset)).to_array();
        joints.push((number(name).unwrap(), number(parent).unwrap_or_default(), offset));
    }
    let joints: Vec<_> = joints.iter().map(|(a, b, offset)| (a.as_str(), b.as_str(), *offset)).collect();
    skeleton(&joints)
}

#[test]
fn the_way_up_from_the_feet_shows_the_up_axis_without_names() {
    for axis in [Axis::Y, Axis::Z, Axis::NegY] {
        let turn = Quat::from_rotation_arc(Vec3::Y, axis.vector());
        let skeleton = nameless(turn);
        let bowed = turn * Quat::from_rotation_x(0.6) * turn.inverse();
        let mut frames = vec![(turn * Vec3::Y * 83.5, Quat::IDENTITY); 20];
        frames.extend([(turn * Vec3::Y * 83.5, bowed); 20]);
        let guess = up(&skeleton, &moves(&skeleton, &frames));
        assert_eq!((guess.axis, guess.confidence), (axis, Confidence::Likely), "{guess:?}");
    }
}

#[test]
fn uninformative_names_leave_the_decision_to_the_shape() {
    let skeleton = nameless(Quat::IDENTITY);
    let parts = parts(&skeleton);
    let legs = parts.legs.unwrap();
    assert_eq!((legs.tops, legs.ends), ([1, 5], [3, 7]), "the two long bones between hip and ankle");
    assert!((legs.length - 83.5).abs() < 1e-3);
    assert_eq!(parts.stature.unwrap().confidence, Confidence::Likely);
    assert_eq!(scale(&skeleton).unit, Unit::Centimetre);
}

#[test]
fn the_leg_decides_the_unit() {
    for (leg, expected) in [
        (0.492, "m"),
        (1.12, "m"),
        (6.4, "dm"),
        (8.13, "dm"),
        (11.0, "dm"),
        (11.4, "cmu"),
        (14.8, "cmu"),
        (19.5, "cmu"),
        (25.2, "in"),
        (35.2, "in"),
        (39.2, "in"),
        // A child of 0.85 m, no man of 2.16 m.
        (41.7, "cm"),
        (49.2, "cm"),
        (87.4, "cm"),
        (112.0, "cm"),
        (492.0, "mm"),
        (853.0, "mm"),
        (1120.0, "mm"),
    ] {
        let scale = scale(&scaled(leg / 83.5));
        assert_eq!((scale.unit.name(), scale.confidence), (expected, Confidence::Sure), "{leg}");
        assert!((scale.stature.unwrap() - f64::from(leg) * scale.unit.metres() / 0.491).abs() < 1e-4);
    }
    // Leg lengths between the units: shown at a usual person's height.
    for leg in [0.3_f32, 2.8, 4.84, 20.3, 21.7, 138.0, 164.5, 5000.0] {
        let scale = scale(&scaled(leg / 83.5));
        assert_eq!(scale.confidence, Confidence::Unknown, "{leg}");
        let metres = scale.unit.metres();
        assert!(matches!(scale.unit, Unit::Custom(_)) && (f64::from(leg) * metres / 0.491 - 1.7).abs() < 1e-4, "{leg}");
    }
}

#[test]
fn written_lengths_count_and_a_stated_unit_is_kept() {
    let parts = parts(&scaled(14.3 * 0.45 / 83.5));
    let source = Source { length_factor: 0.45, ..Source::new(Format::Acclaim) };
    assert_eq!(Scale::new(&source, parts.stature, 1.0).unit, Unit::Cmu, "not decimetres");
    // Legs of 71.19: a giant of 145 m in metres, a person in centimetres.
    let giant = self::parts(&scaled(71.19 / 83.5)).stature;
    let hanim = Source { metres_per_unit: Some(1.0), ..Source::new(Format::Hanim) };
    let scale = Scale::new(&hanim, giant, 1.0);
    assert_eq!((scale.unit, scale.confidence, scale.rather), (Unit::Metre, Confidence::Sure, Some(Unit::Centimetre)));
    let tall = self::parts(&scaled(0.73 / 83.5)).stature;
    assert_eq!(Scale::new(&hanim, tall, 2.83).rather, None, "the extent says nothing about the unit");
    // A thing of 140 m is a guess, unless its file says so.
    assert_eq!(Scale::new(&hanim, None, 1.9).confidence, Confidence::Sure);
    let scale = Scale::new(&hanim, None, 140.0);
    assert_eq!((scale.unit, scale.confidence), (Unit::Centimetre, Confidence::Unknown));
    let stated = Source { unit_stated: true, ..hanim.clone() };
    assert_eq!((Scale::new(&stated, None, 140.0).unit, scale.stature), (Unit::Metre, None));
    // No unit makes it a person, so none is offered.
    assert_eq!(Scale::new(&hanim, self::parts(&scaled(20.3 / 83.5)).stature, 1.0).rather, None);
}

#[test]
fn an_array_without_names_is_likely_to_be_as_large_as_a_person() {
    let scale = |source: &Source, size| {
        let Scale { unit, confidence, stature, .. } = Scale::new(source, None, size);
        (unit.name(), confidence, stature)
    };
    let arrays = Source::new(Format::Arrays);
    for (size, unit) in [(1.53, "m"), (1.05, "m"), (153.0, "cm"), (1530.0, "mm"), (2250.0, "mm")] {
        assert_eq!(scale(&arrays, size), (unit, Confidence::Unsure, None), "{size}");
    }
    for size in [0.5, 7.0, 60.0, 311.0, 9000.0] {
        assert_eq!(scale(&arrays, size).1, Confidence::Unknown, "{size}");
    }
    let pixels = Source { up: Some(Axis::NegY), ..arrays };
    assert_eq!(scale(&pixels, 1530.0).1, Confidence::Unknown);
    assert_eq!(scale(&Source::new(Format::Bvh), 1.53).1, Confidence::Unknown);
}

#[test]
fn a_thing_that_is_tiny_in_metres_has_a_unit_of_its_own() {
    for (size, metres) in [(0.5, 0.5), (0.002, 0.002), (5e-4, 1.0), (1e-5, 1.0), (2e-9, 0.002)] {
        let scale = Scale::new(&Source::new(Format::Bvh), None, size);
        let shown = f64::from(size) * scale.unit.metres();
        assert!((shown / metres - 1.0).abs() < 1e-5, "{size}: {shown} m");
        assert_eq!(scale.confidence, Confidence::Unknown);
    }
    assert_eq!(Scale::new(&Source::new(Format::Bvh), None, 0.0).unit, Unit::Centimetre);
}

#[test]
fn a_figure_that_is_no_person_has_no_known_scale() {
    // A stork's legs; an ape's arms; a tail.
    let stork = person(|(name, _, offset)| {
        if ["Back", "Spine"].contains(name) {
            offset[1] = 3.0
        }
    });
    let ape = person(|(name, _, offset)| {
        if name.ends_with("Hand") {
            offset[0] *= 3.2
        }
    });
    let cat = person(|(name, ..)| {
        if *name == "LeftToe." {
            *name = "Tail"
        }
    });
    for skeleton in [stork, ape, cat] {
        let scale = scale(&skeleton);
        assert_eq!((scale.unit, scale.confidence, scale.stature), (Unit::Centimetre, Confidence::Unknown, None));
    }
    // A ponytail is no tail, and "swing" is no wing.
    let dancer = person(|(name, ..)| match *name {
        "LeftToe." => *name = "PonyTail",
        "RightToe." => *name = "Swing",
        _ => {}
    });
    assert_eq!(scale(&dancer).confidence, Confidence::Sure);
    // Without a head joint the legs may be a larger fraction.
    let neck = person(|(name, _, offset)| match *name {
        "Head" => *name = "Neck",
        "Back" | "Spine" => offset[1] = 4.0,
        _ => {}
    });
    assert_eq!(scale(&neck).confidence, Confidence::Sure);
}

#[test]
fn a_prop_is_about_a_metre() {
    for (size, expected) in [(0.8, "m"), (40.0, "cm"), (150.0, "cm"), (900.0, "mm")] {
        let prop = skeleton(&[("Base", "", [0.0; 3]), ("Lid", "Base", [0.0, size, 0.0])]);
        let scale = scale(&prop);
        assert_eq!((scale.unit.name(), scale.confidence), (expected, Confidence::Unknown), "{size}");
    }
    assert_eq!(scale(&skeleton(&[("Prop", "", [5.0; 3])])).unit, Unit::Centimetre);
}

#[test]
fn without_legs_arms_and_hands_decide_the_unit() {
    let bust: Vec<_> = PERSON
        .into_iter()
        .filter(|(name, ..)| !name.contains("Leg") && !name.contains("Foot") && !name.contains("Toe"))
        .collect();
    let scale_of = |skeleton: &Skeleton| (scale(skeleton).unit.name(), scale(skeleton).confidence);
    assert_eq!(scale_of(&skeleton(&bust)), ("cm", Confidence::Likely));
    let fingers = ["Thumb", "Index", "Middle", "Ring"];
    let mut hand = vec![("Wrist".to_owned(), String::new(), [0.0; 3])];
    for finger in fingers {
        for (joint, length) in [(1, 0.9), (2, 0.5), (3, 0.46)] {
            let parent = if joint == 1 { "Wrist".to_owned() } else { format!("{finger}{}", joint - 1) };
            hand.push((format!("{finger}{joint}"), parent, [length, 0.0, 0.0]));
        }
    }
    let hand: Vec<_> = hand.iter().map(|(a, b, offset)| (a.as_str(), b.as_str(), *offset)).collect();
    let hand = skeleton(&hand);
    assert_eq!(scale_of(&hand), ("dm", Confidence::Unsure));
    assert_eq!(parts(&hand).stature.unwrap().from, StatureFrom::Hands);
}

/// A motion with the root's position (replacing its offset) and rotation in each frame.
fn moves(skeleton: &Skeleton, frames: &[(Vec3, Quat)]) -> Motion {
    let channels = Channels { rotated: vec![0], translated: vec![0], ..Channels::default() };
    let mut m = MotionBuilder::new(skeleton, channels, PositionMode::Replace, &Limits::default()).unwrap();
    for (position, rotation) in frames {
        m.push_row(|row| {
            row.translations[0] = *position;
            row.rotations[0] = *rotation;
        })
        .unwrap();
    }
    m.finish().unwrap()
}

#[test]
fn a_skeletons_unit_does_not_depend_on_the_motion() {
    let skeleton = person(|_| ());
    let crouch = moves(&skeleton, &[(Vec3::Y * 20.0, Quat::IDENTITY); 3]);
    let lie = moves(&skeleton, &[(Vec3::Y * 9.0, Quat::from_rotation_x(FRAC_PI_2)); 40]);
    let far: Vec<_> = (0..100).map(|i| (Vec3::new(i as f32 * 1000.0, 83.5, 0.0), Quat::IDENTITY)).collect();
    for motion in [Motion::rest(), crouch, lie, moves(&skeleton, &far)] {
        let poses = poses(&skeleton, &motion, 0.0);
        let stature = BodyParts::find(&skeleton, &poses).stature.unwrap();
        assert!((stature.length - 170.06).abs() < 0.1, "{stature:?}");
    }
}

#[test]
fn bones_that_positions_stretch_are_measured_on_the_frames() {
    // All offsets are 0: the position channels hold the lengths.
    let skeleton = person(|(_, _, offset)| *offset = [0.0; 3]);
    let translated: Vec<u16> = (0..skeleton.len() as u16).collect();
    let channels = Channels { translated, ..Channels::default() };
    let mut m = MotionBuilder::new(&skeleton, channels, PositionMode::Replace, &Limits::default()).unwrap();
    for _ in 0..9 {
        m.push_row(|row| {
            for (slot, (.., offset)) in row.translations.iter_mut().zip(PERSON) {
                *slot = Vec3::from_array(offset);
            }
        })
        .unwrap();
    }
    let poses = poses(&skeleton, &m.finish().unwrap(), 0.0);
    assert!((BodyParts::find(&skeleton, &poses).stature.unwrap().length - 170.06).abs() < 0.1);
}

/// The person with offsets rotated to stand along `axis`.
fn standing_along(axis: Axis) -> (Skeleton, Quat) {
    let turn = Quat::from_rotation_arc(Vec3::Y, axis.vector());
    (person(|(_, _, offset)| *offset = (turn * Vec3::from_array(*offset)).to_array()), turn)
}

#[test]
fn a_standing_person_shows_the_up_axis() {
    for axis in Axis::ALL {
        let (skeleton, _) = standing_along(axis);
        let guess = up(&skeleton, &Motion::rest());
        assert_eq!(guess.axis, axis, "{guess:?}");
    }
}

#[test]
fn a_rest_pose_along_y_says_little_in_a_world_with_z_up() {
    let skeleton = person(|_| ());
    let walk: Vec<_> = (0..40).map(|i| (Vec3::new(0.0, i as f32, 83.5), Quat::from_rotation_x(FRAC_PI_2))).collect();
    let guess = up(&skeleton, &moves(&skeleton, &walk));
    assert_eq!(guess.axis, Axis::Z, "{guess:?}");
}

#[test]
fn a_lying_person_does_not_change_the_up_axis() {
    let skeleton = person(|_| ());
    // On the back and on the face, with and without standing up afterwards.
    for turn in [Quat::from_rotation_x(-FRAC_PI_2), Quat::from_rotation_x(FRAC_PI_2)] {
        let mut frames = vec![(Vec3::Y * 9.0, turn); 40];
        assert_eq!(up(&skeleton, &moves(&skeleton, &frames)).axis, Axis::Y);
        frames.extend([(Vec3::Y * 83.5, Quat::IDENTITY); 20]);
        assert_eq!(up(&skeleton, &moves(&skeleton, &frames)).axis, Axis::Y);
    }
    // The same for a Z-up clip of a skeleton that stands along Z.
    let (skeleton, turn) = standing_along(Axis::Z);
    let lying = Quat::from_rotation_x(FRAC_PI_2);
    let motion = moves(&skeleton, &vec![(turn * Vec3::Y * 9.0, lying); 40]);
    assert_eq!(up(&skeleton, &motion).axis, Axis::Z);
}

#[test]
fn a_headstand_does_not_change_the_up_axis() {
    let skeleton = person(|_| ());
    let mut frames = vec![(Vec3::Y * 83.5, Quat::IDENTITY); 20];
    frames.extend([(Vec3::Y * 56.0, Quat::from_rotation_x(std::f32::consts::PI)); 30]);
    assert_eq!(up(&skeleton, &moves(&skeleton, &frames)).axis, Axis::Y);
}

#[test]
fn without_a_body_y_is_up_unless_the_evidence_is_strong() {
    let along = |offset: [f32; 3], root: [f32; 3]| {
        let prop = skeleton(&[("Base", "", root), ("Tip", "Base", offset)]);
        up(&prop, &Motion::rest())
    };
    // Among equals the order of the axes decides.
    let nothing = along([0.0; 3], [0.0; 3]);
    assert_eq!((nothing.axis, nothing.second), (Axis::Y, Axis::Z));
    let far = along([50.0, 0.0, 0.0], [500.0, 500.0, 500.0]);
    assert_eq!((far.axis, far.confidence), (Axis::Y, Confidence::Unsure), "nothing but the habit: {far:?}");
    let upright = along([0.0, 50.0, 0.0], [0.0; 3]);
    assert_eq!((upright.axis, upright.confidence), (Axis::Y, Confidence::Likely), "{upright:?}");
    let lying = along([0.0, 0.0, 50.0], [0.0; 3]);
    assert_eq!((lying.axis, lying.confidence, lying.second), (Axis::Y, Confidence::Unsure, Axis::Z), "{lying:?}");
}

#[test]
fn many_joints_of_one_name_are_fast() {
    let mut joints = vec![("root", "", [0.0; 3])];
    joints.extend(vec![("foot", "root", [0.0, -1.0, 0.0]); 20_000]);
    let mut b = SkeletonBuilder::new(&Limits { joints: 30_000, ..Limits::default() });
    let root = b.add("root", None, JointKind::Joint, Vec3::ZERO, Quat::IDENTITY).unwrap();
    for (name, _, offset) in &joints[1..] {
        b.add(name, Some(root), JointKind::Joint, Vec3::from_array(*offset), Quat::IDENTITY).unwrap();
    }
    let parts = parts(&b.finish().unwrap());
    assert_eq!(parts.legs.map(|legs| legs.bones), Some(1));
    assert_eq!(parts.stature, None);
}

#[test]
fn units_have_their_names() {
    assert_eq!(Unit::of_metres(0.01), Some(Unit::Centimetre));
    assert_eq!(Unit::of_metres(0.1), Some(Unit::Decimetre));
    assert_eq!(Unit::of_metres(0.3), Some(Unit::Custom(0.3)));
    assert_eq!(Unit::of_metres(f64::NAN), None);
}
