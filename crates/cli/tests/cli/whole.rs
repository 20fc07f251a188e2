//! Files are whole or not there: writers that are stopped at a byte, by an interruption, or for want of memory. `compare`, `measure`,
//! `positions`, `info` and `check` write no files.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::{FIXTURES, contents, empty, ends, walk};

/// Whether all is tried, as with `cargo xtask test --deep`.
fn is_deep() -> bool {
    env::var_os("MAREY_DEEP").is_some()
}

/// Runs the program with a limit of util-linux's `prlimit`.
fn limited(folder: &Path, limit: &str, arguments: &[&str]) -> Output {
    let mut command = Command::new("prlimit");
    command.arg(limit).arg(env!("CARGO_BIN_EXE_marey")).args(arguments);
    command.current_dir(folder).output().unwrap()
}

/// Runs the program where no file can have more than so many bytes. Returns its exit code and what it says.
fn stopped_at(folder: &Path, bytes: u64, arguments: &[&str]) -> (Option<i32>, String) {
    let output = limited(folder, &format!("--fsize={bytes}:{bytes}"), arguments);
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

/// Bytes at which to stop a writer of files with these contents, so that at least one of them is not written.
fn stops(files: &BTreeMap<PathBuf, Vec<u8>>) -> Vec<u64> {
    let longest = files.values().map(Vec::len).max().unwrap();
    let mut stops: BTreeSet<usize> = files.values().map(Vec::len).filter(|length| *length < longest).collect();
    stops.extend([0, 1, longest / 2, longest - 1]);
    if is_deep() {
        stops.extend((0..longest).step_by(longest.div_ceil(64)));
    }
    stops.into_iter().map(|stop| stop as u64).collect()
}

/// Each command that writes files into `out/`.
const WRITERS: [&[&str]; 13] = [
    &["convert", "walk.bvh", "out/a.bvh"],
    &["convert", "walk.bvh", "out/a.asf", "--source-unit", "cm"],
    &["convert", "walk.bvh", "out/a.skel", "--source-unit", "cm"],
    &["convert", "walk.bvh", "out/a.x3d", "--source-unit", "cm"],
    &["convert", "walk.bvh", "out/a.gltf", "--source-unit", "cm"],
    &["convert", "walk.bvh", "out/a.glb", "--source-unit", "cm"],
    &["convert", "walk.bvh", "out/a.csv"],
    &["convert", "walk.bvh", "out/a.npz"],
    &["convert", "--format", "asf", "--source-unit", "cm", "walk.bvh", "out"],
    &["link", "walk.bvh", "--output", "out/a.marey"],
    &["link", "walk.bvh", "--output", "out"],
    &["picture", "walk.bvh", "out/a.svg"],
    &["retarget", "march.bvh", "--onto", "march.bvh", "-o", "out/a.amc"],
];

/// An empty folder with a motion, a person, and an empty `out/`.
fn with_motion(name: &str) -> PathBuf {
    let folder = empty(&format!("whole-{name}"));
    fs::write(folder.join("walk.bvh"), walk(6)).unwrap();
    fs::write(folder.join("march.bvh"), crate::retarget::motion()).unwrap();
    fs::create_dir(folder.join("out")).unwrap();
    folder
}

#[test]
fn a_writer_that_is_stopped_at_a_byte_leaves_nothing_new() {
    let folder = with_motion("new");
    let out = folder.join("out");
    for arguments in WRITERS {
        ends(&folder, arguments, 0);
        let files = contents(&out);
        fs::remove_dir_all(&out).unwrap();
        fs::create_dir(&out).unwrap();
        for stop in stops(&files) {
            let (code, err) = stopped_at(&folder, stop, arguments);
            assert_eq!(code, Some(1), "{arguments:?} {stop}: {err}");
            let told = err.lines().last().unwrap();
            assert!(told.starts_with("out/") && told.contains("File too large"), "{arguments:?} {stop}: {err}");
            assert_eq!(contents(&out), BTreeMap::new(), "{arguments:?} {stop}");
        }
    }
}

#[test]
fn a_writer_that_is_stopped_at_a_byte_leaves_the_old_files() {
    let folder = with_motion("old");
    let out = folder.join("out");
    for arguments in WRITERS {
        ends(&folder, arguments, 0);
        let files = contents(&out);
        let old: BTreeMap<PathBuf, Vec<u8>> = files.keys().map(|path| (path.clone(), b"old".to_vec())).collect();
        let forced = [arguments, &["--force"]].concat();
        for (path, text) in &old {
            fs::write(out.join(path), text).unwrap();
        }
        for stop in stops(&files) {
            let (code, err) = stopped_at(&folder, stop, &forced);
            assert_eq!(code, Some(1), "{arguments:?} {stop}: {err}");
            assert_eq!(contents(&out), old, "{arguments:?} {stop}");
        }
        ends(&folder, &forced, 0);
        assert_eq!(contents(&out), files, "{arguments:?}");
        fs::remove_dir_all(&out).unwrap();
        fs::create_dir(&out).unwrap();
    }
}

#[test]
fn of_two_files_that_belong_together_none_is_written_where_one_cannot_be() {
    let folder = with_motion("pairs");
    let arguments = ["convert", "--source-unit", "cm", "walk.bvh", "out/a.asf"];
    for there in ["out/a.asf", "out/a.amc"] {
        fs::write(folder.join(there), "old").unwrap();
        let (_, err) = ends(&folder, &arguments, 1);
        assert!(err.ends_with(&format!("{there}: exists already (replace it with --force)\n")), "{err}");
        assert_eq!(contents(&folder.join("out")).len(), 1);
        fs::remove_file(folder.join(there)).unwrap();
    }
    // A folder cannot be replaced.
    fs::create_dir(folder.join("out/a.amc")).unwrap();
    ends(&folder, &[&arguments[..], &["--force"]].concat(), 1);
    assert_eq!(contents(&folder.join("out")), BTreeMap::new());
}

#[test]
fn a_full_device_is_told() {
    let folder = with_motion("device");
    let (_, err) = ends(&folder, &["picture", "walk.bvh", "out/a.svg", "--force"], 0);
    assert_eq!(err, "");
    fs::remove_file(folder.join("out/a.svg")).unwrap();
    std::os::unix::fs::symlink("/dev/full", folder.join("out/a.svg")).unwrap();
    let (_, err) = ends(&folder, &["picture", "walk.bvh", "out/a.svg", "--force"], 1);
    assert!(err.starts_with("out/a.svg: No space left on device"), "{err}");
}

/// A folder with `motions/` and a player.
fn with_motions(name: &str) -> PathBuf {
    let folder = empty(&format!("whole-{name}"));
    for (path, text) in [
        ("motions/a.bvh", walk(4)),
        ("motions/b/b.bvh", walk(5)),
        ("motions/07.asf", fs::read_to_string(format!("{FIXTURES}acclaim/dof_subsets.asf")).unwrap()),
        ("motions/07.amc", fs::read_to_string(format!("{FIXTURES}acclaim/dof_subsets.amc")).unwrap()),
        ("motions/bad.bvh", "HIERARCHY\nROOT".to_owned()),
        ("player/marey-player.js", "// player".to_owned()),
    ] {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

const GALLERY: [&str; 9] =
    ["gallery", "--formats", "csv,asf", "--url", "https://you.example", "--player", "player", "motions", "site"];

/// Some of the stops, if not all are tried: a gallery has many files.
fn some(stops: Vec<u64>) -> impl Iterator<Item = u64> {
    let step = if is_deep() { 1 } else { stops.len().div_ceil(8) };
    stops.into_iter().rev().step_by(step)
}

/// What is in a site is as it was or as it will be, and what pages name is there.
fn is_consistent(site: &Path, before: &BTreeMap<PathBuf, Vec<u8>>, after: &BTreeMap<PathBuf, Vec<u8>>) {
    let files = contents(site);
    for (path, bytes) in &files {
        let is_whole = [before, after].iter().any(|known| known.get(path) == Some(bytes));
        assert!(is_whole, "{} with {} bytes", path.display(), bytes.len());
    }
    let index = Path::new("index.html");
    if files.contains_key(index) && !before.contains_key(index) {
        let missing: Vec<_> = after.keys().filter(|path| !files.contains_key(*path)).collect();
        assert!(missing.is_empty(), "{missing:?}");
    }
    let missing: Vec<_> = before.keys().filter(|path| !files.contains_key(*path)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn a_gallery_that_is_stopped_at_a_byte_has_whole_files_and_is_finished_later() {
    let folder = with_motions("gallery");
    let site = folder.join("site");
    ends(&folder, &GALLERY, 0);
    let first = contents(&site);
    fs::write(folder.join("motions/a.bvh"), walk(7)).unwrap();
    fs::write(folder.join("motions/c.bvh"), walk(8)).unwrap();
    ends(&folder, &GALLERY, 0);
    let second = contents(&site);
    let restore = |files: &BTreeMap<PathBuf, Vec<u8>>| {
        fs::remove_dir_all(&site).unwrap();
        for (path, bytes) in files {
            fs::create_dir_all(site.join(path).parent().unwrap()).unwrap();
            fs::write(site.join(path), bytes).unwrap();
        }
    };
    for before in [&BTreeMap::new(), &first] {
        let to_write = second.iter().filter(|(path, bytes)| before.get(*path) != Some(bytes));
        for stop in some(stops(&to_write.map(|(path, bytes)| (path.clone(), bytes.clone())).collect())) {
            restore(before);
            let (code, err) = stopped_at(&folder, stop, &GALLERY);
            assert_eq!(code, Some(1), "{stop}: {err}");
            assert!(err.lines().last().unwrap().contains("File too large"), "{stop}: {err}");
            is_consistent(&site, before, &second);
        }
        ends(&folder, &GALLERY, 0);
        assert_eq!(contents(&site), second);
    }
}

#[test]
fn an_index_that_is_stopped_at_a_byte_has_whole_files() {
    let folder = with_motions("index");
    let arguments = ["index", "--formats", "csv", "motions", "part"];
    ends(&folder, &arguments, 0);
    let whole = contents(&folder.join("part"));
    for stop in some(stops(&whole)) {
        fs::remove_dir_all(folder.join("part")).ok();
        let (code, err) = stopped_at(&folder, stop, &arguments);
        assert_eq!(code, Some(1), "{stop}: {err}");
        is_consistent(&folder.join("part"), &BTreeMap::new(), &whole);
    }
}

#[test]
fn an_interrupted_program_leaves_no_temporary_files() {
    let folder = empty("whole-interrupted");
    for take in 0..30 {
        let path = folder.join(format!("motions/{take}.bvh"));
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, walk(1500)).unwrap();
    }
    fs::create_dir(folder.join("out")).unwrap();
    let arguments = ["convert", "--force", "--format", "csv", "motions", "out"];
    ends(&folder, &arguments, 0);
    let whole = contents(&folder.join("out"));
    for signal in ["-INT", "-TERM"] {
        let mut program = Command::new(env!("CARGO_BIN_EXE_marey"))
            .current_dir(&folder)
            .args(arguments)
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let names = || fs::read_dir(folder.join("out")).unwrap().flatten().map(|entry| entry.file_name());
        // It is not always seen at a file.
        while !names().any(|name| name.to_string_lossy().ends_with(".part")) && program.try_wait().unwrap().is_none() {}
        Command::new("kill").args([signal, &program.id().to_string()]).output().unwrap();
        program.wait().unwrap();
        let left = contents(&folder.join("out"));
        assert_eq!(left.keys().collect::<Vec<_>>(), whole.keys().collect::<Vec<_>>(), "{signal}");
        assert!(left == whole, "{signal}: a file is not whole");
    }
}

#[test]
fn without_memory_each_command_says_so_in_a_sentence_and_writes_nothing() {
    let folder = with_motion("memory");
    fs::create_dir(folder.join("motions")).unwrap();
    fs::write(folder.join("motions/long.bvh"), walk(60_000)).unwrap();
    fs::write(folder.join("motions/short.bvh"), walk(3)).unwrap();
    let file = "motions/long.bvh";
    let commands: [&[&str]; 9] = [
        &["info", file],
        &["convert", file, "out/a.glb", "--source-unit", "cm"],
        &["convert", "--force", "--format", "npz", "motions", "out"],
        &["positions", "--frames", "all", file],
        &["convert", file, "out/a.bvh"],
        &["convert", file, "out/a.x3d", "--source-unit", "cm"],
        &["measure", "--speed", "Neck", "--source-unit", "cm", file],
        &["compare", file, file, "--json"],
        &["picture", file, "out/a.svg", "--source-unit", "cm"],
    ];
    let with =
        |megabytes: u64, arguments: &[&str]| limited(&folder, &format!("--as={0}:{0}", megabytes << 20), arguments);
    // What the program needs at least.
    let least = (1..).find(|least| with(*least, &["info", "motions/short.bvh"]).status.success()).unwrap();
    for arguments in commands.into_iter().take(if is_deep() { usize::MAX } else { 4 }) {
        let mut failed = 0;
        let mut more = 0;
        loop {
            let megabytes = least + more;
            let output = with(megabytes, arguments);
            let err = String::from_utf8(output.stderr).unwrap();
            assert!(
                !err.contains("memory allocation") && !err.contains("panicked"),
                "{arguments:?} {megabytes}: {err}"
            );
            match output.status.code() {
                Some(0) => break,
                Some(1) => failed += 1,
                // The C library aborts by itself where a new thread finds no memory for its destructors.
                None if err.contains("failed to register TLS destructor: out of memory") => {
                    failed += 1;
                    more += more.max(3);
                    fs::remove_dir_all(folder.join("out")).unwrap();
                    fs::create_dir(folder.join("out")).unwrap();
                    continue;
                }
                other => panic!("{arguments:?} {megabytes}: {other:?} {err}"),
            }
            // The file is named by its reader, by the system, or by the program, unless it had not begun with one.
            let is_told = |line: &str| {
                let is_named = line.starts_with("motions/") || line.starts_with("marey:");
                is_named && (line.contains("memory left") || line.ends_with("out of memory"))
            };
            assert!(err.lines().any(is_told), "{arguments:?} {megabytes}: {err}");
            let written = contents(&folder.join("out"));
            assert!(written.keys().all(|path| path.ends_with("short.npz")), "{arguments:?} {megabytes}");
            more += if is_deep() { 1 + more / 4 } else { more.max(3) };
        }
        assert!(failed > 0, "{arguments:?}");
        fs::remove_dir_all(folder.join("out")).unwrap();
        fs::create_dir(folder.join("out")).unwrap();
    }
}

#[test]
fn one_module_alone_writes_files() {
    let sources = contents(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
    let ways = ["fs::write", "File::create", "fs::rename", "fs::copy", "fs::hard_link", ".write(true)", "persist("];
    let writes = |text: &str| ways.iter().any(|way| text.contains(way));
    let sources = sources.iter().filter(|(path, _)| path.extension().is_some_and(|end| end == "rs"));
    let found: Vec<&str> = sources
        .filter(|(_, bytes)| writes(&String::from_utf8_lossy(bytes)))
        .map(|(path, _)| path.to_str().unwrap())
        .collect();
    // `temporary` gives files their names, and `writing` opens pipes and devices, which cannot be replaced.
    assert_eq!(found, ["temporary.rs", "whole_file.rs", "writing.rs"]);
}
