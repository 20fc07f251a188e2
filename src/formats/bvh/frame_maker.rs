//! From a row of numbers to rotations and translations.
//!
//! A joint's local transform is `T * R1 * R2 * R3`: the translation first whatever the column order, then the
//! rotations in the order listed, about the axes as turned so far (column vectors). Any list is taken: one or two
//! axes, repeated axes (`Z X Z`), rotations before positions. Checked against three.js and pybvh for all six orders.

use std::sync::Arc;

use glam::Vec3;

use super::decide::Offsets;
use super::header::Hierarchy;
use crate::error::Limits;
use crate::formats::frame_stream::FrameStream;
use crate::formats::notes::Notes;
use crate::formats::turns::{Four, Turns, about_all_axes, any, fours};
use crate::model::{BuildError, Channels, Clip, Format, MotionBuilder, PositionMode, RowMut, Source};

/// A joint with another list of rotations than three different axes.
#[derive(Debug, Clone)]
struct General {
    /// Its index among the rotated joints.
    slot: usize,
    /// Column and axis of each rotation.
    list: Turns,
}

/// One position channel.
#[derive(Debug, Clone, Copy)]
struct Move {
    column: usize,
    /// Index among the translated joints.
    slot: usize,
    axis: usize,
}

/// Makes frames of rows, as the hierarchy lays them out.
#[derive(Debug)]
pub(super) struct BvhFrameMaker {
    fours: Vec<Four>,
    generals: Vec<General>,
    moves: Vec<Move>,
    offsets: Offsets,
    /// Where the frames go, and the warnings of the rows.
    pub(super) stream: FrameStream,
}

impl BvhFrameMaker {
    /// `notes` are the warnings so far. `name` is the clip's, `frame_time` in seconds.
    pub(super) fn new(
        hierarchy: &Hierarchy,
        name: &str,
        frame_time: f64,
        limits: &Limits,
        notes: Notes,
    ) -> Result<Self, BuildError> {
        let skeleton = &hierarchy.skeleton;
        let mut rotations: Vec<Turns> = vec![Vec::new(); skeleton.len()];
        let mut masks = vec![Vec3::ZERO; skeleton.len()];
        for (column, channel) in hierarchy.channels.iter().enumerate() {
            let joint = usize::from(channel.joint);
            if let (true, Some(list)) = (channel.kind.rotation, rotations.get_mut(joint)) {
                list.push((column, channel.kind.axis));
            }
            if let (false, Some(mask)) = (channel.kind.rotation, masks.get_mut(joint)) {
                mask[usize::from(channel.kind.axis).min(2)] = 1.0;
            }
        }
        let (mut rotated, mut ordered, mut generals) = (Vec::new(), Vec::new(), Vec::new());
        for (joint, list) in (0u16..).zip(rotations).filter(|(_, list)| !list.is_empty()) {
            let slot = rotated.len();
            rotated.push(joint);
            if about_all_axes(&list) {
                ordered.push((slot, list));
            } else {
                generals.push(General { slot, list });
            }
        }
        let fours = fours(&ordered);
        let mut slots = vec![0; skeleton.len()];
        let (mut translated, mut translated_masks) = (Vec::new(), Vec::new());
        for ((joint, mask), slot) in (0u16..).zip(masks).zip(&mut slots).filter(|((_, mask), _)| *mask != Vec3::ZERO) {
            *slot = translated.len();
            translated.push(joint);
            translated_masks.push(mask);
        }
        let channels = hierarchy.channels.iter().enumerate().filter(|(_, channel)| !channel.kind.rotation);
        let moves = channels.map(|(column, channel)| Move {
            column,
            slot: slots.get(usize::from(channel.joint)).copied().unwrap_or(0),
            axis: usize::from(channel.kind.axis).min(2),
        });
        let moves = moves.collect();
        let offsets = Offsets::new(skeleton, &translated, &translated_masks);
        let mode = PositionMode::Replace;
        let channels = Channels { rotated, translated, masks: translated_masks, ..Channels::default() };
        let mut builder = MotionBuilder::new(skeleton, channels, mode, limits)?;
        builder.set_frame_time(frame_time);
        let source = Source { channels: hierarchy.texts.clone(), ..Source::new(Format::Bvh) };
        let outline = Clip::new(name.to_owned(), Arc::clone(skeleton), Vec::new(), source);
        let mut stream = FrameStream::new(outline, builder, notes);
        stream.set_position_mode(offsets.decide());
        Ok(Self { fours, generals, moves, offsets, stream })
    }

    /// Appends the frame of one row: finite numbers, one a channel, angles in degrees.
    #[inline]
    pub(super) fn push_row(&mut self, row: &[f64]) -> Result<(), BuildError> {
        let Self { fours, generals, moves, offsets, stream } = self;
        stream.push_row(|RowMut { rotations, translations, .. }| {
            for four in fours.iter() {
                four.store(four.lanes(row), rotations);
            }
            for general in generals.iter() {
                if let Some(rotation) = rotations.get_mut(general.slot) {
                    *rotation = any(row, &general.list);
                }
            }
            for channel in moves.iter() {
                if let Some(translation) = translations.get_mut(channel.slot) {
                    translation[channel.axis] = value(row, channel.column) as f32;
                }
            }
            offsets.see(translations);
        })
    }

    /// Decides anew how position channels are taken.
    pub(super) fn decide_position_mode(&mut self) {
        self.stream.set_position_mode(self.offsets.decide());
    }
}

#[inline(always)]
fn value(row: &[f64], column: usize) -> f64 {
    row.get(column).copied().unwrap_or(0.0)
}
