//! Comparisons of clips whose distances are known.

use std::sync::Arc;

use glam::{Quat, Vec3};

use super::*;
use marey::Limits;
use marey::body::{NoMotion, Subject};
use marey::model::{
    Behaviour, Channels, Clip, Format, JointKind, Motion, MotionBuilder, PositionMode, Skeleton, SkeletonBuilder,
    Source, Time,
};

/// A motion of one joint with such keys.
pub(super) fn keyed(keys: &[f64]) -> Motion {
    let limits = Limits::default();
    let mut joints = SkeletonBuilder::new(&limits);
    joints.add("a", None, JointKind::Joint, Vec3::ZERO, Quat::IDENTITY).unwrap();
    let mut frames =
        MotionBuilder::new(&joints.finish().unwrap(), Channels::default(), PositionMode::Replace, &limits).unwrap();
    keys.iter().for_each(|_| frames.push_row(|_| {}).unwrap());
    let mut motion = frames.finish().unwrap();
    motion.set_time(Time::Keys(keys.to_vec())).unwrap();
    motion
}

/// A clip whose joints are all roots, with their positions in each frame: metres, +Y up.
fn points(frames: &[Vec<Vec3>], frame_time: f64) -> Clip {
    let limits = Limits::default();
    let mut joints = SkeletonBuilder::new(&limits);
    let count = frames[0].len();
    for joint in 0..count {
        joints.add(&format!("joint {joint}"), None, JointKind::Joint, Vec3::ZERO, Quat::IDENTITY).unwrap();
    }
    let skeleton = Arc::new(joints.finish().unwrap());
    let channels = Channels { translated: (0..count as u16).collect(), ..Channels::default() };
    let mut motion = MotionBuilder::new(&skeleton, channels, PositionMode::Replace, &limits).unwrap();
    for frame in frames {
        motion.push_row(|row| row.translations.copy_from_slice(frame)).unwrap();
    }
    let mut motion = motion.finish().unwrap();
    motion.set_frame_time(frame_time);
    in_metres(skeleton, motion)
}

/// The same of a single frame.
fn still(pose: &[Vec3]) -> Clip {
    points(&[pose.to_vec()], 0.1)
}

fn in_metres(skeleton: Arc<Skeleton>, motion: Motion) -> Clip {
    let mut source = Source::new(Format::Bvh);
    source.metres_per_unit = Some(1.0);
    source.unit_stated = true;
    source.up = Some(marey::model::Axis::Y);
    Clip::new("points".into(), skeleton, vec![Behaviour { name: "points".into(), motion }], source)
}

/// A figure of named joints at rest, each with its parent's index (-1: none) and its offset.
fn figure(joints: &[(&str, i32, [f32; 3])]) -> Clip {
    let mut b = SkeletonBuilder::new(&Limits::default());
    for (name, parent, offset) in joints {
        let kind = if name.starts_with("End") { JointKind::EndSite } else { JointKind::Joint };
        b.add(name, u16::try_from(*parent).ok(), kind, Vec3::from(*offset), Quat::IDENTITY).unwrap();
    }
    in_metres(Arc::new(b.finish().unwrap()), Motion::rest())
}

fn subject(clip: &Clip) -> Subject<'_> {
    Subject::new(clip, 0).unwrap()
}

fn compared(a: &Clip, b: &Clip, offset: f64) -> Comparison {
    let (a, b) = (subject(a), subject(b));
    compare(&a, &b, &common_joints(&a, &b).unwrap(), Timing::Offset(offset)).unwrap()
}

fn near(found: f64, expected: f64, within: f64) {
    assert!((found - expected).abs() <= within, "{found} is not {expected}");
}

