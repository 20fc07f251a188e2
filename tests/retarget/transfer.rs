//! Motions on other bodies, where the true answer is known.

use std::sync::Arc;

use marey::Limits;
use marey::body::{BodyMap, NoMap};
use marey::glam::{Affine3A, EulerRot, Quat, Vec3};
use marey::model::{Clip, JointKind, SkeletonBuilder};
use marey::pose::{Pose, sample_frame, world_matrices};
use marey_study::retarget::{Feet, Options, Retarget, RetargetError, measures};

use crate::bodies::{Changes, FRAME_TIME, at_rest, walk};
use support::check_clip::check_clip;

/// The right hip and the left one, for which the middle counts.
const HIPS: [&str; 2] = ["LeftUpLeg", "RightUpLeg"];
const ARMS_DOWN: f32 = 1.35;

fn play(source: &Clip, target: &Clip, feet: Feet) -> Clip {
    let played = Retarget::new(source, 0, target, &Options::default().feet(feet)).unwrap().clip().unwrap();
    check_clip(&played).unwrap();
    played
}

fn posed(clip: &Clip, frame: usize) -> Pose {
    let mut pose = Pose::rest(&clip.skeleton);
    sample_frame(&clip.behaviours[0].motion, frame, &mut pose);
    world_matrices(&clip.skeleton, Affine3A::IDENTITY, &mut pose);
    pose
}

fn middle(clip: &Clip, pose: &Pose) -> Vec3 {
    let at = |name: &str| Vec3::from(pose.world[clip.skeleton.find(name).unwrap()].translation);
    (at(HIPS[0]) + at(HIPS[1])) / 2.0
}

/// The greatest distance of a joint from where it should be, relative to the middle of the hips, in metres, and the greatest angle
/// between rotations, in degrees.
fn worst(truth: &Clip, found: &Clip) -> (f32, f32) {
    let frames = truth.behaviours[0].motion.frame_count();
    assert_eq!(found.behaviours[0].motion.frame_count(), frames);
    let (mut far, mut turned) = (0.0_f32, 0.0_f32);
    for frame in 0..frames {
        let (a, b) = (posed(truth, frame), posed(found, frame));
        let (from_a, from_b) = (middle(truth, &a), middle(found, &b));
        for (a, b) in a.world.iter().zip(&b.world) {
            far = far.max((Vec3::from(a.translation) - from_a).distance(Vec3::from(b.translation) - from_b));
            let [a, b] = [a, b].map(|world| Quat::from_mat3a(&world.matrix3));
            turned = turned.max(2.0 * (a.inverse() * b).xyz().length().min(1.0).asin().to_degrees());
        }
    }
    (far, turned)
}

fn spun(joint: usize) -> Quat {
    let n = joint as f32;
    Quat::from_euler(EulerRot::XYZ, 1.3 * n, 2.1 * n + 0.4, 0.7 * n)
}

#[test]
fn other_rest_poses_and_axes_change_nothing() {
    let source = walk(&Changes::default());
    let a_pose = Changes {
        bend: |name| match name {
            "LeftArm" => Quat::from_rotation_z(-0.7),
            "RightArm" => Quat::from_rotation_z(0.7),
            _ => Quat::IDENTITY,
        },
        ..Changes::default()
    };
    let arms_down = Changes {
        bend: |name| match name {
            "LeftArm" => Quat::from_rotation_z(-ARMS_DOWN),
            "RightArm" => Quat::from_rotation_z(ARMS_DOWN),
            _ => Quat::IDENTITY,
        },
        ..Changes::default()
    };
    let other_axes = Changes { spin: spun, ..Changes::default() };
    let aside = Changes {
        bend: |name| if name == "Hips" { Quat::from_rotation_y(1.5) } else { Quat::IDENTITY },
        spin: spun,
        ..Changes::default()
    };
    for (name, changes) in
        [("A", a_pose), ("arms down", arms_down), ("other axes", other_axes), ("facing aside", aside)]
    {
        let (far, turned) = worst(&walk(&changes), &play(&source, &at_rest(&changes), Feet::Free));
        assert!(far < 1e-3 && turned < 1.5, "{name}: {far} m, {turned} degrees");
        // And back.
        let (far, turned) = worst(&source, &play(&walk(&changes), &at_rest(&Changes::default()), Feet::Free));
        assert!(far < 1e-3 && turned < 1.5, "{name}, back: {far} m, {turned} degrees");
    }
}

