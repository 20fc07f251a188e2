//! The grammar of a skeleton file, as nom parsers over the whole text.
//!
//! Line ends matter only in the hierarchy, the documentation and the names of skins. "Commas and () parenthesis are used as
//! whitespace", and a word that starts with `#` begins a comment. Parsers never reject a file: what one leaves the next one reads.

use nom::branch::alt;
use nom::bytes::complete::{tag, tag_no_case, take_till, take_till1, take_while, take_while1};
use nom::combinator::{eof, fail, not, peek, recognize};
use nom::multi::{many0, many0_count};
use nom::sequence::{preceded, terminated};
use nom::{IResult, Parser};

use crate::decimal::{looks_numeric, whole};
use crate::formats::acclaim::rig::Dof;
use crate::formats::reading::text::is_blank;
use crate::model::in_range;

pub(super) type ParsedAsf<'a, T> = IResult<&'a [u8], T>;

/// Most values of an item, and dofs of a bone; further ones are skipped.
pub(super) const MAX_VALUES: usize = 64;

/// A section of the file, which starts with a colon and a keyword.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Section {
    Version,
    Name,
    Units,
    Documentation,
    Root,
    Bonedata,
    Hierarchy,
    Skin,
}

const SECTIONS: [(&str, Section); 8] = [
    ("version", Section::Version),
    ("name", Section::Name),
    ("units", Section::Units),
    ("documentation", Section::Documentation),
    ("root", Section::Root),
    ("bonedata", Section::Bonedata),
    ("hierarchy", Section::Hierarchy),
    ("skin", Section::Skin),
];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Keyword {
    Begin,
    End,
    Id,
    Name,
    Direction,
    Length,
    Axis,
    Dof,
    Limits,
    BodyMass,
    CofMass,
    Order,
    Position,
    Orientation,
    Mass,
    Angle,
}

const UNIT_WORDS: &[(&str, Keyword)] =
    &[("mass", Keyword::Mass), ("length", Keyword::Length), ("angle", Keyword::Angle)];
const ROOT_WORDS: &[(&str, Keyword)] = &[
    ("axis", Keyword::Axis),
    ("order", Keyword::Order),
    ("position", Keyword::Position),
    ("orientation", Keyword::Orientation),
];
const BONE_WORDS: &[(&str, Keyword)] = &[
    ("begin", Keyword::Begin),
    ("end", Keyword::End),
    ("id", Keyword::Id),
    ("name", Keyword::Name),
    ("direction", Keyword::Direction),
    ("length", Keyword::Length),
    ("axis", Keyword::Axis),
    ("dof", Keyword::Dof),
    ("limits", Keyword::Limits),
    ("bodymass", Keyword::BodyMass),
    ("cofmass", Keyword::CofMass),
];

impl Keyword {
    fn of(section: Section, text: &[u8]) -> Option<Self> {
        let table = match section {
            Section::Units => UNIT_WORDS,
            Section::Root => ROOT_WORDS,
            Section::Bonedata => BONE_WORDS,
            _ => &[],
        };
        table.iter().find(|(name, _)| text.eq_ignore_ascii_case(name.as_bytes())).map(|(_, keyword)| *keyword)
    }

    pub(super) fn name(self) -> &'static str {
        let mut tables = UNIT_WORDS.iter().chain(ROOT_WORDS).chain(BONE_WORDS);
        tables.find(|(_, keyword)| *keyword == self).map_or("", |(name, _)| name)
    }

    fn max_values(self, section: Section) -> usize {
        match self {
            Self::Begin | Self::End => 0,
            Self::Axis if section == Section::Root => 3,
            // Three angles and up to three letters.
            Self::Axis => 6,
            Self::Direction | Self::Position | Self::Orientation => 3,
            Self::Dof | Self::Order | Self::Limits => MAX_VALUES,
            Self::Id | Self::Name | Self::Length | Self::BodyMass | Self::CofMass | Self::Mass | Self::Angle => 1,
        }
    }

    /// Whether `text` can only be one of its values, so that it is accepted even on a later line.
    fn claims(self, text: &[u8]) -> bool {
        match self {
            Self::Begin | Self::End => false,
            Self::Axis => looks_numeric(text) || is_order(text),
            Self::Dof | Self::Order => dof(text).is_some(),
            Self::Limits => unbracketed(text).next().is_some_and(looks_numeric),
            Self::Id | Self::Name | Self::Angle => true,
            _ => looks_numeric(text),
        }
    }
}

/// Whether a word is an axis order or a part of one: `xyz`, or `z` of `z y x`.
pub(super) fn is_order(text: &[u8]) -> bool {
    text.len() <= 3 && text.iter().all(|letter| matches!(letter, b'x'..=b'z' | b'X'..=b'Z'))
}

pub(super) fn dof(text: &[u8]) -> Option<Dof> {
    Dof::ALL.into_iter().find(|dof| text.eq_ignore_ascii_case(dof.name().as_bytes()))
}

/// Splits a word at brackets; parentheses are blanks already.
pub(super) fn unbracketed(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(|byte| b"[]{}<>;".contains(byte)).filter(|part| !part.is_empty())
}

