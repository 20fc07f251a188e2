//! Writes a recording as BVH.

use anyhow::Result;
use marey::model::{Axis, JointKind};
use marey::write::{self, BvhOptions, RotationOrder};

use super::body::{HIPS, JOINTS};
use super::clip::{self, Recording, narrow};

pub fn write(recording: &Recording) -> Result<String> {
    let all = || JOINTS.iter().enumerate();
    let joints = all().map(|(index, joint)| {
        let parent = (index != HIPS).then_some(joint.parent);
        (joint.name, parent, JointKind::Joint, joint.offset)
    });
    let ends = all().filter_map(|(index, joint)| Some(("End Site", Some(index), JointKind::EndSite, joint.end?)));
    let skeleton = clip::skeleton(joints.chain(ends))?;
    let (turning, orders) = (0..).zip(&JOINTS).map(|(index, joint)| (index, (index, order(joint.axes)))).unzip();
    let frames = (recording.rate, recording.poses.len());
    let motion = clip::motion(&skeleton, [turning, vec![HIPS as u16]], frames, |frame, row| {
        let pose = &recording.poses[frame];
        row.translations[0] = pose.root.as_vec3();
        row.rotations.iter_mut().zip(&pose.local).for_each(|(slot, turn)| *slot = narrow(*turn));
    })?;
    let mut options = BvhOptions::default();
    options.orders = orders;
    options.leave_out_still_channels = true;
    // 0.001 degree moves a foot by 0.02 mm: more digits would only lengthen the download.
    (options.length_decimals, options.angle_decimals) = (Some(4), Some(3));
    Ok(write::bvh(&clip::clip(recording.name, skeleton, vec![(recording.name, motion)]), 0, &options)?)
}

/// The rotation order of these axes, followed by the unused ones.
fn order(axes: &[Axis]) -> RotationOrder {
    match axes {
        [Axis::Z, Axis::Y] => RotationOrder::Zyx,
        [Axis::Y, ..] => RotationOrder::Yxz,
        [Axis::X, ..] => RotationOrder::Xzy,
        _ => RotationOrder::Zxy,
    }
}
