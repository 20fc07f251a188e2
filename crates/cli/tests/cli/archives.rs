//! Motions in zip and tar archives, which are read without being unpacked to the disk.

use std::fs;
use std::io::{Cursor, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use flate2::Compression;
use flate2::write::GzEncoder;
use tar::{Builder, EntryType, Header};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use crate::gallery::fixture;
use crate::retarget::motion;
use crate::{contents, empty, ends, walk};

/// A zip archive of these files, deflated.
fn zipped(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        archive
            .start_file(*name, SimpleFileOptions::default().compression_method(CompressionMethod::Deflated))
            .unwrap();
        archive.write_all(bytes).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

/// A tar archive of these files.
fn tarred(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = Builder::new(Vec::new());
    for (name, bytes) in files {
        let mut header = Header::new_gnu();
        header.set_size(bytes.len() as u64);
        archive.append_data(&mut header, name, *bytes).unwrap();
    }
    archive.into_inner().unwrap()
}

fn gzipped(bytes: &[u8]) -> Vec<u8> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    packed.write_all(bytes).unwrap();
    packed.finish().unwrap()
}

/// All that `marey info` prints.
fn info(folder: &Path, archive: &str, expected: i32) -> String {
    let (out, err) = ends(folder, &["info", archive], expected);
    out + &err
}

#[test]
fn every_kind_of_archive_is_a_folder_of_motions_with_their_skeletons() {
    let folder = empty("archives");
    let [asf, amc] = ["acclaim/dof_subsets.asf", "acclaim/dof_subsets.amc"].map(fixture);
    let long = format!("{}/walk.bvh", "a".repeat(150));
    let files = [
        ("set/walk.bvh", walk(20)),
        ("set/07/07.asf", asf),
        ("set/07/07_01.amc", amc),
        (&*long, walk(4)),
        ("set/notes.txt", "nothing".to_owned()),
        ("__MACOSX/set/._walk.bvh", "nothing".to_owned()),
    ];
    let files: Vec<(&str, &[u8])> = files.iter().map(|(name, text)| (*name, text.as_bytes())).collect();
    let tar = tarred(&files);
    for (name, bytes) in
        [("a.zip", zipped(&files)), ("b.tar", tar.clone()), ("c.tar.gz", gzipped(&tar)), ("d.tgz", gzipped(&tar))]
    {
        fs::write(folder.join(name), &bytes).unwrap();
        let out = format!("out-{name}").replace('.', "-");
        ends(&folder, &["convert", name, &out, "--format", "npz"], 0);
        let made: Vec<String> =
            contents(&folder.join(&out)).into_keys().map(|path| path.to_string_lossy().into()).collect();
        assert_eq!(made, [long.replace(".bvh", ".npz"), "set/07/07_01.npz".into(), "set/walk.npz".into()], "{name}");
        assert_eq!(fs::read(folder.join(name)).unwrap(), bytes, "nothing is written into {name}");
    }
    // Within a folder an archive is a folder of its name.
    fs::create_dir(folder.join("motions")).unwrap();
    fs::rename(folder.join("a.zip"), folder.join("motions/a.zip")).unwrap();
    assert!(info(&folder, "motions", 0).contains("motions/a.zip/set/walk.bvh"));
}

#[test]
fn a_gallery_of_an_archive_has_its_title_its_words_and_its_originals() {
    let folder = empty("archives-gallery");
    let toml = b"licence = \"CC0-1.0\"\n".as_slice();
    let text = walk(20);
    let files = [("gallery.toml", toml), ("set/walk.bvh", text.as_bytes())];
    for (name, bytes) in [("Walks.zip", zipped(&files)), ("Steps.tar.gz", gzipped(&tarred(&files)))] {
        fs::write(folder.join(name), bytes).unwrap();
        fs::remove_dir_all(folder.join("site")).ok();
        let err = ends(&folder, &["gallery", name, "site"], 0).1;
        assert!(err.contains("site: 1 clip (1 new or changed)") && !err.contains("no licence"), "{err}");
        let index = fs::read_to_string(folder.join("site/index.html")).unwrap();
        let title = name.split('.').next().unwrap();
        assert!(index.contains(&format!("<h1><a href=\"index.html\">{title}</a></h1>")), "{index}");
        assert_eq!(fs::read_to_string(folder.join("site/originals/set/walk.bvh")).unwrap(), text);
        assert!(ends(&folder, &["gallery", name, "site"], 0).1.contains("(0 new or changed); 0 files written"));
        ends(&folder, &["gallery", "--check", name, "site"], 0);
    }
}

/// Sets the bit of encryption in both headers of a member.
fn encrypt(archive: &mut [u8], name: &str) {
    let heads = [(b"PK\x03\x04", 30, 6), (b"PK\x01\x02", 46, 8)];
    for (sign, length, flags) in heads {
        for at in 0..archive.len() - length {
            if archive[at..].starts_with(sign) && archive[at + length..].starts_with(name.as_bytes()) {
                archive[at + flags] |= 1;
            }
        }
    }
}

#[test]
fn members_that_cannot_be_read_are_told_one_by_one_and_the_rest_is_read() {
    let folder = empty("archives-bad");
    let text = walk(20);
    let walk = text.as_bytes();
    let zeros = vec![b'0'; 20_000_000];
    let inner = zipped(&[("x.bvh", walk)]);
    let files: [(&str, &[u8]); 6] = [
        ("../out.bvh", walk),
        ("bomb.bvh", &zeros),
        ("broken.bvh", walk),
        ("inner.zip", &inner),
        ("secret.bvh", walk),
        ("walk.bvh", walk),
    ];
    let mut archive = zipped(&files);
    encrypt(&mut archive, "secret.bvh");
    // Its first byte says how it is packed.
    let at = (0..archive.len()).find(|at| archive[*at..].starts_with(b"broken.bvh")).unwrap();
    archive[at + 10..at + 40].iter_mut().for_each(|byte| *byte ^= 0xA5);
    fs::write(folder.join("a.zip"), archive).unwrap();
    let told = info(&folder, "a.zip", 1);
    for line in [
        "a.zip/../out.bvh: its name leads out of the archive",
        "a.zip/bomb.bvh: it would unpack to ",
        "a.zip/broken.bvh: it is damaged in the archive: ",
        "a.zip/inner.zip: an archive in an archive is not read",
        "a.zip/secret.bvh: it is encrypted",
    ] {
        assert!(told.contains(line), "{line}: {told}");
    }
    assert!(told.contains("20 frames"), "the rest is read: {told}");
    let err = ends(&folder, &["gallery", "a.zip", "site"], 0).1;
    assert!(err.contains("site: 1 clip ") && err.contains(", 5 files not read"), "{err}");
    let names: Vec<String> =
        fs::read_dir(&folder).unwrap().map(|e| e.unwrap().file_name().to_string_lossy().into()).collect();
    assert_eq!(names.len(), 2, "only the archive and the site: {names:?}");
}

#[test]
fn links_and_sparse_files_of_a_tar_archive_are_told_and_its_cut_end_too() {
    let folder = empty("archives-tar");
    let text = walk(20);
    let mut archive = Builder::new(Vec::new());
    for (name, kind) in [("link.bvh", EntryType::Symlink), ("hard.bvh", EntryType::Link)] {
        let mut header = Header::new_gnu();
        header.set_entry_type(kind);
        header.set_size(0);
        archive.append_link(&mut header, name, "/etc/hostname").unwrap();
    }
    archive.append_pax_extensions([("GNU.sparse.major", b"1".as_slice())]).unwrap();
    for name in ["sparse.bvh", "walk.bvh", "last.bvh"] {
        let mut header = Header::new_ustar();
        header.set_size(text.len() as u64);
        archive.append_data(&mut header, name, text.as_bytes()).unwrap();
    }
    let whole = archive.into_inner().unwrap();
    let cut = &whole[..whole.len() - 1024 - 600];
    for (name, bytes) in [("a.tar", cut.to_vec()), ("a.tar.gz", gzipped(cut))] {
        fs::write(folder.join(name), bytes).unwrap();
        let told = info(&folder, name, 1);
        for line in [
            "/link.bvh: a link in an archive is not followed",
            "/hard.bvh: a link in an archive is not followed",
            "/sparse.bvh: it is stored as a sparse file",
            "/last.bvh: the archive ends within this file",
        ] {
            assert!(told.contains(&format!("{name}{line}")), "{line}: {told}");
        }
        assert!(told.contains("walk.bvh") && told.contains("20 frames"), "{told}");
    }
}

#[test]
fn a_gallery_of_a_cut_archive_has_the_members_before_the_cut_and_tells_it_once() {
    let folder = empty("archives-cut");
    let text = motion();
    let files = [("a.bvh", text.as_bytes()), ("b.bvh", text.as_bytes())];
    let (zip, tar) = (zipped(&files), tarred(&files));
    let tgz = gzipped(&tarred(&[files[0], ("b.bvh", &noise(50_000))]));
    for (name, bytes, told) in [
        (
            "a.zip",
            &zip[..zip.len() * 3 / 4],
            "it has no directory at its end, so that files may be missing; download it again",
        ),
        ("b.tar", &tar[..tar.len() - 1024 - 600], ""),
        (
            "c.tgz",
            &tgz[..tgz.len() - 9000],
            "the archive cannot be read behind its first file: it ends too early; download",
        ),
    ] {
        fs::write(folder.join(name), bytes).unwrap();
        fs::remove_dir_all(folder.join("site")).ok();
        let err = ends(&folder, &["gallery", name, "site"], 0).1;
        assert!(err.contains("site: 1 clip (1 new"), "{err}");
        assert!(!err.contains("/gallery.toml") && !err.contains(": : "), "{err}");
        let problems = fs::read_to_string(folder.join("site/problems.html")).unwrap();
        if told.is_empty() {
            assert!(
                problems.contains("<b><bdi>b.bvh</bdi></b><p>the archive ends within this file: download"),
                "{problems}"
            );
        } else {
            assert_eq!(err.matches(told).count(), 1, "{err}");
            assert!(problems.contains(&format!("<b><bdi>{name}</bdi></b><p>the ")), "{problems}");
        }
    }
}

/// Bytes that nothing packs smaller.
fn noise(count: u32) -> Vec<u8> {
    let mut state = 1_u32;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8
    };
    (0..count).map(|_| next()).collect()
}

