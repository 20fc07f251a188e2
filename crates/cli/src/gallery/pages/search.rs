//! The table that the script searches.

use serde_json::{Value, json};

use super::super::Gallery;

/// `index.json`: an object of columns, since those of one kind compress well.
pub(super) fn table(gallery: &Gallery) -> String {
    let facts = || gallery.clips.iter().map(|clip| &clip.facts);
    let rounded = |value: f64| (value * 100.0).round() / 100.0;
    let object = json!({
        "generator": concat!("marey ", env!("CARGO_PKG_VERSION")),
        "player": gallery.has_player,
        "slug": gallery.clips.iter().map(|clip| clip.slug.as_str()).collect::<Value>(),
        "path": facts().map(|facts| facts.path.as_str()).collect::<Value>(),
        "format": facts().map(|facts| facts.format.as_str()).collect::<Value>(),
        "joints": facts().map(|facts| facts.joints).collect::<Value>(),
        "frames": facts().map(|facts| facts.frames).collect::<Value>(),
        "fps": facts().map(|facts| rounded(facts.rate)).collect::<Value>(),
        "seconds": facts().map(|facts| rounded(facts.seconds)).collect::<Value>(),
        "travel": facts().map(|facts| facts.travel.map(rounded)).collect::<Value>(),
        "moment": facts().map(|facts| facts.moment.map(rounded)).collect::<Value>(),
        "packed": facts().map(|facts| facts.packed.is_some()).collect::<Value>(),
        "warnings": facts().map(|facts| facts.warnings.len()).collect::<Value>(),
    });
    format!("{object}\n")
}
