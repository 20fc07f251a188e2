//! What must hold of every outcome of reading, whatever the file was.

use marey::model::Clip;
use marey::{Location, ParseError, Warning};

use super::File;
use super::check_clip::check_clip;

/// Checks the outcome of reading the last of some files. The error says what is wrong.
pub fn check(result: &Result<Clip, ParseError>, files: &[File]) -> Result<(), String> {
    let inside = |place: Option<Location>, file: &str| place.is_some_and(|place| is_inside(place, file, files));
    match result {
        Ok(clip) => {
            // A warning about a skin as a whole has no place.
            let placed = |warning: &Warning| match warning.location {
                None => warning.code.starts_with("obj."),
                place => inside(place, &warning.file),
            };
            let odd = clip.warnings.iter().find(|warning| !placed(warning) || warning.message.is_empty());
            check_clip(clip)?;
            odd.map_or(Ok(()), |warning| Err(format!("a warning without a place or a message: {warning:?}")))
        }
        Err(refusal) => {
            let described = !refusal.message().is_empty() && !refusal.code().is_empty();
            sure(described && inside(refusal.location(), refusal.file()), "a refusal without a place or a message")
                .map_err(|what| format!("{what}: {refusal:?}"))
        }
    }
}

fn sure(holds: bool, what: &str) -> Result<(), String> {
    if holds { Ok(()) } else { Err(what.to_owned()) }
}

/// Whether a place is in the file of that name, or in the last file where there is no name.
fn is_inside(place: Location, file: &str, files: &[File]) -> bool {
    let named = files.iter().find(|(name, _)| name == file);
    let Some((_, bytes)) = (if file.is_empty() { files.last() } else { named }) else { return false };
    let packed = bytes.starts_with(&[0x1f, 0x8b]);
    // Half of a UTF-16 unit counts as one.
    packed || place.byte <= bytes.len() as u64 + 1
}
