//! A person who stands and then walks, made here, and the same person with other axes, another rest pose and other bones.

use std::sync::Arc;

use marey::Limits;
use marey::glam::{EulerRot, Quat, Vec3};
use marey::model::{
    Axis, Behaviour, Channels, Clip, Format, JointKind, Motion, MotionBuilder, PositionMode, Skeleton, SkeletonBuilder,
    Source,
};
use marey::pose::{Pose, sample_frame};

pub const FRAME_TIME: f64 = 1.0 / 30.0;
/// Frames in which the person only moves the arms, and all frames.
const STANDING: usize = 40;
const FRAMES: usize = 100;

/// Name, parent and offset of each joint in metres, in a T pose that faces +Z.
const JOINTS: [(&str, i32, [f32; 3]); 31] = [
    ("Hips", -1, [0.0, 0.0, 0.0]),
    ("Spine", 0, [0.0, 0.1, 0.0]),
    ("Spine1", 1, [0.0, 0.15, 0.0]),
    ("Spine2", 2, [0.0, 0.15, 0.0]),
    ("Neck", 3, [0.0, 0.1, 0.0]),
    ("Head", 4, [0.0, 0.1, 0.0]),
    ("Head_end", 5, [0.0, 0.18, 0.0]),
    ("LeftShoulder", 3, [0.04, 0.05, 0.0]),
    ("LeftArm", 7, [0.14, 0.0, 0.0]),
    ("LeftForeArm", 8, [0.28, 0.0, 0.0]),
    ("LeftHand", 9, [0.25, 0.0, 0.0]),
    ("LeftHandMiddle1", 10, [0.09, 0.0, 0.0]),
    ("LeftHandMiddle1_end", 11, [0.04, 0.0, 0.0]),
    ("RightShoulder", 3, [-0.04, 0.05, 0.0]),
    ("RightArm", 13, [-0.14, 0.0, 0.0]),
    ("RightForeArm", 14, [-0.28, 0.0, 0.0]),
    ("RightHand", 15, [-0.25, 0.0, 0.0]),
    ("RightHandMiddle1", 16, [-0.09, 0.0, 0.0]),
    ("RightHandMiddle1_end", 17, [-0.04, 0.0, 0.0]),
    ("LeftUpLeg", 0, [0.1, 0.0, 0.0]),
    ("LeftLeg", 19, [0.0, -0.44, 0.0]),
    ("LeftFoot", 20, [0.0, -0.44, 0.0]),
    ("LeftToeBase", 21, [0.0, -0.06, 0.12]),
    ("LeftToeBase_end", 22, [0.0, -0.01, 0.06]),
    ("RightUpLeg", 0, [-0.1, 0.0, 0.0]),
    ("RightLeg", 24, [0.0, -0.44, 0.0]),
    ("RightFoot", 25, [0.0, -0.44, 0.0]),
    ("RightToeBase", 26, [0.0, -0.06, 0.12]),
    ("RightToeBase_end", 27, [0.0, -0.01, 0.06]),
    ("LeftHandThumb1", 10, [0.03, 0.0, 0.03]),
    ("RightHandThumb1", 16, [-0.03, 0.0, 0.03]),
];

/// What another body has.
#[derive(Clone)]
pub struct Changes {
    /// Bends the joints of the rest pose: world rotation by a joint's name, in the T pose's axes.
    pub bend: fn(&str) -> Quat,
    /// Turns each joint's own axes.
    pub spin: fn(usize) -> Quat,
    /// Lengths by a joint's name.
    pub scale: fn(&str) -> f32,
    /// All bones along one axis at rest.
    pub no_body: bool,
}

impl Default for Changes {
    fn default() -> Self {
        Self { bend: |_| Quat::IDENTITY, spin: |_| Quat::IDENTITY, scale: |_| 1.0, no_body: false }
    }
}

fn parent(joint: usize) -> Option<usize> {
    usize::try_from(JOINTS[joint].1).ok()
}

