//! Files that were given together.

use super::{Companions, Kind, parse_with, sniff};
use crate::error::{Limits, ParseError};
use crate::model::Clip;

/// Reads files that belong together, in any order, and gives the clips that they make with the names of their files: each
/// motion with the skeleton and the skin that fit it, and each skeleton that no motion moves, at rest. A file that cannot be
/// read, or lacks its skeleton, gives its refusal; skins give nothing where there is a skeleton.
pub fn parse_set(files: &[(&str, &[u8])], limits: Limits) -> Vec<(String, Result<Clip, ParseError>)> {
    let mut companions = Companions::default();
    for (name, bytes) in files {
        companions.add(name, bytes, &limits);
    }
    let kinds: Vec<Option<Kind>> = files.iter().map(|(name, bytes)| sniff(name, bytes).ok()).collect();
    let read = |index: usize| {
        let (name, bytes) = files.get(index)?;
        Some((index, parse_with(name, bytes, limits, companions.clone())))
    };
    let is = |index: usize, kind: Kind| kinds.get(index) == Some(&Some(kind));
    let has_skeleton = kinds.contains(&Some(Kind::Asf));
    let skeletons = |index: &usize| is(*index, Kind::Asf);
    let alone = |index: &usize| !(skeletons(index) || has_skeleton && is(*index, Kind::Obj));
    let mut clips: Vec<_> = (0..files.len()).filter(alone).filter_map(read).collect();
    let used: Vec<String> =
        clips.iter().filter_map(|(_, clip)| Some(clip.as_ref().ok()?.about.skeleton_file.clone())).collect();
    // A skeleton that was refused when a motion needed it is not refused again.
    let blamed: Vec<String> =
        clips.iter().filter_map(|(_, clip)| Some(clip.as_ref().err()?.file().to_owned())).collect();
    let free = |index: &usize| {
        let name = files.get(*index).map_or("", |(name, _)| *name);
        !used.iter().chain(&blamed).any(|other| other == name)
    };
    clips.extend((0..files.len()).filter(|index| skeletons(index) && free(index)).filter_map(read));
    clips.sort_by_key(|(index, _)| *index);
    let named = |(index, clip): (usize, _)| Some((files.get(index)?.0.to_owned(), clip));
    clips.into_iter().filter_map(named).collect()
}
