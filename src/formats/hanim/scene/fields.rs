//! Fields as numbers, words and texts.

use super::tree::{Encoding, Field, Node, Tree, Value};
use crate::formats::hanim::report::Report;
use crate::formats::numbers::leading;
use crate::model::in_range;

/// Bytes of a single text that are read. A node that is used often gives its name as often.
const LONGEST_TEXT: usize = 8_192;

/// The tokens of a list: what stands between blanks, commas, brackets, quotes and comments.
#[derive(Debug, Clone)]
pub(crate) struct Tokens<'a> {
    text: &'a [u8],
    at: usize,
    end: usize,
    comments: bool,
}

impl<'a> Iterator for Tokens<'a> {
    /// Offset in the text, and the token.
    type Item = (usize, &'a [u8]);

    fn next(&mut self) -> Option<Self::Item> {
        let end = self.end.min(self.text.len());
        let rest = |from: usize| self.text.get(from..end).unwrap_or_default();
        loop {
            let byte = *rest(self.at).first()?;
            if byte == b'#' && self.comments {
                self.at += rest(self.at).iter().position(|byte| matches!(byte, b'\n' | b'\r'))?;
            } else if byte == b'&' {
                // A character in numbers (`&#10;`) is a line end or a blank.
                self.at += rest(self.at).iter().position(|byte| *byte == b';')? + 1;
            } else if separates(byte) {
                self.at += 1;
            } else {
                break;
            }
        }
        let stops = |byte: &u8| separates(*byte) || *byte == b'&' || (*byte == b'#' && self.comments);
        let token = rest(self.at);
        let token = token.get(..token.iter().position(stops).unwrap_or(token.len())).unwrap_or(token);
        let start = self.at;
        self.at += token.len();
        Some((start, token))
    }
}

fn separates(byte: u8) -> bool {
    byte <= b' ' || matches!(byte, b',' | b'[' | b']' | b'"' | b'\'')
}

impl Tree {
    /// The tokens of a field's text; none where the file does not give the field.
    pub(crate) fn tokens(&self, node: &Node, name: &str) -> Tokens<'_> {
        let (at, end) = match self.field(node, name) {
            Some(Field { value: Value::Text { start, end }, .. }) => (*start, *end),
            _ => (0, 0),
        };
        Tokens { text: &self.text, at, end, comments: self.encoding == Encoding::Vrml }
    }

    /// A list of numbers. It ends before the first thing that is none, with a warning.
    pub(crate) fn numbers(&self, node: &Node, name: &str, report: &mut Report<'_>) -> Vec<f64> {
        self.first_numbers(node, name, usize::MAX, report)
    }

    /// The first numbers of a list: what is behind them is not looked at.
    fn first_numbers(&self, node: &Node, name: &str, most: usize, report: &mut Report<'_>) -> Vec<f64> {
        let mut list = Vec::new();
        for (place, token) in self.tokens(node, name).take(most) {
            match number(token) {
                Some(value) => list.push(value),
                None => {
                    let found = String::from_utf8_lossy(token.get(..40).unwrap_or(token));
                    let count = list.len();
                    report.warn(
                        "hanim.number",
                        place,
                        format_args!("expected a number in `{name}`, found `{found}`; the {count} before it are taken"),
                    );
                    break;
                }
            }
        }
        list
    }

    /// So many numbers; `default` where the field is missing or has fewer, then with a warning.
    pub(crate) fn vector<const N: usize>(
        &self,
        node: &Node,
        name: &str,
        default: [f64; N],
        report: &mut Report<'_>,
    ) -> [f64; N] {
        let Some(field) = self.field(node, name) else { return default };
        let list = self.first_numbers(node, name, N, report);
        match list.first_chunk::<N>() {
            Some(values) => *values,
            None => {
                let found = list.len();
                report.warn(
                    "hanim.value-count",
                    field.place,
                    format_args!("expected {N} numbers in `{name}`, found {found}; the default is taken"),
                );
                default
            }
        }
    }

    /// One number.
    pub(crate) fn scalar(&self, node: &Node, name: &str, default: f64, report: &mut Report<'_>) -> f64 {
        let [value] = self.vector(node, name, [default], report);
        value
    }

    /// A list of truth values; what is neither `true` nor `false` is left out.
    pub(crate) fn truths(&self, node: &Node, name: &str) -> Vec<bool> {
        let truth = |(_, token): (usize, &[u8])| match token.to_ascii_lowercase().as_slice() {
            b"true" => Some(true),
            b"false" => Some(false),
            _ => None,
        };
        self.tokens(node, name).filter_map(truth).collect()
    }

    /// One text, as far as it is of any use; empty where the file does not give it.
    pub(crate) fn string(&self, node: &Node, name: &str) -> String {
        let Some(Field { value: Value::Text { start, end }, .. }) = self.field(node, name) else {
            return String::new();
        };
        let text = self.text.get(*start..*end).unwrap_or_default();
        decode(text.get(..LONGEST_TEXT).unwrap_or(text), self.encoding)
    }

