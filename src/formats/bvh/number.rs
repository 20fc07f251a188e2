//! Decimal numbers, read exactly: every result is the `f64` nearest to what is written, bit for bit what
//! `str::parse` gives (tested on millions of numbers).
//!
//! Three roads, each falling back on the next: [`fixed`] (`-12.345`, up to 7 characters before and 8 digits behind the
//! point, eight at a time), [`leading`] (any decimal number, digit by digit, the slow parse only where 53 bits or 10^22 do
//! not suffice), and [`pieces`] (tokens that hold several numbers or none).

use super::decimal::nearest;

/// Powers of ten that `f64` holds exactly.
const POWERS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
];
/// 10^places for 1 to 8 places; 16 long so that a masked index needs no check.
const SCALES: [i64; 16] = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1, 1, 1, 1, 1, 1, 1];
/// 10^places, and 16 further on -10^places: dividing by it gives the sign, that of -0.0 included.
const DIVISORS: [f64; 32] = {
    let mut table = [1.0; 32];
    let mut places = 0;
    while places < 16 {
        table[places] = SCALES[places] as f64;
        table[places + 16] = -(SCALES[places] as f64);
        places += 1;
    }
    table
};

const ZEROS: u64 = 0x3030_3030_3030_3030;

#[inline(always)]
fn eight(bytes: &[u8], at: usize) -> Option<u64> {
    bytes.get(at..)?.first_chunk::<8>().map(|chunk| u64::from_le_bytes(*chunk))
}

/// The high bit of every byte that is not 0 to 9, where `digits` is text with [`ZEROS`] taken off by xor.
#[inline(always)]
fn not_digits(digits: u64) -> u64 {
    const LOW: u64 = 0x7F7F_7F7F_7F7F_7F7F;
    (((digits & LOW) + 0x7676_7676_7676_7676) | digits) & !LOW
}

/// The number that eight digit values (0 to 9 each, the first in the lowest byte) spell.
#[inline(always)]
fn spell(digits: u64) -> i64 {
    const MASK: u64 = 0x0000_00FF_0000_00FF;
    let pairs = digits.wrapping_mul(10).wrapping_add(digits >> 8);
    let left = (pairs & MASK).wrapping_mul(100 + (1_000_000 << 32));
    let right = ((pairs >> 16) & MASK).wrapping_mul(1 + (10_000 << 32));
    (left.wrapping_add(right) >> 32) as i64
}

/// Reads `-12.345` at `bytes[at]` when a blank ends it, and tells where: up to 7 characters before the point and 8
/// digits behind it, at least one each. `None` means nothing but "use another road"; also when fewer than 16 bytes
/// follow, so that the numbers at the very end go the slower way.
///
/// The place of the next number hangs on this one's end alone, and that on one look at sixteen bytes: neither the
/// sign, nor the digits, nor a branch that may be guessed wrong stand in between.
#[inline(always)]
pub(super) fn fixed(bytes: &[u8], at: usize) -> Option<(f64, usize)> {
    let text = bytes.get(at..)?.first_chunk::<16>()?;
    let (head, tail) = text.split_at(8);
    let low = u64::from_le_bytes(*head.first_chunk::<8>()?) ^ ZEROS;
    let high = u64::from_le_bytes(*tail.first_chunk::<8>()?) ^ ZEROS;
    let negative = u64::from(low as u8 == b'-' ^ b'0');
    let low = low & !(negative * 0xFF);
    let stops = not_digits(low);
    let point = stops.trailing_zeros() as usize / 8;
    let behind_point = stops & stops.wrapping_sub(1);
    let end = if behind_point != 0 {
        behind_point.trailing_zeros() as usize / 8
    } else {
        8 + not_digits(high).trailing_zeros() as usize / 8
    };
    let places = end.wrapping_sub(point + 1);
    let is_point = stops != 0 && (low >> ((8 * point) & 63)) as u8 == b'.' ^ b'0';
    let ends = bytes.get(at + end).is_some_and(|stop| *stop <= b' ');
    // At least one digit before the point, 1 to 8 behind it.
    if point <= negative as usize || places.wrapping_sub(1) >= 8 || !is_point || !ends {
        return None;
    }
    let integer = spell(low << (64 - 8 * point));
    let part = eight(bytes, at + point + 1)? ^ ZEROS;
    let digits = integer * SCALES[places & 15] + spell(part << (64 - 8 * places));
    // At most 15 digits over at most 10^8: both exact, so the one division rounds once, to the nearest.
    Some((digits as f64 / DIVISORS[(places & 15) | (negative as usize) << 4], at + end))
}

