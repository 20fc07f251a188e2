//! The parts of JSON that glTF needs.

use std::fmt::{Display, Write};

/// A text as JSON writes it, with its quotes.
pub fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for character in text.chars() {
        match character {
            '"' | '\\' => {
                out.push('\\');
                out.push(character);
            }
            control if control < ' ' => drop(write!(out, "\\u{:04x}", u32::from(control))),
            other => out.push(other),
        }
    }
    out.push('"');
    out
}

/// A JSON array of finite numbers.
pub(super) fn list<T: Display>(items: impl IntoIterator<Item = T>) -> String {
    let mut out = String::from("[");
    for (index, item) in items.into_iter().enumerate() {
        let comma = if index > 0 { "," } else { "" };
        let _ = write!(out, "{comma}{item}");
    }
    out.push(']');
    out
}

/// A JSON array of finite numbers with `f32` precision, and without -0.
pub(super) fn floats(items: impl IntoIterator<Item = f64>) -> String {
    list(items.into_iter().map(|item| item as f32 + 0.0))
}
