//! Clips made up for tests of packed motion: every kind of thing that a clip may hold.

use std::sync::Arc;

use marey::Limits;
use marey::glam::{Affine3A, EulerRot, Quat, Vec3};
use marey::model::{
    Behaviour, Channels, Clip, Format, JointKind, MotionBuilder, PositionMode, Scaling, SkeletonBuilder, Source, Time,
};

/// A smooth curve with a period of its own, of size 1 about.
fn wave(time: f32, seed: usize) -> f32 {
    let phase = seed as f32 * 1.7;
    0.7 * (time * (1.0 + 0.37 * (seed % 5) as f32) + phase).sin()
        + 0.3 * (time * (2.9 + 0.21 * (seed % 7) as f32) + 2.0 * phase).sin()
}

/// Joints of a person: name, parent, kind, offset in centimetres.
const PERSON: &[(&str, Option<u16>, JointKind, [f32; 3])] = &[
    ("Hips", None, JointKind::Joint, [0.0, 95.0, 0.0]),
    ("LeftUpLeg", Some(0), JointKind::Joint, [10.0, -4.0, 0.0]),
    ("LeftLeg", Some(1), JointKind::Joint, [0.0, -42.0, 1.0]),
    ("LeftFoot", Some(2), JointKind::Joint, [0.0, -41.0, -2.0]),
    ("End Site", Some(3), JointKind::EndSite, [0.0, -6.0, 14.0]),
    ("RightUpLeg", Some(0), JointKind::Joint, [-10.0, -4.0, 0.0]),
    ("RightLeg", Some(5), JointKind::Joint, [0.0, -42.0, 1.0]),
    ("RightFoot", Some(6), JointKind::Joint, [0.0, -41.0, -2.0]),
    ("End Site", Some(7), JointKind::EndSite, [0.0, -6.0, 14.0]),
    ("Spine", Some(0), JointKind::Joint, [0.0, 12.0, 0.0]),
    ("Neck", Some(9), JointKind::Joint, [0.0, 38.0, -2.0]),
    ("Head", Some(10), JointKind::Joint, [0.0, 9.0, 2.0]),
    ("End Site", Some(11), JointKind::EndSite, [0.0, 18.0, 0.0]),
    ("LeftArm", Some(9), JointKind::Joint, [17.0, 32.0, -2.0]),
    ("LeftForeArm", Some(13), JointKind::Joint, [28.0, 0.0, 0.0]),
    ("LeftHand", Some(14), JointKind::Joint, [25.0, 0.0, 0.0]),
    ("End Site", Some(15), JointKind::EndSite, [17.0, 0.0, 0.0]),
    ("RightArm", Some(9), JointKind::Joint, [-17.0, 32.0, -2.0]),
    ("RightForeArm", Some(17), JointKind::Joint, [-28.0, 0.0, 0.0]),
    ("RightHand", Some(18), JointKind::Joint, [-25.0, 0.0, 0.0]),
    ("End Site", Some(19), JointKind::EndSite, [-17.0, 0.0, 0.0]),
];

fn clip(
    name: &str,
    builder: SkeletonBuilder,
    format: Format,
    motion: impl FnOnce(&marey::model::Skeleton) -> marey::model::Motion,
) -> Clip {
    let skeleton = Arc::new(builder.finish().unwrap());
    let motion = motion(&skeleton);
    let behaviour = Behaviour { name: name.to_owned(), motion };
    let mut source = Source::new(format);
    source.channels = vec![Box::default(); skeleton.len()];
    Clip::new(name.to_owned(), skeleton, vec![behaviour], source)
}

fn person() -> SkeletonBuilder {
    let mut builder = SkeletonBuilder::new(&Limits::default());
    for (name, parent, kind, offset) in PERSON {
        builder.add(name, *parent, *kind, Vec3::from_array(*offset), Quat::IDENTITY).unwrap();
    }
    builder
}

