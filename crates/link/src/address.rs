//! Motions in the addresses of pages.

use marey::ParseError;
use marey::model::Clip;

use super::decode::{from_text, link_limits};

/// A text of this length without blanks and dots is more likely a packed motion than a file name.
const LONG_NAME: usize = 64;

/// The clip in a text: a link, its fragment, or the packed text. `None` for other texts.
pub fn clip_in(text: &str) -> Option<Result<Clip, ParseError>> {
    let text = text.trim();
    if let Some(packed) = parameter(text) {
        return Some(from_text(packed, &link_limits()));
    }
    // Other texts are unlikely to have a valid checksum.
    let is_long =
        text.len() >= LONG_NAME && text.bytes().all(|c| c.is_ascii_alphanumeric() || matches!(c, b'-' | b'_'));
    let clip = from_text(text, &link_limits());
    (clip.is_ok() || is_long).then_some(clip)
}

/// The value of `clip=` in the fragment or the query of a link.
pub fn parameter(text: &str) -> Option<&str> {
    let is_start =
        |at: usize| text.get(..at).is_some_and(|before| before.is_empty() || before.ends_with(['#', '?', '&']));
    let (at, name) = text.match_indices("clip=").find(|(at, _)| is_start(*at))?;
    text.get(at + name.len()..)?.split(['&', '#']).next()
}
