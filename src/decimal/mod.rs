//! Decimal numbers, as all formats write them. Reading is exact: the result is the nearest `f64`, bit for bit that of
//! `str::parse` (tested on millions of numbers), whose tables would add a tenth to the download.
//!
//! Three stages, fastest first; each reads what the one before leaves: `read_plain` (rows of `-12.345` or `7`, at most 8 digits
//! before and after the point, compiled for speed), `leading` (any decimal number; `nearest` only if a hundred bits do not
//! suffice), and `split_token` (tokens of several numbers or none). Whole texts are read by `whole`, or by `placeable` if
//! their number is to be in range.

mod odd_tokens;
mod short;

use marey_kernels::digits::{ZEROS, eight, not_digits, spell};
use marey_kernels::numbers::read_plain;

pub(crate) use self::odd_tokens::{Oddities, TokenPart, looks_numeric, split_token};
pub use self::short::text;
pub use self::short::write;
use crate::compact::big_decimals::nearest;
use crate::model::in_range;

/// Powers of ten that are exact in `f64`.
const POWERS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
];

/// Reads placeable numbers, each followed by a blank or tab, into `slots`. Returns the place and number of values read when `slots`
/// is full or anything else comes. A line end is not consumed.
#[inline(always)]
pub(crate) fn run(bytes: &[u8], mut at: usize, slots: &mut [f64]) -> (usize, usize) {
    let mut count = 0;
    while let Some(free) = slots.get_mut(count..).filter(|free| !free.is_empty()) {
        let (behind, more) = read_plain(bytes, at, free);
        at = behind;
        count += more;
        let Some(slot) = slots.get_mut(count).filter(|_| bytes.get(at).is_some_and(|byte| *byte > b' ')) else { break };
        let Some((value, end)) = plain(bytes, at) else { break };
        *slot = value;
        count += 1;
        at = end;
        match bytes.get(at) {
            Some(b' ' | b'\t') => at += 1,
            _ => break,
        }
    }
    (at, count)
}

/// Reads a placeable number that ends with a blank. For what [`read_plain`] leaves: exponents, many digits, the end of the text.
#[inline(never)]
fn plain(bytes: &[u8], at: usize) -> Option<(f64, usize)> {
    let rest = bytes.get(at..)?;
    let (value, length) = leading(rest, b'.')?;
    let ends = rest.get(length).is_some_and(|stop| *stop <= b' ');
    (ends && in_range(value)).then_some((value, at + length))
}

/// Reads the decimal number at the start of `bytes`; returns its value and length. `decimal` is the decimal sign: `.`, or `,`
/// where a comma is known to be one. Overflow gives infinity, as the nearest `f64`.
#[inline]
pub(crate) fn leading(bytes: &[u8], decimal: u8) -> Option<(f64, usize)> {
    let byte = |index: usize| bytes.get(index).copied().unwrap_or(0);
    let negative = byte(0) == b'-';
    let start = usize::from(matches!(byte(0), b'-' | b'+'));
    let (mut mantissa, mut index) = digits(bytes, start, 0);
    let mut count = index - start;
    let mut exponent = 0i64;
    if byte(index) == decimal {
        let (longer, end) = digits(bytes, index + 1, mantissa);
        let places = end - (index + 1);
        if count + places > 0 {
            (mantissa, index) = (longer, end);
            count += places;
            exponent = -i64::try_from(places).ok()?;
        }
    }
    if count == 0 {
        return None;
    }
    if matches!(byte(index), b'e' | b'E') {
        let sign = usize::from(matches!(byte(index + 1), b'-' | b'+'));
        let first = index + 1 + sign;
        let mut end = first;
        let mut power = 0i64;
        while byte(end).is_ascii_digit() {
            power = (power * 10 + i64::from(byte(end) - b'0')).min(1 << 40);
            end += 1;
        }
        if end > first {
            exponent += if byte(index + 1) == b'-' { -power } else { power };
            index = end;
        }
    }
    let number = bytes.get(start..index)?;
    let value = if count <= 19 { exact(mantissa, exponent) } else { many_digits(number, exponent) };
    let value = value.unwrap_or_else(|| nearest(number, decimal));
    Some((if negative { -value } else { value }, index))
}

/// The number that the whole text is.
pub(crate) fn whole(text: &[u8]) -> Option<f64> {
    leading(text, b'.').filter(|(_, length)| *length == text.len()).map(|(value, _)| value)
}

/// The number that the whole text is, if it can be placed.
pub(crate) fn placeable(text: &[u8]) -> Option<f64> {
    whole(text).filter(|value| in_range(*value))
}

