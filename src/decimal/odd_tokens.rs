//! Tokens of several numbers or none, which [`run`](super::run) does not read.

use super::leading;
use crate::model::in_range;

/// One part of a token.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum TokenPart {
    /// A placeable number.
    Number(f64),
    /// `nan`, `-1.#IND`, `inf`, or a number too large to be placed.
    NotFinite,
    /// Anything else.
    Junk,
}

/// Irregularities of a token that still gave numbers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Oddities {
    /// Numbers joined at a sign: `0.0-7.509`.
    pub(crate) glued: bool,
    /// As in `8,03`.
    pub(crate) decimal_comma: bool,
    /// Commas between numbers.
    pub(crate) comma_separated: bool,
}

/// Splits a token (without blanks) into numbers and passes them to `each` in order. A sign starts the next number, unless it
/// belongs to an exponent: a released recorder writes `0.0-7.509`. A comma is a decimal comma if it is its number's only one, a
/// digit follows, and there is no point (`8,03`). Other commas separate numbers.
pub(crate) fn split_token(token: &[u8], mut each: impl FnMut(TokenPart)) -> Oddities {
    let mut odd = Oddities::default();
    let mut rest = token;
    loop {
        let (stretch, behind) = rest.split_at(number_end(rest));
        let decimal = if is_decimal_comma(stretch) { b',' } else { b'.' };
        if decimal == b',' {
            odd.decimal_comma = true;
            each(single_number(stretch, decimal));
        } else {
            odd.comma_separated |= stretch.contains(&b',');
            stretch
                .split(|byte| *byte == b',')
                .filter(|part| !part.is_empty())
                .for_each(|part| each(single_number(part, b'.')));
        }
        if behind.is_empty() {
            return odd;
        }
        odd.glued = true;
        rest = behind;
    }
}

/// The whole `text` as one number.
fn single_number(text: &[u8], decimal: u8) -> TokenPart {
    match leading(text, decimal) {
        Some((value, length)) if length == text.len() => {
            if in_range(value) {
                TokenPart::Number(value)
            } else {
                TokenPart::NotFinite
            }
        }
        _ if is_special(text) => TokenPart::NotFinite,
        _ => TokenPart::Junk,
    }
}

/// The latest end of the number at the start of `text`: before a sign that does not follow a sign, a comma or the `e` of an exponent.
fn number_end(text: &[u8]) -> usize {
    for (index, pair) in text.windows(2).enumerate() {
        if let [before, b'-' | b'+'] = pair {
            let in_exponent = matches!(before, b'e' | b'E')
                && text.get(..index).and_then(<[u8]>::last).is_some_and(|byte| byte.is_ascii_digit() || *byte == b'.');
            if !in_exponent && !matches!(before, b'-' | b'+' | b',') {
                return index + 1;
            }
        }
    }
    text.len()
}

fn is_decimal_comma(number: &[u8]) -> bool {
    let mut commas = number.iter().enumerate().filter(|(_, byte)| **byte == b',');
    match (commas.next(), commas.next()) {
        (Some((at, _)), None) => !number.contains(&b'.') && number.get(at + 1).is_some_and(u8::is_ascii_digit),
        _ => false,
    }
}

/// NaN and infinity as C libraries print them (`nan`, `-nan(ind)`, `-1.#IND`, `1.#QNAN`, `1.#INF00`, `inf`, `Infinity`; measured).
fn is_special(token: &[u8]) -> bool {
    let unsigned = token.strip_prefix(b"-").or_else(|| token.strip_prefix(b"+")).unwrap_or(token);
    let starts = |prefix: &[u8]| unsigned.get(..prefix.len()).is_some_and(|head| head.eq_ignore_ascii_case(prefix));
    unsigned.eq_ignore_ascii_case(b"nan")
        || unsigned.eq_ignore_ascii_case(b"inf")
        || unsigned.eq_ignore_ascii_case(b"infinity")
        || (starts(b"nan(") && unsigned.ends_with(b")"))
        || [&b"1.#ind"[..], b"1.#qnan", b"1.#snan", b"1.#inf"].into_iter().any(|special| {
            starts(special) && unsigned.get(special.len()..).unwrap_or_default().iter().all(u8::is_ascii_digit)
        })
}

/// Whether a token may be a number or NaN, by its first byte or the words of [`is_special`].
pub(crate) fn looks_numeric(token: &[u8]) -> bool {
    matches!(token.first(), Some(b'0'..=b'9' | b'+' | b'-' | b'.' | b',')) || is_special(token)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn take(token: &str) -> (Vec<TokenPart>, Oddities) {
        let mut list = Vec::new();
        let odd = split_token(token.as_bytes(), |piece| list.push(piece));
        (list, odd)
    }

    #[test]
    fn tokens_are_split_into_numbers() {
        use TokenPart::{Junk, NotFinite, Number};
        let glued = Oddities { glued: true, ..Oddities::default() };
        let comma = Oddities { decimal_comma: true, ..Oddities::default() };
        let separated = Oddities { comma_separated: true, ..Oddities::default() };
        let plain = Oddities::default();
        for (token, list, odd) in [
            ("1.5", vec![Number(1.5)], plain),
            ("0.0-7.509", vec![Number(0.0), Number(-7.509)], glued),
            ("1e-3-2", vec![Number(1e-3), Number(-2.0)], glued),
            ("1+2", vec![Number(1.0), Number(2.0)], glued),
            ("-8,03", vec![Number(-8.03)], comma),
            ("1,5e-3", vec![Number(1.5e-3)], comma),
            ("0,0-7,5", vec![Number(0.0), Number(-7.5)], Oddities { glued: true, ..comma }),
            ("1.0,2.0,", vec![Number(1.0), Number(2.0)], separated),
            ("1,2,3", vec![Number(1.0), Number(2.0), Number(3.0)], separated),
            ("nan", vec![NotFinite], plain),
            ("-nan(ind)", vec![NotFinite], plain),
            ("-1.#IND00", vec![NotFinite], plain),
            ("1e309", vec![NotFinite], plain),
            ("-1.1e12", vec![NotFinite], plain),
            ("1.5-nan", vec![Number(1.5), NotFinite], glued),
            ("1.5,-2.5", vec![Number(1.5), Number(-2.5)], separated),
            ("0x10", vec![Junk], plain),
            ("1.2.3", vec![Junk], plain),
            ("1e", vec![Junk], plain),
            ("5-1x", vec![Number(5.0), Junk], glued),
            (",", vec![], separated),
            ("--5", vec![Junk], plain),
            ("abc", vec![Junk], plain),
        ] {
            assert_eq!(take(token), (list, odd), "{token}");
        }
    }
}
