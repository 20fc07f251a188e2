//! Builds the skeleton and the list of channels from the statements of the header.

use std::fmt::{self, Arguments, Display};
use std::sync::Arc;

use glam::{Quat, Vec3};
use nom::Err;

use super::grammar::{ChannelKind, Fault, HeaderStatement, Offset, skip_blanks, statement};
use crate::checked::Checked;
use crate::error::{ErrorKind, Limits, Location, ParseError};
use crate::formats::reading::WarningLog;
use crate::formats::reading::text::{Quoted, Ruler, is_blank, line_text, too_early};
use crate::model::{BuildError, JointKind, Skeleton, SkeletonBuilder};

/// One column of the motion's rows.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct BvhChannel {
    pub(super) joint: u16,
    pub(super) kind: ChannelKind,
}

#[derive(Debug, Clone)]
pub(super) struct Hierarchy {
    pub(super) skeleton: Arc<Skeleton>,
    /// Columns of a row, in file order.
    pub(super) channels: Vec<BvhChannel>,
    /// The channels of each joint as text.
    pub(super) texts: Vec<Box<str>>,
}

struct JointDraft {
    name: String,
    parent: Option<u16>,
    kind: JointKind,
    offset: Option<Vec3>,
    has_channels: bool,
    /// Offset of its statement in the block.
    at: usize,
}

/// Reads the header block: the text before the word MOTION, or the whole file if there is none (`is_end`).
pub(super) fn read(
    block: &[u8],
    is_end: bool,
    ruler: Ruler,
    limits: &Limits,
    warnings: &mut WarningLog,
) -> Result<Hierarchy, ParseError> {
    let mut reader = HeaderReader {
        block,
        is_end,
        ruler,
        limits,
        warnings,
        joints: Vec::new(),
        open: Vec::new(),
        channels: Vec::new(),
        has_keyword: false,
    };
    let mut rest = skip_blanks(block);
    while !rest.is_empty() {
        let at = block.len() - rest.len();
        let (behind, found) = statement(rest).map_err(|error| reader.syntax_error(error))?;
        reader.read_statement(found, at)?;
        rest = skip_blanks(behind);
    }
    reader.finish()
}

struct HeaderReader<'a> {
    block: &'a [u8],
    /// Whether the file ends with the block.
    is_end: bool,
    ruler: Ruler,
    limits: &'a Limits,
    warnings: &'a mut WarningLog,
    joints: Vec<JointDraft>,
    /// Joints whose blocks are open, the outermost first.
    open: Vec<u16>,
    channels: Vec<BvhChannel>,
    /// Whether HIERARCHY was found, or its absence reported.
    has_keyword: bool,
}

impl<'a> HeaderReader<'a> {
    fn read_statement(&mut self, found: HeaderStatement<'a>, at: usize) -> Result<(), ParseError> {
        if !self.has_keyword && found != HeaderStatement::Hierarchy {
            self.has_keyword = true;
            warning!(self.warn => "bvh.no-hierarchy", at,
                "the keyword HIERARCHY is missing; the file was read all the same");
        }
        match found {
            HeaderStatement::Hierarchy => self.has_keyword = true,
            HeaderStatement::Root(name) => {
                if !self.open.is_empty() {
                    let count = self.open.len();
                    self.open.clear();
                    warning!(self.warn => "bvh.missing-brace", at,
                        "expected {count} more `}}` before the next ROOT; they were taken as there");
                }
                self.add(name, None, JointKind::Joint, at)?;
            }
            HeaderStatement::Joint(name) => {
                let parent = self.parent_of("JOINT", at);
                self.add(name, parent, JointKind::Joint, at)?;
            }
            HeaderStatement::EndSite(name) => {
                let parent = self.parent_of("End Site", at);
                self.add(if name.is_empty() { b"End Site" } else { name }, parent, JointKind::EndSite, at)?;
            }
            HeaderStatement::Offset(offset) => self.offset(&offset, at)?,
            HeaderStatement::Channels { declared, listed } => self.channels(declared, &listed, at)?,
            HeaderStatement::Open => {
                return Err(self.refusal("bvh.unexpected-brace", "expected a statement, found `{`", at));
            }
            HeaderStatement::Close => match self.open.pop() {
                Some(joint) => self.close_joint(joint, at),
                None => warning!(self.warn => "bvh.extra-brace", at, "a `}}` without a `{{` was ignored"),
            },
        }
        Ok(())
    }

