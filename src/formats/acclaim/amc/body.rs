//! Splits the rows of a motion into lines once its skeleton is known.

use std::sync::Arc;

use super::frame_assembler::AmcFrameAssembler;
use super::frame_maker::AmcFrameMaker;
use super::head::AmcHead;
use super::lines::{LONGEST_LINE, LineStart, line_end};
use super::row_layout::RowLayout;
use crate::checked::Checked;
use crate::compact::sorting::sort_by_key;
use crate::error::{ErrorKind, Limits, ParseError};
use crate::formats::acclaim::rig::AcclaimRig;
use crate::formats::reading::marks::MOST_MARKS;
use crate::formats::reading::text::Tally;
use crate::formats::reading::{FrameStream, WarningLog};
use crate::model::Clip;

#[derive(Debug)]
pub(super) struct AmcBody {
    assembler: AmcFrameAssembler,
    frames: AmcFrameMaker,
    line: LineStart,
    /// Start of a line that continues in the next chunk.
    carry: Vec<u8>,
    /// Length of that line's text that was dropped as too long.
    carry_lost: Tally,
}

impl AmcBody {
    /// `line` is the rows' first line, `outline` the clip without frames, `warnings` those so far.
    pub(super) fn new(
        rig: &Arc<AcclaimRig>,
        head: &AmcHead,
        line: LineStart,
        limits: &Limits,
        outline: Clip,
        warnings: WarningLog,
    ) -> Result<Self, ParseError> {
        let mut turned_fully = vec![false; rig.parts.len()];
        for bone in &head.bones {
            let Some(index) = rig.part(&bone.name) else { continue };
            if let Some(part) = rig.parts.get(index) {
                turned_fully.change(index, |fully| *fully |= bone.values == part.dofs.len() + 3);
            }
        }
        let layout = RowLayout::new(rig, &turned_fully);
        let radians = head.radians.unwrap_or(rig.radians);
        let frames =
            AmcFrameMaker::new(rig, &layout, radians, head.frame_time, limits, outline, warnings).map_err(|error| {
                let message = format!("the motion cannot be built: {error}");
                ParseError::new(ErrorKind::Inconsistent, "amc.unbuildable", message).at(line.place())
            })?;
        let assembler = AmcFrameAssembler::new(rig.clone(), layout, head.force);
        Ok(Self { assembler, frames, line, carry: Vec::new(), carry_lost: Tally::default() })
    }

    /// Reads the next chunk. The only errors are limits.
    pub(super) fn push(&mut self, text: &[u8]) -> Result<(), ParseError> {
        let mut rest = text;
        if !self.carry.is_empty() {
            let Some(taken) = self.carried_line_end(text) else {
                self.carry_over(text);
                return Ok(());
            };
            let (line, behind) = text.split_at(taken);
            self.carry_over(line);
            self.read_carried(false)?;
            rest = behind;
        }
        let read = self.read(rest)?;
        self.carry_over(rest.get(read..).unwrap_or_default());
        Ok(())
    }

    pub(super) fn finish(mut self) -> Result<Clip, ParseError> {
        if !self.carry.is_empty() {
            self.read_carried(true)?;
        }
        self.assembler.finish(&mut self.frames)?;
        let (mut stream, marks, marks_dropped) = self.frames.into_parts();
        if stream.frame_count() == 0 {
            let message = format_args!("the file ends before the first frame; the rest pose is shown");
            stream.warnings.each("amc.no-frames", self.line.place(), message);
        }
        let mut clip = stream.finish();
        clip.about.marks.extend(marks);
        sort_by_key(&mut clip.about.marks, |mark| mark.first);
        clip.about.marks_dropped += marks_dropped + clip.about.marks.len().saturating_sub(MOST_MARKS) as u64;
        clip.about.marks.truncate(MOST_MARKS);
        Ok(clip)
    }

    pub(super) fn stream(&self) -> &FrameStream {
        &self.frames.stream
    }

    pub(super) fn stream_mut(&mut self) -> &mut FrameStream {
        &mut self.frames.stream
    }

    /// Number of bytes of `text` up to the end of the carried line; `None` if that line does not end in it.
    fn carried_line_end(&self, text: &[u8]) -> Option<usize> {
        if self.carry.ends_with(b"\r") {
            return text.first().map(|byte| usize::from(*byte == b'\n'));
        }
        line_end(text, 0).map(|(_, next)| next)
    }

    /// Carries the start of a line over to the next chunk: of a long line only what is needed, but always its end.
    fn carry_over(&mut self, cut: &[u8]) {
        let end = cut.iter().rev().take_while(|byte| matches!(byte, b'\n' | b'\r')).count();
        let (line, end) = cut.split_at(cut.len() - end);
        let room = (LONGEST_LINE + 1).saturating_sub(self.carry.len());
        let (kept, lost) = line.split_at(room.min(line.len()));
        self.carry.extend_from_slice(kept);
        self.carry.extend_from_slice(end);
        self.carry_lost = self.carry_lost.plus(lost);
    }

    /// Reads the carried line. `last`: the file ends with it.
    fn read_carried(&mut self, last: bool) -> Result<(), ParseError> {
        let mut text = std::mem::take(&mut self.carry);
        let lost = std::mem::take(&mut self.carry_lost);
        let end = text.iter().rposition(|byte| !matches!(byte, b'\n' | b'\r')).map_or(0, |last| last + 1);
        let out = &mut self.frames;
        self.assembler.line(text.get(..end).unwrap_or_default(), self.line, last && end == text.len(), out)?;
        self.line = self.line.next(&text);
        self.line.start = self.line.start.plus_tally(lost);
        text.clear();
        self.carry = text;
        Ok(())
    }

    /// Reads all complete lines. Returns their length in bytes.
    fn read(&mut self, text: &[u8]) -> Result<usize, ParseError> {
        let Self { assembler, frames: out, line, .. } = self;
        let mut at = 0;
        loop {
            let (behind, lines) = assembler.run(text, at);
            // These lines are ASCII: see [`super::bone_template::template`].
            line.start = line.start.plus_ascii(behind - at);
            line.number += lines;
            at = behind;
            let behind = if let Some((number, behind)) = assembler.next_number(text, at) {
                assembler.begin(Some(number), *line, out)?;
                behind
            } else if let Some((end, behind)) = line_end(text, at) {
                assembler.line(text.get(at..end).unwrap_or_default(), *line, false, out)?;
                behind
            } else {
                return Ok(at);
            };
            *line = line.next(text.get(at..behind).unwrap_or_default());
            at = behind;
        }
    }
}