/// An uneven movement of four joints at a moment: no two stretches of it are alike.
fn gesture(seconds: f64) -> Vec<Vec3> {
    let wave = |speed: f64, shift: f64| (seconds * speed + shift).sin() as f32;
    let hips = Vec3::new(wave(0.31, 0.0), 1.0 + 0.05 * wave(2.3, 0.4), wave(0.17, 1.0));
    let hand =
        hips + Vec3::new(0.5 + 0.2 * wave(1.7, 0.0), 0.6 * wave(0.9, 0.3) * wave(0.53, 0.0), 0.3 * wave(1.1, 2.0));
    vec![
        hips,
        hand,
        hips + Vec3::new(0.1 * wave(1.3, 0.7), -0.9, 0.3),
        hips + Vec3::new(0.0, 0.5, 0.1 * wave(0.7, 0.0)),
    ]
}

fn gestures(count: usize, rate: f64, at: impl Fn(f64) -> f64) -> Clip {
    let frames: Vec<Vec<Vec3>> = (0..count).map(|frame| gesture(at(frame as f64 / rate))).collect();
    points(&frames, 1.0 / rate)
}

#[test]
fn distances_are_measured_in_the_world_at_the_root_and_after_alignment() {
    let pose = vec![Vec3::ZERO, Vec3::X, Vec3::Y];
    let turned = |point: &Vec3| Vec3::new(-point.y, point.x, 0.0) * 2.0 + Vec3::Z * 3.0;
    let other: Vec<Vec3> = pose.iter().map(turned).collect();
    let found = compared(&points(&[pose.clone(), pose.clone()], 0.5), &points(&[pose, other], 0.5), 0.0);
    assert_eq!(found.moments.len(), 2);
    assert_eq!((found.moments[0].errors.mpjpe, found.moments[0].errors.root_relative), (0.0, 0.0));
    // (0, 0, 3), (-1, 2, 3) and (-2, -1, 3) metres apart; relative to the root (-1, 2, 0) and (-2, -1, 0).
    let world = [3000.0, 1000.0 * 14.0_f64.sqrt(), 1000.0 * 14.0_f64.sqrt()];
    let at_root = [0.0, 1000.0 * 5.0_f64.sqrt(), 1000.0 * 5.0_f64.sqrt()];
    let mean = |of: [f64; 3]| of.iter().sum::<f64>() / 3.0;
    for (measure, worst) in [(found.mpjpe, mean(world)), (found.root_relative, mean(at_root))] {
        near(measure.worst, worst, 1e-9);
        near(measure.mean, worst / 2.0, 1e-9);
        assert_eq!(measure.when, 0.5);
    }
    near(found.pa_mpjpe.worst, 0.0, 1e-9);
    for (joint, (world, at_root)) in found.joints.iter().zip(world.into_iter().zip(at_root)) {
        near(joint.mpjpe.worst, world, 1e-9);
        near(joint.mpjpe.mean, world / 2.0, 1e-9);
        near(joint.root_relative.worst, at_root, 1e-9);
        near(joint.pa_mpjpe.worst, 0.0, 1e-9);
        assert_eq!(joint.mpjpe.when, 0.5);
    }
}

#[test]
fn a_pose_is_aligned_without_mirroring() {
    let pose = vec![Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z * 2.0];
    let mirrored: Vec<Vec3> = pose.iter().map(|point| Vec3::new(-point.x, point.y, point.z)).collect();
    let found = compared(&still(&pose), &still(&mirrored), 0.0);
    assert!(found.pa_mpjpe.mean > 100.0, "{found:?}");
    let itself = compared(&still(&pose), &still(&pose), 0.0);
    assert_eq!((itself.mpjpe, itself.root_relative), (Distance::default(), Distance::default()));
    assert!(itself.pa_mpjpe.worst < 1e-9);
}

#[test]
fn units_and_axes_do_not_count() {
    let a = gestures(20, 30.0, |at| at);
    let b = gestures(20, 30.0, |at| at);
    let (a, b) = (subject(&a), subject(&b));
    let common = common_joints(&a, &b).unwrap();
    // The same numbers in millimetres, lying on their back.
    let b = b.with_space(0.001, marey::model::Axis::Z);
    assert_eq!((b.metres_per_unit(), b.up()), (0.001, marey::model::Axis::Z));
    let found = compare(&a, &b, &common, Timing::Offset(0.0)).unwrap();
    assert!(found.mpjpe.mean > 500.0 && found.pa_mpjpe.worst < 1e-9, "{:?} {:?}", found.mpjpe, found.pa_mpjpe);
}