#[test]
fn a_motion_on_its_own_figure_stays_as_it_is() {
    let source = walk(&Changes::default());
    for feet in [Feet::Free, Feet::Follow] {
        let (far, turned) = worst(&source, &play(&source, &source, feet));
        assert!(far < 1e-4 && turned < 0.01, "{feet:?}: {far} m, {turned} degrees");
    }
}

/// The same clip with the joints of the left side named as those of the right side, and the other way round.
fn with_other_sides(clip: &Clip) -> Clip {
    let (skeleton, mut clip) = (Arc::clone(&clip.skeleton), clip.clone());
    let mut b = SkeletonBuilder::new(&Limits::default());
    for (joint, name) in skeleton.names().iter().enumerate() {
        let other = match name.strip_prefix("Left") {
            Some(rest) => format!("Right{rest}"),
            None => name.replace("Right", "Left"),
        };
        let parent = skeleton.parent(joint).map(|parent| parent as u16);
        let (at, turn) = (skeleton.rest_translations()[joint], skeleton.rest_rotations()[joint]);
        b.add(&other, parent, skeleton.kinds()[joint], at, turn).unwrap();
    }
    clip.skeleton = Arc::new(b.finish().unwrap());
    clip
}

#[test]
fn names_that_take_left_for_right_are_exchanged() {
    let truth = walk(&Changes::default());
    let target = at_rest(&Changes::default());
    let source = with_other_sides(&truth);
    let map = BodyMap::of_clip(&source).unwrap();
    assert_eq!(map.guessed, ["exchanged"]);
    assert_eq!(&*source.skeleton.names()[map.sides[0].hand], "RightHand", "the body's left hand");
    assert!(BodyMap::of_clip(&truth).unwrap().guessed.is_empty());
    for (source, target) in [(&source, &target), (&truth, &with_other_sides(&target))] {
        let (metres, degrees) = worst(&truth, &play(source, target, Feet::Free));
        assert!(metres < 1e-3 && degrees < 1.5, "{metres} m, {degrees} deg");
    }
}

/// The same clip with a joint at the heel where the ball was, with the first of these names, and a joint in front of it with the second.
fn with_heels(clip: &Clip, heel: &str, front: &str) -> Clip {
    let (skeleton, mut clip) = (Arc::clone(&clip.skeleton), clip.clone());
    let mut b = SkeletonBuilder::new(&Limits::default());
    for (joint, name) in skeleton.names().iter().enumerate() {
        let (mut at, mut kind) = (skeleton.rest_translations()[joint], skeleton.kinds()[joint]);
        let mut name = name.to_string();
        if name.ends_with("ToeBase") {
            (at, name) = (Vec3::new(0.0, -0.06, -0.02), name.replace("ToeBase", heel));
        } else if name.ends_with("ToeBase_end") {
            (at, kind, name) = (Vec3::new(0.0, 0.0, 0.14), JointKind::Joint, name.replace("ToeBase_end", front));
        }
        b.add(&name, skeleton.parent(joint).map(|parent| parent as u16), kind, at, skeleton.rest_rotations()[joint])
            .unwrap();
    }
    clip.skeleton = Arc::new(b.finish().unwrap());
    clip
}

