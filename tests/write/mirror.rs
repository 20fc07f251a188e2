//! Clips with left and right exchanged.

use std::f32::consts::FRAC_PI_2;
use std::sync::Arc;

use glam::{Affine3A, EulerRot, Quat, Vec3};
use marey::Limits;
use marey::body::partners;
use marey::model::{
    Axis, Behaviour, Channels, Clip, Format, JointKind, Mark, MarkKind, PositionMode, Scaling, Skeleton,
    SkeletonBuilder, Time, Viewpoint,
};
use marey_write::{AcclaimOptions, AnimOptions, BvhOptions, SkelOptions, WriteClip, WriteError, X3dOptions};

use crate::clips::{clips, read, read_set};
use support::moving::{built, dancer};
use support::{assert_near, played};

fn reflect(point: Vec3, normal: Vec3) -> Vec3 {
    point - normal * (2.0 * normal.dot(point))
}

fn frames(clip: &Clip) -> impl Iterator<Item = (usize, usize)> {
    let behaviours = clip.behaviours.iter().enumerate();
    behaviours.flat_map(|(behaviour, own)| (0..own.motion.frame_count()).map(move |frame| (behaviour, frame)))
}

fn size(skeleton: &Skeleton) -> f32 {
    skeleton.rest_positions().iter().fold(0.0, |size, at| size.max(at.length()))
}

/// Checks that in every frame each joint with a partner is where the mirror shows the partner.
#[track_caller]
fn assert_mirrored(clip: &Clip, mirrored: &Clip, normal: Vec3) {
    assert!(Arc::ptr_eq(&mirrored.skeleton, &clip.skeleton));
    let (partners, tolerance) = (partners(&clip.skeleton), 1e-5 * size(&clip.skeleton));
    for (behaviour, frame) in frames(clip) {
        let [before, after] = [clip, mirrored].map(|clip| clip.positions(behaviour, frame).unwrap());
        for (joint, partner) in partners.iter().enumerate() {
            let Some(expected) = partner.map(|partner| reflect(before[partner], normal)) else { continue };
            let name = &clip.skeleton.names()[joint];
            assert!(after[joint].distance(expected) <= tolerance, "frame {frame}, {name}: {} {expected}", after[joint]);
        }
    }
}

#[track_caller]
fn assert_same(clip: &Clip, other: &Clip, tolerance: f32) {
    for (behaviour, frame) in frames(clip) {
        let [a, b] = [clip, other].map(|clip| clip.positions(behaviour, frame).unwrap());
        assert_near(&a, &b, tolerance);
    }
}

/// The dancer with a rest rotation of its own for each joint and the whole figure turned by `turn`: the same movements of the same
/// figure in other joint spaces.
fn turned(turn: Quat, rest: impl Fn(usize) -> Quat) -> Clip {
    let clip = dancer(20);
    let old = &clip.skeleton;
    let world = |joint: Option<usize>| joint.map_or(Quat::IDENTITY, |joint| turn * rest(joint));
    let mut joints = SkeletonBuilder::new(&Limits::default());
    for joint in 0..old.len() {
        let above = old.parent(joint);
        let parent_turn = if above.is_some() { turn } else { Quat::IDENTITY };
        let offset = match above {
            Some(_) => world(above).inverse() * parent_turn * old.rest_translations()[joint],
            None => turn * old.rest_translations()[joint],
        };
        let rotation = world(above).inverse() * world(Some(joint));
        let parent = above.map(|above| above as u16);
        joints.add(&old.names()[joint], parent, old.kinds()[joint], offset, rotation).unwrap();
    }
    let motion = &clip.behaviours[0].motion;
    let rotated = motion.rotations().joints().to_vec();
    let channels = Channels { rotated: rotated.clone(), translated: vec![0], ..Channels::default() };
    built("turned", Format::Bvh, joints, channels, PositionMode::Replace, 20, |frame, row| {
        let old_row = motion.rotations().row(frame as usize);
        for ((slot, joint), local) in row.rotations.iter_mut().zip(&rotated).zip(old_row) {
            let joint = usize::from(*joint);
            let above = old.parent(joint);
            let turned = above.map_or(turn, |_| turn) * *local * turn.inverse();
            *slot = (world(above).inverse() * turned * world(Some(joint))).normalize();
        }
        row.translations[0] = turn * motion.translations().row(frame as usize)[0];
    })
}

