//! Clips made up for tests of packed motion: every kind of thing that a clip may hold.

use std::iter;
use std::sync::Arc;

use glam::{Affine3A, DVec3, EulerRot, Quat, Vec3};
use marey::Limits;
use marey::model::{
    Behaviour, Channels, Clip, Format, JointKind, Motion, MotionBuilder, PositionMode, RowMut, Scaling,
    SkeletonBuilder, Source, Time,
};

use super::positions;

/// A smooth curve with a period of its own and an amplitude of about 1.
fn wave(time: f32, seed: usize) -> f32 {
    let phase = seed as f32 * 1.7;
    0.7 * (time * (1.0 + 0.37 * (seed % 5) as f32) + phase).sin()
        + 0.3 * (time * (2.9 + 0.21 * (seed % 7) as f32) + 2.0 * phase).sin()
}

/// Joints of a person: name, parent, kind, offset in centimetres.
pub const PERSON: &[(&str, Option<u16>, JointKind, [f32; 3])] = &[
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

/// A skeleton without rest rotations: name, parent, kind, offset.
pub fn tree<N: AsRef<str>>(joints: &[(N, Option<u16>, JointKind, [f32; 3])]) -> SkeletonBuilder {
    let mut builder = SkeletonBuilder::new(&Limits::default());
    for (name, parent, kind, offset) in joints {
        builder.add(name.as_ref(), *parent, *kind, Vec3::from_array(*offset), Quat::IDENTITY).unwrap();
    }
    builder
}

/// A clip of so many frames, whose rows `write` fills.
pub fn built(
    name: &str,
    format: Format,
    skeleton: SkeletonBuilder,
    channels: Channels,
    mode: PositionMode,
    frames: usize,
    write: impl Fn(f32, &mut RowMut<'_>),
) -> Clip {
    let skeleton = Arc::new(skeleton.finish().unwrap());
    let mut rows = MotionBuilder::new(&skeleton, channels, mode, &Limits::default()).unwrap();
    (0..frames).for_each(|frame| rows.push_row(|row| write(frame as f32, row)).unwrap());
    let behaviour = Behaviour { name: name.to_owned(), motion: rows.finish().unwrap() };
    let mut source = Source::new(format);
    source.channels = vec![Box::default(); skeleton.len()];
    Clip::new(name.to_owned(), skeleton, vec![behaviour], source)
}

fn moving_joints() -> Vec<u16> {
    let joints = PERSON.iter().enumerate().filter(|(_, one)| one.2 == JointKind::Joint);
    joints.map(|(index, _)| index as u16).collect()
}

fn person(name: &str, frames: usize, write: impl Fn(f32, &mut RowMut<'_>)) -> Clip {
    let channels = Channels { rotated: moving_joints(), translated: vec![0], ..Channels::default() };
    let mut clip = built(name, Format::Bvh, tree(PERSON), channels, PositionMode::Replace, frames, write);
    clip.behaviours[0].motion.set_frame_time(1.0 / 60.0);
    clip
}

/// A joint that turns about three axes, later joints less.
fn turned(joint: usize, turn: impl Fn(usize) -> f32) -> Quat {
    let [x, y, z] = [0, 1, 2].map(|axis| turn(3 * joint + axis) / (1 + axis) as f32);
    Quat::from_euler(EulerRot::ZXY, x, y, z)
}

pub fn dancer(frames: usize) -> Clip {
    person("dancer", frames, |frame, row| {
        let time = frame / 60.0 * 4.0;
        row.translations[0] = Vec3::new(40.0 * wave(0.3 * time, 1), 93.0 + 3.0 * wave(time, 2), 60.0 * time / 4.0);
        for (joint, rotation) in row.rotations.iter_mut().enumerate() {
            *rotation = turned(joint, |seed| 0.5 * wave(time, seed));
        }
    })
}

/// A person whose hips sway and turn over planted feet.
pub fn squats(frames: usize) -> Clip {
    let offset = |joint: usize| Vec3::from_array(PERSON[joint].3);
    // In the order of the rotations in a row.
    let moving = moving_joints();
    person("squats", frames, |frame, row| {
        let sway = |size: f32, seed: usize| size * wave(frame / 20.0, seed);
        let hips = Vec3::new(sway(9.0, 51), 80.0 + sway(6.0, 52), sway(7.0, 53));
        let hips_turn = Quat::from_euler(EulerRot::YXZ, sway(0.4, 54), sway(0.2, 55), sway(0.2, 56));
        for (joint, rotation) in moving.iter().zip(row.rotations.iter_mut()) {
            *rotation = turned(usize::from(*joint), |seed| sway(0.5, seed));
        }
        (row.translations[0], row.rotations[0]) = (hips, hips_turn);
        for (leg, side) in [(1, 10.0), (4, -10.0)] {
            let thigh = usize::from(moving[leg]);
            let reach = hips_turn.inverse() * (Vec3::new(side, 6.0, 0.0) - hips) - offset(thigh);
            let bent = |angle: f32| offset(thigh + 1) + Quat::from_rotation_x(angle) * offset(thigh + 2);
            let (mut low, mut high) = (0.0, 2.5);
            for _ in 0..30 {
                let middle = 0.5 * (low + high);
                if bent(middle).length() > reach.length() { low = middle } else { high = middle }
            }
            let hip = Quat::from_rotation_arc(bent(low).normalize(), reach.normalize());
            let knee = Quat::from_rotation_x(low);
            row.rotations[leg..leg + 3].copy_from_slice(&[hip, knee, (hips_turn * hip * knee).inverse()]);
        }
    })
}

pub fn oddities() -> Vec<Clip> {
    let named = |name: &str, frames: usize| {
        let mut clip = dancer(frames);
        clip.name = name.into();
        clip
    };
    let mut unmoved = named("rest only", 50);
    unmoved.behaviours[0].motion = Motion::rest();
    let mut cut = named("a cut", 120);
    let mut motion = cut.behaviours[0].motion.outline();
    motion.append(cut.behaviours[0].motion.frames(0..1)).unwrap();
    motion.append(dancer(300).behaviours[0].motion.frames(150..240)).unwrap();
    cut.behaviours[0].motion = motion;
    let mut keyed = named("keyed", 6);
    keyed.source.format = Format::Hanim;
    keyed.behaviours[0].motion.set_time(Time::Keys(vec![0.0, 0.25, 0.25, 0.7, 1.9, 2.0])).unwrap();
    let mut all = vec![named("one pose", 1), unmoved, cut, spinner(), two_roots(), keyed];
    all.extend([scaled(), rest_rotations(), names(), point(), shifting()]);
    all
}

/// Whole turns about two joints, far from the origin.
fn spinner() -> Clip {
    let skeleton = tree(&[
        ("hub", None, JointKind::Joint, [1000.0, 0.0, 0.0]),
        ("blade", Some(0), JointKind::Joint, [1.0, 0.0, 0.0]),
        ("tip", Some(1), JointKind::EndSite, [0.0, 1.0, 0.0]),
    ]);
    let channels = Channels { rotated: vec![0, 1], ..Channels::default() };
    built("spinner", Format::Bvh, skeleton, channels, PositionMode::Replace, 100, |frame, row| {
        let angle = frame * 0.4;
        row.rotations.copy_from_slice(&[Quat::from_rotation_z(angle), Quat::from_rotation_x(-angle)]);
    })
}

/// Two people in one file, whose joints do not come depth first.
fn two_roots() -> Clip {
    let joints =
        [("a", None), ("b", None), ("a1", Some(0)), ("b1", Some(1)), ("a2", Some(2)), ("b2", Some(3)), ("a3", Some(0))];
    let offset = |name: &str| [0.0, 0.5, 0.1 * name.len() as f32];
    let skeleton = tree(&joints.map(|(name, parent)| (name, parent, JointKind::Joint, offset(name))));
    let channels = Channels { rotated: vec![0, 1, 2, 3], translated: vec![0, 1], ..Channels::default() };
    built("two roots", Format::Bvh, skeleton, channels, PositionMode::Add, 80, |frame, row| {
        let time = frame / 10.0;
        row.translations[1] = Vec3::new(3.0, wave(time, 3), 0.0);
        for (joint, rotation) in row.rotations.iter_mut().enumerate() {
            *rotation = Quat::from_rotation_x(wave(time, joint));
        }
    })
}

/// A figure with static transforms and scales that move.
fn scaled() -> Clip {
    let joints = [("root", None), ("arm", Some(0)), ("hand", Some(1))];
    let mut skeleton = tree(&joints.map(|(name, parent)| (name, parent, JointKind::Joint, [0.0, 0.5, 0.0])));
    let frame =
        Affine3A::from_scale_rotation_translation(Vec3::new(1.0, 2.0, 1.0), Quat::from_rotation_x(0.3), Vec3::X * 0.1);
    let scaling = Scaling {
        frames: vec![Affine3A::IDENTITY, frame, Affine3A::IDENTITY],
        axes: vec![Quat::IDENTITY, Quat::from_rotation_z(0.5), Quat::IDENTITY],
        rest_scales: vec![Vec3::ONE, Vec3::splat(1.5), Vec3::ONE],
    };
    skeleton.set_scaling(scaling).unwrap();
    let channels = Channels { rotated: vec![0, 1], scaled: vec![1], ..Channels::default() };
    built("scaled", Format::Hanim, skeleton, channels, PositionMode::Replace, 60, |frame, row| {
        let time = frame / 10.0;
        row.rotations[0] = Quat::from_rotation_y(wave(time, 1));
        row.rotations[1] = Quat::from_rotation_x(wave(time, 2));
        row.scales[0] = Vec3::new(1.2 + 0.3 * wave(time, 3), 1.0, 1.5);
    })
}

fn rest_rotations() -> Clip {
    let mut skeleton = SkeletonBuilder::new(&Limits::default());
    let turned = Quat::from_euler(EulerRot::XYZ, 0.5, 1.0, -2.0);
    skeleton.add("ROOT", None, JointKind::Joint, Vec3::ZERO, turned).unwrap();
    skeleton.add("PELVIS", Some(0), JointKind::Joint, Vec3::X, turned).unwrap();
    skeleton.add("L_LEG", Some(1), JointKind::Joint, Vec3::X, turned.inverse()).unwrap();
    skeleton.add("mark", Some(2), JointKind::Site, Vec3::X, Quat::IDENTITY).unwrap();
    let channels = Channels { rotated: vec![1], ..Channels::default() };
    built("rest rotations", Format::Skel, skeleton, channels, PositionMode::Replace, 40, |frame, row| {
        row.rotations[0] = turned * Quat::from_rotation_y(wave(frame / 5.0, 3));
    })
}

fn names() -> Clip {
    let long = "x".repeat(64);
    let names =
        ["", "rig:Hüfte", "rig:手 左", "LeftLeft", "RightLeft", "l", "r", "\u{1F57A}", &long, "LeftLeft", "a\nb"];
    let parents = iter::once(None).chain((0..).map(Some));
    let joints: Vec<_> =
        names.iter().zip(parents).map(|(name, parent)| (name, parent, JointKind::Joint, [0.0, 1.0, 0.0])).collect();
    let name = "<b>&\u{202E}names";
    let mut clip = built(name, Format::Bvh, tree(&joints), Channels::default(), PositionMode::Replace, 1, |_, _| ());
    clip.behaviours[0].motion = Motion::rest();
    clip
}

fn point() -> Clip {
    let skeleton = tree(&[("point", None, JointKind::Joint, [0.0; 3])]);
    let channels = Channels { translated: vec![0], ..Channels::default() };
    built("point", Format::Bvh, skeleton, channels, PositionMode::Replace, 50, |frame, row| {
        row.translations[0] = Vec3::new(wave(frame / 9.0, 1), 0.0, frame);
    })
}

fn shifting() -> Clip {
    let link = |index: u16| (format!("link{index}"), index.checked_sub(1), JointKind::Joint, [0.0, 10.0, 0.0]);
    let skeleton = tree(&[0, 1, 2, 3, 4, 5, 6, 7].map(link));
    let all: Vec<u16> = (0..8).collect();
    let channels = Channels { rotated: all.clone(), translated: all, ..Channels::default() };
    built("shifting", Format::Bvh, skeleton, channels, PositionMode::Add, 90, |frame, row| {
        let time = frame / 10.0;
        for joint in 0..8 {
            row.translations[joint] = Vec3::new(0.0, 3.0 * wave(time, joint), 0.0);
            row.rotations[joint] = Quat::from_rotation_z(0.4 * wave(time, joint + 9));
        }
    })
}

fn span(points: impl Iterator<Item = [f64; 3]>) -> f64 {
    let none = (DVec3::INFINITY, DVec3::NEG_INFINITY);
    let (low, high) = points.map(DVec3::from).fold(none, |(low, high), at| (low.min(at), high.max(at)));
    (high - low).max_element()
}

/// Mean, 99th percentile and maximum error of all joints in all frames from `first` on: millimetres, as if the largest
/// extent of the rest pose were 1.8 m.
pub fn distances(clip: &Clip, behaviour: usize, first: usize, back: &Clip) -> [f32; 3] {
    let root = |joint: usize| iter::successors(Some(joint), |above| clip.skeleton.parent(*above)).last();
    let rest = positions(clip, None);
    let tree = |top: usize| (0..rest.len()).filter(move |joint| root(*joint) == Some(top)).map(|joint| rest[joint]);
    let extent = (0..rest.len()).map(|top| span(tree(top))).fold(0.0, f64::max);
    // Without bones: the extent of its positions.
    let places = clip.behaviours[behaviour].motion.translations().values();
    let places = places.iter().map(|at| at.to_array().map(f64::from));
    let scale = 1800.0 / if extent > 0.0 { extent } else { span(places) };
    let mut all = Vec::new();
    for frame in 0..back.behaviours[behaviour].motion.frame_count() {
        let was = positions(clip, Some((behaviour, first + frame)));
        let is = positions(back, Some((behaviour, frame)));
        all.extend(iter::zip(was, is).map(|(was, is)| (DVec3::from(was).distance(is.into()) * scale) as f32));
    }
    all.sort_by(f32::total_cmp);
    [all.iter().sum::<f32>() / all.len() as f32, all[all.len() * 99 / 100], all[all.len() - 1]]
}
