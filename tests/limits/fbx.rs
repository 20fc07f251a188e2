//! The limits of FBX.

use std::fmt::Write;

use marey::Limits;
use support::{codes, fixture, read_alone, read_within};

fn code(text: impl AsRef<[u8]>) -> &'static str {
    read_alone("a.fbx", text).map_or_else(|refusal| refusal.code(), |_| "a clip")
}

/// A text file of limb nodes in a chain or all at the root, with more objects and connections.
fn models(count: usize, is_chain: bool, name: &str, more: &str) -> String {
    let (mut objects, mut links) = (String::new(), String::new());
    for id in 1..=count {
        writeln!(objects, "Model: {id}, \"Model::{name}\", \"LimbNode\" {{\n}}").unwrap();
        writeln!(links, "C: \"OO\",{id},{}", if is_chain { id - 1 } else { 0 }).unwrap();
    }
    format!("; FBX 7.4.0 project file\nObjects: {{\n{objects}}}\nConnections: {{\n{links}}}\n{more}")
}

#[test]
fn models_are_limited_by_number_and_by_depth() {
    assert_eq!(code(models(65_536, false, "", "")), "fbx.too-many-nodes");
    assert_eq!(code(models(30_000, false, "", "")), "fbx.limit");
    assert_eq!([code(models(2_000, true, "", "")), code(models(2_001, true, "", ""))], ["a clip", "fbx.limit"]);
    assert_eq!(code(models(60_000, true, "", "")), "fbx.limit");
}

#[test]
fn records_are_nested_and_texts_are_long_within_limits() {
    let nested = |depth: usize| {
        models(
            1,
            false,
            "",
            &format!("Objects: {}{}", "{ Model: ".repeat(depth), "{ }".to_owned() + &"}".repeat(depth)),
        )
    };
    assert_eq!([code(nested(63)), code(nested(64))], ["a clip", "fbx.too-deep"]);
    assert_eq!(code(models(1, false, &"a".repeat(70_000), "")), "fbx.long-text");
    let clip = read_alone("a.fbx", models(1, false, &"\u{e9}".repeat(600), "")).unwrap();
    assert_eq!(clip.skeleton.name(0).len(), 1_000);
}

/// A take that says much about little, with keys at 0 and 1 s.
fn long_take(seconds: i64, stacks: usize) -> String {
    let mut text = models(1, false, "hips", "Objects: {\n");
    let mut links = String::new();
    for stack in 0..stacks {
        let [stack, layer, node, curve] = [0, 1, 2, 3].map(|kind| 100 + 4 * stack + kind);
        let stop = seconds * 46_186_158_000;
        write!(
            text,
            "AnimationStack: {stack}, \"AnimStack::a\", \"\" {{\nProperties70: {{\nP: \"LocalStart\",\"KTime\",\"\",\"\",0\n\
             P: \"LocalStop\",\"KTime\",\"\",\"\",{stop}\n}}\n}}\nAnimationLayer: {layer}, \"AnimLayer::\", \"\" {{\n}}\n\
             AnimationCurveNode: {node}, \"AnimCurveNode::T\", \"\" {{\n}}\nAnimationCurve: {curve}, \"AnimCurve::\", \"\" {{\n\
             KeyTime: *2 {{\na: 0,46186158000\n}}\nKeyValueFloat: *2 {{\na: 0,1\n}}\n}}\n"
        )
        .unwrap();
        write!(
            links,
            "C: \"OO\",{layer},{stack}\nC: \"OO\",{node},{layer}\nC: \"OP\",{node},1,\"Lcl Translation\"\nC: \"OP\",{curve},{node},\"d|X\"\n"
        )
        .unwrap();
    }
    text + "}\nConnections: {\n" + &links + "}\n"
}

#[test]
fn a_span_counts_as_far_as_the_file_justifies_it() {
    let frames = |seconds: i64| read_alone("a.fbx", long_take(seconds, 1)).unwrap().behaviours[0].motion.frame_count();
    assert_eq!(frames(1_000), 24_001);
    // Three years: the frames between the keys.
    assert_eq!(frames(100_000_000), 25);
}

#[test]
fn takes_are_limited_by_number_and_by_the_memory_of_all() {
    let clip = read_alone("a.fbx", long_take(1, 1_030)).unwrap();
    assert_eq!((clip.behaviours.len(), codes(&clip)), (1_024, vec!["fbx.more-animations"]));
    let clip = read_alone("a.fbx", long_take(50_000, 50)).unwrap();
    let bytes: usize = clip.behaviours.iter().map(|one| one.motion.bytes()).sum();
    assert!(bytes < 70 << 20, "{bytes}");
}

#[test]
fn frames_are_limited_by_number_and_by_memory() {
    let plain = ("plain.fbx", fixture("fbx", "plain.fbx"));
    let codes_within = |limits: Limits| codes(&read_within(std::slice::from_ref(&plain), limits).unwrap()).join(" ");
    assert_eq!(codes_within(Limits::default()), "");
    assert_eq!(codes_within(Limits::default().frames(3)), "fbx.too-many-frames");
    let keys = read_within(std::slice::from_ref(&plain), Limits::default().motion_bytes(100)).unwrap_err();
    assert_eq!(keys.code(), "fbx.too-many-numbers");
}
