//! What a skeleton file says, section by section, before its parts are put together.

use std::fmt::{self, Arguments, Display};

use nom::Offset;

use super::grammar::{
    Section, Statement, gap, is_comment, line, lines_before_section, section, separates, statement, words,
};
use super::items::{Part, Units};
use crate::error::{ErrorKind, Limits, Location, ParseError};
use crate::formats::notes::Notes;
use crate::formats::text::{Excerpt, Places, Ruler, line_text};

/// The whole file. Words are slices of the block, so that they tell their places.
#[derive(Debug, Default)]
pub(super) struct Draft<'a> {
    pub(super) name: &'a [u8],
    pub(super) units: Units,
    pub(super) documentation: Vec<String>,
    pub(super) root: Part<'a>,
    pub(super) bones: Vec<Part<'a>>,
    /// The lines of the hierarchy that have words.
    pub(super) lines: Vec<Vec<&'a [u8]>>,
    pub(super) skins: Vec<String>,
    /// Where the sections first start.
    pub(super) root_at: Option<usize>,
    pub(super) bones_at: Option<usize>,
    pub(super) hierarchy_at: Option<usize>,
}

/// Reads the block, and says what is odd about it.
pub(super) struct Reader<'a, 'n> {
    pub(super) block: &'a [u8],
    pub(super) limits: &'n Limits,
    places: Places<'a>,
    notes: &'n mut Notes,
    /// The bone that is being read, and whether an `end` was there. An `end` behind other words on its line may be just
    /// their end: "cofmass 1.0 end".
    pub(super) open: Option<usize>,
    pub(super) ended: bool,
}

impl<'a, 'n> Reader<'a, 'n> {
    pub(super) fn new(block: &'a [u8], ruler: Ruler, limits: &'n Limits, notes: &'n mut Notes) -> Self {
        Self { block, limits, places: Places::new(block, ruler), notes, open: None, ended: false }
    }

    pub(super) fn read(&mut self) -> Result<Draft<'a>, ParseError> {
        let mut draft = Draft::default();
        let start = behind(gap(self.block));
        let mut rest = if section(start).is_ok() { start } else { behind(lines_before_section(start)) };
        let has_stray = rest.len() < start.len();
        while let Ok((text, found)) = section(rest) {
            let at = self.offset(rest);
            rest = self.section(found, at, text, &mut draft)?;
        }
        if [draft.root_at, draft.bones_at, draft.hierarchy_at].iter().all(Option::is_none) {
            let (what, at) =
                if has_stray { (start, self.offset(start)) } else { (rest, self.block.trim_ascii_end().len()) };
            let message = format!("expected :root, :bonedata and :hierarchy, found {}", Found(what));
            return Err(self.refusal(ErrorKind::Syntax, "asf.no-skeleton", &message, at));
        }
        if has_stray && !start.starts_with(b":") {
            let message = format_args!("expected :version or another keyword, found {}; it was skipped", Found(start));
            self.note("asf.stray-text", self.offset(start), message);
        }
        Ok(draft)
    }

    /// Reads one section; tells what follows it, which is another one or nothing.
    fn section(
        &mut self,
        found: Section,
        at: usize,
        text: &'a [u8],
        draft: &mut Draft<'a>,
    ) -> Result<&'a [u8], ParseError> {
        match found {
            Section::Version => self.version(text),
            Section::Name => {
                let (_, name) = line(text).unwrap_or_default();
                let comment = (0..name.len()).find(|&at| is_comment(name, at));
                draft.name = name.get(..comment.unwrap_or(name.len())).unwrap_or(name).trim_ascii();
            }
            Section::Documentation => draft.documentation.extend(documentation(text)),
            Section::Skin => draft.skins.extend(skins(text)),
            Section::Hierarchy => {
                draft.hierarchy_at.get_or_insert(at);
                return Ok(hierarchy(text, &mut draft.lines));
            }
            Section::Units => return self.items(found, text, draft),
            Section::Root => {
                draft.root_at.get_or_insert(at);
                draft.root.at = at;
                return self.items(found, text, draft);
            }
            Section::Bonedata => {
                draft.bones_at.get_or_insert(at);
                let rest = self.items(found, text, draft)?;
                if self.open.take().is_some() && !self.ended {
                    let at = self.offset(rest).min(self.block.trim_ascii_end().len());
                    self.note("asf.missing-end", at, format_args!("expected `end` of the bone, found {}", Found(rest)));
                }
                return Ok(rest);
            }
        }
        Ok(behind(lines_before_section(text)))
    }

    fn version(&mut self, text: &'a [u8]) {
        let Some(version) = words(text).ok().and_then(|(_, list)| list.first().copied()) else { return };
        if !matches!(version, b"1.10" | b"1.1") {
            let message = format_args!("expected version 1.10, found {}; it was read as 1.10", Found(version));
            self.note("asf.version", self.offset(version), message);
        }
    }

    /// Reads a section of items.
    fn items(&mut self, now: Section, mut rest: &'a [u8], draft: &mut Draft<'a>) -> Result<&'a [u8], ParseError> {
        // Whether a word begins its line.
        let mut first = false;
        loop {
            let Ok((text, blank)) = gap(rest) else { return Ok(rest) };
            first |= blank.iter().any(|byte| matches!(byte, b'\n' | b'\r'));
            let Ok((behind_it, found)) = statement(now, text) else { return Ok(text) };
            rest = behind_it;
            match found {
                Statement::Section(_) => return Ok(text),
                Statement::Item { keyword, at, values } => {
                    self.item(now, keyword, (at, first), &values, draft)?;
                }
                // A section of somebody's own. "Ignore lines of data until you find a recognizable keyword."
                Statement::Other(word) if word.starts_with(b":") => return Ok(behind(lines_before_section(rest))),
                Statement::Other(word) if first => {
                    if now == Section::Units {
                        let message =
                            format_args!("expected mass, length or angle, found {}; the line was skipped", Found(word));
                        self.note("asf.unknown-unit", self.offset(word), message);
                    }
                    rest = behind(line(rest));
                }
                Statement::Other(word) => {
                    let message = format_args!("expected a keyword, found {}; it was ignored", Found(word));
                    self.note("asf.surplus-value", self.offset(word), message);
                }
            }
            first = false;
        }
    }

    /// Where in the block a slice of it starts.
    pub(super) fn offset(&self, text: &[u8]) -> usize {
        self.block.offset(text)
    }

    #[inline(never)]
    pub(super) fn note(&mut self, code: &'static str, at: usize, message: Arguments<'_>) {
        if self.notes.wants(code) {
            let place = self.place(at);
            self.notes.keep(code, place, message);
        }
    }

    fn place(&mut self, at: usize) -> Location {
        self.places.locate(at)
    }

    #[inline(never)]
    pub(super) fn refusal(&mut self, kind: ErrorKind, code: &'static str, message: &str, at: usize) -> ParseError {
        ParseError::new(kind, code, message).at(self.place(at)).with_excerpt(&line_text(self.block, at))
    }
}