/// Reads what [`write`] writes: numbers like `-12.5`, `+3` and `.5`; no exponents.
pub fn read(text: &str) -> Option<f32> {
    let text = text.trim();
    let value = whole(text.as_bytes()).filter(|_| !text.contains(['e', 'E']))? as f32;
    value.is_finite().then_some(value)
}

/// Appends the digits from `bytes[at]` on to `mantissa`, which wraps if there are too many.
#[inline(always)]
fn digits(bytes: &[u8], mut at: usize, mut mantissa: u64) -> (u64, usize) {
    while let Some(text) = eight(bytes, at) {
        let text = text ^ ZEROS;
        if not_digits(text) != 0 {
            break;
        }
        mantissa = mantissa.wrapping_mul(100_000_000).wrapping_add(spell(text) as u64);
        at += 8;
    }
    while let Some(digit) = bytes.get(at).map(|byte| byte.wrapping_sub(b'0')).filter(|digit| *digit < 10) {
        mantissa = mantissa.wrapping_mul(10).wrapping_add(u64::from(digit));
        at += 1;
    }
    (mantissa, at)
}

/// `mantissa * 10^exponent`, rounded to nearest, if plain arithmetic can do it.
#[inline(always)]
fn exact(mantissa: u64, exponent: i64) -> Option<f64> {
    if mantissa <= 1 << 53
        && let Some(power) = usize::try_from(exponent.unsigned_abs()).ok().and_then(|size| POWERS.get(size))
    {
        let value = mantissa as i64 as f64;
        return Some(if exponent < 0 { value / power } else { value * power });
    }
    double_double(mantissa, exponent)
}

/// As [`exact`], for a mantissa of more than 53 bits (16 to 19 digits, as Python prints them) and exponents past 22: in
/// double-double arithmetic, about a hundred bits. `None` if the result is too close to the middle between two `f64`, or to the
/// ends of the range.
fn double_double(mantissa: u64, exponent: i64) -> Option<f64> {
    const FARTHEST: i64 = 220;
    if mantissa == 0 {
        return Some(0.0);
    }
    if exponent.abs() > FARTHEST {
        return None;
    }
    let mut high = mantissa as f64;
    let mut low = mantissa.wrapping_sub(high as u64) as i64 as f64;
    let mut left = exponent.unsigned_abs() as usize;
    while left > 0 {
        let step = left.min(22);
        let power = POWERS.get(step).copied()?;
        left -= step;
        if exponent < 0 {
            let quotient = high / power;
            let (product, error) = product(quotient, power);
            (high, low) = (quotient, ((high - product) - error + low) / power);
        } else {
            let (product, error) = product(high, power);
            (high, low) = (product, error + low * power);
        }
        // Exact: the rounded sum and its rounding error.
        let sum = high + low;
        (high, low) = (sum, low - (sum - high));
    }
    // Ten steps lose less than 2^-97 of the value.
    let doubt = high * f64::from_bits((1023 - 97) << 52);
    let (below, above) = (high + (low - doubt), high + (low + doubt));
    (below == above).then_some(above)
}

/// The product and its rounding error, exactly (Dekker's method: each factor in two halves).
fn product(a: f64, b: f64) -> (f64, f64) {
    let halves = |x: f64| {
        let scaled = x * 134_217_729.0;
        let upper = scaled - (scaled - x);
        (upper, x - upper)
    };
    let ((a1, a2), (b1, b2)) = (halves(a), halves(b));
    let product = a * b;
    (product, ((a1 * b1 - product) + a1 * b2 + a2 * b1) + a2 * b2)
}

