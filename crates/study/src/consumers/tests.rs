use marey::Limits;
use marey::formats::parse;

use super::*;

/// A person 1.7 m tall in a T-pose, in centimetres, with Nokov's names, 30 frames a second: what GMR takes as it is.
fn person() -> String {
    let mut text = String::from(
        "HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\nCHANNELS 6 Xposition Yposition Zposition Yrotation Xrotation Zrotation\n",
    );
    let mut joints = 1;
    // Each joint below the one before; then an end, and so many braces.
    for (chain, end, closed) in [
        ("LeftUpLeg 9 -3 0;LeftLeg 0 -43 0;LeftFoot 0 -42 0;LeftToeBase 0 -5 13", "0 0 6", 4),
        ("RightUpLeg -9 -3 0;RightLeg 0 -43 0;RightFoot 0 -42 0;RightToeBase 0 -5 13", "0 0 6", 4),
        ("Spine 0 9 0;Spine1 0 11 0;Spine2 0 11 0;Spine3 0 10 0;Neck 0 12 0;Head 0 10 0", "0 16 0", 2),
        ("LeftShoulder 3 6 0;LeftArm 15 0 0;LeftForeArm 28 0 0;LeftHand 25 0 0", "17 0 0", 4),
        ("RightShoulder -3 6 0;RightArm -15 0 0;RightForeArm -28 0 0;RightHand -25 0 0", "-17 0 0", 9),
    ] {
        for (name, offset) in chain.split(';').map(|joint| joint.split_once(' ').unwrap()) {
            text += &format!("JOINT {name}\n{{\nOFFSET {offset}\nCHANNELS 3 Yrotation Xrotation Zrotation\n");
            joints += 1;
        }
        text += &format!("End Site\n{{\nOFFSET {end}\n}}\n{}", "}\n".repeat(closed));
    }
    let row = format!("0 95 0{}\n", " 0".repeat(3 * joints));
    text + &format!("MOTION\nFrames: 2\nFrame Time: 0.033333\n{row}{row}")
}

/// The codes of what a program stops at and spoils, without its own name.
fn codes(id: &str, text: &str) -> Vec<String> {
    let clip = parse("a.bvh", text.as_bytes(), Limits::default()).unwrap();
    let verdict = consumer(id).unwrap().verdict(&FileFacts::new(&clip, Some(BvhText::read(text.as_bytes()))));
    let points = verdict.stops.iter().chain(&verdict.spoils);
    points.map(|point| point.code.split_once('.').unwrap().1.to_owned()).collect()
}

#[test]
fn a_file_that_is_as_a_program_wants_it_passes() {
    let text = person();
    for id in [
        "gmr-nokov",
        "univrm",
        "bvh2vrma",
        "three",
        "animated-drawings",
        "hhtools",
        "pymotion",
        "pybvh",
        "bvhview",
        "bevy-motion-matching",
    ] {
        assert_eq!(codes(id, &text), Vec::<String>::new(), "{id}");
    }
    assert_eq!(codes("blender", &text), ["unit"]);
    assert_eq!(codes("gmr-lafan1", &text), ["names", "rest"]);
    let clip = parse("a.bvh", text.as_bytes(), Limits::default()).unwrap();
    assert!(consumer("gmr-nokov").unwrap().verdict(&FileFacts::new(&clip, None)).passes(), "without the letters");
}