#[test]
fn other_rates_are_interpolated_and_the_overlap_counts() {
    let line = |frames: usize, step: f32| -> Vec<Vec<Vec3>> {
        (0..frames).map(|frame| vec![Vec3::X * step * frame as f32, Vec3::Y]).collect()
    };
    // One metre a second in both.
    let (a, b) = (points(&line(9, 0.25), 0.25), points(&line(2, 1.0), 1.0));
    let found = compared(&a, &b, 0.0);
    let times = |found: &Comparison| found.moments.iter().map(|moment| [moment.time, moment.other]).collect::<Vec<_>>();
    assert_eq!(times(&found), [0.0, 0.25, 0.5, 0.75, 1.0].map(|at| [at, at]));
    assert_eq!(found.mpjpe.worst, 0.0);
    let later = compared(&a, &b, 1.5);
    assert_eq!(times(&later), [[1.5, 0.0], [1.75, 0.25], [2.0, 0.5]]);
    near(later.mpjpe.when - later.mpjpe.when_other, 1.5, 1e-12);
    // The first joint is 1.5 m ahead, the second does not move.
    near(later.mpjpe.mean, 750.0, 1e-3);
    assert_eq!(times(&compared(&a, &b, -0.75)), [[0.0, 0.75], [0.25, 1.0]]);
    let (a, b) = (subject(&a), subject(&b));
    let common = common_joints(&a, &b).unwrap();
    for offset in [2.5, -1.5, f64::NAN, f64::INFINITY] {
        let refused = compare(&a, &b, &common, Timing::Offset(offset)).unwrap_err();
        assert!(matches!(refused, CompareError::NoOverlap { .. }), "{offset}: {refused}");
    }
}

#[test]
fn without_a_motion_or_a_common_joint_nothing_is_compared() {
    let (a, b) = (figure(&[("Hips", -1, [0.0; 3])]), figure(&[("Wheel", -1, [0.0; 3])]));
    assert_eq!(Subject::new(&a, 1).unwrap_err(), NoMotion);
    assert_eq!(common_joints(&subject(&a), &subject(&b)).unwrap_err(), CompareError::NoCommonJoints);
    let none = CommonJoints { pairs: Vec::new(), root: 0 };
    let refused = compare(&subject(&a), &subject(&b), &none, Timing::Offset(0.0));
    assert_eq!(refused.unwrap_err(), CompareError::NoCommonJoints);
}

/// `A=B` for each pair by name, `A~B` for each by landmark, and the root's pair at the end.
fn pairs(a: &[(&str, i32, [f32; 3])], b: &[(&str, i32, [f32; 3])]) -> String {
    let (own, other) = (figure(a), figure(b));
    let common = common_joints(&subject(&own), &subject(&other)).unwrap();
    let text = |pair: &JointPair| {
        format!("{}{}{}", a[pair.a].0, if pair.by == PairedBy::Name { '=' } else { '~' }, b[pair.b].0)
    };
    let texts: Vec<String> = common.pairs.iter().map(text).collect();
    format!("{}; {}", texts.join(" "), texts[common.root])
}

