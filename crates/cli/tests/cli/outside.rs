//! Symbolic links in folders of motions: what `marey gallery` and `index` publish, and where the other commands go.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::{FIXTURES, contents, empty, ends, walk};

const SECRET: &str = "root:x:0:0:secret";
/// What every file that is left out is told with.
const REASON: &str = "it leads out of the folder (--follow-links takes it)";
/// In `motions/`, links that lead out of it.
const OUTSIDE: [(&str, &str); 7] = [
    ("good.bvh", "../outside/good.bvh"),
    ("passwd.bvh", "../outside/passwd"),
    ("chain.bvh", "step.bvh"),
    ("step.bvh", "../outside/good.bvh"),
    ("other.asf", "../outside/other.asf"),
    ("deep/good.bvh", "../../outside/good.bvh"),
    ("more", "../outside/more"),
];

fn fixture(name: &str) -> String {
    fs::read_to_string(format!("{FIXTURES}{name}")).unwrap()
}

fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

/// A folder with `motions/`, which has two motions of its own, links within, and links to `outside/`.
fn with_links(name: &str) -> PathBuf {
    let folder = empty(&format!("outside-{name}"));
    for (path, text) in [
        ("outside/good.bvh", walk(7)),
        ("outside/passwd", SECRET.to_owned()),
        ("outside/other.asf", fixture("acclaim/dof_subsets.asf")),
        ("outside/more/walk.bvh", walk(8)),
        ("motions/own.bvh", walk(3)),
        ("motions/deep/own.bvh", walk(4)),
        // Its skeleton is outside.
        ("motions/other.amc", fixture("acclaim/dof_subsets.amc")),
    ] {
        write(&folder.join(path), &text);
    }
    for (path, to) in OUTSIDE.iter().chain(&[("inner.bvh", "deep/../own.bvh"), ("all", "."), ("deep/up", "../deep")]) {
        symlink(to, folder.join("motions").join(path)).unwrap();
    }
    folder
}

/// The paths of the clips of a site or a part.
fn clips(folder: &Path) -> Vec<String> {
    let facts = contents(folder).into_iter().filter(|(path, _)| path.ends_with("facts.json"));
    let facts = facts.map(|(_, bytes)| serde_json::from_slice::<Value>(&bytes).unwrap());
    let mut paths: Vec<String> = facts.map(|facts| facts["path"].as_str().unwrap().to_owned()).collect();
    paths.sort();
    paths
}

/// Nothing in a folder is of a file outside of the motions, or is a link.
fn has_nothing_of_outside(folder: &Path) {
    for (path, bytes) in contents(folder) {
        assert!(!fs::symlink_metadata(folder.join(&path)).unwrap().is_symlink(), "{}", path.display());
        let text = String::from_utf8_lossy(&bytes).into_owned();
        for of_outside in ["secret", "7 frames", "8 frames", "Frames: 7", "Frames: 8", ":bonedata"] {
            assert!(!text.contains(of_outside), "{of_outside} in {}", path.display());
        }
    }
}

#[test]
fn a_gallery_has_nothing_of_what_leads_out_of_its_folder_and_lists_it() {
    let folder = with_links("gallery");
    for originals in ["copy", "link", "none"] {
        let (_, err) = ends(&folder, &["gallery", "--originals", originals, "motions", "site"], 0);
        let problems = fs::read_to_string(folder.join("site/problems.html")).unwrap();
        for (path, _) in OUTSIDE {
            assert!(err.contains(&format!("motions/{path}: not in the gallery: {REASON}\n")), "{path}: {err}");
            assert!(problems.contains(&format!("<bdi>{path}</bdi>")), "{path}: {problems}");
        }
        assert!(err.contains("3 clips (") && err.contains("8 files not read"), "{err}");
        has_nothing_of_outside(&folder.join("site"));
        assert_eq!(clips(&folder.join("site")), ["deep/own.bvh", "inner.bvh", "own.bvh"]);
        assert_eq!(ends(&folder, &["gallery", "--check", "--originals", originals, "motions", "site"], 0).0, "");
    }
}

#[test]
fn an_index_has_nothing_of_what_leads_out_of_its_folder() {
    let folder = with_links("index");
    let (_, err) = ends(&folder, &["index", "motions", "parts"], 0);
    for (path, _) in OUTSIDE {
        assert!(err.contains(&format!("motions/{path}: not in the gallery: {REASON}\n")), "{path}: {err}");
    }
    assert!(err.contains("3 clips (") && err.contains("8 files not read"), "{err}");
    has_nothing_of_outside(&folder.join("parts"));
    assert_eq!(clips(&folder.join("parts")), ["deep/own.bvh", "inner.bvh", "own.bvh"]);
}

