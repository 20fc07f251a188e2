//! Assembles lines into frames.
//!
//! A number alone on its line starts a frame; its bones follow in any order. Without such numbers, a frame starts with the bone
//! that started the previous frame, or with any bone repeated after all others. A frame is handed over when the next one starts,
//! because only then it is known to be complete.
//!
//! Two readers give the same frames: [`run`](AmcFrameAssembler::run) is fast and reads lines that match the previous frame;
//! [`any_line`] reads all others word by word.

mod any_line;

use std::collections::BTreeSet;
use std::sync::Arc;

use marey_kernels::lines::{NamedLine, read_lines};

use super::bone_template::{number_line, read_line, template};
use super::frame_maker::AmcFrameMaker;
use super::lines::LineStart;
use super::row_layout::RowLayout;
use crate::checked::Checked;
use crate::compact::sorting::sort_by_key;
use crate::error::{ErrorKind, Location, ParseError};
use crate::formats::acclaim::rig::AcclaimRig;
use crate::model::BuildError;

const NO_TEMPLATE: u32 = u32::MAX;
/// Bones that are expected at a time in a frame whose order is not that of the last one.
const LOOK_AHEAD: usize = 16;

/// A bone with too few values, which may continue on the next line.
#[derive(Debug, Clone, Copy)]
struct UnfinishedBone {
    part: usize,
    filled: usize,
    place: Location,
}

#[derive(Debug)]
pub(super) struct AmcFrameAssembler {
    rig: Arc<AcclaimRig>,
    layout: RowLayout,
    /// Whether every bone has three rotations, whatever the skeleton says.
    force: bool,
    /// Values of this frame (until read, those of the frame before), then zeros up to a multiple of four.
    row: Vec<f64>,
    /// The row of the rest pose.
    rest: Vec<f64>,
    /// Number of bones read in all frames, and that number when this frame started.
    bones_read: u64,
    bones_before_frame: u64,
    /// For each part, `bones_read` after its last reading.
    read_at: Vec<u64>,
    /// Templates of the last frame's lines in their order, then of bones new in this frame.
    templates: Vec<NamedLine>,
    /// Each part's index in `templates`.
    template_of: Vec<u32>,
    /// Index of the template for the next line.
    next: usize,
    /// Whether this frame deviates from the templates.
    irregular: bool,
    /// Whether the last frame had all bones with dofs.
    complete: bool,
    /// Number of bones in the last frame.
    last_count: u64,
    is_end: bool,
    /// Number of this frame; if it has none, one more than the last.
    number: Option<i64>,
    /// Start of this frame; `None` before the first one.
    line: Option<LineStart>,
    unfinished: Option<UnfinishedBone>,
    /// Parts that lack values in this frame.
    lacking: Vec<usize>,
    /// For each part, a bit for each kind of warning that was given.
    warned: Vec<u8>,
    /// Lower-case names of bones missing from the skeleton.
    unknown: BTreeSet<Box<[u8]>>,
}

impl AmcFrameAssembler {
    pub(super) fn new(rig: Arc<AcclaimRig>, layout: RowLayout, force: bool) -> Self {
        let parts = rig.parts.len();
        let moving = rig.parts.iter().filter(|part| !part.dofs.is_empty()).count();
        let rest = layout.rest(&rig);
        let mut row = rest.clone();
        row.resize(layout.width().next_multiple_of(4), 0.0);
        Self {
            row,
            rest,
            rig,
            layout,
            force,
            bones_read: 0,
            is_end: false,
            bones_before_frame: 0,
            read_at: vec![0; parts],
            templates: Vec::new(),
            template_of: vec![NO_TEMPLATE; parts],
            next: 0,
            irregular: false,
            complete: false,
            last_count: moving as u64,
            number: None,
            line: None,
            unfinished: None,
            lacking: Vec::new(),
            warned: vec![0; parts],
            unknown: BTreeSet::new(),
        }
    }

    /// Reads lines from `text[at]` on while they match the templates. Returns where they end, and their number.
    #[inline]
    pub(super) fn run(&mut self, text: &[u8], mut at: usize) -> (usize, u64) {
        let mut lines = 0;
        if self.unfinished.is_some() || self.line.is_none() {
            return (at, lines);
        }
        loop {
            let mut ahead = self.templates.get(self.next..).unwrap_or_default();
            if self.irregular {
                // The next bones may have been read already. Only a few are looked at, because the line may match none of them.
                let is_read =
                    |line: &NamedLine| self.read_at.get(line.id).is_none_or(|at| *at > self.bones_before_frame);
                let few = ahead.get(..LOOK_AHEAD).unwrap_or(ahead);
                ahead = few.get(..few.iter().position(is_read).unwrap_or(few.len())).unwrap_or_default();
            }
            let (mut behind, mut count) = read_lines(text, at, ahead, &mut self.row);
            let stopped = ahead.get(count).map(|template| read_line(template, text, behind, &mut self.row));
            if let Some(Some(next)) = stopped {
                (behind, count) = (next, count + 1);
            }
            for template in ahead.iter().take(count) {
                self.bones_read += 1;
                self.read_at.put(template.id, self.bones_read);
            }
            at = behind;
            lines += count as u64;
            self.next += count;
            if !matches!(stopped, Some(Some(_))) {
                break;
            }
        }
        (at, lines)
    }

