//! From lines to frames.
//!
//! A number alone on its line begins a frame; then come the bones, in any order. Where the numbers are missing, a frame
//! begins with the bone that began the one before, or with any bone that comes again when all have come. A frame is
//! handed over when the next one begins: only then it is known to be whole.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::frame_maker::AmcFrameMaker;
use super::layout::Layout;
use super::lines::Line;
use super::template::{Entry, number_line};
use crate::error::{ErrorKind, Location, ParseError};
use crate::formats::acclaim::rig::Rig;
use crate::model::BuildError;

/// No place in the template.
const NOWHERE: u32 = u32::MAX;

/// A bone whose line had fewer values than it wants: the next line may have the rest.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pending {
    pub(super) part: usize,
    pub(super) filled: usize,
    pub(super) place: Location,
}

/// The frame that is being read, and what its bones are expected to look like.
#[derive(Debug, Clone)]
pub(super) struct AmcFrameAssembler {
    pub(super) rig: Arc<Rig>,
    pub(super) layout: Layout,
    /// Every bone has three rotations, whatever the skeleton says.
    pub(super) force: bool,
    /// The values of the frame so far, and of the one before where none came yet. Zeros behind them, to a multiple of
    /// four.
    pub(super) row: Vec<f64>,
    /// Bones read so far, and how many when the frame began.
    serial: u64,
    frame_serial: u64,
    /// For each part, `serial` when it was read last.
    seen: Vec<u64>,
    /// The bones of the last frame in their order; in this one, those that it had not behind them.
    template: Vec<Entry>,
    /// Each part's index there.
    spots: Vec<u32>,
    /// Index in the template of the bone that is expected.
    next: usize,
    /// The frame does not follow the template.
    odd: bool,
    /// The last frame had all bones that move.
    complete: bool,
    /// How many bones the last frame had.
    last_count: u64,
    /// The number of the frame, as written or as it would have been.
    pub(super) number: Option<i64>,
    /// A frame has begun, and where.
    line: Option<Line>,
    pub(super) pending: Option<Pending>,
    /// Parts that were warned of: a bit a kind.
    warned: Vec<u8>,
    /// Names, in lower case, of bones that the skeleton does not have.
    pub(super) unknown: BTreeSet<Box<[u8]>>,
}

impl AmcFrameAssembler {
    pub(super) fn new(rig: Arc<Rig>, layout: Layout, force: bool) -> Self {
        let parts = rig.parts.len();
        let moving = rig.parts.iter().filter(|part| !part.dofs.is_empty()).count();
        Self {
            row: vec![0.0; layout.width().next_multiple_of(4)],
            rig,
            layout,
            force,
            serial: 0,
            frame_serial: 0,
            seen: vec![0; parts],
            template: Vec::new(),
            spots: vec![NOWHERE; parts],
            next: 0,
            odd: false,
            complete: false,
            last_count: moving as u64,
            number: None,
            line: None,
            pending: None,
            warned: vec![0; parts],
            unknown: BTreeSet::new(),
        }
    }

    /// Reads lines from `text[at]` on as long as they are what is expected. Tells where that ends, and how many lines
    /// there were.
    #[inline]
    pub(super) fn run(&mut self, text: &[u8], mut at: usize) -> (usize, u64) {
        let mut lines = 0;
        if self.pending.is_some() || self.line.is_none() {
            return (at, lines);
        }
        while let Some(entry) = self.template.get(self.next) {
            let Some(seen) = self.seen.get_mut(entry.part).filter(|seen| **seen <= self.frame_serial) else { break };
            let Some(behind) = entry.read(text, at, &mut self.row) else { break };
            at = behind;
            lines += 1;
            self.serial += 1;
            *seen = self.serial;
            self.next += 1;
        }
        (at, lines)
    }