#[test]
fn a_joint_behind_the_ankle_exchanges_no_sides_and_is_no_ball() {
    let walk = walk(&Changes::default());
    let source = with_heels(&walk, "Tarsal", "Tip");
    assert!(BodyMap::of_clip(&source).unwrap().guessed.is_empty(), "the foot points to its farthest joint");
    assert_eq!(BodyMap::of_clip(&with_other_sides(&source)).unwrap().guessed, ["exchanged"]);
    let source = with_heels(&walk, "_tarsometatarsal_2", "_metatarsophalangeal_2");
    let map = BodyMap::of_clip(&source).unwrap();
    assert!(map.guessed.is_empty());
    assert_eq!(&*source.skeleton.names()[map.sides[0].ball.unwrap()], "Left_metatarsophalangeal_2");
}

#[test]
fn frames_and_their_times_are_kept_and_the_figure_keeps_its_bones() {
    let source = walk(&Changes::default());
    let short = Changes { scale: |name| if name.contains("Leg") { 0.7 } else { 1.2 }, ..Changes::default() };
    let target = at_rest(&short);
    let played = play(&source, &target, Feet::Follow);
    let (own, other) = (&source.behaviours[0].motion, &played.behaviours[0].motion);
    assert_eq!((own.frame_count(), own.time()), (other.frame_count(), other.time()));
    assert_eq!(other.frame_time(), FRAME_TIME);
    assert_eq!(played.skeleton, target.skeleton);
    assert_eq!(played.name, "walk");
}

#[test]
fn limbs_point_as_in_the_source_and_feet_stand_as_there() {
    let source = walk(&Changes::default());
    let short = Changes {
        scale: |name| match name {
            "LeftLeg" | "RightLeg" => 0.65,
            "LeftFoot" | "RightFoot" => 0.75,
            "LeftForeArm" | "RightForeArm" => 1.3,
            _ => 1.1,
        },
        spin: spun,
        ..Changes::default()
    };
    let target = at_rest(&short);
    for feet in [Feet::Free, Feet::Follow, Feet::Still] {
        let mut retarget = Retarget::new(&source, 0, &target, &Options::default().feet(feet)).unwrap();
        let clip = retarget.clip().unwrap();
        let measured = measures(&retarget, &clip);
        let (slide, own) = (measured.feet.slide.unwrap(), measured.source_feet.slide.unwrap());
        let (height, own_height) =
            (measured.feet.contact_height.unwrap(), measured.source_feet.contact_height.unwrap());
        match feet {
            Feet::Free => assert!(measured.limbs.p95 < 0.1, "{measured:?}"),
            Feet::Follow => assert!(slide.mean <= own.mean + 1.0, "{measured:?}"),
            Feet::Still => assert!(slide.mean <= 2.0, "{measured:?}"),
        }
        if feet != Feet::Free {
            assert!(height.mean <= own_height.mean + 5.0, "{measured:?}");
            assert!(measured.feet.penetration.mean <= measured.source_feet.penetration.mean + 10.0, "{measured:?}");
        }
    }
}

#[test]
fn a_rest_pose_that_is_no_body_needs_a_motion() {
    let folded = Changes { no_body: true, spin: spun, ..Changes::default() };
    let source = walk(&Changes::default());
    let refused = Retarget::new(&source, 0, &at_rest(&folded), &Options::default()).err().unwrap();
    assert_eq!(refused, RetargetError::Target(NoMap::RestIsNoBody));
    assert!(refused.to_string().starts_with("its rest pose is not a body"));
    let target = walk(&folded);
    let retarget = Retarget::new(&source, 0, &target, &Options::default()).unwrap();
    assert!(retarget.references()[0].is_none() && retarget.references()[1].is_some());
    for (from, onto) in [(&source, &target), (&target, &source)] {
        let mut retarget = Retarget::new(from, 0, onto, &Options::default().feet(Feet::Free)).unwrap();
        let clip = retarget.clip().unwrap();
        let measured = measures(&retarget, &clip);
        // The pelvis of the reference frame is not known exactly: its trunk is bent a little.
        assert!(measured.limbs.p95 < 0.1 && measured.trunk.p95 < 5.0, "{measured:?}");
    }
}

