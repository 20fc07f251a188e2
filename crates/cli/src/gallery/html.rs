//! Texts, addresses and numbers in pages. Names of files may contain anything.

use std::fmt::Write;

/// A text as content of an element or value of a quoted attribute. Characters that HTML and XML cannot represent become spaces.
pub(super) fn escaped(text: &str) -> String {
    marey::codes::escaped(text, ' ')
}

/// A name in a text: its writing direction does not change that of the text around it.
pub(super) fn name(text: &str) -> String {
    format!("<bdi>{}</bdi>", escaped(text))
}

/// A path with `/` as part of an address. All but letters, digits, `-`, `.`, `_` and `~` is percent-encoded.
pub(super) fn address(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            out.push(char::from(byte));
        } else {
            // Writing to a String cannot fail.
            let _ = write!(out, "%{byte:02X}");
        }
    }
    out
}

/// `4.30 s`, or with one decimal in lists: `4.3 s`, `2 min 5 s`, `14 h 12 min`. Less than a second has two decimals.
pub(super) fn length(seconds: f64, decimals: usize) -> String {
    if seconds < 1.0 {
        return format!("{seconds:.2} s");
    }
    if seconds < 100.0 {
        return format!("{seconds:.decimals$} s");
    }
    let whole = seconds.round() as u64;
    let (hours, minutes) = (whole / 3600, whole / 60 % 60);
    if hours > 0 { format!("{} h {minutes} min", grouped(hours)) } else { format!("{minutes} min {} s", whole % 60) }
}

/// `405 kB`.
pub(super) fn size(bytes: u64) -> String {
    let bytes = bytes as f64;
    match bytes {
        _ if bytes < 1e3 => format!("{bytes} B"),
        _ if bytes < 99.5e2 => format!("{:.1} kB", bytes / 1e3),
        _ if bytes < 999.5e3 => format!("{:.0} kB", bytes / 1e3),
        _ if bytes < 999.5e6 => format!("{:.1} MB", bytes / 1e6),
        _ => format!("{:.1} GB", bytes / 1e9),
    }
}

/// `2,500`.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// `1 clip`, `2,500 clips`.
pub(super) fn count(number: usize, noun: &str) -> String {
    format!("{} {noun}{}", grouped(number as u64), if number == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hostile_names_are_only_text() {
        assert_eq!(escaped("<b a=\"1\" b='2'>&\u{1}"), "&lt;b a=&quot;1&quot; b=&#39;2&#39;&gt;&amp; ");
        assert_eq!(address("a b/ü?#\"'<.bvh"), "a%20b/%C3%BC%3F%23%22%27%3C.bvh");
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!([999, 1000, 1_234_567].map(grouped), ["999", "1,000", "1,234,567"]);
        assert_eq!([4.3, 125.0, 51_120.0].map(|seconds| length(seconds, 1)), ["4.3 s", "2 min 5 s", "14 h 12 min"]);
        assert_eq!([12, 4_050, 405_000, 1_900_000_000].map(size), ["12 B", "4.0 kB", "405 kB", "1.9 GB"]);
    }
}
