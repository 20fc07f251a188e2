//! Turns recordings into clips.

use std::sync::Arc;

use anyhow::Result;
use glam::{DQuat, DVec3, Quat};
use marey::Limits;
use marey::model::{
    Behaviour, Channels, Clip, Format, JointKind, Motion, MotionBuilder, PositionMode, RowMut, Skeleton,
    SkeletonBuilder, Source,
};

use super::pose::BodyPose;

/// A motion of the figure of `body`.
pub struct Recording {
    pub name: &'static str,
    pub rate: f64,
    pub poses: Vec<BodyPose>,
}

/// A skeleton of these joints, parents first: name, index of the parent, kind, and position relative to the parent.
pub fn skeleton<'a>(joints: impl IntoIterator<Item = (&'a str, Option<usize>, JointKind, DVec3)>) -> Result<Skeleton> {
    let mut builder = SkeletonBuilder::new(&Limits::default());
    for (name, parent, kind, offset) in joints {
        builder.add(name, parent.map(|parent| parent as u16), kind, offset.as_vec3(), Quat::IDENTITY)?;
    }
    Ok(builder.finish()?)
}

/// A motion in which these joints turn and these move; `write` fills each frame.
pub fn motion(
    skeleton: &Skeleton,
    [rotated, translated]: [Vec<u16>; 2],
    (rate, frames): (f64, usize),
    mut write: impl FnMut(usize, &mut RowMut<'_>),
) -> Result<Motion> {
    let channels = Channels { rotated, translated, ..Channels::default() };
    let mut builder = MotionBuilder::new(skeleton, channels, PositionMode::Replace, &Limits::default())?;
    builder.set_frame_time(1.0 / rate);
    for frame in 0..frames {
        builder.push_row(|row| write(frame, row))?;
    }
    Ok(builder.finish()?)
}

pub fn clip(name: &str, skeleton: Skeleton, motions: Vec<(&str, Motion)>) -> Clip {
    let behaviours = motions.into_iter().map(|(name, motion)| Behaviour { name: name.to_owned(), motion });
    // The format has no effect here.
    Clip::new(name.to_owned(), Arc::new(skeleton), behaviours.collect(), Source::new(Format::Bvh))
}

pub fn narrow(turn: DQuat) -> Quat {
    turn.as_quat().normalize()
}