fn moving_joints() -> Vec<u16> {
    let joints = PERSON.iter().enumerate().filter(|(_, one)| one.2 == JointKind::Joint);
    joints.map(|(index, _)| index as u16).collect()
}

/// A person who dances for so many frames at 60 a second.
pub fn dancer(frames: usize) -> Clip {
    clip("dancer", person(), Format::Bvh, |skeleton| {
        let channels = Channels { rotated: moving_joints(), translated: vec![0], ..Channels::default() };
        let mut motion = MotionBuilder::new(skeleton, channels, PositionMode::Replace, &Limits::default()).unwrap();
        for frame in 0..frames {
            let time = frame as f32 / 60.0 * 4.0;
            let write = |row: &mut marey::model::RowMut<'_>| {
                row.translations[0] =
                    Vec3::new(40.0 * wave(0.3 * time, 1), 93.0 + 3.0 * wave(time, 2), 60.0 * time / 4.0);
                for (joint, rotation) in row.rotations.iter_mut().enumerate() {
                    let [x, y, z] = [0, 1, 2].map(|axis| 0.5 * wave(time, 3 * joint + axis) / (1 + axis) as f32);
                    *rotation = Quat::from_euler(EulerRot::ZXY, x, y, z);
                }
            };
            motion.push_row(write).unwrap();
        }
        motion.set_frame_time(1.0 / 60.0);
        motion.finish().unwrap()
    })
}

/// A person whose hips sway and turn over feet that stay where they are.
pub fn squats(frames: usize) -> Clip {
    clip("squats", person(), Format::Bvh, |skeleton| {
        let channels = Channels { rotated: moving_joints(), translated: vec![0], ..Channels::default() };
        let mut motion = MotionBuilder::new(skeleton, channels, PositionMode::Replace, &Limits::default()).unwrap();
        let offset = |joint: usize| Vec3::from_array(PERSON[joint].3);
        for frame in 0..frames {
            let time = frame as f32 / 20.0;
            let sway = |size: f32, seed: usize| size * wave(time, seed);
            let hips = Vec3::new(sway(9.0, 51), 80.0 + sway(6.0, 52), sway(7.0, 53));
            let turned = Quat::from_euler(EulerRot::YXZ, sway(0.4, 54), sway(0.2, 55), sway(0.2, 56));
            let write = |row: &mut marey::model::RowMut<'_>| {
                // In the order of the joints that move.
                let moving = moving_joints();
                for (&joint, rotation) in moving.iter().zip(row.rotations.iter_mut()) {
                    let joint = usize::from(joint);
                    let [x, y, z] = [0, 1, 2].map(|axis| sway(0.5, 3 * joint + axis) / (1 + axis) as f32);
                    *rotation = Quat::from_euler(EulerRot::ZXY, x, y, z);
                }
                row.translations[0] = hips;
                row.rotations[0] = turned;
                for (leg, side) in [(1, 10.0), (4, -10.0)] {
                    let thigh = usize::from(moving[leg]);
                    let ankle = Vec3::new(side, 6.0, 0.0);
                    let reach = turned.inverse() * (ankle - hips) - offset(thigh);
                    let bent = |angle: f32| offset(thigh + 1) + Quat::from_rotation_x(angle) * offset(thigh + 2);
                    let (mut low, mut high) = (0.0, 2.5);
                    for _ in 0..30 {
                        let middle = 0.5 * (low + high);
                        if bent(middle).length() > reach.length() { low = middle } else { high = middle }
                    }
                    let hip = Quat::from_rotation_arc(bent(low).normalize(), reach.normalize());
                    let knee = Quat::from_rotation_x(low);
                    row.rotations[leg] = hip;
                    row.rotations[leg + 1] = knee;
                    row.rotations[leg + 2] = (turned * hip * knee).inverse();
                }
            };
            motion.push_row(write).unwrap();
        }
        motion.set_frame_time(1.0 / 60.0);
        motion.finish().unwrap()
    })
}