/// A zip archive as it is written to a pipe: lengths stand behind the bytes.
fn streamed(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = ZipWriter::new_stream(Vec::new());
    for (name, bytes) in files {
        archive.start_file(*name, SimpleFileOptions::default()).unwrap();
        archive.write_all(bytes).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

#[test]
fn a_cut_archive_that_came_through_a_pipe_is_read_up_to_the_cut_too() {
    let folder = empty("archives-streamed");
    let text = walk(20);
    let whole = streamed(&[("a.bvh", text.as_bytes()), ("b.bvh", text.as_bytes()), ("c.bvh", &noise(3000))]);
    fs::write(folder.join("a.zip"), &whole[..whole.len() - 1500]).unwrap();
    let told = info(&folder, "a.zip", 1);
    assert_eq!(told.matches("20 frames").count(), 2, "{told}");
    assert!(told.contains("a.zip/c.bvh: the archive ends within this file"), "{told}");
}

#[test]
fn members_of_one_name_are_told_and_names_that_lead_out_hide_none() {
    let folder = empty("archives-twice");
    let (first, last) = (walk(3), walk(20));
    let mut zip = zipped(&[
        ("a.bvh", first.as_bytes()),
        ("b.bvh", last.as_bytes()),
        ("x\\y.bvh", first.as_bytes()),
        ("x/y.bvh", last.as_bytes()),
        ("../q.bvh", first.as_bytes()),
        ("q.bvh", last.as_bytes()),
    ]);
    // A writer refuses a second file of one name: `b.bvh` becomes `a.bvh`.
    for at in 0..zip.len() - 5 {
        if zip[at..].starts_with(b"b.bvh") {
            zip[at] = b'a';
        }
    }
    fs::write(folder.join("a.zip"), zip).unwrap();
    fs::write(folder.join("a.tar"), tarred(&[("a.bvh", first.as_bytes()), ("a.bvh", last.as_bytes())])).unwrap();
    let told = info(&folder, "a.zip", 1);
    assert!(told.contains("a.zip: 2 files have the name of another one in the archive (a.bvh, x/y.bvh); of each name the last one is read"), "{told}");
    assert!(told.contains("a.zip/../q.bvh: its name leads out of the archive"), "{told}");
    assert_eq!(told.matches("20 frames").count(), 3, "{told}");
    let told = info(&folder, "a.tar", 0);
    assert!(
        told.contains("a.tar: 1 file has the name of another one in the archive (a.bvh)") && told.contains("20 frames"),
        "{told}"
    );
    ends(&folder, &["gallery", "a.zip", "site"], 0);
    let problems = fs::read_to_string(folder.join("site/problems.html")).unwrap();
    assert!(problems.contains("<b><bdi>a.zip</bdi></b><p>2 files have the name"), "{problems}");
}

#[test]
fn members_are_named_on_the_command_line_with_their_companions() {
    let folder = empty("archives-named");
    let [asf, amc] = ["acclaim/dof_subsets.asf", "acclaim/dof_subsets.amc"].map(fixture);
    let text = motion();
    let files = [
        ("S01/walk.bvh", text.as_bytes()),
        ("S01/Walk.bvh", text.as_bytes()),
        ("07/07.asf", asf.as_bytes()),
        ("07/07_01.amc", amc.as_bytes()),
    ];
    let tar = tarred(&files);
    for (name, bytes) in [("a.zip", zipped(&files)), ("b.tar", tar.clone()), ("c.tgz", gzipped(&tar))] {
        fs::write(folder.join(name), bytes).unwrap();
        let member = |inner: &str| format!("{name}/{inner}");
        assert!(info(&folder, &member("S01/walk.bvh"), 0).starts_with(&member("S01/walk.bvh")));
        let acclaim = info(&folder, &member("07/07_01.amc"), 0);
        assert!(acclaim.contains("07.asf") && !acclaim.contains("walk.bvh"), "{acclaim}");
        assert_eq!(info(&folder, &member("S01"), 0).matches("\n  format").count(), 2);
        assert_eq!(info(&folder, &member("*/[wW]alk.bvh"), 0).matches("\n  format").count(), 2);
        let told = info(&folder, &member("S01/wlak.bvh"), 1);
        assert!(
            told.contains("S01/wlak.bvh: there is no such file in the archive; near it is S01/Walk.bvh, S01/walk.bvh"),
            "{told}"
        );
        assert!(
            info(&folder, &member("S02/"), 1).contains("; it has 07/07.asf, 07/07_01.amc, S01/Walk.bvh and 1 more")
        );
        for command in [
            &["check"] as &[&str],
            &["measure", "--speed", "Hips"],
            &["positions"],
            &["mend", "--report"],
            &["compare", "a.zip/S01/walk.bvh"],
        ] {
            ends(&folder, &[command, &[&member("S01/Walk.bvh")]].concat(), 0);
        }
        // Names that differ in case alone would be one file in some systems.
        let err = ends(&folder, &["convert", name, "out/", "--format", "npz"], 2).1;
        assert!(
            err.contains("would be written to the same file; name one of them alone, and a file of its own"),
            "{err}"
        );
        let err = ends(&folder, &["convert", &member("S01/Walk.bvh"), &member("x.npz")], 2).1;
        assert!(err.contains("nothing is written into an archive"), "{err}");
        ends(&folder, &["convert", &member("S01/Walk.bvh"), &format!("{name}.npz")], 0);
        ends(&folder, &["convert", &member("07/07_01.amc"), &format!("{name}.bvh")], 0);
    }
    let err = ends(&folder, &["gallery", "a.zip", "site"], 0).1;
    assert!(err.contains("S01/walk.bvh: its name differs from `S01/Walk.bvh` in capital letters alone"), "{err}");
}

#[test]
fn an_archive_on_standard_input_says_what_to_do() {
    let folder = empty("archives-stdin");
    let files = [("walk.bvh", walk(3))];
    let files = [(files[0].0, files[0].1.as_bytes())];
    for bytes in [zipped(&files), tarred(&files), gzipped(&tarred(&files))] {
        let told = told_of_input(&folder, &["info", "-"], &bytes);
        assert!(told.contains("an archive on standard input is not read: save it as a file, and name that"), "{told}");
    }
}

/// What a command that fails says, with these bytes on standard input.
fn told_of_input(folder: &Path, arguments: &[&str], bytes: &[u8]) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_marey"));
    child.args(arguments).current_dir(folder).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child = child.spawn().unwrap();
    child.stdin.take().unwrap().write_all(bytes).ok();
    let out = child.wait_with_output().unwrap();
    assert_eq!(out.status.code(), Some(1));
    String::from_utf8(out.stderr).unwrap()
}

#[test]
fn links_pipes_and_devices_are_counted_and_control_characters_are_obeyed_by_none() {
    let folder = empty("archives-odd");
    let text = walk(20);
    let mut archive = Builder::new(Vec::new());
    for (name, kind) in [
        ("takes", EntryType::Symlink),
        ("pipe", EntryType::Fifo),
        ("disk", EntryType::Block),
        ("pipe.bvh", EntryType::Fifo),
        ("tty", EntryType::Char),
    ] {
        let mut header = Header::new_gnu();
        header.set_entry_type(kind);
        header.set_size(0);
        archive.append_link(&mut header, name, "S01").unwrap();
    }
    for (name, bytes) in [("walk.bvh", text.as_bytes()), ("\u{1b}[31mred.bvh", b"x")] {
        let mut header = Header::new_gnu();
        header.set_size(bytes.len() as u64);
        archive.append_data(&mut header, name, bytes).unwrap();
    }
    let tar = archive.into_inner().unwrap();
    for (name, bytes) in [("a.tar", tar.clone()), ("b.tgz", gzipped(&tar))] {
        fs::write(folder.join(name), bytes).unwrap();
        let told = info(&folder, name, 1);
        for line in [
            ": 4 links, pipes and devices are passed over: takes, pipe, disk and 1 more\n",
            "/pipe.bvh: it is no file but a pipe or a device\n",
            "/\u{fffd}[31mred.bvh:1:1: bvh.syntax",
        ] {
            assert!(told.contains(&format!("{name}{line}")), "{line}: {told}");
        }
        assert!(!told.contains('\u{1b}') && told.contains("20 frames"), "{told}");
    }
}

#[test]
fn an_archive_that_is_none_says_what_is_wrong() {
    let folder = empty("archives-none");
    let good = zipped(&[("walk.bvh", walk(3).as_bytes())]);
    for (name, bytes, told) in [
        ("a.zip", &good[..good.len() / 2], "it has no directory at its end"),
        (
            "b.tar",
            b"no archive, only a text which is longer than the header of a file ..........".as_slice(),
            "damaged",
        ),
        ("c.tgz", b"no gzip".as_slice(), "the tar archive is damaged"),
        ("d.zip", b"".as_slice(), "the archive is empty: download it again"),
    ] {
        fs::write(folder.join(name), bytes).unwrap();
        let told_now = info(&folder, name, 1);
        assert!(told_now.contains(name) && told_now.contains(told), "{name}: {told_now}");
        assert!(!told_now.contains("no archive"), "the words are ours, not the archive's bytes: {told_now}");
        // A site that was made of it before stays as it is.
        fs::create_dir_all(folder.join("site")).unwrap();
        let err = ends(&folder, &["gallery", name, "site"], 1).1;
        assert!(err.starts_with(&format!("{name}: ")) && err.contains(told) && err.lines().count() == 1, "{err}");
        assert_eq!(contents(&folder.join("site")).len(), 0);
    }
    // An archive of other things has no motion.
    fs::write(folder.join("e.zip"), zipped(&[("a.png", b"x"), ("b/c.txt", b"y")])).unwrap();
    assert!(ends(&folder, &["info", "e.zip"], 2).1.contains("there is no motion in e.zip"));
}