/// A person whose arms have collar bones: names of hips, neck, head, and per side collar, arm, elbow, hand, leg, knee, foot.
fn person<'a>(middle: [&'a str; 3], left: [&'a str; 7], right: [&'a str; 7]) -> Vec<(&'a str, i32, [f32; 3])> {
    let [hips, neck, head] = middle;
    let mut joints = vec![(hips, -1, [0.0, 0.9, 0.0]), (neck, 0, [0.0, 0.5, 0.0]), (head, 1, [0.0, 0.2, 0.0])];
    for (names, side) in [(left, 1.0), (right, -1.0)] {
        let [collar, arm, elbow, hand, leg, knee, foot] = names;
        let at = joints.len() as i32;
        joints.extend([
            (collar, 1, [0.03 * side, -0.05, 0.0]),
            (arm, at, [0.15 * side, 0.0, 0.0]),
            (elbow, at + 1, [0.28 * side, 0.0, 0.0]),
            (hand, at + 2, [0.26 * side, 0.0, 0.0]),
            (leg, 0, [0.1 * side, 0.0, 0.0]),
            (knee, at + 4, [0.0, -0.45, 0.0]),
            (foot, at + 5, [0.0, -0.43, 0.0]),
        ]);
    }
    joints
}

#[test]
fn joints_are_paired_by_name_and_else_by_their_place_in_the_body() {
    let bvh = person(
        ["mixamorig:Hips", "mixamorig:Neck", "mixamorig:Head"],
        ["LeftShoulder", "LeftArm", "LeftForeArm", "LeftHand", "LeftUpLeg", "LeftLeg", "LeftFoot"],
        ["RightShoulder", "RightArm", "RightForeArm", "RightHand", "RightUpLeg", "RightLeg", "RightFoot"],
    );
    let acclaim = person(
        ["root", "lowerneck", "head"],
        ["lclavicle", "lhumerus", "lradius", "lhand", "lfemur", "ltibia", "lfoot"],
        ["rclavicle", "rhumerus", "rradius", "rhand", "rfemur", "rtibia", "rfoot"],
    );
    assert_eq!(
        pairs(&bvh, &acclaim),
        "mixamorig:Hips~root mixamorig:Neck~lowerneck mixamorig:Head=head LeftArm~lhumerus LeftForeArm~lradius \
         LeftHand=lhand LeftUpLeg~lfemur LeftLeg~ltibia LeftFoot=lfoot RightArm~rhumerus RightForeArm~rradius \
         RightHand=rhand RightUpLeg~rfemur RightLeg~rtibia RightFoot=rfoot; mixamorig:Hips~root"
    );
    // In HAnim the shoulder is where the upper arm begins.
    let hanim = person(
        ["sacrum", "vc7", "skullbase"],
        ["l_sternoclavicular", "l_shoulder", "l_elbow", "l_wrist", "l_hip", "l_knee", "l_ankle"],
        ["r_sternoclavicular", "r_shoulder", "r_elbow", "r_wrist", "r_hip", "r_knee", "r_ankle"],
    );
    let found = pairs(&bvh, &hanim);
    assert!(found.contains("LeftArm~l_shoulder") && !found.contains("LeftShoulder"), "{found}");
    assert!(found.contains("RightLeg~r_knee") && found.ends_with("; mixamorig:Hips~sacrum"), "{found}");
    assert_eq!(pairs(&bvh, &bvh).matches('=').count(), 18, "every joint, and the root's pair again");
}

#[test]
fn each_joint_is_in_one_pair_and_points_are_in_none() {
    let spine = |names: [&'static str; 4]| {
        [0, 1, 2, 3].map(|joint: usize| (names[joint], joint as i32 - 1, [0.0, joint as f32 * 0.1, 0.0]))
    };
    assert_eq!(pairs(&spine(["a", "b", "b", "End"]), &spine(["B", "x:b", "b.", "End"])), "b=B b=x:b; b=B");
    assert_eq!(pairs(&spine(["b", "c", "d", "e"]), &spine(["d", "e", "f", "b"])), "b=b d=d e=e; b=b");
    // The right elbow is not the left one.
    let arms = [("Hips", -1, [0.0; 3]), ("LeftArm", 0, [0.1, 0.0, 0.0]), ("Elbow", 1, [0.1, 0.0, 0.0])];
    let other = [("Hips", -1, [0.0; 3]), ("RightArm", 0, [0.1, 0.0, 0.0]), ("Elbow", 1, [0.1, 0.0, 0.0])];
    assert_eq!(pairs(&arms, &other), "Hips=Hips; Hips=Hips");
}

