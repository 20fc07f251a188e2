//! The plain loop that `two_stages` is tested against.

/// As [`read_plain`](super::read_plain).
pub(super) fn read(text: &[u8], mut at: usize, slots: &mut [f64]) -> (usize, usize) {
    let mut count = 0;
    for slot in slots {
        let Some((value, end)) = number(text, at) else { break };
        *slot = value;
        count += 1;
        at = end;
        match text.get(at) {
            Some(b' ' | b'\t') => at += 1,
            _ => break,
        }
    }
    (at, count)
}

/// One number and its end; `None` if it is not plain or has no end.
fn number(text: &[u8], at: usize) -> Option<(f64, usize)> {
    let rest = text.get(at..)?;
    let length = rest.iter().position(|byte| *byte <= b' ')?;
    let number = str::from_utf8(rest.get(..length)?).ok()?;
    let digits =
        |part: &str, most: usize| (1..=most).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
    let unsigned = number.strip_prefix('-').unwrap_or(number);
    let plain = match unsigned.split_once('.') {
        Some((before, behind)) => digits(before, 7) && digits(behind, 8),
        None => digits(unsigned, 8),
    };
    Some((number.parse().ok().filter(|_| plain)?, at + length))
}