    /// The number of the next frame and where its line ends, when that is what `text[at]` has.
    #[inline]
    pub(super) fn next_number(&self, text: &[u8], at: usize) -> Option<(i64, usize)> {
        let ready = self.next == self.template.len() && self.pending.is_none();
        number_line(text, at).filter(|(number, _)| ready && self.number.is_some_and(|last| *number == last + 1))
    }

    /// A frame begins at `line`, with `number` where one is written there.
    #[inline]
    pub(super) fn begin(&mut self, number: Option<i64>, line: Line, out: &mut AmcFrameMaker) -> Result<(), ParseError> {
        self.end(out)?;
        match (number, self.number) {
            (Some(number), Some(last)) if number == last + 1 => self.number = Some(number),
            _ => self.odd_number(number, line, out),
        }
        self.line = Some(line);
        Ok(())
    }

    #[inline(never)]
    fn odd_number(&mut self, number: Option<i64>, line: Line, out: &mut AmcFrameMaker) {
        let place = line.place();
        let notes = &mut out.stream.notes;
        match (number, self.number) {
            (None, last) => {
                notes.once(
                    "amc.no-frame-number",
                    place,
                    format_args!("expected a frame number before the bones; a frame was begun"),
                );
                self.number = Some(last.unwrap_or(0) + 1);
                return;
            }
            (Some(1), None) => {}
            (Some(number), None) => notes.once(
                "amc.first-frame",
                place,
                format_args!(
                    "the first frame is number {number}; frames are played in the order of the file, from 0 s on"
                ),
            ),
            (Some(number), Some(last)) if number == last => {
                notes.once("amc.frame-twice", place, format_args!("frame {number} comes twice; both are played"))
            }
            (Some(number), Some(last)) if number > last => notes.once(
                "amc.frame-gap",
                place,
                format_args!("frame {number} follows frame {last}; no time passes for those between"),
            ),
            (Some(number), Some(last)) => notes.once(
                "amc.frame-order",
                place,
                format_args!("frame {number} follows frame {last}; frames are played in the order of the file"),
            ),
        }
        self.number = number;
    }

    /// Whether a frame has begun.
    pub(super) fn begun(&self) -> bool {
        self.line.is_some()
    }

    /// What a line with this bone means now.
    pub(super) fn meaning(&self, part: usize) -> Meaning {
        let count = self.serial - self.frame_serial;
        match self.seen.get(part) {
            Some(&seen) if seen > self.frame_serial => {
                let just_now = seen == self.serial;
                let first = seen == self.frame_serial + 1;
                if !just_now && (first || count >= self.last_count) { Meaning::NextFrame } else { Meaning::Again }
            }
            _ => Meaning::OfThisFrame,
        }
    }

    /// Notes that the bone was read, as `name`, the byte behind it included, with `count` values.
    pub(super) fn read(&mut self, part: usize, name: &[u8], count: usize) {
        let (Some(seen), Some(spot)) = (self.seen.get_mut(part), self.spots.get_mut(part)) else { return };
        if *seen <= self.frame_serial {
            self.serial += 1;
            *seen = self.serial;
        } else {
            self.odd = true;
        }
        let columns = self.layout.of(part);
        match self.template.get_mut(*spot as usize) {
            Some(entry) => {
                if !entry.stands_for(name, count) {
                    *entry = Entry::new(part, name, columns, count);
                }
                self.odd |= self.next != *spot as usize;
                self.next = *spot as usize + 1;
            }
            None => {
                self.odd = true;
                *spot = self.template.len() as u32;
                self.template.push(Entry::new(part, name, columns, count));
            }
        }
    }

    /// True once for each part and kind of warning.
    pub(super) fn warns(&mut self, part: usize, kind: u8) -> bool {
        let Some(warned) = self.warned.get_mut(part) else { return false };
        let first = *warned & kind == 0;
        *warned |= kind;
        first
    }

