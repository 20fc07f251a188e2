//! Biovision Hierarchy (`.bvh`): a tree of joints with offsets and channels, then rows of numbers.
//!
//! The only specification is one page of text, and every program writes its own dialect. This reader accepts everything found in
//! 71 real files and in bug reports of other readers, and warns of what it repaired:
//!
//! | code | cause; repair |
//! |---|---|
//! | `bvh.no-hierarchy` | no HIERARCHY keyword; read nevertheless |
//! | `bvh.missing-brace`, `bvh.extra-brace` | braces do not match; a missing one is assumed, an extra one ignored |
//! | `bvh.joint-outside` | JOINT or End Site outside a ROOT; becomes a root |
//! | `bvh.end-site-joint` | an End Site with CHANNELS or joints; becomes a joint |
//! | `bvh.no-offset`, `bvh.offset-twice`, `bvh.offset-count`, `bvh.offset-not-finite` | 0; the last one; three numbers; 0 |
//! | `bvh.offset-orient` | six numbers after OFFSET: the last three are joint orients, as SOMA writes them; not used |
//! | `bvh.no-channels`, `bvh.channels-twice`, `bvh.channels-count` | no motion; both lists; those listed |
//! | `bvh.repeated-position` | a position channel twice; the last one is used |
//! | `bvh.name-cut`, `bvh.name-encoding` | a name past the limit or not UTF-8; cut, U+FFFD |
//! | `bvh.no-motion`, `bvh.no-motion-keyword`, `bvh.no-frames` | rest pose; read nevertheless; rest pose |
//! | `bvh.frames-missing`, `bvh.frames-value`, `bvh.frames-count` | `Frames:` is missing, not a number of frames, or not the number of rows; all rows are played |
//! | `bvh.frame-time-missing`, `bvh.frame-time-value` | `Frame Time:` is missing or not a time; 30 frames a second |
//! | `bvh.frame-time-long` | more than 2 s a frame, perhaps a rate; kept |
//! | `bvh.frame-time-slow` | 0.1 to 2 s a frame, but the motion is as smooth as one with ten times as many; kept |
//! | `bvh.rows-wrapped`, `bvh.rows-together` | a row on several lines, several rows on a line; split by length |
//! | `bvh.row-length`, `bvh.cut-row` | too few numbers are held, too many ignored; an incomplete last row is dropped |
//! | `bvh.not-finite`, `bvh.bad-number` | `nan` or the like, or no number; the channel keeps its last value |
//! | `bvh.glued-numbers`, `bvh.decimal-comma` | `0.0-7.5`, `8,03`; split at the sign, the comma read as a point or as a separator |
//! | `bvh.surplus-values` | numbers but no channels; ignored |
//! | `bvh.stray-text`, `bvh.second-clip` | words among the rows, another HIERARCHY, MOTION or `Frames:`; skipped, not read |
//!
//! Errors: `bvh.syntax`, `bvh.expected-brace`, `bvh.expected-number`, `bvh.unknown-channel`, `bvh.unexpected-brace`,
//! `bvh.outside-joint`, `bvh.no-joints`, `bvh.hierarchy` (from the model's builders), and the limits `bvh.header-too-long`,
//! `bvh.too-many-joints`, `bvh.too-deep`, `bvh.too-many-frames`, `bvh.out-of-memory`. After the first row only the last two occur.

mod body;
mod frame_maker;
mod grammar;
mod header;
mod header_end;
mod motion_head;
mod position_mode;
mod rows;
mod slow_rate;
mod tokens;

use self::body::BvhBody;
use self::header::Hierarchy;
use self::header_end::HeaderCollector;
use crate::error::{ErrorKind, Limits, ParseError};
use crate::formats::reading::text::Ruler;
use crate::formats::reading::{Family, FormatReader, FrameStream, ReaderStart, WarningLog};
use crate::model::Clip;

/// Longer headers are refused: twenty thousand joints of a kilobyte each fit.
const LONGEST_HEADER: usize = 32 << 20;
/// Bytes after MOTION that are searched for the motion's header; doubled until it is found. Fixed, to be independent of the chunks.
const FIRST_HEAD_SIZE: usize = 4 << 10;
const LAST_HEAD_SIZE: usize = 1 << 20;

#[derive(Debug)]
struct Bvh;

/// Biovision Hierarchy: skeleton and motion in one file.
pub fn family() -> Box<dyn Family> {
    Box::new(Bvh)
}

impl Family for Bvh {
    fn name(&self) -> &'static str {
        "bvh"
    }

    fn reader(&self, start: ReaderStart) -> Result<Box<dyn FormatReader>, ParseError> {
        Ok(Box::new(BvhReader::new(start)))
    }

    fn boxed_clone(&self) -> Box<dyn Family> {
        Box::new(Self)
    }
}

#[derive(Debug)]
struct BvhReader {
    name: String,
    limits: Limits,
    ruler: Ruler,
    skips_reference: bool,
    /// Warnings of the header; the stream has those of the rows.
    warnings: WarningLog,
    state: BvhState,
}