#[test]
fn every_joint_is_where_the_mirror_shows_its_partner() {
    let clip = dancer(60);
    let mirrored = clip.mirror().unwrap();
    assert_mirrored(&clip, &mirrored, Vec3::X);
    assert_same(&clip, &mirrored.mirror().unwrap(), 1e-4);
    let arbitrary = |joint: usize| {
        let angle = joint as f32;
        Quat::from_euler(EulerRot::XYZ, angle, 2.0 * angle, 3.0 - angle)
    };
    for (turn, up, normal) in [
        (Quat::IDENTITY, Axis::Y, Vec3::X),
        (Quat::from_rotation_x(FRAC_PI_2), Axis::Z, Vec3::X),
        (Quat::from_rotation_y(FRAC_PI_2), Axis::Y, Vec3::Z),
        // Further from an axis than a figure that should face along it.
        (Quat::from_rotation_y(0.5), Axis::Y, Quat::from_rotation_y(0.5) * Vec3::X),
    ] {
        let mut clip = turned(turn, arbitrary);
        clip.source.up = Some(up);
        assert_mirrored(&clip, &clip.mirror().unwrap(), normal);
    }
}

#[test]
fn a_figure_that_rests_on_its_side_is_mirrored_upright() {
    // The left is up in the rest pose, and the root turns the figure upright in every frame.
    let lying = Quat::from_rotation_z(FRAC_PI_2);
    let mut clip = turned(lying, |_| Quat::IDENTITY);
    let motion = &mut clip.behaviours[0].motion;
    for frame in 0..motion.frame_count() {
        motion
            .edit_frame(frame, |row| {
                row.rotations[0] = lying.inverse() * row.rotations[0];
                row.translations[0] = lying.inverse() * row.translations[0];
            })
            .unwrap();
    }
    clip.source.up = Some(Axis::Y);
    assert_mirrored(&clip, &clip.mirror().unwrap(), Vec3::X);
    clip.behaviours[0].motion = marey::model::Motion::rest();
    let still = clip.mirror().unwrap();
    let [before, after] = [&clip, &still].map(|clip| clip.positions(0, 0).unwrap());
    let [left, right] = ["LeftHand", "RightHand"].map(|name| clip.skeleton.find(name).unwrap());
    assert_near(&[after[right] - after[0]], &[reflect(before[left] - before[0], Vec3::X)], 1e-3);
}

#[test]
fn figures_of_every_format_are_mirrored() {
    let mut clip = dancer(12);
    clip.behaviours[0].motion.set_frame_time(1.0 / 30.0);
    (clip.source.metres_per_unit, clip.source.up) = (Some(0.01), Some(Axis::Y));
    let acclaim = AcclaimOptions::default();
    let bvh = marey_write::bvh(&clip, 0, &BvhOptions::default()).unwrap();
    let files = [
        read("a.bvh", bvh),
        read_set(&[
            ("a.asf", marey_write::asf(&clip, &acclaim).unwrap()),
            ("a.amc", marey_write::amc(&clip, 0, &acclaim).unwrap()),
        ]),
        read_set(&[
            ("a.skel", marey_write::skel(&clip, &SkelOptions::default()).unwrap()),
            ("a.anim", marey_write::anim(&clip, 0, &AnimOptions::default()).unwrap()),
        ]),
        read("a.x3d", marey_write::x3d(&clip, &X3dOptions::default()).unwrap()),
    ];
    let formats = [Format::Bvh, Format::Acclaim, Format::Skel, Format::Hanim];
    assert_eq!(files.each_ref().map(|clip| clip.source.format), formats);
    for clip in files {
        let mirrored = clip.mirror().unwrap();
        assert_mirrored(&clip, &mirrored, Vec3::X);
        assert_same(&clip, &mirrored.mirror().unwrap(), 1e-4 * size(&clip.skeleton));
    }
}

