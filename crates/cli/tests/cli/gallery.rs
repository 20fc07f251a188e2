//! `marey gallery`: the site, what a later run does again, and names that would harm pages.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::Value;

use crate::retarget::motion;
use crate::{FIXTURES, contents, empty, ends, walk};

/// An empty folder with `motions/`, which has these files.
pub(crate) fn with_motions(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = empty(&format!("gallery-{name}"));
    for (path, text) in files {
        let path = folder.join("motions").join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

pub(crate) fn fixture(name: &str) -> String {
    fs::read_to_string(format!("{FIXTURES}{name}")).unwrap()
}

pub(crate) fn made(folder: &Path, more: &[&str]) -> String {
    ends(folder, &[&["gallery", "motions", "site"], more].concat(), 0).1
}

pub(crate) fn read(folder: &Path, path: &str) -> String {
    fs::read_to_string(folder.join("site").join(path)).unwrap()
}

/// The lines of `--check`, which fails.
pub(crate) fn differences(folder: &Path) -> Vec<String> {
    ends(folder, &["gallery", "--check", "motions", "site"], 1).0.lines().map(str::to_owned).collect()
}

#[test]
fn a_folder_becomes_pages_facts_posters_and_packed_motions() {
    let texts = [
        ("a/walk.bvh", walk(20)),
        ("07/07.asf", fixture("acclaim/dof_subsets.asf")),
        ("07/07_01.amc", fixture("acclaim/dof_subsets.amc")),
        ("gallery.toml", "title = \"A set\"\nlicence = \"CC0-1.0\"\nurl = \"https://you.example/set/\"\n".to_owned()),
        (
            "CITATION.cff",
            "title: A set\nauthors:\n  - family-names: Author\n    given-names: Ann\ndate-released: 2026-01-02\n"
                .to_owned(),
        ),
    ];
    let folder = with_motions("whole", &texts.each_ref().map(|(path, text)| (*path, text.as_str())));
    let err = made(&folder, &[]);
    let told = "no --player given: the pages have still pictures, and the motions as files\nsite: 2 clips (2 new or changed); ";
    assert!(err.starts_with(told), "{err}");
    let index = read(&folder, "index.html");
    for text in
        ["<h1><a href=\"index.html\">A set</a></h1>", "2 clips · ", "Author 2026", "CC0-1.0", "clips/a-walk.html"]
    {
        assert!(index.contains(text), "{text}: {index}");
    }
    let page = read(&folder, "clips/a-walk.html");
    for text in [
        "9.50 s · 20 frames · 2 fps",
        "href=\"../originals/a/walk.bvh\" download",
        "Author, Ann. A set. 2026, clip <bdi>walk</bdi>.",
        "<meta property=\"og:url\" content=\"https://you.example/set/clips/a-walk.html\">",
        "<meta property=\"og:image\" content=\"https://you.example/set/clips/a-walk/preview.png\">",
    ] {
        assert!(page.contains(text), "{text}: {page}");
    }
    let facts: Value = serde_json::from_str(&read(&folder, "clips/a-walk/facts.json")).unwrap();
    assert_eq!((&facts["frames"], &facts["format"], &facts["path"]), (&20.into(), &"BVH".into(), &"a/walk.bvh".into()));
    let packed = fs::metadata(folder.join("site/clips/a-walk/a-walk.marey")).unwrap().len();
    assert_eq!(facts["packed_bytes"], packed);
    // The skeleton of a motion is offered with it.
    assert!(read(&folder, "clips/07-07_01.html").contains("../originals/07/07.asf"));
    assert_eq!(read(&folder, "originals/07/07_01.amc"), texts[2].1);
    assert!(read(&folder, "sitemap.xml").contains("<loc>https://you.example/set/clips/a-walk.html</loc>"));
    assert!(read(&folder, "feed.xml").contains("<title>walk</title>"));
    let (info, _) = ends(&folder, &["info", "site/clips/a-walk/a-walk.marey"], 0);
    assert!(info.contains("20 frames"), "{info}");
}

#[test]
fn the_rig_is_a_fact_for_programs_and_for_people() {
    let folder = with_motions("rigs", &[("person.bvh", &motion()), ("walk.bvh", &walk(5))]);
    made(&folder, &[]);
    let facts = |name: &str| -> Value {
        let facts: Value = serde_json::from_str(&read(&folder, &format!("clips/{name}/facts.json"))).unwrap();
        serde_json::json!([facts["rig"], facts["rig_name"]])
    };
    assert_eq!(facts("person"), serde_json::json!(["humanik", "HumanIK names"]));
    assert_eq!(facts("walk"), serde_json::json!([null, null]));
    assert!(read(&folder, "clips/person.html").contains(" joints · HumanIK names"));
    assert!(read(&folder, "clips/walk.html").contains(" joints</dd>"));
    let table = fs::read(folder.join("site/index.parquet")).unwrap();
    assert!(table.windows(13).any(|part| part == b"HumanIK names"));
}

#[test]
fn a_second_run_writes_nothing_and_the_check_agrees() {
    let folder = with_motions("again", &[("walk.bvh", &walk(5)), ("b.bvh", &walk(6))]);
    made(&folder, &[]);
    let err = made(&folder, &[]);
    assert!(err.contains("2 clips (0 new or changed); 0 files written, 0 removed"), "{err}");
    assert_eq!(ends(&folder, &["gallery", "--check", "motions", "site"], 0).0, "");
}

#[test]
fn changed_new_and_removed_files_are_found_and_made() {
    let folder = with_motions("changes", &[("kept.bvh", &walk(5)), ("changed.bvh", &walk(5)), ("gone.bvh", &walk(5))]);
    made(&folder, &[]);
    fs::write(folder.join("motions/changed.bvh"), walk(9)).unwrap();
    fs::write(folder.join("motions/new.bvh"), walk(4)).unwrap();
    fs::remove_file(folder.join("motions/gone.bvh")).unwrap();
    let lines = differences(&folder);
    for line in ["changed: changed.bvh", "new: new.bvh", "gone: gone.bvh"] {
        assert!(lines.iter().any(|other| other == line), "{line}: {lines:?}");
    }
    assert!(!lines.iter().any(|line| line.contains("kept")), "{lines:?}");
    let err = made(&folder, &[]);
    assert!(err.contains("3 clips (2 new or changed)"), "{err}");
    assert!(!folder.join("site/clips/gone").exists() && !folder.join("site/originals/gone.bvh").exists());
    assert!(read(&folder, "clips/changed.html").contains("9 frames"));
    assert_eq!(ends(&folder, &["gallery", "--check", "motions", "site"], 0).0, "");
}

#[test]
fn a_run_after_a_stop_makes_only_what_is_missing() {
    let folder = with_motions("stopped", &[("a.bvh", &walk(5)), ("b.bvh", &walk(5))]);
    made(&folder, &[]);
    fs::remove_file(folder.join("site/clips/b/facts.json")).unwrap();
    fs::remove_file(folder.join("site/clips/a.html")).unwrap();
    assert!(made(&folder, &[]).contains("2 clips (1 new or changed)"));
    assert!(read(&folder, "clips/a.html").contains("5 frames"));
}

#[test]
fn a_skeleton_that_changes_changes_its_motions() {
    let files = [
        ("m.asf", fixture("acclaim/dof_subsets.asf")),
        ("m.amc", fixture("acclaim/dof_subsets.amc")),
        ("w.bvh", walk(3)),
    ];
    let folder = with_motions("skeleton", &files.each_ref().map(|(path, text)| (*path, text.as_str())));
    made(&folder, &[]);
    fs::write(folder.join("motions/m.asf"), files[0].1.clone() + "# another\n").unwrap();
    assert!(differences(&folder).iter().any(|line| line == "changed: m.amc"));
}

#[test]
fn a_file_of_the_same_length_and_an_older_time_is_copied_again() {
    let folder = with_motions("older", &[("walk.bvh", &walk(5))]);
    made(&folder, &[]);
    let path = folder.join("motions/walk.bvh");
    let before = fs::metadata(&path).unwrap().modified().unwrap();
    let other = walk(5).replace("Frame Time: 0.5", "Frame Time: 0.4");
    fs::write(&path, &other).unwrap();
    fs::File::options().write(true).open(&path).unwrap().set_modified(before - Duration::from_secs(9)).unwrap();
    assert!(differences(&folder).iter().any(|line| line == "changed: walk.bvh"));
    made(&folder, &[]);
    assert_eq!(read(&folder, "originals/walk.bvh"), other);
}

#[test]
fn a_bad_file_is_listed_and_stops_nothing() {
    let folder = with_motions("bad", &[("walk.bvh", &walk(5)), ("bad.bvh", &fixture("bvh/x_no_brace.bvh"))]);
    let err = made(&folder, &[]);
    assert!(err.contains("motions/bad.bvh: not in the gallery: ") && err.contains("1 file not read"), "{err}");
    let problems = read(&folder, "problems.html");
    // The author's folder is not told.
    assert!(problems.contains("<bdi>bad.bvh</bdi>") && !problems.contains("motions/"), "{problems}");
    assert!(read(&folder, "index.html").contains("href=\"problems.html\">1 file could not be read"));
    assert_eq!(ends(&folder, &["gallery", "--check", "motions", "site"], 0).0, "");
}

#[test]
#[cfg(unix)]
fn names_are_only_text() {
    let hostile = "<img src=x onerror=alert(1)>&\"'.bvh";
    let folder = with_motions(
        "names",
        &[(hostile, &walk(3)), ("läuft 跑.bvh", &walk(3)), ("x/a.bvh", &walk(3)), ("y/a.bvh", &walk(3))],
    );
    fs::write(folder.join("motions/gallery.toml"), "title = '</title><script>alert(1)</script>'\nlicence = '<i>'\n")
        .unwrap();
    fs::write(folder.join("motions/x/\"><script>.bvh"), "nothing").unwrap();
    made(&folder, &["--url", "https://you.example/\"><i>"]);
    let pages = fs::read_dir(folder.join("site/clips")).unwrap().flatten().map(|entry| entry.path());
    let pages = pages
        .filter(|path| path.is_file())
        .chain(["index.html", "problems.html", "feed.xml"].map(|name| folder.join("site").join(name)));
    for page in pages {
        let text = fs::read_to_string(&page).unwrap();
        for harm in ["<img src=x", "<script>alert", "<script>.bvh", "<i>"] {
            assert!(!text.contains(harm), "{harm} in {}", page.display());
        }
    }
    let index = read(&folder, "index.html");
    for text in [
        "<bdi>läuft 跑</bdi>",
        "clips/x-a.html",
        "clips/y-a.html",
        "&lt;img src=x onerror=alert(1)&gt;&amp;&quot;&#39;",
    ] {
        assert!(index.contains(text), "{text}: {index}");
    }
}

#[test]
fn folders_that_cannot_be_a_gallery_are_refused() {
    let folder = with_motions("refused", &[("walk.bvh", &walk(3))]);
    let (_, err) = ends(&folder, &["gallery", "motions", "motions/site"], 2);
    assert!(err.contains("inside the other"), "{err}");
    ends(&folder, &["gallery", "motions", "."], 2);
    ends(&folder, &["gallery", "nowhere", "site"], 2);
    fs::create_dir(folder.join("empty")).unwrap();
    let (_, err) = ends(&folder, &["gallery", "empty", "site"], 2);
    assert!(err.contains("there is no motion in empty"), "{err}");
    fs::create_dir(folder.join("full")).unwrap();
    fs::write(folder.join("full/thesis.txt"), "mine").unwrap();
    let (_, err) = ends(&folder, &["gallery", "motions", "full"], 1);
    assert!(err.contains("not empty and no gallery"), "{err}");
    let (_, err) = ends(&folder, &["gallery", "motions", "site", "--check"], 1);
    assert!(err.contains("there is no gallery"), "{err}");
    let (_, err) = ends(&folder, &["gallery", "motions", "site", "--player", "motions"], 2);
    assert!(err.contains("there is no marey-player.js"), "{err}");
    fs::write(folder.join("motions/gallery.toml"), "titel = 'x'").unwrap();
    let (_, err) = ends(&folder, &["gallery", "motions", "site"], 1);
    assert!(err.contains("unknown key `titel`"), "{err}");
}

#[test]
fn many_clips_have_several_pages() {
    let names: Vec<String> = (0..61).map(|n| format!("{n:02}.bvh")).collect();
    let text = walk(1);
    let files: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), text.as_str())).collect();
    let folder = with_motions("pages", &files);
    made(&folder, &["--no-packing", "--originals", "link"]);
    assert_eq!(read(&folder, "index.html").matches("class=\"card\"").count(), 60);
    assert_eq!(read(&folder, "page-2.html").matches("class=\"card\"").count(), 1);
    assert!(read(&folder, "clips/60.html").contains("href=\"../page-2.html\""));
    for name in names.iter().skip(50) {
        fs::remove_file(folder.join("motions").join(name)).unwrap();
    }
    made(&folder, &["--no-packing", "--originals", "none"]);
    assert!(!folder.join("site/page-2.html").exists() && !folder.join("site/originals").exists());
}

