//! Makes frames from rows of numbers: rotations and translations of all joints.
//!
//! A joint's local transform is `T * R1 * R2 * R3` (column vectors): first the translation, whatever the column order, then the
//! rotations as listed, each about an axis that the previous ones have rotated. Any list is accepted: one or two axes, a repeated
//! axis (`Z X Z`), rotations before positions. All six orders of three axes were checked against three.js and pybvh.

use std::sync::Arc;

use glam::Vec3;
use marey_kernels::angles::half_angles;
use marey_kernels::euler::{FourJoints, turn};

use super::header::Hierarchy;
use super::position_mode::PositionEvidence;
use super::slow_rate::SlowRate;
use crate::checked::Checked;
use crate::error::Limits;
use crate::euler::{EulerColumns, about_all_axes, four_by_four, rotation_of};
use crate::formats::reading::{FrameStream, WarningLog};

use crate::model::{BuildError, Channels, Clip, Format, MotionBuilder, PositionMode, RowMut, Source};

/// A joint whose rotations are not about three different axes.
#[derive(Debug)]
struct OtherRotations {
    slot: usize,
    angles: EulerColumns,
}

#[derive(Debug)]
struct PositionColumn {
    column: usize,
    /// Index among the translated joints.
    slot: usize,
    axis: usize,
}

#[derive(Debug)]
pub(super) struct BvhFrameMaker {
    fours: Vec<FourJoints>,
    /// The row's numbers as half angles.
    halves: Vec<f32>,
    other_rotations: Vec<OtherRotations>,
    positions: Vec<PositionColumn>,
    evidence: PositionEvidence,
    /// For a rate that is doubted.
    slow_rate: Option<Box<SlowRate>>,
    /// The joint of each column.
    joints: Vec<u16>,
    /// Receives the frames; holds the warnings of the rows.
    pub(super) stream: FrameStream,
}

impl BvhFrameMaker {
    /// `name` is the clip's name, `frame_time` in seconds, `warnings` those so far.
    pub(super) fn new(
        hierarchy: &Hierarchy,
        name: &str,
        frame_time: f64,
        limits: &Limits,
        warnings: WarningLog,
    ) -> Result<Self, BuildError> {
        let skeleton = &hierarchy.skeleton;
        let mut rotations: Vec<EulerColumns> = vec![Vec::new(); skeleton.len()];
        let mut masks = vec![Vec3::ZERO; skeleton.len()];
        for (column, channel) in hierarchy.channels.iter().enumerate() {
            let joint = usize::from(channel.joint);
            if let (true, Some(list)) = (channel.kind.rotation, rotations.get_mut(joint)) {
                list.push((column, channel.kind.axis));
            }
            if let (false, Some(mask)) = (channel.kind.rotation, masks.get_mut(joint)) {
                mask[channel.kind.axis.min(2)] = 1.0;
            }
        }
        let (mut rotated, mut ordered, mut other_rotations) = (Vec::new(), Vec::new(), Vec::new());
        for (joint, list) in (0u16..).zip(rotations).filter(|(_, list)| !list.is_empty()) {
            let slot = rotated.len();
            rotated.push(joint);
            if about_all_axes(&list) {
                ordered.push((slot, list));
            } else {
                other_rotations.push(OtherRotations { slot, angles: list });
            }
        }
        let fours = four_by_four(&ordered);
        let mut slots = vec![0; skeleton.len()];
        let (mut translated, mut translated_masks) = (Vec::new(), Vec::new());
        for ((joint, mask), slot) in (0u16..).zip(masks).zip(&mut slots).filter(|((_, mask), _)| *mask != Vec3::ZERO) {
            *slot = translated.len();
            translated.push(joint);
            translated_masks.push(mask);
        }
        let channels = hierarchy.channels.iter().enumerate().filter(|(_, channel)| !channel.kind.rotation);
        let positions = channels.map(|(column, channel)| PositionColumn {
            column,
            slot: slots.at(usize::from(channel.joint)),
            axis: channel.kind.axis.min(2),
        });
        let positions = positions.collect();
        let mode = PositionMode::Replace;
        let channels = Channels { rotated, translated, masks: translated_masks, ..Channels::default() };
        let mut builder = MotionBuilder::new(skeleton, channels, mode, limits)?;
        builder.set_frame_time(frame_time);
        let evidence = PositionEvidence::new(skeleton, builder.so_far().outline());
        let source = Source { channels: hierarchy.texts.clone(), ..Source::new(Format::Bvh) };
        let outline = Clip::new(name.to_owned(), Arc::clone(skeleton), Vec::new(), source);
        let stream = FrameStream::new(outline, builder, warnings).limited_by_input(hierarchy.channels.len());
        let halves = vec![0.0; hierarchy.channels.len()];
        let slow_rate = SlowRate::new(frame_time);
        let joints = hierarchy.channels.iter().map(|channel| channel.joint).collect();
        let mut frames = Self { fours, halves, other_rotations, positions, evidence, slow_rate, joints, stream };
        frames.decide_position_mode(false);
        Ok(frames)
    }

    /// Appends the frame of one row: finite numbers, one a channel, angles in degrees.
    #[inline]
    pub(super) fn push_row(&mut self, row: &[f64]) -> Result<(), BuildError> {
        let Self { fours, halves, other_rotations, positions, evidence, slow_rate, stream, .. } = self;
        half_angles(row, halves);
        stream.push_row(|RowMut { rotations, translations, .. }| {
            turn(fours, halves, rotations);
            for joint in other_rotations.iter() {
                rotations.put(joint.slot, rotation_of(row, &joint.angles));
            }
            for position in positions.iter() {
                if let Some(translation) = translations.get_mut(position.slot) {
                    translation[position.axis] = value(row, position.column) as f32;
                }
            }
            evidence.add_frame(rotations, translations);
            if let Some(slow_rate) = slow_rate {
                slow_rate.add_frame(rotations);
            }
        })
    }

    /// Notes which values the next row lacks: those that are NaN.
    #[cold]
    pub(super) fn note_missing(&mut self, row: &[f64]) {
        let frame = self.stream.frame_count();
        for (joint, value) in self.joints.iter().zip(row) {
            if value.is_nan() {
                self.stream.missing.note(*joint, frame);
            }
        }
    }

    /// Whether the motion is too smooth for its rate.
    pub(super) fn is_too_smooth(&self) -> bool {
        self.slow_rate.as_ref().is_some_and(|slow_rate| slow_rate.is_too_smooth())
    }

    /// Decides how position channels are read from the frames so far; `all`: there are no more.
    pub(super) fn decide_position_mode(&mut self, all: bool) {
        let (mode, confidence) = self.evidence.decide(all);
        self.stream.set_position_mode(mode, confidence);
    }
}

#[inline(always)]
fn value(row: &[f64], column: usize) -> f64 {
    row.at(column)
}
