//! Positions of joints, calculated in `f64`, so that what was written is compared and not how poses are rounded.

use glam::{DAffine3, DMat3, DQuat, DVec3};
use marey::model::{Axis, Clip, JointKind, Scaling, Skeleton};

use support::golden::wide;

/// The allowed error of joints, relative to the figure's largest coordinate.
pub const TOLERANCE: f64 = 1e-6;

/// World positions of all joints in a frame of a behaviour: the file's axes and units.
pub fn places(clip: &Clip, behaviour: usize, frame: usize) -> Vec<DVec3> {
    matrices(clip, Some((behaviour, frame))).into_iter().map(|world| world.translation).collect()
}

/// The rotation of a clip's up axis to +Y, for formats whose axes are fixed. -Y turns about X.
pub fn upright(clip: &Clip) -> DQuat {
    match clip.source.up.unwrap_or(Axis::Y) {
        Axis::Y => DQuat::IDENTITY,
        Axis::NegY => DQuat::from_rotation_x(std::f64::consts::PI),
        up => DQuat::from_rotation_arc(up.vector().as_dvec3(), DVec3::Y),
    }
}

/// The [`places`] of a clip turned so.
pub fn upright_places(clip: &Clip, behaviour: usize, frame: usize) -> Vec<DVec3> {
    let turn = upright(clip);
    places(clip, behaviour, frame).into_iter().map(|at| turn * at).collect()
}

/// World matrices of all joints in a frame of a behaviour, or in the rest pose.
pub fn matrices(clip: &Clip, moment: Option<(usize, usize)>) -> Vec<DAffine3> {
    let skeleton = &*clip.skeleton;
    let mut offsets: Vec<DVec3> = skeleton.rest_translations().iter().map(|offset| offset.as_dvec3()).collect();
    let mut turns: Vec<DQuat> = skeleton.rest_rotations().iter().map(|turn| turn.as_dquat()).collect();
    let at_rest = |scaling: &Scaling| scaling.rest_scales.iter().map(|scale| scale.as_dvec3()).collect();
    let mut scales: Vec<DVec3> = skeleton.scaling().map_or(vec![DVec3::ONE; skeleton.len()], at_rest);
    if let Some((behaviour, frame)) = moment {
        let motion = &clip.behaviours[behaviour].motion;
        for (joint, turn) in motion.rotations().joints().iter().zip(motion.rotations().row(frame)) {
            turns[usize::from(*joint)] = turn.as_dquat();
        }
        let moved = motion.translations().joints().iter().zip(motion.translations().row(frame));
        for ((joint, value), base) in moved.zip(motion.translation_bases()) {
            offsets[usize::from(*joint)] = (*base + *value).as_dvec3();
        }
        for (joint, scale) in motion.scales().joints().iter().zip(motion.scales().row(frame)) {
            scales[usize::from(*joint)] = scale.as_dvec3();
        }
    }
    let mut world: Vec<DAffine3> = Vec::new();
    for joint in 0..skeleton.len() {
        let local = local(skeleton, joint, offsets[joint], turns[joint].normalize(), scales[joint]);
        world.push(skeleton.parent(joint).map_or(local, |parent| world[parent] * local));
    }
    world
}

pub fn weights(clip: &Clip, behaviour: usize, frame: usize) -> Vec<f32> {
    let (mut weights, track) = (clip.skeleton.weights().to_vec(), clip.behaviours[behaviour].motion.weights());
    for (weight, value) in track.joints().iter().zip(track.row(frame)) {
        weights[usize::from(*weight)] = *value;
    }
    weights
}

/// `frames[i] * T * R * axes[i] * S * inverse(axes[i])`, see [`marey::model::Scaling`].
fn local(skeleton: &Skeleton, joint: usize, offset: DVec3, turn: DQuat, scale: DVec3) -> DAffine3 {
    let turned = DAffine3::from_rotation_translation(turn, offset);
    let Some(scaling) = skeleton.scaling() else { return turned };
    let axes = DMat3::from_quat(scaling.axes[joint].as_dquat().normalize());
    let stretched = axes * DMat3::from_diagonal(scale) * axes.transpose();
    wide(&scaling.frames[joint]) * turned * DAffine3 { matrix3: stretched, translation: DVec3::ZERO }
}