    /// The frame that has begun is over: it is handed over.
    #[inline]
    pub(super) fn end(&mut self, out: &mut AmcFrameMaker) -> Result<(), ParseError> {
        let Some(line) = self.line.take() else { return Ok(()) };
        self.settle(out);
        let count = self.serial - self.frame_serial;
        if self.odd || !self.complete || self.next != self.template.len() {
            if count == 0 {
                let message = format_args!("a frame without bones; it was left out");
                out.stream.notes.each("amc.empty-frame", line.place(), message);
                self.restart();
                return Ok(());
            }
            self.end_odd(line, out);
        }
        self.last_count = count;
        self.restart();
        match out.push_row(&self.row) {
            Ok(false) => Ok(()),
            Ok(true) => {
                let message = format_args!("a joint is moved farther than numbers go; it is at rest in this frame");
                out.stream.notes.each("amc.too-far", line.place(), message);
                Ok(())
            }
            Err(error) => Err(refusal(error, line.place())),
        }
    }

    fn restart(&mut self) {
        self.frame_serial = self.serial;
        self.next = 0;
        self.odd = false;
    }

    /// Bones that the frame lacks are at rest; the next one is expected to be like this one.
    #[inline(never)]
    fn end_odd(&mut self, line: Line, out: &mut AmcFrameMaker) {
        self.complete = true;
        for part in 0..self.rig.parts.len() {
            let columns = self.layout.of(part);
            let missing = self.seen.get(part).is_some_and(|seen| *seen <= self.frame_serial);
            if !missing {
                continue;
            }
            self.row.iter_mut().skip(columns.start).take(columns.whole).for_each(|value| *value = 0.0);
            if columns.dofs == 0 {
                continue;
            }
            self.complete = false;
            if self.warns(part, MISSING)
                && let Some(part) = self.rig.parts.get(part)
            {
                out.stream.notes.each(
                    "amc.missing-bone",
                    line.place(),
                    format_args!(
                        "the frame has no values for `{}`; it is at rest in every frame that lacks it",
                        part.name
                    ),
                );
            }
        }
        let Self { seen, frame_serial, template, spots, .. } = self;
        let serial = |entry: &Entry| seen.get(entry.part).copied().unwrap_or(0);
        template.retain(|entry| serial(entry) > *frame_serial);
        template.sort_by_key(serial);
        spots.fill(NOWHERE);
        for (index, entry) in template.iter().enumerate() {
            if let Some(spot) = spots.get_mut(entry.part) {
                *spot = index as u32;
            }
        }
    }

    /// The file is over: the last frame is handed over, unless it was cut off.
    pub(super) fn finish(&mut self, out: &mut AmcFrameMaker) -> Result<(), ParseError> {
        let Some(line) = self.line else { return Ok(()) };
        let lacks_bones =
            self.template.iter().any(|entry| self.seen.get(entry.part).is_none_or(|seen| *seen <= self.frame_serial));
        let lacks_values = self.pending.is_some_and(|pending| pending.filled < self.layout.of(pending.part).dofs);
        let empty = self.serial == self.frame_serial;
        if empty || (out.stream.frame_count() > 0 && (lacks_bones || lacks_values)) {
            out.stream.notes.each(
                "amc.cut-frame",
                line.place(),
                format_args!("the last frame lacks what the frames before have; it was dropped"),
            );
            return Ok(());
        }
        self.end(out)
    }
}

/// Kinds of warnings that come once a bone.
pub(super) const MISSING: u8 = 1;
pub(super) const COUNT: u8 = 2;
pub(super) const TWICE: u8 = 4;

/// What a line with a bone means.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Meaning {
    /// It is the bone's line in this frame.
    OfThisFrame,
    /// It is another one.
    Again,
    /// It begins the next frame.
    NextFrame,
}

/// A frame that the limits do not allow, as a refusal at its number.
fn refusal(error: BuildError, place: Location) -> ParseError {
    let (code, message) = match error {
        BuildError::OutOfMemory => ("amc.out-of-memory", "the machine has no memory left for more frames"),
        _ => ("amc.too-many-frames", "more frames than one motion may have or may take in memory"),
    };
    ParseError::new(ErrorKind::Limit, code, message).at(place)
}