    /// The parent of a new joint; `None` (a root) outside all blocks.
    fn parent_of(&mut self, what: &str, at: usize) -> Option<u16> {
        let parent = self.open.last().copied();
        match parent.and_then(|parent| self.joints.get_mut(usize::from(parent))) {
            None => warning!(self.warn => "bvh.joint-outside", at,
                "this {what} stands in no ROOT; it was taken as a root"),
            Some(node) if node.kind == JointKind::EndSite => {
                node.kind = JointKind::Joint;
                warning!(self.warn => "bvh.end-site-joint", at,
                    "a {what} stands in an End Site; the End Site was taken as a joint");
            }
            Some(_) => {}
        }
        parent
    }

    fn add(&mut self, name: &[u8], parent: Option<u16>, kind: JointKind, at: usize) -> Result<(), ParseError> {
        // The limit is for joints: an end site may hang on the deepest one. If it becomes a joint, the skeleton's builder refuses it.
        if self.open.len() >= self.limits.depth.saturating_add(usize::from(kind == JointKind::EndSite)) {
            return Err(self.limit(BuildError::TooDeep, at));
        }
        let index = u16::try_from(self.joints.len()).ok().filter(|index| usize::from(*index) < self.limits.joints);
        let Some(index) = index else { return Err(self.limit(BuildError::TooManyJoints, at)) };
        let cut = name.get(..self.limits.name_bytes).unwrap_or(name);
        if cut.len() < name.len() {
            let (length, most) = (name.len(), self.limits.name_bytes);
            warning!(self.warn => "bvh.name-cut", at, "a name of {length} bytes was cut to {most}");
        }
        let text = String::from_utf8_lossy(cut);
        if std::str::from_utf8(name).is_err() {
            warning!(self.warn => "bvh.name-encoding", at,
                "the name `{}` is not UTF-8; its bytes that cannot be read are shown as \u{FFFD}", Quoted(name));
        }
        // The limit may have cut a character in half, which would become U+FFFD.
        let name = if cut.len() < name.len() { text.trim_end_matches('\u{FFFD}') } else { &text };
        self.joints.push(JointDraft { name: name.to_owned(), parent, kind, offset: None, has_channels: false, at });
        self.open.push(index);
        Ok(())
    }

    fn offset(&mut self, offset: &Offset, at: usize) -> Result<(), ParseError> {
        let Some(node) = self.open.last().and_then(|joint| self.joints.get_mut(usize::from(*joint))) else {
            return Err(self.refusal("bvh.outside-joint", "expected ROOT before OFFSET", at));
        };
        let twice = node.offset.is_some();
        let [x, y, z] = offset.values;
        node.offset = Some(Vec3::new(x as f32, y as f32, z as f32));
        if twice {
            warning!(self.warn => "bvh.offset-twice", at, "a second OFFSET in one joint; the last one is used");
        }
        if offset.count == 6 {
            warning!(self.warn_once => "bvh.offset-orient", at,
                "an OFFSET has six numbers: the last three are joint orients, as SOMA writes them, and are not used");
        } else if offset.count != 3 {
            let count = offset.count;
            warning!(self.warn => "bvh.offset-count", at,
                "expected 3 numbers after OFFSET, found {count}; 0 is used for missing ones, further ones are ignored");
        }
        if offset.not_finite {
            warning!(self.warn => "bvh.offset-not-finite", at,
                "an OFFSET has a value that is not a number from -1e12 to 1e12; 0 is used");
        }
        if offset.odd_commas {
            warning!(self.warn_once => "bvh.decimal-comma", at, "numbers are written with commas");
        }
        if offset.glued {
            warning!(self.warn_once => "bvh.glued-numbers", at,
                "numbers run into each other; they were split at the sign");
        }
        Ok(())
    }

