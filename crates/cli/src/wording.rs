//! Numbers and lists in messages.

/// Most names of a list in a message.
const MOST_LISTED: usize = 3;

/// `1 joint`, `2 joints`. `noun` is a singular with a plural in `s`.
pub(super) fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// `a, b, c and 12 more`.
pub(super) fn folded<T: AsRef<str>>(names: &[T]) -> String {
    let listed: Vec<&str> = names.iter().take(MOST_LISTED).map(AsRef::as_ref).collect();
    let more = names.len() - listed.len();
    let text = listed.join(", ");
    if more == 0 { text } else { format!("{text} and {more} more") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_singular_and_long_lists_are_shortened() {
        assert_eq!([0, 1, 2].map(|n| counted(n, "joint")), ["0 joints", "1 joint", "2 joints"]);
        assert_eq!(folded(&["a", "b", "c"]), "a, b, c");
        assert_eq!(folded(&["a", "b", "c", "d", "e"]), "a, b, c and 2 more");
    }
}
