//! `marey picture`.

use std::fs;

use crate::{FIXTURES, empty, ends, walk, with_walk};

/// The moments of the figures.
fn seconds(svg: &str) -> Vec<f64> {
    let (_, rest) = svg.split_once("data-seconds=\"").unwrap();
    rest.split('"').next().unwrap().split(' ').map(|text| text.parse().unwrap()).collect()
}

/// The number of figures.
fn figures(svg: &str) -> usize {
    (1..).take_while(|index| svg.contains(&format!("class=\"f{index}\""))).count()
}

#[test]
fn the_last_file_is_the_picture_and_without_it_standard_output() {
    let folder = with_walk("picture-out", 41);
    let (printed, err) = ends(&folder, &["picture", "--moments", "4", "walk.bvh"], 0);
    assert_eq!((figures(&printed), err.as_str()), (4, ""));
    assert_eq!(
        ends(&folder, &["picture", "walk.bvh", "--moments", "4", "walk.svg"], 0),
        (String::new(), String::new())
    );
    assert_eq!(fs::read_to_string(folder.join("walk.svg")).unwrap(), printed);
    let (_, err) = ends(&folder, &["picture", "walk.bvh", "walk.svg"], 1);
    assert!(err.contains("walk.svg: exists already (replace it with --force)"), "{err}");
    ends(&folder, &["picture", "--force", "walk.bvh", "walk.svg"], 0);
    assert_eq!(figures(&fs::read_to_string(folder.join("walk.svg")).unwrap()), 8);
    assert!(ends(&folder, &["picture", "walk.svg"], 2).1.contains("expected a motion file"));
}

#[test]
fn moments_are_a_number_a_list_or_a_part() {
    let folder = with_walk("picture-moments", 41);
    let times = |arguments: &[&str]| seconds(&ends(&folder, &[&["picture", "walk.bvh"], arguments].concat(), 0).0);
    assert_eq!(times(&["--moments", "5"]), [0.0, 5.0, 10.0, 15.0, 20.0]);
    assert_eq!(times(&["--at", "f3,0:12,0.25"]), [0.25, 1.5, 12.0]);
    assert_eq!(times(&["--moments", "3", "--from", "2", "--to", "f8"]), [2.0, 3.0, 4.0]);
    assert_eq!(times(&["--moments", "2", "--frames", "10-"]), [5.0, 20.0]);
    assert_eq!(times(&["--moments", "3", "--spacing", "distance"]).len(), 3);
}

#[test]
fn wrong_usage_is_explained() {
    let folder = with_walk("picture-usage", 5);
    let refuses = |arguments: &[&str], code: i32, words: &str| {
        let (_, err) = ends(&folder, &[&["picture"], arguments].concat(), code);
        assert!(err.contains(words), "{arguments:?}: {err}");
    };
    refuses(&["walk.bvh", "--moments", "0"], 2, "0 is not in 1..=100");
    refuses(&["walk.bvh", "--moments", "101"], 2, "101 is not in 1..=100");
    refuses(&["walk.bvh", "--at", "0.5,9"], 2, "there is no moment `9`: the motion has 5 frames, 2.00 s");
    refuses(&["walk.bvh", "--at", "f5"], 2, "there is no moment `f5`");
    refuses(&["walk.bvh", "--at", "soon"], 2, "expected --at to be seconds (0.5), minutes (2:03) or frames (f120)");
    refuses(&["walk.bvh", "--at", "1", "--moments", "3"], 2, "cannot be used with");
    refuses(&["walk.bvh", "--from", "3", "--to", "4"], 2, "the range has no part of the motion, which lasts 2.00 s");
    refuses(&["walk.bvh", "--width", "7"], 2, "expected 40 to 2000 millimetres");
    refuses(&["walk.bvh", "--behaviour", "run"], 2, "there is no motion `run`; the file has walk");
    refuses(&["walk.bvh", "--source-up", "up"], 2, "expected an axis");
    refuses(
        &["walk.bvh", "--spacing", "contacts"],
        1,
        "walk.bvh: no foot was found that comes down on the ground (spread",
    );
    refuses(&["nothing.bvh"], 1, "nothing.bvh: ");
    fs::copy(folder.join("walk.bvh"), folder.join("other.bvh")).unwrap();
    refuses(
        &["walk.bvh", "other.bvh", "out.svg"],
        2,
        "expected one motion, and the files that it needs; found 2 motions",
    );
}

#[test]
fn one_frame_a_skeleton_and_long_motions_are_drawn_and_damaged_files_refused() {
    let folder = empty("picture-odd");
    fs::write(folder.join("one.bvh"), walk(1)).unwrap();
    assert_eq!(figures(&ends(&folder, &["picture", "one.bvh"], 0).0), 1);
    fs::write(folder.join("long.bvh"), walk(500)).unwrap();
    assert_eq!(figures(&ends(&folder, &["picture", "long.bvh", "--moments", "100"], 0).0), 100);
    let asf = format!("{FIXTURES}acclaim/plain.asf");
    assert_eq!(figures(&ends(&folder, &["picture", &asf], 0).0), 1, "a skeleton at rest");
    fs::write(folder.join("bad.bvh"), "HIERARCHY ROOT Hips { OFFSET 0 x 0 }").unwrap();
    assert!(ends(&folder, &["picture", "bad.bvh"], 1).1.starts_with("bad.bvh:1:"));
    fs::write(folder.join("empty.bvh"), "").unwrap();
    ends(&folder, &["picture", "empty.bvh"], 1);
}