#[test]
fn the_player_is_copied_and_plays_the_packed_motion() {
    let folder = with_motions("player", &[("walk.bvh", &walk(3))]);
    fs::create_dir(folder.join("dist")).unwrap();
    for name in ["marey-player.js", "part-1.js", "marey_web.wasm", "page.js", "index.html"] {
        fs::write(folder.join("dist").join(name), name).unwrap();
    }
    made(&folder, &["--player", "dist"]);
    assert!(folder.join("site/player/part-1.js").exists() && !folder.join("site/player/page.js").exists());
    let page = read(&folder, "clips/walk.html");
    assert!(
        page.contains("src=\"../player/marey-player.js\"") && page.contains("src=\"../clips/walk/walk.marey\""),
        "{page}"
    );
    made(&folder, &[]);
    assert!(!folder.join("site/player").exists() && !read(&folder, "clips/walk.html").contains("marey-player"));
}

/// The length of the second, 3.8000000000000003 s, needs all digits of a 64-bit number.
fn with_seven_motions(name: &str) -> PathBuf {
    let text = |n: usize| walk(4 + n).replace("Frame Time: 0.5", "Frame Time: 0.9500000000000001");
    let walks: Vec<(String, String)> =
        (0..6).map(|n| (format!("{}/walk-{n}.bvh", if n < 3 { "a" } else { "b" }), text(n))).collect();
    let mut files: Vec<(&str, &str)> = walks.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let bad = fixture("bvh/x_no_brace.bvh");
    files.push(("bad.bvh", &bad));
    let folder = with_motions(name, &files);
    fs::write(folder.join("motions/gallery.toml"), "licence = \"CC0-1.0\"\n").unwrap();
    folder
}

