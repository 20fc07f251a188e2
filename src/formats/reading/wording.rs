//! Counts and lists in messages.

use std::fmt;

const MAX_NAMES: usize = 3;

/// A count and its noun with a regular plural: `1 value`, `2 values`, `2 meshes`.
pub(crate) struct Count(pub(crate) usize, pub(crate) &'static str);

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(count, noun) = self;
        let plural = if noun.ends_with("sh") { "es" } else { "s" };
        write!(f, "{count} {noun}{}", if *count == 1 { "" } else { plural })
    }
}

/// The message for a binary file that is cut or damaged, with what helps.
pub(crate) fn damaged(message: &str) -> String {
    format!("{message}: the file is cut or damaged; fetch or export it again")
}

/// `a, b, c and 12 more`.
pub(crate) fn folded<T: AsRef<str>>(names: &[T]) -> String {
    let mut text = String::new();
    for (index, name) in names.iter().take(MAX_NAMES).enumerate() {
        text += if index > 0 { ", " } else { "" };
        text += name.as_ref();
    }
    let more = names.len().saturating_sub(MAX_NAMES);
    if more > 0 {
        text += &format!(" and {more} more");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_singular_and_long_lists_are_shortened() {
        assert_eq!([0, 1, 2].map(|n| Count(n, "value").to_string()), ["0 values", "1 value", "2 values"]);
        assert_eq!(Count(2, "mesh").to_string(), "2 meshes");
        assert_eq!([folded(&["a", "b", "c"]), folded(&["a", "b", "c", "d"])], ["a, b, c", "a, b, c and 1 more"]);
    }
}