/// A number within the placeable range; accepts Fortran's exponent `d`.
pub(super) fn number(text: &[u8]) -> Option<f64> {
    let value = whole(text).or_else(|| {
        let fortran: Vec<u8> = text.iter().take(64).map(|b| if matches!(b, b'd' | b'D') { b'e' } else { *b }).collect();
        whole(&fortran)
    });
    value.filter(|value| in_range(*value))
}

/// "Commas and () parenthesis are used as whitespace."
pub(super) fn separates(byte: u8) -> bool {
    is_blank(byte) || matches!(byte, b',' | b'(' | b')')
}

fn ends_line(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

pub(super) fn is_comment(text: &[u8], at: usize) -> bool {
    text.get(at) == Some(&b'#') && at.checked_sub(1).and_then(|before| text.get(before)).is_none_or(|b| separates(*b))
}

fn comment(input: &[u8]) -> ParsedAsf<'_, &[u8]> {
    recognize((tag("#"), take_till(ends_line))).parse(input)
}

/// Blanks, line ends and comments between words.
pub(super) fn gap(input: &[u8]) -> ParsedAsf<'_, &[u8]> {
    recognize(many0_count(alt((take_while1(separates), comment)))).parse(input)
}

/// Like [`gap`], within a line.
fn line_gap(input: &[u8]) -> ParsedAsf<'_, &[u8]> {
    let blanks = take_while1(|byte| separates(byte) && !ends_line(byte));
    recognize(many0_count(alt((blanks, comment)))).parse(input)
}

/// `#` inside a word is part of a name, but ends a number.
pub(super) fn word(input: &[u8]) -> ParsedAsf<'_, &[u8]> {
    let (rest, text) = take_till1(separates).parse(input)?;
    let hash = text.iter().position(|byte| *byte == b'#').filter(|_| looks_numeric(text));
    Ok(hash.and_then(|hash| input.split_at_checked(hash)).map_or((rest, text), |(text, rest)| (rest, text)))
}

/// The section's keyword at the start of `input`. Blanks may follow the colon.
pub(super) fn section(input: &[u8]) -> ParsedAsf<'_, Section> {
    let (input, _) = (tag(":"), take_while(|byte| is_blank(byte) && !ends_line(byte))).parse(input)?;
    for (name, section) in SECTIONS {
        if let Ok((rest, _)) = whole_word(name, input) {
            return Ok((rest, section));
        }
    }
    fail().parse(input)
}

fn whole_word<'a>(name: &'static str, input: &'a [u8]) -> ParsedAsf<'a, &'a [u8]> {
    terminated(tag_no_case(name), not(take_while1(|byte| !separates(byte) && byte != b'#'))).parse(input)
}

fn line_end(input: &[u8]) -> ParsedAsf<'_, &[u8]> {
    alt((take_while1(ends_line), eof)).parse(input)
}

pub(super) fn line(input: &[u8]) -> ParsedAsf<'_, &[u8]> {
    take_till(ends_line)(input)
}

/// Lines before the next section's keyword, or up to the end.
pub(super) fn lines_before_section(input: &[u8]) -> ParsedAsf<'_, &[u8]> {
    let blanks = take_while(|byte| is_blank(byte) && !ends_line(byte));
    let one = preceded((not(eof), not(peek((blanks, section)))), (line, line_end));
    recognize((many0_count(one), take_while(is_blank))).parse(input)
}

pub(super) fn words(input: &[u8]) -> ParsedAsf<'_, Vec<&[u8]>> {
    terminated(many0(preceded(line_gap, word)), line_gap).parse(input)
}

/// A statement of a section with items.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum AsfStatement<'a> {
    Section(Section),
    Item { keyword: Keyword, at: &'a [u8], values: Vec<&'a [u8]> },
    Other(&'a [u8]),
}

/// The next statement of a section with items. `input` must not start with a [`gap`] or be empty.
pub(super) fn statement(section_now: Section, input: &[u8]) -> ParsedAsf<'_, AsfStatement<'_>> {
    if let Ok((rest, next)) = section(input) {
        return Ok((rest, AsfStatement::Section(next)));
    }
    let (rest, at) = word(input)?;
    match Keyword::of(section_now, at) {
        Some(keyword) => {
            let (rest, values) = values(section_now, keyword, rest)?;
            Ok((rest, AsfStatement::Item { keyword, at, values }))
        }
        None => Ok((rest, AsfStatement::Other(at))),
    }
}

/// The values of an item: words on its line that are no keyword, and words on later lines that can only be values.
fn values(section_now: Section, keyword: Keyword, mut input: &[u8]) -> ParsedAsf<'_, Vec<&[u8]>> {
    let (most, mut values) = (keyword.max_values(section_now), Vec::<&[u8]>::new());
    while values.len() < most {
        let (behind, blank) = gap(input)?;
        let same_line = !blank.iter().any(|byte| ends_line(*byte));
        let Ok((rest, next)) = word(behind) else { break };
        let is_keyword = next.first() == Some(&b':') || Keyword::of(section_now, next).is_some();
        // A bone's name may be a keyword if it is on the line of `name`.
        let named = keyword == Keyword::Name && same_line;
        if !named && (is_keyword || !(same_line || keyword.claims(next))) {
            break;
        }
        if keyword == Keyword::Axis && is_whole_axis(section_now, &values, next) {
            break;
        }
        values.push(next);
        input = rest;
    }
    Ok((input, values))
}

