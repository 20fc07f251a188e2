//! From tokens to rows: which numbers make one frame.
//!
//! A line of exactly as many numbers as there are channels is a frame; nearly every file has no other lines. The rest
//! is decided by what files really do, in this order:
//! - A line of twice as many or more: one frame and numbers that nobody needs, or several frames; see [`long_lines`].
//!   Several are counted off as they come, so a line of 100 MB needs no more memory than what is held until that is
//!   known.
//! - Short lines that add up to exactly one row: the row is wrapped. Once that was seen, a line as long as the first
//!   of a wrapped row starts the next one.
//! - Short lines that pass the end of a row without meeting it, at least three: one stream of numbers, wrapped
//!   anywhere.
//! - Anything else is a bad row: values that are missing hold the channel's last value, surplus ones are ignored.
//!   Later rows are never shifted. A short row at the very end was cut off and is dropped.

mod long_lines;

use self::long_lines::LongLine;
use super::frame_maker::BvhFrameMaker;
use crate::error::{Location, ParseError};
use crate::model::BuildError;

/// A line that is waiting for the rest of its row.
#[derive(Debug, Clone, Copy)]
struct Held {
    count: usize,
    place: Location,
}

/// How the numbers of the lines that are read now make rows.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Mode {
    /// Line by line.
    Lines,
    /// Lines are held back until it is known what long lines are.
    Undecided,
    /// Within a line that holds many rows.
    RunTogether,
    /// Rows follow each other without regard to lines.
    Stream,
}

/// Numbers that are not frames yet.
#[derive(Debug, Clone)]
pub(super) struct BvhRowAssembler {
    width: usize,
    /// Room for a held row's lines and the line that is being read (less than one row and at most two).
    values: Vec<f64>,
    filled: usize,
    /// Where in `values` the line that is being read starts; the held lines are before it.
    line_first: usize,
    /// Filling up to here calls for [`full`](Self::full).
    limit: usize,
    held: Vec<Held>,
    mode: Mode,
    /// What `Frames:` says.
    declared: Option<u64>,
    /// What a line with numbers for two rows or more is, once that is known.
    long_line: Option<LongLine>,
    /// The warning of lines that are too long was given.
    told_too_long: bool,
    /// Rows of the line that is being read were handed over already.
    mid_line: bool,
    /// Numbers on the first line of a wrapped row, once one was seen.
    wrapped_first: Option<usize>,
    /// Whether `values` may hold NaN: a channel without a value.
    gaps: bool,
    /// The last frame's values; before the first, the rest pose.
    previous: Vec<f64>,
    scratch: Vec<f64>,
}

impl BvhRowAssembler {
    /// `rest` holds the value that each channel has in the rest pose: what is held when the very first value is bad.
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
            mode: Mode::Lines,
            declared,
            long_line: declared.is_none().then_some(LongLine::Rows),
            told_too_long: false,
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

    /// Whether no number of the line was read yet.
    pub(super) fn at_line_start(&self) -> bool {
        !self.mid_line && self.filled == self.line_first
    }

    /// Room for the next numbers of the line, up to where [`full`](Self::full) must be called.
    #[inline]
    pub(super) fn free(&mut self) -> &mut [f64] {
        self.values.get_mut(self.filled..self.limit).unwrap_or_default()
    }

    /// So many numbers were put into [`free`](Self::free). True when [`full`](Self::full) must be called before more.
    #[inline]
    #[must_use]
    pub(super) fn filled(&mut self, count: usize) -> bool {
        self.filled += count;
        count > 0 && self.filled == self.limit
    }

    /// Adds the next number of the line; true when [`full`](Self::full) must be called before the next.
    #[must_use]
    pub(super) fn push(&mut self, value: f64) -> bool {
        if let Some(slot) = self.free().first_mut() {
            *slot = value;
        }
        self.filled(1)
    }

    /// Adds a number that is none.
    #[must_use]
    pub(super) fn push_gap(&mut self) -> bool {
        self.gaps = true;
        self.push(f64::NAN)
    }

