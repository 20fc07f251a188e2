//! The fast way to read a line.
//!
//! In nearly all files each frame has the bones of the frame before, in the same order and with as many values. So the
//! first bytes of a line are compared with those of the same line in the frame before, and its numbers go into the row.

use marey_kernels::lines::NamedLine;

use super::lines::behind_end;
use super::row_layout::BoneColumns;
use crate::formats::numbers::{looks_numeric, run};

/// How the line of a part looked in the last frame. `name` is the name as the file spells it and the byte that separates it
/// from `count` values.
pub(super) fn template(part: usize, name: &[u8], columns: BoneColumns, count: usize) -> NamedLine {
    let usable = count == columns.dofs || count == columns.whole;
    // The characters of other names have to be counted, for the columns of warnings. A name that is a number may be the
    // number of a frame.
    let plain = name.is_ascii() && !looks_numeric(name) && matches!(name.last(), Some(b' ' | b'\t'));
    NamedLine::new(part, name, columns.start, if usable && plain { count } else { 0 })
}

/// Reads the line at `text[at]` into the row, if it looks like `template`: the name, as many finite numbers, however they are
/// written, a line end. Returns where the next line starts. `None`: the line has to be read word by word; some of its numbers
/// may be in the row already.
pub(super) fn read_line(template: &NamedLine, text: &[u8], at: usize, row: &mut [f64]) -> Option<usize> {
    let numbers = template.behind_name(text, at)?;
    let slots = template.slots(row)?;
    let wanted = slots.len();
    let (end, count) = run(text, behind_blanks(text, numbers), slots);
    // A line without a count has to be read word by word.
    if count < wanted.max(1) {
        return None;
    }
    behind_end(text, end).or_else(|| behind_end(text, behind_blanks(text, end)))
}

#[inline(always)]
fn behind_blanks(text: &[u8], mut at: usize) -> usize {
    while matches!(text.get(at), Some(b' ' | b'\t')) {
        at += 1;
    }
    at
}

/// If the line at `text[at]` holds nothing but a whole number of up to nine digits: that number, and where the next line
/// starts.
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
    Some((number, behind_end(text, behind_blanks(text, behind))?))
}
