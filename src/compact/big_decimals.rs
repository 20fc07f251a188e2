//! Decimal numbers of any length, rounded to the nearest `f64` with big integers: the slow fallback, used a handful of times a
//! file. The same numbers as `str::parse`.

use std::cmp::Ordering;

/// Significant digits: enough to decide how to round, if it is known whether any non-zero digit follows.
const MAX_DIGITS: usize = 800;

/// The value of `text`: digits, with at most one `point` among them, and an optional exponent. Infinite past the range.
#[cold]
pub(crate) fn nearest(text: &[u8], point: u8) -> f64 {
    let mut digits = Vec::new();
    let (mut exponent, mut behind, mut more) = (0_i64, false, false);
    for (index, &byte) in text.iter().enumerate() {
        if byte == point {
            behind = true;
        } else if byte.is_ascii_digit() {
            exponent -= i64::from(behind);
            if digits.len() == MAX_DIGITS {
                exponent += 1;
                more |= byte != b'0';
            } else if byte != b'0' || !digits.is_empty() {
                digits.push(byte - b'0');
            }
        } else {
            exponent += parse_exponent(text.get(index + 1..).unwrap_or_default());
            break;
        }
    }
    if more {
        digits.push(1);
        exponent -= 1;
    }
    // Detect numbers far past the range by their first digit's place, before big integers grow.
    match digits.len() as i64 + exponent {
        _ if digits.is_empty() => 0.0,
        ..-330 => 0.0,
        311.. => f64::INFINITY,
        _ => round_to_f64(&digits, exponent),
    }
}

/// An exponent, clamped to ±2^40.
fn parse_exponent(text: &[u8]) -> i64 {
    let size = text.iter().filter(|byte| byte.is_ascii_digit());
    let size = size.fold(0_i64, |size, byte| (size * 10 + i64::from(byte - b'0')).min(1 << 40));
    if text.first() == Some(&b'-') { -size } else { size }
}

fn round_to_f64(digits: &[u8], exponent: i64) -> f64 {
    let (mut above, mut below) = (Big(Vec::new()), Big(vec![1]));
    for &digit in digits {
        above.times_plus(10, digit.into());
    }
    for _ in 0..exponent.unsigned_abs() {
        if exponent < 0 { below.times_plus(10, 0) } else { above.times_plus(10, 0) }
    }
    // `above / below * 2^shift` has 64 or 65 bits before the point.
    let shift = 64 + below.bits() - above.bits();
    if shift > 0 {
        above.double(shift)
    } else {
        below.double(-shift)
    }
    let mut quotient = 0_u128;
    below.double(65);
    for bit in (0..=65).rev() {
        if above.order(&below) != Ordering::Less {
            above.subtract(&below);
            quotient |= 1 << bit;
        }
        below.halve();
    }
    let rest = !above.0.is_empty();

    // Below the smallest normal number there are fewer than 53 bits.
    let bits = i64::from(128 - quotient.leading_zeros());
    let kept = 53.min(53 + 1022 + (bits - 1 - shift));
    if kept < 0 {
        return 0.0;
    }
    let cut = (bits - kept) as u32;
    let (value, left) = (quotient >> cut, quotient & ((1 << cut) - 1));
    let half = 1_u128 << (cut - 1);
    let up = left > half || (left == half && (rest || value & 1 == 1));
    let value = (value as u64 + u64::from(up)) as f64;
    // Multiply in two exact steps: the full power may not fit into an `f64`.
    let power = i64::from(cut) - shift;
    value * power_of_two(power / 2) * power_of_two(power - power / 2)
}

fn power_of_two(power: i64) -> f64 {
    f64::from_bits(((1023 + power) as u64) << 52)
}

/// An unsigned integer: 32-bit limbs, lowest first, no trailing zeros.
struct Big(Vec<u32>);

impl Big {
    fn bits(&self) -> i64 {
        self.0.len() as i64 * 32 - self.0.last().map_or(0, |limb| i64::from(limb.leading_zeros()))
    }

    fn times_plus(&mut self, factor: u32, summand: u32) {
        let mut carry = u64::from(summand);
        for limb in &mut self.0 {
            carry += u64::from(*limb) * u64::from(factor);
            *limb = carry as u32;
            carry >>= 32;
        }
        if carry > 0 {
            self.0.push(carry as u32);
        }
    }

    /// Multiplies by 2^`times`.
    fn double(&mut self, times: i64) {
        for _ in 0..times % 32 {
            self.times_plus(2, 0);
        }
        if !self.0.is_empty() {
            self.0.splice(0..0, std::iter::repeat_n(0, (times / 32) as usize));
        }
    }

    fn halve(&mut self) {
        let mut carry = 0;
        for limb in self.0.iter_mut().rev() {
            (*limb, carry) = (*limb >> 1 | carry, *limb << 31);
        }
        self.trim();
    }

    fn order(&self, other: &Self) -> Ordering {
        self.0.len().cmp(&other.0.len()).then_with(|| self.0.iter().rev().cmp(other.0.iter().rev()))
    }

    /// `other` must not be larger.
    fn subtract(&mut self, other: &Self) {
        let mut borrow = 0;
        for (limb, less) in self.0.iter_mut().zip(other.0.iter().copied().chain(std::iter::repeat(0))) {
            let difference = i64::from(*limb) - i64::from(less) - borrow;
            *limb = difference as u32;
            borrow = i64::from(difference < 0);
        }
        self.trim();
    }

    fn trim(&mut self) {
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn same(text: &str) {
        let (found, expected) = (nearest(text.as_bytes(), b'.'), text.parse::<f64>().unwrap());
        assert_eq!(found.to_bits(), expected.to_bits(), "{text}: {found:e} is not {expected:e}");
    }

    #[test]
    fn numbers_are_those_of_the_standard_library() {
        let long = "1234567890".repeat(100);
        let halves =
            ["9007199254740993", "9007199254740992.99999999999999999999", "9007199254740993.000000000000000001"];
        let edges = [
            "0",
            "0.000",
            "1",
            "00012.5",
            ".5",
            "7.",
            "1e5",
            "1E+5",
            "1e-5",
            "1.7976931348623157e308",
            "1.7976931348623158e308",
            "1.7976931348623159e308",
            "1e309",
            "1e99999999999999",
            "1e-99999999999999",
            "5e-324",
            "2.4703282292062327e-324",
            "2.4703282292062328e-324",
            "2.2250738585072011e-308",
            "2.2250738585072014e-308",
            "4.9e-324",
            "1e-330",
            "0e999",
        ];
        for text in halves.into_iter().chain(edges).chain([long.as_str()]) {
            same(text);
        }
        same(&format!("0.{long}"));
        same(&format!("9007199254740993.{}1", "0".repeat(2000)));
        assert_eq!(nearest(b"12,5", b','), 12.5);
    }

    #[test]
    fn any_other_numbers_are_too() {
        let mut state = 0x5EED_u64;
        let mut random = |below: u64| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) % below
        };
        for _ in 0..20_000 {
            let mut text: String = (0..1 + random(24)).map(|_| char::from(b'0' + random(10) as u8)).collect();
            text.insert(random(text.len() as u64 + 1) as usize, '.');
            if random(2) == 0 {
                let sign = if random(2) == 0 { "-" } else { "" };
                text += &format!("e{sign}{}", random(340));
            }
            same(&text);
        }
    }
}
