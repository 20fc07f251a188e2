//! Assembles numbers and line ends into rows.
//!
//! In nearly all files each line has one number per channel and is a frame. Everything else in real files is tried in this order:
//! - A line with numbers for two rows or more is one frame with surplus numbers, or several frames: see [`long_lines`]. Several
//!   frames are handed over one by one, so that a line of 100 MB needs little memory.
//! - Short lines that add up to exactly one row are one wrapped row. From then on, a line as long as the first line of a wrapped
//!   row starts the next row.
//! - Three or more short lines that exceed one row: rows ignore line ends.
//! - Anything else is a bad row: channels without a value hold their last one, surplus values are ignored, and later rows are not
//!   shifted. A short row at the end of the file is dropped.

mod long_lines;

use self::long_lines::LongLine;
use super::frame_maker::BvhFrameMaker;
use crate::error::{Location, ParseError};
use crate::formats::reading::ROWS;
use crate::model::BuildError;

#[derive(Debug, Clone, Copy)]
struct HeldLine {
    count: usize,
    place: Location,
}

/// How lines relate to rows at this point of the file.
#[derive(Debug, Clone, Copy, PartialEq)]
enum RowMode {
    /// A line is a row.
    Lines,
    /// Lines are held back until the meaning of long lines is known.
    Undecided,
    /// Within a line of several rows.
    RunTogether,
    /// Rows ignore line ends.
    Stream,
}

/// Numbers that are not frames yet.
#[derive(Debug)]
pub(super) struct BvhRowAssembler {
    width: usize,
    /// Numbers of held lines, then of the current line, then free space. Lines that may be wrapped take less than three rows.
    values: Vec<f64>,
    filled: usize,
    /// Start of the current line in `values`.
    line_first: usize,
    /// Number of values at which [`on_full`](Self::on_full) must be called.
    limit: usize,
    held: Vec<HeldLine>,
    mode: RowMode,
    /// The value of `Frames:`.
    declared: Option<u64>,
    /// The meaning of a line with numbers for two rows or more, once known.
    long_line: Option<LongLine>,
    /// Number of the current line's numbers that were dropped.
    surplus: usize,
    /// Whether rows of the current line were handed over.
    mid_line: bool,
    /// Length of the first line of a wrapped row, after the first such row.
    wrapped_first: Option<usize>,
    /// Whether `values` may hold NaN for missing values.
    has_gaps: bool,
    /// The last frame's values; at first the rest pose.
    previous: Vec<f64>,
    scratch: Vec<f64>,
}

