//! The MOTION section: its header and its rows.

use std::fmt::Arguments;

use super::frame_maker::BvhFrameMaker;
use super::header::{Hierarchy, QuotedWord};
use super::motion_head::{FALLBACK_FRAME_TIME, HeadValue, MotionHead};
use super::rows::BvhRowAssembler;
use super::tokens::RowTokens;
use crate::body::starts_with_reference;
use crate::checked::Checked;
use crate::error::{ErrorKind, Limits, Location, ParseError};
use crate::formats::reading::text::{Quoted, Ruler, Tally, line_of, too_early};
use crate::formats::reading::{FrameStream, ReferenceCheck, WarningLog};
use crate::model::{BuildError, Clip, Confidence};

/// Longer frame times are kept with a warning: they may be rates.
const LONG_FRAME_TIME: f64 = 2.0;
/// Accepted frame times: from a million frames a second to one an hour.
const SANE_FRAME_TIMES: std::ops::RangeInclusive<f64> = 1e-6..=3600.0;

#[derive(Debug)]
pub(super) struct BvhBody {
    tokens: RowTokens,
    frames: BvhFrameMaker,
    /// The value of `Frames:`, if it is a number of frames, and its place.
    declared: Option<(f64, Location)>,
    frame_time: f64,
    /// Where it is stated.
    frame_time_at: Location,
    has_motion: bool,
    has_channels: bool,
}

impl BvhBody {
    /// `block` is the text up to the rows' start and beyond, `name` the clip's name, `warnings` those so far.
    pub(super) fn new(
        hierarchy: &Hierarchy,
        block: &[u8],
        head: &MotionHead<'_>,
        name: &str,
        ruler: Ruler,
        limits: &Limits,
        mut warnings: WarningLog,
    ) -> Result<Self, ParseError> {
        let mut reading = MotionHeadReader { block, ruler, warnings: &mut warnings, rows_at: head.rows_at };
        let has_motion =
            head.keyword || head.frames.is_some() || head.frame_time.is_some() || head.rows_at < block.len();
        let end = block.trim_ascii_end().len();
        if !has_motion {
            warning!(reading.warn => "bvh.no-motion", end, "{}; the rest pose is shown", too_early("MOTION"));
        } else if !head.keyword {
            let at = head.rows_at.min(end);
            warning!(reading.warn => "bvh.no-motion-keyword", at, "the keyword MOTION is missing");
        }
        for &at in &head.stray {
            let word = QuotedWord(block.get(at..).unwrap_or_default());
            let message =
                format_args!("expected Frames, Frame Time or a row of numbers, found {word}; the line was skipped");
            reading.warn("bvh.stray-text", at, message);
        }
        let (frame_time, declared) = if has_motion {
            (reading.frame_time(head.frame_time), reading.frames(head.frames))
        } else {
            (FALLBACK_FRAME_TIME, None)
        };
        let frames = BvhFrameMaker::new(hierarchy, name, frame_time, limits, warnings)
            .map_err(|error| unbuildable(error, ruler.location_in(block, end)))?;
        let rest = hierarchy.channels.iter().map(|channel| {
            let offset = hierarchy.skeleton.rest_translations().at(usize::from(channel.joint)).to_array();
            if channel.kind.rotation { 0.0 } else { f64::from(offset.at(channel.kind.axis)) }
        });
        let rows = BvhRowAssembler::new(rest.collect(), declared.map(|(frames, _)| frames as u64));
        let (line, start) = line_of(block, head.rows_at);
        let tally = |end: usize| Tally::default().plus(block.get(..end).unwrap_or(block));
        let tokens = RowTokens::new(rows, ruler, tally(head.rows_at), line, tally(start));
        let frame_time_at = head.frame_time.map_or(head.rows_at, |entry| entry.at);
        let frame_time_at = ruler.location_in(block, frame_time_at);
        let has_channels = !hierarchy.channels.is_empty();
        Ok(Self { tokens, frames, declared, frame_time, frame_time_at, has_motion, has_channels })
    }

    /// Looks for a reference pose in the first row, which is at `place`, and leaves it out if it `skips` it.
    pub(super) fn look_for_reference(&mut self, place: Location, skips: bool) {
        self.frames.stream.look_for(ReferenceCheck { is_reference: starts_with_reference, place, skips });
    }

    /// Reads the next chunk. The only errors are limits.
    pub(super) fn push(&mut self, text: &[u8]) -> Result<(), ParseError> {
        self.tokens.push(text, &mut self.frames)?;
        self.frames.decide_position_mode(false);
        Ok(())
    }

