//! Clips made of decisions: any tree, any numbers that a builder takes, and all that a clip may have besides.

use std::sync::Arc;

use glam::{Affine3A, Mat3A, Quat, Vec3};
use marey::Limits;
use marey::model::{
    Axis, Behaviour, Bind, Channels, Clip, Format, JointKind, Mark, MarkKind, Mass, Morph, MotionBuilder, NO_PARENT,
    PositionMode, Scaling, Skeleton, SkeletonBuilder, Skin, SkinCorner, SkinParts, Source, Time, Viewpoint,
};

use super::choices::Choices;
use super::moving::PERSON;

const MOST_JOINTS: usize = 24;
const MOST_FRAMES: usize = 24;
const NAMES: [&str; 16] = [
    "Hips",
    "LeftUpLeg",
    "RightFoot",
    "LeftHand",
    "Spine",
    "Head",
    "Bip01 L Thigh",
    "mixamorig:Hips",
    "",
    "a b",
    "12",
    "<&\">",
    "\u{202E}\n\u{0}",
    "Ž手",
    "end",
    "root",
];
const UNITS: [f64; 6] = [1.0, 0.01, 1e-6, 1e6, 0.0254, 0.3];
/// Seconds between frames.
const TIMES: [f64; 10] = [1.0 / 30.0, 1.0 / 120.0, 0.5, 1.0, 1e-9, 1e-30, 1e-300, 1e6, 1e12, 1e-4];

/// A clip that the builders take. Scales may place its joints at no finite place.
pub fn clip(choices: &mut Choices<'_>) -> Clip {
    let skeleton = Arc::new(skeleton(choices));
    let mut source = Source::new(choices.pick(&Format::ALL));
    source.channels = vec![Box::default(); skeleton.len()];
    source.metres_per_unit = choices.once_in(2).then(|| choices.pick(&UNITS));
    source.length_factor = if choices.once_in(6) { choices.pick(&UNITS) } else { 1.0 };
    source.up = choices.once_in(3).then(|| choices.pick(&Axis::ALL));
    let mode = choices.pick(&[PositionMode::Replace, PositionMode::Add]);
    source.position_mode = choices.once_in(2).then_some(mode);
    let mut behaviours = Vec::new();
    for index in 0..1 + usize::from(choices.once_in(5)) {
        behaviours.push(behaviour(choices, &skeleton, mode, index));
    }
    let mut clip = Clip::new(choices.pick(&NAMES).to_owned(), skeleton, behaviours, source);
    if choices.once_in(3) {
        add_besides(choices, &mut clip);
    }
    clip
}

fn vector(choices: &mut Choices<'_>) -> Vec3 {
    Vec3::from_array([0; 3].map(|_: u8| choices.number()))
}

fn rotation(choices: &mut Choices<'_>) -> Quat {
    let [x, y, z, w] = [0; 4].map(|_: u8| choices.share());
    Quat::from_xyzw(x, y, z, w).try_normalize().unwrap_or(Quat::IDENTITY)
}

trait TryNormalize: Sized {
    fn try_normalize(self) -> Option<Self>;
}

impl TryNormalize for Quat {
    fn try_normalize(self) -> Option<Self> {
        (self.length_squared() > 1e-6).then(|| self.normalize())
    }
}

fn skeleton(choices: &mut Choices<'_>) -> Skeleton {
    let mut builder = SkeletonBuilder::new(&Limits::default());
    if choices.once_in(2) {
        person(choices, &mut builder)
    } else {
        tree(choices, &mut builder)
    }
    if choices.once_in(5) {
        let count = builder.len();
        let frames = (0..count).map(|_| transform(choices)).collect();
        let axes = (0..count).map(|_| rotation(choices)).collect();
        let rest_scales = (0..count).map(|_| if choices.once_in(3) { vector(choices) } else { Vec3::ONE }).collect();
        builder.set_scaling(Scaling { frames, axes, rest_scales }).unwrap();
    }
    if choices.once_in(5) {
        let weights = (0..1 + choices.below(3)).map(|_| choices.number()).collect();
        builder.set_weights(weights).unwrap();
    }
    builder.finish().unwrap()
}

