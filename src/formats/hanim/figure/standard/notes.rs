//! Notes for people: headings and texts.

use std::borrow::Cow;

/// Most lines in one note.
const MOST_LISTED: usize = 12;

/// Adds a note with the first lines and the number of the others; no note without lines.
pub(crate) fn list(notes: &mut Vec<(String, String)>, heading: &str, mut lines: impl Iterator<Item = String>) {
    let first: Vec<String> = lines.by_ref().take(MOST_LISTED).collect();
    if first.is_empty() {
        return;
    }
    let mut text = first.join("; ");
    let more = lines.count();
    if more > 0 {
        text += &format!("; and {more} more");
    }
    notes.push((heading.to_owned(), text));
}

/// Quotes a name that begins or ends with a blank, which would be invisible.
pub(super) fn shown_with_blanks(name: &str) -> Cow<'_, str> {
    if name.trim() == name { Cow::Borrowed(name) } else { Cow::Owned(format!("`{}`", name.escape_debug())) }
}
