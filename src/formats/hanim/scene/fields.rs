//! Reads fields as numbers, words and texts.

use std::borrow::Cow;

use super::encoding::SceneEncoding;
use super::node::{Field, FieldValue, SceneNode, TextSpan};
use super::text::{decode, quoted_list, unescape_xml};
use super::tree::SceneTree;
use crate::decimal::placeable;
use crate::formats::hanim::report::SceneReport;
use crate::formats::hanim::slices::start_of;
use crate::formats::reading::growth::push;
use crate::formats::reading::wording::Count;

/// Most bytes of a text that are read. A node with many USEs repeats its texts.
const LONGEST_TEXT: usize = 8_192;

/// The tokens of a list, between blanks, commas, brackets, quotes and comments.
#[derive(Debug, Clone)]
pub(crate) struct FieldTokens<'a> {
    text: &'a [u8],
    at: usize,
    end: usize,
    comments: bool,
}

impl<'a> Iterator for FieldTokens<'a> {
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
                // A character reference (`&#10;`) is a line end or a blank.
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

impl SceneTree {
    /// The tokens of a field's text; none if the field is absent.
    pub(crate) fn tokens(&self, node: &SceneNode, name: &str) -> FieldTokens<'_> {
        let (at, length) = match self.field(node, name) {
            Some(Field { value: FieldValue::Text(span), .. }) => (span.start, span.length),
            _ => (0, 0),
        };
        let comments = self.encoding_at(at) == SceneEncoding::Vrml;
        // Values that no file writes are stored after the decoded names.
        let (text, at) = match at.checked_sub(TextSpan::DECODED) {
            Some(at) => (&self.decoded, at as usize),
            None => (&*self.text, at as usize),
        };
        FieldTokens { text: text.as_bytes(), at, end: at + length as usize, comments }
    }

    fn encoding_of(&self, node: &SceneNode, name: &str) -> SceneEncoding {
        match self.field(node, name) {
            Some(Field { value: FieldValue::Text(span), .. }) => self.encoding_at(span.start),
            _ => self.encoding,
        }
    }

    /// Passes the numbers of a list to `add` until it returns false. A token that is no number ends it, with a warning.
    fn each_number(
        &self,
        node: &SceneNode,
        name: &str,
        report: &mut SceneReport<'_>,
        mut add: impl FnMut(f64) -> bool,
    ) {
        for (count, (place, token)) in self.tokens(node, name).enumerate() {
            let Some(value) = placeable(token) else {
                let found = String::from_utf8_lossy(token.get(..40).unwrap_or(token));
                let taken = match count {
                    0 => "none of the numbers is used".to_owned(),
                    1 => "only the number before it is used".to_owned(),
                    _ => format!("only the {count} numbers before it are used"),
                };
                let message = format_args!("`{found}` in `{name}` is not a number from -1e12 to 1e12; {taken}");
                report.warn("hanim.number", place, message);
                return;
            };
            if !add(value) {
                return;
            }
        }
    }

    /// A list of numbers. It ends before the first token that is not a number, with a warning.
    pub(crate) fn numbers(&self, node: &SceneNode, name: &str, report: &mut SceneReport<'_>) -> Vec<f64> {
        let mut list = Vec::new();
        let mut is_full = false;
        self.each_number(node, name, report, |value| {
            is_full = push(&mut list, value).is_err();
            !is_full
        });
        if is_full {
            report.no_memory(node.place());
        }
        list
    }

    pub(crate) fn count_numbers(&self, node: &SceneNode, name: &str, report: &mut SceneReport<'_>) -> usize {
        let mut count = 0;
        self.each_number(node, name, report, |_| {
            count += 1;
            true
        });
        count
    }

    /// A list of indices. Negative numbers become -1, fractions are cut off.
    pub(crate) fn indices(&self, node: &SceneNode, name: &str, report: &mut SceneReport<'_>) -> Vec<i32> {
        let mut list = Vec::new();
        // A number that is too large becomes the largest index, which no list has.
        let index = |value: f64| if value < 0.0 { -1 } else { value as i32 };
        let mut is_full = false;
        self.each_number(node, name, report, |value| {
            is_full = push(&mut list, index(value)).is_err();
            !is_full
        });
        if is_full {
            report.no_memory(node.place());
        }
        list
    }

    /// A fixed number of values; `default` if the field is absent or, with a warning, has fewer.
    pub(crate) fn vector<const N: usize>(
        &self,
        node: &SceneNode,
        name: &str,
        default: [f64; N],
        report: &mut SceneReport<'_>,
    ) -> [f64; N] {
        let Some(field) = self.field(node, name) else { return default };
        let (mut values, mut found) = ([0.0; N], 0);
        self.each_number(node, name, report, |value| {
            if let Some(slot) = values.get_mut(found) {
                *slot = value;
            }
            found += 1;
            found <= N
        });
        if found > N {
            let message =
                format_args!("expected {} in `{name}`, found more; the surplus is ignored", Count(N, "number"));
            report.warn("hanim.value-count", field.place(), message);
        }
        if found >= N {
            return values;
        }
        warning!(report.warn => "hanim.value-count", field.place(),
            "expected {} in `{name}`, found {found}; the default is used", Count(N, "number"));
        default
    }

    pub(crate) fn scalar(&self, node: &SceneNode, name: &str, default: f64, report: &mut SceneReport<'_>) -> f64 {
        let [value] = self.vector(node, name, [default], report);
        value
    }

    /// A list of booleans. Other tokens are skipped.
    pub(crate) fn truths(&self, node: &SceneNode, name: &str) -> impl Iterator<Item = bool> {
        self.tokens(node, name).filter_map(|(_, token)| match token {
            _ if token.eq_ignore_ascii_case(b"true") => Some(true),
            _ if token.eq_ignore_ascii_case(b"false") => Some(false),
            _ => None,
        })
    }

    /// One text, cut if it is very long; empty if the field is absent.
    pub(crate) fn string(&self, node: &SceneNode, name: &str) -> Cow<'_, str> {
        let text = self.field_text(node, name);
        decode(start_of(text, LONGEST_TEXT), self.encoding_of(node, name))
    }

    pub(crate) fn strings(&self, node: &SceneNode, name: &str, most: usize) -> Vec<String> {
        let mut text = Cow::Borrowed(self.field_text(node, name));
        let is_xml = self.encoding_of(node, name) == SceneEncoding::Xml;
        if is_xml {
            text = unescape_xml(self.field_text(node, name));
        }
        let list = quoted_list(&text, most);
        // Authors forget the inner quotes: then the whole value is one text.
        if is_xml && list.is_empty() && !text.trim_ascii().is_empty() {
            return vec![text.trim_ascii().to_owned()];
        }
        list
    }
}