/// Mostly the identity.
fn transform(choices: &mut Choices<'_>) -> Affine3A {
    if !choices.once_in(3) {
        return Affine3A::IDENTITY;
    }
    let columns = [0; 3].map(|_: u8| vector(choices).to_vec3a());
    let matrix3 = if choices.once_in(2) {
        Mat3A::from_cols(columns[0], columns[1], columns[2])
    } else {
        Mat3A::from_quat(rotation(choices))
    };
    Affine3A { matrix3, translation: vector(choices).to_vec3a() }
}

/// A person of any size, of whom a joint may be elsewhere.
fn person(choices: &mut Choices<'_>, builder: &mut SkeletonBuilder) {
    let size = choices.pick(&[1.0, 0.01, 1e-9, 1e6, 1e9, 1e-20, 5.0, 0.4]);
    let odd = choices.once_in(3).then(|| (choices.below(PERSON.len()), vector(choices)));
    for (index, (name, parent, kind, offset)) in PERSON.iter().enumerate() {
        let offset = odd.filter(|(joint, _)| *joint == index).map_or(Vec3::from_array(*offset) * size, |(_, at)| at);
        let turn = if choices.once_in(20) { rotation(choices) } else { Quat::IDENTITY };
        builder.add(name, *parent, *kind, offset, turn).unwrap();
    }
}

fn tree(choices: &mut Choices<'_>, builder: &mut SkeletonBuilder) {
    const KINDS: [JointKind; 6] =
        [JointKind::Joint, JointKind::Joint, JointKind::Joint, JointKind::EndSite, JointKind::Site, JointKind::Frame];
    // The joints that may carry others.
    let mut above = Vec::new();
    for _ in 0..1 + choices.below(MOST_JOINTS) {
        let parent = if above.is_empty() || choices.once_in(8) { None } else { Some(choices.pick(&above)) };
        let kind = if parent.is_none() { JointKind::Joint } else { choices.pick(&KINDS) };
        let turn = if choices.once_in(3) { rotation(choices) } else { Quat::IDENTITY };
        let at = vector(choices);
        let joint = builder.add(choices.pick(&NAMES), parent, kind, at, turn).unwrap();
        if !kind.is_point() {
            above.push(joint);
        }
    }
}

fn behaviour(choices: &mut Choices<'_>, skeleton: &Skeleton, mode: PositionMode, index: usize) -> Behaviour {
    let still: Vec<bool> = skeleton.kinds().iter().map(|kind| kind.is_point()).collect();
    let some = |choices: &mut Choices<'_>, many: usize| -> Vec<u16> {
        (0..skeleton.len() as u16).filter(|joint| !still[usize::from(*joint)] && choices.once_in(many)).collect()
    };
    let rotated = if choices.once_in(4) { some(choices, 3) } else { some(choices, 1) };
    let translated = if choices.once_in(3) { some(choices, 2) } else { vec![0] };
    let masks = if choices.once_in(4) {
        let bit = |choices: &mut Choices<'_>| f32::from(u8::from(choices.once_in(2)));
        translated.iter().map(|_| Vec3::from_array([0; 3].map(|_: u8| bit(choices)))).collect()
    } else {
        Vec::new()
    };
    let scaled = if skeleton.scaling().is_some() { some(choices, 2) } else { Vec::new() };
    let weighted = (0..skeleton.weights().len() as u16).collect();
    let channels = Channels { rotated, translated, masks, scaled, weighted };
    let mut rows = MotionBuilder::new(skeleton, channels, mode, &Limits::default()).unwrap();
    let masks = rows.so_far().translation_masks().to_vec();
    let wild = choices.once_in(3);
    let size = choices.pick(&[1.0, 100.0, 1e-6, 1e6, 1e11]);
    for _ in 0..1 + choices.below(MOST_FRAMES) {
        rows.push_row(|row| {
            row.rotations.iter_mut().for_each(|turn| *turn = rotation(choices));
            for (at, mask) in row.translations.iter_mut().zip(&masks) {
                *at = if wild { vector(choices) } else { Vec3::splat(choices.share() * size) } * *mask;
            }
            row.scales.iter_mut().for_each(|scale| *scale = if wild { vector(choices) } else { Vec3::ONE });
            row.weights.iter_mut().for_each(|weight| *weight = choices.number());
        })
        .unwrap();
    }
    rows.set_frame_time(choices.pick(&TIMES));
    let mut motion = rows.finish().unwrap();
    if choices.once_in(4) {
        let mut at = 0.0;
        let step = choices.pick(&TIMES);
        let keys = (0..motion.frame_count()).map(|frame| {
            at += if frame == 0 { 0.0 } else { step * f64::from(choices.byte()) };
            at
        });
        let keys = Time::Keys(keys.collect());
        // Keys too far apart are refused, and the even times stay.
        motion.set_time(keys).ok();
    }
    Behaviour { name: format!("{}{index}", choices.pick(&NAMES)), motion }
}