/// All other kinds of clips.
pub fn oddities() -> Vec<Clip> {
    let mut still = dancer(1);
    still.name = "one pose".into();
    let mut unmoved = dancer(50);
    unmoved.name = "rest only".into();
    unmoved.behaviours[0].motion = marey::model::Motion::rest();
    let mut cut = dancer(120);
    cut.name = "a cut".into();
    let other = dancer(300);
    let mut motion = cut.behaviours[0].motion.outline();
    motion.append(cut.behaviours[0].motion.frames(0..1)).unwrap();
    motion.append(other.behaviours[0].motion.frames(150..240)).unwrap();
    cut.behaviours[0].motion = motion;
    vec![still, unmoved, cut, spinner(), two_roots(), keyed(), scaled(), rest_rotations(), names(), point(), shifting()]
}

/// Whole turns about two joints, and far from the origin.
fn spinner() -> Clip {
    let mut builder = SkeletonBuilder::new(&Limits::default());
    builder.add("hub", None, JointKind::Joint, Vec3::new(1000.0, 0.0, 0.0), Quat::IDENTITY).unwrap();
    builder.add("blade", Some(0), JointKind::Joint, Vec3::X, Quat::IDENTITY).unwrap();
    builder.add("tip", Some(1), JointKind::EndSite, Vec3::Y, Quat::IDENTITY).unwrap();
    clip("spinner", builder, Format::Bvh, |skeleton| {
        let channels = Channels { rotated: vec![0, 1], ..Channels::default() };
        let mut motion = MotionBuilder::new(skeleton, channels, PositionMode::Replace, &Limits::default()).unwrap();
        for frame in 0..100 {
            let angle = frame as f32 * 0.4;
            motion
                .push_row(|row| {
                    row.rotations.copy_from_slice(&[Quat::from_rotation_z(angle), Quat::from_rotation_x(-angle)])
                })
                .unwrap();
        }
        motion.finish().unwrap()
    })
}

/// Two people in one file, whose joints do not come depth first.
fn two_roots() -> Clip {
    let mut builder = SkeletonBuilder::new(&Limits::default());
    for (name, parent) in
        [("a", None), ("b", None), ("a1", Some(0)), ("b1", Some(1)), ("a2", Some(2)), ("b2", Some(3)), ("a3", Some(0))]
    {
        builder
            .add(name, parent, JointKind::Joint, Vec3::new(0.0, 0.5, 0.1 * name.len() as f32), Quat::IDENTITY)
            .unwrap();
    }
    clip("two roots", builder, Format::Bvh, |skeleton| {
        let channels = Channels { rotated: vec![0, 1, 2, 3], translated: vec![0, 1], ..Channels::default() };
        let mut motion = MotionBuilder::new(skeleton, channels, PositionMode::Add, &Limits::default()).unwrap();
        for frame in 0..80 {
            let time = frame as f32 / 10.0;
            let write = |row: &mut marey::model::RowMut<'_>| {
                row.translations[1] = Vec3::new(3.0, wave(time, 3), 0.0);
                for (joint, rotation) in row.rotations.iter_mut().enumerate() {
                    *rotation = Quat::from_rotation_x(wave(time, joint));
                }
            };
            motion.push_row(write).unwrap();
        }
        motion.finish().unwrap()
    })
}

/// Few frames at uneven times.
fn keyed() -> Clip {
    let mut clip = dancer(6);
    clip.name = "keyed".into();
    clip.source.format = Format::Hanim;
    clip.behaviours[0].motion.set_time(Time::Keys(vec![0.0, 0.25, 0.25, 0.7, 1.9, 2.0])).unwrap();
    clip
}

