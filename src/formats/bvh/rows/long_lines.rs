//! Is a line with numbers for two rows or more one frame, or several?
//!
//! Both are found: files with all frames on one line, and files whose lines have more numbers than the hierarchy has
//! channels (in the format's own example 57 for 15). `Frames:` tells them apart: where it is the number of lines, each
//! line is a frame. Where it is wrong or missing the lengths tell: each line is a frame if there are two lines or more,
//! all of the same length, and that is no multiple of the channels. The last line may be another: something stray.
//!
//! How many lines there are is known at the end of the file only, and frames are handed over before it. So from the first
//! such line on the lines are held back until one of these happens, whichever comes first:
//! - There are more lines than `Frames:` says, or two where it says nothing: the lengths tell.
//! - The file ends: each line is a frame if there are as many lines as `Frames:` says; else the lengths tell.
//! - [`MOST_HELD`] numbers are held: the lengths tell, and may be a multiple of the channels.
//!
//! All of these are counted in numbers and lines, never in pieces of the file, so that any cutting gives the same. Then
//! the lines that were held are read as if it had been known from the start.

use super::{BvhRowAssembler, RowMode};
use crate::error::Location;
use crate::formats::bvh::frame_maker::BvhFrameMaker;
use crate::model::BuildError;

/// Numbers that are held back at most: 2 MiB.
const MOST_HELD: usize = 1 << 18;

/// What a line with numbers for two rows or more is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum LongLine {
    /// One frame; the numbers behind the first row are ignored.
    Frame,
    /// As many frames as it has numbers for.
    Rows,
}

impl BvhRowAssembler {
    /// The line that is being read is long, and it is not known what that means. `line` is where it started.
    pub(super) fn hold_long_line(&mut self, line: Location, out: &mut BvhFrameMaker) -> Result<(), BuildError> {
        if self.filled >= MOST_HELD {
            return self.decide(false, line, out);
        }
        self.mode = RowMode::Undecided;
        self.make_room();
        Ok(())
    }

    /// The end of a line, while lines are held back.
    pub(super) fn end_held_line(&mut self, line: Location, out: &mut BvhFrameMaker) -> Result<(), BuildError> {
        self.hold(line);
        self.make_room();
        if self.lines(out) > self.declared.unwrap_or(1) || self.filled >= MOST_HELD {
            self.decide(false, line, out)
        } else {
            Ok(())
        }
    }

    /// The end of the file, while lines are held back.
    pub(super) fn end_held_lines(&mut self, line: Location, out: &mut BvhFrameMaker) -> Result<(), BuildError> {
        self.decide(Some(self.lines(out)) == self.declared, line, out)
    }

    /// Lines so far: before those that are held each was a frame.
    fn lines(&self, out: &BvhFrameMaker) -> u64 {
        (out.stream.frame_count() + self.held.len()) as u64
    }

    /// Whether the lengths of the lines that are held tell that each is a frame.
    fn lengths_tell_frames(&self) -> bool {
        let length = self.held.first().map_or(0, |first| first.count);
        let alike = self.held.iter().take_while(|line| line.count == length).count();
        let odd = self.filled >= MOST_HELD || !length.is_multiple_of(self.width);
        odd && alike >= 2 && alike + 1 >= self.held.len()
    }

    /// Room for two rows more.
    fn make_room(&mut self) {
        self.limit = self.filled + 2 * self.width;
        self.values.resize(self.limit.max(3 * self.width), 0.0);
    }

    /// Reads again what was held. `counted`: there are as many lines as `Frames:` says. `line` is where the line started that
    /// is being read.
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
                self.full(line, out)?;
            }
        }
        Ok(())
    }
}
