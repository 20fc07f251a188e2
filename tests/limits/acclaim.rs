//! The limits of Acclaim files.

use marey::formats::Parser;
use marey::model::Clip;
use marey::{Limits, ParseError};

use crate::{limited, taken_until_refused};
use support::check_clip::check_clip;
use support::{Random, beside, codes, fixture, read_alone, read_files, read_within};

const MANY: usize = 40_000;

/// A skeleton of `bones`; `below` gives the parent of each (0: the root, else a bone's number from 1).
fn skeleton(bones: usize, below: impl Fn(usize) -> usize) -> String {
    let bone = |n: usize| format!("begin name b{n} direction 0 1 0 length 1 axis 0 0 0 XYZ dof rx end\n");
    let line = |n: usize| match below(n) {
        0 => format!("root b{n}\n"),
        parent => format!("b{parent} b{n}\n"),
    };
    let (all, tree): (String, String) = ((1..=bones).map(bone).collect(), (1..=bones).map(line).collect());
    format!(":version 1.10\n:root\n  order rx\n:bonedata\n{all}:hierarchy\nbegin\n{tree}end\n")
}

fn alone(skeleton: &str, limits: Limits) -> Result<Clip, ParseError> {
    read_within(&[("a.asf", skeleton)], limits)
}

fn with(skeleton: impl AsRef<[u8]>, motion: impl AsRef<[u8]>, limits: Limits) -> Result<Clip, ParseError> {
    read_within(&[("a.asf", skeleton.as_ref()), ("a.amc", motion.as_ref())], limits)
}

fn survives(result: Result<Clip, ParseError>) {
    match result {
        Ok(clip) => check_clip(&clip).unwrap(),
        Err(refusal) => assert!(refusal.location().is_some(), "{refusal}"),
    }
}

#[test]
fn a_chain_as_deep_as_the_limit_is_read_and_a_hundred_thousand_bones_are_refused() {
    let chain = skeleton(1990, |bone| bone - 1);
    assert_eq!(read_alone("a.asf", &chain).unwrap().skeleton.len(), 1990 + 2);
    let refused = limited(alone(&chain, Limits::default().depth(100)));
    assert_eq!(refused.code(), "asf.too-deep");
    let most = Limits::default().joints(usize::MAX);
    limited(alone(&skeleton(50_000, |bone| bone - 1), most));
    limited(read_alone("a.asf", skeleton(100_000, |bone| bone - 1)));
}

#[test]
fn joints_are_counted_end_sites_too() {
    let flat = skeleton(100, |_| 0);
    let limits = |joints| Limits::default().joints(joints);
    assert_eq!(alone(&flat, limits(201)).unwrap().skeleton.len(), 201);
    let refused = limited(alone(&flat, limits(200)));
    assert_eq!(refused.code(), "asf.too-many-joints");
    let refused = limited(with(&flat, ":fully-specified\n1\nb1 0\n", limits(50)));
    assert_eq!((refused.code(), refused.file()), ("asf.too-many-joints", "a.asf"));
    // However high the limit, indices have 16 bits.
    limited(alone(&skeleton(40_000, |_| 0), limits(usize::MAX)));
}

fn frames(count: usize) -> String {
    let rows: String = (1..=count).map(|n| format!("{n}\nroot 1\nb1 2\n")).collect();
    format!(":fully-specified\n{rows}")
}

#[test]
fn frames_are_limited_by_number_and_by_memory() {
    let one = skeleton(1, |_| 0);
    let read = |count, limits| with(&one, frames(count), limits);
    let most = Limits::default().frames(10);
    assert_eq!(read(10, most).unwrap().behaviours[0].motion.frame_count(), 10);
    let refused = limited(read(11, most));
    assert_eq!((refused.code(), refused.file()), ("amc.too-many-frames", ""));
    let line = refused.location().unwrap().line;
    assert!((32..=34).contains(&line), "the eleventh frame is refused at line {line}");
    // A rotation of 16 bytes each.
    let bytes = Limits::default().motion_bytes(320);
    assert!(read(10, bytes).is_ok());
    assert_eq!(limited(read(11, bytes)).code(), "amc.too-many-frames");
}