impl BvhRowAssembler {
    /// `rest` is the row of the rest pose, used until a channel has a value. `declared` is the value of `Frames:`, if valid.
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
            has_gaps: false,
            scratch: vec![0.0; width],
            previous: rest,
        }
    }

    pub(super) fn width(&self) -> usize {
        self.width
    }

    /// Whether no number waits to become a frame.
    pub(super) fn is_empty(&self) -> bool {
        self.filled == 0
    }

    /// Whether the current line has no number yet.
    pub(super) fn at_line_start(&self) -> bool {
        !self.mid_line && self.filled == self.line_first
    }

    /// Space for the next numbers, up to where [`on_full`](Self::on_full) must be called.
    #[inline]
    pub(super) fn free(&mut self) -> &mut [f64] {
        self.values.get_mut(self.filled..self.limit).unwrap_or_default()
    }

    /// Counts numbers written to [`free`](Self::free). True if [`on_full`](Self::on_full) must be called before the next.
    #[inline]
    #[must_use]
    pub(super) fn filled(&mut self, count: usize) -> bool {
        self.filled += count;
        count > 0 && self.filled == self.limit
    }

    /// Adds a number. True if [`on_full`](Self::on_full) must be called before the next.
    #[must_use]
    pub(super) fn push(&mut self, value: f64) -> bool {
        if let Some(slot) = self.free().first_mut() {
            *slot = value;
        }
        self.filled(1)
    }

    /// Adds a missing value. Returns the same as [`push`](Self::push).
    #[must_use]
    pub(super) fn push_gap(&mut self) -> bool {
        self.has_gaps = true;
        self.push(f64::NAN)
    }

    /// Handles a current line with numbers for two rows or, later in such a line, for the next row. `line` is the line's start.
    #[cold]
    pub(super) fn on_full(&mut self, line: Location, out: &mut BvhFrameMaker) -> Result<(), BuildError> {
        match (self.mode, self.long_line) {
            (RowMode::RunTogether, _) => self.emit(0, out)?,
            (RowMode::Stream, _) => {
                self.mid_line = true;
                return self.emit_whole_rows(out);
            }
            (RowMode::Undecided, _) | (RowMode::Lines, None) => return self.hold_long_line(line, out),
            (_, Some(LongLine::Frame)) => {
                self.surplus += self.width;
                self.filled = self.line_first + self.width;
                return Ok(());
            }
            _ => {
                warning!(out.stream.warnings.once => "bvh.rows-together", line,
                    "several rows on one line; they were told apart by their length");
                self.emit_held_lines(out)?;
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

    /// Ends the current line, which started at `line`.
    #[inline]
    pub(super) fn end_line(&mut self, line: Location, out: &mut BvhFrameMaker) -> Result<(), BuildError> {
        if self.at_line_start() {
            return Ok(());
        }
        let whole = self.filled == self.width && self.line_first == 0 && self.surplus == 0;
        if whole && self.mode == RowMode::Lines {
            self.emit(0, out)?;
            self.filled = 0;
            self.has_gaps = false;
            return Ok(());
        }
        self.mid_line = false;
        self.end_irregular_line(line, out)
    }

    #[cold]
    fn end_irregular_line(&mut self, line: Location, out: &mut BvhFrameMaker) -> Result<(), BuildError> {
        let count = self.filled - self.line_first;
        let (width, total) = (self.width, self.filled);
        match self.mode {
            RowMode::RunTogether => {
                self.mode = RowMode::Lines;
                self.hold_line(line);
                return Ok(());
            }
            RowMode::Undecided => return self.end_held_line(line, out),
            RowMode::Stream if count != width || self.line_first == 0 => {
                self.emit_whole_rows(out)?;
                self.hold_line(line);
                return Ok(());
            }
            RowMode::Stream | RowMode::Lines => {}
        }
        if count >= width {
            self.mode = RowMode::Lines;
            self.emit_held_lines(out)?;
            let found = count + std::mem::take(&mut self.surplus);
            if found > width {
                let message = format_args!("{found} numbers instead of {width}; the surplus is ignored");
                out.stream.warnings.counted("bvh.row-length", found, ROWS, line, message);
            }
            self.emit(self.line_first, out)?;
            self.restart();
        } else if total < width {
            self.hold_line(line);
        } else if total == width {
            self.note_wrapped(line, out);
            self.wrapped_first = self.held.first().map(|first| first.count);
            self.emit(0, out)?;
            self.restart();
        } else if self.held.len() >= 2 && self.wrapped_first.is_none() {
            self.note_wrapped(line, out);
            self.mode = RowMode::Stream;
            self.emit_whole_rows(out)?;
            self.hold_line(line);
        } else {
            self.emit_held_lines(out)?;
            self.values.copy_within(self.line_first..self.filled, 0);
            (self.filled, self.line_first) = (count, 0);
            self.hold_line(line);
        }
        Ok(())
    }

    /// Ends the file: an incomplete row is dropped. `line` is the start of the last line.
    pub(super) fn finish(&mut self, line: Location, out: &mut BvhFrameMaker) -> Result<(), BuildError> {
        if self.mode == RowMode::Undecided {
            self.end_held_lines(line, out)?;
        }
        let (width, found) = (self.width, self.filled);
        if let Some(first) = self.held.first().filter(|_| found > 0) {
            warning!(out.stream.warnings.each => "bvh.cut-row", first.place,
                "the file ends in its last row, after {found} of {width} numbers; it was dropped");
        }
        self.restart();
        Ok(())
    }

    /// Holds the current line back; the next one may complete it.
    fn hold_line(&mut self, place: Location) {
        let count = self.filled - self.line_first;
        if count > 0 {
            self.held.push(HeldLine { count, place });
        }
        self.line_first = self.filled;
        self.limit = self.line_first + 2 * self.width;
    }

    /// Hands over the held lines as bad rows: each as a row, or together as one if rows are wrapped.
    fn emit_held_lines(&mut self, out: &mut BvhFrameMaker) -> Result<(), BuildError> {
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

    /// Hands over all complete rows and keeps the start of the next one.
    fn emit_whole_rows(&mut self, out: &mut BvhFrameMaker) -> Result<(), BuildError> {
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

    /// Records that rows are wrapped, so that long lines are not frames either.
    fn note_wrapped(&mut self, line: Location, out: &mut BvhFrameMaker) {
        self.long_line.get_or_insert(LongLine::Rows);
        let message = format_args!("rows are wrapped over several lines; they were put together");
        out.stream.warnings.once("bvh.rows-wrapped", line, message);
    }

    fn restart(&mut self) {
        (self.filled, self.line_first, self.limit) = (0, 0, 2 * self.width);
        self.held.clear();
        self.has_gaps = false;
    }

    /// Hands over the row at `values[start]`.
    #[inline]
    fn emit(&mut self, start: usize, out: &mut BvhFrameMaker) -> Result<(), BuildError> {
        if self.has_gaps {
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
        out.note_missing(row);
        for (value, previous) in row.iter_mut().zip(&mut self.previous) {
            if value.is_nan() {
                *value = *previous;
            }
            *previous = *value;
        }
        out.push_row(row)
    }
}

/// The error of a frame past the limits, at its line.
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
