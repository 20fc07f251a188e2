//! Reads the numbers of the MOTION section from bytes.
//!
//! Chunks are read in place; only a token across the end of a chunk is copied. [`run`] reads plain numbers fast and stops at
//! everything else: line ends, irregular tokens, comments, stray text.

use super::frame_maker::BvhFrameMaker;
use super::rows::{BvhRowAssembler, refusal};
use crate::decimal::{Oddities, TokenPart, looks_numeric, run, split_token};
use crate::error::{Location, ParseError};
use crate::formats::reading::text::{Quoted, Ruler, Tally, is_blank};

/// Longer tokens are not read as numbers. 400 digits are 400 bytes; a row glued together by commas takes some thousand.
const LONGEST_TOKEN: usize = 1 << 16;

#[derive(Debug)]
pub(super) struct RowTokens {
    rows: BvhRowAssembler,
    ruler: Ruler,
    /// Length of the text before the current chunk.
    before: Tally,
    line: u64,
    line_start: Tally,
    /// Offset after the last CR: an LF there belongs to it.
    behind_cr: u64,
    /// Whether the rest of the line is skipped: a comment or words.
    skipping: bool,
    /// Whether the rest of the file is skipped: a second clip.
    ended: bool,
    /// Start of a token that continues in the next chunk.
    carry: Vec<u8>,
    /// Length of that token's text that was dropped as too long.
    carry_lost: Tally,
}

impl RowTokens {
    /// Reading starts at `at`, on line number `line`, which starts at `line_start`.
    pub(super) fn new(rows: BvhRowAssembler, ruler: Ruler, at: Tally, line: u64, line_start: Tally) -> Self {
        Self {
            rows,
            ruler,
            before: at,
            line,
            line_start,
            behind_cr: u64::MAX,
            skipping: false,
            ended: false,
            carry: Vec::new(),
            carry_lost: Tally::default(),
        }
    }

    /// Reads the next bytes. The only errors are limits.
    pub(super) fn push(&mut self, mut bytes: &[u8], out: &mut BvhFrameMaker) -> Result<(), ParseError> {
        if !self.carry.is_empty() {
            let Some(end) = bytes.iter().position(|byte| is_blank(*byte)) else {
                self.carry_over(bytes);
                return Ok(());
            };
            let (rest_of_token, behind) = bytes.split_at(end);
            self.carry_over(rest_of_token);
            self.read_carried(out)?;
            bytes = behind;
        }
        let whole = bytes.iter().rposition(|byte| is_blank(*byte)).map_or(0, |last| last + 1);
        let (tokens, cut) = bytes.split_at(whole);
        self.read(tokens, out)?;
        self.carry_over(cut);
        Ok(())
    }

    /// Ends the last token, the last line and the file.
    pub(super) fn finish(&mut self, out: &mut BvhFrameMaker) -> Result<(), ParseError> {
        self.read_carried(out)?;
        let line = self.line_place();
        let ended = self.rows.end_line(line, out).and_then(|()| self.rows.finish(line, out));
        ended.map_err(|error| refusal(error, line))
    }

    pub(super) fn place(&self) -> Location {
        self.ruler.location(self.before, self.line, self.line_start)
    }

    fn carry_over(&mut self, cut: &[u8]) {
        let room = LONGEST_TOKEN.saturating_sub(self.carry.len()) + 1;
        let (kept, lost) = cut.split_at(room.min(cut.len()));
        self.carry.extend_from_slice(kept);
        self.carry_lost = self.carry_lost.plus(lost);
    }

    fn read_carried(&mut self, out: &mut BvhFrameMaker) -> Result<(), ParseError> {
        if self.carry.is_empty() {
            return Ok(());
        }
        let mut token = std::mem::take(&mut self.carry);
        let length = token.len();
        token.push(b' ');
        let done = self.read(&token, out);
        token.truncate(length);
        // The blank is not part of the file: the token's end comes with the next bytes.
        self.before.bytes -= 1;
        self.before = self.before.plus_tally(std::mem::take(&mut self.carry_lost));
        token.clear();
        self.carry = token;
        done
    }

    /// Reads whole tokens; `bytes` ends with a blank.
    fn read(&mut self, bytes: &[u8], out: &mut BvhFrameMaker) -> Result<(), ParseError> {
        let mut at = 0;
        if self.ended {
            self.before = self.before.plus(bytes);
            return Ok(());
        }
        if self.skipping {
            at = self.skip(bytes, 0);
        }
        while at < bytes.len() {
            at = self.step(bytes, at, out)?;
        }
        self.before = self.before.plus_ascii(bytes.len());
        Ok(())
    }