/// Runs `marey index` for a part and returns what it says.
fn index(folder: &Path, shard: &str, part: &str) -> String {
    ends(folder, &["index", "--shard", shard, "motions", part], 0).1
}

#[test]
fn parts_made_apart_become_the_gallery_of_one_run() {
    let folder = with_seven_motions("parts");
    made(&folder, &[]);
    for part in 1..=3 {
        let said = index(&folder, &format!("{part}/3"), &format!("parts/{part}"));
        assert!(said.contains(&format!("parts/{part}: part {part} of 3: 2 clips (2 new or changed)")), "{said}");
    }
    let clips = |part: u8| fs::read_dir(folder.join(format!("parts/{part}/clips"))).unwrap().count();
    assert_eq!([clips(1), clips(2), clips(3)], [2, 2, 2]);
    let said = ends(&folder, &["gallery", "--from", "parts", "motions", "joined"], 0).1;
    assert!(said.contains("joined: 6 clips (0 new or changed, 6 from parts), 1 file not read"), "{said}");
    assert_eq!(contents(&folder.join("joined")), contents(&folder.join("site")));
    // A second run needs no part.
    fs::remove_dir_all(folder.join("parts")).unwrap();
    let said = ends(&folder, &["gallery", "motions", "joined"], 0).1;
    assert!(said.contains("0 files written, 0 removed"), "{said}");
}