#[test]
fn each_requirement_is_told_where_it_is_not_met() {
    let text = person();
    let head = "JOINT Head\n{\nOFFSET 0 10 0\nCHANNELS 3 Yrotation Xrotation Zrotation";
    let moving = "JOINT Head\n{\nOFFSET 0 10 0\nCHANNELS 6 Xposition Yposition Zposition Yrotation Xrotation Zrotation";
    let wide = |text: &str| text.replace("0\n0 95", "0 0 10 0\n0 95").trim_end().to_owned() + " 0 10 0\n";
    for (id, from, to, expected) in [
        ("gmr-nokov", "LeftUpLeg", "LeftThigh", &["names"][..]),
        ("gmr-nokov", "JOINT Neck", "JOINT The Neck", &["word-names"]),
        ("gmr-nokov", head, &head.replace("Yrotation Xrotation", "Xrotation Yrotation"), &["one-order"]),
        ("gmr-nokov", "0 95 0 0 0", "0 95 0\t0 0", &["blanks"]),
        ("gmr-nokov", "MOTION", "\nMOTION", &["blank-lines"]),
        ("gmr-nokov", "Frames: 2", "Frames: 1", &["rows"]),
        ("gmr-nokov", "Frames: 2", "Frames: 3", &["rows-fewer"]),
        ("gmr-nokov", "OFFSET 0 10 0", "OFFSET 0 +10 0", &["offset-spelling"]),
        ("gmr-nokov", "End Site", "End site", &["end-site"]),
        ("gmr-nokov", "0.033333", "0.008333", &["rate"]),
        ("gmr-nokov", "JOINT LeftLeg\n{\nOFFSET 0 -43 0", "JOINT LeftLeg\n{\nOFFSET 0 -30 30", &["rest"]),
        ("univrm", "HIERARCHY", " HIERARCHY", &["first-line"]),
        ("univrm", "JOINT Neck", "JOINT The Neck", &["names"]),
        ("univrm", "CHANNELS 3 Yrotation", "CHANNELS 3 yrotation", &["channels"]),
        ("bvhview", "CHANNELS 3 Yrotation", "CHANNELS 4 Yrotation", &["spelling"]),
        ("three", "Hips\n{\nOFFSET 0 0 0", "Hips\n{\nOFFSET 0 95 0", &["root-offset"]),
        ("soma", "Hips\n{", "Hips {", &["braces", "names"]),
        ("second-life", "ROOT Hips", "ROOT hip", &["names", "unit"]),
        ("blender", "0.033333", "0,033333", &["numbers", "unit"]),
        ("three", "JOINT Neck", "JOINT rig:Neck", &["track-names"]),
        ("three", "JOINT Neck", "JOINT Neck[0]", &["track-names"]),
        ("pymotion", "0.033333\n", "0.033333\n\n", &["blank-lines"]),
        ("pybvh", "End Site", "End site", &[]),
        ("pybvh", "End Site", "EndSite", &["end"]),
        ("pybvh", "0.033333", "0", &["rate"]),
        ("pybvh", "Frames: 2", "Frames: 3", &["rows"]),
        ("pybvh", "CHANNELS 3 Yrotation", "CHANNELS 4 Yrotation", &["spelling"]),
        ("robot-retarget-online", "Hips", "Hips", &["names"]),
    ] {
        let changed = text.replacen(from, to, 1);
        assert_eq!(codes(id, &changed), expected, "{id}: {from} to {to}");
    }
    let moved = wide(&text.replacen(head, moving, 1));
    for (id, expected) in [
        ("gmr-nokov", "channels"),
        ("three", "joint-positions"),
        ("jlpm-motion-matching", "joint-positions"),
        ("pymotion", "joint-positions"),
        ("pybvh", "joint-positions"),
    ] {
        assert!(codes(id, &moved).contains(&expected.to_owned()), "{id}: {:?}", codes(id, &moved));
    }
    let at_parent = moved.replace("JOINT Head\n{\nOFFSET 0 10 0", "JOINT Head\n{\nOFFSET 0 0 0");
    assert_eq!(codes("three", &at_parent), Vec::<String>::new(), "0 may be added to positions");
    let short = text.trim_end().trim_end_matches(" 0").to_owned() + "\n";
    assert!(codes("blender", &short).contains(&"rows".to_owned()) && codes("univrm", &short) == ["rows"]);
    let short_names = codes("deep-motion-editing", &text);
    assert_eq!(short_names, ["names"]);
}

#[test]
fn words_say_what_was_found_and_what_follows() {
    let clip = parse("a.bvh", person().as_bytes(), Limits::default()).unwrap();
    let facts = FileFacts::new(&clip, None);
    let verdict = consumer("gmr-lafan1").unwrap().verdict(&facts);
    assert_eq!(
        verdict.stops[0].words,
        "GMR asks for joints by name, and ends with KeyError. Missing: LeftToe, RightToe."
    );
    assert_eq!(verdict.stops[0].mend, "marey convert --as lafan1");
    assert!(
        verdict.spoils[0].words.ends_with("by the difference. Here LeftLeg points along -y."),
        "{:?}",
        verdict.spoils
    );
    let blender = consumer("blender").unwrap().verdict(&facts);
    let words = "Blender takes a unit for a metre. This file is in centimetres: it sees a person of 17";
    assert!(blender.spoils[0].words.starts_with(words), "{:?}", blender.spoils);
    let point = &consumer("blender").unwrap().verdict_on_format("ASF/AMC").stops[0];
    assert_eq!(
        (point.code.as_str(), point.words.as_str()),
        ("blender.format", "The check for Blender is about BVH files, and this is ASF/AMC.")
    );
}

#[test]
fn the_guide_has_a_page_for_every_program() {
    let pages = guide();
    assert_eq!(pages.len(), consumers().len() + 1);
    let (_, index) = &pages[0];
    for (consumer, (id, page)) in consumers().iter().zip(&pages[1..]) {
        assert_eq!(consumer.id, *id);
        assert!(index.contains(&format!("[{}](./{id})", consumer.name)), "{id}");
        assert!(
            page.contains(&format!("\nmarey check --for {id} out.bvh\n")) && page.contains("| it wants |"),
            "{page}"
        );
    }
}
