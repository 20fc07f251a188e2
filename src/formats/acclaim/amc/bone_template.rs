//! Fast path for lines.
//!
//! In nearly all files a frame has the same bones, in the same order and with as many values as the frame before. So a line's
//! first bytes are compared with the same line of that frame, and its numbers go straight into the row.

use marey_kernels::lines::NamedLine;

use super::lines::after_line_end;
use super::row_layout::BoneColumns;
use crate::decimal::{looks_numeric, run};

/// Template of a part's line in the last frame: `name` as written with the byte after it, and `count` values.
pub(super) fn template(part: usize, name: &[u8], columns: BoneColumns, count: usize) -> NamedLine {
    let usable = count == columns.dofs || count == columns.whole;
    // Non-ASCII names are excluded because columns of warnings count characters, numeric ones because they may be frame numbers.
    let plain = name.is_ascii() && !looks_numeric(name) && matches!(name.last(), Some(b' ' | b'\t'));
    NamedLine::new(part, name, columns.start, if usable && plain { count } else { 0 })
}

/// Reads the line at `text[at]` into the row if it matches `template`: the name, as many finite numbers in any notation, a line
/// end. Returns the start of the next line. `None`: read the line word by word; some of its numbers may be in the row already.
pub(super) fn read_line(template: &NamedLine, text: &[u8], at: usize, row: &mut [f64]) -> Option<usize> {
    let numbers = template.behind_name(text, at)?;
    let slots = template.slots(row)?;
    let wanted = slots.len();
    let (end, count) = run(text, skip_blanks(text, numbers), slots);
    // A template with count 0 never matches.
    if count < wanted.max(1) {
        return None;
    }
    after_line_end(text, end).or_else(|| after_line_end(text, skip_blanks(text, end)))
}

#[inline(always)]
fn skip_blanks(text: &[u8], mut at: usize) -> usize {
    while matches!(text.get(at), Some(b' ' | b'\t')) {
        at += 1;
    }
    at
}

/// A line at `text[at]` that is just a whole number of at most nine digits: the number and the start of the next line.
#[inline(always)]
pub(super) fn number_line(text: &[u8], at: usize) -> Option<(i64, usize)> {
    let mut number = 0_i64;
    let mut behind = at;
    while let Some(digit) = text.get(behind).map(|byte| byte.wrapping_sub(b'0')).filter(|digit| *digit < 10) {
        number = number * 10 + i64::from(digit);
        behind += 1;
        if behind - at > 9 {
            return None;
        }
    }
    if behind == at {
        return None;
    }
    Some((number, after_line_end(text, skip_blanks(text, behind))?))
}