/// What a parser that cannot fail leaves.
fn behind<'a, T>(parsed: super::grammar::Parsed<'a, T>) -> &'a [u8] {
    parsed.map(|(rest, _)| rest).unwrap_or_default()
}

/// The lines of the text, without those that are comments.
fn documentation(text: &[u8]) -> Option<String> {
    let (_, text) = lines_before_section_on(text)?;
    let text = String::from_utf8_lossy(text);
    let lines = text.split(['\n', '\r']).map(str::trim).filter(|line| !line.starts_with('#'));
    let mut joined = String::new();
    for line in lines {
        joined.push_str(line);
        joined.push('\n');
    }
    let joined = joined.trim();
    (!joined.is_empty()).then(|| joined.to_owned())
}

/// The rest of this line and those below it, up to the next section.
fn lines_before_section_on(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let below = behind(line(text));
    let rest = behind(lines_before_section(below));
    Some((rest, text.get(..text.len() - rest.len())?))
}

/// Names, one a line or in quotes.
fn skins(text: &[u8]) -> Vec<String> {
    let mut names = Vec::new();
    let lines = lines_before_section_on(text).map_or(text, |(_, lines)| lines);
    let lines = lines.split(|byte| matches!(byte, b'\n' | b'\r')).map(<[u8]>::trim_ascii_start);
    // A vendor's section may follow, with no name of a skin in it.
    for line in lines.take_while(|line| !line.starts_with(b":")) {
        for (index, part) in line.split(|byte| *byte == b'"').enumerate() {
            let quoted = index % 2 == 1;
            let comment = (0..part.len()).find(|&at| !quoted && is_comment(part, at));
            let name = part.get(..comment.unwrap_or(part.len())).unwrap_or(part).trim_ascii();
            if !name.is_empty() {
                names.push(String::from_utf8_lossy(name).into_owned());
            }
            if comment.is_some() {
                break;
            }
        }
    }
    names
}

/// The words of each line; tells what follows the section.
fn hierarchy<'a>(mut rest: &'a [u8], lines: &mut Vec<Vec<&'a [u8]>>) -> &'a [u8] {
    loop {
        rest = behind(gap(rest));
        if rest.is_empty() || section(rest).is_ok() {
            return rest;
        }
        if rest.starts_with(b":") {
            return behind(lines_before_section(behind(line(rest))));
        }
        let Ok((below, list)) = words(rest) else { return rest };
        lines.push(list);
        rest = below;
    }
}

/// The word that a text starts with, quoted for a message.
pub(super) struct Found<'a>(pub(super) &'a [u8]);

impl Display for Found<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let end = self.0.iter().position(|byte| separates(*byte)).unwrap_or(self.0.len());
        match self.0.get(..end) {
            None | Some([]) => f.write_str("the end of the file"),
            Some(word) => write!(f, "`{}`", Excerpt(word)),
        }
    }
}