#[test]
fn links_out_of_the_folder_are_taken_where_that_is_asked_for_but_no_original_that_is_refused() {
    let folder = with_links("followed");
    // The site itself is no motion.
    symlink("../site", folder.join("motions/earlier")).unwrap();
    for originals in ["copy", "link"] {
        for _ in 0..2 {
            ends(&folder, &["gallery", "--follow-links", "--originals", originals, "motions", "site"], 0);
        }
        let wanted = "chain.bvh deep/good.bvh deep/own.bvh good.bvh inner.bvh more/walk.bvh other.amc own.bvh step.bvh";
        assert_eq!(clips(&folder.join("site")).join(" "), wanted);
        assert_eq!(fs::read_to_string(folder.join("site/originals/more/walk.bvh")).unwrap(), walk(8));
        assert!(
            folder.join("site/originals/other.asf").is_file() && !folder.join("site/originals/passwd.bvh").exists()
        );
        for (path, bytes) in contents(&folder.join("site")) {
            assert!(!fs::symlink_metadata(folder.join("site").join(&path)).unwrap().is_symlink(), "{}", path.display());
            assert!(!String::from_utf8_lossy(&bytes).contains("x:0:0:secret") || path.ends_with("problems.html"));
        }
    }
    fs::remove_file(folder.join("motions/earlier")).unwrap();
    let (_, err) = ends(&folder, &["index", "--follow-links", "motions", "parts"], 0);
    assert!(err.contains("9 clips ("), "{err}");
}

#[test]
fn no_original_of_a_file_that_cannot_be_read_is_copied() {
    let folder = empty("outside-refused");
    for (path, text) in [
        ("own.bvh", walk(3)),
        ("bad.bvh", fixture("bvh/x_no_brace.bvh")),
        ("text.bvh", SECRET.to_owned()),
        ("m/m.asf", fixture("acclaim/dof_subsets.asf")),
        ("m/m.amc", fixture("acclaim/dof_subsets.amc")),
        ("m/skin.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\ng root\nf 1 2 3\n".to_owned()),
        ("n/n.asf", format!(":version 1.10\n{SECRET}\n")),
        ("n/n.amc", fixture("acclaim/dof_subsets.amc")),
    ] {
        write(&folder.join("motions").join(path), &text);
    }
    ends(&folder, &["gallery", "motions", "site"], 0);
    let originals: Vec<PathBuf> = contents(&folder.join("site/originals")).into_keys().collect();
    assert_eq!(originals, ["m/m.amc", "m/m.asf", "m/skin.obj", "own.bvh"].map(PathBuf::from));
}

#[test]
fn the_words_of_a_gallery_are_those_of_its_folder() {
    let folder = empty("outside-words");
    write(&folder.join("motions/own.bvh"), &walk(3));
    write(&folder.join("outside/gallery.toml"), "title = 'Other title'\n");
    write(&folder.join("outside/CITATION.cff"), "license: Other licence\n");
    for name in ["gallery.toml", "CITATION.cff"] {
        symlink(Path::new("../outside").join(name), folder.join("motions").join(name)).unwrap();
    }
    let (_, err) = ends(&folder, &["gallery", "motions", "site"], 0);
    for name in ["gallery.toml", "CITATION.cff"] {
        assert!(err.contains(&format!("motions/{name}: not in the gallery: {REASON}\n")), "{err}");
    }
    let page = || fs::read_to_string(folder.join("site/index.html")).unwrap();
    assert!(!page().contains("Other"), "{}", page());
    ends(&folder, &["gallery", "--follow-links", "motions", "site"], 0);
    assert!(page().contains("Other title") && page().contains("Other licence"), "{}", page());
}

#[test]
fn links_in_parts_are_not_taken() {
    let folder = empty("outside-parts");
    write(&folder.join("motions/own.bvh"), &walk(3));
    write(&folder.join("outside/passwd"), SECRET);
    for originals in ["copy", "link"] {
        ends(&folder, &["index", "motions", "parts"], 0);
        let poster = folder.join("parts/clips/own/poster.svg");
        fs::remove_file(&poster).unwrap();
        symlink("../../../outside/passwd", &poster).unwrap();
        fs::remove_dir_all(folder.join("site")).ok();
        let arguments = ["gallery", "--originals", originals, "--from", "parts", "motions", "site"];
        let (_, err) = ends(&folder, &arguments, 0);
        assert!(err.contains("1 clip (1 new or changed, 0 from parts)"), "{err}");
        has_nothing_of_outside(&folder.join("site"));
    }
    // The part itself may lie elsewhere.
    ends(&folder, &["index", "motions", "elsewhere/1"], 0);
    fs::create_dir(folder.join("links")).unwrap();
    symlink("../elsewhere/1", folder.join("links/1")).unwrap();
    let (_, err) = ends(&folder, &["gallery", "--from", "links", "motions", "joined"], 0);
    assert!(err.contains("1 from parts"), "{err}");
}