    /// A list of texts.
    pub(crate) fn strings(&self, node: &Node, name: &str) -> Vec<String> {
        let Some(Field { value: Value::Text { start, end }, .. }) = self.field(node, name) else { return Vec::new() };
        let mut text = self.text.get(*start..*end).unwrap_or_default();
        let unescaped;
        if self.encoding == Encoding::Xml {
            unescaped = unescape_xml(text);
            text = unescaped.as_bytes();
        }
        let mut list = Vec::new();
        let mut rest = text;
        while let Some(open) = rest.iter().position(|byte| *byte == b'"') {
            rest = rest.get(open..).unwrap_or_default();
            let length = quoted_length(rest);
            let (one, behind) = rest.split_at(length);
            list.push(unescape_quoted(one));
            rest = behind;
        }
        // Authors forget the inner quotes.
        if list.is_empty() && !text.trim_ascii().is_empty() && self.encoding == Encoding::Xml {
            list.push(String::from_utf8_lossy(text.trim_ascii()).into_owned());
        }
        list
    }
}

/// A decimal number that can be placed.
pub(crate) fn number(token: &[u8]) -> Option<f64> {
    let (value, length) = leading(token, b'.')?;
    (length == token.len() && in_range(value)).then_some(value)
}

/// A text as the encoding writes it, without its quotes and escapes. Wrong UTF-8 becomes U+FFFD.
pub(crate) fn decode(text: &[u8], encoding: Encoding) -> String {
    match encoding {
        Encoding::Xml => unescape_xml(text),
        Encoding::Vrml | Encoding::Json => {
            let text = text.trim_ascii();
            if text.starts_with(b"\"") { unescape_quoted(text) } else { String::from_utf8_lossy(text).into_owned() }
        }
    }
}

/// The length of the quoted text that `text` starts with, both quotes included; all of it when it has no end.
pub(crate) fn quoted_length(text: &[u8]) -> usize {
    let mut at = 1;
    while let Some(byte) = text.get(at) {
        match byte {
            b'\\' => at += 2,
            b'"' => return at + 1,
            _ => at += 1,
        }
    }
    text.len()
}

/// Takes away quotes and backslashes. VRML escapes quotes and backslashes alone, JSON also letters and code points.
fn unescape_quoted(text: &[u8]) -> String {
    let text = text.strip_prefix(b"\"").unwrap_or(text);
    let text = text.strip_suffix(b"\"").unwrap_or(text);
    let text = String::from_utf8_lossy(text);
    let mut out = String::with_capacity(text.len());
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        if character != '\\' {
            out.push(character);
            continue;
        }
        match characters.next() {
            Some('n') => out.push('\n'),
            Some('t') => out.push('\t'),
            Some('r') => out.push('\r'),
            Some('u') => {
                let digits: String = characters.by_ref().take(4).collect();
                let code = u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32);
                out.push(code.unwrap_or(char::REPLACEMENT_CHARACTER));
            }
            Some(other) => out.push(other),
            None => {}
        }
    }
    out
}

/// Replaces the five entities of XML and character references; what else starts with `&` stays as it is.
fn unescape_xml(text: &[u8]) -> String {
    let text = String::from_utf8_lossy(text);
    let mut out = String::with_capacity(text.len());
    let mut rest = &*text;
    while let Some((before, behind)) = rest.split_once('&') {
        out.push_str(before);
        // The longest is `&#x10FFFF;`: looking no further keeps a text of nothing but `&` cheap.
        let end = behind.char_indices().take(10).find(|(_, character)| *character == ';');
        let found = end.and_then(|(end, _)| Some((entity(behind.get(..end)?)?, behind.get(end + 1..)?)));
        let (character, behind) = found.unwrap_or(('&', behind));
        out.push(character);
        rest = behind;
    }
    out.push_str(rest);
    out
}

/// The character that an entity stands for: the five that XML knows, and code points.
pub(crate) fn entity(name: &str) -> Option<char> {
    match name {
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        _ => {
            let code = name.strip_prefix('#')?;
            let code = match code.strip_prefix(['x', 'X']) {
                Some(hex) => u32::from_str_radix(hex, 16),
                None => code.parse(),
            };
            code.ok().and_then(char::from_u32)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hanim_texts_lose_their_quotes_and_escapes() {
        assert_eq!(decode(b"a &lt;b&gt; &#x41;&#66; &amp &nbsp;", Encoding::Xml), "a <b> AB &amp &nbsp;");
        assert_eq!(decode(br#" "a \"b\" \\" "#, Encoding::Vrml), r#"a "b" \"#);
        assert_eq!(decode(br#""\u00e4\n\/""#, Encoding::Json), "ä\n/");
        assert_eq!(decode(b"\"no end", Encoding::Json), "no end");
    }

    #[test]
    fn hanim_numbers_are_finite_and_whole_tokens() {
        assert_eq!(number(b"-1.5e2"), Some(-150.0));
        assert_eq!(number(b".5"), Some(0.5));
        for wrong in [&b"nan"[..], b"1e309", b"1e13", b"1.0f", b"--1", b"", b"0x10"] {
            assert_eq!(number(wrong), None, "{}", String::from_utf8_lossy(wrong));
        }
    }
}