#[test]
fn what_parts_lack_is_made_and_what_is_made_twice_counts_once() {
    let folder = with_seven_motions("lacking");
    made(&folder, &[]);
    index(&folder, "1/2", "parts/one");
    index(&folder, "1/2", "parts/again");
    index(&folder, "2/2", "parts/two");
    // A run that was stopped: facts are written last.
    let facts = |part: &str| {
        let clips = fs::read_dir(folder.join("parts").join(part).join("clips")).unwrap().flatten();
        clips.map(|clip| clip.path().join("facts.json")).min().unwrap()
    };
    fs::remove_file(facts("two")).unwrap();
    // Half of a packed motion.
    let others = fs::read_dir(folder.join("parts/two/clips")).unwrap().flatten().map(|clip| clip.path());
    let whole = others.filter(|clip| clip.join("facts.json").exists()).max().unwrap();
    let packed = fs::read_dir(whole).unwrap().flatten().map(|file| file.path());
    let packed = packed.filter(|file| file.extension().is_some_and(|end| end == "marey")).min().unwrap();
    fs::write(&packed, &fs::read(&packed).unwrap()[..20]).unwrap();
    let said = ends(&folder, &["gallery", "--from", "parts", "motions", "joined"], 0).1;
    assert!(said.contains("6 clips (2 new or changed, 4 from parts)"), "{said}");
    assert_eq!(contents(&folder.join("joined")), contents(&folder.join("site")));
}