#[test]
fn fixtures_mirrored_twice_are_the_same_or_refused_with_a_reason() {
    let mut mirrored = 0;
    for (name, clip) in clips() {
        let once = match clip.mirror() {
            Ok(once) => once,
            Err(
                refusal @ (WriteError::NoSides
                | WriteError::NoPartner { .. }
                | WriteError::NotSymmetric
                | WriteError::Mirror { .. }),
            ) => {
                assert!(refusal.to_string().starts_with("it cannot be mirrored: "), "{name}: {refusal}");
                continue;
            }
            Err(other) => panic!("{name}: {other}"),
        };
        mirrored += 1;
        for (before, after) in clip.behaviours.iter().zip(&once.behaviours) {
            assert_eq!(before.motion.time(), after.motion.time(), "{name}");
        }
        assert_same(&clip, &once.mirror().unwrap(), 1e-4 * size(&clip.skeleton));
    }
    assert!(mirrored > 0, "hardly any fixture has two sides, but one has");
}

#[test]
fn the_first_step_is_made_with_the_other_foot() {
    let skeleton = |left: &str, right: &str| {
        let mut joints = SkeletonBuilder::new(&Limits::default());
        let mut add = |name: &str, parent, offset| {
            joints.add(name, parent, JointKind::Joint, Vec3::from_array(offset), Quat::IDENTITY).unwrap()
        };
        let root = add("root", None, [0.0, 17.0, 0.0]);
        for (name, x) in [(left, 1.0), (right, -1.0)] {
            let hip = add(&format!("{name}femur"), Some(root), [x, 0.0, 0.0]);
            let knee = add(&format!("{name}tibia"), Some(hip), [0.0, -8.0, 0.0]);
            add(&format!("{name}foot"), Some(knee), [0.0, -8.0, 0.0]);
        }
        joints
    };
    for (left, right) in [("l", "r"), ("Left", "Right"), ("mixamorig:Left", "mixamorig:Right"), ("L_", "R_")] {
        let channels = Channels { rotated: vec![1], translated: vec![0], ..Channels::default() };
        let joints = skeleton(left, right);
        let clip = built("walk", Format::Bvh, joints, channels, PositionMode::Replace, 4, |frame, row| {
            row.rotations[0] = Quat::from_rotation_x(-0.2 * frame);
            row.translations[0] = Vec3::new(0.5 * frame, 17.0, frame);
        });
        let mirrored = clip.mirror().unwrap();
        // Only the right leg has a track, and the figure walks to the other side.
        assert_eq!(mirrored.behaviours[0].motion.rotations().joints(), [4]);
        let feet = |clip: &Clip| {
            let at = clip.positions(0, 3).unwrap();
            [at[3] - at[0], at[6] - at[0]].map(|foot| foot.z > 1.0)
        };
        assert_eq!((feet(&clip), feet(&mirrored)), ([true, false], [false, true]), "{left}");
        assert_eq!(mirrored.behaviours[0].motion.translations().row(3), [Vec3::new(-1.5, 17.0, 3.0)]);
    }
}

/// A trunk with two arms: Hips, LeftArm, LeftHand, RightArm, RightHand, and what `more` adds.
fn arms(more: impl FnOnce(&mut SkeletonBuilder)) -> SkeletonBuilder {
    let mut joints = SkeletonBuilder::new(&Limits::default());
    let mut add =
        |name: &str, parent, offset: Vec3| joints.add(name, parent, JointKind::Joint, offset, Quat::IDENTITY).unwrap();
    let hips = add("Hips", None, Vec3::Y * 100.0);
    for (side, out) in [("Left", 1.0), ("Right", -1.0)] {
        let arm = add(&format!("{side}Arm"), Some(hips), Vec3::new(20.0 * out, 50.0, 0.0));
        add(&format!("{side}Hand"), Some(arm), Vec3::X * 30.0 * out);
    }
    more(&mut joints);
    joints
}

fn waving(joints: SkeletonBuilder, rotated: Vec<u16>) -> Clip {
    let channels = Channels { rotated, ..Channels::default() };
    built("wave", Format::Bvh, joints, channels, PositionMode::Replace, 8, |frame, row| {
        for (joint, rotation) in row.rotations.iter_mut().enumerate() {
            *rotation = Quat::from_euler(EulerRot::XYZ, 0.1 * frame, 0.3 * joint as f32, 0.2 * frame);
        }
    })
}

