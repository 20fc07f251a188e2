//! What was done to a motion, where a format has room for it.

use marey::model::Clip;

/// The heading of the [note](marey::model::About::notes) that says how a motion was mended. Comments of AMC, `meta` of X3D, `asset.extras.mended` of glTF and the key
/// `mended` of NPZ have its text; BVH, whose readers break at comments, has none.
pub const MENDED: &str = "Mended";

/// That note's text, on one line.
pub(crate) fn mended(clip: &Clip) -> Option<String> {
    let (_, text) = clip.about.notes.iter().find(|(heading, _)| heading == MENDED)?;
    Some(text.split_whitespace().collect::<Vec<_>>().join(" ")).filter(|text| !text.is_empty())
}