fn skeleton(changes: &Changes) -> Skeleton {
    let mut b = SkeletonBuilder::new(&Limits::default());
    for (joint, (name, _, offset)) in JOINTS.iter().enumerate() {
        let above = parent(joint).map_or(Quat::IDENTITY, changes.spin);
        let rest = above.inverse() * (changes.bend)(name) * (changes.spin)(joint);
        let rest = if changes.no_body { folded(joint, above, (changes.spin)(joint)) } else { rest };
        let kind = if name.ends_with("_end") { JointKind::EndSite } else { JointKind::Joint };
        let offset = above.inverse() * Vec3::from(*offset) * (changes.scale)(name);
        b.add(name, parent(joint).map(|one| one as u16), kind, offset, rest).unwrap();
    }
    b.finish().unwrap()
}

/// A rest rotation that lays the bones of the limbs along each other: arms and legs go up.
fn folded(joint: usize, above: Quat, own: Quat) -> Quat {
    let turn = match JOINTS[joint].0 {
        "LeftUpLeg" | "RightUpLeg" => Quat::from_rotation_x(std::f32::consts::PI),
        "LeftArm" => Quat::from_rotation_z(std::f32::consts::FRAC_PI_2),
        "RightArm" => Quat::from_rotation_z(-std::f32::consts::FRAC_PI_2),
        _ => Quat::IDENTITY,
    };
    above.inverse() * turn * own
}

/// The local rotation of a joint in a frame, from the T pose.
fn rotation(name: &str, frame: usize) -> Quat {
    let time = frame as f32 * FRAME_TIME as f32;
    let walks = frame.saturating_sub(STANDING) as f32 * FRAME_TIME as f32;
    let phase = std::f32::consts::TAU * walks;
    let sign = if name.starts_with("Left") { 1.0 } else { -1.0 };
    let swing = sign * phase.sin();
    let part = name.trim_start_matches("Left").trim_start_matches("Right");
    let [x, y, z] = match part {
        "UpLeg" => [-0.5 * swing, 0.0, 0.02 * sign * swing],
        "Leg" => [0.5 * (1.0 - (phase * 2.0).cos()) * 0.6, 0.0, 0.0],
        "Foot" => [0.1 * swing, 0.05 * swing, 0.0],
        "Arm" => [0.3 * (2.0 * time).sin(), 0.4 * swing, -sign * (0.9 + 0.4 * (1.3 * time).sin())],
        "ForeArm" => [0.2 * (1.7 * time).sin(), -sign * (0.5 + 0.4 * (2.1 * time).cos()), 0.0],
        "Hand" => [0.3 * (1.1 * time).cos(), 0.2, 0.1],
        "HandMiddle1" => [0.0, 0.0, -sign * 0.4],
        "Spine1" => [0.05, 0.15 * swing, 0.03 * (2.0 * time).sin()],
        "Neck" => [0.1 * (1.9 * time).sin(), 0.3 * time.sin(), 0.0],
        // Upright, so that the feet of the standing person are flat as at rest.
        "Hips" => [0.0, 0.1 * phase.sin(), 0.0],
        _ => [0.0; 3],
    };
    Quat::from_euler(EulerRot::ZYX, z, y, x)
}

/// What the person does: frames, the local rotation of a joint by its name in a frame, from the T pose, and where the hips are.
#[derive(Clone, Copy)]
pub struct Moves {
    pub frames: usize,
    pub rotation: fn(&str, usize) -> Quat,
    pub hips: fn(usize) -> Vec3,
}

const WALK: Moves = Moves { frames: FRAMES, rotation, hips: walked };

/// The hips of the walk.
fn walked(frame: usize) -> Vec3 {
    Vec3::new(0.3, 0.96, 1.1 * frame.saturating_sub(STANDING) as f32 * FRAME_TIME as f32)
}

