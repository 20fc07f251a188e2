//! The header of the MOTION section: `Frames:` and `Frame Time:`.

use super::grammar::{skip_blanks, skip_line_blanks, whole_word};
use crate::decimal::{TokenPart, looks_numeric, split_token};
use crate::formats::reading::text::is_blank;

/// Seconds a frame if the file states none, or an impossible one.
pub(super) const FALLBACK_FRAME_TIME: f64 = 1.0 / 30.0;

/// A keyword of the motion's header with its value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct HeadValue<'a> {
    /// The value's text; `None` if missing.
    pub(super) token: Option<&'a [u8]>,
    /// The value, if it is a single finite number.
    pub(super) number: Option<f64>,
    /// Offset of the keyword in the block.
    pub(super) at: usize,
}

#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct MotionHead<'a> {
    /// Whether the word MOTION occurred.
    pub(super) keyword: bool,
    pub(super) frames: Option<HeadValue<'a>>,
    pub(super) frame_time: Option<HeadValue<'a>>,
    /// Offsets of lines with other words, which are skipped.
    pub(super) stray: Vec<usize>,
    /// Offset of the first row in the block.
    pub(super) rows_at: usize,
}

enum HeadClause<'a> {
    Motion,
    Frames(Option<&'a [u8]>),
    FrameTime(Option<&'a [u8]>),
}

/// Reads from `block[from..]`. `None` if more of the file is needed; never with `whole`: there is no more. `columns` is the width
/// of a row. A value may be on the line after its keyword, but if rows have a single number that line is the first row.
pub(super) fn read(block: &[u8], from: usize, columns: usize, whole: bool) -> Option<MotionHead<'_>> {
    let mut head = MotionHead::default();
    let mut rest = block.get(from..).unwrap_or_default();
    let offset = |rest: &[u8]| block.len() - rest.len();
    loop {
        rest = skip_blanks(rest);
        let at = offset(rest);
        let more_may_come = |behind: &[u8]| behind.is_empty() && !whole;
        if more_may_come(rest) {
            return None;
        }
        if let Some((behind, clause)) = clause(rest) {
            let (behind, clause) = if columns == 1 { (behind, clause) } else { value_on_next_line(behind, clause) };
            if more_may_come(behind) || (more_may_come(skip_blanks(behind)) && !matches!(clause, HeadClause::Motion)) {
                return None;
            }
            let entry = |token: Option<&'_ [u8]>| HeadValue { token: None, number: token.and_then(single_number), at };
            match clause {
                HeadClause::Motion => head.keyword = true,
                HeadClause::Frames(token) => head.frames = Some(HeadValue { token, ..entry(token) }),
                HeadClause::FrameTime(token) => head.frame_time = Some(HeadValue { token, ..entry(token) }),
            }
            rest = behind;
            continue;
        }
        let word = rest.get(..rest.iter().position(|byte| is_blank(*byte)).unwrap_or(rest.len())).unwrap_or_default();
        let comment = word.starts_with(b"#") || word.starts_with(b"//");
        let ends_input = is_keyword(word, b"HIERARCHY");
        if word.is_empty() || ends_input || (looks_numeric(word) && !comment) {
            if more_may_come(rest.get(word.len()..).unwrap_or_default()) {
                return None;
            }
            head.rows_at = at;
            return Some(head);
        }
        let line = rest.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
        if line.is_none() && !whole {
            return None;
        }
        if !comment {
            head.stray.push(at);
        }
        rest = rest.get(line.unwrap_or(rest.len())..).unwrap_or_default();
    }
}

fn is_keyword(word: &[u8], keyword: &[u8]) -> bool {
    word.eq_ignore_ascii_case(keyword)
}

/// A keyword with its value, and the text after it.
fn clause(input: &[u8]) -> Option<(&[u8], HeadClause<'_>)> {
    let after = |word, input| whole_word(word, input).ok().map(|(rest, _)| rest);
    if let Some(rest) = after("MOTION", input) {
        return Some((rest.strip_prefix(b":").unwrap_or(rest), HeadClause::Motion));
    }
    let frame_time = after("FRAMETIME", input)
        .or_else(|| after("FRAME_TIME", input))
        .or_else(|| after("TIME", skip_line_blanks(after("FRAME", input)?)));
    if let Some(rest) = frame_time {
        let (rest, token) = value(rest);
        return Some((rest, HeadClause::FrameTime(token)));
    }
    let (rest, token) = value(after("FRAMES", input).or_else(|| after("FRAME", input))?);
    Some((rest, HeadClause::Frames(token)))
}

