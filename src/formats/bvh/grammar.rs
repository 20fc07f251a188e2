//! The statements of a BVH header, as nom parsers over the whole block.
//!
//! Line ends are blanks; keywords are case-insensitive. A keyword decides the statement: any error after it is a failure with its
//! own message, and no alternative is tried ([`expect`]). Nesting is not in the grammar: braces are statements, and `header.rs`
//! keeps a stack, so nothing recurses.

use nom::branch::alt;
use nom::bytes::complete::{tag, tag_no_case, take_while, take_while1};
use nom::combinator::{fail, map, not, opt, peek, verify};
use nom::multi::many0;
use nom::sequence::{preceded, terminated};
use nom::{Err, IResult, Parser};

use crate::decimal::{TokenPart, looks_numeric, split_token};
use crate::formats::reading::text::is_blank;

/// A syntax error: its place and what was expected there.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Fault<'a> {
    /// The text from the error on.
    pub(super) at: &'a [u8],
    pub(super) code: &'static str,
    pub(super) expected: &'static str,
}

impl<'a> nom::error::ParseError<&'a [u8]> for Fault<'a> {
    fn from_error_kind(at: &'a [u8], _: nom::error::ErrorKind) -> Self {
        Self { at, code: "bvh.syntax", expected: "a statement of the hierarchy" }
    }

    fn append(_: &'a [u8], _: nom::error::ErrorKind, other: Self) -> Self {
        other
    }
}

pub(super) type BvhParsed<'a, T> = IResult<&'a [u8], T, Fault<'a>>;

/// Like nom's `cut`, with a message: turns an error into a failure, so that no alternative is tried.
fn expect<'a, T>(
    code: &'static str,
    expected: &'static str,
    mut parser: impl Parser<&'a [u8], Output = T, Error = Fault<'a>>,
) -> impl FnMut(&'a [u8]) -> BvhParsed<'a, T> {
    move |input| {
        parser.parse(input).map_err(|error| match error {
            Err::Error(fault) => Err::Failure(Fault { at: skip_blanks(fault.at), code, expected }),
            other => other,
        })
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ChannelKind {
    /// 0, 1, 2 for X, Y, Z.
    pub(super) axis: usize,
    pub(super) rotation: bool,
}

impl ChannelKind {
    /// In order of frequency.
    const ALL: [Self; 6] = [
        Self { axis: 2, rotation: true },
        Self { axis: 0, rotation: true },
        Self { axis: 1, rotation: true },
        Self { axis: 0, rotation: false },
        Self { axis: 1, rotation: false },
        Self { axis: 2, rotation: false },
    ];

    pub(super) fn name(self) -> &'static str {
        match (self.rotation, self.axis) {
            (false, 0) => "Xposition",
            (false, 1) => "Yposition",
            (false, _) => "Zposition",
            (true, 0) => "Xrotation",
            (true, 1) => "Yrotation",
            (true, _) => "Zrotation",
        }
    }
}

#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Offset {
    /// Missing and unreadable numbers are 0.
    pub(super) values: [f64; 3],
    pub(super) count: usize,
    /// Whether any is not a finite number.
    pub(super) not_finite: bool,
    pub(super) odd_commas: bool,
    pub(super) glued: bool,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) enum HeaderStatement<'a> {
    Hierarchy,
    Root(&'a [u8]),
    Joint(&'a [u8]),
    EndSite(&'a [u8]),
    Offset(Offset),
    Channels { declared: Option<&'a [u8]>, listed: Vec<ChannelKind> },
    Open,
    Close,
}

/// The next statement. After [`skip_blanks`] the input must not be empty.
pub(super) fn statement(input: &[u8]) -> BvhParsed<'_, HeaderStatement<'_>> {
    let input = skip_blanks(input);
    alt((
        map(tag("}"), |_| HeaderStatement::Close),
        map(preceded(keyword("JOINT"), named), HeaderStatement::Joint),
        map(preceded(keyword("OFFSET"), offset), HeaderStatement::Offset),
        preceded(keyword("CHANNELS"), channels),
        end_site,
        map(preceded(keyword("ROOT"), named), HeaderStatement::Root),
        map(keyword("HIERARCHY"), |_| HeaderStatement::Hierarchy),
        map(tag("{"), |_| HeaderStatement::Open),
    ))
    .parse(input)
}

pub(super) fn skip_blanks(input: &[u8]) -> &[u8] {
    input.get(input.iter().take_while(|byte| is_blank(**byte)).count()..).unwrap_or_default()
}

/// Matches `word` as a whole word: `JOINTS` and `joint_a` are not `JOINT`.
fn keyword<'a>(word: &'static str) -> impl Parser<&'a [u8], Output = &'a [u8], Error = Fault<'a>> {
    move |input| whole_word(word, input)
}

/// Not generic, so that it is compiled once instead of for each keyword.
#[inline(never)]
pub(super) fn whole_word<'a>(word: &'static str, input: &'a [u8]) -> BvhParsed<'a, &'a [u8]> {
    terminated(tag_no_case(word), not(take_while1(is_word))).parse(input)
}

fn is_word(byte: u8) -> bool {
    !is_blank(byte) && !matches!(byte, b'{' | b'}' | b':')
}

fn blanks(input: &[u8]) -> BvhParsed<'_, &[u8]> {
    take_while(is_blank)(input)
}

