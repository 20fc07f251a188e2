//! How a motion gets its skeleton: by the bones it names, by its recorder's comment, by the files' names.

use std::sync::Arc;

use marey::model::Clip;
use marey::{ErrorKind, ParseError};
use support::{companions, fixture, read, read_set};

fn file(name: &str) -> Vec<u8> {
    fixture("acclaim", name)
}

const BROKEN: &[u8] = b":version 1.10\n:name figure\n";
const BVH: &[u8] = b"HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\n}\n";

/// The motion of `plain.amc` under another name, after some lines of comment.
fn motion(name: &str, comment: &str, files: &[(&str, Vec<u8>)]) -> Result<Clip, ParseError> {
    read(&companions(files), name, &[comment.as_bytes(), &file("plain.amc")].concat())
}

fn skeleton_of(name: &str, comment: &str, files: &[(&str, Vec<u8>)]) -> String {
    let reversed: Vec<_> = files.iter().rev().cloned().collect();
    let found = motion(name, comment, files).unwrap();
    assert!(found == motion(name, comment, &reversed).unwrap(), "the order of the companions decides");
    assert!(found.warnings.is_empty(), "{:?}", found.warnings);
    found.about.skeleton_file
}

#[test]
fn the_name_decides_between_skeletons_that_fit() {
    let files = [("07.asf", file("plain.asf")), ("08.ASF", file("factor_cmu.asf")), ("09.asf", file("comments.asf"))];
    assert_eq!(skeleton_of("08_01.amc", "", &files), "08.ASF");
    assert_eq!(skeleton_of("07_01_walk.amc", "", &files[..2]), "07.asf");
    assert_eq!(skeleton_of("09.AMC", "", &files), "09.asf");
    assert_eq!(skeleton_of("folder/07_12.amc", "", &files), "07.asf");
    let whole = [("a_b.asf", file("plain.asf")), ("a.asf", file("factor_cmu.asf"))];
    assert_eq!(skeleton_of("a_b_01.amc", "", &whole), "a_b.asf");
    assert_eq!(skeleton_of("a_01.amc", "", &whole), "a.asf");
    assert_eq!(skeleton_of("a_b.amc", "", &whole), "a_b.asf");
}

#[test]
fn the_comment_outranks_the_name() {
    let files = [("07.asf", file("plain.asf")), ("my figure.asf", file("factor_cmu.asf"))];
    assert_eq!(skeleton_of("07_01.amc", "#!OML:ASF G:\\some where\\My Figure.ASF\n", &files), "my figure.asf");
    assert_eq!(skeleton_of("07_01.amc", "# by hand\n#!oml:asf /home/me/my figure.asf\r\n", &files), "my figure.asf");
    assert_eq!(skeleton_of("07_01.amc", "#!OML:ASF G:\\other.ASF\n", &files), "07.asf");
    assert_eq!(skeleton_of("07_01.amc", "#!OML:ASF\n", &files), "07.asf");
}

#[test]
fn the_bones_outrank_everything() {
    let files = [("07.asf", file("tiny.asf")), ("figure.asf", file("plain.asf")), ("08.asf", file("dummy_bones.asf"))];
    assert_eq!(skeleton_of("07_01.amc", "", &files), "figure.asf");
    assert_eq!(skeleton_of("07_01.amc", "#!OML:ASF 08.asf\n", &files), "figure.asf");
    let files = [("07.asf", file("dof_subsets.asf")), ("figure.asf", file("plain.asf"))];
    assert_eq!(skeleton_of("07_01.amc", "", &files), "figure.asf");
}

#[test]
fn other_files_and_broken_ones_are_passed_over() {
    let files = [
        ("07.asf", BROKEN.to_vec()),
        ("figure.asf", file("plain.asf")),
        ("picture.png", b"\x89PNG\r\n\x1a\n0000".to_vec()),
        ("empty.asf", Vec::new()),
        ("notes.txt", b"Made by hand.\n".to_vec()),
        ("07_02.amc", file("plain.amc")),
        ("walk.bvh", BVH.to_vec()),
    ];
    assert_eq!(skeleton_of("07_01.amc", "", &files), "figure.asf");
}

#[test]
fn a_broken_skeleton_alone_is_refused_at_its_own_place() {
    let refusal = motion("07_01.amc", "", &[("07.asf", BROKEN.to_vec())]).unwrap_err();
    assert_eq!(refusal.file(), "07.asf", "{refusal}");
    assert!(refusal.code().starts_with("asf.") && refusal.location().is_some(), "{refusal}");
}

#[test]
fn an_orphan_asks_for_its_skeleton_by_name() {
    let request = |name: &str, comment: &str| {
        let refusal = motion(name, comment, &[]).unwrap_err();
        let facts = (refusal.code(), refusal.kind(), refusal.file());
        assert_eq!(facts, ("amc.needs-skeleton", ErrorKind::Inconsistent, ""));
        (refusal.message().to_owned(), refusal.location().unwrap().line)
    };
    let (message, line) = request("07_01.amc", "# one\n#!OML:ASF C:\\my figures\\A b.ASF\n");
    assert!(message.contains("A b.ASF") && !message.contains("figures") && line == 2, "{message}, line {line}");
    let (message, line) = request("07_01.amc", "");
    assert!(message.contains("07.asf") && line == 1, "{message}, line {line}");
    let (message, _) = request("dance.amc", "");
    assert!(message.contains("dance.asf"), "{message}");
}

