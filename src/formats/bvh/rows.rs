//! From numbers and line ends to rows: which numbers make one frame.
//!
//! A line with exactly as many numbers as there are channels is a frame. Nearly all files have no other lines. What else
//! real files have is tried in this order:
//! - A line with numbers for two rows or more is one frame and numbers that are ignored, or several frames: see
//!   [`long_lines`]. Several frames are handed over one by one, so that a line of 100 MB needs little memory.
//! - Short lines that add up to exactly one row are one row, wrapped. From then on, a line as long as the first of a
//!   wrapped row starts the next row.
//! - Three or more short lines that add up to more than one row: rows follow each other without regard to lines.
//! - Anything else is a bad row. Channels without a value hold their last one, surplus values are ignored; the rows behind
//!   are not shifted. A short row at the end of the file was cut off and is dropped.

mod long_lines;

use self::long_lines::LongLine;
use super::frame_maker::BvhFrameMaker;
use crate::error::{Location, ParseError};
use crate::formats::warning_log::ROWS;
use crate::model::BuildError;

/// A line whose numbers are held back.
#[derive(Debug, Clone, Copy)]
struct HeldLine {
    /// How many numbers it has.
    count: usize,
    place: Location,
}

/// How lines and rows go together at this point of the file.
#[derive(Debug, Clone, Copy, PartialEq)]
enum RowMode {
    /// A line is a row.
    Lines,
    /// Lines are held back until it is known what long lines are.
    Undecided,
    /// Within a line that holds many rows.
    RunTogether,
    /// Rows follow each other without regard to lines.
    Stream,
}

/// Numbers that are not frames yet.
#[derive(Debug)]
pub(super) struct BvhRowAssembler {
    width: usize,
    /// The numbers of lines that are held back, then those of the current line, then room for more. Of lines that may be
    /// wrapped this is less than three rows.
    values: Vec<f64>,
    /// How many values there are.
    filled: usize,
    /// Where in `values` the current line starts.
    line_first: usize,
    /// When there are so many values, [`full`](Self::full) must be called.
    limit: usize,
    held: Vec<HeldLine>,
    mode: RowMode,
    /// What `Frames:` says.
    declared: Option<u64>,
    /// What a line with numbers for two rows or more is, once that is known.
    long_line: Option<LongLine>,
    /// How many numbers of the current line were left out already.
    surplus: usize,
    /// Rows of the current line were handed over already.
    mid_line: bool,
    /// How many numbers the first line of a wrapped row has, once there was such a row.
    wrapped_first: Option<usize>,
    /// `values` may hold NaN, for a channel without a value.
    gaps: bool,
    /// The last frame's values; before the first, the rest pose.
    previous: Vec<f64>,
    scratch: Vec<f64>,
}

impl BvhRowAssembler {
    /// `rest` holds the value of each channel in the rest pose, which stands for a first value that is missing.
    /// `declared` is what `Frames:` says, where it is a number of frames.
    pub(super) fn new(rest: Vec<f64>, declared: Option<u64>) -> Self {
        let width = rest.len();
        Self {
            width,
            values: vec![0.0; 3 * width],
            filled: 0,
            line_first: 0,
            limit: 2 * width,
            held: Vec::new(),
            mode: RowMode::Lines,
            declared,
            long_line: None,
            surplus: 0,
            mid_line: false,
            wrapped_first: None,
            gaps: false,
            scratch: vec![0.0; width],
            previous: rest,
        }
    }

    pub(super) fn width(&self) -> usize {
        self.width
    }

    /// Whether no number of the current line was read yet.
    pub(super) fn at_line_start(&self) -> bool {
        !self.mid_line && self.filled == self.line_first
    }

    /// Room for the next numbers, up to where [`full`](Self::full) must be called.
    #[inline]
    pub(super) fn free(&mut self) -> &mut [f64] {
        self.values.get_mut(self.filled..self.limit).unwrap_or_default()
    }

    /// So many numbers were put into [`free`](Self::free). True if [`full`](Self::full) must be called before the next.
    #[inline]
    #[must_use]
    pub(super) fn filled(&mut self, count: usize) -> bool {
        self.filled += count;
        count > 0 && self.filled == self.limit
    }

