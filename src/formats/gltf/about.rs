//! The facts that a file states about itself, and what people should know of its figure.

use super::figure::GltfFigure;
use super::humanoid::Humanoid;
use super::json::Json;
use crate::body::bone_in_words;
use crate::decimal;
use crate::error::{Limits, Location};
use crate::formats::reading::WarningLog;
use crate::formats::reading::scenes::start_of;
use crate::model::Bounds;
use crate::pose::Pose;

/// A figure outside this range, in metres, is probably in another unit than the standard's.
const PLAUSIBLE: std::ops::RangeInclusive<f32> = 0.1..=20.0;

/// Whether Marey wrote the file.
pub(super) fn is_own(root: &Json<'_>) -> bool {
    root.get("asset").and_then(|asset| asset.text("generator")).is_some_and(|generator| generator.starts_with("Marey "))
}

/// Headings and texts.
pub(super) fn notes(root: &Json<'_>, limits: &Limits) -> Vec<(String, String)> {
    let mut notes = Vec::new();
    let mut add = |title: &str, text: Option<&str>| {
        if let Some(text) = text.filter(|text| !text.trim().is_empty()) {
            notes.push((title.to_owned(), start_of(text, limits.name_bytes).to_owned()));
        }
    };
    let asset = |name: &str| root.get("asset").and_then(|asset| asset.text(name));
    add("Written by", asset("generator"));
    add("Copyright", asset("copyright"));
    let meta = |extension: &str| root.inner(&["extensions", extension, "meta"]);
    add(
        "Title",
        meta("VRM").and_then(|meta| meta.text("title")).or_else(|| meta("VRMC_vrm").and_then(|meta| meta.text("name"))),
    );
    add("Author", meta("VRM").and_then(|meta| meta.text("author")));
    let authors = meta("VRMC_vrm").map_or(&[][..], |meta| meta.list("authors")).iter().filter_map(Json::as_text);
    add("Author", Some(&authors.take(10).collect::<Vec<_>>().join(", ")));
    notes
}

/// Each joint's bone of a humanoid in words; an empty list for other figures.
pub(super) fn labels(figure: &GltfFigure, humanoid: &Humanoid) -> Vec<Box<str>> {
    if humanoid.bones.is_empty() {
        return Vec::new();
    }
    let mut labels = vec![Box::default(); figure.skeleton.len()];
    for (bone, node) in &humanoid.bones {
        if let Some(label) = figure.joint(*node).and_then(|joint| labels.get_mut(usize::from(joint))) {
            *label = bone_in_words(bone).into_boxed_str();
        }
    }
    labels
}

/// Warns of a figure whose size says that the file does not keep to the standard's unit.
pub(super) fn warn(figure: &GltfFigure, place: Location, warnings: &mut WarningLog) {
    let mut bounds = Bounds::EMPTY;
    Pose::rest(&figure.skeleton).world.iter().for_each(|world| bounds.include(world.translation.into()));
    let size = bounds.size().max_element();
    if figure.skeleton.len() > 2 && size > 0.0 && !PLAUSIBLE.contains(&size) {
        let probably =
            if size > *PLAUSIBLE.end() { "it is probably in centimetres" } else { "its unit is probably another one" };
        let size = decimal::text(f64::from(size), if size < 1.0 { 4 } else { 1 });
        let message = format_args!("the figure is {size} m large, because glTF counts in metres; {probably}");
        warnings.each("gltf.size", place, message);
    }
}