#[test]
fn poses_in_one_place_or_one_line_have_distances() {
    let frame = |points: [Vec3; 3]| points.to_vec();
    let apart = frame([Vec3::ZERO, Vec3::X, Vec3::X * 5.0]);
    let one = frame([Vec3::Y; 3]);
    for (a, b, pa) in [(&apart, &one, 2000.0), (&one, &apart, 0.0), (&one, &one, 0.0)] {
        let found = compared(&still(a), &still(b), 0.0);
        // From (2, 0, 0), the centroid, the joints are 2, 1 and 3 m away.
        near(found.pa_mpjpe.mean, pa, 1e-9);
        assert!(found.joints.iter().all(|joint| joint.pa_mpjpe.mean.is_finite()));
    }
    let single = compared(&still(&[Vec3::X]), &still(&[Vec3::ZERO]), 0.0);
    assert_eq!((single.mpjpe.mean, single.root_relative.mean, single.pa_mpjpe.mean), (1000.0, 0.0, 0.0));
    let two = compared(&still(&[Vec3::X, Vec3::Y]), &still(&[Vec3::ZERO, Vec3::Z]), 0.0);
    near(two.pa_mpjpe.mean, 0.0, 1e-9);
}

fn fit(a: &Clip, b: &Clip) -> Option<BestOffset> {
    let (a, b) = (subject(a), subject(b));
    best_offset(&a, &b, &common_joints(&a, &b).unwrap())
}

#[test]
fn the_best_offset_is_found_at_any_rate() {
    let a = gestures(1200, 120.0, |at| at);
    for (count, rate, later, within) in [
        (1200, 120.0, 0.0, 0.0),
        (700, 120.0, 2.5, 1e-9),
        (900, 120.0, -0.4, 1e-9),
        (900, 120.0, 1.0 / 3.0, 2e-3),
        (200, 30.0, 1.2, 5e-3),
        (150, 25.0, -0.31, 5e-3),
    ] {
        let b = gestures(count, rate, |at| at + later);
        let found = fit(&a, &b).unwrap();
        near(found.offset, later, within);
        assert!(found.correlation > 0.99, "{later}: {found:?}");
        let back = fit(&b, &a).unwrap();
        near(back.offset, -later, within);
    }
}

#[test]
fn short_motions_are_tried_at_all_offsets() {
    let (a, b) = (gestures(16, 120.0, |at| 7.0 * at), gestures(14, 120.0, |at| 7.0 * (at + 2.0 / 120.0)));
    near(fit(&a, &b).unwrap().offset, 2.0 / 120.0, 1e-9);
    assert_eq!(fit(&a, &gestures(2, 120.0, |at| at)), None);
}

#[test]
fn figures_that_keep_still_have_no_best_offset() {
    let at_rest = gestures(300, 30.0, |_| 0.0);
    assert_eq!(fit(&at_rest, &gestures(300, 30.0, |at| at)), None);
    assert_eq!(fit(&at_rest, &at_rest), None);
    assert_eq!(fit(&gestures(1, 30.0, |at| at), &at_rest), None);
    let even: Vec<Vec<Vec3>> = (0..300).map(|frame| vec![Vec3::X * 0.01 * frame as f32]).collect();
    assert_eq!(fit(&points(&even, 0.02), &points(&even, 0.02)), None, "the speed never changes");
}

#[test]
fn of_equally_good_offsets_the_nearest_to_zero_is_the_best() {
    let bounce = |frame: usize| vec![Vec3::Y * (frame as f32 * std::f32::consts::TAU / 60.0).sin(), Vec3::X];
    let frames: Vec<Vec<Vec3>> = (0..600).map(bounce).collect();
    let found = fit(&points(&frames, 1.0 / 60.0), &points(&frames, 1.0 / 60.0)).unwrap();
    assert_eq!(found.offset, 0.0);
    near(found.correlation, 1.0, 1e-9);
}