/// A number with more digits than a mantissa: the first nineteen decide, unless adding one to them gives another `f64`.
#[cold]
fn many_digits(text: &[u8], exponent: i64) -> Option<f64> {
    let (mut mantissa, mut kept, mut dropped) = (0u64, 0, 0i64);
    let digits = text.iter().take_while(|byte| !matches!(byte, b'e' | b'E')).filter(|byte| byte.is_ascii_digit());
    for digit in digits.map(|byte| u64::from(byte - b'0')) {
        if kept < 19 {
            mantissa = mantissa * 10 + digit;
            kept += usize::from(mantissa > 0);
        } else {
            dropped += 1;
        }
    }
    let value = exact(mantissa, exponent + dropped)?;
    (dropped == 0 || exact(mantissa + 1, exponent + dropped)? == value).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// xorshift64*, the same numbers in every run.
    struct Random(u64);
    impl Random {
        fn next(&mut self) -> u64 {
            self.0 ^= self.0 >> 12;
            self.0 ^= self.0 << 25;
            self.0 ^= self.0 >> 27;
            self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
        }
        fn below(&mut self, n: u64) -> u64 {
            self.next() % n
        }
    }

    fn exact(text: &str) {
        let expected: f64 = text.parse().unwrap();
        let (value, length) = leading(text.as_bytes(), b'.').unwrap();
        assert_eq!((value.to_bits(), length), (expected.to_bits(), text.len()), "{text}");
        let padded = format!("{text} and {:80}", "more text behind");
        let mut slot = [0.0];
        let read = run(padded.as_bytes(), 0, &mut slot);
        let read_to = if in_range(expected) { (text.len() + 1, 1) } else { (0, 0) };
        assert_eq!(read, read_to, "{text}");
        assert!(read.1 == 0 || slot[0].to_bits() == expected.to_bits(), "{text} in a row");
    }

    #[test]
    fn millions_of_numbers_are_read_as_the_standard_library_reads_them() {
        let mut random = Random(0x1234_5678_9ABC_DEF1);
        let mut text = String::new();
        for _ in 0..1_500_000 {
            text.clear();
            text.push_str(["", "-", "+", "-"][random.below(4) as usize]);
            let digits = |text: &mut String, n: u64, random: &mut Random| {
                (0..n).for_each(|_| text.push(char::from(b'0' + random.below(10) as u8)));
            };
            let before = random.below(4) + random.below(2) * random.below(19);
            digits(&mut text, before, &mut random);
            if before == 0 || random.below(8) > 0 {
                text.push('.');
                let behind = random.below(9) + random.below(2) * random.below(19) + u64::from(before == 0);
                digits(&mut text, behind, &mut random);
            }
            if random.below(10) == 0 {
                let sign = ["", "-", "+"][random.below(3) as usize];
                let largest = [20, 30, 330][random.below(3) as usize];
                text.push_str(&format!("e{sign}{}", random.below(largest)));
            }
            exact(&text);
        }
    }

    #[test]
    fn the_edges_of_the_range_are_exact() {
        for text in [
            "0",
            "-0",
            "-0.0",
            "9007199254740993",
            "9007199254740992",
            "9007199254740991.5",
            "1e22",
            "1e23",
            "123e-22",
            "4.9e-324",
            "1e-400",
            "1e309",
            "-1e309",
            "1.7976931348623157e308",
            "0.000000000000000000000000000001",
            "12345678901234567890123",
            "99999999.99999999",
            "9999999.99999999",
            ".5",
            "5.",
            "+5.",
            "-.5e3",
            "0e999999999999",
        ] {
            exact(text);
        }
        exact(&"7".repeat(400));
        exact(&format!("0.{}1", "0".repeat(400)));
    }

    #[test]
    fn numbers_of_formats_are_finite_and_whole_tokens() {
        assert_eq!(placeable(b"-1.5e2"), Some(-150.0));
        assert_eq!(placeable(b".5"), Some(0.5));
        for wrong in [&b"nan"[..], b"1e309", b"1e13", b"1.0f", b"--1", b"", b"0x10"] {
            assert_eq!(placeable(wrong), None, "{}", String::from_utf8_lossy(wrong));
        }
    }

    #[test]
    fn written_numbers_are_read_back() {
        for value in [0.0, 1.5, -273.125, 0.001, 12345.5] {
            let mut text = String::new();
            write(&mut text, value, 3);
            assert_eq!(read(&text), Some(value as f32));
        }
        for (text, value) in [(" +3 ", 3.0), (".5", 0.5), ("-2.", -2.0)] {
            assert_eq!(read(text), Some(value));
        }
        for bad in ["", ".", "-", "1e5", "1.2.3", "x", "--1", "nan"] {
            assert_eq!(read(bad), None, "{bad}");
        }
        assert_eq!(read(&"9".repeat(400)), None);
    }

    #[test]
    fn invalid_numbers_are_declined() {
        for text in ["", "-", "+", ".", "-.", "e5", ".e5", "x1", "--1"] {
            assert_eq!(leading(text.as_bytes(), b'.'), None, "{text}");
        }
        assert_eq!(leading(b"1e", b'.'), Some((1.0, 1)));
        assert_eq!(leading(b"8,5", b','), Some((8.5, 3)));
        assert_eq!(run(b"1.5-2.5 0.0 0.0 0.0 0.0", 0, &mut [0.0; 2]), (0, 0));
    }
}