#[test]
fn frames_taken_away_still_count() {
    let limits = Limits::default().frames(4000);
    let companions = beside(&[("a.asf", skeleton(1, |_| 0))], &limits);
    let mut parser = Parser::new("a.amc", None, limits).with_companions(companions);
    let (refused, taken) = taken_until_refused(&mut parser, &frames(5000));
    assert_eq!((refused.code(), taken > 3000), ("amc.too-many-frames", true));
    assert_eq!(parser.push(b"more").unwrap_err(), refused);
    assert_eq!(parser.finish().unwrap_err(), refused);
}

#[test]
fn input_is_counted_in_both_files() {
    let (one, text) = (skeleton(1, |_| 0), frames(100));
    let limits = |input_bytes| Limits::default().input_bytes(input_bytes);
    let refused = limited(with(&one, &text, limits(300)));
    assert_eq!((refused.code(), refused.file(), refused.location().unwrap().byte), ("file.too-long", "", 300));
    let long = one.clone() + &"# remarks\n".repeat(1000);
    let refused = limited(with(&long, &text, limits(5000)));
    assert_eq!((refused.file(), refused.location().unwrap().byte), ("a.asf", 5000));
    assert_eq!(limited(alone(&long, limits(5000))).code(), "file.too-long");
}

#[test]
fn names_are_cut() {
    let name = "\u{e4}".repeat(500_000);
    let clip = read_alone("a.asf", skeleton(1, |_| 0).replace("b1", &name)).unwrap();
    assert!(clip.skeleton.names().iter().all(|name| name.len() <= 1000));
    assert!(codes(&clip).contains(&"asf.name-cut"), "{:?}", clip.warnings);
}

#[test]
fn warnings_are_counted_past_their_limit() {
    let rows: String = (1..=10_000).map(|n| format!("{}\nroot x\nb1 nan\ntail 1\n\n", n * 2)).collect();
    let read = |limits| with(skeleton(1, |_| 0), format!(":fully-specified\n{rows}"), limits).unwrap();
    let clip = read(Limits::default());
    assert!(clip.warnings.len() <= 100, "{}", clip.warnings.len());
    let found: u64 = clip.warnings.iter().map(|warning| warning.count).sum();
    assert!(found + clip.warnings_dropped > 20_000, "{found} {}", clip.warnings_dropped);
    assert_eq!(read(Limits::default().warnings(3)).warnings.len(), 3);
}

#[test]
fn megabytes_of_garbage() {
    let mut random = Random(0x5EED_0015);
    let noise: Vec<u8> = (0..1 << 17).map(|_| random.below(256) as u8).collect();
    let words: Vec<u8> = noise.iter().map(|byte| b"ab1.-:# \n("[usize::from(byte % 10)]).collect();
    let [skeleton, motion] = ["plain.asf", "plain.amc"].map(|name| fixture("acclaim", name));
    for garbage in [noise, words] {
        let head = |times| [b":version 1.10\n:bonedata\n".as_slice(), &garbage.repeat(times)].concat();
        survives(with(head(10), &motion, Limits::default()));
        survives(with(&skeleton, [motion.as_slice(), &garbage.repeat(10)].concat(), Limits::default()));
        let refused = limited(with(head(80), &motion, Limits::default()));
        assert_eq!((refused.code(), refused.file()), ("asf.too-long", "a.asf"));
    }
}

fn text(name: &str) -> String {
    String::from_utf8(fixture("acclaim", name)).unwrap()
}

fn many(what: &str) -> String {
    what.repeat(MANY)
}

/// As many, each followed by its number and `behind`.
fn numbered(what: &str, behind: &str) -> String {
    (0..MANY).map(|n| format!("{what}{n}{behind}")).collect()
}