    /// Reads plain numbers from `bytes[at]` on, then the blanks or the irregular token after them. Returns where that ends.
    #[inline(always)]
    fn step(&mut self, bytes: &[u8], at: usize, out: &mut BvhFrameMaker) -> Result<usize, ParseError> {
        let (mut at, count) = run(bytes, at, self.rows.free());
        if self.rows.filled(count) {
            let line = self.line_place();
            self.rows.on_full(line, out).map_err(|error| refusal(error, line))?;
        }
        match bytes.get(at) {
            Some(&byte) if is_blank(byte) => {
                // Skip all blanks at once: `run` looks 64 bytes ahead but stops at each blank that is no space or tab.
                while let Some(&byte) = bytes.get(at).filter(|byte| is_blank(**byte)) {
                    at += 1;
                    if matches!(byte, b'\n' | b'\r') {
                        self.end_line(byte, at, out)?;
                    }
                }
                Ok(at)
            }
            Some(_) if count == 0 => self.irregular_token(bytes, at, out),
            _ => Ok(at),
        }
    }

    /// Handles a line end; the next line starts at `behind` in the chunk.
    #[inline]
    fn end_line(&mut self, byte: u8, behind: usize, out: &mut BvhFrameMaker) -> Result<(), ParseError> {
        let next = self.before.plus_ascii(behind);
        if byte == b'\n' && next.bytes == self.behind_cr.wrapping_add(1) {
            self.line_start = next;
            return Ok(());
        }
        if byte == b'\r' {
            self.behind_cr = next.bytes;
        }
        let line = self.line_place();
        self.rows.end_line(line, out).map_err(|error| refusal(error, line))?;
        self.line += 1;
        self.line_start = next;
        Ok(())
    }

    /// Reads a token that [`run`] does not. Returns its end.
    #[inline(never)]
    fn irregular_token(&mut self, bytes: &[u8], at: usize, out: &mut BvhFrameMaker) -> Result<usize, ParseError> {
        let rest = bytes.get(at..).unwrap_or_default();
        let length = rest.iter().position(|byte| is_blank(*byte)).unwrap_or(rest.len());
        let (token, end) = (rest.get(..length).unwrap_or(rest), at + length);
        let place = self.ruler.location(self.before.plus_ascii(at), self.line, self.line_start);
        if self.rows.at_line_start() && !looks_numeric(token) {
            return Ok(self.stray_line(bytes, at, token, place, out));
        }
        if self.rows.width() == 0 {
            warning!(out.stream.warnings.once => "bvh.surplus-values", place,
                "the rows have numbers but no joint has channels; they are ignored");
            return Ok(self.skip(bytes, at));
        }
        let (rows, mut full_at, mut failed) = (&mut self.rows, 0, None);
        let line = self.ruler.location(self.line_start, self.line, self.line_start);
        let mut junk = false;
        let mut gap = false;
        let mut each = |piece: TokenPart| {
            let full = match piece {
                TokenPart::Number(value) => rows.push(value),
                TokenPart::Junk => {
                    junk = true;
                    rows.push_gap()
                }
                _ => {
                    gap = true;
                    rows.push_gap()
                }
            };
            if full {
                full_at += 1;
                failed = failed.or(rows.on_full(line, out).err());
            }
        };
        let odd = if length > LONGEST_TOKEN {
            each(TokenPart::Junk);
            Oddities::default()
        } else {
            split_token(token, &mut each)
        };
        if let Some(error) = failed {
            return Err(refusal(error, line));
        }
        if junk {
            warning!(out.stream.warnings.each => "bvh.bad-number", place,
                "expected a number, found `{}`; the channel keeps its value from the frame before", Quoted(token));
        }
        if gap {
            warning!(out.stream.warnings.each => "bvh.not-finite", place,
                "`{}` is not a number from -1e12 to 1e12; the channel keeps its value from the frame before", Quoted(token));
        }
        self.warn_of_oddities(odd, place, out);
        self.count_non_ascii(token);
        Ok(end)
    }

    fn warn_of_oddities(&self, odd: Oddities, place: Location, out: &mut BvhFrameMaker) {
        if odd.glued {
            warning!(out.stream.warnings.once => "bvh.glued-numbers", place,
                "numbers run into each other; they were split at the sign");
        }
        if odd.decimal_comma || odd.comma_separated {
            warning!(out.stream.warnings.once => "bvh.decimal-comma", place, "numbers are written with commas");
        }
    }

