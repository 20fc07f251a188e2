//! Numbers as text, with no more digits than needed.

use std::fmt::Write;

use glam::DVec3;

/// Default decimals of angles in degrees. Half of the last place is 9e-8 rad, which is the accuracy of rotations in the model.
pub(super) const ANGLE_DECIMALS: usize = 5;

#[derive(Debug, Clone, Copy)]
pub(super) struct Decimals {
    /// `None`: the shortest text of a value that is exactly an `f32`, and `needed` decimals for all others.
    pub(super) lengths: Option<usize>,
    /// Decimals that resolve a billionth of the figure's size.
    needed: usize,
    /// Decimals of angles in degrees.
    pub(super) angles: usize,
}

impl Decimals {
    /// `size`: the figure's size, in the unit of the lengths.
    pub(super) fn new(lengths: Option<usize>, angles: Option<usize>, size: f64) -> Self {
        let digits = if size.is_finite() && size > 0.0 { size.log10().floor() } else { 0.0 };
        let needed = (9.0 - digits).clamp(0.0, 15.0) as usize;
        Self { lengths, needed, angles: angles.unwrap_or(ANGLE_DECIMALS) }
    }

    pub(super) fn length(&self, out: &mut String, value: f64) {
        match self.lengths {
            Some(decimals) => push(out, value, decimals),
            // `Display` of `f32` has no exponent: a tiny value would become dozens of zeros.
            None if f64::from(value as f32) == value && (value == 0.0 || value.abs() > 1e-9) => {
                // Adding 0 turns -0 into 0.
                let _ = write!(out, "{}", value as f32 + 0.0);
            }
            None => push(out, value, self.needed),
        }
    }

    pub(super) fn vector(&self, out: &mut String, vector: DVec3) {
        for (index, value) in vector.to_array().into_iter().enumerate() {
            if index > 0 {
                out.push(' ');
            }
            self.length(out, value);
        }
    }

    pub(super) fn angle(&self, out: &mut String, degrees: f64) {
        push(out, degrees, self.angles);
    }
}

/// Appends a number with at most `decimals` decimals, without trailing zeros and never as `-0`.
pub(super) fn push(out: &mut String, value: f64, decimals: usize) {
    if push_quickly(out, value, decimals) {
        return;
    }
    let start = out.len();
    let _ = write!(out, "{value:.decimals$}");
    if out.get(start..).is_some_and(|text| text.contains('.')) {
        let end = out.trim_end_matches('0').trim_end_matches('.').len();
        out.truncate(end.max(start));
    }
    if out.get(start..) == Some("-0") {
        out.truncate(start);
        out.push('0');
    }
}

/// The same by whole numbers, which is faster. Returns false, and appends nothing, where the digits might not be those of the exact value: for long numbers,
/// and for those nearly halfway between two texts.
fn push_quickly(out: &mut String, value: f64, decimals: usize) -> bool {
    const MOST_DECIMALS: usize = 6;
    const LARGEST: f64 = 1e9;
    if decimals > MOST_DECIMALS || value.is_nan() || value.abs() >= LARGEST {
        return false;
    }
    let scale = 10_u64.pow(decimals as u32);
    // Below 2^53, and off by less than a part in 2^53.
    let scaled = value.abs() * scale as f64;
    if (scaled.fract() - 0.5).abs() <= scaled * f64::EPSILON {
        return false;
    }
    let rounded = scaled.round() as u64;
    if value < 0.0 && rounded > 0 {
        out.push('-');
    }
    push_digits(out, rounded / scale, 1);
    let (mut part, mut places) = (rounded % scale, decimals);
    if part > 0 {
        while part % 10 == 0 {
            (part, places) = (part / 10, places - 1);
        }
        out.push('.');
        push_digits(out, part, places);
    }
    true
}

/// Appends the digits of a number, zeros first where it has fewer than `least`.
fn push_digits(out: &mut String, mut number: u64, least: usize) {
    let (mut digits, mut count) = ([0_u8; 20], 0);
    for slot in &mut digits {
        if number == 0 && count >= least {
            break;
        }
        *slot = b'0' + (number % 10) as u8;
        (number, count) = (number / 10, count + 1);
    }
    digits.iter().take(count).rev().for_each(|digit| out.push(char::from(*digit)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_those_of_the_exact_values() {
        let mut state = 1_u64;
        for round in 0..20_000 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let decimals = round % 8;
            // Whole steps of a fourth and an eighth have ties.
            let steps = (state >> 40) as f64 - 8e6;
            for value in [steps / 8.0, steps * 1e-6, steps / 7.0 * 1e-3, steps * 1e5, steps * 1e-12] {
                let exact = format!("{value:.decimals$}");
                let exact =
                    if exact.contains('.') { exact.trim_end_matches('0').trim_end_matches('.') } else { &exact };
                let mut out = String::new();
                push(&mut out, value, decimals);
                assert_eq!(out, if exact == "-0" { "0" } else { exact }, "{value} {decimals}");
            }
        }
    }

    #[test]
    fn numbers_are_short_and_have_no_minus_before_a_zero() {
        let written = |value: f64, decimals: usize| {
            let mut out = "x".to_owned();
            push(&mut out, value, decimals);
            out
        };
        let cases = [(12.5, 3, "x12.5"), (-0.0004, 3, "x0"), (100.0, 0, "x100"), (7.0, 2, "x7"), (-0.05, 1, "x-0.1")];
        for (value, decimals, text) in cases {
            assert_eq!(written(value, decimals), text);
        }
    }

    #[test]
    fn lengths_of_a_file_round_trip() {
        let written = |value: f64, size: f64| {
            let mut out = String::new();
            Decimals::new(None, None, size).length(&mut out, value);
            out
        };
        assert_eq!(written(f64::from(91.23456_f32), 170.0), "91.23456");
        assert_eq!(written(f64::from(-0.0_f32), 170.0), "0");
        assert_eq!(written(1.0 / 3.0, 170.0), "0.3333333");
        assert_eq!(written(f64::from(1e-30_f32), 1.0), "0");
        for value in [0.1_f32, 16_777_217.0, 3.402_823_5e38, 1e-7] {
            assert_eq!(written(f64::from(value), 1.0).parse::<f64>().unwrap() as f32, value);
        }
    }
}
