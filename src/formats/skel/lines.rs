//! A text with one field a line. Vectors are enclosed in bars (`| 1.0 2.0 3.0 |`); `//` starts a comment line.

use std::mem::take;

use super::fields::{Fields, Surplus, no_memory};
use super::windows_1252::windows_1252;
use crate::decimal::whole;
use crate::error::{ErrorKind, Location, ParseError};
use crate::formats::reading::growth::push;
use crate::formats::reading::text::{too_early, trim_blanks};

#[derive(Debug, Clone)]
pub(super) struct Lines {
    /// Line number (from 1), offset of its first byte, and text.
    lines: Vec<(u32, u64, String)>,
    next: usize,
    end: Location,
    /// Whether the last line has no line end: if it is invalid, the file was cut there.
    is_cut_off: bool,
}

impl Lines {
    /// Skips blank lines and comments. Lines end with CR, LF or CRLF.
    pub(super) fn new(bytes: &[u8]) -> Result<Self, ParseError> {
        let (mut lines, mut number, mut offset) = (Vec::new(), 0_u32, 0_u64);
        // The empty line between CR and LF of a CRLF is not counted.
        let mut after_cr = false;
        for line in bytes.split_inclusive(|byte| matches!(byte, b'\n' | b'\r')) {
            let half = after_cr && line == b"\n";
            after_cr = line.ends_with(b"\r");
            if !half {
                number = number.saturating_add(1);
                let line = trim_blanks(line);
                if !line.is_empty() && !line.starts_with(b"//") {
                    let no_memory = |_| no_memory(Location { byte: offset, line: number, column: 1 });
                    let text = windows_1252(line).map_err(no_memory)?;
                    push(&mut lines, (number, offset, text)).map_err(no_memory)?;
                }
            }
            offset += line.len() as u64;
        }
        let end = Location { byte: offset, line: number.max(1), column: 1 };
        let is_cut_off = !matches!(bytes.last(), Some(b'\n' | b'\r'));
        Ok(Self { lines, next: 0, end, is_cut_off })
    }

    pub(super) fn left(&self) -> usize {
        self.lines.len() - self.next
    }

    /// The lines not read yet, after the file's regular end.
    pub(super) fn surplus(&self) -> Option<Surplus> {
        let count = self.left();
        (count > 0).then(|| Surplus { count, at: self.place() })
    }

    /// Takes the next line.
    fn line(&mut self, what: &str) -> Result<(Location, String), ParseError> {
        let at = self.place();
        let Some((_, _, text)) = self.lines.get_mut(self.next) else {
            return Err(ParseError::new(ErrorKind::Syntax, "cmx.cut", too_early(what)).at(at));
        };
        self.next += 1;
        Ok((at, take(text)))
    }

    fn number<T>(&mut self, what: &str, read: impl FnOnce(&str) -> Option<T>) -> Result<T, ParseError> {
        let (at, text) = self.line(what)?;
        read(&text).ok_or_else(|| self.syntax_error(what, &text, at))
    }

    /// The error for a line that is not `what`.
    fn syntax_error(&self, what: &str, found: &str, at: Location) -> ParseError {
        if self.is_cut_off && self.left() == 0 {
            return ParseError::new(ErrorKind::Syntax, "cmx.cut", too_early(what)).at(at);
        }
        let message = format!("expected {what}, found `{}`", found.chars().take(40).collect::<String>());
        ParseError::new(ErrorKind::Syntax, "cmx.syntax", message).at(at).with_excerpt(found)
    }
}

/// The nearest `f32`, for up to eight digits in spite of double rounding. `nan` and `inf` become NaN, which callers must handle.
fn float(text: &str) -> Option<f32> {
    let wrong = || {
        let word = text.trim_start_matches(['-', '+']);
        let known = ["nan", "inf", "infinity"].iter().any(|known| word.eq_ignore_ascii_case(known));
        known.then_some(f32::NAN)
    };
    whole(text.as_bytes()).map(|number| number as f32).or_else(wrong)
}

