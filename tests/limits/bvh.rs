//! The limits of BVH files.

use marey::formats::Parser;
use marey::model::Clip;
use marey::{Limits, ParseError};

use crate::{limited, taken_until_refused};
use support::{read_alone, read_within};

fn rows(count: usize) -> String {
    let header = "HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n}\n";
    format!("{header}MOTION\nFrames: {count}\nFrame Time: 0.01\n{}", "1.0 2.0 3.0\n".repeat(count))
}

fn nested(joints: usize) -> String {
    let text = "JOINT j\n{\nOFFSET 0 1 0\nCHANNELS 1 Xrotation\n".repeat(joints) + &"}\n".repeat(joints);
    text.replacen("JOINT", "HIERARCHY\nROOT", 1)
}

fn read(text: &str, limits: Limits) -> Result<Clip, ParseError> {
    read_within(&[("a.bvh", text)], limits)
}

#[test]
fn a_hundred_thousand_nested_joints_are_refused_at_the_first_that_is_too_deep() {
    let refusal = limited(read(&nested(100_000), Limits::default()));
    // Four lines a joint after HIERARCHY: the 2001st joint's.
    assert_eq!((refusal.code(), refusal.location().unwrap().line), ("bvh.too-deep", 2 + 2000 * 4));
}

#[test]
fn joints_nested_as_deep_as_the_limit_are_read() {
    assert_eq!(read_alone("a.bvh", nested(2000)).unwrap().skeleton.len(), 2000);
    assert_eq!(limited(read(&nested(11), Limits::default().depth(10))).code(), "bvh.too-deep");
}

#[test]
fn an_end_site_below_the_deepest_joint_is_read() {
    let with_end = |text: String| text.replacen("}\n", "End Site\n{\nOFFSET 0 1 0\n}\n}\n", 1);
    let clip = read_alone("a.bvh", with_end(nested(2000))).unwrap();
    assert_eq!((clip.skeleton.len(), clip.warnings.len()), (2001, 1));
    let ten = Limits::default().depth(10);
    assert!(read(&with_end(nested(10)), ten).is_ok());
    assert_eq!(limited(read(&with_end(nested(11)), ten)).code(), "bvh.too-deep");
    // An end site with channels is a joint, and here too deep.
    let joint = "End Site\n{\nOFFSET 0 1 0\nCHANNELS 1 Xrotation\n}\n}\n";
    assert_eq!(limited(read(&nested(10).replacen("}\n", joint, 1), ten)).code(), "bvh.too-deep");
}

/// Without a bound, each name would be searched for in the rest of the line.
#[test]
fn three_hundred_thousand_joints_on_one_line_are_refused_at_the_first_too_many() {
    let joints = "JOINT j { OFFSET 0 1 0 CHANNELS 1 Xrotation } ".repeat(300_000);
    let refusal = limited(read(&format!("HIERARCHY ROOT a {{ OFFSET 0 0 0 CHANNELS 0 {joints}"), Limits::default()));
    assert_eq!((refusal.code(), refusal.location().unwrap().line), ("bvh.too-many-joints", 1));
}

#[test]
fn rows_that_lack_most_numbers_are_limited_by_the_bytes_of_the_file() {
    let header = |joints: usize| {
        let joint = "JOINT b { OFFSET 1 0 0 CHANNELS 3 Zrotation Xrotation Yrotation } ";
        format!("HIERARCHY ROOT a {{ OFFSET 0 0 0 CHANNELS 0 {} }} MOTION Frame Time: 1\n", joint.repeat(joints))
    };
    // Fewer short lines than a row has numbers, so that they are no wrapped row.
    let rows = |joints: usize, rows: usize| header(joints) + &"1\n".repeat(rows) + &"1 ".repeat(3 * joints);
    assert_eq!(read_alone("a.bvh", rows(100, 250)).unwrap().behaviours[0].motion.frame_count(), 251);
    let refusal = limited(read_alone("a.bvh", rows(10_000, 2000)));
    assert_eq!(refusal.code(), "bvh.too-many-frames");
}

#[test]
fn joints_are_counted() {
    let joints = |count| {
        let joints = "JOINT b\n{\nOFFSET 1 0 0\nCHANNELS 0\n}\n".repeat(count);
        format!("HIERARCHY\nROOT a\n{{\nOFFSET 0 0 0\nCHANNELS 0\n{joints}")
    };
    let refused = limited(read(&joints(30_000), Limits::default()));
    assert_eq!((refused.code(), refused.location().unwrap().line), ("bvh.too-many-joints", 6 + 19_999 * 5));
    // However high the limit, indices have 16 bits.
    let most = Limits::default().joints(usize::MAX);
    assert_eq!(limited(read(&joints(70_000), most)).code(), "bvh.too-many-joints");
}

