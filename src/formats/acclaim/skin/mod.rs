//! Skins: the surfaces that a skeleton's file may list, and which of those that were given a figure has.
//!
//! [`obj`] reads one, [`mesh`] makes triangles of its polygons.

mod mesh;
mod obj;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use super::rig::Rig;
use crate::error::{Limits, Warning};
use crate::formats::clip_name;
use crate::formats::warning_log::WarningLog;
use crate::model::Skin;

/// A file that may hold a skin. It is only read when a skeleton asks for it.
#[derive(Debug, Clone)]
pub(super) struct SkinFile {
    pub(super) name: Arc<str>,
    pub(super) bytes: Arc<[u8]>,
}

/// The skin of a figure, where it has one, and what was odd about the files that were tried.
#[derive(Debug, Clone, Default)]
pub(super) struct ChosenSkin {
    pub(super) skin: Option<Arc<Skin>>,
    /// They name their file.
    pub(super) warnings: Vec<Warning>,
    pub(super) warnings_dropped: u64,
}

/// The first of `files` that the skeleton's own file lists, or else the first one that has groups for its bones.
pub(super) fn choose(rig: &Rig, files: &[SkinFile], limits: &Limits) -> ChosenSkin {
    let listed = |name: &str| rig.skins.iter().position(|skin| clip_name(skin).eq_ignore_ascii_case(&clip_name(name)));
    let mut files: Vec<&SkinFile> = files.iter().collect();
    files.sort_by_key(|file| listed(&file.name).unwrap_or(usize::MAX));
    // Groups of faces are "named exactly the same as the bone names": a bone's numeric id is no name.
    let joint_of = |name: &[u8]| {
        let part = rig.parts.get(rig.part(name)?)?;
        part.name.as_bytes().eq_ignore_ascii_case(name).then_some(part.joint)
    };
    let mut chosen = ChosenSkin::default();
    for SkinFile { name, bytes } in files {
        let mut warnings = WarningLog::new(limits);
        let skin = obj::read(name, bytes, &rig.skeleton, joint_of, rig.factor, &mut warnings);
        let (own, dropped) = warnings.into_list();
        let own = own.into_iter().map(|warning| Warning { file: name.to_string(), ..warning });
        if let Some(skin) = skin {
            // Why other files were passed over matters no more.
            return ChosenSkin { skin: Some(Arc::new(skin)), warnings: own.collect(), warnings_dropped: dropped };
        }
        chosen.warnings.extend(own);
        chosen.warnings_dropped += dropped;
    }
    chosen
}
