//! Decides whether a line with numbers for two rows or more is one frame or several.
//!
//! Both occur: files with all frames on one line, and files with more numbers a line than channels (57 for 15 in the format's own
//! example). If `Frames:` equals the number of lines, each line is a frame. If it is wrong or missing, lengths decide: each line
//! is a frame if there are at least two lines of the same length, which is no multiple of the number of channels. The last line
//! may be stray and differ.
//!
//! The number of lines is known only at the end of the file, but frames are handed over earlier. So from the first long line on,
//! lines are held back until the first of these:
//! - More lines than `Frames:` says, or two if it says nothing: lengths decide.
//! - The end of the file: each line is a frame if there are as many as `Frames:` says; else lengths decide.
//! - [`MAX_HELD`] numbers are held: lengths decide, and may be a multiple of the number of channels.
//!
//! These depend on numbers and lines, never on chunks. Then the held lines are read with the decision.

use super::{BvhRowAssembler, RowMode};
use crate::error::Location;
use crate::formats::bvh::frame_maker::BvhFrameMaker;
use crate::model::BuildError;

/// Most numbers held back: 2 MiB.
const MAX_HELD: usize = 1 << 18;

/// The meaning of a line with numbers for two rows or more.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum LongLine {
    /// One frame; the numbers after the first row are ignored.
    Frame,
    /// Several frames.
    Rows,
}

impl BvhRowAssembler {
    /// Continues a long line of unknown meaning, which started at `line`.
    pub(super) fn hold_long_line(&mut self, line: Location, out: &mut BvhFrameMaker) -> Result<(), BuildError> {
        if self.filled >= MAX_HELD {
            return self.decide(false, line, out);
        }
        self.mode = RowMode::Undecided;
        self.make_room();
        Ok(())
    }

    pub(super) fn end_held_line(&mut self, line: Location, out: &mut BvhFrameMaker) -> Result<(), BuildError> {
        self.hold_line(line);
        self.make_room();
        if self.lines(out) > self.declared.unwrap_or(1) || self.filled >= MAX_HELD {
            self.decide(false, line, out)
        } else {
            Ok(())
        }
    }

    pub(super) fn end_held_lines(&mut self, line: Location, out: &mut BvhFrameMaker) -> Result<(), BuildError> {
        self.decide(Some(self.lines(out)) == self.declared, line, out)
    }

    /// Number of lines so far: those before the held ones were a frame each.
    fn lines(&self, out: &BvhFrameMaker) -> u64 {
        (out.stream.frame_count() + self.held.len()) as u64
    }

    /// Whether the lengths of the held lines say that each is a frame.
    fn lengths_tell_frames(&self) -> bool {
        let length = self.held.first().map_or(0, |first| first.count);
        let alike = self.held.iter().take_while(|line| line.count == length).count();
        let odd = self.filled >= MAX_HELD || !length.is_multiple_of(self.width);
        odd && alike >= 2 && alike + 1 >= self.held.len()
    }

    /// Makes room for two more rows.
    fn make_room(&mut self) {
        self.limit = self.filled + 2 * self.width;
        self.values.resize(self.limit.max(3 * self.width), 0.0);
    }

    /// Reads the held lines again. `counted`: there are as many lines as `Frames:` says. `line` is the start of the current line.
    fn decide(&mut self, counted: bool, line: Location, out: &mut BvhFrameMaker) -> Result<(), BuildError> {
        let is_frame = counted || self.lengths_tell_frames();
        self.long_line = Some(if is_frame { LongLine::Frame } else { LongLine::Rows });
        self.mode = RowMode::Lines;
        let (values, held) = (std::mem::take(&mut self.values), std::mem::take(&mut self.held));
        let mut rest = values.get(..self.filled).unwrap_or(&values);
        self.values = vec![0.0; 3 * self.width];
        self.restart();
        for whole in held {
            let (numbers, behind) = rest.split_at(whole.count.min(rest.len()));
            self.push_all(numbers, whole.place, out)?;
            self.end_line(whole.place, out)?;
            rest = behind;
        }
        self.push_all(rest, line, out)
    }

    fn push_all(&mut self, numbers: &[f64], line: Location, out: &mut BvhFrameMaker) -> Result<(), BuildError> {
        for &number in numbers {
            if if number.is_nan() { self.push_gap() } else { self.push(number) } {
                self.on_full(line, out)?;
            }
        }
        Ok(())
    }
}