    /// Skips a line that starts with a word: a comment, stray text, or a second clip.
    fn stray_line(&mut self, bytes: &[u8], at: usize, token: &[u8], place: Location, out: &mut BvhFrameMaker) -> usize {
        let word = token.split(|byte| *byte == b':').next().unwrap_or(token);
        let is_motion = !self.rows.is_empty() || out.stream.frame_count() > 0;
        let again = match word {
            _ if word.eq_ignore_ascii_case(b"HIERARCHY") => Some("HIERARCHY"),
            _ if word.eq_ignore_ascii_case(b"MOTION") && is_motion => Some("MOTION"),
            _ if word.eq_ignore_ascii_case(b"Frames") && is_motion => Some("Frames:"),
            _ => None,
        };
        if let Some(again) = again {
            let message = format_args!("another {again} follows the rows; it was not read");
            out.stream.warnings.each("bvh.second-clip", place, message);
            self.ended = true;
            self.count_non_ascii(bytes.get(at..).unwrap_or_default());
            return bytes.len();
        }
        if !token.starts_with(b"#") && !token.starts_with(b"//") {
            warning!(out.stream.warnings.each => "bvh.stray-text", place,
                "expected a row of numbers, found `{}`; the line was skipped", Quoted(token));
        }
        self.skip(bytes, at)
    }

    /// Skips the rest of a line. Returns the end of the line or chunk.
    fn skip(&mut self, bytes: &[u8], at: usize) -> usize {
        let rest = bytes.get(at..).unwrap_or_default();
        let length = rest.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
        self.skipping = length.is_none();
        let skipped = rest.get(..length.unwrap_or(rest.len())).unwrap_or(rest);
        self.count_non_ascii(skipped);
        at + skipped.len()
    }

    /// Counts non-ASCII characters. Bytes are counted at the end of the chunk, as if all were ASCII.
    fn count_non_ascii(&mut self, text: &[u8]) {
        let bytes = self.before.bytes;
        self.before = self.before.plus(text);
        self.before.bytes = bytes;
    }

    fn line_place(&self) -> Location {
        self.ruler.location(self.line_start, self.line, self.line_start)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Limits;
    use crate::formats::bvh::header;
    use crate::formats::reading::WarningLog;
    use crate::formats::reading::text::Encoding;

    #[test]
    fn the_end_is_where_the_file_ends_also_behind_a_second_clip_in_utf_16() {
        let header = b"HIERARCHY ROOT a { OFFSET 0 0 0 CHANNELS 3 Zrotation Xrotation Yrotation }";
        let (ruler, limits) = (Ruler::new(Encoding::Utf16Le, 2), Limits::default());
        let mut warnings = WarningLog::new(&limits);
        let hierarchy = header::read(header, false, ruler, &limits, &mut warnings).unwrap();
        let text = "1 2 3\nHIERARCHY d\u{e9}j\u{e0} vu \u{8a05}\n";
        let rows = BvhRowAssembler::new(vec![0.0; 3], None);
        let mut tokens = RowTokens::new(rows, ruler, Tally::default(), 1, Tally::default());
        let mut out = BvhFrameMaker::new(&hierarchy, "a", 0.1, &limits, WarningLog::new(&limits)).unwrap();
        tokens.push(text.as_bytes(), &mut out).unwrap();
        tokens.finish(&mut out).unwrap();
        assert_eq!(tokens.place().byte, 2 + 2 * text.chars().count() as u64);
    }

    #[test]
    fn blanks_after_the_last_row_are_skipped_in_a_few_steps() {
        let header = b"HIERARCHY ROOT a { OFFSET 0 0 0 CHANNELS 3 Zrotation Xrotation Yrotation }";
        let (ruler, limits) = (Ruler::new(Encoding::Utf8, 0), Limits::default());
        let mut warnings = WarningLog::new(&limits);
        let hierarchy = header::read(header, false, ruler, &limits, &mut warnings).unwrap();
        for blank in 0..=b' ' {
            let rows = BvhRowAssembler::new(vec![0.0; 3], None);
            let mut tokens = RowTokens::new(rows, ruler, Tally::default(), 1, Tally::default());
            let mut out = BvhFrameMaker::new(&hierarchy, "a", 0.1, &limits, WarningLog::new(&limits)).unwrap();
            let text = [b"1 2 3\n".as_slice(), &[blank; 1000]].concat();
            let (mut at, mut steps) = (0, 0);
            while at < text.len() {
                at = tokens.step(&text, at, &mut out).unwrap();
                steps += 1;
            }
            assert!(steps <= 4, "{steps} steps over bytes of {blank:#04x}");
            assert_eq!(out.stream.frame_count(), 1);
        }
    }
}
