//! `marey gallery`: clips that are the same, and clips that are unlike the others.

use std::fs;
use std::path::Path;

use crate::gallery::{made, read, with_motions};
use crate::retarget::motion;
use crate::{ends, walk};

#[test]
fn the_same_bytes_and_the_same_motion_are_told_and_nothing_is_left_out() {
    let renamed = walk(20).replace("Neck", "Head").replace("MOTION", "MOTION ");
    let other = walk(20).replacen("20 90 10 ", "20 91 10 ", 1);
    let folder = with_motions(
        "duplicates",
        &[("a.bvh", &walk(20)), ("b/copy.bvh", &walk(20)), ("b/renamed.bvh", &renamed), ("z.bvh", &other)],
    );
    ends(&folder, &["convert", "motions/a.bvh", "motions/b/made.glb"], 0);
    let err = made(&folder, &[]);
    assert!(err.contains("5 clips (5 new"), "{err}");
    for line in [
        "3 clips have the motion of another one (duplicate_of in index.parquet):\n",
        "  b/copy.bvh: same bytes as a.bvh\n",
        "  b/made.glb: same motion as a.bvh\n",
        "  b/renamed.bvh: same motion as a.bvh\n",
    ] {
        assert!(err.contains(line), "{line}: {err}");
    }
    assert!(err.contains("  z.bvh: as a.bvh, but differs at 1.00 s, by up to 10 mm\n"), "a jump is told: {err}");
    let index = read(&folder, "index.html");
    assert!(index.contains("<summary class=\"chip\">3 duplicates</summary>"), "{index}");
    let row = "<tr><td><a href=\"clips/b-copy.html\"><bdi>b/copy.bvh</bdi></a></td><td><a href=\"clips/a.html\">\
               <bdi>a.bvh</bdi></a></td><td>same bytes</td></tr>";
    assert!(index.contains(row), "{index}");
    let page = read(&folder, "clips/a.html");
    assert!(
        page.contains(
            "<dt>Same as</dt><dd><a href=\"../clips/b-copy.html\"><bdi>b/copy.bvh</bdi></a> (same bytes), <a"
        ),
        "{page}"
    );
    assert!(!read(&folder, "clips/z.html").contains("Same as"));
    let hash = |name: &str| {
        let facts: serde_json::Value =
            serde_json::from_str(&read(&folder, &format!("clips/{name}/facts.json"))).unwrap();
        facts["content_hash"].as_str().unwrap().to_owned()
    };
    assert_eq!(hash("a"), hash("b-renamed"));
    assert_ne!(hash("a"), hash("z"));
}

/// The frames of a figure that walks, changed by `change`, which gets their index and their values; it may leave some out.
fn walk_with(frames: usize, change: impl Fn(usize, Vec<f64>) -> Vec<f64>) -> String {
    let (head, rows) = walk(frames).split_once("Frame Time: 0.5\n").map(|(a, b)| (a.to_owned(), b.to_owned())).unwrap();
    let row = |(index, row): (usize, &str)| {
        let numbers = row.split_whitespace().map(|number| number.parse().unwrap()).collect();
        let numbers: Vec<String> = change(index, numbers).iter().map(f64::to_string).collect();
        numbers.join(" ") + "\n"
    };
    format!("{head}Frame Time: 0.5\n{}", rows.lines().enumerate().map(row).collect::<String>())
}

