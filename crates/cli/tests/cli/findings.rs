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
    assert!(!err.contains("z.bvh"), "a jump of a centimetre is another motion: {err}");
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
    for column in ["duplicate_of", "outlier", "slide_mm_s", "unit_m", "content_hash"] {
        assert!(table.windows(column.len()).any(|part| part == column.as_bytes()), "{column}");
    }
}