    pub(super) fn stream(&self) -> &FrameStream {
        &self.frames.stream
    }

    pub(super) fn stream_mut(&mut self) -> &mut FrameStream {
        &mut self.frames.stream
    }

    pub(super) fn finish(mut self) -> Result<Clip, ParseError> {
        self.tokens.finish(&mut self.frames)?;
        self.frames.decide_position_mode(true);
        let is_too_smooth = self.frames.is_too_smooth();
        let mut stream = self.frames.stream;
        if is_too_smooth {
            // A whole number: code that writes others would add 8 kB to the page's first module.
            let rate = self.frame_time.recip().round() as u32;
            let message = format_args!("about {rate} frames a second, yet the motion is smooth: perhaps 30 are meant");
            stream.warnings.each("bvh.frame-time-slow", self.frame_time_at, message);
        }
        let frames = stream.frame_count();
        if let Some((declared, place)) = self.declared
            && declared != frames as f64
            && self.has_channels
        {
            let verb = if declared > frames as f64 { "ends after" } else { "has" };
            let (declared, s) = (declared as u64, if frames == 1 { "" } else { "s" });
            let message =
                format_args!("Frames: says {declared}, but the file {verb} {frames} row{s}; all rows are played");
            stream.warnings.each("bvh.frames-count", place, message);
        }
        if frames == 0 {
            stream.set_position_mode(None, Confidence::Sure);
            if self.has_motion {
                let message = format_args!("the file ends before the first frame; the rest pose is shown");
                stream.warnings.each("bvh.no-frames", self.tokens.place(), message);
            }
        }
        Ok(stream.finish())
    }
}

struct MotionHeadReader<'a> {
    block: &'a [u8],
    ruler: Ruler,
    warnings: &'a mut WarningLog,
    rows_at: usize,
}

impl MotionHeadReader<'_> {
    #[inline(never)]
    fn warn(&mut self, code: &'static str, at: usize, message: Arguments<'_>) {
        if self.warnings.wants(code) {
            self.warnings.keep(code, self.ruler.location_in(self.block, at), message);
        }
    }

    fn frame_time(&mut self, entry: Option<HeadValue<'_>>) -> f64 {
        let Some(entry) = entry else {
            let message = format_args!("expected Frame Time before the rows; 30 frames a second were taken");
            self.warn("bvh.frame-time-missing", self.rows_at, message);
            return FALLBACK_FRAME_TIME;
        };
        let at = entry.at;
        let Some(token) = entry.token else {
            let message = format_args!("expected a number after Frame Time; 30 frames a second were taken");
            self.warn("bvh.frame-time-missing", at, message);
            return FALLBACK_FRAME_TIME;
        };
        if token.contains(&b',') && self.warnings.wants_once("bvh.decimal-comma") {
            let place = self.ruler.location_in(self.block, at);
            warning!(self.warnings.keep => "bvh.decimal-comma", place, "numbers are written with commas");
        }
        let said = Quoted(token);
        let Some(seconds) = entry.number.filter(|seconds| SANE_FRAME_TIMES.contains(seconds)) else {
            let message = format_args!("a Frame Time of {said} cannot be; 30 frames a second were taken");
            self.warn("bvh.frame-time-value", at, message);
            return FALLBACK_FRAME_TIME;
        };
        if seconds > LONG_FRAME_TIME {
            let message = format_args!("{said} seconds a frame: perhaps {said} frames a second are meant");
            self.warn("bvh.frame-time-long", at, message);
        }
        seconds
    }

    fn frames(&mut self, entry: Option<HeadValue<'_>>) -> Option<(f64, Location)> {
        let Some(HeadValue { token: Some(token), number, at }) = entry else {
            let at = entry.map_or(self.rows_at, |entry| entry.at);
            warning!(self.warn => "bvh.frames-missing", at, "expected Frames and a number; the rows were counted");
            return None;
        };
        let Some(number) = number.filter(|number| *number >= 0.0 && number.fract() == 0.0) else {
            let said = Quoted(token);
            warning!(self.warn => "bvh.frames-value", at, "`{said}` is not a number of frames; the rows were counted");
            return None;
        };
        Some((number, self.ruler.location_in(self.block, at)))
    }
}

fn unbuildable(error: BuildError, place: Location) -> ParseError {
    ParseError::new(ErrorKind::Inconsistent, "bvh.hierarchy", format!("the motion cannot be built: {error}")).at(place)
}