/// For each joint, whether it is a transform without a joint, such as a ball's, or is below one: formats with only a
/// body leave it out.
pub fn off_body(skeleton: &Skeleton) -> Vec<bool> {
    let is_frame = |joint: usize| skeleton.kinds()[joint] == JointKind::Frame;
    let above = |joint: usize| std::iter::successors(Some(joint), |joint| skeleton.parent(*joint));
    let joints: Vec<usize> = (0..skeleton.len()).filter(|at| skeleton.kinds()[*at] == JointKind::Joint).collect();
    let carries_none = |joint: usize| joints.iter().all(|below| above(*below).all(|at| at != joint));
    (0..skeleton.len()).map(|joint| above(joint).any(|at| is_frame(at) && carries_none(at))).collect()
}

/// Whether a joint is written in a format with only a body and no sites.
pub fn is_body(skeleton: &Skeleton) -> impl Fn(usize) -> bool {
    let off_body = off_body(skeleton);
    move |joint| skeleton.kinds()[joint] != JointKind::Site && !off_body[joint]
}

/// The joints in the order in which a tree is written: depth first.
pub fn depth_first(clip: &Clip, is_written: impl Fn(usize) -> bool) -> Vec<usize> {
    let skeleton = &clip.skeleton;
    let mut order = Vec::new();
    let children = |parent: Option<usize>| {
        let own = (0..skeleton.len()).rev().filter(move |joint| skeleton.parent(*joint) == parent);
        own.collect::<Vec<usize>>()
    };
    let mut ahead = children(None);
    while let Some(joint) = ahead.pop() {
        if is_written(joint) {
            order.push(joint);
        }
        ahead.extend(children(Some(joint)));
    }
    order
}

/// Pairs written joints, in this order, with those that were read; checks parents and names.
pub fn paired(name: &str, own: &Skeleton, read: &Skeleton, order: &[usize], names: &[String]) -> Vec<(usize, usize)> {
    assert_eq!(order.len(), read.len(), "{name}");
    for (to, from) in order.iter().enumerate() {
        let parent = own.parent(*from).map(|parent| order.iter().position(|at| *at == parent).unwrap());
        assert_eq!((read.parent(to), &*read.names()[to]), (parent, names[*from].as_str()), "{name}");
    }
    order.iter().copied().zip(0..).collect()
}

/// The largest distance of paired joints, in a unit smaller by `factor`, relative to the largest coordinate.
pub fn difference(expected: &[DVec3], found: &[DVec3], pairs: &[(usize, usize)], factor: f64) -> f64 {
    let (mut size, mut worst) = (0.0_f64, 0.0_f64);
    for (from, to) in pairs {
        let expected = expected[*from] * factor;
        size = size.max(expected.abs().max_element());
        worst = worst.max((expected - found[*to]).abs().max_element());
    }
    if size > 0.0 { worst / size } else { worst }
}

/// The function for expected positions: [`places`] or [`upright_places`].
type Places = fn(&Clip, usize, usize) -> Vec<DVec3>;

/// Compares the joints in every frame, in a unit smaller by `factor`.
pub fn compare(
    name: &str,
    (clip, behaviour, at): (&Clip, usize, Places),
    read: &Clip,
    pairs: &[(usize, usize)],
    factor: f64,
) {
    let (motion, found) = (&clip.behaviours[behaviour].motion, &read.behaviours[0].motion);
    assert_eq!(motion.frame_count(), found.frame_count(), "{name}");
    let frames = (0..motion.frame_count()).map(|frame| (at(clip, behaviour, frame), places(read, 0, frame)));
    let off = frames.map(|(expected, found)| difference(&expected, &found, pairs, factor)).fold(0.0, f64::max);
    assert!(off < TOLERANCE, "{name}: {off}");
}