/// Forty thousand of each part of a file: no reading time is quadratic in their number.
#[test]
fn many_of_everything() {
    let plain = text("plain.asf");
    let put = |at: &str, what: &str| plain.replacen(at, &format!("{at}{what}"), 1);
    for text in [
        put("root hip arm", &numbered(" x", " ")),
        put("root hip arm", &many(" hip")),
        put("leg foot\n", &many("foot hip\n")),
        put("leg foot\n", &numbered("\nx", " ")),
        put("dof rx rz", &many(" rx")),
        put("dof rx rz", &many(" wobble")),
        put("limits (-10 170)", &many(" (1 2)")),
        put("length 5\n", &many("length 5\n")),
        put("length 5\n", &numbered("\nacme", " ")),
        put("A leg and an arm.\n", &many("A leg and an arm.\n")),
        put("A leg and an arm.\n", &many(" \r\n")),
        put("A leg and an arm.\n", &many(":\n")),
        put("length 5\n", &many(" \r\n")),
        put("length 5\n", &many("#\n")),
        put(":bonedata\n", &many("begin\n")),
        put(":bonedata\n", &many("begin end\n")),
        put(":bonedata\n", &many("begin name hip end\n")),
        put("order TX", &many(" TX")),
        plain.clone() + ":skin\n" + &many("a.obj\n"),
        plain.clone() + &many(":skin a.obj\n"),
        plain.clone() + &many(":skin \"a b\n"),
        plain.clone() + &many(":acme\n"),
        plain.clone() + &many(":hierarchy\n"),
        plain.clone() + &many(":documentation\n"),
        many("("),
    ] {
        survives(read_alone("a.asf", text));
    }
}

#[test]
fn many_of_everything_in_a_motion() {
    let plain = text("plain.amc");
    let put = |at: &str, what: &str| plain.replacen(at, &format!("{at}{what}"), 1);
    for text in [
        put("leg 30\n", &numbered("\nx", " ")),
        put("leg 30\n", &many("leg 31\n")),
        put("leg 30\n", &many("tail 31\n")),
        put("leg 30", &many(" 31")),
        put("leg 30\n", &many("2\n")),
        put("leg 33.125\n", &numbered("\nx", " ")),
        put("leg 33.125\n", &many(":degrees\n")),
        put(":DEGREES\n", &many(":radians\n")),
        put(":DEGREES\n", &many("# remark\n")),
        put(":DEGREES\n", &numbered("\nx", " ")),
        many("#!OML:ASF a.asf\n") + &plain,
        put("leg ", &many("9")),
        put("leg", &many("g")),
    ] {
        survives(with(fixture("acclaim", "plain.asf"), text, Limits::default()));
    }
}

#[test]
fn many_of_everything_in_a_skin() {
    let points = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";
    for text in [
        points.to_owned() + "g hip\n" + &many("f 1 2 3\n"),
        points.to_owned() + "g hip\nf " + &many("1 2 3 "),
        points.to_owned() + &numbered("f 1 2 3\ng tail", "\n"),
        points.to_owned() + "g hip\nf 1 2 3\ng " + &many("hip "),
        points.to_owned() + "g hip\nf 1 2 3\n" + &many("f 9 9 9\n"),
        many("v 1 1 1\n") + "g hip\nf 1 2 3 4\nf -1 -2 -3\n" + &many("v nan 0 0\n"),
        "g hip\n".to_owned() + &many("v 1 2 3\nv 2 3 1\nv 3 1 2\nf -1 -2 -3\n"),
        points.to_owned() + "g hip\nf 1 2 3\n" + &many("\\\n"),
    ] {
        let [skeleton, motion] = ["plain.asf", "plain.amc"].map(|name| fixture("acclaim", name));
        let clip = read_files(&[("a.asf", skeleton), ("a.obj", text.into_bytes()), ("a.amc", motion)]).unwrap();
        check_clip(&clip).unwrap();
        assert!(clip.skin.is_none_or(|skin| skin.triangles().len() <= 3 * MANY));
    }
}
