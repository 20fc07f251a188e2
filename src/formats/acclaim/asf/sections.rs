//! Reads the text of a skeleton file into a draft: assigns each item to its section and bone.

use super::draft::{BoneDraft, Draft};
use super::grammar::{
    AsfStatement, Keyword, ParsedAsf, Section, gap, is_comment, line, lines_before_section, section, statement, words,
};
use super::items::{read_bone_item, read_unit};
use super::log::{AsfLog, FoundWord, expected};
use crate::error::{ErrorKind, Limits, ParseError};

/// Reads the whole text. Fails only without any of `:root`, `:bonedata` and `:hierarchy`, or with more bones than the limits allow.
pub(super) fn read<'a>(text: &'a [u8], limits: &Limits, log: &mut AsfLog<'a, '_>) -> Result<Draft<'a>, ParseError> {
    SectionReader { log, limits, draft: Draft::default(), open: None, ended: false }.read(text)
}

struct SectionReader<'a, 'n, 'l> {
    log: &'l mut AsfLog<'a, 'n>,
    limits: &'l Limits,
    draft: Draft<'a>,
    /// Index of the bone being read.
    open: Option<usize>,
    /// Whether that bone's `end` occurred. After an `end` that may be a value, as in "cofmass 1.0 end", the bone stays open.
    ended: bool,
}

#[derive(Clone, Copy)]
struct ItemStart<'a> {
    keyword: Keyword,
    word: &'a [u8],
    /// Whether it is the first word of its line.
    first: bool,
}