#[test]
fn the_same_motion_is_the_same_in_every_frame_and_what_is_nearly_so_says_how_it_differs() {
    let changed = |at: std::ops::Range<usize>, by: f64| {
        walk_with(100, move |frame, mut row| {
            row[7] += if at.contains(&frame) { by } else { 0.0 };
            row
        })
    };
    let frozen = walk_with(100, |frame, row| {
        let at = 40.0;
        if (40..54).contains(&frame) {
            vec![10.0 * at, 90.0, 5.0 * at, 0.0, 0.0, 0.0, 0.0, 10.0 * at, 0.0]
        } else {
            row
        }
    });
    let mirrored = walk_with(100, |_, mut row| {
        row[0] = -row[0];
        row
    });
    let slow = walk(100).replace("Frame Time: 0.5", "Frame Time: 1");
    // Between two frames of the first one lies their mean.
    let fine = walk_with(199, |frame, mut row| {
        for index in [0, 2, 7] {
            row[index] = [10.0, 0.0, 5.0, 0.0, 0.0, 0.0, 0.0, 10.0][index] * frame as f64 / 2.0;
        }
        row
    });
    let folder = with_motions(
        "nearly",
        &[
            ("a.bvh", &walk(100)),
            ("fine.bvh", &fine.replace("Frame Time: 0.5", "Frame Time: 0.25")),
            ("frozen.bvh", &frozen),
            ("long.bvh", &changed(10..80, 20.0)),
            ("mirrored.bvh", &mirrored),
            ("rounded.bvh", &changed(0..100, 0.01)),
            ("slow.bvh", &slow),
            // A box around the figure at a few moments does not show it.
            ("spike.bvh", &changed(51..52, 30.0)),
        ],
    );
    let err = made(&folder, &[]);
    for line in [
        "1 clip has the motion of another one (duplicate_of in index.parquet):\n  rounded.bvh: same motion as a.bvh\n",
        "5 clips have nearly the motion of another one (near_duplicate_of in index.parquet):\n",
        "  fine.bvh: as a.bvh, but has 4 fps in place of 2 fps\n",
        "  frozen.bvh: as a.bvh, but stands still from 20.50 to 26.50 s, where the other one moves\n",
        "  mirrored.bvh: as a.bvh, but is mirrored\n",
        "  slow.bvh: as a.bvh, but is half as fast: the same frames at 1 fps in place of 2 fps\n",
        "  spike.bvh: as a.bvh, but differs at 25.50 s, by up to ",
    ] {
        assert!(err.contains(line), "{line}: {err}");
    }
    assert!(!err.contains("long.bvh"), "most of it is another motion: {err}");
    let index = read(&folder, "index.html");
    assert!(index.contains("<summary class=\"chip\">5 near duplicates</summary>"), "{index}");
    let page = read(&folder, "clips/slow.html");
    let row = "<dt>Nearly the same as</dt><dd><a href=\"../clips/a.html\"><bdi>a.bvh</bdi></a> (is half as fast";
    assert!(page.contains(row) && !page.contains("Same as"), "{page}");
    ends(&folder, &["gallery", "--check", "motions", "site"], 0);
    assert!(made(&folder, &[]).contains("(0 new or changed); 0 files written"));
}

#[test]
fn figures_that_do_not_move_are_nearly_nothing() {
    let still = |frames: usize, time: &str| {
        let text = walk_with(frames, |_, row| row.iter().map(|_| 0.0).collect());
        text.replace("Frame Time: 0.5", &format!("Frame Time: {time}"))
    };
    let folder = with_motions(
        "still",
        &[("a.bvh", &still(20, "0.5")), ("b.bvh", &still(30, "0.5")), ("c.bvh", &still(20, "0.1"))],
    );
    let err = made(&folder, &[]);
    assert!(!err.contains("the motion of another one"), "{err}");
}

/// A folder with ten people of one rate, and one of another.
fn with_many(name: &str, odd: &str) -> std::path::PathBuf {
    let numbered: Vec<(String, String)> = (0..10)
        .map(|number| {
            (format!("take {number}.bvh"), motion().replace("MOTION", &format!("MOTION{}", " ".repeat(number))))
        })
        .chain([("odd.bvh".to_owned(), odd.to_owned())])
        .collect();
    let files: Vec<(&str, &str)> = numbered.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    with_motions(name, &files)
}

#[test]
fn another_rate_and_another_length_stand_out() {
    let slow: String = motion()
        .lines()
        .map(|line| if line.starts_with("Frame Time:") { "Frame Time: 1\n".to_owned() } else { format!("{line}\n") })
        .collect();
    let folder = with_many("outliers", &slow);
    let err = made(&folder, &[]);
    let told = err.lines().find(|line| line.starts_with("  odd.bvh: frame rate 1 fps, usually "));
    assert!(told.is_some() && err.contains("outlier in index.parquet"), "{err}");
    let index = read(&folder, "index.html");
    assert!(
        index.contains("<th scope=\"col\">Its value</th>") && index.contains("<td>frame rate</td><td>1 fps</td>"),
        "{index}"
    );
    assert!(read(&folder, "clips/odd.html").contains("<dt>Stands out</dt><dd>"));
    assert!(!read(&folder, "clips/take-0.html").contains("Stands out"));
}

#[test]
fn where_nothing_stands_out_there_is_no_table() {
    let folder = with_many("no-outliers", &motion().replace("MOTION", "MOTION           "));
    assert!(!made(&folder, &[]).contains("outlier"));
    assert!(!read(&folder, "index.html").contains("id=\"outliers\""));
    // Three clips do not tell what is usual.
    let few = with_motions("few", &[("a.bvh", &walk(3)), ("b.bvh", &walk(90)), ("c.bvh", &motion())]);
    assert!(!made(&few, &[]).contains("outlier"));
    assert_columns(&few);
}

/// The table has the columns in which all this is found.
fn assert_columns(folder: &Path) {
    let table = fs::read(folder.join("site/index.parquet")).unwrap();
    for column in ["duplicate_of", "near_duplicate_how", "outlier", "slide_mm_s", "unit_m", "content_hash"] {
        assert!(table.windows(column.len()).any(|part| part == column.as_bytes()), "{column}");
    }
}