/// Skips blanks on the same line.
pub(super) fn skip_line_blanks(input: &[u8]) -> &[u8] {
    let blank = |byte: &&u8| is_blank(**byte) && !matches!(byte, b'\n' | b'\r');
    input.get(input.iter().take_while(blank).count()..).unwrap_or_default()
}

fn word(input: &[u8]) -> BvhParsed<'_, &[u8]> {
    take_while1(|byte| !is_blank(byte) && !matches!(byte, b'{' | b'}'))(input)
}

/// A name and its brace. The name is the rest of the line (`Bip01 L Thigh`) up to the brace, or empty, or on the next line.
fn named(input: &[u8]) -> BvhParsed<'_, &[u8]> {
    let rest = skip_line_blanks(input);
    let (rest, name) = if matches!(rest.first(), None | Some(b'\n' | b'\r')) {
        let rest = skip_blanks(rest);
        rest.split_at_checked(if rest.first() == Some(&b'{') { 0 } else { name_length(rest) }).map(|(n, r)| (r, n))
    } else {
        rest.split_at_checked(name_length(rest)).map(|(n, r)| (r, n))
    }
    .unwrap_or((rest, &[]));
    let brace = preceded(blanks, tag("{"));
    let (rest, _) = expect("bvh.expected-brace", "`{` after the joint's name", brace).parse(rest)?;
    Ok((rest, name.trim_ascii_end()))
}

/// `End Site`, `EndSite` or `End_Site` in any case, with an optional name, or `End` and a name (`End Site4`, `End toe`), as some
/// programs write it. `JOINT End` does not match: there the word follows `JOINT`.
fn end_site(input: &[u8]) -> BvhParsed<'_, HeaderStatement<'_>> {
    let one_word = map(alt((keyword("ENDSITE"), keyword("END_SITE"))), |_| ());
    let two_words = map((keyword("END"), opt(preceded(blanks, keyword("SITE")))), |_| ());
    map(preceded(alt((one_word, two_words)), named), HeaderStatement::EndSite).parse(input)
}

/// The length of the name at the start of `text`: up to its block, or to the end of the line. Looks at nothing behind it.
fn name_length(text: &[u8]) -> usize {
    let length = length_before_block(text, false);
    let is_utf8 = std::str::from_utf8(text.get(..length).unwrap_or(text)).is_ok();
    if is_utf8 { length } else { length_before_block(text, true) }
}

/// The length of the text before a block or the end of the line. `{` begins a block only before a blank, the end, another brace or
/// a statement. In Shift-JIS (`double_bytes`) the second byte of a character may look like a brace (`ボ` is 83 7B); it is skipped
/// with the first.
fn length_before_block(text: &[u8], double_bytes: bool) -> usize {
    let mut index = 0;
    while let Some(&byte) = text.get(index).filter(|byte| !matches!(byte, b'\n' | b'\r')) {
        if double_bytes && matches!(byte, 0x81..=0x9F | 0xE0..=0xFC) {
            index += if matches!(text.get(index + 1), None | Some(b'\n' | b'\r')) { 1 } else { 2 };
            continue;
        }
        let behind = text.get(index + 1..).unwrap_or_default();
        if byte == b'{' && (behind.first().is_none_or(|next| !is_word(*next)) || structural(behind)) {
            return index;
        }
        index += 1;
    }
    index
}

/// Whether a statement, a brace or the end follows.
fn structural(input: &[u8]) -> bool {
    const WORDS: [&str; 8] = ["JOINT", "END", "ENDSITE", "END_SITE", "OFFSET", "CHANNELS", "ROOT", "HIERARCHY"];
    let input = skip_blanks(input);
    matches!(input.first(), None | Some(b'{' | b'}')) || WORDS.iter().any(|word| whole_word(word, input).is_ok())
}

fn offset(input: &[u8]) -> BvhParsed<'_, Offset> {
    let number = || preceded(blanks, verify(word, |token: &[u8]| looks_numeric(token)));
    const CODE: &str = "bvh.expected-number";
    const EXPECTED: &str = "three numbers after `OFFSET`";
    let (rest, first) = expect(CODE, EXPECTED, peek(number())).parse(input)?;
    debug_assert!(!first.is_empty());
    let (rest, tokens) = many0(number()).parse(rest)?;
    let mut offset = Offset::default();
    for token in tokens {
        let odd = split_token(token, |piece| {
            if let Some(value) = offset.values.get_mut(offset.count) {
                match piece {
                    TokenPart::Number(number) => *value = number,
                    _ => offset.not_finite = true,
                }
            }
            offset.count += 1;
        });
        offset.odd_commas |= odd.decimal_comma || odd.comma_separated;
        offset.glued |= odd.glued;
    }
    if offset.count < 3 && !structural(rest) {
        return Err(Err::Failure(Fault { at: skip_blanks(rest), code: CODE, expected: EXPECTED }));
    }
    Ok((rest, offset))
}

