//! The MOTION section: what its first lines mean, the rows, and the clip that comes out.

use glam::Vec3;

use super::bake::Baker;
use super::header::{Hierarchy, excerpt};
use super::motion::{Entry, FALLBACK_FRAME_TIME, MotionHead};
use super::notes::Notes;
use super::rows::{Rows as Assembler, Sink};
use super::tokens::Tokens;
use crate::error::{ErrorKind, Limits, Location, ParseError};
use crate::formats::text::{Ruler, Tally, line_of};
use crate::model::{Behaviour, BuildError, Clip, Format, Motion, PositionMode, Rows, Source};

/// Once so many bytes of frames are held and nobody takes them away, room is made for all that the file's size lets
/// expect.
const RESERVE_FROM: usize = 4 << 20;
/// A frame time past this is kept, with a warning: it may be a rate.
const LONG_FRAME_TIME: f64 = 2.0;
/// Frame times that can be meant: from a million frames a second to one an hour.
const SANE_FRAME_TIMES: std::ops::RangeInclusive<f64> = 1e-6..=3600.0;

/// Reads rows and keeps what the clip needs.
#[derive(Debug, Clone)]
pub(super) struct Body {
    hierarchy: Hierarchy,
    tokens: Tokens,
    baker: Baker,
    frame_time: f64,
    /// The declared number of frames, where it can be one, and its place.
    declared: Option<(f64, Location)>,
    has_motion: bool,
    /// The motion without its rows.
    outline: Motion,
    rows_taken: bool,
    reserved: bool,
}

impl Body {
    /// `block` is the text up to and past the rows' start.
    pub(super) fn new(
        hierarchy: &Hierarchy,
        block: &[u8],
        head: &MotionHead<'_>,
        ruler: Ruler,
        limits: &Limits,
        notes: &mut Notes,
    ) -> Result<Self, ParseError> {
        let place = |at: usize| ruler.location_in(block, at);
        let has_motion =
            head.keyword || head.frames.is_some() || head.frame_time.is_some() || head.rows_at < block.len();
        let end = block.trim_ascii_end().len();
        if !has_motion {
            notes.each("bvh.no-motion", || {
                (place(end), "expected MOTION, found the end; the rest pose is shown".into())
            });
        } else if !head.keyword {
            notes.each("bvh.no-motion-keyword", || {
                (place(head.rows_at.min(end)), "the keyword MOTION is missing".into())
            });
        }
        for &at in &head.stray {
            let line = block.get(at..).unwrap_or_default();
            notes.each("bvh.stray-text", || {
                let word = super::header::found(line);
                (
                    place(at),
                    format!("expected Frames, Frame Time or a row of numbers, found {word}; the line was skipped"),
                )
            });
        }
        let mut reading = First { place: &place, notes, rows_at: head.rows_at };
        let (frame_time, declared) = if has_motion {
            (reading.frame_time(head.frame_time), reading.frames(head.frames))
        } else {
            (FALLBACK_FRAME_TIME, None)
        };
        let baker = Baker::new(hierarchy, limits).map_err(|error| unbuildable(error, place(end)))?;
        let rest = hierarchy.channels.iter().map(|channel| {
            let offset = hierarchy.skeleton.rest_translations().get(usize::from(channel.joint)).copied();
            let offset = offset.unwrap_or(Vec3::ZERO).to_array();
            let axis = offset.get(usize::from(channel.kind.axis)).copied().unwrap_or(0.0);
            if channel.kind.rotation { 0.0 } else { f64::from(axis) }
        });
        let rows = Assembler::new(rest.collect());
        let (line, start) = line_of(block, head.rows_at);
        let tally = |end: usize| Tally::default().plus(block.get(..end).unwrap_or(block));
        let tokens = Tokens::new(rows, ruler, tally(head.rows_at), line, tally(start));
        let outline = baker.so_far().clone();
        let hierarchy = hierarchy.clone();
        Ok(Self {
            hierarchy,
            tokens,
            baker,
            frame_time,
            declared,
            has_motion,
            outline,
            rows_taken: false,
            reserved: false,
        })
    }

    /// Reads the next piece of text. The only errors are limits.
    pub(super) fn push(&mut self, text: &[u8], notes: &mut Notes) -> Result<(), ParseError> {
        self.tokens.push(text, &mut Sink { baker: &mut self.baker, notes })
    }

    /// Frames so far, those taken included.
    pub(super) fn frame_count(&self) -> usize {
        self.baker.frame_count()
    }

    pub(super) fn expect_frames(&mut self, frames: usize) {
        if !self.reserved && !self.rows_taken && self.baker.held_bytes() >= RESERVE_FROM {
            self.reserved = true;
            self.baker.reserve(frames.saturating_sub(self.frame_count()));
        }
    }

    pub(super) fn take_rows(&mut self) -> Option<Rows> {
        self.rows_taken = true;
        let rows = self.baker.take_rows();
        // As many are likely to come until the next call.
        self.baker.reserve(rows.frame_count);
        Some(rows).filter(|rows| rows.frame_count > 0)
    }

