//! Numbers written with few places. The standard library's functions, exact to the last bit, would add a tenth to the download.

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
pub fn text(value: f64, places: u32) -> String {
    let mut out = String::new();
    write(&mut out, value, places);
    out
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
}