    /// Adds a number. True if [`full`](Self::full) must be called before the next.
    #[must_use]
    pub(super) fn push(&mut self, value: f64) -> bool {
        if let Some(slot) = self.free().first_mut() {
            *slot = value;
        }
        self.filled(1)
    }

    /// Adds a place without a value. True as for [`push`](Self::push).
    #[must_use]
    pub(super) fn push_gap(&mut self) -> bool {
        self.gaps = true;
        self.push(f64::NAN)
    }

    /// The current line has numbers for two rows, or, further on in such a line, for the next row. `line` is where it
    /// started.
    #[cold]
    pub(super) fn full(&mut self, line: Location, out: &mut BvhFrameMaker) -> Result<(), BuildError> {
        match (self.mode, self.long_line) {
            (RowMode::RunTogether, _) => self.emit(0, out)?,
            (RowMode::Stream, _) => {
                self.mid_line = true;
                return self.drain(out);
            }
            (RowMode::Undecided, _) | (RowMode::Lines, None) => return self.hold_long_line(line, out),
            (_, Some(LongLine::Frame)) => {
                self.surplus += self.width;
                self.filled = self.line_first + self.width;
                return Ok(());
            }
            _ => {
                out.stream.warnings.once(
                    "bvh.rows-together",
                    line,
                    format_args!("several rows on one line; they were told apart by their length"),
                );
                self.flush(out)?;
                self.mode = RowMode::RunTogether;
                self.emit(self.line_first, out)?;
                self.emit(self.line_first + self.width, out)?;
            }
        }
        self.mid_line = true;
        self.restart();
        self.limit = self.width;
        Ok(())
    }

    /// The end of the current line. `line` is where it started.
    #[inline]
    pub(super) fn end_line(&mut self, line: Location, out: &mut BvhFrameMaker) -> Result<(), BuildError> {
        if self.at_line_start() {
            return Ok(());
        }
        let whole = self.filled == self.width && self.line_first == 0 && self.surplus == 0;
        if whole && self.mode == RowMode::Lines {
            self.emit(0, out)?;
            self.filled = 0;
            self.gaps = false;
            return Ok(());
        }
        self.mid_line = false;
        self.end_odd_line(line, out)
    }

    #[cold]
    fn end_odd_line(&mut self, line: Location, out: &mut BvhFrameMaker) -> Result<(), BuildError> {
        let count = self.filled - self.line_first;
        let (width, total) = (self.width, self.filled);
        match self.mode {
            RowMode::RunTogether => {
                self.mode = RowMode::Lines;
                self.hold(line);
                return Ok(());
            }
            RowMode::Undecided => return self.end_held_line(line, out),
            RowMode::Stream if count != width || self.line_first == 0 => {
                self.drain(out)?;
                self.hold(line);
                return Ok(());
            }
            RowMode::Stream | RowMode::Lines => {}
        }
        if count >= width {
            self.mode = RowMode::Lines;
            self.flush(out)?;
            let found = count + std::mem::take(&mut self.surplus);
            if found > width {
                let message = format_args!("{found} numbers instead of {width}; the surplus is ignored");
                out.stream.warnings.counted("bvh.row-length", found, ROWS, line, message);
            }
            self.emit(self.line_first, out)?;
            self.restart();
        } else if total < width {
            self.hold(line);
        } else if total == width {
            self.wrapped(line, out);
            self.wrapped_first = self.held.first().map(|first| first.count);
            self.emit(0, out)?;
            self.restart();
        } else if self.held.len() >= 2 && self.wrapped_first.is_none() {
            self.wrapped(line, out);
            self.mode = RowMode::Stream;
            self.drain(out)?;
            self.hold(line);
        } else {
            self.flush(out)?;
            self.values.copy_within(self.line_first..self.filled, 0);
            (self.filled, self.line_first) = (count, 0);
            self.hold(line);
        }
        Ok(())
    }

    /// The end of the file: a row that is not whole was cut off. `line` is where the last line started.
    pub(super) fn finish(&mut self, line: Location, out: &mut BvhFrameMaker) -> Result<(), BuildError> {
        if self.mode == RowMode::Undecided {
            self.end_held_lines(line, out)?;
        }
        let (width, found) = (self.width, self.filled);
        if let Some(first) = self.held.first().filter(|_| found > 0) {
            out.stream.warnings.each(
                "bvh.cut-row",
                first.place,
                format_args!("the file ends in its last row, after {found} of {width} numbers; it was dropped"),
            );
        }
        self.restart();
        Ok(())
    }

