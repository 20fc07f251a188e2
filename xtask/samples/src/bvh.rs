//! Writes a recording as BVH.

use anyhow::Result;
use glam::Quat;
use marey::model::JointKind;
use marey::write::{self, BvhOptions, RotationOrder};

use super::body::{BodyAxis, HIPS, JOINTS};
use super::clip::{self, Recording, narrow};

pub fn write(recording: &Recording) -> Result<String> {
    let mut builder = clip::skeleton();
    let mut indices: Vec<u16> = Vec::new();
    let mut options = BvhOptions::default();
    for joint in &JOINTS {
        let parent = if indices.is_empty() { None } else { Some(indices[joint.parent]) };
        let index = builder.add(joint.name, parent, JointKind::Joint, joint.offset.as_vec3(), Quat::IDENTITY)?;
        indices.push(index);
        options.orders.push((index, order(joint.axes)));
        if let Some(end) = joint.end {
            builder.add("End Site", Some(index), JointKind::EndSite, end.as_vec3(), Quat::IDENTITY)?;
        }
    }
    let skeleton = builder.finish()?;
    let moving = [indices.clone(), vec![indices[HIPS]]];
    let motion = clip::motion(&skeleton, moving, (recording.rate, recording.poses.len()), |frame, row| {
        let pose = &recording.poses[frame];
        row.translations[0] = pose.root.as_vec3();
        row.rotations.iter_mut().zip(&pose.local).for_each(|(slot, turn)| *slot = narrow(*turn));
    })?;
    options.leave_out_still_channels = true;
    // 0.001 degree moves a foot by 0.02 mm: more digits would only lengthen the download.
    (options.length_decimals, options.angle_decimals) = (Some(4), Some(3));
    Ok(write::bvh(&clip::clip(recording.name, skeleton, vec![(recording.name, motion)]), 0, &options)?)
}

/// The rotation order of these axes, followed by the unused ones.
fn order(axes: &[BodyAxis]) -> RotationOrder {
    match axes {
        [BodyAxis::Z, BodyAxis::Y] => RotationOrder::Zyx,
        [BodyAxis::Y, ..] => RotationOrder::Yxz,
        [BodyAxis::X, ..] => RotationOrder::Xzy,
        _ => RotationOrder::Zxy,
    }
}
