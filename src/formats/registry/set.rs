//! Reads several files together.

use super::companions::Companions;
use super::formats::Formats;
use super::parser::parse_with;
use crate::error::{Limits, ParseError};
use crate::formats::reading::Role;
use crate::model::Clip;

/// Reads files that belong together, in any order. Returns clips with their file names: every motion, with the skeleton and skin
/// that fit it, and every unused skeleton at rest. Files that cannot be read or lack their skeleton give an error. Skins and
/// keys give nothing if there is a skeleton or catalogue that they may belong to.
pub fn parse_set(files: &[(&str, &[u8])], limits: Limits) -> Vec<(String, Result<Clip, ParseError>)> {
    parse_set_of(&Formats::default(), files, limits)
}

/// As [`parse_set`], for some formats instead of all that this build has.
pub fn parse_set_of(
    formats: &Formats,
    files: &[(&str, &[u8])],
    limits: Limits,
) -> Vec<(String, Result<Clip, ParseError>)> {
    let mut companions = Companions::of(formats);
    for (name, bytes) in files {
        companions.add(name, bytes, &limits);
    }
    let roles: Vec<Option<Role>> =
        files.iter().map(|(name, bytes)| Some(formats.detector.recognise(name, bytes).ok()?.role)).collect();
    let read = |index: usize| {
        let (name, bytes) = files.get(index)?;
        Some((index, parse_with(name, bytes, limits, companions.clone())))
    };
    let is = |index: usize, role: Role| roles.get(index) == Some(&Some(role));
    let whole = roles.iter().any(|role| matches!(role, Some(Role::Skeleton | Role::Catalogue)));
    let skeletons = |index: &usize| is(*index, Role::Skeleton);
    let alone = |index: &usize| !(skeletons(index) || whole && is(*index, Role::Part));
    let mut clips: Vec<_> = (0..files.len()).filter(alone).filter_map(read).collect();
    let used: Vec<String> =
        clips.iter().filter_map(|(_, clip)| Some(clip.as_ref().ok()?.about.skeleton_file.clone())).collect();
    // The error of a skeleton that a motion needed is reported only once.
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

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may fail")]

    use std::sync::Arc;

    use super::*;

    const SKELETON: &str = ":root order tx ty tz rx ry rz\n:bonedata\nbegin name hip direction 0 1 0 length 2 \
        axis 0 0 0 XYZ dof rx end\n:hierarchy\nroot hip\n";
    const SKIN: &str = "v 0 0 0\nv 1 0 0\nv 0 1 0\ng Hip\nf 1 2 3\n";
    const BVH: &str = "HIERARCHY ROOT a { OFFSET 0 0 0 CHANNELS 1 Xrotation }\nMOTION\nFrames: 1\nFrame Time: 1\n0\n";

    fn motion(bone: &str) -> String {
        format!(":FULLY-SPECIFIED\n:DEGREES\n1\nroot 0 0 0 0 0 0\n{bone} 10\n2\nroot 0 0 0 0 0 0\n{bone} 20\n")
    }

    /// Names and results of the files.
    fn outcome(files: &[(&str, &str)]) -> Vec<String> {
        let files: Vec<(&str, &[u8])> = files.iter().map(|(name, text)| (*name, text.as_bytes())).collect();
        let one = |(name, clip): (String, Result<Clip, ParseError>)| match clip {
            Ok(clip) => format!("{name} {} {}", clip.behaviours[0].motion.frame_count(), clip.about.skeleton_file),
            Err(refusal) => format!("{name} {} {}", refusal.code(), refusal.file()),
        };
        parse_set(&files, Limits::default()).into_iter().map(one).collect()
    }

    #[test]
    fn several_motions_share_one_skeleton_in_any_order() {
        let (hip, tail) = (motion("hip"), motion("tail"));
        let files = [("07_01.amc", hip.as_str()), ("07.asf", SKELETON), ("07_02.amc", &hip), ("a.obj", SKIN)];
        assert_eq!(outcome(&files), ["07_01.amc 2 07.asf", "07_02.amc 2 07.asf"]);
        let bytes: Vec<(&str, &[u8])> = files.iter().map(|(name, text)| (*name, text.as_bytes())).collect();
        let clips: Vec<Clip> =
            parse_set(&bytes, Limits::default()).into_iter().map(|(_, clip)| clip.unwrap()).collect();
        assert!(Arc::ptr_eq(&clips[0].skeleton, &clips[1].skeleton));
        assert_eq!(
            clips[0].skin.as_ref().map(|skin| skin.corners().iter().map(|corner| corner.first).collect()),
            Some(vec![1; 3])
        );
        // Half of the bones are known: the motion plays.
        assert_eq!(outcome(&[("b.amc", &tail), ("07.asf", SKELETON)]), ["b.amc 2 07.asf"]);
    }

    #[test]
    fn files_without_companions_are_shown_or_refused() {
        let hip = motion("hip");
        assert_eq!(outcome(&[("07.asf", SKELETON), ("walk.bvh", BVH)]), ["07.asf 1 ", "walk.bvh 1 "]);
        assert_eq!(outcome(&[("a.obj", SKIN)]), ["a.obj obj.alone "]);
        assert_eq!(
            outcome(&[("a.obj", SKIN), ("07_1.amc", &hip)]),
            ["a.obj obj.alone ", "07_1.amc amc.needs-skeleton "]
        );
        assert_eq!(outcome(&[("07.asf", ":version 1.10"), ("07_1.amc", &hip)]), ["07_1.amc asf.no-skeleton 07.asf"]);
        assert_eq!(outcome(&[("a.asf", ":version 1.10"), ("b.asf", SKELETON)]), ["a.asf asf.no-skeleton ", "b.asf 1 "]);
    }
}