/// Reads numbers one blank apart into `slots` as long as there are slots and the numbers are plain and finite. Tells where
/// the reading stopped, and how many were read. A line end stops it: there the first byte not read is that line end.
#[inline]
pub(super) fn run(bytes: &[u8], mut at: usize, slots: &mut [f64]) -> (usize, usize) {
    let mut count = 0;
    for slot in slots {
        let Some((value, end)) = fixed(bytes, at).or_else(|| plain(bytes, at)) else { break };
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

/// Reads any finite number that a blank ends. For what [`fixed`] declines: whole numbers, exponents, many digits.
#[inline(never)]
fn plain(bytes: &[u8], at: usize) -> Option<(f64, usize)> {
    let rest = bytes.get(at..)?;
    let (value, length) = leading(rest, b'.')?;
    let ends = rest.get(length).is_some_and(|stop| *stop <= b' ');
    (ends && (value as f32).is_finite()).then_some((value, at + length))
}

/// Reads the decimal number that `bytes` starts with and tells its length. `decimal` is the decimal sign: `.` or,
/// where a comma is known to stand for it, `,`. Overflow gives an infinity, as the nearest `f64` does.
#[inline]
pub(super) fn leading(bytes: &[u8], decimal: u8) -> Option<(f64, usize)> {
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
    // Nineteen digits fit; of more, only leading zeros would be harmless, and those are the slow parse's business.
    let value = if count <= 19 { exact(mantissa, exponent) } else { None };
    let value = match value {
        Some(value) => value,
        None => nearest(bytes.get(start..index)?, decimal),
    };
    Some((if negative { -value } else { value }, index))
}

/// Reads digits from `bytes[at]` on behind those of `mantissa`. Wraps when there are too many.
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

/// `mantissa * 10^exponent`, rounded to nearest, where plain arithmetic can do it.
#[inline(always)]
fn exact(mantissa: u64, exponent: i64) -> Option<f64> {
    let power = *POWERS.get(usize::try_from(exponent.unsigned_abs()).ok()?)?;
    if mantissa <= 1 << 53 {
        let value = mantissa as i64 as f64;
        return Some(if exponent < 0 { value / power } else { value * power });
    }
    if exponent < 0 { divided(mantissa, power) } else { None }
}

/// `mantissa / power`, rounded to nearest, for a mantissa of more than 53 bits (16 to 19 digits, as Python prints
/// them). The quotient's error is worked out to a hundred bits; where that is too close to the middle between two
/// `f64` to tell, `None`.
fn divided(mantissa: u64, power: f64) -> Option<f64> {
    let high = mantissa as f64;
    let low = mantissa.wrapping_sub(high as u64) as i64 as f64;
    let quotient = high / power;
    // Dekker: quotient * power = product + error, exactly.
    let halves = |x: f64| {
        let scaled = x * 134_217_729.0;
        let upper = scaled - (scaled - x);
        (upper, x - upper)
    };
    let ((q1, q2), (p1, p2)) = (halves(quotient), halves(power));
    let product = quotient * power;
    let error = ((q1 * p1 - product) + q1 * p2 + q2 * p1) + q2 * p2;
    let rest = ((high - product) - error + low) / power;
    // The error of `rest` is below 2^-100 of the quotient.
    let doubt = quotient * f64::from_bits((1023 - 97) << 52);
    let (below, above) = (quotient + (rest - doubt), quotient + (rest + doubt));
    (below == above).then_some(above)
}

/// What a stretch of a token is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Piece {
    /// A finite number.
    Number(f64),
    /// A number that is none: `nan`, `-1.#IND`, `inf`, or one past the range of `f64`.
    NotFinite,
    /// Not a number at all.
    Junk,
}

/// What was odd about a token that still gave numbers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Oddities {
    /// Numbers that run into each other at a sign: `0.0-7.509`.
    pub(super) glued: bool,
    /// `8,03`
    pub(super) decimal_comma: bool,
    /// Commas between numbers.
    pub(super) comma_separated: bool,
}

