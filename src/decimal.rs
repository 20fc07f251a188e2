//! Short decimal numbers. The standard library's functions, exact to the last bit, would add a tenth to the download.

/// Writes `value` rounded to `places` decimal places (at most 12), without trailing zeros.
pub fn write(out: &mut String, value: f64, places: u32) {
    let one = 10_i64.pow(places);
    // The cast saturates, and turns NaN into 0.
    let scaled = (value * one as f64).round() as i64;
    if scaled < 0 {
        out.push('-');
    }
    let (whole, mut behind) = (scaled.unsigned_abs() / one as u64, scaled.unsigned_abs() % one as u64);
    out.push_str(&whole.to_string());
    let mut unit = one as u64 / 10;
    if behind > 0 {
        out.push('.');
    }
    while behind > 0 {
        out.push(char::from(b'0' + (behind / unit) as u8));
        (behind, unit) = (behind % unit, unit / 10);
    }
}

/// As [`write`], returned as a text.
#[cfg(any(feature = "acclaim", feature = "hanim"))]
pub fn text(value: f64, places: u32) -> String {
    let mut out = String::new();
    write(&mut out, value, places);
    out
}

/// Reads numbers like `-12.5`, `+3` and `.5`; no exponents.
pub fn read(text: &str) -> Option<f32> {
    let text = text.trim();
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let (mut value, mut unit, mut seen, mut behind) = (0.0_f64, 1.0_f64, false, false);
    for byte in digits.bytes() {
        match byte {
            b'0'..=b'9' => {
                value = value * 10.0 + f64::from(byte - b'0');
                unit *= if behind { 10.0 } else { 1.0 };
                seen = true;
            }
            b'.' if !behind => behind = true,
            _ => return None,
        }
    }
    let value = (if negative { -value } else { value } / unit) as f32;
    (seen && value.is_finite()).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(value: f64, places: u32) -> String {
        let mut out = String::new();
        write(&mut out, value, places);
        out
    }

    #[test]
    fn numbers_are_written_short() {
        let cases = [(0.0, "0"), (-0.0, "0"), (12.5, "12.5"), (-3.0625, "-3.063"), (0.001, "0.001"), (7.0004, "7")];
        for (value, text) in cases {
            assert_eq!(written(value, 3), text);
        }
        assert_eq!(written(-0.04, 1), "0");
        assert_eq!((written(f64::NAN, 3).as_str(), written(1e30, 0).len()), ("0", 19));
    }

    #[test]
    fn written_numbers_are_read_back() {
        for value in [0.0, 1.5, -273.125, 0.001, 12345.5] {
            assert_eq!(read(&written(value, 3)), Some(value as f32));
        }
        for (text, value) in [(" +3 ", 3.0), (".5", 0.5), ("-2.", -2.0)] {
            assert_eq!(read(text), Some(value));
        }
        for bad in ["", ".", "-", "1e5", "1.2.3", "x", "--1", "nan"] {
            assert_eq!(read(bad), None, "{bad}");
        }
        assert_eq!(read(&"9".repeat(400)), None);
    }
}