fn warped(a: &Clip, b: &Clip) -> (Warp, Comparison) {
    let (a, b) = (subject(a), subject(b));
    let common = common_joints(&a, &b).unwrap();
    let found = warp(&a, &b, &common);
    let compared = compare(&a, &b, &common, Timing::Warp(&found)).unwrap();
    for pair in found.path.windows(2) {
        assert!(pair[0][0] <= pair[1][0] && pair[0][1] <= pair[1][1] && pair[0] != pair[1], "{pair:?}");
    }
    let ends = [a.motion().duration(), b.motion().duration()];
    assert_eq!((found.path.first(), found.path.last()), (Some(&[0.0; 2]), Some(&ends)));
    (found, compared)
}

#[test]
fn a_warp_follows_a_change_of_pace() {
    let a = gestures(227, 30.0, |at| at);
    // Slower first, faster then, and shorter as a whole.
    let pace = |at: f64| 0.6 * at + 0.08 * at * at;
    let b = gestures(201, 30.0, pace);
    let (found, along) = warped(&a, &b);
    for [time, other] in &found.path {
        near(*time, pace(*other), 0.1);
    }
    let plain = compared(&a, &b, 0.0);
    assert!(
        along.root_relative.mean < 0.1 * plain.root_relative.mean,
        "{:?} {:?}",
        along.root_relative,
        plain.root_relative
    );
    assert_eq!(along.moments.len(), found.path.len());
}

#[test]
fn equal_and_still_motions_are_not_warped() {
    let a = gestures(90, 30.0, |at| at);
    for (a, b) in [(&a, &a), (&gestures(90, 30.0, |_| 0.0), &gestures(90, 30.0, |_| 0.0))] {
        let (found, along) = warped(a, b);
        assert!(found.path.iter().all(|[time, other]| time == other) && found.path.len() == 90, "{found:?}");
        assert_eq!(along.mpjpe.worst, 0.0);
    }
}

#[test]
fn travel_and_direction_do_not_count_in_a_warp() {
    let turn = Quat::from_rotation_y(2.0);
    let turned = |frame: usize| gesture(frame as f64 / 30.0).into_iter().map(|at| turn * at + Vec3::X * 9.0).collect();
    let frames: Vec<Vec<Vec3>> = (0..90).map(turned).collect();
    let (found, along) = warped(&gestures(90, 30.0, |at| at), &points(&frames, 1.0 / 30.0));
    assert!(found.path.iter().all(|[time, other]| time == other), "{found:?}");
    assert!(along.pa_mpjpe.worst < 1e-2, "{:?}", along.pa_mpjpe);
}

#[test]
fn very_different_lengths_are_warped() {
    let long = gestures(300, 30.0, |at| at);
    for count in [1, 2, 5] {
        let short = gestures(count, 30.0, |at| at);
        warped(&long, &short);
        warped(&short, &long);
    }
}

#[test]
fn hours_and_hostile_times_take_little_time_and_memory() {
    for (count, frame_time) in [(3, 1e300), (3, 1e-300), (3, 1e7), (20_000, 0.02)] {
        let frames: Vec<Vec<Vec3>> = (0..count).map(|frame| gesture(frame as f64)).collect();
        let (a, b) = (points(&frames, frame_time), gestures(100, 30.0, |at| at));
        for (a, b) in [(&a, &b), (&b, &a), (&a, &a)] {
            let (a, b) = (subject(a), subject(b));
            let common = common_joints(&a, &b).unwrap();
            let found = best_offset(&a, &b, &common).map_or(0.0, |found| found.offset);
            let compared = compare(&a, &b, &common, Timing::Offset(found)).unwrap();
            assert!(compared.mpjpe.mean.is_finite() && compared.pa_mpjpe.worst.is_finite());
            assert!(warp(&a, &b, &common).path.len() < 1 << 21);
        }
    }
}