/// Takes one token (no blanks inside) apart and hands over its numbers in order. A sign inside a token starts the
/// next number unless it belongs to an exponent (a released recorder writes `0.0-7.509`); a comma is a decimal
/// comma when it is the only one of its number, stands before a digit, and there is no point (`8,03`); other commas
/// separate.
pub(super) fn pieces(token: &[u8], mut each: impl FnMut(Piece)) -> Oddities {
    let mut odd = Oddities::default();
    let mut rest = token;
    loop {
        let (stretch, behind) = rest.split_at(number_end(rest));
        let decimal = if is_decimal_comma(stretch) { b',' } else { b'.' };
        if decimal == b',' {
            odd.decimal_comma = true;
            each(whole(stretch, decimal));
        } else {
            odd.comma_separated |= stretch.contains(&b',');
            stretch
                .split(|byte| *byte == b',')
                .filter(|part| !part.is_empty())
                .for_each(|part| each(whole(part, b'.')));
        }
        if behind.is_empty() {
            return odd;
        }
        odd.glued = true;
        rest = behind;
    }
}

/// `text` as one number.
fn whole(text: &[u8], decimal: u8) -> Piece {
    match leading(text, decimal) {
        Some((value, length)) if length == text.len() => {
            if value.is_finite() {
                Piece::Number(value)
            } else {
                Piece::NotFinite
            }
        }
        _ if is_special(text) => Piece::NotFinite,
        _ => Piece::Junk,
    }
}

/// Where the number that `text` starts with ends at the latest: before a sign that stands behind something else
/// than a sign, a comma or the `e` of an exponent.
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

/// The spellings of "not a number" and infinity that C libraries print (measured: `nan`, `-nan(ind)`, `-1.#IND`,
/// `1.#QNAN`, `1.#INF00`, `inf`, `Infinity`).
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

/// Whether a token could be a number or "not a number": its first byte tells, but for the words of [`is_special`].
pub(super) fn looks_numeric(token: &[u8]) -> bool {
    matches!(token.first(), Some(b'0'..=b'9' | b'+' | b'-' | b'.' | b',')) || is_special(token)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// xorshift64*: the same numbers in every run.
    pub(crate) struct Random(u64);
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
        let padded = format!("{text} and more text behind");
        if let Some((value, end)) = fixed(padded.as_bytes(), 0) {
            assert_eq!((value.to_bits(), end), (expected.to_bits(), text.len()), "{text} by the fast road");
        }
    }

    #[test]
    fn millions_of_numbers_are_read_as_the_standard_library_reads_them() {
        let mut random = Random(0x1234_5678_9ABC_DEF1);
        let mut text = String::new();
        let mut fast = 0u32;
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
            text.push_str(" and more text behind");
            fast += u32::from(fixed(text.as_bytes(), 0).is_some());
        }
        assert!(fast > 200_000, "the fast road was taken {fast} times");
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
    fn what_is_no_number_is_declined() {
        for text in ["", "-", "+", ".", "-.", "e5", ".e5", "x1", "--1"] {
            assert_eq!(leading(text.as_bytes(), b'.'), None, "{text}");
        }
        assert_eq!(leading(b"1e", b'.'), Some((1.0, 1)));
        assert_eq!(leading(b"8,5", b','), Some((8.5, 3)));
        assert_eq!(fixed(b"1.5-2.5 0.0 0.0 0.0 0.0", 0), None);
        assert_eq!(fixed(b"1.5e3 0.0 0.0 0.0 0.0", 0), None);
    }

    fn take(token: &str) -> (Vec<Piece>, Oddities) {
        let mut list = Vec::new();
        let odd = pieces(token.as_bytes(), |piece| list.push(piece));
        (list, odd)
    }

    #[test]
    fn tokens_are_taken_apart() {
        use Piece::{Junk, NotFinite, Number};
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