#[test]
fn parts_of_other_options_or_of_older_files_are_not_taken() {
    let folder = with_motions("stale", &[("walk.bvh", &walk(5)), ("b.bvh", &walk(6))]);
    index(&folder, "1/1", "parts");
    fs::write(folder.join("motions/b.bvh"), walk(7)).unwrap();
    let said = ends(&folder, &["gallery", "--from", "parts", "motions", "site"], 0).1;
    assert!(said.contains("2 clips (1 new or changed, 1 from parts)"), "{said}");
    let said = ends(&folder, &["gallery", "--from", "parts", "--quality", "tiny", "motions", "tiny"], 0).1;
    assert!(said.contains("2 clips (2 new or changed, 0 from parts)"), "{said}");
}

#[test]
fn a_part_of_a_copy_of_some_folders_fits_the_whole() {
    // Both are `walk` in addresses, which gives them a hash only where both are there.
    let folder = with_motions("copy", &[("a/walk.bvh", &walk(5)), ("a-walk.bvh", &walk(6))]);
    fs::create_dir_all(folder.join("some/a")).unwrap();
    fs::copy(folder.join("motions/a/walk.bvh"), folder.join("some/a/walk.bvh")).unwrap();
    ends(&folder, &["index", "some", "parts/1"], 0);
    assert!(folder.join("parts/1/clips/a-walk/facts.json").exists());
    let said = ends(&folder, &["gallery", "--from", "parts", "motions", "site"], 0).1;
    assert!(said.contains("2 clips (1 new or changed, 1 from parts)"), "{said}");
    assert_eq!(ends(&folder, &["gallery", "--check", "motions", "site"], 0).0, "");
}

#[test]
fn runs_may_share_a_folder_which_then_becomes_the_gallery() {
    let folder = with_seven_motions("shared");
    index(&folder, "2/2", "site");
    index(&folder, "1/2", "site");
    let said = made(&folder, &[]);
    assert!(said.contains("6 clips (0 new or changed)"), "{said}");
}

#[test]
fn wrong_parts_are_refused() {
    let folder = with_motions("wrong-parts", &[("walk.bvh", &walk(3))]);
    for shard in ["0/3", "4/3", "three", "1/0"] {
        let (_, err) = ends(&folder, &["index", "--shard", shard, "motions", "part"], 2);
        assert!(err.contains("expected a part and their number, such as 3/64"), "{err}");
    }
    fs::create_dir(folder.join("nothing")).unwrap();
    let (_, err) = ends(&folder, &["gallery", "--from", "nothing", "motions", "site"], 2);
    assert!(err.contains("there is nothing of `marey index` in nothing"), "{err}");
    ends(&folder, &["gallery", "--from", "missing", "motions", "site"], 1);
    assert!(!folder.join("site").exists());
}

#[test]
fn motions_are_offered_in_the_formats_wanted_but_not_twice_in_their_own() {
    let folder = with_motions("formats", &[("walk.bvh", &walk(5)), ("gallery.toml", "formats = [\"bvh\", \"glb\"]\n")]);
    made(&folder, &[]);
    let page = read(&folder, "clips/walk.html");
    assert!(page.contains("href=\"../clips/walk/walk.glb\" download") && !page.contains("walk/walk.bvh"), "{page}");
    assert!(ends(&folder, &["info", "site/originals/walk.bvh"], 0).0.contains("5 frames"));
    assert_eq!(fs::read(folder.join("site/clips/walk/walk.glb")).unwrap()[..4], *b"glTF");
    assert_eq!(ends(&folder, &["gallery", "--check", "motions", "site"], 0).0, "");
    // The option overrules the file.
    made(&folder, &["--formats", "asf,x3d"]);
    for (path, is_there) in [("walk.asf", true), ("walk.amc", true), ("walk.x3d", true), ("walk.glb", false)] {
        assert_eq!(folder.join("site/clips/walk").join(path).exists(), is_there, "{path}");
    }
    let (_, err) = ends(&folder, &["gallery", "--formats", "fbx", "motions", "site"], 2);
    assert!(err.contains("expected one of bvh, asf"), "{err}");
}