    pub(super) fn preview(&self, name: &str, notes: &Notes) -> Clip {
        let mut motion = self.outline.clone();
        motion.set_frame_time(self.frame_time);
        let mode = self.baker.offsets().decide();
        clip(name.to_owned(), self.hierarchy.clone(), motion, mode, notes)
    }

    pub(super) fn finish(mut self, name: String, mut notes: Notes) -> Result<Clip, ParseError> {
        self.tokens.finish(&mut Sink { baker: &mut self.baker, notes: &mut notes })?;
        let frames = self.baker.frame_count();
        if let Some((declared, place)) = self.declared
            && declared != frames as f64
            && !self.hierarchy.channels.is_empty()
        {
            notes.each("bvh.frames-count", || {
                (place, format!("Frames: says {}, the file has {frames} rows; the rows count", declared as u64))
            });
        }
        if frames == 0 && self.has_motion {
            let place = self.tokens.place();
            notes.each("bvh.no-frames", || (place, "the motion has no frames; the rest pose is shown".into()));
        }
        let mode = self.baker.offsets().decide().filter(|_| frames > 0);
        let mut builder = self.baker.into_builder();
        builder.set_frame_time(self.frame_time);
        builder.set_position_mode(&self.hierarchy.skeleton, mode.unwrap_or(PositionMode::Replace));
        let motion = builder.finish(&self.hierarchy.skeleton);
        Ok(clip(name, self.hierarchy, motion, mode, &notes))
    }
}

/// The position mode is set in the clip's motion, too.
fn clip(name: String, hierarchy: Hierarchy, motion: Motion, mode: Option<PositionMode>, notes: &Notes) -> Clip {
    let (warnings, warnings_dropped) = notes.list();
    let mut clip = Clip {
        behaviours: vec![Behaviour { name: name.clone(), motion }],
        name,
        skeleton: hierarchy.skeleton,
        source: Source {
            format: Format::Bvh,
            metres_per_unit: None,
            up: None,
            position_mode: mode,
            channels: hierarchy.texts,
        },
        warnings,
        warnings_dropped,
    };
    clip.set_position_mode(mode.unwrap_or(PositionMode::Replace));
    clip
}

/// Makes sense of the motion's first lines.
struct First<'a, P: Fn(usize) -> Location> {
    place: &'a P,
    notes: &'a mut Notes,
    rows_at: usize,
}

impl<P: Fn(usize) -> Location> First<'_, P> {
    fn frame_time(&mut self, entry: Option<Entry<'_>>) -> f64 {
        let Self { place, notes, rows_at } = self;
        let Some(entry) = entry else {
            notes.each("bvh.frame-time-missing", || {
                (place(*rows_at), "expected Frame Time before the rows; 30 frames a second were taken".into())
            });
            return FALLBACK_FRAME_TIME;
        };
        let Some(token) = entry.token else {
            notes.each("bvh.frame-time-missing", || {
                (place(entry.at), "expected a number after Frame Time; 30 frames a second were taken".into())
            });
            return FALLBACK_FRAME_TIME;
        };
        if token.contains(&b',') {
            notes.once("bvh.decimal-comma", || (place(entry.at), "numbers are written with commas".into()));
        }
        let Some(seconds) = entry.number.filter(|seconds| SANE_FRAME_TIMES.contains(seconds)) else {
            notes.each("bvh.frame-time-value", || {
                (
                    place(entry.at),
                    format!("a Frame Time of {} cannot be; 30 frames a second were taken", excerpt(token)),
                )
            });
            return FALLBACK_FRAME_TIME;
        };
        if seconds > LONG_FRAME_TIME {
            notes.each("bvh.frame-time-long", || {
                let said = excerpt(token);
                (place(entry.at), format!("{said} seconds a frame: perhaps {said} frames a second are meant"))
            });
        }
        seconds
    }

    fn frames(&mut self, entry: Option<Entry<'_>>) -> Option<(f64, Location)> {
        let Self { place, notes, rows_at } = self;
        let Some(Entry { token: Some(token), number, at }) = entry else {
            let at = entry.map_or(*rows_at, |entry| entry.at);
            notes.each("bvh.frames-missing", || {
                (place(at), "expected Frames and a number; the rows were counted".into())
            });
            return None;
        };
        let Some(number) = number.filter(|number| *number >= 0.0 && number.fract() == 0.0) else {
            notes.each("bvh.frames-value", || {
                (place(at), format!("`{}` is not a number of frames; the rows were counted", excerpt(token)))
            });
            return None;
        };
        Some((number, place(at)))
    }
}

fn unbuildable(error: BuildError, place: Location) -> ParseError {
    ParseError::new(ErrorKind::Inconsistent, "bvh.hierarchy", format!("the motion cannot be built: {error}")).at(place)
}