    /// If the frame has all its bones and the line at `text[at]` is the next frame number: that number and the start of the next line.
    #[inline]
    pub(super) fn next_number(&self, text: &[u8], at: usize) -> Option<(i64, usize)> {
        let ready = self.next == self.templates.len() && self.unfinished.is_none();
        number_line(text, at).filter(|(number, _)| ready && self.number.is_some_and(|last| *number == last + 1))
    }

    /// Starts a frame at `line`; `number` is its number, if it has one.
    #[inline]
    pub(super) fn begin(
        &mut self,
        number: Option<i64>,
        line: LineStart,
        out: &mut AmcFrameMaker,
    ) -> Result<(), ParseError> {
        self.end(out)?;
        match (number, self.number) {
            (Some(number), Some(last)) if number == last + 1 => self.number = Some(number),
            _ => self.warn_frame_number(number, line, out),
        }
        self.line = Some(line);
        Ok(())
    }

    #[inline(never)]
    fn warn_frame_number(&mut self, number: Option<i64>, line: LineStart, out: &mut AmcFrameMaker) {
        let place = line.place();
        let warnings = &mut out.stream.warnings;
        match (number, self.number) {
            (None, last) => {
                warning!(warnings.once => "amc.no-frame-number", place,
                    "expected a frame number before the bones; a frame was begun");
                self.number = Some(last.unwrap_or(0) + 1);
                return;
            }
            (Some(1), None) => {}
            (Some(number), None) => warning!(warnings.once => "amc.first-frame", place,
                "the first frame is number {number}; frames are played in the order of the file, from 0 s on"),
            (Some(number), Some(last)) if number == last => {
                warning!(warnings.once => "amc.frame-twice", place, "frame {number} comes twice; both are played")
            }
            (Some(number), Some(last)) if number > last => warning!(warnings.once => "amc.frame-gap", place,
                "frame {number} follows frame {last}; no time passes for those between"),
            (Some(number), Some(last)) => warning!(warnings.once => "amc.frame-order", place,
                "frame {number} follows frame {last}; frames are played in the order of the file"),
        }
        self.number = number;
    }

    fn begun(&self) -> bool {
        self.line.is_some()
    }

    fn meaning(&self, part: usize) -> BoneMeaning {
        let count = self.bones_read - self.bones_before_frame;
        match self.read_at.get(part) {
            Some(&read_at) if read_at > self.bones_before_frame => {
                let just_now = read_at == self.bones_read;
                let first = read_at == self.bones_before_frame + 1;
                if !just_now && (first || count >= self.last_count) {
                    BoneMeaning::NextFrame
                } else {
                    BoneMeaning::Repeated
                }
            }
            _ => BoneMeaning::OfThisFrame,
        }
    }

    /// Records a bone's line: `name` with the byte after it, and `count` values.
    fn bone_read(&mut self, part: usize, name: &[u8], count: usize) {
        let (Some(read_at), Some(index)) = (self.read_at.get_mut(part), self.template_of.get_mut(part)) else { return };
        if *read_at <= self.bones_before_frame {
            self.bones_read += 1;
            *read_at = self.bones_read;
        } else {
            self.irregular = true;
        }
        let columns = self.layout.of(part);
        match self.templates.get_mut(*index as usize) {
            Some(last) => {
                if !last.fits(name, count) {
                    *last = template(part, name, columns, count);
                }
                self.irregular |= self.next != *index as usize;
                self.next = *index as usize + 1;
            }
            None => {
                self.irregular = true;
                *index = self.templates.len() as u32;
                self.templates.push(template(part, name, columns, count));
            }
        }
    }

    /// True at the first call for each part and kind of warning.
    fn first_warning(&mut self, part: usize, kind: u8) -> bool {
        let Some(warned) = self.warned.get_mut(part) else { return false };
        let first = *warned & kind == 0;
        *warned |= kind;
        first
    }