#[test]
fn a_prop_in_one_hand_keeps_its_motion_there() {
    let clip = waving(
        arms(|joints| {
            let sword = joints.add("Sword", Some(2), JointKind::Joint, Vec3::Z * 5.0, Quat::IDENTITY).unwrap();
            joints.add("Blade", Some(sword), JointKind::Joint, Vec3::Z * 80.0, Quat::IDENTITY).unwrap();
        }),
        vec![0, 1, 2, 5],
    );
    let mirrored = clip.mirror().unwrap();
    assert_mirrored(&clip, &mirrored, Vec3::X);
    assert_same(&clip, &mirrored.mirror().unwrap(), 1e-4);
    let (before, after) = (clip.behaviours[0].motion.rotations(), mirrored.behaviours[0].motion.rotations());
    assert_eq!((before.joints(), after.joints()), (&[0, 1, 2, 5][..], &[0, 3, 4, 5][..]));
    assert_eq!(before.row(7)[3], after.row(7)[3]);
    // The left hand does not move any more, so the sword is still in it.
    let at = mirrored.positions(0, 7).unwrap();
    assert!((at[5].distance(at[2]) - 5.0).abs() < 1e-4);
}

#[test]
fn a_joint_that_only_one_side_moves_away_is_moved_on_the_other() {
    for mode in [PositionMode::Add, PositionMode::Replace] {
        let channels = Channels {
            rotated: vec![1],
            translated: vec![2, 0],
            masks: vec![Vec3::new(1.0, 0.0, 1.0), Vec3::ONE],
            ..Channels::default()
        };
        let mut clip = built("reach", Format::Bvh, arms(|_| ()), channels, mode, 5, |frame, row| {
            row.rotations[0] = Quat::from_rotation_y(0.3 * frame);
            row.translations.copy_from_slice(&[Vec3::new(3.0 * frame, 0.0, frame), Vec3::new(frame, 90.0, 5.0)]);
        });
        clip.source.position_mode = Some(mode);
        let mirrored = clip.mirror().unwrap();
        assert_mirrored(&clip, &mirrored, Vec3::X);
        let motion = &mirrored.behaviours[0].motion;
        assert_eq!((motion.translations().joints(), mirrored.source.position_mode), (&[4, 0][..], None));
        let other_mode = if mode == PositionMode::Add { PositionMode::Replace } else { PositionMode::Add };
        clip.set_position_mode(other_mode);
        assert_mirrored(&clip, &clip.mirror().unwrap(), Vec3::X);
    }
}

#[test]
fn a_figure_with_one_arm_longer_keeps_it() {
    let joints = arms(|joints| {
        joints.add("LeftTip", Some(2), JointKind::Joint, Vec3::X * 10.0, Quat::IDENTITY).unwrap();
        joints.add("RightTip", Some(4), JointKind::Joint, Vec3::X * -12.0, Quat::IDENTITY).unwrap();
    });
    let channels = Channels { rotated: vec![1, 3], translated: vec![5], ..Channels::default() };
    let clip = built("long", Format::Bvh, joints, channels, PositionMode::Replace, 2, |frame, row| {
        row.translations[0] = Vec3::new(10.0, 2.0 * frame, 0.0);
    });
    let mirrored = clip.mirror().unwrap();
    assert_eq!(mirrored.behaviours[0].motion.translations().joints(), [6]);
    let at = mirrored.positions(0, 1).unwrap();
    assert_near(&[at[5] - at[2], at[6] - at[4]], &[Vec3::X * 10.0, Vec3::new(-12.0, 2.0, 0.0)], 1e-4);
}

#[test]
fn all_behaviours_are_mirrored_at_their_times() {
    let mut clip = waving(arms(|_| ()), vec![0, 1]);
    let mut second = waving(arms(|_| ()), vec![2, 3, 4]).behaviours.remove(0).motion;
    second.set_time(Time::Keys(vec![0.0, 0.1, 0.2, 0.2, 0.5, 0.9, 1.0, 3.0])).unwrap();
    clip.behaviours.push(Behaviour { name: "second".into(), motion: second });
    let mirrored = clip.mirror().unwrap();
    assert_mirrored(&clip, &mirrored, Vec3::X);
    for (before, after) in clip.behaviours.iter().zip(&mirrored.behaviours) {
        assert_eq!((&before.name, before.motion.time()), (&after.name, after.motion.time()));
    }
    assert_near(&[played(&mirrored, 1, 0.7)[4]], &[reflect(played(&clip, 1, 0.7)[2], Vec3::X)], 1e-3);
    // Rotations that take half the memory.
    let whole = &clip.behaviours[0].motion;
    let mut packed = whole.outline();
    packed.append(whole.frames(0..3)).unwrap();
    packed.append_packed(whole.frames(3..8)).unwrap();
    let mut half = clip.clone();
    half.behaviours[0].motion = packed;
    assert_same(&mirrored, &half.mirror().unwrap(), 1e-3);
}