#[test]
fn a_map_or_a_plan_of_another_skeleton_is_refused() {
    let (source, target) = (walk(&Changes::default()), at_rest(&Changes::default()));
    let beyond = target.skeleton.len();
    let changes: [fn(&mut BodyMap, usize); 4] = [
        |map, beyond| map.hips = beyond,
        |map, beyond| map.necks.push(beyond),
        |map, beyond| map.sides[1].ball = Some(beyond),
        |map, beyond| map.sides[0].fingers[2].push(beyond),
    ];
    for change in changes {
        let mut map = BodyMap::of_clip(&target).unwrap();
        change(&mut map, beyond);
        let refused = Retarget::new(&source, 0, &target, &Options::default().target_map(map.clone())).err();
        assert_eq!(refused, Some(RetargetError::Target(NoMap::OtherSkeleton)));
        let refused = Retarget::new(&source, 0, &target, &Options::default().source_map(map)).err();
        assert_eq!(refused, Some(RetargetError::Source(NoMap::OtherSkeleton)));
    }
    let plan = Retarget::new(&source, 0, &target, &Options::default()).unwrap().plan().clone();
    let text = "HIERARCHY ROOT Hips { OFFSET 0 0 0 CHANNELS 1 Zrotation End Site { OFFSET 0 1 0 } } \
                MOTION Frames: 1 Frame Time: 1\n0";
    let small = support::read_alone("small.bvh", text).unwrap();
    let refused = |source: &Clip, target: &Clip| Retarget::further(&plan, source, 0, target).err();
    assert_eq!(refused(&small, &target), Some(RetargetError::Source(NoMap::OtherSkeleton)));
    assert_eq!(refused(&source, &small), Some(RetargetError::Target(NoMap::OtherSkeleton)));
    assert_eq!(refused(&source, &target), None);
}

#[test]
fn odd_motions_give_finite_poses() {
    let source = walk(&Changes::default());
    // Every bone of the legs but one is almost nothing.
    let odd = Changes {
        scale: |name| if name.contains("Foot") || name.contains("Toe") { 1e-6 } else { 1.0 },
        ..Changes::default()
    };
    for (from, onto) in [(&source, at_rest(&odd)), (&walk(&odd), at_rest(&Changes::default()))] {
        for feet in [Feet::Free, Feet::Follow, Feet::Still] {
            if let Ok(mut retarget) = Retarget::new(from, 0, &onto, &Options::default().feet(feet)) {
                // The builder refuses numbers that are not finite.
                retarget.clip().unwrap();
            }
        }
    }
    let refused = Retarget::new(&source, 1, &source, &Options::default()).err().unwrap();
    assert_eq!(refused, RetargetError::Source(NoMap::NoMotion));
}

#[test]
fn maps_of_any_joints_give_finite_poses() {
    let (source, target) = (walk(&Changes::default()), at_rest(&Changes { spin: spun, ..Changes::default() }));
    let right = BodyMap::of_clip(&target).unwrap();
    let parts = right.parts();
    let mut state = 1_u32;
    let mut random = move |below: usize| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 16) as usize % below
    };
    let mut played = 0;
    for round in 0..400 {
        let mut maps = [right.clone(), right.clone()];
        for map in &mut maps {
            for _ in 0..=round % 6 {
                let (part, _) = parts[random(parts.len())];
                map.mend(&target.skeleton, part, random(target.skeleton.len() + 1));
            }
        }
        let [a, b] = maps;
        let options = Options::default().feet(Feet::Still).source_map(a).target_map(b);
        if let Ok(mut retarget) = Retarget::new(&source, 0, &target, &options) {
            // The builder refuses numbers that are not finite.
            let clip = retarget.clip().unwrap();
            assert!(measures(&retarget, &clip).limbs.mean.is_finite());
            played += 1;
        }
    }
    assert!(played > 50, "{played}");
}