    fn channels(&mut self, declared: Option<&[u8]>, listed: &[ChannelKind], at: usize) -> Result<(), ParseError> {
        let Some(&joint) = self.open.last() else {
            return Err(self.refusal("bvh.outside-joint", "expected ROOT before CHANNELS", at));
        };
        let before = self.channels.len();
        self.channels.extend(listed.iter().map(|&kind| BvhChannel { joint, kind }));
        let (mut twice, mut end_site) = (false, false);
        self.joints.change(usize::from(joint), |node| {
            twice = std::mem::replace(&mut node.has_channels, true);
            end_site = node.kind == JointKind::EndSite && !listed.is_empty();
            if end_site {
                node.kind = JointKind::Joint;
            }
        });
        if twice {
            warning!(self.warn => "bvh.channels-twice", at,
                "a second CHANNELS in one joint; both lists count, in this order");
        }
        if end_site {
            warning!(self.warn => "bvh.end-site-joint", at, "an End Site has CHANNELS; it was taken as a joint");
        }
        let count = listed.len();
        let number =
            declared.and_then(|token| std::str::from_utf8(token).ok()).and_then(|text| text.parse::<usize>().ok());
        if number != Some(count) {
            let said = Quoted(declared.unwrap_or(b"nothing"));
            warning!(self.warn => "bvh.channels-count", at,
                "CHANNELS says {said}, but {count} are listed; those listed are used");
        }
        let of_joint = self.channels.get(before..).unwrap_or_default();
        let repeated = of_joint.iter().enumerate().any(|(index, channel)| {
            !channel.kind.rotation && of_joint.iter().skip(index + 1).take(6).any(|other| other.kind == channel.kind)
        });
        if repeated {
            warning!(self.warn => "bvh.repeated-position", at,
                "a position channel is listed twice; the last one is used");
        }
        Ok(())
    }

    fn close_joint(&mut self, joint: u16, at: usize) {
        let Some(node) = self.joints.get(usize::from(joint)) else { return };
        let name = node.name.clone();
        if node.offset.is_none() {
            warning!(self.warn => "bvh.no-offset", at, "`{name}` has no OFFSET; 0 0 0 was taken");
        }
        if self.joints.get(usize::from(joint)).is_some_and(|n| n.kind == JointKind::Joint && !n.has_channels) {
            warning!(self.warn => "bvh.no-channels", at, "`{name}` has no CHANNELS; it does not move");
        }
    }

    fn finish(mut self) -> Result<Hierarchy, ParseError> {
        let end = self.block.trim_ascii_end().len();
        if self.joints.is_empty() {
            let wanted = if self.has_keyword { "ROOT" } else { "HIERARCHY" };
            let message = if self.is_end {
                too_early(wanted)
            } else {
                format!("expected {wanted}, found the end of the hierarchy")
            };
            return Err(self.refusal("bvh.no-joints", &message, end));
        }
        if !self.open.is_empty() {
            let count = self.open.len();
            let missing = format!("{count} more `}}`; they were taken as there");
            let message = if self.is_end { too_early(&missing) } else { format!("expected {missing}") };
            warning!(self.warn => "bvh.missing-brace", end, "{message}");
            while let Some(joint) = self.open.pop() {
                self.close_joint(joint, end);
            }
        }
        let mut builder = SkeletonBuilder::new(self.limits);
        for node in &self.joints {
            let offset = node.offset.unwrap_or(Vec3::ZERO);
            builder
                .add(&node.name, node.parent, node.kind, offset, Quat::IDENTITY)
                .map_err(|error| self.limit(error, node.at))?;
        }
        let skeleton = Arc::new(builder.finish().map_err(|error| self.limit(error, end))?);
        let mut texts = vec![String::new(); skeleton.len()];
        for channel in &self.channels {
            texts.change(usize::from(channel.joint), |text| {
                let gap = if text.is_empty() { "" } else { " " };
                text.extend([gap, channel.kind.name()]);
            });
        }
        Ok(Hierarchy {
            skeleton,
            channels: self.channels,
            texts: texts.into_iter().map(String::into_boxed_str).collect(),
        })
    }