/// A figure with static transforms and scales that move.
fn scaled() -> Clip {
    let mut builder = SkeletonBuilder::new(&Limits::default());
    for (name, parent) in [("root", None), ("arm", Some(0)), ("hand", Some(1))] {
        builder.add(name, parent, JointKind::Joint, Vec3::Y * 0.5, Quat::IDENTITY).unwrap();
    }
    let frame =
        Affine3A::from_scale_rotation_translation(Vec3::new(1.0, 2.0, 1.0), Quat::from_rotation_x(0.3), Vec3::X * 0.1);
    let scaling = Scaling {
        frames: vec![Affine3A::IDENTITY, frame, Affine3A::IDENTITY],
        axes: vec![Quat::IDENTITY, Quat::from_rotation_z(0.5), Quat::IDENTITY],
        rest_scales: vec![Vec3::ONE, Vec3::splat(1.5), Vec3::ONE],
    };
    builder.set_scaling(scaling).unwrap();
    clip("scaled", builder, Format::Hanim, |skeleton| {
        let channels = Channels { rotated: vec![0, 1], scaled: vec![1], ..Channels::default() };
        let mut motion = MotionBuilder::new(skeleton, channels, PositionMode::Replace, &Limits::default()).unwrap();
        for frame in 0..60 {
            let time = frame as f32 / 10.0;
            let write = |row: &mut marey::model::RowMut<'_>| {
                row.rotations[0] = Quat::from_rotation_y(wave(time, 1));
                row.rotations[1] = Quat::from_rotation_x(wave(time, 2));
                row.scales[0] = Vec3::new(1.2 + 0.3 * wave(time, 3), 1.0, 1.5);
            };
            motion.push_row(write).unwrap();
        }
        motion.finish().unwrap()
    })
}

/// Rotations that joints have at rest.
fn rest_rotations() -> Clip {
    let mut builder = SkeletonBuilder::new(&Limits::default());
    let turned = Quat::from_euler(EulerRot::XYZ, 0.5, 1.0, -2.0);
    builder.add("ROOT", None, JointKind::Joint, Vec3::ZERO, turned).unwrap();
    builder.add("PELVIS", Some(0), JointKind::Joint, Vec3::X, turned).unwrap();
    builder.add("L_LEG", Some(1), JointKind::Joint, Vec3::X, turned.inverse()).unwrap();
    builder.add("mark", Some(2), JointKind::Site, Vec3::X, Quat::IDENTITY).unwrap();
    clip("rest rotations", builder, Format::Skel, |skeleton| {
        let channels = Channels { rotated: vec![1], ..Channels::default() };
        let mut motion = MotionBuilder::new(skeleton, channels, PositionMode::Replace, &Limits::default()).unwrap();
        for frame in 0..40 {
            motion
                .push_row(|row| row.rotations[0] = turned * Quat::from_rotation_y(wave(frame as f32 / 5.0, 3)))
                .unwrap();
        }
        motion.finish().unwrap()
    })
}

/// Names of all sorts.
fn names() -> Clip {
    let mut builder = SkeletonBuilder::new(&Limits::default());
    let names = [
        "",
        "rig:Hüfte",
        "rig:手 左",
        "LeftLeft",
        "RightLeft",
        "l",
        "r",
        "\u{1F57A}",
        &"x".repeat(64),
        "LeftLeft",
        "a\nb",
    ];
    for (index, name) in names.iter().enumerate() {
        let parent = index.checked_sub(1).map(|parent| parent as u16);
        builder.add(name, parent, JointKind::Joint, Vec3::Y, Quat::IDENTITY).unwrap();
    }
    clip("<b>&\u{202E}names", builder, Format::Bvh, |_| marey::model::Motion::rest())
}

