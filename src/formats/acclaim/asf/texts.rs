//! Texts of a skeleton file for people to read.

use std::fmt::Write as _;

use glam::DVec3;

use super::draft::{BoneDraft, Draft};
use crate::decimal;

/// Longer texts are cut here, bytes.
pub(super) const LONGEST_NOTE: usize = 32 << 10;

/// A bone's dofs and their limits, as written.
pub(super) fn channels(bone: &BoneDraft<'_>) -> String {
    let mut text = String::new();
    let written = |(word, value): &(&[u8], f64)| match *value {
        f64::INFINITY => "inf".to_owned(),
        f64::NEG_INFINITY => "-inf".to_owned(),
        _ => String::from_utf8_lossy(word).into_owned(),
    };
    for (index, (dof, _)) in bone.dofs.iter().enumerate() {
        let gap = if index > 0 { " " } else { "" };
        text.extend([gap, dof.name()]);
        if let Some([low, high]) = bone.limits.get(2 * index..2 * index + 2) {
            write!(text, " ({} {})", written(low), written(high)).ok();
        }
    }
    text
}

pub(super) fn notes(draft: &Draft<'_>) -> Vec<(String, String)> {
    let skins = draft.skins.join(", ");
    let list = [
        ("Root", root_frame(&draft.root)),
        ("Name", String::from_utf8_lossy(draft.name).into_owned()),
        ("Documentation", draft.documentation.join("\n")),
        (if draft.skins.len() == 1 { "Skin" } else { "Skins" }, skins),
    ];
    list.into_iter()
        .filter(|(_, text)| !text.is_empty())
        .map(|(title, text)| (title.to_owned(), shortened(text)))
        .collect()
}

/// The root's position and orientation, if not 0.
fn root_frame(root: &BoneDraft<'_>) -> String {
    let mut parts = Vec::new();
    if root.vector != DVec3::ZERO {
        parts.push(format!("position {}", numbers(root.vector)));
    }
    if root.angles != DVec3::ZERO {
        parts.push(format!("orientation {}", numbers(root.angles)));
    }
    if parts.is_empty() { String::new() } else { format!("{}: it moves and turns inside this frame", parts.join(", ")) }
}

fn numbers(vector: DVec3) -> String {
    vector.to_array().map(|number| decimal::text(number, 6)).join(" ")
}

fn shortened(mut text: String) -> String {
    if text.len() > LONGEST_NOTE {
        text.truncate((0..=LONGEST_NOTE).rfind(|end| text.is_char_boundary(*end)).unwrap_or(0));
        text += " \u{2026}";
    }
    text
}