/// Arms with scales: the left hand's, along `axes` of its own, and half of it at rest.
fn scaled(axes: [Quat; 2], scale: Vec3) -> Clip {
    let mut joints = arms(|joints| {
        joints.add("LeftTip", Some(2), JointKind::Joint, Vec3::new(10.0, 1.0, 2.0), Quat::IDENTITY).unwrap();
        joints.add("RightTip", Some(4), JointKind::Joint, Vec3::new(-10.0, 1.0, 2.0), Quat::IDENTITY).unwrap();
    });
    let mut scaling =
        Scaling { frames: vec![Affine3A::IDENTITY; 7], axes: vec![Quat::IDENTITY; 7], rest_scales: vec![Vec3::ONE; 7] };
    (scaling.axes[2], scaling.axes[4]) = axes.into();
    let frame = |out: f32| {
        let turn = Quat::from_euler(EulerRot::XYZ, 0.4, 0.5 * out, 0.6 * out);
        Affine3A::from_scale_rotation_translation(Vec3::splat(1.5), turn, Vec3::new(2.0 * out, 1.0, 0.0))
    };
    (scaling.frames[1], scaling.frames[3]) = (frame(1.0), frame(-1.0));
    joints.set_scaling(scaling).unwrap();
    let channels = Channels { rotated: vec![0, 1, 2], translated: vec![1], scaled: vec![2], ..Channels::default() };
    let mut clip = built("grow", Format::Hanim, joints, channels, PositionMode::Replace, 6, |frame, row| {
        for (joint, rotation) in row.rotations.iter_mut().enumerate() {
            *rotation = Quat::from_euler(EulerRot::XYZ, 0.1 * frame, 0.3 * joint as f32, 0.2 * frame);
        }
        row.translations[0] = Vec3::new(20.0, 50.0 + frame, 0.0);
        row.scales[0] = Vec3::ONE.lerp(scale, frame / 5.0);
    });
    clip.source.up = Some(Axis::Y);
    clip
}

#[test]
fn scales_change_sides_along_their_axes() {
    let oblique = Quat::from_rotation_z(0.5);
    for (axes, scale) in [
        ([Quat::IDENTITY; 2], Vec3::splat(2.0)),
        ([Quat::IDENTITY, oblique], Vec3::splat(2.0)),
        ([Quat::IDENTITY; 2], Vec3::new(1.0, 2.0, 3.0)),
        ([oblique, oblique.inverse()], Vec3::new(1.0, 2.0, 3.0)),
        // The right hand's X and Y are the left hand's Y and X.
        ([Quat::IDENTITY, Quat::from_rotation_z(FRAC_PI_2)], Vec3::new(1.0, 2.0, 3.0)),
    ] {
        let clip = scaled(axes, scale);
        let mirrored = clip.mirror().unwrap();
        assert_eq!(mirrored.behaviours[0].motion.scales().joints(), [4]);
        assert_mirrored(&clip, &mirrored, Vec3::X);
        assert_same(&clip, &mirrored.mirror().unwrap(), 1e-3);
    }
    let refused = scaled([Quat::IDENTITY, oblique], Vec3::new(1.0, 2.0, 3.0)).mirror();
    assert_eq!(refused, Err(WriteError::Mirror { joint: "RightHand".into() }));
}

#[test]
fn static_transforms_of_both_sides_must_be_reflections() {
    let with = |right: Affine3A| {
        let mut joints = arms(|_| ());
        let mut frames = vec![Affine3A::IDENTITY; 5];
        frames[3] = right;
        joints.set_scaling(Scaling { frames, axes: vec![Quat::IDENTITY; 5], rest_scales: vec![Vec3::ONE; 5] }).unwrap();
        waving(joints, vec![1, 2]).mirror()
    };
    assert!(with(Affine3A::IDENTITY).is_ok());
    let stretched = with(Affine3A::from_scale(Vec3::new(1.0, 1.1, 1.0)));
    assert_eq!(stretched, Err(WriteError::Mirror { joint: "RightArm".into() }));
}

