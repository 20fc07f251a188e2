//! `marey film`.

use std::fs;
use std::path::Path;

use crate::retarget::motion;
use crate::{contents, ends, walk, with_walk};

/// Small films, which take little time.
const SMALL: [&str; 3] = ["film", "--size", "64x48"];

/// Films with ten frames a second. Returns standard error.
fn filmed(folder: &Path, arguments: &[&str], code: i32) -> String {
    filmed_at("10", folder, arguments, code)
}

fn filmed_at(fps: &str, folder: &Path, arguments: &[&str], code: i32) -> String {
    let (out, err) = ends(folder, &[&SMALL[..], &["--fps", fps], arguments].concat(), code);
    assert_eq!(out, "");
    err
}

/// The delays of the frames of a GIF, hundredths of a second.
fn delays(gif: &[u8]) -> Vec<u16> {
    let starts = gif.windows(3).enumerate().filter(|(_, bytes)| *bytes == [0x21, 0xf9, 4]);
    starts.map(|(at, _)| u16::from_le_bytes([gif[at + 4], gif[at + 5]])).collect()
}

#[test]
fn a_folder_of_motions_becomes_films_as_long_as_they_are() {
    let folder = with_walk("film-folder", 5);
    fs::create_dir_all(folder.join("motions/more")).unwrap();
    fs::copy(folder.join("walk.bvh"), folder.join("motions/walk.bvh")).unwrap();
    fs::write(folder.join("motions/more/long.bvh"), walk(9)).unwrap();
    let err = filmed(&folder, &["motions", "--out", "films"], 0);
    assert_eq!(err, "films: 2 films\n");
    for (name, seconds) in [("walk.gif", 2), ("more/long.gif", 4)] {
        let gif = fs::read(folder.join("films").join(name)).unwrap();
        assert!(gif.starts_with(b"GIF89a\x40\x00\x30\x00"), "{name}");
        assert_eq!(delays(&gif), vec![10; 10 * seconds], "{name}");
    }
    // A rate that hundredths of a second do not divide.
    filmed_at("30", &folder, &["walk.bvh", "--out", "fast"], 0);
    let all = delays(&fs::read(folder.join("fast/walk.gif")).unwrap());
    assert_eq!((all.len(), all.iter().sum::<u16>()), (60, 200));
    let err = filmed_at("60", &folder, &["walk.bvh", "--out", "fast", "--force"], 1);
    assert!(err.contains("walk.bvh: a film has up to 240 frames a second, as a GIF up to 50"), "{err}");
}

#[test]
fn finished_films_stay_and_what_changed_is_made_again() {
    let folder = with_walk("film-again", 5);
    let films = folder.join("films");
    let run = |more: &[&str]| filmed(&folder, &[&["walk.bvh", "--out", "films"], more].concat(), 0);
    run(&[]);
    let first = contents(&films);
    assert_eq!(run(&[]), "films: 0 films, 1 kept that was finished\n");
    assert_eq!(contents(&films), first);
    assert_eq!(run(&["--theme", "dark"]), "films: 1 film\n");
    assert_ne!(contents(&films), first);
    assert_eq!(run(&[]), "films: 1 film\n");
    assert_eq!(contents(&films), first);
    assert_eq!(run(&["--force"]), "films: 1 film\n");
    fs::write(folder.join("walk.bvh"), walk(4)).unwrap();
    assert_eq!(run(&[]), "films: 1 film\n");
    fs::remove_file(films.join("walk.gif")).unwrap();
    assert_eq!(run(&[]), "films: 1 film\n");
    // What a link contains is not known by its start.
    let (link, _) = ends(&folder, &["link", "--page", "https://you.example/", "walk.bvh"], 0);
    let run_link = || filmed(&folder, &[link.trim(), "--out", "linked"], 0);
    assert_eq!([run_link(), run_link()], ["linked: 1 film\n"; 2]);
    // A file that is no film of an earlier run.
    fs::write(films.join("other.gif"), "mine").unwrap();
    fs::write(folder.join("other.bvh"), walk(4)).unwrap();
    let err = filmed(&folder, &["other.bvh", "walk.bvh", "--out", "films"], 1);
    assert!(err.contains("other.gif: exists already") && err.contains("1 kept"), "{err}");
    assert_eq!(fs::read(films.join("other.gif")).unwrap(), b"mine");
}