    /// Hands over the current frame, if there is one.
    #[inline]
    fn end(&mut self, out: &mut AmcFrameMaker) -> Result<(), ParseError> {
        let Some(line) = self.line.take() else { return Ok(()) };
        self.finish_bone(out);
        let count = self.bones_read - self.bones_before_frame;
        if self.irregular || !self.complete || self.next != self.templates.len() {
            if count == 0 {
                let message = format_args!("a frame without bones; it was left out");
                out.stream.warnings.each("amc.empty-frame", line.place(), message);
                self.restart();
                return Ok(());
            }
            self.end_irregular(line, out);
        }
        self.last_count = count;
        self.restart();
        if !self.lacking.is_empty() {
            self.note_missing(out);
        }
        match out.push_row(&self.row) {
            Ok(false) => Ok(()),
            Ok(true) => {
                let message = format_args!("a joint is moved farther than numbers go; it is at rest in this frame");
                out.stream.warnings.each("amc.too-far", line.place(), message);
                Ok(())
            }
            Err(error) => Err(refusal(error, line.place())),
        }
    }

    /// Marks what the frame lacks.
    #[cold]
    fn note_missing(&mut self, out: &mut AmcFrameMaker) {
        let frame = out.stream.frame_count();
        for part in self.lacking.drain(..) {
            let joint = self.rig.parts.get(part).map(|part| part.joint);
            joint.into_iter().for_each(|joint| out.stream.missing.note(joint, frame));
        }
    }

    fn restart(&mut self) {
        self.bones_before_frame = self.bones_read;
        self.next = 0;
        self.irregular = false;
    }

    /// Puts missing bones at rest. This frame becomes the template of the next.
    #[inline(never)]
    fn end_irregular(&mut self, line: LineStart, out: &mut AmcFrameMaker) {
        self.complete = true;
        for part in 0..self.rig.parts.len() {
            let columns = self.layout.of(part);
            let missing = self.read_at.get(part).is_some_and(|read_at| *read_at <= self.bones_before_frame);
            if !missing {
                continue;
            }
            let rest = self.row.iter_mut().zip(&self.rest).skip(columns.start).take(columns.whole);
            rest.for_each(|(value, rest)| *value = *rest);
            if columns.dofs == 0 {
                continue;
            }
            self.complete = false;
            // A bone that never had values has none in this file, and is at rest.
            if self.read_at.get(part).is_some_and(|read_at| *read_at > 0) {
                self.lacking.push(part);
            }
            if self.first_warning(part, MISSING)
                && let Some(part) = self.rig.parts.get(part)
            {
                let name = &part.name;
                let message = if self.is_end && out.stream.frame_count() == 0 {
                    format!("the file ends in its first frame, before the values of `{name}`; it is at rest")
                } else {
                    format!("the frame has no values for `{name}`; it is at rest in every frame that lacks it")
                };
                warning!(out.stream.warnings.each => "amc.missing-bone", line.place(), "{message}");
            }
        }
        let Self { read_at, bones_before_frame, templates, template_of, .. } = self;
        let read_at = |template: &NamedLine| read_at.at(template.id);
        templates.retain(|template| read_at(template) > *bones_before_frame);
        sort_by_key(templates, read_at);
        template_of.fill(NO_TEMPLATE);
        for (index, template) in templates.iter().enumerate() {
            template_of.put(template.id, index as u32);
        }
    }

    /// Hands over the last frame at the end of the file, unless it is incomplete.
    pub(super) fn finish(&mut self, out: &mut AmcFrameMaker) -> Result<(), ParseError> {
        let Some(line) = self.line else { return Ok(()) };
        let lacks_bones = self
            .templates
            .iter()
            .any(|template| self.read_at.get(template.id).is_none_or(|read_at| *read_at <= self.bones_before_frame));
        let lacks_values = self.unfinished.is_some_and(|bone| bone.filled < self.layout.of(bone.part).dofs);
        let empty = self.bones_read == self.bones_before_frame;
        if empty || (out.stream.frame_count() > 0 && (lacks_bones || lacks_values)) {
            warning!(out.stream.warnings.each => "amc.cut-frame", line.place(),
                "the file ends in its last frame, which lacks what those before have; it was dropped");
            return Ok(());
        }
        self.is_end = true;
        self.end(out)
    }
}

/// Kinds of warnings given once a bone.
const MISSING: u8 = 1;
const COUNT: u8 = 2;
const TWICE: u8 = 4;

#[derive(Debug, Clone, Copy, PartialEq)]
enum BoneMeaning {
    /// The bone's first values in this frame.
    OfThisFrame,
    Repeated,
    NextFrame,
}

/// The error of a frame past the limits, at the frame's number.
fn refusal(error: BuildError, place: Location) -> ParseError {
    let (code, message) = match error {
        BuildError::OutOfMemory => ("amc.out-of-memory", "the machine has no memory left for more frames"),
        _ => ("amc.too-many-frames", "more frames than one motion may have or may take in memory"),
    };
    ParseError::new(ErrorKind::Limit, code, message).at(place)
}