#[test]
fn frames_are_limited_by_number_and_by_memory() {
    let frames = Limits::default().frames(10);
    assert!(read(&rows(10), frames).is_ok());
    let refused = limited(read(&rows(11), frames));
    assert_eq!((refused.code(), refused.location().unwrap().line), ("bvh.too-many-frames", 10 + 10));
    let bytes = Limits::default().motion_bytes(160);
    assert!(read(&rows(10), bytes).is_ok());
    assert_eq!(limited(read(&rows(11), bytes)).code(), "bvh.too-many-frames");
}

#[test]
fn frames_taken_away_still_count() {
    let mut parser = Parser::new("a.bvh", None, Limits::default().frames(4000));
    let (refused, taken) = taken_until_refused(&mut parser, &rows(5000));
    assert_eq!((refused.code(), taken > 3000), ("bvh.too-many-frames", true));
}

#[test]
fn input_is_counted() {
    let text = rows(100);
    let limits = Limits::default().input_bytes(text.len() as u64);
    assert!(read(&text, limits).is_ok());
    let refused = limited(read(&text, Limits::default().input_bytes(200)));
    assert_eq!((refused.code(), refused.location().unwrap().byte), ("file.too-long", 200));
}

#[test]
fn names_are_cut() {
    let name = "ä".repeat(500_000);
    let text = rows(1).replace("ROOT a", &format!("ROOT {name}"));
    let clip = read_alone("a.bvh", &text).unwrap();
    assert_eq!(clip.skeleton.names()[0].len(), 1000);
    assert_eq!(clip.warnings[0].code, "bvh.name-cut");
    let clip = read(&text, Limits::default().name_bytes(5)).unwrap();
    assert_eq!(&*clip.skeleton.names()[0], "ää");
}

#[test]
fn warnings_are_counted_past_their_limit() {
    let text = rows(10) + &"1.0 2.0\n1.0 2.0 3.0\n1.0 nan x\n".repeat(10_000);
    let clip = read_alone("a.bvh", &text).unwrap();
    // Frames have one place, every other cause has eight more.
    let counts = |clip: &Clip| clip.warnings.iter().map(|one| (one.count, one.more.len())).collect::<Vec<_>>();
    assert_eq!(counts(&clip), [(1, 0), (10_000, 7), (10_000, 7), (10_000, 7)], "{:?}", clip.warnings);
    assert_eq!(clip.warnings_dropped, 0);
    let clip = read(&text, Limits::default().warnings(3)).unwrap();
    assert_eq!((counts(&clip), clip.warnings_dropped), (vec![(10_000, 0); 3], 1));
}

#[test]
fn a_header_without_an_end_is_refused() {
    let mut parser = Parser::new("a.bvh", None, Limits::default());
    let line = "# nothing but remarks\n".repeat(50_000);
    let refused = (0..100).find_map(|_| parser.push(line.as_bytes()).err()).expect("expected a refusal");
    assert_eq!((refused.code(), refused.location().unwrap().byte), ("bvh.header-too-long", 32 << 20));
}

#[test]
fn a_refusal_is_repeated() {
    let mut parser = Parser::new("a.bvh", None, Limits::default());
    let text = "HIERARCHY\nROOT a\n{\nLENGTH 1\n}\nMOTION\n".to_owned() + &"0 0 0\n".repeat(2000);
    let first = parser.push(text.as_bytes()).unwrap_err();
    assert_eq!(parser.push(b"more").unwrap_err(), first);
    assert!(parser.preview().is_none() && parser.take_frames().is_none() && parser.estimated_frames().is_none());
    assert_eq!(parser.finish().unwrap_err(), first);
}

#[test]
fn numbers_in_the_header_reserve_nothing() {
    // Reserving memory for 2^31 frames of 100,000 channels would fail.
    let text = rows(2).replace("Frames: 2", "Frames: 2147483648").replace("CHANNELS 3", "CHANNELS 100000");
    let clip = read_alone("a.bvh", &text).unwrap();
    assert_eq!(clip.behaviours[0].motion.frame_count(), 2);
    assert_eq!(clip.warnings.len(), 2);
}

#[test]
fn a_line_of_many_megabytes_is_split_into_frames_as_it_arrives() {
    let text = rows(1);
    let (header, row) = text.split_at(text.len() - "1.0 2.0 3.0\n".len());
    let row = row.replace('\n', " ");
    let mut parser = Parser::new("a.bvh", None, Limits::default());
    parser.push(header.as_bytes()).unwrap();
    let (chunk, mut taken) = (row.repeat(10_000), 0);
    for _ in 0..100 {
        parser.push(chunk.as_bytes()).unwrap();
        taken += parser.take_frames().map_or(0, |frames| frames.frame_count());
    }
    assert!(taken >= 999_998, "{taken}");
    assert_eq!(taken + parser.finish().unwrap().behaviours[0].motion.frame_count(), 1_000_000);
}
