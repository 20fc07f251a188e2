//! The limits of TRC.

use marey::Limits;
use support::{read_alone, read_within};

use super::limited;

fn file(labels: &str, rows: &str) -> String {
    format!("PathFileType\t4\nFrame#\tTime\t{labels}\n{rows}")
}

fn within(text: String, limits: Limits) -> Result<marey::model::Clip, marey::ParseError> {
    read_within(&[("a.trc".to_owned(), text.into_bytes())], limits)
}

#[test]
fn points_and_frames_are_limited() {
    let text = file("a\tb", "1\t0\t1\t2\t3\t4\t5\t6\n2\t0.1\t1\t2\t3\t4\t5\t6\n");
    assert!(within(text.clone(), Limits::default().joints(2).frames(2)).is_ok());
    for limits in [Limits::default().joints(1), Limits::default().frames(1), Limits::default().motion_bytes(47)] {
        assert_eq!(limited(within(text.clone(), limits)).code(), "trc.limit");
    }
}

/// A label or one long row makes every row a whole one: a file gets only as many as its size justifies.
#[test]
fn rows_without_numbers_are_limited() {
    let labels = "a\t".repeat(10_000);
    let rows = |count: usize| "1\t0\n".repeat(count);
    let text = |count: usize| file(&labels, &format!("1\t0\t1\t2\t3\n{}", rows(count)));
    assert!(read_alone("a.trc", text(10)).is_ok());
    assert_eq!(limited(read_alone("a.trc", text(2_000))).code(), "trc.limit");
    let long_row = format!("{}1\t0\t{}\n", rows(2_000), "1\t2\t3\t".repeat(10_000));
    assert_eq!(limited(read_alone("a.trc", file("a", &long_row))).code(), "trc.limit");
}

#[test]
fn names_are_cut() {
    let clip = read_alone("a.trc", file(&"\u{e9}".repeat(600), "1\t0\t1\t2\t3\n")).unwrap();
    assert_eq!(clip.skeleton.name(0).len(), 1_000);
}