/// A single point that moves.
fn point() -> Clip {
    let mut builder = SkeletonBuilder::new(&Limits::default());
    builder.add("point", None, JointKind::Joint, Vec3::ZERO, Quat::IDENTITY).unwrap();
    clip("point", builder, Format::Bvh, |skeleton| {
        let channels = Channels { translated: vec![0], ..Channels::default() };
        let mut motion = MotionBuilder::new(skeleton, channels, PositionMode::Replace, &Limits::default()).unwrap();
        for frame in 0..50 {
            motion
                .push_row(|row| row.translations[0] = Vec3::new(wave(frame as f32 / 9.0, 1), 0.0, frame as f32))
                .unwrap();
        }
        motion.finish().unwrap()
    })
}

/// Joints that move against their parents.
fn shifting() -> Clip {
    let mut builder = SkeletonBuilder::new(&Limits::default());
    for index in 0..8u16 {
        builder
            .add(&format!("link{index}"), index.checked_sub(1), JointKind::Joint, Vec3::Y * 10.0, Quat::IDENTITY)
            .unwrap();
    }
    clip("shifting", builder, Format::Bvh, |skeleton| {
        let all: Vec<u16> = (0..8).collect();
        let channels = Channels { rotated: all.clone(), translated: all, ..Channels::default() };
        let mut motion = MotionBuilder::new(skeleton, channels, PositionMode::Add, &Limits::default()).unwrap();
        for frame in 0..90 {
            let time = frame as f32 / 10.0;
            let write = |row: &mut marey::model::RowMut<'_>| {
                for joint in 0..8 {
                    row.translations[joint] = Vec3::new(0.0, 3.0 * wave(time, joint), 0.0);
                    row.rotations[joint] = Quat::from_rotation_z(0.4 * wave(time, joint + 9));
                }
            };
            motion.push_row(write).unwrap();
        }
        motion.finish().unwrap()
    })
}

/// Mean, 99th percentile and maximum of the distances of all joints at all frames from `first` on: millimetres, as if the
/// largest extent of a tree of joints at rest were 1.8 m.
pub fn distances(clip: &Clip, behaviour: usize, first: usize, back: &Clip, back_behaviour: usize) -> [f32; 3] {
    use marey::pose::{Pose, sample_frame, world_matrices};
    let rest = Pose::rest(&clip.skeleton);
    let mut boxes: Vec<(Vec3, Vec3)> = Vec::new();
    let mut own: Vec<usize> = Vec::new();
    for (joint, world) in rest.world.iter().enumerate() {
        let at = Vec3::from(world.translation);
        let index = clip.skeleton.parent(joint).map_or(boxes.len(), |parent| own[parent]);
        if index == boxes.len() {
            boxes.push((at, at));
        }
        boxes[index] = (boxes[index].0.min(at), boxes[index].1.max(at));
        own.push(index);
    }
    let extent = boxes.iter().map(|(low, high)| (*high - *low).max_element()).fold(0.0, f32::max);
    // A figure without bones: what its places span.
    let places = clip.behaviours[behaviour].motion.translations().values();
    let (low, high) =
        places.iter().fold((Vec3::INFINITY, Vec3::NEG_INFINITY), |(low, high), at| (low.min(*at), high.max(*at)));
    let scale = 1800.0 / if extent > 0.0 { extent } else { (high - low).max_element() };
    let (mut a, mut b) = (rest, Pose::rest(&back.skeleton));
    let mut all = Vec::new();
    for frame in 0..back.behaviours[back_behaviour].motion.frame_count() {
        sample_frame(&clip.behaviours[behaviour].motion, first + frame, &mut a);
        sample_frame(&back.behaviours[back_behaviour].motion, frame, &mut b);
        world_matrices(&clip.skeleton, Affine3A::IDENTITY, &mut a);
        world_matrices(&back.skeleton, Affine3A::IDENTITY, &mut b);
        all.extend(a.world.iter().zip(&b.world).map(|(a, b)| a.translation.distance(b.translation) * scale));
    }
    all.sort_by(f32::total_cmp);
    [all.iter().sum::<f32>() / all.len() as f32, all[all.len() * 99 / 100], all[all.len() - 1]]
}