#[test]
fn motions_read_with_the_same_files_share_one_skeleton() {
    let beside = companions(&[("07.asf", file("plain.asf")), ("skin.obj", file("skin.obj"))]);
    let [one, other] = ["07_01.amc", "07_02.amc"].map(|name| read(&beside, name, &file("plain.amc")).unwrap());
    assert!(Arc::ptr_eq(&one.skeleton, &other.skeleton));
    assert!(one.skin.is_some() && one.skin == other.skin);
}

#[test]
fn a_set_of_files_gives_every_clip_in_it() {
    let files = [
        ("07_02.amc", file("plain.amc")),
        ("07.asf", file("plain.asf")),
        ("other.asf", file("tiny.asf")),
        ("skin.obj", file("skin.obj")),
        ("07_01.amc", file("frame_gap.amc")),
        ("walk.bvh", BVH.to_vec()),
        ("lost.amc", file("x_no_fit.amc")),
    ];
    let mut clips = read_set(&files);
    clips.sort_by(|a, b| a.0.cmp(&b.0));
    let names: Vec<&str> = clips.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["07_01.amc", "07_02.amc", "lost.amc", "other.asf", "walk.bvh"]);
    let clip = |index: usize| clips[index].1.as_ref().unwrap();
    assert!(Arc::ptr_eq(&clip(0).skeleton, &clip(1).skeleton));
    assert_eq!((clip(0).about.skeleton_file.as_str(), clip(3).about.skeleton_file.as_str()), ("07.asf", ""));
    assert_eq!(clip(3).behaviours[0].motion.frame_count(), 1);
    assert_eq!(clips[2].1.as_ref().unwrap_err().code(), "acclaim.no-fit");
}

#[test]
fn a_mismatch_says_which_bones_are_unknown_and_where() {
    let beside = companions(&[("07.asf", file("plain.asf"))]);
    let named = String::from_utf8(file("plain.amc")).unwrap().replace("leg", "thigh");
    let clip = read(&beside, "07_01.amc", named.as_bytes()).unwrap();
    let warning = clip.warnings.iter().find(|warning| warning.message.contains("thigh")).expect("a warning");
    assert_eq!((warning.location.unwrap().line, warning.file.as_str()), (6, ""), "{warning:?}");
    let named = named.replace("hip", "waist").replace("foot", "shoe");
    let refusal = read(&beside, "07_01.amc", named.as_bytes()).unwrap_err();
    assert_eq!((refusal.code(), refusal.location().unwrap().line, refusal.file()), ("acclaim.no-fit", 5, ""));
    assert!(["waist", "thigh", "shoe"].iter().all(|bone| refusal.message().contains(bone)), "{refusal}");
}

/// A skin with this many triangles on each of some bones.
fn skin(bones: &[&str], triangles: usize) -> Vec<u8> {
    let faces = "f 1 2 3\n".repeat(triangles);
    let groups = bones.iter().map(|bone| format!("g {bone}\n{faces}"));
    format!("v 0 0 0\nv 1 0 0\nv 0 1 0\n{}", groups.collect::<String>()).into_bytes()
}

#[test]
fn of_several_skins_the_best_fit_is_chosen_and_all_are_listed() {
    let listing = [file("plain.asf"), b":skin block.obj\n  high.obj\n".to_vec()].concat();
    let files = [
        ("fine.obj", skin(&["hip", "leg", "foot"], 9)),
        ("high.obj", skin(&["hip", "leg"], 3)),
        ("block.obj", skin(&["hip", "leg"], 1)),
        ("half.obj", skin(&["hip"], 99)),
        ("other.obj", skin(&["wing"], 5)),
        ("07.asf", listing),
    ];
    let chosen = |files: &[(&str, Vec<u8>)], wanted: Option<&str>| {
        let mut beside = companions(files);
        beside.options.skin = wanted.map(str::to_owned);
        let clip = read(&beside, "07_01.amc", &file("plain.amc")).unwrap();
        (clip.skin.unwrap().name().to_owned(), clip.about.skins.join(" "))
    };
    let all = "block.obj high.obj fine.obj half.obj";
    // Skins that the skeleton lists come first, the finer one of them.
    assert_eq!(chosen(&files, None), ("high.obj".into(), all.into()));
    assert_eq!(chosen(&files, Some("half.obj")), ("half.obj".into(), all.into()));
    assert_eq!(chosen(&files, Some("gone.obj")), ("high.obj".into(), all.into()));
    // Without a list: the one for most bones.
    let files = [&files[..5], &[("07.asf", file("plain.asf"))]].concat();
    assert_eq!(chosen(&files, None), ("fine.obj".into(), "fine.obj high.obj block.obj half.obj".into()));
}