#[derive(Debug)]
enum BvhState {
    Header(HeaderCollector),
    Head(Box<MotionHeadBlock>),
    Rows(Box<BvhBody>),
}

#[derive(Debug)]
struct MotionHeadBlock {
    collector: HeaderCollector,
    hierarchy: Hierarchy,
    /// Start of the motion in the block; the block's end if there is none.
    motion_at: usize,
    /// Length of the block at which to search for the end of the motion's header again.
    next_search: usize,
}

impl BvhReader {
    fn new(start: ReaderStart) -> Self {
        let ReaderStart { name, limits, ruler, options, .. } = start;
        let (warnings, state) = (WarningLog::new(&limits), BvhState::Header(HeaderCollector::new()));
        Self { name, limits, ruler, skips_reference: options.skip_reference, warnings, state }
    }

    /// Reads the hierarchy, which ends at `end` of the block. `is_end`: the file ends there, too.
    fn read_header(&mut self, end: usize, is_end: bool) -> Result<(), ParseError> {
        let BvhState::Header(collector) = &mut self.state else { return Ok(()) };
        let block = collector.block();
        let text = block.get(..end).unwrap_or(block);
        let hierarchy = header::read(text, is_end, self.ruler, &self.limits, &mut self.warnings)?;
        let next_search = end + FIRST_HEAD_SIZE;
        let collector = std::mem::replace(collector, HeaderCollector::new());
        self.state = BvhState::Head(Box::new(MotionHeadBlock { collector, hierarchy, motion_at: end, next_search }));
        Ok(())
    }

    /// Searches for the end of the motion's header. `whole`: the block holds the rest of the file.
    fn read_head(&mut self, whole: bool) -> Result<(), ParseError> {
        let BvhState::Head(head) = &mut self.state else { return Ok(()) };
        let block = head.collector.block();
        let whole = whole || block.len() >= head.motion_at + LAST_HEAD_SIZE;
        let Some(found) = motion_head::read(block, head.motion_at, head.hierarchy.channels.len(), whole) else {
            head.next_search = head.motion_at + 2 * (head.next_search - head.motion_at);
            return Ok(());
        };
        let warnings = std::mem::replace(&mut self.warnings, WarningLog::new(&self.limits));
        let mut body = BvhBody::new(&head.hierarchy, block, &found, &self.name, self.ruler, &self.limits, warnings)?;
        body.look_for_reference(self.ruler.location_in(block, found.rows_at), self.skips_reference);
        body.push(block.get(found.rows_at..).unwrap_or_default())?;
        self.state = BvhState::Rows(Box::new(body));
        Ok(())
    }
}

impl FormatReader for BvhReader {
    fn push(&mut self, mut text: &[u8]) -> Result<(), ParseError> {
        while !text.is_empty() {
            match &mut self.state {
                BvhState::Header(collector) => {
                    // Keep at most one byte past the limit, so that the error's place does not depend on the chunks.
                    let room = (LONGEST_HEADER + 1 - collector.block().len()).min(text.len());
                    let (taken, end) = collector.take(text.get(..room).unwrap_or(text));
                    text = text.get(taken..).unwrap_or_default();
                    if let Some(end) = end {
                        self.read_header(end, false)?;
                    } else if collector.block().len() > LONGEST_HEADER {
                        let place = self.ruler.location_in(collector.block(), LONGEST_HEADER);
                        let message = format!("expected MOTION within the first {} MiB", LONGEST_HEADER >> 20);
                        return Err(ParseError::new(ErrorKind::Limit, "bvh.header-too-long", message).at(place));
                    }
                }
                BvhState::Head(head) => {
                    let wanted = head.next_search.saturating_sub(head.collector.block().len());
                    let (taken, behind) = text.split_at(wanted.min(text.len()));
                    head.collector.extend(taken);
                    text = behind;
                    if taken.len() == wanted {
                        self.read_head(false)?;
                    }
                }
                BvhState::Rows(body) => {
                    body.push(text)?;
                    text = &[];
                }
            }
        }
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> Result<Clip, ParseError> {
        if let BvhState::Header(collector) = &self.state {
            let end = collector.end();
            self.read_header(end.unwrap_or(collector.block().len()), end.is_none())?;
        }
        if let BvhState::Head(_) = &self.state {
            self.read_head(true)?;
        }
        match self.state {
            BvhState::Rows(body) => body.finish(),
            // Unreachable: reading the whole head always gives rows.
            BvhState::Header(_) | BvhState::Head(_) => {
                Err(ParseError::new(ErrorKind::Syntax, "bvh.syntax", "no motion"))
            }
        }
    }

    fn stream(&self) -> Option<&FrameStream> {
        if let BvhState::Rows(body) = &self.state { Some(body.stream()) } else { None }
    }

    fn stream_mut(&mut self) -> Option<&mut FrameStream> {
        if let BvhState::Rows(body) = &mut self.state { Some(body.stream_mut()) } else { None }
    }
}