impl<'a> SectionReader<'a, '_, '_> {
    fn read(mut self, text: &'a [u8]) -> Result<Draft<'a>, ParseError> {
        let start = rest_of(gap(text));
        let mut rest = if section(start).is_ok() { start } else { rest_of(lines_before_section(start)) };
        let has_stray = rest.len() < start.len();
        while let Ok((behind, found)) = section(rest) {
            let at = self.log.offset(rest);
            rest = self.section(found, at, behind)?;
        }
        let Draft { root_at, bones_at, hierarchy_at, .. } = &self.draft;
        if [root_at, bones_at, hierarchy_at].iter().all(|at| at.is_none()) {
            let (what, at) = if has_stray { (start, self.log.offset(start)) } else { (rest, self.log.end()) };
            let message = expected(":root, :bonedata and :hierarchy", what);
            return Err(self.log.refusal(ErrorKind::Syntax, "asf.no-skeleton", &message, at));
        }
        if has_stray && !start.starts_with(b":") {
            let found = FoundWord(start);
            let message = format_args!("expected :version or another keyword, found {found}; it was skipped");
            self.log.warn_of("asf.stray-text", start, message);
        }
        Ok(self.draft)
    }

    /// Reads the section whose keyword is at offset `at`. Returns the text after it.
    fn section(&mut self, found: Section, at: usize, text: &'a [u8]) -> Result<&'a [u8], ParseError> {
        let draft = &mut self.draft;
        match found {
            Section::Version => self.version(text),
            Section::Name => {
                let (_, name) = line(text).unwrap_or_default();
                let comment = (0..name.len()).find(|&at| is_comment(name, at));
                draft.name = name.get(..comment.unwrap_or(name.len())).unwrap_or(name).trim_ascii();
            }
            Section::Documentation => draft.documentation.extend(documentation(text)),
            Section::Skin => draft.skins.extend(skin_names(text)),
            Section::Hierarchy => {
                draft.hierarchy_at.get_or_insert(at);
                return Ok(hierarchy(text, &mut draft.lines));
            }
            Section::Units => return self.items(found, text),
            Section::Root => {
                draft.root_at.get_or_insert(at);
                draft.root.at = at;
                return self.items(found, text);
            }
            Section::Bonedata => {
                draft.bones_at.get_or_insert(at);
                let rest = self.items(found, text)?;
                if self.open.take().is_some() && !self.ended {
                    let at = self.log.offset(rest).min(self.log.end());
                    warning!(self.log.warn => "asf.missing-end", at, "{}", expected("`end` of the bone", rest));
                }
                return Ok(rest);
            }
        }
        Ok(rest_of(lines_before_section(text)))
    }

    fn version(&mut self, text: &'a [u8]) {
        let Some(version) = words(text).ok().and_then(|(_, list)| list.first().copied()) else { return };
        if !matches!(version, b"1.10" | b"1.1") {
            let found = FoundWord(version);
            let message = format_args!("expected version 1.10, found {found}; it was read as 1.10");
            self.log.warn_of("asf.version", version, message);
        }
    }

    /// Reads a section of items; returns the text after it.
    fn items(&mut self, now: Section, mut rest: &'a [u8]) -> Result<&'a [u8], ParseError> {
        let mut first = false;
        loop {
            let Ok((text, blank)) = gap(rest) else { return Ok(rest) };
            first |= blank.iter().any(|byte| matches!(byte, b'\n' | b'\r'));
            let Ok((behind, found)) = statement(now, text) else { return Ok(text) };
            rest = behind;
            match found {
                AsfStatement::Section(_) => return Ok(text),
                AsfStatement::Item { keyword, at, values } => {
                    self.item(now, ItemStart { keyword, word: at, first }, &values)?;
                }
                // A section of no known format. "Ignore lines of data until you find a recognizable keyword."
                AsfStatement::Other(word) if word.starts_with(b":") => return Ok(rest_of(lines_before_section(rest))),
                AsfStatement::Other(word) if first => {
                    if now == Section::Units {
                        let found = FoundWord(word);
                        let message =
                            format_args!("expected mass, length or angle, found {found}; the line was skipped");
                        self.log.warn_of("asf.unknown-unit", word, message);
                    }
                    rest = rest_of(line(rest));
                }
                AsfStatement::Other(word) => {
                    let message = format_args!("expected a keyword, found {}; it was ignored", FoundWord(word));
                    self.log.warn_of("asf.surplus-value", word, message);
                }
            }
            first = false;
        }
    }

    fn item(&mut self, now: Section, start: ItemStart<'a>, values: &[&'a [u8]]) -> Result<(), ParseError> {
        let ItemStart { keyword, word, first } = start;
        match (now, keyword) {
            (Section::Units, _) => read_unit(keyword, word, values, &mut self.draft.units, self.log),
            (Section::Root, _) => read_bone_item(now, keyword, word, values, &mut self.draft.root, self.log),
            (_, Keyword::Begin) => {
                if self.open.is_some() && !self.ended {
                    let message = format_args!("expected `end` of the bone, found `begin`");
                    self.log.warn_of("asf.missing-end", word, message);
                }
                self.open_bone(word)?;
            }
            (_, Keyword::End) => {
                self.ended = true;
                if first {
                    self.open = None;
                }
            }
            _ => self.bone_item(now, keyword, word, values)?,
        }
        Ok(())
    }

    /// Reads an item of a bone. An unexpected name or id starts a bone whose `begin` is missing.
    fn bone_item(
        &mut self,
        now: Section,
        keyword: Keyword,
        word: &'a [u8],
        values: &[&'a [u8]],
    ) -> Result<(), ParseError> {
        let names_it = matches!(keyword, Keyword::Id | Keyword::Name);
        let open = self.open.and_then(|bone| self.draft.bones.get(bone));
        let begins_another = open.is_none_or(|bone| names_it && (self.ended || bone.has(keyword)));
        if begins_another && !names_it {
            let message = format_args!("`{}` stands in no bone; it was ignored", keyword.name());
            self.log.warn_of("asf.outside-bone", word, message);
            return Ok(());
        }
        if begins_another {
            let message = format_args!("expected `begin` before `{}`", keyword.name());
            self.log.warn_of("asf.missing-begin", word, message);
            self.open_bone(word)?;
        }
        if let Some(bone) = self.open.and_then(|bone| self.draft.bones.get_mut(bone)) {
            read_bone_item(now, keyword, word, values, bone, self.log);
        }
        Ok(())
    }

    fn open_bone(&mut self, word: &'a [u8]) -> Result<(), ParseError> {
        let (at, bones) = (self.log.offset(word), &mut self.draft.bones);
        if bones.len() >= self.limits.joints {
            let message = format!("more than {} bones", self.limits.joints);
            return Err(self.log.refusal(ErrorKind::Limit, "asf.too-many-joints", &message, at));
        }
        self.open = Some(bones.len());
        self.ended = false;
        bones.push(BoneDraft::new(at));
        Ok(())
    }
}

/// The text after a parsed value. These parsers never fail.
fn rest_of<'a, T>(parsed: ParsedAsf<'a, T>) -> &'a [u8] {
    parsed.map(|(rest, _)| rest).unwrap_or_default()
}

/// The lines of the text, without comment lines.
fn documentation(text: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(up_to_section(text));
    let lines = text.split(['\n', '\r']).map(str::trim).filter(|line| !line.starts_with('#'));
    let mut joined = String::new();
    for line in lines {
        joined.push_str(line);
        joined.push('\n');
    }
    let joined = joined.trim();
    (!joined.is_empty()).then(|| joined.to_owned())
}

/// The rest of this line and the lines below it, up to the next section.
fn up_to_section(text: &[u8]) -> &[u8] {
    let rest = rest_of(lines_before_section(rest_of(line(text))));
    text.get(..text.len() - rest.len()).unwrap_or(text)
}

/// File names, one a line or in quotes.
fn skin_names(text: &[u8]) -> Vec<String> {
    let mut names = Vec::new();
    let lines = up_to_section(text).split(|byte| matches!(byte, b'\n' | b'\r')).map(<[u8]>::trim_ascii_start);
    // A vendor's section may follow; it holds no names of skins.
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

/// Collects the words of each line. Returns the text after the section.
fn hierarchy<'a>(mut rest: &'a [u8], lines: &mut Vec<Vec<&'a [u8]>>) -> &'a [u8] {
    loop {
        rest = rest_of(gap(rest));
        if rest.is_empty() || section(rest).is_ok() {
            return rest;
        }
        if rest.starts_with(b":") {
            return rest_of(lines_before_section(rest_of(line(rest))));
        }
        let Ok((below, list)) = words(rest) else { return rest };
        lines.push(list);
        rest = below;
    }
}