/// Whether an axis with these values is complete without `next`: it has three angles and either its order or a word that is none.
fn is_whole_axis(section_now: Section, values: &[&[u8]], next: &[u8]) -> bool {
    let order = values.get(angles(section_now, values)..).unwrap_or_default();
    let letters: usize = order.iter().map(|word| word.len()).sum();
    let odd = order.iter().any(|word| !is_order(word));
    odd || letters >= 3 || (!order.is_empty() && !is_order(next)) || (letters + next.len() > 3 && letters > 0)
}

/// Number of an axis' values that are angles: at most three before the order. The root's axis has none.
pub(super) fn angles(section_now: Section, values: &[&[u8]]) -> usize {
    let most = if section_now == Section::Root { 0 } else { 3 };
    values.iter().position(|word| is_order(word)).unwrap_or(values.len()).min(most)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(section_now: Section, text: &str) -> Vec<String> {
        let show = |word: &&[u8]| String::from_utf8_lossy(word).into_owned();
        let (mut rest, mut list) = (text.as_bytes(), Vec::new());
        loop {
            rest = gap(rest).unwrap().0;
            if rest.is_empty() {
                return list;
            }
            let (behind, found) = statement(section_now, rest).unwrap();
            rest = behind;
            list.push(match found {
                AsfStatement::Section(section) => format!(":{section:?}"),
                AsfStatement::Item { keyword, values, .. } => {
                    let values: Vec<String> = values.iter().map(show).collect();
                    format!("{} {}", keyword.name(), values.join(" "))
                }
                AsfStatement::Other(word) => format!("? {}", show(&word)),
            });
        }
    }

    #[test]
    fn items_take_their_own_values() {
        for (text, expected) in [
            ("direction (0,1, -2e-3) # up\nlength\n\t3", vec!["direction 0 1 -2e-3", "length 3"]),
            ("axis 1 2 3 XYZ dof rx RY", vec!["axis 1 2 3 XYZ", "dof rx RY"]),
            ("AXIS 1 2\n3 z y x\nend", vec!["axis 1 2 3 z y x", "end "]),
            (
                "axis 1 2 3\ndof rx\n   tz\n l limits (-inf inf)\n(-1 1)",
                vec!["axis 1 2 3", "dof rx tz l", "limits -inf inf -1 1"],
            ),
            ("axis 1 2 3 XYW x", vec!["axis 1 2 3 XYW", "? x"]),
            ("axis ZYX", vec!["axis ZYX"]),
            ("axis 1 2 3 4", vec!["axis 1 2 3 4"]),
            ("length angle", vec!["length angle"]),
            ("name end\nname\n  leg name\nend", vec!["name end", "name leg", "name ", "end "]),
            ("cofmass 1.0 end", vec!["cofmass 1.0", "end "]),
            ("direction 1 up 0 length 2#cm", vec!["direction 1 up 0", "length 2"]),
            ("limits [-1;\n2] {3 4}", vec!["limits [-1; 2] {3 4}"]),
            ("acme 1 :hierarchy", vec!["? acme", "? 1", ":Hierarchy"]),
        ] {
            assert_eq!(read(Section::Bonedata, text), expected, "{text}");
        }
        let root = "axis XYZ order TX tz\nrx position 1 2 3 orientation 4 5 6 7";
        let expected = ["axis XYZ", "order TX tz rx", "position 1 2 3", "orientation 4 5 6", "? 7"];
        assert_eq!(read(Section::Root, root), expected);
    }

    #[test]
    fn sections_start_with_a_colon_and_a_known_word() {
        for (text, found) in [
            (":Name x", Some(Section::Name)),
            (": \tSKIN", Some(Section::Skin)),
            (":root#", Some(Section::Root)),
            (":skinny", None),
            (":\nroot", None),
            ("root", None),
        ] {
            assert_eq!(section(text.as_bytes()).ok().map(|(_, section)| section), found, "{text}");
        }
        let text = b" one\n\n :-) two\r\n:acme 3\r\n  :root";
        assert_eq!(lines_before_section(text).unwrap().0, b":root");
        assert_eq!(lines_before_section(b"to the end").unwrap().1, b"to the end");
    }

    #[test]
    fn a_hash_begins_a_comment_or_is_part_of_a_name() {
        let (rest, list) = words(b" a#1 2#3 # b\nc").unwrap();
        assert_eq!((list, rest), (vec![&b"a#1"[..], b"2"], &b"\nc"[..]));
    }

    #[test]
    fn brackets_of_all_kinds_are_removed() {
        for (text, bare) in [("[-1;", "-1"), ("{<inf>}", "inf"), ("[]", ""), ("[1;2]", "1 2")] {
            let parts: Vec<&[u8]> = unbracketed(text.as_bytes()).collect();
            assert_eq!(parts.join(&b' '), bare.as_bytes());
        }
    }
}
