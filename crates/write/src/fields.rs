//! Fields of tables of comma-separated values, as all tables of numbers have them.

/// A number to nine places, without zeros at its end.
pub fn csv_number(value: f64) -> String {
    let text = format!("{value:.9}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".into() } else { text.into() }
}

/// A text as RFC 4180 writes it.
pub fn csv_text(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_short_and_quoted_where_needed() {
        assert_eq!([1.5, -1e-12, 1.0 / 3.0, 20.0].map(csv_number), ["1.5", "0", "0.333333333", "20"]);
        assert_eq!(csv_text("a \"walk\", slow"), "\"a \"\"walk\"\", slow\"");
    }
}
