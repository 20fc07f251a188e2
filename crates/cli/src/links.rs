//! Motion in the text of a link, as `marey link` prints it.

use std::path::Path;

use marey::ParseError;
use marey::link::{LINK_LIMITS, from_text};
use marey::model::Clip;

/// No link is longer by far.
pub(super) const MOST_BYTES: usize = 1 << 20;
/// A text without blanks and points that is so long is more likely a packed motion than a file's name.
const LONG_NAME: usize = 64;
/// So much of a link is shown.
const SHOWN: usize = 12;

/// The clip in an argument that is no file's name: a link, its fragment, or the packed text alone.
pub(super) fn clip_of_argument(argument: &str) -> Option<Result<Clip, ParseError>> {
    if argument == "-" || Path::new(argument).exists() { None } else { clip_in(argument) }
}

/// The clip in a text that is a link, its fragment, or the packed text alone. `None` where it is none of these.
pub(super) fn clip_in(text: &str) -> Option<Result<Clip, ParseError>> {
    let text = text.trim();
    if let Some(packed) = parameter(text) {
        return Some(from_text(packed, &LINK_LIMITS));
    }
    // The packed text has a checksum, which few other texts have.
    let is_long =
        text.len() >= LONG_NAME && text.bytes().all(|c| c.is_ascii_alphanumeric() || matches!(c, b'-' | b'_'));
    let clip = from_text(text, &LINK_LIMITS);
    (clip.is_ok() || is_long).then_some(clip)
}

/// What stands behind `clip=` in the fragment or the query of a link.
fn parameter(text: &str) -> Option<&str> {
    let is_start =
        |at: usize| text.get(..at).is_some_and(|before| before.is_empty() || before.ends_with(['#', '?', '&']));
    let (at, name) = text.match_indices("clip=").find(|(at, _)| is_start(*at))?;
    text.get(at + name.len()..)?.split(['&', '#']).next()
}

/// A link as it is called in what is printed.
pub(super) fn shortened(text: &str) -> String {
    let packed = parameter(text.trim()).unwrap_or(text.trim());
    let start: String = packed.chars().take(SHOWN).collect();
    format!("#clip={start}{}", if start.len() < packed.len() { ".." } else { "" })
}