impl Fields for Lines {
    fn place(&self) -> Location {
        let here = self.lines.get(self.next);
        here.map_or(self.end, |(line, byte, _)| Location { byte: *byte, line: *line, column: 1 })
    }

    fn text(&mut self, what: &str) -> Result<String, ParseError> {
        Ok(self.line(what)?.1)
    }

    fn int(&mut self, what: &str) -> Result<i32, ParseError> {
        self.number(what, |text| text.parse().ok())
    }

    fn float(&mut self, what: &str) -> Result<f32, ParseError> {
        self.number(what, float)
    }

    fn count(&mut self, _: usize, what: &str) -> Result<usize, ParseError> {
        let at = self.place();
        let count: usize = self.number(&format!("the number of {what}"), |text| text.parse().ok())?;
        // Every item takes at least one line.
        if count > self.left() {
            let message =
                format!("the file ends too early: {count} {what} should follow, and only {} lines do", self.left());
            return Err(ParseError::new(ErrorKind::Inconsistent, "cmx.count", message).at(at));
        }
        Ok(count)
    }

    fn floats<const N: usize>(&mut self, what: &str) -> Result<[f32; N], ParseError> {
        let (at, text) = self.line(what)?;
        let mut values = [0.0; N];
        let mut words = text.split(|c: char| c == '|' || c.is_whitespace()).filter(|word| !word.is_empty());
        for value in &mut values {
            let word = words.next().and_then(float);
            *value = word.ok_or_else(|| self.syntax_error(&format!("{N} numbers of {what}"), &text, at))?;
        }
        if words.next().is_some() {
            return Err(self.syntax_error(&format!("{N} numbers of {what}"), &text, at));
        }
        Ok(values)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_are_the_nearest_to_the_text() {
        let mut state = 1_u32;
        for round in 0..200_000 {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let digits = state % 100_000_000;
            let text = match round % 3 {
                0 => format!("-{}.{:06}", digits / 1_000_000, digits % 1_000_000),
                1 => format!("0.{digits:08}"),
                _ => format!("{digits}e-{}", state >> 28),
            };
            assert_eq!(float(&text), text.parse::<f32>().ok(), "{text}");
        }
        assert!(["nan", "-Inf", "infinity"].iter().all(|word| float(word).is_some_and(f32::is_nan)));
        assert_eq!(["", "1 2", "1.#IND", "x"].map(float), [None; 4]);
    }

    #[test]
    fn fields_are_lines_and_give_their_places() {
        let mut lines = Lines::new(b"// made by hand\r\nversion 300\r\n\r\n2\r\n| 1.0 -2 3e0 |\r\nx\r\n").unwrap();
        assert_eq!(lines.text("the version").unwrap(), "version 300");
        assert_eq!(lines.place(), Location { byte: 32, line: 4, column: 1 });
        assert_eq!(lines.count(1, "things").unwrap(), 2);
        assert_eq!(lines.floats::<3>("a vector").unwrap(), [1.0, -2.0, 3.0]);
        assert_eq!(
            lines.clone().int("a number").unwrap_err().to_string(),
            "6:1: cmx.syntax: expected a number, found `x`"
        );
        lines.text("a text").unwrap();
        assert_eq!(lines.text("more").unwrap_err().to_string(), "6:1: cmx.cut: the file ends too early: expected more");
    }

    #[test]
    fn trailing_zeros_and_control_z_are_blanks() {
        let mut lines = Lines::new(b"2\n\0\0\0\n \x1A\0").unwrap();
        assert_eq!(lines.int("a number").unwrap(), 2);
        assert!(lines.surplus().is_none());
    }

    #[test]
    fn a_false_count_is_refused() {
        let refusal = Lines::new(b"5\nx\n").unwrap().count(1, "bones").unwrap_err();
        assert_eq!(
            refusal.to_string(),
            "1:1: cmx.count: the file ends too early: 5 bones should follow, and only 1 lines do"
        );
    }
}