#[test]
fn an_empty_folder_and_one_that_is_gone_are_told_and_leave_the_site_as_it_was() {
    let folder = with_motions("edges", &[("walk.bvh", &walk(5))]);
    made(&folder, &[]);
    fs::remove_file(folder.join("motions/walk.bvh")).unwrap();
    let (_, err) = ends(&folder, &["gallery", "motions", "site"], 2);
    assert!(err.contains("there is no motion in motions"), "{err}");
    fs::remove_dir_all(folder.join("motions")).unwrap();
    let (_, err) = ends(&folder, &["gallery", "motions", "site"], 2);
    assert!(err.contains("expected DIR to be a folder of motions, or an archive: `motions` is none"), "{err}");
    assert!(read(&folder, "clips/walk.html").contains("5 frames"));
}

#[test]
fn files_of_one_name_each_have_a_page_and_one_that_cannot_be_read_is_told() {
    let texts = [
        ("a/walk.bvh", walk(5)),
        ("b/walk.bvh", walk(6)),
        ("b/Walk.bvh", walk(7)),
        ("bad.bvh", "HIERARCHY\nROOT".to_owned()),
    ];
    let folder = with_motions("names", &texts.each_ref().map(|(path, text)| (*path, text.as_str())));
    let count = fs::read_dir(folder.join("motions/b")).unwrap().count();
    let err = made(&folder, &[]);
    assert!(err.contains(&format!("{} clips", count + 1)) && err.contains("1 file not read"), "{err}");
    let pages = fs::read_dir(folder.join("site/clips")).unwrap().flatten();
    let pages = pages.filter(|entry| entry.path().extension().is_some_and(|end| end == "html")).count();
    assert_eq!(pages, count + 1);
    assert!(read(&folder, "problems.html").contains("bad.bvh"));
}

#[test]
fn previews_of_links_are_png_where_the_address_is_known() {
    let folder = with_motions("previews", &[("walk.bvh", &walk(5))]);
    made(&folder, &["--url", "https://you.example"]);
    let png = fs::read(folder.join("site/clips/walk/preview.png")).unwrap();
    assert_eq!(png[..8], *b"\x89PNG\r\n\x1a\n");
    let size = [16, 20].map(|at| u32::from_be_bytes(png[at..at + 4].try_into().unwrap()));
    assert_eq!(size, [1080, 720]);
    for page in ["index.html", "clips/walk.html"] {
        let tag = "<meta property=\"og:image\" content=\"https://you.example/clips/walk/preview.png\">";
        assert!(read(&folder, page).contains(tag), "{page}");
    }
    assert_eq!(ends(&folder, &["gallery", "--check", "--url", "https://you.example", "motions", "site"], 0).0, "");
    made(&folder, &["--no-previews", "--url", "https://you.example"]);
    assert!(!folder.join("site/clips/walk/preview.png").exists());
    made(&folder, &[]);
    assert!(!folder.join("site/clips/walk/preview.png").exists());
}

#[test]
fn persons_wear_a_body_on_pictures_and_pages_where_it_is_asked_for() {
    let folder = with_motions("bodies", &[("person.bvh", &motion()), ("walk.bvh", &walk(5))]);
    fs::create_dir(folder.join("dist")).unwrap();
    fs::write(folder.join("dist/marey-player.js"), "").unwrap();
    let has_contours = |name: &str| read(&folder, &format!("clips/{name}/poster.svg")).contains("<path class=\"c\"");
    let options = ["--previews", "--player", "dist"];
    made(&folder, &options);
    assert!(!has_contours("person"));
    let preview = || fs::read(folder.join("site/clips/person/preview.png")).unwrap();
    let bones = preview();
    made(&folder, &[&options[..], &["--look", "body"]].concat());
    assert!(has_contours("person") && !has_contours("walk"), "what is no person stays bones");
    assert_ne!(bones, preview());
    assert!(read(&folder, "clips/person.html").contains("<marey-player controls loop look=\"body\""));
    assert!(read(&folder, "index.html").contains(" data-player data-look=\"body\""));
    made(&folder, &options);
    assert!(!has_contours("person") && preview() == bones, "pictures of another look are made again");
    assert!(!read(&folder, "clips/person.html").contains("look="));
}