    #[inline(never)]
    fn warn(&mut self, code: &'static str, at: usize, message: Arguments<'_>) {
        if self.warnings.wants(code) {
            self.warnings.keep(code, self.place(at), message);
        }
    }

    #[inline(never)]
    fn warn_once(&mut self, code: &'static str, at: usize, message: Arguments<'_>) {
        if self.warnings.wants_once(code) {
            self.warnings.keep(code, self.place(at), message);
        }
    }

    fn place(&self, at: usize) -> Location {
        self.ruler.location_in(self.block, at)
    }

    #[inline(never)]
    fn refusal(&self, code: &'static str, message: &str, at: usize) -> ParseError {
        ParseError::new(ErrorKind::Syntax, code, message).at(self.place(at)).with_excerpt(&line_text(self.block, at))
    }

    fn syntax_error(&self, error: Err<Fault<'a>>) -> ParseError {
        let (Err::Error(fault) | Err::Failure(fault)) = error else {
            return self.refusal("bvh.syntax", &too_early("the rest of the hierarchy"), self.block.len());
        };
        let expected = match (fault.code, self.open.is_empty(), self.joints.is_empty()) {
            ("bvh.syntax", true, true) if !self.has_keyword => "HIERARCHY",
            ("bvh.syntax", true, true) => "ROOT",
            ("bvh.syntax", true, false) => "MOTION or another ROOT",
            ("bvh.syntax", false, _) => "OFFSET, CHANNELS, JOINT, End Site or `}`",
            _ => fault.expected,
        };
        let message = if self.is_cut_off(fault.at) {
            too_early(expected)
        } else {
            format!("expected {expected}, found {}", QuotedWord(fault.at))
        };
        self.refusal(fault.code, &message, self.block.len() - fault.at.len())
    }

    /// Whether the file ends within the word at the start of `text`, so that the word is unknown.
    fn is_cut_off(&self, text: &[u8]) -> bool {
        let begun = self.has_keyword || !self.joints.is_empty();
        let is_start =
            |word: &str| word.as_bytes().get(..text.len()).is_some_and(|start| start.eq_ignore_ascii_case(text));
        self.is_end
            && !text.iter().any(|byte| is_blank(*byte) || matches!(byte, b'{' | b'}'))
            && (begun || is_start("HIERARCHY") || is_start("ROOT"))
    }

    fn limit(&self, error: BuildError, at: usize) -> ParseError {
        let (code, message) = match error {
            BuildError::TooManyJoints => ("bvh.too-many-joints", format!("more than {} joints", self.limits.joints)),
            BuildError::TooDeep => ("bvh.too-deep", format!("joints are nested more than {} deep", self.limits.depth)),
            other => ("bvh.hierarchy", format!("the hierarchy cannot be built: {other}")),
        };
        ParseError::new(ErrorKind::Limit, code, message).at(self.place(at)).with_excerpt(&line_text(self.block, at))
    }
}

/// The first word of a text, quoted for a message.
pub(super) struct QuotedWord<'a>(pub(super) &'a [u8]);

impl Display for QuotedWord<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = skip_blanks(self.0);
        let end = text.iter().position(|byte| is_blank(*byte)).unwrap_or(text.len());
        match text.get(..end.max(1)) {
            None | Some([]) => f.write_str("the end of the hierarchy"),
            Some(word) => write!(f, "`{}`", Quoted(word)),
        }
    }
}