fn channels(input: &[u8]) -> BvhParsed<'_, HeaderStatement<'_>> {
    let declared = opt(preceded(blanks, verify(word, |token: &[u8]| looks_numeric(token))));
    let (rest, (declared, listed)) = (declared, many0(preceded(blanks, channel))).parse(input)?;
    if !structural(rest) {
        let expected =
            "a channel (Xposition, Yposition, Zposition, Xrotation, Yrotation, Zrotation), `JOINT`, `End Site` or `}`";
        return Err(Err::Failure(Fault { at: skip_blanks(rest), code: "bvh.unknown-channel", expected }));
    }
    Ok((rest, HeaderStatement::Channels { declared, listed }))
}

fn channel(input: &[u8]) -> BvhParsed<'_, ChannelKind> {
    for kind in ChannelKind::ALL {
        if let Ok((rest, _)) = whole_word(kind.name(), input) {
            return Ok((rest, kind));
        }
    }
    fail().parse(input)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (HeaderStatement<'_>, &str) {
        let (rest, statement) = statement(text.as_bytes()).unwrap();
        (statement, std::str::from_utf8(rest).unwrap())
    }

    #[test]
    fn names_are_the_rest_of_the_line() {
        for (text, name) in [
            ("JOINT a\n{", "a"),
            ("joint Bip01 L Thigh \t\r\n {", "Bip01 L Thigh"),
            ("JOINT mixamorig:Hips{", "mixamorig:Hips"),
            ("JOINT TORSO#1-2.3 { OFFSET", "TORSO#1-2.3"),
            ("JOINT a{1}b {OFFSET", "a{1}b"),
            ("JOINT End\n{", "End"),
            ("JOINT\n{", ""),
            ("JOINT {", ""),
            ("JOINT\n  later\n{", "later"),
        ] {
            assert_eq!(read(text).0, HeaderStatement::Joint(name.as_bytes()), "{text}");
        }
        assert_eq!(statement(b"JOINT \x83\x7B\x81\x5B\n{").unwrap().1, HeaderStatement::Joint(b"\x83\x7B\x81\x5B"));
        assert_eq!(statement(b"JOINT \x83\x7B\n{").unwrap().1, HeaderStatement::Joint(b"\x83\x7B"));
    }

    #[test]
    fn end_sites_in_all_spellings() {
        for text in ["End Site\n{", "END  SITE{", "endsite {", "End_Site\n{", "End\nSite\n{", "End {"] {
            assert_eq!(read(text).0, HeaderStatement::EndSite(b""), "{text}");
        }
        for (text, name) in [
            ("End Site LeftToe\n{", "LeftToe"),
            ("End l_toes_dup\n{", "l_toes_dup"),
            ("End Site4{", "Site4"),
            ("End\nLeft Toe {", "Left Toe"),
        ] {
            assert_eq!(read(text).0, HeaderStatement::EndSite(name.as_bytes()), "{text}");
        }
    }

    #[test]
    fn channels_stop_at_the_next_statement() {
        let (found, rest) = read("CHANNELS 3 zROTATION Xposition\tYrotation JOINT a {");
        let kinds = [(2, true), (0, false), (1, true)].map(|(axis, rotation)| ChannelKind { axis, rotation });
        assert_eq!(found, HeaderStatement::Channels { declared: Some(b"3"), listed: kinds.to_vec() });
        assert_eq!(rest, " JOINT a {");
        assert_eq!(read("CHANNELS 0 }").0, HeaderStatement::Channels { declared: Some(b"0"), listed: vec![] });
    }

    #[test]
    fn a_failure_says_what_was_expected_and_where() {
        for (text, code, at) in [
            ("CHANNELS 3 Xrotation Wrotation }", "bvh.unknown-channel", "Wrotation }"),
            ("JOINT a\nOFFSET 0 0 0", "bvh.expected-brace", "OFFSET 0 0 0"),
            ("End Effector\nOFFSET 0 0 0", "bvh.expected-brace", "OFFSET 0 0 0"),
            ("OFFSET }", "bvh.expected-number", "}"),
            ("OFFSET 0 zero 0", "bvh.expected-number", "zero 0"),
        ] {
            let Err(Err::Failure(fault)) = statement(text.as_bytes()) else { panic!("{text}") };
            assert_eq!((fault.code, fault.at), (code, at.as_bytes()), "{text}");
        }
        assert!(matches!(statement(b"FOO"), Err(Err::Error(_))));
    }

    #[test]
    fn offsets_take_numbers_of_every_kind() {
        let offset = |text| match read(text).0 {
            HeaderStatement::Offset(offset) => offset,
            other => panic!("{other:?}"),
        };
        assert_eq!(offset("OFFSET 1 -2.5\n+3e1 JOINT").values, [1.0, -2.5, 30.0]);
        assert_eq!(
            offset("OFFSET 1,5 2 0.0-7.5 4}"),
            Offset { values: [1.5, 2.0, 0.0], count: 5, not_finite: false, odd_commas: true, glued: true }
        );
        assert!(offset("OFFSET nan 1e39 0 ").not_finite);
    }
}
