//! The rows of a motion whose skeleton is known, and the clip that comes out.

use std::sync::Arc;

use super::FRAME_TIME;
use super::bake::Baker;
use super::frames::{Frames, Sink};
use super::head::Head;
use super::layout::Layout;
use super::lines::{LONGEST_LINE, Line, line_end};
use super::watch::Watch;
use crate::error::{ErrorKind, Limits, ParseError};
use crate::formats::acclaim::rig::Rig;
use crate::formats::notes::Notes;
use crate::formats::text::Tally;
use crate::model::{Mark, Motion};

/// Once so many bytes of frames are held and nobody takes them away, room is made for all that the file's size lets
/// expect.
const RESERVE_FROM: usize = 4 << 20;

/// Reads rows from pieces of text that may be cut anywhere.
#[derive(Debug, Clone)]
pub(super) struct Body {
    frames: Frames,
    baker: Baker,
    watch: Watch,
    /// The line that is being read.
    line: Line,
    /// The start of a line that was cut by the end of a piece.
    carry: Vec<u8>,
    /// What of that line was not kept because it is too long.
    carry_lost: Tally,
    /// The motion without its rows.
    outline: Motion,
    rows_taken: bool,
    reserved: bool,
}

/// What the rows come to.
pub(super) struct Read {
    pub(super) motion: Motion,
    pub(super) marks: Vec<Mark>,
    pub(super) marks_dropped: u64,
}

impl Body {
    /// The rows start at `line`.
    pub(super) fn new(rig: &Arc<Rig>, head: &Head, line: Line, limits: &Limits) -> Result<Self, ParseError> {
        let mut turned_fully = vec![false; rig.parts.len()];
        for bone in &head.bones {
            let Some(index) = rig.part(&bone.name) else { continue };
            if let (Some(part), Some(fully)) = (rig.parts.get(index), turned_fully.get_mut(index)) {
                *fully |= bone.values == part.dofs.len() + 3;
            }
        }
        let layout = Layout::new(rig, &turned_fully);
        let radians = head.radians.unwrap_or(rig.radians);
        let mut baker = Baker::new(rig, &layout, radians, limits).map_err(|error| {
            let message = format!("the motion cannot be built: {error}");
            ParseError::new(ErrorKind::Inconsistent, "amc.unbuildable", message).at(line.place())
        })?;
        baker.set_frame_time(FRAME_TIME);
        let watch = Watch::new(rig, &layout, radians);
        let outline = baker.so_far().clone();
        let frames = Frames::new(rig.clone(), layout, head.force);
        let (carry, carry_lost) = (Vec::new(), Tally::default());
        Ok(Self { frames, baker, watch, line, carry, carry_lost, outline, rows_taken: false, reserved: false })
    }

    /// Reads the next piece of text. The only errors are limits.
    pub(super) fn push(&mut self, text: &[u8], notes: &mut Notes) -> Result<(), ParseError> {
        let mut rest = text;
        if !self.carry.is_empty() {
            let Some(taken) = self.complete(text) else {
                self.keep(text);
                return Ok(());
            };
            let (line, behind) = text.split_at(taken);
            self.keep(line);
            self.read_carried(false, notes)?;
            rest = behind;
        }
        let read = self.read(rest, notes)?;
        self.keep(rest.get(read..).unwrap_or_default());
        Ok(())
    }

    /// The end of the file ends the last line and the last frame.
    pub(super) fn finish(mut self, notes: &mut Notes) -> Result<Read, ParseError> {
        if !self.carry.is_empty() {
            self.read_carried(true, notes)?;
        }
        let mut out = Sink { baker: &mut self.baker, watch: &mut self.watch, notes };
        self.frames.finish(&mut out)?;
        if self.baker.frame_count() == 0 {
            let message = format_args!("the motion has no frames; the rest pose is shown");
            notes.each("amc.no-frames", self.line.place(), message);
        }
        let (marks, marks_dropped) = self.watch.finish();
        let motion = self.baker.into_builder().finish_remaining();
        Ok(Read { motion, marks, marks_dropped })
    }

    /// Frames so far, those taken included.
    pub(super) fn frame_count(&self) -> usize {
        self.baker.frame_count()
    }

    /// The motion without its rows.
    pub(super) fn outline(&self) -> &Motion {
        &self.outline
    }

    pub(super) fn expect_frames(&mut self, frames: usize) {
        if !self.reserved && !self.rows_taken && self.baker.held_bytes() >= RESERVE_FROM {
            self.reserved = true;
            self.baker.reserve(frames.saturating_sub(self.frame_count()));
        }
    }

    pub(super) fn take_frames(&mut self) -> Option<Motion> {
        self.rows_taken = true;
        let frames = self.baker.take_frames();
        // As many are likely to come until the next call.
        self.baker.reserve(frames.frame_count());
        Some(frames).filter(|frames| frames.frame_count() > 0)
    }

    /// How much of `text` completes the line that was begun; `None` when that line goes on behind it.
    fn complete(&self, text: &[u8]) -> Option<usize> {
        if self.carry.ends_with(b"\r") {
            return text.first().map(|byte| usize::from(*byte == b'\n'));
        }
        line_end(text, 0).map(|(_, next)| next)
    }

    /// Keeps the start of a line. A line end is always kept, however long the line is.
    fn keep(&mut self, cut: &[u8]) {
        let end = cut.iter().rev().take_while(|byte| matches!(byte, b'\n' | b'\r')).count();
        let (line, end) = cut.split_at(cut.len() - end);
        let room = (LONGEST_LINE + 1).saturating_sub(self.carry.len());
        let (kept, lost) = line.split_at(room.min(line.len()));
        self.carry.extend_from_slice(kept);
        self.carry.extend_from_slice(end);
        self.carry_lost = self.carry_lost.plus(lost);
    }

    /// Reads the line that was kept. `last` says that it has no end.
    fn read_carried(&mut self, last: bool, notes: &mut Notes) -> Result<(), ParseError> {
        let mut text = std::mem::take(&mut self.carry);
        let lost = std::mem::take(&mut self.carry_lost);
        let end = text.iter().rposition(|byte| !matches!(byte, b'\n' | b'\r')).map_or(0, |last| last + 1);
        let mut out = Sink { baker: &mut self.baker, watch: &mut self.watch, notes };
        self.frames.line(text.get(..end).unwrap_or_default(), self.line, last && end == text.len(), &mut out)?;
        self.line = self.line.next(&text);
        self.line.start = self.line.start.plus_tally(lost);
        text.clear();
        self.carry = text;
        Ok(())
    }

    /// Reads whole lines and tells how much of the text they are.
    fn read(&mut self, text: &[u8], notes: &mut Notes) -> Result<usize, ParseError> {
        let Self { frames, baker, watch, line, .. } = self;
        let mut out = Sink { baker, watch, notes };
        let mut at = 0;
        loop {
            let (behind, lines) = frames.run(text, at);
            // Lines on the fast road are ASCII.
            line.start = line.start.plus_ascii(behind - at);
            line.number += lines;
            at = behind;
            let behind = if let Some((number, behind)) = frames.next_number(text, at) {
                frames.begin(Some(number), *line, &mut out)?;
                behind
            } else if let Some((end, behind)) = line_end(text, at) {
                frames.line(text.get(at..end).unwrap_or_default(), *line, false, &mut out)?;
                behind
            } else {
                return Ok(at);
            };
            *line = line.next(text.get(at..behind).unwrap_or_default());
            at = behind;
        }
    }
}
