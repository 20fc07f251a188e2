//! Writes a recording as BVH, in few bytes: rounded, and in columns of one width, in which compressors find more to repeat.

use std::fmt::Write as _;

use anyhow::{Context, Result};
use glam::{DQuat, DVec3, EulerRot};
use marey::model::{Axis, JointKind};
use marey_write::{BvhOptions, RotationOrder};

use super::body::{HIPS, JOINTS};
use super::clip::{self, Recording, narrow};

/// Steps of positions in centimetres, and of angles in degrees: an angle is off by a hundredth of a degree at most.
const STEPS: (f64, f64) = (0.01, 0.02);
const DECIMALS: usize = 2;
/// The width of a number: "-42.88".
const WIDTH: usize = 6;

/// Rounds the poses to the numbers of the file.
pub fn rounded(mut recording: Recording) -> Recording {
    let round = |value: f64, step: f64| (value / step).round() * step;
    for pose in &mut recording.poses {
        pose.root = DVec3::from(pose.root.to_array().map(|value| round(value, STEPS.0)));
        for (turn, joint) in pose.local.iter_mut().zip(&JOINTS) {
            let order = match order(joint.axes) {
                RotationOrder::Zyx => EulerRot::ZYX,
                RotationOrder::Yxz => EulerRot::YXZ,
                RotationOrder::Xzy => EulerRot::XZY,
                _ => EulerRot::ZXY,
            };
            let (a, b, c) = turn.to_euler(order);
            let [a, b, c] = [a, b, c].map(|angle| round(angle.to_degrees(), STEPS.1).to_radians());
            *turn = DQuat::from_euler(order, a, b, c);
        }
    }
    recording
}

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
    (options.length_decimals, options.angle_decimals) = (Some(4), Some(DECIMALS));
    let text = marey_write::bvh(&clip::clip(recording.name, skeleton, vec![(recording.name, motion)]), 0, &options)?;
    in_columns(&text)
}

/// The text with the numbers of frames below each other.
fn in_columns(text: &str) -> Result<String> {
    let mut out = String::with_capacity(2 * text.len());
    let mut lines = text.lines();
    for line in lines.by_ref() {
        writeln!(out, "{line}")?;
        if line.starts_with("Frame Time:") {
            break;
        }
    }
    for line in lines {
        for (index, number) in line.split(' ').enumerate() {
            let value: f64 = number.parse().context("a frame holds numbers")?;
            let between = if index == 0 { "" } else { " " };
            write!(out, "{between}{value:WIDTH$.DECIMALS$}")?;
        }
        out.push('\n');
    }
    Ok(out)
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