fn motion(skeleton: &Skeleton, changes: &Changes, moves: Moves) -> Motion {
    let rotated: Vec<u16> = (0..JOINTS.len())
        .filter(|joint| skeleton.kinds()[*joint] == JointKind::Joint)
        .map(|joint| joint as u16)
        .collect();
    let channels = Channels { rotated: rotated.clone(), translated: vec![0], ..Channels::default() };
    let mut b = MotionBuilder::new(skeleton, channels, PositionMode::Replace, &Limits::default()).unwrap();
    for frame in 0..moves.frames {
        b.push_row(|row| {
            for (slot, joint) in row.rotations.iter_mut().zip(&rotated) {
                let joint = usize::from(*joint);
                let above = parent(joint).map_or(Quat::IDENTITY, changes.spin);
                *slot =
                    (above.inverse() * (moves.rotation)(JOINTS[joint].0, frame) * (changes.spin)(joint)).normalize();
            }
            row.translations[0] = (moves.hips)(frame);
        })
        .unwrap();
    }
    b.set_frame_time(FRAME_TIME);
    b.finish().unwrap()
}

fn clip_of(skeleton: Skeleton, motion: Motion) -> Clip {
    let mut source = Source::new(Format::Bvh);
    source.up = Some(Axis::Y);
    source.metres_per_unit = Some(1.0);
    source.unit_stated = true;
    let behaviours = vec![Behaviour { name: "walk".into(), motion }];
    Clip::new("walk".into(), Arc::new(skeleton), behaviours, source)
}

/// The walk on the body with these changes: with equal bones all joints are at the same places, whatever axes and rest pose are.
pub fn walk(changes: &Changes) -> Clip {
    moving(changes, WALK)
}

/// The body with these changes, which moves so.
pub fn moving(changes: &Changes, moves: Moves) -> Clip {
    let skeleton = skeleton(changes);
    let motion = motion(&skeleton, changes, moves);
    clip_of(skeleton, motion)
}

/// The body with these changes at rest.
pub fn at_rest(changes: &Changes) -> Clip {
    clip_of(skeleton(changes), Motion::rest())
}

/// The clip without some joints, and all below them.
pub fn without(clip: &Clip, lacks: impl Fn(&str) -> bool) -> Clip {
    let whole = &clip.skeleton;
    let mut b = SkeletonBuilder::new(&Limits::default());
    let mut kept: Vec<usize> = Vec::new();
    for (joint, name) in whole.names().iter().enumerate() {
        let above = whole.parent(joint);
        let parent = above.and_then(|above| kept.iter().position(|one| *one == above));
        if lacks(name) || (above.is_some() && parent.is_none()) {
            continue;
        }
        let (at, turn) = (whole.rest_translations()[joint], whole.rest_rotations()[joint]);
        b.add(name, parent.map(|one| one as u16), whole.kinds()[joint], at, turn).unwrap();
        kept.push(joint);
    }
    let skeleton = b.finish().unwrap();
    let own = &clip.behaviours[0].motion;
    if own.rotations().joints().is_empty() {
        return clip_of(skeleton, Motion::rest());
    }
    let rotated: Vec<u16> =
        (0..kept.len() as u16).filter(|joint| skeleton.kinds()[usize::from(*joint)] == JointKind::Joint).collect();
    let channels = Channels { rotated: rotated.clone(), translated: vec![0], ..Channels::default() };
    let mut b = MotionBuilder::new(&skeleton, channels, PositionMode::Replace, &Limits::default()).unwrap();
    let mut pose = Pose::rest(whole);
    for frame in 0..own.frame_count() {
        sample_frame(own, frame, &mut pose);
        b.push_row(|row| {
            for (slot, joint) in row.rotations.iter_mut().zip(&rotated) {
                *slot = pose.rotations[kept[usize::from(*joint)]];
            }
            row.translations[0] = pose.translations[kept[0]];
        })
        .unwrap();
    }
    b.set_frame_time(own.frame_time());
    let motion = b.finish().unwrap();
    clip_of(skeleton, motion)
}