    /// The line has numbers for two rows, or (further on in such a line) the next row is whole. `line` is where it started.
    #[cold]
    pub(super) fn full(&mut self, line: Location, out: &mut BvhFrameMaker) -> Result<(), BuildError> {
        match (self.mode, self.long_line) {
            (Mode::RunTogether, _) => self.emit(0, out)?,
            (Mode::Stream, _) => {
                self.mid_line = true;
                return self.drain(out);
            }
            (Mode::Undecided, _) | (Mode::Lines, None) => return self.hold_long_line(line, out),
            (_, Some(LongLine::Frame)) => {
                self.too_long(line, "at least ", 2 * self.width, out);
                self.filled = self.line_first + self.width;
                return Ok(());
            }
            _ => {
                out.stream.notes.once(
                    "bvh.rows-together",
                    line,
                    format_args!("several rows on one line; they were told apart by their length"),
                );
                self.flush(out)?;
                self.mode = Mode::RunTogether;
                self.emit(self.line_first, out)?;
                self.emit(self.line_first + self.width, out)?;
            }
        }
        self.mid_line = true;
        self.restart();
        self.limit = self.width;
        Ok(())
    }

    /// The line is over. `line` is where it started.
    #[inline]
    pub(super) fn end_line(&mut self, line: Location, out: &mut BvhFrameMaker) -> Result<(), BuildError> {
        if self.at_line_start() {
            return Ok(());
        }
        if self.filled == self.width && self.line_first == 0 && self.mode == Mode::Lines {
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
            Mode::RunTogether => {
                self.mode = Mode::Lines;
                self.hold(line);
                return Ok(());
            }
            Mode::Undecided => return self.end_held_line(line, out),
            Mode::Stream if count != width || self.line_first == 0 => {
                self.drain(out)?;
                self.hold(line);
                return Ok(());
            }
            Mode::Stream | Mode::Lines => {}
        }
        if count >= width {
            self.mode = Mode::Lines;
            self.flush(out)?;
            if count > width {
                self.too_long(line, "", count, out);
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
            self.mode = Mode::Stream;
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

    /// The file is over: a row that is not whole was cut off. `line` is where its last line started.
    pub(super) fn finish(&mut self, line: Location, out: &mut BvhFrameMaker) -> Result<(), BuildError> {
        if self.mode == Mode::Undecided {
            self.end_held_lines(line, out)?;
        }
        let (width, found) = (self.width, self.filled);
        if let Some(first) = self.held.first().filter(|_| found > 0) {
            out.stream.notes.each(
                "bvh.cut-row",
                first.place,
                format_args!("the last row has {found} of {width} numbers; it was dropped"),
            );
        }
        self.restart();
        Ok(())
    }

    /// Keeps the line that was just read for the next one to complete.
    fn hold(&mut self, place: Location) {
        let count = self.filled - self.line_first;
        if count > 0 {
            self.held.push(Held { count, place });
        }
        self.line_first = self.filled;
        self.limit = self.line_first + 2 * self.width;
    }

    /// Emits the held lines as bad rows: each on its own or, where rows are known to be wrapped, as one.
    fn flush(&mut self, out: &mut BvhFrameMaker) -> Result<(), BuildError> {
        let held = std::mem::take(&mut self.held);
        let lines = match (self.wrapped_first, held.first()) {
            (Some(_), Some(first)) => vec![Held { count: self.line_first, place: first.place }],
            _ => held,
        };
        let mut start = 0;
        for line in lines {
            let (width, count) = (self.width, line.count);
            let message =
                format_args!("expected {width} numbers, found {count}; the missing values hold the last pose");
            out.stream.notes.each("bvh.row-length", line.place, message);
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

    /// Emits as many rows as there are and moves the rest to the front, as the start of the next row.
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

    /// Lines are not frames, nor are long lines then.
    fn wrapped(&mut self, line: Location, out: &mut BvhFrameMaker) {
        self.long_line.get_or_insert(LongLine::Rows);
        let message = format_args!("rows are wrapped over several lines; they were put together");
        out.stream.notes.once("bvh.rows-wrapped", line, message);
    }

    /// One warning for the file: where one line has too many numbers, most have.
    fn too_long(&mut self, line: Location, least: &str, found: usize, out: &mut BvhFrameMaker) {
        if !std::mem::replace(&mut self.told_too_long, true) {
            let width = self.width;
            let message =
                format_args!("expected {width} numbers, found {least}{found}; the rest of such lines is ignored");
            out.stream.notes.each("bvh.row-length", line, message);
        }
    }

    fn restart(&mut self) {
        (self.filled, self.line_first, self.limit) = (0, 0, 2 * self.width);
        self.held.clear();
        self.gaps = false;
    }

    /// Hands over the row that starts at `start` of `values`.
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