#[test]
fn what_cannot_be_told_is_refused() {
    let middle = SkeletonBuilder::new(&Limits::default());
    let named = |names: [&str; 2]| {
        let mut joints = middle.clone();
        let hips = joints.add("Hips", None, JointKind::Joint, Vec3::Y, Quat::IDENTITY).unwrap();
        for (name, x) in names.into_iter().zip([1.0, -1.0]) {
            joints.add(name, Some(hips), JointKind::Joint, Vec3::X * x, Quat::IDENTITY).unwrap();
        }
        waving(joints, vec![0]).mirror().map(|_| ())
    };
    assert_eq!(named(["LeftArm", "RightArm"]), Ok(()));
    assert_eq!(named(["Arm1", "Arm2"]), Err(WriteError::NoSides));
    assert_eq!(named(["LeftArm", "RightLeg"]), Err(WriteError::NoSides));

    let one_hand_less = arms(|joints| {
        joints.add("LeftFoot", Some(0), JointKind::Joint, Vec3::new(5.0, -50.0, 0.0), Quat::IDENTITY).unwrap();
        joints.add("RightAnkle", Some(0), JointKind::Joint, Vec3::new(-5.0, -50.0, 0.0), Quat::IDENTITY).unwrap();
    });
    let refused = waving(one_hand_less, vec![1]).mirror();
    assert_eq!(refused, Err(WriteError::NoPartner { joint: "LeftFoot".into() }));

    let raised = |angle: f32| {
        let mut joints = SkeletonBuilder::new(&Limits::default());
        let old = arms(|_| ()).finish().unwrap();
        for joint in 0..old.len() {
            let turn = if joint == 1 { Quat::from_rotation_z(angle) } else { Quat::IDENTITY };
            let parent = old.parent(joint).map(|parent| parent as u16);
            joints.add(&old.names()[joint], parent, JointKind::Joint, old.rest_translations()[joint], turn).unwrap();
        }
        waving(joints, vec![2]).mirror().map(|_| ())
    };
    assert_eq!((raised(0.05), raised(1.5)), (Ok(()), Err(WriteError::NotSymmetric)));
}

#[test]
fn fixed_cameras_see_the_same_in_the_mirror_and_marks_change_sides() {
    let mut clip = waving(arms(|_| ()), vec![1]);
    let camera = |name: &str, joint| Viewpoint {
        name: name.into(),
        joint,
        position: Vec3::new(200.0, 150.0, 300.0),
        orientation: Quat::from_euler(EulerRot::YXZ, 0.6, -0.1, 0.2),
        field_of_view: 0.7,
    };
    clip.viewpoints = vec![camera("fixed", None), camera("on the hand", Some(2))];
    let mark = |kind, joint| Mark { kind, behaviour: 0, joint, first: 1, last: 2, at: 1, text: String::new() };
    clip.about.marks =
        vec![mark(MarkKind::Event, Some(2)), mark(MarkKind::Limit, Some(2)), mark(MarkKind::Event, None)];
    clip.about.marks_dropped = 3;
    let mirrored = clip.mirror().unwrap();
    assert_eq!(mirrored.viewpoints[1], clip.viewpoints[1]);
    let seen = |clip: &Clip, point: Vec3| {
        clip.viewpoints[0].in_pose(&[]).unwrap().inverse().transform_point3(point) * Vec3::new(1.0, 1.0, -1.0)
    };
    for frame in 0..8 {
        let [before, after] = [&clip, &mirrored].map(|clip| clip.positions(0, frame).unwrap());
        assert_near(&[seen(&mirrored, after[4])], &[reflect(seen(&clip, before[2]), Vec3::X)], 1e-3);
    }
    assert_eq!(mirrored.about.marks, [mark(MarkKind::Event, Some(4)), mark(MarkKind::Event, None)]);
    assert_eq!(mirrored.about.marks_dropped, 0);
}

#[test]
fn a_joint_was_seen_where_its_partner_was() {
    let mut clip = waving(arms(|_| ()), vec![0, 1]);
    // The chest, the left arm and hand, the right arm and hand.
    let frames = clip.behaviours[0].motion.frame_count();
    clip.visibility = vec![[9, 1, 2, 3, 4].repeat(frames)];
    let mirrored = clip.mirror().unwrap();
    assert_eq!(mirrored.visibility, [[9, 3, 4, 1, 2].repeat(frames)]);
    assert_eq!(mirrored.mirror().unwrap().visibility, clip.visibility);
}
