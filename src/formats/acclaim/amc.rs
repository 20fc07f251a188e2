//! Acclaim motion (`.amc`): per frame a number, then a line per bone with its values.
//!
//! The skeleton's file says what the values mean. After the first frame this reader picks the skeleton from its companions. It
//! accepts every form found in real files or allowed by the format's text, and warns of what it repaired:
//!
//! | code | cause; repair |
//! |---|---|
//! | `amc.no-keyword`, `amc.unknown-keyword`, `amc.late-keyword` | no `:FULLY-SPECIFIED`; a vendor's keyword; a keyword after the first frame; all read nevertheless |
//! | `amc.two-units` | `:DEGREES` and `:RADIANS`; the last one is used |
//! | `amc.first-frame`, `amc.frame-gap`, `amc.frame-order`, `amc.frame-twice` | numbers do not count from 1; the file's order is kept |
//! | `amc.no-frame-number`, `amc.empty-frame` | a frame without its number; a number without its frame, which is dropped |
//! | `amc.missing-bone`, `amc.bone-twice`, `amc.unknown-bone` | stays at rest, and is marked in frames that lack what others have; the last line is used; ignored |
//! | `amc.value-count` | too few values are held and [marked](crate::model::MarkKind::Missing), too many ignored |
//! | `amc.three-dof`, `amc.not-three-dof` | three rotations without, or fewer with, `:FORCE-ALL-JOINTS-BE-3DOF`; the count decides |
//! | `amc.values-wrapped`, `amc.stray-numbers` | values continue on the next line; numbers without a bone |
//! | `amc.not-finite`, `amc.bad-number`, `amc.glued-numbers` | `nan` or the like, or no number: the last value is held and marked; `0.0-7.5`: split at the sign |
//! | `amc.too-far` | a joint past the range of numbers; stays at rest |
//! | `amc.cut-frame`, `amc.no-frames` | the last frame is incomplete and dropped; the rest pose is shown |
//! | `amc.long-line` | a line past 64 kB; the rest is skipped |
//!
//! Errors: those of the skeleton, `amc.unbuildable`, and the limits `amc.too-many-frames` and `amc.out-of-memory`. After the rows
//! begin only the last two occur.

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
use super::pairing::SkeletonQuery;
use crate::error::{ErrorKind, Limits, ParseError, Warning};
use crate::formats::reading::text::Ruler;
use crate::formats::reading::{FormatReader, FrameStream, WarningLog};
use crate::model::{Clip, Confidence, Motion, PositionMode};

#[derive(Debug)]
pub(in crate::formats) struct AmcReader {
    name: String,
    limits: Limits,
    ruler: Ruler,
    /// Warnings of the header; the stream has those of the rows.
    warnings: WarningLog,
    companions: AcclaimCompanions,
    state: AmcState,
}

#[derive(Debug)]
enum AmcState {
    Head(Box<AmcHeadCollector>),
    /// With the warnings of the skin.
    Rows(Box<AmcBody>, Vec<Warning>),
}

impl AmcReader {
    /// `name` is the clip's name; `ruler` converts text positions to file positions; the skeleton is one of the `companions`.
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

    /// Chooses the skeleton after the first frame or at the end of the file, and reads the rows so far.
    fn choose(&mut self) -> Result<(), ParseError> {
        let AmcState::Head(collector) = &mut self.state else { return Ok(()) };
        let collector = std::mem::replace(collector.as_mut(), AmcHeadCollector::new(self.ruler));
        let (head, rows, line) = collector.into_parts(&mut self.warnings);
        let query = SkeletonQuery {
            stem: &self.name,
            comment: head.skeleton.as_ref().map(|(path, place)| (path.as_str(), *place)),
            bones: head.bones.iter().map(|bone| (&*bone.name, bone.values, bone.place)).collect(),
            first_values: head.bones.iter().map(|bone| bone.numbers.as_slice()).collect(),
            three_dof: head.force,
        };
        let (rig, doubt) = query.choose(&self.companions)?;
        let skinned = SkinnedRig::new(rig, &self.companions, &self.limits);
        let warnings = std::mem::replace(&mut self.warnings, WarningLog::new(&self.limits));
        let mut outline = skinned.clip(self.name.clone(), Motion::rest());
        outline.about.skeleton_doubt = doubt;
        outline.source.rate_stated = head.frame_time.is_some();
        if skinned.rig.has_whole_lengths() {
            outline.source.position_mode = Some(PositionMode::Replace);
            outline.source.position_confidence = Confidence::Unsure;
        }
        // Order of warnings: the skeleton's, the motion's, the skin's.
        let skin_warnings = outline.warnings.split_off(skinned.rig.warnings.len().min(outline.warnings.len()));
        let mut body = AmcBody::new(&skinned.rig, &head, line, &self.limits, outline, warnings)?;
        body.push(&rows)?;
        self.state = AmcState::Rows(Box::new(body), skin_warnings);
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
            AmcState::Rows(body, skin_warnings) => {
                let mut clip = body.finish()?;
                clip.warnings.extend(skin_warnings);
                Ok(clip)
            }
            // Unreachable: `choose` switches to rows or fails.
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