#[test]
fn numbered_pictures_have_a_folder_of_their_own_and_a_half_film_is_made_again() {
    let folder = with_walk("film-numbered", 5);
    let run_to =
        |out: &str, more: &[&str], code: i32| filmed(&folder, &[&["walk.bvh", "--out", out], more].concat(), code);
    let run = |more: &[&str]| run_to("films", more, 0);
    run(&["--format", "png"]);
    let pictures = contents(&folder.join("films/walk"));
    assert_eq!(pictures.len(), 20);
    assert!(pictures.values().all(|bytes| bytes.starts_with(b"\x89PNG")));
    assert!(folder.join("films/walk/0000.png").is_file() && folder.join("films/walk/0019.png").is_file());
    // As if it had been interrupted.
    let list = fs::read_to_string(folder.join("films/films.json")).unwrap();
    let (before, rest) = list.split_once("\"walk/\": \"").unwrap();
    let (_, after) = rest.split_once('"').unwrap();
    fs::write(folder.join("films/films.json"), format!("{before}\"walk/\": \"begun\"{after}")).unwrap();
    fs::remove_file(folder.join("films/walk/0019.png")).unwrap();
    assert_eq!(run(&["--format", "png"]), "films: 1 film\n");
    assert_eq!(contents(&folder.join("films/walk")), pictures);
    // A shorter film leaves no pictures of a longer one.
    run(&["--format", "png", "--to", "1"]);
    assert_eq!(contents(&folder.join("films/walk")).len(), 10);
    run_to("vector", &["--format", "svg", "--caption={name} & {time}"], 0);
    let svg = fs::read_to_string(folder.join("vector/walk/0010.svg")).unwrap();
    assert!(svg.contains(">walk &amp; 1.00 s</text>") && svg.contains("viewBox=\"0 0 320 240\""), "{svg}");
    fs::create_dir_all(folder.join("own/walk")).unwrap();
    fs::write(folder.join("own/walk/notes.txt"), "mine").unwrap();
    let err = run_to("own", &["--format", "png"], 1);
    assert!(err.contains("exists already, with files of its own"), "{err}");
    assert_eq!(contents(&folder.join("own/walk")).len(), 1);
}

#[test]
fn persons_wear_a_body_and_others_are_told() {
    let folder = with_walk("film-body", 5);
    fs::write(folder.join("person.bvh"), motion()).unwrap();
    let err = filmed(&folder, &["person.bvh", "walk.bvh", "--look", "body", "--format", "svg", "--out", "films"], 0);
    let first = |name: &str| fs::read_to_string(folder.join("films").join(name).join("0000.svg")).unwrap();
    assert!(first("person").contains("<path class=\"c\"") && !first("walk").contains("<path class=\"c\""));
    assert!(err.contains("walk.bvh: filmed as bones, without a body: ") && err.contains("films: 2 films"), "{err}");
}

#[test]
fn what_cannot_be_filmed_is_told_and_the_others_are() {
    let folder = with_walk("film-usage", 5);
    fs::write(folder.join("bad.bvh"), "HIERARCHY").unwrap();
    let err = filmed(&folder, &["bad.bvh", "walk.bvh", "--out", "films"], 1);
    assert!(err.contains("bad.bvh:1:") && err.contains("films: 1 film\n"), "{err}");
    for (arguments, words) in [
        (&["--size", "9x9"][..], "expected pixels such as 640x360, from 16 to 4096"),
        (&["--camera", "above"], "expected --camera to be front, back, left, right, top, home, or degrees"),
        (&["--format", "mp4"], "--format mp4 is written by the player in a browser: name the folder of the player"),
        (&["--player", "nowhere"], "--player nowhere: there is no marey-player.js"),
        (&["--from", "9"], "the range has no part of the motion"),
    ] {
        let arguments = [&["film", "walk.bvh", "--out", "films"], arguments].concat();
        let (_, err) = ends(&folder, &arguments, 2);
        assert!(err.contains(words), "{arguments:?}: {err}");
    }
    fs::write(folder.join("films/films.json"), "[").unwrap();
    let err = filmed(&folder, &["walk.bvh", "--out", "films"], 1);
    assert!(err.contains("films.json: is no list of films"), "{err}");
}
