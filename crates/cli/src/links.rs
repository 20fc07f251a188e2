//! Motions in links, as `marey link` prints them.

use std::path::Path;

use marey::ParseError;
use marey::model::Clip;
use marey_link::{clip_in, parameter};

/// Longest link: far more than any has.
pub(super) const MOST_BYTES: usize = 1 << 20;
/// Characters of a link in messages.
const SHOWN: usize = 12;

/// The clip in an argument: a link, its fragment, or the packed text. `None` for `-` and existing files.
pub(super) fn clip_of_argument(argument: &str) -> Option<Result<Clip, ParseError>> {
    if argument == "-" || Path::new(argument).exists() { None } else { clip_in(argument) }
}

/// A link's name in messages.
pub(super) fn shortened(text: &str) -> String {
    let packed = parameter(text.trim()).unwrap_or(text.trim());
    let start: String = packed.chars().take(SHOWN).collect();
    format!("#clip={start}{}", if start.len() < packed.len() { ".." } else { "" })
}
