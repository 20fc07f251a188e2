//! Where joints are, worked out in `f64`, so that what is compared is what was written and not how poses are rounded.

use glam::{DAffine3, DMat3, DQuat, DVec3};
use marey::model::{Clip, Skeleton};

/// World positions of all joints at a frame of a behaviour: the file's axes and units.
pub fn places(clip: &Clip, behaviour: usize, frame: usize) -> Vec<DVec3> {
    let (skeleton, motion) = (&*clip.skeleton, &clip.behaviours[behaviour].motion);
    let mut offsets: Vec<DVec3> = skeleton.rest_translations().iter().map(|offset| offset.as_dvec3()).collect();
    let mut turns: Vec<DQuat> = skeleton.rest_rotations().iter().map(|turn| turn.as_dquat()).collect();
    let mut scales: Vec<DVec3> = vec![DVec3::ONE; skeleton.len()];
    if let Some(scaling) = skeleton.scaling() {
        scales = scaling.rest_scales.iter().map(|scale| scale.as_dvec3()).collect();
    }
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
    let mut world: Vec<DAffine3> = Vec::new();
    for joint in 0..skeleton.len() {
        let local = local(skeleton, joint, offsets[joint], turns[joint].normalize(), scales[joint]);
        world.push(skeleton.parent(joint).map_or(local, |parent| world[parent] * local));
    }
    world.into_iter().map(|world| world.translation).collect()
}

/// `frames[i] * T * R * axes[i] * S * inverse(axes[i])`, see [`marey::model::Scaling`].
fn local(skeleton: &Skeleton, joint: usize, offset: DVec3, turn: DQuat, scale: DVec3) -> DAffine3 {
    let turned = DAffine3::from_rotation_translation(turn, offset);
    let Some(scaling) = skeleton.scaling() else { return turned };
    let frame = scaling.frames[joint];
    let linear = frame.matrix3;
    let frame = DAffine3 {
        matrix3: DMat3::from_cols(linear.x_axis.as_dvec3(), linear.y_axis.as_dvec3(), linear.z_axis.as_dvec3()),
        translation: frame.translation.as_dvec3(),
    };
    let axes = DMat3::from_quat(scaling.axes[joint].as_dquat().normalize());
    let stretched = axes * DMat3::from_diagonal(scale) * axes.transpose();
    frame * turned * DAffine3 { matrix3: stretched, translation: DVec3::ZERO }
}
