//! Acclaim motion (`.amc`): for each frame a number, then a line a bone with its values.
//!
//! What the values mean stands in the skeleton's file. This reader finds the skeleton among those that were given to
//! it when the first frame is there, takes all that real files and the format's text ask for, and says what it repaired:
//!
//! | code | what was found, and what was done |
//! |---|---|
//! | `amc.no-keyword`, `amc.unknown-keyword`, `amc.late-keyword` | no `:FULLY-SPECIFIED`; a keyword of somebody else's; one behind the first frame. Read all the same |
//! | `amc.two-units` | `:DEGREES` and `:RADIANS`; the last one |
//! | `amc.first-frame`, `amc.frame-gap`, `amc.frame-order`, `amc.frame-twice` | numbers that do not count from 1; the order of the file is kept |
//! | `amc.no-frame-number`, `amc.empty-frame` | a frame without its number; a number without its frame, which is left out |
//! | `amc.missing-bone`, `amc.bone-twice`, `amc.unknown-bone` | at rest; the last one; ignored |
//! | `amc.value-count` | too few or too many values; held or ignored |
//! | `amc.three-dof`, `amc.not-three-dof` | three rotations without, or fewer with `:FORCE-ALL-JOINTS-BE-3DOF`; told apart by their number |
//! | `amc.values-wrapped`, `amc.stray-numbers` | values on the next line; numbers that belong to no bone |
//! | `amc.not-finite`, `amc.bad-number`, `amc.glued-numbers` | `nan` and the like, or no number: the last value is held; `0.0-7.5`: split at the sign |
//! | `amc.too-far` | a joint past the range of numbers; at rest |
//! | `amc.cut-frame`, `amc.no-frames` | the end of the last frame is missing, it is dropped; the rest pose |
//! | `amc.long-line` | a line past 64 kB; the rest is skipped |
//!
//! Refusals: those of the skeleton, `amc.unbuildable`, and the limits `amc.too-many-frames` and `amc.out-of-memory`. Once
//! rows have begun nothing but the last two is refused.

mod bake;
mod body;
mod frames;
mod head;
mod layout;
mod lines;
mod template;
#[cfg(test)]
mod tests;
mod watch;
mod words;

use self::body::Body;
use self::head::Collector;
use super::FRAME_TIME;
use super::companions::{Companions, Figure};
use super::pairing::Sought;
use crate::error::{ErrorKind, Limits, ParseError};
use crate::formats::notes::Notes;
use crate::formats::text::Ruler;
use crate::model::{Clip, Motion};

/// Reads one motion, piece by piece.
#[derive(Debug, Clone)]
pub(in crate::formats) struct Reader {
    name: String,
    limits: Limits,
    ruler: Ruler,
    notes: Notes,
    companions: Companions,
    stage: Stage,
}

#[derive(Debug, Clone)]
enum Stage {
    /// Collecting the text up to the end of the first frame.
    Head(Box<Collector>),
    Rows(Box<Figure>, Box<Body>),
}

impl Reader {
    /// `name` is the clip's; `ruler` tells places in the file from places in the text; the skeleton is one of the
    /// `companions`.
    pub(in crate::formats) fn new(name: String, limits: Limits, ruler: Ruler, companions: Companions) -> Self {
        let notes = Notes::new(&limits);
        Self { name, limits, ruler, notes, companions, stage: Stage::Head(Box::new(Collector::new(ruler))) }
    }

    /// Reads the next piece of text.
    pub(in crate::formats) fn push(&mut self, text: &[u8]) -> Result<(), ParseError> {
        let mut rest = text;
        if let Stage::Head(collector) = &mut self.stage {
            let (taken, done) = collector.take(rest, &mut self.notes);
            rest = rest.get(taken..).unwrap_or_default();
            if !done {
                return Ok(());
            }
            self.choose()?;
        }
        match &mut self.stage {
            Stage::Rows(_, body) => body.push(rest, &mut self.notes),
            Stage::Head(_) => Ok(()),
        }
    }

    /// Frames so far, those taken included; `None` until the skeleton is known.
    pub(in crate::formats) fn frame_count(&self) -> Option<usize> {
        if let Stage::Rows(_, body) = &self.stage { Some(body.frame_count()) } else { None }
    }

    /// Makes room for so many frames in all, unless rows are being taken away.
    pub(in crate::formats) fn expect_frames(&mut self, frames: usize) {
        if let Stage::Rows(_, body) = &mut self.stage {
            body.expect_frames(frames);
        }
    }

    /// Frames read and not yet taken.
    pub(in crate::formats) fn take_frames(&mut self) -> Option<Motion> {
        if let Stage::Rows(_, body) = &mut self.stage { body.take_frames() } else { None }
    }

    /// The clip without its frames, once the skeleton is known.
    pub(in crate::formats) fn preview(&self) -> Option<Clip> {
        let Stage::Rows(figure, body) = &self.stage else { return None };
        Some(figure.clip(self.name.clone(), body.outline().clone(), &self.notes))
    }

    /// The clip, with the rows not yet taken.
    pub(in crate::formats) fn finish(mut self) -> Result<Clip, ParseError> {
        if let Stage::Head(collector) = &mut self.stage {
            collector.finish(&mut self.notes);
            self.choose()?;
        }
        match self.stage {
            Stage::Rows(figure, body) => {
                let read = body.finish(&mut self.notes)?;
                let mut clip = figure.clip(self.name, read.motion, &self.notes);
                (clip.about.marks, clip.about.marks_dropped) = (read.marks, read.marks_dropped);
                Ok(clip)
            }
            // Not reached: `choose` gives rows or refuses.
            Stage::Head(_) => Err(ParseError::new(ErrorKind::Syntax, "amc.no-frames", "no frames")),
        }
    }

    /// The first frame is there, or the file ended before: finds the skeleton and reads the rows so far.
    fn choose(&mut self) -> Result<(), ParseError> {
        let Stage::Head(collector) = &mut self.stage else { return Ok(()) };
        let collector = std::mem::replace(collector.as_mut(), Collector::new(self.ruler));
        let (head, rows, line) = collector.into_parts(&mut self.notes);
        let sought = Sought {
            stem: &self.name,
            comment: head.skeleton.as_ref().map(|(path, place)| (path.as_str(), *place)),
            bones: head.bones.iter().map(|bone| (&*bone.name, bone.values, bone.place)).collect(),
            three: head.force,
        };
        let figure = Figure::new(sought.choose(&self.companions)?, &self.companions, &self.limits);
        let mut body = Box::new(Body::new(&figure.rig, &head, line, &self.limits)?);
        body.push(&rows, &mut self.notes)?;
        self.stage = Stage::Rows(Box::new(figure), body);
        Ok(())
    }
}