/// A skin, masses, viewpoints, marks, labels, notes and visibility.
fn add_besides(choices: &mut Choices<'_>, clip: &mut Clip) {
    let joints = clip.skeleton.len();
    let joint = |choices: &mut Choices<'_>| choices.below(joints) as u16;
    if choices.once_in(2) {
        clip.skin = Some(Arc::new(skin(choices, &clip.skeleton)));
    }
    if choices.once_in(2) {
        let mass = Mass { joint: joint(choices), mass: choices.number().abs().max(1e-30), centre: vector(choices) };
        clip.masses.push(mass);
    }
    if choices.once_in(2) {
        for name in ["near", "far"] {
            let joint = choices.once_in(2).then(|| joint(choices));
            let (position, orientation) = (vector(choices), rotation(choices));
            let field_of_view = choices.pick(&[0.8, 1e-6, 3.0]);
            clip.viewpoints.push(Viewpoint { name: name.to_owned(), joint, position, orientation, field_of_view });
        }
    }
    let frames = clip.behaviours[0].motion.frame_count();
    if choices.once_in(2) {
        let first = choices.below(frames);
        let joint = choices.once_in(2).then(|| joint(choices));
        let text = choices.pick(&NAMES).to_owned();
        let kind = choices.pick(&[MarkKind::Event, MarkKind::Limit]);
        clip.about.marks.push(Mark { kind, behaviour: 0, joint, first, last: frames - 1, at: first, text });
        clip.about.notes.push((choices.pick(&NAMES).to_owned(), choices.pick(&NAMES).to_owned()));
        clip.about.labels = (0..joints).map(|_| choices.pick(&NAMES).into()).collect();
    }
    if choices.once_in(2) {
        clip.visibility.push((0..choices.below(frames + 1) * joints).map(|_| choices.byte()).collect());
    }
}

fn skin(choices: &mut Choices<'_>, skeleton: &Skeleton) -> Skin {
    let joints = skeleton.len();
    let binds: Vec<Bind> = if choices.once_in(2) {
        let joint = |choices: &mut Choices<'_>| choices.below(joints) as u16;
        let fixed = Bind { joint: NO_PARENT, matrix: transform(choices) };
        vec![Bind { joint: joint(choices), matrix: transform(choices) }, fixed]
    } else {
        Vec::new()
    };
    let count = if binds.is_empty() { joints } else { binds.len() };
    let morphs: Vec<Morph> = (0..skeleton.weights().len() as u16)
        .map(|weight| Morph { bind: choices.below(count) as u16, weight })
        .collect();
    let (mut corners, mut influences) = (Vec::new(), Vec::new());
    for _ in 0..3 + choices.below(6) {
        let normal = rotation(choices) * Vec3::Z;
        let position = vector(choices);
        if choices.once_in(2) {
            corners.push(SkinCorner::rigid(position, normal, choices.below(count) as u32));
            continue;
        }
        let first = influences.len() as u32;
        let own = 1 + choices.below(3);
        influences.extend((0..own).map(|_| [choices.number(), 0.0, 0.0, choices.below(count) as f32]));
        let moved = morphs.len().min(choices.below(2));
        let [x, y, z] = vector(choices).to_array();
        influences.extend((0..moved).map(|morph| [x, y, z, morph as f32]));
        let texture = [choices.number(), choices.number()];
        let (influences, morphs) = (own as u16, moved as u16);
        corners.push(SkinCorner { position, normal, first, influences, morphs, texture, ..SkinCorner::default() });
    }
    let triangles: Vec<[u32; 3]> =
        (0..1 + choices.below(4)).map(|_| [0; 3].map(|_: u8| choices.below(corners.len()) as u32)).collect();
    let segments = choices.below(triangles.len() + 1);
    let parts = SkinParts { binds, morphs, influences, corners, triangles, segments, ..SkinParts::default() };
    Skin::new("skin", parts, skeleton).unwrap()
}
