//! Acclaim motion (`.amc`): for each frame a number, then a line a bone with its values.
//!
//! What the values mean is told by the skeleton's file. When the first frame is there, this reader finds the skeleton
//! among those that were given to it. It takes all forms that were found in real files and that the format's text allows,
//! and says what it repaired:
//!
//! | code | what was found, and what was done |
//! |---|---|
//! | `amc.no-keyword`, `amc.unknown-keyword`, `amc.late-keyword` | no `:FULLY-SPECIFIED`; a keyword of somebody else's; one behind the first frame. Read nevertheless |
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

mod body;
mod bone_template;
mod frame_assembler;
mod frame_maker;
mod head;
mod joint_limits;
mod lines;
mod row_layout;
#[cfg(test)]
mod tests;

use self::body::AmcBody;
use self::head::AmcHeadCollector;
use super::FRAME_TIME;
use super::clip::SkinnedRig;
use super::companions::AcclaimCompanions;
use super::pairing::Sought;
use crate::error::{ErrorKind, Limits, ParseError, Warning};
use crate::formats::format_reader::FormatReader;
use crate::formats::frame_stream::FrameStream;
use crate::formats::text::Ruler;
use crate::formats::warning_log::WarningLog;
use crate::model::{Clip, Confidence, Motion, PositionMode};

/// Reads one motion, piece by piece.
#[derive(Debug)]
pub(in crate::formats) struct AmcReader {
    name: String,
    limits: Limits,
    ruler: Ruler,
    /// Warnings of the head; those of the rows are in the stream.
    warnings: WarningLog,
    companions: AcclaimCompanions,
    state: AmcState,
}

#[derive(Debug)]
enum AmcState {
    /// Collecting the text up to the end of the first frame.
    Head(Box<AmcHeadCollector>),
    /// The last are the warnings of the skin.
    Rows(Box<AmcBody>, Vec<Warning>),
}

impl AmcReader {
    /// `name` is the clip's; `ruler` tells places in the file from places in the text; the skeleton is one of the
    /// `companions`.
    pub(in crate::formats) fn new(name: String, limits: Limits, ruler: Ruler, companions: AcclaimCompanions) -> Self {
        let warnings = WarningLog::new(&limits);
        Self {
            name,
            limits,
            ruler,
            warnings,
            companions,
            state: AmcState::Head(Box::new(AmcHeadCollector::new(ruler))),
        }
    }

    /// The first frame is there, or the file ended before: finds the skeleton and reads the rows so far.
    fn choose(&mut self) -> Result<(), ParseError> {
        let AmcState::Head(collector) = &mut self.state else { return Ok(()) };
        let collector = std::mem::replace(collector.as_mut(), AmcHeadCollector::new(self.ruler));
        let (head, rows, line) = collector.into_parts(&mut self.warnings);
        let sought = Sought {
            stem: &self.name,
            comment: head.skeleton.as_ref().map(|(path, place)| (path.as_str(), *place)),
            bones: head.bones.iter().map(|bone| (&*bone.name, bone.values, bone.place)).collect(),
            first: head.bones.iter().map(|bone| bone.numbers.as_slice()).collect(),
            three: head.force,
        };
        let (rig, doubt) = sought.choose(&self.companions)?;
        let skinned = SkinnedRig::new(rig, &self.companions, &self.limits);
        let warnings = std::mem::replace(&mut self.warnings, WarningLog::new(&self.limits));
        let mut outline = skinned.clip(self.name.clone(), Motion::rest());
        outline.about.skeleton_doubt = doubt;
        if skinned.rig.has_whole_lengths() {
            outline.source.position_mode = Some(PositionMode::Replace);
            outline.source.position_confidence = Confidence::Unsure;
        }
        // Warnings come in this order: the skeleton's, the motion's, the skin's.
        let of_skin = outline.warnings.split_off(skinned.rig.warnings.len().min(outline.warnings.len()));
        let mut body = AmcBody::new(&skinned.rig, &head, line, &self.limits, outline, warnings)?;
        body.push(&rows)?;
        self.state = AmcState::Rows(Box::new(body), of_skin);
        Ok(())
    }
}

impl FormatReader for AmcReader {
    fn push(&mut self, text: &[u8]) -> Result<(), ParseError> {
        let mut rest = text;
        if let AmcState::Head(collector) = &mut self.state {
            let (taken, done) = collector.take(rest, &mut self.warnings);
            rest = rest.get(taken..).unwrap_or_default();
            if !done {
                return Ok(());
            }
            self.choose()?;
        }
        match &mut self.state {
            AmcState::Rows(body, _) => body.push(rest),
            AmcState::Head(_) => Ok(()),
        }
    }

    fn finish(mut self: Box<Self>) -> Result<Clip, ParseError> {
        if let AmcState::Head(collector) = &mut self.state {
            collector.finish(&mut self.warnings);
            self.choose()?;
        }
        match self.state {
            AmcState::Rows(body, of_skin) => {
                let mut clip = body.finish()?;
                clip.warnings.extend(of_skin);
                Ok(clip)
            }
            // Not reached: `choose` gives rows or refuses.
            AmcState::Head(_) => {
                Err(ParseError::new(ErrorKind::Syntax, "amc.no-frames", "the file ends before the first frame"))
            }
        }
    }

    fn stream(&self) -> Option<&FrameStream> {
        if let AmcState::Rows(body, _) = &self.state { Some(body.stream()) } else { None }
    }

    fn stream_mut(&mut self) -> Option<&mut FrameStream> {
        if let AmcState::Rows(body, _) = &mut self.state { Some(body.stream_mut()) } else { None }
    }
}