#[test]
fn other_commands_follow_links_to_each_folder_once() {
    let folder = empty("outside-set");
    for (path, frames) in [("store/a/one.bvh", 2), ("store/a/deep/two.bvh", 3), ("store/b/three.bvh", 4)] {
        write(&folder.join(path), &walk(frames));
    }
    fs::create_dir(folder.join("set")).unwrap();
    for (path, to) in [
        ("set/first", "../store/a"),
        // The same folder again, a part of it, and circles.
        ("set/second", "../store/a"),
        ("set/third", "../store/a/deep"),
        ("set/fourth", "../store/b"),
        ("set/own", "."),
        ("store/a/deep/back", "../../../set"),
        ("store/b/self", "self"),
        ("store/b/again", "../b"),
        ("set/file.bvh", "../store/b/three.bvh"),
    ] {
        symlink(to, folder.join(path)).unwrap();
    }
    let wanted = ["set/file.bvh", "set/first/one.bvh", "set/first/deep/two.bvh", "set/fourth/three.bvh"];
    let json: Value = serde_json::from_str(&ends(&folder, &["info", "--json", "set"], 0).0).unwrap();
    let files: Vec<&str> = json.as_array().unwrap().iter().map(|one| one["file"].as_str().unwrap()).collect();
    assert_eq!(files, wanted);
    let (out, _) = ends(&folder, &["check", "set"], 0);
    assert!(out.contains("4 files"), "{out}");
    ends(&folder, &["convert", "--format", "csv", "set", "out/"], 0);
    let written: Vec<PathBuf> = contents(&folder.join("out")).into_keys().collect();
    let wanted = ["file.csv", "first/deep/two.csv", "first/one.csv", "fourth/three.csv"];
    assert_eq!(written, wanted.map(PathBuf::from));
}

#[test]
fn patterns_go_through_each_folder_once() {
    let folder = empty("outside-patterns");
    for (path, frames) in [("set/one.bvh", 2), ("set/deep/two.bvh", 3), ("elsewhere/three.bvh", 4)] {
        write(&folder.join(path), &walk(frames));
    }
    for (path, to) in
        [("set/a", "."), ("set/b", "."), ("set/deep/c", ".."), ("set/d", "../elsewhere"), ("elsewhere/e", "../set")]
    {
        symlink(to, folder.join(path)).unwrap();
    }
    let files = |pattern: &str| {
        let json: Value = serde_json::from_str(&ends(&folder, &["info", "--json", pattern], 0).0).unwrap();
        json.as_array()
            .unwrap()
            .iter()
            .map(|one| one["file"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
            .join(" ")
    };
    let all = "set/d/three.bvh set/deep/two.bvh set/one.bvh";
    assert_eq!(files("set/**/*.bvh"), all);
    assert_eq!(files("s?t/**/*.bvh"), all);
    assert_eq!(files("./set/**/t*.bvh"), "set/d/three.bvh set/deep/two.bvh");
    assert_eq!(files("**/one.bvh"), "set/one.bvh");
    assert_eq!(files("set/**"), "set/one.bvh set/deep/two.bvh set/d/three.bvh");
    // A folder with the folder above it behind a link.
    assert_eq!(files("set/**/deep"), "set/deep/two.bvh set/deep/c/one.bvh set/deep/c/d/three.bvh");
}

#[test]
fn a_folder_has_its_own_path_where_a_link_leads_to_it_too() {
    let folder = empty("outside-own");
    write(&folder.join("set/walks/one.bvh"), &walk(2));
    symlink("walks", folder.join("set/all")).unwrap();
    let (out, _) = ends(&folder, &["info", "set"], 0);
    assert!(out.starts_with("set/walks/one.bvh\n") && !out.contains("set/all"), "{out}");
}

#[test]
fn a_gallery_is_not_written_through_a_link_in_it() {
    let folder = with_links("through");
    ends(&folder, &["gallery", "motions", "site"], 0);
    let clips = fs::read_dir(folder.join("site/clips")).unwrap().flatten();
    let clip = clips.map(|entry| entry.path()).find(|path| path.is_dir()).unwrap();
    fs::remove_dir_all(&clip).unwrap();
    fs::create_dir(folder.join("elsewhere")).unwrap();
    symlink(folder.join("elsewhere"), &clip).unwrap();
    let (_, err) = ends(&folder, &["gallery", "motions", "site"], 1);
    assert!(err.contains("is a link to a folder"), "{err}");
    assert_eq!(fs::read_dir(folder.join("elsewhere")).unwrap().count(), 0);
}
