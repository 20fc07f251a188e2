//! Rigs of files: our samples, and the real files of `MAREY_CORPUS`.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::path::Path;

use marey::body::{Rig, RigMatch};
use serde_json::Value;
use support::runs::corpus;
use support::{file_name, paths_with, project};

/// The rigs of real files, judged by hand: the beginning of the name, the id (`-`: none) and how the names fit. What is not listed here, or
/// is only a few joints, has no rig.
const BVH: &[(&str, &str, RigMatch)] = &[
    ("cgspeed_10_03_mixed_eol", "poser", RigMatch::Exact),
    ("cmu_01_01_motionbuilder", "cmu-mb", RigMatch::Exact),
    ("cmu_jumping_jacks", "cmu-max", RigMatch::Exact),
    ("daz_pose1_frames1_has2", "poser", RigMatch::Exact),
    ("derived_interleaved_channels", "-", RigMatch::None),
    ("derived_joint_no_channels_line", "-", RigMatch::None),
    ("derived_order_", "-", RigMatch::None),
    ("derived_position_only_joint", "-", RigMatch::None),
    // Seven names of eighteen are others' again.
    ("derived_names_duplicate", "biovision18", RigMatch::Part),
    // The joints of the second figure have names of their own.
    ("derived_two_roots", "-", RigMatch::Nearest),
    ("derived_", "biovision18", RigMatch::Exact),
    ("freebvh_mixamorig_colon", "mixamo", RigMatch::Exact),
    ("geno_bind_6ch", "zeggs", RigMatch::Exact),
    ("makehuman_benchmark_6ch_mix", "makehuman", RigMatch::Exact),
    ("olympe_root", "biovision18", RigMatch::Exact),
    ("pybvh_four_orders", "humanik", RigMatch::Grammar),
    ("pymo_8walk", "mova", RigMatch::Exact),
    ("rokoko_jesse_dance", "rokoko", RigMatch::Exact),
    ("upf_kate_49of65_pos", "mixamo", RigMatch::Exact),
    ("video2bvh_openpose", "video2bvh", RigMatch::Variant),
    ("wisc_example", "biovision18", RigMatch::Exact),
];

/// Figures with the names, rest poses and orders of each rig.
const FIGURES: &[(&str, &str)] = &[
    ("cmu", "cmu-mb"),
    ("humanml3d22", "smpl"),
    ("lafan1", "lafan1"),
    ("mixamo", "mixamo"),
    ("nokov", "nokov"),
    ("second-life", "secondlife"),
    ("smpl22", "smpl"),
    ("soma", "soma"),
    ("unreal", "unreal"),
    ("vrm", "unity"),
];

/// The id of a file's rig, `-` without one, and how its names fit.
fn told(file: &Path) -> (&'static str, RigMatch) {
    let rig = Rig::of_clip(&marey::read_file(file).unwrap());
    (rig.id.unwrap_or("-"), rig.matched)
}

#[test]
fn samples_have_the_rigs_that_their_names_follow() {
    let clips = project().join("xtask/samples/clips");
    for name in ["walk.bvh", "dance.bvh", "jump.bvh"] {
        assert_eq!(told(&clips.join(name)), ("humanik", RigMatch::Grammar), "{name}");
    }
    for name in ["human.x3d", "human-loa1.x3d", "human-loa2.x3d", "human-loa3.x3d", "human-loa4.x3d", "wave.x3d"] {
        assert_eq!(told(&clips.join(name)), ("hanim", RigMatch::Grammar), "{name}");
    }
    let walk = Rig::of_clip(&marey::read_file(clips.join("walk.bvh")).unwrap());
    assert_eq!(walk.summary(), "HumanIK names, Spine-Spine2 (22 of 22 names)");
}

#[test]
#[ignore = "needs MAREY_CORPUS"]
fn real_files_have_the_rigs_that_people_see_in_them() {
    let folder = corpus().join("corpus");
    let mut wrong = Vec::new();
    for path in paths_with(&folder.join("bvh"), &["bvh"]) {
        let name = file_name(&path);
        let row = BVH.iter().find(|(start, ..)| name.starts_with(start));
        let expected = row.map_or(("-", RigMatch::None), |(_, id, matched)| (*id, *matched));
        let found = told(&path);
        if found != expected {
            wrong.push(format!("{name}: {found:?}, not {expected:?}"));
        }
    }
    for (name, id) in FIGURES {
        let found = told(&folder.join(format!("rigs/{name}.bvh")));
        if found != (*id, RigMatch::Exact) {
            wrong.push(format!("{name}: {found:?}, not {id}"));
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}

#[test]
#[ignore = "needs MAREY_CORPUS"]
fn no_file_that_was_judged_by_hand_is_named_wrongly() {
    let truth = std::fs::read(corpus().join("facts/tables/rig_truth.json")).unwrap();
    let truth: Value = serde_json::from_slice(&truth).unwrap();
    let mut judged = 0;
    for row in truth.as_array().unwrap() {
        // The others are not among the files of the corpus.
        let path = corpus().join("corpus").join(row["src"].as_str().unwrap());
        if path.is_file() {
            let expected = row["rig"].as_str().filter(|_| row["verdict"] == "right").unwrap_or("-");
            assert_eq!(told(&path).0, expected, "{}", path.display());
            judged += 1;
        }
    }
    assert!(judged > 0, "none of the judged files is in the corpus");
}

#[test]
#[ignore = "needs MAREY_CORPUS"]
fn nearly_all_skeletons_of_people_have_a_name() {
    let skeletons = std::fs::read(corpus().join("facts/tables/skeletons.json")).unwrap();
    let skeletons: Value = serde_json::from_slice(&skeletons).unwrap();
    let (mut people, mut named) = (0, 0);
    for row in skeletons.as_array().unwrap().iter().filter(|row| row["person"] == true) {
        let names = row["names"].as_array().unwrap().iter().map(|name| name.as_str().unwrap());
        let parents =
            row["parents"].as_array().unwrap().iter().map(|parent| u16::try_from(parent.as_i64().unwrap()).ok());
        let offsets = row["offsets"]
            .as_array()
            .unwrap()
            .iter()
            .map(|offset| [0, 1, 2].map(|axis| offset[axis].as_f64().unwrap() as f32));
        let mut b = marey::model::SkeletonBuilder::new(&marey::Limits::default());
        for ((name, parent), offset) in names.zip(parents).zip(offsets) {
            let kind = if name.ends_with("_end") && parent.is_some() {
                marey::model::JointKind::EndSite
            } else {
                marey::model::JointKind::Joint
            };
            b.add(name, parent, kind, offset.into(), glam::Quat::IDENTITY).unwrap();
        }
        let rig = Rig::of(&b.finish().unwrap(), &[]);
        people += 1;
        named += usize::from(rig.id.is_some());
    }
    assert!(people > 50 && named * 100 >= people * 88, "{named} of {people}");
}
