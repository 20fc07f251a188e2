//! Own marks in a file: events and spans that a person named, as a second section behind the packed motion.
//!
//! Readers of files without marks ignore what is behind the motion. The section has the motion's header with [`TAG`] in place of the
//! version; its payload is text in UTF-8, as the player's attribute `marks` has it: `step@1.25; turn@2-3.5`, names with seconds.

use marey::model::Clip;

use super::envelope;

/// Title of the note that holds a clip's own marks, text as the player's attribute `marks` has it. Files (`.marey`) keep it.
pub const MARKS_NOTE: &str = "Own marks";

/// First byte of the section.
const TAG: u8 = b'm';
/// Most bytes of the text: hundreds of marks with long names.
const MOST_BYTES: usize = 64 << 10;

/// The section of a clip's marks; empty without marks, and where they do not fit.
pub(super) fn section(clip: &Clip) -> Vec<u8> {
    let text = clip.about.notes.iter().find(|(title, _)| title == MARKS_NOTE).map_or("", |(_, text)| text.trim());
    if text.is_empty() || !fits(text) { Vec::new() } else { envelope::wrap(TAG, text.as_bytes()) }
}

/// Whether a text of marks is short enough for a file.
pub(super) fn fits(text: &str) -> bool {
    text.trim().len() <= MOST_BYTES
}

/// The marks behind the motion of a file. A section that is damaged, too long or of another kind is no reason to refuse the motion.
pub(super) fn read(behind: &[u8]) -> Option<String> {
    let (text, _) = envelope::unwrap(behind, TAG, MOST_BYTES as u64).ok()?;
    let text: String = std::str::from_utf8(text).ok()?.chars().filter(|letter| !letter.is_control()).collect();
    (!text.trim().is_empty()).then_some(text)
}
