//! Skins that a skeleton's file may list: [`obj`] reads a file, [`mesh`] makes triangles of its polygons.

mod mesh;
mod obj;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use super::rig::AcclaimRig;
use crate::checked::Checked;
use crate::compact::sorting::sort_by_key;
use crate::error::{Limits, Warning};
use crate::formats::reading::WarningLog;
use crate::formats::reading::input::clip_name;
use crate::model::Skin;

/// A file that may hold a skin, read only when a skeleton needs it.
#[derive(Debug, Clone)]
pub(super) struct SkinFile {
    pub(super) name: Arc<str>,
    pub(super) bytes: Arc<[u8]>,
}

/// The skin of a figure, if any fits, and the warnings about the files.
#[derive(Debug, Clone, Default)]
pub(super) struct ChosenSkin {
    pub(super) skin: Option<Arc<Skin>>,
    /// Names of all files that fit, the chosen one included.
    pub(super) fitting: Vec<String>,
    /// Each names its file.
    pub(super) warnings: Vec<Warning>,
    pub(super) warnings_dropped: u64,
}

/// How well a skin fits a figure; the greatest is best. A skeleton may list several: "block figure, med res and high res skins".
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct SkeletonFit {
    /// The user chose it.
    wanted: bool,
    listed: bool,
    /// Number of joints with triangles.
    joints: usize,
    /// Number of triangles: the finest is best.
    triangles: usize,
}

/// Number of joints with triangles in a rigid skin.
fn joints_of(skin: &Skin) -> usize {
    let mut has_part = vec![false; skin.bind_count()];
    for corner in skin.corners() {
        has_part.put(corner.first as usize, true);
    }
    has_part.into_iter().filter(|part| *part).count()
}

/// The best of the `files` with groups for the skeleton's bones, or the `wanted` one.
pub(super) fn choose(rig: &AcclaimRig, files: &[SkinFile], wanted: Option<&str>, limits: &Limits) -> ChosenSkin {
    let place = |name: &str| rig.skins.iter().position(|skin| clip_name(skin).eq_ignore_ascii_case(&clip_name(name)));
    let mut files: Vec<&SkinFile> = files.iter().collect();
    sort_by_key(&mut files, |file| place(&file.name).unwrap_or(usize::MAX));
    // Groups of faces are "named exactly the same as the bone names": a bone's numeric id is no name.
    let joint_of = |name: &[u8]| {
        let part = rig.parts.get(rig.part(name)?)?;
        part.name.as_bytes().eq_ignore_ascii_case(name).then_some(part.joint)
    };
    let mut best: Option<(SkeletonFit, ChosenSkin)> = None;
    let mut fitting = Vec::new();
    let mut unfit = ChosenSkin::default();
    for SkinFile { name, bytes } in files {
        let mut warnings = WarningLog::new(limits);
        let skin = obj::read(name, bytes, &rig.skeleton, joint_of, rig.factor, &mut warnings);
        let (own, dropped) = warnings.into_list();
        let own = own.into_iter().map(|warning| Warning { file: name.to_string(), ..warning });
        let Some(skin) = skin else {
            unfit.warnings.extend(own);
            unfit.warnings_dropped += dropped;
            continue;
        };
        fitting.push(name.to_string());
        let fit = SkeletonFit {
            wanted: wanted == Some(name),
            listed: place(name).is_some(),
            joints: joints_of(&skin),
            triangles: skin.triangles().len(),
        };
        if best.as_ref().is_none_or(|(other, _)| fit > *other) {
            let skin = Some(Arc::new(skin));
            best = Some((
                fit,
                ChosenSkin { skin, warnings: own.collect(), warnings_dropped: dropped, ..ChosenSkin::default() },
            ));
        }
    }
    // With a skin chosen, problems of the other files do not matter.
    best.map_or(unfit, |(_, worn)| ChosenSkin { fitting, ..worn })
}