/// Runs `marey gallery` or `index`, and does something to the folder of motions as soon as the first clip is made. Returns the exit code
/// and standard error.
fn made_while(folder: &Path, command: &str, act: impl FnOnce()) -> (Option<i32>, String) {
    let program = Command::new(env!("CARGO_BIN_EXE_marey"))
        .current_dir(folder)
        .args([command, "motions", "site"])
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    while !folder.join("site/clips/take-00/facts.json").is_file() {
        std::thread::sleep(Duration::from_millis(1));
    }
    act();
    let done = program.wait_with_output().unwrap();
    (done.status.code(), String::from_utf8(done.stderr).unwrap())
}

/// How many motions take the program some seconds, so that the last ones are not read yet when the first are.
fn many() -> usize {
    7 * std::thread::available_parallelism().map_or(4, usize::from).clamp(2, 12)
}

/// Motions that take some seconds.
fn with_many_motions(name: &str) -> PathBuf {
    let texts: Vec<_> = (0..many()).map(|take| (format!("take {take:02}.bvh"), walk(1500))).collect();
    with_motions(name, &texts.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect::<Vec<_>>())
}

#[test]
fn a_folder_that_is_removed_meanwhile_is_told_and_what_was_made_is_used_later() {
    let folder = with_many_motions("folder-gone");
    for command in ["index", "gallery"] {
        fs::remove_dir_all(folder.join("site")).ok();
        let away = || fs::rename(folder.join("motions"), folder.join("away")).unwrap();
        let (code, err) = made_while(&folder, command, away);
        assert_eq!(code, Some(1), "{err}");
        assert!(err.contains("motions: was removed meanwhile") && err.contains("site keeps what it has"), "{err}");
        fs::rename(folder.join("away"), folder.join("motions")).unwrap();
    }
    let kept = fs::metadata(folder.join("site/clips/take-00/facts.json")).unwrap().modified().unwrap();
    assert!(made(&folder, &[]).contains(&format!("{} clips (", many())), "all are there");
    assert_eq!(fs::metadata(folder.join("site/clips/take-00/facts.json")).unwrap().modified().unwrap(), kept);
}

#[test]
fn files_that_are_removed_meanwhile_are_listed_and_no_page_offers_them() {
    let folder = with_many_motions("files-gone");
    let last = format!("take {:02}.bvh", many() - 1);
    let (code, err) = made_while(&folder, "gallery", || {
        for name in ["take 00.bvh", &last] {
            fs::remove_file(folder.join("motions").join(name)).unwrap();
        }
    });
    assert_eq!(code, Some(0), "{err}");
    assert!(err.contains(&format!("{} clips", many() - 1)) && err.contains("2 files not read"), "{err}");
    let problems = read(&folder, "problems.html");
    assert!(problems.contains("take 00.bvh") && problems.contains(&last), "{problems}");
    // The packed motion of the first is there, and its original is not.
    let page = read(&folder, "clips/take-00.html");
    assert!(page.contains("take-00.marey") && !page.contains("originals/take%2000.bvh"), "{page}");
    assert!(read(&folder, "clips/take-01.html").contains("originals/take%2001.bvh"));
    assert!(
        made(&folder, &[]).contains(&format!("{} clips (0 new or changed)", many() - 2)),
        "the next run has only what is left"
    );
}

#[test]
#[cfg(unix)]
fn a_link_to_nothing_and_a_folder_that_cannot_be_read_are_listed() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = with_motions("unread", &[("walk.bvh", &walk(5)), ("closed/walk.bvh", &walk(5))]);
    std::os::unix::fs::symlink("nowhere.bvh", folder.join("motions/link.bvh")).unwrap();
    let closed = folder.join("motions/closed");
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o000)).unwrap();
    // An administrator reads it all the same.
    let is_closed = fs::read_dir(&closed).is_err();
    let err = made(&folder, &[]);
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o755)).unwrap();
    assert!(err.contains("motions/link.bvh: not in the gallery: ") && err.contains("not read"), "{err}");
    assert!(read(&folder, "problems.html").contains("<bdi>link.bvh</bdi>"));
    if is_closed {
        assert!(err.contains("motions/closed: not in the gallery: "), "{err}");
        assert!(read(&folder, "problems.html").contains("<bdi>closed</bdi>"));
    }
}
