//! Parts of lists and texts.

/// Each item with the next one.
pub(super) fn pairs<T>(list: &[T]) -> impl Iterator<Item = (&T, &T)> {
    list.iter().zip(list.iter().skip(1))
}

/// The longest start of a text that has at most so many bytes and ends between two characters.
pub(super) fn start_of(text: &str, bytes: usize) -> &str {
    let end = (0..=bytes.min(text.len())).rev().find(|end| text.is_char_boundary(*end));
    text.get(..end.unwrap_or(0)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_cut_between_characters() {
        assert_eq!((start_of("a\u{f6}b", 2), start_of("a\u{f6}b", 3), start_of("ab", 9)), ("a", "a\u{f6}", "ab"));
        assert_eq!(pairs(&[1, 2, 3]).collect::<Vec<_>>(), [(&1, &2), (&2, &3)]);
    }
}