    /// Holds back the current line, which may be completed by the next.
    fn hold(&mut self, place: Location) {
        let count = self.filled - self.line_first;
        if count > 0 {
            self.held.push(HeldLine { count, place });
        }
        self.line_first = self.filled;
        self.limit = self.line_first + 2 * self.width;
    }

    /// Hands over the held lines as bad rows: each as one row, or all as one where rows are wrapped.
    fn flush(&mut self, out: &mut BvhFrameMaker) -> Result<(), BuildError> {
        let held = std::mem::take(&mut self.held);
        let lines = match (self.wrapped_first, held.first()) {
            (Some(_), Some(first)) => vec![HeldLine { count: self.line_first, place: first.place }],
            _ => held,
        };
        let mut start = 0;
        for line in lines {
            let (width, count) = (self.width, line.count);
            let message = format_args!("{count} of {width} numbers; the missing ones hold their last value");
            out.stream.warnings.counted("bvh.row-length", count, ROWS, line.place, message);
            let given = self.values.get(start..start + line.count).unwrap_or_default();
            let mut row = std::mem::take(&mut self.scratch);
            row.fill(f64::NAN);
            row.iter_mut().zip(given).for_each(|(slot, value)| *slot = *value);
            let done = self.emit_row_with_gaps(&mut row, out);
            self.scratch = row;
            done?;
            start += line.count;
        }
        Ok(())
    }

    /// Hands over all whole rows. What is left is the start of the next row.
    fn drain(&mut self, out: &mut BvhFrameMaker) -> Result<(), BuildError> {
        let mut start = 0;
        while start + self.width <= self.filled {
            self.emit(start, out)?;
            start += self.width;
        }
        self.values.copy_within(start..self.filled, 0);
        self.filled -= start;
        self.line_first = 0;
        self.held.clear();
        self.limit = 2 * self.width;
        Ok(())
    }

    /// Rows are wrapped, so that lines are not frames, and neither are long lines.
    fn wrapped(&mut self, line: Location, out: &mut BvhFrameMaker) {
        self.long_line.get_or_insert(LongLine::Rows);
        let message = format_args!("rows are wrapped over several lines; they were put together");
        out.stream.warnings.once("bvh.rows-wrapped", line, message);
    }

    fn restart(&mut self) {
        (self.filled, self.line_first, self.limit) = (0, 0, 2 * self.width);
        self.held.clear();
        self.gaps = false;
    }

    /// Hands over the row at `values[start]`.
    #[inline]
    fn emit(&mut self, start: usize, out: &mut BvhFrameMaker) -> Result<(), BuildError> {
        if self.gaps {
            let mut row = std::mem::take(&mut self.scratch);
            row.iter_mut().zip(self.values.iter().skip(start)).for_each(|(slot, value)| *slot = *value);
            let done = self.emit_row_with_gaps(&mut row, out);
            self.scratch = row;
            return done;
        }
        let row = self.values.get(start..start + self.width).unwrap_or_default();
        self.previous.copy_from_slice(row);
        out.push_row(row)
    }

    fn emit_row_with_gaps(&mut self, row: &mut [f64], out: &mut BvhFrameMaker) -> Result<(), BuildError> {
        for (value, previous) in row.iter_mut().zip(&mut self.previous) {
            if value.is_nan() {
                *value = *previous;
            }
            *previous = *value;
        }
        out.push_row(row)
    }
}

/// A frame that the limits do not allow, as a refusal at the line that holds it.
pub(super) fn refusal(error: BuildError, place: Location) -> ParseError {
    use crate::error::ErrorKind::Limit;
    match error {
        BuildError::OutOfMemory => {
            ParseError::new(Limit, "bvh.out-of-memory", "the machine has no memory left for more frames")
        }
        _ => {
            ParseError::new(Limit, "bvh.too-many-frames", "more frames than one motion may have or may take in memory")
        }
    }
    .at(place)
}
