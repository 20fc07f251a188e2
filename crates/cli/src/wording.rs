//! Numbers and lists in the sentences that are printed.

/// So many names of a list are told.
const TOLD: usize = 3;

/// `1 joint`, `2 joints`. `noun` is in the singular and takes an `s`.
pub(super) fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// `a, b, c and 12 more`.
pub(super) fn folded<T: AsRef<str>>(names: &[T]) -> String {
    let told: Vec<&str> = names.iter().take(TOLD).map(AsRef::as_ref).collect();
    let more = names.len() - told.len();
    let text = told.join(", ");
    if more == 0 { text } else { format!("{text} and {more} more") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_singular_and_long_lists_fold() {
        assert_eq!([0, 1, 2].map(|n| counted(n, "joint")), ["0 joints", "1 joint", "2 joints"]);
        assert_eq!(folded(&["a", "b", "c"]), "a, b, c");
        assert_eq!(folded(&["a", "b", "c", "d", "e"]), "a, b, c and 2 more");
    }
}