/// An optional colon and an optional number on the same line, and the text after them.
fn value(input: &[u8]) -> (&[u8], Option<&[u8]>) {
    let rest = skip_line_blanks(input);
    let rest = skip_line_blanks(rest.strip_prefix(b":").unwrap_or(rest));
    let (token, behind) = rest.split_at(rest.iter().position(|byte| is_blank(*byte)).unwrap_or(rest.len()));
    if looks_numeric(token) { (behind, Some(token)) } else { (rest, None) }
}

/// Takes a missing value from the next line, if that line is a single number.
fn value_on_next_line<'a>(behind: &'a [u8], clause: HeadClause<'a>) -> (&'a [u8], HeadClause<'a>) {
    let missing = matches!(clause, HeadClause::Frames(None) | HeadClause::FrameTime(None));
    let line = skip_blanks(behind);
    let token = line.get(..line.iter().position(|byte| is_blank(*byte)).unwrap_or(line.len())).unwrap_or_default();
    let after = line.get(token.len()..).unwrap_or_default();
    let alone = matches!(skip_line_blanks(after).first(), None | Some(b'\n' | b'\r'));
    if !missing || !alone || !looks_numeric(token) {
        return (behind, clause);
    }
    let clause = match clause {
        HeadClause::Frames(_) => HeadClause::Frames(Some(token)),
        HeadClause::FrameTime(_) => HeadClause::FrameTime(Some(token)),
        HeadClause::Motion => HeadClause::Motion,
    };
    (after, clause)
}

fn single_number(token: &[u8]) -> Option<f64> {
    let mut numbers = Vec::new();
    split_token(token, |piece| numbers.push(piece));
    match numbers.as_slice() {
        [TokenPart::Number(number)] => Some(*number),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn whole(text: &str) -> MotionHead<'_> {
        read(text.as_bytes(), 0, 6, true).unwrap()
    }

    fn values(text: &str) -> (Option<f64>, Option<f64>, &str) {
        let head = whole(text);
        (head.frames.and_then(|e| e.number), head.frame_time.and_then(|e| e.number), &text[head.rows_at..])
    }

    #[test]
    fn spellings() {
        for text in [
            "MOTION\nFrames: 2\nFrame Time: .5\n1 2 3",
            "motion frames:2 frametime:.5 1 2 3",
            "MOTION\r\rFRAMES\t: 2\rFrame  Time :0,5\r\r1 2 3",
            "MOTION\nFrame Time: 0.5\nFrames: 2.0\n1 2 3",
            "Frames 2\n# 1\nFrame_Time 0.5\n// x\n1 2 3",
            "MOTION\nFrames:\n2\nFrame Time:\n0.5\n1 2 3",
        ] {
            assert_eq!(values(text), (Some(2.0), Some(0.5), "1 2 3"), "{text}");
        }
    }

    #[test]
    fn missing_values_stay_missing() {
        assert_eq!(values("MOTION\nFrames:\nFrame Time:\n1 2 3"), (None, None, "1 2 3"));
        assert_eq!(values("MOTION\n1 2 3"), (None, None, "1 2 3"));
        assert_eq!(values("MOTION"), (None, None, ""));
        assert_eq!(values("MOTION\nFrames: x\nFrame Time: nan\n1"), (None, None, "1"));
        assert_eq!(whole("MOTION\nFrames: x\nby hand\n1").stray.len(), 2);
    }

    #[test]
    fn the_head_waits_for_more_unless_the_rows_have_surely_begun() {
        let text = "MOTION\nFrames: 12\nFrame Time: 0.25\n-1.5 2";
        let whole = whole(text);
        for end in 0..text.len() {
            if let Some(head) = read(&text.as_bytes()[..end], 0, 6, false) {
                assert_eq!(head, whole, "{end}");
            }
        }
    }
}
